"""Emperor’s Judgment by the worked vectors and step by step."""

from __future__ import annotations

from typing import Any

import pytest

from muster.systems.l5r.judgment import Position, Verdict, count, judge
from tests.systems.l5r.desk import golden

VECTORS = golden("V-L5R-EJ")["rows"]


@pytest.mark.parametrize("row", VECTORS)
def test_vectors(row: Any) -> None:
    """L5R-119 L5R-120 L5R-121 L5R-122 L5R-123 L5R-125 L-16 L-20: count and winner, the book's example first."""
    a, b = (Position(broken, honor, bool(favor)) for broken, honor, favor in (row["a"], row["b"]))
    verdict = judge(a, b, "ab".index(row["decider"]))
    assert list(verdict.points) == row["points"]
    assert "ab"[verdict.winner or 0] == row["winner"]


@pytest.mark.parametrize(("broken", "points"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 6), (5, 6)])
def test_provinces_pay_the_other_side_up_to_six(broken: int, points: int) -> None:
    """L5R-120 L-16: two for each broken province of the opponent, six at most, nothing for one's own."""
    assert count(Position(0, 1), Position(broken, 1)) == points
    assert count(Position(broken, 1), Position(0, 1)) == 0


def test_honor_is_a_plain_number() -> None:
    """L5R-121 L-21: nought is a value like any other, and equal honor pays nobody."""
    assert judge(Position(0, 0), Position(0, 1)) == Verdict((0, 2), 1)
    assert judge(Position(0, 9), Position(0, 9), 0).points == (0, 0)


def test_level_without_a_decider_has_no_winner() -> None:
    """L5R-123 L-20: a level count hangs on who decided the first player."""
    assert judge(Position(1, 5), Position(1, 5)) == Verdict((2, 2), None)
    assert judge(Position(1, 5), Position(1, 5), 1) == Verdict((2, 2), 1)
    assert judge(Position(1, 6), Position(1, 5), 1) == Verdict((4, 2), 0)
