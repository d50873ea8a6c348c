"""Twelve pairs of a model and a motion: retarget_table.py CLI [EARLIER_CLI].

A figure and its motion are formulas in pack space. The figure is written as a glTF model; the motion as files of other
exporters, poses, units and formats, and as those of two other figures. Each pair is baked, every frame of the pack is
played with all bones as sockets, and sockets are compared with the formulas. Prints the largest angle and the largest
distance of every pair, with its bone, and those of an earlier program beside them. Exit code 1: a pair is not right.
"""
import base64
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

FRAMES, RATE = 21, 30.0
MOST_DEGREES, MOST_MILLIMETRES = 0.05, 0.2


# Vectors are lists of three numbers, rotations are quaternions x, y, z, w.
def add(a, b):
    return [p + q for p, q in zip(a, b)]


def times(a, k):
    return [p * k for p in a]


def turn_about(axis, degrees):
    half, length = math.radians(degrees) / 2, math.hypot(*axis)
    return [p / length * math.sin(half) for p in axis] + [math.cos(half)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def mul(a, b):
    return add(add(times(b[:3], a[3]), times(a[:3], b[3])), cross(a, b)) + [a[3] * b[3] - sum(p * q for p, q in zip(a[:3], b))]


def inverse(q):
    return times(q[:3], -1) + [q[3]]


def rotate(q, v):
    return mul(mul(q, list(v) + [0.0]), inverse(q))[:3]


def matrix(turn, place, scale=1.0):
    """Rows of a 4 x 4 matrix."""
    columns = [times(rotate(turn, axis), scale) for axis in ([1, 0, 0], [0, 1, 0], [0, 0, 1])] + [place]
    return [[column[row] for column in columns] for row in range(3)] + [[0, 0, 0, 1]]


NONE = [0.0, 0.0, 0.0, 1.0]


class Figure:
    """Bones with joints in the bind pose, metres; `axes`: how each bone's own axes are turned then."""

    def __init__(self, legs=1.0, arms=0.0, axes_seed=1.0):
        hips = 0.1 + 0.85 * legs
        self.names, self.parents, self.joints, self.axes, self.hang = [], [], [], [], []
        self.bone("hips", "", [0, hips, 0.01], axes_seed)
        self.bone("spine", "hips", [0, hips + 0.15, 0], axes_seed)
        self.bone("chest", "spine", [0, hips + 0.35, -0.02], axes_seed)
        self.bone("head", "chest", [0, hips + 0.65, 0.02], axes_seed)
        for side, end in ((1, "_l"), (-1, "_r")):
            hang = turn_about([0, 0, 1], -side * arms)
            top = [0.18 * side, hips + 0.5, 0]
            self.bone("shoulder" + end, "chest", [0.05 * side, hips + 0.5, 0.01], axes_seed)
            for name, above, place in (("arm", "shoulder", 0), ("fore", "arm", 0.28), ("hand", "fore", 0.55)):
                self.bone(name + end, above + end, add(top, rotate(hang, [place * side, 0, 0])), axes_seed, hang)
            self.bone("leg" + end, "hips", [0.1 * side, hips - 0.05, 0], axes_seed)
            self.bone("shin" + end, "leg" + end, [0.1 * side, 0.1 + 0.4 * legs, 0.02], axes_seed)
            self.bone("foot" + end, "shin" + end, [0.1 * side, 0.08, -0.02], axes_seed)

    def bone(self, name, parent, joint, seed, hang=NONE):
        n = len(self.names) + 1
        axes = turn_about([math.sin(n * seed), math.cos(2 * n), math.sin(3 * n + seed)], 180 * math.sin(5 * n * seed))
        self.parents.append(self.names.index(parent) if parent else -1)
        self.names.append(name)
        self.joints.append(joint)
        self.axes.append(mul(hang, axes))
        self.hang.append(hang)

    def offset(self, i):
        return add(self.joints[i], times(self.joints[self.parents[i]], -1)) if self.parents[i] >= 0 else self.joints[i]

    def pose(self, frame, shrug=False, whole=NONE, grows=False):
        """Turns from the bind pose, places and scales at a frame."""
        t, turns, places, scales = frame / RATE, [], [], []
        for i, parent in enumerate(self.parents):
            name = self.names[i]
            turn = turn_about([math.sin(i), math.cos(2 * i), math.sin(3 * i)], 30 + 35 * math.sin(4 * t * (1 + 0.1 * i)))
            offset = self.offset(i)
            if parent < 0:
                turn = mul(whole, turn_about([0, 1, 0], 20 * math.sin(3 * t)))
                offset = add(offset, [0.3 * t, 0.05 * math.sin(7 * t), 1.1 * t])
            if shrug and name.startswith("shoulder"):
                offset = add(offset, [0, 0.04 * (1 - math.cos(6 * t)) + 0.02, 0.03])
            above, from_place, scale = (turns[parent], places[parent], scales[parent]) if parent >= 0 else (NONE, [0, 0, 0], 1.0)
            turns.append(mul(above, turn))
            places.append(add(from_place, rotate(above, times(offset, scale))))
            scales.append(scale * (1 + 0.3 * t) if grows and name == "chest" else scale)
        return turns, places, scales


class Export:
    """What a file says of a figure. `posed`: its nodes stand as at this frame; `unit`: numbers in a metre."""

    def __init__(self, figure, posed=None, mesh=False, unit=1.0, armature=1.0, z_up=False, **motion):
        self.figure, self.mesh, self.unit, self.armature = figure, mesh, unit, armature
        self.file = turn_about([1, 0, 0], 90) if z_up else NONE
        self.z_up = z_up
        self.frames = [self.locals(*figure.pose(frame, **motion)) for frame in range(FRAMES)]
        n = len(figure.names)
        self.bind = self.locals([NONE] * n, figure.joints, [1.0] * n)
        self.nodes = self.bind if posed is None else self.frames[posed]

    def locals(self, turns, places, scales):
        """Rotation, translation and scale of each bone against the one above it, below an armature."""
        nodes = []
        for i, parent in enumerate(self.figure.parents):
            above = mul(turns[parent], self.figure.axes[parent]) if parent >= 0 else inverse(self.file)
            from_place, scale = (places[parent], scales[parent]) if parent >= 0 else ([0, 0, 0], 1.0)
            way = rotate(inverse(above), add(places[i], times(from_place, -1)))
            turn = mul(inverse(above), mul(turns[i], self.figure.axes[i]))
            nodes.append((turn, times(way, self.unit / self.armature / scale), scales[i] / scale))
        return nodes

    def gltf(self, clip=True):
        figure, data, views, accessors = self.figure, bytearray(), [], []

        def accessor(numbers, kind, code="f", component=5126):
            width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4, "MAT4": 16}[kind]
            views.append({"buffer": 0, "byteOffset": len(data), "byteLength": struct.calcsize(code) * len(numbers)})
            data.extend(struct.pack(f"<{len(numbers)}{code}", *numbers))
            data.extend(b"\0" * (-len(data) % 4))
            accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": len(numbers) // width, "type": kind})
            if kind in ("SCALAR", "VEC3") and component == 5126:
                parts = [numbers[i::width] for i in range(width)]
                accessors[-1].update(min=[min(p) for p in parts], max=[max(p) for p in parts])
            return len(accessors) - 1

        nodes = [{"name": "Armature", "scale": [self.armature] * 3, "children": []}]
        for i, (turn, way, scale) in enumerate(self.nodes):
            nodes.append({"name": figure.names[i], "rotation": turn, "translation": way, "scale": [scale] * 3, "children": []})
            nodes[figure.parents[i] + 1]["children"].append(i + 1)
        scene = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": nodes}
        if self.mesh:
            positions, joints, inverses = [], [], []
            for i, joint in enumerate(figure.joints):
                for corner in ([-0.04, 0, 0], [0.04, 0, 0], [0, 0.04, 0.02]):
                    positions += times(add(joint, corner), self.unit)
                    joints += [i, 0, 0, 0]
                back = inverse(figure.axes[i])
                rows = matrix(back, times(rotate(back, joint), -self.unit / self.armature), 1 / self.armature)
                inverses += [rows[r][c] for c in range(4) for r in range(4)]
            attributes = {
                "POSITION": accessor(positions, "VEC3"),
                "JOINTS_0": accessor(joints, "VEC4", "B", 5121),
                "WEIGHTS_0": accessor([1.0, 0.0, 0.0, 0.0] * (len(joints) // 4), "VEC4"),
            }
            scene["meshes"] = [{"primitives": [{"attributes": attributes}]}]
            scene["skins"] = [{"joints": list(range(1, len(nodes))), "inverseBindMatrices": accessor(inverses, "MAT4")}]
            scene["scenes"][0]["nodes"].append(len(nodes))
            nodes.append({"name": "Body", "mesh": 0, "skin": 0})
        if clip:
            animation = {"name": "Move", "samplers": [], "channels": []}
            keys = accessor([frame / RATE for frame in range(FRAMES)], "SCALAR")
            for i in range(len(figure.names)):
                for path, kind, part in (("rotation", "VEC4", 0), ("translation", "VEC3", 1), ("scale", "VEC3", 2)):
                    values = [v for f in self.frames for v in (f[i][part] if part < 2 else [f[i][2]] * 3)]
                    target = {"node": i + 1, "path": path}
                    animation["channels"].append({"sampler": len(animation["samplers"]), "target": target})
                    animation["samplers"].append({"input": keys, "output": accessor(values, kind)})
            scene["animations"] = [animation]
        for node in nodes:
            if not node.get("children", True):
                del node["children"]
        uri = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
        scene.update(bufferViews=views, accessors=accessors, buffers=[{"byteLength": len(data), "uri": uri}])
        return json.dumps(scene)

    def fbx(self):
        objects, connections = [], []

        def array(name, numbers):
            return f"{name}: *{len(numbers)} {{\na: {','.join(repr(n) for n in numbers)}\n}}\n"

        def vector(name, v):
            return f'P: "{name}", "{name}", "", "A",{v[0]!r},{v[1]!r},{v[2]!r}\n'

        def node(number, name, parent, kind, turn, way, scale):
            objects.append(
                f'Model: {number}, "Model::{name}", "{kind}" {{\nVersion: 232\nProperties70: {{\n'
                'P: "InheritType", "enum", "", "",1\nP: "RotationActive", "bool", "", "",1\n'
                + vector("Lcl Translation", way) + vector("Lcl Rotation", euler(turn)) + vector("Lcl Scaling", [scale] * 3) + "}\n}\n"
            )
            connections.append(f'C: "OO",{number},{parent}\n')

        node(10, "Armature", 0, "Null", NONE, [0, 0, 0], self.armature)
        stack = f'"KTime", "Time", "",{round((FRAMES - 1) / RATE * 46186158000)}'
        objects.append(
            f'AnimationStack: 20, "AnimStack::Move", "" {{\nProperties70: {{\nP: "LocalStop", {stack}\n}}\n}}\n'
            'AnimationLayer: 21, "AnimLayer::Base", "" {\n}\n'
        )
        connections.append('C: "OO",21,20\n')
        times_of = [round(frame / RATE * 46186158000) for frame in range(FRAMES)]
        number = 1000
        for i, name in enumerate(self.figure.names):
            node(100 + i, name, 100 + self.figure.parents[i] if self.figure.parents[i] >= 0 else 10, "LimbNode", *self.nodes[i])
            tables = {
                "Lcl Rotation": [euler(f[i][0]) for f in self.frames],
                "Lcl Translation": [f[i][1] for f in self.frames],
            }
            for property_name, values in tables.items():
                objects.append(f'AnimationCurveNode: {number}, "AnimCurveNode::N", "" {{\n}}\n')
                connections.append(f'C: "OO",{number},21\nC: "OP",{number},{100 + i}, "{property_name}"\n')
                for c, component in enumerate("XYZ"):
                    objects.append(
                        f'AnimationCurve: {number + 1 + c}, "AnimCurve::", "" {{\nDefault: 0\nKeyVer: 4008\n'
                        + array("KeyTime", times_of) + array("KeyValueFloat", [v[c] for v in values])
                        + array("KeyAttrFlags", [4]) + array("KeyAttrDataFloat", [0, 0, 0, 0]) + array("KeyAttrRefCount", [FRAMES]) + "}\n"
                    )
                    connections.append(f'C: "OP",{number + 1 + c},{number}, "d|{component}"\n')
                number += 4
        up, front, sign = (2, 1, -1) if self.z_up else (1, 2, 1)
        settings = {"UpAxis": up, "UpAxisSign": 1, "FrontAxis": front, "FrontAxisSign": sign, "CoordAxis": 0, "CoordAxisSign": 1}
        return (
            "; FBX 7.5.0 project file\nFBXHeaderExtension: {\nFBXHeaderVersion: 1003\nFBXVersion: 7500\n}\n"
            "GlobalSettings: {\nVersion: 1000\nProperties70: {\n"
            + "".join(f'P: "{k}", "int", "Integer", "",{v}\n' for k, v in settings.items())
            + f'P: "UnitScaleFactor", "double", "Number", "",{100 / self.unit!r}\nP: "TimeMode", "enum", "", "",6\n}}\n}}\n'
            + "Objects: {\n" + "".join(objects) + "}\nConnections: {\n" + "".join(connections) + "}\n"
        )

    def dae(self):
        def text(node):
            return " ".join(repr(v) for row in matrix(*node) for v in row)

        def tree(i):
            inside = "".join(tree(k) for k, parent in enumerate(self.figure.parents) if parent == i)
            name = self.figure.names[i]
            return f'<node id="{name}" name="{name}" sid="{name}" type="JOINT"><matrix sid="transform">{text(self.nodes[i])}</matrix>{inside}</node>'

        def source(name, kind, count, content, stride, parameter):
            tag = "Name_array" if kind == "Name" else "float_array"
            return (
                f'<source id="{name}"><{tag} id="{name}-a" count="{count * stride}">{content}</{tag}><technique_common><accessor '
                f'source="#{name}-a" count="{count}" stride="{stride}"><param name="{parameter}" type="{kind}"/></accessor>'
                "</technique_common></source>"
            )

        animations = ""
        for i, name in enumerate(self.figure.names):
            animations += (
                f'<animation id="{name}-m">'
                + source(f"{name}-i", "float", FRAMES, " ".join(repr(f / RATE) for f in range(FRAMES)), 1, "TIME")
                + source(f"{name}-o", "float4x4", FRAMES, " ".join(text(f[i]) for f in self.frames), 16, "TRANSFORM")
                + source(f"{name}-k", "Name", FRAMES, " ".join(["LINEAR"] * FRAMES), 1, "INTERPOLATION")
                + f'<sampler id="{name}-s"><input semantic="INPUT" source="#{name}-i"/><input semantic="OUTPUT" source="#{name}-o"/>'
                f'<input semantic="INTERPOLATION" source="#{name}-k"/></sampler><channel source="#{name}-s" target="{name}/transform"/></animation>'
            )
        return (
            '<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>'
            f'<unit name="unit" meter="{1 / self.unit!r}"/><up_axis>Y_UP</up_axis></asset><library_animations>{animations}'
            '</library_animations><library_visual_scenes><visual_scene id="Scene" name="Scene"><node id="Armature" name="Armature" '
            f'type="NODE"><scale sid="scale">{self.armature!r} {self.armature!r} {self.armature!r}</scale>{tree(0)}</node></visual_scene>'
            '</library_visual_scenes><scene><instance_visual_scene url="#Scene"/></scene></COLLADA>'
        )

    def bvh(self, **motion):
        """Bones have no axes of their own in this format: they are those of pack space in the bind pose."""
        figure, order = self.figure, []

        def joint(i, indent):
            order.append(i)
            offset = " ".join(repr(v * self.unit) for v in figure.offset(i))
            inside = "".join(joint(k, indent + "\t") for k, parent in enumerate(figure.parents) if parent == i)
            end = "" if inside else f"{indent}\tEnd Site\n{indent}\t{{\n{indent}\t\tOFFSET 0 {0.05 * self.unit!r} 0\n{indent}\t}}\n"
            word = "JOINT" if figure.parents[i] >= 0 else "ROOT"
            channels = "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation"
            return f"{indent}{word} {figure.names[i]}\n{indent}{{\n{indent}\tOFFSET {offset}\n{indent}\t{channels}\n{inside}{end}{indent}}}\n"

        text = "HIERARCHY\n" + joint(0, "") + f"MOTION\nFrames: {FRAMES}\nFrame Time: {1 / RATE!r}\n"
        for frame in range(FRAMES):
            turns, places, _ = figure.pose(frame, **motion)
            numbers = []
            for i in order:
                parent = figure.parents[i]
                back = inverse(turns[parent]) if parent >= 0 else NONE
                way = rotate(back, add(places[i], times(places[parent], -1) if parent >= 0 else [0, 0, 0]))
                numbers += times(way, self.unit) + euler(mul(back, turns[i]))[::-1]
            text += " ".join(repr(n) for n in numbers) + "\n"
        return text


def euler(q):
    """Degrees about X, then Y, then Z."""
    m = matrix(q, [0, 0, 0])
    return [
        math.degrees(math.atan2(m[2][1], m[2][2])),
        math.degrees(math.asin(max(-1.0, min(1.0, -m[2][0])))),
        math.degrees(math.atan2(m[1][0], m[0][0])),
    ]


def pairs():
    """Name, figure of the motion, its motion, file name, content. The model is the plain Figure()."""
    figure, lying = Figure(), {"whole": turn_about([1, 0, 0], -88)}

    def gltf(name, posed=None, figure=figure, motion={}, **how):
        return name, figure, motion, "motion.gltf", Export(figure, posed, **how, **motion).gltf()

    yield gltf("itself, T-pose")
    yield gltf("itself, posed", 7)
    yield gltf("itself, posed, shoulders translated", 7, motion={"shrug": True})
    yield gltf("itself, posed, lying", 7, motion=lying)
    yield gltf("itself, posed, a bone grows", 7, motion={"grows": True})
    yield gltf("itself, posed, armature scaled by 0.01", 7, armature=0.01)
    yield gltf("itself, posed, centimetres", 7, unit=100.0)
    fbx = Export(figure, 7, unit=100.0, z_up=True, shrug=True)
    yield "itself, posed, FBX, Z up, centimetres", figure, {"shrug": True}, "motion.fbx", fbx.fbx()
    yield "itself, posed, COLLADA, centimetres", figure, {"shrug": True}, "motion.dae", Export(figure, 7, unit=100.0, shrug=True).dae()
    yield "itself, T-pose, BVH, centimetres", figure, {}, "motion.bvh", Export(figure, unit=100.0).bvh()
    yield gltf("other figure: longer legs, other axes", figure=Figure(legs=1.3, axes_seed=2.3), mesh=True)
    yield gltf("other figure: arms hang by 40 degrees", figure=Figure(arms=40.0), mesh=True)


def expected(model, figure, motion, frame):
    """The rotation of each bone's axes and its place. Of another figure the turns are taken, not the lengths."""
    turns, places, _ = figure.pose(frame, **motion)
    if figure.joints == model.joints:
        return [mul(turn, axes) for turn, axes in zip(turns, model.axes)], places
    turns = [mul(turn, hang) for turn, hang in zip(turns, figure.hang)]
    places = []
    for i, parent in enumerate(model.parents):
        places.append(add(places[parent], rotate(turns[parent], model.offset(i))) if parent >= 0 else [0, 0, 0])
    return [mul(turn, axes) for turn, axes in zip(turns, model.axes)], places


def measure(cli, folder, figure, motion, file, content):
    """Degrees, millimetres and the bones of both; or what the program says."""
    model = Figure()
    (folder / "model.gltf").write_text(Export(model, mesh=True).gltf(clip=False))
    (folder / file).write_text(content)
    pack = folder / "model.texpack"
    environment = dict(os.environ, TEXELETON_CACHE=str(folder / "cache"))
    options = ["--pixel-format", "rgba32f", "--loop", "off", "--expose", ".*", "--fps", str(RATE)]
    bake = [cli, "bake", folder / "model.gltf", "-o", pack, "--motion", folder / file, *options]
    done = subprocess.run(bake, capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        return done.stderr.strip().splitlines()[0]
    clip = json.loads((pack / "manifest.json").read_text())["clips"][0]["name"]
    play = [cli, "play", pack, "--clip", clip, "--json", "--seconds", repr((FRAMES - 1) / RATE), "--step", repr(1 / RATE)]
    lines = subprocess.run(play, capture_output=True, text=True, check=True, env=environment).stdout.splitlines()
    worst = [(0.0, ""), (0.0, "")]
    for frame in range(FRAMES):
        sockets = {socket["name"]: socket for socket in json.loads(lines[frame])["sockets"]}
        turns, places = expected(model, figure, motion, frame)
        origin = [0, 0, 0] if figure.joints == model.joints else sockets["hips"]["position"]
        for i, name in enumerate(model.names):
            difference = mul(inverse(turns[i]), sockets[name]["rotation"])
            degrees = math.degrees(2 * math.atan2(math.hypot(*difference[:3]), abs(difference[3])))
            away = math.dist(add(places[i], origin), sockets[name]["position"]) * 1e3
            worst = [max(worst[0], (degrees, name)), max(worst[1], (away, name))]
    return worst


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: retarget_table.py CLI [EARLIER_CLI]")
    print("| motion | angle, degrees | distance, mm |" + (" angle before | distance before |" if len(sys.argv) == 3 else ""))
    print("|---|---|---|" + ("---|---|" if len(sys.argv) == 3 else ""))
    right = True
    for name, figure, motion, file, content in pairs():
        cells = []
        for number, cli in enumerate(sys.argv[1:]):
            with tempfile.TemporaryDirectory() as folder:
                found = measure(cli, pathlib.Path(folder), figure, motion, file, content)
            cells += [found, ""] if isinstance(found, str) else [f"{value:.3g} ({bone})" for value, bone in found]
            if number == 0:
                right = right and not isinstance(found, str) and found[0][0] <= MOST_DEGREES and found[1][0] <= MOST_MILLIMETRES
        print("| " + " | ".join([name, *cells]) + " |", flush=True)
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
