#!/usr/bin/env python3
"""Reads from the compiler's index what each line of the Apple code uses, and compares it with what the interfaces say.

1. Every declaration in Interfaces names its page of Apple's documentation and the version of iOS that introduced it.
2. Every declaration in Interfaces is used: what is not in use is not declared. Excepted is what is marked `async`: the
   form that Swift makes of a completion handler, and prefers in async code, whether it was meant or not.
3. Whatever is newer than the baseline is used only where `#available` or `@available` promises it, and only in folders
   named Newer. On Linux the compiler does not check that.
4. No Objective-C by hand (`@objc`, `#selector`), no platform by name (`os(iOS)`): `canImport` says what there is.

The index is read through libIndexStore of the Swift toolchain. Usage: lint.py INDEX-STORE
"""

import bisect
import ctypes
import os
import re
import shutil
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

BASELINE = (16, 0)
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INTERFACES = HERE / "Interfaces"
LINK = re.compile(r"/// <https://developer\.apple\.com/documentation/([a-z0-9]+)(/\S+)?> iOS (\d+)\.(\d+)( async)?$")

DEFINITION, REFERENCE, IMPLICIT, OVERRIDE = 1 << 1, 1 << 2, 1 << 8, 1 << 11


@dataclass(frozen=True)
class Occurrence:
    usr: str
    name: str
    file: Path
    line: int
    column: int
    roles: int
    overrides: tuple[str, ...]


# The index


class Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self) -> str:
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


def index_library() -> ctypes.CDLL:
    swift = shutil.which("swift")
    if swift is None:
        sys.exit("swift is not installed")
    folders = [Path(swift).resolve().parent.parent / "lib"]
    for folder in folders:
        for name in ("libIndexStore.so", "libIndexStore.dylib"):
            if (folder / name).exists():
                return ctypes.CDLL(str(folder / name))
    sys.exit(f"libIndexStore is not in {folders[0]}")


class Index:
    """The occurrences of an index store, by the functions of indexstore/indexstore.h."""

    ITEM = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
    NAME = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
    RECORD = 2

    def __init__(self, path: str):
        self.library = index_library()
        for function in ("store_create", "unit_reader_create", "record_reader_create", "occurrence_get_symbol"):
            self.function(function).restype = ctypes.c_void_p
        self.function("symbol_relation_get_symbol").restype = ctypes.c_void_p
        for function in ("unit_reader_get_main_file", "unit_dependency_get_name", "symbol_get_usr", "symbol_get_name"):
            self.function(function).restype = Text
        for function in ("occurrence_get_roles", "symbol_relation_get_roles"):
            self.function(function).restype = ctypes.c_uint64
        self.store = self.call("store_create", path.encode(), None)
        if not self.store:
            sys.exit(f"{path} is no index store")

    def function(self, name: str):
        return getattr(self.library, f"indexstore_{name}")

    def call(self, name: str, *arguments):
        function = self.function(name)
        # Handles are pointers: without this, ctypes would pass Python's integers as C's int.
        return function(*[ctypes.c_void_p(a) if isinstance(a, int) and a > 0xFFFF else a for a in arguments])

    def each(self, name: str, kind, *arguments) -> list:
        found = []
        take = kind(lambda _, item: found.append(str(item) if kind is Index.NAME else item) or True)
        self.call(name, *arguments, None, take)
        return found

    def occurrences(self) -> list[Occurrence]:
        result = []
        for unit in self.each("store_units_apply_f", Index.NAME, self.store, 0):
            reader = self.call("unit_reader_create", self.store, unit.encode(), None)
            if not reader:
                continue
            file = Path(os.path.realpath(str(self.call("unit_reader_get_main_file", reader))))
            if file.is_file() and file.is_relative_to(ROOT) and ".build" not in file.parts:
                records = []
                take = Index.ITEM(lambda _, dependency: self.note(dependency, records))
                self.call("unit_reader_dependencies_apply_f", reader, None, take)
                for record in records:
                    result += self.read(record, file)
            self.call("unit_reader_dispose", reader)
        return result

    def note(self, dependency, records) -> bool:
        if self.call("unit_dependency_get_kind", dependency) == Index.RECORD:
            records.append(str(self.call("unit_dependency_get_name", dependency)))
        return True

    def read(self, record: str, file: Path) -> list[Occurrence]:
        result = []
        reader = self.call("record_reader_create", self.store, record.encode(), None)
        if not reader:
            return result

        def take(_, occurrence) -> bool:
            line, column = ctypes.c_uint(), ctypes.c_uint()
            self.call("occurrence_get_line_col", occurrence, ctypes.byref(line), ctypes.byref(column))
            symbol = self.call("occurrence_get_symbol", occurrence)
            overrides = []

            def relation(_, item) -> bool:
                if self.call("symbol_relation_get_roles", item) & OVERRIDE:
                    overrides.append(str(self.call("symbol_get_usr", self.call("symbol_relation_get_symbol", item))))
                return True

            kept = Index.ITEM(relation)
            self.call("occurrence_relations_apply_f", occurrence, None, kept)
            result.append(
                Occurrence(
                    usr=str(self.call("symbol_get_usr", symbol)),
                    name=str(self.call("symbol_get_name", symbol)),
                    file=file,
                    line=line.value,
                    column=column.value,
                    roles=self.call("occurrence_get_roles", occurrence),
                    overrides=tuple(overrides),
                )
            )
            return True

        kept = Index.ITEM(take)
        self.call("record_reader_occurrences_apply_f", reader, None, kept)
        self.call("record_reader_dispose", reader)
        return result


