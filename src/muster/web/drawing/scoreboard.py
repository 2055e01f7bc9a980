"""A board as a stream's scoreboard: each player's parts beside that player, shared parts between them.

What a viewer cannot take in at a glance is left out: lists of things to do, notes, models one by one.
"""

from __future__ import annotations

from dataclasses import dataclass

from muster.core.book.tracker.board import (
    Board,
    Course,
    Gauge,
    Headline,
    Notice,
    PlayersClock,
    RoundTime,
    ScoreRow,
    ScoreTable,
    Stated,
    Steps,
    Tone,
)
from muster.core.kit.language import Text


@dataclass(frozen=True, slots=True)
class Half:
    """One player's part. `score`: points so far, if the game counts them turn by turn."""

    clocks: tuple[PlayersClock, ...]
    stated: tuple[Stated, ...]
    gauges: tuple[Gauge, ...]
    score: int | None


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """`phase`: what is being done right now. `rows`: both players' numbers side by side.

    `notice`: the first thing viewers must know, such as that time is called.
    """

    halves: tuple[Half, Half]
    phase: Text
    heading: Text
    stated: tuple[Stated, ...]
    rows: tuple[ScoreRow, ...]
    notice: Text
    clocks: tuple[PlayersClock, ...]
    time: RoundTime | None


def scoreboard(board: Board) -> Scoreboard:
    """`board`: as everybody may see it, from neither side, so that its columns are in the order of the sides."""
    parts = board.parts
    return Scoreboard(
        halves=(_half(board, 0), _half(board, 1)),
        phase=next((p.names[p.at] for p in parts if isinstance(p, Steps) and p.at < len(p.names)), ""),
        heading=next((p.text for p in parts if isinstance(p, Headline)), ""),
        stated=tuple(p for p in parts if isinstance(p, Stated) and p.side is None),
        rows=tuple(row for p in parts if isinstance(p, ScoreTable) for row in p.rows),
        notice=next((p.text for p in parts if isinstance(p, Notice) and p.tone is not Tone.PLAIN), ""),
        clocks=tuple(p for p in parts if isinstance(p, PlayersClock) and p.side is None),
        time=next((p for p in parts if isinstance(p, RoundTime)), None),
    )


def _half(board: Board, side: int) -> Half:
    own = [part for part in board.parts if getattr(part, "side", None) == side]
    course = next((part for part in board.parts if isinstance(part, Course)), None)
    return Half(
        clocks=tuple(part for part in own if isinstance(part, PlayersClock)),
        stated=tuple(part for part in own if isinstance(part, Stated)),
        gauges=tuple(part for part in own if isinstance(part, Gauge)),
        score=None if course is None else sum(course.points[side]),
    )
