#!/usr/bin/env python3
"""Writes docs/encodings.md and its picture: the size and error of each encoding on every model and sample.

encodings.py CLI MODELS [FOLDER]                   the tables of both modes, fast clips, the picture
encodings.py --fast CLI MODELS [FOLDER]            only the section on fast clips
encodings.py --rows CLI MODELS [FOLDER]            only the section on uneven rows
encodings.py --held FIT_CHECK CLI MODELS [FOLDER]  only the section on tolerances (FIT_CHECK: build the target fit_check)

--only NAME (a file, or a clip of the fast ones; repeatable) makes these rows anew and keeps all others. The rows are kept in
encodings.md, which is written after each model: what was stopped goes on with --missing, which makes only rows that are not there."""
import argparse, itertools, json, math, pathlib, subprocess, tempfile

arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
arguments.add_argument("tool", metavar="CLI", help="texeleton-cli")
arguments.add_argument("models", type=pathlib.Path, help="the folder of shared models")
arguments.add_argument("folder", type=pathlib.Path, nargs="?", default=pathlib.Path(__file__).parent)
arguments.add_argument("--only", action="append", default=[], metavar="NAME")
arguments.add_argument("--missing", action="store_true")
part = arguments.add_mutually_exclusive_group()
for section in ("fast", "rows"):
    part.add_argument(f"--{section}", action="store_true")
part.add_argument("--held", metavar="FIT_CHECK")
asked = arguments.parse_args()

ENDINGS = {".glb", ".gltf", ".fbx", ".dae", ".md5mesh", ".x", ".obj", ".bvh"}
SAMPLES = pathlib.Path(__file__).parent.parent / "resources/samples"
LIMIT_SECONDS = 600
ENCODINGS = {"bone": [], "vertex": []}  # The first of each mode is the classic one.
for encoding in json.loads(subprocess.run([asked.tool, "encodings", "--json"], capture_output=True, text=True, check=True).stdout):
    ENCODINGS[encoding["mode"]].append(encoding["name"])
FAST = [("kaykit-knight.glb", "1H_Melee_Attack_Chop"), ("kaykit-knight.glb", "Running_A"),
        ("lantern-knight.glb", "Attack"), ("lantern-knight.glb", "Run")]
TOLERANCES = (5, 1, 0.2)
HEADINGS = {"bone": "## Bone mode", "vertex": "## Vertex mode", "fast": "## Fast clips in the bytes of the classic encoding",
            "rows": "## Uneven rows", "held": "## Tolerances held"}
PALETTE = ["#3b6fb5", "#3c9150", "#d1702a", "#7a5ca8", "#1f8a8a", "#8a6d3b", "#c2518f", "#5f7f1f", "#a33b3b", "#4a4a8c"]
COLORS = dict(zip([*ENCODINGS["bone"], *ENCODINGS["vertex"]], itertools.cycle(PALETTE))) | {"fitted": "#a8475f"}


def has_constraints(recipe):
    return recipe.exists() and bool(json.loads(recipe.read_text()).get("constraints"))


def files():
    """Samples whose motion comes from constraints are named by their recipe."""
    for root in (SAMPLES, asked.models):
        for path in sorted(root.rglob("*")):
            if path.suffix in ENDINGS and not {"hostile", "generate"} & set(path.parts):
                recipe = path.with_suffix(".texeleton")
                yield recipe if has_constraints(recipe) else path


def run_bake(path, *options, seconds=LIMIT_SECONDS):
    """What the command line says, or the reason for a failure."""
    with tempfile.TemporaryDirectory() as out:
        source = ["--recipe", path] if path.suffix == ".texeleton" else [path]
        try:
            run = subprocess.run([asked.tool, "bake", *source, "-o", f"{out}/a.texpack", "--json", "--compression", "none", *options],
                                 capture_output=True, text=True, timeout=seconds)
        except subprocess.TimeoutExpired:
            return f"not done in {seconds} s"
        try:
            result = json.loads(run.stdout)
        except ValueError:
            return f"ended with {run.returncode}"
        if result.get("result") == "baked":
            return result
        return result.get("error", "failed").replace(f"{path}: ", "").replace(f"{path.name}: ", "").replace("|", "\\|")


def figures(result):
    """(texture bytes, largest error in mm, encoding); a reason stays one."""
    if isinstance(result, str):
        return result
    size = 16 if result["pixelFormat"] == "rgba32f" else 8
    error = max(clip["maxMillimetres"] for clip in result["clips"])
    return result["width"] * result["height"] * size, error, result["encoding"]


