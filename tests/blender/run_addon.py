"""blender -b --factory-startup --python run_addon.py -- CLI REPOSITORY SCRATCH: the add-on from its package, without a window: a scene is
opened, baked and exported for two engines, and comes back; nothing of the scene changes. Exit code 1 when something fails."""
import json
import os
import shutil
import subprocess
import sys

import addon_utils
import bpy

cli, repository, scratch = sys.argv[sys.argv.index("--") + 1 :][:3]
sys.path.insert(0, os.path.join(repository, "tests", "blender"))
import scenes

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
package = os.path.join(scratch, "texeleton.zip")
made = subprocess.run([cli, "blender-addon", "-o", package], capture_output=True, text=True, check=False)
check("the program writes the package", made.returncode == 0, made.stderr)
shutil.unpack_archive(package, os.path.join(scratch, "addons"))
sys.path.insert(0, os.path.join(scratch, "addons"))


def make_scene(make):
    make()  # Reads factory settings, without add-ons.
    addon_utils.enable("texeleton", default_set=True)
    bpy.context.preferences.addons["texeleton"].preferences.program = cli


make_scene(scenes.two_characters)
check("the add-on is enabled", hasattr(bpy.types.Scene, "texeleton"))
blend = os.path.join(scratch, "dancers.blend")
bpy.ops.wm.save_as_mainfile(filepath=blend)
scene, own = bpy.context.scene, bpy.context.scene.texeleton
scene.frame_set(7)
bpy.data.objects["Body0"].select_set(True)
moved = bpy.data.objects["Rig1"]
moved.location.x = 4.0  # Not saved: the bake uses the visible state.
bpy.context.view_layer.objects.active = moved
bpy.ops.object.mode_set(mode="POSE")

# Settings come from the schema; one is set by the artist, another by the existing recipe.
with open(os.path.join(scratch, "dancers.texeleton"), "w", encoding="utf-8") as file:
    json.dump({"version": 1, "bake": {"size": "exact", "masks": []}, "editor": {"kept": 1}}, file)
from texeleton import operators, properties, schema
properties.load(scene)
check("a setting of the recipe is shown", own.use_bake_size and own.bake_size == "exact")
own.use_bake_pixelFormat, own.bake_pixelFormat = True, "rgba32f"
for target in ("godot", "three"):
    item = own.targets.add()
    item.target, item.folder = target, f"//{target}"
bpy.ops.texeleton.find_clips()
names = [clip.name for clip in own.clips]
check("clips are listed", names == ["Dance0", "Dance1", "Scene"], names)
own.clips["Dance1"].wanted = False


def state():
    return (scene.frame_current, sorted(thing.name for thing in bpy.context.selected_objects), bpy.context.mode,
            moved.animation_data.action.name, bpy.data.filepath, len(bpy.data.meshes), len(bpy.data.objects))


before = state()
try:
    result = bpy.ops.texeleton.bake()
except RuntimeError as error:
    result = error
job = operators.job
check("the bake is done", result == {"FINISHED"} and not job.error, result)
check("the scene is as it was", state() == before, (before, state()))
with open(os.path.join(scratch, "dancers.texeleton"), encoding="utf-8") as file:
    recipe = json.load(file)
check("the recipe keeps what the panel does not show", recipe["editor"] == {"kept": 1} and recipe["bake"]["masks"] == [], recipe)
check("the recipe has the settings", recipe["bake"]["pixelFormat"] == "rgba32f" and recipe["bake"]["size"] == "exact", recipe["bake"])
check("both exports are there", [entry["target"] for entry in recipe["exports"]] == ["godot", "three"]
      and os.path.isdir(os.path.join(scratch, "three")) and os.path.isdir(os.path.join(scratch, "godot")), recipe["exports"])
check("each has a size and an error", len(job.results) == 2 and all(entry["bytes"] > 0 and entry["maxMillimetres"] is not None
                                                                    for entry in job.results), job.results)
with open(os.path.join(job.results[1]["pack"], "manifest.json"), encoding="utf-8") as file:
    clips = [clip["name"] for clip in json.load(file)["clips"]]
check("the clips that were ticked", clips == ["Dance0", "Scene"], clips)
bpy.ops.object.mode_set(mode="OBJECT")
objects = set(bpy.data.objects)
shown = bpy.ops.texeleton.show(pack=job.results[1]["pack"])
fresh = [thing for thing in bpy.data.objects if thing not in objects]
check("the pack is shown", shown == {"FINISHED"} and any(thing.type == "MESH" for thing in fresh), fresh)

# A failed bake leaves the scene unchanged and reports the reason.
make_scene(scenes.changing_faces)
bpy.ops.wm.save_as_mainfile(filepath=os.path.join(scratch, "changing.blend"))
try:
    bpy.ops.texeleton.bake()
    check("changing faces are refused", False)
except RuntimeError as error:
    check("changing faces are refused", '"Shrinking" at frame 4' in str(error), error)
check("nothing is left in the temporary folder", not os.path.isdir(operators.job.scratch))
addon_utils.disable("texeleton", default_set=True)
check("the add-on is disabled", not hasattr(bpy.types.Scene, "texeleton"))
for failure in failures[:20]:
    print(failure)
print(f"{checked - len(failures)} passed, {len(failures)} failed")
sys.stdout.flush()
os._exit(0 if not failures and checked > 0 else 1)
