"""run_unity.py PART CLI SOURCES [SPIRV_RUNNER [PICTURE]]: the Unity export, without Unity.

files    .meta files, package manifest, GUIDs, the container and the classic data set, by independent readers.
scripts  the C# of the package under Mono, with stubs of Unity's API, against tests/vectors.
shaders  the HLSL of every pass and keyword compiled against stand-ins of Unity's includes, and executed on a software GPU
         against what core decoded.
picture  by hand: knights posed by the forward pass, drawn by picture.py into the file PICTURE.

Exit code 77: a requirement is missing; the message names it.
"""
import concurrent.futures
import functools
import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
PACKS = ["bone-half", "bone-float-folded", "vertex-half", "vertex-float-folded", "bone-uneven", "vertex-uneven"]

sys.path.insert(0, str(HERE))


def skip(what):
    print("skipped: " + what)
    sys.exit(77)


def need(*programs):
    for program in programs:
        if shutil.which(program) is None:
            skip(program + " is not installed")


try:
    import numpy as np
except ImportError:
    skip("numpy is not installed (python3-numpy)")

part, cli, sources = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
MADE = pathlib.Path(cli).parents[1] / "engines/unity/com.texeleton.runtime/Shaders"  # By cmake/decoders.cmake.
vectors = sources / "tests/vectors"
checks = 0
failures = []


def that(right, what):
    global checks
    checks += 1
    if not right:
        failures.append(what)


def export(folder, *names, options=()):
    for name in names:
        command = [cli, "export", str(vectors / (name + ".texpack")), "--engine", "unity", "-o", str(folder)]
        for option in options:
            command += ["--option", option]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr


