"""Imports a Texeleton pack (NAME.texpack) into Blender, 3.4 and later, to view the result of a bake. MIT licence.

    blender --python texeleton_import.py -- hero.texpack

or open this file in Blender's text editor and run it, or install it as an add-on: File > Import > Texeleton pack.

It makes:
- A mesh whose frames are absolute shape keys, between which Blender interpolates like a player of the texture.
- An action for each clip, on the mesh's shape keys, in sequence as NLA strips; a looping clip repeats its first frame at
  its end. The actions remain if the strips are removed.
- Sockets as empties with their own actions, and root motion as an action of the object.
- Events and the start of each clip as markers of the scene; pose markers of the actions.

It needs only numpy, which is part of Blender. It reads the texture itself, so that colour management does not affect it.
"""
bl_info = {
    "name": "Texeleton pack",
    "author": "The Texeleton authors",
    "version": (1, 0, 0),
    "blender": (3, 4, 0),
    "location": "File > Import > Texeleton pack",
    "description": "Shows what an animation texture holds: mesh, clips, sockets, events",
    "category": "Import-Export",
}

import json
import math
import os
import struct
import sys
import zlib

import bpy
import numpy as np
from bpy.props import StringProperty
from bpy_extras.io_utils import ImportHelper
from mathutils import Matrix

PACK_VERSION = 2  # 2: with a frame table.

# A pack's axes are glTF's: +Y up. As in Blender's glTF importer, (x, y, z) becomes (x, -z, y).
TO_BLENDER = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])


class PackError(Exception):
    """What is wrong, in words for the user."""


# ---- Reading a pack, as described in FORMAT.md.


def read_texels(path, texture):
    """The texels as an array [row, column, channel] of floats: OpenEXR, scan lines, channels A, B, G, R."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:4] != b"\x76\x2f\x31\x01":
        raise PackError(f"{path} is not an OpenEXR file")
    width, height = texture["width"], texture["height"]
    attributes = {}
    at = 8
    while data[at] != 0:
        end = data.index(b"\0", at)
        name = data[at:end].decode()
        at = data.index(b"\0", end + 1) + 1
        (size,) = struct.unpack_from("<I", data, at)
        attributes[name] = data[at + 4 : at + 4 + size]
        at += 4 + size
    at += 1
    compression = attributes["compression"][0]
    if compression > 3:
        raise PackError(f"{path}: this compression is not one of a pack")
    if struct.unpack("<4i", attributes["dataWindow"]) != (0, 0, width - 1, height - 1):
        raise PackError(f"{path}: the size is not the manifest's")
    kind = np.dtype("<f2") if texture["pixelFormat"] == "rgba16f" else np.dtype("<f4")
    lines = 16 if compression == 3 else 1
    count = -(-height // lines)
    texels = np.empty((height, width, 4), np.float32)
    for offset in struct.unpack_from(f"<{count}Q", data, at):
        first, size = struct.unpack_from("<iI", data, offset)
        number = min(lines, height - first)
        raw = data[offset + 8 : offset + 8 + size]
        plain_size = number * width * 4 * kind.itemsize
        if size != plain_size:
            raw = unpacked(raw, compression)
        if len(raw) != plain_size:
            raise PackError(f"{path} is damaged")
        block = np.frombuffer(raw, kind).reshape(number, 4, width)
        texels[first : first + number] = block[:, ::-1, :].transpose(0, 2, 1)
    return texels


def unpacked(raw, compression):
    """Decompresses a chunk and undoes the predictor and the interleaving."""
    if compression == 1:
        out = bytearray()
        at = 0
        while at < len(raw):
            run = raw[at] - 256 if raw[at] > 127 else raw[at]
            if run < 0:
                out += raw[at + 1 : at + 1 - run]
                at += 1 - run
            else:
                out += raw[at + 1 : at + 2] * (run + 1)
                at += 2
        packed = bytes(out)
    else:
        packed = zlib.decompress(raw)
    steps = np.frombuffer(packed, np.uint8).astype(np.int64)
    steps[1:] -= 128
    values = (np.cumsum(steps) & 255).astype(np.uint8)
    half = (len(values) + 1) // 2
    result = np.empty_like(values)
    result[0::2] = values[:half]
    result[1::2] = values[half:]
    return result.tobytes()


COMPONENTS = {5123: np.dtype("<u2"), 5125: np.dtype("<u4"), 5126: np.dtype("<f4")}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


class Glb:
    """mesh.glb: a JSON chunk and a binary one, accessors without strides."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        if data[:4] != b"glTF":
            raise PackError(f"{path} is not a GLB file")
        (length,) = struct.unpack_from("<I", data, 12)
        self.json = json.loads(data[20 : 20 + length])
        self.binary = data[20 + length + 8 :]

    def view(self, number):
        view = self.json["bufferViews"][number]
        begin = view.get("byteOffset", 0)
        return self.binary[begin : begin + view["byteLength"]]

    def accessor(self, number):
        accessor = self.json["accessors"][number]
        kind, width = COMPONENTS[accessor["componentType"]], WIDTHS[accessor["type"]]
        values = np.frombuffer(self.view(accessor["bufferView"]), kind, accessor["count"] * width,
                               accessor.get("byteOffset", 0))
        return values.reshape(accessor["count"], width) if width > 1 else values


