"""Rounds, tie-break, prizes and advice of an Urban War event, and what the system declares."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.model import PlayerId, Raw, StageKind
from muster.core.kit.reasons import Reason
from muster.core.reading.final import final_standings
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Round
from muster.core.record.player import Status
from muster.systems.urban_war import SYSTEM

Golden = Callable[[str], dict[str, Any]]
MakeEvent = Callable[..., Event]
AddRound = Callable[..., Round]

DEFAULTS = Settings(SYSTEM.options)


def game(a: int, b: int, lost: tuple[int, int]) -> dict[str, Any]:
    return {"a": a, "b": b, "lost": lost}


def worded(reason: Reason) -> str:
    assert reason.clause in SYSTEM.clauses
    return SYSTEM.sentences[reason.code].format(**reason.data)


def test_number_of_rounds(golden: Golden) -> None:
    """UW-01 UW-07 V-ROUNDS: from the table, and one more for every doubling."""
    rows = golden("V-ROUNDS")["urban_war"]
    plans = {heads: SYSTEM.plan(DEFAULTS, int(heads)) for heads in rows}
    assert {heads: plan.rounds for heads, plan in plans.items()} == rows
    assert [plan.notices for plan in plans.values()] == [()] * len(rows)
    assert {plan.cut for plan in plans.values()} == {0}
    assert SYSTEM.plan(DEFAULTS, 1024).rounds == 10
    assert SYSTEM.plan(DEFAULTS, 1025).rounds == 11


@pytest.mark.parametrize(("heads", "rounds"), [(2, 1), (3, 2), (4, 2)])
def test_small_fields(heads: int, rounds: int) -> None:
    """U-16: the doubling read downwards, with a notice."""
    plan = SYSTEM.plan(DEFAULTS, heads)
    assert plan.rounds == rounds
    assert [notice.clause for notice in plan.notices] == ["U-16"]
    assert worded(plan.notices[0]) == f"the guide plans for 5 players or more; rounds for {heads}: {rounds}"


def test_an_event_nobody_entered_still_has_a_plan() -> None:
    """U-16: at least one round."""
    assert [SYSTEM.plan(DEFAULTS, heads).rounds for heads in (0, 1)] == [1, 1]


def test_points_accumulate_and_the_highest_total_leads(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-12 UW-56: the total over all rounds."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 12)), game(3, 4, (0, 3))])
    add_round(event, [game(1, 3, (12, 0)), game(2, 4, (0, 0))])
    table = standings(event, SYSTEM)
    assert [(row.player, row.points) for row in table.rows] == [(3, 40), (1, 24), (4, 20), (2, 12)]


def test_the_card_shows_each_game_and_its_opponent(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-18: points per game, running subtotal and the opponent's points are all in the record."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 12)), game(3, 4, (0, 3))])
    add_round(event, [game(1, 3, (12, 0)), game(2, 4, (0, 0))])
    card = standings(event, SYSTEM).row(PlayerId(3))
    assert [(line.round, line.points, line.opponent) for line in card.lines] == [(1, 16, 4), (2, 24, 1)]
    assert [standings(event, SYSTEM, through).row(PlayerId(3)).points for through in (1, 2)] == [16, 40]
    theirs = [standings(event, SYSTEM).row(PlayerId(p)).lines[r].points for r, p in ((0, 4), (1, 1))]
    assert theirs == [8, 0]


def test_equal_totals_go_by_the_opponents_totals(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-57 U-28: the sum over everybody met, and for every place."""
    event = make_event(6)
    add_round(event, [game(1, 2, (0, 12)), game(3, 4, (0, 3)), game(5, 6, (0, 0))])
    add_round(event, [game(1, 3, (0, 0)), game(2, 5, (0, 0)), game(4, 6, (0, 0))])
    table = standings(event, SYSTEM)
    assert [(r.rank, r.player, r.points, r.values["opponents"]) for r in table.rows] == [
        (1, 1, 36, 40),
        (2, 3, 28, 56),
        (3, 6, 24, 44),
        (4, 5, 24, 36),
        (5, 4, 20, 52),
        (6, 2, 12, 60),
    ]
    assert [(t.key, t.clause) for t in table.tiebreaks] == [("opponents", "UW-57")]


