"""The lantern knight's skeleton and its clips. All joints rest without rotation, so that a rotation is about world axes."""
import numpy as np

# name: (parent, position in the rest pose, metres; +Y up, facing +Z, so the left side is +X)
JOINTS = {
    "root": (None, (0, 0, 0)),
    "hips": ("root", (0, 0.50, 0)),
    "spine": ("hips", (0, 0.60, 0)),
    "chest": ("spine", (0, 0.74, 0)),
    "head": ("chest", (0, 0.92, 0)),
    "plume_1": ("head", (0, 1.44, 0.02)),
    "plume_2": ("plume_1", (0, 1.50, -0.16)),
    "cape_1": ("chest", (0, 0.86, -0.12)),
    "cape_2": ("cape_1", (0, 0.62, -0.20)),
    "cape_3": ("cape_2", (0, 0.40, -0.25)),
}
for side, sign in (("l", 1), ("r", -1)):
    JOINTS.update({
        f"upper_arm_{side}": ("chest", (sign * 0.19, 0.83, 0)),
        f"forearm_{side}": (f"upper_arm_{side}", (sign * 0.31, 0.70, -0.01)),
        f"hand_{side}": (f"forearm_{side}", (sign * 0.40, 0.57, 0.03)),
        f"thigh_{side}": ("hips", (sign * 0.095, 0.46, 0)),
        f"shin_{side}": (f"thigh_{side}", (sign * 0.10, 0.27, 0.015)),
        f"foot_{side}": (f"shin_{side}", (sign * 0.10, 0.08, -0.01)),
    })
JOINTS["weapon_r"] = ("hand_r", (-0.42, 0.54, 0.05))
JOINTS["lantern"] = ("hand_l", (0.42, 0.52, 0.05))
NAMES = list(JOINTS)
POSITION = {name: np.array(position, float) for name, (_, position) in JOINTS.items()}
RATE = 30


def parent(name):
    return JOINTS[name][0]


def quat(axis, degrees):
    axis = np.asarray(axis, float)
    half = np.radians(degrees) / 2
    return np.append(axis / np.linalg.norm(axis) * np.sin(half), np.cos(half))


def mul(a, b):
    av, aw, bv, bw = a[:3], a[3], b[:3], b[3]
    return np.append(aw * bv + bw * av + np.cross(av, bv), aw * bw - av @ bv)


def rotate(q, v):
    t = 2 * np.cross(q[:3], v)
    return v + q[3] * t + np.cross(q[:3], t)


def conjugate(q):
    return np.append(-q[:3], q[3])


def euler(x=0.0, y=0.0, z=0.0):
    """Degrees: about X, then Z, then Y (parent axes)."""
    return mul(quat((0, 1, 0), y), mul(quat((0, 0, 1), z), quat((1, 0, 0), x)))


