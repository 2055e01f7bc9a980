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
    """`right`: for numbers. `flex`: long texts, which wrap first on a narrow terminal."""

    title: str
    right: bool = False
    flex: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """A table. `dim`: the indices of rows that matter less."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    dim: frozenset[int] = frozenset()


Block = Line | Grid


@dataclass(slots=True)
class Answer:
    """`data` is what `--json` prints beside `"ok": true`; `blocks` may be a generator, which is then shown as it runs.

    `text` replaces both if a command outputs a file, such as an export or, as bytes, a PDF.
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
    """Something to look at before continuing."""
    return Line(f"! {text}", "warn")
