"""A board as phones get it: by the server's time, and with nothing that runs while the round is paused."""

from __future__ import annotations

from muster.core.book.tracker.board import Board, Headline, Notice, PlayersClock, Press, RoundTime, Tone
from muster.core.book.tracker.tracker import Now
from muster.core.reading.shown_board import PAUSED, shown_board

RUNS, PAUSED_NOW = Now(100, 20, True, 30), Now(100, 20, False, 30)
BOARD = Board(
    (
        Headline("Turn 2"),
        PlayersClock("runs", 50, 90, True, press=Press("", "end", runs=1)),
        PlayersClock("waits", 50, 90, False),
        PlayersClock("nearly out", 5, 90, True),
        RoundTime(10, 90, True, 60, ""),
        RoundTime(10, 90, False, 60, ""),
    ),
    (Press("", "charge", runs=0),),
)


def times(board: Board) -> list[tuple[int, int, bool]]:
    """What is left or has run, since when, and whether it goes on."""
    clocks = [(p.left, p.since, p.running) for p in board.parts if isinstance(p, PlayersClock)]
    return clocks + [(p.run, p.since, p.running) for p in board.parts if isinstance(p, RoundTime)]


def runs(board: Board) -> list[int | None]:
    on_clocks = [p.press for p in board.parts if isinstance(p, PlayersClock) and p.press is not None]
    return [press.runs for press in (*on_clocks, *board.presses)]


def test_without_a_pause_it_is_as_the_game_made_it() -> None:
    for now in (Now(100), Now(100, 20), Now(100, None, False)):
        assert shown_board(BOARD, now) is BOARD


def test_after_a_pause_times_are_the_servers() -> None:
    """The game is at 100, the server 30 later; what has run since 90 is read off."""
    board = shown_board(BOARD, RUNS)
    assert times(board) == [
        (40, 130, True),
        (50, 130, False),
        (0, 130, True),
        (20, 130, True),
        (10, 130, False),
    ]
    assert runs(board) == [1, 0] and not any(isinstance(part, Notice) for part in board.parts)


def test_in_a_pause_nothing_runs_and_the_board_says_why() -> None:
    board = shown_board(BOARD, PAUSED_NOW)
    assert board.parts[:2] == (Notice(PAUSED, Tone.STOPPED), Headline("Turn 2"))
    assert [(value, running) for value, _, running in times(board)] == [
        (40, False),
        (50, False),
        (0, False),
        (20, False),
        (10, False),
    ]
    assert runs(board) == [None, None]


def test_it_is_told_from_the_first_moment_of_a_pause_and_not_of_a_game_that_is_over() -> None:
    assert shown_board(Board(), Now(100, 20, False)).parts == (Notice(PAUSED, Tone.STOPPED),)
    assert shown_board(Board(over=True), PAUSED_NOW).parts == ()
