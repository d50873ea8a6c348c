"""blender -b --factory-startup --python run_import.py -- CLI REPOSITORY SCRATCH: `bake scene.blend` with this Blender. Exit code 1 when
something fails."""
import os
import shutil
import subprocess
import sys

import bpy

cli, repository, scratch = sys.argv[sys.argv.index("--") + 1 :][:3]
sys.path.insert(0, os.path.join(repository, "tests", "engines", "blender"))
sys.path.insert(0, os.path.join(repository, "tests", "blender"))
import scenes
from blender_scene import all_vertices, largest_distance

checked = 0
failures = []


def check(what, passed, detail=""):
    global checked
    checked += 1
    if not passed:
        failures.append(f"{what}: {detail}")
        print("FAILED", what, detail, flush=True)


shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(scratch)
calls = os.path.join(scratch, "calls")
blender = os.path.join(scratch, "counted-blender")
with open(blender, "w", encoding="utf-8") as file:
    file.write(f'#!/bin/sh\necho x >> "{calls}"\nexec "{bpy.app.binary_path}" "$@"\n')
os.chmod(blender, 0o755)


def call_count():
    return len(open(calls, encoding="utf-8").readlines()) if os.path.isfile(calls) else 0


def bake(file, *options, **variables):
    environment = {**os.environ, "TEXELETON_BLENDER": blender, "TEXELETON_CACHE": os.path.join(scratch, "cache"), **variables}
    pack = os.path.join(scratch, os.path.basename(file) + ".texpack")
    run = subprocess.run([cli, "bake", file, "-o", pack, "--quiet", "--pixel-format", "rgba32f", "--loop", "off", *options],
                         capture_output=True, text=True, env=environment, check=False)
    return pack, run


def saved(make):
    make()
    path = os.path.join(scratch, make.__name__ + ".blend")
    text = bpy.data.texts.new("auto.py")
    text.write(f"open({os.path.join(scratch, 'ran')!r}, 'w').write('x')\n")
    text.use_module = True
    bpy.ops.wm.save_as_mainfile(filepath=path)
    return path


scope = {"__name__": "texeleton_import"}
with open(os.path.join(repository, "resources", "engines", "blender", "texeleton_import.py"), encoding="utf-8") as file:
    exec(compile(file.read(), "texeleton_import.py", "exec"), scope)

scene = saved(scenes.rigid_bodies)
pack, run = bake(scene)
check("a scene is baked", run.returncode == 0, run.stderr)
check("a script inside the scene does not run", not os.path.exists(os.path.join(scratch, "ran")))
check("Blender was started once", call_count() == 1, call_count())
if run.returncode == 0:
    baked = scope["Pack"](pack)
    clip = baked.manifest["clips"][0]
    worst = 0.0
    for frame in range(1, 41):  # In sequence, as simulations require.
        bpy.context.scene.frame_set(frame)
        if frame % 13 == 1:
            points = scope["to_blender"](baked.positions(clip["frameBegin"] + frame - 1))
            worst = max(worst, largest_distance(points, all_vertices()) / baked.manifest["sizeMetres"])
    check("it is what Blender shows", worst < 1e-5, worst)
    print(f"largest distance {worst:.1e} of the size")
_, run = bake(scene)
check("the same scene is not evaluated again", run.returncode == 0 and call_count() == 1, (call_count(), run.stderr))
_, run = bake(scene, "--no-cache")
check("--no-cache evaluates it again", run.returncode == 0 and call_count() == 2, (call_count(), run.stderr))
_, run = bake(saved(scenes.changing_faces))
check("changing faces are refused", run.returncode == 1 and '"Shrinking" at frame 4' in run.stderr, run.stderr)
_, run = bake(scene, "--import-timeout", "0.2", "--no-cache")
check("the time limit holds", run.returncode == 1 and "took longer than 0.2 s" in run.stderr and "Blender" in run.stderr, run.stderr)
_, run = bake(scene, TEXELETON_BLENDER="/nowhere/blender")
check("a wrong setting is named", run.returncode == 1 and "/nowhere/blender" in run.stderr, run.stderr)
_, run = bake(scene, TEXELETON_BLENDER="", PATH="/nowhere", HOME="/nowhere")
check("without Blender it says what to install", run.returncode == 1 and "install Blender" in run.stderr, run.stderr)
for ending, has in ((".abc", bpy.app.build_options.alembic), (".usdc", bpy.app.build_options.usd)):
    path = os.path.join(scratch, "scene" + ending)
    with open(path, "wb") as file:
        file.write(b"not a scene")
    _, run = bake(path)
    check(f"{ending} is refused in words", run.returncode == 1 and (has or "was built without" in run.stderr), run.stderr)
with open(os.path.join(scratch, "damaged.blend"), "wb") as file:
    file.write(b"BLENDER-v304" + bytes(100))
_, run = bake(os.path.join(scratch, "damaged.blend"))
check("a damaged scene is an error", run.returncode == 1 and run.stderr.strip() != "", run.stderr)
left = os.listdir(os.path.join(scratch, "cache", "import", "scenes"))
check("nothing half made is left", not [name for name in left if ".part" in name], left)
for failure in failures[:20]:
    print(failure)
print(f"{checked - len(failures)} passed, {len(failures)} failed")
sys.stdout.flush()
os._exit(0 if not failures and checked > 0 else 1)
