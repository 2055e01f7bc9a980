"""What the facts about staff do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event
from muster.core.record.facts import staff as staff_facts
from muster.core.record.staff import JudgeCall, Ruling, StaffMember


def apply(fact: staff_facts.StaffFact, event: Event) -> None:
    staff = event.edit_staff()
    match fact:
        case staff_facts.PenaltyGiven():
            staff.penalties = [*staff.penalties, fact]
        case staff_facts.RecommendationDeclined():
            staff.declined = staff.declined | {fact.penalty}
        case staff_facts.RulingGiven():
            staff.rulings = [*staff.rulings, Ruling(len(staff.rulings) + 1, fact)]
        case staff_facts.RulingAppealed():
            _edit_ruling(event, fact.ruling).appeal = fact
        case staff_facts.AppealDecided():
            _edit_ruling(event, fact.ruling).decision = fact
        case staff_facts.StaffJoined():
            staff.joined = fact.staff
            joined = StaffMember(fact.staff, fact.name, fact.role, fact.key, fact.player)
            staff.members = {**staff.members, fact.staff: joined}
        case staff_facts.StaffRemoved():
            staff.members = event.mine(staff.members)
            del staff.members[fact.staff]
        case staff_facts.StaffPlays():
            _edit_member(event, fact.staff).player = fact.player
        case staff_facts.StaffDuty():
            _edit_member(event, fact.staff).on_duty = fact.on
        case staff_facts.LinkRenewed():
            staff.link_keys = event.mine(staff.link_keys)
            staff.link_keys[fact.whose, fact.player] = fact.key
            if fact.player is not None:
                event.claims = event.mine(event.claims)
                event.claims.pop(fact.player, None)
        case staff_facts.Announced():
            event.announcement = fact.text
        case staff_facts.AnnouncementWithdrawn():
            event.announcement = ""
        case staff_facts.EventListed():
            event.hidden = not fact.shown
        case staff_facts.SitesAllowed():
            event.sites = fact.sites
        case staff_facts.JudgeCalled() | staff_facts.BreachReported():
            staff.calls = [*staff.calls, JudgeCall(len(staff.calls) + 1, fact)]
        case staff_facts.CallAnswered():
            _edit_call(event, fact.call).answered = fact.staff
        case staff_facts.CallEnded():
            _edit_call(event, fact.call).ended = True
        case staff_facts.TableFeatured():
            game = {(fact.round, fact.match)}
            staff.featured = staff.featured | game if fact.shown else staff.featured - game
        case _:
            assert_never(fact)


def _edit_ruling(event: Event, number: int) -> Ruling:
    staff = event.edit_staff()
    shared = staff.ruling(number)
    staff.rulings = event.mine(staff.rulings)
    ruling = staff.rulings[number - 1] = event.mine(shared)
    return ruling


def _edit_call(event: Event, number: int) -> JudgeCall:
    staff = event.edit_staff()
    shared = staff.call(number)
    staff.calls = event.mine(staff.calls)
    call = staff.calls[number - 1] = event.mine(shared)
    return call


def _edit_member(event: Event, number: int) -> StaffMember:
    staff = event.edit_staff()
    staff.members = event.mine(staff.members)
    one = staff.members[number] = event.mine(staff.members[number])
    return one