# Source text


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


# The rules


def main(store: str) -> int:
    problems: list[str] = []
    occurrences = Index(store).occurrences()
    sources = {file: Source(file, file.read_text()) for file in {o.file for o in occurrences}}

    def complain(file: Path, line: int, text: str):
        problems.append(f"{file.relative_to(ROOT)}:{line}: {text}")

    def is_interface(file: Path) -> bool:
        return file.is_relative_to(INTERFACES)

    # 1. What the interfaces say.
    introduced: dict[str, tuple[int, int]] = {}
    declared: dict[str, Occurrence] = {}
    for occurrence in occurrences:
        if not is_interface(occurrence.file) or not occurrence.roles & DEFINITION or occurrence.roles & IMPLICIT:
            continue
        source = sources[occurrence.file]
        if not is_declared(source, occurrence):
            continue
        comment = documentation(source, occurrence.line)
        if comment.startswith("/// Not Apple's: "):
            continue
        link = LINK.search(comment)
        if link is None:
            complain(occurrence.file, occurrence.line, f"{occurrence.name} needs its page and version above it")
            continue
        if link[5] is None:
            declared[occurrence.usr] = occurrence
        introduced[occurrence.usr] = (int(link[3]), int(link[4]))

    # Ours that promise a version need it in turn.
    for occurrence in occurrences:
        if is_interface(occurrence.file) or not occurrence.roles & DEFINITION:
            continue
        source = sources[occurrence.file]
        version = source.promised(source.offset(occurrence.line, occurrence.column))
        if version > BASELINE and occurrence.usr.startswith("s:"):
            introduced[occurrence.usr] = version

    # 2. and 3. What is used, and where.
    used: set[str] = set()
    checked = 0
    for occurrence in occurrences:
        if is_interface(occurrence.file):
            if occurrence.roles & REFERENCE:
                used.add(occurrence.usr)
            continue
        used.update(occurrence.overrides)
        if not occurrence.roles & REFERENCE:
            continue
        used.add(occurrence.usr)
        version = introduced.get(occurrence.usr)
        if version is None:
            continue
        checked += 1
        source = sources[occurrence.file]
        promised = source.promised(source.offset(occurrence.line, occurrence.column))
        if version > promised:
            wanted, have = (".".join(map(str, v)) for v in (version, promised))
            complain(
                occurrence.file, occurrence.line,
                f"{occurrence.name} is of iOS {wanted}, and this runs from iOS {have} on")
    for usr, occurrence in declared.items():
        if usr not in used and not is_inherited(sources[occurrence.file], occurrence):
            complain(occurrence.file, occurrence.line, f"{occurrence.name} is declared and not used")

    # 4. What the code does not say.
    for file, source in sources.items():
        if is_interface(file):
            continue
        for wrong, why in FORBIDDEN:
            for match in wrong.finditer(source.code):
                complain(file, source.line_of(match.start()), why)
        if "Newer" not in file.parts and "Snippets" not in file.parts:
            for mark in source.marks:
                complain(file, source.line_of(mark), "newer API is used in folders named Newer only")

    for problem in sorted(set(problems)):
        print(problem)
    if checked == 0:
        print("The index names no use of the interfaces: was it built?")
        return 1
    if not problems:
        print(f"{checked} uses of {len(declared)} declarations of Apple's, none newer than what it runs on.")
    return 1 if problems else 0


FORBIDDEN = [
    (re.compile(r"@objc\b|@objcMembers\b|#selector\b|NSSelectorFromString"), "Objective-C by hand"),
    (re.compile(r"\bos\s*\(\s*iOS\s*\)"), "a platform by name; canImport says what there is"),
]


def documentation(source: Source, line: int) -> str:
    """The comment line right above a declaration, past its attributes."""
    while line > 1:
        line -= 1
        text = source.line(line).strip()
        if not text.startswith("@"):
            return text
    return ""


def is_declared(source: Source, occurrence: Occurrence) -> bool:
    """Whether the definition is one that others see: not a parameter, a local name, or the body's own helper."""
    line = source.line(occurrence.line)
    before = line.encode()[: occurrence.column - 1].decode(errors="ignore")
    if re.search(r"\b(extension|import)\s+[\w.]*$", before):
        return False
    if re.search(r"\b(class|struct|enum|protocol|func|var|let|case|typealias|associatedtype)\s+`?$", before):
        return "func undeclared" not in line
    return re.match(r"init[?(<]", line.encode()[occurrence.column - 1 :].decode(errors="ignore")) is not None


def is_inherited(source: Source, occurrence: Occurrence) -> bool:
    """An initialiser that subclasses must repeat, or what the language itself calls for without anybody's naming it."""
    line = source.line(occurrence.line)
    return "required init" in line or occurrence.name.split("(")[0] in LANGUAGE


# Result builders, property wrappers, a view's body, an iterator, an app's entry.
LANGUAGE = {
    "buildBlock", "buildExpression", "buildIf", "buildEither", "wrappedValue", "projectedValue", "body", "Body", "main",
    "makeIterator", "makeCoordinator", "coordinator",
}


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
