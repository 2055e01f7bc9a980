"""What the facts of those who lead do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event, Ruling, Staff
from muster.core.record.facts import staff as staff_facts


def apply(fact: staff_facts.StaffFact, event: Event) -> None:
    match fact:
        case staff_facts.PenaltyGiven():
            event.penalties = [*event.penalties, fact]
        case staff_facts.RecommendationDeclined():
            event.declined = event.declined | {fact.penalty}
        case staff_facts.RulingGiven():
            event.rulings = [*event.rulings, Ruling(len(event.rulings) + 1, fact)]
        case staff_facts.RulingAppealed():
            _edit_ruling(event, fact.ruling).appeal = fact
        case staff_facts.AppealDecided():
            _edit_ruling(event, fact.ruling).decision = fact
        case staff_facts.StaffJoined():
            event.joined = fact.staff
            joined = Staff(fact.staff, fact.name, fact.role, fact.key, fact.player)
            event.staff = {**event.staff, fact.staff: joined}
        case staff_facts.StaffRemoved():
            event.staff = event.mine(event.staff)
            del event.staff[fact.staff]
        case staff_facts.StaffPlays():
            _edit_staff(event, fact.staff).player = fact.player
        case staff_facts.StaffDuty():
            _edit_staff(event, fact.staff).on_duty = fact.on
        case staff_facts.LinkRenewed():
            event.link_keys = event.mine(event.link_keys)
            event.link_keys[fact.whose, fact.player] = fact.key
            if fact.player is not None:
                event.claims = event.mine(event.claims)
                event.claims.pop(fact.player, None)
        case staff_facts.Announced():
            event.announcement = fact.text
        case staff_facts.AnnouncementWithdrawn():
            event.announcement = ""
        case _:
            assert_never(fact)


def _edit_ruling(event: Event, number: int) -> Ruling:
    shared = event.ruling(number)
    event.rulings = event.mine(event.rulings)
    ruling = event.rulings[number - 1] = event.mine(shared)
    return ruling


def _edit_staff(event: Event, number: int) -> Staff:
    event.staff = event.mine(event.staff)
    one = event.staff[number] = event.mine(event.staff[number])
    return one
