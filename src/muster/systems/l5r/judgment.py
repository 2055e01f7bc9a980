"""Emperor's Judgment: who wins a game that ran out of time. Nothing here knows of clocks or points of the event."""

from __future__ import annotations

from dataclasses import dataclass

PER_BROKEN_PROVINCE = 2
MOST_FOR_PROVINCES = 6
FOR_MORE_HONOR = 2
FOR_THE_FAVOR = 1


@dataclass(frozen=True, slots=True)
class Position:
    """One player's side at the end: their own broken provinces, honor, and the Imperial Favor."""

    broken: int
    honor: int
    favor: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """Both sides' counts. `winner` is 0 or 1, None while the count is level and no decider is known."""

    points: tuple[int, int]
    winner: int | None

    @property
    def level(self) -> bool:
        return self.points[0] == self.points[1]


def count(own: Position, other: Position) -> int:
    """What one side scores."""
    points = min(PER_BROKEN_PROVINCE * other.broken, MOST_FOR_PROVINCES)  # L5R-120, L-16: the opponent's provinces
    if own.honor > other.honor:  # L5R-121: with equal honor, nobody
        points += FOR_MORE_HONOR
    if own.favor:  # L5R-122
        points += FOR_THE_FAVOR
    return points


def judge(a: Position, b: Position, decider: int | None = None) -> Verdict:
    """L5R-123: more points win; if level, whoever decided in set-up who is first player (L-20: not the first
    player).
    """
    points = count(a, b), count(b, a)
    if points[0] == points[1]:
        return Verdict(points, decider)
    return Verdict(points, 0 if points[0] > points[1] else 1)
