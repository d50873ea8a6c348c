"""run_forward.py SOURCES MADE: the add-on's shaders as GLSL 4.50, the language of Godot's Forward+ and Mobile renderers.

The engine of the other tests translates them for the Compatibility renderer only. Here the same includes become plain
GLSL by a few rules (uniforms without hints, varyings as variables, built-ins declared), with the defines of
material_maker.gd, and glslang compiles them for Vulkan. That finds errors of types, precision and names. It is not
Godot's own translation, and covers none of its templates. MADE: what cmake/decoders.cmake makes. Exit code 77:
glslang is not installed.
"""
import itertools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

if shutil.which("glslangValidator") is None:
    print("skipped: glslang-tools is not installed")
    sys.exit(77)

shaders = pathlib.Path(sys.argv[1]) / "resources/engines/godot/shaders"
made = pathlib.Path(sys.argv[2]) / "godot/shaders"
BUILT_IN = {
    "vertex": {"VERTEX": "vec3", "NORMAL": "vec3", "TANGENT": "vec3", "BINORMAL": "vec3", "UV": "vec2", "UV2": "vec2", "COLOR": "vec4",
               "CUSTOM0": "vec4", "CUSTOM1": "vec4", "CUSTOM2": "vec4", "CUSTOM3": "vec4", "INSTANCE_CUSTOM": "vec4", "TIME": "float"},
    "fragment": {"VERTEX": "vec3", "NORMAL": "vec3", "UV": "vec2", "UV2": "vec2", "COLOR": "vec4", "ALBEDO": "vec3", "ALPHA": "float",
                 "METALLIC": "float", "ROUGHNESS": "float", "EMISSION": "vec3", "AO": "float", "NORMAL_MAP": "vec3",
                 "NORMAL_MAP_DEPTH": "float", "OUTPUT_IS_SRGB": "bool", "ALPHA_SCISSOR_THRESHOLD": "float", "FRONT_FACING": "bool"},
}


def included(path):
    text = (path if path.exists() else made / path.name).read_text()
    return re.sub(r'^#include "(.*?)"', lambda m: included(path.parent / m[1]), text, flags=re.M)


def plain(code, stage):
    """Godot's shading language as GLSL 4.50: the stage's entry point as a function, without the other stage's."""
    other = "fragment" if stage == "vertex" else "vertex"
    begin = code.index(f"void {other}()")
    depth, end = 0, code.index("{", begin)
    while True:
        depth += (code[end] == "{") - (code[end] == "}")
        end += 1
        if depth == 0:
            break
    code = code[:begin] + code[end:]
    block, samplers = [], []

    def uniform(match):
        kind, name = match[1], match[2]
        if kind == "sampler2D":
            samplers.append(name)
            return f"layout(set = 1, binding = {len(samplers)}) uniform sampler2D {name};"
        block.append(f"  {kind} {name};")
        return ""

    code = re.sub(r"uniform\s+(?:highp\s+)?(\w+)\s+(\w+)[^;]*;", uniform, code)
    code = re.sub(r"varying\s+", "", code)
    head = "#version 450\n"
    if block:
        head += "layout(set = 1, binding = 0, std140) uniform Material {\n" + "\n".join(block) + "\n};\n"
    head += "".join(f"{kind} {name};\n" for name, kind in BUILT_IN[stage].items())
    head += "layout(location = 0) out vec4 result;\n" if stage == "fragment" else ""
    result = "result = vec4(ALBEDO + EMISSION + NORMAL, ALPHA);" if stage == "fragment" else "gl_Position = vec4(VERTEX + NORMAL, 1.0);"
    return head + code + f"\nvoid main() {{\n  {stage}();\n  {result}\n}}\n"


def preprocessed(code, defines):
    """Resolves the defines first, since uniforms may be in a branch that is not taken."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "x.frag"
        file.write_text("#version 450\n" + "".join(f"#define {d}\n" for d in defines) + code)
        run = subprocess.run(["glslangValidator", "-E", str(file)], capture_output=True, text=True)
        assert run.returncode == 0, run.stdout + run.stderr
        return re.sub(r"^\s*#(version|line|extension).*$", "", run.stdout, flags=re.M)


def maps(slots):
    defines = []
    for slot in slots:
        defines += [f"{slot}_TEXTURE", f"{slot}_UV UV", f"{slot}_WRAP ivec2(0, 2)", f"{slot}_SAMPLING filter_linear_mipmap, repeat_enable"]
    return defines


POSES = [["TEXELETON_BONES"], ["TEXELETON_BONES", "TEXELETON_MANY_BONES", "TEXELETON_FOLDED"], ["TEXELETON_BONES", "TEXELETON_VARIANTS"],
         [], ["TEXELETON_FOLDED", "TEXELETON_VARIANTS"]]
SURFACES = [["MIRRORS"], maps(["BASE"]) + ["VERTEX_COLORS", "ALPHA_MASK", "TINT_ATTRIBUTE"],
            maps(["BASE", "METALLIC_ROUGHNESS", "NORMAL", "OCCLUSION", "EMISSION"]) + ["ALPHA_BLEND", "NO_TINT"],
            maps(["NORMAL"]) + ["MIRRORS", "SINGLE_SIDED", "TANGENTS", "TINT_TEXTURE", "TINT_UV UV2", "TINT_CHANNEL g", "TINT_SAMPLING filter_linear_mipmap, repeat_enable"]]
code = included(shaders / "material.gdshaderinc")
failures = compiled = 0
with tempfile.TemporaryDirectory() as folder:
    for pose, surface in itertools.product(POSES, SURFACES):
        body = preprocessed(code, pose + surface)
        for stage, suffix in (("vertex", "vert"), ("fragment", "frag")):
            file = pathlib.Path(folder) / f"x.{suffix}"
            file.write_text(plain(body, stage))
            run = subprocess.run(["glslangValidator", "-V", "--target-env", "vulkan1.1", "--auto-map-locations", "-o", f"{file}.spv", str(file)],
                                 capture_output=True, text=True)
            compiled += 1
            if run.returncode != 0:
                failures += 1
                print(f"FAIL: {stage} of {pose + surface}\n{run.stdout[:1500]}")
print(f"{compiled - failures} of {compiled} shaders compile")
sys.exit(0 if failures == 0 else 1)
