"""What a Bushido game is worth, which results exist, and what byes, concessions and double losses pay."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings, Value
from muster.core.kit.errors import BadInput
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome, PlayerId, Raw, Result, Score
from muster.core.kit.reasons import Reason
from muster.core.reading.words import say
from muster.core.record.player import Player
from muster.systems.bushido import SYSTEM
from tests.systems.bushido.desk import Desk, golden

ANN, BO = Player(PlayerId(1), "Ann", lot=1), Player(PlayerId(2), "Bo", lot=2)


def settings(**options: Value) -> Settings:
    return Settings(SYSTEM.options, options)


def game(values: dict[str, Raw], ending: Ending = Ending.PLAYED, *by: Player, **options: Value) -> Game:
    full = check_values(SYSTEM.result_fields, values, "a result", required=ending is Ending.PLAYED)
    return Game(ANN, BO, Result(full, ending, tuple(p.id for p in by)), settings(**options))


def played(*vp: int) -> tuple[Score, Score]:
    one = game({"vp": list(vp)})
    SYSTEM.check(one)
    return SYSTEM.score(one)


ROWS = golden("V-BUS-TP")["rows"]


@pytest.mark.parametrize(("a", "b", "tp_a", "tp_b"), [row for row in ROWS if row[2] is not None])
def test_victory_points_pay_tournament_points(a: int, b: int, tp_a: int, tp_b: int) -> None:
    """BUS-34 B-11: the ten rows of the table, each with its reason."""
    first, second = played(a, b)
    assert (first.points, second.points) == (tp_a, tp_b)
    assert first.why == Reason("vp_result", {"own": a, "theirs": b, "tp": tp_a}, "BUS-34")
    assert second.why == Reason("vp_result", {"own": b, "theirs": a, "tp": tp_b}, "BUS-34")


@pytest.mark.parametrize(("a", "b"), [row[:2] for row in ROWS if row[2] is None])
def test_other_scores_are_refused(a: int, b: int) -> None:
    """BUS-35: no other score exists."""
    with pytest.raises(BadInput, match=f"{a}"):
        played(a, b)


def test_exactly_ten_scores_exist() -> None:
    """BUS-35: of all scores the form lets through, ten pass the check."""
    passed = []
    for a in range(4):
        for b in range(4):
            try:
                passed.append((a, b, played(a, b)[0].points))
            except BadInput:
                continue
    assert len(passed) == 10
    assert {points for _, _, points in passed} == set(range(10))


def test_refusal_says_what_would_be_right() -> None:
    """BUS-35: the score refused is quoted, the scores that exist are listed."""
    with pytest.raises(BadInput) as caught:
        played(2, 2)
    assert caught.value.clause == "BUS-35"
    assert "2 for Ann and 2 for Bo " in str(caught.value)
    assert "3-0, 2-0, 2-1, 1-0, 1-1, 0-0, 0-1, 1-2, 0-2, 0-3" in str(caught.value)


@pytest.mark.parametrize(
    ("vp", "outcomes"),
    [
        ((1, 0), (Outcome.WIN, Outcome.LOSS)),
        ((1, 2), (Outcome.LOSS, Outcome.WIN)),
        ((1, 1), (Outcome.DRAW, Outcome.DRAW)),
        ((0, 0), (Outcome.DRAW, Outcome.DRAW)),
    ],
)
def test_more_victory_points_win_the_game(vp: tuple[int, int], outcomes: tuple[Outcome, Outcome]) -> None:
    """BUS-37: games won, the first tie-breaker, are those with more victory points."""
    first, second = played(*vp)
    assert (first.outcome, second.outcome) == outcomes


def test_result_form() -> None:
    """BUS-32 BUS-37: VP must be given; SP and VIM turns are for ties; nothing else is asked."""
    assert [(f.key, f.clause) for f in SYSTEM.result_fields] == [("vp", "BUS-32"), ("sp", "BUS-37"), ("vim", "BUS-37")]
    assert game({"vp": [1, 0]}).result.values == {"vp": [1, 0], "sp": [None, None], "vim": [None, None]}
    for bad in ({}, {"vp": [1, None]}, {"vp": [1, -1]}, {"vp": [1, 0], "sp": [-1, 0]}, {"vp": [1, 0], "vim": [0, 1]}):
        values: dict[str, Any] = bad
        with pytest.raises(BadInput):
            game(values)


def test_only_victory_points_pay() -> None:
    """BUS-15 BUS-32: scenario points and VIM turns leave the TP alone and are kept for the tie-breakers."""
    first, second = SYSTEM.score(game({"vp": [2, 1], "sp": [0, 12], "vim": [None, 1]}))
    assert (first.points, second.points) == (7, 2)
    assert (first.stats["sp"], second.stats["sp"]) == (0, 12)
    assert (first.stats["vim"], second.stats["vim"]) == (None, 1)


@pytest.mark.parametrize(
    ("loser", "option", "points"),
    [(BO, "3-0", (9, 0)), (ANN, "3-0", (0, 9)), (BO, "2-0", (8, 1)), (ANN, "2-1", (2, 7)), (BO, "1-0", (6, 3))],
)
def test_concession(loser: Player, option: str, points: tuple[int, int]) -> None:
    """B-12: the set win, by default the highest, for the opponent of the conceder."""
    first, second = SYSTEM.score(game({}, Ending.CONCESSION, loser, concession_score=option))
    assert (first.points, second.points) == points
    won, lost = (first, second) if loser is BO else (second, first)
    assert (won.outcome, won.why.code, won.why.clause) == (Outcome.WIN, "concession_win", "B-12")
    assert (lost.outcome, lost.why.code, lost.why.clause) == (Outcome.LOSS, "concession_loss", "B-12")


def test_concession_keeps_what_was_scored() -> None:
    """B-12: 3-0 is the default whatever was on the table; SP and VIM turns stay as scored."""
    first, second = SYSTEM.score(game({"vp": [0, 1], "sp": [2, 5], "vim": [None, 3]}, Ending.CONCESSION, BO))
    assert (first.points, second.points) == (9, 0)
    assert (first.stats["sp"], second.stats["sp"], second.stats["vim"]) == (2, 5, 3)


def test_disqualified_in_a_game() -> None:
    """B-12 X-11: one disqualified player loses as if conceding, two lose both."""
    first, second = SYSTEM.score(game({}, Ending.DISQUALIFIED, ANN))
    assert (first.points, first.why.code, second.points, second.why.code) == (
        0,
        "disqualified_loss",
        9,
        "disqualified_win",
    )
    first, second = SYSTEM.score(game({}, Ending.DISQUALIFIED, ANN, BO, concession_score="1-0"))
    assert first == second == SYSTEM.double_loss(settings())


def test_bye() -> None:
    """BUS-19 B-03 B-05: 7 TP, a win, no SP unless the event gives some, no VIM turn."""
    score = SYSTEM.bye(settings())
    assert (score.points, score.outcome, score.why) == (7, Outcome.WIN, Reason("bye_result", {"tp": 7}, "BUS-19"))
    assert score.stats == {"sp": 0}
    assert SYSTEM.bye(settings(bye_sp=4)).stats == {"sp": 4}


def test_missed_round_and_double_loss_pay_nothing() -> None:
    """X-04 X-11: 0 TP, a loss."""
    for score, clause in ((SYSTEM.unpaired(settings()), "X-04"), (SYSTEM.double_loss(settings()), "X-11")):
        assert (score.points, score.outcome, score.why.clause) == (0, Outcome.LOSS, clause)


def test_score_in_words() -> None:
    """BUS-34 BUS-19: what `why` tells a player."""
    event = Desk(["Ann", "Bo"]).event
    assert str(say(played(2, 1)[0].why, event, SYSTEM)) == "2-1 on victory points is worth 7 TP"
    assert str(say(SYSTEM.bye(settings()).why, event, SYSTEM)) == "a bye is worth 7 TP"


def test_made_up_results_are_legal() -> None:
    """BUS-35: a demo plays only games that exist, and all of them."""
    lots, seen = Lots("seed", "demo"), set()
    for _ in range(300):
        one = game(SYSTEM.invent(ANN, BO, settings(), lots))
        SYSTEM.check(one)
        seen.add(one.both("vp"))
    assert len(seen) == 10


def test_a_game_given_up_needs_no_score() -> None:
    """B-12: nothing has to be entered; missing scenario points count as none, so that ties can be decided."""
    given_up = game({}, Ending.CONCESSION, BO)
    SYSTEM.check(given_up)
    assert [score.stats["sp"] for score in SYSTEM.score(given_up)] == [0, 0]
    # A game lost by a penalty has no values at all.
    bare = Game(ANN, BO, Result({}, Ending.DISQUALIFIED, (BO.id,)), settings())
    assert [(score.points, score.stats["sp"], score.stats["vim"]) for score in SYSTEM.score(bare)] == [
        (9, 0, None),
        (0, 0, None),
    ]
