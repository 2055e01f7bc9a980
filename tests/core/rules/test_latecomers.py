"""Whose bye somebody who comes late may play against, and until when (X-06, X-13)."""

from __future__ import annotations

import pytest

from muster.app.clock import actions as clock
from muster.app.people import roster
from muster.core.kit.errors import Refusal
from muster.core.record.clock import MINUTE, utc_of
from muster.core.record.event import Event
from muster.core.record.facts.play import (
    CutMade,
    DrawnBye,
    DrawnPair,
    Entry,
    EventFinished,
    Fact,
    LatecomerSeated,
    RoundDrawn,
    RoundPublished,
)
from muster.core.record.fold.play import advance
from muster.core.rules.latecomers import byes_to_play, opponent_of, play_the_bye
from tests.app.hall import STAFF, Hall

NOW = "2026-11-15T12:00:00.000000+00:00"
NAMES = ["Ann", "Bob", "Cem", "Dai", "Eve"]


class Evening(Hall):
    """Dai meets Ann in round 1 and goes. In round 2 Ann and Cem have byes, and Dai is back."""

    def __init__(self, **options: str) -> None:
        super().__init__("bushido", NAMES, **options)

    def first(self) -> None:
        self.by_hand(("Dai", "Ann"), ("Bob", "Cem"), ("Eve", ""))
        self.publish()
        self.report("1", vp="2-0")
        self.report("2", vp="2-0")

    def second(self) -> None:
        self.first()
        self.drop("Dai")
        self.by_hand(("Bob", "Eve"), ("Ann", ""), ("Cem", ""))
        self.publish()
        self.rejoin("Dai")

    def against(self, name: str = "Dai", at: str = NOW) -> str:
        return self.event.name_of(opponent_of(self.event, self.system, self.event.find(name), at).player)

    def later(self, *facts: Fact) -> Event:
        return advance(self.event, [Entry(99, "", STAFF, "", fact) for fact in facts])


def test_a_round_has_to_be_on() -> None:
    """Neither before the first round, nor for a draft, nor in an event that is finished."""
    hall = Evening()
    with pytest.raises(Refusal, match="No round is being played now"):
        byes_to_play(hall.event, hall.system, NOW)
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"), ("Eve", ""))
    with pytest.raises(Refusal, match="No round is being played now"):
        byes_to_play(hall.event, hall.system, NOW)
    hall.publish()
    assert [hall.event.name_of(bye.player) for bye in byes_to_play(hall.event, hall.system, NOW)[1]] == ["Eve"]
    with pytest.raises(Refusal, match="finished"):
        byes_to_play(hall.later(EventFinished("seed")), hall.system, NOW)


def test_a_bracket_gives_its_own_byes() -> None:
    """L-23."""
    hall = Evening()
    hall.first()
    hall.close()
    ann, bob, cem = (hall.event.find(name).id for name in NAMES[:3])
    drawn = RoundDrawn(2, 2, (DrawnPair(bob, cem, 1),), (DrawnBye(ann),))
    with pytest.raises(Refusal, match="byes of an elimination round follow from the bracket"):
        byes_to_play(hall.later(CutMade(3, (ann, bob, cem)), drawn, RoundPublished(2)), hall.system, NOW)


def test_a_player_with_the_bye_who_has_left_is_nobodys_opponent() -> None:
    hall = Evening()
    hall.second()
    hall.drop("Cem")
    assert hall.against() == "Ann"
    hall.drop("Ann")
    with pytest.raises(Refusal, match="Nobody has a bye in round 2"):
        hall.against()


def test_latecomers_are_waited_for_as_long_as_the_absent() -> None:
    """X-06: to the end of the last minute."""
    hall = Evening(no_show_minutes="10")
    hall.second()
    clock.start(hall.desk, hall.id, STAFF)
    since = hall.event.rounds[-1].clock.since
    assert hall.against(at=utc_of(since + 10 * MINUTE)) == "Cem"
    with pytest.raises(Refusal, match="more than 10 minutes"):
        hall.against(at=utc_of(since + 10 * MINUTE + 1))


def test_somebody_who_has_left_plays_nobody() -> None:
    hall = Evening()
    hall.second()
    hall.drop("Dai")
    with pytest.raises(Refusal, match="Dai has left"):
        hall.against()


def test_who_played_a_round_before_need_not_be_checked_in() -> None:
    """X-28: check-in began after the first round, in which Dai was seen."""
    hall = Evening()
    hall.second()
    roster.check_in(hall.desk, hall.id, ["Ann"], STAFF)
    assert not hall.event.find("Dai").checked_in and hall.against() == "Cem"


def seated(hall: Evening) -> LatecomerSeated:
    (fact,) = play_the_bye(hall.event, hall.system, hall.event.find("Dai"), NOW)
    assert isinstance(fact, LatecomerSeated)
    return fact


def test_of_two_byes_somebody_they_have_not_met() -> None:
    """X-13: and that Dai won in round 1 and Cem did not is on record (X-04)."""
    hall = Evening()
    hall.second()
    pair = seated(hall).pair
    dai, cem = (hall.event.find(name).id for name in ("Dai", "Cem"))
    assert (pair.a, pair.b, pair.down) == (cem, dai, dai)
    assert [reason.code for reason in pair.why] == ["late_seat"]


def test_where_they_have_met_everybody_it_is_said_that_they_meet_again() -> None:
    """X-13: in which round they met too."""
    hall = Evening()
    hall.second()
    hall.drop("Cem")
    pair = seated(hall).pair
    assert [(reason.code, reason.clause) for reason in pair.why] == [("late_seat", "X-04"), ("rematch", "X-13")]
    assert pair.why[1].data == {"player": pair.b, "player_b": pair.a, "last_met": 1}
