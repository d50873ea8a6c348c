#!/usr/bin/env python3
"""Checks docs/architecture.md: each `name` (`file`) there is a name in that file, and each link leads to a file."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/architecture.md"
STEP = re.compile(r"`(\w+)(?:\(\))?`\s+\(`([\w./-]+)`\)")
LINK = re.compile(r"\]\(([^)#:]+)")

text = PAGE.read_text(encoding="utf-8")
steps = STEP.findall(text)
wrong = [f"{name} is not in {file}" for name, file in steps
         if not (ROOT / file).is_file() or not re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))]
wrong += [f"no such file: {file}" for file in re.findall(r"`((?:core|app|viewport)/[\w./-]+\.(?:h|cpp))`", text) if not (ROOT / file).is_file()]
wrong += [f"no such file: {link}" for link in LINK.findall(text) if not (PAGE.parent / link).exists()]
if len(steps) < 15:
    wrong.append(f"only {len(steps)} steps were recognised")
print("\n".join(wrong), file=sys.stderr)
sys.exit(1 if wrong else 0)
