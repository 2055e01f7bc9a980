"""What a definition may say, what it means where it is silent, and the sentence for everything that is wrong."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput, Refusal, UnknownKey
from muster.systems.custom import DEFAULT, SYSTEM, build
from muster.systems.custom.definition import DifferencePay, Size, Worth, read

GAMES: dict[str, Any] = {"name": "T", "points": {"win": 3, "draw": 1}, "result": {"high": 2}}


def changed(**tables: Any) -> dict[str, Any]:
    """The small definition with whole tables added, or left out with None."""
    return {key: value for key, value in {**deepcopy(GAMES), **tables}.items() if value is not None}


def margin(*rows: tuple[Any, ...], high: int | None = 10, **result: Any) -> dict[str, Any]:
    """Rows of from, to (None: left out), winner, loser."""
    tables = [
        {"from": low, **({} if up is None else {"to": up}), "winner": winner, "loser": loser}
        for low, up, winner, loser in rows
    ]
    limits = {} if high is None else {"high": high}
    return {"name": "T", "margin": tables, "result": {**limits, **result}, "bye": {"score": [5, 0]}}


def sentence(definition: Any) -> str:
    with pytest.raises(Refusal) as refused:
        build(definition)
    assert type(refused.value) in (BadInput, UnknownKey)
    return str(refused.value)


def test_the_default_is_a_plain_swiss() -> None:
    assert (SYSTEM.key, SYSTEM.name, SYSTEM.points_name) == ("custom", "Swiss", "points")
    assert [t.key for t in SYSTEM.tiebreaks(Settings(SYSTEM.options))] == [
        "opponents_match_win",
        "game_win",
        "opponents_game_win",
    ]
    assert [(f.key, f.low, f.high, f.per_side) for f in SYSTEM.result_fields] == [("score", 0, 2, True)]


def test_what_is_left_out() -> None:
    d = read(GAMES)
    assert (d.points_name, d.scores.label, d.scores.low, d.scores.draws, d.scores.drawn_games) == (
        "points",
        "score",
        0,
        True,
        False,
    )
    assert isinstance(d.worth, Worth)
    assert d.worth.rows == (DifferencePay(0, 0, 1, 1), DifferencePay(1, None, 3, 0))
    assert (d.bye_points, d.bye_score, d.concession, d.unpaired) == (3, (2, 0), (2, 0), 0)
    assert (d.first, d.later, d.avoid_circle, d.limit_downs) == ("random", "groups", "never", False)
    assert d.tiebreaks == ()


def test_a_game_without_draws_pays_wins_and_losses_alone() -> None:
    d = read(changed(points={"win": 3, "loss": 1}, result={"high": 2, "draws": False}))
    assert d.worth == Worth((DifferencePay(1, None, 3, 1),), by_margin=False)


@pytest.mark.parametrize("draw", [0, 3])
def test_a_draw_may_pay_like_a_loss_or_a_win(draw: int) -> None:
    d = read(changed(points={"win": 3, "draw": draw}))
    assert d.worth == Worth((DifferencePay(0, 0, draw, draw), DifferencePay(1, None, 3, 0)), by_margin=False)


def test_two_scores_together() -> None:
    """From the least that a win can be to twice the largest number."""
    for right in (5, 2_000_000):
        assert read(changed(result={"low": 2, "together": right}, bye={"score": [3, 2]})).scores.together == right
    for wrong in (4, 2_000_001):
        said = sentence(changed(result={"low": 2, "together": wrong}, bye={"score": [3, 2]}))
        assert said == f"[result] together: “{wrong}” should be a whole number from 5 to 2000000."
    assert read(changed(result={"high": 2, "together": 2})).scores.together == 2


@pytest.mark.parametrize("half", ["1/2", "0.5", "0.50", "2/4"])
def test_fractions_are_exact(half: str) -> None:
    d = read(changed(points={"win": 1, "draw": half}))
    assert isinstance(d.worth, Worth)
    assert d.worth.rows[0].winner == Fraction(1, 2)


def test_a_margin_table_may_end_at_the_largest_difference() -> None:
    assert read(margin((0, 0, 1, 1), (1, 10, 2, 0))).worth.most == 2
    assert read(margin((1, 10, 2, 0), draws=False)).worth.least == 0


def test_margins_that_are_right() -> None:
    narrow = {**margin((0, 0, 1, 1), (1, 8, 2, 0), low=2), "bye": {}}
    assert read(narrow).worth.by_margin is True, "8 is the widest difference from 2 to 10"
    never_level = read(margin((0, None, 2, 0), draws=False)).worth
    assert isinstance(never_level, Worth) and never_level.rows == (DifferencePay(0, None, 2, 0),)


@pytest.mark.parametrize(
    "pairing",
    [
        {"first": "seeded_fold"},
        {"later": "fold", "avoid_circle": "first"},
        {"later": "neutral", "avoid_circle": "first"},
        {"later": "groups", "avoid_circle": "always", "limit_downs": True},
        {"later": "stack", "limit_downs": False},
    ],
)
def test_wishes_that_go_together(pairing: dict[str, Any]) -> None:
    d = read(changed(pairing=pairing))
    assert {key: getattr(d, key) for key in pairing} == pairing


def test_a_structure_by_the_number_of_players() -> None:
    rows = [{"up_to": 2, "rounds": 1}, {"up_to": 8, "rounds": 3}, {"rounds": 50, "cut": 4}]
    assert read(changed(structure={"table": rows})).sizes == (Size(2, 1, 0), Size(8, 3, 0), Size(None, 50, 4))
    assert read(changed(structure={"table": rows[:2]})).sizes == (Size(2, 1, 0), Size(8, 3, 0))
    assert read(changed(structure={"rounds": 50, "cut": 1024})).sizes == (Size(None, 50, 1024),)
    assert read(GAMES).sizes == (Size(None, None, 0),)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        (changed(structure={"cut": 1025}), "[structure] cut: “1025” should be a whole number from 0 to 1024."),
        (changed(structure={"rounds": 51}), "[structure] rounds: “51” should be a whole number from 1 to 50."),
        (changed(structure={"table": [{"up_to": 1, "rounds": 1}]}), "up_to: “1” should be a whole number from 2 to"),
        (changed(table={"chess_clock": 601}), "[table] chess_clock: “601” should be a whole number from 0 to 600."),
        (changed(table={"counters": list("abcdefg")}), "[table] counters: “"),
    ],
)
def test_beyond_the_limits(definition: Any, said: str) -> None:
    assert said in sentence(definition)


def test_at_the_limits() -> None:
    d = read(changed(table={"chess_clock": 600, "counters": list("abcdef")}))
    assert (d.chess_clock, d.counters) == (600, tuple("abcdef"))
    assert (read(GAMES).chess_clock, read(GAMES).counters, read(GAMES).lists) == (0, (), None)
    assert read(changed(lists={"points": 1000})).lists is not None


def test_a_concession_without_a_highest_score_counts_like_a_bye() -> None:
    d = read(changed(result={}, bye={"score": [7, 1]}))
    assert d.concession == (7, 1)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        ([], "The definition: “[]” should be a table with the keys name, points_name, points, margin,"),
        (changed(name=None), "The definition has no “name”: it should be one line of text of up to 80 characters."),
        (changed(name=7), "The definition name: “7” should be one line of text of up to 80 characters."),
        (changed(name=" "), "The definition name: “ ” should be one line of text"),
        (changed(name="a\nb"), "should be one line of text"),
        (changed(name="x" * 81), f"The definition name: “{'x' * 39}…” should be"),
        (changed(pionts={}), "No key of the definition is called “pionts”; did you mean “points”?"),
        (changed(points={"wn": 3}), "No key of [points] is called “wn”; did you mean “win”?"),
        (changed(points=[1]), "[points]: “[1]” should be a table with the keys win, draw, loss, score."),
        (changed(points={}), "[points] has no “win”: it should be a number from 0 to 1000000, whole or as text such"),
        (changed(points={"win": 3}), "[points] has no “draw”: it should be a number"),
        (changed(points={"win": -3, "draw": 1}), "[points] win: “-3” should be a number from 0 to 1000000,"),
        (changed(points={"win": "-1/2", "draw": 1}), "[points] win: “-1/2” should be a number"),
        (changed(points={"win": 0.5, "draw": 0}), "[points] win: “0.5” should be a number"),
        (changed(points={"win": "1e9", "draw": 0}), "[points] win: “1e9” should be a number"),
        (changed(points={"win": "1/0", "draw": 0}), "[points] win: “1/0” should be a number"),
        (changed(points={"win": True, "draw": 0}), "[points] win: “true” should be a number"),
        (changed(points={"win": 1000001, "draw": 0}), "[points] win: “1000001” should be a number"),
        (changed(points={"win": 1, "draw": 1, "loss": 1}), "[points] win: “1” should be more than the 1 of a loss."),
        (changed(points={"win": 3, "draw": 4}), "[points] draw: “4” should be from the 0 of a loss to the 3 of a win."),
        (changed(points={"win": 3, "draw": 0, "loss": 1}), "[points] draw: “0” should be from the 1 of a loss"),
        (changed(result={"high": 2, "draws": False}), "[points] draw has no use: [result] draws is false,"),
        (changed(points=None), "The definition has neither [points] nor [[margin]]: it should have one of them,"),
        (changed(margin=[{}]), "The definition has both [points] and [[margin]]: it should have one of them,"),
    ],
)
def test_wrong_names_and_points(definition: Any, said: str) -> None:
    assert said in sentence(definition)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        ({"name": "T", "margin": [], "result": {"high": 2}}, "[[margin]] has no rows: give it at least one,"),
        (
            {"name": "T", "margin": {}, "result": {"high": 2}},
            "margin: “{}” should be rows that each begin with [[margin]]",
        ),
        (
            margin((0, 0, 1, 1), (2, None, 2, 0)),
            "[[margin]] row 2 from: “2” makes the rows leave a gap; it should be 1,",
        ),
        (margin((0, 3, 1, 1), (3, None, 2, 0)), "[[margin]] row 2 from: “3” makes the rows overlap; it should be 4,"),
        (margin((0, None, 1, 1), (3, None, 2, 0)), "[[margin]] row 1 has no “to”: it should be a whole number from 0"),
        (margin((1, None, 2, 0)), "[[margin]] row 1 from: “1” should be 0, the smallest difference there can be."),
        (margin((2, None, 2, 0), draws=False), "[[margin]] row 1 from: “2” should be 1, the smallest difference"),
        (margin((0, 0, 1, 1), (1, 9, 2, 0)), "[[margin]] row 2 to: “9” should be 10 or more, or left out."),
        (
            margin((0, 0, 1, 1), (1, 9, 2, 0), high=None),
            "[[margin]] row 2 to: “9” should be left out, so that the row covers every larger difference.",
        ),
        (margin((0, 0, 1, 1), (5, 4, 2, 0)), "[[margin]] row 2 to: “4” should be a whole number from 5 to 1000000."),
        (
            margin((0, 0, 1, 1), (1, None, 0, 2)),
            "[[margin]] row 2 winner: “0” should be 2 or more, the loser’s points.",
        ),
        (margin((0, None, 2, 0)), "[[margin]] row 1 winner: “2” should be 0 like the loser’s, as a difference of 0"),
        (margin((0, None, 2, 2)), "[[margin]] pays winner and loser the same in every row: in one row the winner"),
        (margin((0, 0, 1, 1), (1, None, 2, -1)), "[[margin]] row 2 loser: “-1” should be a number from 0"),
    ],
)
def test_wrong_margins(definition: Any, said: str) -> None:
    assert said in sentence(definition)


@pytest.mark.parametrize(
    ("definition", "said"),
    [
        (changed(result={"high": 0}), "[result] high: “0” should be a whole number from 1 to 1000000."),
        (changed(result={"low": -1}), "[result] low: “-1” should be a whole number from 0 to 1000000."),
        (changed(result={"high": "2.0"}), "[result] high: “2.0” should be a whole number"),
        (changed(result={"high": 2, "together": 1}), "[result] together: “1” should be a whole number from 2 to"),
        (changed(result={"high": 2, "draws": "no"}), "[result] draws: “no” should be true or false."),
        (changed(result={"high": 2, "score": ""}), "[result] score: “” should be one line of text"),
        (changed(result={}), "[bye] has no “score”: it should be two whole numbers from 0 to 1000000 in brackets,"),
        (changed(bye={"score": [3, 0]}), "[bye] score: “[3, 0]” should be two whole numbers from 0 to 2 in brackets."),
        (changed(bye={"score": [2]}), "[bye] score: “[2]” should be two whole numbers from 0 to 2 in brackets, such"),
        (changed(bye={"points": "x"}), "[bye] points: “x” should be a number"),
        (changed(concession={"score": [0, 2]}), "[concession] score: “0-2” should be a win for the first, who is"),
        (changed(concession={"score": [1, 1]}), "[concession] score: “1-1” should be a win for the first,"),
        (
            changed(result={}, bye={"points": 1, "score": [1, 1]}),
            "[concession] has no “score”: it should be two whole numbers from 0 to 1000000 in brackets, such as",
        ),
        (
            {**margin((0, 2, 1, 1), (3, None, 2, 0)), "concession": {"score": [6, 4]}},
            "[concession] score: “6-4” should be a win for the first,",
        ),
        (changed(unpaired={"points": -1}), "[unpaired] points: “-1” should be a number"),
        (changed(pairing={"later": "swiss"}), "No choice for [pairing] later is called “swiss”;"),
        (changed(pairing={"first": "oder"}), "No choice for [pairing] first is called “oder”; did you mean “order”?"),
        (
            changed(pairing={"avoid_circle": True}),
            "[pairing] avoid_circle: “true” should be one of never, first, always.",
        ),
        (
            changed(pairing={"avoid_circle": "first", "first": "seeded_fold"}),
            "[pairing] avoid_circle: “first” should be “never” with first = “seeded_fold”, where the seeds",
        ),
        (
            changed(pairing={"avoid_circle": "always", "later": "neutral"}),
            "[pairing] avoid_circle: “always” should be “never” or “first” with later = “neutral”,",
        ),
        (
            changed(pairing={"avoid_circle": "always", "later": "fold"}),
            "[pairing] avoid_circle: “always” should be “never” or “first” with later = “fold”,",
        ),
        (
            changed(pairing={"limit_downs": True, "later": "stack"}),
            "[pairing] limit_downs: “true” should be false with later = “stack”; only “groups” can use it.",
        ),
        (changed(structure={"rounds": 0}), "[structure] rounds: “0” should be a whole number from 1 to 50."),
        (changed(structure={"cut": 1}), "[structure] cut: “1” should be 0 for none, or 2 and more."),
        (changed(structure={"table": []}), "[[structure.table]] has no rows: give it at least one, or leave it out."),
        (
            changed(structure={"rounds": 3, "table": [{"rounds": 3}]}),
            "[structure] rounds and [[structure.table]] exclude each other: leave one of them out.",
        ),
        (
            changed(structure={"table": [{"up_to": 8, "rounds": 3}, {"up_to": 8, "rounds": 4}]}),
            "[[structure.table]] row 2 up_to: “8” should be a whole number from 9 to 1000000.",
        ),
        (
            changed(structure={"table": [{"rounds": 3}, {"up_to": 8, "rounds": 4}]}),
            "[[structure.table]] row 1 has no “up_to”: it should be a whole number from 2 to 1000000.",
        ),
    ],
)
def test_wrong_everything_else(definition: Any, said: str) -> None:
    assert said in sentence(definition)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({}, "[[tiebreak]] row 1 has no “key”: it should be one line of text"),
        ({"key": "buchholtz"}, "No tie-break ([[tiebreak]] row 1) is called “buchholtz”; did you mean “buchholz”?"),
        ({"key": "buchholz", "flor": 1}, "No key of [[tiebreak]] row 1 is called “flor”; did you mean “floor”?"),
        (
            {"key": "buchholz", "floor": "1/3"},
            "[[tiebreak]] row 1: “buchholz” has no “floor”; it takes cut_low, cut_high.",
        ),
        ({"key": "score", "base": 1}, "[[tiebreak]] row 1: “score” has no “base”; it takes nothing more."),
        ({"key": "buchholz", "cut_low": -1}, "[[tiebreak]] row 1 cut_low: “-1” should be a whole number from 0 to 50."),
        ({"key": "game_win", "floor": "4/3"}, "[[tiebreak]] row 1 floor: “4/3” should be a share from 0 to 1,"),
        ({"key": "wins", "count_byes": 1}, "[[tiebreak]] row 1 count_byes: “1” should be true or false."),
        ("wins", "[[tiebreak]] row 1: “wins” should be a table with the keys key, floor,"),
    ],
)
def test_wrong_tie_breaks(row: Any, said: str) -> None:
    assert said in sentence(changed(tiebreak=[row]))


def test_one_tie_break_twice() -> None:
    said = sentence(changed(tiebreak=[{"key": "wins"}, {"key": "wins", "count_byes": False}]))
    assert said == "[[tiebreak]] row 2: “Wins” appears twice, and the second one could never decide anything."


def test_buchholz_with_several_cuts_has_a_column_for_each() -> None:
    rows = [{"key": "buchholz", "cut_low": 1}, {"key": "buchholz"}, {"key": "buchholz", "cut_low": 1, "cut_high": 1}]
    rows += [{"key": "buchholz", "cut_low": 2, "cut_high": 1}, {"key": "buchholz", "cut_high": 1}]
    ties = read(changed(tiebreak=rows)).tiebreaks
    assert [(t.key, str(t.name)) for t in ties] == [
        ("buchholz", "Buchholz cut 1 lowest"),
        ("buchholz_2", "Buchholz"),
        ("buchholz_3", "Median Buchholz 1"),
        ("buchholz_4", "Buchholz cut 2 lowest, 1 highest"),
        ("buchholz_5", "Buchholz cut 1 highest"),
    ]


def test_building_leaves_the_definition_alone() -> None:
    before = deepcopy(DEFAULT)
    build(DEFAULT)
    assert before == DEFAULT


@pytest.mark.parametrize(
    ("points", "result", "wrong"),
    [
        ({"score": 1, "win": 3}, {"high": 6}, "[points] score and win exclude each other: leave one of them out."),
        ({"score": 1}, {}, "[points] score needs a [result] high, the most that a side can score."),
        ({"score": 0}, {"high": 6}, "[points] score: “0” should be more than 0, what every point of the score pays."),
        (
            {"score": -1},
            {"high": 6},
            "[points] score: “-1” should be a number from 0 to 1000000, whole or as text such",
        ),
    ],
)
def test_wrong_scores_that_pay(points: dict[str, Any], result: dict[str, Any], wrong: str) -> None:
    assert sentence(changed(points=points, result=result)).startswith(wrong)


def test_a_score_that_pays_itself_decides_bye_and_concession() -> None:
    d = read(changed(points={"score": "1/2"}, result={"high": 6}))
    assert (d.bye_points, d.bye_score, d.concession) == (3, (6, 0), (6, 0))
    assert (d.worth.most, d.worth.least, d.worth.by_margin) == (3, 0, False)
