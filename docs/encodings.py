#!/usr/bin/env python3
"""Writes docs/encodings.md and its picture: encodings.py CLI MODELS [FOLDER]. What each encoding takes and misses on every model.
encodings.py --held FIT_CHECK MODELS [FOLDER] writes the part about tolerances alone (FIT_CHECK: build the target fit_check),
encodings.py --rows CLI MODELS [FOLDER] that about uneven rows."""
import json, math, pathlib, subprocess, sys, tempfile

only_held, only_rows = sys.argv[1] == "--held", sys.argv[1] == "--rows"
if only_held or only_rows:
    del sys.argv[1]
cli, models = sys.argv[1], pathlib.Path(sys.argv[2])
folder = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else pathlib.Path(__file__).parent
ENDINGS = {".glb", ".gltf", ".fbx", ".dae", ".md5mesh", ".x", ".obj"}
LIMIT_SECONDS = 60
SAMPLES = pathlib.Path(__file__).parent.parent / "resources/samples"


def files():
    for root in (SAMPLES, models):
        for path in sorted(root.rglob("*")):
            if path.suffix in ENDINGS and not {"hostile", "generate"} & set(path.parts) and not path.name.startswith("morph"):
                yield path


def bake(path, *options):
    """(texture bytes, largest error in mm, mode and encoding), or the reason why there is none."""
    with tempfile.TemporaryDirectory() as out:
        try:
            run = subprocess.run([cli, "bake", path, "-o", f"{out}/a.texpack", "--json", "--compression", "none", *options],
                                 capture_output=True, text=True, timeout=LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            return f"not done in {LIMIT_SECONDS} s"
        if run.returncode != 0:
            return run.stderr.strip().splitlines()[-1].split(": ", 2)[-1] if run.stderr.strip() else "failed"
        result = json.loads(run.stdout)
        size = 16 if result["pixelFormat"] == "rgba32f" else 8
        error = max(clip["maxMillimetres"] for clip in result["clips"])
        return result["width"] * result["height"] * size, error, result["encoding"]


def shown(value):
    if isinstance(value, str):
        return "–"
    size, error, _ = value
    unit = f"{size / 1e6:.3g} MB" if size >= 1e6 else f"{size / 1e3:.3g} kB"
    return f"{unit}, {error:.3g} mm"


HELD = "## Tolerances held"
ROWS = "## Uneven rows"
ROWS_LIMIT_SECONDS = 400


def rows_at(path, encoding, limit):
    """(stored frames, bytes) of the fit with even rows and of that with uneven ones; nothing where no rate keeps the limit."""
    with tempfile.TemporaryDirectory() as out:
        try:
            run = subprocess.run([cli, "bake", path, "-o", f"{out}/a.texpack", "--json", "--compression", "none", "--encoding", encoding,
                                  "--fit", "--rows", "uneven", "--max-error", f"{limit}mm"],
                                 capture_output=True, text=True, timeout=ROWS_LIMIT_SECONDS)
        except subprocess.TimeoutExpired:
            return None
    if run.returncode != 0:
        return None
    fit = json.loads(run.stdout)["fit"]
    best = {}
    for tried in fit["candidates"]:
        if tried["keeps"] and tried["bytes"] < best.get(tried["rows"], (0, 1e99))[1]:
            best[tried["rows"]] = (sum(clip["frames"] for clip in tried["clips"]), tried["bytes"])
    return (best["even"], best["uneven"]) if len(best) == 2 else None


def uneven_rows():
    """Even against uneven rows, of each model, limit and encoding of bone mode."""
    text = [ROWS, "",
            "Made by `docs/encodings.py --rows CLI MODELS`: stored frames and bytes of texels (exact size, rows and frame table included) of `--fit` with",
            "even rows and with `--rows uneven`, all clips of each model. Left out: limits that no rate keeps in that encoding.", "",
            "| model | limit, mm | encoding | even: frames, kB | uneven: frames, kB | bytes, even / uneven |", "|---|---|---|---|---|---|"]
    ratios = {}
    for path in files():
        for limit in (5, 1, 0.2):
            for encoding in ("quaternion", "matrix3x4"):
                got = rows_at(path, encoding, limit)
                if got is None:
                    continue
                (frames, size), (fewer, smaller) = got
                ratios.setdefault((encoding, limit), []).append(math.log(size / smaller))
                text.append(f"| {path.name} | {limit} | `{encoding}` | {frames}, {size / 1e3:.4g} | {fewer}, {smaller / 1e3:.4g} | {size / smaller:.3g} |")
                print(text[-1], flush=True)
    means = [f"`{encoding}` at {limit} mm {math.exp(sum(all_) / len(all_)):.3g} ({len(all_)} models)" for (encoding, limit), all_ in sorted(ratios.items())]
    every = [each for all_ in ratios.values() for each in all_]
    text += ["", f"Geometric mean of the last column: {math.exp(sum(every) / max(len(every), 1)):.3g}; {', '.join(means)}.", ""]
    return text



def held():
    """What fit_check says of every model: `--fit` at 5, 1 and 0.2 mm against a search by brute force."""
    text = [HELD, "",
            "Made by `docs/encodings.py --held FIT_CHECK MODELS`: `--fit` over all clips, then a search at sixteen times the higher of the",
            "source's rate and the bake's, over every vertex, by readers of the files and a decoder of the texels that share no code with the",
            "program (`tests/reference`). A model without a row of bytes says why no bake keeps the tolerance.", "",
            "| model | tolerance, mm | fitted | measured, mm | found by the search, mm | |", "|---|---|---|---|---|---|"]
    for path in files():
        run = subprocess.run([cli, str(path)], capture_output=True, text=True)
        text += [line for line in run.stdout.splitlines() if line.startswith("|")]
        print(run.stdout, end="", flush=True)
        if run.returncode not in (0, 1):
            text.append(f"| {path.name} | – | the check ended with {run.returncode} | | | |")
    return text + [""]


if only_rows:
    written = (folder / "encodings.md").read_text()
    start, end = written.split(HELD)
    (folder / "encodings.md").write_text(start.split(ROWS)[0].rstrip("\n") + "\n\n" + "\n".join(uneven_rows()) + "\n" + HELD + end)
    sys.exit()

if only_held:
    written = (folder / "encodings.md").read_text()
    (folder / "encodings.md").write_text(written.split(HELD)[0].rstrip("\n") + "\n\n" + "\n".join(held()))
    sys.exit()

rows = {"bone": [], "vertex": []}
points = []
ENCODINGS = {"bone": ["matrix3x4", "quaternion"], "vertex": ["positionNormal", "offset16", "basis"]}
for path in files():
    for mode, encodings in ENCODINGS.items():
        got = [bake(path, "--encoding", name) for name in encodings]
        if isinstance(got[0], str):
            continue
        fitted = bake(path, "--mode", mode, "--fit", "--max-error", repr(max(got[0][1] * 1.021, 1e-3)))
        ratio = got[0][0] / fitted[0] if not isinstance(fitted, str) else None
        rows[mode].append((path.name, got, fitted, ratio))
        print(mode, path.name, *map(shown, got), shown(fitted), ratio, flush=True)

text = ["# Encodings, measured", "",
        "Made by `docs/encodings.py CLI MODELS`. Bytes of texels in memory and the largest error of any vertex of any clip, at the source's own",
        "rates, RGBA16F, sides rounded up to powers of two. *Fitted*: `--fit` at the error of the classic encoding (the first column), in the",
        "same mode. What the encodings are stands in [FORMAT.md](../core/pack/FORMAT.md), why these in",
        "decisions [0023](decisions/0023-encodings.md) and [0032](decisions/0032-shapes-and-rows.md). Models whose error is that of dropped morph targets or influences are bound by it in",
        "every encoding of bone mode.", "", "![Bytes and error](images/encodings.svg)", ""]
for mode, encodings in ENCODINGS.items():
    text += [f"## {mode.capitalize()} mode", "", f"| model | {' | '.join(f'`{e}`' for e in encodings)} | fitted | classic / fitted |",
             "|---" * (len(encodings) + 3) + "|"]
    ratios = []
    for name, got, fitted, ratio in rows[mode]:
        text.append(f"| {name} | {' | '.join(map(shown, got))} | {shown(fitted)}{'' if isinstance(fitted, str) else ' (`' + fitted[2] + '`)'} | {f'{ratio:.3g}' if ratio else '–'} |")
        ratios += [math.log(ratio)] if ratio else []
        points += [(mode, got, fitted)]
    text += ["", f"Geometric mean of the last column: {math.exp(sum(ratios) / max(len(ratios), 1)):.3g}.", ""]
before = (folder / "encodings.md").read_text() if (folder / "encodings.md").exists() else ""
kept = ROWS if ROWS in before else HELD
text += [kept + before.split(kept)[1]] if kept in before else []
(folder / "encodings.md").write_text("\n".join(text))

COLORS = {"matrix3x4": "#3b6fb5", "quaternion": "#3c9150", "positionNormal": "#d1702a", "offset16": "#7a5ca8", "basis": "#1f8a8a", "fitted": "#a8475f"}
all_points = [(p[0], p[1]) for _, got, fitted in points for p in [*got, fitted] if not isinstance(p, str)]
low_e, high_e = min(e for _, e in all_points) / 2, max(e for _, e in all_points) * 2
low_b, high_b = min(b for b, _ in all_points) / 2, max(b for b, _ in all_points) * 2
W, H, L, R, T, B = 860, 520, 80, 170, 30, 50
x = lambda e: L + math.log(max(e, low_e) / low_e) / math.log(high_e / low_e) * (W - L - R)
y = lambda b: H - B - math.log(b / low_b) / math.log(high_b / low_b) * (H - T - B)
svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {W} {H}" font-family="sans-serif" font-size="12" fill="#333">',
       '<rect width="100%" height="100%" fill="#fff"/>']
