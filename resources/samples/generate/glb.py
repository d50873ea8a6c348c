"""Writes a GLB file: a thin layer over JSON and one binary chunk."""
import json
import struct

import numpy as np

FLOAT, USHORT, UINT, UBYTE = 5126, 5123, 5125, 5121
_KINDS = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4", 16: "MAT4"}
_DTYPES = {FLOAT: np.float32, USHORT: np.uint16, UINT: np.uint32, UBYTE: np.uint8}


class Glb:
    def __init__(self, generator):
        self.json = {"asset": {"version": "2.0", "generator": generator, "copyright": "CC0 1.0, the Texeleton authors"},
                     "scene": 0, "scenes": [{"nodes": []}], "nodes": [], "meshes": [], "accessors": [],
                     "bufferViews": [], "buffers": [{}]}
        self.binary = bytearray()

    def view(self, data, target=None):
        while len(self.binary) % 4:
            self.binary.append(0)
        entry = {"buffer": 0, "byteOffset": len(self.binary), "byteLength": len(data)}
        if target:
            entry["target"] = target
        self.binary += data
        self.json["bufferViews"].append(entry)
        return len(self.json["bufferViews"]) - 1

    def accessor(self, array, component=FLOAT, bounds=False, target=None, normalized=False):
        array = np.ascontiguousarray(array, dtype=_DTYPES[component])
        if array.ndim == 1:
            array = array[:, None]
        width = array.shape[1] if array.ndim == 2 else 16
        entry = {"bufferView": self.view(array.tobytes(), target), "componentType": component,
                 "count": int(array.shape[0]), "type": _KINDS[width]}
        if normalized:
            entry["normalized"] = True
        if bounds:
            entry["min"] = [float(v) for v in array.min(axis=0)]
            entry["max"] = [float(v) for v in array.max(axis=0)]
        self.json["accessors"].append(entry)
        return len(self.json["accessors"]) - 1

    def add(self, kind, value):
        self.json.setdefault(kind, []).append(value)
        return len(self.json[kind]) - 1

    def image(self, png, name):
        image = self.add("images", {"name": name, "mimeType": "image/png", "bufferView": self.view(png)})
        sampler = self.add("samplers", {"magFilter": 9729, "minFilter": 9987, "wrapS": 33071, "wrapT": 33071})
        return self.add("textures", {"sampler": sampler, "source": image})

    def animation(self, name, times, channels):
        """channels: list of (node, path, values)."""
        shared = self.accessor(times, bounds=True)
        animation = {"name": name, "channels": [], "samplers": []}
        for node, path, values in channels:
            output = np.asarray(values, dtype=np.float32)
            if path == "weights":
                output = output.reshape(-1)
            animation["samplers"].append({"input": shared, "output": self.accessor(output), "interpolation": "LINEAR"})
            animation["channels"].append({"sampler": len(animation["samplers"]) - 1,
                                          "target": {"node": node, "path": path}})
        self.add("animations", animation)

    def write(self, path):
        while len(self.binary) % 4:
            self.binary.append(0)
        self.json["buffers"][0]["byteLength"] = len(self.binary)
        text = json.dumps(self.json, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        with open(path, "wb") as file:
            file.write(struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + 8 + len(self.binary)))
            file.write(struct.pack("<I4s", len(text), b"JSON") + text)
            file.write(struct.pack("<I4s", len(self.binary), b"BIN\0") + bytes(self.binary))
