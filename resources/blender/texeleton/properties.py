"""The panel's properties, and their synchronisation with the recipe beside the .blend, which is authoritative."""
import json
import os

import bpy
from bpy.props import (BoolProperty, CollectionProperty, EnumProperty, IntProperty, PointerProperty, StringProperty)

from . import recipe as recipes
from .program import targets
from .schema import FIELDS

_reading = False
_seen = {}  # By recipe: time of the last write or read.
_items = []  # Blender requires that the texts of an enumeration stay alive.


def changed(self, context):
    if not _reading and bpy.data.filepath and os.path.isfile(recipes.recipe_path(bpy.data.filepath)):
        save(self.id_data)


def target_items(self, context):
    _items[:] = targets()
    return _items


class TexeletonClip(bpy.types.PropertyGroup):
    wanted: BoolProperty(name="Bake", description="Whether this clip is baked", default=True)
    kind: StringProperty()
    start: IntProperty()
    end: IntProperty()


class TexeletonTarget(bpy.types.PropertyGroup):
    target: StringProperty(name="Target")
    choice: EnumProperty(name="Target", description="The engine that the result is for", items=target_items,
                         get=lambda self: max(0, next((number for number, item in enumerate(target_items(None, None))
                                                       if item[0] == self.target), 0)),
                         set=lambda self, number: self.choose(number))
    folder: StringProperty(name="Folder", description="Where the result goes, seen from the .blend", subtype="DIR_PATH", update=changed)
    rest: StringProperty()  # Further keys of the recipe.

    def choose(self, number):
        self.target = target_items(None, None)[number][0]
        if not self.folder or self.folder.endswith(".texpack"):
            name = os.path.splitext(os.path.basename(bpy.data.filepath))[0] or "scene"
            self.folder = f"//{name}.texpack" if self.target == "pack" else f"//{self.target}"
        changed(self, None)


class TexeletonScene(bpy.types.PropertyGroup):
    what: EnumProperty(name="What", items=[("scene", "Scene", "Everything that is visible"),
                                           ("collection", "Collection", "The visible objects of a collection"),
                                           ("selection", "Selection", "The selected objects, with the armatures of meshes")])
    collection: PointerProperty(name="Collection", type=bpy.types.Collection)
    clips: CollectionProperty(type=TexeletonClip)
    clip: IntProperty()
    targets: CollectionProperty(type=TexeletonTarget)


for field in FIELDS:
    TexeletonScene.__annotations__.update(field.properties(changed))


def relative(folder):
    return bpy.path.abspath(folder) if not folder.startswith("//") else folder[2:].replace("\\", "/").rstrip("/")


def save(scene):
    """Writes the panel's settings to the recipe."""
    path = recipes.recipe_path(bpy.data.filepath)
    recipe = recipes.read(path)
    own = scene.texeleton
    bake = recipe.setdefault("bake", {})
    for field in FIELDS:
        field.write(own, bake)
    exports = []
    for item in own.targets:
        entry = json.loads(item.rest) if item.rest else {}
        entry["target"] = item.target or "pack"
        folder = relative(item.folder)
        if os.path.isabs(folder):
            folder = os.path.relpath(folder, os.path.dirname(path)).replace(os.sep, "/")
        entry["folder"] = folder
        exports.append(entry)
    if exports:
        recipe["exports"] = exports
    else:
        recipe.pop("exports", None)
    recipes.write(path, recipe)
    _seen[path] = os.stat(path).st_mtime_ns
    return path


def load(scene):
    """Reads the recipe, if there is one, into the panel's settings."""
    global _reading
    path = recipes.recipe_path(bpy.data.filepath)
    if not bpy.data.filepath or not os.path.isfile(path):
        return
    _seen[path] = os.stat(path).st_mtime_ns
    try:
        recipe = recipes.read(path)
    except (OSError, ValueError):
        return  # Half written or damaged; the program reports it.
    own = scene.texeleton
    _reading = True
    try:
        for field in FIELDS:
            field.read(own, recipe.get("bake", {}))
        own.targets.clear()
        for entry in recipe.get("exports", []):
            item = own.targets.add()
            item.target, item.folder = entry.get("target", "pack"), "//" + entry.get("folder", "")
            item.rest = json.dumps(entry)
    finally:
        _reading = False


def watch():
    """The editor and the command line write the recipe too."""
    path = recipes.recipe_path(bpy.data.filepath) if bpy.data.filepath else ""
    try:
        if path and os.stat(path).st_mtime_ns != _seen.get(path):
            load(bpy.context.scene)
    except OSError:
        pass
    return 1.0


@bpy.app.handlers.persistent
def after_load(*arguments):
    load(bpy.context.scene)


CLASSES = (TexeletonClip, TexeletonTarget, TexeletonScene)


def register():
    for each in CLASSES:
        bpy.utils.register_class(each)
    bpy.types.Scene.texeleton = PointerProperty(type=TexeletonScene)
    bpy.app.handlers.load_post.append(after_load)
    bpy.app.timers.register(watch, first_interval=1.0, persistent=True)


def unregister():
    bpy.app.timers.unregister(watch)
    bpy.app.handlers.load_post.remove(after_load)
    del bpy.types.Scene.texeleton
    for each in reversed(CLASSES):
        bpy.utils.unregister_class(each)