for power in range(math.ceil(math.log10(low_e)), math.floor(math.log10(high_e)) + 1):
    svg.append(f'<path d="M{x(10 ** power):.1f} {T}V{H - B}" stroke="#e2e2e2"/><text x="{x(10 ** power):.1f}" y="{H - B + 16}" text-anchor="middle">{10 ** power:g} mm</text>')
for power in range(math.ceil(math.log10(low_b)), math.floor(math.log10(high_b)) + 1):
    label = f"{10 ** (power - 6):g} MB" if power >= 6 else f"{10 ** (power - 3):g} kB"
    svg.append(f'<path d="M{L} {y(10 ** power):.1f}H{W - R}" stroke="#e2e2e2"/><text x="{L - 6}" y="{y(10 ** power) + 4:.1f}" text-anchor="end">{label}</text>')
for mode, got, fitted in points:
    known = [(name, p) for name, p in [*zip(ENCODINGS[mode], got), ("fitted", fitted)] if not isinstance(p, str)]
    path = "L".join(f"{x(p[1]):.1f} {y(p[0]):.1f}" for _, p in known)
    svg.append(f'<path d="M{path}" fill="none" stroke="#bbb"/>')
    svg += [f'<circle cx="{x(p[1]):.1f}" cy="{y(p[0]):.1f}" r="4" fill="{COLORS[name]}"/>' for name, p in known]
for i, (name, color) in enumerate(COLORS.items()):
    svg.append(f'<circle cx="{W - R + 20}" cy="{T + 16 + 18 * i}" r="5" fill="{color}"/><text x="{W - R + 32}" y="{T + 20 + 18 * i}">{name}</text>')
(folder / "images").mkdir(exist_ok=True)
(folder / "images/encodings.svg").write_text("\n".join(svg) + "\n</svg>\n")