class Character:
    """A .texunity, read only by its description."""

    def __init__(self, path):
        data = path.read_bytes()
        assert data[:8] == b"TEXUNITY"
        version, size = struct.unpack_from("<II", data, 8)
        assert version <= 2 and size % 16 == 0
        self.json = json.loads(data[16 : 16 + size])
        assert (version == 1) == (self.json["texture"]["tableRow"] < 0 and not self.json["masks"])
        self.data = data[16 + size :]
        t = self.json["texture"]
        kind = "<f2" if t["pixelFormat"] == "rgba16f" else "<f4"
        self.texels = np.frombuffer(self.block(t), kind).reshape(t["height"], t["width"], 4)
        self.attributes = {}
        v = self.json["vertices"]
        rows = np.frombuffer(self.block(v), np.uint8).reshape(v["count"], v["stride"])
        at = 0
        for a in v["attributes"]:
            kind, size = {"Float32": ("<f4", 4), "SNorm16": ("<i2", 2), "UNorm16": ("<u2", 2)}[a["format"]]
            columns = np.ascontiguousarray(rows[:, at : at + size * a["dimension"]]).view(kind).astype(np.float64)
            columns /= {"Float32": 1.0, "SNorm16": 32767.0, "UNorm16": 65535.0}[a["format"]]
            self.attributes[a["attribute"]] = columns
            at += size * a["dimension"]
        assert at == v["stride"]

    def block(self, of):
        assert of["offset"] % 16 == 0 and of["offset"] + of["bytes"] <= len(self.data)
        return self.data[of["offset"] : of["offset"] + of["bytes"]]

    def texel(self, frame, t):
        layout = self.json["texture"]
        return self.texels[frame * layout["rowsPerFrame"] + t // layout["width"], t % layout["width"]].astype(np.float64)

    def stored(self, frames):
        """Texture frames of a clip's frames: FORMAT.md, "Frame table"."""
        t = self.json["texture"]
        current, following, fraction = frames
        if t["tableRow"] < 0:
            return frames
        low, high, code, way = (int(n) for n in self.texels[t["tableRow"] + current // t["width"], current % t["width"]])
        return (low + 1024 * high, low + 1024 * high + way, (code % 32 + fraction) / (code // 32 + 1))

    def blended(self, moment, t):
        (a, b, f), (c, d, g), share = self.stored(moment[0]), self.stored(moment[1]), moment[2]
        first = self.texel(a, t) * (1 - f) + self.texel(b, t) * f
        return first * (1 - share) + (self.texel(c, t) * (1 - g) + self.texel(d, t) * g) * share

    def matrix(self, moment, bone):
        """A bone's skin matrix, with the layer over it: FORMAT.md, "Layers"."""
        own = np.array([self.blended(moment, 3 * bone + r) for r in range(3)])
        if len(moment) < 4 or moment[3][1] <= 0:
            return own
        frames, share, number = moment[3]
        mask = self.json["masks"][number]
        weight = share * mask["weights"][bone]
        if weight <= 0:
            return own
        whole = lambda m: np.vstack([m, [0, 0, 0, 1]])
        above = (frames, frames, 0.0)
        over = whole(self.matrix(above, bone))
        anchor = mask["anchors"][bone]
        if anchor >= 0:
            over = whole(self.matrix(moment[:3], anchor)) @ np.linalg.inv(whole(self.matrix(above, anchor))) @ over
        return (1 - weight) * own + weight * over[:3]

    def posed(self, vertex, moment):
        """Position and normal in float64, by FORMAT.md."""
        bones = self.attributes["TexCoord1"][vertex]
        bind = self.attributes["Normal"][vertex][:3]
        if self.json["mode"] == "vertex":
            element = int(round(bones[0]))
            position = self.blended(moment, 2 * element)[:3]
            normal = self.blended(moment, 2 * element + 1)[:3]
        else:
            m = np.zeros((3, 4))
            for k, weight in enumerate(self.attributes["TexCoord2"][vertex]):
                if weight:
                    bone = int(round(bones[k] * self.json["vertices"]["boneScale"]))
                    m += weight * self.matrix(moment, bone)
            position = m[:, :3] @ self.attributes["Position"][vertex] + m[:, 3]
            normal = cofactors(m[:, :3]) @ bind * np.sign(np.linalg.det(m[:, :3]))
        length = np.linalg.norm(normal)
        return position, normal / length if length > 1e-10 else bind


def cofactors(m):
    """The cross products of rows 1 and 2, 2 and 0, 0 and 1: np.cross() takes ten times as long for one vector."""
    (a, b, c), (d, e, f), (g, h, i) = m
    return np.array([[e * i - f * h, f * g - d * i, d * h - e * g], [h * c - i * b, i * a - g * c, g * b - h * a],
                     [b * f - c * e, c * d - a * f, a * e - b * d]])


@functools.cache
def moments_of(pack):
    """Core's moments of a pack in Unity's space: (moment, decoded values)."""
    all_packs = sum((json.loads((vectors / file).read_text())["packs"] for file in ("decoded.json", "uneven.json")), [])
    entry = next(e for e in all_packs if e["pack"] == pack + ".texpack")
    result = []
    for shown in entry["shown"]:
        result.append(((shown["frames"], shown["frames"], 0.0), shown["vertices"]))
    for fade in entry["fades"]:
        result.append(((fade["from"], fade["to"], fade["share"]), fade["vertices"]))
    return result


def layered_moments_of(pack):
    """The same with layers, of packs with masks."""
    result = []
    for entry in json.loads((vectors / "layers.json").read_text())["packs"]:
        for number, mask in enumerate(entry["masks"] if entry["pack"] == pack + ".texpack" else []):
            for shown in mask["shown"]:
                result.append(((shown["base"], shown["base"], 0.0, (shown["layer"], shown["share"], number)), shown["vertices"]))
    return result


def mirrored(v):
    return np.array([-v[0], v[1], v[2]])


# --- files ---------------------------------------------------------------------------------------------------------------


def check_metas(folder):
    import yaml

    guids = {}
    for path in folder.rglob("*"):
        if ".texeleton" in path.parts or path.suffix == ".meta":
            continue
        meta = path.with_name(path.name + ".meta")
        that(meta.is_file(), f"{path} has no .meta")
        content = yaml.safe_load(meta.read_text())
        that(content["fileFormatVersion"] == 2, f"{meta}: version")
        guid = content["guid"]
        that(isinstance(guid, str) and re.fullmatch("[0-9a-f]{32}", guid) is not None, f"{meta}: {guid!r} is no GUID")
        that(guid not in guids, f"{meta} has the GUID of {guids.get(guid)}")
        guids[guid] = path
        that(content.get("folderAsset", False) == path.is_dir(), f"{meta}: folder or not")
        importers = [key for key in content if key.endswith("Importer")]
        expected = {"": "DefaultImporter", ".cs": "MonoImporter", ".shader": "ShaderImporter", ".hlsl": "ShaderIncludeImporter",
                    ".compute": "ComputeShaderImporter", ".asmdef": "AssemblyDefinitionImporter", ".md": "TextScriptImporter",
                    ".json": "PackageManifestImporter", ".texunity": "ScriptedImporter"}
        wanted = expected["" if path.is_dir() else path.suffix] if path.name != "texeleton.files.json" else "TextScriptImporter"
        that(importers == [wanted], f"{meta}: {importers}")
        if path.suffix == ".texunity":
            script = content["ScriptedImporter"]["script"]
            importer = folder / "com.texeleton.runtime/Editor/TexUnityImporter.cs.meta"
            that(script == {"fileID": 11500000, "guid": yaml.safe_load(importer.read_text())["guid"], "type": 3},
                 f"{meta}: the importer's script")
    for meta in folder.rglob("*.meta"):
        that(meta.with_suffix("").exists(), f"{meta} belongs to nothing")
    # GUIDs in scripts and .meta files refer to files of the package.
    for path in (folder / "com.texeleton.runtime").rglob("*"):
        if path.suffix in (".cs", ".meta"):
            for guid in re.findall(r'(?:"|guid: )([0-9a-f]{32})', path.read_text()):
                that(guid in guids, f"{path} names {guid}, which is nothing")
            that("@GUID" not in path.read_text() and "@VERSION" not in path.read_text(), f"{path}: a placeholder is left")
    return guids


def check_package(package):
    manifest = json.loads((package / "package.json").read_text())
    that(re.fullmatch(r"[a-z0-9][a-z0-9_-]*(\.[a-z0-9_-]+){2,}", manifest["name"]) is not None and len(manifest["name"]) <= 214, "name")
    that(package.name == manifest["name"], "the folder is named as the package")
    that(re.fullmatch(r"\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?", manifest["version"]) is not None, "version")
    that(re.fullmatch(r"\d{4}\.[1-9]", manifest["unity"]) is not None, "unity")
    for key, kind in (("displayName", str), ("description", str), ("license", str), ("keywords", list), ("author", dict),
                      ("dependencies", dict)):
        that(isinstance(manifest[key], kind), key)
    that("name" in manifest["author"], "author")
    known = {"name", "version", "displayName", "description", "unity", "license", "keywords", "author", "dependencies"}
    that(set(manifest) <= known, f"unknown keys: {set(manifest) - known}")
    assemblies = {}
    for path in package.rglob("*.asmdef"):
        content = json.loads(path.read_text())
        that(content["name"] == path.stem, f"{path}: named as its file")
        assemblies[content["name"]] = content
    that(set(assemblies) == {"Texeleton.Runtime", "Texeleton.Editor"}, f"assemblies: {set(assemblies)}")
    that(assemblies["Texeleton.Editor"]["references"] == ["Texeleton.Runtime"], "the editor's assembly sees the run-time")
    that(assemblies["Texeleton.Editor"]["includePlatforms"] == ["Editor"], "and is not in builds")
    for path in (package / "Runtime").rglob("*.cs"):
        that("UnityEditor" not in path.read_text(), f"{path} would not compile in a build")


def check_container(name, folder):
    character = Character(folder / (name + ".texunity"))
    for moment, decoded in moments_of(name):
        for v in decoded:
            position, normal = character.posed(v["vertex"], moment)
            that(np.abs(position - mirrored(v["position"])).max() < 1e-4, f"{name}: vertex {v['vertex']} at {moment}")
            that(np.abs(normal - mirrored(v["normal"])).max() < 2e-3, f"{name}: normal {v['vertex']} at {moment}")
    for moment, decoded in layered_moments_of(name):
        for v in decoded:
            position, normal = character.posed(v["vertex"], moment)
            that(np.abs(position - mirrored(v["position"])).max() < 3e-4, f"{name}: vertex {v['vertex']} under a layer at {moment}")
    if character.json["mode"] == "bone":
        weights = np.round(character.attributes["TexCoord2"] * 65535).astype(int).sum(1)
        that((weights == 65535).all(), f"{name}: weights do not sum to 1")
    indices = np.frombuffer(character.block(character.json["indices"]),
                            "<u2" if character.json["indices"]["format"] == "UInt16" else "<u4")
    that(len(indices) == character.json["indices"]["count"] and indices.max() < character.json["vertices"]["count"], "indices")


def check_classic(name, folder):
    """Evaluates the classic run-time's formulas: the nearest texel at normalised coordinates, in floats; bones in UV1
    and UV2, in vertex mode the vertex index, and a V without the half texel."""
    character = Character(folder / (name + ".texunity"))
    texture = character.texels
    height, width = texture.shape[:2]
    that(character.json["texture"]["pixelFormat"] == "rgba16f" and character.json["texture"]["rowsPerFrame"] == 1, "classic layout")
    step = np.float32([1 / width, 1 / height])

    def sample(x, y):
        u, v = np.float32(x) * step[0], np.float32(y) * step[1]
        return texture[int(np.floor(np.float32(v % 1) * height)), min(int(np.floor(u * width)), width - 1)].astype(np.float64)

    def at(frame, vertex):
        if character.json["mode"] == "vertex":
            return sample(vertex * 2 + 0.5, frame)[:3]
        m = np.zeros((4, 4))
        for bone, weight in zip(character.attributes["TexCoord1"][vertex], character.attributes["TexCoord2"][vertex]):
            rows = [sample(0.5 + bone * 3 + r, 0.5 + frame) for r in range(3)]
            m += weight * np.array(rows + [[0, 0, 0, 1]])
        return (m @ np.append(character.attributes["Position"][vertex], 1))[:3]

    for (a, _, share), decoded in moments_of(name):
        if share == 0.0:
            for v in decoded:
                position = at(a[0], v["vertex"]) * (1 - a[2]) + at(a[1], v["vertex"]) * a[2]
                that(np.abs(position - mirrored(v["position"])).max() < 1e-4, f"classic {name}: vertex {v['vertex']} at {a}")
    frames = 0
    for clip in character.json["clips"]:
        that(clip["frameBegin"] == frames, "classic clips")
        frames += clip["frameCount"]
        if clip["loop"]:
            that(abs(clip["frameRate"] * clip["lengthSeconds"] - clip["frameCount"]) < 1e-9, "classic rate")


def files_part():
    try:
        import yaml  # noqa: F401
    except ImportError:
        skip("PyYAML is not installed (python3-yaml)")
    with tempfile.TemporaryDirectory() as temporary:
        folder, other = pathlib.Path(temporary) / "a", pathlib.Path(temporary) / "b"
        export(folder, *PACKS)
        guids = check_metas(folder)
        # Scenes refer to these, so they never change.
        pinned = {"com.texeleton.runtime/Runtime/GPUAnimationController.cs": "943ede286a5718807f8f0aa6006c55f0",
                  "com.texeleton.runtime/Shaders/TexeletonLit.shader": "e26f44990ef96491b3c84d3a0d3a8219", "bone-half.texunity": "80d44ed0fe3030220a8c594a5f763bb5",
                  "texeleton.files.json": "051f70e9a8a35112534d22cdb32e4f94"}
        by_file = {str(path.relative_to(folder)): guid for guid, path in guids.items()}
        for file, guid in pinned.items():
            that(by_file[file] == guid, f"the GUID of {file} has changed to {by_file[file]}")
        check_package(folder / "com.texeleton.runtime")
        for name in PACKS:
            check_container(name, folder)
        export(other, *reversed(PACKS))
        for path in folder.rglob("*"):
            if path.is_file() and ".texeleton" not in path.parts and path.name != "texeleton.files.json":
                that((other / path.relative_to(folder)).read_bytes() == path.read_bytes(), f"{path.name} differs the second time")
        # A second export: the user's edits and foreign files stay.
        (folder / "bone-half.texunity.meta").write_text("edited")
        (folder / "theirs.txt").write_text("theirs")
        export(folder, *PACKS)
        that((folder / "bone-half.texunity.meta").read_text() == "edited", "an edited file is kept")
        that((folder / "theirs.txt").read_text() == "theirs", "a foreign file is kept")
        classic = pathlib.Path(temporary) / "classic"
        export(classic, "bone-half", "vertex-half", options=["classic"])
        check_classic("bone-half", classic)
        check_classic("vertex-half", classic)
        run = subprocess.run([cli, "export", str(vectors / "bone-float-folded.texpack"), "--engine", "unity", "--option", "classic",
                              "-o", str(classic / "no")], capture_output=True, text=True)
        that(run.returncode != 0 and "rgba16f" in run.stdout + run.stderr, "floats are refused in the classic layout, in words")
        run = subprocess.run([cli, "export", str(vectors / "bone-uneven.texpack"), "--engine", "unity", "--option", "classic",
                              "-o", str(classic / "no")], capture_output=True, text=True)
        that(run.returncode != 0 and "--rows even" in run.stderr, "uneven rows are refused in the classic layout, in words: " + run.stderr)


def png(size, color):
    """A PNG of one colour, RGBA."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = (b"\0" + bytes(color) * size) * size
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def painted_model(path):
    """The lantern knight with images for each purpose, and light of six times its colour."""
    data = (sources / "resources/samples/lantern-knight.glb").read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    model = json.loads(data[20 : 20 + length])
    blob = data[28 + length :]
    model["samplers"].append({"magFilter": 9728})
    for name, size, color, sampler in (("bumps", 8, (128, 128, 255, 255), 0), ("dots", 8, (255, 0, 0, 255), len(model["samplers"]) - 1),
                                       ("odd", 6, (0, 255, 0, 255), 0), ("rough", 8, (255, 90, 200, 255), 0)):
        image = png(size, color)
        model["bufferViews"].append({"buffer": 0, "byteOffset": len(blob), "byteLength": len(image)})
        blob += image + b"\0" * (-len(image) % 4)
        model["images"].append({"name": name, "mimeType": "image/png", "bufferView": len(model["bufferViews"]) - 1})
        model["textures"].append({"sampler": sampler, "source": len(model["images"]) - 1})
    model["buffers"][0]["byteLength"] = len(blob)
    cloth, steel, glow = model["materials"]
    cloth |= {"normalTexture": {"index": 1}, "emissiveFactor": [1, 0.5, 0],
              "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 6}}}
    cloth["pbrMetallicRoughness"]["metallicRoughnessTexture"] = {"index": 4}
    steel["pbrMetallicRoughness"]["baseColorTexture"] = {"index": 2}
    glow["pbrMetallicRoughness"]["baseColorTexture"] = {"index": 3}
    glow["emissiveTexture"] = {"index": 3}
    text = json.dumps(model).encode()
    text += b" " * (-len(text) % 4)
    path.write_bytes(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(blob), len(text), 0x4E4F534A) + text
                     + struct.pack("<II", len(blob), 0x004E4942) + blob)


def write_with_pose_first(source, target):
    """A .texunity whose first clip is a pose."""
    data = source.read_bytes()
    size = struct.unpack_from("<I", data, 12)[0]
    content = json.loads(data[16 : 16 + size])
    content["clips"][0]["lengthSeconds"] = 0
    text = json.dumps(content).encode()
    text += b" " * (-len(text) % 16)
    target.write_bytes(data[:12] + struct.pack("<I", len(text)) + text + data[16 + size :])


# --- scripts -------------------------------------------------------------------------------------------------------------


def run_scripts(folder, temporary, *more):
    export(folder, *PACKS)
    export(folder / "classic", "bone-half", "vertex-half", options=["classic"])
    painted_model(pathlib.Path(temporary) / "painted.glb")
    run = subprocess.run([cli, "export", str(pathlib.Path(temporary) / "painted.glb"), "--engine", "unity", "-o", str(folder), "--clip", "Walk",
                          "--fps", "10"], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    write_with_pose_first(folder / "bone-half.texunity", folder / "pose-first.texunity")
    package = folder / "com.texeleton.runtime"
    scripts = [*sorted(package.glob("Runtime/*.cs")), *sorted(package.glob("Editor/*.cs")), *sorted((HERE / "mono").glob("*.cs"))]
    program = pathlib.Path(temporary) / "tests.exe"
    # Unity fills the unused fields.
    run = subprocess.run(["mcs", "-langversion:7.2", "-warn:4", "-warnaserror", "-nowarn:0649,0414,0169", f"-out:{program}",
                          *map(str, scripts)], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    return subprocess.run(["mono", "-O=all", str(program), str(vectors), str(folder), *more]).returncode


def check_api(folder, temporary):
    """Unity's published reference has all called members, in all versions of the list (unity_api.json)."""
    work = pathlib.Path(temporary)
    package = folder / "com.texeleton.runtime"

    def compiled(name, files, *options):
        run = subprocess.run(["mcs", "-langversion:7.2", "-nowarn:0649,0414,0169,0067", *options, f"-out:{work / name}", *map(str, files)],
                             capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr

    compiled("stub.dll", [HERE / "mono/UnityStub.cs", HERE / "mono/Json.cs"], "-target:library")
    compiled("package.dll", [*package.glob("Runtime/*.cs"), *package.glob("Editor/*.cs")], "-target:library", f"-r:{work / 'stub.dll'}")
    compiled("api_use.exe", [HERE / "api_use/ApiUse.cs"])
    run = subprocess.run(["mono", str(work / "api_use.exe"), str(work / "package.dll"), str(work / "stub.dll")], capture_output=True, text=True)
    that(run.returncode == 0, "the calls of the package are listed: " + run.stderr)
    reference = json.loads((HERE / "unity_api.json").read_text())
    members = set(reference["members"])
    for line in run.stdout.split("\n"):
        kind, *rest = line.split(" ")
        if kind == "enum":
            for value in rest[1:]:
                that(value in reference["enums"].get(rest[0], []), f"{rest[0]}.{value} is not in Unity's reference")
        elif kind:
            that(line in members, f"not in Unity's reference: {line}")
    print(f"{len(run.stdout.splitlines())} calls are in Unity's reference, {reference['versions'][0]} to {reference['versions'][-1]}")


def encodings_are_refused():
    refused = json.loads((vectors / "encodings.json").read_text())["packs"]
    refused += [e for e in json.loads((vectors / "uneven.json").read_text())["packs"] if e["pack"][:-8] not in PACKS]
    for entry in refused:
        encoding = json.loads((vectors / entry["pack"] / "manifest.json").read_text())["encoding"]
        with tempfile.TemporaryDirectory() as temporary:
            run = subprocess.run([cli, "export", str(vectors / entry["pack"]), "--engine", "unity", "-o", temporary],
                                 capture_output=True, text=True)
            that(run.returncode != 0 and f"the encoding {encoding}" in run.stderr, f"{entry['pack']} is not refused: {run.stderr}")


def scripts_part():
    need("mcs", "mono")
    encodings_are_refused()
    with tempfile.TemporaryDirectory() as temporary:
        export(pathlib.Path(temporary) / "api", "bone-half")
        check_api(pathlib.Path(temporary) / "api", temporary)
        that(run_scripts(pathlib.Path(temporary) / "x", temporary) == 0, "the scripts fail")


# --- shaders -------------------------------------------------------------------------------------------------------------


def compile_one(job):
    source, stage, entry, includes, spirv = job
    command = ["glslangValidator", "-D", "-V", "--target-env", "vulkan1.1", "-S", stage, "-e", entry, "--auto-map-bindings",
               "--auto-map-locations", *[f"-I{i}" for i in includes], "-o", str(spirv), str(source)]
    run = subprocess.run(command, capture_output=True, text=True)
    return run.returncode == 0, run.stdout


def shaders_part():
    need("glslangValidator", "spirv-val", "mcs", "mono")
    from shader_passes import read_passes
    import executed

    runner = sys.argv[4] if len(sys.argv) > 4 else ""
    if not os.path.exists(runner):
        skip("spirv_runner was not built (libvulkan-dev)")
    shaders = sources / "resources/engines/unity/com.texeleton.runtime/Shaders"
    includes = (shaders, MADE, HERE / "includes")
    passes = read_passes((shaders / "TexeletonLit.shader").read_text())
    that(sorted({p.target for p in passes}) == ["3.5", "4.5"], "shader models")
    for pipeline, expected in (("universal", {"UniversalForwardOnly", "ShadowCaster", "DepthOnly", "DepthNormalsOnly", "MotionVectors"}),
                               ("built-in", {"ForwardBase", "ForwardAdd", "ShadowCaster", "MotionVectors"})):
        for target in ("3.5", "4.5"):
            have = {p.tags["LightMode"] for p in passes if p.pipeline == pipeline and p.target == target}
            that(have == expected, f"passes of {pipeline} {target}: {have}")

    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        jobs = []
        names = []
        for number, one in enumerate(passes):
            for keywords in one.keyword_sets():
                for old in ([], ["STANDIN_UNITY_2021"]) if "DOTS_INSTANCING_ON" in keywords else ([],):
                    for stage, entry in (("vert", "vertex"), ("frag", "fragment")):
                        if stage == "frag" and "TEXELETON_VERTEX" in keywords:
                            continue  # Fragments do not use it.
                        defines = [*keywords, *old, "SHADER_TARGET_" + one.target.replace(".", "")]
                        source = work / f"{len(jobs)}.hlsl"
                        source.write_text("".join(f"#define {k} 1\n" for k in defines) + one.code)
                        jobs.append((source, stage, one.entry[entry], includes, source.with_suffix(".spv")))
                        names.append(f"{one.pipeline} {one.name} {one.target} {defines} {stage}")
        for compute in sorted(shaders.glob("*.compute")):
            code = compute.read_text()
            keyword = re.search(r"#pragma multi_compile _ (\w+)", code)
            for define in ("", f"#define {keyword[1]} 1\n") if keyword else ("",):
                for kernel in re.findall(r"#pragma kernel (\w+)", code):
                    source = work / f"{len(jobs)}.hlsl"
                    source.write_text(define + re.sub(r"#pragma (kernel|multi_compile).*", "", code))
                    jobs.append((source, "comp", kernel, includes, source.with_suffix(".spv")))
                    names.append(f"{compute.name} {kernel} {define}")
        source = work / "graph.hlsl"
        source.write_text("""
struct UnityTexture2D { Texture2D tex; };
#include "TexeletonShaderGraph.hlsl"
Texture2D _TexeletonTexture;
float4 main(float3 p : POSITION, float3 n : NORMAL, float3 t : TANGENT, float4 a : TEXCOORD1, float4 b : TEXCOORD2) : SV_Position
{
    float3 p2, n2, t2;
    UnityTexture2D texture2;
    texture2.tex = _TexeletonTexture;
    Texeleton_float(texture2, p, n, t, a, b, float4(64, 1, 1, 0), float4(0, 1, 0.5, 0), float4(0, 1, 0.5, 0), p2, n2, t2);
    return float4(p2 + n2 + t2, 1.0);
}
""")
        jobs.append((source, "vert", "main", includes, source.with_suffix(".spv")))
        names.append("Shader Graph")
        # Many keywords have no effect on a stage: equal preprocessed code is compiled once.
        texts = executed.preprocess_all([job[0] for job in jobs], includes)
        distinct = {(text, *job[1:3]): job for text, job in zip(texts, jobs)}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = dict(zip(distinct, pool.map(compile_one, distinct.values())))
        for name, text, job in zip(names, texts, jobs):
            good, log = results[text, *job[1:3]]
            that(good, name + "\n" + log[:600])
        for text, job in list(zip(texts, jobs))[:: max(1, len(jobs) // 40)]:
            compiled = distinct[text, *job[1:3]][4]
            run = subprocess.run(["spirv-val", "--target-env", "vulkan1.1", str(compiled)], capture_output=True, text=True)
            that(run.returncode == 0, f"spirv-val: {run.stdout[:300]}{run.stderr[:300]}")
        # A vertex shader of shader model 3.5 cannot read buffers.
        for name, text, job in zip(names, texts, jobs):
            if " 3.5 " in name and job[1] == "vert":
                that("StructuredBuffer" not in text if "TEXELETON_CROWD_TEXTURE" in name and "INSTANCING_ON" in name else True,
                     name + ": reads a buffer")
        if failures:
            return
        print(f"{len(jobs)} shaders compiled, {len(distinct)} of them different")
        execute(executed, [p for p in passes if p.target == "4.5"], includes, work, runner)


def execute(executed, passes, includes, work, runner):
    folder = work / "x"
    assert run_scripts(folder, work, "crowd") == 0
    crowds = json.loads((folder / "crowd.json").read_text())
    characters = {name: Character(folder / (name + ".texunity")) for name in PACKS}
    # The Python reference equals core's decoded values, as far as they are recorded.
    for name, character in characters.items():
        for moment, decoded in moments_of(name)[::5]:
            for v in decoded[::3]:
                that(np.abs(character.posed(v["vertex"], moment)[0] - mirrored(v["position"])).max() < 1e-4, "reference")
    dice = random.Random(7)
    runs = 0
    for one in passes:
        whole = one.name in ("Forward", "ForwardBase", "MotionVectors")
        for name in [n for n in PACKS if n != "vertex-uneven"] if whole else ["bone-half"]:
            character = characters[name]
            vertex = ["TEXELETON_VERTEX"] if character.json["mode"] == "vertex" else []
            paths = [["INSTANCING_ON"]]
            if name in crowds:
                paths += [[], ["TEXELETON_CROWD"], ["TEXELETON_CROWD_TEXTURE", "INSTANCING_ON"]]
            if one.pipeline == "universal" and name == "bone-half":
                paths.append(["DOTS_INSTANCING_ON"])
            for path in paths:
                runs += 1
                execute_one(executed, one, includes, work, runner, character, vertex + path, crowds.get(name), moments_of(name), dice)
    runs += execute_skinning(executed, includes, work, runner, dice)
    runs += execute_culling(executed, includes, work, runner)
    runs += execute_canary(executed, includes, work, runner, characters)
    runs += execute_damaged(executed, passes, includes, work, runner, characters)
    print(f"{runs} shaders executed")


def execute_kernel(executed, includes, work, runner, file, kernel, uniforms, inputs, out, groups):
    """Runs a kernel of a compute shader; `out`: name and bytes of its output buffer, initially zero."""
    code = (includes[0] / file).read_text()
    code = executed.with_values(re.sub(r"#pragma.*", "", code), uniforms, [*inputs, out[0]])
    source = work / "kernel.hlsl"
    source.write_text(code)
    good, log = compile_one((source, "comp", kernel, includes, work / "kernel.spv"))
    assert good, file + log
    command = [runner, str(work / "kernel.spv"), "--entry", kernel, "--groups", str(groups)]
    for number, (name, content) in enumerate(inputs.items()):
        if isinstance(content, np.ndarray):  # A texture.
            (work / f"kernel-{name}").write_bytes(content.astype("<f4").tobytes())
            command += ["--texture", str(number), str(work / f"kernel-{name}"), str(content.shape[1]), str(content.shape[0])]
            continue
        (work / f"kernel-{name}").write_bytes(content)
        command += ["--buffer", str(number), str(work / f"kernel-{name}")]
    command += ["--out", str(len(inputs)), str(out[1]), str(work / "kernel-out")]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 0, file + run.stderr
    return (work / "kernel-out").read_bytes()


def execute_skinning(executed, includes, work, runner, dice):
    """GPUSkinnedMeshRenderer's kernel, with mirrored and stretched bones, against float64."""
    count, joints = 150, 9
    rng = np.random.default_rng(3)
    p, n, t = rng.normal(size=(count, 3)), rng.normal(size=(count, 3)), rng.normal(size=(count, 4))
    n /= np.linalg.norm(n, axis=1)[:, None]
    t[:, :3] /= np.linalg.norm(t[:, :3], axis=1)[:, None]
    t[:, 3] = 1
    bones = rng.integers(0, joints, (count, 4))
    weights = rng.random((count, 4))
    weights /= weights.sum(1)[:, None]
    palette = np.array([turned(dice) for _ in range(joints)])
    # Unity packs buffers of three floats tightly, Vulkan aligns them to four. Matrices are stored by columns, as in
    # Unity.
    wide = lambda v: np.hstack([v, np.zeros((count, 1))]).astype("<f4").tobytes()
    inputs = {"_Positions": wide(p), "_Normals": wide(n), "_Tangents": t.astype("<f4").tobytes(),
              "_Bones": bones.astype("<u4").tobytes(), "_Weights": weights.astype("<f4").tobytes(),
              "_Palette": palette.transpose(0, 2, 1).astype("<f4").tobytes()}
    out = execute_kernel(executed, includes, work, runner, "TexeletonSkinning.compute", "Skin", {"_VertexCount": count}, inputs,
                         ("_Vertices", count * 40), (count + 63) // 64)
    got = np.frombuffer(out, "<f4").reshape(count, 10)
    for v in range(count):
        m = np.tensordot(weights[v], palette[bones[v]], 1)
        side = np.sign(np.linalg.det(m[:3, :3]))
        normal = cofactors(m[:3, :3]) @ n[v] * side
        tangent = m[:3, :3] @ t[v, :3]
        expected = [*(m[:3, :3] @ p[v] + m[:3, 3]), *(normal / np.linalg.norm(normal)), *(tangent / np.linalg.norm(tangent)), side]
        that(np.abs(got[v] - expected).max() < 2e-3, f"skinning: vertex {v}: {got[v]}, expected {expected}")
    return 1


def execute_culling(executed, includes, work, runner):
    """A crowd's culling: the instances listed at each level, against numpy."""
    count, levels = 200, 3
    dice = random.Random(11)
    state = np.zeros((count, 28), "<u4")
    places = np.array([turned(dice) for _ in range(count)])
    places[:, :3, 3] *= 6
    state[:, 16:28] = places[:, :3].astype("<f4").reshape(count, 12).view("<u4")
    planes = np.array([[1, 0, 0, 12], [-1, 0, 0, 12], [0, 1, 0, 9], [0, -1, 0, 9], [0, 0, 1, 3], [0, 0, -1, 18]], float)
    sphere, eye, distances = [0.1, 0.9, 0, 1.2], [0, 1, -3, 1.1], [4, 8, 99, 99]
    uniforms = {"_Planes": planes, "_Sphere": sphere, "_Eye": eye, "_Distances": distances, "_InstanceCount": count,
                "_LevelCount": levels, "_CommandCount": 3, "_StateSize": 7}
    inputs = {"_TexeletonState": state.tobytes(), "_Counts": bytes(4 * levels), "_Commands": bytes(60), "_LevelOfCommand": bytes(12)}
    out = execute_kernel(executed, includes, work, runner, "TexeletonCull.compute", "Cull", uniforms, inputs,
                         ("_Visible", 4 * count * levels), (count + 63) // 64)
    got = np.frombuffer(out, "<u4").reshape(levels, count)
    seen = 0
    for level in range(levels):
        expected = set()
        for i, m in enumerate(places.astype(np.float32).astype(float)):
            at = m[:3, :3] @ sphere[:3] + m[:3, 3]
            radius = sphere[3] * np.linalg.norm(m[:3, :3], axis=0).max()
            away = np.linalg.norm(at - eye[:3]) * eye[3]
            its = sum(away > d * radius for d in distances[: levels - 1])
            if (planes[:, :3] @ at + planes[:, 3] >= -radius).all() and its == level:
                expected.add(i)
        listed = list(got[level][: len(expected)])
        that(set(listed) == expected and (got[level][len(expected):] == 0).all(), f"culling: level {level}: {len(expected)}")
        seen += len(expected)
    that(20 < seen < count - 20, f"culling sees {seen} of {count}")
    return 1


def execute_canary(executed, includes, work, runner, characters):
    """The kernel that reads the canary: the texels at the pack's places, and at their flipped places."""
    known = json.loads((vectors / "canary.json").read_text())["texels"]
    for name, character in characters.items():
        t = character.json["texture"]
        expected = np.array(known[t["pixelFormat"]])
        for place in range(4):
            texels = character.texels[::-1] if place & 1 else character.texels
            texels = texels[:, ::-1] if place & 2 else texels
            out = execute_kernel(executed, includes, work, runner, "TexeletonCull.compute", "Canary",
                                 {"_CanaryPlace": [t["width"], t["height"], t["canaryRow"], 0]},
                                 {"_TexeletonTexture": texels}, ("_Canary", 4 * 8 * 16), 1)
            got = np.frombuffer(out, "<f4").reshape(4, 8, 4)
            that(np.abs(got[place] - expected).max() < 1e-3, f"the canary of {name}, place {place}")
    return 4 * len(characters)


def execute_damaged(executed, passes, includes, work, runner, characters):
    """A character with a damaged texture is drawn in its bind pose, whatever the texture contains."""
    one = next(p for p in passes if p.name == "Forward")
    for name in ("bone-half", "vertex-half"):
        character = characters[name]
        code = "#define TEXELETON_VERTEX 1\n" if character.json["mode"] == "vertex" else ""
        source = work / "damaged.hlsl"
        source.write_text(executed.as_compute(executed.preprocess(code + one.code, includes, work / "pre.hlsl"), 1))
        good, log = compile_one((source, "comp", "executedMain", includes, work / "damaged.spv"))
        assert good, log
        rows = np.zeros((64, executed.VERTEX_FLOATS), np.float32)
        bind = character.attributes["Position"][:64]
        rows[: len(bind), 0:3] = bind
        rows[: len(bind), 4:7] = character.attributes["Normal"][:64, :3]
        t = character.json["texture"]
        (work / "vertices").write_bytes(rows.tobytes())
        (work / "uniforms").write_bytes(executed.uniform_bytes({"_TexeletonMask": [3, 0, 0, 1], "_TexeletonLayout": [t["width"], 1, 65535, 0]}))
        (work / "texture").write_bytes(np.full((t["height"], t["width"], 4), np.nan, "<f4").tobytes())
        (work / "seen").write_bytes(np.ones((1, 4), "<f4").tobytes())
        out_bytes = 64 * executed.OUT_FLOATS * 4
        run = subprocess.run(
            [runner, str(work / "damaged.spv"), "--entry", "executedMain", "--groups", "1", "--texture", "0", str(work / "texture"),
             str(t["width"]), str(t["height"]), "--texture", "1", str(work / "seen"), "1", "1", "--buffer", "2",
             str(work / "uniforms"), "--buffer", "3", str(work / "vertices"), "--out", "4", str(out_bytes), str(work / "out")],
            capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        out = np.frombuffer((work / "out").read_bytes(), "<f4").reshape(64, 8, 4)
        that(np.abs(out[: len(bind), 1, :3] - bind).max() < 1e-6, f"{name}: damaged, so in its bind pose")
    return 2


def turned(dice):
    """A rotation with stretch, sometimes mirrored, and a translation."""
    q, _ = np.linalg.qr(np.array([[dice.gauss(0, 1) for _ in range(3)] for _ in range(3)]))
    m = np.eye(4)
    m[:3, :3] = q * [dice.uniform(0.5, 2) for _ in range(3)]
    m[:3, 3] = [dice.uniform(-3, 3) for _ in range(3)]
    return m


def posed_by_pass(executed, one, includes, work, runner, character, instances):
    """Positions and normals of all vertices of each instance, in the world. `instances`: (frames [a, b, fraction], matrix)."""
    count, vertices = len(instances), character.json["vertices"]["count"]
    t = character.json["texture"]
    source = work / "picture.hlsl"
    source.write_text(executed.as_compute(executed.preprocess("#define INSTANCING_ON 1\n" + one.code, includes, work / "pre.hlsl"), count))
    good, log = compile_one((source, "comp", "executedMain", includes, work / "picture.spv"))
    assert good, log
    rows = np.zeros((vertices + 64, executed.VERTEX_FLOATS), np.float32)
    for at, width, name in ((0, 3, "Position"), (4, 3, "Normal"), (20, 4, "TexCoord1"), (24, 4, "TexCoord2")):
        rows[:vertices, at : at + width] = character.attributes[name][:, :width]
    uniforms = [{"_TexeletonLayout": [t["width"], t["rowsPerFrame"], character.json["vertices"]["boneScale"], 0],
                 "unity_ObjectToWorld": m.flatten(), "_TexeletonLook": [1, 1, 1, 3],
                 "_TexeletonFrom": [*frames, 0], "_TexeletonTo": [*frames, 0]} for frames, m in instances]
    (work / "vertices").write_bytes(rows.tobytes())
    (work / "uniforms").write_bytes(b"".join(executed.uniform_bytes(u) for u in uniforms))
    (work / "texture").write_bytes(character.texels.astype("<f4").tobytes())
    (work / "seen").write_bytes(np.ones((1, 4), "<f4").tobytes())
    lanes = (vertices * count + 63) // 64 * 64
    run = subprocess.run([runner, str(work / "picture.spv"), "--entry", "executedMain", "--groups", str(lanes // 64), "--texture", "0",
                          str(work / "texture"), str(t["width"]), str(t["height"]), "--texture", "1", str(work / "seen"), "1", "1",
                          "--buffer", "2", str(work / "uniforms"), "--buffer", "3", str(work / "vertices"), "--out", "4",
                          str(lanes * executed.OUT_FLOATS * 4), str(work / "out")], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    out = np.frombuffer((work / "out").read_bytes(), "<f4").reshape(lanes, 8, 4)[: vertices * count].reshape(vertices, count, 8, 4)
    return [(out[:, i, 1, :3].astype(float), out[:, i, 2, :3].astype(float)) for i in range(count)]


def picture_part():
    need("glslangValidator")
    import executed
    import picture
    from shader_passes import read_passes

    shaders = sources / "resources/engines/unity/com.texeleton.runtime/Shaders"
    one = next(p for p in read_passes((shaders / "TexeletonLit.shader").read_text()) if p.name == "Forward" and p.target == "4.5")
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        subprocess.run([cli, "export", str(sources / "resources/samples/lantern-knight.glb"), "--engine", "unity", "-o", str(work / "x"),
                        "--quiet"], check=True)
        character = Character(work / "x/lantern-knight.texunity")
        instances = []
        for i in range(12):
            clip = character.json["clips"][i % len(character.json["clips"])]
            frame = clip["frameBegin"] + (7 * i + 3) % (clip["frameCount"] - 1)
            turn = np.pi + 0.25 * (i % 5 - 2)
            m = np.array([[np.cos(turn), 0, np.sin(turn), 1.9 * (i % 4) - 2.85 + 0.5 * (i // 4 % 2)], [0, 1, 0, 0],
                          [-np.sin(turn), 0, np.cos(turn), 2.1 * (i // 4)], [0, 0, 0, 1]])
            instances.append(([frame, frame + 1, 0.4], m))
        posed = posed_by_pass(executed, one, includes=(shaders, MADE, HERE / "includes"), work=work, runner=sys.argv[4], character=character,
                              instances=instances)
        canvas = picture.Canvas(1920, 1080, eye=(1.6, 3.4, -7.5), at=(0.1, 0.75, 1.0), degrees=30)
        picture.draw_characters(canvas, character, posed)
        small = canvas.color.reshape(540, 2, 960, 2, 3).mean((1, 3))
        pathlib.Path(sys.argv[5]).write_bytes(picture.png_bytes(small))
        that(len(posed) == 12, "twelve knights")


def execute_one(executed, one, includes, work, runner, character, keywords, crowd, moments, dice):
    crowded = "TEXELETON_CROWD" in keywords or "TEXELETON_CROWD_TEXTURE" in keywords
    t = character.json["texture"]
    # Single objects: the second of two variants shows the first of two meshes; every other vertex is of the second.
    hides = keywords in ([], ["TEXELETON_VERTEX"])
    base = {"_TexeletonLayout": [t["width"], t["rowsPerFrame"], character.json["vertices"]["boneScale"], 2 if hides else 0],
            "_TexeletonShown": [2 if hides else 0, 0, 0, 0]}
    view = np.eye(4) * 0.01  # Keeps everything behind the near plane.
    view[3] = [0, 0, 0, 1]
    view[0, 2], view[1, 0] = 0.003, -0.002
    before = view @ turned(dice)
    base |= {k: view.flatten() for k in ("unity_MatrixVP", "_NonJitteredViewProjMatrix", "_NonJitteredVP")}
    base |= {k: before.flatten() for k in ("_PrevViewProjMatrix", "_PreviousVP")}
    base["_LightDirection"] = [0, 1, 0]
    instances = []  # moment, moment before, matrix, matrix before, tint
    uniforms = []
    if crowded:
        base["_TexeletonFirstVisible"] = [5]
        base["_TexeletonClock"], base["_TexeletonClockBefore"] = crowd["clock"], crowd["clockBefore"]
        base["_TexeletonStates"] = crowd["states"]
        words = np.array(crowd["words"], np.uint32).reshape(-1, 4 * int(crowd["states"][0]))
        for i, moment in enumerate(crowd["moments"]):
            m = np.eye(4)
            m[:3] = words[i, 16:28].view(np.float32).reshape(3, 4)
            tint = np.array([words[i, 12] >> s & 255 for s in (0, 8, 16)]) / 255
            instances.append((moment, None, m, None, tint))
        # Buffers hold the crowd's data; the instance properties of Unity hold their indices.
        uniforms = [base] * len(instances)
    else:
        chosen = moments if "INSTANCING_ON" in keywords else moments[:1] if not keywords or keywords == ["TEXELETON_VERTEX"] else moments[-3:]
        for i, (moment, _) in enumerate(chosen):
            past = moments[(i + 3) % len(moments)][0]
            m, old = turned(dice), turned(dice)
            if "DOTS_INSTANCING_ON" in keywords:  # The stand-in has one matrix for all instances.
                m, old = (instances[0][2], instances[0][3]) if instances else (m, old)
            if "INSTANCING_ON" in keywords and one.pipeline == "built-in":  # The same for the previous one.
                old = instances[0][3] if instances else old
            tint = np.array([dice.random() for _ in range(3)])
            if "DOTS_INSTANCING_ON" in keywords:
                tint = instances[0][4] if instances else tint
            instances.append((moment, past, m, old, tint))
            values = dict(base)
            values |= {"unity_ObjectToWorld": m.flatten(), "unity_MatrixPreviousM": old.flatten(),
                       "_PreviousM": old.flatten(), "_TexeletonLook": [*tint, 3]}
            for suffix, (a, b, share) in (("", moment), ("Before", past)):
                values["_TexeletonFrom" + suffix] = [*character.stored(a), share]
                values["_TexeletonTo" + suffix] = [*character.stored(b), 0]
            uniforms.append(values)
    count = len(instances)
    code = "".join(f"#define {k} 1\n" for k in keywords) + one.code
    source = work / "run.hlsl"
    source.write_text(executed.as_compute(executed.preprocess(code, includes, work / "pre.hlsl"), count))
    good, log = compile_one((source, "comp", "executedMain", includes, work / "run.spv"))
    what = f"{one.pipeline} {one.name} {keywords} {character.json['name']}"
    assert good, what + log

    numbers = list(range(0, character.json["vertices"]["count"], 7))
    rows = np.zeros((len(numbers), executed.VERTEX_FLOATS), np.float32)
    for row, v in zip(rows, numbers):
        for at, width, name in ((0, 3, "Position"), (4, 3, "Normal"), (20, 4, "TexCoord1"), (24, 4, "TexCoord2")):
            if name in character.attributes:
                values = character.attributes[name][v][:width]
                row[at : at + len(values)] = values
        row[8:12] = [1, 0, 0, 1]
        row[12:16] = 1
        row[28:30] = [1, (v % 2) / 65535]
    lanes = len(numbers) * count
    padded = (lanes + 63) // 64 * 64
    rows = np.vstack([rows, np.zeros((padded // count + 1 - len(numbers), executed.VERTEX_FLOATS), np.float32)])
    (work / "vertices").write_bytes(rows.tobytes())
    (work / "uniforms").write_bytes(b"".join(executed.uniform_bytes(u) for u in uniforms))
    (work / "texture").write_bytes(character.texels.astype("<f4").tobytes())
    (work / "seen").write_bytes(np.array([[1, 1], [0, 1], [1, 0]], "<f4").repeat(4, 1).tobytes())
    out_bytes = padded * executed.OUT_FLOATS * 4
    command = [runner, str(work / "run.spv"), "--entry", "executedMain", "--groups", str(padded // 64), "--texture", "0",
               str(work / "texture"), str(t["width"]), str(t["height"]), "--texture", "1", str(work / "seen"), "2", "3",
               "--buffer", "2", str(work / "uniforms"), "--buffer", "3", str(work / "vertices"),
               "--out", "4", str(out_bytes), str(work / "out")]
    if crowded:
        (work / "state").write_bytes(np.array(crowd["words"], "<u4").tobytes())
        (work / "before").write_bytes(np.array(crowd["wordsBefore"], "<u4").tobytes())
        (work / "visible").write_bytes(np.array([0] * 5 + list(range(count)), "<u4").tobytes())
        if character.json["mode"] == "bone":
            masks = np.array([[[w, a + 1, 0, 0] for w, a in zip(mask["weights"], mask["anchors"])] for mask in character.json["masks"]], "<f4")
            (work / "masks").write_bytes(masks.tobytes())
            command += ["--texture", "9", str(work / "masks"), str(masks.shape[1]), str(masks.shape[0])]
        command += ["--buffer", "5", str(work / "state"), "--buffer", "6", str(work / "before"), "--buffer", "7", str(work / "visible")]
    if "DOTS_INSTANCING_ON" in keywords:
        names = ("_TexeletonFrom", "_TexeletonTo", "_TexeletonFromBefore", "_TexeletonToBefore")
        block = np.array([[u[n] for u in uniforms] for n in names] + [[[0, 0, 0, 0]] * count], "<f4")
        (work / "dots").write_bytes(block.tobytes())
        command += ["--buffer", "8", str(work / "dots")]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode == 77:
        skip(run.stderr.strip())
    assert run.returncode == 0, what + run.stderr
    out = np.frombuffer((work / "out").read_bytes(), "<f4").reshape(padded, 8, 4)

    moves = "MotionVectors" in one.name
    worst = {}
    for n, v in enumerate(numbers):
        for i, (moment, past, m, old, tint) in enumerate(instances):
            got = out[n * count + i]
            position, normal = character.posed(v, moment)
            hidden = hides and v % 2 == 1
            position = np.zeros(3) if hidden else position
            world = m[:3, :3] @ position + m[:3, 3]
            turn = cofactors(m[:3, :3]) * np.sign(np.linalg.det(m[:3, :3]))
            normal = turn @ normal
            normal /= np.linalg.norm(normal)
            found = {"position": np.abs(got[1][:3] - world).max(), "normal": np.abs(got[2][:3] - normal).max() * 0.05,
                     "clip": np.abs(got[0] - view @ [*world, 1]).max(), "tint": np.abs(got[6][:3] - tint).max()}
            if moves:
                found["clip now"] = np.abs(got[4] - view @ [*world, 1]).max()
                if past is not None:
                    earlier = np.zeros(3) if hidden else character.posed(v, past)[0]
                    found["clip before"] = np.abs(got[5] - before @ [*(old[:3, :3] @ earlier + old[:3, 3]), 1]).max()
            for key, value in found.items():
                worst[key] = max(worst.get(key, 0), value if np.isfinite(value) else 1e9)
    for key, value in worst.items():
        that(value < 2e-4, f"{what}: {key} is off by {value}")


{"files": files_part, "scripts": scripts_part, "shaders": shaders_part, "picture": picture_part}[part]()
for failure in failures[:20]:
    print(failure, file=sys.stderr)
print(f"{checks - len(failures)} passed, {len(failures)} failed")
sys.exit(0 if not failures and checks > 0 else 1)
