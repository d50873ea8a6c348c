"""The script and files of an export, with a stand-in of Unreal's Python module (stub/unreal.py)."""

import ast
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys

from common import CASES, CLI, HERE, ROOT, Folder, check, exported, finish, np, read_mesh, read_texture, run, skip, unreal

try:
    import jsonschema
except ImportError:
    skip("python3-jsonschema is not installed")

CONTENT = "/Game/Texeleton"


def hashes(folder):
    result = {}
    for where, _, files in os.walk(folder):
        for name in files:
            if not name.endswith((".pyc",)):
                with open(os.path.join(where, name), "rb") as stream:
                    result[os.path.relpath(os.path.join(where, name), folder)] = hashlib.sha256(stream.read()).hexdigest()
    return result


def execute(out, stem, what):
    """Runs NAME.what.py as the editor does, in a project of the stub."""
    unreal.log_lines.clear()
    runpy.run_path(os.path.join(out, "%s.%s.py" % (stem, what)))
    check(unreal.console_value("Interchange.FeatureFlags.Import.FBX") == 1, "the project's importer of FBX is as before")
    return [text for _, text in unreal.log_lines]


def tables(out, description):
    """DataTables against the schemas, and row names by Unreal's comparison."""
    with open(os.path.join(HERE, "schemas.json"), encoding="utf-8") as stream:
        schemas = json.load(stream)
    for kind, schema in schemas.items():
        file = os.path.join(out, description["folder"], "DT_%s_%s.json" % (description["asset"], kind.capitalize()))
        with open(file, encoding="utf-8") as stream:
            rows = json.load(stream)
        try:
            jsonschema.validate(rows, schema)
        except jsonschema.ValidationError as error:
            check(False, "%s: %s" % (file, error.message))
        names = [row["Name"].lower() for row in rows]
        check(len(set(names)) == len(names), kind + ": row names differ in more than case")
        if kind == "clips":
            check([row["Clip"] for row in rows] == list(range(len(rows))), "clips are numbered")


def canary_vectors():
    with open(os.path.join(ROOT, "tests", "vectors", "canary.json"), encoding="utf-8") as stream:
        return json.load(stream)


def canary_names():
    """The check's diagnosis against the vectors; every damage has words."""
    from texeleton_unreal import canary
    vectors = canary_vectors()
    for case in vectors["cases"]:
        exported = case["exported"]
        size = (exported["width"], exported["height"])
        texels = np.array(case["texels"]).reshape(-1, 4)
        names = (["resized"] if size != (case["width"], case["height"]) else canary.diagnose(
            size, exported["canaryRow"], exported["pixelFormat"] == "rgba32f", lambda x, y: texels[y * size[0] + x]))
        check(names == case["names"], "canary, %s: %s" % (case["what"], names))
    for damage in vectors["damages"]:
        check(damage["name"] in canary.words([damage["name"]]), "words of " + damage["name"])
    print("canary: %d cases" % len(vectors["cases"]))


def tail(out, description, name):
    """Canary and clips of the texture, by the comment in moment.hlsl."""
    width, height, texels, _ = read_texture(os.path.join(out, description["folder"], description["texture"]["file"]))
    flat = texels[description["texture"]["tailRow"]:].reshape(-1, 4).astype(np.float64)
    known = canary_vectors()["texels"]["rgba32f" if description["texture"]["float32"] else "rgba16f"]
    check(np.abs(flat[:8] - np.array(known)).max() < 1e-3, name + ": canary")
    for number, clip in enumerate(description["clips"]):
        a, b, c = flat[8 + 3 * number:11 + 3 * number]
        check(a[0] + 256 * a[1] + 65536 * a[2] == clip["firstFrame"] and a[3] == (1 if clip["loop"] else 0),
              name + ": first frame of " + clip["name"])
        check(b[0] + 256 * b[1] == clip["frameCount"], name + ": frames of " + clip["name"])
        step = b[2] + 256 * b[3] + 65536 * c[0] + 2 ** 24 * c[1] + 2 ** 32 * c[2] + 2 ** 40 * c[3]
        wanted = 2 ** 48 / (1024 * clip["lengthSeconds"]) if clip["lengthSeconds"] > 0 else 0
        check(abs(step - min(wanted, 2 ** 48 - 1)) <= 1, name + ": step of " + clip["name"])
    for x, y, *values in description["texture"]["texels"]:
        check([float(v) for v in texels[y][x]] == values, name + ": described texel %d, %d" % (x, y))


