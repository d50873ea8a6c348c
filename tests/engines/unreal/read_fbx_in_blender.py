"""Run by Blender: imports an FBX and writes its points, corners and texture coordinates."""

import json
import sys

import bpy

source, out = sys.argv[-2:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.fbx(filepath=source)
found = []
for thing in bpy.data.objects:
    if thing.type == "MESH":
        mesh = thing.data
        found.append({
            "points": [list(100.0 * (thing.matrix_world @ vertex.co)) for vertex in mesh.vertices],
            "corners": [loop.vertex_index for loop in mesh.loops],
            "uvs": [[list(corner.uv) for corner in layer.data] for layer in mesh.uv_layers],
            "uvNames": [layer.name for layer in mesh.uv_layers],
            "slots": [material.name for material in mesh.materials],
            "materials": [polygon.material_index for polygon in mesh.polygons],
        })
with open(out, "w", encoding="utf-8") as stream:
    json.dump(found, stream)
