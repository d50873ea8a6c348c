#!/usr/bin/env python3
"""Draws the picture of the README from the baked sample packs, on the CPU: draw_crowd.py PACKS_FOLDER OUT.png"""
import pathlib
import sys

import numpy as np

from raster import Canvas, png, unpng
from read_pack import Pack

LIGHT = np.array((0.45, 0.72, 0.53)) / np.linalg.norm((0.45, 0.72, 0.53))
FOG = np.array((0.30, 0.285, 0.305))


def figure(canvas, pack, clip, seconds, place, yaw, size=1.0):
    positions, normals = pack.pose(clip, seconds)
    c, s = np.cos(np.radians(yaw)), np.sin(np.radians(yaw))
    turn = np.array(((c, 0, s), (0, 1, 0), (-s, 0, c)))
    positions, normals = size * positions @ turn.T + place, normals @ turn.T
    uv = pack.vertices.get("TEXCOORD_0", np.zeros((len(positions), 2)))
    colour = pack.vertices["COLOR_0"][:, :3].astype(float) if "COLOR_0" in pack.vertices else np.ones((len(positions), 3))
    if colour.max() > 1:
        colour = colour / (255 if colour.max() < 256 else 65535)
    attributes = np.concatenate([normals, uv, colour, positions], axis=1)
    for primitive in pack.primitives:
        material = pack.gltf["materials"][primitive["material"]]
        pbr = material["pbrMetallicRoughness"]
        factor = np.array(pbr.get("baseColorFactor", (1, 1, 1, 1)))[:3]
        texture = unpng(pack.image(pbr["baseColorTexture"]["index"])) if "baseColorTexture" in pbr else None
        glows = any(material.get("emissiveFactor", (0,)))
        metal = pbr.get("metallicFactor", 1.0)

        def shade(a):
            n = a[:, :3] / np.maximum(np.linalg.norm(a[:, :3], axis=1, keepdims=True), 1e-9)
            view = canvas.eye - a[:, 8:11]
            distance = np.linalg.norm(view, axis=1, keepdims=True)
            view /= distance
            n = np.where((n * view).sum(axis=1, keepdims=True) < 0, -n, n)
            base = np.ones((len(a), 3)) * factor
            if texture is not None:
                h, w, _ = texture.shape
                base = base * texture[np.clip((a[:, 4] * h).astype(int), 0, h - 1), np.clip((a[:, 3] * w).astype(int), 0, w - 1)]
            fog = np.clip((distance - 7) / 26, 0, 0.75)
            if glows:
                return base * 1.15 * (1 - 0.5 * fog) + FOG * fog * 0.5
            half = view + LIGHT
            half /= np.linalg.norm(half, axis=1, keepdims=True)
            direct = np.clip(n @ LIGHT, 0, 1)[:, None]
            shine = np.clip((n * half).sum(axis=1), 0, 1)[:, None] ** (16 + 40 * metal) * (0.05 + 0.7 * metal)
            rim = (1 - np.clip((n * view).sum(axis=1), 0, 1))[:, None] ** 3 * 0.16 * np.array((0.7, 0.85, 1.0))
            lit = base * a[:, 5:8] * (0.34 + 0.2 * n[:, 1:2] + direct * np.array((1.25, 1.16, 1.0))) + shine * direct ** 0.5 + rim * a[:, 5:8]
            return lit * (1 - fog) + FOG * fog
        triangles = pack.accessor(primitive["indices"])[:, 0].astype(int).reshape(-1, 3)
        canvas.triangles(positions[triangles], attributes[triangles], shade, cull=not material.get("doubleSided", False))


def ground(canvas, places):
    size = 60.0
    square = np.array((((-size, 0, -size), (size, 0, 8), (size, 0, -size)), ((-size, 0, -size), (-size, 0, 8), (size, 0, 8))), float)
    centres = np.array([(x, z) for x, z, _ in places])
    radii = np.array([r for _, _, r in places])

    def shade(a):
        shadow = np.ones(len(a))
        for centre, radius in zip(centres - (0.10, 0.12), radii):
            shadow *= 1 - 0.55 * np.exp(-((a[:, :2] - centre) ** 2).sum(axis=1) / radius ** 2)
        distance = np.hypot(a[:, 0] - canvas.eye[0], a[:, 1] - canvas.eye[2])[:, None]
        tile = ((np.floor(a[:, :1]) + np.floor(a[:, 1:2])) % 2) * 0.012
        fog = np.clip((distance - 7) / 26, 0, 1)
        return (np.array((0.205, 0.20, 0.19)) + tile) * shadow[:, None] * (1 - fog) + FOG * 1.12 * fog
    canvas.triangles(square, square[..., [0, 2]], shade, cull=False)


def main():
    folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    knight, banner = Pack(folder / "lantern-knight.texpack"), Pack(folder / "banner.texpack")
    canvas = Canvas(1400, 640, (0.0, 2.35, 8.6), (0.0, 0.95, 0.0), 30)
    random = np.random.default_rng(5)
    figures = []
    front = (("Walk", 0.30, -2.75, 2.3, 22), ("Attack", 0.54, -1.35, 2.6, 30), ("Idle", 1.3, 0.0, 2.75, 5), ("Run", 0.1, 1.35, 2.5, -25),
             ("Walk", 0.82, 2.75, 2.2, -15))
    for clip, seconds, x, z, yaw in front:
        figures.append((knight, clip, seconds, (x, 0, z), yaw, 1.0, 0.36))
    for row in range(7):
        count = 7 + 2 * row
        for i in range(count):
            x = (i - (count - 1) / 2) * 1.35 + random.uniform(-0.22, 0.22)
            z = 0.9 - 1.5 * row + random.uniform(-0.25, 0.25)
            clip = random.choice(["Walk", "Walk", "Run", "Idle", "Attack"])
            figures.append((knight, clip, random.uniform(0, 4), (x, 0, z), random.uniform(-18, 18), random.uniform(0.94, 1.06), 0.36))
    for i, (x, z) in enumerate(((-3.9, -0.4), (3.0, -0.9), (-0.6, -4.4), (-6.8, -5.6), (6.2, -6.2))):
        figures.append((banner, "Breeze" if i % 2 else "Storm", 0.37 * i + 0.2, (x, 0, z), 12, 1.0, 0.25))
    ground(canvas, [(f[3][0], f[3][2], f[6]) for f in figures])
    for pack, clip, seconds, place, yaw, size, _ in figures:
        figure(canvas, pack, clip, seconds, np.array(place), yaw, size)
    out.write_bytes(png(canvas.image()))


if __name__ == "__main__":
    main()