def bytes_word(size):
    return f"{size / 1e6:.3g} MB" if size >= 1e6 else f"{size / 1e3:.3g} kB"


def shown(value, with_encoding=False):
    if isinstance(value, str):
        return f"– ({value})" if value else "–"
    size, error, encoding = value
    return f"{bytes_word(size)}, {error:.3g} mm" + (f" (`{encoding}`)" if with_encoding else "")


def read_cell(cell):
    """(bytes, mm) of a cell that shown() wrote; None: it holds none."""
    words = cell.replace(",", "").split()
    if len(words) < 4 or words[1] not in ("kB", "MB") or words[3] != "mm":
        return None
    return float(words[0]) * (1e6 if words[1] == "MB" else 1e3), float(words[2])


class Document:
    """The sections of encodings.md: their rows are what is kept."""

    def __init__(self, path):
        self.path = path
        self.rows = {section: {} for section in HEADINGS}
        section = None
        for line in path.read_text().splitlines() if path.exists() else []:
            if line.startswith("## "):
                section = next((s for s, heading in HEADINGS.items() if heading == line), None)
            elif section and line.startswith("| ") and not line.startswith(("| model |", "| clip |")):
                cells = [cell.strip() for cell in line.strip("|").replace("\\|", "\0").split("|")]
                self.rows[section].setdefault(cells[0], []).append([cell.replace("\0", "\\|") for cell in cells])

    def put(self, section, name, rows):
        self.rows[section][name] = rows
        for row in rows:
            print("|", " | ".join(row), "|", flush=True)
        self.write()

    def table(self, section, names, header):
        text = [f"| {' | '.join(header)} |", "|---" * len(header) + "|"]
        for name in names:
            text += [f"| {' | '.join(row)} |" for row in self.rows[section].get(name, [])]
        return text

    def write(self):
        names = [path.name for path in files()]
        self.path.write_text("\n".join([*introduction(), *mode_section(self, "bone", names), *mode_section(self, "vertex", names),
                                        *fast_section(self), *rows_section(self, names), *held_section(self, names)]).rstrip("\n") + "\n")


def introduction():
    return ["# Encodings: size and error",
            "",
            "Generated by `docs/encodings.py CLI MODELS`. Each cell gives the bytes of texels in memory and the error of any vertex of any clip (its upper",
            "bound, [0067](decisions/0067-the-error-is-an-upper-end.md)), at the source's own rates, in RGBA16F, with sides rounded up to powers of two. Samples",
            "whose motion comes from constraints are baked by their recipes (`.texeleton`), at the rates of these. *Fitted* is the result of `--fit` at",
            "the error of the classic encoding (the first column), in the same mode. [FORMAT.md](../core/pack/FORMAT.md) specifies the encodings, and",
            "decisions [0023](decisions/0023-encodings.md) and [0032](decisions/0032-shapes-and-rows.md) explain their design. If dropped morph targets or",
            "influences determine the error of a model, it is the same in every encoding of bone mode. A model that cannot be baked in a mode says why.", "",
            "![Bytes and error](images/encodings.svg)", ""]


def geometric_mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / max(len(ratios), 1))


# Both modes.

def mode_row(path, mode):
    half = ["--pixel-format", "rgba16f"]
    got = [figures(run_bake(path, "--mode", mode, "--encoding", name, *half)) for name in ENCODINGS[mode]]
    fitted = ""
    if not isinstance(got[0], str):
        fitted = figures(run_bake(path, "--mode", mode, "--fit", "--max-error", f"{max(got[0][1] * 1.0001, 1e-3)!r}mm"))
    ratio = "–" if isinstance(fitted, str) else f"{got[0][0] / fitted[0]:.3g}"
    cells = [shown(each) for each in got]
    for i in range(1, len(cells)):  # The same reason once.
        cells[i] = "–" if isinstance(got[i], str) and got[i] == got[0] else cells[i]
    return [[path.name, *cells, shown(fitted, True), ratio]]


def mode_section(document, mode, names):
    ratios = [float(row[-1]) for name in names for row in document.rows[mode].get(name, []) if row[-1] != "–"]
    return [HEADINGS[mode], "", *document.table(mode, names, ["model", *[f"`{e}`" for e in ENCODINGS[mode]], "fitted", "classic / fitted"]), "",
            f"Geometric mean of the last column: {geometric_mean(ratios):.3g}.", ""]


# Fast clips.

