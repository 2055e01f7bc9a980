"""What a command answers: data for `--json`, and blocks of text and tables for people. No I/O, no terminal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

Look = Literal["plain", "title", "good", "warn", "dim"]


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence or heading."""

    text: str = ""
    look: Look = "plain"


@dataclass(frozen=True, slots=True)
class Column:
    """`right`: numbers. `flex`: long texts, which wrap first where the terminal is narrow."""

    title: str
    right: bool = False
    flex: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `dim` are the numbers of the rows that matter less."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    dim: frozenset[int] = frozenset()


Block = Line | Grid


@dataclass(slots=True)
class Answer:
    """`data` is what `--json` prints beside `"ok": true`; `blocks` may be a generator and is then shown as it goes.

    `text` replaces both where a command hands out a file, such as an export or, as bytes, a PDF.
    """

    data: Mapping[str, Any]
    blocks: Iterable[Block] = field(default_factory=tuple)
    text: str | bytes = ""
    exit_code: int = 0


def title(text: str) -> Line:
    return Line(text, "title")


def dim(text: str) -> Line:
    return Line(text, "dim")


def warn(text: str) -> Line:
    """Something to look at before going on."""
    return Line(f"! {text}", "warn")
