#!/usr/bin/env python3
"""Reads from the compiler's index what each line of the Apple code uses, and compares it with what the interfaces say.

1. Every declaration in Interfaces names its page of Apple's documentation and the version of iOS that introduced it.
2. Every declaration in Interfaces is used: what is not in use is not declared.
3. Whatever is newer than the baseline is used only where `#available` or `@available` promises it, and only in folders
   named Newer. On Linux the compiler does not check that.
4. The same goes for Swift's own library, as far as somebody has named it: for what the compiler itself calls, as for each
   round of `for await`, it has older forms on older systems.
5. No Objective-C by hand (`@objc`, `#selector`), no platform by name (`os(iOS)`): `canImport` says what there is.

Usage: lint.py INDEX-STORE
"""

import re
import sys
from pathlib import Path

import standard_library
from index_store import DEFINITION, IMPLICIT, REFERENCE, ROOT, Index, Occurrence
from source_text import BASELINE, Source

INTERFACES = Path(__file__).resolve().parent / "Interfaces"
LINK = re.compile(r"/// <https://developer\.apple\.com/documentation/([a-z0-9]+)(/\S+)?> iOS (\d+)\.(\d+)$")


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

    # 2. to 4. What is used, and where.
    library = standard_library.introduced()
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
        if version is None and not occurrence.roles & IMPLICIT:
            version = library.get(occurrence.usr)
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

    # 5. What the code does not say.
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
        print(f"{checked} uses of {len(declared)} declarations of Apple's and of Swift's library: none is too new.")
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
