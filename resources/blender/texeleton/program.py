"""Finds Texeleton."""
import os
import shutil
import subprocess

import bpy

PLACES = ("~/.local/bin", "/usr/local/bin", "/opt/texeleton/bin", "/opt/texeleton")
INSTALL = "Texeleton is not found: install it, or name texeleton-cli in the add-on's preferences"


def preferences(context):
    addon = context.preferences.addons.get(__package__)
    return addon.preferences if addon is not None else None


def find(name="texeleton-cli"):
    """The path of one of Texeleton's programs, or None."""
    wanted = getattr(preferences(bpy.context), "program", "")
    folders = [os.path.dirname(bpy.path.abspath(wanted))] if wanted else []
    if wanted and name == "texeleton-cli" and os.access(bpy.path.abspath(wanted), os.X_OK):
        return bpy.path.abspath(wanted)
    for folder in [*folders, *(os.path.expanduser(place) for place in PLACES)]:
        path = os.path.join(folder, name)
        if folder in folders and os.access(path, os.X_OK):
            return path
    found = shutil.which(name)
    if found:
        return found
    return next((path for path in (os.path.join(os.path.expanduser(place), name) for place in PLACES)
                 if os.access(path, os.X_OK)), None)


_targets = {}


def targets():
    """Names and titles of the export targets, as the program lists them."""
    program = find()
    if program is None:
        return [("pack", "Texeleton pack", "")]
    if program not in _targets:
        import json
        try:
            told = subprocess.run([program, "export", "--list-engines", "--json"], capture_output=True, timeout=30, check=True)
            _targets[program] = [(entry["name"], entry["title"], entry["summary"]) for entry in json.loads(told.stdout)]
        except (OSError, ValueError, KeyError, subprocess.SubprocessError):
            return [("pack", "Texeleton pack", "")]
    return _targets[program]