def fast_row(path, clip):
    """The smallest error among all that fits tried whose bytes are no more than the classic encoding's."""
    classic = figures(run_bake(path, "--clip", f"{clip},fps=30", "--encoding", "matrix3x4", "--pixel-format", "rgba16f", "--size", "pow2"))
    if isinstance(classic, str):
        return [[f"{path.name}: {clip}", shown(classic), "–", "–", "–"]]
    best = None
    most, least = classic[1], classic[1] / 4096.0
    for _ in range(14):  # Bisection of the limit, in which the bytes grow as it falls.
        limit = math.sqrt(most * least)
        result = run_bake(path, "--clip", clip, "--fit", "--max-error", f"{limit!r}mm")
        if isinstance(result, str):
            least = limit
            continue
        for tried in result["fit"]["candidates"]:
            if 0 < tried["bytes"] <= classic[0] and not tried["reason"] and (best is None or (tried["millimetres"], tried["bytes"]) < best[:2]):
                best = (tried["millimetres"], tried["bytes"], tried["encoding"], tried["clips"][0]["rate"])
        chosen = result["fit"]["candidates"][result["fit"]["chosen"]]
        most, least = (limit, least) if chosen["bytes"] <= classic[0] else (most, limit)
    if best is None:
        return [[f"{path.name}: {clip}", shown(classic), "–", "–", "–"]]
    error, size, encoding, rate = best
    return [[f"{path.name}: {clip}", shown(classic), f"{bytes_word(size)}, {error:.3g} mm", f"`{encoding}`, {rate:.4g} Hz", f"{classic[1] / error:.3g}"]]


def fast_section(document):
    rows = document.rows["fast"]
    names = [f"{model}: {clip}" for model, clip in FAST]
    if not any(name in rows for name in names):
        return []
    ratios = [float(row[-1]) for name in names for row in rows.get(name, []) if row[-1] != "–"]
    return [HEADINGS["fast"], "",
            "Generated by `docs/encodings.py --fast CLI MODELS`: the classic bake (`matrix3x4`, RGBA16F, powers of two, 30 Hz), and the smallest error",
            "of what `--fit` tries whose texels take no more bytes, over limits down to 1/4096 of the classic error.", "",
            *document.table("fast", names, ["clip", "classic", "best in these bytes", "encoding, rate", "classic error / best"]), "",
            f"At least {min(ratios, default=0):.3g} times as exact ({len(ratios)} of {len(names)} clips).", ""]


# Uneven rows.

def rows_at(path, encoding, limit):
    """(stored frames, bytes) of the fit with even rows and of the fit with uneven rows, or None if no rate keeps the limit."""
    result = run_bake(path, "--encoding", encoding, "--mode", "bone", "--fit", "--rows", "uneven", "--max-error", f"{limit}mm")
    if isinstance(result, str):
        return None
    best = {}
    for tried in result["fit"]["candidates"]:
        if tried["keeps"] and tried["bytes"] < best.get(tried["rows"], (0, 1e99))[1]:
            best[tried["rows"]] = (sum(clip["frames"] for clip in tried["clips"]), tried["bytes"])
    return (best["even"], best["uneven"]) if len(best) == 2 else None


def uneven_rows(path):
    rows = []
    for limit in TOLERANCES:
        for encoding in ("quaternion", "matrix3x4"):
            got = rows_at(path, encoding, limit)
            if got is not None:
                (frames, size), (fewer, smaller) = got
                rows.append([path.name, f"{limit}", f"`{encoding}`", f"{frames}, {size / 1e3:.4g}", f"{fewer}, {smaller / 1e3:.4g}", f"{size / smaller:.3g}"])
    return rows


def rows_section(document, names):
    ratios = {}
    for name in names:
        for row in document.rows["rows"].get(name, []):
            ratios.setdefault(f"{row[2]} at {row[1]} mm", []).append(float(row[-1]))
    if not ratios:
        return []
    means = [f"{what} {geometric_mean(some):.3g} ({len(some)} models)" for what, some in sorted(ratios.items())]
    every = [ratio for some in ratios.values() for ratio in some]
    return [HEADINGS["rows"], "",
            "Generated by `docs/encodings.py --rows CLI MODELS`: stored frames and bytes of texels (exact size, including rows and frame table) of `--fit` with",
            "even rows and with `--rows uneven`, for all clips of each model. Limits that no rate keeps in the encoding are omitted, as are those that are",
            f"not done within {LIMIT_SECONDS} s. If uneven rows are larger, because no frame can be omitted and the table is added, `--fit --rows uneven` uses",
            "even rows.", "",
            *document.table("rows", names, ["model", "limit, mm", "encoding", "even: frames, kB", "uneven: frames, kB", "bytes, even / uneven"]), "",
            f"Geometric mean of the last column: {geometric_mean(every):.3g}; {', '.join(means)}.", ""]


