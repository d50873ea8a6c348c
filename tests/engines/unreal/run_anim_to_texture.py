"""The textures and meshes of the option anim-to-texture, evaluated as Unreal's plug-in AnimToTexture does, against
core's decoder, and the script that imports them, against the stand-in of Unreal's Python module.

The formulas are the plug-in's, rewritten here: it stores values within a box as (value - min) / size, a rotation as its
axis, (axis + 1) / 2, and its angle over a whole turn, bones over their number; frames in blocks of rows, in bone mode
after one block with the reference pose; the texel of a vertex in texture coordinates 1. Its AutoPlay shows frame
first + (time + offset) * rate * sample rate mod (last - first + 1).
"""

import json
import os
import runpy

from common import (CLI, ROOT, Folder, by_point, check, exported, exported_pack, finish, np, read_mesh, read_texture,
                    reference, run, unreal, vertices)

CONTENT = "/Game/Texeleton"
CASES = [
    ("banner", "@samples/banner.glb", ["--mode", "vertex"]),
    ("lantern-knight", "@samples/lantern-knight.glb", ["--lod", "0.5", "--pixel-format", "rgba32f", "--variant",
                                                         "body=.*[Bb]ody.*|.*[Kk]night.*"]),
    ("fox", "fox.glb", ["--scale", "0.01"]),
    ("knight", "kaykit-knight.glb", ["--clip", "#3", "--clip", "#20", "--pixel-format", "rgba32f"]),
    ("robot-vertex", "robot.dae", ["--mode", "vertex", "--pixel-format", "rgba32f", "--fps", "6"]),
]


