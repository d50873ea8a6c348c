#!/usr/bin/env python3
"""Bakes and exports with two programs and compares every byte: compare_bakes.py CLI_A CLI_B [FILTER].

The samples and the shared models (TEXELETON_MODELS) are baked in every encoding, by options, by the recipe that these
options save, and by that recipe for another model; then with every kind of option, and exported to every target. Packs,
exports, saved recipes, messages, exit codes and reports are compared; times and the identity of the build are not.
FILTER: a regular expression over the names of cases. Exit code 1: there are differences.
"""
import concurrent.futures
import filecmp
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
ENDINGS = {".glb", ".gltf", ".fbx", ".dae", ".obj", ".md5mesh"}
ENCODINGS = ("matrix3x4", "quaternion", "positionNormal", "offset16", "basis")
TARGETS = ("pack", "three", "babylon", "babylon-lite", "playcanvas", "godot", "unity", "raw", "blender", "unreal", "openvat")
KNIGHT, ARMED, BANNER = "samples/lantern-knight.glb", "samples/armed-knight.glb", "samples/banner.glb"

# Options of a bake of the sample knight, by the name of their case.
KNIGHT_OPTIONS = {
    "clips": "--clip #2 --clip Walk,from=0.1,to=0.6,name=Step,fps=12,loop=off --clip *k,root-motion=remove",
    "clip-limits": "--clip Walk,max-error=5cm,max-normal-error=90 --max-error 10cm",
    "no-such-clip": "--clip Wlak",
    "one-name": "--clip *,name=All",
    "over-limit": "--max-error 0.01mm",
    "strip": "--strip-names",
    "strip-clips": "--strip-names --clip Run --clip Walk,name=Go",
    "rates": "--fps 20 --loop off --rows uneven --max-error 2cm",
    "root": "--root-motion extract --root hips --root-yaw off --root-height on",
    "sockets": "--expose hand_.* --expose HIPS --expose-ignore-case",
    "masks": "--mask upper=spine,head:0.5,soft=2 --mask arm=hand_r",
    "two-masks": "--mask arm=hand_r --mask arm=hand_l",
    "meshes": "--no-mesh Sword --variant bare=Knight --variant armed=Knight --variant armed=Lantern --lod 0.5,0.25",
    "tint": "--tint material=Cloth --tint texture=baseColor.r --no-authored-lods",
    "material": "--tint material=Steel",
    "texels": "--pixel-format rgba32f --size exact --max-size 512 --compression none",
    "folded": "--max-size 64",
    "shapes": "--encoding basis --shapes 3",
    "vertices": "--mode vertex --own-elements",
    "unmeasured": "--no-measure",
    "unit": "--scale 0.01 --up z --hidden on --no-meta --no-cache",
    "attached": f"--attach {BANNER}@hand_r --attach {BANNER}@banner --attach {ARMED}@hips",
    "merged": f"--attach {BANNER}@hand_r --merge-attached --mode vertex",
    "no-such-node": f"--attach {BANNER}@hnad",
    "no-such-file": "--attach none.glb@hand_r --merge-attached",
    "motion": f"--motion {ARMED} --clip Draw --retarget match",
    "motions": "--motion models/kaykit-walk.bvh --bone-map Hips=hips",
    "no-motion": "--bone-map a=b",
    "no-pattern": "--motion none*.fbx",
    "no-cache": "--cache-fps 12",
    "events": "--events events.json --clip Walk",
    "fit": "--fit --max-error 2cm --fit-picture PLACE/fit.svg",
    "fit-kept": "--fit --max-error 3cm --mode bone --pixel-format rgba16f --size pow2 --rows even --clip Idle --clip Walk",
    "fit-clips": "--fit --clip Idle,max-error=5cm --clip Walk,max-error=10cm",
    "fit-nothing": "--fit --clip Idle",
    "shared": f"{ARMED} --share-animation --character-scale armed-knight=1",
    "twins": "twin.glb --share-animation --events events.json --variant bare=Knight",
    "twins-vertex": "twin.glb --share-animation --encoding offset16",
}


