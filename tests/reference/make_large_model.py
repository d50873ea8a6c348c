"""Writes a model to measure speed with: make_large_model.py OUT.glb [VERTICES [BONES [FRAMES]]].

A walking tree of limbs (200,000 vertices, 120 bones and 6,000 frames at 30 Hz where nothing else is said): each vertex
follows the bone it lies along, and near its ends the bones beside it too. Only the standard library is needed.
"""
import array
import json
import math
import random
import struct
import sys

vertices, bones, frames = (int(x) for x in (sys.argv[2:] + ["200000", "120", "6000"][len(sys.argv) - 2:]))
rng = random.Random(7)
LENGTH = 0.15  # length of a bone in metres

parents = [-1] + [i // 2 if i % 8 == 1 else i - 1 for i in range(1, bones)]
angles = [2 * math.pi * (i % 8) / 8 + i for i in range(bones)]
offsets = [(0.0, 0.0, 0.0)]
for i in range(1, bones):
    lean = 0.2 if i % 8 != 1 else 1.2
    offsets.append((LENGTH * math.sin(lean) * math.cos(angles[i]), LENGTH * math.cos(lean), LENGTH * math.sin(lean) * math.sin(angles[i])))
places = []
for i in range(bones):
    base = places[parents[i]] if i else (0.0, 0.0, 0.0)
    places.append(tuple(b + o for b, o in zip(base, offsets[i])))
children = [[c for c in range(bones) if parents[c] == i] for i in range(bones)]

positions, normals, joints, weights = array.array("f"), array.array("f"), array.array("H"), array.array("f")
per_bone = vertices // bones
count = per_bone * bones
for i in range(bones):
    towards = offsets[children[i][0]] if children[i] else offsets[i]
    for k in range(per_bone):
        along, turn = k / per_bone, k * 2.399963
        n = (math.cos(turn), 0.3 * math.sin(3 * turn), math.sin(turn))
        size = math.sqrt(sum(x * x for x in n))
        n = [x / size for x in n]
        positions.extend(places[i][c] + towards[c] * along + 0.05 * n[c] for c in range(3))
        normals.extend(n)
        share = [(i, 1.0)]
        if along < 0.25 and parents[i] >= 0:
            share = [(i, 0.5 + 2 * along), (parents[i], 0.5 - 2 * along)]
        elif along > 0.75 and children[i]:
            share = [(i, 1.0 - 2 * (along - 0.75)), (children[i][0], 2 * (along - 0.75))]
        if along > 0.9 and len(children[i]) > 1:
            share = [(j, 0.7 * w) for j, w in share] + [(children[i][1], 0.3)]
        share += [(0, 0.0)] * (4 - len(share))
        joints.extend(j for j, _ in share)
        weights.extend(w for _, w in share)
indices = array.array("I", (i for t in range(count - 2) for i in (t, t + 1, t + 2)))

times = array.array("f", (f / 30 for f in range(frames + 1)))
tracks = []
for i in range(bones):
    axis = [rng.uniform(-1, 1) for _ in range(3)]
    size = math.sqrt(sum(x * x for x in axis))
    swing, speed, phase = rng.uniform(0.05, 0.35), rng.choice((1, 1, 2, 0.5)) * 2 * math.pi * 0.9, rng.uniform(0, 6)
    values = array.array("f")
    for f in range(frames + 1):
        t = f / 30
        burst = 1.0 + 1.5 * max(0.0, math.sin(0.11 * t + 0.01 * i)) ** 20  # occasional fast bursts
        half = 0.5 * swing * burst * math.sin(speed * t + phase)
        s = math.sin(half) / size
        values.extend((axis[0] * s, axis[1] * s, axis[2] * s, math.cos(half)))
    tracks.append(values)
inverse_binds = array.array("f")
for x, y, z in places:
    inverse_binds.extend((1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1))

binary, views, accessors = bytearray(), [], []


def add(values, kind, component, number, **more):
    while len(binary) % 4:
        binary.append(0)
    data = values.tobytes()
    views.append({"buffer": 0, "byteOffset": len(binary), "byteLength": len(data)})
    binary.extend(data)
    accessors.append({"bufferView": len(views) - 1, "componentType": component, "type": kind, "count": number, **more})
    return len(accessors) - 1


low, high = ([f(positions[c::3]) for c in range(3)] for f in (min, max))
attributes = {"POSITION": add(positions, "VEC3", 5126, count, min=low, max=high), "NORMAL": add(normals, "VEC3", 5126, count),
              "JOINTS_0": add(joints, "VEC4", 5123, count), "WEIGHTS_0": add(weights, "VEC4", 5126, count)}
nodes = [{"name": f"bone {i}", "translation": offsets[i], **({"children": children[i]} if children[i] else {})} for i in range(bones)]
nodes.append({"name": "body", "mesh": 0, "skin": 0})
time = add(times, "SCALAR", 5126, frames + 1, min=[times[0]], max=[times[-1]])
samplers = [{"input": time, "output": add(v, "VEC4", 5126, frames + 1), "interpolation": "LINEAR"} for v in tracks]
gltf = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, bones]}], "nodes": nodes,
        "meshes": [{"primitives": [{"attributes": attributes, "indices": add(indices, "SCALAR", 5125, len(indices))}]}],
        "skins": [{"joints": list(range(bones)), "inverseBindMatrices": add(inverse_binds, "MAT4", 5126, bones)}],
        "animations": [{"name": "walk", "samplers": samplers,
                        "channels": [{"sampler": i, "target": {"node": i, "path": "rotation"}} for i in range(bones)]}],
        "accessors": accessors, "bufferViews": views, "buffers": [{"byteLength": len(binary)}]}
text = json.dumps(gltf).encode()
text += b" " * (-len(text) % 4)
binary.extend(b"\0" * (-len(binary) % 4))
with open(sys.argv[1], "wb") as out:
    out.write(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(binary)))
    out.write(struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", len(binary), b"BIN\0") + binary)
