"""Every link of a document leads to a file of the package, and its fragment to a heading or an id there. Links to other sites are
listed, not fetched. Usage: links.py DOCUMENT..."""

import re
import sys
from functools import cache
from pathlib import Path
from urllib.parse import unquote


def prose(text: str) -> str:
    """The text without code, in which brackets are no links."""
    text = re.sub(r"^(```|~~~).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def slug(heading: str) -> str:
    """The fragment that GitHub gives a heading."""
    heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


@cache
def places(document: Path) -> set[str]:
    text = document.read_text()
    found: dict[str, int] = {}
    result = set(re.findall(r'\b(?:id|name)="([^"]+)"', text))
    without_code = re.sub(r"^(```|~~~).*?^\1$", "", text, flags=re.MULTILINE | re.DOTALL)
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", without_code, flags=re.MULTILINE):
        name = slug(heading)
        count = found.get(name, 0)
        found[name] = count + 1
        result.add(name if count == 0 else f"{name}-{count}")
    return result


def links(document: Path) -> list[str]:
    text = prose(document.read_text())
    inline = re.findall(r'\]\(<?([^)>\s]+)>?(?: +"[^"]*")?\)', text)
    references = re.findall(r"^\[[^\]]+\]: *<?(\S+?)>?$", text, flags=re.MULTILINE)
    return inline + references + re.findall(r'\b(?:src|href)="([^"]+)"', text) + re.findall(r"<(https?:[^>]+)>", text)


def problem(document: Path, link: str) -> str | None:
    path, _, fragment = link.partition("#")
    target = document.parent / unquote(path) if path else document
    if not target.exists():
        return f"{document} links to {path}, which does not exist"
    if not target.resolve().is_relative_to(Path.cwd()):
        return f"{document} links to {path}, which is outside the package"
    if fragment and target.suffix == ".md" and unquote(fragment) not in places(target):
        return f"{document} links to {link}, but {target} has no such heading"
    return None


def main(documents: list[str]) -> int:
    elsewhere: set[str] = set()
    problems: list[str] = []
    # A symbolic link shows a document that has its own place.
    for document in (Path(name) for name in documents if not Path(name).is_symlink()):
        for link in links(document):
            if re.match(r"[a-z][a-z0-9+.-]*:", link):
                elsewhere.add(link)
            elif (found := problem(document, link)) is not None:
                problems.append(found)
    for link in sorted(elsewhere):
        print(f"Not fetched: {link}")
    for found in problems:
        print(found)
    return 1 if problems else 0


sys.exit(main(sys.argv[1:]))
