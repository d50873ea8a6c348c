#!/usr/bin/env python3
"""Bakes a cloth of 100,000 points and 500 frames (600 MB of PC2): measure_big_cache.py CLI [BLENDER].

Prints seconds and peak memory of the bake with 64 MiB for texels, and of a Blender script that evaluates the same cache
at every frame and saves positions and normals as one float OpenEXR image, as scripts for vertex animation textures do.
"""

import array
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

HEIGHT = 250


def make(folder, width, frames):
    xs = [4 * i / (width - 1) - 2 for i in range(width)]
    ys = [2.5 * j / (HEIGHT - 1) - 1.25 for j in range(HEIGHT)]
    with open(folder / "cloth.obj", "w", encoding="ascii") as out:
        out.write("o Cloth\n")
        out.writelines(f"v {x:.6f} {y:.6f} 0\n" for y in ys for x in xs)
        for j in range(HEIGHT - 1):
            out.writelines(f"f {k} {k + 1} {k + 1 + width} {k + width}\n" for k in range(j * width + 1, (j + 1) * width))
    points = array.array("f", [v for y in ys for x in xs for v in (x, y, 0.0)])
    with open(folder / "cloth.pc2", "wb") as out:
        out.write(b"POINTCACHE2\0" + struct.pack("<iiffi", 1, width * HEIGHT, 0.0, 1.0, frames))
        for frame in range(frames):
            t = frame / 24
            across = [min(1.0, t) * 0.2 * math.sin(3 * x + 4 * t) for x in xs]
            down = [math.sin(2 * y + 1.3 * t) for y in ys]
            points[2::3] = array.array("f", [a * b for b in down for a in across])
            points.tofile(out)


BLENDER_SCRIPT = """
import bpy, numpy, sys
folder, width, height, frames = sys.argv[sys.argv.index("--") + 1 :]
bpy.ops.wm.read_factory_settings(use_empty=True)
load = bpy.ops.wm.obj_import if hasattr(bpy.ops.wm, "obj_import") else bpy.ops.import_scene.obj
load(filepath=folder + "/cloth.obj", **({"split_mode": "OFF"} if load == bpy.ops.import_scene.obj else {}))
cloth = bpy.context.selected_objects[0]
cache = cloth.modifiers.new("Cache", "MESH_CACHE")
cache.cache_format, cache.filepath = "PC2", folder + "/cloth.pc2"
count, wide = len(cloth.data.vertices), 8192
rows = -(-count // wide)
texels = numpy.ones((int(frames) * 2 * rows * wide, 4), numpy.float32)
for frame in range(int(frames)):
    bpy.context.scene.frame_set(frame)
    mesh = cloth.evaluated_get(bpy.context.evaluated_depsgraph_get()).to_mesh()
    for part, values in enumerate((mesh.vertices, mesh.vertices)):
        flat = numpy.empty(count * 3, numpy.float32)
        values.foreach_get("normal" if part else "co", flat)
        begin = (frame * 2 + part) * rows * wide
        texels[begin : begin + count, :3] = flat.reshape(-1, 3)
image = bpy.data.images.new("vat", wide, int(frames) * 2 * rows, float_buffer=True)
image.pixels.foreach_set(texels.ravel())
image.file_format, image.filepath_raw = "OPEN_EXR", folder + "/blender.exr"
image.save()
"""


def run(what, command, environment=None):
    """Prints the seconds and the peak memory of a command."""
    begin = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL, env=environment)
    _, status, used = os.wait4(process.pid, 0)
    state = "" if status == 0 else "  FAILED"
    print(f"{what:30} {time.monotonic() - begin:8.1f} s  {used.ru_utime + used.ru_stime:8.1f} s CPU  {used.ru_maxrss / 1024:8.0f} MiB{state}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: measure_big_cache.py CLI [BLENDER]")
    width, frames = 400, 500
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make(folder, width, frames)
        bake = [sys.argv[1], "bake", folder / "cloth.obj", "--cache", folder / "cloth.pc2", "--cache-fps", "24", "--mode", "vertex"]
        bake += ["--max-size", "16384", "-o", folder / "cloth.texpack"]
        environment = dict(os.environ, TEXELETON_CACHE=str(folder / "cache"), TEXELETON_TEXEL_MEMORY="64")
        run("bake --no-measure", [*bake, "--no-measure"], environment)
        run("bake", bake, environment)
        if len(sys.argv) == 3:
            (folder / "bake.py").write_text(BLENDER_SCRIPT, encoding="ascii")
            arguments = ["--", folder, width, HEIGHT, frames]
            run("Blender script", [sys.argv[2], "--background", "--python-exit-code", "1", "--python", folder / "bake.py", *arguments])
        for file in (folder / "cloth.pc2", folder / "cloth.texpack" / "animation.exr", folder / "blender.exr"):
            print(f"{file.name}: {file.stat().st_size / 1e6:.0f} MB" if file.exists() else f"{file.name}: none")


if __name__ == "__main__":
    main()
