"""Calls for a judge and reports of a breach, at their limits: which table, which round, and when they are over."""

from __future__ import annotations

import pytest

from muster.app.staff import actions as staff
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import PlayerId, Role
from muster.core.record.event import Match
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import BreachReported, CallAnswered, CallEnded, JudgeCalled
from muster.core.rules.conduct import calls
from tests.app.hall import STAFF, Hall
from tests.app.staff.test_last_word import Led


class Calling(Led):
    """Two tables of a round that is being played."""

    def take(self, facts: list[Fact]) -> None:
        self.desk.act(self.id, lambda _: facts, STAFF)

    @property
    def other(self) -> Match:
        return self.event.rounds[0].matches[1]

    def call(self, player: PlayerId, round_: int = 1) -> list[Fact]:
        return calls.call(self.event, player, round_)

    def breach(self, table: int, text: str = "Two cards") -> list[Fact]:
        return calls.report_breach(self.event, table, text, 1)

    def over(self) -> None:
        for match in self.event.rounds[0].matches:
            self.report(str(match.table), winner="a")
        self.close()


def test_a_breach_is_told_in_a_few_words() -> None:
    """L5R-016."""
    assert calls.breach_text("x" * 300) == "x" * 300
    with pytest.raises(BadInput, match="at most 300"):
        calls.breach_text("x" * 301)


def test_every_table_waits_for_its_own_call() -> None:
    """L5R-021: a breach that is reported there does not answer it, nor does the call of another table."""
    hall = Calling()
    hall.take(hall.breach(hall.match.table))
    hall.take(hall.call(hall.match.a))
    assert hall.call(hall.match.b) == []
    assert hall.call(hall.other.a) == [JudgeCalled(1, 2, hall.other.a)]
    assert calls.call_off(hall.event, hall.other.a, 1) == []
    assert calls.call_off(hall.event, hall.match.b, 1) == [CallEnded(2)]
    assert hall.breach(hall.match.table) == []
    assert hall.breach(hall.match.table, "Slow play") == [BreachReported(1, 1, "Slow play")]
    assert hall.breach(hall.other.table) == [BreachReported(1, 2, "Two cards")]


def test_a_call_is_for_the_round_that_is_played_now() -> None:
    early = Hall("l5r", 2)
    with pytest.raises(Refusal, match="No round is published yet"):
        calls.call(early.event, PlayerId(1), 1)
    hall = Calling()
    hall.take(hall.call(hall.match.a))
    hall.take(hall.breach(hall.other.table))
    hall.over()
    assert [one.number for one in calls.waiting(hall.event)] == [2]
    with pytest.raises(Refusal, match="This call is over"):
        calls.answer(hall.event, hall.system, hall.event.staff.members[0], 1)
    assert calls.end(hall.event, hall.system, hall.event.staff.members[0], 1) == [CallEnded(1)]
    hall.pair()
    hall.publish()
    with pytest.raises(Refusal, match="Round 1 is over"):
        hall.call(hall.match.a, 1)
    hall.take(hall.call(hall.match.a, 2))
    assert calls.match_of(hall.event, hall.event.staff.call(3)) == hall.event.rounds[1].match_of(hall.match.a)
    about = calls.match_of(hall.event, hall.event.staff.call(2))
    assert about is not None and about == hall.other


def test_a_call_that_is_over_ends_once() -> None:
    hall = Calling()
    organiser = hall.event.staff.members[0]
    hall.take(hall.call(hall.match.a))
    hall.take(calls.end(hall.event, hall.system, organiser, 1))
    assert calls.end(hall.event, hall.system, organiser, 1) == []


def test_nobody_waits_in_a_round_that_was_taken_back() -> None:
    """Nor at a table that the new draw does not have."""
    hall = Calling()
    hall.take(hall.breach(hall.other.table))
    hall.pair("wrong list")
    assert calls.waiting(hall.event) == []
    for player in (hall.other.a, hall.other.b):
        hall.drop(f"#{player}")
    hall.option("structure", "custom", "few are left")
    hall.option("rounds", "1", "few are left")
    hall.pair("two have left")
    hall.publish()
    assert len(hall.event.rounds[0].matches) == 1
    assert calls.waiting(hall.event) == []


def test_a_finished_event_has_nobody_waiting() -> None:
    hall = Calling()
    hall.take(hall.breach(hall.other.table))
    hall.over()
    assert len(calls.waiting(hall.event)) == 1
    hall.finish("enough")
    assert calls.waiting(hall.event) == []


def test_nobody_is_on_the_way_until_somebody_goes() -> None:
    """L5R-018: whoever has left the staff does not come any more."""
    hall = Calling()
    number = hall.join("Hale", Role.JUDGE)
    hall.take(hall.call(hall.match.a))
    one = hall.event.staff.call(1)
    assert calls.coming(hall.event, one) is None
    hall.take([CallAnswered(1, number)])
    assert calls.coming(hall.event, hall.event.staff.call(1)) == hall.event.staff.members[number]
    staff.remove(hall.desk, hall.id, number, STAFF)
    assert calls.coming(hall.event, hall.event.staff.call(1)) is None
