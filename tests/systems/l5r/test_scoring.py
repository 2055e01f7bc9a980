"""Tournament points of every kind of round, and the reasons given."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.kit.model import Ending, Outcome, Result
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import DAN, EMILY, game, points, settings

FIGURES: dict[str, Any] = {"broken": [3, 4], "honor": [5, 10], "favor": [False, True], "decider": "a"}
LATE_OR_NOT: tuple[dict[str, Any], ...] = ({"decided_at": 40, "slip_at": 71}, {})


def test_keyed_results() -> None:
    """L5R-110 L5R-126: win 10, modified win 6, loss 1, modified loss 0, keyed without minutes."""
    assert points(game(winner="a")) == (10, 1)
    assert points(game(winner="b", result_kind="normal")) == (1, 10)
    assert points(game(winner="a", result_kind="modified_loss")) == (10, 0)
    assert points(game(winner="b", result_kind="modified")) == (0, 6)


def test_the_book_example_of_the_judgment() -> None:
    """L5R-118 L5R-125 L-15: nobody wins by minute 75; Emily has 9 to Dan's 6, a modified win and a modified loss."""
    played = game(decided_at=75, **FIGURES)
    assert points(played) == (0, 6)
    dan, emily = SYSTEM.score(played)
    assert (dan.outcome, emily.outcome) == (Outcome.LOSS, Outcome.WIN)
    assert (emily.why.code, emily.why.data, emily.why.clause) == (
        "stopped_won_counted",
        {"points": 6, "own": 9, "other": 6},
        "L5R-118",
    )
    assert (dan.why.code, dan.why.data) == ("stopped_lost_counted", {"points": 0, "own": 6, "other": 9})


def test_the_judgment_names_the_winner() -> None:
    """L5R-119 L5R-123 L5R-124: the numbers alone are enough; a winner entered as well must agree."""
    assert points(game(**FIGURES)) == (1, 10)
    assert points(game(winner="b", how="judgment", decided_at=72, **FIGURES)) == (0, 10)
    level = game(broken=[1, 1], honor=[7, 7], decider="a")
    assert points(level) == (10, 1)
    assert [s.why.code for s in SYSTEM.score(level)] == ["judged_won_level", "judged_lost_level"]


def test_disqualified_in_a_game() -> None:
    """L-40: the opponent wins 10; the game is a loss of 1 for who was sent out."""
    assert points(game(ending=Ending.DISQUALIFIED, by=[DAN])) == (1, 10)
    assert points(game(ending=Ending.DISQUALIFIED, by=[EMILY])) == (10, 1)
    # A game lost by a penalty has no values at all.
    bare = Game(DAN, EMILY, Result({}, Ending.DISQUALIFIED, (DAN.id,)), settings())
    assert [score.points for score in SYSTEM.score(bare)] == [1, 10]
    whys = [score.why for score in SYSTEM.score(game(ending=Ending.DISQUALIFIED, by=[DAN], slip_at=74))]
    assert [(why.code, why.clause) for why in whys] == [
        ("disqualified_loss", "L-40"),
        ("opponent_disqualified", "L-40"),
    ]


def test_a_card_that_cannot_be_replaced_is_a_concession() -> None:
    """L5R-054 L5R-056: the game of a player with a missing card is conceded, 1 to 10."""
    a, b = SYSTEM.score(game(ending=Ending.CONCESSION, by=[EMILY]))
    assert (a.points, b.points) == (10, 1)
    assert (a.why.clause, b.why.clause) == ("L5R-112", "L5R-112")
    assert (a.why.code, b.why.code) == ("conceded_to", "conceded")
    played_out = SYSTEM.score(game(winner="a"))[1].why
    assert (played_out.code, played_out.clause) == ("lost", "L5R-110")


def test_rounds_without_a_game() -> None:
    """L5R-085 L5R-090 L-01 L-05 X-11: a bye is a win, a missed round a loss of 1 (or 0), a double loss 0 each."""
    assert (SYSTEM.bye(settings()).points, SYSTEM.bye(settings()).outcome) == (10, Outcome.WIN)
    assert (SYSTEM.unpaired(settings()).points, SYSTEM.unpaired(settings()).outcome) == (1, Outcome.LOSS)
    assert SYSTEM.unpaired(settings(unpaired_loss_points=0)).points == 0
    assert (SYSTEM.double_loss(settings()).points, SYSTEM.double_loss(settings()).outcome) == (0, Outcome.LOSS)
    assert points(game(ending=Ending.DISQUALIFIED, by=[DAN, EMILY])) == (0, 0)


@pytest.mark.parametrize("kind", [None, "normal", "modified_loss", "modified"])
def test_elimination_only_has_a_winner(kind: str | None) -> None:
    """L5R-105 L-14 L-42: a winner and a loser and no points, however late it was."""
    played = game(winner="b", result_kind=kind, elimination=True)
    assert points(played) == (0, 0)
    assert [s.outcome for s in SYSTEM.score(played)] == [Outcome.LOSS, Outcome.WIN]


def test_elimination_is_judged_and_conceded_alike() -> None:
    """L5R-105 L-13 L-14: the final may run to minute 110; judgment and concession say who goes on."""
    judged = game(elimination=True, decided_at=110, **FIGURES)
    conceded = game(elimination=True, ending=Ending.CONCESSION, by=[EMILY])
    won = game(elimination=True, winner="a", decided_at=105)
    assert [points(g) for g in (judged, conceded, won)] == [(0, 0)] * 3
    assert [SYSTEM.score(g)[0].outcome for g in (judged, conceded, won)] == [Outcome.LOSS, Outcome.WIN, Outcome.WIN]


def test_reasons_say_the_figures() -> None:
    """L5R-116: the late slip is named with its minute and the last call."""
    _, lost = SYSTEM.score(game(winner="a", decided_at=40, slip_at=71))
    assert lost.why.clause == "L5R-116"
    assert SYSTEM.sentences[lost.why.code].format(**lost.why.data) == (
        "lost, and the slip came at minute 71, after the last call at 70: a modified loss, 0 tournament points"
    )


def test_a_slip_is_never_older_than_the_decision() -> None:
    """L5R-116: decided after the last call, the slip was late, even where nobody noted when it came."""
    _, lost = SYSTEM.score(game(winner="a", decided_at=72))
    assert (lost.why.code, lost.why.data["minute"]) == ("slip_late", 72)


def test_what_was_keyed_is_told_by_its_minutes_where_they_say_the_same() -> None:
    """L5R-116 L5R-126: a modified loss entered for a late slip is reported as the late slip."""
    late, untold = (SYSTEM.score(game(winner="a", result_kind="modified_loss", **more))[1] for more in LATE_OR_NOT)
    assert (late.why.code, untold.why.code) == ("slip_late", "modified_loss")
