"""The cut and single elimination, played through the real actions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from muster.app.past.verify import verify
from muster.core.kit.errors import Refusal
from muster.core.reading.final import final_standings
from muster.core.rules.stages import champion
from tests.app.hall import Hall

GOLDEN = Path(__file__).parents[2] / "golden"
SLIP = {"W": "normal", "MW": "modified"}


def golden(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text())
    return loaded


def report_golden(hall: Hall, game: list[str]) -> None:
    """[player, opponent, player's result, opponent's result] as an organiser enters them."""
    a, b, own, theirs = game
    won = a if own in ("W", "MW") else b
    best, worst = (own, theirs) if won == a else (theirs, own)
    kind = "modified" if best == "MW" else "modified_loss" if worst == "ML" else "normal"
    hall.report(a, winner="a" if won == a else "b", result_kind=kind)


def swiss_of_golden_b(hall: Hall, data: dict[str, Any]) -> None:
    for round_ in data["rounds"]:
        if round_["round"] == 3:
            hall.drop("Eri")
        if round_["round"] == 4:
            hall.rejoin("Eri")
        lines = [(g[0], g[1]) for g in round_["games"]]
        if round_["bye"]:
            lines.append((round_["bye"], ""))
        hall.by_hand(*lines)
        hall.publish()
        for game in round_["games"]:
            report_golden(hall, game)
        hall.close()


def test_golden_l5r_b_from_the_first_round_to_the_trophy() -> None:
    """L5R-090 L5R-099 L5R-100 L5R-102 L5R-104 L5R-105 L5R-106 L5R-108: G-L5R-B with drop, rejoin, promotion."""
    data = golden("G-L5R-B")
    hall = Hall("l5r", data["players"], structure="advanced")
    swiss_of_golden_b(hall, data)
    assert hall.points(3) == data["rounds"][2]["points_after"]
    assert hall.points() == data["rounds"][3]["points_after"]
    assert hall.order() == data["rounds"][3]["rank_after"]
    assert hall.event.find("Eri").missed == {3}

    hall.cut()
    event = hall.event
    assert [event.name_of(p) for p in event.stage.seeds] == data["cut"]["qualified"]
    hall.drop(data["cut"]["leaves"])
    event = hall.event
    assert [event.name_of(p) for p in event.stage.seeds] == data["cut"]["seeds"]

    for played in data["elimination"]:
        hall.pair()
        drawn = hall.publish().event
        games = [(m.game, drawn.name_of(m.a), drawn.name_of(m.b)) for m in drawn.rounds[-1].matches]
        assert games == [(g["game"], g["a"], g["b"]) for g in played["games"]]
        for game in played["games"]:
            hall.report(game["winner"], winner="a")
        hall.close()
    with pytest.raises(Refusal, match="Dai has won"):
        hall.pair()
    opened = hall.finish()
    final = final_standings(opened.event, opened.system)
    assert [opened.event.name_of(p) for p in final.order()] == data["final_order"]
    assert [row.rank for row in final.rows] == list(range(1, 10))
    assert verify(opened, opened.event.seed).ok


def top_eight() -> Hall:
    """Eight players who go straight to a cut of seven."""
    hall = Hall("l5r", 12, structure="advanced", rounds="1", cut="8")
    hall.play({"winner": "a"})
    return hall


def test_sixth_leaves_and_ninth_comes_in_as_eighth() -> None:
    """L5R-102 L5R-103 L5R-104: the book's example; those below the gap move up one; who declines is passed over."""
    hall = top_eight()
    order = hall.order()
    hall.cut()
    hall.drop(order[5], order[8])
    event = hall.event
    assert [event.name_of(p) for p in event.stage.seeds] == [*order[:5], order[6], order[7], order[9]]
    hall.undo()
    hall.drop(order[5])
    event = hall.event
    seeds = [event.name_of(p) for p in event.stage.seeds]
    assert seeds == [*order[:5], order[6], order[7], order[8]]
    assert hall.pair() and hall.pairs() == {frozenset((seeds[k], seeds[7 - k])) for k in range(4)}


def test_nobody_is_promoted_once_a_game_is_played() -> None:
    """L-22 L5R-109: the leaver's opponent gets a bye, during a round and between rounds."""
    hall = top_eight()
    hall.cut()
    hall.pair()
    drawn = hall.publish().event
    first, second, third, fourth = drawn.rounds[-1].matches
    leaver, stays = drawn.name_of(first.a), drawn.name_of(first.b)
    hall.report("2", winner="a")
    hall.drop(leaver)
    assert hall.event.rounds[-1].matches[0].result is not None
    assert hall.event.stage.seeds == drawn.stage.seeds
    hall.report("3", winner="a")
    hall.report("4", winner="a")
    hall.close()
    gone = drawn.name_of(fourth.a)
    hall.drop(gone)
    semis = hall.pair().event.rounds[-1]
    event = hall.event
    assert [event.name_of(b.player) for b in semis.byes] == [stays]
    assert [(event.name_of(m.a), event.name_of(m.b)) for m in semis.matches] == [
        (event.name_of(second.a), event.name_of(third.a))
    ]