def settings_are_seen(out, stem, description):
    """The check reports each setting that is changed by hand; the GPU's texels give the reason."""
    from texeleton_unreal import importer, materials, settings
    asset = description["asset"]
    texture = unreal.assets["%s/%s/T_%s_Animation" % (CONTENT, asset, asset)]
    mesh = unreal.assets["%s/%s/SM_%s" % (CONTENT, asset, asset)]
    master = unreal.assets[CONTENT + "/Shared/M_Texeleton_" + description["mode"].capitalize()]
    editor = unreal.get_editor_subsystem(unreal.StaticMeshEditorSubsystem)

    def told(what, *words):
        lines = execute(out, stem, "check")
        check(any(all(word in line for word in words) for line in lines), "%s is told: %s" % (what, lines))
        check(not any(line.endswith("PASS") for line in lines), what + " does not pass")

    for name, value in settings.animation_texture(description["texture"]["float32"]).items():
        kept = texture._values[name]
        texture._values[name] = (not value if isinstance(value, bool) else value + 64 if isinstance(value, int)
                                 else unreal.EnumEntry(value.enum, "SOMETHING_ELSE"))
        told(name, name)
        texture._values[name] = kept
    texture._values["srgb"] = True
    told("sRGB on the GPU", "srgb-decoded", "untick sRGB")
    texture._values["srgb"] = False
    texture._values["compression_settings"] = unreal.EnumEntry("TextureCompressionSettings", "TC_BC7")
    told("compression on the GPU", "8-bit", "HDR (RGBA16F)")
    texture._values.update(settings.animation_texture(description["texture"]["float32"]))
    for name, value in settings.mesh_build().items():
        mesh._builds[-1]._values[name] = not value
        told(name, name)
        mesh._builds[-1]._values[name] = value
    mesh._nanite._values["enabled"] = True
    told("Nanite", "Nanite")
    mesh._nanite._values["enabled"] = False
    for name, value in settings.mesh(description, description["meshes"][0]).items():
        kept = mesh._values[name]
        mesh._values[name] = unreal.Vector(-500.0, -500.0, -500.0) if isinstance(value, unreal.Vector) else (
            not value if isinstance(value, bool) else value + 1)
        told(name, name)
        mesh._values[name] = kept
    mesh._levels[-1]["uvs"].append(mesh._levels[-1]["uvs"][0])
    told("a further set of texture coordinates", "sets of texture coordinates")
    mesh._levels[-1]["uvs"].pop()
    for name, value in settings.material().items():
        kept = master._values[name]
        master._values[name] = (not value if isinstance(value, bool) else value + 1 if isinstance(value, (int, float))
                                else unreal.EnumEntry(value.enum, "SOMETHING_ELSE"))
        told(name, name)
        master._values[name] = kept
    kept = master._properties.pop("MP_WORLD_POSITION_OFFSET")
    told("a cut connection", "MP_WORLD_POSITION_OFFSET")
    master._properties["MP_WORLD_POSITION_OFFSET"] = kept
    check(execute(out, stem, "check")[-1].endswith("PASS"), "all mended: it passes")
    check(editor.get_lod_count(mesh) == len(description["meshes"][0]["files"]), "levels of detail")


def graph(description):
    """Every input of every node is connected; parameters have the names that instances set."""
    for path, asset in unreal.assets.items():
        for node in asset.__dict__.get("_nodes", []):
            inputs, _ = unreal._pins(node)
            optional = {"MipValue"}
            missing = [name for name in inputs if name not in node._inputs and name not in optional]
            check(not missing, "%s: inputs %s of %s" % (path, missing, type(node).__name__))
            if type(node).__name__ == "MaterialExpressionCustom":
                # An undefined name in the code would otherwise be found only by the engine's compiler.
                code = re.sub(r"//.*", "", node.get_editor_property("code"))
                for name in inputs:
                    check(re.search(r"\b%s\b" % re.escape(name), code) is not None,
                          "%s: the code uses its input %s" % (path, name))


