"""Decides how a mesh is stored: bones and shape keys as glTF, other movement as a point cache."""

# Generating modifiers, which do not change over time by themselves.
STILL = {"SUBSURF", "MULTIRES", "MIRROR", "SOLIDIFY", "BEVEL", "WELD", "TRIANGULATE", "ARRAY", "EDGE_SPLIT", "DECIMATE", "REMESH",
         "SCREW", "SKIN", "WIREFRAME", "BOOLEAN", "MASK", "VERTEX_WEIGHT_EDIT", "VERTEX_WEIGHT_MIX", "VERTEX_WEIGHT_PROXIMITY"}
# Modifiers that do not move vertices.
IDLE = {"COLLISION", "UV_PROJECT", "UV_WARP", "WEIGHTED_NORMAL", "NORMAL_EDIT", "DATA_TRANSFER", "PARTICLE_SYSTEM"}
REFERENCES = ("object", "mirror_object", "offset_object", "start_cap", "end_cap", "curve", "object_from", "object_to", "target")


def modifiers_of(thing):
    return [modifier for modifier in thing.modifiers if modifier.show_viewport and modifier.type not in IDLE]


def is_animated(thing, modifier):
    """Whether curves or drivers change it, or it depends on another object."""
    path = f'modifiers["{modifier.name}"]'
    animation = thing.animation_data
    if animation is not None:
        from .clips import curves_of
        curves = list(animation.drivers)
        actions = [animation.action] + [strip.action for track in animation.nla_tracks for strip in track.strips]
        for action in actions:
            curves += curves_of(action) if action is not None else []
        if any(curve.data_path.startswith(path) for curve in curves):
            return True
    return any(getattr(modifier, name, None) is not None for name in REFERENCES)


def why_cached(thing):
    """Why bones and shape keys cannot represent a mesh's movement; empty if they can."""
    if thing.parent_type in ("ARMATURE", "LATTICE", "CURVE"):
        return "its parent deforms it"
    modifiers = modifiers_of(thing)
    armatures = [modifier for modifier in modifiers if modifier.type == "ARMATURE" and modifier.object is not None]
    others = [modifier for modifier in modifiers if modifier.type != "ARMATURE"]
    for modifier in others:
        if modifier.type not in STILL or is_animated(thing, modifier):
            return f"modifier {modifier.name}"
    keys = thing.data.shape_keys
    if keys is not None:
        if others:
            return f"modifier {others[0].name} above shape keys"
        if not keys.use_relative:
            return "absolute shape keys"
        if any(block.vertex_group or block.relative_key != keys.reference_key for block in keys.key_blocks[1:]):
            return "shape keys with a vertex group or relative to one another"
    if len(armatures) > 1:
        return "several armatures"
    for modifier in armatures:
        rig = modifier.object
        if modifier.use_deform_preserve_volume or modifier.use_bone_envelopes or not modifier.use_vertex_groups:
            return "preserve volume or envelopes of its armature"
        if modifier.vertex_group or modifier.use_multi_modifier:
            return "a vertex group of its armature"
        if thing.parent is rig and thing.parent_type == "BONE":
            return "its parent is a bone of its own armature"
        groups = {group.name for group in thing.vertex_groups}
        if any(bone.bbone_segments > 1 and bone.name in groups for bone in rig.data.bones):
            return "bendy bones"
    return ""


def armature_of(thing):
    return next((modifier.object for modifier in modifiers_of(thing)
                 if modifier.type == "ARMATURE" and modifier.object is not None), None)
