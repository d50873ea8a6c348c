"""Evaluates a scene without a window and writes it for Texeleton.

    blender --background --factory-startup --disable-autoexec [SCENE.blend] --python headless.py -- --output FOLDER [options]

It answers by lines on standard output that begin with TEXELETON, followed by JSON: {"progress", "stage"}, then {"done"} with the
result of write_scene(), or {"error"}. Scripts inside the scene do not run: Blender is started with --disable-autoexec.
"""
import argparse
import json
import os
import sys
import traceback

import bpy

MARK = "TEXELETON "


def say(**what):
    print(MARK + json.dumps(what), flush=True)


try:
    import numpy
except ImportError:
    say(error="this Blender lacks numpy, which its glTF exporter needs: install the package python3-numpy")
    os._exit(1)

# The numpy of Debian 12 lacks a name that the glTF exporter of Blender 3.4 uses.
if "bool" not in dir(numpy):
    numpy.bool = bool


def package():
    """Imports the package of this file, whatever the name of its folder."""
    folder = os.path.dirname(os.path.abspath(__file__))
    sys.path.insert(0, os.path.dirname(folder))
    return os.path.basename(folder)


def arguments():
    parser = argparse.ArgumentParser(prog="headless.py")
    parser.add_argument("--output", required=True, help="the folder to write into")
    parser.add_argument("--name", help="of the files; default: the scene's")
    parser.add_argument("--open", help="an Alembic or USD file")
    parser.add_argument("--what", choices=("scene", "collection", "selection"), default="scene")
    parser.add_argument("--collection", default="")
    parser.add_argument("--clip", action="append", help="may be given again; default: all")
    parser.add_argument("--list", action="store_true", help="only tell the clips")
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def open_file(path):
    kind = "Alembic" if path.lower().endswith(".abc") else "USD"
    has = bpy.app.build_options.alembic if kind == "Alembic" else bpy.app.build_options.usd
    if not has:
        raise ValueError(f"Blender {bpy.app.version_string} ({bpy.app.binary_path}) was built without {kind}, as Debian's is: "
                         "install Blender from blender.org, and let TEXELETON_BLENDER name its program")
    bpy.ops.wm.read_factory_settings(use_empty=True)
    if kind == "Alembic":
        bpy.ops.wm.alembic_import(filepath=path, as_background_job=False, set_frame_range=True)
    else:
        bpy.ops.wm.usd_import(filepath=path, set_frame_range=True)
    bpy.context.scene.name = os.path.splitext(os.path.basename(path))[0]


def main():
    if bpy.app.version < (3, 4, 0):
        raise ValueError(f"Blender {bpy.app.version_string} ({bpy.app.binary_path}) is too old: 3.4 or later is needed; "
                         "let TEXELETON_BLENDER name the program of a newer one")
    asked = arguments()
    import importlib
    write_scene = importlib.import_module(package() + ".write_scene")
    try:
        if asked.open:
            open_file(os.path.abspath(asked.open))
        elif not bpy.data.filepath:
            raise ValueError("Blender cannot open the scene; it may have been saved by a newer Blender than "
                             f"{bpy.app.version_string}")
        name = asked.name or os.path.splitext(os.path.basename(asked.open or bpy.data.filepath))[0]
        options = write_scene.Options(asked.output, name, asked.what, asked.collection, asked.clip)
        if asked.list:
            things = write_scene.things_of(bpy.context, options.what, options.collection)
            say(done={"clips": [clip.describe() for clip in write_scene.clips_of(bpy.context, things)]})
            return
        done = write_scene.write_scene(bpy.context, options, lambda fraction, stage: say(progress=fraction, stage=stage))
        if bpy.app.autoexec_fail:
            done["findings"].append({"object": "", "text": f"scripts of the scene did not run ({bpy.app.autoexec_fail_message}); "
                                     "what they or scripted drivers would move stands still"})
        say(done=done)
    except write_scene.SceneError as error:
        raise ValueError(str(error)) from error


try:
    main()
except ValueError as error:
    say(error=str(error))
    sys.stdout.flush()
    os._exit(1)  # Some versions of Blender exit with 0 after an error.
except Exception as error:  # Any exception is reported as an answer.
    traceback.print_exc()
    say(error=f"{type(error).__name__}: {error}")
    os._exit(1)
