"""Coordinates for pictures, which the templates draw as SVG with classes, never with styles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from muster.app.rounds.bracket import Bracket, BracketGame
from muster.app.rounds.ranks import Ranks

BOX, ROW, GAP, PITCH, TOP = 236, 32, 56, 108, 64
"""A game in the bracket: width, height of a place, gap to the next round, distance between games, space above the
first.
"""

LETTERS = 25
"""How many letters of a name fit; the list below the picture has the full name."""


@dataclass(frozen=True, slots=True)
class GameBox:
    game: BracketGame
    x: int
    y: float


@dataclass(frozen=True, slots=True)
class BracketPicture:
    width: int
    height: float
    boxes: tuple[GameBox, ...]
    lines: tuple[str, ...]
    heads: tuple[tuple[int, str], ...]


def bracket_picture(bracket: Bracket) -> BracketPicture:
    boxes: list[GameBox] = []
    lines: list[str] = []
    middles = [TOP + ROW + PITCH * at for at in range(len(bracket.columns[0].games))]
    centres: list[float] = [float(middle) for middle in middles]
    for depth, column in enumerate(bracket.columns):
        x = depth * (BOX + GAP)
        boxes += [GameBox(game, x, y - ROW) for game, y in zip(column.games, centres, strict=True)]
        if depth + 1 < len(bracket.columns):
            half = x + BOX + GAP // 2
            joined = [(centres[at] + centres[at + 1]) / 2 for at in range(0, len(centres), 2)]
            lines += [f"M{x + BOX} {y:g}H{half}V{joined[at // 2]:g}H{x + BOX + GAP}" for at, y in enumerate(centres)]
            centres = joined
    height = middles[-1] + ROW + 24.0
    last = (len(bracket.columns) - 1) * (BOX + GAP)
    if bracket.third is not None:
        y = max(centres[0] + ROW + 56, height - 2 * ROW)
        boxes.append(GameBox(bracket.third, last, y))
        height = max(height, y + 2 * ROW + 24)
    heads = tuple((at * (BOX + GAP), column.name) for at, column in enumerate(bracket.columns))
    return BracketPicture(last + BOX + 2, height, tuple(boxes), tuple(lines), heads)


def shortened(name: str) -> str:
    return name if len(name) <= LETTERS else name[: LETTERS - 1].rstrip() + "…"


STEP, LEFT, HEAD, WIDE = 62, 18, 38, 25.0
"""The ranks: distance between rounds, left and upper edge, and the height of a rank that counts."""

REST = 440.0
"""The height that all other ranks share."""

DRAWN = 64
"""How many lines are drawn, the best ones; more would be a grey blur."""


@dataclass(frozen=True, slots=True)
class RankLine:
    """`look`: s the one picked, t inside the cut, n the first outside, l the rest."""

    path: str
    look: str
    name: str
    place: int
    y: float
    dots: tuple[tuple[int, float, int], ...]


@dataclass(frozen=True, slots=True)
class RankPicture:
    width: int
    height: float
    lines: tuple[RankLine, ...]
    rounds: tuple[tuple[int, int], ...]
    end: int
    labelled: int
    """How many, from the top, have their name beside the line."""
    cut_y: float | None
    marks: tuple[tuple[int, float], ...]
    """Ranks beyond the names, to read the narrow part of the scale."""


def rank_picture(ranks: Ranks, picked: int = 0) -> RankPicture | None:
    """None before two rounds: a single rank is not a line."""
    if len(ranks.rounds) < 2 or not ranks.careers:
        return None
    field = max(place for career in ranks.careers for place in career.places if place is not None)
    inside = ranks.cut if 0 < ranks.cut < field else 0
    wide = min(field, max(inside + 1, 9))
    narrow = min(WIDE, REST / max(field - wide, 1))

    def y(place: int) -> float:
        return HEAD + (place - 1) * WIDE if place <= wide else HEAD + (wide - 1) * WIDE + (place - wide) * narrow

    lines = []
    for career in ranks.careers[:DRAWN]:
        dots = tuple((LEFT + at * STEP, y(p), p) for at, p in enumerate(career.places) if p is not None)
        place = career.places[-1]
        assert place is not None, "careers are ordered by the last round"
        best = inside or 8
        look = (
            "s" if career.player == picked else "t" if place <= best else "n" if inside and place == best + 1 else "l"
        )
        lines.append(RankLine(_curve(dots), look, career.name, place, y(place), dots))
    named = [line.y for line in lines if line.look == "s"]
    end = LEFT + (len(ranks.rounds) - 1) * STEP
    lines.sort(key=lambda line: "ltns".index(line.look))
    marks = [p for p in range(8 * (wide // 8 + 1), field, 8) if p - wide >= 4] if narrow < WIDE else []
    marks = [p for p in marks if field - p >= 4] if marks else []
    return RankPicture(
        end + 190,
        y(field) + 14,
        tuple(lines),
        tuple((number, LEFT + at * STEP) for at, number in enumerate(ranks.rounds)),
        end,
        wide if narrow < WIDE else field,
        (y(inside) + y(inside + 1)) / 2 if inside else None,
        tuple((p, y(p)) for p in (*_sparse(marks, narrow), field) if not any(abs(y(p) - at) < 15 for at in named))
        if narrow < WIDE
        else (),
    )


def _sparse(marks: Sequence[int], narrow: float) -> list[int]:
    """Marks far enough apart for their numbers."""
    kept: list[int] = []
    for mark in marks:
        if not kept or (mark - kept[-1]) * narrow >= 18:
            kept.append(mark)
    return kept


def _curve(dots: Sequence[tuple[int, float, int]]) -> str:
    """A smooth line through the dots, level at each of them."""
    if not dots:
        return ""
    first, *_ = dots
    path = f"M{first[0]} {first[1]:g}"
    for (x, y, _), (x2, y2, _) in pairwise(dots):
        half = (x + x2) / 2
        path += f"C{half:g} {y:g} {half:g} {y2:g} {x2} {y2:g}"
    return path
