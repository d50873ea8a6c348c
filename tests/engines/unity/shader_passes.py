"""Reads the passes of a ShaderLab file: the part of the language that ours use; anything else is an error."""
import itertools
import re


class Pass:
    def __init__(self, name, pipeline, code, tags):
        self.name = name
        self.pipeline = pipeline
        self.code = "\n".join("" if line.strip().startswith("#pragma") else line for line in code.split("\n"))
        self.tags = tags
        pragmas = re.findall(r"#pragma\s+(\S+)([^\n]*)", code)
        self.pragmas = [(word, rest.split()) for word, rest in pragmas]
        self.target = next(rest[0] for word, rest in self.pragmas if word == "target")
        self.entry = {word: rest[0] for word, rest in self.pragmas if word in ("vertex", "fragment")}

    def keyword_sets(self):
        """All combinations of the keywords that our code tests, including instancing."""
        choices = []
        for word, rest in self.pragmas:
            if word == "multi_compile_local" or (word == "multi_compile" and rest[-1] == "DOTS_INSTANCING_ON"):
                choices.append([None if k == "_" else k for k in rest])
            if word == "multi_compile_vertex" and rest[-1] == "_CASTING_PUNCTUAL_LIGHT_SHADOW":
                choices.append([None, rest[-1]])
            if word == "multi_compile_instancing":
                choices.append([None, "INSTANCING_ON"])
            assert not word.startswith("shader_feature"), "a build strips shader features that no material sets: " + word
        for combination in itertools.product(*choices):
            keywords = [k for k in combination if k]
            # Unity uses one kind of instancing at a time; indirect draws set neither.
            if "DOTS_INSTANCING_ON" in keywords and "INSTANCING_ON" in keywords:
                continue
            if "TEXELETON_CROWD" in keywords and ("INSTANCING_ON" in keywords or "DOTS_INSTANCING_ON" in keywords):
                continue
            if "TEXELETON_CROWD_TEXTURE" in keywords and "DOTS_INSTANCING_ON" in keywords:
                continue
            yield keywords


def block(text, start):
    """The text between the brace at or after `start` and its partner."""
    begin = text.index("{", start)
    depth = 0
    for i in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[i], 0)
        if depth == 0:
            return text[begin + 1 : i], i + 1
    raise ValueError("unbalanced braces")


def read_passes(text):
    text = re.sub(r"//[^\n]*", "", text)
    passes = []
    at = 0
    while (found := re.compile(r"\bSubShader\b").search(text, at)) is not None:
        body, at = block(text, found.end())
        pipeline = "universal" if '"UniversalPipeline"' in body else "built-in"
        inside = 0
        while (one := re.compile(r"\bPass\b").search(body, inside)) is not None:
            code, inside = block(body, one.end())
            program = re.search(r"(HLSLPROGRAM|CGPROGRAM)(.*?)(ENDHLSL|ENDCG)", code, re.S)
            assert (program[1], program[3]) in (("HLSLPROGRAM", "ENDHLSL"), ("CGPROGRAM", "ENDCG"))
            name = re.search(r'Name\s+"([^"]+)"', code)[1]
            tags = dict(re.findall(r'"(\w+)"\s*=\s*"(\w+)"', re.search(r"Tags\s*\{([^}]*)\}", code)[1]))
            passes.append(Pass(name, pipeline, program[2], tags))
    assert passes, "no pass"
    return passes