class Pose:
    def __init__(self):
        self.rotation = {name: np.array([0, 0, 0, 1.0]) for name in NAMES}
        self.hips_offset = np.zeros(3)

    def turn(self, name, x=0.0, y=0.0, z=0.0):
        self.rotation[name] = euler(x, y, z)

    def local_translation(self, name):
        up = parent(name)
        offset = POSITION[name] - (POSITION[up] if up else 0)
        return offset + (self.hips_offset if name == "hips" else 0)

    def world(self, name):
        """Rotation and position of a joint."""
        chain = []
        while name:
            chain.append(name)
            name = parent(name)
        rotation, position = np.array([0, 0, 0, 1.0]), np.zeros(3)
        for joint in reversed(chain):
            position = position + rotate(rotation, self.local_translation(joint))
            rotation = mul(rotation, self.rotation[joint])
        return rotation, position

    def plant(self, side, ankle, pitch=0.0, yaw=0.0, splay=0.0):
        """Two-bone IK: puts the ankle of a leg at a place (root space), the knee forward, the foot pitched by degrees."""
        thigh, shin, foot = f"thigh_{side}", f"shin_{side}", f"foot_{side}"
        hips_rotation, _ = self.world("hips")
        self.rotation[thigh] = np.array([0, 0, 0, 1.0])
        _, hip = self.world(thigh)
        local = rotate(conjugate(hips_rotation), np.asarray(ankle, float) - hip)
        a, b = POSITION[shin] - POSITION[thigh], POSITION[foot] - POSITION[shin]
        la, lb = np.linalg.norm(a), np.linalg.norm(b)
        distance = np.clip(np.linalg.norm(local), 0.05, (la + lb) * 0.9995)
        # the plane of the leg: roll it sideways first, then solve in YZ
        roll = np.degrees(np.arctan2(local[0] - (a + b)[0], -local[1]))
        in_plane = np.array([0.0, -np.hypot(local[1], 0), local[2]])
        toward = np.arctan2(in_plane[2], -in_plane[1])
        at_hip = np.arccos(np.clip((la * la + distance * distance - lb * lb) / (2 * la * distance), -1, 1))
        at_knee = np.arccos(np.clip((la * la + lb * lb - distance * distance) / (2 * la * lb), -1, 1))
        thigh_angle = toward + at_hip
        shin_angle = thigh_angle - (np.pi - at_knee)
        rest_a = np.arctan2(a[2], -a[1])
        rest_b = np.arctan2(b[2], -b[1])
        # a forward swing (towards +Z) is a negative turn about X
        qa = mul(quat((0, 0, 1), roll), quat((1, 0, 0), -np.degrees(thigh_angle - rest_a)))
        qb = mul(quat((0, 0, 1), roll), quat((1, 0, 0), -np.degrees(shin_angle - rest_b)))
        splayed = quat((0, 1, 0), splay)
        self.rotation[thigh] = qa
        self.rotation[shin] = mul(conjugate(qa), qb)
        self.rotation[foot] = mul(conjugate(mul(hips_rotation, qb)), mul(splayed, euler(x=pitch, y=yaw)))


def wave(t, cycles=1.0, phase=0.0):
    return np.sin(2 * np.pi * (t * cycles + phase))


def cloth(pose, t, lift, sway, cycles=1.0):
    """Cape, plume and lantern trail behind; t in turns of the clip."""
    for i, name in enumerate(("cape_1", "cape_2", "cape_3")):
        pose.turn(name, x=lift[i] + sway * (0.6 + 0.5 * i) * wave(t, cycles, -0.12 * i), z=0.5 * sway * wave(t, 1, -0.1 * i))
    pose.turn("plume_1", x=0.8 * sway * wave(t, cycles, -0.1))
    pose.turn("plume_2", x=1.6 * sway * wave(t, cycles, -0.25))


def idle(t):
    pose = Pose()
    breath = wave(t, 2)
    pose.hips_offset = np.array([0.012 * wave(t), -0.012 + 0.006 * breath, 0])
    pose.turn("hips", z=1.2 * wave(t))
    pose.turn("spine", x=2 + 1.2 * breath, z=-1.2 * wave(t))
    pose.turn("chest", x=1.5 * breath, y=3 * wave(t, 1, 0.1))
    pose.turn("head", x=2 + 2.5 * wave(t, 1, 0.3), y=9 * wave(t, 1, 0.2) + 4 * wave(t, 2), z=2 * wave(t, 1, 0.6))
    pose.turn("upper_arm_r", x=-8, z=14 + 2 * breath)
    pose.turn("forearm_r", x=-38 + 2 * breath, y=10)
    pose.turn("hand_r", x=20)
    pose.turn("weapon_r", x=18)
    pose.turn("upper_arm_l", x=-24, z=-6 - 2 * breath)
    pose.turn("forearm_l", x=-52 + 3 * breath, y=-8)
    pose.turn("hand_l", x=10)
    cloth(pose, t, (4, 2, 2), 2.5, 2)
    level_lantern(pose, 3 * wave(t, 2, 0.2), 4 * wave(t, 1, 0.4))
    for side, x in (("l", 0.115), ("r", -0.115)):
        pose.plant(side, (x, 0.08, 0.02 if side == "l" else -0.03), splay=12 if side == "l" else -12)
    return pose


def level_lantern(pose, swing_x, swing_z):
    """The hanging lantern keeps its world orientation, except for its swing."""
    hand, _ = pose.world("hand_l")
    pose.rotation["lantern"] = mul(conjugate(hand), euler(x=swing_x, z=swing_z))


