"""Writes the models of the transform scenes: their motion is in their recipes, as constraints.

solar-system.glb, buggy.glb: rigid meshes on nodes. camera-boom.glb, armed-knight.glb: the lantern knight with objects.
"""
import hashlib
import json

import numpy as np

import knight_rig as rig
import knight_shape as shape
import lantern_knight
from glb import USHORT, Glb
from knight_shape import disc, merge, prism

RATE = 30


class Scene:
    """Nodes with flat-coloured rigid meshes."""

    def __init__(self):
        self.glb = Glb("Texeleton sample generator")
        self.nodes, self.used = {}, {}

    def colour(self, name, rgb, metallic=0.0, roughness=0.8, emissive=None):
        if name not in self.used:
            more = {"emissiveFactor": emissive} if emissive else {}
            self.used[name] = self.glb.add("materials", {"name": name, "pbrMetallicRoughness": {
                "baseColorFactor": [*rgb, 1.0], "metallicFactor": metallic, "roughnessFactor": roughness}, **more})
        return self.used[name]

    def node(self, name, under=None, at=(0, 0, 0), pieces=(), **more):
        entry = {"name": name, **more}
        if any(at):
            entry["translation"] = [float(v) for v in at]
        if pieces:
            entry["mesh"] = self.glb.add("meshes", {"name": name, "primitives": [{
                "attributes": {"POSITION": self.glb.accessor(p, bounds=True, target=34962),
                               "NORMAL": self.glb.accessor(n, target=34962)},
                "indices": self.glb.accessor(t.reshape(-1), USHORT, target=34963), "material": used}
                for (p, n, t, *_), used in pieces]})
        number = self.glb.add("nodes", entry)
        self.nodes[name] = number
        if under is None:
            self.glb.json["scenes"][0]["nodes"].append(number)
        else:
            self.glb.json["nodes"][self.nodes[under]].setdefault("children", []).append(number)
        return number

    def write(self, path):
        self.glb.write(path)
        print(f"{path.name}: {len(self.nodes)} nodes")


def ball(radius, columns=24, rows=14, squash=1.0):
    """A sphere of smooth normals."""
    points, triangles = [], []
    for r in range(rows + 1):
        for c in range(columns + 1):
            polar, around = np.pi * r / rows, 2 * np.pi * c / columns
            points.append((np.sin(polar) * np.sin(around), np.cos(polar) * squash, np.sin(polar) * np.cos(around)))
    for r in range(rows):
        for c in range(columns):
            a, b = r * (columns + 1) + c, (r + 1) * (columns + 1) + c
            triangles += ([(a, b, a + 1)] if r > 0 else []) + ([(a + 1, b, b + 1)] if r < rows - 1 else [])
    unit = np.array(points)
    return unit * radius, unit / np.linalg.norm(unit, axis=1, keepdims=True), np.array(triangles)


def patches(radius, seed, count=9):
    """Land, storms, craters: slightly raised caps on a sphere, so that its rotation is visible."""
    random = np.random.default_rng(seed)
    meshes = []
    for _ in range(count):
        y = random.uniform(-0.75, 0.75)
        around = random.uniform(0, 2 * np.pi)
        up = np.array((np.sqrt(1 - y * y) * np.sin(around), y, np.sqrt(1 - y * y) * np.cos(around)))
        side = np.cross(up, (0.0, 1.0, 0.0))
        side /= np.linalg.norm(side)
        ahead = np.cross(side, up)
        wide, high = random.uniform(0.18, 0.42), random.uniform(0.14, 0.3)
        rim = []
        for a in np.arange(10) / 10 * 2 * np.pi:
            reach = random.uniform(0.8, 1.15)
            rim.append(up + side * np.cos(a) * wide * reach + ahead * np.sin(a) * high * reach)
        rim = [p / np.linalg.norm(p) * radius * 1.012 for p in rim]
        middle = up * radius * 1.03
        triangles = []
        for i in range(10):
            a, b = rim[i], rim[(i + 1) % 10]
            triangle = (middle, a, b)
            if np.dot(np.cross(a - middle, b - middle), up) < 0:
                triangle = (middle, b, a)
            triangles.append(triangle)
        meshes.append(shape.flat(triangles, "gold"))
    return merge(meshes)


