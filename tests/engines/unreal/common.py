"""Shared by the tests of the Unreal target. Exits with 77 (skipped) if a requirement is missing, and names it."""

import json
import os
import shutil
import subprocess
import sys
import tempfile


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


try:
    import numpy as np
except ImportError:
    skip("python3-numpy is not installed")

CLI, REFERENCE, RUNNER, ROOT = sys.argv[1:5]
HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.environ.get("TEXELETON_MODELS", os.path.join(ROOT, "..", "shared", "models"))
sys.path.insert(0, os.path.join(HERE, "stub"))
sys.path.insert(0, os.path.join(ROOT, "resources", "engines", "unreal"))
import unreal  # noqa: E402  The stand-in.

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED: " + what)


def finish():
    print("%d failures" % len(failures))
    sys.exit(1 if failures else 0)


def run(*command, ok=True):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if ok and result.returncode == 77:
        skip(result.stderr.strip() or result.stdout.strip())
    if ok and result.returncode != 0:
        raise RuntimeError("%s\n%s%s" % (" ".join(map(str, command)), result.stdout[-2000:], result.stderr[-2000:]))
    return result


class Folder:
    """A folder that is removed after the test."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix="texeleton-unreal-")
        return self.path

    def __exit__(self, *error):
        shutil.rmtree(self.path, ignore_errors=True)


# Name, file (samples are ours; the others are in the folder of shared models), options of the bake.
CASES = [
    ("banner", "@samples/banner.glb", ["--mode", "vertex"]),
    ("lantern-knight", "@samples/lantern-knight.glb", ["--expose", ".*", "--lod", "0.5,0.2", "--variant",
                                                         "body=.*[Bb]ody.*|.*[Kk]night.*"]),
    ("fox", "fox.glb", ["--scale", "0.01", "--clip", "#1", "--max-size", "64", "--expose", ".*[Hh]ead.*"]),
    ("fox-vertex", "fox.glb", ["--mode", "vertex", "--clip", "#1", "--max-size", "512", "--pixel-format", "rgba32f", "--scale",
                               "0.01", "--expose", ".*[Hh]ead.*"]),
    ("knight", "kaykit-knight.glb", ["--clip", "#3", "--clip", "#20", "--clip", "#40"]),
    ("steam-engine", "steam-engine-zup.fbx", ["--pixel-format", "rgba32f"]),
    ("warrior", "blender-warrior.fbx", ["--mode", "vertex", "--max-size", "4096"]),
]


def exported(folder, name, file, options, *export_options):
    """Bakes and exports; returns the export's folder, its description, and the pack. None: the model is missing."""
    path = file.replace("@samples", os.path.join(ROOT, "resources", "samples"))
    path = path if os.path.isabs(path) else os.path.join(MODELS, path)
    if not os.path.exists(path):
        print("without %s: %s is not here" % (name, path))
        return None
    pack = os.path.join(folder, name + ".texpack")
    run(CLI, "bake", path, "-o", pack, *options)
    return exported_pack(folder, name, pack, *export_options)


def exported_pack(folder, name, pack, *export_options):
    out = os.path.join(folder, name + "-export")
    run(CLI, "export", pack, "--engine", "unreal", "-o", out, *export_options)
    stem = [entry for entry in os.listdir(out) if entry.endswith(".import.py")][0][:-len(".import.py")]
    assets = [entry for entry in os.listdir(out)
              if os.path.isdir(os.path.join(out, entry)) and entry not in ("texeleton", ".texeleton")]
    file = os.path.join(out, assets[0], assets[0] + ".texeleton.json")
    with open(file, encoding="utf-8") as stream:
        return out, stem, file, json.load(stream), pack


def reference(folder, name, pack, *what):
    """What core shows: moments, levels, and an array [moment][vertex][position, normal]. `what`: "frames", where each
    moment is a frame of the texture."""
    out = os.path.join(folder, name + "-reference")
    run(REFERENCE, pack, out, *what)
    with open(out + ".json", encoding="utf-8") as stream:
        facts = json.load(stream)
    values = np.fromfile(out + ".bin", np.float32).reshape(len(facts["moments"]), facts["vertexCount"], 6)
    return facts, values


def vertices(mesh, levels, level):
    """The pack's vertex for every point of the file. All corners of a point must agree."""
    corners = [index for part in levels[level] for index in part["indices"]]
    check(len(corners) == len(mesh["corners"]), "level %d has as many corners" % level)
    place = np.full(len(mesh["points"]), -1)
    for point, vertex in zip(mesh["corners"], corners):
        if place[point] not in (-1, vertex):
            check(False, "a point is two vertices")
            break
        place[point] = vertex
    check(bool((place >= 0).all()), "every point is used")
    return place


def by_point(mesh, values):
    """Values at corners, as values at points."""
    result = [None] * len(mesh["points"])
    for point, value in zip(mesh["corners"], values):
        result[point] = value
    return np.array(result, np.float32)


def read_mesh(file):
    with open(file, "rb") as stream:
        return unreal.read_fbx(stream.read())


def read_texture(file):
    """Width, height, an array [row][column][rgba], and whether it holds halves."""
    with open(file, "rb") as stream:
        image = unreal.read_exr(stream.read())
    width, height = image["width"], image["height"]
    kind = np.float16 if image["half"] else np.float32
    rows = []
    for y in range(height):
        line = np.frombuffer(image["data"], kind, 4 * width, image["offsets"][y] + 8).reshape(4, width)
        rows.append(line[::-1].T)
    return width, height, np.array(rows, np.float32), image["half"]
