"""The graphs: a material function for each mode, master materials that call them, instances of those.

A function poses a character: its outputs are the world position offset, the normal in world space, and the instance's
colour data. Its custom nodes have the code of the .hlsl files beside this one; neither C++ nor shader files are needed.
Your own materials call the function as the masters do.
"""

import os

import unreal

from . import settings

# Raise it when a graph changes: functions and masters with another version are rebuilt. Instances are kept.
GRAPH_VERSION = "3"
VERSION_TAG = "TexeletonGraph"

MODES = {
    "bone": ("bone.hlsl", [("Bones01", 2), ("Bones23", 3), ("Weights01", 4), ("Weight2Tint", 5)], "Weight2Tint"),
    "vertex": ("vertex.hlsl", [("ElementTint", 2)], "ElementTint"),
    "socket": ("socket.hlsl", [], None),
}
SOCKET_PARAMETERS = ["Socket", "Frame0", "Frame1", "Frame2"]

_FLOAT = {1: "CMOT_FLOAT1", 2: "CMOT_FLOAT2", 3: "CMOT_FLOAT3", 4: "CMOT_FLOAT4"}


def source(name):
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), encoding="utf-8") as file:
        return file.read()


def _vectors(names):
    """A vector parameter has two inputs, since its first output lacks the fourth number."""
    return "".join("float4 %s = float4(%sXYZ, %sW);\n" % (name, name, name) for name in names)


def moment(mode):
    """The shown clips of an instance: two, and in modes with bones a third one over them."""
    layered = mode != "vertex"
    return (source("moment.hlsl").replace("TRACKS", "3" if layered else "2")
            .replace("// LAYER\n", source("layer.hlsl") if layered else ""))


def layer_data(mode):
    return [] if mode == "vertex" else [name for name, _ in settings.INSTANCE_DATA[settings.PLAIN_DATA:]]


def pose_code(mode):
    return source(MODES[mode][0]).replace("// LAYERED\n", source("layered.hlsl"))


def pose_node(mode):
    """Code, inputs (name, number of floats; 0: a texture) and further outputs of the node that poses a vertex."""
    channels = MODES[mode][1]
    vectors = ["Layout"] + (SOCKET_PARAMETERS if mode == "socket" else [])
    inputs = [("Anim", 0), ("P", 3), ("N", 3), ("Clock", 3)]
    for name in vectors:
        inputs += [(name + "XYZ", 3), (name + "W", 1)]
    inputs += [(name, 1) for name, _ in settings.INSTANCE_DATA[:8]] + [("Stepped", 1)]
    inputs += [(name, 1) for name in layer_data(mode)]
    inputs += [(name, 2) for name, _ in channels]
    return _vectors(vectors) + moment(mode) + pose_code(mode), inputs, [("OutNormal", 3), ("OutDamage", 1)]


def clock_node():
    return source("clock.hlsl"), [("Time", 1), ("Driven", 4)], []


def surface_node():
    return source("surface.hlsl"), [("N", 3), ("P", 3), ("UV", 2), ("Bump", 3), ("Strength", 1), ("Side", 1)], []


