"""The lantern knight's body: rounded shapes as signed distance functions, meshed, weighted and shaded."""
import numpy as np

import sdf
from knight_rig import POSITION as P

CELL = 0.034
# columns of the palette texture: top and bottom of a gradient, sRGB
PALETTE = {
    "tunic": ((0.16, 0.45, 0.50), (0.09, 0.26, 0.33)), "steel": ((0.80, 0.84, 0.88), (0.48, 0.54, 0.62)),
    "leather": ((0.56, 0.36, 0.22), (0.34, 0.20, 0.13)), "dark": ((0.13, 0.12, 0.17), (0.07, 0.06, 0.09)),
    "cape": ((0.78, 0.20, 0.22), (0.46, 0.08, 0.15)), "gold": ((0.98, 0.80, 0.36), (0.76, 0.50, 0.16)),
    "trousers": ((0.27, 0.26, 0.35), (0.17, 0.16, 0.24)), "glow": ((1.0, 0.88, 0.55), (1.0, 0.70, 0.28)),
    "plume": ((0.93, 0.33, 0.26), (0.66, 0.13, 0.17)), "blade": ((0.93, 0.96, 0.99), (0.66, 0.73, 0.82)),
}
COLUMNS = {name: i for i, name in enumerate(PALETTE)}


def palette_image():
    """Each colour is a column of 8 texels; brightness falls from top to bottom."""
    height, cell = 64, 8
    image = np.zeros((height, 16 * cell, 3))
    for name, column in COLUMNS.items():
        top, bottom = (np.array(c) for c in PALETTE[name])
        ramp = np.linspace(0, 1, height)[:, None]
        image[:, column * cell:(column + 1) * cell] = (top * (1 - ramp) + bottom * ramp)[:, None]
    return image


def uv(name, height01):
    u = (COLUMNS[name] * 8 + 4) / 128
    return np.stack([np.full(len(height01), u), 0.02 + 0.96 * (1 - np.clip(height01, 0, 1))], axis=1)


def segment_distance(p, a, b):
    ab = b - a
    t = np.clip(((p - a) @ ab) / max(ab @ ab, 1e-12), 0, 1)
    return np.linalg.norm(p - (a + t[:, None] * ab), axis=1)


BONE_ENDS = {"hips": P["spine"], "spine": P["chest"], "chest": P["head"], "head": np.array([0, 1.4, 0]),
             "plume_1": P["plume_2"], "plume_2": np.array([0, 1.42, -0.34]),
             "cape_1": P["cape_2"], "cape_2": P["cape_3"], "cape_3": np.array([0, 0.2, -0.28])}
for s in "lr":
    BONE_ENDS.update({f"upper_arm_{s}": P[f"forearm_{s}"], f"forearm_{s}": P[f"hand_{s}"],
                      f"hand_{s}": P[f"hand_{s}"] * [1.1, 0.9, 1], f"thigh_{s}": P[f"shin_{s}"], f"shin_{s}": P[f"foot_{s}"],
                      f"foot_{s}": P[f"foot_{s}"] + [0, -0.04, 0.12]})


def weights(points, bones, sharpness=5.0):
    """Indices into `bones` and weights, (n, 4) each, by inverse distance to the bones' segments."""
    distance = np.stack([segment_distance(points, P[b], BONE_ENDS[b]) for b in bones], axis=1)
    w = 1.0 / np.maximum(distance, 0.01) ** sharpness
    order = np.argsort(-w, axis=1)[:, :4]
    if order.shape[1] < 4:
        order = np.pad(order, ((0, 0), (0, 4 - order.shape[1])))
    top = np.take_along_axis(w, order, axis=1)
    top[:, len(bones):] = 0
    top /= top.sum(axis=1, keepdims=True)
    top[top < 0.02] = 0
    return order, top / top.sum(axis=1, keepdims=True)


def helmet():
    shell = sdf.smooth_union(0.06, sdf.ellipsoid((0, 1.17, 0), (0.275, 0.275, 0.275)),
                             sdf.ellipsoid((0, 1.03, 0.01), (0.235, 0.14, 0.235)))
    slit = sdf.smooth_union(0.02, sdf.box((0, 1.155, 0.30), (0.175, 0.052, 0.2), 0.045),
                            sdf.box((0, 1.06, 0.33), (0.028, 0.10, 0.16), 0.02))
    brow = sdf.ring((0, 1.235, 0), (0.268, 0.268), 0.022)
    shell = sdf.smooth_union(0.02, shell, brow)
    hollow = sdf.ellipsoid((0, 1.13, 0), (0.225, 0.225, 0.225))
    return sdf.subtract(sdf.subtract(shell, slit, 0.015), hollow, 0.01)


