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

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = ROOT / "translations"
FOLDERS = ("core", "viewport", "app/editor/document", "app/editor/jobs")
LEFT_OUT = ("core/animator", "core/benchmark")  # The editor shows nothing of these.
LIST = HERE / "messages.txt"
CONTEXT = "messages"
MOST_VARIANTS = 64  # Of one expression; more would be a mistake of this script.

# Texts that the rules below take for messages, and that nobody reads or that say nothing by themselves.
NOT_SAID = {
    '"checksum": "xxh3:', "%1 of %2, %3: %4", "%1 or %2", "%1 or %2: %3", "%1 has %2", "%1 to %2", "%1 up", "%1 at %2 s",
    "%1, %2 at %3 s", "its clip '%1' %2", "its mesh has %1", "is %1", "is not %1", "the %1 %2", "a %1", "an %1", "no %1",
    "clip %1", "the file", "the document", "an array", "texeleton-recovery %1", "texeleton-recovery 1 %1",
    "texeleton-cli export --recipe %1'", "the JSON", "morph set", "unknown keys",
    "indices: %1", "%1, $%2 (not set)", "%1, not a whole number from 0", "FBX %1.%2 binary", "line %1: %2 %3", "default take", "unreal take", "glTF 2.0",
    "glTF %1", "parse error %1", "texeleton-import %1", "position, then normal", "about a second",
    "the three rows of the bone's 3x4 skin matrix", "made from the source", "%1the JSON %2", "cannot read %1: %2",
    "%1 of materials not in the file: left out (%2)", "%1; did you mean %2", "orange", "blue", "is called", "matches",
    "normals for %1", "elements for %1", "bones, the texture has %1", "it names %1", "there are %1 %2 for %3",
    "no %1 texture to take the tint mask from: an instance's colour does not change these materials",
    "the tint mask: no material that it is for has a %1 texture to take it from", "the %1 is missing",
    "the %1 %2 is longer than 255 bytes, holds control characters or is not UTF-8", "the %1 %2 is no number",
    "mesh %1 of the MD5 file declares more %2 than the file holds", "texture coordinates", "%1 entry of", "%1 entries of",
    "%1 with a name that another %2 has: a number was added (%3)", "the GPU has no room for the %1 of the pack (%2)",
}
# Texts that are put together in ways the rules do not follow.
NOUNS = ("clip", "image", "material", "mesh", "morph set", "morph target", "node", "skin")
ALSO_SAID = (
    *(f'{noun} "%1"' for noun in NOUNS),
    *(f"{noun} %1" for noun in (*NOUNS, "animation", "scene", "sampler")),
    *(f"%1 {noun} with a name that another {noun} has: a number was added (%2)" for noun in ("clip", "node")),
    *(f"%1 {noun}s with a name that another {noun} has: a number was added (%2)" for noun in ("clip", "node")),
    *(f"%1 {nouns}" for nouns in ("bones", "channels", "clips", "elements", "images", "materials", "morph targets", "skins",
                                  "normals", "tangents", "colours", "texture coordinates", "bytes", "MiB", "GiB")),
    *(f"the GPU has no room for the {what} of the pack (%1)" for what in ("vertices", "indices")),
    *(f"mesh %1 of the MD5 file declares more {what} than the file holds" for what in ("vertices", "triangles", "weights")),
    *(f"the tint mask: no material that it is for has a {use} texture to take it from"
      for use in ("base-colour", "metallic-roughness", "normal", "occlusion", "emissive")),
    *(f"no {use} texture to take the tint mask from: an instance's colour does not change these materials"
      for use in ("base-colour", "metallic-roughness", "normal", "occlusion", "emissive")),
    *(f"there are %1 {what} for %2" for what in ("normals", "tangents", "colours", "texture coordinates")),
    *(f"the {what} is missing" for what in ("clip", "event")),
    *(f"the {what} %1 is longer than 255 bytes, holds control characters or is not UTF-8" for what in ("clip", "event")),
    *(f"the {what} %1 is no number" for what in ("time", "frame")),
    "Instances", "Triangles", "n/a",
    # How values and messages are joined.
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

# What stands for any value in a template while it is built.
HOLE = object()

TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
      |(?P<raw>(?:u8|[uUL])?R"(?P<mark>[^()\s\\]{0,16})\(.*?\)(?P=mark)")
      |(?P<string>(?:u8|[uUL])?"(?:[^"\\\n]|\\.)*")
      |(?P<char>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
      |(?P<number>\.?\d(?:[\w.]|'[\dA-Fa-f]|[eEpP][+-])*)
      |(?P<word>[A-Za-z_]\w*)
      |(?P<sign><<=|>>=|<=>|\.\.\.|->\*|::|->|\+\+|--|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||.)""",
    re.VERBOSE | re.DOTALL,
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
CLOSING = {"(": ")", "[": "]", "{": "}"}
# What stands before an expression, or between two.
ENDS = {",", ";", "=", "<<", ">>", "-=", "*=", "/=", "|=", "&=", "return", "co_return", "throw", "case", "default", "else",
        "do", "if", "while", "for", "switch", "new", "delete"}
COMPARES = {"&&", "||", "==", "!=", "<=", ">=", "<", ">", "<=>", "!"}
UNREAD = {"static_assert", "tr", "translate", "words", "QT_TRANSLATE_NOOP"}  # Calls whose texts nobody reads while the program runs; spdlog's too.
STRING_TYPES = {"string", "string_view", "QString", "QStringLiteral", "QLatin1String", "path"}


class Group(list):
    """What stands between two brackets."""

    def __init__(self, kind, line):
        super().__init__()
        self.kind = kind
        self.line = line


class Text(str):
    """A string or character literal, unescaped."""


def unescaped(body):
    def one(match):
        code = match.group(1)
        if code[0] in "xuU":
            return chr(int(code[1:], 16))
        if code[0] in "01234567":
            return chr(int(code, 8))
        return ESCAPES.get(code, code)

    parts = re.split(r"((?:\\x[0-9A-Fa-f]{2})+)", body)  # Bytes of UTF-8 stand together.
    for i in range(1, len(parts), 2):
        parts[i] = bytes.fromhex(parts[i].replace("\\x", "")).decode("utf-8", "replace")
    for i in range(0, len(parts), 2):
        parts[i] = re.sub(r"\\(u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-7]{1,3}|.)", one, parts[i], flags=re.DOTALL)
    return "".join(parts)


def read(source):
    """The source as nested groups of tokens; comments and preprocessor lines are left out."""
    source = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", "", source, flags=re.MULTILINE)
    top = Group("", 1)
    open_groups = [top]
    line = 1
    for match in TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if kind == "mark":
            kind = "raw"
        here, line = line, line + text.count("\n")
        if kind == "space":
            continue
        if kind == "string" or kind == "char":
            quote = '"' if kind == "string" else "'"
            open_groups[-1].append(Text(unescaped(text[text.index(quote) + 1 : -1])))
        elif kind == "raw":
            open_groups[-1].append("raw")  # Sources of other languages: nothing to read.
        elif text in CLOSING:
            group = Group(text, here)
            open_groups[-1].append(group)
            open_groups.append(group)
        elif text in CLOSING.values():
            if len(open_groups) > 1:
                open_groups.pop()
        else:
            open_groups[-1].append(text)
    return top


def without_template_arguments(tokens):
    """name<a, b>(…) as name(…): their brackets are not comparisons."""
    result = Group(tokens.kind, tokens.line) if isinstance(tokens, Group) else []
    i = 0
    while i < len(tokens):
        if tokens[i] == "<" and not isinstance(tokens[i], Text) and i > 0 and is_word(tokens[i - 1]):
            depth, j = 1, i + 1
            while j < len(tokens) and depth > 0 and (is_word(tokens[j]) or is_sign(tokens[j], "::", ",", "*", "&", "<", ">", ">>")
                                                     or isinstance(tokens[j], Group) and tokens[j].kind == "["):
                depth += {"<": 1, ">": -1, ">>": -2}.get(tokens[j], 0) if isinstance(tokens[j], str) else 0
                j += 1
            if depth <= 0 and j < len(tokens) and (isinstance(tokens[j], Group) or is_word(tokens[j])
                                                   or is_sign(tokens[j], "::", "&", "*", ">")):
                i = j
                continue
        result.append(tokens[i])
        i += 1
    return result


def is_word(token):
    return isinstance(token, str) and not isinstance(token, Text) and re.fullmatch(r"\w+", token) is not None


def is_sign(token, *signs):
    return isinstance(token, str) and not isinstance(token, Text) and token in signs


def joined(tokens):
    """`text = a; text += b;` as `text = (a) + (b);`: one text in the end."""
    statements, current = [], []
    for token in tokens:
        current.append(token)
        if is_sign(token, ";") or isinstance(token, Group) and token.kind == "{":
            statements.append(current)
            current = []
    statements.append(current)
    result, name, start = Group(tokens.kind, tokens.line), None, 0
    for statement in statements:
        at = next((i for i, t in enumerate(statement) if is_sign(t, "=", "+=")), None)
        if at is None or at == 0 or not is_word(statement[at - 1]) or not is_sign(statement[-1], ";"):
            name = None
            result.extend(statement)
            continue
        operand = Group("(", tokens.line)
        operand.extend(statement[at + 1 : -1])
        if statement[at] == "+=" and at == 1 and statement[0] == name:
            result.pop()
            result.extend(["+", operand, ";"])
        else:
            result.extend(statement[: at + 1])
            result.extend([operand, ";"])
        name = statement[at - 1]
    return result


def expressions(tokens):
    """The expressions of a group, as (tokens, appended to something)."""
    current, appended = [], False
    for token in tokens:
        if is_sign(token, "+="):
            current, appended = [], True
        elif is_sign(token, *ENDS):
            if current:
                yield current, appended
            current, appended = [], False
        else:
            current.append(token)
            if isinstance(token, Group) and token.kind == "{" and not tokens.kind:
                yield current, appended
                current, appended = [], False
    if current:
        yield current, appended


class Variant:
    """One way an expression can come out: its texts and HOLEs, and which way each condition went."""

    def __init__(self, parts=(), ways=None):
        self.parts = list(parts)
        self.ways = dict(ways or {})

    def with_way(self, condition, way):
        return None if self.ways.get(condition, way) != way else Variant(self.parts, {**self.ways, condition: way})

    def then(self, other):
        if any(self.ways.get(condition, way) != way for condition, way in other.ways.items()):
            return None  # The same condition cannot go both ways.
        return Variant(self.parts + other.parts, {**self.ways, **other.ways})


def value(tokens, used):
    """The variants of an expression; the groups that went into them are added to used."""
    question = next((i for i, t in enumerate(tokens) if is_sign(t, "?")), None)
    if question is not None:
        condition, depth = repr(tokens[:question]), 0
        for i in range(question + 1, len(tokens)):
            if is_sign(tokens[i], "?"):
                depth += 1
            elif is_sign(tokens[i], ":"):
                if depth == 0:
                    ways = [(True, tokens[question + 1 : i]), (False, tokens[i + 1 :])]
                    variants = [v.with_way(condition, way) for way, branch in ways for v in value(branch, used)]
                    return [v for v in variants if v]
                depth -= 1
        return [Variant([HOLE])]
    if any(is_sign(t, *COMPARES) for t in tokens):
        return [Variant([HOLE])]  # True or false.
    operands, current = [], []
    for token in tokens:
        if is_sign(token, "+") and current:
            operands.append(current)
            current = []
        elif is_sign(token, ":"):
            operands, current = [], []  # A label or a list of first values: nothing before it is shown.
        else:
            current.append(token)
    operands.append(current)
    variants = [Variant()]
    for operand in operands:
        choices = operand_value(operand, used)
        variants = [v for v in (a.then(b) for a, b in itertools.product(variants, choices)) if v]
        if len(variants) > MOST_VARIANTS:
            raise ValueError(f"too many variants of one text: {operands}")
    return variants


def operand_value(tokens, used):
    if not tokens:
        return [Variant([HOLE])]
    if all(isinstance(t, Text) for t in tokens):
        return [Variant(["".join(tokens)])]
    last, before = tokens[-1], tokens[:-1]
    if isinstance(last, Group) and last.kind in "({":
        inner = without_template_arguments(last)
        alone = not any(is_sign(t, ",", ";") for t in inner)
        parts = [expression for expression, _ in expressions(inner)]
        if parts and alone:
            names_type = all(is_word(t) or is_sign(t, "::") for t in before)
            if not before or names_type and before[-1] in STRING_TYPES:
                used.append(last)
                return value(parts[-1], used)
            if len(before) > 2 and is_sign(before[-2], ".", "->") and is_word(before[-1]) and before[-1] == "append":
                used.append(last)
                pairs = itertools.product(operand_value(before[:-2], used), value(parts[-1], used))
                return [v for v in (a.then(b) for a, b in pairs) if v]
    return [Variant([HOLE])]


def template(parts):
    """Text with %1, %2 …; None where it has nothing to say. Values that touch are one."""
    text, count, previous = "", 0, None
    for part in parts:
        if part is HOLE:
            if previous is not HOLE:
                count += 1
                text += f"%{count}"
            previous = HOLE
        elif part:
            text += part
            previous = part
    return text


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
    """Whether a person reads it: a lower-case word and a space beside it."""
    plain = re.sub(r"%\d+", "\x00", text)
    return re.search(r"(?:^|[\s\x00\"(:;,.])[a-z]{2,}", plain) is not None and " " in plain


def is_plural(one, many):
    return one != many and one[:2] == many[:2] and many.endswith(("s", "ices", "have", "are", "lie", "not", "use"))


def texts_of_call(arguments):
    """counted(n, "node", "nodes") says "3 nodes"; warn(tally, "node", "nodes", "without a name") a whole sentence."""
    taken, said = [], []
    literals = ["".join(a) if a and all(isinstance(t, Text) for t in a) else None for a in arguments]
    for i in range(1, len(literals) - 1):
        one, many = literals[i], literals[i + 1]
        if one and many and is_plural(one, many) and re.fullmatch(r" ?[a-z][a-z ]+", one):
            rest = literals[i + 2] if i + 2 < len(literals) else None
            for noun in (one, many):
                said.append("%1 " + noun.strip() + (" " + rest.strip() + " (%2)" if rest else ""))
            for argument in arguments[i : i + (3 if rest else 2)]:
                taken.extend(argument)
    return said, taken


def arguments_of(group):
    arguments = [[]]
    for token in group:
        if is_sign(token, ","):
            arguments.append([])
        else:
            arguments[-1].append(token)
    return arguments


PRINTF = re.compile(r"%[.\d]*[dfgsu](?![A-Za-z])")


def from_printf(text):
    count = itertools.count(1)
    return PRINTF.sub(lambda match: f"%{next(count)}", text)


def texts_of(source):
    found = []
    top = read(source)
    used = []

    def visit(group, called):
        taken = []
        if group.kind == "(" and len(group) > 3:
            said, taken = texts_of_call(arguments_of(group))
            found.extend((group.line, text) for text in said)
        tokens = joined(without_template_arguments(group))
        for expression, appended in expressions(tokens):
            if expression and any(expression[0] is t for t in taken):
                continue
            for variant in value(expression, used):
                if any(isinstance(p, str) and p for p in variant.parts):
                    text = template(([HOLE] if appended else []) + variant.parts)
                    found.append((group.line, from_printf(text) if called == "snprintf" else text))
        visit_inner(group)

    def visit_inner(group):
        for i, token in enumerate(group):
            if not isinstance(token, Group):
                continue
            called = group[i - 1] if i > 0 and is_word(group[i - 1]) else ""
            if called in UNREAD or i > 2 and is_sign(group[i - 2], "::") and group[i - 3] == "spdlog":
                continue
            if any(token is g for g in used):
                visit_inner(token)  # Only what stands deeper.
            else:
                visit(token, called)

    visit(top, "")
    return found


def templates():
    found = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in (".cpp", ".h") and not name.startswith(LEFT_OUT):
                for _, text in texts_of(path.read_text(encoding="utf-8")):
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
