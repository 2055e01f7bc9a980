"""What matches, byes and missed rounds pay in a composed system, and the reason each one carries."""

from __future__ import annotations

import json
from fractions import Fraction
from string import Formatter
from typing import Any

import pytest

from muster.core.book.system import Game, System
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome, PlayerId, Raw, Result
from muster.core.record.player import Player
from muster.systems.custom import build, clauses
from muster.systems.custom.clauses import CLAUSES, SENTENCES

ANN, BEN = Player(PlayerId(1), "Ann", 1), Player(PlayerId(2), "Ben", 2)
POINTS = build(
    {
        "name": "Points",
        "points_name": "VP",
        "points": {"win": 1, "draw": "1/2", "loss": 0},
        "result": {"score": "games", "high": 2, "together": 3, "drawn_games": True},
        "unpaired": {"points": "0.25"},
    }
)
MARGIN = build(
    {
        "name": "Margin",
        "margin": [
            {"from": 0, "to": 2, "winner": 10, "loser": 10},
            {"from": 3, "to": 9, "winner": 14, "loser": 6},
            {"from": 10, "winner": 20, "loser": 1},
        ],
        "result": {"high": 24},
        "bye": {"points": 14, "score": [12, 6]},
    }
)
AS_SCORED = build({"name": "As scored", "points": {"score": "1/2"}, "result": {"high": 6}})
NO_DRAWS = build({"name": "No draws", "points": {"win": 3}, "result": {"high": 2, "draws": False}})


def settings(system: System, **values: Any) -> Settings:
    return Settings(system.options, values)


def game(
    system: System,
    a: int,
    b: int,
    drawn: int = 0,
    *,
    ending: Ending = Ending.PLAYED,
    by: tuple[PlayerId, ...] = (),
    elimination: bool = False,
) -> Game:
    values: dict[str, Raw] = {"score": [a, b]} if ending is Ending.PLAYED else {"score": [None, None]}
    if drawn:
        values["drawn"] = drawn
    return Game(ANN, BEN, Result(values, ending, by), settings(system), elimination)


def paid(system: System, a: int, b: int, **more: Any) -> list[tuple[Any, Outcome]]:
    return [(s.points, s.outcome) for s in system.score(game(system, a, b, **more))]


def test_cus_points_win_draw_and_loss() -> None:
    """CUS-POINTS: with an exact half for a draw."""
    assert paid(POINTS, 2, 1) == [(1, Outcome.WIN), (0, Outcome.LOSS)]
    assert paid(POINTS, 0, 2) == [(0, Outcome.LOSS), (1, Outcome.WIN)]
    assert paid(POINTS, 1, 1) == [(Fraction(1, 2), Outcome.DRAW)] * 2


def test_cus_points_paid_as_scored() -> None:
    """CUS-POINTS: each side has its own score, times what a point of it pays; the higher one has won."""
    assert paid(AS_SCORED, 5, 1) == [(Fraction(5, 2), Outcome.WIN), (Fraction(1, 2), Outcome.LOSS)]
    assert paid(AS_SCORED, 3, 3) == [(Fraction(3, 2), Outcome.DRAW)] * 2
    assert paid(AS_SCORED, 0, 0, ending=Ending.CONCESSION, by=(ANN.id,)) == [(0, Outcome.LOSS), (3, Outcome.WIN)]


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [(5, 5, (10, 10)), (7, 5, (10, 10)), (8, 5, (14, 6)), (5, 14, (6, 14)), (15, 5, (20, 1)), (24, 0, (20, 1))],
)
def test_cus_margin_by_the_difference(a: int, b: int, points: tuple[int, int]) -> None:
    """CUS-MARGIN: both ends of every row."""
    assert tuple(s.points for s in MARGIN.score(game(MARGIN, a, b))) == points


def test_a_row_that_pays_the_same_is_a_draw_except_in_elimination() -> None:
    assert paid(MARGIN, 7, 5) == [(10, Outcome.DRAW), (10, Outcome.DRAW)]
    assert paid(MARGIN, 7, 5, elimination=True) == [(10, Outcome.WIN), (10, Outcome.LOSS)]
    assert paid(MARGIN, 5, 5, elimination=True) == [(10, Outcome.DRAW), (10, Outcome.DRAW)]


