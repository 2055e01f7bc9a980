"""Which taps came in late, from the entries of a table's journal."""

from __future__ import annotations

from muster.core.book.tracker.board import Board
from muster.core.book.tracker.tracker import TableSetup, Tap, Tracker
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.reading.late_taps import LateTaps, late_taps
from muster.core.reading.replay import replay
from muster.core.record.clock import utc_of
from muster.core.record.journal import Entry
from muster.core.record.table.facts import SideTaken, TableFact, TableOpened, TapMade

SECOND = 1_000


def play(state: int, tap: Tap) -> int:
    if tap.key == "refused":
        raise Refusal("No.")
    return state + 1


COUNTING: Tracker[int] = Tracker(
    begin=lambda setup: 0,
    play=play,
    later=lambda state, now: state,
    board=lambda state, eye, now: Board(),
    handover=lambda state: None,
)
OPENED = (0, TableOpened("counting", ("Ann", "Bo")))


def tapped(came: int, side: int | None, made: float, key: str = "more") -> tuple[int, TapMade]:
    """A tap made and received at these seconds."""
    return came, TapMade(key, side, round(made * SECOND), f"phone {side}", came)


def told(*facts: tuple[int, TableFact]) -> LateTaps | None:
    entries = [Entry(seq, utc_of(at * SECOND), Actor(), str(seq), fact) for seq, (at, fact) in enumerate(facts, 1)]
    game = replay(
        COUNTING,
        TableSetup(names=("Ann", "Bo"), settings=Settings((), {})),
        [fact for _, fact in facts if isinstance(fact, TapMade)],
    )
    return late_taps(entries, game)


def test_a_tap_is_late_from_ten_seconds_on() -> None:
    assert told(OPENED, tapped(20, 0, 10.001)) is None
    assert told(OPENED, tapped(20, 0, 10)) == LateTaps(0, 10 * SECOND, 10 * SECOND, 20 * SECOND)


def test_late_taps_of_one_phone_are_told_together_and_of_the_other_alone() -> None:
    """From the first to the last one made, and when the last arrived."""
    teo = (tapped(100, 1, 20), tapped(101, 1, 50), tapped(102, 1, 30))
    assert told(OPENED, *teo) == LateTaps(1, 20 * SECOND, 50 * SECOND, 102 * SECOND)
    assert told(OPENED, *teo, tapped(103, 0, 40)) == LateTaps(0, 40 * SECOND, 40 * SECOND, 103 * SECOND)
    assert told(OPENED, tapped(99, 0, 10), *teo) == told(OPENED, *teo)


def test_those_that_changed_nothing_are_left_out() -> None:
    assert told(OPENED, tapped(100, 1, 20), tapped(101, 1, 50, "refused")) == LateTaps(
        1, 20 * SECOND, 20 * SECOND, 101 * SECOND
    )
    assert told(OPENED, tapped(100, 1, 20, "refused")) is None


def test_what_comes_after_them_ends_it() -> None:
    """A tap that is not late, or another phone for a side."""
    assert told(OPENED, tapped(100, 1, 20), tapped(101, 0, 101)) is None
    assert told(OPENED, tapped(100, 1, 20), (101, SideTaken(1, "another"))) is None
