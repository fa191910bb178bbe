"""Plain English in what people read: no string literal of Swift and no line of a script has a phrase that no native would write.
Prints file and line of each. Usage: words.py FILE..."""

import re
import sys
from pathlib import Path

# The brackets keep each pattern from finding itself.
PHRASES = re.compile(
    r"\b(?:"
    + "|".join(
        [
            # A relative clause with a preposition: say who does what.
            r"(?:by|as|for|to|about) whic[h]",
            r"by wa[y] of",
            # Exit statuses and defaults have their names: "Exit status: 0 if nothing differs", "(default: 3080)".
            r"[Ee]nds wit[h] [0-9]",
            r"unless give[n]",
            # "Unknown provider 'x'. Use one of: …", "--port must be a number from 1 to 65535."
            r"[Ss]a[y] --[a-z]",
            r"There is no (?:provide[r]|accoun[t]|sho[p]|phas[e]|decisio[n]|comman[d]) \\?[(`'a-z]",
            r"is no por[t]",
            # "about payments that differ, and records its answers"
            r"(?:has|have) (?:it )?otherwis[e]",
            r"as eve[r]\b",
            r"asked once mor[e]",
            r"is (?:met|told), and",
            r"gone b[y]\b",
            r"counts befor[e] it",
            r"shows how it (?:stand[s]|goes o[n])",
            r"(?:is|are) left alon[e]",
            r"was in the wa[y]\b",
            r"vouches fo[r] itself",
            # Pages: "Confirm it's you", "More ways to pay with X", "the buyer sees".
            r"wants to kno[w] that",
            r"[Oo]ther ways to pay b[y]",
            r"the buyer read[s]",
        ]
    )
    + r")|--[a-z-]+ is sai[d]"
)
# A comment, a text over several lines, or a text in one line, with or without number signs.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)"""(.*?)"""\1|(#+)"(.*?)"\3|"((?:\\.|[^"\\\n])*)"', re.DOTALL)
SUM = re.compile(r"\s*\+\s*")


def texts(file: str, source: str) -> list[list[tuple[int, str]]]:
    """The texts of a file as pieces: lines, and the parts of a sum, each with its position."""
    if not file.endswith(".swift"):
        return [[(0, source)]]
    found: list[list[tuple[int, str]]] = []
    end = None
    for token in TOKEN.finditer(source):
        group = next((number for number in (2, 4, 5) if token.group(number) is not None), None)
        if group is None:
            continue
        pieces: list[tuple[int, str]] = []
        place = token.start(group)
        for line in token.group(group).split("\n"):
            blanks = len(line) - len(line.lstrip())
            # A line of a text ends with a blank, or with the backslash that joins it with the next.
            pieces.append((place + blanks, line.strip().removesuffix("\\").rstrip() + " " if group == 2 else line))
            place += len(line) + 1
        if end is not None and SUM.fullmatch(source, end, token.start()):
            found[-1] += pieces
        else:
            found.append(pieces)
        end = token.end()
    return found


def position(pieces: list[tuple[int, str]], index: int) -> int:
    """The position in the file of a letter of the joined pieces."""
    for place, piece in pieces:
        if index < len(piece):
            return place + index
        index -= len(piece)
    return 0


def main(files: list[str]) -> int:
    status = 0
    for file in files:
        source = Path(file).read_text()
        for pieces in texts(file, source):
            for found in PHRASES.finditer("".join(piece for _, piece in pieces)):
                line = source.count("\n", 0, position(pieces, found.start())) + 1
                print(f"{file}:{line}: {found.group()}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
