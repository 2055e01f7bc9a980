"""Who answers an appeal for good, and who rules where staff play: nobody in a game of their own."""

from __future__ import annotations

import pytest

from muster.app.staff import rulings
from muster.app.staff.actions import ORGANISER, duty
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.record.event import Match
from muster.core.rules import staff
from tests.app.hall import Hall


class Led(Hall):
    """A round of two tables, and staff who may play."""

    def __init__(self, system: str = "l5r") -> None:
        super().__init__(system, ["Ann", "Bob", "Cem", "Dai"])
        self.pair()
        self.publish()

    @property
    def match(self) -> Match:
        return self.event.rounds[0].matches[0]

    def join(self, name: str, role: Role, player: PlayerId | None = None) -> int:
        self.desk.act(self.id, lambda o: staff.join(o.event, o.system, name, role, name, player), Actor(name, role))
        return self.event.staff.joined

    def rule(self, staff_number: int) -> None:
        rulings.rule(self.desk, self.id, staff_number, self.match.table, "", "So.")

    def appeal(self, staff_number: int) -> None:
        rulings.appeal(self.desk, self.id, staff_number, 1, f"#{self.match.a}", "")

    def decide(self, staff_number: int) -> None:
        rulings.decide(self.desk, self.id, staff_number, 1, True, "Yes.")


def test_a_marshal_does_not_answer_an_appeal_in_their_own_game() -> None:
    """L-32 L5R-013 L5R-007: the organiser does; and another marshal, once there is one."""
    hall = Led()
    judge = hall.join("Hale", Role.JUDGE)
    playing = hall.join("Mora", Role.MARSHAL, hall.match.a)
    hall.rule(judge)
    hall.appeal(judge)
    with pytest.raises(Refusal, match="organiser decides on this appeal"):
        hall.decide(playing)
    other = hall.join("Noor", Role.MARSHAL)
    for nobody in (playing, ORGANISER):
        with pytest.raises(Refusal, match="Noor decides on this appeal"):
            hall.decide(nobody)
    hall.decide(other)
    assert hall.event.staff.ruling(1).decision is not None


def test_an_organiser_who_plays_there_leaves_it_to_any_third_member_of_staff() -> None:
    """L-32: nobody else has the last word, so a judge has it, and their ruling is final."""
    hall = Led()
    judge, playing = hall.join("Hale", Role.JUDGE), hall.join("Mora", Role.MARSHAL, hall.match.a)
    hall.desk.act(hall.id, lambda o: staff.plays(o.event, o.system, ORGANISER, hall.match.b), Actor())
    for player in (playing, ORGANISER):
        with pytest.raises(Refusal, match="You play at table"):
            hall.rule(player)
    hall.rule(judge)
    assert hall.event.staff.ruling(1).given.final


def test_a_marshal_off_duty_has_no_last_word() -> None:
    """L5R-010 L5R-007: a spectator; the organiser answers."""
    hall = Led()
    judge, marshal = hall.join("Hale", Role.JUDGE), hall.join("Mora", Role.MARSHAL)
    hall.rule(judge)
    hall.appeal(judge)
    duty(hall.desk, hall.id, marshal, False)
    with pytest.raises(Refusal, match="organiser decides"):
        hall.decide(marshal)
    hall.decide(ORGANISER)
