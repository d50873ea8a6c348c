"""Finds calls in C++ sources, and the string literals that their arguments are."""

import re

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


class Group(list):
    """What stands between two brackets."""

    def __init__(self, kind, line):
        super().__init__()
        self.kind, self.line = kind, line


class Text(str):
    """A string literal, unescaped."""


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
    source = re.sub(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", lambda m: "\n" * m.group().count("\n"), source, flags=re.MULTILINE)
    top = Group("", 1)
    open_groups = [top]
    line = 1
    for match in TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if kind == "string":
            open_groups[-1].append(Text(unescaped(text[text.index('"') + 1 : -1])))
        elif text in CLOSING:
            group = Group(text, line)
            open_groups[-1].append(group)
            open_groups.append(group)
        elif text in CLOSING.values():
            if len(open_groups) > 1:
                open_groups.pop()
        elif kind != "space":
            open_groups[-1].append("raw" if kind in ("raw", "mark", "char") else text)
        line += text.count("\n")
    return top


def arguments_of(group):
    arguments = [[]]
    for token in group:
        if token == "," and not isinstance(token, Text):
            arguments.append([])
        else:
            arguments[-1].append(token)
    return arguments


def literals(tokens):
    """The literals of `"a" "b"` (one text) or `condition ? "a" : "b"`, and whether texts are put together."""
    question = next((i for i, t in enumerate(tokens) if t == "?" and not isinstance(t, Text)), None)
    texts, run, joined = [], [], False
    for token in tokens[0 if question is None else question + 1 :]:
        if isinstance(token, Text):
            run.append(token)
            continue
        if run:
            texts.append("".join(run))
            run = []
        if isinstance(token, Group) and token.kind == "(" and len(tokens) == 1:
            return literals(token)
        joined = joined or token == "+"
    if run:
        texts.append("".join(run))
    return texts, joined and bool(texts)


def calls(source, names):
    """(name, line, arguments) of each call of these names; an argument is its literals, and whether it joins them."""
    found = []

    def visit(group):
        for i, token in enumerate(group):
            if isinstance(token, Group):
                name = group[i - 1] if i > 0 and not isinstance(group[i - 1], (Group, Text)) else ""
                logs = i > 2 and group[i - 3] == "spdlog"
                if token.kind == "(" and name in names and not logs:
                    found.append((name, token.line, [literals(a) for a in arguments_of(token)]))
                visit(token)

    visit(read(source))
    return found
