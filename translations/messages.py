#!/usr/bin/env python3
"""Lists what core/ and viewport/ say to people, as templates: "the model has no node %1".

Their messages are English and put together from literals, names and numbers. The editor shows them in other languages:
it finds the template of a message and puts the names and numbers into the template's translation. This script reads the
sources and writes the templates (messages.txt) and the texts to translate (messages_*.ts), keeping the translations
that are there. See docs/decisions/0014-messages-in-other-languages.md.

  messages.py          brings both up to date
  messages.py --check  fails when they are not, changes nothing
"""

import argparse
import itertools
import pathlib
import re
import sys
import xml.etree.ElementTree as tree
from xml.sax.saxutils import escape

from cpp_texts import texts_of

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "translations"
FOLDERS = ("core", "viewport", "app/editor/document", "app/editor/jobs")
# The editor shows nothing of these.
LEFT_OUT = ("core/animator", "core/benchmark", "core/recipe/settings.h", "viewport/scene/instance_record")
LIST = HERE / "messages.txt"
CONTEXT = "messages"

# Texts that look like messages, and that nobody reads or that say nothing by themselves.
NOT_SAID = {
    "%1",
    "\"%1\" (the first has no such bone)", "\"%1\" (it hangs on another bone)", "%1\" is given twice",
    "and what stands beside it: %1",
    '"checksum": "xxh3:', "%1 animation channel %2", "%1 animation channels %2", "%1 at %2 s", "%1 has %2",
    "%1 is too short: it says %2 bytes, and %3 %4", "%1 of %2, %3: %4",
    "%1 of materials not in the file: left out (%2)", "%1 or %2", "%1 or %2: %3", "%1 to %2", "%1 up",
    "%1 with a name that another %2 has: a number was added (%3)", "%1, %2 at %3 s",
    "%1, not a whole number from 0", "%1: left out", "%1; did you mean %2", "%1the JSON %2",
    "a bad data URI: its data is not base64", "a data URI that is not base64", "a data URI without data",
    "about a second", "an array", "blue", "bones, the texture has %1", "cannot read %1: %2", "clip %1",
    "elements for %1", "FBX %1.%2 binary", "glTF 2.0", "indices: %1", "is %1", "is called", "is not %1", "it names %1",
    "its clip '%1' %2", "its data holds", "its mesh has %1", "line %1: %2 %3",
    "mesh %1 of the MD5 file declares more %2 than the file holds", "morph set",
    "No suitable reader found",
    # Of the schema of recipes.
    "Texeleton recipe", "%1. Millimetres, or a text as --max-error takes it: 0.5mm, 1px@20m, hero, crowd, far",
    "Everything an animation bake is made from (NAME.texeleton). Keys that are not listed are kept and have no effect.",
    "%1; left out: %2", "Which channel of it", "The mask is this channel of the vertex colours",
    "Regular expressions over whole names: only these materials", "The mask is a channel of this texture",
    "No mask: an instance's number moves the texture coordinates by steps",
    "%1 (metres)", "%1 (seconds)", "%1 (degrees)", "Name of the node that it moves",
    "What it does to the node; which of the other keys mean something depends on it", "Names of the clips in which it acts",
    "no %1 texture to take the tint mask from: an instance's colour does not change these materials", "normals for %1",
    "MD5Version 10\r\ncommandline \"\"\r\n\r\n", "orange", "parse error %1", "position, then normal",
    "run-time", "defaultReferences: []", "a row a frame",
    "crowd.socketMatrix(7, @SOCKETNAME@);  // 16 numbers, columns of a matrix",
    "crowd.socketMatrix(7, @SOCKETNAME@).decompose(sword.scaling, sword.rotationQuaternion, sword.position);",
    "TexeletonVertex v = texeleton_decode_vertex(texeleton_layout, moment, element, normal, tangent);",
    "TexeletonVertex v = texeleton_decode_offset(texeleton_layout, %1, moment, element, normal, tangent);", "import %1",
    "export %1", "%1 from %2", '{ "imports": {', '%1"%2": "data:text/javascript;base64,%3"',
    '%1  "@babylonjs/lite": "./node_modules/@babylonjs/lite/lib/index.js"',
    "await TexeletonAsset.load(%1)", "%1; variants: `SM_%2_%3`",
    '<circle cx="%.1f" cy="%.1f" r="%g" fill="%s" fill-opacity="%g"%s>', '%1 stroke="#111" stroke-width="2"',
    '<circle cx="%g" cy="%g" r="5" fill="%s"/>',
    "sword.matrix.copy(crowd.socketMatrix(7, %1, new THREE.Matrix4()));\n",
    "texeleton-cli export --recipe %1'", "texeleton-import %1",
    "texeleton-recovery %1", "texeleton-recovery 1 %1", "texture coordinates",
    "that move morph weights of nodes without morph targets", "the %1 %2",
    "the %1 %2 is longer than 255 bytes, holds control characters or is not UTF-8", "the %1 %2 is no number",
    "the %1 is missing", "the binary chunk holds", "the file %1 holds",
    "the GPU has no room for the %1 of the pack (%2)", "the three rows of the bone's 3x4 skin matrix",
    "the tint mask: no material that it is for has a %1 texture to take it from", "there are %1 %2 for %3",
    "unknown keys", "unreal take", "with an unknown interpolation: read as linear", "with an unknown target",
    "without a node", "without keys",
}
# Texts that are put together in ways that cpp_texts.py does not follow.
NOUNS = ("clip", "image", "material", "mesh", "morph set", "morph target", "node", "skin")
ALSO_SAID = (
    *(f'{noun} "%1"' for noun in (*NOUNS, "animation")),
    *(f"{noun} %1" for noun in (*NOUNS, "animation", "scene", "sampler")),
    *(f"%1 {noun} with a name that another {noun} has: a number was added (%2)" for noun in ("clip", "node")),
    *(f"%1 {noun}s with a name that another {noun} has: a number was added (%2)" for noun in ("clip", "node")),
    *(f"%1 {noun}" for noun in ("bone", "channel", "clip", "element", "image", "material", "morph target", "byte")),
    *(f"%1 animation {channel} {why}" for channel in ("channel", "channels")
      for why in ("without a node: left out", "with an unknown target: left out", "without keys: left out",
                  "that move morph weights of nodes without morph targets: left out",
                  "with an unknown interpolation: read as linear")),
    *(f"%1 is too short: it says %2 bytes, and {what} %3" for what in ("its data holds", "the binary chunk holds")),
    "%1 is too short: it says %2 bytes, and the file %3 holds %4", "%1 has a data URI without data",
    "%1 has a data URI that is not base64", "%1 has a bad data URI: its data is not base64",
    *(f"%1 {nouns}" for nouns in ("bones", "channels", "clips", "elements", "images", "materials", "morph targets", "skins",
                                  "normals", "tangents", "colours", "texture coordinates", "bytes", "MiB", "GiB")),
    *(f"the GPU has no room for the {what} of the pack (%1)" for what in ("vertices", "indices")),
    *(f"mesh %1 of the MD5 file declares more {what} than the file holds" for what in ("vertices", "triangles", "weights")),
    *(f"%1 is cut short: it declares %2 {what}, and number %3 is missing" for what in ("vertices", "triangles", "weights")),
    *(f"the .x file declares %1 {what}, more than it holds"
      for what in ("vertices", "faces", "normals", "texture coordinates", "weights", "keys")),
    *(f"index out of range: {what} is for vertex %1 of %2" for what in ("a face", "a colour", "a skin weight")),
    "index out of range: a face is for normal %1 of %2",
    *(f"a mesh of the .x file has %1 {what} for %2 vertices" for what in ("texture coordinates", "vertex colours")),
    *(f"a mesh of the .x file has %1 {what} for %2 faces" for what in ("faces of normals", "materials")),
    *(f"the tint mask: no material that it is for has a {use} texture to take it from"
      for use in ("base-colour", "metallic-roughness", "normal", "occlusion", "emissive")),
    *(f"no {use} texture to take the tint mask from: an instance's colour does not change these materials"
      for use in ("base-colour", "metallic-roughness", "normal", "occlusion", "emissive")),
    *(f"there are %1 {what} for %2" for what in ("normals", "tangents", "colours", "texture coordinates")),
    *(f"the {what} is missing" for what in ("clip", "event")),
    *(f"the {what} %1 is longer than 255 bytes, holds control characters or is not UTF-8" for what in ("clip", "event")),
    *(f"the {what} %1 is no number" for what in ("time", "frame")),
    "%1, --max-size %2", "%1, --max-size %2 (where the engine takes it)", "%1, --fps %2 or less",
    "Instances", "Triangles", "n/a",
    # What export targets play, in one word.
    "Clips", "Cross-fades", "Culling", "Events", "Layers", "Materials", "Rays", "Material images", "Shadows", "Sockets", "Variants",
    "Entities, GPU Resident Drawer", "High Definition Render Pipeline",
    *(f"{feature}, %1" for feature in ("instanced drawing", "reading single texels", "integer attributes",
                                       "32-bit indices", "derivatives in shaders")),
    "%1 and what stands beside it: %2", "the first has no such bone", "it hangs on another bone",
    # How values and messages are joined.
    '"%1" (%2)', '"%1" (%2), %3',
    "%1: %2", "%1; %2", "%1 %2", "%1.", '"%1"', '"%1", %2', '"%1" at %2 s', '"%1" at %2 s, %3',
    *(f"{path}: {colour}" for path in ("Animation texture", "Compute skinning", "CPU skinning")
      for colour in ("orange", "blue")),
    "a list", "a text", "a string", "an object", "the string %1", "the number %1", "the boolean %1",
    "%1 must be one of %2, but is %3", "its clip '%1'",
    *(f"is not an {what}" for what in ("object", "array")),
    "is %1, not a whole number from 0 to %2", "is %1, not a whole number from 0 up", "the JSON %1",
    "the importer ended without an answer%1",
    "%1; did you mean %2?", "%1; did you mean %2 or %3?", "%1; it has %2", "%1; it has %2 and %3 more",
    '%1 of "events" in its extras cannot be read as events and was left out',
    "%1 textures of materials not in the file: left out (%2)", "%1 texture of materials not in the file: left out (%2)",
    'the variant "%1": no mesh and no node of a mesh is called "%2"; there are %3',
    'the variant "%1": no mesh and no node of a mesh matches "%2"; there are %3',
    "its mesh has %1 normals for %2", "its mesh has %1 elements for %2", "it names %1 bones, the texture has %2",
    "%1 entry", "%1 entries", "cannot read %1: %2",
    "the expression \"%1\" fails at character %2 (%3): %4 <-- here %5",
    # What the system says (strerror).
    "No such file or directory", "Permission denied", "Operation not permitted", "No space left on device",
    "Disk quota exceeded", "Read-only file system", "Input/output error", "Is a directory", "Not a directory",
    "Directory not empty", "File exists", "File name too long", "File too large", "Too many open files",
    "Too many levels of symbolic links", "Cannot allocate memory", "Device or resource busy", "Stale file handle",
    "Invalid argument", "Resource temporarily unavailable", "Broken pipe",
)

