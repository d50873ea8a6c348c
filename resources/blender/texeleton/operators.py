"""What the panel's buttons do."""
import os
import re
import subprocess

import bpy
from bpy.props import EnumProperty, IntProperty, StringProperty

from . import properties
from . import recipe as recipes
from .job import Job, copy_of_scene
from .program import INSTALL, find
from .schema import FIELD_OF, SEPARATOR

job = None  # The last bake, running or not.


def is_running():
    return job is not None and not job.ended


def redraw():
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type == "VIEW_3D":
                area.tag_redraw()


def follow():
    redraw()
    return 0.2 if is_running() else None


def collection_name(own):
    return own.collection.name if own.collection is not None else ""


class TEXELETON_OT_find_clips(bpy.types.Operator):
    """List the actions, NLA tracks and the time line that can be baked"""

    bl_idname = "texeleton.find_clips"
    bl_label = "Find clips"

    def execute(self, context):
        from . import write_scene  # numpy is needed only now.
        own = context.scene.texeleton
        try:
            found = write_scene.clips_of(context, write_scene.things_of(context, own.what, collection_name(own)))
        except write_scene.SceneError as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        unwanted = {clip.name for clip in own.clips if not clip.wanted}
        own.clips.clear()
        for clip in found:
            item = own.clips.add()
            item.name, item.kind, item.start, item.end = clip.name, clip.kind, clip.start, clip.end
            item.wanted = clip.name not in unwanted
        return {"FINISHED"}


class TEXELETON_OT_tick_clips(bpy.types.Operator):
    """Tick all clips, or none"""

    bl_idname = "texeleton.tick_clips"
    bl_label = "Tick clips"
    what: EnumProperty(items=[("all", "All", ""), ("none", "None", "")])

    def execute(self, context):
        for clip in context.scene.texeleton.clips:
            clip.wanted = self.what == "all"
        return {"FINISHED"}


class TEXELETON_OT_add_socket(bpy.types.Operator):
    """Expose the active bone, or the active object, as a socket"""

    bl_idname = "texeleton.add_socket"
    bl_label = "Add the active bone or object"

    def execute(self, context):
        thing = context.active_pose_bone or context.active_object
        if thing is None:
            self.report({"ERROR"}, "nothing is active")
            return {"CANCELLED"}
        own, name = context.scene.texeleton, re.escape(thing.name)
        field = FIELD_OF["bake_expose"]
        there = [part for part in getattr(own, field.name).split(SEPARATOR) if part] if getattr(own, field.used) else []
        if name not in there:
            setattr(own, field.name, SEPARATOR.join([*there, name]))
            setattr(own, field.used, True)
        return {"FINISHED"}


class TEXELETON_OT_add_target(bpy.types.Operator):
    """Add a place that the result goes to"""

    bl_idname = "texeleton.add_target"
    bl_label = "Add a target"

    def execute(self, context):
        context.scene.texeleton.targets.add().choose(0)
        return {"FINISHED"}


class TEXELETON_OT_remove_target(bpy.types.Operator):
    """Remove this target; its files stay"""

    bl_idname = "texeleton.remove_target"
    bl_label = "Remove the target"
    number: IntProperty()

    def execute(self, context):
        context.scene.texeleton.targets.remove(self.number)
        properties.changed(context.scene.texeleton, context)
        return {"FINISHED"}


class TEXELETON_OT_bake(bpy.types.Operator):
    """Evaluate the scene and bake it for the targets, in the background"""

    bl_idname = "texeleton.bake"
    bl_label = "Bake and export"

    @classmethod
    def poll(cls, context):
        return not is_running()

    def execute(self, context):
        global job
        own = context.scene.texeleton
        if not bpy.data.filepath:
            self.report({"ERROR"}, "Save the file first: the recipe lies beside it")
            return {"CANCELLED"}
        if find() is None:
            self.report({"ERROR"}, INSTALL)
            return {"CANCELLED"}
        arguments = ["--what", own.what]
        if own.what == "collection":
            if own.collection is None:
                self.report({"ERROR"}, "Choose a collection")
                return {"CANCELLED"}
            arguments += ["--collection", own.collection.name]
        if any(not clip.wanted for clip in own.clips):
            wanted = [clip.name for clip in own.clips if clip.wanted]
            if not wanted:
                self.report({"ERROR"}, "Tick a clip")
                return {"CANCELLED"}
            arguments += [part for name in wanted for part in ("--clip", name)]
        try:
            properties.save(context.scene)
            path, scratch = copy_of_scene()
        except (OSError, ValueError, RuntimeError) as error:
            self.report({"ERROR"}, str(error))
            return {"CANCELLED"}
        job = Job(bpy.data.filepath, path, arguments, scratch)
        job.start()
        if bpy.app.background:
            job.thread.join()
            if job.error:
                self.report({"ERROR"}, job.error)
                return {"CANCELLED"}
        else:
            bpy.app.timers.register(follow, first_interval=0.1)
        return {"FINISHED"}


class TEXELETON_OT_cancel(bpy.types.Operator):
    """Stop the bake; what was there before stays"""

    bl_idname = "texeleton.cancel"
    bl_label = "Cancel"

    def execute(self, context):
        if is_running():
            job.cancel()
        return {"FINISHED"}


class TEXELETON_OT_open(bpy.types.Operator):
    """Open the recipe in the editor of Texeleton; what is changed there appears here"""

    bl_idname = "texeleton.open"
    bl_label = "Open in Texeleton"

    def execute(self, context):
        editor = find("texeleton")
        path = recipes.recipe_path(bpy.data.filepath)
        if editor is None or not os.path.isfile(path):
            self.report({"ERROR"}, INSTALL if editor is None else "Bake first: there is no recipe yet")
            return {"CANCELLED"}
        subprocess.Popen([editor, path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                         start_new_session=True)
        return {"FINISHED"}


class TEXELETON_OT_show(bpy.types.Operator):
    """Import the baked result beside the original"""

    bl_idname = "texeleton.show"
    bl_label = "Show the pack"
    bl_options = {"REGISTER", "UNDO"}
    pack: StringProperty()

    def execute(self, context):
        from .pack_importer import load_importer
        importer = load_importer()
        pack = self.pack or next((result["pack"] for result in (job.results if job else []) if result.get("pack")), "")
        if not pack:
            self.report({"ERROR"}, "Bake first: there is no pack yet")
            return {"CANCELLED"}
        scene = context.scene
        before, end = set(scene.timeline_markers), scene.frame_end
        frame = scene.frame_current
        try:
            body = importer.import_pack(os.path.join(os.path.dirname(bpy.data.filepath), pack))
        except (importer.PackError, OSError, KeyError, ValueError) as error:
            self.report({"ERROR"}, f"The pack cannot be imported: {error}")
            return {"CANCELLED"}
        # The scene's own time line is not changed.
        for marker in [marker for marker in scene.timeline_markers if marker not in before]:
            scene.timeline_markers.remove(marker)
        scene.frame_end = end
        scene.frame_set(frame)
        body.location.x += 1.2 * max(body.dimensions.x, 0.1)
        return {"FINISHED"}


CLASSES = (TEXELETON_OT_find_clips, TEXELETON_OT_tick_clips, TEXELETON_OT_add_socket, TEXELETON_OT_add_target,
           TEXELETON_OT_remove_target, TEXELETON_OT_bake, TEXELETON_OT_cancel, TEXELETON_OT_open, TEXELETON_OT_show)
