"""Background work in other processes: a Blender without a window evaluates the scene, then texeleton-cli bakes it."""
import json
import os
import shutil
import subprocess
import tempfile
import threading

import bpy

from . import recipe as recipes
from .program import find

MARK = "TEXELETON "


class Failed(Exception):
    pass


class Job:
    """One bake. Its thread does not access Blender's data."""

    def __init__(self, blend, scene_file, arguments, scratch):
        self.blend, self.scene_file, self.arguments, self.scratch = blend, scene_file, arguments, scratch
        self.fraction, self.stage = 0.0, "Evaluating the scene"
        self.process = None
        self.cancelled = False
        self.ended = False
        self.error = ""
        self.findings = []
        self.results = []
        self.program = find()
        self.blender = bpy.app.binary_path
        self.thread = threading.Thread(target=self.run, daemon=True)

    def start(self):
        self.thread.start()

    def cancel(self):
        self.cancelled = True
        process = self.process
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(3)
            except subprocess.TimeoutExpired:
                process.kill()

    def run(self):
        try:
            self.bake(self.evaluate())
        except (Failed, OSError, ValueError) as error:
            self.error = "" if self.cancelled else str(error)
        finally:
            shutil.rmtree(self.scratch, ignore_errors=True)
            self.ended = True

    def open(self, command, **options):
        if self.cancelled:
            raise Failed("cancelled")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, encoding="utf-8",
                                        errors="replace", **options)
        return self.process

    def evaluate(self):
        folder = recipes.scene_folder(self.blend)
        fresh = os.path.join(self.scratch, "written")
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "headless.py")
        name = os.path.splitext(os.path.basename(self.blend))[0]
        process = self.open([self.blender, "--background", "--factory-startup", "--disable-autoexec", self.scene_file, "--python", script,
                             "--", "--output", fresh, "--name", name, *self.arguments], stderr=subprocess.DEVNULL)
        done = None
        for line in process.stdout:
            if not line.startswith(MARK):
                continue
            told = json.loads(line[len(MARK):])
            if "error" in told:
                raise Failed(told["error"])
            self.fraction = 0.7 * told.get("progress", self.fraction / 0.7)
            done = told.get("done", done)
        process.wait()
        if done is None:
            raise Failed("Blender ended without an answer while it evaluated the scene")
        self.findings += [(finding["object"], finding["text"]) for finding in done["findings"]]
        # All old files are removed once all new ones exist.
        os.makedirs(folder, exist_ok=True)
        for file in os.listdir(folder):
            if file.endswith((".glb", ".pc2")):
                os.remove(os.path.join(folder, file))
        for file in os.listdir(fresh):
            shutil.move(os.path.join(fresh, file), os.path.join(folder, file))
        path = recipes.recipe_path(self.blend)
        recipes.write(path, recipes.with_sources(recipes.read(path), os.path.basename(folder), done))
        return path

    def bake(self, recipe):
        self.fraction, self.stage = 0.75, "Baking and exporting"
        with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
            process = self.open([self.program, "export", "--recipe", recipe, "--json"], stderr=errors)
            text = process.stdout.read()
            code = process.wait()
            errors.seek(0)
            said = errors.read().strip()
        if self.cancelled:
            raise Failed("cancelled")
        try:
            told = json.loads(text)
        except ValueError as error:
            raise Failed(said.splitlines()[-1] if said else f"texeleton-cli ended with {code}") from error
        self.results = told.get("results", [])
        if told.get("result") == "failed":
            raise Failed(told.get("error", said))
        seen = set()
        for result in self.results:
            for issue in result.get("issues", []):
                if issue["severity"] != "info" and issue["text"] not in seen:
                    seen.add(issue["text"])
                    self.findings.append((issue.get("subject", ""), issue["text"]))
            if result.get("error"):
                self.error = result["error"]
        self.fraction = 1.0


def copy_of_scene():
    """Saves a copy of the current scene, with unsaved changes, to a temporary folder; the open file does not change."""
    scratch = tempfile.mkdtemp(prefix="texeleton-")
    path = os.path.join(scratch, os.path.basename(bpy.data.filepath))
    bpy.ops.wm.save_as_mainfile(filepath=path, copy=True, compress=False, check_existing=False)
    return path, scratch
