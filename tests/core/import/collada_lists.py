#!/usr/bin/env python3
"""Changes lists of COLLADA files and bakes them: collada_lists.py CLI FILE.dae...

White space around and between the entries of a list means nothing: the pack must have the same bytes. An entry less, an
entry more or a word in place of an entry is damage: the file must be refused, or a warning given, or the pack be the
same. Prints counts for each file. Exit code 1: white space changed a pack, or damage was accepted in silence.
"""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

LISTS = re.compile(
    r"<(float_array|int_array|Name_array|IDREF_array|vcount|v|p|matrix|color|translate|rotate|scale)\b[^>]*>([^<]+)</\1>"
)
MOST_CASES = 40  # Per file and kind.


def bake(cli, model, pack):
    """Exit code, warnings, content of the pack."""
    shutil.rmtree(pack, ignore_errors=True)
    command = [cli, "bake", model, "-o", pack, "--no-cache", "--no-measure", "--mode", "vertex", "--fps", "5"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    content = [(pack / name).read_bytes() for name in ("animation.exr", "mesh.glb")] if done.returncode == 0 else []
    return done.returncode, [line for line in done.stderr.splitlines() if line.startswith("warning")], content


def with_spaces(entries, chance):
    spaces = ["\n", "\t", " \r\n  ", "   "]
    return chance.choice(spaces) + chance.choice(spaces).join(entries) + chance.choice(spaces)


def damaged(entries, chance):
    entries = list(entries)
    how = chance.choice(("less", "more", "word"))
    if how == "less":
        entries.pop()
    elif how == "more":
        entries.append(entries[-1])
    else:
        entries[chance.randrange(len(entries))] = "x-x"
    return " ".join(entries)


def check(cli, file, folder):
    chance = random.Random(33)
    text = file.read_text(encoding="utf-8")
    lists = list(LISTS.finditer(text))
    for beside in file.parent.iterdir():
        if beside.suffix.lower() in (".png", ".jpg", ".tga"):
            shutil.copy(beside, folder)
    model, pack = folder / file.name, folder / "p.texpack"
    shutil.copy(file, model)
    code, warnings, content = bake(cli, model, pack)
    if code != 0:
        return f"{file.name}: refused as it is, left out", True
    counts, right = {"same": 0, "told": 0, "refused": 0}, True
    for change in (with_spaces, damaged):
        for found in chance.sample(lists, min(MOST_CASES, len(lists))):
            entries = found[2].split()
            if not entries:
                continue
            model.write_text(text[: found.start(2)] + change(entries, chance) + text[found.end(2) :], encoding="utf-8")
            now, told, other = bake(cli, model, pack)
            line = text.count("\n", 0, found.start()) + 1
            if now not in (0, 1):
                right = False
                print(f"{file.name}:{line}: {change.__name__}: exit code {now}")
            elif now == 0 and other == content:
                counts["same"] += 1
            elif change is damaged and (now != 0 or set(told) - set(warnings)):
                counts["refused" if now != 0 else "told"] += 1
            else:
                right = False
                print(f"{file.name}:{line}: <{found[1]}> {change.__name__}: {'refused' if now else 'another pack, in silence'}")
    return f"{file.name}: {len(lists)} lists; " + ", ".join(f"{count} {name}" for name, count in counts.items()), right


def main():
    if len(sys.argv) < 3:
        sys.exit("usage: collada_lists.py CLI FILE.dae...")
    right = True
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as folder:
            line, passed = check(sys.argv[1], pathlib.Path(name), pathlib.Path(folder))
            print(line, flush=True)
            right = right and passed
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
