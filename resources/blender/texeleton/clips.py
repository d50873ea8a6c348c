"""Finds clips: NLA tracks, actions, and the scene's time line."""
import math
import re

import bpy

# Simulations run over the time line of the scene, from its start.
SIMULATIONS = {"CLOTH", "SOFT_BODY", "FLUID", "DYNAMIC_PAINT", "EXPLODE", "PARTICLE_SYSTEM"}
BONE_PATH = re.compile(r'^pose\.bones\["((?:[^"\\]|\\.)*)"\]')


class Clip:
    """A name, frames from `start` to `end`, and pairs of owner and action or track; without owners: the scene."""

    def __init__(self, name, kind, start, end):
        self.name = name
        self.kind = kind  # "track", "action" or "scene".
        self.start = math.floor(start)
        self.end = max(math.ceil(end), self.start)
        self.parts = []  # Pairs of an owner and an action or track.

    def describe(self):
        return {"name": self.name, "kind": self.kind, "start": self.start, "end": self.end}


def curves_of(action, slot=None):
    """The curves of an action; since Blender 4.4, of a slot if one is given."""
    if hasattr(action, "layers") and len(action.layers) > 0:
        return [curve for layer in action.layers for strip in layer.strips for bag in strip.channelbags
                if slot is None or bag.slot_handle == slot.handle for curve in bag.fcurves]
    return list(getattr(action, "fcurves", []))


def bones_moved(action):
    found = (BONE_PATH.match(curve.data_path) for curve in curves_of(action))
    return {match.group(1) for match in found if match}


def owners_of(things):
    """Possible owners of animation: objects and their shape keys."""
    owners = []
    for thing in things:
        owners.append(thing)
        keys = getattr(thing.data, "shape_keys", None)
        if keys is not None and keys not in owners:
            owners.append(keys)
    return owners


def assign_action(owner, action):
    """Assigns an action to an owner, with the matching slot if actions have slots."""
    animation = owner.animation_data or owner.animation_data_create()
    animation.action = action
    if action is not None and hasattr(animation, "action_suitable_slots") and animation.action_slot is None:
        slots = list(animation.action_suitable_slots)
        if slots:
            animation.action_slot = slots[0]


def strips_of(track):
    return [strip for strip in track.strips if strip.action is not None and not strip.mute]


def is_named(track):
    return not track.name.startswith(("NlaTrack", "[Action Stash]"))


def simulated(thing):
    return any(modifier.type in SIMULATIONS and modifier.show_viewport for modifier in thing.modifiers)


def is_rigid_body(thing):
    return thing.rigid_body is not None


def scene_clip(scene):
    preview = scene.use_preview_range
    return Clip(scene.name, "scene", scene.frame_preview_start if preview else scene.frame_start,
                scene.frame_preview_end if preview else scene.frame_end)


def range_of(action):
    # The range set by the artist, else that of the keys.
    return tuple(action.frame_range)


def clips_of(scene, things, moves_by_scene):
    """The clips of some objects, the scene's own last. `moves_by_scene`: something moves that no action does."""
    owners = owners_of(list(scene.objects))
    clips = {}
    shown = set()

    def clip(name, kind, start, end):
        made = clips.setdefault(name, Clip(name, kind, start, end))
        made.start, made.end = min(made.start, math.floor(start)), max(made.end, math.ceil(end))
        return made

    for owner in owners:
        animation = owner.animation_data
        for track in animation.nla_tracks if animation is not None else []:
            strips = strips_of(track)
            if not strips:
                continue
            shown.update(strip.action.name for strip in strips)
            alone = len(strips) == 1
            if not is_named(track) and alone:
                made = clip(strips[0].action.name, "action", *range_of(strips[0].action))
                made.parts.append((owner, strips[0].action))
                continue
            made = clip(track.name, "track", min(strip.frame_start for strip in strips),
                        max(strip.frame_end for strip in strips))
            made.parts.append((owner, track))
    used = {}
    for owner in owners:
        animation = owner.animation_data
        if animation is not None and animation.action is not None and animation.action.name not in shown:
            used.setdefault(animation.action.name, []).append(owner)
    rigs = [thing for thing in scene.objects if thing.type == "ARMATURE"]
    for action in bpy.data.actions:
        if action.name in shown:
            continue
        bones = bones_moved(action)
        takers = used.get(action.name) or [rig for rig in rigs if bones & set(rig.pose.bones.keys())]
        # Animation of whole objects, or of shape keys only, belongs to the scene's time line.
        if not any(getattr(taker, "type", "") == "ARMATURE" for taker in takers) or not bones:
            continue
        made = clip(action.name, "action", *range_of(action))
        made.parts += [(taker, action) for taker in takers]
    found = list(clips.values())
    animated = [owner for owner in owners_of(things) if owner.animation_data is not None
                and (owner.animation_data.action is not None or owner.animation_data.drivers)]
    moved = {owner.name for made in found for owner, _ in made.parts}
    others = [owner for owner in animated if owner.name not in moved or len(animated) > 1]
    if moves_by_scene or others or not found:
        of_scene = scene_clip(scene)
        while of_scene.name in clips:
            of_scene.name += " (scene)"
        found.append(of_scene)
    return found


def play(clip, scene, restore):
    """Makes the scene show a clip, and nothing else that animates its objects."""
    if clip.kind == "scene":
        return
    parts = {owner.as_pointer(): what for owner, what in clip.parts}
    scene.frame_set(clip.start)
    for owner in owners_of(list(scene.objects)):
        animation = owner.animation_data
        what = parts.get(owner.as_pointer())
        if animation is None and what is None:
            continue
        keep_animation(owner, restore)
        animation = owner.animation_data
        track = what if clip.kind == "track" else None
        for other in animation.nla_tracks if animation is not None else []:
            restore.set(other, "is_solo", False)
            restore.set(other, "mute", other != track)
        # Bones without keys in the clip get their rest pose.
        for bone in owner.pose.bones if getattr(owner, "pose", None) is not None else []:
            bone.matrix_basis.identity()
            bone.location, bone.scale = (0.0, 0.0, 0.0), (1.0, 1.0, 1.0)
            bone.rotation_quaternion, bone.rotation_euler = (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
            bone.rotation_axis_angle = (0.0, 0.0, 1.0, 0.0)
        assign_action(owner, what if clip.kind == "action" else None)


def keep_animation(owner, restore):
    animation = owner.animation_data
    if animation is None:
        restore.later(owner.animation_data_clear)
        return
    restore.set(animation, "use_tweak_mode", False)
    slot = getattr(animation, "action_slot", None)
    action = animation.action

    def back():
        animation.action = action
        if slot is not None:
            animation.action_slot = slot

    restore.later(back)