def ring(inner, outer, n=48):
    triangles = []
    for i in range(n):
        a, b = 2 * np.pi * i / n, 2 * np.pi * (i + 1) / n
        p = [np.array((r * np.sin(t), 0.0, r * np.cos(t))) for t in (a, b) for r in (inner, outer)]
        for t in ((p[0], p[1], p[3]), (p[0], p[3], p[2])):
            triangles += [t, (t[0], t[2], t[1])]
    return shape.flat(triangles, "gold")


def box(low, high):
    (x0, y0, z0), (x1, y1, z1) = low, high
    v = [np.array((x, y, z), float) for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return shape.flat([t for a, b, c, d in quads for t in ((v[a], v[b], v[c]), (v[a], v[c], v[d]))], "gold")


def turned(mesh, about, degrees, by=(0, 0, 0)):
    p, n, t, *_ = mesh
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    turn = {"x": [[1, 0, 0], [0, c, -s], [0, s, c]], "y": [[c, 0, s], [0, 1, 0], [-s, 0, c]],
            "z": [[c, -s, 0], [s, c, 0], [0, 0, 1]]}[about]
    return p @ np.array(turn, float).T + np.array(by, float), n @ np.array(turn, float).T, t, np.zeros((len(p), 2))


def recipe(folder, name, value):
    """The document beside a model, with the model's hash."""
    digest = hashlib.sha256((folder / f"{name}.glb").read_bytes()).hexdigest()
    value = {"format": "texeleton-recipe", "version": 1,
             "sources": [{"path": f"{name}.glb", "role": "model", "sha256": digest}], **value}
    (folder / f"{name}.texeleton").write_text(json.dumps(value, indent=2) + "\n")


def solar_system(folder):
    scene = Scene()
    scene.node("System")
    sun = scene.node("Sun", "System", pieces=[
        (ball(0.7, 32, 20), scene.colour("Sun", (1.0, 0.62, 0.16), emissive=[1.0, 0.55, 0.12])),
        (patches(0.7, 3, 12), scene.colour("Sunspots", (1.0, 0.82, 0.35), emissive=[1.0, 0.75, 0.3]))])
    planets = [("Ember", 0.16, (0.72, 0.30, 0.18), (0.45, 0.15, 0.10), 1.4),
               ("Terra", 0.26, (0.13, 0.35, 0.70), (0.22, 0.55, 0.24), 2.3),
               ("Halo", 0.40, (0.80, 0.66, 0.42), (0.62, 0.46, 0.26), 4.0)]
    for seed, (name, radius, sea, land, away) in enumerate(planets):
        scene.node(name, "System", at=(0, 0, away))
        scene.node(f"{name} globe", name, pieces=[(ball(radius), scene.colour(f"{name} sea", sea)),
                                                  (patches(radius, seed + 5), scene.colour(f"{name} land", land))])
    grey, dark = scene.colour("Moon", (0.62, 0.62, 0.64)), scene.colour("Craters", (0.42, 0.42, 0.45))
    scene.node("Luna", "Terra", at=(0, 0, 0.55), pieces=[(ball(0.08, 16, 10), grey), (patches(0.08, 21, 6), dark)])
    scene.node("Rings", "Halo", pieces=[(ring(0.52, 0.78), scene.colour("Rings", (0.70, 0.60, 0.46)))])
    scene.node("Shepherd", "Halo", at=(0, 0, 0.95), pieces=[(ball(0.06, 12, 8), grey)])
    scene.node("Probe", "System", at=(0, 1.6, 0), pieces=[
        (box((-0.08, -0.08, -0.10), (0.08, 0.08, 0.10)), scene.colour("Foil", (0.89, 0.66, 0.22), 0.6, 0.4)),
        (turned(prism(disc(0.0, 0.02, 12), disc(0.09, 0.14, 12), "gold"), "x", 90, (0, 0, 0.10)),
         scene.colour("Dish", (0.92, 0.92, 0.94))),
        (merge([box((-0.55, -0.01, -0.08), (-0.10, 0.01, 0.08)), box((0.10, -0.01, -0.08), (0.55, 0.01, 0.08))]),
         scene.colour("Panels", (0.10, 0.16, 0.42), 0.2, 0.4))])
    times = np.arange(12 * RATE + 1) / RATE
    pulse = 1 + 0.03 * np.sin(2 * np.pi * times / 2)
    pulse[-1] = pulse[0]
    scene.glb.animation("Orbits", times, [(sun, "scale", np.stack([pulse] * 3, axis=1))])
    scene.write(folder / "solar-system.glb")
    recipe(folder, "solar-system", {
        "constraints": [
            {"type": "spin", "node": "Sun", "period": 12},
            {"type": "orbit", "node": "Ember", "radius": 1.4, "period": 3, "phase": 40, "inclination": 6},
            {"type": "orbit", "node": "Terra", "radius": 2.3, "period": 6, "phase": 150},
            {"type": "orbit", "node": "Halo", "radius": 4.0, "period": 12, "phase": 260, "inclination": -3},
            {"type": "spin", "node": "Ember globe", "period": 2},
            {"type": "spin", "node": "Terra globe", "period": 1.5},
            {"type": "spin", "node": "Halo globe", "period": 1},
            {"type": "orbit", "node": "Luna", "radius": 0.55, "period": 2, "inclination": 12},
            {"type": "orbit", "node": "Shepherd", "radius": 0.95, "period": 3},
            {"type": "orbit", "node": "Probe", "radius": 3.1, "period": -6, "inclination": 60},
            {"type": "lookAt", "node": "Probe", "target": "Terra"}],
        "bake": {"mode": "bone", "pixelFormat": "rgba32f"},
        "editor": {"views": [{"name": "Overview", "target": [0, 0, 0], "yaw": 25, "pitch": 30, "distance": 10,
                              "fieldOfView": 45}]}})


def wheel(radius, width):
    """About +X: a tyre with a hub and five spokes, so that its rotation is visible."""
    def ring_at(r, x, n=20):
        return [np.array((x, r * np.cos(a), r * np.sin(a))) for a in np.arange(n) / n * 2 * np.pi]
    half, n = width / 2, 20
    rings = [ring_at(radius * 0.72, -half), ring_at(radius * 0.94, -half), ring_at(radius, -half * 0.6), ring_at(radius, half * 0.6),
             ring_at(radius * 0.94, half), ring_at(radius * 0.72, half)]
    tyre = []
    for low, high in zip(rings, rings[1:] + rings[:1]):
        for i in range(n):
            j = (i + 1) % n
            tyre += [(low[i], high[j], low[j]), (low[i], high[i], high[j])]
    spokes = [turned(box((-half * 0.5, 0.0, -radius * 0.08), (half * 0.5, radius * 0.76, radius * 0.08)), "x", 72 * i) for i in range(5)]
    hub = turned(prism(disc(-half * 0.8, radius * 0.2, 10), disc(half * 0.8, radius * 0.2, 10), "gold"), "z", -90)
    return shape.flat(tyre, "gold"), merge(spokes + [hub])


WHEEL, TRACK, BASE = 0.34, 0.62, 1.5


def buggy(folder):
    scene = Scene()
    red, dark = scene.colour("Paint", (0.78, 0.16, 0.12), 0.1, 0.45), scene.colour("Frame", (0.10, 0.11, 0.13))
    tyre, rim = scene.colour("Tyre", (0.06, 0.06, 0.07)), scene.colour("Rim", (0.86, 0.74, 0.40), 0.5, 0.4)
    glass = scene.colour("Glass", (0.42, 0.62, 0.72), 0.1, 0.2)
    lamp = scene.colour("Lamp", (1.0, 0.9, 0.6), emissive=[1.0, 0.85, 0.5])
    scene.node("Buggy")
    body = merge([box((-0.46, 0.30, -0.42), (0.46, 0.52, 1.95)), box((-0.42, 0.52, 1.15), (0.42, 0.70, 1.90)),
                  box((-0.44, 0.52, -0.40), (0.44, 0.84, 0.10))])
    frame = merge([box((-0.43, 0.84, -0.36), (-0.37, 1.30, -0.30)), box((0.37, 0.84, -0.36), (0.43, 1.30, -0.30)),
                   box((-0.43, 0.70, 1.14), (-0.37, 1.30, 1.20)), box((0.37, 0.70, 1.14), (0.43, 1.30, 1.20)),
                   box((-0.46, 1.28, -0.38), (0.46, 1.34, 1.22)), box((-0.52, 0.24, -0.50), (0.52, 0.34, -0.42)),
                   box((-0.52, 0.24, 1.95), (0.52, 0.34, 2.05))])
    lamps = merge([turned(prism(disc(0, 0.08, 10), disc(0.05, 0.08, 10), "gold"), "x", 90, (x, 0.56, 1.90)) for x in (-0.3, 0.3)])
    chassis = scene.node("Chassis", "Buggy", pieces=[
        (body, red), (frame, dark), (box((-0.37, 0.74, 1.15), (0.37, 1.26, 1.17)), glass), (lamps, lamp)])
    for name, x, z in (("front left", TRACK, BASE), ("front right", -TRACK, BASE), ("rear left", TRACK, 0.0), ("rear right", -TRACK, 0.0)):
        under, at = "Buggy", (x, WHEEL, z)
        if z:
            scene.node(f"Knuckle {name}", "Buggy", at=at)
            under, at = f"Knuckle {name}", (0, 0, 0)
        rubber, metal = wheel(WHEEL, 0.24)
        scene.node(f"Wheel {name}", under, at=at, pieces=[(rubber, tyre), (metal, rim)])
    seconds = 8
    times = np.arange(seconds * RATE + 1) / RATE
    bob = np.stack([0 * times, 0.012 * np.sin(2 * np.pi * times / 0.5) * np.sin(np.pi * times / seconds) ** 2, 0 * times], axis=1)
    bob[-1] = bob[0]
    lean = np.radians(-3.0) * np.ones_like(times)  # Outwards, about +Z.
    tilt = np.stack([0 * lean, 0 * lean, np.sin(lean / 2), np.cos(lean / 2)], axis=1)
    scene.glb.animation("Circle", times, [(chassis, "translation", bob), (chassis, "rotation", tilt)])
    scene.write(folder / "buggy.glb")
    wheels = [f"Wheel {end} {side}" for end in ("front", "rear") for side in ("left", "right")]
    recipe(folder, "buggy", {
        "clips": [{"index": 0, "sourceName": "Circle", "loop": False}],
        "constraints": [
            {"type": "orbit", "node": "Buggy", "radius": 4, "period": seconds},
            {"type": "steer", "node": "Buggy"},
            {"type": "steer", "node": "Knuckle front left", "limit": 45},
            {"type": "steer", "node": "Knuckle front right", "limit": 45}]
            + [{"type": "roll", "node": each, "radius": WHEEL} for each in wheels],
        "bake": {"mode": "bone", "pixelFormat": "rgba32f"},
        "editor": {"views": [{"name": "From above", "target": [0, 0.4, 0], "yaw": 20, "pitch": 42, "distance": 11,
                              "fieldOfView": 45}]}})


STROLL_CYCLES = 12
STRIDE = 0.34 / 0.6  # Metres that the feet of the walk travel in a cycle.


def stroll(t):
    return rig.walk((t * STROLL_CYCLES) % 1.0)


def camera_boom(folder):
    def attach(rigid, steel, glow):
        lantern_knight.sword_and_lantern(rigid, steel, glow)
        case = merge([box((-0.09, -0.11, -0.22), (0.09, 0.11, 0.16)), box((-0.03, 0.11, -0.18), (0.03, 0.17, 0.10)),
                      turned(prism(disc(0.0, 0.075, 12), disc(0.14, 0.09, 12), "leather"), "x", 90, (0, 0, 0.16))])
        reels = merge([turned(prism(disc(-0.02, 0.10, 14), disc(0.02, 0.10, 14), "gold"), "z", 90, (0, 0.25, z)) for z in (-0.10, 0.09)])
        rigid("Camera", None, [((case[0], case[1], case[2], shape.uv("leather", 0.5 + 0 * case[0][:, 1])), steel),
                               ((reels[0], reels[1], reels[2], shape.uv("gold", 0.7 + 0 * reels[0][:, 1])), steel)],
              translation=[0.0, 1.7, -2.4])
    seconds = float(STROLL_CYCLES)
    lantern_knight.write(folder, "camera-boom", {"Stroll": (stroll, seconds, True, [])}, attach)
    radius = round(STRIDE * STROLL_CYCLES / (2 * np.pi), 4)
    recipe(folder, "camera-boom", {
        "constraints": [
            {"type": "orbit", "node": "root", "radius": radius, "period": seconds},
            {"type": "steer", "node": "root"},
            {"type": "follow", "node": "Camera", "target": "root", "offset": [0, 1.7, -2.4], "lag": 0.6},
            {"type": "lookAt", "node": "Camera", "target": "chest"}],
        "bake": {"mode": "bone", "pixelFormat": "rgba32f"},
        "editor": {"views": [{"name": "From above", "target": [0, 0.6, 0], "yaw": 30, "pitch": 30, "distance": 6.5,
                              "fieldOfView": 45}]}})


DRAW_SECONDS, DRAW_AT = 3.0, 1.0
# The sword's orientation on the back, relative to the chest: the blade (+Z) points down and to the left.
ON_BACK = rig.mul(rig.quat((0, 0, 1), 28), rig.quat((1, 0, 0), 96))


def reach(s):
    """The pose without the sword's own turn, at a time in seconds."""
    pose = rig.idle(0.0)
    times = (0.0, DRAW_AT, 1.35, 1.6, 2.1, DRAW_SECONDS)

    def track(*values):
        return rig.ease(s, list(zip(times, values)))
    pose.turn("spine", *track((2, 0, 0), (0, -10, 0), (4, 8, 0), (2, 12, 0), (4, -6, 0), (4, -8, 0)))
    pose.turn("chest", *track((0, 0, 0), (-4, -12, 0), (4, 10, 0), (0, 14, 0), (2, -8, 0), (2, -10, 0)))
    pose.turn("head", *track((2, 0, 0), (4, 20, 0), (0, -6, 0), (2, -10, 0), (-2, 10, 0), (-2, 14, 0)))
    pose.turn("upper_arm_r", *track((-8, 0, 14), (-150, 0, 18), (-110, 0, 30), (-50, 0, 30), (-30, 0, 26), (-24, 0, 26)))
    pose.turn("forearm_r", *track((-38, 10, 0), (-95, 0, 0), (-30, 0, 0), (-30, 0, 0), (-52, 0, 0), (-56, 0, 0)))
    pose.turn("hand_r", *track((20, 0, 0), (-10, 0, 0), (20, 0, 0), (20, 0, 0), (10, 0, 0), (10, 0, 0)))
    pose.turn("upper_arm_l", *track((-24, 0, -6), (-30, 0, -16), (-36, 0, -18), (-40, 0, -20), (-46, 0, -18), (-52, 0, -14)))
    pose.turn("forearm_l", *track((-52, -8, 0), (-56, 10, 0), (-60, 20, 0), (-62, 28, 0), (-64, 36, 0), (-64, 40, 0)))
    return pose


def draw(t):
    """Reaches over the shoulder, takes the sword and stands on guard."""
    s = t * DRAW_SECONDS
    pose = reach(s)
    at = reach(DRAW_AT)
    # When it is grasped, the grip has the sword's orientation; from then on the wrist turns it.
    lies = rig.mul(rig.conjugate(at.world("hand_r")[0]), rig.mul(at.world("chest")[0], ON_BACK))
    guard = rig.euler(x=-24)
    u = np.clip((s - DRAW_AT) / 0.6, 0, 1)
    u = u * u * (3 - 2 * u)
    turned_by = lies * (1 - u) + (guard if lies @ guard > 0 else -guard) * u
    pose.rotation["weapon_r"] = turned_by / np.linalg.norm(turned_by)
    return pose


def shield():
    """A kite that faces +Z, held at its middle."""
    outline = [(0.0, -0.34), (0.20, -0.10), (0.24, 0.12), (0.20, 0.24), (0.0, 0.28), (-0.20, 0.24), (-0.24, 0.12), (-0.20, -0.10)]
    front, back = np.array((0, 0, 0.075)), np.array((0, 0, 0.03))
    rim = [np.array((x, y, 0.03 - 0.06 * (x / 0.24) ** 2)) for x, y in outline]
    triangles = []
    for i in range(len(rim)):
        a, b = rim[i], rim[(i + 1) % len(rim)]
        triangles += [(front, a, b), (back, b, a)]
    face = shape.flat(triangles, "tunic")
    boss = turned(prism(disc(0.0, 0.07, 10), disc(0.05, 0.03, 10), "gold"), "x", 90, (0, 0, 0.07))
    return face, (boss[0], boss[1], boss[2], shape.uv("gold", 0.8 + 0 * boss[0][:, 1]))


def armed_knight(folder):
    taken = draw(DRAW_AT / DRAW_SECONDS)
    turn, chest = taken.world("chest")
    grip = rig.rotate(rig.conjugate(turn), taken.world("weapon_r")[1] - chest)

    def attach(rigid, steel, glow):
        rigid("Sword", "chest", [(shape.sword(), steel)], translation=[float(v) for v in grip],
              rotation=[float(v) for v in ON_BACK])
        face, boss = shield()
        # Relative to the forearm: in front of it when it is raised, facing ahead.
        held = rig.mul(rig.quat((0, 1, 0), -48.0), rig.mul(rig.quat((1, 0, 0), 84.0), rig.quat((0, 0, 1), -9.0)))
        rigid("Shield", "forearm_l", [(face, steel), (boss, steel)], translation=[0.03, -0.16, 0.03],
              rotation=[float(v) for v in held])
    lantern_knight.write(folder, "armed-knight", {"Draw": (draw, DRAW_SECONDS, False, [])}, attach)
    recipe(folder, "armed-knight", {
        "clips": [{"index": 0, "sourceName": "Draw", "fps": 60, "loop": False}],
        "constraints": [{"type": "parent", "node": "Sword", "target": "weapon_r", "at": DRAW_AT}],
        "bake": {"mode": "bone", "pixelFormat": "rgba16f"},
        "editor": {"views": [{"name": "From behind", "target": [0, 0.75, 0], "yaw": 215, "pitch": 12, "distance": 3.6,
                              "fieldOfView": 34},
                             {"name": "From the front", "target": [0, 0.75, 0], "yaw": 40, "pitch": 10, "distance": 3.6,
                              "fieldOfView": 34}]}})


def write(folder):
    solar_system(folder)
    buggy(folder)
    camera_boom(folder)
    armed_knight(folder)
