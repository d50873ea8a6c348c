"""Writes vertices that are not moved by bones and shape keys as PC2 files, a position per frame."""
import struct

import numpy as np


class TopologyError(Exception):
    """Names the object and the frame."""


def in_gltf_axes(points):
    """Blender's +Z up becomes glTF's +Y up, as the exporter does it."""
    return np.column_stack([points[:, 0], points[:, 2], -points[:, 1]])


def points_of(mesh):
    points = np.empty(3 * len(mesh.vertices), np.float32)
    mesh.vertices.foreach_get("co", points)
    return points.reshape(-1, 3)


def faces_of(mesh):
    """A key that is equal for meshes with the same faces: corners and the starts of faces."""
    corners = np.empty(len(mesh.loops), np.int32)
    mesh.loops.foreach_get("vertex_index", corners)
    starts = np.empty(len(mesh.polygons), np.int32)
    mesh.polygons.foreach_get("loop_start", starts)
    return corners, starts


class PointCache:
    """A PC2 file: a header of 32 bytes, then the samples; positions in the mesh's own space and glTF's axes."""

    def __init__(self, path, name, mesh, start):
        self.path, self.name, self.start = path, name, start
        self.count, self.faces = len(mesh.vertices), faces_of(mesh)
        self.first = points_of(mesh)
        self.moves = False
        self.samples = 0
        self.file = open(path, "wb")
        self.file.write(self.header())

    def header(self):
        return struct.pack("<12siiffi", b"POINTCACHE2\0", 1, self.count, float(self.start), 1.0, self.samples)

    def add(self, mesh, frame):
        if len(mesh.vertices) != self.count or any(
                not np.array_equal(mine, its) for mine, its in zip(self.faces, faces_of(mesh))):
            raise TopologyError(
                f'the faces of "{self.name}" at frame {frame} are others than before ({len(mesh.vertices)} vertices, {self.count} '
                "expected): a texture needs vertices that keep their order; apply or turn off the modifier that changes them")
        points = points_of(mesh)
        if not np.isfinite(points).all():
            raise TopologyError(f'"{self.name}" has vertices without a place at frame {frame} (not a number)')
        self.moves = self.moves or not np.array_equal(points, self.first)
        self.file.write(in_gltf_axes(points).astype("<f4").tobytes())
        self.samples += 1

    def close(self):
        if not self.file.closed:
            self.file.seek(0)
            self.file.write(self.header())
            self.file.close()