class Pack:
    """A pack and its decoded frames, in the pack's own space."""

    def __init__(self, folder):
        with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
            self.manifest = json.load(file)
        manifest = self.manifest
        if manifest.get("format") != "texeleton-pack" or manifest["version"] > PACK_VERSION:
            raise PackError(f"{folder} is not a pack that this script reads (version {PACK_VERSION})")
        if manifest["encoding"] not in ("matrix3x4", "positionNormal"):
            raise PackError(f"the encoding {manifest['encoding']} is not one that this script reads; "
                            "matrix3x4 and positionNormal are")
        self.name = os.path.basename(os.path.normpath(folder)).removesuffix(".texpack")
        self.is_bone = manifest["mode"] == "bone"
        self.glb = Glb(os.path.join(folder, manifest["mesh"]["file"]))
        self.primitives = self.glb.json["meshes"][0]["primitives"]
        self.attributes = {key: self.glb.accessor(number) for key, number in self.primitives[0]["attributes"].items()}
        self.texels = read_texels(os.path.join(folder, manifest["texture"]["file"]), manifest["texture"])

    def frame(self, number):
        """The texels of a frame of a clip, in sequence; with uneven rows blended from the stored frames."""
        texture = self.manifest["texture"]
        if "frameTable" not in texture:
            return self.stored(number)
        entry = self.texels[texture["frameTable"]["row"] + number // texture["width"], number % texture["width"]]
        low, high, code, way = (int(value) for value in entry)
        first = self.stored(low + 1024 * high).astype(np.float64)
        share = (code % 32) / (code // 32 + 1)
        return first + share * (self.stored(low + 1024 * high + way) - first)

    def stored(self, number):
        """The texels of a frame of the texture."""
        texture = self.manifest["texture"]
        rows = self.texels[number * texture["rowsPerFrame"] : (number + 1) * texture["rowsPerFrame"]]
        return rows.reshape(-1, 4)[: texture["texelsPerFrame"]]

    def positions(self, number):
        """The vertices at a frame."""
        texels = self.frame(number).astype(np.float64)
        if not self.is_bone:
            elements = self.attributes["_VERTEX_INDEX"].astype(np.int64)
            return texels[2 * elements, :3]
        matrices = texels[: 3 * self.manifest["texture"]["elementCount"]].reshape(-1, 3, 4)
        bind = self.attributes["POSITION"].astype(np.float64)
        weights = self.attributes["_BONE_WEIGHT"].astype(np.float64)
        bones = self.attributes["_BONE_INDEX"]
        result = np.zeros_like(bind)
        for influence in range(4):
            matrix = matrices[bones[:, influence]]
            moved = np.einsum("vrc,vc->vr", matrix[:, :, :3], bind) + matrix[:, :, 3]
            result += weights[:, influence : influence + 1] * moved
        return result

    def socket(self, socket_number, number):
        """The pose of a socket at a frame: position, axes as columns, scale."""
        socket = self.manifest["sockets"][socket_number]
        texture = self.manifest["texture"]
        first = 3 * socket["bone"] if self.is_bone else texture["elementCount"] * 2 + 3 * socket_number
        matrix = self.frame(number)[first : first + 3].astype(np.float64)
        x, y, z, w = socket["rotation"]
        frame = np.array([
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ])
        posed = matrix[:3, :3] @ (frame * np.array(socket["scale"]))
        scale = np.linalg.norm(posed, axis=0)
        if np.linalg.det(posed) < 0:
            scale[0] = -scale[0]
        # Gram-Schmidt on Z, then Y; an axis without length is replaced by the frame's.
        axis_z = unit(posed[:, 2], frame[:, 2])
        across = np.cross(axis_z, frame[:, 0])
        spare = unit(frame[:, 1] - axis_z * (axis_z @ frame[:, 1]), unit(across - axis_z * (axis_z @ across), frame[:, 1]))
        axis_y = unit(posed[:, 1] - axis_z * (axis_z @ posed[:, 1]), spare)
        axes = np.column_stack([np.cross(axis_y, axis_z), axis_y, axis_z])
        return matrix[:3, :3] @ np.array(socket["position"]) + matrix[:3, 3], axes, scale


def unit(vector, otherwise):
    squared = vector @ vector
    return otherwise if squared < 1e-20 else vector / math.sqrt(squared)


def to_blender(points):
    return points @ TO_BLENDER.T


def pose_to_blender(position, axes, scale):
    """A socket's axes Y and Z become Blender's -Z and Y, like everything else."""
    rotation = Matrix((TO_BLENDER @ axes @ TO_BLENDER.T).tolist()).to_quaternion()
    return to_blender(position), rotation, (scale[0], scale[2], scale[1])


# ---- Actions, with one interface for all versions: since Blender 4.4 curves are in layers, before in the action.


def curves_of(action):
    if hasattr(action, "fcurves"):
        return list(action.fcurves)
    return [curve for layer in action.layers for strip in layer.strips
            for bag in strip.channelbags for curve in bag.fcurves]


def new_action(owner, name):
    """An action that keyframe_insert() of `owner` fills."""
    animation = owner.animation_data or owner.animation_data_create()
    action = bpy.data.actions.new(name)
    action.use_fake_user = True
    animation.action = action
    return action


def finish_action(owner, action, track_name, start):
    """Linear curves; the action becomes a strip of the owner's NLA track."""
    for curve in curves_of(action):
        for key in curve.keyframe_points:
            key.interpolation = "LINEAR"
    animation = owner.animation_data
    animation.action = None
    track = animation.nla_tracks.get(track_name)
    if track is None:
        track = animation.nla_tracks.new()
        track.name = track_name
    strip = track.strips.new(action.name, start, action)
    if hasattr(strip, "action_slot") and strip.action_slot is None and len(action.slots) > 0:
        strip.action_slot = action.slots[0]
    strip.extrapolation = "HOLD_FORWARD" if len(track.strips) == 1 else "NOTHING"
    strip.blend_type = "REPLACE"
    # Strips and actions begin at whole frames, so that nothing is stretched.
    strip.frame_end = start + max(action.frame_range[1], 1e-3)
    strip.scale = 1.0


# ---- Making the objects.


def make_materials(pack):
    images = []
    for number, image in enumerate(pack.glb.json.get("images", [])):
        made = bpy.data.images.new(image.get("name") or f"{pack.name} {number}", 1, 1)
        data = pack.glb.view(image["bufferView"])
        made.pack(data=data, data_len=len(data))
        made.source = "FILE"
        images.append(made)
    materials = []
    for material in pack.glb.json.get("materials", []):
        made = bpy.data.materials.new(material.get("name", pack.name))
        made.use_nodes = True
        shader = next((node for node in made.node_tree.nodes if node.type == "BSDF_PRINCIPLED"), None)
        surface = material.get("pbrMetallicRoughness", {})
        factor = surface.get("baseColorFactor", [1.0, 1.0, 1.0, 1.0])
        made.diffuse_color = factor
        made.use_backface_culling = not material.get("doubleSided", False)
        if shader is not None:
            shader.inputs["Base Color"].default_value = factor
            shader.inputs["Metallic"].default_value = surface.get("metallicFactor", 1.0)
            shader.inputs["Roughness"].default_value = surface.get("roughnessFactor", 1.0)
            texture = surface.get("baseColorTexture")
            if texture is not None:
                node = made.node_tree.nodes.new("ShaderNodeTexImage")
                node.image = images[pack.glb.json["textures"][texture["index"]]["source"]]
                node.location = (-400, 200)
                made.node_tree.links.new(node.outputs["Color"], shader.inputs["Base Color"])
        materials.append(made)
    return materials


def make_mesh(pack):
    """The mesh in its bind pose; vertices keep their indices."""
    mesh = bpy.data.meshes.new(pack.name)
    triangles = [pack.glb.accessor(primitive["indices"]).reshape(-1, 3) for primitive in pack.primitives]
    indices = np.concatenate(triangles).astype(np.int32)
    positions = to_blender(pack.attributes["POSITION"].astype(np.float64)).astype(np.float32)
    mesh.vertices.add(len(positions))
    mesh.vertices.foreach_set("co", positions.ravel())
    mesh.loops.add(indices.size)
    mesh.loops.foreach_set("vertex_index", indices.ravel())
    mesh.polygons.add(len(indices))
    mesh.polygons.foreach_set("loop_start", np.arange(0, indices.size, 3, dtype=np.int32))
    if bpy.app.version < (4, 1, 0):
        mesh.polygons.foreach_set("loop_total", np.full(len(indices), 3, np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(indices), bool))
    for material in make_materials(pack):
        mesh.materials.append(material)
    numbers = [np.full(len(part), primitive.get("material", 0), np.int32)
               for primitive, part in zip(pack.primitives, triangles)]
    mesh.polygons.foreach_set("material_index", np.concatenate(numbers))
    for key in ("TEXCOORD_0", "TEXCOORD_1"):
        if key in pack.attributes:
            layer = mesh.uv_layers.new(name="UVMap" if key == "TEXCOORD_0" else "UVMap 2")
            uv = pack.attributes[key].astype(np.float32)[indices.ravel()]
            uv[:, 1] = 1.0 - uv[:, 1]
            layer.data.foreach_set("uv", uv.ravel())
    mesh.update(calc_edges=True)
    # No mesh.validate(), which would remove triangles: all triangles of the bake are shown.
    return mesh


def make_frames(pack, body):
    """Every frame of the texture as an absolute shape key; gives the value of eval_time that shows each. A clip that loops
    has its first frame once more behind its last, so that the transition is linear like all others."""
    body.shape_key_add(name="bind pose", from_mix=False)
    keys = body.data.shape_keys
    keys.use_relative = False
    times = []
    for clip in pack.manifest["clips"]:
        frames = list(range(clip["frameBegin"], clip["frameBegin"] + clip["frameCount"]))
        if clip["loop"] and clip["lengthSeconds"] > 0:
            frames.append(clip["frameBegin"])
        of_clip = []
        for place, frame in enumerate(frames):
            block = body.shape_key_add(name=f"{clip['name']} {place}", from_mix=False)
            block.interpolation = "KEY_LINEAR"
            block.data.foreach_set("co", to_blender(pack.positions(frame)).astype(np.float32).ravel())
            of_clip.append(block.frame)
        times.append(of_clip)
    keys.key_blocks[0].interpolation = "KEY_LINEAR"
    return times


def key_at(owner, path, value, frame):
    setattr(owner, path, value)
    owner.keyframe_insert(path, frame=frame)


def root_samples(clip):
    """Position and yaw of each sample of a clip's root motion, in Blender's axes; None if it has none."""
    track = clip.get("rootMotion", {}).get("track")
    if track is None:
        return None
    count = len(track["x"])
    heights, turns = track.get("y", [0.0] * count), track.get("yawRadians", [0.0] * count)
    return [((x, -z, y), turn) for x, y, z, turn in zip(track["x"], heights, track["z"], turns)]


def make_actions(pack, body, empties, scene, start):
    """Actions, strips and markers of all clips in sequence; returns the frame after the last."""
    rate = scene.render.fps / scene.render.fps_base
    times = make_frames(pack, body)
    keys = body.data.shape_keys
    for clip, of_clip in zip(pack.manifest["clips"], times):
        name = f"{pack.name} {clip['name']}"
        length = clip["lengthSeconds"] * rate
        steps = max(len(of_clip) - 1, 1)
        action = new_action(keys, name)
        for place, time in enumerate(of_clip):
            key_at(keys, "eval_time", time, length * place / steps)
        for event in clip.get("events", []):
            action.pose_markers.new(event["name"]).frame = round(event["timeSeconds"] * rate)
        finish_action(keys, action, pack.name, start)

        samples = root_samples(clip)
        if samples is not None:
            action = new_action(body, f"{name} root")
            for place, (position, turn) in enumerate(samples):
                at = length * place / max(len(samples) - 1, 1)
                key_at(body, "location", position, at)
                key_at(body, "rotation_euler", (0.0, 0.0, turn), at)
            finish_action(body, action, pack.name, start)

        for number, empty in enumerate(empties):
            action = new_action(empty, f"{name} {empty.name}")
            before = None
            for place in range(len(of_clip)):
                frame = clip["frameBegin"] + place % clip["frameCount"]
                position, rotation, scale = pose_to_blender(*pack.socket(number, frame))
                if before is not None and rotation.dot(before) < 0:
                    rotation.negate()  # The nearer one of two equal rotations.
                before = rotation
                at = length * place / steps
                key_at(empty, "location", position, at)
                key_at(empty, "rotation_quaternion", rotation, at)
                key_at(empty, "scale", scale, at)
            finish_action(empty, action, pack.name, start)

        scene.timeline_markers.new(clip["name"], frame=start)
        for event in clip.get("events", []):
            scene.timeline_markers.new(event["name"], frame=start + round(event["timeSeconds"] * rate))
        # The last pose of each clip is held for a moment.
        start += max(math.ceil(length), 1) + max(round(rate / 4), 1)
    return start


def import_pack(folder):
    """Imports a pack into the current scene and returns the object."""
    if os.path.basename(folder) == "manifest.json":
        folder = os.path.dirname(folder)
    pack = Pack(folder)
    scene = bpy.context.scene
    collection = bpy.context.collection
    body = bpy.data.objects.new(pack.name, make_mesh(pack))
    collection.objects.link(body)
    empties = []
    for socket in pack.manifest["sockets"]:
        empty = bpy.data.objects.new(socket["name"], None)
        empty.empty_display_type = "ARROWS"
        empty.empty_display_size = 0.1 * pack.manifest["sizeMetres"]
        empty.rotation_mode = "QUATERNION"
        empty.parent = body
        collection.objects.link(empty)
        empties.append(empty)
    end = make_actions(pack, body, empties, scene, scene.frame_start)
    scene.frame_end = max(scene.frame_end, end)
    scene.frame_set(scene.frame_start)
    return body


# ---- As an add-on, and as a script.


class IMPORT_SCENE_OT_texeleton_pack(bpy.types.Operator, ImportHelper):
    """Import what an animation texture of Texeleton holds"""

    bl_idname = "import_scene.texeleton_pack"
    bl_label = "Import Texeleton pack"
    bl_options = {"REGISTER", "UNDO"}
    filename_ext = ".json"
    filter_glob: StringProperty(default="manifest.json", options={"HIDDEN"})

    def execute(self, context):
        try:
            import_pack(self.filepath)
        except (PackError, OSError, KeyError, ValueError, zlib.error) as error:
            self.report({"ERROR"}, f"The pack cannot be imported: {error}")
            return {"CANCELLED"}
        return {"FINISHED"}


def menu_entry(self, context):
    self.layout.operator(IMPORT_SCENE_OT_texeleton_pack.bl_idname, text="Texeleton pack (manifest.json)")


def register():
    bpy.utils.register_class(IMPORT_SCENE_OT_texeleton_pack)
    bpy.types.TOPBAR_MT_file_import.append(menu_entry)


def unregister():
    bpy.types.TOPBAR_MT_file_import.remove(menu_entry)
    bpy.utils.unregister_class(IMPORT_SCENE_OT_texeleton_pack)


if __name__ == "__main__":
    register()
    given = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else []
    for argument in given:
        import_pack(argument)
