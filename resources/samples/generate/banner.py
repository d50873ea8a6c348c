"""Writes banner.glb: a banner on its pole, moved by morph targets, which only vertex mode can bake."""
import numpy as np

import png
from glb import USHORT, Glb
from knight_shape import disc, merge, prism

COLUMNS, ROWS = 25, 15
WIDTH, HEIGHT = 1.5, 0.95
TOP, POLE_X = 2.55, 0.03
# (waves along the length, slant down the height, turns per clip, size in metres)
HARMONICS = [(1.15, 0.25, 1, 0.115), (2.1, -0.4, 2, 0.050), (3.4, 0.7, 3, 0.022), (0.5, 0.15, 1, 0.07)]


def emblem():
    """A lantern on a field of crimson with a gold border; sRGB."""
    h, w, samples = 320, 512, 2
    y, x = np.mgrid[0:h * samples, 0:w * samples] / samples
    u, v = x / w, y / h
    image = np.zeros(u.shape + (3,))
    image[:] = np.array((0.70, 0.13, 0.17)) * (1.06 - 0.22 * v[..., None])
    stripe = np.abs((u + v * 0.6) % 0.25 - 0.125) < 0.03
    image[stripe] *= 0.90
    gold = np.array((0.96, 0.76, 0.33))
    edge = np.minimum.reduce([u * w, (1 - u) * w, v * h, (1 - v) * h])
    image[(edge > 14) & (edge < 24)] = gold
    px, py = x - w * 0.5, y - h * 0.5

    def put(mask, colour):
        image[mask] = colour
    put((np.hypot(px, py) < 104), gold)
    put((np.hypot(px, py) < 94), (0.10, 0.27, 0.33))
    put((np.abs(px) < 34 - np.abs(py - 8) * 0.1) & (np.abs(py - 8) < 46), gold)                       # body
    put((np.abs(px) < 24) & (np.abs(py - 8) < 36), (1.0, 0.93, 0.66))                                 # glass
    put((np.abs(px) < 3) & (np.abs(py - 8) < 36), gold)
    put((py > -66) & (py < -36) & (np.abs(px) < (py + 66) * 1.35 + 4), gold)                          # roof
    put((np.abs(np.hypot(px, py + 70) - 11) < 3.5), gold)                                             # ring
    put((np.abs(px) < 40) & (py > 52) & (py < 62), gold)                                              # foot
    flame = (px / 11) ** 2 + ((py - 14) / 20) ** 2 < 1
    put(flame & (np.abs(px) > 3), (1.0, 0.62, 0.20))
    return image.reshape(h, samples, w, samples, 3).mean(axis=(1, 3))