def test_the_figures_that_tie_breaks_read() -> None:
    a, b = POINTS.score(game(POINTS, 1, 1, 1))
    assert a.stats == {"score": 1, "margin": 0, "game_wins": 1, "game_draws": 1, "games": 3} == b.stats
    a, b = MARGIN.score(game(MARGIN, 15, 5))
    assert a.stats == {"score": 15, "margin": 10, "game_wins": 15, "game_draws": 0, "games": 20}
    assert b.stats == {"score": 5, "margin": -10, "game_wins": 5, "game_draws": 0, "games": 20}


@pytest.mark.parametrize("ending", [Ending.CONCESSION, Ending.DISQUALIFIED])
def test_cus_concession_counts_by_its_score(ending: Ending) -> None:
    """CUS-CONCESSION: highest to lowest score, whoever it was; a disqualification likewise."""
    assert paid(MARGIN, 0, 0, ending=ending, by=(BEN.id,)) == [(20, Outcome.WIN), (1, Outcome.LOSS)]
    assert paid(MARGIN, 0, 0, ending=ending, by=(ANN.id,)) == [(1, Outcome.LOSS), (20, Outcome.WIN)]
    lost, won = POINTS.score(game(POINTS, 0, 0, ending=ending, by=(ANN.id,)))
    assert (lost.stats["games"], won.stats["game_wins"]) == (2, 2)
    word = "conceded" if ending is Ending.CONCESSION else "disqualified"
    assert [(s.why.code, s.why.clause) for s in (lost, won)] == [
        (word, clauses.CONCESSION),
        (f"opponent_{word}", clauses.CONCESSION),
    ]


def test_a_game_played_is_told_by_how_it_pays() -> None:
    """CUS-POINTS CUS-MARGIN."""
    assert [s.why.clause for s in POINTS.score(game(POINTS, 2, 0))] == [clauses.POINTS] * 2
    assert [(s.why.code, s.why.clause) for s in MARGIN.score(game(MARGIN, 15, 5))] == [("margin", clauses.MARGIN)] * 2


def test_one_point_is_not_one_points() -> None:
    """In any words: what a definition calls its points is for many of them."""
    paid = {"win": 1, "draw": "1/2"}
    chess = build({"name": "T", "points": paid, "points_name": "match points", "result": {"high": 1}})
    sides = chess.score(game(chess, 1, 0))
    assert [s.why.data["unit"] for s in sides] == ["match point", "match points"]
    assert chess.bye(settings(chess)).why.data["unit"] == "match point"
    assert chess.double_loss(settings(chess)).why.data["unit"] == "match points"
    stars = build({"name": "T", "points": paid, "points_name": "stars", "result": {"high": 1}})
    assert stars.bye(settings(stars)).why.data["unit"] == "stars", "nobody knows the singular of any word"


def test_cus_bye_is_worth_its_points_and_its_score() -> None:
    """CUS-BYE: the score decides whether it is a win, and its games count."""
    bye = MARGIN.bye(settings(MARGIN))
    assert (bye.points, bye.outcome, bye.stats["margin"]) == (14, Outcome.WIN, 6)
    assert POINTS.bye(settings(POINTS)).points == 1
    chess = build(
        {
            "name": "T",
            "points": {"win": 1, "draw": "1/2"},
            "result": {"high": 1},
            "bye": {"points": "1/2", "score": [0, 0]},
        }
    )
    half = chess.bye(settings(chess))
    assert (half.points, half.outcome, half.stats["games"]) == (Fraction(1, 2), Outcome.DRAW, 0)


def test_cus_unpaired_and_x_11_double_loss_hold_no_games() -> None:
    """CUS-UNPAIRED X-11: a missed round by its own value; a double loss gives both the loss value."""
    missed = POINTS.unpaired(settings(POINTS))
    assert (missed.points, missed.outcome, dict(missed.stats)) == (Fraction(1, 4), Outcome.LOSS, {})
    both = MARGIN.double_loss(settings(MARGIN))
    assert (both.points, both.outcome, dict(both.stats), both.why.clause) == (1, Outcome.LOSS, {}, "X-11")


def test_cus_result_refuses_what_cannot_be() -> None:
    """CUS-RESULT: a draw where there are none, more games than a match has."""
    with pytest.raises(BadInput, match="1-1 is a draw, and this event has none: one side should be higher"):
        NO_DRAWS.check(game(NO_DRAWS, 1, 1))
    with pytest.raises(BadInput, match="3 for Ann and 1 for Ben come to 4 games; it should be 3 or fewer together"):
        POINTS.check(game(POINTS, 3, 1))
    POINTS.check(game(POINTS, 2, 1))
    POINTS.check(game(POINTS, 1, 1, 3))
    NO_DRAWS.check(game(NO_DRAWS, 0, 0, ending=Ending.CONCESSION, by=(ANN.id,)))


