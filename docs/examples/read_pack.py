"""Reads a Texeleton pack (core/pack/FORMAT.md) with NumPy alone and poses its mesh: a reader to learn from."""
import json
import pathlib
import struct
import zlib

import numpy as np

_COMPONENTS = {5121: np.uint8, 5123: np.uint16, 5125: np.uint32, 5126: np.float32}
_WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}


def _unpack(data, compression, size):
    """One block of scan lines: 0 none, 1 RLE, 2 and 3 ZIP (OpenEXR file layout)."""
    if compression == 0 or len(data) == size:
        return np.frombuffer(data, np.uint8)
    if compression == 1:
        out, i = bytearray(), 0
        while i < len(data):
            n = struct.unpack_from("b", data, i)[0]
            if n < 0:
                out += data[i + 1:i + 1 - n]
                i += 1 - n
            else:
                out += data[i + 1:i + 2] * (n + 1)
                i += 2
        data = bytes(out)
    else:
        data = zlib.decompress(data)
    # undo the predictor, then interleave the two halves again
    raw = np.frombuffer(data, np.uint8).astype(np.int64)
    raw[1:] -= 128
    raw = (np.cumsum(raw) & 255).astype(np.uint8)
    out = np.empty_like(raw)
    half = (len(raw) + 1) // 2
    out[0::2], out[1::2] = raw[:half], raw[half:]
    return out


def read_exr(path):
    """(height, width, 4) RGBA as float32."""
    data = pathlib.Path(path).read_bytes()
    assert data[:4] == b"\x76\x2f\x31\x01", "no OpenEXR file"
    at, header = 8, {}
    while data[at]:
        name, at = data[at:data.index(0, at)].decode(), data.index(0, at) + 1
        at = data.index(0, at) + 1  # the type
        size = struct.unpack_from("<i", data, at)[0]
        header[name] = data[at + 4:at + 4 + size]
        at += 4 + size
    at += 1
    x0, y0, x1, y1 = struct.unpack("<4i", header["dataWindow"])
    width, height = x1 - x0 + 1, y1 - y0 + 1
    kind = struct.unpack_from("<i", header["channels"], 2)[0]  # of the first channel; all are alike
    dtype = np.dtype("<f2" if kind == 1 else "<f4")
    compression = header["compression"][0]
    lines = {0: 1, 1: 1, 2: 1, 3: 16}[compression]
    image = np.empty((height, width, 4), np.float32)
    for offset in struct.unpack_from(f"<{-(-height // lines)}Q", data, at):
        y, size = struct.unpack_from("<ii", data, offset)
        rows = min(lines, y1 + 1 - y)
        block = _unpack(data[offset + 8:offset + 8 + size], compression, rows * width * 4 * dtype.itemsize)
        planes = block.view(dtype).reshape(rows, 4, width)  # a line holds A, B, G, R in turn
        image[y - y0:y - y0 + rows] = planes[:, ::-1].transpose(0, 2, 1)
    return image


def _unit(vectors, otherwise):
    """Vectors of length 1; where there is no direction, others."""
    size = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.where(size > 1e-10, vectors / np.maximum(size, 1e-30), otherwise)


