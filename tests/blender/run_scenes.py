"""blender -b --factory-startup --python run_scenes.py -- CLI REPOSITORY SCRATCH: scenes made by script, written by the package in
resources/blender, baked and decoded again; Blender's own evaluated vertices are the truth. Exit code 1 when they differ."""
import json
import os
import shutil
import struct
import subprocess
import sys

import bpy
import numpy as np

cli, repository, scratch = sys.argv[sys.argv.index("--") + 1 :][:3]
sys.path.insert(0, os.path.join(repository, "tests", "engines", "blender"))
sys.path.insert(0, os.path.join(repository, "tests", "blender"))
sys.path.insert(0, os.path.join(repository, "resources", "blender"))
import scenes
from blender_scene import largest_distance, vertices_of  # Also fixes numpy for old exporters.
from texeleton import clips as clip_list
from texeleton import write_scene
from texeleton.restore import Restore

checked = 0
failures = []
# The extent of the check depends on the program's support of point caches.
takes_caches = "--cache " in subprocess.run([cli, "bake", "--help"], capture_output=True, text=True, check=True).stdout


def check(what, passed, detail=""):
    global checked
    checked += 1
    if not passed:
        failures.append(f"{what}: {detail}")
        print("FAILED", what, detail, flush=True)


def decoder():
    path = os.path.join(repository, "resources", "engines", "blender", "texeleton_import.py")
    scope = {"__name__": "texeleton_import", "__file__": path}
    with open(path, encoding="utf-8") as file:
        exec(compile(file.read(), path, "exec"), scope)
    return scope


DECODER = decoder()


def state():
    """The state that must not change."""
    scene, layer = bpy.context.scene, bpy.context.view_layer
    found = {"frame": scene.frame_current, "active": layer.objects.active.name, "mode": layer.objects.active.mode,
             "data": sorted(f"{kind}/{thing.name}" for kind in ("objects", "meshes", "actions", "armatures")
                            for thing in getattr(bpy.data, kind))}
    for thing in scene.objects:
        animation = thing.animation_data
        found[thing.name] = [
            thing.select_get(), thing.data.name if thing.data else "", tuple(thing.location), tuple(thing.rotation_euler),
            [(modifier.name, modifier.show_viewport) for modifier in thing.modifiers],
            thing.data.pose_position if thing.type == "ARMATURE" else "",
            [tuple(bone.rotation_quaternion) for bone in thing.pose.bones] if thing.pose else [],
            animation and animation.action and animation.action.name,
            [(track.name, track.mute, track.is_solo) for track in animation.nla_tracks] if animation else [],
            [round(block.value, 6) for block in thing.data.shape_keys.key_blocks] if getattr(thing.data, "shape_keys", None) else []]
    return found


def meshes():
    return [thing for thing in bpy.context.scene.objects if thing.type == "MESH"]


def truth(clip):
    """The vertices of all meshes at ten frames of a clip, and those of each mesh in its own space."""
    frames = sorted({clip.start + round(place * (clip.end - clip.start) / 9) for place in range(10)})
    found = {}
    with Restore() as restore:
        clip_list.play(clip, bpy.context.scene, restore)
        for frame in range(clip.start, clip.end + 1):  # In sequence, as simulations require.
            bpy.context.scene.frame_set(frame)
            if frame not in frames:
                continue
            found[frame] = {thing.name: vertices_of(thing) for thing in meshes()}
    return found


def read_pc2(path):
    with open(path, "rb") as file:
        data = file.read()
    signature, version, count, start, rate, samples = struct.unpack_from("<12siiffi", data)
    check(f"{path}: its header", signature == b"POINTCACHE2\0" and version == 1 and len(data) == 32 + 12 * count * samples,
          (signature, version, len(data)))
    return start, np.frombuffer(data, "<f4", offset=32).reshape(samples, count, 3)


def check_caches(name, folder, done, truths):
    """An independent reader: each point in world space against Blender's, in order."""
    for cache in done["caches"]:
        start, samples = read_pc2(os.path.join(folder, cache["path"]))
        thing = bpy.data.objects[cache["mesh"]]
        size = np.ptp(next(iter(truths[cache["clip"]].values()))[cache["mesh"]], axis=0).max()
        for frame, found in truths[cache["clip"]].items():
            x, y, z = samples[frame - round(start)].T
            bpy.context.scene.frame_set(frame)
            world = np.array(thing.matrix_world)  # Cached objects are static in these scenes.
            points = np.column_stack([x, -z, y]) @ world[:3, :3].T + world[:3, 3]
            far = np.abs(points - found[cache["mesh"]]).max() / size
            check(f"{name}: {cache['path']} at frame {frame}", far < 1e-5, far)


