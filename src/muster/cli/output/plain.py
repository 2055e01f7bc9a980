"""Blocks as plain aligned text, for pipes and files: no escape codes, no frames, no wrapping."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import category, combining, east_asian_width

from muster.cli.output.answers import Block, Grid

GAP = "  "


def visible(text: str) -> str:
    """The text without anything that could control a terminal: control characters are shown by their code."""
    if text.isprintable():
        return text
    return "".join(c if c in "\n" or category(c) not in ("Cc", "Cs") else f"\\x{ord(c):02x}" for c in text)


def width(text: str) -> int:
    """How many terminal cells it takes."""
    if text.isascii():
        return len(text)
    return sum(_cells(c) for c in text)


def _cells(char: str) -> int:
    if combining(char) or category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(char) in ("W", "F") else 1


def lines(block: Block) -> Iterator[str]:
    if not isinstance(block, Grid):
        yield visible(block.text)
        return
    table = [[c.title for c in block.columns], *([visible(cell) for cell in row] for row in block.rows)]
    widths = [max(width(row[i]) for row in table) for i in range(len(block.columns))]
    for row in table:
        yield _aligned(row, widths, [c.right for c in block.columns])


def _aligned(row: Sequence[str], widths: Sequence[int], rights: Sequence[bool]) -> str:
    cells = []
    for text, full, right in zip(row, widths, rights, strict=True):
        room = " " * (full - width(text))
        cells.append(room + text if right else text + room)
    return GAP.join(cells).rstrip()
