"""run_pages.py CLI SOURCES [PAGE]: follows docs/engines to the letter, in an empty folder for each page and language.

sh        every command of the page is run; `hero.fbx`, the reader's model, is the lantern knight. Files that the page's first table
          names are there.
c         pasted into a program, which is compiled as C99 and C++11 and run on the page's export.
cs        pasted into components, compiled against the stubs of Unity's API (tests/engines/unity) and the exported package.
gdscript  pasted into the script of a scene, which Godot plays (TEXELETON_GODOT names the program), else left out.
js, ts, jsx  are parsed; types are the subject of web/run_types.mjs and three/run_types.mjs.

Exit code 77: a requirement is missing; the message names it."""
import glob
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CLI, SOURCES = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
ONLY = sys.argv[3] if len(sys.argv) > 3 else ""
GODOT = os.environ.get("TEXELETON_GODOT") or shutil.which("godot4") or ""
# Names in the pages' code that their commands do not create: a clip that plays once, a mask, a variant, and a socket of
# the knight.
GIVEN = ["--clip", "Idle", "--clip", "Walk", "--clip", "Run", "--clip", "Attack,loop=off", "--expose", "weapon_.*", "--mask",
         "upper body=spine", "--variant", "archer=Knight"]
passed, failures, left_out = 0, [], set()


def check(right, what, detail=""):
    global passed
    passed += 1
    if not right:
        failures.append("%s\n%s" % (what, detail[-1500:]))


def run(*command, cwd, env=None):
    result = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=240, check=False,
                            env={**os.environ, **(env or {})})
    return result.returncode, result.stdout + result.stderr


def blocks(page, language):
    return re.findall(r"^```%s\n(.*?)^```" % language, page, re.S | re.M)


def pasted(code):
    """A block as a reader completes it: "…" stands for code of theirs."""
    return code.replace("…", "")


def commands(name, page, folder):
    """Runs the page's commands; returns the folder of its exports, in their order."""
    shutil.copy(SOURCES / "resources/samples/lantern-knight.glb", folder / "hero.glb")
    tools = folder / "tools"
    tools.mkdir()
    (tools / "texeleton-cli").symlink_to(CLI)
    (tools / "npm").write_text(NPM % (SOURCES / "tests/engines"))
    (tools / "npm").chmod(0o755)
    places = []
    for line in "".join(blocks(page, "sh")).replace("\\\n", " ").splitlines():
        if line.startswith("blender") and shutil.which("blender") is None:
            left_out.add("blender")
            continue
        if ("npm install three" in line or "single-file" in line) and not (SOURCES / "tests/engines/three/node_modules/three").is_dir():
            left_out.add("packages of npm (npm ci in tests/engines/three)")
            continue
        if line.startswith("blender"):
            line = line.replace("blender ", "blender --background --factory-startup --python-exit-code 1 ", 1)
        code, text = run("bash", "-ec", line.replace("hero.fbx", "hero.glb"), cwd=folder, env={"PATH": "%s:%s" % (tools, os.environ["PATH"])})
        check(code == 0, "%s: %s" % (name, line), text)
        place = re.search(r" export .* -o (\S+)", line)
        places += [folder / place[1]] if place else []
    return places


def named_files(name, page, place):
    """The files of the page's first table, by the names in its first column."""
    table = re.search(r"^\|.*\|\n\|[-| ]+\|\n((?:\|.*\n)+)", page, re.M)
    if not table or "`hero" not in table[1]:
        return
    for row in table[1].splitlines():
        if "--option" in row:
            continue
        for file in re.findall(r"`([^`]+)`", row.split("|")[1]):
            pattern = str(place / file.replace("MATERIAL", "*").rstrip("/"))
            optional = file.endswith((".colors.bin", ".sockets.bin"))  # "if it has any"
            check(optional or glob.glob(pattern), "%s: there is no %s" % (name, file), "\n".join(sorted(os.listdir(place))))


