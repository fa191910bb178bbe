"""Every block of Swift in a guide equals a marked part of the code that is compiled, and every marked part stands in the
guide. A part begins after a line `// guide: NAME` and ends before the next such line or the file's end; the block's fence
names it: ```swift NAME. Usage: snippets.py GUIDE FOLDER"""

import re
import sys
import textwrap
from pathlib import Path


def blocks(guide: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, text in re.findall(r"^```swift *(.*)\n((?:.*\n)*?)```$", guide, re.MULTILINE):
        if not name or name in found:
            sys.exit(f"A block of Swift needs a name of its own after ```swift; this has {name!r}:\n{text}")
        found[name] = text.strip("\n")
    return found


def parts(source: str) -> dict[str, str]:
    pieces = re.split(r"^ *// guide: *(\S+) *\n", source, flags=re.MULTILINE)
    return {
        name: textwrap.dedent(text).strip("\n")
        for name, text in zip(pieces[1::2], pieces[2::2])
        if name != "end"
    }


def main(guide: str, folder: str) -> int:
    compiled: dict[str, str] = {}
    for file in sorted(Path(folder).rglob("*.swift")):
        compiled |= parts(file.read_text())
    written = blocks(Path(guide).read_text())
    status = 0
    for name in sorted(compiled.keys() | written.keys()):
        if written.get(name) != compiled.get(name):
            print(f"{guide}: the block {name!r} differs from the code in {folder}, which is:\n{compiled.get(name, '(none)')}")
            status = 1
    return status


sys.exit(main(*sys.argv[1:]))
