"""A banner torn by wind: a simulated cloth as a mesh (OBJ, which keeps the order of points) and a point cache (PC2)."""
import math
import random
import struct

COLUMNS, ROWS = 21, 25
WIDTH, HEIGHT, TOP = 0.9, 1.15, 2.4
TEAR = 12  # The column along which it tears, from below.
FIRST_TORN_ROW = 7
FRAMES, RATE, STEPS = 200, 24, 10
SOFTNESS = 0.02


def grid():
    """Points, and for each quad its four points. Along the tear there are two points in one place."""
    points, left, right = [], {}, {}
    for r in range(ROWS):
        for c in range(COLUMNS):
            place = [-WIDTH / 2 + WIDTH * c / (COLUMNS - 1), TOP - HEIGHT * r / (ROWS - 1), 0.0]
            left[r, c] = right[r, c] = len(points)
            points.append(place)
            if c == TEAR and r >= FIRST_TORN_ROW:
                right[r, c] = len(points)
                points.append(list(place))
    quads = []
    for r in range(ROWS - 1):
        for c in range(COLUMNS - 1):
            near, far = (right if c == TEAR else left), left
            quads.append((near[r, c], near[r + 1, c], far[r + 1, c + 1], far[r, c + 1]))
    return points, quads, left, right


def simulate(points, left, right):
    """Positions by Verlet's integration; threads are kept at their length one after the other."""
    rest = [list(p) for p in points]
    threads = set()
    for r in range(ROWS):
        for c in range(COLUMNS):
            for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1), (0, 2), (2, 0)):
                if r + dr < ROWS and 0 <= c + dc < COLUMNS and not (c < TEAR < c + dc) and not (c + dc < TEAR < c):
                    side = right if min(c, c + dc) >= TEAR else left
                    threads.add((side[r, c], side[r + dr, c + dc]))
                    if c == TEAR and dc == 0:
                        threads.add((right[r, c], right[r + dr, c]))
    threads = sorted(threads)
    lengths = [math.dist(rest[a], rest[b]) for a, b in threads]
    seams = [(left[r, TEAR], right[r, TEAR], r) for r in range(FIRST_TORN_ROW, ROWS)]
    fixed = {left[0, c] for c in range(0, COLUMNS, 2)}
    now, before = [list(p) for p in rest], [list(p) for p in rest]
    noise = random.Random(5)
    phases = [noise.uniform(0, 2 * math.pi) for _ in range(6)]
    frames = [[tuple(p) for p in now]]
    dt = 1.0 / (RATE * STEPS)
    for step in range(1, (FRAMES - 1) * STEPS + 1):
        t = step * dt
        gust = min(1.0, t / 0.8) * (1.0 + 0.5 * math.sin(2.1 * t + phases[0]) + 0.35 * math.sin(5.3 * t + phases[1]))
        for i, p in enumerate(now):
            if i in fixed:
                continue
            x, y = rest[i][0], rest[i][1]
            swirl = math.sin(7 * x + 4.0 * t + phases[2]) + math.sin(5 * y - 6.5 * t + phases[3])
            force = (1.6 * gust * math.sin(3 * y + 2.7 * t + phases[4]), -5.0, gust * (5.5 + 3.0 * swirl))
            for k in range(3):
                velocity = (p[k] - before[i][k]) * 0.992
                before[i][k] = p[k]
                p[k] += velocity + force[k] * dt * dt
        for _ in range(6):
            for (a, b), length in zip(threads, lengths):
                p, q = now[a], now[b]
                d = [q[k] - p[k] for k in range(3)]
                off = math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])
                share = (off - length) / max(off, 1e-9) * (1.0 - SOFTNESS)
                free = (a not in fixed) + (b not in fixed)
                for k in range(3):
                    if a not in fixed:
                        p[k] += d[k] * share / max(free, 1)
                    if b not in fixed:
                        q[k] -= d[k] * share / max(free, 1)
            for a, b, row in seams:
                torn = 1.0 + 2.2 * (ROWS - 1 - row) / (ROWS - 1 - FIRST_TORN_ROW)
                if t < torn:
                    middle = [(now[a][k] + now[b][k]) / 2 for k in range(3)]
                    now[a], now[b] = list(middle), list(middle)
        if step % STEPS == 0:
            frames.append([tuple(p) for p in now])
    return frames


def write(folder):
    points, quads, left, right = grid()
    lines = ["# A banner that wind tears. Made by generate/torn_banner.py (CC0).", "mtllib torn-banner.mtl", "o TornBanner"]
    lines += ["v %.6f %.6f %.6f" % tuple(p) for p in points]
    for p in points:
        lines.append("vt %.5f %.5f" % ((p[0] + WIDTH / 2) / WIDTH, 1 - (TOP - p[1]) / HEIGHT))
    lines += ["vn 0 0 1", "vn 0 0 -1", "usemtl Cloth"]
    for quad in quads:  # Both sides: engines may leave out back faces.
        lines.append("f " + " ".join("%d/%d/1" % (i + 1, i + 1) for i in quad))
        lines.append("f " + " ".join("%d/%d/2" % (i + 1, i + 1) for i in reversed(quad)))
    (folder / "torn-banner.obj").write_text("\n".join(lines) + "\n")
    (folder / "torn-banner.mtl").write_text("newmtl Cloth\nKd 0.62 0.07 0.05\nKs 0 0 0\n")
    # The mesh as rounded in the text, so that sample 0 equals it.
    frames = simulate([[float("%.6f" % x) for x in p] for p in points], left, right)
    data = bytearray(struct.pack("<12siiffi", b"POINTCACHE2\0", 1, len(points), 0.0, 1.0, len(frames)))
    for frame in frames:
        for point in frame:
            data += struct.pack("<3f", *point)
    (folder / "torn-banner.pc2").write_bytes(data)
