"""Reads the texts that C++ sources put together: "literal " + value + " literal" as "literal %1 literal"."""

import itertools
import re

MOST_VARIANTS = 64  # Of one expression; more would be a mistake of this script.

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
# Calls whose texts nobody reads while the program runs, or that are translated where they stand. spdlog's too.
UNREAD = {"static_assert", "tr", "translate", "words", "QT_TRANSLATE_NOOP"}
STRING_TYPES = {"string", "string_view", "QString", "QStringLiteral", "QLatin1String", "path"}


class Group(list):
    """What stands between two brackets."""

    def __init__(self, kind):
        super().__init__()
        self.kind = kind


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
    top = Group("")
    open_groups = [top]
    for match in TOKEN.finditer(source):
        kind, text = match.lastgroup, match.group()
        if kind == "space":
            continue
        if kind == "string" or kind == "char":
            quote = '"' if kind == "string" else "'"
            open_groups[-1].append(Text(unescaped(text[text.index(quote) + 1 : -1])))
        elif kind in ("raw", "mark"):
            open_groups[-1].append("raw")  # Sources of other languages: nothing to read.
        elif text in CLOSING:
            group = Group(text)
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
    result = Group(tokens.kind)
    i = 0
    while i < len(tokens):
        if tokens[i] == "<" and not isinstance(tokens[i], Text) and i > 0 and is_word(tokens[i - 1]):
            depth, j = 1, i + 1
            while j < len(tokens) and depth > 0 and may_be_type(tokens[j]):
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


def may_be_type(token):
    return (is_word(token) or is_sign(token, "::", ",", "*", "&", "<", ">", ">>")
            or isinstance(token, Group) and token.kind == "[")


def joined(tokens):
    """`text = a; text += b;` as `text = (a) + (b);`: one text in the end."""
    statements, current = [], []
    for token in tokens:
        current.append(token)
        if is_sign(token, ";") or isinstance(token, Group) and token.kind == "{":
            statements.append(current)
            current = []
    statements.append(current)
    result, name = Group(tokens.kind), None
    for statement in statements:
        at = next((i for i, t in enumerate(statement) if is_sign(t, "=", "+=")), None)
        if at is None or at == 0 or not is_word(statement[at - 1]) or not is_sign(statement[-1], ";"):
            name = None
            result.extend(statement)
            continue
        operand = Group("(")
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
    """Text with %1, %2 … for values. Values that touch are one."""
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
    """All texts of a source, in its order; some more than once."""
    found = []
    top = read(source)
    used = []

    def visit(group, called):
        taken = []
        if group.kind == "(" and len(group) > 3:
            said, taken = texts_of_call(arguments_of(group))
            found.extend(said)
        tokens = joined(without_template_arguments(group))
        for expression, appended in expressions(tokens):
            if expression and any(expression[0] is t for t in taken):
                continue
            for variant in value(expression, used):
                if any(isinstance(p, str) and p for p in variant.parts):
                    text = template(([HOLE] if appended else []) + variant.parts)
                    found.append(from_printf(text) if called == "snprintf" else text)
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
