"""Runs docs/examples on packs that it bakes: test_read_pack.py CLI SOURCE_FOLDER. Exit code 77: NumPy is not there.

The reader is written from FORMAT.md alone. What it decodes must be the boxes that the bake wrote into the manifest, the
same whatever the compression, and in bone mode the same as in vertex mode, which the bake computes another way (but for
morph targets).
"""
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("NumPy is not there: nothing was tried")
    sys.exit(77)

cli, source = sys.argv[1], pathlib.Path(sys.argv[2])
sys.dont_write_bytecode = True
sys.path.insert(0, str(source / "docs" / "examples"))
from read_pack import Pack  # noqa: E402


def check(truth, text):
    if not truth:
        sys.exit(f"FAILED: {text}")


def bake(folder, model, name, *options):
    pack = folder / f"{name}.texpack"
    ran = subprocess.run([cli, "bake", str(source / "resources" / "samples" / model), "-o", str(pack), "--quiet",
                          "--no-cache", *options], stderr=subprocess.PIPE, text=True)
    check(ran.returncode == 0, ran.stderr)
    result = Pack(pack)
    result.warnings = ran.stderr
    return result


def poses(pack):
    """Positions of all frames of all clips, by clip."""
    result = {}
    for clip in pack.manifest["clips"]:
        count = clip["frameCount"]
        steps = count if clip["loop"] else max(count - 1, 1)
        # Slightly later than the frame, so that rounding cannot select the previous one.
        times = [clip["lengthSeconds"] * (frame + 1e-6) / steps for frame in range(count)]
        result[clip["name"]] = np.stack([pack.pose(clip["name"], seconds)[0] for seconds in times])
    return result


def made_pack(mode, matrix):
    """A pack in memory: one vertex with normal Z and tangent X, frames of which show `matrix` (3x4), and a clip of two."""
    pack = Pack.__new__(Pack)
    pack.manifest = {"mode": mode, "texture": {"rowsPerFrame": 1, "texelsPerFrame": 3 if mode == "bone" else 2},
                     "clips": [{"name": "c", "frameBegin": 0, "frameCount": 2, "lengthSeconds": 1.0, "loop": True}]}
    matrix = np.array(matrix, np.float32)
    if mode == "bone":
        texels = matrix
    else:
        texels = np.array([[*matrix[:, 3], 1], [*(np.sign(np.linalg.det(matrix[:, :3])) * np.cross(matrix[:, 0], matrix[:, 1])), 1]])
    pack.texels = np.repeat(texels[None].astype(np.float32), 2, axis=0)
    pack.vertices = {"POSITION": np.zeros((1, 3), np.float32), "NORMAL": np.array([[0, 0, 1]], np.float32),
                     "TANGENT": np.array([[1, 0, 0, 1]], np.float32), "_VERTEX_INDEX": np.zeros((1, 1), np.float32),
                     "_BONE_INDEX": np.zeros((1, 4), np.uint16), "_BONE_WEIGHT": np.array([[1, 0, 0, 0]], np.float32)}
    return pack


# Rotated by 60 degrees about Y (the normal follows), by 60 degrees about Z (it stays), and mirrored along Y.
c, s = 0.5, 0.75 ** 0.5
about_y, about_z = [[c, 0, s, 0], [0, 1, 0, 0], [-s, 0, c, 0]], [[c, -s, 0, 0], [s, c, 0, 0], [0, 0, 1, 0]]
mirrored = [[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, 1, 0]]
for matrix, mode, expected in ((about_y, "bone", (c, 0, -s, 1)), (about_y, "vertex", (c, 0, -s, 1)),
                               (about_z, "bone", (c, s, 0, 1)), (about_z, "vertex", (1, 0, 0, 1)),
                               (mirrored, "bone", (1, 0, 0, -1)), (mirrored, "vertex", (1, 0, 0, 1))):
    pack = made_pack(mode, matrix)
    tangent = pack.tangents("c", 0.3)[0]
    check(np.allclose(tangent, expected, atol=1e-6), f"{mode}: tangent {tangent}, not {expected}")
    if mode == "bone":  # The purpose of the rule: the bitangent of the moved surface, which was Y.
        bitangent = tangent[3] * np.cross(pack.pose("c", 0.3)[1][0], tangent[:3])
        check(np.allclose(bitangent, np.array(matrix)[:, 1], atol=1e-6), f"bitangent {bitangent}")
# Rounding leads to no frame beyond the clip.
pack = made_pack("bone", about_y)
pack.texels[1] = np.array(about_z, np.float32)
for seconds, frame in ((-1e-20, 0), (1.0, 0), (3.0, 0), (0.5, 1)):
    check(np.allclose(pack.blended("c", seconds), pack.frame(frame)), f"{seconds} s is not frame {frame}")

with tempfile.TemporaryDirectory() as place:
    folder = pathlib.Path(place)
    compared = 0
    for model in ("lantern-knight.glb", "banner.glb"):
        packs = {mode: bake(folder, model, f"{model}-{mode}", "--mode", mode, "--pixel-format", "rgba32f", "--compression",
                            "none") for mode in ("bone", "vertex")}
        decoded = {mode: poses(pack) for mode, pack in packs.items()}
        for mode, pack in packs.items():
            size = pack.manifest["sizeMetres"]
            for clip in pack.manifest["clips"]:
                positions = decoded[mode][clip["name"]]
                low, high = positions.min(axis=(0, 1)), positions.max(axis=(0, 1))
                off = max(abs(low - clip["bounds"]["min"]).max(), abs(high - clip["bounds"]["max"]).max())
                check(off < 1e-4 * size, f"{model} {mode} {clip['name']}: {off} m off the manifest's bounds")
        # Bone mode leaves morph targets out; its Issue gives the resulting error, and nothing else differs.
        lost = re.search(r"morph targets .* up to ([0-9.]+) mm off", packs["bone"].warnings)
        expected = float(lost.group(1)) / 1000 if lost else 0.0
        off = max(np.linalg.norm(positions - decoded["vertex"][clip], axis=2).max()
                  for clip, positions in decoded["bone"].items())
        check(abs(off - expected) < 1e-4 * size, f"{model}: bone and vertex mode differ by {off} m, not by {expected} m")
        compared += sum(positions.shape[0] * positions.shape[1] for positions in decoded["bone"].values())
        # Uneven rows: fewer frames are stored, and none exceeds the limit (which includes errors of the source).
        for mode in ("bone", "vertex"):
            if (model, mode) == ("banner.glb", "bone"):
                continue  # None of its bones moves.
            options = ("--mode", mode, "--fps", "120", "--max-error", "60mm", "--clip", "#0")
            even, uneven = (bake(folder, model, rows, *options, "--rows", rows) for rows in ("even", "uneven"))
            stored, frames = (pack.manifest["texture"]["frameCount"] for pack in (uneven, even))
            check(stored < frames == uneven.manifest["texture"]["frameTable"]["frames"], f"{model} {mode}: {stored} of {frames}")
            there = poses(uneven)
            off = max(np.linalg.norm(positions - there[clip], axis=2).max() for clip, positions in poses(even).items())
            check(1e-5 < off < 0.06, f"{model} {mode}: uneven rows are {off} m off")
        for pixels in ("rgba16f", "rgba32f"):
            plain = bake(folder, model, "plain", "--pixel-format", pixels, "--compression", "none")
            for compression in ("rle", "zip"):
                other = bake(folder, model, compression, "--pixel-format", pixels, "--compression", compression)
                check(np.array_equal(plain.texels, other.texels), f"{model} {pixels} {compression}: other texels than uncompressed")
    print(f"{compared} positions compared")
