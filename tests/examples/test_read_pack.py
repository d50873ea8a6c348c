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
        # A hair later than the frame, so that rounding cannot make it the one before.
        times = [clip["lengthSeconds"] * (frame + 1e-6) / steps for frame in range(count)]
        result[clip["name"]] = np.stack([pack.pose(clip["name"], seconds)[0] for seconds in times])
    return result


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
        # Bone mode leaves morph targets out; how far that moves vertices is what its Issue says, and nothing else differs.
        lost = re.search(r"morph targets .* up to ([0-9.]+) mm off", packs["bone"].warnings)
        expected = float(lost.group(1)) / 1000 if lost else 0.0
        off = max(np.linalg.norm(positions - decoded["vertex"][clip], axis=2).max()
                  for clip, positions in decoded["bone"].items())
        check(abs(off - expected) < 1e-4 * size, f"{model}: bone and vertex mode differ by {off} m, not by {expected} m")
        compared += sum(positions.shape[0] * positions.shape[1] for positions in decoded["bone"].values())
        for pixels in ("rgba16f", "rgba32f"):
            plain = bake(folder, model, "plain", "--pixel-format", pixels, "--compression", "none")
            for compression in ("rle", "zip"):
                other = bake(folder, model, compression, "--pixel-format", pixels, "--compression", compression)
                check(np.array_equal(plain.texels, other.texels), f"{model} {pixels} {compression}: other texels than uncompressed")
    print(f"{compared} positions compared")
