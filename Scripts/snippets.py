"""Every block of code in a guide equals a marked part of the code that is compiled or run, and every marked part stands in
the guide. A part begins after a line `// guide: NAME` (`# guide: NAME` where comments begin so) and ends before the next such
line or the file's end; the block's fence names it: ```swift NAME. Usage: snippets.py GUIDE FOLDER"""

import re
import sys
import textwrap
from pathlib import Path

LANGUAGES = {".swift": "swift", ".mjs": "javascript", ".php": "php", ".py": "python", ".sh": "bash"}


def blocks(guide: str, language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, text in re.findall(rf"^```{language} *(.*)\n((?:.*\n)*?)```$", guide, re.MULTILINE):
        if not name or name in found:
            sys.exit(f"A block of {language} needs a name of its own after ```{language}; this has {name!r}:\n{text}")
        found[name] = text.strip("\n")
    return found


def parts(source: str) -> dict[str, str]:
    pieces = re.split(r"^ *(?://|#) guide: *(\S+) *\n", source, flags=re.MULTILINE)
    return {
        name: textwrap.dedent(text).strip("\n")
        for name, text in zip(pieces[1::2], pieces[2::2])
        if name != "end"
    }


def main(guide: str, folder: str) -> int:
    text = Path(guide).read_text()
    status = 0
    for suffix, language in LANGUAGES.items():
        files = sorted(Path(folder).rglob("*" + suffix))
        if not files:
            continue
        tested: dict[str, str] = {}
        for file in files:
            tested |= parts(file.read_text())
        written = blocks(text, language)
        for name in sorted(tested.keys() | written.keys()):
            if written.get(name) != tested.get(name):
                print(
                    f"{guide}: the block {language} {name!r} differs from the code in {folder}, which is:\n"
                    f"{tested.get(name, '(none)')}"
                )
                status = 1
    return status


sys.exit(main(*sys.argv[1:]))
