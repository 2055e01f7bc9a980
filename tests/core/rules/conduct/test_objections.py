"""Objections to a result that is in: whose, until when, and how they are answered."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.event import Match
from muster.core.record.facts.play import Fact, ObjectionAnswered, ResultObjected
from muster.core.rules.conduct import objections
from tests.app.hall import STAFF, Hall


class Entered(Hall):
    """A round whose first table has a result entered at the desk."""

    def __init__(self) -> None:
        super().__init__("bushido", 4)
        self.pair()
        self.publish()
        self.report(str(self.match.table), vp="2-1")

    @property
    def match(self) -> Match:
        return self.event.rounds[0].matches[0]

    def may(self, player: PlayerId) -> bool:
        return objections.may_object(self.event, self.event.rounds[0], self.match, player)

    def objected(self, note: str = "") -> list[Fact]:
        player = self.event.players[self.match.a]
        return objections.object_to(self.event, self.event.rounds[0], self.match, player, note)

    def take(self, facts: list[Fact]) -> None:
        self.desk.act(self.id, lambda _: facts, STAFF)


def test_a_result_that_is_not_ones_own_word_can_be_objected_to() -> None:
    """X-03."""
    hall = Entered()
    assert hall.may(hall.match.a)
    other = hall.event.rounds[0].matches[1]
    with pytest.raises(Refusal, match="has no result yet"):
        objections.must_be_open_to_objection(hall.event, hall.event.rounds[0], other, other.a)
    hall.report(str(other.table), player=hall.event.name_of(other.a), vp="2-1")
    hall.report(str(other.table), player=hall.event.name_of(other.b), vp="2-1")
    agreed = hall.event.rounds[0].matches[1]
    assert not objections.may_object(hall.event, hall.event.rounds[0], agreed, agreed.a)
    with pytest.raises(Refusal, match="You reported or confirmed this result yourself"):
        objections.must_be_open_to_objection(hall.event, hall.event.rounds[0], agreed, agreed.a)
    hall.close()
    assert hall.may(hall.match.a)
    hall.pair()
    assert hall.may(hall.match.a)
    hall.publish()
    with pytest.raises(Refusal, match=r"Round 1 is over\. If the result"):
        hall.objected()


def test_the_same_words_count_once_and_other_words_are_heard() -> None:
    hall = Entered()
    assert hall.objected(" ") == [ResultObjected(1, 1, hall.match.a, "")]
    hall.take(hall.objected("I won"))
    assert hall.objected("I won") == []
    assert hall.objected("We drew") == [ResultObjected(1, 1, hall.match.a, "We drew")]


def test_an_answer_ends_it() -> None:
    hall = Entered()
    with pytest.raises(Refusal, match="Nobody objects to the result"):
        objections.answer(hall.event.rounds[0], hall.match, "It stays.", "organiser")
    hall.take(hall.objected())
    answered = objections.answer(hall.event.rounds[0], hall.match, "It stays.", "organiser")
    assert answered == [ObjectionAnswered(1, 1, "It stays.", "organiser")]
    hall.take(answered)
    with pytest.raises(Refusal, match="Your objection has been answered: It stays"):
        hall.objected("again")
