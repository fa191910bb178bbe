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
            r"--[a-z-]+ is sai[d]",
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
    + ")"
)
# A comment, a text over several lines, or a text in one line, with or without number signs.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)"""(.*?)"""\1|(#+)"(.*?)"\3|"((?:\\.|[^"\\\n])*)"', re.DOTALL)
# A line break inside a text that goes on, or between two parts of a sum.
BREAK = re.compile(r"\\?\n\s*")


def texts(file: str, source: str) -> list[tuple[int, str]]:
    """The texts of a file, with the position of each."""
    if not file.endswith(".swift"):
        return [(0, source)]
    found: list[tuple[int, str]] = []
    for token in TOKEN.finditer(source):
        group = next((number for number in (2, 4, 5) if token.group(number) is not None), None)
        if group is not None:
            found.append((token.start(group), token.group(group)))
    return found


def main(files: list[str]) -> int:
    status = 0
    for file in files:
        source = Path(file).read_text()
        for start, text in texts(file, source):
            # Breaks become blanks of the same length, so that positions stay.
            flat = BREAK.sub(lambda found: " " + "\0" * (len(found.group()) - 1), text) if start else text
            plain = flat.replace("\0", "")
            for found in PHRASES.finditer(plain):
                place = start + position(flat, found.start())
                print(f"{file}:{source.count(chr(10), 0, place) + 1}: {found.group()}")
                status = 1
    return status


def position(flat: str, index: int) -> int:
    """The position in a text with marks of a position in the text without them."""
    for place, letter in enumerate(flat):
        if letter != "\0":
            if index == 0:
                return place
            index -= 1
    return len(flat)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
