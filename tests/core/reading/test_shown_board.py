"""What phones get of a board's clocks while the organiser has paused the round, and after it."""

from __future__ import annotations

import pytest

from muster.core.book.tracker.board import Board, BoardPart, Fold, Headline, Notice, PlayersClock, Press, RoundTime
from muster.core.book.tracker.tracker import Now
from muster.core.reading.shown_board import shown_board

GO = Press("Go", "go", runs=1)
AFTER = Now(at=9_000, round=4_000, paused_for=500)
PAUSED = Now(at=9_000, round=4_000, runs=False, paused_for=500)


def clock(left: int, since: int, *, running: bool, press: Press | None = None) -> PlayersClock:
    return PlayersClock("Ann", left, since, running, press=press)


def only(part: BoardPart, now: Now) -> BoardPart:
    """The part as it is shown, without what is said about the pause."""
    return shown_board(Board((part,)), now).parts[-1]


def test_without_a_pause_a_board_is_as_the_game_made_it() -> None:
    board = Board((clock(60_000, 8_000, running=True),), (GO,))
    assert shown_board(board, Now(at=9_000, round=5_000)) is board


@pytest.mark.parametrize("now", [AFTER, PAUSED], ids=["after it", "in it"])
def test_clocks_are_told_by_the_servers_time(now: Now) -> None:
    """A second of the running one is gone; one that runs out has nothing left, one that waits has all it had."""
    runs = now is AFTER
    assert only(clock(60_000, 8_000, running=True), now) == clock(59_000, 9_500, running=runs)
    assert only(clock(400, 8_000, running=True), now) == clock(0, 9_500, running=runs)
    assert only(clock(60_000, 8_000, running=False), now) == clock(60_000, 9_500, running=False)
    for running in (True, False):
        shown = only(RoundTime(3_000, 8_000, running, 80_000, "left"), now)
        assert shown == RoundTime(4_000 if running else 3_000, 9_500, running and runs, 80_000, "left")
    folded = only(Fold("More", (clock(60_000, 8_000, running=True),)), now)
    assert folded == Fold("More", (clock(59_000, 9_500, running=runs),))


def test_in_a_pause_nothing_sets_a_clock_going() -> None:
    """Said first, unless the game is over; the same presses start clocks once the round continues."""
    waits = Press("Go", "go")
    board = Board((Headline("Turn 1"), clock(60_000, 9_000, running=True, press=GO)), (GO,))
    shown = shown_board(board, PAUSED)
    assert isinstance(shown.parts[0], Notice) and shown.parts[1] == Headline("Turn 1")
    assert shown.parts[2] == clock(60_000, 9_500, running=False, press=waits) and shown.presses == (waits,)
    again = shown_board(board, AFTER)
    assert again.parts[1] == clock(60_000, 9_500, running=True, press=GO) and again.presses == (GO,)
    first = Now(at=9_000, round=4_000, runs=False)
    assert isinstance(shown_board(board, first).parts[0], Notice)
    over = shown_board(Board((Headline("You won"),), (GO,), over=True), PAUSED)
    assert over.parts == (Headline("You won"),)
