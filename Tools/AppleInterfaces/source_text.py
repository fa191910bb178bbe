"""Swift source text: its code without comments and strings, and which parts of it run only on which version of iOS."""

import bisect
import re
from dataclasses import dataclass, field
from pathlib import Path

BASELINE = (16, 0)


def blanked(text: str) -> str:
    """The text with comments and the insides of strings blanked, each character in its place."""
    out, i, depth = list(text), 0, 0

    def blank(start: int, end: int):
        for k in range(start, end):
            if out[k] != "\n":
                out[k] = " "

    while i < len(text):
        if text.startswith("//", i):
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
            blank(i, end)
            i = end
        elif text.startswith("/*", i):
            start, depth = i, 0
            while i < len(text):
                if text.startswith("/*", i):
                    depth, i = depth + 1, i + 2
                elif text.startswith("*/", i):
                    depth, i = depth - 1, i + 2
                    if depth == 0:
                        break
                else:
                    i += 1
            blank(start, i)
        elif text[i] == '"' or (text[i] == "#" and re.match(r'#+"', text[i:])):
            i = skip_string(text, i, blank)
        else:
            i += 1
    return "".join(out)


def skip_string(text: str, i: int, blank) -> int:
    """Blanks a string literal but not the code inside its interpolations; returns where it ends."""
    hashes = len(re.match(r"#*", text[i:]).group())
    i += hashes
    quote = '"""' if text.startswith('"""', i) else '"'
    escape, close = "\\" + "#" * hashes, quote + "#" * hashes
    i += len(quote)
    while i < len(text) and not text.startswith(close, i):
        if text.startswith(escape + "(", i):
            i += len(escape) + 1
            depth = 1
            while i < len(text) and depth:
                if text[i] == '"':
                    i = skip_string(text, i, blank)
                    continue
                depth += {"(": 1, ")": -1}.get(text[i], 0)
                i += 1
        elif text.startswith(escape, i):
            blank(i, min(i + len(escape) + 1, len(text)))
            i += len(escape) + 1
        else:
            blank(i, i + 1)
            i += 1
    return i + len(close)


def closing(code: str, opening: int) -> int:
    """Where the brace that opens at `opening` closes."""
    depth = 0
    for i in range(opening, len(code)):
        depth += {"{": 1, "}": -1}.get(code[i], 0)
        if depth == 0:
            return i
    return len(code)


def enclosing_end(code: str, position: int) -> int:
    depth = 0
    for i in range(position, len(code)):
        depth += {"{": 1, "}": -1}.get(code[i], 0)
        if depth < 0:
            return i
    return len(code)


@dataclass
class Source:
    """A file, and which parts of it run only on which version of iOS."""

    file: Path
    text: str
    code: str = ""
    starts: list[int] = field(default_factory=list)
    scopes: list[tuple[int, int, tuple[int, int]]] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)

    def __post_init__(self):
        self.code = blanked(self.text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", self.text)]
        for mark in re.finditer(r"([#@])available\s*\(([^)]*)\)", self.code):
            version = re.search(r"\biOS\s+(\d+)(?:\.(\d+))?", mark[2])
            if version is None:
                continue
            self.marks.append(mark.start())
            self.scopes.append((*self.reach(mark), (int(version[1]), int(version[2] or 0))))

    def reach(self, mark: re.Match) -> tuple[int, int]:
        opening = self.code.find("{", mark.end())
        if mark[1] == "@":
            line_end = self.code.find("\n", self.next_declaration(mark.end()))
            if 0 <= opening and (opening < line_end or "\n" not in self.code[line_end:opening].strip(" \n")):
                return mark.start(), closing(self.code, opening)
            return mark.start(), line_end
        before = self.code[: mark.start()].rstrip()
        if re.search(r"\bguard\b[^{}]*$", before):
            end = closing(self.code, opening)
            return end, enclosing_end(self.code, end + 1)
        return opening, closing(self.code, opening)

    def next_declaration(self, position: int) -> int:
        """Past white space and further attributes."""
        match = re.compile(r"(\s|@\w+(\([^)]*\))?)*").match(self.code, position)
        return match.end() if match else position

    def offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + len(self.line(line).encode()[: column - 1].decode(errors="ignore"))

    def line(self, number: int) -> str:
        return self.text[self.starts[number - 1] :].split("\n", 1)[0]

    def line_of(self, offset: int) -> int:
        return bisect.bisect_right(self.starts, offset)

    def promised(self, offset: int) -> tuple[int, int]:
        return max([v for start, end, v in self.scopes if start <= offset <= end], default=BASELINE)
