"""blender -b --factory-startup --python run_openvat_blender.py -- CLI REPOSITORY MODELS SCRATCH NODES: OpenVAT's own
reader for Blender, the node group ov_vat-decoder-vs of its vat_node_groups.blend (NODES), run on files of the target
`openvat`, against Blender's own import of the sources. The file was made with Blender 4.4; only this group opens in
Blender 3.4."""
import json
import os
import shutil
import subprocess
import sys

import bpy
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "blender"))
from blender_scene import all_vertices, largest_distance, meshes, play_in_source, show, start_afresh, vertices_of, with_one_clip

cli, repository, models, scratch, nodes = sys.argv[sys.argv.index("--") + 1 :][:5]
failures = []
checked = 0


def check(what, passed, detail=""):
    global checked
    checked += 1
    print("PASS" if passed else "FAIL", what, detail, flush=True)
    if not passed:
        failures.append(what)


def decoder(body, folder, name):
    """The modifier as OpenVAT's add-on sets it up (core.py)."""
    with bpy.data.libraries.load(nodes) as (_, wanted):
        wanted.node_groups = ["ov_vat-decoder-vs"]
    with open(os.path.join(folder, f"{name}-remap_info.json"), encoding="utf-8") as file:
        info = json.load(file)["os-remap"]
    image = bpy.data.images.load(os.path.join(folder, f"{name}_vat.exr"))
    image.colorspace_settings.name = "Non-Color"
    modifier = body.modifiers.new("vat", "NODES")
    modifier.node_group = wanted.node_groups[0]
    values = {"framecount": info["Frames"], "resY": image.size[1], "Image": image, "frame_start": 1.0}
    for axis, letter in enumerate("xyz"):
        values[f"{letter}_min"] = float(info["Min"][axis])
        values[f"{letter}_max"] = float(info["Max"][axis])
    group = modifier.node_group
    inputs = group.inputs if hasattr(group, "inputs") else [  # Blender 3; from 4.0 on the group has an interface.
        item for item in group.interface.items_tree if item.item_type == "SOCKET" and item.in_out == "INPUT"]
    for socket in inputs:
        if socket.name == "UV":
            modifier[f"{socket.identifier}_use_attribute"] = 1
            modifier[f"{socket.identifier}_attribute_name"] = body.data.uv_layers[1].name
        elif socket.name in values:
            modifier[socket.identifier] = values[socket.name]
    return info["Frames"]


def compare(source, clip, *options):
    name = os.path.splitext(os.path.basename(source))[0]
    what = " ".join([name, clip, *options])
    folder = os.path.join(scratch, what.replace(" ", ""))
    pack = os.path.join(folder, "source", f"{name}.texpack")
    os.makedirs(os.path.dirname(pack))
    subprocess.run([cli, "bake", source, "-o", pack, "--quiet", "--fps", "30", "--clip", clip, "--no-measure", *options], check=True)
    subprocess.run([cli, "export", pack, "--engine", "openvat", "-o", folder, "--quiet"], check=True)
    with open(os.path.join(pack, "manifest.json"), encoding="utf-8") as file:
        manifest = json.load(file)
    baked = manifest["clips"][0]
    start_afresh()
    bpy.ops.import_scene.gltf(filepath=os.path.join(folder, f"{name}_vat", f"{name}.glb"))
    bodies = meshes()
    check(f"{what}: one mesh", len(bodies) == 1, len(bodies))
    frames = decoder(bodies[0], os.path.join(folder, f"{name}_vat"), name)
    check(f"{what}: frames", frames == baked["frameCount"], frames)
    places = sorted({0, frames // 3, frames // 2, (4 * frames) // 5})
    shown = []
    for place in places:
        show(1 + place)
        shown.append(vertices_of(bodies[0]))
    moved = max(np.abs(points - shown[0]).max() for points in shown)
    start_afresh()
    bpy.ops.import_scene.gltf(filepath=with_one_clip(source, clip, scratch) if source.endswith(".glb") else source)
    play_in_source(clip)
    worst = 0.0
    steps = frames if baked["loop"] else frames - 1
    for place, points in zip(places, shown):
        show(baked["lengthSeconds"] * place / steps * bpy.context.scene.render.fps)
        worst = max(worst, largest_distance(points, all_vertices()))
    size = manifest["sizeMetres"]
    check(f"{what}: OpenVAT's decoder agrees with Blender's own import", worst < 1e-3 * size, f"{worst / size:.2e} of the size")
    check(f"{what}: it moves", moved > 0.01 * size, f"{moved / size:.2f}")


shutil.rmtree(scratch, ignore_errors=True)
compare(os.path.join(repository, "resources", "samples", "lantern-knight.glb"), "Walk")
if os.path.isdir(models):
    compare(os.path.join(models, "fox.glb"), "Run", "--mode", "vertex")
    compare(os.path.join(models, "kenney-character", "kenney-character.glb"), "walk")
print(f"{checked - len(failures)} passed, {len(failures)} failed")
sys.exit(0 if not failures and checked > 0 else 1)