def cases():
    """Names and lists of commands; PLACE is the folder of the case."""
    for model in sorted(pathlib.Path("samples").iterdir()) + sorted(pathlib.Path("models").rglob("*")):
        if model.suffix in ENDINGS:
            for encoding in ENCODINGS:
                measure = [] if encoding == ENCODINGS[0] else ["--no-measure"]
                options = ["--encoding", encoding, *measure]
                yield f"{model.stem}/{encoding}", [
                    ["bake", str(model), "-o", "PLACE/options.texpack", "--save-recipe", "PLACE/saved.texeleton", *options],
                    ["bake", "--recipe", "PLACE/saved.texeleton", "-o", "PLACE/recipe.texpack"],
                    ["bake", str(model), "--like", "PLACE/saved.texeleton", "-o", "PLACE/like.texpack"],
                    ["bake", "--recipe", "PLACE/saved.texeleton", "-o", "PLACE/mode.texpack", "--mode", "vertex", "--no-measure"]]
    for recipe in sorted(pathlib.Path("samples").glob("*.texeleton")):
        name = f"recipe-{recipe.stem}"
        yield name, [["bake", str(recipe), "-o", "PLACE/a.texpack"],
                     ["bake", str(recipe), "-o", "PLACE/a.texpack", "--if-changed"],
                     ["bake", str(recipe), "-o", "PLACE/b.texpack", "--fps", "10", "--no-measure", "--strip-names"],
                     ["bake", KNIGHT, "--like", str(recipe), "-o", "PLACE/c.texpack", "--save-recipe", "PLACE/c.texeleton"],
                     ["bake", KNIGHT, "--recipe", str(recipe), "-o", "PLACE/d.texpack", "--clip", "Walk"],
                     ["export", "--recipe", str(recipe), "--engine", "three", "-o", "PLACE/three"]]
    for name, text in KNIGHT_OPTIONS.items():
        save = "PLACE/saved.texeleton"
        yield f"knight/{name}", [["bake", KNIGHT, *text.split(), "-o", "PLACE/a.texpack", "--save-recipe", save],
                                 ["bake", save, "-o", "PLACE/b.texpack", "--if-changed"],
                                 ["bake", save, "-o", "PLACE/c.texpack", "--mode", "bone", "--attach", BANNER + "@hand_l",
                                  "--mask", "all=hips", "--clip", "Idle", "--motion", ARMED],
                                 ["bake", ARMED, "--like", save, "-o", "PLACE/d.texpack", "--save-recipe", "PLACE/d.texeleton"],
                                 ["bake", "PLACE/d.texeleton", "-o", "PLACE/e.texpack"],
                                 ["bake", KNIGHT, *text.split(), "-o", "PLACE/f.texpack", "--dry-run"]]
    for source in (KNIGHT, "samples/banner.texeleton", "samples/torn-banner.obj"):
        for target in TARGETS:
            yield f"export/{target}/{pathlib.Path(source).stem}", [["export", source, "--engine", target, "-o", "PLACE/to"],
                                                                   ["export", source, "--engine", target, "-o", "PLACE/to", "--if-changed"]]
    yield "export/options", [["export", KNIGHT, "--engine", "godot", "-o", "PLACE/to", "--mode", "vertex", "--expose", "hand_.*"]]
    yield "many", [["bake", "samples/*.glb", "-o", "PLACE/all", "--fps", "10", "--jobs", "1"],
                   ["bake", "samples/*.glb", "-o", "PLACE/like", "--like", "samples/banner.texeleton", "--jobs", "1"]]
    for name in ("torn-banner", "breaking-wall"):
        model = f"samples/{name}.obj"
        yield f"cache/{name}", [
            ["bake", model, "-o", "PLACE/a.texpack", "--mode", "vertex", "--cache-fps", "12", "--save-recipe", "PLACE/a.texeleton"],
            ["bake", "PLACE/a.texeleton", "-o", "PLACE/b.texpack"],
            ["bake", model, "-o", "PLACE/c.texpack", "--no-found-motion", "--cache", model.replace("obj", "pc2") + "@Wall"],
            ["bake", model, "-o", "PLACE/d.texpack", "--pieces", "1mm", "--save-recipe", "PLACE/d.texeleton"],
            ["bake", model, "--like", "PLACE/a.texeleton", "-o", "PLACE/e.texpack", "--save-recipe", "PLACE/e.texeleton"]]


