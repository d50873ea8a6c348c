"""Adds clips to a GLB file of Blender's exporter. Independent of Blender."""
import json
import struct

import numpy as np

FLOAT = 5126
WIDTHS = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}


def identity():
    return np.eye(4)


def rotation_matrix(quaternion):
    x, y, z, w = quaternion
    return np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])


class Glb:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        (length,) = struct.unpack_from("<I", data, 12)
        self.json = json.loads(data[20 : 20 + length])
        self.binary = bytearray(data[20 + length + 8 :])
        self.nodes = self.json.get("nodes", [])
        self.parents = {child: number for number, node in enumerate(self.nodes) for child in node.get("children", [])}
        self.joints = {joint for skin in self.json.get("skins", []) for joint in skin["joints"]}

    def write(self, path):
        self.binary += b"\0" * (-len(self.binary) % 4)
        if self.binary:
            self.json["buffers"] = [{"byteLength": len(self.binary)}]
        text = json.dumps(self.json, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
        if self.binary:
            chunks += struct.pack("<II", len(self.binary), 0x004E4942) + bytes(self.binary)
        with open(path, "wb") as file:
            file.write(b"glTF" + struct.pack("<II", 2, 12 + len(chunks)) + chunks)

    def local_matrix(self, number):
        node = self.nodes[number]
        if "matrix" in node:
            return np.array(node["matrix"], float).reshape(4, 4).T
        matrix = identity()
        matrix[:3, :3] = rotation_matrix(node.get("rotation", (0, 0, 0, 1))) * np.array(node.get("scale", (1, 1, 1)))
        matrix[:3, 3] = node.get("translation", (0, 0, 0))
        return matrix

    def global_matrix(self, number):
        matrix = self.local_matrix(number)
        while number in self.parents:
            number = self.parents[number]
            matrix = self.local_matrix(number) @ matrix
        return matrix

    def target_names(self, number):
        """The names of a node's morph targets, in order."""
        mesh = self.nodes[number].get("mesh")
        return [] if mesh is None else self.json["meshes"][mesh].get("extras", {}).get("targetNames", [])

    def accessor(self, values, kind):
        values = np.ascontiguousarray(values, np.float32)
        self.binary += b"\0" * (-len(self.binary) % 4)
        views = self.json.setdefault("bufferViews", [])
        views.append({"buffer": 0, "byteOffset": len(self.binary), "byteLength": values.nbytes})
        self.binary += values.tobytes()
        accessor = {"bufferView": len(views) - 1, "componentType": FLOAT, "count": values.size // WIDTHS[kind], "type": kind}
        if kind == "SCALAR":
            accessor["min"], accessor["max"] = [float(values.min())], [float(values.max())]
        accessors = self.json.setdefault("accessors", [])
        accessors.append(accessor)
        return len(accessors) - 1


class AnimationWriter:
    """An animation with a value per frame; constant values have keys at both ends only."""

    def __init__(self, glb, name, times, extras):
        self.glb = glb
        self.times = times
        self.every = glb.accessor(times, "SCALAR")
        self.ends = None
        self.animation = {"name": name, "channels": [], "samplers": []}
        if extras:
            self.animation["extras"] = extras

    def add(self, node, path, values, rest):
        """`values`: a row per frame. Writes nothing if all of them are `rest`."""
        values = np.asarray(values, np.float32)
        still = bool((values == values[0]).all())
        if still and rest is not None and np.allclose(values[0], rest, rtol=0, atol=1e-7):
            return
        self.channel(node, path, values[[0, -1]] if still and len(values) > 1 else values, still and len(values) > 1)

    def channel(self, node, path, values, ends):
        if ends and self.ends is None:
            self.ends = self.glb.accessor(self.times[[0, -1]], "SCALAR")
        kind = {"rotation": "VEC4", "weights": "SCALAR"}.get(path, "VEC3")
        sampler = {"input": self.ends if ends else self.every, "interpolation": "LINEAR",
                   "output": self.glb.accessor(values, kind)}
        if kind == "SCALAR":  # Weights have no bounds.
            self.glb.json["accessors"][-1].pop("min"), self.glb.json["accessors"][-1].pop("max")
        self.animation["samplers"].append(sampler)
        self.animation["channels"].append({"sampler": len(self.animation["samplers"]) - 1,
                                           "target": {"node": node, "path": path}})

    def finish(self):
        if not any(sampler["input"] == self.every for sampler in self.animation["samplers"]):
            # A clip without moving nodes still needs its length and, by a key per frame, its rate.
            taken = {channel["target"]["node"] for channel in self.animation["channels"]
                     if channel["target"]["path"] == "translation"}
            where = next((number for number in range(len(self.glb.nodes)) if number not in taken and "matrix" not in
                          self.glb.nodes[number]), None)
            if where is not None:
                at = self.glb.nodes[where].get("translation", (0, 0, 0))
                self.channel(where, "translation", np.array([at] * len(self.times), np.float32), False)
        self.glb.json.setdefault("animations", []).append(self.animation)