class PlugIn:
    """An export as used by the plug-in's material."""

    def __init__(self, own, description):
        self.plan = description["animToTexture"]
        self.low, self.size = np.array(self.plan["minBBox"]), np.array(self.plan["sizeBBox"])
        self.texels = {}
        for image in self.plan["images"]:
            width, height, texels, half = read_texture(os.path.join(own, image["file"]))
            check((width, height) == (image["width"], image["height"]) and not half, image["file"] + ": size")
            check(texels.min() >= 0.0 and texels.max() <= 1.0, image["file"] + ": within 0 and 1")
            self.texels[image["role"]] = texels.astype(np.float64)

    def block(self, role, rows, block, column, row):
        return self.texels[role][block * rows + row, column]

    def places(self, uv, role):
        """Column and row of each vertex's texel, by a nearest sample of the first block."""
        height, width = self.texels[role].shape[:2]
        return np.floor(uv[:, 0] * width).astype(int), np.floor(uv[:, 1] * height).astype(int)

    def bones(self, role, block, numbers):
        width = self.texels[role].shape[1]
        return self.block(role, self.plan["rowsPerFrame"], block, numbers % width, numbers // width)

    def shown(self, points, normals, uv, frame):
        if self.plan["mode"] == "vertex":
            column, row = self.places(uv, "VertexPosition")
            moved = self.block("VertexPosition", self.plan["rowsPerFrame"], frame, column, row)[:, :3]
            normal = self.block("VertexNormal", self.plan["rowsPerFrame"], frame, column, row)[:, :3]
            return points + moved * self.size + self.low, 2.0 * normal - 1.0
        column, row = self.places(uv, "BoneWeight")
        rows = self.plan["weightRowsPerFrame"]
        bones = np.rint(self.block("BoneWeight", rows, 0, column, row) * self.plan["numBones"]).astype(int)
        weights = self.block("BoneWeight", rows, 1, column, row)
        position, normal = np.zeros(points.shape), np.zeros(points.shape)
        for k in range(4):
            pivot = self.bones("BonePosition", 0, bones[:, k])[:, :3] * self.size + self.low
            moved = self.bones("BonePosition", frame + 1, bones[:, k])[:, :3] * self.size + self.low
            turn = self.bones("BoneRotation", frame + 1, bones[:, k])
            axis, angle = 2.0 * turn[:, :3] - 1.0, 2.0 * np.pi * turn[:, 3]
            position += weights[:, k, None] * (pivot + moved + turned(points - pivot, axis, angle))
            normal += weights[:, k, None] * turned(normals, axis, angle)
        return position, normal / np.maximum(np.linalg.norm(normal, axis=1), 1e-9)[:, None]


def turned(v, axis, angle):
    """Rodrigues' formula."""
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    along = np.sum(axis * v, axis=1)[:, None]
    return v * cosine + np.cross(axis, v) * sine + axis * along * (1.0 - cosine)


def pose_case(folder, name, case):
    out, _, _, description, pack = case
    facts, expected = reference(folder, name, pack, "frames")
    own = os.path.join(out, description["folder"])
    plugin = PlugIn(own, description)
    size = 100.0 * facts["sizeMetres"]
    # Half floats of the pack are not exact rotations.
    close = 2e-3 if not description["texture"]["float32"] and plugin.plan["mode"] == "bone" else 2e-5
    count, worst, worst_normal = 0, 0.0, 0.0
    for level, fbx in enumerate(plugin.plan["meshes"][0]["files"]):
        mesh = read_mesh(os.path.join(own, fbx))
        place = vertices(mesh, facts["levels"], level)
        check(len(mesh["uvs"]) == 2, name + ": two sets of texture coordinates")
        uv = by_point(mesh, mesh["uvs"][1]).astype(np.float64)
        points = np.array(mesh["points"])
        normals = by_point(mesh, mesh["normals"]).astype(np.float64)
        for number, moment in enumerate(facts["moments"]):
            got, got_normal = plugin.shown(points, normals, uv, moment["frame"])
            wanted = expected[number][place]
            worst = max(worst, np.abs(got - wanted[:, :3]).max() / size)
            # If bones differ, the plug-in blends normals and core blends matrices.
            dots = np.sum(got_normal * wanted[:, 3:], axis=1)
            alone = np.ones(len(place), bool)
            if plugin.plan["mode"] == "bone":
                column, row = plugin.places(uv, "BoneWeight")
                alone = plugin.block("BoneWeight", plugin.plan["weightRowsPerFrame"], 1, column, row).max(1) > 0.999
            worst_normal = max(worst_normal, (1.0 - dots[alone]).max() if alone.any() else 0.0)
            count += len(place)
    check(worst < close, "%s: positions are %.2g of the size off" % (name, worst))
    check(worst_normal < 1e-5 + close * close, "%s: normals are off: %.2g" % (name, worst_normal))
    print("%-16s %d vertices, %.2g of the size off" % (name, count, worst))
    return count


def autoplay(out, name, description):
    """The custom data that clips get, by the plug-in's formula: the frame that core shows, for loops."""
    from texeleton_unreal import anim_to_texture
    plan = description["animToTexture"]
    loops = 0
    for clip, ours in zip(plan["clips"], description["clips"]):
        offset, rate, first, last = anim_to_texture.instance_data(clip, 0.5)
        check((first, last) == (ours["firstFrame"], ours["firstFrame"] + ours["frameCount"] - 1), name + ": frames of " + clip["name"])
        for seconds in (0.0, 0.31, 2.77, 100.01) if clip["loop"] and ours["lengthSeconds"] > 0.0 else ():
            frame = first + (seconds + offset) * rate * plan["sampleRate"] % (last - first + 1.0)
            turns = (seconds + 0.5) / ours["lengthSeconds"]
            wanted = first + turns % 1.0 * ours["frameCount"]
            off = abs(frame - wanted)
            check(min(off, ours["frameCount"] - off) < 1e-6 * ours["frameCount"], "%s: %s at %g s" % (name, clip["name"], seconds))
            loops += 1
    return loops


def execute(out, stem, what):
    unreal.log_lines.clear()
    runpy.run_path(os.path.join(out, "%s.%s.py" % (stem, what)))
    check(unreal.console_value("Interchange.FeatureFlags.Import.FBX") == 1, "the project's importer of FBX is as before")
    return [text for _, text in unreal.log_lines]


def plug_in_material(plan):
    """The user's material: one call of a function with the plug-in's parameters."""
    from texeleton_unreal import anim_to_texture
    function = unreal.MaterialFunction()
    function._nodes = []
    scalars = ["Frame", "StartFrame", "EndFrame", "SampleRate", "NumFrames", "NumBones", "RowsPerFrame", "BoneWeightsRowsPerFrame"]
    kinds = [(unreal.MaterialExpressionScalarParameter, scalars), (unreal.MaterialExpressionVectorParameter, ["MinBBox", "SizeBBox"]),
             (unreal.MaterialExpressionStaticSwitchParameter, ["AutoPlay", "UseUV0", "UseUV1", "UseUV2", "UseUV3",
                                                               "UseTwoInfluences", "UseFourInfluences"]),
             (unreal.MaterialExpressionTextureObjectParameter, list(anim_to_texture.TEXTURES.values()))]
    for kind, names in kinds:
        for name in names:
            node = kind()
            node.set_editor_property("parameter_name", name)
            if kind is unreal.MaterialExpressionTextureObjectParameter:
                node.set_editor_property("sampler_type", unreal.MaterialSamplerType.SAMPLERTYPE_LINEAR_COLOR)
            function._nodes.append(node)
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    material = tools.create_asset("M_Texeleton_AnimToTexture", CONTENT + "/Shared", unreal.Material, unreal.MaterialFactoryNew())
    call = unreal.MaterialEditingLibrary.create_material_expression(material, unreal.MaterialExpressionMaterialFunctionCall)
    call._values["material_function"] = function
    material.set_editor_property("use_material_attributes", True)
    material.set_editor_property("used_with_instanced_static_meshes", True)
    return material


def script(out, stem, description):
    """Reports a missing material, sets everything if it exists, and reports manual changes."""
    unreal.reset()
    lines = execute(out, stem, "animtotexture")
    check(len(lines) == 2 and "M_Texeleton_AnimToTexture is missing" in lines[0] and "README" in lines[0],
          "the material is asked for, and nothing else is wrong: %s" % lines)
    check(execute(out, stem, "import")[-1].endswith("PASS"), stem + ": the character imports beside it")
    material = plug_in_material(description["animToTexture"])
    lines = execute(out, stem, "animtotexture")
    check(lines[-1].endswith("PASS"), "%s: %s" % (stem, lines))
    from texeleton_unreal import anim_to_texture, importer
    place = importer.Place(os.path.join(out, description["folder"], description["asset"] + ".texeleton.json"), CONTENT)
    mesh = unreal.assets["%s/%s/SM_%s_AnimToTexture" % (CONTENT, description["asset"], description["asset"])]
    runpy.run_path(os.path.join(out, stem + ".animtotexture.crowd.py"))
    actor = [call for call in unreal.calls if call == "EditorActorSubsystem.spawn_actor_from_class"]
    check(len(actor) == 1, "the example puts one actor into the level")
    component = anim_to_texture.add_anim_to_texture_crowd(place.file(description["asset"] + ".texeleton.json"), CONTENT, 7)._components[0]
    clips = description["animToTexture"]["clips"]
    check(component.get_editor_property("static_mesh") is mesh and len(component._instances) == 7, "seven instances of the plug-in's mesh")
    for index, instance in enumerate(component._instances):
        clip = clips[index % len(clips)]
        check(instance["data"] == [0.37 * index, clip["playRate"], clip["startFrame"], clip["endFrame"]],
              "custom data in the plug-in's order: offset, rate, first and last frame: %s" % instance["data"])
    slots = mesh.get_editor_property("static_materials")
    check(all("AnimToTexture" in slot.get_editor_property("material_interface").get_name() for slot in slots), "instances are in the slots")

    def told(what, *words):
        found = anim_to_texture.problems(place)
        check(any(all(word in line for word in words) for line in found), "%s is told: %s" % (what, found))

    instance = slots[0].get_editor_property("material_interface")
    scalars, vectors, switches = anim_to_texture.parameters(description["animToTexture"])
    wrong = {**{name: value + 1.0 for name, value in scalars.items()}, **{name: unreal.LinearColor() for name in vectors},
             **{name: not value for name, value in switches.items()}}
    for name, value in wrong.items():
        kept = instance._set[name]
        instance._set[name] = value
        told(name, name)
        instance._set[name] = kept
    mesh._values["light_map_coordinate_index"] = 1
    told("a lightmap in the channel of the texels", "light_map_coordinate_index")
    mesh._values["light_map_coordinate_index"] = 0
    material._values["use_material_attributes"] = False
    told("a material without attributes", "use_material_attributes")
    material._values["use_material_attributes"] = True
    texture = unreal.assets["%s/%s/T_%s_AnimToTexture_%s" % (CONTENT, description["asset"], description["asset"],
                                                             description["animToTexture"]["images"][0]["role"])]
    texture._values["srgb"] = True
    told("sRGB", "srgb")
    texture._values["srgb"] = False
    check(anim_to_texture.problems(place) == [], "all mended: nothing to tell")


def guide(out, stem, description):
    """The README names the settings of the data asset, with this character's numbers."""
    plan = description["animToTexture"]
    with open(os.path.join(out, stem + ".README.md"), encoding="utf-8") as stream:
        text = stream.read()
    kind = "Bone" if plan["mode"] == "bone" else "Vertex"
    wanted = ["Asset->NumFrames = %d;" % plan["numFrames"], "Asset->%sRowsPerFrame = %d;" % (kind, plan["rowsPerFrame"]),
              "MF_%sAnimation" % kind, "M_Texeleton_AnimToTexture"]
    wanted += ["| %s | %d | %d |" % (clip["name"], clip["startFrame"], clip["endFrame"]) for clip in plan["clips"]]
    for words in wanted:
        check(words in text, "%s: the guide says %s" % (stem, words))


def refused(folder):
    """A pack with stretched bones is refused with a message; in vertex mode it is accepted."""
    pack = os.path.join(ROOT, "tests", "vectors", "bone-half.texpack")
    result = run(CLI, "export", pack, "--engine", "unreal", "-o", os.path.join(folder, "refused"), "--option", "anim-to-texture", ok=False)
    said = result.stdout + result.stderr
    check(result.returncode != 0 and ("stretched or sheared" in said or "mirrored" in said) and 'in frame ' in said and "bake it with --mode vertex" in said,
          "stretched bones are refused in words: " + said)
    check(not os.path.exists(os.path.join(folder, "refused", "bone-half.import.py")), "and nothing is written")
    case = exported_pack(folder, "vertex-half", os.path.join(ROOT, "tests", "vectors", "vertex-half.texpack"), "--option", "anim-to-texture")
    return pose_case(folder, "vertex-half", case)


def without_option(folder):
    case = exported(folder, "plain", "@samples/banner.glb", [])
    check("animToTexture" not in case[3] and not [file for file in os.listdir(case[0]) if "animtotexture" in file], "only when asked for")


def main():
    total = loops = 0
    with Folder() as folder:
        for name, file, options in CASES:
            case = exported(folder, name, file, options, "--option", "anim-to-texture")
            if case is None:
                continue
            out, stem, _, description, _ = case
            total += pose_case(folder, name, case)
            loops += autoplay(out, name, description)
            guide(out, stem, description)
            if name in ("banner", "lantern-knight"):
                script(out, stem, description)
        total += refused(folder)
        without_option(folder)
    check(total > 10000 and loops > 3, "%d vertices, %d moments of loops" % (total, loops))
    finish()


main()
