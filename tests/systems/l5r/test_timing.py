"""What the clock of a round does to a result."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.kit.model import Ending
from muster.systems.l5r.timing import Lateness, RoundMinutes, lateness, marks
from tests.systems.l5r.desk import DAN, EMILY, game, golden, points, settings

VECTORS = golden("V-L5R-TIME")["rows"]
BOOK = RoundMinutes(65, 70, 75)


@pytest.mark.parametrize("row", VECTORS)
def test_vectors(row: Any) -> None:
    """L5R-110 L5R-112 L5R-116 L5R-118 L5R-124 L5R-126 L-15 L-37: how and when to points."""
    how, decided_at, slip_at, _, _, won, lost = row
    if how == "concession":
        played = game(ending=Ending.CONCESSION, by=[EMILY], decided_at=decided_at, slip_at=slip_at)
    else:
        played = game(winner="a", how=how.split()[0], decided_at=decided_at, slip_at=slip_at)
    assert points(played) == (won, lost)


def test_a_minute_that_nobody_noted_is_in_time_however_short_the_round() -> None:
    """L5R-118: not even when all play stops at minute 1."""
    assert lateness(RoundMinutes(1, 1, 1), judged=True, decided_at=None, slip_at=None) is Lateness.IN_TIME


def test_marks_follow_the_length_of_the_round() -> None:
    """L5R-082 L-13 L-18: 65/70/75, in the final 100/105/110, an extension moves all three."""
    assert marks(settings()) == BOOK
    assert marks(settings(), final=True) == RoundMinutes(100, 105, 110)
    assert marks(settings(), extended=True) == RoundMinutes(70, 75, 80)
    assert marks(settings(extension_minutes=8, round_minutes=50), extended=True) == RoundMinutes(58, 63, 68)
    assert marks(settings(slip_offset=2, stop_offset=4)) == RoundMinutes(65, 67, 69)


@pytest.mark.parametrize(
    ("judged", "decided_at", "slip_at", "late"),
    [
        (False, None, None, Lateness.IN_TIME),
        (False, 70, 70, Lateness.IN_TIME),
        (False, None, 71, Lateness.SLIP),
        (False, 71, None, Lateness.SLIP),
        (False, 75, 75, Lateness.SLIP),
        (True, None, None, Lateness.IN_TIME),
        (True, 70, 70, Lateness.IN_TIME),
        (True, 70, 71, Lateness.SLIP),
        (True, 71, 71, Lateness.JUDGED),
        (True, 74, 90, Lateness.JUDGED),
        (True, 75, None, Lateness.STOP),
        (True, 78, 79, Lateness.STOP),
    ],
)
def test_edges(judged: bool, decided_at: int | None, slip_at: int | None, late: Lateness) -> None:
    """L5R-116 L5R-118 L5R-124: minute 70 is still in time, minute 75 is the stop; a blank minute was in time."""
    assert lateness(BOOK, judged=judged, decided_at=decided_at, slip_at=slip_at) is late


def test_the_organiser_waives_a_late_slip_only() -> None:
    """L-17: the waiver helps against the slip, not against a judgment after the call or at the stop."""
    assert points(game(winner="b", decided_at=40, slip_at=80, waived=True)) == (1, 10)
    assert points(game(winner="b", how="judgment", decided_at=67, slip_at=80, waived=True)) == (1, 10)
    assert points(game(winner="b", how="judgment", decided_at=72, slip_at=73, waived=True)) == (0, 10)
    assert points(game(winner="b", how="judgment", decided_at=75, slip_at=76, waived=True)) == (0, 6)


def test_an_extension_moves_the_marks_of_its_table() -> None:
    """L5R-053 L-18: with five minutes more, a slip at 75 is in time and play stops at 80."""
    assert points(game(winner="a", decided_at=74, slip_at=75, extended=True)) == (10, 1)
    assert points(game(winner="a", slip_at=76, extended=True)) == (10, 0)
    assert points(game(winner="a", how="judgment", decided_at=79, extended=True)) == (10, 0)
    assert points(game(winner="a", how="judgment", decided_at=80, extended=True)) == (6, 0)


def test_a_late_slip_of_a_concession() -> None:
    """L5R-112 L-37: the conceder loses 1-10, after the last call 0-10."""
    assert points(game(ending=Ending.CONCESSION, by=[DAN])) == (1, 10)
    assert points(game(ending=Ending.CONCESSION, by=[DAN], slip_at=71)) == (0, 10)
    assert points(game(ending=Ending.CONCESSION, by=[DAN], slip_at=71, waived=True)) == (1, 10)
