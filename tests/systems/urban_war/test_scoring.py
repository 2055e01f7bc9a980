"""Games, concessions, bonus points and byes in tournament points; results that are refused."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending, Outcome, PlayerId, Result
from muster.core.record.player import Player
from muster.systems.urban_war import SYSTEM
from muster.systems.urban_war.scoring import forces

Golden = Callable[[str], dict[str, Any]]
MakeGame = Callable[..., Game]

LOST = {"Light": 0, "Moderate": 3, "Heavy": 6, "Severe": 9}
"""The fewest losses of a force of 12 at each level."""


def points(game: Game) -> tuple[object, object]:
    SYSTEM.check(game)
    a, b = SYSTEM.score(game)
    return a.points, b.points


def told(game: Game, side: int) -> str:
    why = SYSTEM.score(game)[side].why
    assert why.clause in SYSTEM.clauses
    return SYSTEM.sentences[why.code].format(**why.data)


@pytest.mark.parametrize("a", LOST)
@pytest.mark.parametrize("b", LOST)
def test_points_come_from_both_sides_casualties(make_game: MakeGame, golden: Golden, a: str, b: str) -> None:
    """UW-13 UW-46 UW-52: relative casualties decide who scores what."""
    rows = {(row[0], row[1]): (row[4], row[5]) for row in golden("V-UW-RESULT")["rows"]}
    assert points(make_game(lost=[LOST[a], LOST[b]])) == rows[a, b]


def test_the_same_losses_weigh_more_on_a_smaller_force(make_game: MakeGame) -> None:
    """UW-13 UW-21: each side's losses are held against its own thresholds."""
    assert points(make_game(models=(4, 12), lost=[3, 3])) == (4, 20)


def test_outcome_and_reason_of_both_sides(make_game: MakeGame) -> None:
    """UW-48 UW-52: the lighter side wins, and the reason has every figure."""
    game = make_game(models=(12, 13), lost=[2, 10])
    a, b = SYSTEM.score(game)
    assert (a.outcome, b.outcome) == (Outcome.WIN, Outcome.LOSS)
    assert (a.why.clause, b.why.clause) == ("UW-52", "UW-52")
    assert told(game, 0) == (
        "Light casualties (2 of 12 models) against Severe (10 of 13): Crushing Victory pays 24 tournament points"
    )
    assert told(game, 1) == (
        "Severe casualties (10 of 13 models) against Light (2 of 12): Crushing Loss pays 0 tournament points"
    )
    drawn = SYSTEM.score(make_game(lost=[3, 5]))
    assert [s.outcome for s in drawn] == [Outcome.DRAW, Outcome.DRAW]


def test_who_withdraws_counts_as_severe_and_stays_in(make_game: MakeGame) -> None:
    """UW-50 U-30: 6 of 12 lost would be Heavy, but the side withdrew; this is not a concession."""
    game = make_game(lost=[6, 3], withdrew=[True, False])
    assert points(game) == (4, 20)
    assert told(game, 0) == (
        "withdrew, which counts as Severe casualties, against Moderate: Major Loss pays 4 tournament points"
    )
    assert SYSTEM.score(game)[1].why.clause == "UW-50"
    assert points(make_game(lost=[6, 3], withdrew=[False, False])) == (8, 16)


def test_two_withdrawals_are_a_draw(make_game: MakeGame) -> None:
    """U-19: both Severe; so is one wiped out while the other withdraws."""
    game = make_game(lost=[6, 7], withdrew=[True, True])
    assert points(game) == (12, 12)
    assert told(game, 0) == (
        "both sides withdrew, which counts as Severe casualties for each: Draw pays 12 tournament points"
    )
    assert points(make_game(lost=[12, 6], withdrew=[False, True])) == (12, 12)


def test_conceded_games(make_game: MakeGame, golden: Golden) -> None:
    """UW-54 U-12 V-UW-CONCEDE: the conceder counts as wiped out, the opponent's real losses count."""
    rows = []
    for level, lost in LOST.items():
        conceder, opponent = points(make_game(ending=Ending.CONCESSION, by=[1], lost=[0, lost]))
        rows.append([level, opponent, conceder])
    assert rows == golden("V-UW-CONCEDE")["rows"]


def test_conceding_on_the_other_side(make_game: MakeGame) -> None:
    """UW-54: whoever is named conceded, side a or side b."""
    game = make_game(ending=Ending.CONCESSION, by=[2], lost=[3, 0])
    assert points(game) == (20, 4)
    assert told(game, 0) == (
        "Moderate casualties (3 of 12 models) against an opponent who conceded, which counts as losing all 12: "
        "Major Victory pays 20 tournament points"
    )
    assert [s.why.clause for s in SYSTEM.score(game)] == ["UW-54", "UW-54"]


@pytest.mark.parametrize("values", [{}, {"lost": [None, None], "withdrew": [False, False], "bonus": [0, 0]}])
def test_conceding_before_the_game(make_game: MakeGame, values: dict[str, Any]) -> None:
    """U-31: no losses were given, so the opponent has none: 24-0."""
    for models in (1, 12):
        assert points(make_game(models=(models, models), ending=Ending.CONCESSION, by=[1], **values)) == (0, 24)


def test_a_concession_passes_the_form_without_figures() -> None:
    """U-31: the form may stay empty."""
    values = check_values(SYSTEM.result_fields, {}, "a result", required=False)
    assert values == {"lost": [None, None], "withdrew": [False, False], "bonus": [0, 0]}