class Graph:
    """Nodes of a material or a material function."""

    def __init__(self, owner):
        self.owner = owner
        self.library = unreal.MaterialEditingLibrary
        self.in_function = isinstance(owner, unreal.MaterialFunction)
        self.count = 0

    def clear(self):
        if self.in_function:
            self.library.delete_all_material_expressions_in_function(self.owner)
        else:
            self.library.delete_all_material_expressions(self.owner)

    def node(self, kind, **properties):
        x, y = -300 * (6 - self.count // 12), 160 * (self.count % 12)
        self.count += 1
        if self.in_function:
            node = self.library.create_material_expression_in_function(self.owner, kind, x, y)
        else:
            node = self.library.create_material_expression(self.owner, kind, x, y)
        settings.apply(node, properties)
        return node

    def link(self, node, output, to, *names):
        """names: those of the input in different versions of Unreal."""
        if not any(self.library.connect_material_expressions(node, output, to, name) for name in names):
            raise RuntimeError("Unreal did not connect %s to input '%s' of %s" % (output or "a node", names[0], to))

    def custom(self, title, code, size, inputs, links, outputs=()):
        """links: name of an input: node, or (node, output)."""
        wanted = []
        for name, _ in inputs:
            entry = unreal.CustomInput()
            entry.set_editor_property("input_name", name)
            wanted.append(entry)
        further = []
        for name, floats in outputs:
            entry = unreal.CustomOutput()
            entry.set_editor_property("output_name", name)
            entry.set_editor_property("output_type", getattr(unreal.CustomMaterialOutputType, _FLOAT[floats]))
            further.append(entry)
        node = self.node(unreal.MaterialExpressionCustom, description=title, code=code, inputs=wanted,
                         output_type=getattr(unreal.CustomMaterialOutputType, _FLOAT[size]),
                         additional_outputs=further)
        for name, _ in inputs:
            given = links[name]
            other, output = given if isinstance(given, tuple) else (given, "")
            self.link(other, output, node, name)
        return node

    def scalar(self, name, value):
        return self.node(unreal.MaterialExpressionScalarParameter, parameter_name=name, default_value=value,
                         group="Texeleton")

    def vector(self, name, value):
        return self.node(unreal.MaterialExpressionVectorParameter, parameter_name=name, group="Texeleton",
                         default_value=unreal.LinearColor(*value))

    def to_pixel(self, node, output=""):
        """A value computed by a vertex, for the pixels."""
        result = self.node(unreal.MaterialExpressionVertexInterpolator)
        self.link(node, output, result, "")
        return result

    def to_world(self, node, output=""):
        """A direction of an instance, in world space."""
        result = self.node(
            unreal.MaterialExpressionTransform,
            transform_source_type=unreal.MaterialVectorCoordTransformSource.TRANSFORMSOURCE_INSTANCE,
            transform_type=unreal.MaterialVectorCoordTransform.TRANSFORM_WORLD)
        self.link(node, output, result, "")
        return result


def build_function(function, mode, collection, blank):
    """blank: an empty animation texture, so that the parameter's sampler matches."""
    graph = Graph(function)
    graph.clear()
    function.set_editor_property("description", "Plays an animation texture of Texeleton (%s)." % mode)
    function.set_editor_property("expose_to_library", True)

    texture = graph.node(unreal.MaterialExpressionTextureObjectParameter, parameter_name="AnimationTexture",
                         group="Texeleton", texture=blank,
                         sampler_type=unreal.MaterialSamplerType.SAMPLERTYPE_LINEAR_COLOR)
    time = graph.node(unreal.MaterialExpressionTime)
    now = graph.node(unreal.MaterialExpressionCollectionParameter, collection=collection, parameter_name="Clock")
    before = graph.node(unreal.MaterialExpressionCollectionParameter, collection=collection,
                        parameter_name="ClockBefore")
    driven = graph.node(unreal.MaterialExpressionPreviousFrameSwitch)  # Motion vectors need the previous frame.
    graph.link(now, "", driven, "Current Frame", "CurrentFrame")
    graph.link(before, "", driven, "Previous Frame", "PreviousFrame")
    code, inputs, _ = clock_node()
    clock = graph.custom("Texeleton clock", code, 3, inputs, {"Time": time, "Driven": driven})

    links = {"Anim": texture, "Clock": clock,
             "P": graph.node(unreal.MaterialExpressionPreSkinnedPosition),
             "N": graph.node(unreal.MaterialExpressionPreSkinnedNormal)}
    for index, (name, value) in enumerate(settings.INSTANCE_DATA):
        if index >= settings.PLAIN_DATA and name not in layer_data(mode):
            continue
        data = graph.node(unreal.MaterialExpressionPerInstanceCustomData, data_index=index, const_default_value=value)
        graph.link(graph.scalar(name, value), "", data, "")
        links[name] = data
    for name in ["Layout"] + (SOCKET_PARAMETERS if mode == "socket" else []):
        vector = graph.vector(name, (1.0, 1.0, 0.0, 1.0))
        links[name + "XYZ"] = vector
        links[name + "W"] = (vector, "A")
    for name, channel in MODES[mode][1]:
        links[name] = graph.node(unreal.MaterialExpressionTextureCoordinate, coordinate_index=channel)
    code, inputs, outputs = pose_node(mode)
    pose = graph.custom("Texeleton pose, " + mode, code, 3, inputs, links, outputs)

    tint = graph.custom("Texeleton tint", "return float3(TintR, TintG, TintB);", 3,
                        [("TintR", 1), ("TintG", 1), ("TintB", 1)], links)
    mask = MODES[mode][2]
    rest = graph.custom("Texeleton mask, palette, damage",
                        "return float3(%s, Palette, Damage);" % ("Mask.y" if mask else "1.0"), 3,
                        ([("Mask", 2)] if mask else []) + [("Palette", 1), ("Damage", 1)],
                        {"Mask": links.get(mask), "Palette": links["Palette"], "Damage": (pose, "OutDamage")})
    results = [("Offset", graph.to_world(pose)), ("Normal", graph.to_pixel(graph.to_world(pose, "OutNormal"))),
               ("Tint", graph.to_pixel(tint)), ("MaskPaletteDamage", graph.to_pixel(rest))]
    for order, (name, node) in enumerate(results):
        output = graph.node(unreal.MaterialExpressionFunctionOutput, output_name=name, sort_priority=order)
        graph.link(node, "", output, "")
    graph.library.update_material_function(function)


# Textures of a master: parameter, sampler, the blank texture for none.
TEXTURES = [
    ("BaseColor", "SAMPLERTYPE_COLOR", "White"), ("MetallicRoughness", "SAMPLERTYPE_LINEAR_COLOR", "WhiteLinear"),
    ("Normal", "SAMPLERTYPE_NORMAL", "FlatNormal"), ("Occlusion", "SAMPLERTYPE_LINEAR_COLOR", "WhiteLinear"),
    ("Emissive", "SAMPLERTYPE_COLOR", "White"), ("TintColor", "SAMPLERTYPE_COLOR", "White"),
    ("TintLinear", "SAMPLERTYPE_LINEAR_COLOR", "WhiteLinear"),
]


def _property(name):
    # Some versions of the documentation do not list MP_WORLD_POSITION_OFFSET; the module has it.
    found = getattr(unreal.MaterialProperty, name, None)
    if found is None:
        raise RuntimeError("This version of Unreal does not give Python unreal.MaterialProperty." + name)
    return found


def build_master(material, function, blanks):
    graph = Graph(material)
    graph.clear()
    settings.apply(material, settings.material())
    call = graph.node(unreal.MaterialExpressionMaterialFunctionCall, material_function=function)
    uv0 = graph.node(unreal.MaterialExpressionTextureCoordinate, coordinate_index=0)
    uv1 = graph.node(unreal.MaterialExpressionTextureCoordinate, coordinate_index=1)
    step = graph.vector("PaletteStep", (0.0, 0.0, 0.0, 0.0))
    instance = (call, "MaskPaletteDamage")

    samples, coordinates = {}, {}
    for name, sampler, blank in TEXTURES:
        palette = name == "BaseColor"  # An entry of the palette moves only the base colour.
        inputs = [("UV0", 2), ("UV1", 2), ("Set", 1)] + ([("Step", 3), ("Instance", 3)] if palette else [])
        code = "return (Set > 0.5 ? UV1 : UV0)" + (" + Instance.y * Step.xy;" if palette else ";")
        coordinates[name] = graph.custom(
            name + " coordinates", code, 2, inputs,
            {"UV0": uv0, "UV1": uv1, "Set": graph.scalar(name + "UV", 0.0), "Step": step, "Instance": instance})
        samples[name] = graph.node(unreal.MaterialExpressionTextureSampleParameter2D, parameter_name=name + "Texture",
                                   group="Texeleton", texture=blanks[blank],
                                   sampler_type=getattr(unreal.MaterialSamplerType, sampler))
        graph.link(coordinates[name], "", samples[name], "")

    def rgba(name):
        return (samples[name], "RGBA")

    factor = graph.vector("BaseColorFactor", (1.0, 1.0, 1.0, 1.0))
    colors = graph.node(unreal.MaterialExpressionVertexColor)
    base = graph.custom(
        "Base colour",
        "float m = saturate(Instance.x * VertexTint + dot(TintColor, ColorChannel) + dot(TintLinear, LinearChannel));\n"
        "float3 base = Factor * Sample.rgb * Vertex;\n"
        "base = lerp(base, base * Tint, m);\n"
        "// A damaged animation texture shows as a checker; check_character() says which setting it was.\n"
        "float check = frac((floor(UV.x * 16.0) + floor(UV.y * 16.0)) * 0.5) > 0.25 ? 1.0 : 0.0;\n"
        "return Instance.z > 0.5 ? float3(check, 0.0, check) : base;",
        3,
        [("Instance", 3), ("Tint", 3), ("Factor", 3), ("Sample", 4), ("Vertex", 3), ("VertexTint", 1),
         ("TintColor", 4), ("ColorChannel", 4), ("TintLinear", 4), ("LinearChannel", 4), ("UV", 2)],
        {"Instance": instance, "Tint": (call, "Tint"), "Factor": factor, "Sample": rgba("BaseColor"),
         "Vertex": colors, "VertexTint": graph.scalar("VertexTint", 1.0), "TintColor": rgba("TintColor"),
         "ColorChannel": _whole(graph, "TintColorChannel"), "TintLinear": rgba("TintLinear"),
         "LinearChannel": _whole(graph, "TintLinearChannel"), "UV": uv0})
    opacity = graph.custom("Opacity", "return Factor * Sample.a * Vertex;", 1,
                           [("Factor", 1), ("Sample", 4), ("Vertex", 1)],
                           {"Factor": (factor, "A"), "Sample": rgba("BaseColor"), "Vertex": (colors, "A")})
    metallic = graph.custom("Metallic", "return Factor * Sample.b;", 1, [("Factor", 1), ("Sample", 4)],
                            {"Factor": graph.scalar("Metallic", 0.0), "Sample": rgba("MetallicRoughness")})
    roughness = graph.custom("Roughness", "return Factor * Sample.g;", 1, [("Factor", 1), ("Sample", 4)],
                             {"Factor": graph.scalar("Roughness", 1.0), "Sample": rgba("MetallicRoughness")})
    occlusion = graph.custom("Occlusion", "return lerp(1.0, Sample.r, Strength);", 1, [("Sample", 4), ("Strength", 1)],
                             {"Sample": rgba("Occlusion"), "Strength": graph.scalar("OcclusionStrength", 0.0)})
    emissive = graph.custom("Emissive", "return Factor * Sample.rgb + Unlit * Base;", 3,
                            [("Factor", 3), ("Sample", 4), ("Unlit", 1), ("Base", 3)],
                            {"Factor": graph.vector("EmissiveFactor", (0.0, 0.0, 0.0, 1.0)),
                             "Sample": rgba("Emissive"), "Unlit": graph.scalar("Unlit", 0.0), "Base": base})
    place = graph.node(unreal.MaterialExpressionWorldPosition, world_position_shader_offset=(
        unreal.WorldPositionIncludedOffsets.WPT_CAMERA_RELATIVE))
    code, inputs, _ = surface_node()
    normal = graph.custom("Normal", code, 3, inputs,
                          {"N": (call, "Normal"), "P": place, "UV": coordinates["Normal"],
                           "Bump": (samples["Normal"], "RGB"), "Strength": graph.scalar("NormalScale", 1.0),
                           "Side": graph.node(unreal.MaterialExpressionTwoSidedSign)})
    for node, output, name in [
            (base, "", "MP_BASE_COLOR"), (opacity, "", "MP_OPACITY"), (opacity, "", "MP_OPACITY_MASK"),
            (metallic, "", "MP_METALLIC"), (roughness, "", "MP_ROUGHNESS"), (occlusion, "", "MP_AMBIENT_OCCLUSION"),
            (emissive, "", "MP_EMISSIVE_COLOR"), (normal, "", "MP_NORMAL"),
            (call, "Offset", "MP_WORLD_POSITION_OFFSET")]:
        if not graph.library.connect_material_property(node, output, _property(name)):
            raise RuntimeError("Unreal did not connect %s of %s" % (name, material.get_name()))
    graph.library.recompile_material(material)


def _whole(graph, name):
    """A vector parameter with all four numbers."""
    vector = graph.vector(name, (0.0, 0.0, 0.0, 0.0))
    return graph.custom(name, "return float4(XYZ, W);", 4, [("XYZ", 3), ("W", 1)],
                        {"XYZ": vector, "W": (vector, "A")})


def build_probe(material, blank):
    """Draws one texel of an animation texture, which check_character() reads back from the GPU."""
    graph = Graph(material)
    graph.clear()
    settings.apply(material, {"shading_model": unreal.MaterialShadingModel.MSM_UNLIT,
                              "allow_negative_emissive_color": True})
    texture = graph.node(unreal.MaterialExpressionTextureObjectParameter, parameter_name="AnimationTexture",
                         group="Texeleton", texture=blank,
                         sampler_type=unreal.MaterialSamplerType.SAMPLERTYPE_LINEAR_COLOR)
    texel = graph.custom("Texel", "float4 t = Anim.Load(int3(int(X + 0.5), int(Y + 0.5), 0));\nreturn Alpha > 0.5 ? t.aaa : t.rgb;", 3,
                         [("Anim", 0), ("X", 1), ("Y", 1), ("Alpha", 1)],
                         {"Anim": texture, "X": graph.scalar("X", 0.0), "Y": graph.scalar("Y", 0.0),
                          "Alpha": graph.scalar("Alpha", 0.0)})
    graph.library.connect_material_property(texel, "", _property("MP_EMISSIVE_COLOR"))
    graph.library.recompile_material(material)


def instance_values(description, material):
    """Parameters of the instance of one material: scalars, vectors, and images by parameter."""
    texture = description["texture"]
    scalars = {"Metallic": material["metallic"], "Roughness": material["roughness"],
               "NormalScale": material["normalScale"], "Unlit": 1.0 if material["unlit"] else 0.0,
               "OcclusionStrength": material["occlusionStrength"] if material["occlusionTexture"] else 0.0,
               "VertexTint": material["vertexTint"]}
    vectors = {"BaseColorFactor": material["baseColor"], "EmissiveFactor": material["emissive"] + [1.0],
               "PaletteStep": material.get("paletteStep", [0.0, 0.0]) + [0.0, 0.0],
               "Layout": [texture["width"], texture["rowsPerFrame"], texture["tailRow"], texture["height"]],
               "TintColorChannel": [0.0] * 4, "TintLinearChannel": [0.0] * 4}
    images = {}
    for name, key, role in [("BaseColor", "baseColorTexture", "color"),
                            ("MetallicRoughness", "metallicRoughnessTexture", "linear"),
                            ("Normal", "normalTexture", "normal"), ("Occlusion", "occlusionTexture", "linear"),
                            ("Emissive", "emissiveTexture", "color")]:
        slot = material[key]
        if slot is not None:
            images[name] = dict(slot, role=role)
    mask = material.get("tintTexture")
    if mask is not None:
        # As the material's sampler returns the channel: a colour if the texture is one there.
        as_color = any(use["image"] == mask["image"] and use["role"] == "color" for use in images.values())
        name = "TintColor" if as_color else "TintLinear"
        images[name] = {"image": mask["image"], "uv": mask["uv"], "wrapU": "repeat", "wrapV": "repeat",
                        "nearest": False, "role": "color" if as_color else "linear"}
        vectors[name + "Channel"] = [1.0 if channel == mask["channel"] else 0.0 for channel in "rgba"]
        scalars["VertexTint"] = 0.0
    for name, use in images.items():
        scalars[name + "UV"] = float(use["uv"])
    return ({name: float(value) for name, value in scalars.items()},
            {name: [float(part) for part in value] for name, value in vectors.items()}, images)


def overrides(material):
    """MaterialInstanceBasePropertyOverrides of one material."""
    blend = {"opaque": unreal.BlendMode.BLEND_OPAQUE, "mask": unreal.BlendMode.BLEND_MASKED,
             "blend": unreal.BlendMode.BLEND_TRANSLUCENT}
    shading = unreal.MaterialShadingModel
    return {"override_blend_mode": True, "blend_mode": blend[material["alphaMode"]],
            "override_two_sided": True, "two_sided": bool(material["twoSided"]),
            "override_opacity_mask_clip_value": True, "opacity_mask_clip_value": float(material["alphaCutoff"]),
            "override_shading_model": True,
            "shading_model": shading.MSM_UNLIT if material["unlit"] else shading.MSM_DEFAULT_LIT}
