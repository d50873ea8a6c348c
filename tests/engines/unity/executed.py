"""Runs vertex shaders of the run-time as compute shaders on a software GPU: the preprocessed code of a pass, with its
uniforms as variables read from a buffer, and a main that writes the results."""
import functools
import re
import struct
import subprocess

VERTEX_FLOATS = 32
OUT_FLOATS = 32

# Uniforms of the passes and their numbers of floats, in the order of the buffer.
UNIFORMS = [
    ("unity_ObjectToWorld", "float4x4"), ("unity_WorldToObject", "float4x4"), ("unity_MatrixPreviousM", "float4x4"),
    ("_PreviousM", "float4x4"), ("unity_MatrixVP", "float4x4"), ("_PrevViewProjMatrix", "float4x4"),
    ("_NonJitteredViewProjMatrix", "float4x4"), ("_NonJitteredVP", "float4x4"), ("_PreviousVP", "float4x4"),
    ("_TexeletonLayout", "float4"), ("_TexeletonTint", "float4"), ("_TexeletonMask", "float4"), ("_TexeletonFrom", "float4"),
    ("_TexeletonTo", "float4"), ("_TexeletonFromBefore", "float4"), ("_TexeletonToBefore", "float4"),
    ("_TexeletonLook", "float4"), ("_TexeletonShown", "float4"), ("_TexeletonClock", "float4"),
    ("_TexeletonClockBefore", "float4"), ("_LightDirection", "float3"), ("_ShadowBias", "float4"),
    ("unity_LightShadowBias", "float4"), ("_TexeletonFirstVisible", "float"), ("_TexeletonStates", "float4"),
]
IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]


def size_of(kind):
    return 16 if kind == "float4x4" else 4


def uniform_bytes(values):
    """The buffer; matrices row by row, identity by default."""
    floats = []
    for name, kind in UNIFORMS:
        value = list(values.get(name, IDENTITY if kind == "float4x4" else [0, 0, 0, 0]))
        floats += value + [0] * (size_of(kind) - len(value))
    return struct.pack(f"<{len(floats)}f", *floats)


