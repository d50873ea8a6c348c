"""The code of the custom nodes, compiled and executed, against core's decoder and the test vectors.

The nodes are wrapped as in Unreal: a function with the vertex's parameters, the inputs in their order (a
texture with its sampler) and the further outputs. glslang compiles that as HLSL, spirv_runner executes it; the input
is the content of the export's files, read without Texeleton.
"""

import json
import os
import shutil
import subprocess

from common import (CASES, ROOT, RUNNER, Folder, by_point, check, exported, exported_pack, finish, np, read_mesh,
                    read_texture, reference, run, skip, unreal, vertices)
from texeleton_unreal import materials, settings

FLOAT = {1: "float", 2: "float2", 3: "float3", 4: "float4"}

if shutil.which("glslangValidator") is None:
    skip("glslang-tools is not installed")


def function(name, size, code, inputs, outputs):
    """The function that Unreal makes of a custom node."""
    parameters = ["FMaterialVertexParameters Parameters"]
    for entry, floats in inputs:
        parameters.append("Texture2D %s, SamplerState %sSampler" % (entry, entry) if floats == 0
                          else "%s %s" % (FLOAT[floats], entry))
    parameters += ["inout %s %s" % (FLOAT[floats], entry) for entry, floats in outputs]
    return "%s %s(%s)\n{\n%s\n}\n" % (FLOAT[size], name, ", ".join(parameters), code)


HEAD = """struct FMaterialVertexParameters { float unused; };
Texture2D AnimTexture : register(t0);
SamplerState AnimTextureSampler : register(s1);
StructuredBuffer<float> In : register(t2);
RWStructuredBuffer<float> Out : register(u3);
"""


def compiled(folder, name, text, stage="comp"):
    file = os.path.join(folder, name + ".hlsl")
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(text)
    result = subprocess.run(["glslangValidator", "-V", "-D", "-S", stage, "-e", "main", "-o", file + ".spv", file],
                            capture_output=True, text=True)
    check(result.returncode == 0, "%s compiles:\n%s" % (name, result.stdout))
    return file + ".spv"


def execute(folder, name, spirv, texture, rows, width_out):
    """Runs one thread for each row of `rows`; returns their outputs."""
    rows = np.ascontiguousarray(rows, np.float32)
    rows.tofile(os.path.join(folder, "in.bin"))
    texture.astype(np.float32).tofile(os.path.join(folder, "texture.bin"))
    out = os.path.join(folder, "out.bin")
    run(RUNNER, spirv, "--groups", (len(rows) + 63) // 64,
        "--texture", 0, os.path.join(folder, "texture.bin"), texture.shape[1], texture.shape[0],
        "--buffer", 2, os.path.join(folder, "in.bin"), "--out", 3, 4 * width_out * len(rows), out)
    return np.fromfile(out, np.float32).reshape(len(rows), width_out)


def thread(inputs, outputs, function_name, size, count, given=None):
    """A compute shader's main: inputs from the row, result and outputs to `Out`."""
    at, lines, arguments = 0, [], ["parameters"]
    for entry, floats in inputs:
        if floats == 0:
            arguments += ["AnimTexture", "AnimTextureSampler"]
            continue
        parts = ["In[row + %d]" % (at + i) for i in range(floats)]
        arguments.append("%s(%s)" % (FLOAT[floats], ", ".join(parts)) if floats > 1 else parts[0])
        at += floats
    result = ["result" + part for part in ([""] if size == 1 else [".x", ".y", ".z", ".w"][:size])]
    for entry, floats in outputs:
        lines.append("  %s %s = (%s)0;" % (FLOAT[floats], entry, FLOAT[floats]))
        result += [entry + part for part in ([""] if floats == 1 else [".x", ".y", ".z", ".w"][:floats])]
        arguments.append(entry)
    width = len(result)
    return at, width, """[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
  uint row = id.x * %du;
  if (id.x >= %du) return;
  FMaterialVertexParameters parameters;
  parameters.unused = 0.0;
%s
  %s result = %s(%s);
%s
}
""" % (at, count, "\n".join(lines), FLOAT[size], function_name, ", ".join(arguments),
       "\n".join("  Out[id.x * %du + %du] = %s;" % (width, i, r) for i, r in enumerate(result)))


