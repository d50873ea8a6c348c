"""Writes lantern-knight.glb: a skinned character with idle, walk, run and attack, a weapon node and footsteps."""
import json

import numpy as np

import knight_rig as rig
import knight_shape as shape
import png
import sdf
from glb import UBYTE, USHORT, Glb


def material(glb, name, texture, **more):
    pbr = {"baseColorTexture": {"index": texture}, "metallicFactor": more.pop("metallic", 0.0),
           "roughnessFactor": more.pop("roughness", 0.85)}
    return glb.add("materials", {"name": name, "pbrMetallicRoughness": pbr, **more})


def sword_and_lantern(rigid, steel, glow):
    rigid("Sword", "weapon_r", [(shape.sword(), steel)])
    frame, core = shape.lantern()
    rigid("Lantern", "lantern", [(frame, steel), (core, glow)])


def write(folder, file="lantern-knight", clips=rig.CLIPS, attach=sword_and_lantern):
    """`attach(rigid, steel, glow)` hangs rigid meshes on joints (None: beside the knight)."""
    glb = Glb("Texeleton sample generator")
    texture = glb.image(png.encode(shape.palette_image()), "palette")
    cloth = material(glb, "Cloth", texture, doubleSided=True)
    steel = material(glb, "Steel", texture, metallic=0.55, roughness=0.42)
    glow = material(glb, "Glow", texture, emissiveFactor=[1.0, 1.0, 1.0], emissiveTexture={"index": texture})
    materials = {"steel": steel, "gold": steel, "blade": steel, "glow": glow}

    nodes = {}
    for name in rig.NAMES:
        up = rig.parent(name)
        offset = rig.POSITION[name] - (rig.POSITION[up] if up else 0)
        nodes[name] = glb.add("nodes", {"name": name, "translation": [float(v) for v in offset]})
        if up:
            glb.json["nodes"][nodes[up]].setdefault("children", []).append(nodes[name])

    joints = [name for name in rig.NAMES if name not in ("weapon_r", "lantern")]
    inverse = np.tile(np.eye(4), (len(joints), 1, 1))
    inverse[:, 3, :3] = [-rig.POSITION[name] for name in joints]  # column-major
    skin = glb.add("skins", {"name": "Knight", "joints": [nodes[n] for n in joints], "skeleton": nodes["root"],
                             "inverseBindMatrices": glb.accessor(inverse.reshape(-1, 16).reshape(-1, 4, 4))})

    # body parts
    built = []
    functions = []
    for name, colour, f, low, high, bones, cell in shape.parts():
        points, normals, triangles = sdf.surface(f, low, high, cell)
        order, weight = shape.weights(points, bones) if len(bones) > 1 else \
            (np.zeros((len(points), 4), int), np.tile([1.0, 0, 0, 0], (len(points), 1)))
        height = (points[:, 1] - points[:, 1].min()) / np.ptp(points[:, 1])
        built.append((name, colour, points, normals, triangles, shape.uv(colour, height), bones, order, weight))
        functions.append(f)
    points, normals, triangles, height, order, weight, bones = shape.cape()
    built.append(("Cape", "cape", points, normals, triangles, shape.uv("cape", height), bones, order, weight))
    shades = shape.occlusion([(b[2], b[3]) for b in built], sdf.union(*functions))

    groups = {}
    for part, shade in zip(built, shades):
        groups.setdefault(materials.get(part[1], cloth), []).append((part, shade))
    primitives = []
    for used, members in groups.items():
        columns = [[], [], [], [], [], [], []]
        base = 0
        for (name, colour, p, n, t, u, bones, order, weight), shade in members:
            numbers = np.array([joints.index(b) for b in bones])[np.minimum(order, len(bones) - 1)]
            colour_rgba = np.ones((len(p), 4))
            if colour != "glow":
                colour_rgba[:, :3] = shade[:, None] ** 1.6
            for column, value in zip(columns, (p, n, t + base, u, np.where(weight > 0, numbers, 0), weight, colour_rgba)):
                column.append(value)
            base += len(p)
        p, n, t, u, j, w, c = (np.concatenate(column) for column in columns)
        primitives.append({"attributes": {
            "POSITION": glb.accessor(p, bounds=True, target=34962), "NORMAL": glb.accessor(n, target=34962),
            "TEXCOORD_0": glb.accessor(u, target=34962),
            "COLOR_0": glb.accessor(np.round(c * 255), UBYTE, target=34962, normalized=True),
            "JOINTS_0": glb.accessor(j, UBYTE, target=34962), "WEIGHTS_0": glb.accessor(w, target=34962)},
            "indices": glb.accessor(t.reshape(-1), USHORT, target=34963), "material": used})
    mesh = glb.add("meshes", {"name": "Knight", "primitives": primitives})
    body = glb.add("nodes", {"name": "Knight", "mesh": mesh, "skin": skin})

    # rigid attachments
    beside = []

    def rigid(name, under, pieces, **place):
        primitives = []
        for (p, n, t, u), used in pieces:
            primitives.append({"attributes": {"POSITION": glb.accessor(p, bounds=True, target=34962),
                                              "NORMAL": glb.accessor(n, target=34962),
                                              "TEXCOORD_0": glb.accessor(u, target=34962)},
                               "indices": glb.accessor(t.reshape(-1), USHORT, target=34963), "material": used})
        node = glb.add("nodes", {"name": name, "mesh": glb.add("meshes", {"name": name, "primitives": primitives}), **place})
        if under is None:
            beside.append(node)
        else:
            glb.json["nodes"][nodes[under]].setdefault("children", []).append(node)
    attach(rigid, steel, glow)
    glb.json["scenes"][0]["nodes"] = [nodes["root"], body] + beside

    events = {}
    for name, (pose_at, seconds, loops, clip_events) in clips.items():
        frames = round(seconds * rig.RATE)
        poses = [pose_at((i % frames if loops else i) / frames) for i in range(frames + 1)]
        channels = [(nodes["hips"], "translation", [p.local_translation("hips") for p in poses])]
        for joint in rig.NAMES[1:]:
            rotations = np.array([p.rotation[joint] for p in poses])
            if np.abs(rotations - [0, 0, 0, 1]).max() < 1e-6:
                continue
            for i in range(1, len(rotations)):
                if rotations[i] @ rotations[i - 1] < 0:
                    rotations[i] = -rotations[i]
            channels.append((nodes[joint], "rotation", rotations))
        glb.animation(name, np.arange(frames + 1) / rig.RATE, channels)
        if clip_events:
            events[name] = [{"name": n, "timeSeconds": t, "parameter": ""} for n, t in clip_events]
    glb.write(folder / f"{file}.glb")
    if events:
        (folder / f"{file}.events.json").write_text(json.dumps({"clips": events}, indent=2) + "\n")
    vertices = sum(glb.json["accessors"][p["attributes"]["POSITION"]]["count"] for p in primitives)
    print(f"{file}.glb: {vertices} skinned vertices, {len(joints)} joints, {len(clips)} clips")
