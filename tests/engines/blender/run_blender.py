"""blender -b --factory-startup --python run_blender.py -- CLI REPOSITORY MODELS SCRATCH: the importer of the target
`blender`, compared with the test vectors and, for sources, with Blender's own import. Exit code 1 if they differ."""
import json
import math
import os
import shutil
import subprocess
import sys

import bpy
import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from blender_scene import all_vertices, largest_distance, play_in_source, show, start_afresh, vertices_of, with_one_clip

cli, repository, models, scratch = sys.argv[sys.argv.index("--") + 1 :][:4]
checked = 0
failures = []


def check(what, passed, detail=""):
    global checked
    checked += 1
    if not passed:
        failures.append(f"{what}: {detail}")
        print("FAILED", what, detail, flush=True)


def importer(path):
    scope = {"__name__": "texeleton_import", "__file__": path}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), scope)
    return scope


def import_into_blender(export_folder, name):
    """Uses the script of the export, not that of the source tree."""
    scope = importer(os.path.join(export_folder, "texeleton", "blender", "texeleton_import.py"))
    return scope["import_pack"](os.path.join(export_folder, f"{name}.texpack"))


def marker_of(clip):
    return next(marker.frame for marker in bpy.context.scene.timeline_markers if marker.name == clip)


def export(source, folder, *options):
    name = os.path.splitext(os.path.basename(source))[0]
    pack = os.path.join(folder, f"{name}.texpack")
    os.makedirs(folder, exist_ok=True)
    if source.endswith(".texpack"):
        shutil.copytree(source, os.path.join(folder, "source", f"{name}.texpack"))
        pack = os.path.join(folder, "source", f"{name}.texpack")
    else:
        pack = os.path.join(folder, "source", f"{name}.texpack")
        os.makedirs(os.path.dirname(pack))
        subprocess.run([cli, "bake", source, "-o", pack, "--quiet", "--fps", "30", "--pixel-format", "rgba32f",
                        "--no-measure", *options], check=True)
    subprocess.run([cli, "export", pack, "--engine", "blender", "-o", folder, "--quiet"], check=True)
    with open(os.path.join(folder, f"{name}.texpack", "manifest.json"), encoding="utf-8") as file:
        return name, json.load(file)


def scene_frame(manifest, shown):
    """The frame of the scene that shows two frames of the texture with the fraction between them."""
    current, _, fraction = shown
    for clip in manifest["clips"]:
        place = current - clip["frameBegin"]
        if 0 <= place < clip["frameCount"] and clip["lengthSeconds"] > 0:
            steps = clip["frameCount"] if clip["loop"] else clip["frameCount"] - 1
            return marker_of(clip["name"]) + clip["lengthSeconds"] * bpy.context.scene.render.fps * (place + fraction) / steps
    return None


def from_pack(point):
    x, y, z = point
    return np.array([x, -z, y])


def against_vectors(name):
    """Every vertex and socket decoded by core, between frames too."""
    start_afresh()
    folder = os.path.join(scratch, name)
    _, manifest = export(os.path.join(repository, "tests", "vectors", f"{name}.texpack"), folder)
    packs = []
    for vectors_file in ("decoded.json", "uneven.json"):
        with open(os.path.join(repository, "tests", "vectors", vectors_file), encoding="utf-8") as file:
            packs += json.load(file)["packs"]
    entry = next(entry for entry in packs if entry["pack"] == f"{name}.texpack")
    body = import_into_blender(folder, name)
    shown_count = 0
    for shown in entry["shown"]:
        frame = scene_frame(manifest, shown["frames"])
        if frame is None:
            continue
        shown_count += 1
        show(frame)
        points = vertices_of(body)
        for expected in shown["vertices"]:
            far = np.linalg.norm(points[expected["vertex"]] - from_pack(expected["position"]))
            check(f"{name} at {shown['frames']}, vertex {expected['vertex']}", far < 2e-4 * manifest["sizeMetres"], far)
        for socket, expected in zip(manifest["sockets"], shown["sockets"]):
            empty = bpy.data.objects[socket["name"]].evaluated_get(bpy.context.evaluated_depsgraph_get())
            position, rotation, _ = empty.matrix_world.decompose()
            far = np.linalg.norm(np.array(position) - from_pack(expected["position"]))
            check(f"{name} at {shown['frames']}, socket {socket['name']}", far < 1e-3 * manifest["sizeMetres"], far)
            if shown["frames"][2] == 0.0:  # Between frames Blender blends rotations, not matrices.
                x, y, z, w = expected["rotation"]
                turn = rotation.inverted() @ type(rotation)((w, x, -z, y))
                check(f"{name} at {shown['frames']}, turn of {socket['name']}", 2 * math.acos(min(1.0, abs(turn.w))) < 0.02,
                      turn)
    check(f"{name}: moments", shown_count >= 3, shown_count)
    names = [marker.name for marker in bpy.context.scene.timeline_markers]
    for clip in manifest["clips"]:
        check(f"{name}: a marker for {clip['name']}", clip["name"] in names, names)
        for event in clip.get("events", []):
            check(f"{name}: a marker for {event['name']}", event["name"] in names, names)


