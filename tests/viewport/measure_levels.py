#!/usr/bin/env python3
"""Draws the generated levels of detail of models, made by two programs, and compares them with lod0.

    tests/viewport/measure_levels.py BEFORE AFTER MODEL...

BEFORE and AFTER are texeleton-cli; AFTER draws. Each level (50 %, 25 % and 10 % of the triangles) is drawn from six
sides at the size where BEFORE's level begins to be used: it deviates by a pixel, or its triangles are four pixels
large. Prints, for both programs:

  share      triangles of the level, in % of lod0
  difference mean of the six pictures: mean difference of the colour channels, in % of white, where the character or its
             level is; and the largest of the six
  IoU        silhouettes: common pixels in % of those of either, mean of the six
  colour     by how much colours are displaced according to AFTER's pack, in mm

It takes up to a minute a model.
"""

import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import zlib

SHARES = (0.5, 0.25, 0.1)
SIDES = 6
MOST_PIXELS = 256
COVERED_SHARE = 0.15  # As in viewport/scene/crowd/crowd_view.cpp.


def read_png(path):
    """Rows of RGBA bytes."""
    data = path.read_bytes()
    at, packed, width = 8, b"", 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            width, _, depth, colors, _, _, interlace = struct.unpack(">IIBBBBB", data[at + 8 : at + 21])
            assert (depth, colors, interlace) == (8, 6, 0)
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    raw = zlib.decompress(packed)
    size, above, rows = width * 4, bytes(width * 4), []
    for begin in range(0, len(raw), size + 1):
        kind, row = raw[begin], bytearray(raw[begin + 1 : begin + 1 + size])
        for i in range(size if kind else 0):
            a = row[i - 4] if i >= 4 else 0
            b = above[i]
            c = above[i - 4] if i >= 4 else 0
            if kind == 4:
                p = a + b - c
                distances = abs(p - a), abs(p - b), abs(p - c)
                add = (a, b, c)[distances.index(min(distances))]
            else:
                add = (0, a, b, (a + b) // 2)[kind]
            row[i] = (row[i] + add) & 255
        rows.append(bytes(row))
        above = bytes(row)
    return rows


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}:\n{done.stderr}")


class Camera:
    """Draws one character of a size from all sides, some pixels large."""

    def __init__(self, program, manifest, pixels, folder):
        size = manifest["sizeMetres"]
        bounds = manifest["bounds"]
        middle = [0.5 * (low + high) for low, high in zip(bounds["min"], bounds["max"])]
        self.command = (program, "render", "--no-grid", "--orthographic", "--fov", 30, "--pitch", 10,
                        "--distance", 0.5 * size / math.tan(math.radians(15)), "--size", f"{pixels}x{pixels}",
                        "--target", ",".join(map(str, middle)), "--turntable", SIDES, "-o", folder / "p.png")
        self.folder = folder
        self.away = f"0,{100 * size},0"
        self.empty = None

    def pictures(self, pack, level, view, position="0,0,0"):
        run(*self.command, pack, "--level", level, "--view", view, "--character-position", position)
        return [read_png(self.folder / f"p-{side + 1:03}.png") for side in range(SIDES)]

    def draw(self, pack, level):
        """Of each side: where the character is, and its lit picture."""
        self.empty = self.empty or self.pictures(pack, 0, "normals", self.away)
        normals = self.pictures(pack, level, "normals")
        covered = [[[a[i : i + 3] != b[i : i + 3] for i in range(0, len(a), 4)] for a, b in zip(*pair)]
                   for pair in zip(normals, self.empty)]
        return list(zip(covered, self.pictures(pack, level, "lit")))


def compare(ours, theirs):
    """(difference, IoU) of two sides, each 0 to 1."""
    difference = either = both = 0
    for covered, other, row, other_row in zip(ours[0], theirs[0], ours[1], theirs[1]):
        for x, (a, b) in enumerate(zip(covered, other)):
            if a or b:
                either += 1
                both += a and b
                difference += sum(abs(p - q) for p, q in zip(row[4 * x : 4 * x + 3], other_row[4 * x : 4 * x + 3]))
    return difference / (765 * max(either, 1)), both / max(either, 1)


def figures(finest, level):
    sides = [compare(*pair) for pair in zip(finest, level)]
    differences = [100 * side[0] for side in sides]
    return sum(differences) / SIDES, max(differences), 100 * sum(side[1] for side in sides) / SIDES


def bake(program, model, pack):
    run(program, "bake", model, "--lod", ",".join(map(str, SHARES)), "--clip", "#0", "-o", pack)
    return json.loads((pack / "manifest.json").read_text())


def used_at(manifest, level):
    """Pixels of a level's model where the level begins to be used."""
    size = manifest["sizeMetres"]
    lod = manifest["lods"][level]
    edge = math.sqrt(COVERED_SHARE * size * size / (0.5 * lod["triangleCount"]))
    return min(max(math.ceil(size * max(1000 / max(lod["maxMillimetres"], 1e-9), 4 / edge)), 16), MOST_PIXELS)


def main():
    before, after, *models = sys.argv[1:]
    print("model                lod pixels    share        difference mean/largest             IoU         colour")
    sums = [[0.0] * 2, [0.0] * 2]
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for model in map(pathlib.Path, models):
            packs = [folder / f"{model.stem}-{side}.texpack" for side in range(2)]
            manifests = [bake(program, model, pack) for program, pack in zip((before, after), packs)]
            for level in range(min(len(manifest["lods"]) for manifest in manifests)):
                pixels = used_at(manifests[0], level)
                camera = Camera(after, manifests[0], pixels, folder)
                finest = camera.draw(packs[0], 0)
                found = [figures(finest, camera.draw(pack, level + 1)) for pack in packs]
                for side, (difference, _, common) in enumerate(found):
                    sums[side][0] += difference
                    sums[side][1] += common
                count += 1
                shares = [100 * m["lods"][level]["triangleCount"] / m["mesh"]["triangleCount"] for m in manifests]
                (b, most_b, common_b), (a, most_a, common_a) = found
                print(f"{model.stem[:20]:20} {level + 1:3} {pixels:6} {shares[0]:5.1f} {shares[1]:5.1f}"
                      f"   {b:5.2f}/{most_b:5.2f} -> {a:5.2f}/{most_a:5.2f}   {common_b:6.2f} -> {common_a:6.2f}"
                      f"  {manifests[1]['lods'][level].get('colorMillimetres', math.nan):8.1f}", flush=True)
    if count:
        (b, common_b), (a, common_a) = [[value / count for value in side] for side in sums]
        print(f"{'mean':20}                         {b:5.2f}       -> {a:5.2f}         {common_b:6.2f} -> {common_a:6.2f}")


if __name__ == "__main__":
    main()
