#!/usr/bin/env python3
"""Writes what each export target plays into README and docs/engines, English and Chinese, between the markers.

  engines_table.py CLI          brings the tables up to date
  engines_table.py CLI --check  fails when they are not, changes nothing

CLI is texeleton-cli: the tables are what its targets say of themselves. Chinese comes from translations/.
"""

import json
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- export targets -->\n", "<!-- end -->"
HEADS = {
    "en": ("Target", "`--engine`", "Plays", "In part", "Not", "How it was tested"),
    "zh": ("目标", "`--engine`", "支持", "部分支持", "不支持", "如何测试"),
}
# Said alike in every language.
NAMES = {"AnimToTexture", "Babylon Lite", "Babylon.js", "Blender", "Godot 4", "Nanite", "OpenVAT", "PlayCanvas", "Shader Graph", "Unity",
         "Unreal Engine 5", "WebGPURenderer", "three.js"}


def translations():
    known = {}
    for message in tree.parse(ROOT / "translations" / "messages_zh_CN.ts").iter("message"):
        known[message.findtext("source")] = message.findtext("translation") or ""
    return known


def table(targets, language, short):
    known = translations() if language == "zh" else {}

    def said(text):
        if language == "en" or not text or text in NAMES:
            return text
        if not known.get(text):
            sys.exit(f"engines_table.py: no Chinese for {text!r}")
        return known[text]

    def abilities(target, plays):
        note = "{}（{}）" if language == "zh" else "{} ({})"
        parts = [note.format(said(a["subject"]), said(a["note"])) if a["note"] else said(a["subject"])
                 for a in target["abilities"] if a["plays"] == plays]
        return ("；" if language == "zh" else "; ").join(parts)

    columns = (0, 1, 5) if short else range(6)
    rows = [HEADS[language], ("---",) * 6]
    for target in targets:
        rows.append((said(target["title"]), f"`{target['name']}`", *(abilities(target, p) for p in ("yes", "partly", "no")),
                     said(target["tested"])))
    return "".join("| " + " | ".join(row[c] for c in columns) + " |\n" for row in rows)


def main():
    listed = subprocess.run([sys.argv[1], "export", "--list-engines", "--json"], check=True, capture_output=True, text=True)
    targets = json.loads(listed.stdout)
    stale = []
    for name, language, short in (("README.md", "en", True), ("README.zh-CN.md", "zh", True),
                                  ("docs/engines.md", "en", False), ("docs/engines.zh-CN.md", "zh", False)):
        path = ROOT / name
        before = path.read_text(encoding="utf-8")
        head, _, rest = before.partition(BEGIN)
        after = head + BEGIN + table(targets, language, short) + END + rest.partition(END)[2]
        if not rest:
            sys.exit(f"engines_table.py: {name} has no markers")
        if after != before:
            stale.append(name)
            if "--check" not in sys.argv:
                path.write_text(after, encoding="utf-8")
    if "--check" in sys.argv and stale:
        sys.exit(f"not up to date: {', '.join(stale)}; run docs/engines_table.py")


if __name__ == "__main__":
    main()
