"""Signed distance functions and their surface (naive surface nets: Gibson 1998), with smooth normals."""
import numpy as np


def ellipsoid(center, radii):
    center, radii = np.asarray(center, float), np.asarray(radii, float)

    def f(p):
        q = (p - center) / radii
        k0 = np.linalg.norm(q, axis=-1)
        k1 = np.linalg.norm(q / radii, axis=-1)
        return np.where(k1 > 1e-9, k0 * (k0 - 1.0) / np.maximum(k1, 1e-9), -radii.min())
    return f


def capsule(a, b, ra, rb=None):
    a, b = np.asarray(a, float), np.asarray(b, float)
    rb = ra if rb is None else rb

    def f(p):
        ab = b - a
        t = np.clip(((p - a) @ ab) / (ab @ ab), 0, 1)
        return np.linalg.norm(p - (a + t[..., None] * ab), axis=-1) - (ra + (rb - ra) * t)
    return f


def box(center, half, radius=0.0):
    center, half = np.asarray(center, float), np.asarray(half, float)

    def f(p):
        q = np.abs(p - center) - (half - radius)
        return np.linalg.norm(np.maximum(q, 0), axis=-1) + np.minimum(q.max(axis=-1), 0) - radius
    return f


def ring(center, radii, thickness):
    """An elliptic torus about Y."""
    center = np.asarray(center, float)

    def f(p):
        q = p - center
        r = np.hypot(q[..., 0] / radii[0], q[..., 2] / radii[1])
        return np.hypot((r - 1.0) * min(radii), q[..., 1]) - thickness
    return f


def union(*parts):
    return lambda p: np.minimum.reduce([f(p) for f in parts])


def smooth_union(k, *parts):
    def f(p):
        d = parts[0](p)
        for part in parts[1:]:
            e = part(p)
            h = np.clip(0.5 + 0.5 * (e - d) / k, 0, 1)
            d = e + (d - e) * h - k * h * (1 - h)
        return d
    return f


def subtract(a, b, k=0.0):
    if k == 0.0:
        return lambda p: np.maximum(a(p), -b(p))

    def f(p):
        d, e = a(p), -b(p)
        h = np.clip(0.5 - 0.5 * (e - d) / k, 0, 1)
        return e + (d - e) * h + k * h * (1 - h)
    return f


def gradient(f, p, e=1e-4):
    g = np.stack([f(p + o) - f(p - o) for o in np.eye(3) * e], axis=-1)
    return g / np.maximum(np.linalg.norm(g, axis=-1, keepdims=True), 1e-12)


def surface(f, low, high, cell):
    """Vertices, normals and triangles (counter-clockwise outside) of f = 0 in the box."""
    low, high = np.asarray(low, float) - cell, np.asarray(high, float) + cell
    n = np.ceil((high - low) / cell).astype(int) + 1
    axes = [low[i] + cell * np.arange(n[i]) for i in range(3)]
    grid = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
    value = f(grid)
    inside = value < 0

    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    shape = n - 1
    count = sum(inside[i:shape[0] + i, j:shape[1] + j, k:shape[2] + k].astype(int) for i, j, k in corners)
    active = (count > 0) & (count < 8)
    index = -np.ones(shape, int)
    index[active] = np.arange(active.sum())
    cells = np.argwhere(active)

    total, weight = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for a in corners:
        for axis in range(3):
            if a[axis]:
                continue
            b = list(a)
            b[axis] = 1
            va = value[tuple((cells + a).T)]
            vb = value[tuple((cells + b).T)]
            cut = (va < 0) != (vb < 0)
            t = np.where(cut, va / np.where(cut, va - vb, 1), 0)
            point = grid[tuple((cells + a).T)].copy()
            point[:, axis] += t * cell
            total += np.where(cut[:, None], point, 0)
            weight += cut
    points = total / weight[:, None]
    for _ in range(3):  # onto the surface
        points -= gradient(f, points) * f(points)[:, None] * 0.9

    quads = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        step = np.eye(3, dtype=int)
        here = [slice(None)] * 3
        there = [slice(None)] * 3
        here[axis], there[axis] = slice(0, n[axis] - 1), slice(1, n[axis])
        crossing = inside[tuple(here)] != inside[tuple(there)]
        for cellpos in np.argwhere(crossing):
            if cellpos[u] == 0 or cellpos[v] == 0 or cellpos[u] >= shape[u] or cellpos[v] >= shape[v]:
                continue
            ring_cells = [cellpos - step[u] - step[v], cellpos - step[v], cellpos, cellpos - step[u]]
            quad = [index[tuple(c)] for c in ring_cells]
            quads.append(quad if inside[tuple(cellpos)] else quad[::-1])
    quads = np.asarray(quads)
    d02 = np.linalg.norm(points[quads[:, 0]] - points[quads[:, 2]], axis=1)
    d13 = np.linalg.norm(points[quads[:, 1]] - points[quads[:, 3]], axis=1)
    first = (d02 <= d13)[:, None]
    triangles = np.concatenate([np.where(first, quads[:, [0, 1, 2]], quads[:, [0, 1, 3]]),
                                np.where(first, quads[:, [0, 2, 3]], quads[:, [1, 2, 3]])])
    return points, gradient(f, points), triangles