def export(folder, engine, place, *options):
    code, text = run(CLI, "export", "hero.glb", "--engine", engine, "-o", place, "--replace", *GIVEN, *options, cwd=folder)
    check(code == 0, "export to %s" % engine, text)


def c_code(name, page, folder, place):
    source = folder / "page.c"
    source.write_text(C_PROGRAM % "\n".join(pasted(block) for block in blocks(page, "c")))
    for compiler in (["cc", "-std=c99"], ["c++", "-x", "c++", "-std=c++11"]):
        if shutil.which(compiler[0]) is None:
            left_out.add(compiler[0])
            continue
        program = folder / ("page-" + compiler[0])
        code, text = run(*compiler, "-Wall", "-Wextra", "-Werror", "-Wno-missing-field-initializers", "-Wno-unused", "-I", place, "page.c", "-o",
                         program, "-lm", cwd=folder)
        check(code == 0, "%s: its C as %s" % (name, compiler[-1]), text)
        if code == 0:
            code, text = run(program, place / "hero.texbin", place / "hero.ktx2", cwd=folder)
            check(code == 0 and "finished Attack" in text and "began Idle" in text, "%s: its C, run" % name, "%s %s" % (code, text))


def cs_code(name, page, folder, place):
    if shutil.which("mcs") is None:
        left_out.add("mcs")
        return
    parts = "\n".join("public class Part%d : MonoBehaviour { Vector3 position; Quaternion rotation; void Start() { %s } }" % (i, pasted(block))
                      for i, block in enumerate(blocks(page, "cs")))
    (folder / "Page.cs").write_text("using UnityEngine;\n" + parts)
    package = place / "com.texeleton.runtime"
    stubs = sorted((SOURCES / "tests/engines/unity/mono").glob("UnityStub.cs")) + [SOURCES / "tests/engines/unity/mono/Json.cs"]
    code, text = run("mcs", "-langversion:7.2", "-target:library", "-nowarn:0649,0414,0169,0067,0219", "-out:page.dll", "Page.cs", *stubs,
                     *package.glob("Runtime/*.cs"), *package.glob("Editor/*.cs"), cwd=folder)
    check(code == 0, "%s: its C#" % name, text)


def gdscript_code(name, page, folder, place):
    if not GODOT:
        left_out.add("Godot (TEXELETON_GODOT)")
        return
    (place / "project.godot").write_text('config_version=5\n[application]\nconfig/name="page"\nrun/main_scene="res://page.tscn"\n'
                                         '[editor_plugins]\nenabled=PackedStringArray("res://addons/texeleton/plugin.cfg")\n')
    body = "\n".join(blocks(page, "gdscript")).replace("…", "pass")
    (place / "page.gd").write_text("extends Node3D\n\nfunc _ready() -> void:\n%s\n\tawait get_tree().create_timer(0.5).timeout\n\tprint(\"the page's code has run\")\n"
                                   "\tget_tree().quit()\n" % re.sub(r"^", "\t", body, flags=re.M))
    (place / "page.tscn").write_text('[gd_scene load_steps=2 format=3]\n[ext_resource type="Script" path="res://page.gd" id="1"]\n'
                                     '[node name="Page" type="Node3D"]\nscript = ExtResource("1")\n')
    run(GODOT, "--headless", "--path", place, "--import", cwd=folder)
    code, text = run(GODOT, "--headless", "--path", place, "--quit-after", "600", cwd=folder)
    wrong = [line for line in text.splitlines() if "SCRIPT ERROR" in line or "Texeleton:" in line or "Parse Error" in line]
    check(code == 0 and "the page's code has run" in text and not wrong, "%s: its GDScript" % name, text)


