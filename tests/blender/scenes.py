"""Scenes for the tests, made by script; any Blender from 3.4 on. Each function fills the current, empty scene."""
import math

import bpy


def start(end=20, fps=24):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.fps, scene.frame_start, scene.frame_end = fps, 1, end
    return scene


def grid(name, size=2.0, cuts=8):
    bpy.ops.mesh.primitive_grid_add(x_subdivisions=cuts, y_subdivisions=cuts, size=size)
    thing = bpy.context.object
    thing.name = name
    return thing


def column(name, rows=8, height=2.0):
    """A closed box of rings, for bending."""
    bpy.ops.mesh.primitive_cylinder_add(vertices=12, radius=0.3, depth=height, location=(0, 0, height / 2))
    thing = bpy.context.object
    bpy.ops.object.mode_set(mode="EDIT")
    bpy.ops.mesh.select_all(action="SELECT")
    bpy.ops.mesh.subdivide(number_cuts=rows)
    bpy.ops.object.mode_set(mode="OBJECT")
    bpy.ops.object.transform_apply(location=True)
    thing.name = name
    return thing


def bones(name, count=3, length=0.7):
    data = bpy.data.armatures.new(name)
    rig = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(rig)
    bpy.context.view_layer.objects.active = rig
    bpy.ops.object.mode_set(mode="EDIT")
    before = None
    for number in range(count):
        bone = data.edit_bones.new(f"bone{number}")
        bone.head, bone.tail = (0, 0, number * length), (0.05 * number, 0, (number + 1) * length)
        bone.roll = 0.3 * number
        bone.parent = before
        before = bone
    bpy.ops.object.mode_set(mode="OBJECT")
    return rig


def bind(thing, rig, count=3, length=0.7):
    for number in range(count):
        group = thing.vertex_groups.new(name=f"bone{number}")
        for vertex in thing.data.vertices:
            far = abs(vertex.co.z / length - number - 0.5)
            if far < 1.2:
                group.add([vertex.index], 1.2 - far, "REPLACE")
    thing.parent = rig
    modifier = thing.modifiers.new("Armature", "ARMATURE")
    modifier.object = rig


def bend(rig, name, angle, end):
    animation = rig.animation_data or rig.animation_data_create()
    action = bpy.data.actions.new(name)
    animation.action = action
    for number, bone in enumerate(rig.pose.bones):
        bone.rotation_mode = "QUATERNION"
        for frame in range(1, end + 1, 3):
            turn = angle * math.sin(2 * math.pi * frame / end + number)
            bone.rotation_quaternion = (math.cos(turn / 2), math.sin(turn / 2), 0, 0)
            bone.keyframe_insert("rotation_quaternion", frame=frame)
    action.use_fake_user = True
    return action


def shape_key(thing, name, move):
    if thing.data.shape_keys is None:
        thing.shape_key_add(name="Basis")
    block = thing.shape_key_add(name=name)
    for vertex in block.data:
        vertex.co = move(vertex.co)
    return block


def armature_with_shape_keys():
    start()
    thing, rig = column("Body"), bones("Rig")
    bind(thing, rig)
    key = shape_key(thing, "Fat", lambda co: (1.5 * co.x, 1.5 * co.y, co.z))
    driven = shape_key(thing, "Lean", lambda co: (co.x + 0.3 * co.z, co.y, co.z))
    for frame, value in ((1, 0.0), (10, 1.0), (20, 0.2)):
        key.value = value
        key.keyframe_insert("value", frame=frame)
    curve = driven.driver_add("value").driver
    curve.type = "SUM"
    variable = curve.variables.new()
    variable.type = "TRANSFORMS"
    variable.targets[0].id = rig
    variable.targets[0].bone_target = "bone1"
    variable.targets[0].transform_type = "ROT_X"
    variable.targets[0].transform_space = "LOCAL_SPACE"
    bend(rig, "Wave", 0.6, 20)


def actions():
    """A character with two actions, one of them assigned; one has a marker."""
    start()
    thing, rig = column("Body"), bones("Rig")
    bind(thing, rig)
    bend(rig, "Walk", 0.4, 12).pose_markers.new("step").frame = 7
    bend(rig, "Run", 0.8, 9)


def tracks():
    start()
    thing, rig = column("Body"), bones("Rig")
    bind(thing, rig)
    for name, angle in (("Nod", 0.3), ("Bow", 0.9)):
        action = bend(rig, name, angle, 10)
        track = rig.animation_data.nla_tracks.new()
        track.name = name + "Track"
        track.strips.new(name, 1, action)
        if name == "Bow":
            track.strips.new("Nod again", 15, bpy.data.actions["Nod"])
    rig.animation_data.action = None


def wave():
    scene = start()
    thing = grid("Water", cuts=12)
    modifier = thing.modifiers.new("Wave", "WAVE")
    modifier.height, modifier.speed, modifier.width = 0.3, 0.2, 0.6
    thing.location = (1, 2, 3)
    thing.rotation_euler = (0.3, 0.2, 0.1)
    scene.timeline_markers.new("splash", frame=5)


def cloth():
    start()
    thing = grid("Flag", cuts=6)
    thing.vertex_groups.new(name="pin").add(list(range(6)), 1.0, "REPLACE")
    modifier = thing.modifiers.new("Cloth", "CLOTH")
    modifier.settings.vertex_group_mass = "pin"


def soft_body():
    start()
    thing = grid("Jelly", cuts=6)
    thing.modifiers.new("Softbody", "SOFT_BODY")


