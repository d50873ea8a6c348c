"""read_reference.py GIT_DIR USED > unity_api.json: members used by the package that Unity's published C# reference
(https://github.com/Unity-Technologies/UnityCsReference) has, by version. The list contains only names and types. USED:
the output of api_use.exe. To be run again, by hand, when the package uses something new."""
import json
import re
import subprocess
import sys

VERSIONS = ["2021.3.58f1", "2022.3.76f1", "6000.0.78f1", "6000.7.0a1"]


def git(*arguments):
    return subprocess.run(["git", "--git-dir", sys.argv[1], *arguments], capture_output=True, text=True, errors="replace").stdout


def plain(source):
    """Removes comments, attributes and preprocessor lines, and empties strings."""
    source = re.sub(r'//[^\n]*|/\*.*?\*/|@"(?:[^"]|"")*"|\$?"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\])\'',
                    lambda m: '""' if m[0][0] in '"@$' else "0" if m[0][0] == "'" else " ", source, flags=re.S)
    source = re.sub(r"^\s*#[^\n]*", "", source, flags=re.M)
    while True:  # Attributes, also several and with nested brackets.
        shorter = re.sub(r"(^|[;{}(,\]]\s*)\[(?:[^\[\]]|\[[^\[\]]*\])*\]", r"\1", source, flags=re.S)
        if shorter == source:
            return source
        source = shorter


TYPE = re.compile(r"\b(class|struct|enum|interface)\s+(\w+)\s*(?:<[^>]*>)?\s*(?::\s*([\w.<>, ]+?))?\s*(?:where[^{]*)?$", re.S)


def short(kind):
    kind = re.sub(r"\s+", "", re.sub(r"\b(in|ref|out|params|this|readonly|unsafe|scoped)\s+", "", kind.strip()))
    kind = re.sub(r"\b(?:[a-z]\w*|UnityEngine|UnityEditor|System|Unity|Collections|Rendering|Experimental|AssetImporters|Generic)\.", "", kind)
    kind = re.sub(r"\b(?:UObject|UnityObject)\b", "Object", kind)
    return {"Single": "float", "Int32": "int", "UInt32": "uint", "Boolean": "bool", "String": "string"}.get(kind, kind)


def parameters(text):
    parts, depth, last = [], 0, ""
    for c in text + ",":
        depth += (c in "<([{") - (c in ">)]}")
        if c == "," and depth == 0:
            if last.strip():
                words = last.split("=")[0].strip()
                parts.append(short(re.sub(r"\s*@?\w+$", "", words)))
            last = ""
        else:
            last += c
    return "(" + ",".join(parts) + ")"


def members_of(source, types):
    """Adds the public declarations of a file's types: types[name] = {"base", "members"}."""
    stack, at, begin = [], 0, 0
    source = plain(source)
    while at < len(source):
        c = source[at]
        if c in "{;}" or source.startswith("=>", at):
            head = source[begin:at].strip()
            owner = stack[-1] if stack else None
            found = TYPE.search(head) if c == "{" else None
            if c == "{" and re.match(r"(.*\s)?namespace\s+[\w.]+$", head, re.S):
                stack.append("")
            elif found and owner is not None or found and not stack:
                name = (owner + "." if owner else "") + found[2]
                entry = types.setdefault(name, {"base": "", "members": set(), "values": {}})
                if found[3] and found[1] == "class":
                    entry["base"] = short(found[3].split(",")[0])
                stack.append(name)
                if found[1] == "enum":
                    end = source.index("}", at)
                    number = -1
                    for value in source[at + 1 : end].split(","):
                        match = re.match(r"\s*(\w+)\s*(?:=\s*(.+))?\s*$", value.strip(), re.S)
                        if match:
                            number = number + 1 if match[2] is None else number_of(match[2], entry["values"])
                            entry["values"][match[1]] = number
                    at = end - 1
            elif c == "}":
                if stack:
                    stack.pop()
            else:
                if owner:
                    declare(head, owner, types[owner]["members"])
                if c == "{" or c == "=":  # A body or an expression: skip it.
                    if c == "{":
                        depth = 1
                        while depth and at + 1 < len(source):
                            at += 1
                            depth += (source[at] == "{") - (source[at] == "}")
                    else:
                        at = source.index(";", at)
            at += 1
            begin = at
            continue
        at += 1


def number_of(text, known):
    total = 0
    for part in re.split(r"[|+]", text):
        part = part.strip().split(".")[-1]
        shift = re.match(r"^(\w+)\s*<<\s*(\w+)$", part)
        try:
            total |= known[part] if part in known else int(shift[1], 0) << int(shift[2], 0) if shift else int(part.rstrip("uU"), 0)
        except ValueError:
            return None
    return total