def step(phase, stride, lift, duty):
    """Ankle height and place along Z of a foot in a walk in place; contact at phase 0. Also its pitch in degrees."""
    phase %= 1.0
    if phase < duty:
        u = phase / duty
        pitch = -14 * max(0.0, 1 - u / 0.15) + 38 * max(0.0, (u - 0.72) / 0.28) ** 1.5
        heel = 0.075 * max(0.0, (u - 0.72) / 0.28) ** 1.5
        return 0.08 + heel, stride * (0.5 - u), pitch
    u = (phase - duty) / (1 - duty)
    ease = u * u * (3 - 2 * u)
    height = 0.08 + 0.075 * (1 - u) ** 2 + lift * np.sin(np.pi * u) ** 1.2
    return height, stride * (-0.5 + ease), 38 * (1 - u) ** 2 - 14 * u * u


def walk(t):
    pose = Pose()
    pose.hips_offset = np.array([0.018 * wave(t, 1, 0.0), -0.03 + 0.016 * np.cos(4 * np.pi * (t - 0.16)), 0.01])
    swing = np.cos(2 * np.pi * t)  # left leg in front at t = 0
    pose.turn("hips", x=3, y=-7 * swing, z=2.5 * wave(t))
    pose.turn("spine", x=3, y=5 * swing, z=-2 * wave(t))
    pose.turn("chest", x=1 + 1.5 * wave(t, 2), y=7 * swing)
    pose.turn("head", x=-3 - 1.5 * wave(t, 2, 0.1), y=-5 * swing)
    pose.turn("upper_arm_r", x=4 - 30 * swing, z=14)
    pose.turn("forearm_r", x=-34 - 12 * swing)
    pose.turn("hand_r", x=16)
    pose.turn("weapon_r", x=16)
    pose.turn("upper_arm_l", x=-22 + 12 * swing, z=-8)
    pose.turn("forearm_l", x=-46 + 8 * swing)
    cloth(pose, t, (10, 8, 6), 5, 2)
    level_lantern(pose, 10 * wave(t, 1, 0.55), 6 * wave(t, 1, 0.2))
    for side, x, phase in (("l", 0.085, 0.0), ("r", -0.085, 0.5)):
        height, z, pitch = step(t + phase, 0.34, 0.07, 0.6)
        pose.plant(side, (x, height, z), pitch=pitch, splay=5 if side == "l" else -5)
    return pose


def run(t):
    pose = Pose()
    pose.hips_offset = np.array([0.012 * wave(t), -0.055 + 0.04 * np.cos(4 * np.pi * (t - 0.34)), 0.02])
    swing = np.cos(2 * np.pi * t)
    pose.turn("hips", x=12, y=-11 * swing, z=3 * wave(t))
    pose.turn("spine", x=8, y=8 * swing, z=-3 * wave(t))
    pose.turn("chest", x=4 + 3 * wave(t, 2), y=10 * swing)
    pose.turn("head", x=-17 - 2 * wave(t, 2, 0.1), y=-7 * swing)
    pose.turn("upper_arm_r", x=10 - 52 * swing, z=16)
    pose.turn("forearm_r", x=-72 - 14 * swing)
    pose.turn("hand_r", x=12)
    pose.turn("weapon_r", x=30)
    pose.turn("upper_arm_l", x=-14 + 40 * swing, z=-14)
    pose.turn("forearm_l", x=-70 + 12 * swing)
    cloth(pose, t, (26, 18, 12), 8, 2)
    level_lantern(pose, 24 + 20 * wave(t, 1, 0.55), 10 * wave(t, 1, 0.2))
    for side, x, phase in (("l", 0.07, 0.0), ("r", -0.07, 0.5)):
        height, z, pitch = step(t + phase, 0.46, 0.19, 0.42)
        pose.plant(side, (x, height, z - 0.02), pitch=pitch * 1.3)
    return pose


def ease(t, keys):
    """Piecewise smooth values: keys are (time, value) pairs, value a number or an array."""
    for (t0, a), (t1, b) in zip(keys, keys[1:]):
        if t <= t1:
            u = np.clip((t - t0) / (t1 - t0), 0, 1)
            u = u * u * (3 - 2 * u)
            return np.asarray(a, float) * (1 - u) + np.asarray(b, float) * u
    return np.asarray(keys[-1][1], float)


ATTACK_SECONDS = 1.8
ATTACK_SWING = 0.6
ATTACK_HIT = 0.95


