"""What rounds are worth and which of them count; who takes no place; the seal over the standings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.app.rounds.actions import leave_out
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Outcome, Raw, Result
from muster.core.reading import tally
from muster.core.reading.tally import counted_rounds, digest, scores, standings, tiebreaks
from tests.app.hall import STAFF, Hall


def played(system: str = "bushido", **options: str) -> Hall:
    hall = Hall(system, ["Ann", "Bob"], **options)
    hall.by_hand(("Ann", "Bob"))
    hall.publish()
    return hall


def worth(hall: Hall) -> list[tuple[object, Outcome, str]]:
    round_ = hall.event.rounds[0]
    found = scores(hall.event, hall.system, round_, round_.matches[0])
    return [(score.points, score.outcome, score.why.code) for score in found]


@pytest.mark.parametrize("absent", ["Ann", "Bob"])
def test_a_no_show_is_worth_nothing_and_a_bye_to_the_other(absent: str) -> None:
    """X-06."""
    hall = played()
    hall.report("Ann", ending="no_show", by=absent)
    sides = [(0, Outcome.LOSS, "no_show"), (7, Outcome.WIN, "walkover")]
    assert worth(hall) == (sides if absent == "Ann" else sides[::-1])


def test_who_did_not_appear_and_is_back_is_told_apart_from_who_missed_the_round() -> None:
    """X-06 L-39."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    hall.by_hand(("Ann", "Bob"))
    leave_out(hall.desk, hall.id, "Cat", STAFF)
    hall.publish()
    hall.report("Ann", ending="no_show", by="Ann")
    hall.rejoin("Ann")
    found = tally._lines_of(hall.event, hall.system, hall.event.rounds[0])
    codes = {player: line.why.code for player, line in zip(found.players, found.lines, strict=True)}
    assert codes == {1: "no_show_back", 2: "walkover", 3: "unpaired_result"}


@pytest.mark.parametrize("loser", ["Ann", "Bob"])
def test_a_game_lost_by_a_penalty_is_won_by_the_other(loser: str) -> None:
    """L5R-024: with the clause of the penalty, whichever side it is."""
    hall = played("l5r", structure="custom", rounds="1")
    hall.report("Ann", ending="game_loss", by=loser)
    sides = [(Outcome.LOSS, "penalty_lost"), (Outcome.WIN, "penalty_won")]
    assert [one[1:] for one in worth(hall)] == (sides if loser == "Ann" else sides[::-1])


def test_another_result_of_the_same_game_is_scored_for_itself() -> None:
    """X-02: what was scored before is not kept for it."""
    hall = played()
    round_ = hall.event.rounds[0]
    cases: list[tuple[Raw, list[bool]]] = [([2, 1], [True, False]), ([1, 2], [False, True])]
    for vp, wins in cases:
        found = tally.worth(hall.event, hall.system, round_, round_.matches[0], Result({"vp": vp}))
        assert [score.outcome is Outcome.WIN for score in found.scores] == wins


def test_elimination_rounds_earn_nothing() -> None:
    """L-42."""
    hall = Hall("bushido", 4, rounds="1", cut="2")
    hall.play({"vp": "2-1"})
    before = hall.points()
    hall.cut()
    hall.play({"vp": "2-1"})
    assert hall.points() == before
    assert standings(hall.event, hall.system).after == 1


def test_a_part_round_counts_where_it_may_but_never_a_draft() -> None:
    """X-15."""
    for option in ("no", "yes"):
        hall = Hall("bushido", ["Ann", "Bob", "Cat"], count_part_round=option)
        hall.by_hand(("Ann", "Bob"), ("Cat", ""))
        assert counted_rounds(hall.event, hall.system) == []
        assert standings(hall.event, hall.system).after == 0
        hall.publish()
        assert len(counted_rounds(hall.event, hall.system)) == (option == "yes")
        assert (hall.points()["Cat"] > 0) is (option == "yes")


def test_a_state_that_can_still_change_has_the_same_standings() -> None:
    """The last count is only kept to save time."""
    hall = played()
    hall.report("Ann", vp="2-1")
    assert standings(hall.event.branch(), hall.system).rows == standings(hall.event, hall.system).rows


def test_head_to_head_as_the_last_resort_comes_last_and_once() -> None:
    """X-09: among those who are level, unless the book has it anyway."""
    plain, asked = Hall("bushido", 2), Hall("bushido", 2, last_resort="head_to_head")
    assert [t.key for t in tiebreaks(asked.event, asked.system)] == [
        *(t.key for t in tiebreaks(plain.event, plain.system)),
        "head_to_head",
    ]
    assert tiebreaks(asked.event, asked.system)[-1].within_tie
    own = Hall("bushido", 2, last_resort="head_to_head", tiebreakers="head_to_head,sos")
    assert [t.key for t in tiebreaks(own.event, own.system)] == ["head_to_head", "sos"]


def test_there_are_no_standings_after_a_round_that_is_not_there() -> None:
    hall = Hall("bushido", 2)
    assert standings(hall.event, hall.system, 0).after == 0
    with pytest.raises(Refusal, match="round 1"):
        standings(hall.event, hall.system, 1)


def test_who_takes_no_place_comes_last_by_kind_and_points() -> None:
    """UW-53 X-08: stand-ins, then retired, then disqualified players, the better first; who dropped has a place."""
    hall = Hall("urban_war", ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"])
    hall.enrol("Help", stand_in=True)
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"), ("Eve", "Fay"))
    hall.publish()
    hall.report("Ann", lost="3-1", ending="concession", by="Ann")
    hall.report("Cat", lost="1-3")
    hall.report("Eve", lost="3-1")
    hall.close()
    for name in ("Eve", "Fay"):
        hall.disqualify(name)
    hall.drop("Dan")
    rows = standings(hall.event, hall.system).rows
    names = [hall.event.name_of(row.player) for row in rows]
    assert names[3:] == ["Help", "Ann", "Fay", "Eve"]
    assert [row.rank is None for row in rows] == [False] * 3 + [True] * 4
    assert {hall.event.name_of(row.player): row.mark for row in rows[:3]} == {"Bob": "", "Cat": "", "Dan": "dropped"}


def test_the_seal_is_over_places_points_and_tie_breaks() -> None:
    """Old journals contain it, so it must never change."""
    hall = played()
    hall.report("Ann", vp="2-1")
    found = standings(hall.event, hall.system)
    first, *rest = found.rows
    assert digest(found) == "648f8424b7aacde6"
    key = next(iter(first.values))
    for other in (
        first._replace(rank=2),
        first._replace(points=first.points + 1),
        first._replace(values={**first.values, key: (first.values[key] or 0) + 1}),
    ):
        assert digest(replace(found, rows=(other, *rest))) != digest(found)
