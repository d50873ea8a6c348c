"""Brings the textures and meshes of an export with `anim-to-texture` into a project, for Unreal's plug-in AnimToTexture.

The plug-in's material function plays them. It has to be in a material of the project, CONTENT/Shared/M_Texeleton_AnimToTexture: how
to make that one by hand is in NAME.README.md. Instances of it get every number here. The plug-in's names of parameters are those of
UE 5.4 to 5.7.
"""

import unreal

from . import check, crowd, importer, settings

MATERIAL = "M_Texeleton_AnimToTexture"

# The plug-in's parameter for the texture of a role.
TEXTURES = {"BonePosition": "BonePositionTexture", "BoneRotation": "BoneRotationTexture", "BoneWeight": "BoneWeightsTexture",
            "VertexPosition": "PositionTexture", "VertexNormal": "NormalTexture"}


def parameters(plan):
    """The parameters of an instance of the plug-in's material: numbers, vectors and switches by the plug-in's names."""
    first = plan["clips"][0]
    scalars = {"NumFrames": plan["numFrames"], "RowsPerFrame": plan["rowsPerFrame"], "SampleRate": plan["sampleRate"],
               "StartFrame": first["startFrame"], "EndFrame": first["endFrame"]}
    switches = {"AutoPlay": True, "UseUV0": False, "UseUV1": True, "UseUV2": False, "UseUV3": False}
    if plan["mode"] == "bone":
        scalars.update({"NumBones": plan["numBones"], "BoneWeightsRowsPerFrame": plan["weightRowsPerFrame"]})
        switches.update({"UseTwoInfluences": False, "UseFourInfluences": True})
    vectors = {"MinBBox": [*plan["minBBox"], 0.0], "SizeBBox": [*plan["sizeBBox"], 0.0]}
    return {name: float(value) for name, value in scalars.items()}, vectors, switches


def instance_data(clip, offset_seconds=0.0, speed=1.0):
    """The custom data of an instance that the plug-in's AutoPlay reads: time offset, play rate, first and last frame. `clip`: an
    entry of the description's animToTexture. It always loops; to hold the end of a clip, use its last frame as first and last."""
    rate = clip["playRate"] * speed
    return [offset_seconds, rate, float(clip["startFrame"]), float(clip["endFrame"])]


def texture_path(place, image):
    return place.owned("T_%s_AnimToTexture_%s" % (place.asset, image["role"]))


def instance_path(place, material):
    return place.owned("MI_%s_AnimToTexture_%s" % (place.asset, material["slot"]))


def mesh_settings(place, entry):
    wanted = settings.mesh(place.description, entry)
    wanted["light_map_coordinate_index"] = 0  # Channel 1 holds the texel of a vertex.
    return wanted


def plan_of(place):
    plan = place.description.get("animToTexture")
    if plan is None:
        raise RuntimeError("%s was exported without the option anim-to-texture: export it again with "
                           "--option anim-to-texture" % place.description["character"])
    return plan


def import_anim_to_texture(description_file, content):
    place = importer.Place(description_file, content)
    plan = plan_of(place)
    importer.own_or_refuse(place)
    textures = {image["role"]: importer.import_texture(place.file(image["file"]), texture_path(place, image),
                                                       settings.animation_texture(True)) for image in plan["images"]}
    parent = importer.load(place.shared + "/" + MATERIAL)
    instances = {}
    for material in place.description["materials"] if parent is not None else []:
        instance = importer.create(instance_path(place, material), unreal.MaterialInstanceConstant,
                                   unreal.MaterialInstanceConstantFactoryNew())
        scalars, vectors, switches = parameters(plan)
        library = unreal.MaterialEditingLibrary
        library.set_material_instance_parent(instance, parent)
        for name, value in switches.items():
            library.set_material_instance_static_switch_parameter_value(instance, name, value)
        importer.fill_instance(instance, parent, scalars, vectors,
                               {TEXTURES[role]: texture for role, texture in textures.items()}, None)
        instances[material["slot"]] = instance
    with importer.fbx_importer():
        for entry in plan["meshes"]:
            mesh = importer.import_mesh(place, entry, instances)
            settings.apply(mesh, mesh_settings(place, entry))
            importer.keep(mesh)
    return check.report(place, problems(place))


def add_anim_to_texture_crowd(description_file, content, count=100):
    """An example: instances in the open level, with the plug-in's four floats of custom data."""
    place = importer.Place(description_file, content)
    plan = plan_of(place)
    mesh = importer.load(place.owned(plan["meshes"][0]["asset"]))
    if mesh is None:
        raise RuntimeError("%s is not in the project: run NAME.animtotexture.py first" % plan["meshes"][0]["asset"])
    clips = plan["clips"]
    return crowd.place_crowd(place, mesh, count, 4, lambda index: instance_data(clips[index % len(clips)], 0.37 * index))


def problems(place):
    """A sentence for each problem."""
    plan = plan_of(place)
    found = []
    textures = {}
    for image in plan["images"]:
        texture = importer.load(texture_path(place, image))
        textures[image["role"]] = texture
        if texture is None:
            found.append("%s is missing" % texture_path(place, image))
            continue
        found += settings.differences(texture.get_name(), texture, settings.animation_texture(True))
        size = (texture.blueprint_get_size_x(), texture.blueprint_get_size_y())
        if size != (image["width"], image["height"]):
            found.append("%s has %d x %d texels and has to have %d x %d" % (
                (texture.get_name(),) + size + (image["width"], image["height"])))
    parent = importer.load(place.shared + "/" + MATERIAL)
    if parent is None:  # Therefore the slots of the meshes are empty.
        found.append("%s/%s is missing: make it as NAME.README.md says, then run NAME.animtotexture.py again"
                     % (place.shared, MATERIAL))
        return found
    for entry in plan["meshes"]:
        found += check.mesh_problems(place, entry, mesh_settings(place, entry), 2)
    found += settings.differences(parent.get_name(), parent, {"use_material_attributes": True,
                                                              "used_with_instanced_static_meshes": True})
    for material in place.description["materials"]:
        instance = importer.load(instance_path(place, material))
        if instance is None:
            found.append("%s is missing" % instance_path(place, material))
        else:
            found += instance_problems(instance, plan, textures)
    return found


def instance_problems(instance, plan, textures):
    library = unreal.MaterialEditingLibrary
    found = []

    def compare(name, value, wanted):
        if not settings.same(value, wanted):
            found.append("%s: %s is %s and has to be %s: has %s the plug-in's function?" % (
                instance.get_name(), name, value, wanted, MATERIAL))

    scalars, vectors, switches = parameters(plan)
    for name, wanted in scalars.items():
        compare(name, library.get_material_instance_scalar_parameter_value(instance, name), wanted)
    for name, wanted in vectors.items():
        compare(name, library.get_material_instance_vector_parameter_value(instance, name), unreal.LinearColor(*wanted))
    for name, wanted in switches.items():
        compare(name, library.get_material_instance_static_switch_parameter_value(instance, name), wanted)
    for role, texture in textures.items():
        value = library.get_material_instance_texture_parameter_value(instance, TEXTURES[role])
        if texture is not None and (value is None or value.get_path_name() != texture.get_path_name()):
            found.append("%s: %s is not %s" % (instance.get_name(), TEXTURES[role], texture.get_name()))
    return found