def test_a_round_drawn_before_somebody_left_is_taken_back() -> None:
    """L5R-102: the promotion comes before any game, even if the bracket is already published."""
    hall = top_eight()
    order = hall.order()
    hall.cut()
    hall.pair()
    hall.publish()
    hall.drop(order[0])
    assert len(hall.event.rounds) == 1
    hall.pair()
    assert frozenset((order[1], order[8])) in hall.pairs()


def test_who_leaves_between_rounds_ranks_below_the_losers_of_the_round_missed() -> None:
    """X-24 L-26: below those who lost the round missed, above earlier losers; same round by seed."""
    hall = Hall("l5r", 8, structure="custom", rounds="1", cut="8")
    hall.play({"winner": "a"})
    order = hall.order()
    hall.cut()
    hall.pair()
    hall.publish()
    for table in "1234":
        hall.report(table, winner="a")
    hall.close()
    hall.drop(order[0])
    hall.pair()
    hall.publish()
    for match in hall.event.rounds[-1].matches:
        hall.report(str(match.table), winner="a")
    hall.close()
    hall.pair()
    hall.publish()
    hall.report("1", winner="a")
    opened = hall.finish()
    final = [opened.event.name_of(p) for p in final_standings(opened.event, opened.system).order()]
    assert final.index(order[0]) == 3
    assert final[4:] == order[4:]


@pytest.mark.parametrize(("players", "byes"), [(4, 0), (5, 3), (6, 2), (7, 1), (8, 0), (9, 7), (13, 3), (16, 0)])
def test_an_event_that_begins_with_elimination(players: int, byes: int) -> None:
    """L5R-107: random byes up to the next power of two, then the bracket to one winner."""
    hall = Hall("l5r", players, structure="custom", format="elimination")
    drawn = hall.pair().event.rounds[-1]
    assert len(drawn.byes) == byes
    assert sorted([m.game for m in drawn.matches] + [b.game for b in drawn.byes]) == list(
        range(1, len(drawn.matches) + byes + 1)
    )
    hall.publish()
    while True:
        for match in hall.event.rounds[-1].matches:
            hall.report(str(match.table), winner="b")
        hall.close()
        if champion(hall.event, hall.system) is not None:
            break
        hall.pair()
        hall.publish()
    with pytest.raises(Refusal, match="has won"):
        hall.pair()
    assert final_standings(hall.event, hall.system).rows[0].rank == 1


def test_elimination_by_any_system_needs_a_winner() -> None:
    """L5R-105: the winner stays; a tie decides nothing, whatever the book says about ties."""
    hall = Hall("warmachine", 4, format="elimination")
    hall.pair()
    hall.publish()
    with pytest.raises(Refusal, match="needs a winner"):
        hall.report("1", winner="tie", cp="1-1", apd="2-2")


def test_a_correction_may_not_change_who_plays_in_a_drawn_round() -> None:
    """X-02: undo back to it first."""
    hall = Hall("l5r", 4, structure="custom", format="elimination")
    hall.play({"winner": "a"})
    hall.pair()
    with pytest.raises(Refusal, match="This would put a different player into round"):
        hall.correct("1", 1, winner="b")


def test_third_place_is_played_when_asked_for() -> None:
    """L-26: option, off by default."""
    hall = Hall("l5r", 4, structure="custom", format="elimination", play_for_third="yes")
    hall.play({"winner": "a"})
    drawn = hall.event.rounds[0]
    losers = {drawn.matches[0].b, drawn.matches[1].b}
    hall.pair()
    third = hall.publish().event.rounds[-1].matches[1]
    assert {third.a, third.b} == losers
    hall.report("1", winner="a")
    hall.report("2", winner="b")
    opened = hall.finish()
    final = final_standings(opened.event, opened.system).order()
    assert final[2:] == [third.b, third.a]


def test_a_cut_that_cannot_be_filled_gives_byes_to_the_top_seeds() -> None:
    """L-23: fewer players than the cut: next power of two, byes to the best."""
    hall = Hall("l5r", 6, structure="custom", rounds="1", cut="8")
    hall.play({"winner": "a"})
    order = hall.order()
    hall.cut()
    drawn = hall.pair().event
    assert [drawn.name_of(b.player) for b in drawn.rounds[-1].byes] == order[:2]


def test_the_cut_waits_for_the_planned_rounds() -> None:
    """L5R-084 L5R-099: not before the announced number of rounds."""
    hall = Hall("l5r", 8, structure="custom", rounds="2", cut="4")
    with pytest.raises(Refusal, match="The cut comes after the planned rounds"):
        hall.cut()
    hall.play({"winner": "a"})
    with pytest.raises(Refusal, match=r"The cut comes after the planned rounds\. 1 of 2 have been played"):
        hall.cut()


def test_swiss_opponents_may_meet_again_after_the_cut() -> None:
    """L5R-086: no rematch inside a stage, but a cut begins a new one."""
    hall = Hall("l5r", 4, structure="custom", rounds="3", cut="4")
    for _ in range(3):
        hall.play({"winner": "a"})
    hall.cut()
    drawn = hall.pair().event.rounds[-1]
    assert drawn.notices == ()
