"""A board as a scoreboard: each player has what is theirs, and what nobody reads at a glance is left out."""

from __future__ import annotations

from muster.core.book.tracker.board import (
    Board,
    Course,
    Fold,
    Gauge,
    Headline,
    Notice,
    PlayersClock,
    RoundTime,
    ScoreRow,
    ScoreTable,
    Stated,
    Steps,
    Tick,
    Tone,
)
from muster.web.drawing.scoreboard import Half, Scoreboard, scoreboard

NOTHING = Half((), (), (), None)


def test_an_empty_board() -> None:
    assert scoreboard(Board()) == Scoreboard((NOTHING, NOTHING), "", "", (), (), "", (), None)


def test_each_part_is_where_viewers_look_for_it() -> None:
    second, first = (PlayersClock("time", 60_000, 0, running=side == 1, side=side) for side in (1, 0))
    shared, time = PlayersClock("both", 1, 0, running=False), RoundTime(0, 0, True, 60_000, "the end")
    own, provinces, favor = Stated("honor", "11", 0), Gauge("provinces", 1, 4, side=1), Stated("Favor", "nobody")
    row = ScoreRow("Losses", "2", "6")
    board = Board(
        (
            second,
            first,
            shared,
            own,
            provinces,
            favor,
            Steps(("Dynasty", "Draw"), 1),
            Headline("Turn 2"),
            Headline("Later"),
            Notice("how to do it"),
            Notice("Time is called", Tone.LATE),
            Notice("and so on", Tone.WRONG),
            ScoreTable(("Ann", "Bo"), (row,)),
            Course(("1a", "1b"), ((2, 1), (0, 4))),
            Tick("to do", done=False),
            Fold("more", (Stated("hidden", "1", 0),)),
            time,
        )
    )
    assert scoreboard(board) == Scoreboard(
        (Half((first,), (own,), (), 3), Half((second,), (), (provinces,), 4)),
        "Draw",
        "Turn 2",
        (favor,),
        (row,),
        "Time is called",
        (shared,),
        time,
    )
    assert scoreboard(Board((Steps(("one",), 1),))).phase == "", "all steps are done"