def instance(clip, start, speed, fade=None):
    before = fade[:5] if fade else (-1.0, 0.0, 1.0, 0.0, 0.0)
    return [clip, start, speed, *before]


def clock(seconds):
    """The clock that a project drives itself."""
    ticks = int(seconds * 1024.0)
    return [ticks // 65536, ticks % 65536, seconds * 1024.0 - ticks]


def layout_of(texture):
    return [texture["width"], texture["rowsPerFrame"], texture["tailRow"], texture["height"]]


def pose_case(folder, name, case, shears=False):
    """Every vertex at every moment, by the whole node. shears: only the origins of sockets agree."""
    out, _, file, description, pack = case
    facts, expected = reference(folder, name, pack)
    own = os.path.join(out, description["folder"])
    width, height, texels, half = read_texture(os.path.join(own, description["texture"]["file"]))
    check((width, height) == (description["texture"]["width"], description["texture"]["height"]),
          name + ": the texture's size is as described")
    check(half != description["texture"]["float32"], name + ": pixel format")
    mode = description["mode"]
    code, inputs, outputs = materials.pose_node(mode)
    begin = 64.0  # The start of instances; times are exact.
    for level, fbx in enumerate(description["meshes"][0]["files"]):
        mesh = read_mesh(os.path.join(own, fbx))
        place = vertices(mesh, facts["levels"], level)
        points = np.array(mesh["points"], np.float32)
        normals = by_point(mesh, mesh["normals"])
        uvs = [by_point(mesh, uv) for uv in mesh["uvs"]]
        check(len(uvs) == description["uvChannels"], name + ": sets of texture coordinates")
        check(np.abs(uvs[0] - np.array(facts["uv0"], np.float32)[place]).max() < 1e-6, name + ": texture coordinates")
        rows, wanted = [], []
        moments = facts["moments"] if level == 0 else facts["moments"][1:3]
        for number, moment in enumerate(facts["moments"]):
            if moment not in moments:
                continue
            seconds = begin + moment["seconds"]
            fade = None
            if "fadeClip" in moment:
                fade = (moment["fadeClip"], seconds - moment["fadeSeconds"], 1.0, seconds - moment["share"] * 2.0, 2.0)
            count = len(points)
            constant = clock(seconds) + layout_of(description["texture"]) + instance(moment["clip"], begin, 1.0, fade)
            row = {"P": points, "N": normals, "Clock": constant[0:3], "LayoutXYZ": constant[3:6],
                   "LayoutW": constant[6:7], "Stepped": [0.0]}
            for i, (entry, _) in enumerate(settings.INSTANCE_DATA[:8]):
                row[entry] = constant[7 + i:8 + i]
            for entry in materials.layer_data(mode):
                row[entry] = [0.0]
            for entry, channel in materials.MODES[mode][1]:
                row[entry] = uvs[channel]
            columns = [np.broadcast_to(np.array(row[entry], np.float32), (count, floats))
                       for entry, floats in inputs if floats > 0]
            rows.append(np.hstack(columns))
            wanted.append(expected[number][place])
        rows, wanted = np.vstack(rows), np.vstack(wanted)
        size, result_width, main = thread(inputs, outputs, "CustomExpression0", 3, len(rows))
        assert size == rows.shape[1]
        text = HEAD + function("CustomExpression0", 3, code, inputs, outputs) + main
        spirv = compiled(folder, name, text)
        result = execute(folder, name, spirv, texels, rows, result_width)
        posed = rows[:, 0:3] + result[:, 0:3]
        distance = np.linalg.norm(posed - wanted[:, 0:3], axis=1).max()
        # The angle of unit vectors from their difference. Sides hidden by a scale of 0 have the bind normal.
        turned = np.degrees(2.0 * np.arcsin(np.clip(
            np.linalg.norm(result[:, 3:6] - wanted[:, 3:6], axis=1) / 2.0, 0.0, 1.0)))
        limit = 1e-5 * 100.0 * facts["sizeMetres"]
        print("%-22s level %d: %7d vertices, largest distance %.2e of the size, normals %.4f degrees"
              % (name, level, len(rows), distance / (100.0 * facts["sizeMetres"]), turned.max()))
        check(distance <= limit, "%s, level %d: positions differ by %g cm" % (name, level, distance))
        check(np.percentile(turned, 99.9) < 0.1 and turned.max() < 1.0,
              "%s, level %d: normals differ by %g degrees" % (name, level, turned.max()))
        check(bool((result[:, 6] == 0.0).all()), name + ": the canary is whole")
    sockets_case(folder, name, description, facts, texels, shears)
    return texels, description, spirv, rows, result_width


def sockets_case(folder, name, description, facts, texels, shears):
    """The prop of each socket: its origin and the ends of its axes, against core's poses."""
    sockets = description["sockets"]
    if not sockets:
        return
    sockets = sockets[:6]
    code, inputs, outputs = materials.pose_node("socket")
    rows, wanted = [], []
    begin = 64.0
    for moment in facts["moments"]:
        seconds = begin + moment["seconds"]
        fade = None
        if "fadeClip" in moment:
            fade = (moment["fadeClip"], seconds - moment["fadeSeconds"], 1.0, seconds - moment["share"] * 2.0, 2.0)
        for index, socket in enumerate(sockets):
            pose = moment["sockets"][index]
            for corner in ([0, 0, 0], [100, 0, 0], [0, 100, 0], [0, 0, 100]):
                frame = [value for r in socket["frameRows"] for value in (r[0], r[1], r[2], r[3])]
                vectors = layout_of(description["texture"]) + [socket["texel"], 0, 0, 0] + frame
                rows.append(list(corner) + [0, 0, 1] + clock(seconds) + vectors +
                            instance(moment["clip"], begin, 1.0, fade) + [0.0] + [0.0] * 8)
                at = np.array(pose["position"])
                for axis in range(3):
                    at = at + np.array(pose["axes"][axis]) * corner[axis]
                wanted.append(at)
    rows, wanted = np.array(rows, np.float32), np.array(wanted)
    size, width, main = thread(inputs, outputs, "CustomExpression0", 3, len(rows))
    assert size == rows.shape[1], (size, rows.shape)
    spirv = compiled(folder, name + "-socket", HEAD + function("CustomExpression0", 3, code, inputs, outputs) + main)
    result = execute(folder, name, spirv, texels, rows, width)
    distance = np.linalg.norm(rows[:, 0:3] + result[:, 0:3] - wanted, axis=1)
    # Corners are a metre from the origin; blended or scaled matrices are sheared, unlike a pose.
    origins = distance[::4].max()
    print("%-22s sockets: origins %.4f cm, ends of axes %.3f cm" % (name, origins, distance.max()))
    check(origins < 0.02, "%s: sockets lie %g cm off" % (name, origins))
    check(shears or np.median(distance) < 0.05, "%s: socket axes differ by %g cm" % (name, np.median(distance)))


def damaged_case(folder, name, posed):
    """The node detects the damage of import settings to the texture."""
    texels, description, spirv, rows, width = posed
    rows = rows[:64]

    def damage(texture):
        result = execute(folder, name, spirv, texture, rows, width)
        found = float(result[:, 6].max())
        if found == 1.0:
            check(bool((result[:, 0:3] == 0.0).all()) and bool((result[:, 3:6] == rows[:, 3:6]).all()),
                  "a damaged character stands in its bind pose")
        return found

    positive = np.maximum(texels, 0.0)
    bent = np.where(positive <= 0.04045, positive / 12.92, ((positive + 0.055) / 1.055) ** 2.4)
    check(damage(texels) == 0.0, "whole: no damage")
    check(damage(np.where(texels < 0.0, texels, bent)) == 1.0, "sRGB is damage")
    check(damage(np.clip(np.round(texels * 255.0) / 255.0, 0.0, 1.0)) == 1.0, "8 bits are damage")
    check(damage(texels[::-1].copy()) == 1.0, "a flip is damage")
    check(damage(np.repeat(texels, 2, axis=1)) == 1.0, "resizing is damage")
    check(damage(positive) == 1.0, "a lost sign is damage")

    # The vectors, one of each name. Half floats for exported floats are close enough to be drawn; the check reports
    # them.
    done = set()
    for case in canary_vectors()["cases"]:
        exported, names = case["exported"], tuple(case["names"])
        if names in done or exported["width"] < 2:
            continue
        done.add(names)
        rows = posed[3][:64].copy()
        rows[:, 9:13] = [exported["width"], 1.0, exported["canaryRow"], exported["height"]]
        texture = np.array(case["texels"], np.float32).reshape(case["height"], case["width"], 4)
        check(damage(texture) == (0.0 if names in ((), ("half",)) else 1.0), "canary, %s" % case["what"])
    check(len(done) > 15, "damages of the vectors: %d" % len(done))
    print("damages: %d" % len(done))


def canary_vectors():
    with open(os.path.join(ROOT, "tests", "vectors", "canary.json"), encoding="utf-8") as stream:
        return json.load(stream)


def tail_texture(clips):
    """The tail of a texture with these clips, by the comment in moment.hlsl."""
    texels = [tuple(texel) for texel in canary_vectors()["texels"]["rgba16f"]]
    for clip in clips:
        step = 0 if clip["lengthSeconds"] <= 0 else min(round(2.0 ** 48 / (clip["lengthSeconds"] * 1024.0)),
                                                        2 ** 48 - 1)
        begin = clip["frameBegin"]
        texels.append((begin & 255, begin >> 8 & 255, begin >> 16, 1.0 if clip["loop"] else 0.0))
        texels.append((clip["frameCount"] & 255, clip["frameCount"] >> 8, step & 255, step >> 8 & 255))
        texels.append(tuple(step >> shift & 255 for shift in (16, 24, 32, 40)))
    return np.array(texels, np.float32)


def time_vectors(folder):
    """tests/vectors/crowd.json: records of 30 days, and the frames they show."""
    with open(os.path.join(ROOT, "tests", "vectors", "crowd.json"), encoding="utf-8") as stream:
        vectors = json.load(stream)
    tail = tail_texture(vectors["clips"])
    width = 5  # The tail then takes several rows.
    texture = np.zeros(((len(tail) + width - 1) // width, width, 4), np.float32)
    texture.reshape(-1, 4)[:len(tail)] = tail
    inputs = [("Anim", 0), ("Clock", 3), ("LayoutXYZ", 3), ("LayoutW", 1)]
    inputs += [(entry, 1) for entry, _ in settings.INSTANCE_DATA[:8]] + [("Stepped", 1)]
    outputs = [("OutDamage", 1)]
    code = materials._vectors(["Layout"]) + materials.moment("vertex") + (
        "return float4(float(frames[0]), float(frames[1]), fractions[0], shares[0]);\n")
    rows, wanted = [], []
    for record in vectors["records"]:
        clip, speed = vectors["clips"][record["clip"]], record["speed"]
        if speed == 0.0 or abs(speed) > 100.0:
            continue
        position = record["startSeconds"]
        start = record["nowTicks"] / 1024.0
        if clip["loop"] or speed > 0.0:
            start -= position / speed
        else:
            start -= (clip["lengthSeconds"] - position) / -speed
        for shown in record["shown"]:
            ticks, rest = shown["clock"]
            if ticks / 1024.0 < record["nowTicks"] / 1024.0:
                continue
            rows.append([ticks // 65536, ticks % 65536, rest / 65536.0, width, 1, 0, texture.shape[0]] +
                        instance(record["clip"], start, speed) + [0.0])
            wanted.append((clip, speed, ticks, shown["frames"]))
    size, out_width, main = thread(inputs, outputs, "CustomExpression0", 4, len(rows))
    spirv = compiled(folder, "moment", HEAD + function("CustomExpression0", 4, code, inputs, outputs) + main)
    result = execute(folder, "moment", spirv, texture, np.array(rows), out_width)
    worst = 0.0
    for (clip, speed, ticks, frames), got in zip(wanted, result):
        count = clip["frameCount"]
        a = frames[0] - clip["frameBegin"] + frames[2]
        b = got[0] - clip["frameBegin"] + got[2]
        off = abs(a - b)
        off = min(off, count - off) if clip["loop"] else off
        # A start is a float of seconds, and a speed a multiple of 1/65,536: a phase, which stays small for speed 1.
        seconds = ticks / 1024.0
        rounding = 0.0 if abs(speed) in (1.0, 0.5, 2.0) else abs(round(speed * 65536) / 65536 - speed) * seconds
        rate = count / max(clip["lengthSeconds"], 1e-9)
        allowed = (0.02 if count < 4000 else 0.2) + rate * (rounding + 5e-7 * max(1.0, abs(speed)) * 8.0)
        worst = max(worst, off - allowed + 0.02)
        if off > allowed:
            check(False, "%s at %g s, speed %g: frame %g, and has to be %g" % (clip["name"], seconds, speed, b, a))
        following = (got[1] - clip["frameBegin"]) == ((got[0] - clip["frameBegin"] + 1) % count if clip["loop"] else
                                                      min(got[0] - clip["frameBegin"] + 1, count - 1))
        check(bool(following), "%s: the next frame follows" % clip["name"])
    print("time: %d moments of %d records, over 30 days" % (len(rows), len(vectors["records"])))
    check(len(rows) > 100, "there are records")


def layered_sockets(folder, name, description, texels, masks):
    """Origins of the props of sockets under layers, at given frames."""
    if not masks:
        return
    inputs = [("Anim", 0), ("P", 3), ("N", 3), ("Size", 3), ("Frames", 2), ("Fraction", 1), ("Over", 4), ("LayerMask", 1)]
    inputs += [(vector, 4) for vector in materials.SOCKET_PARAMETERS]
    code = ("uint textureWidth = uint(Size.x + 0.5);\nuint frameRows = uint(Size.y + 0.5);\nuint tailRow = uint(Size.z + 0.5);\n"
            "uint frames[6] = {uint(Frames.x), uint(Frames.y), 0u, 0u, uint(Over.x), uint(Over.y)};\n"
            "float fractions[3] = {Fraction, 0.0, Over.z};\nfloat shares[3] = {1.0, 0.0, Over.w};\n" + materials.pose_code("socket"))
    rows, wanted = [], []
    for number, mask in enumerate(masks):
        for shown in mask["shown"]:
            for socket, pose in zip(description["sockets"], shown["sockets"]):
                texture, base = description["texture"], shown["base"]
                rows.append([0, 0, 0, 0, 0, 1, texture["width"], texture["rowsPerFrame"], texture["tailRow"], base[0], base[1], base[2],
                             *shown["layer"], shown["share"], description["masks"][number]["texel"], socket["texel"], 0, 0, 0] +
                            [value for row in socket["frameRows"] for value in row[:4]])
                wanted.append([100.0 * pose["position"][i] for i in (0, 2, 1)])
    rows = np.array(rows, np.float32)
    size, width, main = thread(inputs, [("OutNormal", 3)], "CustomExpression0", 3, len(rows))
    assert size == rows.shape[1], (size, rows.shape)
    spirv = compiled(folder, name + "-over", HEAD + function("CustomExpression0", 3, code, inputs, [("OutNormal", 3)]) + main)
    result = execute(folder, name, spirv, texels, rows, width)
    far = np.abs(result[:, 0:3] - np.array(wanted)).max()
    check(far < 5e-3, "%s: sockets under layers lie %g cm off" % (name, far))
    check(len(rows) >= 16, name + ": there are sockets under layers")


def layer_times(folder):
    """A layer's share and frames over time, by its eight floats."""
    clips = [{"frameBegin": 0, "frameCount": 30, "lengthSeconds": 1.0, "loop": True},
             {"frameBegin": 30, "frameCount": 21, "lengthSeconds": 2.0, "loop": False}]
    tail = tail_texture(clips)
    texture = np.zeros((1, len(tail), 4), np.float32)
    texture[0] = tail
    inputs = [("Anim", 0), ("Clock", 3), ("LayoutXYZ", 3), ("LayoutW", 1)]
    inputs += [(entry, 1) for entry, _ in settings.INSTANCE_DATA[:8]] + [("Stepped", 1)]
    inputs += [(entry, 1) for entry in materials.layer_data("bone")]
    code = materials._vectors(["Layout"]) + materials.moment("bone") + (
        "return float4(float(frames[4]), float(frames[5]), fractions[2], shares[2]);\n")
    from texeleton_unreal import crowd as example
    description = {"masks": [{"name": "arms", "texel": 14}], "clips": clips}
    data = example.layer_data(description, "arms", 1, 3.0, 1.0, 0.5)
    check(data == [1.0, 3.0, 1.0, 14.0, 3.0, 0.5, 4.5, 0.5], "the example's eight floats: %s" % data)
    check(example.layer_data(description, "arms", 0, 3.0, 1.0, 0.5)[6] == 0.0, "a layer that loops stays")
    try:
        example.layer_data(description, "legs", 0, 3.0)
        check(False, "a mask that is not there is refused")
    except ValueError as error:
        check("arms" in str(error), "the refusal names the masks: %s" % error)
    rows, wanted = [], []
    for seconds in (1.0, 2.9921875, 3.0, 3.125, 3.5, 4.0, 4.5, 4.75, 5.0, 9.0):
        for layer, share in ((data, min(max((seconds - 3.0) / 0.5, 0.0), 1.0) * min(max((5.0 - seconds) / 0.5, 0.0), 1.0)),
                             ([1.0, 3.0, 1.0, 14.0, 3.0, 0.0, 0.0, 0.0], 1.0 if seconds >= 3.0 else 0.0), ([0.0] * 8, 0.0)):
            rows.append(clock(seconds) + [len(tail), 1, 0, 1] + instance(0, 0.0, 1.0) + [0.0] + layer)
            position = min(max(seconds - 3.0, 0.0), 2.0) * 10.0
            wanted.append((share, 30.0 + position))
    size, width, main = thread(inputs, [("OutDamage", 1)], "CustomExpression0", 4, len(rows))
    spirv = compiled(folder, "layers", HEAD + function("CustomExpression0", 4, code, inputs, [("OutDamage", 1)]) + main)
    for (share, frame), got in zip(wanted, execute(folder, "layers", spirv, texture, np.array(rows), width)):
        check(abs(got[3] - share) < 1e-6, "a layer's share is %g, and has to be %g" % (got[3], share))
        check(share == 0.0 or abs(got[0] + got[2] - frame) < 1e-3, "a layer shows %g, and has to show %g" % (got[0] + got[2], frame))


def engine_clock(folder):
    """The clock from the game's float seconds: exact up to 4 hours."""
    code, inputs, outputs = materials.clock_node()
    times = [0.0, 1 / 3, 1.0, 59.999, 3600.1234, 4 * 3600.0, 16383.99, 90000.5]
    rows = np.array([[np.float32(t), 0, 0, 0, 0] for t in times] + [[5.0, 3, 17, 0.25, 1]], np.float32)
    size, width, main = thread(inputs, outputs, "CustomExpression0", 3, len(rows))
    spirv = compiled(folder, "clock", HEAD + function("CustomExpression0", 3, code, inputs, outputs) + main)
    result = execute(folder, "clock", spirv, np.zeros((1, 1, 4)), rows, width)
    for time, got in zip(rows[:-1, 0].astype(np.float64), result.astype(np.float64)):
        check(got[0] * 65536 + got[1] + got[2] == time * 1024.0 and 0 <= got[1] < 65536 and 0 <= got[2] < 1,
              "clock at %g s" % time)
    check(list(result[-1]) == [3.0, 17.0, 0.25], "a driven clock is taken as it is")


def decode_vectors(folder):
    """tests/vectors/decoded.json: the code after the choice of frames, at given frames."""
    with open(os.path.join(ROOT, "tests", "vectors", "decoded.json"), encoding="utf-8") as stream:
        vectors = json.load(stream)
    with open(os.path.join(ROOT, "tests", "vectors", "layers.json"), encoding="utf-8") as stream:
        layers = {entry["pack"]: entry["masks"] for entry in json.load(stream)["packs"]}
    total = layered = 0
    for entry in vectors["packs"]:
        name = entry["pack"].split(".")[0]
        out, _, _, description, pack = exported_pack(folder, name, os.path.join(ROOT, "tests", "vectors", entry["pack"]))
        facts, _ = reference(folder, name, pack)
        own = os.path.join(out, description["folder"])
        _, _, texels, _ = read_texture(os.path.join(own, description["texture"]["file"]))
        mesh = read_mesh(os.path.join(own, description["meshes"][0]["files"][0]))
        place = vertices(mesh, facts["levels"], 0)
        uvs = [by_point(mesh, uv) for uv in mesh["uvs"]]
        normals, points = by_point(mesh, mesh["normals"]), np.array(mesh["points"], np.float32)
        mode = description["mode"]
        channels = materials.MODES[mode][1]
        inputs = [("Anim", 0), ("P", 3), ("N", 3), ("Size", 3), ("Frames", 4), ("Fraction", 3), ("Over", 4), ("LayerMask", 1)]
        inputs += [(channel, 2) for channel, _ in channels]
        # Only bone modes read additional entries.
        code = ("uint textureWidth = uint(Size.x + 0.5);\nuint frameRows = uint(Size.y + 0.5);\nuint tailRow = uint(Size.z + 0.5);\n"
                "uint frames[6] = {uint(Frames.x), uint(Frames.y), uint(Frames.z), uint(Frames.w), uint(Over.x), uint(Over.y)};\n"
                "float fractions[3] = {Fraction.x, Fraction.y, Over.z};\n"
                "float shares[3] = {Fraction.z, 1.0 - Fraction.z, Over.w};\n" + materials.pose_code(mode))
        where = {vertex: point for point, vertex in enumerate(place)}
        rows, wanted = [], []
        shown = [(s["frames"], s["frames"], 1.0, s["vertices"]) for s in entry["shown"]]
        shown += [(s["to"], s["from"], s["share"], s["vertices"]) for s in entry["fades"]]
        shown = [(*s, (0, 0, 0.0, 0.0), 0) for s in shown]
        plain = len(shown)
        for number, mask in enumerate(layers.get(entry["pack"], [])):
            check(description["masks"][number]["name"] == mask["name"], name + ": names of masks")
            texel = description["masks"][number]["texel"]
            shown += [(s["base"], s["base"], 1.0, s["vertices"], (*s["layer"], s["share"]), texel) for s in mask["shown"]]
        layered += len(shown) - plain
        for to, before, share, list_of, over, mask_texel in shown:
            for vertex in list_of:
                point = where.get(vertex["vertex"])
                if point is None:
                    continue
                rows.append(list(points[point]) + list(normals[point]) +
                            [description["texture"]["width"], description["texture"]["rowsPerFrame"], description["texture"]["tailRow"],
                             to[0], to[1], before[0], before[1], to[2], before[2], share, *over, mask_texel] +
                            [value for _, channel in channels for value in uvs[channel][point]])
                swap = [0, 2, 1]
                wanted.append([100.0 * vertex["position"][i] for i in swap] + [vertex["normal"][i] for i in swap])
        rows, wanted = np.array(rows, np.float32), np.array(wanted)
        outputs = [("OutNormal", 3), ("OutDamage", 1)]
        size, width, main = thread(inputs, outputs, "CustomExpression0", 3, len(rows))
        spirv = compiled(folder, name, HEAD + function("CustomExpression0", 3, code, inputs, outputs) + main)
        result = execute(folder, name, spirv, texels, rows, width)
        check(np.abs(rows[:, 0:3] + result[:, 0:3] - wanted[:, 0:3]).max() < 2e-3, name + ": positions of the vectors")
        check(np.abs(result[:, 3:6] - wanted[:, 3:6]).max() < 2e-4, name + ": normals of the vectors")
        total += len(rows)
        layered_sockets(folder, name, description, texels, layers.get(entry["pack"], []))
    print("vectors: %d vertices of %d packs" % (total, len(vectors["packs"])))
    check(total > 100 and layered > 10, "there are vectors, layers among them")


def pixel_nodes(folder):
    """Nodes of pixels are only compiled: derivatives are undefined in a compute shader."""
    code, inputs, outputs = materials.surface_node()
    text = "struct FMaterialVertexParameters { float unused; };\n" + function("CustomExpression0", 3, code, inputs, outputs)
    text += ("float4 main(float3 n : N, float3 p : P, float2 uv : UV) : SV_Target\n{\n  FMaterialVertexParameters "
             "parameters;\n  parameters.unused = 0.0;\n  return float4(CustomExpression0(parameters, n, p, uv, "
             "float3(0, 0, 1), 1.0, 1.0), 1.0);\n}\n")
    compiled(folder, "surface", text, "frag")
    # All other custom nodes of the masters, as in the graph.
    unreal.reset()
    nodes = graph_nodes()
    for number, node in enumerate(nodes):
        names = [entry.get_editor_property("input_name") for entry in node.get_editor_property("inputs")]
        sizes = dict(node._sizes)
        text = "struct FMaterialVertexParameters { float unused; };\n"
        text += function("CustomExpression0", node._size, node.get_editor_property("code"),
                         [(entry, sizes[entry]) for entry in names], node._outputs)
        text += "float4 main() : SV_Target { return float4(0, 0, 0, 0); }\n"
        compiled(folder, "node%d" % number, text, "frag")
    print("%d custom nodes compile" % len(nodes))
    check(len(nodes) > 20, "there are nodes")


def graph_nodes():
    """The custom nodes of all functions and masters, with the sizes set by the builder."""
    nodes = []
    original = materials.Graph.custom

    def custom(self, title, code, size, inputs, links, outputs=()):
        node = original(self, title, code, size, inputs, links, outputs)
        node._size, node._sizes, node._outputs = size, inputs, list(outputs)
        nodes.append(node)
        return node

    materials.Graph.custom = custom
    try:
        from texeleton_unreal import importer
        place = type("Place", (), {"shared": "/Game/T/Shared"})()
        importer.import_shared(place)
    finally:
        materials.Graph.custom = original
    return nodes


def main():
    with Folder() as folder:
        engine_clock(folder)
        time_vectors(folder)
        layer_times(folder)
        decode_vectors(folder)
        pixel_nodes(folder)
        posed = None
        for name in ("bone-uneven", "vertex-uneven"):  # Only stored frames: the node reads the frame table.
            pack = os.path.join(ROOT, "tests", "vectors", name + ".texpack")
            pose_case(folder, name, exported_pack(folder, name, pack), True)
        for name, file, options in CASES:
            case = exported(folder, name, file, options)
            if case is not None:
                posed = pose_case(folder, name, case)
        damaged_case(folder, "damaged", posed)
    finish()


main()
