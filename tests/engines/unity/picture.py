"""Draws a picture of the package's shader without Unity: vertices posed by its HLSL on a software GPU, rasterised here.
Colours come from the character's images; light and shadow are this file's, not the package's."""
import struct
import zlib

import numpy as np

SUN = np.array([0.45, 0.8, 0.4]) / np.linalg.norm([0.45, 0.8, 0.4])


def read_png(data):
    """Reads a PNG of 8 bits, not interlaced, as numbers in 0 … 1, as the samples have."""
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack_from(">IIBBBBB", data, at + 8)
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    assert depth == 8 and interlaced == 0
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * channels).astype(int)
    rows, before = [], np.zeros(width * channels, int)
    for kind, line in zip(raw[:, 0], raw[:, 1:]):
        row = line.copy()
        for x in range(len(row)) if kind else ():
            left, corner = (row[x - channels], before[x - channels]) if x >= channels else (0, 0)
            near = min((left, before[x], corner), key=lambda v: abs(left + before[x] - corner - v))
            row[x] = (row[x] + (0, left, before[x], (left + before[x]) // 2, near)[kind]) & 255
        rows.append(row)
        before = row
    return np.array(rows).reshape(height, width, channels)[..., :3] / 255.0


def png_bytes(picture):
    height, width, _ = picture.shape
    rows = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    packed = zlib.compress(b"".join(b"\0" + row.tobytes() for row in rows), 9)
    chunk = lambda kind, body: struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


class Canvas:
    """Triangles with a depth buffer, in Unity's axes, from a camera that looks along +z of its own axes."""

    def __init__(self, width, height, eye, at, degrees):
        self.color = np.empty((height, width, 3))
        self.color[:] = np.linspace([0.42, 0.5, 0.6], [0.76, 0.79, 0.82], height)[:, None]
        self.depth = np.full((height, width), np.inf)
        forward = np.array(at, float) - eye
        forward /= np.linalg.norm(forward)
        right = np.cross([0, 1, 0], forward)
        right /= np.linalg.norm(right)
        self.eye, self.axes = np.array(eye, float), np.array([right, np.cross(forward, right), forward])
        self.scale = 0.5 * height / np.tan(np.radians(degrees) / 2)

    def project(self, points):
        seen = (points - self.eye) @ self.axes.T
        height, width = self.depth.shape
        x = 0.5 * width + self.scale * seen[:, 0] / seen[:, 2]
        y = 0.5 * height - self.scale * seen[:, 1] / seen[:, 2]
        return np.column_stack([x, y, seen[:, 2]])

    def draw(self, points, triangles, shade, cull=True):
        """`shade(triangle, shares)`: the colours of a triangle's pixels, by barycentric coordinates."""
        height, width = self.depth.shape
        at = self.project(points)
        for number, corners in enumerate(triangles):
            a, b, c = at[corners]
            area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
            if area == 0 or (cull and area < 0):  # The front is clockwise, as in Unity; y runs down here.
                continue
            low = np.maximum(np.floor(np.minimum(np.minimum(a, b), c)[:2]), 0).astype(int)
            high = np.minimum(np.ceil(np.maximum(np.maximum(a, b), c)[:2]), [width, height]).astype(int)
            if (low >= high).any():
                continue
            x, y = np.meshgrid(np.arange(low[0], high[0]) + 0.5, np.arange(low[1], high[1]) + 0.5)
            of_b = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area
            of_c = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
            of_a = 1 - of_b - of_c
            depth = of_a * a[2] + of_b * b[2] + of_c * c[2]
            window = (slice(low[1], high[1]), slice(low[0], high[0]))
            hit = (of_a >= 0) & (of_b >= 0) & (of_c >= 0) & (depth < self.depth[window])
            if hit.any():
                self.depth[window][hit] = depth[hit]
                self.color[window][hit] = shade(number, np.column_stack([of_a[hit], of_b[hit], of_c[hit]]))


def draw_characters(canvas, character, posed):
    """`posed`: positions and normals of every vertex of each character, in the world."""
    indices = np.frombuffer(character.block(character.json["indices"]), "<u2" if character.json["indices"]["format"] == "UInt16" else "<u4")
    images = [read_png(bytes(character.block(image))) for image in character.json["images"]]
    uvs = character.attributes["TexCoord0"]
    for positions, _ in posed:  # Shadows on a ground that is not drawn.
        flat = positions - SUN * (positions[:, 1:2] / SUN[1])
        flat[:, 1] = 0.0
        canvas.draw(flat, indices.reshape(-1, 3), lambda _, shares: np.tile([0.32, 0.35, 0.4], (len(shares), 1)), cull=False)
    for positions, normals in posed:
        for primitive in character.json["levels"][0]["primitives"]:
            material = character.json["materials"][primitive["material"]]
            triangles = indices[primitive["firstIndex"] : primitive["firstIndex"] + primitive["indexCount"]].reshape(-1, 3)
            slot = material["baseColorTexture"]

            def shade(number, shares):
                corners = triangles[number]
                normal = shares @ normals[corners]
                normal /= np.maximum(np.linalg.norm(normal, axis=1), 1e-6)[:, None]
                color = np.tile(material["baseColorFactor"][:3], (len(shares), 1))
                if slot["image"] >= 0:
                    image = images[slot["image"]]
                    uv = shares @ uvs[corners]
                    size = np.array(image.shape[1::-1])
                    x, y = np.clip((np.column_stack([uv[:, 0], 1 - uv[:, 1]]) * size).astype(int), 0, size - 1).T
                    color = color * image[y, x]
                light = 0.45 + 0.2 * normal[:, 1:2] + 0.6 * np.maximum(normal @ SUN, 0)[:, None]
                return color * (1.0 if max(material["emissiveFactor"]) > 0 else light)

            canvas.draw(positions, triangles, shade, cull=not material["doubleSided"])