def write(folder):
    glb = Glb("Texeleton sample generator")
    cloth = glb.add("materials", {"name": "Banner", "doubleSided": True, "pbrMetallicRoughness": {
        "baseColorTexture": {"index": glb.image(png.encode(emblem()), "emblem")}, "metallicFactor": 0.0, "roughnessFactor": 0.9}})
    wood = glb.add("materials", {"name": "Wood", "pbrMetallicRoughness": {
        "baseColorFactor": [0.17, 0.085, 0.042, 1.0], "metallicFactor": 0.0, "roughnessFactor": 0.8}})
    gold = glb.add("materials", {"name": "Gold", "pbrMetallicRoughness": {
        "baseColorFactor": [0.89, 0.56, 0.12, 1.0], "metallicFactor": 0.7, "roughnessFactor": 0.4}})

    u, v = np.meshgrid(np.linspace(0, 1, COLUMNS), np.linspace(0, 1, ROWS))
    tail = 1 - 0.13 * (1 - np.abs(2 * v - 1)) * u ** 6  # a swallow's tail
    rest = np.stack([POLE_X + WIDTH * u * tail, TOP - HEIGHT * v - 0.03 * u * u, 0 * u], axis=-1).reshape(-1, 3)
    normal = np.tile([0.0, 0, 1], (len(rest), 1))
    triangles = []
    for r in range(ROWS - 1):
        for c in range(COLUMNS - 1):
            a, b, d, e = r * COLUMNS + c, r * COLUMNS + c + 1, (r + 1) * COLUMNS + c, (r + 1) * COLUMNS + c + 1
            triangles += [(a, d, b), (b, d, e)]
    targets, names = [], []
    s = u.reshape(-1)
    t = v.reshape(-1)
    for i, (waves, slant, _, size) in enumerate(HARMONICS):
        for kind, phase in (("sin", 0.0), ("cos", np.pi / 2)):
            # z = A(u)·sin(k·u + l·v + phase): a travelling wave is the sum of this pair with turning weights
            k, l = 2 * np.pi * waves, 2 * np.pi * slant
            amplitude, slope = size * s ** 0.8, size * 0.8 * np.maximum(s, 1e-3) ** -0.2
            angle = k * s + l * t + phase
            z = amplitude * np.sin(angle)
            dz_du = slope * np.sin(angle) + amplitude * k * np.cos(angle)
            dz_dv = amplitude * l * np.cos(angle)
            dz_du[s == 0] = 0
            delta = np.stack([0 * z, 0 * z, z], axis=1)
            # (−∂z/∂x, −∂z/∂y, 1) is linear in z, so these deltas are exact; y runs against v
            normal_delta = np.stack([-dz_du / WIDTH, dz_dv / HEIGHT, 0 * z], axis=1)
            targets.append({"POSITION": glb.accessor(delta, bounds=True), "NORMAL": glb.accessor(normal_delta)})
            names.append(f"wave {i + 1} {kind}")
    uv = np.stack([u, v], axis=-1).reshape(-1, 2)
    flag = glb.add("meshes", {"name": "Banner", "extras": {"targetNames": names}, "weights": [0.0] * len(names), "primitives": [{
        "attributes": {"POSITION": glb.accessor(rest, bounds=True, target=34962), "NORMAL": glb.accessor(normal, target=34962),
                       "TEXCOORD_0": glb.accessor(uv, target=34962)},
        "indices": glb.accessor(np.array(triangles).reshape(-1), USHORT, target=34963), "material": cloth, "targets": targets}]})

    def solid(name, mesh, used):
        p, n, tri, _ = mesh
        return glb.add("nodes", {"name": name, "mesh": glb.add("meshes", {"name": name, "primitives": [{
            "attributes": {"POSITION": glb.accessor(p, bounds=True, target=34962), "NORMAL": glb.accessor(n, target=34962)},
            "indices": glb.accessor(tri.reshape(-1), USHORT, target=34963), "material": used}]})})
    pole = solid("Pole", prism(disc(0.0, 0.042, 10), disc(2.7, 0.03, 10), "leather"), wood)
    tip = solid("Tip", merge([prism(disc(2.7, 0.05, 8), disc(2.74, 0.05, 8), "gold"), prism(disc(2.74, 0.055, 8), disc(2.92, 0.002, 8), "gold"),
                              prism(disc(0.0, 0.16, 10), disc(0.05, 0.12, 10), "gold")]), gold)
    cloth_node = glb.add("nodes", {"name": "Banner", "mesh": flag})
    root = glb.add("nodes", {"name": "banner_root", "children": [pole, tip, cloth_node]})
    glb.json["scenes"][0]["nodes"] = [root]

    for name, seconds, strength in (("Breeze", 2.4, 0.65), ("Storm", 1.2, 1.25)):
        frames = round(seconds * 30)
        times = np.arange(frames + 1) / 30
        weights = []
        for turn in np.arange(frames + 1) / frames:
            row = []
            for i, (_, _, turns, _) in enumerate(HARMONICS):
                angle = 2 * np.pi * turns * turn
                swell = strength * (1 + 0.18 * np.sin(2 * np.pi * turn + i))
                row += [swell * np.cos(angle), -swell * np.sin(angle)]
            weights.append(row)
        weights[-1] = weights[0]
        glb.animation(name, times, [(cloth_node, "weights", weights)])
    glb.write(folder / "banner.glb")
    print(f"banner.glb: {len(rest)} cloth vertices, {len(names)} morph targets, 2 clips")
