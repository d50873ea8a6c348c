"""blender -b --factory-startup --python run_openvat_blender.py -- CLI REPOSITORY MODELS SCRATCH NODES: OpenVAT's own reader for
Blender, the node group ov_vat-decoder-vs of its vat_node_groups.blend (NODES), run on what the target `openvat` writes, against
Blender's own import of the sources. Its file was made with Blender 4.4; of it this group alone opens in Blender 3.4."""
import json
import math
import os
import shutil
import struct
import subprocess
import sys

import bpy
import numpy as np
from mathutils import Vector
from mathutils.kdtree import KDTree

# Debian 12 pairs Blender 3.4 with a numpy that has lost a name which the glTF importer of 3.4 uses.
if not hasattr(np, "bool"):
    np.bool = bool

cli, repository, models, scratch, nodes = sys.argv[sys.argv.index("--") + 1 :][:5]
failures = []
checked = 0


def check(what, passed, detail=""):
    global checked
    checked += 1
    print("PASS" if passed else "FAIL", what, detail, flush=True)
    if not passed:
        failures.append(what)


def start_afresh():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30


def vertices_of(body):
    evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", points)
    evaluated.to_mesh_clear()
    matrix = np.array(evaluated.matrix_world)
    return points.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]


def meshes():
    return [thing for thing in bpy.context.scene.objects
            if thing.type == "MESH" and thing.visible_get() and not thing.name.startswith("Icosphere")]


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
    for socket in modifier.node_group.inputs:
        if socket.name == "UV":
            modifier[f"{socket.identifier}_use_attribute"] = 1
            modifier[f"{socket.identifier}_attribute_name"] = body.data.uv_layers[1].name
        elif socket.name in values:
            modifier[socket.identifier] = values[socket.name]
    return info["Frames"]


def largest_distance(points, others):
    tree = KDTree(len(others))
    for number, point in enumerate(others):
        tree.insert(Vector(point), number)
    tree.balance()
    return max(tree.find(Vector(point))[2] for point in points)


def with_one_clip(source, clip):
    """A copy of a GLB with one of its clips: what that does not move would stay where another has left it."""
    with open(source, "rb") as file:
        data = file.read()
    (length,) = struct.unpack_from("<I", data, 12)
    gltf = json.loads(data[20 : 20 + length])
    gltf["animations"] = [animation for animation in gltf["animations"] if animation.get("name") == clip]
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    path = os.path.join(scratch, "one-clip.glb")
    with open(path, "wb") as file:
        file.write(data[:8] + struct.pack("<III", 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)
    return path


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
        bpy.context.scene.frame_set(1 + place)
        bpy.context.view_layer.update()
        shown.append(vertices_of(bodies[0]))
    moved = max(np.abs(points - shown[0]).max() for points in shown)
    start_afresh()
    bpy.ops.import_scene.gltf(filepath=with_one_clip(source, clip) if source.endswith(".glb") else source)
    for thing in bpy.data.objects:
        if thing.animation_data:
            for track in thing.animation_data.nla_tracks:
                if track.name == clip:
                    thing.animation_data.action = track.strips[0].action
                track.mute = True
    worst = 0.0
    steps = frames if baked["loop"] else frames - 1
    for place, points in zip(places, shown):
        frame = baked["lengthSeconds"] * place / steps * bpy.context.scene.render.fps
        bpy.context.scene.frame_set(math.floor(frame), subframe=min(frame - math.floor(frame), 0.999999))
        bpy.context.view_layer.update()
        others = np.concatenate([vertices_of(thing) for thing in meshes()])
        worst = max(worst, largest_distance(points, others), largest_distance(others, points))
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