class Pack:
    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.manifest = json.loads((folder / "manifest.json").read_text())
        if self.manifest["version"] > 2:
            raise ValueError(f'version {self.manifest["version"]} is newer than this reader')
        if self.manifest["encoding"] not in ("matrix3x4", "positionNormal"):
            raise ValueError(f'encoding "{self.manifest["encoding"]}" is not decoded here: bake with matrix3x4 or positionNormal')
        self.texels = read_exr(folder / self.manifest["texture"]["file"])
        data = (folder / self.manifest["mesh"]["file"]).read_bytes()
        length = struct.unpack_from("<I", data, 12)[0]
        self.gltf = json.loads(data[20:20 + length])
        self.binary = data[20 + length + 8:]
        self.primitives = self.gltf["meshes"][0]["primitives"]
        attributes = self.primitives[0]["attributes"]  # all primitives of all levels name the same accessors
        self.vertices = {name: self.accessor(index) for name, index in attributes.items()}

    def accessor(self, index):
        accessor = self.gltf["accessors"][index]
        view = self.gltf["bufferViews"][accessor["bufferView"]]
        offset = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        width = _WIDTHS[accessor["type"]]
        dtype = _COMPONENTS[accessor["componentType"]]
        return np.frombuffer(self.binary, dtype, accessor["count"] * width, offset).reshape(-1, width)

    def image(self, texture):
        view = self.gltf["bufferViews"][self.gltf["images"][self.gltf["textures"][texture]["source"]]["bufferView"]]
        offset = view.get("byteOffset", 0)
        return self.binary[offset:offset + view["byteLength"]]

    def frame(self, number):
        """The texels of a frame in order: x = t mod width, y = frame · rowsPerFrame + t div width."""
        texture = self.manifest["texture"]
        rows = texture["rowsPerFrame"]
        return self.texels[number * rows:(number + 1) * rows].reshape(-1, 4)[:texture["texelsPerFrame"]]

    def blended(self, clip_name, seconds):
        """The texels at a time: those of the frames around it, blended."""
        clip = next(c for c in self.manifest["clips"] if c["name"] == clip_name)
        count, length = clip["frameCount"], clip["lengthSeconds"]
        turn = seconds / length if length else 0.0
        turn = turn % 1.0 % 1.0 if clip["loop"] else min(max(turn, 0.0), 1.0)  # -1e-20 % 1.0 is 1.0
        at = turn * count if clip["loop"] else turn * (count - 1)
        current = min(int(at), count - 1)
        following = (current + 1) % count if clip["loop"] else min(current + 1, count - 1)
        fraction = min(at - current, 1.0 - 2.0 ** -24)
        a, b = clip["frameBegin"] + current, clip["frameBegin"] + following
        if "frameTable" in self.manifest["texture"]:
            a, b, fraction = self.stored(a, fraction)
        a, b = self.frame(a), self.frame(b)
        return a + (b - a) * np.float32(fraction)

    def stored(self, frame, fraction):
        """Of uneven rows: the two stored frames that a frame lies between, and how far."""
        texture = self.manifest["texture"]
        entry = self.texels[texture["frameTable"]["row"] + frame // texture["width"], frame % texture["width"]]
        low, high, code, way = (int(number) for number in entry)
        first = low + 1024 * high
        return first, first + way, (code % 32 + fraction) / (code // 32 + 1)

    def vertex_matrices(self, blended):
        """Bone mode: the 3x4 matrix of every vertex; R, G, B, A of a texel are the columns of a row."""
        bones = self.vertices["_BONE_INDEX"].astype(int)
        return np.einsum("vi,vijk->vjk", self.vertices["_BONE_WEIGHT"], blended.reshape(-1, 3, 4)[bones])

    def pose(self, clip_name, seconds):
        """Positions and normals of all vertices."""
        blended = self.blended(clip_name, seconds)
        if self.manifest["mode"] == "vertex":
            element = self.vertices["_VERTEX_INDEX"][:, 0].astype(int)
            positions, normals = blended[2 * element, :3], blended[2 * element + 1, :3]
        else:
            weighted = self.vertex_matrices(blended)
            m = weighted[..., :3]
            positions = np.einsum("vjk,vk->vj", m, self.vertices["POSITION"]) + weighted[..., 3]
            cofactor = np.stack([np.cross(m[:, 1], m[:, 2]), np.cross(m[:, 2], m[:, 0]), np.cross(m[:, 0], m[:, 1])], axis=1)
            normals = np.sign(np.linalg.det(m))[:, None] * np.einsum("vjk,vk->vj", cofactor, self.vertices["NORMAL"])
        return positions, _unit(normals, self.vertices["NORMAL"])

    def tangents(self, clip_name, seconds):
        """Tangents with their signs; bitangent = w * cross(normal, tangent). Of packs whose mesh has TANGENT."""
        tangent = self.vertices["TANGENT"].astype(np.float64)
        direction, sign = tangent[:, :3], tangent[:, 3:]
        if self.manifest["mode"] == "bone":
            m = self.vertex_matrices(self.blended(clip_name, seconds))[..., :3]
            moved = _unit(np.einsum("vjk,vk->vj", m, direction), direction)
            return np.hstack([moved, np.where(np.linalg.det(m)[:, None] < 0, -sign, sign)])
        # The texture has none: turned as the shortest turn from the bind pose's normal to this pose's does.
        a, b = self.vertices["NORMAL"].astype(np.float64), self.pose(clip_name, seconds)[1].astype(np.float64)
        cosine = np.einsum("vk,vk->v", a, b)[:, None]
        half = a + b
        along = np.einsum("vk,vk->v", half, direction)[:, None]
        turned = direction - half * along / np.maximum(1 + cosine, 1e-6) + 2 * b * np.einsum("vk,vk->v", a, direction)[:, None]
        turned = np.where(1 + cosine < 1e-6, direction, turned)
        turned -= b * np.einsum("vk,vk->v", b, turned)[:, None]
        return np.hstack([_unit(turned, direction), sign])
