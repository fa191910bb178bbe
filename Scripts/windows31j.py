#!/usr/bin/env python3
"""Writes the table of Windows-31J from Python's codec cp932 into Sources/FerryHTTP/Windows31J/DoubleByteTable.swift.

Prints the number of pairs and their SHA-256: one line "LLTT UUUU" for each pair of bytes, in ascending order, without
the user-defined range. The tests compute the same hash from the table.
"""
import hashlib
import pathlib

LEADS = [*range(0x81, 0xA0), *range(0xE0, 0xFD)]
# The two halves of a lead byte, each with the 94 cells of one row of JIS X 0208.
HALVES = [[*range(0x40, 0x7F), *range(0x80, 0x9F)], [*range(0x9F, 0xFD)]]
UNASSIGNED = "."

HEADER = '''\
// Scripts/windows31j.py writes this file.

/// The characters of two bytes, without the user-defined ones.
enum DoubleByteTable {
  /// Each line has the two bytes of its first character in hexadecimal digits, and up to 94 characters with consecutive
  /// second bytes, of which 0x7F is not one. A point stands for bytes without a character.
  static let text = """
'''


def character(lead, trail):
    try:
        text = bytes([lead, trail]).decode("cp932")
    except UnicodeDecodeError:
        return None
    return None if 0xE000 <= ord(text) <= 0xF8FF else text


def main():
    pairs, lines = [], []
    for lead in LEADS:
        for half in HALVES:
            row = [(trail, character(lead, trail)) for trail in half]
            pairs += [f"{lead:02X}{trail:02X} {ord(text):04X}\n" for trail, text in row if text]
            cells = "".join(text or UNASSIGNED for _, text in row).rstrip(UNASSIGNED)
            if cells:
                lines.append(f"    {lead:02X}{half[0]:02X} {cells}\n")
    source = HEADER + "".join(lines) + '    """\n}\n'
    path = pathlib.Path(__file__).parent.parent / "Sources/FerryHTTP/Windows31J/DoubleByteTable.swift"
    path.write_text(source, encoding="utf-8", newline="\n")
    print(len(pairs), hashlib.sha256("".join(pairs).encode()).hexdigest())


if __name__ == "__main__":
    main()