def as_compute(preprocessed, instance_count):
    """The compute shader. Instanced and DOTS properties become arrays in the same buffer, by instance."""
    text = re.sub(r"^\s*#.*$", "", preprocessed, flags=re.M)
    loads = []
    extra = []

    def uniform_buffer(match):
        body = match[2]
        arrays = re.search(r"struct\s*\{(.*?)\}\s*(\w+)\[2\];", body, re.S)
        if arrays:  # Properties by instance.
            members = re.findall(r"(\w+)\s+(\w+)\s*;", arrays[1])
            fields = "".join(f"{kind} {name};" for kind, name in members)
            for kind, name in members:
                base = {"unity_ObjectToWorldArray": "unity_ObjectToWorld",
                        "unity_PrevObjectToWorldArray": "unity_MatrixPreviousM"}.get(name, name)
                extra.append((f"{arrays[2]}[I].{name}", kind, base))
            return f"struct {arrays[2]}_t {{ {fields} }};\nstatic {arrays[2]}_t {arrays[2]}[{instance_count}];\n"
        result = ""
        for kind, name in re.findall(r"(\w+)\s+(\w+)(?:\[\d+\])?\s*;", body):
            result += f"static {kind} {name};\n"
            if name.startswith("unity_DOTSInstancing"):
                continue
            loads.append((name, kind))
        return result

    text = re.sub(r"cbuffer\s+(\w+)\s*\{((?:[^{}]|\{[^{}]*\})*)\}\s*;", uniform_buffer, text)

    def loose(match):
        if match[3] is None:
            loads.append((match[2], match[1]))
        return f"static {match[1]} {match[2]}{match[3] or ''};"

    # Plain uniforms, at the start of a line outside of every function.
    depth = 0
    lines = []
    for line in text.split("\n"):
        if depth == 0:
            line = re.sub(r"^\s*(float4x4|float4|float3|float|bool)\s+(_\w+|unity_\w+)(\[\d+\])?\s*;", loose, line)
        depth += line.count("{") - line.count("}")
        lines.append(line)
    text = "\n".join(lines)
    def place(kind, name, binding, becomes):
        nonlocal text
        pattern = rf"{kind}\s*(<\s*\w+\s*>)?\s+{name}\s*;"
        text = re.sub(pattern, f"[[vk::binding({binding})]] {becomes} {name};", text)

    place("Texture2D", "_TexeletonTexture", 0, "Texture2D<float4>")
    place("Texture2D", "_TexeletonSeen", 1, "Texture2D<float4>")
    place("Texture2D", "_TexeletonMasks", 9, "Texture2D<float4>")
    for binding, name in ((5, ""), (6, "Before")):
        place("StructuredBuffer", "_TexeletonState" + name, binding, "StructuredBuffer<uint4>")
        # The texture of states, whose format the runner lacks: the same words from a buffer.
        place("Texture2D", "_TexeletonStateMap" + name, binding, "StructuredBuffer<uint4>")
        text = re.sub(rf"(_TexeletonStateMap{name})\s*\.\s*Load\(int3\((\w+) % 1024u, \2 / 1024u, 0\)\)", r"\1[\2]", text)
    place("StructuredBuffer", "_TexeletonVisible", 7, "StructuredBuffer<uint>")
    place("ByteAddressBuffer", "unity_DOTSInstanceData", 8, "ByteAddressBuffer")

    stride = sum(size_of(kind) for _, kind in UNIFORMS) // 4
    main = [f"[[vk::binding(2)]] StructuredBuffer<float4> executedUniforms;",
            "[[vk::binding(3)]] StructuredBuffer<float4> executedVertices;",
            "[[vk::binding(4)]] RWStructuredBuffer<float4> executedOut;",
            f"float4 uniformAt(uint i, uint n) {{ return executedUniforms[i * {stride}u + n]; }}",
            "[numthreads(64, 1, 1)] void executedMain(uint3 id : SV_DispatchThreadID) {"]
    places = {}
    at = 0
    for name, kind in UNIFORMS:
        places[name] = (at, kind)
        at += size_of(kind) // 4

    def load(target, name, kind, instance):
        n = places[name][0]
        if kind == "float4x4":
            rows = ", ".join(f"uniformAt({instance}, {n + r}u)" for r in range(4))
            return f"{target} = float4x4({rows});"
        swizzle = {"float4": "", "float3": ".xyz", "float": ".x"}[kind]
        return f"{target} = uniformAt({instance}, {n}u){swizzle};"

    for name, kind in loads:
        main.append(load(name, name, kind, "0u") if name in places else f"{name} = ({kind})0;")
    main.append("uint vertex = id.x / %du; uint instance = id.x %% %du;" % (instance_count, instance_count))
    for target, kind, name in extra:  # A lane loads its own instance only; another one, read by mistake, is undefined.
        target = target.replace("[I]", "[instance]")
        if name == "_TexeletonNumber":
            main.append(f"{target} = instance;")
        elif name in places:
            main.append(load(target, name, kind, "instance"))
    if "unity_DOTSInstancingF16_Metadata_TexeletonFrom" in text:
        # In the buffer of the entities: by property, then by instance. Tint belongs to the material.
        for i, name in enumerate(("From", "To", "FromBefore", "ToBefore", "Shown")):
            main.append(f"unity_DOTSInstancingF16_Metadata_Texeleton{name} = 0x80000000u | {i * 16 * instance_count}u;")
        main.append("unity_DOTSInstancingF16_Metadata_TexeletonLook = 0u;")
    main += ["TexeletonAttributes a; uint v = vertex * %du;" % (VERTEX_FLOATS // 4),
             "a.position = executedVertices[v].xyz; a.normal = executedVertices[v + 1u].xyz; a.tangent = executedVertices[v + 2u];",
             "a.color = executedVertices[v + 3u]; a.uv = executedVertices[v + 4u].xy; a.uv1 = executedVertices[v + 4u].zw;",
             "a.bones = executedVertices[v + 5u]; a.weights = executedVertices[v + 6u]; a.extra = executedVertices[v + 7u].xy;"]
    attributes = text[text.index("struct TexeletonAttributes"):]
    attributes = attributes[: attributes.index("};")]
    for member in ("drawn", "instanceID"):
        if re.search(rf"\b{member}\b", attributes):
            main.append(f"a.{member} = instance;")
    clip = "positionCS" if re.search(r"float4\s+positionCS\s*:", text) else "pos"
    main += ["Varyings o = TexeletonVertexShader(a); uint w = id.x * %du;" % (OUT_FLOATS // 4),
             f"executedOut[w] = o.{clip}; executedOut[w + 1u] = float4(o.positionWS, 0.0);",
             "executedOut[w + 2u] = float4(o.normalWS, 0.0); executedOut[w + 3u] = o.tangentWS;",
             "executedOut[w + 4u] = o.clipNow; executedOut[w + 5u] = o.clipBefore; executedOut[w + 6u] = o.look;",
             "executedOut[w + 7u] = float4(o.uvs.xy, o.uvs.zw);", "}"]
    # Semantics have no meaning in functions of a compute shader, and some are rejected.
    text = re.sub(r"(\b\w+\s+\w+)\s*:\s*(SV_\w+|POSITION|NORMAL|TANGENT|COLOR|TEXCOORD\d+)\s*([;,)])", r"\1\3", text)
    text = re.sub(r"\)\s*:\s*SV_Target", ")", text)
    text = text.replace("nointerpolation ", "")
    # Fragment shaders are compiled elsewhere; they cannot be part of a compute shader.
    text = re.sub(r"float4\s+TexeletonFragmentShader\b.*$", "", text, flags=re.S)
    text = re.sub(r"void\s+TexeletonClip\b.*?\n\}\n", "", text, flags=re.S)
    text = re.sub(r"TexeletonSurface\s+TexeletonSurfaceAt\b.*?\n\}\n", "", text, flags=re.S)
    return text + "\n" + "\n".join(main) + "\n"


def preprocess_all(paths, includes):
    """The preprocessed text of each file, by one process, without lines that only tell places."""
    end = paths[0].with_name("end.hlsl")
    end.write_text("END_OF_A_FILE\n")
    run = subprocess.run(["glslangValidator", "-D", "-E", "-S", "vert", *[f"-I{i}" for i in includes],
                          *[str(file) for path in paths for file in (path, end)]], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    texts = run.stdout.split("END_OF_A_FILE")[:-1]
    assert len(texts) == len(paths)
    return [re.sub(r"([ \t]*\n)+", "\n", re.sub(r"^[ \t]*#.*$", "", text, flags=re.M)) for text in texts]


@functools.cache
def preprocess(code, includes, path):
    path.write_text(code)
    return preprocess_all([path], includes)[0]


def with_values(code, values, buffers):
    """A compute shader with its uniforms as constants, and its buffers at bindings 0, 1, … in the order of `buffers`."""
    def constant(match):
        kind, name, size = match[1], match[2], match[3]
        if name not in values:
            return match[0]
        value = values[name]
        number = lambda v: ", ".join(f"{float(x):.9g}" for x in v)
        if size:
            return f"static const {kind} {name}{size} = {{ {', '.join(f'{kind}({number(v)})' for v in value)} }};"
        return f"static const {kind} {name} = " + (f"{value}u;" if kind == "uint" else f"{kind}({number(value)});")

    code = re.sub(r"^(float4|uint) (_\w+)(\[\d+\])?;", constant, code, flags=re.M)
    for binding, name in enumerate(buffers):
        code = re.sub(rf"^(\S+) {name};", rf"[[vk::binding({binding})]] \1 {name};", code, flags=re.M)
    return code
