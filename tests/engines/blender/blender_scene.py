"""Shared by the checks that run in Blender: an empty scene, vertices as shown by Blender, distances between sets of
points, and a source with one of its clips. For run_blender.py and ../openvat/run_openvat_blender.py; any Blender from
3.4 on."""
import json
import math
import os
import struct

import bpy
import numpy as np
from mathutils import Vector
from mathutils.kdtree import KDTree

# Debian 12 pairs Blender 3.4 with a numpy that lacks a name used by its glTF importer.
if not hasattr(np, "bool"):
    np.bool = bool


def start_afresh():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = 30


def show(frame):
    whole = math.floor(frame)
    bpy.context.scene.frame_set(whole, subframe=min(frame - whole, 0.999999))
    bpy.context.view_layer.update()


def meshes():
    """Visible objects, without the shapes that the glTF importer makes for drawing bones."""
    return [thing for thing in bpy.context.scene.objects
            if thing.type == "MESH" and thing.visible_get() and not thing.name.startswith("Icosphere")]


def vertices_of(body):
    """The vertices of an object as shown, in world space."""
    evaluated = body.evaluated_get(bpy.context.evaluated_depsgraph_get())
    mesh = evaluated.to_mesh()
    points = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", points)
    evaluated.to_mesh_clear()
    matrix = np.array(evaluated.matrix_world)
    return points.reshape(-1, 3).astype(np.float64) @ matrix[:3, :3].T + matrix[:3, 3]


def all_vertices():
    return np.concatenate([vertices_of(thing) for thing in meshes()])


def largest_distance(points, others):
    """The largest distance from a point of either set to the nearest of the other."""

    def one_way(some, all_others):
        tree = KDTree(len(all_others))
        for number, point in enumerate(all_others):
            tree.insert(Vector(point), number)
        tree.balance()
        return max(tree.find(Vector(point))[2] for point in some)

    return max(one_way(points, others), one_way(others, points))


def with_one_clip(source, clip, folder):
    """A copy of a GLB with one of its clips: nodes without tracks in it would keep the pose of another clip."""
    with open(source, "rb") as file:
        data = file.read()
    (length,) = struct.unpack_from("<I", data, 12)
    gltf = json.loads(data[20 : 20 + length])
    gltf["animations"] = [animation for animation in gltf["animations"] if animation.get("name") == clip]
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + length :]
    path = os.path.join(folder, "one-clip.glb")
    with open(path, "wb") as file:
        file.write(data[:8] + struct.pack("<III", 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)
    return path


def play_in_source(clip):
    """Plays a clip of Blender's own import: an NLA track in every animated object. False if there is none."""
    found = False
    holders = list(bpy.data.objects) + [mesh.shape_keys for mesh in bpy.data.meshes if mesh.shape_keys]
    for holder in holders:
        animation = holder.animation_data
        if animation is None or holder.get("texeleton"):
            continue
        for track in animation.nla_tracks:
            if track.name == clip:
                assign_action(animation, track.strips[0])
                found = True
            track.mute = True
    return found


def assign_action(animation, strip):
    """Makes the action of a strip the active one; from Blender 4.4 on with its slot for this object."""
    animation.action = strip.action
    if getattr(strip, "action_slot", None) is not None:
        animation.action_slot = strip.action_slot