def used_api():
    """Every name of Unreal's module in the scripts is in the table."""
    folder = os.path.join(ROOT, "resources", "engines", "unreal", "texeleton_unreal")
    names = set()
    for name in sorted(os.listdir(folder)):
        if name.endswith(".py"):
            with open(os.path.join(folder, name), encoding="utf-8") as stream:
                for node in ast.walk(ast.parse(stream.read())):
                    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "unreal":
                        names.add(node.attr)
    functions = {"log", "log_warning", "log_error", "get_editor_subsystem", "get_engine_subsystem"}
    check(names - functions <= set(unreal._API), "unknown names: %s" % sorted(names - functions - set(unreal._API)))
    for wrong in (lambda: unreal.Texture2D().set_editor_property("sRGB", False),
                  lambda: unreal.Texture2D().set_editor_property("srgb", 0),
                  lambda: unreal.StaticMeshEditorSubsystem().import_lod(None, "1", "x"),
                  lambda: unreal.MaterialEditingLibrary.recompile_material(unreal.Texture2D()),
                  lambda: unreal.TextureMipGenSettings.TMGS_NOMIPMAPS):
        try:
            wrong()
            check(False, "the stand-in takes a wrong call")
        except (TypeError, AttributeError):
            pass


def odd_names(folder):
    """Names that Unreal does not accept are changed and reported; two that it would take for one are refused."""
    source = os.path.join(folder, "one.texpack")
    run(CLI, "bake", os.path.join(ROOT, "resources", "samples", "banner.glb"), "-o", source)
    out = os.path.join(folder, "odd")
    stems = []
    for name in ("Ä knight, (v2)", "Ö knight, (v2)", "None"):
        pack = os.path.join(folder, name + ".texpack")
        shutil.copytree(source, pack)
        run(CLI, "export", pack, "--engine", "unreal", "-o", out)
    for entry in sorted(os.listdir(out)):
        if entry.endswith(".import.py"):
            stems.append(entry[:-len(".import.py")])
    check(len(stems) == 3, "three characters")
    unreal.reset()
    for stem in stems:
        check(execute(out, stem, "import")[-1].endswith("PASS"), stem + " imports")
        with open(os.path.join(out, stem + ".README.md"), encoding="utf-8") as stream:
            told = "Names that had to change" in stream.read()
        check(told == (stem != "None"), stem + ": what changed is told")
    check(len({path.split("/")[3] for path in unreal.assets}) == 4, "folders of their own")
    # Another character in an occupied folder.
    place = [path for path in unreal.assets if path.endswith("T_None_Animation")][0]
    unreal.assets[place]._tags["TexeletonCharacter"] = "none at all"
    try:
        execute(out, "None", "import")
        check(False, "a taken folder is refused")
    except RuntimeError as error:
        check("none at all" in str(error) and "Rename" in str(error), "the refusal says why: %s" % error)


