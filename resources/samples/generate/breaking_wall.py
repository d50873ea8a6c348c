"""A wall that breaks: bricks that move rigidly, as a mesh (OBJ) and a point cache (PC2), to be split into pieces."""
import math
import random
import struct

ROWS, COLUMNS = 8, 8  # Every second row has a half brick at both ends.
BRICK, GAP = (0.30, 0.12, 0.14), 0.004
FRAMES, RATE = 60, 24
HIT = (0.1, 0.55)  # Where the wall is hit; it falls backwards from there.


def bricks():
    """Middle and half size of each brick."""
    result = []
    for row in range(ROWS):
        y = (row + 0.5) * BRICK[1]
        shift = 0.0 if row % 2 == 0 else 0.5
        for column in range(COLUMNS + (row % 2)):
            left = max(0.0, column - shift)
            right = min(float(COLUMNS), column + 1 - shift)
            middle = ((left + right) / 2 - COLUMNS / 2) * BRICK[0]
            half = [(right - left) * BRICK[0] / 2 - GAP / 2, (BRICK[1] - GAP) / 2, BRICK[2] / 2]
            result.append(([middle, y, 0.0], half))
    return result


def turned(axis, angle, p):
    """Rodrigues' rotation."""
    c, s = math.cos(angle), math.sin(angle)
    d = sum(axis[k] * p[k] for k in range(3)) * (1 - c)
    cross = (axis[1] * p[2] - axis[2] * p[1], axis[2] * p[0] - axis[0] * p[2], axis[0] * p[1] - axis[1] * p[0])
    return [p[k] * c + cross[k] * s + axis[k] * d for k in range(3)]


def corners(half):
    return [[half[0] * (1 if i & 1 else -1), half[1] * (1 if i & 2 else -1), half[2] * (1 if i & 4 else -1)] for i in range(8)]


def flight(middle, half, noise):
    """The brick's middle and rotation in each frame: it stands until the blow reaches it, flies, and slides to rest."""
    away = math.dist(middle[:2], HIT)
    start = 0.25 + 0.12 * away
    push = 3.2 * math.exp(-1.6 * away) + 0.25
    velocity = [1.4 * (middle[0] - HIT[0]) * push + noise.uniform(-0.2, 0.2), 0.9 * push + noise.uniform(0.0, 0.3), -push]
    axis = [noise.gauss(-1, 0.4), noise.gauss(0, 0.5), noise.gauss(0, 0.5)]
    length = math.sqrt(sum(a * a for a in axis))
    axis, spin = [a / length for a in axis], 1.2 * push + noise.uniform(0.0, 1.0)
    place, angle, frames = list(middle), 0.0, []
    steps = 20
    for frame in range(FRAMES):
        frames.append((list(place), axis, angle))
        for step in range(steps):
            if (frame + step / steps) / RATE < start:
                continue
            dt = 1.0 / (RATE * steps)
            velocity[1] -= 9.81 * dt
            place = [place[k] + velocity[k] * dt for k in range(3)]
            angle += spin * dt
            lowest = min(turned(axis, angle, corner)[1] for corner in corners(half))
            if place[1] + lowest < 0.0:  # On the ground: it bounces a little and loses speed.
                place[1] = -lowest
                velocity = [velocity[0] * 0.9, abs(velocity[1]) * 0.25, velocity[2] * 0.9]
                spin *= 0.8
    return frames


def write(folder):
    noise = random.Random(11)
    lines = ["# A wall that breaks. Made by generate/breaking_wall.py (CC0).", "mtllib breaking-wall.mtl", "o BreakingWall"]
    places, faces, motions = [], [], []
    for middle, half in bricks():
        first = len(places)
        places += [[middle[k] + c[k] for k in range(3)] for c in corners(half)]
        for number, face in enumerate(((0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6))):
            faces.append("f " + " ".join("%d//%d" % (first + i + 1, number + 1) for i in face))
        motions.append((half, flight(middle, half, noise)))
    lines += ["v %.6f %.6f %.6f" % tuple(p) for p in places]
    lines += ["vn -1 0 0", "vn 1 0 0", "vn 0 -1 0", "vn 0 1 0", "vn 0 0 -1", "vn 0 0 1", "usemtl Brick"] + faces
    (folder / "breaking-wall.obj").write_text("\n".join(lines) + "\n")
    (folder / "breaking-wall.mtl").write_text("newmtl Brick\nKd 0.42 0.13 0.08\nKs 0 0 0\n")
    data = bytearray(struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(places), 0.0, 1.0, FRAMES))
    for frame in range(FRAMES):
        for half, motion in motions:
            place, axis, angle = motion[frame]
            for corner in corners(half):
                data += struct.pack("<3f", *[place[k] + turned(axis, angle, corner)[k] for k in range(3)])
    (folder / "breaking-wall.pc2").write_bytes(data)
