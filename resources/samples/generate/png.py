"""Writes an 8-bit RGB PNG."""
import struct
import zlib

import numpy as np


def encode(image):
    """image: (height, width, 3) in 0..1, sRGB."""
    pixels = (np.clip(image, 0, 1) * 255 + 0.5).astype(np.uint8)
    height, width, _ = pixels.shape
    rows = b"".join(b"\0" + pixels[y].tobytes() for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
