"""blender --factory-startup --enable-event-simulate --python panel_picture.py -- CLI SCRATCH LANGUAGE PICTURE.png

The add-on's panel in a window: imports the knight of resources/samples, bakes and exports it for two engines, shows the
pack beside the original, and saves a picture of the window (docs/images/README.md). LANGUAGE: en_US or zh_CN.
"""
import os
import shutil
import subprocess
import sys
import traceback

import addon_utils
import bpy
import numpy

cli, scratch, language, picture = sys.argv[sys.argv.index("--") + 1 :]
REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Used by Blender 3.4's glTF reader; removed in NumPy 1.24.


def prepare():
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    package = os.path.join(scratch, "texeleton.zip")
    subprocess.run([cli, "blender-addon", "-o", package], check=True)
    shutil.unpack_archive(package, os.path.join(scratch, "addons"))
    sys.path.insert(0, os.path.join(scratch, "addons"))
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    bpy.ops.import_scene.gltf(filepath=os.path.join(REPOSITORY, "resources", "samples", "lantern-knight.glb"))
    addon_utils.enable("texeleton", default_set=True)
    preferences = bpy.context.preferences
    preferences.addons["texeleton"].preferences.program = cli
    preferences.view.language = "zh_HANS" if language == "zh_CN" and bpy.app.version >= (4, 0) else language
    preferences.view.use_translate_interface = preferences.view.use_translate_tooltips = True
    bpy.ops.wm.save_as_mainfile(filepath=os.path.join(scratch, "knight.blend"))
    own = bpy.context.scene.texeleton
    own.use_bake_expose, own.bake_expose = True, "hand_l; hand_r"
    for target in ("godot", "three"):
        item = own.targets.add()
        item.target, item.folder = target, "//" + target
    bpy.ops.texeleton.find_clips()


def view():
    """The window, the 3D view, its main region and its sidebar."""
    window = bpy.context.window_manager.windows[0]
    area = next(area for area in window.screen.areas if area.type == "VIEW_3D")
    regions = {region.type: region for region in area.regions}
    return window, area, regions["WINDOW"], regions["UI"]


def show_from_the_front():
    window, area, region, _ = view()
    area.spaces.active.show_region_ui = True
    area.spaces.active.shading.type = "MATERIAL"
    with bpy.context.temp_override(window=window, area=area, region=region):
        bpy.ops.object.select_all(action="DESELECT")
        bpy.ops.view3d.view_axis(type="FRONT")
        bpy.ops.view3d.view_all()


def leave_two_tabs():
    """Removes all tabs except Item, which Blender's own code makes, and ours."""
    for name in dir(bpy.types):
        kind = getattr(bpy.types, name)
        if getattr(kind, "bl_region_type", "") == "UI" and getattr(kind, "bl_category", "") in ("Item", "Tool", "View", "Animation"):
            try:
                bpy.utils.unregister_class(kind)
            except RuntimeError:
                pass  # A base class.


def choose_second_tab():
    """With the mouse: Blender 3.4 has no function for it."""
    window, _, _, sidebar = view()
    place = {"x": sidebar.x + sidebar.width - 10, "y": sidebar.y + sidebar.height - 95}
    for kind, value in (("MOUSEMOVE", "NOTHING"), ("LEFTMOUSE", "PRESS"), ("LEFTMOUSE", "RELEASE")):
        window.event_simulate(type=kind, value=value, **place)


def steps():
    prepare()
    yield 2.0
    leave_two_tabs()
    show_from_the_front()
    yield 1.0
    choose_second_tab()
    yield 1.0
    bpy.ops.texeleton.bake("INVOKE_DEFAULT")
    from texeleton import operators
    yield 1.0
    while operators.is_running():
        yield 0.5
    bpy.ops.texeleton.show()
    show_from_the_front()
    yield 5.0
    window, area, region, _ = view()
    with bpy.context.temp_override(window=window, area=area, region=region):
        bpy.ops.screen.screenshot(filepath=picture)
    os._exit(0)  # Quitting would need what was removed here.


def run(walk=steps()):
    try:
        return next(walk)
    except Exception:  # Otherwise Blender would stay open.
        traceback.print_exc()
        os._exit(1)


bpy.context.preferences.view.show_splash = False
bpy.app.timers.register(run, first_interval=1.0, persistent=True)