def declare(head, owner, members):
    name = owner.split(".")[-1]
    if "public" not in head.split("(")[0] and "public" not in head:
        return
    text = re.sub(r"\b(public|static|extern|virtual|override|abstract|sealed|readonly|unsafe|new|const|volatile|partial|event|protected|internal)\b", " ", head)
    text = re.sub(r"\bwhere\b.*$", "", text, flags=re.S).strip()
    constructor = re.match(rf"{name}\s*\((.*?)\)\s*(:.*)?$", text, re.S)
    operator = re.match(r"(implicit|explicit)\s+operator\s+([\w.]+)\s*\((.*)\)$", text, re.S)
    plus = re.match(r"([\w.<>\[\]]+)\s+operator\s*(\S+?)\s*\((.*)\)$", text, re.S)
    method = re.match(r"([\w.<>\[\], ]+?)\s+(\w+)\s*(?:<[^>]*>)?\s*\((.*)\)$", text, re.S)
    index = re.match(r"([\w.<>\[\]]+)\s+this\s*\[", text)
    if constructor:
        members.add("new " + parameters(constructor[1]))
    elif operator:
        members.add(f"call op_{operator[1].capitalize()} {short(operator[2])} {parameters(operator[3])}")
    elif plus:
        sign = {"+": "Addition", "-": "Subtraction", "*": "Multiply", "==": "Equality", "!=": "Inequality"}.get(plus[2], plus[2])
        members.add(f"call op_{sign} {short(plus[1])} {parameters(plus[3])}")
    elif index:
        members.add("value this " + short(index[1]))
    elif method and "=" not in text.split("(")[0]:
        members.add(f"call {method[2]} {short(method[1])} {parameters(method[3])}")
    else:
        field = re.match(r"([\w.<>\[\]]+(?:\s*\[\s*\])?)\s+(\w+(?:\s*(?:=[^,]*)?,\s*\w+)*)\s*(=.*)?$", text, re.S)
        if field:
            for one in re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", field[2]):
                members.add(f"value {one} {short(field[1])}")


def has(types, owner, member):
    """Searches base types too, and operators in the resulting type. A type without constructors has a default one."""
    if owner not in types and owner.endswith("Attribute"):
        owner = owner[: -len("Attribute")]
    wanted = {member, member.replace(owner + ".", "")}
    converted = re.match(r"call op_Implicit (\w+) ", member)
    if converted and converted[1] in types and member in types[converted[1]]["members"]:
        return True
    if member == "new ()" and owner in types and not any(m.startswith("new ") for m in types[owner]["members"]):
        return True
    while owner in types:
        if wanted & types[owner]["members"]:
            return True
        owner = types[owner]["base"] if types[owner]["base"] in types else "Object" if owner not in ("Object", "") else ""
    return False


def main():
    used = [line.strip() for line in open(sys.argv[2], encoding="utf-8") if line.strip()]
    found = {line: [] for line in used if not line.startswith("enum ")}
    enums = {}
    names = {line.split(" ")[1].split("<")[0].split(".")[0] for line in used}
    names |= {name[: -len("Attribute")] for name in names if name.endswith("Attribute")} | {"Color32"}
    for version in VERSIONS:
        pattern = r"\b(class|struct|enum|interface) (" + "|".join(sorted(names)) + r")\b"
        files = git("grep", "-lE", pattern, version, "--", "*.cs").split("\n")
        types = {}
        for file in filter(None, files):
            if "/Tests/" not in file and "External/" not in file:
                members_of(git("show", file), types)
        for line in used:
            kind, owner, *rest = line.split(" ")
            if kind == "enum":
                entry = enums.setdefault(owner, {})
                for value in rest:
                    name = value.split("=")[0]
                    number = types.get(owner, {"values": {}})["values"].get(name)
                    if number is not None:
                        entry.setdefault(f"{name}={number}", []).append(version)
            else:
                bare, given = (owner[:-1].split("<") + [""])[:2]  if owner.endswith(">") else (owner, "")
                member = " ".join([kind] + rest)
                if has(types, bare, re.sub(rf"\b{given}\b", "T", member) if given else member):
                    found[line].append(version)
    result = {
        "reference": "github.com/Unity-Technologies/UnityCsReference", "versions": VERSIONS,
        "members": sorted(line for line in found if found[line] == VERSIONS),
        "not in all": {line: versions for line, versions in found.items() if versions != VERSIONS},
        "enums": {owner: sorted(value for value in values if values[value] == VERSIONS) for owner, values in enums.items()}}
    json.dump(result, sys.stdout, indent=0, sort_keys=True, ensure_ascii=False)
    print()


main()
