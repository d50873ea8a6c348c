#!/usr/bin/env python3
"""Runs ctest entries one after the other and prints them by wall and processor time (with that of programs they start).

    tests/time_tests.py BUILD [REGEX]     BUILD: a build folder, as build/release; REGEX: entries whose names contain it
"""

import json
import os
import re
import subprocess
import sys
import time

PASSED = {0: "passed", 77: "skipped"}


def timed(test):
    properties = {entry["name"]: entry["value"] for entry in test.get("properties", [])}
    began = time.monotonic()
    program = subprocess.Popen(test["command"], cwd=properties.get("WORKING_DIRECTORY"), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(program.pid, 0)
    program.returncode = os.waitstatus_to_exitcode(status)
    result = PASSED.get(program.returncode, "FAILED")
    return time.monotonic() - began, usage.ru_utime + usage.ru_stime, result, test["name"]


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    pattern = re.compile(sys.argv[2] if len(sys.argv) == 3 else "")
    listed = subprocess.run(["ctest", "--test-dir", sys.argv[1], "--show-only=json-v1"], check=True, stdout=subprocess.PIPE)
    rows = []
    for test in json.loads(listed.stdout)["tests"]:
        if pattern.search(test["name"]):
            rows.append(timed(test))
            print("%8.1f s %8.1f s CPU  %-8s %s" % rows[-1], file=sys.stderr, flush=True)
    print("| test | wall s | processor s | |\n|---|---|---|---|")
    for wall, processor, result, name in sorted(rows, reverse=True):
        print(f"| {name} | {wall:.1f} | {processor:.1f} | {result} |")
    print(f"| total | {sum(row[0] for row in rows):.1f} | {sum(row[1] for row in rows):.1f} | |")
    return any(row[2] == "FAILED" for row in rows)


sys.exit(main())
