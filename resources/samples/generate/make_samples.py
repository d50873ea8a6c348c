#!/usr/bin/env python3
"""Makes the bundled sample models (CC0). Needs Python 3 with NumPy. Run: make_samples.py [FOLDER]"""
import pathlib
import sys

import banner
import breaking_wall
import lantern_knight
import scenes
import torn_banner

if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    lantern_knight.write(folder)
    banner.write(folder)
    scenes.write(folder)
    torn_banner.write(folder)
    breaking_wall.write(folder)
