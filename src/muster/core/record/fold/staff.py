"""What the facts of those who lead do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event, Ruling, Staff
from muster.core.record.facts import staff as staff_facts


def apply(fact: staff_facts.StaffFact, event: Event) -> None:
    match fact:
        case staff_facts.PenaltyGiven():
            event.penalties.append(fact)
        case staff_facts.RecommendationDeclined():
            event.declined.add(fact.penalty)
        case staff_facts.RulingGiven():
            event.rulings.append(Ruling(len(event.rulings) + 1, fact))
        case staff_facts.RulingAppealed():
            event.ruling(fact.ruling).appeal = fact
        case staff_facts.AppealDecided():
            event.ruling(fact.ruling).decision = fact
        case staff_facts.StaffJoined():
            event.joined = fact.staff
            event.staff[fact.staff] = Staff(fact.staff, fact.name, fact.role, fact.key, fact.player)
        case staff_facts.StaffRemoved():
            del event.staff[fact.staff]
        case staff_facts.StaffPlays():
            event.staff[fact.staff].player = fact.player
        case staff_facts.StaffDuty():
            event.staff[fact.staff].on_duty = fact.on
        case staff_facts.LinkRenewed():
            event.link_keys[fact.whose, fact.player] = fact.key
            if fact.player is not None:
                event.claims.pop(fact.player, None)
        case staff_facts.Announced():
            event.announcement = fact.text
        case staff_facts.AnnouncementWithdrawn():
            event.announcement = ""
        case _:
            assert_never(fact)
