"""Every public type and function of a module stands under one topic of its catalogue's page, and docc has no warning. One kind of
warning does not count: a parameter whose name and type say it all needs no description. Usage: docs.py PAGE SYMBOLS DIAGNOSTICS"""

import json
import re
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote, urlparse


def topics(page: str, graph: str) -> list[str]:
    text = Path(page).read_text().partition("\n## Topics\n")[2]
    links = Counter(re.findall(r"^- ``(.+?)``$", text, flags=re.MULTILINE))
    # The text after a hyphen tells functions of one name apart.
    listed = {link.partition("-(")[0] for link in links}
    symbols = json.loads(Path(graph).read_text())["symbols"]
    public = {symbol["pathComponents"][0] for symbol in symbols if len(symbol["pathComponents"]) == 1}
    return [f"{page}: {name} is under no topic" for name in sorted(public - listed)] + [
        f"{page}: {link} is listed {count} times" for link, count in links.items() if count > 1
    ]


def warnings(diagnostics: str) -> list[str]:
    file = Path(diagnostics)
    found = json.loads(file.read_text())["diagnostics"] if file.exists() else []
    return [
        f"{place(each)}: {each['summary']}"
        for each in found
        if each["severity"] in ("warning", "error") and not each["summary"].endswith(" is missing documentation")
    ]


def place(diagnostic: dict) -> str:
    path = unquote(urlparse(diagnostic.get("source", "")).path)
    line = diagnostic.get("range", {}).get("start", {}).get("line", "")
    return f"{path.removeprefix(str(Path.cwd()) + '/')}:{line}"


def main(page: str, graph: str, diagnostics: str) -> int:
    problems = topics(page, graph) + warnings(diagnostics)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
