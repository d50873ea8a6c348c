"""Changes to a scene that are undone afterwards, also after an error."""
import bpy

# Properties of a bone, an object and a shape key that an action may change.
POSE_CHANNELS = ("location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale")


class Restore:
    """A context whose changes are undone at its end, the last one first."""

    def __init__(self):
        self.undo = []

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        failures = []
        for step in reversed(self.undo):
            try:
                step()
            except (RuntimeError, ReferenceError, AttributeError, TypeError) as error:
                failures.append(error)
        self.undo.clear()
        if failures and problem[0] is None:
            raise failures[0]
        return False

    def later(self, step, *arguments):
        self.undo.append(lambda: step(*arguments))

    def set(self, owner, name, value):
        """Sets a property, unless it is read-only (linked from a library)."""
        before = getattr(owner, name)
        if before == value:
            return
        setattr(owner, name, value)
        self.later(setattr, owner, name, before)

    def keep_channels(self, owner):
        for name in POSE_CHANNELS:
            value = tuple(getattr(owner, name))
            self.later(setattr, owner, name, value)


def keep_scene(restore, scene, view_layer):
    """Saves the frame, selection, mode, and every value that an action may change."""
    current, subframe = scene.frame_current, scene.frame_subframe
    active = view_layer.objects.active
    mode = active.mode if active is not None else "OBJECT"
    selected = [thing for thing in view_layer.objects if thing.select_get(view_layer=view_layer)]

    def select():
        for thing in view_layer.objects:
            thing.select_set(thing in selected, view_layer=view_layer)
        view_layer.objects.active = active
        if mode != "OBJECT" and active is not None and active.mode != mode:
            bpy.ops.object.mode_set(mode=mode)

    restore.later(select)
    if mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")
    for thing in scene.objects:
        if thing.library is None:
            restore.keep_channels(thing)
        for bone in thing.pose.bones if thing.pose is not None else []:
            restore.keep_channels(bone)
        keys = getattr(thing.data, "shape_keys", None)
        for block in keys.key_blocks if keys is not None else []:
            restore.later(setattr, block, "value", block.value)
    # Runs before the values above are restored, which belong to this frame.
    restore.later(lambda: scene.frame_set(current, subframe=subframe))