def test_the_fields_to_fill_in() -> None:
    score, drawn = POINTS.result_fields
    assert (score.label, score.read("2-1"), score.low, score.high) == ("Games", [2, 1], 0, 2)
    assert drawn.check(None) == 0
    assert (drawn.required, drawn.low, drawn.high) == (False, 0, 99)
    assert [f.key for f in MARGIN.result_fields] == ["score"]


def test_the_keys_of_a_form_are_the_scores_that_can_be() -> None:
    """CUS-RESULT: from the best for oneself to the worst; none where a side has many values."""
    best_of_three = ((2, 0), (2, 1), (1, 0), (1, 1), (0, 0), (0, 1), (1, 2), (0, 2))
    assert POINTS.result_fields[0].scores == best_of_three
    assert NO_DRAWS.result_fields[0].scores == ((2, 0), (2, 1), (1, 0), (0, 1), (1, 2), (0, 2))
    assert MARGIN.result_fields[0].scores == AS_SCORED.result_fields[0].scores == ()
    for few in ({"low": 3, "high": 7}, {"high": 4}):
        assert (
            len(build({"name": "T", "points": {"win": 1, "draw": 0}, "result": few}).result_fields[0].scores) == 5 * 5
        )
    for many in ({"low": 3, "high": 8}, {"high": 5}):
        assert build({"name": "T", "points": {"win": 1, "draw": 0}, "result": many}).result_fields[0].scores == ()
    ends = {"bye": {"points": 1, "score": [1, 0]}, "concession": {"score": [1, 0]}}
    assert build({"name": "No top", "points": {"win": 1, "draw": 0}, **ends}).result_fields[0].scores == ()
    for a, b in ((a, b) for a in range(3) for b in range(3) if (a, b) not in best_of_three):
        with pytest.raises(BadInput):
            POINTS.check(game(POINTS, a, b))


def test_every_reason_has_a_sentence_a_clause_and_survives_json() -> None:
    why = [POINTS.unpaired(settings(POINTS)).why, POINTS.bye(settings(POINTS)).why]
    why.append(MARGIN.double_loss(settings(MARGIN)).why)
    for system in (POINTS, MARGIN):
        for ending in (Ending.CONCESSION, Ending.DISQUALIFIED):
            why += [s.why for s in system.score(game(system, 0, 0, ending=ending, by=(ANN.id,)))]
        why += [s.why for s in system.score(game(system, 2, 1))]
        why += [s.why for s in system.score(game(system, 1, 1))]
    for reason in why:
        assert reason.clause in CLAUSES
        assert json.loads(json.dumps(reason.data)) == reason.data
        named = {name for _, name, _, _ in Formatter().parse(SENTENCES[reason.code]) if name}
        assert named <= reason.data.keys()
    won = POINTS.score(game(POINTS, 2, 1))[0].why
    assert SENTENCES[won.code].format_map(won.data) == "2-1 on games is a win and pays 1 VP"
    drawn = POINTS.score(game(POINTS, 1, 1))[0].why
    assert SENTENCES[drawn.code].format_map(drawn.data) == "1-1 on games is a draw and pays 1/2 VP"
    one = MARGIN.score(game(MARGIN, 2, 14))[0].why
    assert SENTENCES[one.code].format_map(one.data) == "2-14 on score is a difference of 12 and pays 1 point"
    wide = MARGIN.score(game(MARGIN, 5, 14))[0].why
    assert SENTENCES[wide.code].format_map(wide.data) == "5-14 on score is a difference of 9 and pays 6 points"


@pytest.mark.parametrize("system", [POINTS, MARGIN, NO_DRAWS])
def test_invented_results_are_legal_and_varied(system: System) -> None:
    seen = set()
    for number in range(200):
        values = system.invent(ANN, BEN, settings(system), Lots("seed", str(number)))
        checked = {f.key: f.check(values.get(f.key)) for f in system.result_fields}
        result = Game(ANN, BEN, Result(checked), settings(system))
        system.check(result)
        seen.add(system.score(result)[0].outcome)
    assert seen == ({Outcome.WIN, Outcome.LOSS} if system is NO_DRAWS else set(Outcome))


def test_invented_results_have_a_winner_where_somebody_must_go_through() -> None:
    knockout = settings(POINTS, format="elimination")
    for number in range(100):
        score = POINTS.invent(ANN, BEN, knockout, Lots("seed", str(number)))["score"]
        assert isinstance(score, list)
        assert score[0] != score[1]