def js_code(name, page, folder):
    typescript = SOURCES / "tests/engines/three/node_modules/typescript/lib/typescript.js"
    if shutil.which("node") is None or not typescript.is_file():
        left_out.add("node and typescript (npm ci in tests/engines/three)")
        return
    for language in ("js", "ts", "jsx"):
        for i, block in enumerate(blocks(page, language)):
            file = folder / ("page%d.%s" % (i, language))
            file.write_text(pasted(block))
            code, text = run("node", "-e", PARSE, typescript, file, cwd=folder)
            check(code == 0, "%s: its %s, block %d" % (name, language, i + 1), text)


PARSE = """
const [typescript, file] = process.argv.slice(1);
const ts = require(typescript);
const { diagnostics } = ts.transpileModule(require("fs").readFileSync(file, "utf8"), { fileName: file, reportDiagnostics: true,
  compilerOptions: { target: "esnext", module: "esnext", jsx: "preserve" } });
diagnostics.forEach(({ messageText }) => console.log(messageText));
process.exit(diagnostics.length);
"""

# Installs packages that the tests have installed already.
NPM = """#!/usr/bin/env bash
mkdir -p node_modules
for package in "${@:2}"; do
  ln -sfn "%s/$package/node_modules/$package" "node_modules/$package"
done
"""

C_PROGRAM = r"""
#include <stdio.h>
#include <stdlib.h>
#include "texeleton/raw/texeleton_pack.h"

static TexeletonPack pack_of_all;
static void on_event(const char* name) { printf("event %%s\n", name); }
static void on_finished(const TexeletonClip* clip) { printf("finished %%s\n", texeleton_text(&pack_of_all, clip->name)); }
static void begin(TexeletonWish wish, uint64_t tick) { printf("began %%s at %%d\n", texeleton_text(&pack_of_all, wish.clip->name), (int)tick); }

static void* read_file(const char* path, size_t* bytes) {
  FILE* file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  *bytes = (size_t)ftell(file);
  rewind(file);
  void* data = malloc(*bytes);
  *bytes = fread(data, 1, *bytes, file);
  fclose(file);
  return data;
}

int main(int argc, char** argv) {
  (void)argc;
  size_t data_bytes, texture_bytes;
  void* data = read_file(argv[1], &data_bytes);
  void* texture = read_file(argv[2], &texture_bytes);
  if (texeleton_open(&pack_of_all, data, data_bytes, texture, texture_bytes) != TEXELETON_OK) return 2;
  const double delta_seconds = 1.0 / 60.0;
  TexeletonTicker other;
  texeleton_play(&other, &pack_of_all, texeleton_find_clip(&pack_of_all, "Attack"), 1.0, TEXELETON_FROM_START);
  for (uint64_t ticks = 0; ticks < 1; ++ticks) {
%s
    for (TexeletonChange later; texeleton_next_change(&sequence, 10 * 1024, &later);) {
      if (later.kind == TEXELETON_CLIP_ENDED) on_finished(later.wish.clip);
      else begin(later.wish, later.tick);
    }
    if (!fits || part.frame_count < 2) return 3;
  }
  free(data);
  free(texture);
  return 0;
}
"""


def follow(file):
    name, page = file.name, file.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        if name.startswith("godot"):  # The reader has a project.
            (folder / "my-game").mkdir()
        places = commands(name, page, folder)
        check(places, "%s has no export" % name)
        if places:
            named_files(name, page, places[0])
        if blocks(page, "c"):
            export(folder, "raw", places[0])
            c_code(name, page, folder, places[0])
        if blocks(page, "cs"):
            cs_code(name, page, folder, places[0])
        if blocks(page, "gdscript"):
            export(folder, "godot", places[0])
            gdscript_code(name, page, folder, places[0])
        js_code(name, page, folder)


for each in sorted((SOURCES / "docs/engines").glob("*.md")):
    if each.name.startswith(ONLY):
        follow(each)
for failure in failures:
    print("FAIL: " + failure)
print("%d passed, %d failed%s" % (passed - len(failures), len(failures), "; left out: " + ", ".join(sorted(left_out)) if left_out else ""))
sys.exit(1 if failures else 0)