def project(folder):
    """Two characters in one folder, exported twice, a file edited in between."""
    out = os.path.join(folder, "project")
    for name in ("banner", "lantern-knight"):
        run(CLI, "export", os.path.join(ROOT, "resources", "samples", name + ".glb"), "--engine", "unreal", "-o", out)
    before = hashes(out)
    with open(os.path.join(out, "banner.README.md"), "a", encoding="utf-8") as stream:
        stream.write("A note of mine.\n")
    with open(os.path.join(out, "mine.txt"), "w", encoding="utf-8") as stream:
        stream.write("mine")
    for name in ("banner", "lantern-knight"):
        run(CLI, "export", os.path.join(ROOT, "resources", "samples", name + ".glb"), "--engine", "unreal", "-o", out)
    after = hashes(out)
    changed = {file for file in after if after[file] != before.get(file)} | set(before) - set(after)
    check(changed == {"banner.README.md", "mine.txt"}, "only what was edited differs: %s" % sorted(changed))
    other = os.path.join(folder, "again")
    run(CLI, "export", os.path.join(ROOT, "resources", "samples", "banner.glb"), "--engine", "unreal", "-o", other)
    again = hashes(other)
    same = [file for file in again if file.startswith("banner/") or file.startswith("texeleton/")]
    check(len(same) > 8 and all(again[file] == before[file] for file in same), "twice gives the same bytes")
    unreal.reset()
    for stem in ("banner", "lantern-knight"):
        check(execute(out, stem, "import")[-1].endswith("PASS"), stem + " imports beside the other")
    count, made = len(unreal.assets), unreal.calls.count("MaterialEditingLibrary.recompile_material")
    instance = [asset for path, asset in unreal.assets.items() if "/MI_banner" in path][0]
    check(execute(out, "banner", "import")[-1].endswith("PASS"), "imports again")
    check(len(unreal.assets) == count, "nothing twice")
    check(unreal.calls.count("MaterialEditingLibrary.recompile_material") == made, "masters are built once a version")
    check(instance is [a for p, a in unreal.assets.items() if "/MI_banner" in p][0], "the same assets, so that levels "
          "keep them")


def own_structs(out, stem):
    """A project with FTexeletonClipRow and the other structs gets tables with their columns."""
    with open(os.path.join(ROOT, "resources", "engines", "unreal", "TexeletonRows.h"), encoding="utf-8") as stream:
        header = stream.read()
    for name, body in re.findall(r"struct F(\w+) : public FTableRowBase\s*\{(.*?)\n\};", header, re.S):
        struct = type(name, (unreal.StructBase,), {})
        struct._columns = re.findall(r"^ +\w+ (\w+)(?: = [^;]*)?;", body, re.M)
        unreal._API[name] = {"base": "StructBase"}
        setattr(unreal, name, struct)
    try:
        unreal.reset()
        check(execute(out, stem, "import")[-1].endswith("PASS"), "imports with structs of the project")
    finally:
        for name in ("TexeletonClipRow", "TexeletonEventRow", "TexeletonSocketRow", "TexeletonMaskRow"):
            delattr(unreal, name)


def crowd(out, stem, description):
    execute(out, stem, "import")
    from texeleton_unreal import crowd as example
    file = os.path.join(out, description["folder"], description["asset"] + ".texeleton.json")
    actor = example.add_crowd(file, CONTENT, 10)
    component = actor._components[0]
    check(len(component._instances) == 10 and all(len(i["data"]) == 13 for i in component._instances), "ten instances")
    check(component._instances[0]["data"] == example.instance_data(0), "their data")
    check(component.get_editor_property("static_mesh") is not None, "their mesh")


def crowd_functions(folder):
    """TexeletonCrowd.h, compiled with stand-ins of the engine's types, writes the data that crowd.py writes; TexeletonQueue.h."""
    compiler = shutil.which("g++") or shutil.which("clang++")
    if compiler is None:
        print("without TexeletonCrowd.h: there is no C++ compiler")
        return
    from texeleton_unreal.crowd import instance_data
    stand_ins = os.path.join(folder, "stand-ins")
    for name in ("Components/InstancedStaticMeshComponent.h", "CoreMinimal.h", "Kismet/BlueprintFunctionLibrary.h",
                 "Components/ActorComponent.h", "Engine/DataTable.h", "TexeletonCrowd.generated.h", "TexeletonRows.generated.h",
                 "TexeletonQueue.generated.h"):
        os.makedirs(os.path.dirname(os.path.join(stand_ins, name)), exist_ok=True)
        open(os.path.join(stand_ins, name), "w").close()
    for name in ("crowd_test", "queue_test"):
        run(compiler, "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsanitize=address,undefined", "-I", stand_ins,
            "-I", os.path.join(ROOT, "resources", "engines", "unreal"), os.path.join(HERE, "stub", name + ".cpp"),
            "-o", os.path.join(folder, name))
    queue = subprocess.run([os.path.join(folder, "queue_test")], capture_output=True, text=True, check=False)
    check(queue.returncode == 0, "TexeletonQueue.h: %s%s" % (queue.stdout, queue.stderr))
    program = os.path.join(folder, "crowd_test")
    lines = [line.split() for line in run(program).stdout.splitlines()]
    data = {line[0]: [float(value) for value in line[1:]] for line in lines}
    nothing = [0.0] * 8
    fade = (2, 3.5, 1.25, 5.0, 0.5)
    look = dict(tint=(0.25, 0.5, 0.75), palette=3.0, stepped=True)
    check(data["init"] == instance_data(2, 3.5, 1.25) + nothing, "TexeletonCrowd.h: a new instance")
    check(data["fade"] == instance_data(1, 5.0, fade=fade) + nothing, "TexeletonCrowd.h: a fade")
    check(data["look"] == instance_data(1, 5.0, fade=fade, **look) + nothing, "TexeletonCrowd.h: tint and steps")
    layer = (3, 6.0, 2.0, 40, 6.0, 0.25)
    check(data["layer"] == instance_data(1, 5.0, fade=fade, layer=(*layer, 0, 0), **look), "TexeletonCrowd.h: a layer")
    check(data["stop"] == instance_data(1, 5.0, fade=fade, layer=(*layer, 8.0, 0.5), **look),
          "TexeletonCrowd.h: the end of a layer")
    check(data["left"] == [0.5, 0.0] and data["plain"] == [7.0] and len(data) == 7, "TexeletonCrowd.h: %s" % data)