# Tolerances held.

def held_rows(path):
    """What fit_check says: `--fit` at 5, 1 and 0.2 mm against a search by brute force."""
    if path.suffix == ".texeleton":
        return [[path.name, "–", "–", "", "", "its motion comes from constraints, which the search does not evaluate"]]
    run = subprocess.run([asked.held, str(path)], capture_output=True, text=True)
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in run.stdout.splitlines() if line.startswith("|")]
    if run.returncode not in (0, 1) or not rows:
        rows.append([path.name, "–", "–", "", "", f"the check ended with {run.returncode}"])
    return rows


def held_section(document, names):
    rows = [row for name in names for row in document.rows["held"].get(name, [])]
    if not rows:
        return []
    found = [row for row in rows if row[3] and row[4]]
    kept = [row for row in found if row[5] == "kept"]
    refusals = {}
    for row in rows:
        if row[2] == "–" and row[1] != "–":
            refusals.setdefault(row[0], []).append(row[1])
    refused = [f"`{name}` ({', '.join(limits)} mm)" for name, limits in refusals.items()]
    uneven = [f"`{row[0]}` at {row[1]} mm" for row in found if "uneven" in row[2]]
    nearest = max((float(row[4]) / float(row[3]) for row in found if float(row[3]) > 0), default=0.0)
    told = [f"{len(kept)} of {len(found)} packs keep their tolerance; the search finds at most {nearest:.4g} times the measured error.",
            f"Rows are uneven in {', '.join(uneven)}, where even ones find no room; in all others they are even." if uneven else "All rows are even.",
            f"No bake keeps the tolerance, and the row says why: {', '.join(refused)}." if refused else ""]
    return [HEADINGS["held"], "",
            "Generated by `docs/encodings.py --held FIT_CHECK CLI MODELS`: `--fit` over all clips, then a search at sixteen times the higher of the",
            "source's rate and the bake's, over every vertex, by readers of the files and a decoder of the texels that share no code with the",
            "program (`tests/reference`). *Measured* is the reported upper bound.", "", *[line for line in told if line], "",
            *document.table("held", names, ["model", "tolerance, mm", "fitted", "measured, mm", "found by the search, mm", ""]), ""]


# The picture.

def write_picture(document):
    points = []
    for mode, encodings in ENCODINGS.items():
        for rows in document.rows[mode].values():
            for row in rows:
                cells = [(name, read_cell(cell)) for name, cell in zip([*encodings, "fitted"], row[1:-1])]
                points.append([(name, cell) for name, cell in cells if cell])
    every = [cell for some in points for _, cell in some]
    if not every:
        return
    low_e, high_e = max(min(e for _, e in every), 1e-3) / 2, max(e for _, e in every) * 2
    low_b, high_b = min(b for b, _ in every) / 2, max(b for b, _ in every) * 2
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
    for some in points:
        path = "L".join(f"{x(e):.1f} {y(b):.1f}" for _, (b, e) in some)
        svg += [f'<path d="M{path}" fill="none" stroke="#bbb"/>'] if some else []
        svg += [f'<circle cx="{x(e):.1f}" cy="{y(b):.1f}" r="4" fill="{COLORS[name]}"/>' for name, (b, e) in some]
    for i, (name, color) in enumerate(COLORS.items()):
        svg.append(f'<circle cx="{W - R + 20}" cy="{T + 16 + 18 * i}" r="5" fill="{color}"/><text x="{W - R + 32}" y="{T + 20 + 18 * i}">{name}</text>')
    (asked.folder / "images").mkdir(exist_ok=True)
    (asked.folder / "images/encodings.svg").write_text("\n".join(svg) + "\n</svg>\n")


def main():
    document = Document(asked.folder / "encodings.md")
    wants = lambda section, name, *others: (not asked.only or {name, *others} & set(asked.only)) and not (asked.missing and name in document.rows[section])
    every = list(files())
    if asked.held or asked.rows:
        section, make = ("held", held_rows) if asked.held else ("rows", uneven_rows)
        for path in every:
            if wants(section, path.name):
                document.put(section, path.name, make(path))
        return
    for path in every if not asked.fast else []:
        for mode in ENCODINGS:
            if wants(mode, path.name):
                document.put(mode, path.name, mode_row(path, mode))
    by_name = {path.name: path for path in every}
    for model, clip in FAST:
        if model in by_name and wants("fast", f"{model}: {clip}", clip):
            document.put("fast", f"{model}: {clip}", fast_row(by_name[model], clip))
    document.write()
    write_picture(document)


main()