def refuses(pack):
    """Unknown encodings are refused by name: by the export, and by the script if it gets such a pack."""
    with open(os.path.join(pack, "manifest.json"), encoding="utf-8") as file:
        encoding = json.load(file)["encoding"]
    run = subprocess.run([cli, "export", pack, "--engine", "blender", "-o", os.path.join(scratch, "refused"), "--quiet"],
                         capture_output=True, text=True, check=False)
    check(f"{pack} is not exported", run.returncode != 0 and f"the encoding {encoding}" in run.stderr, run.stderr)
    said = ""
    try:
        importer(os.path.join(repository, "resources", "engines", "blender", "texeleton_import.py"))["import_pack"](pack)
    except Exception as error:  # A PackError of a module that is not imported here.
        said = str(error)
    check(f"{pack} is not imported", f"the encoding {encoding}" in said, said)


def against_source(source, *options):
    """World positions of the pack's vertices and of Blender's own import, at frames of every clip."""
    folder = os.path.join(scratch, "source-" + os.path.splitext(os.path.basename(source))[0] + "-".join(options))
    name, manifest = export(source, folder, *options)
    what = f"{name} {' '.join(options)}"
    moments = []
    start_afresh()
    body = import_into_blender(folder, name)
    fps = bpy.context.scene.render.fps
    for clip in manifest["clips"]:
        steps = clip["frameCount"] if clip["loop"] else clip["frameCount"] - 1
        for place in sorted({0, clip["frameCount"] // 3, clip["frameCount"] // 2, (4 * clip["frameCount"]) // 5}):
            time = clip["lengthSeconds"] * place / max(steps, 1)
            show(marker_of(clip["name"]) + time * fps)
            source_name = clip.get("source", {}).get("name", clip["name"])
            moments.append((source_name, clip.get("source", {}).get("from", 0.0) + time, vertices_of(body)))
    worst = 0.0
    moved = 0.0
    compared = 0
    shown = None
    for clip, time, points in moments:
        if clip != shown:
            start_afresh()
            bpy.ops.import_scene.gltf(filepath=with_one_clip(source, clip, scratch))
            for mesh in bpy.data.meshes:  # Blender clamps weights to the range of its sliders.
                for block in mesh.shape_keys.key_blocks if mesh.shape_keys else []:
                    block.slider_min, block.slider_max = -10.0, 10.0
            shown = clip
            if not play_in_source(clip):
                continue
        show(time * fps)
        far = largest_distance(points, all_vertices())
        if far > worst:
            print(f"  {clip} at {time:.3f} s: {far / manifest['sizeMetres']:.2e}")
        worst = max(worst, far)
        moved = max(moved, np.abs(points - moments[0][2]).max())
        compared += 1
    size = manifest["sizeMetres"]
    print(f"{what}: {compared} moments, largest distance {worst / size:.2e} of the size, moves by {moved / size:.2f}", flush=True)
    check(f"{what}: agrees with Blender's own import", worst < 1e-3 * size, worst / size)
    check(f"{what}: something moves, all clips are there", moved > 0.01 * size and compared >= 4, (moved, compared))


shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(scratch)
for vectors in ("bone-half", "bone-float-folded", "vertex-half", "vertex-float-folded", "bone-uneven", "vertex-uneven"):
    against_vectors(vectors)
with open(os.path.join(repository, "tests", "vectors", "encodings.json"), encoding="utf-8") as file:
    for entry in json.load(file)["packs"]:
        refuses(os.path.join(repository, "tests", "vectors", entry["pack"]))
samples = os.path.join(repository, "resources", "samples")
against_source(os.path.join(samples, "lantern-knight.glb"))
against_source(os.path.join(samples, "banner.glb"), "--mode", "vertex")
if os.path.isdir(models):
    against_source(os.path.join(models, "fox.glb"))
    against_source(os.path.join(models, "fox.glb"), "--clip", "Run", "--root-motion", "extract")
    against_source(os.path.join(models, "kaykit-knight.glb"), "--clip", "Walking_A", "--clip", "1H_Melee_Attack_Chop")
    against_source(os.path.join(models, "kaykit-knight.glb"), "--mode", "vertex", "--clip", "Running_A")
else:
    print("without the shared models")
for failure in failures[:20]:
    print(failure)
print(f"{checked - len(failures)} passed, {len(failures)} failed")
sys.exit(0 if not failures and checked > 0 else 1)