PLACE = re.compile(r"(?:%1)?[.\w\[\]%]*[._\]][\w.\[\]%]*: |(?:%1|bones|clips|meshes|texture|tint|sizeMetres): ")


def renumbered(text):
    count = itertools.count(1)
    return re.sub(r"%\d+", lambda match: f"%{next(count)}", text)


def completed(text):
    """With what stands before or after it: '; it has %1' is always appended to something."""
    if " " not in text.partition(": ")[0].replace("%1", "") and PLACE.match(text):
        text = renumbered(text.partition(": ")[2])  # "clips[3].name: is empty": the place is a value.
    if re.match(r"[.,;:)] |[.)]$| ", text):
        text = renumbered("%0" + text)
    if text.endswith(" ") and text.strip():
        text += f"%{len(re.findall(r'%[0-9]+', text)) + 1}"
    return text


def is_said(text):
    """Whether a person reads it: a lower-case word and a space beside it. Several lines are a file that is written."""
    if "\n" in text:
        return False
    plain = re.sub(r"%\d+", "\x00", text)
    return re.search(r"(?:^|[\s\x00\"(:;,.])[a-z]{2,}", plain) is not None and " " in plain


def templates():
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".cpp", ".h") and not name.startswith(LEFT_OUT):
                for text in texts_of(path.read_text(encoding="utf-8")):
                    if is_said(text) and completed(text) not in NOT_SAID:
                        found.setdefault(completed(text))
    for text in ALSO_SAID:
        found.setdefault(text)
    return list(found)


def listed(texts):
    """One a line."""
    return "".join(text.replace("\\", "\\\\").replace("\n", "\\n") + "\n" for text in texts)


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
    texts = templates()
    wanted = {LIST: listed(texts)}
    for path in sorted(HERE.glob("messages_*.ts")):
        old = path.read_text(encoding="utf-8")
        wanted[path] = translated(texts, old, path.stem.split("_", 1)[1])
    stale = [p for p, text in wanted.items() if not p.exists() or p.read_text(encoding="utf-8") != text]
    for path in stale:
        if check:
            print(f"{path.name} is not up to date: run translations/update.sh", file=sys.stderr)
        else:
            path.write_text(wanted[path], encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