def attack(t):
    """An overhead strike with a step; starts and ends in the idle pose's guard."""
    s = t * ATTACK_SECONDS
    pose = Pose()
    times = (0.0, 0.5, 0.74, 0.98, 1.2, ATTACK_SECONDS)

    def track(*values):
        return ease(s, list(zip(times, values)))
    pose.hips_offset = track((0, -0.012, 0), (0, 0.0, -0.06), (0, -0.02, 0.02), (0.0, -0.10, 0.10), (0, -0.10, 0.10), (0, -0.012, 0))
    hips = track((0, 0, 0), (-6, -26, 0), (4, 4, 0), (12, 24, 0), (12, 26, 0), (0, 0, 0))
    pose.turn("hips", *hips)
    pose.turn("spine", *track((2, 0, 0), (-8, -14, 0), (6, 4, 0), (16, 12, 0), (16, 14, 0), (2, 0, 0)))
    pose.turn("chest", *track((0, 0, 0), (-8, -16, 0), (6, 6, 0), (14, 16, 0), (12, 18, 0), (0, 0, 0)))
    pose.turn("head", *track((2, 0, 0), (10, 40, 0), (0, 0, 0), (-20, -30, 0), (-18, -32, 0), (2, 0, 0)))
    pose.turn("upper_arm_r", *track((-8, 0, 14), (-165, 0, 30), (-120, 0, 24), (-48, 0, 24), (-40, 0, 28), (-8, 0, 14)))
    pose.turn("forearm_r", *track((-38, 10, 0), (-70, 0, 0), (-40, 0, 0), (-12, 0, 0), (-14, 0, 0), (-38, 10, 0)))
    pose.turn("hand_r", *track((20, 0, 0), (-20, 0, 0), (30, 0, 0), (46, 0, 0), (44, 0, 0), (20, 0, 0)))
    pose.turn("weapon_r", *track((18, 0, 0), (-10, 0, 0), (20, 0, 0), (34, 0, 0), (34, 0, 0), (18, 0, 0)))
    pose.turn("upper_arm_l", *track((-24, 0, -6), (-40, 0, -30), (-10, 0, -34), (22, 0, -40), (20, 0, -38), (-24, 0, -6)))
    pose.turn("forearm_l", *track((-52, -8, 0), (-46, 0, 0), (-40, 0, 0), (-34, 0, 0), (-34, 0, 0), (-52, -8, 0)))
    pose.turn("hand_l", *track((10, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (10, 0, 0)))
    lift = track((4, 2, 2), (-4, -6, -6), (18, 14, 10), (40, 30, 20), (16, 10, 8), (4, 2, 2))
    for name, x in zip(("cape_1", "cape_2", "cape_3"), lift):
        pose.turn(name, x=float(x))
    plume = track(0, -14, 6, 26, -6, 0)
    pose.turn("plume_1", x=float(plume) * 0.6)
    pose.turn("plume_2", x=float(plume))
    level_lantern(pose, float(track(0, -26, 10, 34, -16, 0)), float(track(1.5, 8, -6, -14, 8, 1.5)))
    left = track((0.115, 0.08, 0.02), (0.13, 0.19, 0.06), (0.13, 0.10, 0.20), (0.13, 0.08, 0.24), (0.13, 0.08, 0.24), (0.115, 0.08, 0.02))
    pose.plant("l", left, splay=float(track(12, 6, 4, 4, 4, 12)))
    right = track((-0.115, 0.08, -0.03), (-0.12, 0.08, -0.06), (-0.12, 0.09, -0.08), (-0.12, 0.13, -0.10), (-0.12, 0.12, -0.10), (-0.115, 0.08, -0.03))
    pose.plant("r", right, pitch=float(track(0, 0, 8, 30, 28, 0)), splay=float(track(-12, -20, -20, -16, -16, -12)))
    return pose


# name: (pose of t in [0, 1], seconds, loops, [(event, seconds)])
CLIPS = {
    "Idle": (idle, 4.0, True, []),
    "Walk": (walk, 1.0, True, [("footstep_l", 0.0), ("footstep_r", 0.5)]),
    "Run": (run, 0.6, True, [("footstep_l", 0.0), ("footstep_r", 0.3)]),
    "Attack": (attack, ATTACK_SECONDS, False, [("swing", ATTACK_SWING), ("hit", ATTACK_HIT)]),
}
