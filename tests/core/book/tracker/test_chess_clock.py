"""Two players' time: exact to the millisecond, whatever way it is read."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from muster.core.book.tracker.chess_clock import ChessClock

MINUTE = 60_000
steps = st.lists(st.tuples(st.integers(0, 5 * MINUTE), st.sampled_from([0, 1, None])), max_size=12)


def test_only_the_time_of_one_side_runs() -> None:
    clock = ChessClock((10 * MINUTE, 10 * MINUTE)).run(0, 0).run(1, 4 * MINUTE).run(None, 6 * MINUTE).at(9 * MINUTE)
    assert clock.left == (6 * MINUTE, 8 * MINUTE)
    assert clock.running is None and clock.out_at() is None


def test_it_stops_at_nothing_and_says_when() -> None:
    clock = ChessClock((MINUTE, MINUTE)).run(1, 5_000)
    assert clock.out_at() == 65_000
    assert clock.at(64_999).left == (MINUTE, 1)
    assert clock.at(90_000).left == (MINUTE, 0)


def test_a_time_before_the_last_one_takes_nothing_and_gives_nothing() -> None:
    clock = ChessClock((MINUTE, MINUTE)).run(0, 30_000)
    assert clock.at(10_000) == clock
    assert clock.run(1, 10_000).at(40_000).left == (MINUTE, 50_000)


def test_time_is_given_and_taken() -> None:
    clock = ChessClock((MINUTE, MINUTE)).run(0, 0)
    assert clock.give(0, 30_000, 10_000).left == (80_000, MINUTE)
    assert clock.give(1, -90_000, 10_000).left == (50_000, 0)


@given(steps, st.lists(st.integers(0, 60 * MINUTE), max_size=20))
def test_reading_it_in_between_changes_nothing(passed: list[tuple[int, int | None]], reads: list[int]) -> None:
    """Against a plain recount: the seconds that each side's time ran."""
    often = seldom = ChessClock((60 * MINUTE, 60 * MINUTE))
    now, ran, whose = 0, [0, 0], None
    for more, side in passed:
        for read in sorted(r for r in reads if now < r < now + more):
            often = often.at(read)
        if whose is not None:
            ran[whose] += more
        now, whose = now + more, side
        often, seldom = often.run(side, now), seldom.run(side, now)
    assert often.left == seldom.left == tuple(max(60 * MINUTE - one, 0) for one in ran)
