#!/usr/bin/env python3
"""Brings the translations of what core/ and viewport/ say up to date with the sources.

A message is a format with arguments (core/base/message.h): message("the model has no clip %1", name). The format is the
key of its translations. This script finds the formats in the sources and writes the texts to translate (messages_*.ts),
keeping the translations that are there.

  messages.py          brings them up to date
  messages.py --check  fails when they are not, or when a format is no literal; changes nothing
"""

import argparse
import pathlib
import re
import sys
import xml.etree.ElementTree as tree
from xml.sax.saxutils import escape

from cpp_texts import Text, calls

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "translations"
FOLDERS = ("core", "viewport", "app/editor", "app/import_worker")
CONTEXT = "messages"

# Which arguments of a call are formats, counted from 0. Names of members are called with them, too: job.warn("…").
FORMATS = {"message": (0,), "said": (0,), "counted": (1, 2), "fail": (1,), "warn": (0,), "inform": (0,)}


def formats():
    """All formats, in the order of the sources, and what is wrong."""
    found, wrong = {}, []
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in (".cpp", ".h"):
                continue
            for name, line, arguments in calls(path.read_text(encoding="utf-8"), FORMATS):
                for place in FORMATS[name]:
                    if place >= len(arguments):
                        continue
                    texts, joined = arguments[place]
                    if joined:
                        wrong.append(f"{path.relative_to(ROOT)}:{line}: a format is put together: {texts}")
                    for text in texts:
                        if re.search(r"[A-Za-z]|%\d", text) and text != "%1":
                            found.setdefault(text)
    return list(found), wrong


def translated(texts, old, language):
    """The .ts of a language, with the translations that an old one has."""
    known = {}
    if old:
        for message in tree.fromstring(old).iter("message"):
            known[message.findtext("source")] = message.findtext("translation") or ""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>",
             f'<TS version="2.1" language="{language}" sourcelanguage="en_US">', "<context>", f"    <name>{CONTEXT}</name>"]
    quotes = {'"': "&quot;", "'": "&apos;"}
    for text in texts:
        translation = known.get(text, "")
        unfinished = "" if translation else ' type="unfinished"'
        lines += ["    <message>", f"        <source>{escape(text, quotes)}</source>",
                  f"        <translation{unfinished}>{escape(translation, quotes)}</translation>", "    </message>"]
    return "\n".join(lines + ["</context>", "</TS>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail when something is not up to date")
    check = parser.parse_args().check
    texts, wrong = formats()
    for line in wrong:
        print(line, file=sys.stderr)
    stale = []
    for path in sorted(HERE.glob("messages_*.ts")):
        old = path.read_text(encoding="utf-8")
        wanted = translated(texts, old, path.stem.split("_", 1)[1])
        if wanted != old:
            stale.append(path)
            if not check:
                path.write_text(wanted, encoding="utf-8")
    if check:
        for path in stale:
            print(f"{path.name} is not up to date: run translations/update.sh", file=sys.stderr)
    return 1 if wrong or check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