def parts():
    """(name, colour, sdf, box low, box high, bones, cell)"""
    both = [("l", 1), ("r", -1)]
    arm = [sdf.capsule(P[f"upper_arm_{s}"] * [0.8, 1, 1], P[f"forearm_{s}"], 0.078, 0.066) for s, _ in both]
    tunic = sdf.smooth_union(0.06, sdf.ellipsoid((0, 0.74, 0), (0.185, 0.19, 0.145)),
                             sdf.capsule((0, 0.62, 0), (0, 0.47, 0), 0.155, 0.19), *arm)
    tunic = sdf.subtract(tunic, sdf.box((0, 0.31, 0), (0.4, 0.11, 0.4)), 0.02)
    yield "Tunic", "tunic", tunic, (-0.42, 0.38, -0.24), (0.42, 0.96, 0.24), \
        ["hips", "spine", "chest", "upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r", "thigh_l", "thigh_r"], CELL
    for s, sign in both:
        side = "L" if s == "l" else "R"
        hand = sdf.smooth_union(0.03, sdf.capsule(P[f"forearm_{s}"], P[f"hand_{s}"], 0.058, 0.066),
                                sdf.ellipsoid(P[f"hand_{s}"] + [sign * 0.015, -0.03, 0.01], (0.068, 0.074, 0.07)),
                                sdf.capsule(P[f"hand_{s}"] + [0, 0, 0.03], P[f"hand_{s}"] + [-sign * 0.03, -0.045, 0.075], 0.026))
        low = np.minimum(P[f"forearm_{s}"], P[f"hand_{s}"]) - 0.13
        high = np.maximum(P[f"forearm_{s}"], P[f"hand_{s}"]) + 0.13
        yield f"Glove {side}", "leather", hand, low, high, [f"upper_arm_{s}", f"forearm_{s}", f"hand_{s}"], CELL
        pauldron = sdf.smooth_union(0.02, sdf.ellipsoid(P[f"upper_arm_{s}"] + [sign * 0.02, 0.03, 0], (0.115, 0.085, 0.115)),
                                    sdf.ellipsoid(P[f"upper_arm_{s}"] + [sign * 0.055, -0.02, 0], (0.10, 0.07, 0.105)))
        yield f"Pauldron {side}", "steel", pauldron, P[f"upper_arm_{s}"] - 0.2, P[f"upper_arm_{s}"] + 0.2, \
            ["chest", f"upper_arm_{s}"], CELL
        leg = sdf.capsule(P[f"thigh_{s}"] - [0, 0.0, 0], P[f"shin_{s}"] - [0, 0.05, 0], 0.092, 0.074)
        yield f"Leg {side}", "trousers", leg, P[f"shin_{s}"] - [0.13, 0.16, 0.13], P[f"thigh_{s}"] + [0.13, 0.13, 0.13], \
            ["hips", f"thigh_{s}", f"shin_{s}"], CELL
        foot = P[f"foot_{s}"]
        boot = sdf.smooth_union(0.05, sdf.capsule(P[f"shin_{s}"] - [0, 0.04, 0], foot, 0.082, 0.078),
                                sdf.ellipsoid(foot + [0, -0.02, 0.055], (0.082, 0.068, 0.135)))
        boot = sdf.smooth_union(0.015, boot, sdf.ring(P[f"shin_{s}"] - [0, 0.04, 0], (0.085, 0.085), 0.022))
        boot = sdf.subtract(boot, sdf.box(foot * [1, 0, 1] + [0, -0.1, 0], (0.3, 0.1, 0.4)), 0.01)
        yield f"Boot {side}", "leather", boot, foot - [0.15, 0.09, 0.15], foot + [0.15, 0.32, 0.24], \
            [f"shin_{s}", f"foot_{s}"], CELL
    yield "Belt", "leather", sdf.ring((0, 0.585, 0), (0.178, 0.165), 0.032), (-0.25, 0.53, -0.25), (0.25, 0.64, 0.25), \
        ["hips", "spine"], CELL
    yield "Buckle", "gold", sdf.subtract(sdf.box((0, 0.585, 0.188), (0.05, 0.042, 0.022), 0.014),
                                         sdf.box((0, 0.585, 0.21), (0.024, 0.018, 0.02), 0.006)), \
        (-0.08, 0.52, 0.14), (0.08, 0.65, 0.24), ["hips", "spine"], 0.016
    collar = sdf.ring((0, 0.915, -0.01), (0.15, 0.13), 0.04)
    yield "Collar", "gold", collar, (-0.24, 0.85, -0.22), (0.24, 0.98, 0.2), ["chest"], CELL
    yield "Helmet", "steel", helmet(), (-0.31, 0.86, -0.31), (0.31, 1.48, 0.31), ["head"], CELL * 0.9
    yield "Face", "dark", sdf.ellipsoid((0, 1.13, 0), (0.23, 0.23, 0.23)), (-0.25, 0.88, -0.25), (0.25, 1.38, 0.25), ["head"], 0.05
    eyes = sdf.union(*(sdf.capsule((x, 1.135, 0.205), (x, 1.17, 0.205), 0.027) for x in (-0.083, 0.083)))
    yield "Eyes", "glow", eyes, (-0.14, 1.09, 0.15), (0.14, 1.22, 0.26), ["head"], 0.014
    chain = [(0, 1.43, 0.10), (0, 1.49, 0.0), (0, 1.51, -0.12), (0, 1.47, -0.23), (0, 1.37, -0.31)]
    radii = [0.035, 0.062, 0.07, 0.06, 0.025]
    plume = sdf.smooth_union(0.05, *(sdf.capsule(a, b, ra, rb) for a, b, ra, rb in zip(chain, chain[1:], radii, radii[1:])))
    yield "Plume", "plume", plume, (-0.1, 1.3, -0.36), (0.1, 1.6, 0.18), ["plume_1", "plume_2"], CELL


