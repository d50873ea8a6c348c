"""A small software rasteriser in NumPy: perspective, depth, per-pixel shading."""
import struct
import zlib

import numpy as np


def png(image):
    pixels = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + pixels[y].tobytes() for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + \
        chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def unpng(data):
    """8-bit RGB without filters (the samples' own images), as linear RGB."""
    width, height = struct.unpack(">II", data[16:24])
    at = data.index(b"IDAT")
    size = struct.unpack(">I", data[at - 4:at])[0]
    raw = np.frombuffer(zlib.decompress(data[at + 4:at + 4 + size]), np.uint8).reshape(height, 1 + 3 * width)
    srgb = raw[:, 1:].reshape(height, width, 3) / 255.0
    return np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)


class Canvas:
    def __init__(self, width, height, eye, target, fov, supersampling=2):
        self.width, self.height, self.supersampling = width * supersampling, height * supersampling, supersampling
        self.eye = np.asarray(eye, float)
        forward = np.asarray(target, float) - self.eye
        forward /= np.linalg.norm(forward)
        right = np.cross(forward, (0, 1, 0))
        right /= np.linalg.norm(right)
        self.view = np.stack([right, np.cross(right, forward), -forward])
        self.focal = self.height / 2 / np.tan(np.radians(fov) / 2)
        down = np.linspace(0, 1, self.height)[:, None, None]
        sky = np.array((0.115, 0.15, 0.21)) * (1 - down) + np.array((0.34, 0.30, 0.31)) * down
        self.color = np.broadcast_to(sky, (self.height, self.width, 3)).copy()
        self.depth = np.full((self.height, self.width), np.inf)

    def project(self, points):
        v = (points - self.eye) @ self.view.T
        z = -v[..., 2]
        safe = np.where(np.abs(z) < 1e-6, 1e-6, z)
        return np.stack([self.width / 2 + self.focal * v[..., 0] / safe,
                         self.height / 2 - self.focal * v[..., 1] / safe, z], axis=-1)

    def triangles(self, points, attributes, shade, cull=True):
        """points (n, 3, 3); attributes (n, 3, k); shade maps (m, k) to linear RGB."""
        screen = self.project(points)
        a, b, c = screen[:, 0], screen[:, 1], screen[:, 2]
        area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (c[:, 0] - a[:, 0]) * (b[:, 1] - a[:, 1])
        low = np.maximum(np.floor(screen[..., :2].min(axis=1)), 0).astype(int)
        high = np.minimum(np.ceil(screen[..., :2].max(axis=1)), (self.width - 1, self.height - 1)).astype(int)
        keep = (screen[..., 2] > 0.05).all(axis=1) & ((area < 0) if cull else (area != 0)) & (low <= high).all(axis=1)
        for i in np.nonzero(keep)[0]:
            (ax, ay, az), (bx, by, bz), (cx, cy, cz) = screen[i]
            x0, y0, x1, y1 = low[i, 0], low[i, 1], high[i, 0], high[i, 1]
            x = np.arange(x0, x1 + 1)[None] + 0.5
            y = np.arange(y0, y1 + 1)[:, None] + 0.5
            w0 = ((bx - x) * (cy - y) - (by - y) * (cx - x)) / area[i]
            w1 = ((cx - x) * (ay - y) - (cy - y) * (ax - x)) / area[i]
            w2 = 1 - w0 - w1
            inside = (w0 >= 0) & (w1 >= 0) & (w2 >= 0)
            if not inside.any():
                continue
            z = 1 / (w0 / az + w1 / bz + w2 / cz)
            depth = self.depth[y0:y1 + 1, x0:x1 + 1]
            inside &= z < depth
            if not inside.any():
                continue
            depth[inside] = z[inside]
            weights = np.stack([w0 / az, w1 / bz, w2 / cz], axis=-1)[inside] * z[inside][:, None]
            self.color[y0:y1 + 1, x0:x1 + 1][inside] = shade(weights @ attributes[i])

    def image(self):
        s = self.supersampling
        c = self.color.reshape(self.height // s, s, self.width // s, s, 3).mean(axis=(1, 3))
        c = np.clip(c, 0, 1)
        return np.where(c <= 0.0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - 0.055)