def lattice():
    start()
    thing = column("Tube")
    data = bpy.data.lattices.new("Cage")
    data.points_u = data.points_v = data.points_w = 3
    cage = bpy.data.objects.new("Cage", data)
    bpy.context.collection.objects.link(cage)
    for number, point in enumerate(data.points):
        point.co_deform = (point.co.x * (1.0 + 0.5 * (number % 2)), point.co.y, point.co.z)
    cage.scale = (2, 2, 3)
    cage.location = (0, 0, 1)
    modifier = thing.modifiers.new("Lattice", "LATTICE")
    modifier.object = cage
    for frame, angle in ((1, 0.0), (20, 1.2)):
        cage.rotation_euler = (angle, 0.3 * angle, 0)
        cage.keyframe_insert("rotation_euler", frame=frame)


def geometry_nodes():
    """Each vertex is moved along Z by a sine of its position and of the time."""
    start()
    thing = grid("Sea", cuts=10)
    tree = bpy.data.node_groups.new("Swell", "GeometryNodeTree")
    if hasattr(tree, "interface"):
        tree.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        tree.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        tree.inputs.new("NodeSocketGeometry", "Geometry")
        tree.outputs.new("NodeSocketGeometry", "Geometry")
    nodes, links = tree.nodes, tree.links
    come, go = nodes.new("NodeGroupInput"), nodes.new("NodeGroupOutput")
    move, place, time = (nodes.new(kind) for kind in ("GeometryNodeSetPosition", "GeometryNodeInputPosition",
                                                      "GeometryNodeInputSceneTime"))
    split, join = nodes.new("ShaderNodeSeparateXYZ"), nodes.new("ShaderNodeCombineXYZ")
    add, sine = nodes.new("ShaderNodeMath"), nodes.new("ShaderNodeMath")
    add.operation, sine.operation = "MULTIPLY_ADD", "SINE"
    add.inputs[1].default_value = 4.0
    links.new(place.outputs[0], split.inputs[0])
    links.new(split.outputs["X"], add.inputs[0])
    links.new(time.outputs["Seconds"], add.inputs[2])
    links.new(add.outputs[0], sine.inputs[0])
    links.new(sine.outputs[0], join.inputs["Z"])
    links.new(come.outputs[0], move.inputs["Geometry"])
    links.new(join.outputs[0], move.inputs["Offset"])
    links.new(move.outputs[0], go.inputs[0])
    thing.modifiers.new("Swell", "NODES").node_group = tree


def two_characters():
    start()
    for number, place in enumerate(((0, 0, 0), (3, 1, 0))):
        thing, rig = column(f"Body{number}"), bones(f"Rig{number}")
        bind(thing, rig)
        rig.location = place
        bend(rig, f"Dance{number}", 0.4 + 0.3 * number, 20)


def things_on_bones():
    """A box in a hand, and one below an empty in the other hand; all bones are bent at the current frame."""
    start()
    thing, rig = column("Body"), bones("Rig")
    bind(thing, rig)
    bend(rig, "Swing", 0.6, 20)
    for number, bone in enumerate(("bone1", "bone2")):
        bpy.ops.mesh.primitive_cube_add(size=0.4, location=(0.3, 0.2, 0.9 + number))
        box = bpy.context.object
        box.name, box.rotation_euler, box.scale = f"Box{number}", (0.3, 0.2, 0.1), (1, 2, 0.5)
        held = box
        if number == 1:
            held = bpy.data.objects.new("Hand", None)
            bpy.context.collection.objects.link(held)
            held.location, held.rotation_euler = (0.1, 0.2, 0.1), (0.5, 0.1, 0.2)
            box.parent = held
        held.parent, held.parent_type, held.parent_bone = rig, "BONE", bone
    bpy.context.scene.frame_set(9)


def mirrored_and_scaled():
    start()
    for number, scale in enumerate(((-1, 1, 1), (0.2, 3, 1), (2, 2, -2))):
        bpy.ops.mesh.primitive_monkey_add(location=(3 * number, 0, 0))
        thing = bpy.context.object
        thing.name = f"Monkey{number}"
        thing.scale = scale
        for frame in (1, 8, 20):
            thing.rotation_euler = (0.2 * frame, 0.1 * frame, 0.3)
            thing.location.z = 0.1 * frame
            thing.keyframe_insert("rotation_euler", frame=frame)
            thing.keyframe_insert("location", frame=frame)
    thing, rig = column("Body"), bones("Rig")
    bind(thing, rig)
    mirror = thing.modifiers.new("Mirror", "MIRROR")
    mirror.use_axis = (False, True, False)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.modifier_move_to_index(modifier="Mirror", index=0)
    rig.scale = (-0.5, 0.5, 0.5)
    rig.location = (-3, 0, 0)
    bend(rig, "Sway", 0.5, 20)


def rigid_bodies():
    start(end=40)
    bpy.ops.mesh.primitive_cube_add(size=10, location=(0, 0, -5))
    bpy.context.object.name = "Ground"
    bpy.ops.rigidbody.object_add(type="PASSIVE")
    for number in range(12):
        bpy.ops.mesh.primitive_cube_add(size=0.8, location=(0.2 * (number % 3), 0.1 * (number % 2), 1 + number))
        bpy.context.object.name = f"Brick{number}"
        bpy.ops.rigidbody.object_add(type="ACTIVE")


def changing_faces():
    start()
    thing = grid("Shrinking")
    modifier = thing.modifiers.new("Build", "BUILD")
    modifier.frame_start, modifier.frame_duration = 3, 10


ALL = (armature_with_shape_keys, actions, tracks, wave, cloth, soft_body, lattice, geometry_nodes, two_characters,
       things_on_bones, mirrored_and_scaled, rigid_bodies)