def blender_reads(folder, out, description):
    """Another FBX importer: Blender's, which does not undo Unreal's mirrored Y and flipped V."""
    if shutil.which("blender") is None:
        print("without Blender, which is not installed")
        return
    file = os.path.join(out, description["folder"], description["meshes"][0]["files"][0])
    result = os.path.join(folder, "blender.json")
    run("blender", "-b", "--factory-startup", "--python-exit-code", "1", "--python",
        os.path.join(HERE, "read_fbx_in_blender.py"), "--", file, result)
    with open(result, encoding="utf-8") as stream:
        meshes = json.load(stream)
    check(len(meshes) == 1, "Blender: one mesh")
    theirs, ours = meshes[0], read_mesh(file)
    check(theirs["corners"] == list(ours["corners"]) and theirs["materials"] == list(ours["materials"]),
          "Blender: triangles and their materials")
    check(theirs["uvNames"] == ours["uvNames"] and theirs["slots"] == ours["slots"], "Blender: names")
    mirrored = np.array(ours["points"]) * [1.0, -1.0, 1.0]
    size = np.ptp(mirrored, axis=0).max()
    check(np.abs(np.array(theirs["points"]) - mirrored).max() < 1e-6 * size, "Blender: points")
    for layer, (a, b) in enumerate(zip(theirs["uvs"], ours["uvs"])):
        turned = np.array(b) * [1.0, -1.0] + [0.0, 1.0]
        check(np.abs(np.array(a) - turned).max() < 1e-6 * max(1.0, np.abs(turned).max()), "Blender: set %d" % layer)
    print("Blender reads %d points, %d sets of texture coordinates" % (len(theirs["points"]), len(theirs["uvs"])))


def main():
    used_api()
    with Folder() as folder:
        first = None
        for name, file, options in CASES:
            case = exported(folder, name, file, options)
            if case is None:
                continue
            out, stem, _, description, _ = case
            first = first or case
            unreal.reset()
            lines = execute(out, stem, "import")
            check(lines[-1].endswith("PASS"), "%s imports: %s" % (name, lines))
            check(execute(out, stem, "check")[-1].endswith("PASS"), name + ": the check passes")
            tables(out, description)
            tail(out, description, name)
            graph(description)
            if name == "lantern-knight":
                settings_are_seen(out, stem, description)
                own_structs(out, stem)
                crowd(out, stem, description)
                crowd_functions(folder)
                blender_reads(folder, out, description)
            print("%-16s %d assets, %d calls" % (name, len(unreal.assets), len(unreal.calls)))
        canary_names()
        odd_names(folder)
        project(folder)
    print("%d names of Unreal's reference used" % len(unreal.used))
    finish()


main()