def bake(name, folder, done, mode):
    """Through a recipe, as the add-on does."""
    recipe = {"version": 1, "sources": [{"path": done["model"], "role": "model"}],
              "bake": {"mode": mode, "pixelFormat": "rgba32f", "loop": "off", "size": "exact"}}
    recipe["sources"] += [{"path": cache["path"], "role": "cache", "mesh": cache["mesh"], "fps": done["fps"]}
                          for cache in done["caches"]]
    path = os.path.join(folder, f"{name}.texeleton")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(recipe, file)
    pack = os.path.join(folder, f"{name}-{mode}.texpack")
    run = subprocess.run([cli, "bake", "--recipe", path, "-o", pack, "--quiet", "--no-cache"], capture_output=True, text=True,
                         check=False)
    check(f"{name} in {mode} mode is baked", run.returncode == 0, run.stderr)
    return DECODER["Pack"](pack) if run.returncode == 0 else None


def check_pack(name, pack, mode, clips, truths):
    rate = bpy.context.scene.render.fps
    worst = moved = 0.0
    first = None
    size = pack.manifest["sizeMetres"]
    baked = {clip["name"]: clip for clip in pack.manifest["clips"]}
    check(f"{name}: its clips", set(baked) == {clip.name for clip in clips}, list(baked))
    for clip in clips:
        entry = baked.get(clip.name)
        if entry is None:
            continue
        check(f"{name}: length of {clip.name}", entry["frameCount"] == clip.end - clip.start + 1
              and abs(entry["lengthSeconds"] - (clip.end - clip.start) / rate) < 1e-4, (entry["frameCount"], clip.start, clip.end))
        for frame, found in truths[clip.name].items():
            points = DECODER["to_blender"](pack.positions(entry["frameBegin"] + frame - clip.start))
            every = np.concatenate(list(found.values()))
            first = every if first is None else first
            worst = max(worst, largest_distance(points, every) / size)
            moved = max(moved, np.abs(every - first).max() / size)
    print(f"{name}, {mode}: {len(clips)} clips, largest distance {worst:.1e} of the size, moves by {moved:.2f}", flush=True)
    check(f"{name}, {mode}: agrees with Blender", worst < 1e-5, worst)
    check(f"{name}: something moves", moved > 0.005, moved)


def check_scene(make):
    name = make.__name__
    make()
    folder = os.path.join(scratch, name)
    before = state()
    options = write_scene.Options(folder, name)
    clips = write_scene.clips_of(bpy.context, write_scene.things_of(bpy.context, "scene", ""))
    done = write_scene.write_scene(bpy.context, options)
    after = state()
    check(f"{name}: the scene is as it was", before == after, [(key, before.get(key), after[key]) for key in after
                                                                 if before.get(key) != after[key]])
    truths = {clip.name: truth(clip) for clip in clips}
    check_caches(name, folder, done, truths)
    if done["caches"] and not takes_caches:
        print(f"{name}: not baked, this program takes no point caches; the caches themselves were checked", flush=True)
        return
    for mode in ("vertex",) if done["caches"] else ("bone", "vertex"):
        # Morph targets need vertex mode.
        if mode == "bone" and any(getattr(thing.data, "shape_keys", None) for thing in meshes()):
            continue
        pack = bake(name, folder, done, mode)
        if pack is not None:
            check_pack(name, pack, mode, clips, truths)


def check_refusal():
    scenes.changing_faces()
    before = state()
    said = ""
    try:
        write_scene.write_scene(bpy.context, write_scene.Options(os.path.join(scratch, "refused"), "refused"))
    except write_scene.SceneError as error:
        said = str(error)
    check("changing faces are refused with object and frame", '"Shrinking" at frame 4' in said, said)
    check("the scene is as it was after an error", before == state())


def check_events():
    scenes.wave()
    folder = os.path.join(scratch, "events")
    done = write_scene.write_scene(bpy.context, write_scene.Options(folder, "events"))
    told = subprocess.run([cli, "inspect", os.path.join(folder, done["model"]), "--json", "--no-cache"], capture_output=True, text=True,
                          check=True).stdout
    check("a marker is an event", '"splash"' in told, told[:400])


shutil.rmtree(scratch, ignore_errors=True)
os.makedirs(scratch)
wanted = sys.argv[sys.argv.index("--") + 4 :]
for make in scenes.ALL:
    if not wanted or make.__name__ in wanted:
        check_scene(make)
if not wanted:
    check_refusal()
    check_events()
for failure in failures[:20]:
    print(failure)
print(f"{checked - len(failures)} passed, {len(failures)} failed")
sys.stdout.flush()
os._exit(0 if not failures and checked > 0 else 1)