def test_level_to_the_end_shares_the_place(make_event: MakeEvent, add_round: AddRound) -> None:
    """U-15 X-09: one place for both, the next one is left out."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 0)), game(3, 4, (0, 12))])
    assert [(r.rank, r.player) for r in standings(event, SYSTEM).rows] == [(1, 3), (2, 1), (2, 2), (4, 4)]


def test_a_bye_in_the_tiebreak(make_event: MakeEvent, add_round: AddRound) -> None:
    """U-14: a bye adds nothing, or with the option the average of those met."""
    for choice, value in (("none", 24), ("average", 48)):
        event = make_event(3, {"bye_tiebreak": choice})
        add_round(event, [game(1, 2, (0, 0))], bye=3)
        add_round(event, [game(3, 2, (0, 0))], bye=1)
        assert standings(event, SYSTEM).row(PlayerId(3)).values == {"opponents": value}


def test_the_average_is_exact(make_event: MakeEvent, add_round: AddRound) -> None:
    """U-14: a fraction stays one, and the prize's reason can still be stored."""
    event = make_event(4, {"bye_tiebreak": "average"})
    add_round(event, [game(1, 2, (0, 3))], bye=3)
    add_round(event, [game(1, 3, (0, 0))], bye=2)
    add_round(event, [game(2, 3, (0, 0))], bye=1)
    add_round(event, [game(1, 4, (0, 12))])
    table = standings(event, SYSTEM)
    assert table.row(PlayerId(1)).values["opponents"] == Fraction(44 + 48 + 0) * 4 / 3
    assert SYSTEM.awards(event, DEFAULTS, table)[0].why.data["opponents"] == "368/3"


def test_points_of_who_retired_count_for_the_opponents(make_event: MakeEvent, add_round: AddRound) -> None:
    """U-13 UW-53: they count, though their owner takes no place."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 0)), game(3, 4, (0, 0))])
    add_round(event, [{"a": 1, "b": 3, "lost": (9, 9), "conceded": 1}, game(2, 4, (0, 0))])
    table = standings(event, SYSTEM)
    assert table.row(PlayerId(1)).points == 24
    assert (table.row(PlayerId(1)).rank, table.row(PlayerId(1)).mark) == (None, "retired")
    assert table.row(PlayerId(2)).values["opponents"] == 48
    assert [row.rank for row in table.ranked()] == [1, 1, 1]


def test_prizes(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-56 X-09: first, second and third by total; level players are put in order by the drawn lot."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 0)), game(3, 4, (0, 12))])
    found = SYSTEM.awards(event, DEFAULTS, standings(event, SYSTEM))
    assert [(award.title, award.player, award.why.clause) for award in found] == [
        ("First place", 3, "UW-56"),
        ("Second place", 1, "X-09"),
        ("Third place", 2, "X-09"),
    ]
    assert worded(found[0].why) == "24 tournament points, 0 of the opponents: place 1"


def test_who_conceded_wins_no_place(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-53: not even with the highest total; the others move up."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 12)), game(3, 4, (0, 3))])
    add_round(event, [{"a": 1, "b": 3, "lost": (0, 9), "conceded": 1}, game(2, 4, (0, 0))])
    table = standings(event, SYSTEM)
    assert table.row(PlayerId(1)).points == 36
    assert [award.player for award in SYSTEM.awards(event, DEFAULTS, table)] == [3, 4, 2]
    assert SYSTEM.concession_retires


def test_who_left_before_the_last_round_wins_no_place(make_event: MakeEvent, add_round: AddRound) -> None:
    """U-22 X-05: still listed, but a place and a prize need every round to be played, and those below move up."""
    event = make_event(4)
    add_round(event, [game(1, 2, (0, 12)), game(3, 4, (0, 3))])
    event.players[PlayerId(1)].status = Status.DROPPED
    assert SYSTEM.awards(event, DEFAULTS, final_standings(event, SYSTEM))[0].player == 1
    add_round(event, [game(2, 3, (0, 0))], bye=4)
    assert standings(event, SYSTEM).row(PlayerId(1)).rank == 3
    table = final_standings(event, SYSTEM)
    assert [(row.player, row.rank, row.mark) for row in table.rows] == [
        (4, 1, ""),
        (3, 2, ""),
        (2, 3, ""),
        (1, None, "dropped"),
    ]
    assert [row.position for row in table.rows] == [1, 2, 3, 4]
    assert [award.player for award in SYSTEM.awards(event, DEFAULTS, table)] == [4, 3, 2]


def test_a_missed_round_was_not_played(make_event: MakeEvent, add_round: AddRound) -> None:
    """U-22 X-04: a late entry who leaves after the last round played all but one; who stays may win."""
    event = make_event(3)
    add_round(event, [game(1, 2, (0, 0))])
    event.players[PlayerId(3)].missed = {1}
    add_round(event, [game(1, 3, (12, 0))], bye=2)
    assert [award.player for award in SYSTEM.awards(event, DEFAULTS, final_standings(event, SYSTEM))] == [2, 3, 1]
    event.players[PlayerId(3)].status = Status.DROPPED
    assert [award.player for award in SYSTEM.awards(event, DEFAULTS, final_standings(event, SYSTEM))] == [2, 1]


def test_advice(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-25 UW-58 UW-60: what is outside the guide is said, and does not block."""
    event = make_event(
        [
            {"id": 1, "name": "Ann", "models": 12, "faction": "VASA", "points": 300},
            {"id": 2, "name": "Bob", "models": 12, "faction": " ", "points": 301},
        ],
        {"minutes": 90},
    )
    plan = SYSTEM.plan(DEFAULTS, 2)
    found = SYSTEM.advice(event, SYSTEM.settings(event), 2, plan)
    assert [(reason.code, reason.clause) for reason in found] == [
        ("no_faction", "UW-25"),
        ("force_too_big", "UW-58"),
        ("long_games", "UW-60"),
    ]
    assert found[0].data == {"players": [2]}
    assert worded(found[2]) == "games of 90 minutes are longer than the 80 that the guide allows"
    add_round(event, [game(1, 2, (0, 0))])
    assert SYSTEM.advice(event, SYSTEM.settings(event), 2, plan)[0].code == "force_too_big"
    assert SYSTEM.advice(make_event([]), DEFAULTS, 8, plan) == ()


