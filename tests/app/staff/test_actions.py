"""The staff of an event: who joins, plays, goes off duty; whose links are renewed; and who rules at whose table."""

from __future__ import annotations

import pytest

from muster.app.events import actions as events
from muster.app.links import Invitation, invitation_key
from muster.app.staff import rulings
from muster.app.staff.actions import ORGANISER, duty, join, play
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor, PlayerId, Role
from muster.core.rules import staff
from tests.app.staff.test_last_word import Led


def test_nobody_is_invited_as_organiser_or_player() -> None:
    """L5R-006: there is exactly one organiser."""
    hall = Led()
    for role in (Role.ORGANISER, Role.PLAYER):
        with pytest.raises(BadInput, match="Staff join as marshal or judge"):
            hall.join("Eve", role)


def test_the_log_has_the_name_that_a_judge_joined_under() -> None:
    hall = Led()
    link = Invitation(hall.id, Role.JUDGE, invitation_key(hall.desk.open(hall.id), Role.JUDGE))
    opened, member = join(hall.desk, "Ha\u202ele\x1b[31m  Mora", link)
    assert opened.entries[-1].actor.name == member.name == "Hale[31m Mora"


def test_one_seat_has_one_member_of_staff() -> None:
    """L5R-017: a taken seat is refused to others; it can be given up, and taken again."""
    hall = Led()
    judge, other = hall.join("Hale", Role.JUDGE), hall.join("Mora", Role.MARSHAL)
    play(hall.desk, hall.id, judge, hall.match.a)
    with pytest.raises(Refusal, match="Hale plays as"):
        play(hall.desk, hall.id, other, hall.match.a)
    with pytest.raises(Refusal, match="Hale plays as"):
        hall.join("Noor", Role.JUDGE, hall.match.a)
    assert staff.plays(hall.event, hall.system, judge, hall.match.a) == []
    with pytest.raises(Refusal, match="no longer on the staff"):
        staff.member_of(hall.event, 99)


def test_on_and_off_duty_is_recorded_once_and_while_the_event_runs() -> None:
    """L5R-010."""
    hall = Led()
    judge = hall.join("Hale", Role.JUDGE)
    assert staff.duty(hall.event, judge, True) == []
    duty(hall.desk, hall.id, judge, False)
    assert staff.duty(hall.event, judge, False) == []
    for match in hall.event.rounds[0].matches:
        hall.report(f"#{match.a}", winner="a")
    hall.close()
    events.finish(hall.desk, hall.id, Actor(), "enough")
    with pytest.raises(Refusal, match="is finished"):
        duty(hall.desk, hall.id, judge, True)
    with pytest.raises(Refusal, match="is finished"):
        play(hall.desk, hall.id, judge, PlayerId(1))


@pytest.mark.parametrize(
    ("whose", "player", "right"),
    [
        (Role.MARSHAL, None, True),
        (Role.JUDGE, None, True),
        (Role.PLAYER, PlayerId(1), True),
        (Role.PLAYER, None, False),
        (Role.JUDGE, PlayerId(1), False),
        (Role.ORGANISER, None, False),
    ],
)
def test_links_that_can_be_renewed(whose: Role, player: PlayerId | None, right: bool) -> None:
    """Those of a role that is invited, or of one player."""
    hall = Led()
    if right:
        assert len(staff.renew(hall.event, whose, "key", player)) == 1
        return
    with pytest.raises(BadInput, match="Links can be renewed"):
        staff.renew(hall.event, whose, "key", player)


def test_a_marshal_who_plays_elsewhere_has_the_last_word() -> None:
    """L-32: only a game of their own is not theirs to decide."""
    hall = Led()
    judge, marshal = hall.join("Hale", Role.JUDGE), hall.join("Mora", Role.MARSHAL, hall.event.rounds[0].matches[1].a)
    hall.rule(judge)
    hall.appeal(judge)
    hall.decide(marshal)


def test_staff_who_play_at_other_tables_leave_a_table_to_any_judge() -> None:
    """L5R-019: two members of staff at one table are the marshal's case; one alone, or at different tables, is not."""
    hall = Led()
    third = hall.join("Third", Role.JUDGE)
    other = hall.event.rounds[0].matches[1]
    hall.join("A", Role.JUDGE, other.a)
    rulings.rule(hall.desk, hall.id, third, other.table, "", "So.")
    hall.join("B", Role.JUDGE, other.b)
    hall.rule(third)
    with pytest.raises(Refusal, match="Two staff members play at table"):
        rulings.rule(hall.desk, hall.id, third, other.table, "", "So.")


def test_where_the_book_says_nothing_of_two_of_the_staff_any_judge_rules() -> None:
    """L5R-019 is a rule of one book."""
    hall = Led("bushido")
    third = hall.join("Third", Role.JUDGE)
    for name, player in (("A", hall.match.a), ("B", hall.match.b)):
        hall.join(name, Role.JUDGE, player)
    hall.rule(third)


def test_when_all_who_could_decide_play_there_whoever_is_left_rules() -> None:
    """L-32: a judge who is off duty, if nobody else is there."""
    hall = Led()
    judge = hall.join("Hale", Role.JUDGE)
    hall.join("Mora", Role.MARSHAL, hall.match.a)
    play(hall.desk, hall.id, ORGANISER, hall.match.b)
    duty(hall.desk, hall.id, judge, False)
    hall.rule(judge)