def without_times(text):
    try:
        report = json.loads(text)
    except ValueError:
        return re.sub(r"\d+(\.\d+)? m?s\b", "T s", text)

    def clean(value):
        if isinstance(value, dict):
            return {key: clean(each) for key, each in value.items() if key not in ("seconds", "build")}
        return [clean(each) for each in value] if isinstance(value, list) else value

    return json.dumps(clean(report), indent=1)


def run(program, folder, name, commands):
    """Runs the commands of a case in a program's folder and leaves what they said beside what they wrote."""
    place = pathlib.Path("out") / name
    (folder / place).mkdir(parents=True)
    for number, command in enumerate(commands):
        words = [word.replace("PLACE", str(place)) for word in command]
        done = subprocess.run([program, *words, "--json"], cwd=folder, capture_output=True, text=True, errors="replace")
        said = {"command": words, "exit": done.returncode, "err": without_times(done.stderr), "out": without_times(done.stdout)}
        (folder / place / f"said-{number}.json").write_text(json.dumps(said, indent=1))


def same(a, b):
    if a.name == "inputs.json" or a.name.startswith("texeleton.files"):
        return without_times(a.read_text()) == without_times(b.read_text())
    return filecmp.cmp(a, b, shallow=False)


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    programs = [str(pathlib.Path(each).resolve()) for each in sys.argv[1:3]]
    pattern = re.compile(sys.argv[3] if len(sys.argv) == 4 else "")
    shared = pathlib.Path(os.environ.get("TEXELETON_MODELS", ROOT.parent / "shared" / "models"))
    with tempfile.TemporaryDirectory() as temporary:
        folders = [pathlib.Path(temporary) / "a", pathlib.Path(temporary) / "b"]
        for folder in folders:
            shutil.copytree(ROOT / "resources" / "samples", folder / "samples", ignore=shutil.ignore_patterns("generate"))
            if shared.is_dir():
                shutil.copytree(shared, folder / "models", ignore=shutil.ignore_patterns("hostile", "LICENSES"))
            else:
                print(f"no shared models in {shared}")
                (folder / "models").mkdir()
            shutil.copy(folder / KNIGHT, folder / "twin.glb")
            (folder / "events.json").write_text('{"clips": {"Walk": [{"name": "bell", "frame": 6}]}}')
        os.chdir(folders[0])
        chosen = [(name, commands) for name, commands in cases() if pattern.search(name)]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            waiting = [pool.submit(run, program, folder, name, commands)
                       for name, commands in chosen for program, folder in zip(programs, folders)]
            for each in waiting:
                each.result()
        files = [{path.relative_to(folder) for path in (folder / "out").rglob("*") if path.is_file()} for folder in folders]
        different = [f"only one wrote {path}" for path in sorted(files[0] ^ files[1])]
        different += [f"different: {path}" for path in sorted(files[0] & files[1])
                      if not same(folders[0] / path, folders[1] / path)]
        for line in different:
            print(line)
        for path in [path for path in sorted(files[0] & files[1]) if path.name.startswith("said")]:
            a, b = (json.loads((folder / path).read_text()) for folder in folders)
            for key in a:
                if a[key] != b[key]:
                    print(f"{path}: {' '.join(a['command'])}\n  a: {a[key]}\n  b: {b[key]}")
        failed = sum(json.loads((folders[0] / path).read_text())["exit"] != 0 for path in files[0] if path.name.startswith("said"))
        print(f"{len(chosen)} cases, {sum(len(c) for _, c in chosen)} commands ({failed} fail), "
              f"{len(files[0] & files[1])} files, {len(different)} differences")
    return 1 if different else 0


sys.exit(main())
