"""check_layers.py SOURCE_FOLDER: tests/vectors/layers.json against layers in float64, written from core/pack/FORMAT.md alone.

Shares no code with core or any run-time but the reader of docs/examples, which is written from FORMAT.md too. Weights and
shares between 0 and 1 are among what is compared, both encodings of bones, and uneven rows. Exit code 77: NumPy is not there.
"""
import json
import pathlib
import sys

try:
    import numpy as np
except ImportError:
    print("NumPy is not there: nothing was tried")
    sys.exit(77)

source = pathlib.Path(sys.argv[1])
vectors = source / "tests" / "vectors"
sys.dont_write_bytecode = True
sys.path.insert(0, str(source / "docs" / "examples"))
import read_pack  # noqa: E402


class Reader(read_pack.Pack):
    """A pack with either encoding of bones, in float64."""

    def __init__(self, folder):
        manifest = json.loads((folder / "manifest.json").read_text())
        self.manifest = manifest
        self.texels = read_pack.read_exr(folder / manifest["texture"]["file"]).astype(np.float64)
        data = (folder / manifest["mesh"]["file"]).read_bytes()
        length = int.from_bytes(data[12:16], "little")
        self.gltf = json.loads(data[20:20 + length])
        self.binary = data[20 + length + 8:]
        attributes = self.gltf["meshes"][0]["primitives"][0]["attributes"]
        self.vertices = {name: self.accessor(index).astype(np.float64) for name, index in attributes.items()}

    def texel(self, frame, number):
        texture = self.manifest["texture"]
        return self.texels[frame * texture["rowsPerFrame"] + number // texture["width"], number % texture["width"]]

    def stored_frames(self, frames):
        current, following, fraction = frames
        return self.stored(current, fraction) if "frameTable" in self.manifest["texture"] else (current, following, fraction)

    def row(self, frames, number):
        current, following, fraction = frames
        return (1.0 - fraction) * self.texel(current, number) + fraction * self.texel(following, number)

    def bone(self, frames, bone):
        """The skin matrix of a bone at frames of one clip, 4x4."""
        frames = self.stored_frames(frames)
        matrix = np.eye(4)
        if self.manifest["encoding"] == "matrix3x4":
            matrix[:3] = [self.row(frames, 3 * bone + r) for r in range(3)]
            return matrix
        texture = self.manifest["texture"]
        constants = texture["frameCount"]
        pivot = self.texel(constants, 2 * bone)
        if pivot[3] != 0.0:
            third = self.texel(constants, 2 * bone + 1)
            rest = 2 * texture["elementCount"] + int(third[0]) + 1024 * int(third[1])
            matrix[:3] = [self.row(frames, number) for number in (2 * bone, 2 * bone + 1, rest)]
            return matrix
        a, b = (self.texel(frame, 2 * bone) for frame in frames[:2])
        q = (1.0 - frames[2]) * a + frames[2] * (-b if a @ b < 0.0 else b)
        x, y, z, w = q / np.linalg.norm(q)
        moved = self.row(frames, 2 * bone + 1)
        # The matrix of x -> R x from the squares and products of a rotation's quaternion.
        rotation = np.array([[w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)],
                             [2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)],
                             [2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z]])
        matrix[:3, :3] = moved[3] * rotation
        matrix[:3, 3] = pivot[:3] + moved[:3] - matrix[:3, :3] @ pivot[:3]
        return matrix

    def layered(self, base, layer, share, weights, bone):
        """FORMAT.md, "Layers"."""
        own = self.bone(base, bone)
        weight = share * weights[bone]
        if weight == 0.0:
            return own
        anchor = self.manifest["bones"][bone]["parent"]
        while anchor >= 0 and weights[anchor] > 0.0:
            anchor = self.manifest["bones"][anchor]["parent"]
        over = self.bone(layer, bone)
        if anchor >= 0:
            under = self.bone(layer, anchor)
            if abs(np.linalg.det(under[:3, :3])) >= 1e-20:
                over = self.bone(base, anchor) @ np.linalg.inv(under) @ over
        return (1.0 - weight) * own + weight * over


def compare(name, reader, entry):
    """Largest distance of a vertex and of a socket, and the number of those with a weight between 0 and 1."""
    worst = {"vertices": 0.0, "sockets": 0.0}
    between = 0
    for number, mask in enumerate(entry["masks"]):
        weights = reader.manifest["masks"][number]["weights"]
        for shown in mask["shown"]:
            matrices = {}

            def matrix(bone, shown=shown, weights=weights, matrices=matrices):
                if bone not in matrices:
                    matrices[bone] = reader.layered(shown["base"], shown["layer"], shown["share"], weights, bone)
                return matrices[bone]

            for vertex in shown["vertices"]:
                v = vertex["vertex"]
                bones = reader.vertices["_BONE_INDEX"][v].astype(int)
                shares = reader.vertices["_BONE_WEIGHT"][v]
                total = sum(share * matrix(bone) for bone, share in zip(bones, shares) if share > 0.0)
                place = total[:3, :3] @ reader.vertices["POSITION"][v] + total[:3, 3]
                worst["vertices"] = max(worst["vertices"], np.abs(place - vertex["position"]).max())
                between += any(0.0 < shown["share"] * weights[bone] < 1.0 for bone, share in zip(bones, shares) if share > 0.0)
            for socket, pose in zip(reader.manifest["sockets"], shown["sockets"]):
                m = matrix(socket["bone"])
                place = m[:3, :3] @ np.array(socket["position"]) + m[:3, 3]
                worst["sockets"] = max(worst["sockets"], np.abs(place - pose["position"]).max())
    print(f"{name}: vertices within {worst['vertices']:.1e} m, sockets within {worst['sockets']:.1e} m, {between} vertices between 0 and 1")
    return max(worst.values()), between


def main():
    total = 0
    encodings = set()
    for entry in json.loads((vectors / "layers.json").read_text())["packs"]:
        reader = Reader(vectors / entry["pack"])
        encodings.add((reader.manifest["encoding"], "frameTable" in reader.manifest["texture"]))
        worst, between = compare(entry["pack"], reader, entry)
        total += between
        # Core works in floats, and the inverse of a stretched bone amplifies their rounding.
        if worst > 5e-6:
            sys.exit(f"FAILED: {entry['pack']} lies {worst} m off")
    if total < 100 or len(encodings) < 4:
        sys.exit(f"FAILED: {total} vertices under weights between 0 and 1, {sorted(encodings)}")


main()