def occlusion(point_sets, body):
    """Ambient occlusion from the distance field of the whole body along the normal."""
    result = []
    for points, normals in point_sets:
        shade = np.ones(len(points))
        for i, reach in enumerate((0.03, 0.07, 0.13, 0.21)):
            shade -= np.clip(reach - body(points + normals * reach), 0, reach) / reach * 0.30 / (1 + 0.35 * i)
        result.append(np.clip(shade * (0.88 + 0.12 * normals[:, 1]), 0.25, 1))
    return result


def cape():
    """A curved sheet; returns points, normals, triangles, uv-height, weights over cape bones."""
    columns, rows = 11, 12
    points = np.zeros((rows, columns, 3))
    for r in range(rows):
        v = r / (rows - 1)
        for c in range(columns):
            u = c / (columns - 1) * 2 - 1
            width = 0.145 + 0.135 * v ** 0.8
            bend = 0.085 * (1 - u * u) * (1 - 0.3 * v) + 0.02 * np.cos(u * 7.5) * v
            points[r, c] = (u * width, 0.90 - 0.70 * v + 0.012 * np.cos(u * 9) * v, -0.085 - 0.13 * v ** 0.9 - bend)
    du = np.gradient(points, axis=1)
    dv = np.gradient(points, axis=0)
    normals = np.cross(du, dv)
    normals /= np.linalg.norm(normals, axis=2, keepdims=True)
    normals *= np.sign(-normals[..., 2:3])  # away from the body
    triangles = []
    for r in range(rows - 1):
        for c in range(columns - 1):
            a, b, d, e = r * columns + c, r * columns + c + 1, (r + 1) * columns + c, (r + 1) * columns + c + 1
            triangles += [(a, b, d), (b, e, d)]
    points, normals, triangles = points.reshape(-1, 3), normals.reshape(-1, 3), np.array(triangles)
    face = np.cross(points[triangles[:, 1]] - points[triangles[:, 0]], points[triangles[:, 2]] - points[triangles[:, 0]])
    flip = (face * normals[triangles[:, 0]]).sum(axis=1) < 0
    triangles[flip] = triangles[flip][:, ::-1]
    v = np.repeat(np.linspace(0, 1, rows), columns)
    centres = np.array([0.0, 0.40, 0.72, 1.0])  # chest, cape_1, cape_2, cape_3
    w = np.maximum(0, 1 - np.abs(v[:, None] - centres) / 0.36) + 1e-9
    w[:, 0] = np.maximum(0, 1 - v / 0.12)
    w[v < 1e-6] = (1, 0, 0, 0)
    w[w < 1e-3] = 0
    return points, normals, triangles, 1 - v, np.tile(np.arange(4), (len(v), 1)), w / w.sum(axis=1, keepdims=True), \
        ["chest", "cape_1", "cape_2", "cape_3"]