def test_the_opponent_of_a_conceder_keeps_bonus_points(make_game: MakeGame) -> None:
    """UW-55: in a campaign; the conceder scores none."""
    campaign = {"campaign": True}
    game = make_game(ending=Ending.CONCESSION, by=[1], options=campaign, lost=[0, 2], bonus=[0, 3])
    assert points(game) == (0, 27)
    assert SYSTEM.score(game)[1].why.clause == "UW-55"
    refused = make_game(ending=Ending.CONCESSION, by=[1], options=campaign, lost=[0, 2], bonus=[3, 0])
    with pytest.raises(BadInput, match=r"Bonus points: “3” for Ann should be 0: .* only the opponent scores them"):
        SYSTEM.check(refused)


def test_a_disqualification_ends_the_game_like_a_concession(make_game: MakeGame) -> None:
    """X-08 UW-54: all models lost against real losses."""
    game = make_game(ending=Ending.DISQUALIFIED, by=[2], lost=[6, 0])
    assert points(game) == (16, 8)
    assert [s.why.code for s in SYSTEM.score(game)] == ["other_disqualified", "disqualified"]


def test_bonus_points_come_on_top_without_a_cap(make_game: MakeGame) -> None:
    """UW-47 U-24: even for the loser, and they are shown apart."""
    game = make_game(options={"campaign": True}, lost=[2, 9], bonus=[5, 30])
    assert points(game) == (29, 30)
    a, b = SYSTEM.score(game)
    assert (a.stats, b.stats) == ({"bonus": 5}, {"bonus": 30})
    assert (a.outcome, b.outcome) == (Outcome.WIN, Outcome.LOSS)
    assert (a.why.clause, b.why.clause) == ("UW-47", "UW-47")
    assert told(game, 0).endswith("Crushing Victory pays 24 tournament points; bonus points on top: 5")


def test_bonus_points_belong_to_campaigns(make_game: MakeGame) -> None:
    """UW-47: refused with the value and the way out."""
    with pytest.raises(BadInput) as refusal:
        SYSTEM.check(make_game(lost=[0, 0], bonus=[0, 4]))
    assert str(refusal.value) == (
        "Bonus points: “4” for Bob should be 0, unless the option campaign is set to yes: "
        "they belong to campaign events."
    )
    assert refusal.value.clause == "UW-47"


@pytest.mark.parametrize(("lost", "name", "value"), [([13, 0], "Ann", 13), ([0, 14], "Bob", 14)])
def test_nobody_loses_more_models_than_there_were(make_game: MakeGame, lost: list[int], name: str, value: int) -> None:
    """U-21: refused above the starting number, which itself is fine."""
    with pytest.raises(BadInput) as refusal:
        SYSTEM.check(make_game(lost=lost))
    assert str(refusal.value) == (
        f"Models lost: “{value}” for {name} should be 12 at most, the number of models the force began with."
    )
    assert refusal.value.clause == "U-21"
    SYSTEM.check(make_game(lost=[12, 12]))


@pytest.mark.parametrize("value", [-1, "many"])
def test_the_form_refuses_losses_that_are_no_count(value: Any) -> None:
    """UW-49: 0 or more for each side."""
    with pytest.raises(BadInput, match=f"Models lost: “{value}” should be a whole number of 0 or more"):
        check_values(SYSTEM.result_fields, {"lost": [value, 0]}, "a result")


def test_a_bye_pays_the_best_result_without_bonus() -> None:
    """UW-40 U-23: 24, or what the campaign's table says."""
    score = SYSTEM.bye(Settings(SYSTEM.options))
    assert (score.points, score.outcome, score.why.clause) == (24, Outcome.WIN, "UW-40")
    assert score.stats == {"bonus": 0}
    assert SYSTEM.bye(Settings(SYSTEM.options, {"bye_points": 30})).points == 30


def test_missed_rounds_and_double_losses_pay_nothing() -> None:
    """X-04 X-11: 0 tournament points, a loss."""
    settings = Settings(SYSTEM.options)
    for score in (SYSTEM.unpaired(settings), SYSTEM.double_loss(settings)):
        assert (score.points, score.outcome, score.stats) == (0, Outcome.LOSS, {"bonus": 0})
        assert SYSTEM.sentences[score.why.code].format(**score.why.data)


def test_every_score_has_its_sentence(make_game: MakeGame) -> None:
    """UW-50 UW-54 UW-55: each way to end a game has its own sentence, with all its numbers."""
    reached = set()
    for ending in (Ending.PLAYED, Ending.CONCESSION, Ending.DISQUALIFIED):
        for withdrew in product([False, True], repeat=2):
            for bonus in (0, 3):
                by = [] if ending is Ending.PLAYED else [1]
                game = make_game(ending=ending, by=by, lost=[7, 5], withdrew=list(withdrew), bonus=[bonus, bonus])
                for side, score in enumerate(SYSTEM.score(game)):
                    reached.add(score.why.code)
                    assert str(score.why.data["points"]) in told(game, side)
    assert len(reached) == 16
    assert reached <= set(SYSTEM.sentences)


@pytest.mark.parametrize("campaign", [False, True])
def test_invented_games_are_legal(campaign: bool) -> None:
    """UW-43 UW-47 U-21: any number of models, bonus points in campaigns only, withdrawals from half losses on."""
    settings = Settings(SYSTEM.options, {"campaign": campaign})
    seen = set()
    for n in range(200):
        a = Player(PlayerId(1), "Ann", 1, {"models": 1 + n % 13})
        b = Player(PlayerId(2), "Bob", 2, {"models": 12})
        values = SYSTEM.invent(a, b, settings, Lots("seed", f"game {n}"))
        assert check_values(SYSTEM.result_fields, values, "a result") == values
        game = Game(a, b, Result(values), settings)
        SYSTEM.check(game)
        for force in forces(game):
            assert not force.withdrew or 2 * force.lost >= force.models
        seen.add(tuple(score.points for score in SYSTEM.score(game)))
    assert len(seen) >= 7
