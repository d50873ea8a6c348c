#!/usr/bin/env python3
"""Writes the table of compressions in docs/performance.md: compressions.py CLI MODEL…
The texels of each model in vertex mode, exact size, with each compression: the size of animation.exr, the time to write the pack, and to
load it with all checks (from `bench MODEL --json`, the best of five)."""
import json, os, pathlib, re, subprocess, sys

BEGIN, END = "<!-- compressions: made by docs/compressions.py -->\n", "<!-- end -->"

if len(sys.argv) < 3:
    sys.exit(__doc__)
cli, models = sys.argv[1], sys.argv[2:]
text = ["The compressions of the texture, on the texels of vertex mode (exact size, RGBA16F), the best of five, on a machine with"
        f" {len(os.sched_getaffinity(0))} cores; `zip` is the default:", "",
        "| model | compression | `animation.exr` | of the texels | writing | loading |", "|---|---|---|---|---|---|"]
for model in models:
    run = subprocess.run([cli, "bench", model, "--seconds", "0.01", "--repeats", "5", "--json"], capture_output=True, text=True, check=True)
    figures = json.loads(run.stdout)
    texels = figures["wholeBake"]["texelBytes"]
    for name, figure in figures["write"].items():
        text.append(f"| {pathlib.Path(model).name} | `{name}` | {figure['fileBytes'] / 1e6:.3g} MB | {100 * figure['fileBytes'] / texels:.3g} % "
                    f"| {figure['seconds']:.3g} s | {figure['loadSeconds']:.3g} s |")
        print(text[-1], flush=True)
path = pathlib.Path(__file__).parent / "performance.md"
written = path.read_text()
part = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
if not part.search(written):
    sys.exit(f"{path}: the marks of the table are gone")
path.write_text(part.sub(lambda _: BEGIN + "\n".join(text) + "\n" + END, written, count=1))