def flat(triangles, colour, heights=None):
    """A flat-shaded mesh from a list of triangles of points."""
    points = np.array(triangles, float).reshape(-1, 3)
    t = points.reshape(-1, 3, 3)
    normals = np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0])
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    normals = np.repeat(normals, 3, axis=0)
    shade = 0.5 + 0.5 * normals[:, 1] if heights is None else heights
    return points, normals, np.arange(len(points)).reshape(-1, 3), uv(colour, shade)


def prism(profile_low, profile_high, colour):
    """Side walls and caps between two polygons (counter-clockwise seen from the high end)."""
    n = len(profile_low)
    triangles = []
    for i in range(n):
        j = (i + 1) % n
        a, b, c, d = profile_low[i], profile_low[j], profile_high[j], profile_high[i]
        triangles += [(a, b, c), (a, c, d)]
    for i in range(1, n - 1):
        triangles += [(profile_high[0], profile_high[i], profile_high[i + 1]),
                      (profile_low[0], profile_low[i + 1], profile_low[i])]
    return flat(triangles, colour)


def disc(y, radius, n=8, squash=1.0):
    angles = -np.arange(n) / n * 2 * np.pi
    return [np.array((radius * np.cos(a), y, radius * squash * np.sin(a))) for a in angles]


def merge(meshes):
    points, normals, triangles, uvs, base = [], [], [], [], 0
    for p, n, t, u in meshes:
        points.append(p), normals.append(n), triangles.append(t + base), uvs.append(u)
        base += len(p)
    return np.concatenate(points), np.concatenate(normals), np.concatenate(triangles), np.concatenate(uvs)


def sword():
    """Along +Z from the grip at the origin (the fist closes round it)."""
    def along_z(y_mesh):
        p, n, t, u = y_mesh
        turn = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]], float)  # +Y to +Z
        return p @ turn.T, n @ turn.T, t, u

    def blade(y, width, thick):
        return [np.array(v) for v in ((width, y, 0), (0, y, -thick), (-width, y, 0), (0, y, thick))]
    meshes = [prism(disc(-0.10, 0.020), disc(0.075, 0.022), "leather"),
              prism(disc(-0.145, 0.030, 8), disc(-0.10, 0.036, 8), "gold"),
              prism([np.array(v) for v in ((0.115, 0.075, 0.028), (0.115, 0.075, -0.028), (-0.115, 0.075, -0.028), (-0.115, 0.075, 0.028))],
                    [np.array(v) for v in ((0.13, 0.112, 0.022), (0.13, 0.112, -0.022), (-0.13, 0.112, -0.022), (-0.13, 0.112, 0.022))], "gold"),
              prism(blade(0.112, 0.045, 0.014), blade(0.60, 0.038, 0.011), "blade"),
              prism(blade(0.60, 0.038, 0.011), blade(0.70, 0.002, 0.001), "blade")]
    return merge([along_z(m) for m in meshes])


def lantern():
    """Hangs down (-Y) from its ring at the origin. Frame and glowing core are separate: their materials differ."""
    frame = [prism(disc(-0.03, 0.006, 6), disc(0.01, 0.006, 6), "gold"),
             prism(disc(-0.075, 0.07, 6), disc(-0.03, 0.016, 6), "leather"),
             prism(disc(-0.235, 0.07, 6), disc(-0.215, 0.074, 6), "leather"),
             prism(disc(-0.25, 0.045, 6), disc(-0.235, 0.055, 6), "gold")]
    for corner in disc(0, 0.062, 6):
        low = [corner + np.array((x, -0.215, z)) for x, z in ((0.007, 0.007), (0.007, -0.007), (-0.007, -0.007), (-0.007, 0.007))]
        frame.append(prism(low, [v + np.array((0, 0.14, 0)) for v in low], "gold"))
    return merge(frame), prism(disc(-0.215, 0.05, 6), disc(-0.075, 0.05, 6), "glow")