def test_how_long_the_day_is(make_event: MakeEvent, add_round: AddRound) -> None:
    """UW-08 UW-61: 4 x 80 + 3 x 15 = 365 minutes; all rounds are equally long, and breaks are of 10 to 15 minutes."""
    event = make_event([{"id": 1, "name": "Ann", "models": 12, "faction": "VASA"}])
    (found,) = SYSTEM.advice(event, DEFAULTS, 16, SYSTEM.plan(DEFAULTS, 16))
    assert (worded(found), found.clause) == ("4 games of 80 minutes with breaks of 15 take 365 minutes", "UW-08")
    (short,) = SYSTEM.advice(event, DEFAULTS, 4, SYSTEM.plan(DEFAULTS, 4))
    assert worded(short) == "2 games of 80 minutes with breaks of 15 take 175 minutes"
    lengths = {str(SYSTEM.clock(DEFAULTS, kind, final)) for kind in StageKind for final in (False, True)}
    assert len(lengths) == 1
    for pause, codes in ((9, ["unusual_breaks"]), (10, []), (15, []), (16, ["unusual_breaks"])):
        settings = Settings(SYSTEM.options, {"break_minutes": pause})
        told = SYSTEM.advice(event, settings, 16, SYSTEM.plan(settings, 16))
        unusual = [reason for reason in told if reason.clause == "UW-61"]
        assert [reason.code for reason in unusual] == codes
        said = f"breaks of {pause} minutes are outside the 10 to 15 that the guide names"
        assert [worded(reason) for reason in unusual] == [said for _ in codes]
    add_round(event, [])
    assert SYSTEM.advice(event, DEFAULTS, 16, SYSTEM.plan(DEFAULTS, 16)) == ()


def test_advice_asks_nothing_of_a_stand_in(make_event: MakeEvent) -> None:
    """UW-25 UW-58: nobody entered it; a player who has named neither faction nor points is asked for the faction."""
    event = make_event([{"id": 1, "name": "Ann", "models": 12}, {"id": 2, "name": "Bye", "models": 12, "points": 400}])
    event.players[PlayerId(2)].stand_in = True
    found = SYSTEM.advice(event, DEFAULTS, 2, SYSTEM.plan(DEFAULTS, 8))
    assert [(reason.code, reason.data) for reason in found][:-1] == [("no_faction", {"players": [1]})]


def test_defaults_of_the_guide() -> None:
    """UW-11 UW-40 UW-58 UW-60 X-12 and the house's choices U-02 U-04 U-14 U-23 U-27."""
    own = ("points_limit", "minutes", "warning_minutes", "equal_scores", "optimise_first_round", "bye_points")
    assert [DEFAULTS.value(key) for key in own] == [300, 80, 15, "random", False, 24]
    assert (DEFAULTS.value("bye_tiebreak"), DEFAULTS.value("campaign")) == ("none", False)
    assert DEFAULTS.flag("avoid_repeat_tables")


def test_players_need_a_number_of_models() -> None:
    """UW-21: thresholds come from it; faction and points may wait."""
    assert check_values(SYSTEM.player_fields, {"models": 12}, "a player") == {
        "faction": None,
        "models": 12,
        "points": None,
    }
    wrong: tuple[dict[str, Raw], ...] = ({}, {"models": 0})
    for bad in wrong:
        with pytest.raises(BadInput, match="Models"):
            check_values(SYSTEM.player_fields, bad, "a player")
    assert SYSTEM.circle_field == "faction"


def test_the_table() -> None:
    """UW-59: four feet by four."""
    assert SYSTEM.terrain is not None
    assert (SYSTEM.terrain.width, SYSTEM.terrain.depth) == (48_000, 48_000)


def test_results_are_entered_by_the_opponent() -> None:
    """UW-19: the system never lets a player's own report settle a result."""
    assert SYSTEM.opponent_enters


def test_everything_cited_is_explained() -> None:
    """Each clause beside an option or field has a heading."""
    cited = {o.clause for o in SYSTEM.options} | {f.clause for f in (*SYSTEM.player_fields, *SYSTEM.result_fields)}
    assert cited - {""} <= set(SYSTEM.clauses)
