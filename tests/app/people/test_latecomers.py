"""Somebody comes after the round was published and plays whoever has the bye in it."""

from __future__ import annotations

import pytest

from muster.app.clock import actions as clock
from muster.app.past.verify import verify
from muster.app.people import comings, roster
from muster.app.why.reasons import why
from muster.core.kit.errors import Refusal
from muster.core.reading.tally import table
from tests.app.hall import STAFF, Hall
from tests.app.recount import Round
from tests.app.told import CHECKS


def hall_with_a_bye(**options: str) -> Hall:
    """Three of four are here, so one of them has the bye of round 1; Dai is late."""
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai"], late_entry="yes", **options)
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob", "Cem"], STAFF)
    hall.pair()
    hall.publish()
    return hall


def test_a_late_arrival_plays_the_bye_and_has_missed_nothing() -> None:
    """X-28, X-04: somebody who plays the round has not missed it; results that are in stay."""
    hall = hall_with_a_bye()
    alone = hall.event.rounds[0].byes[0].player
    hall.report("1", vp="2-1")
    opened = comings.arrive(hall.desk, hall.id, "Dai", STAFF, against_bye=True)
    round_ = opened.event.rounds[0]
    dai = opened.event.find("Dai")
    first, late = round_.matches
    assert (late.number, late.a, late.b, late.table) == (2, alone, dai.id, 2)
    assert first.result is not None and not round_.byes and not round_.complete
    assert dai.checked_in and not dai.missed
    hall.report("2", vp="0-2")
    told = [because.text for because in why(hall.opened, "2")]
    hall.close()
    assert [line.kind for line in table(hall.event, hall.system).lines[dai.id]] == ["game"]
    assert not verify(hall.opened, "seed").difference
    CHECKS["late_seat"](Round(hall.opened, "", "walk"), dict(late.why[0].data), late)
    assert any(f"Dai came late and plays {hall.event.name_of(alone)}, who had the bye" in text for text in told)


def test_somebody_new_comes_in_the_same_step_and_one_undo_takes_all_of_it_back() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cem"])
    hall.pair()
    hall.publish()
    opened = comings.enter(hall.desk, hall.id, "Eve", {}, STAFF, allow=True, against_bye=True)
    eve = opened.event.find("Eve")
    assert opened.event.rounds[0].match_of(eve.id) is not None and not eve.missed
    hall.undo()
    assert len(hall.event.players) == 3 and len(hall.event.rounds[0].byes) == 1
    assert not hall.system.settings(hall.event).flag("late_entry")


def test_who_came_back_too_late_for_a_table_may_still_play_the_bye() -> None:
    """L5R-090: a round missed while away does not count as a loss if they play it after all."""
    hall = Hall("l5r", ["Ann", "Bob", "Cem", "Dai"])
    hall.play({"winner": "a"})
    hall.drop("Dai")
    hall.pair()
    hall.publish()
    hall.rejoin("Dai")
    assert hall.event.find("Dai").missed == {2}
    opened = comings.play_the_bye(hall.desk, hall.id, "Dai", STAFF)
    assert not opened.event.find("Dai").missed


def test_after_the_wait_for_a_no_show_it_is_too_late() -> None:
    """X-06: nobody waits longer than for a no-show; a clock that was not started sets no limit."""
    hall = hall_with_a_bye(no_show_minutes="0")
    clock.start(hall.desk, hall.id, STAFF)
    with pytest.raises(Refusal, match="too late to play against the bye") as refused:
        comings.arrive(hall.desk, hall.id, "Dai", STAFF, against_bye=True)
    assert refused.value.clause == "X-06"
    assert not hall.event.find("Dai").checked_in


@pytest.mark.parametrize(
    ("player", "said"), [("Ann", "already in round 1"), ("Dai", "is not checked in")], ids=["in it", "not here"]
)
def test_only_somebody_who_is_here_and_has_no_game(player: str, said: str) -> None:
    hall = hall_with_a_bye()
    with pytest.raises(Refusal, match=said):
        comings.play_the_bye(hall.desk, hall.id, player, STAFF)


def test_without_a_bye_nobody_is_put_against_one() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    hall.pair()
    hall.publish()
    with pytest.raises(Refusal, match="Nobody has a bye in round 1"):
        comings.enter(hall.desk, hall.id, "Eve", {}, STAFF, allow=True, against_bye=True)
