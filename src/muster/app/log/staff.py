"""Staff and their rulings in the log."""

from __future__ import annotations

from muster.app.log.names import Names, because
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.record.facts import staff as staff_facts
from muster.core.record.journal import is_withheld


def tell(fact: staff_facts.StaffFact, names: Names, system: System) -> str:
    match fact:
        case staff_facts.PenaltyGiven() if is_withheld(fact):
            return tr("Penalty given (not shown in this copy)")
        case staff_facts.PenaltyGiven():
            return _penalty(fact, names, system) + because(fact.note)
        case staff_facts.RecommendationDeclined():
            return tr("Recommendation {number} declined: {reason}", number=fact.penalty, reason=_said(fact.reason))
        case staff_facts.RulingGiven() if is_withheld(fact):
            return tr("Ruling given (not shown in this copy)")
        case staff_facts.RulingGiven():
            return _ruling(fact, system)
        case staff_facts.RulingAppealed():
            told = tr("{player} appealed against ruling {number}", player=names[fact.player], number=fact.ruling)
            return told + because(fact.note)
        case staff_facts.AppealDecided():
            if fact.upheld:
                return tr("Ruling {number} upheld on appeal: {note}", number=fact.ruling, note=_said(fact.note))
            return tr("Ruling {number} overturned on appeal: {note}", number=fact.ruling, note=_said(fact.note))
        case staff_facts.StaffJoined():
            plays = "" if fact.player is None else tr(", and plays as {player}", player=names[fact.player])
            return tr("{name} joined as {role}{plays}", name=fact.name, role=tr(fact.role.value), plays=plays)
        case staff_facts.StaffRemoved():
            return tr("{name} left the staff", name=names.of_staff(fact.staff))
        case staff_facts.StaffPlays():
            if fact.player is None:
                return tr("{name} no longer plays", name=names.of_staff(fact.staff))
            return tr("{name} plays as {player}", name=names.of_staff(fact.staff), player=names[fact.player])
        case staff_facts.StaffDuty():
            if fact.on:
                return tr("{name} came on duty", name=names.of_staff(fact.staff))
            return tr("{name} went off duty", name=names.of_staff(fact.staff))
        case staff_facts.LinkRenewed():
            if fact.player is not None:
                return tr("{player}’s private link renewed", player=names[fact.player])
            return tr("Invitation for {role} renewed", role=tr(fact.whose.value))
        case staff_facts.Announced():
            return tr("Announced: {text}", text=fact.text)
        case staff_facts.AnnouncementWithdrawn():
            return tr("Announcement taken down")
        case staff_facts.EventListed():
            return tr("Shown in the list of events") if fact.shown else tr("Hidden from the list of events")
        case staff_facts.SitesAllowed():
            if fact.sites:
                return tr("Sites that may use the event: {sites}", sites=", ".join(fact.sites))
            return tr("No other site may use the event")
        case staff_facts.JudgeCalled():
            place = names.place(fact.round, fact.match)
            return tr("{player} called a judge: {place}", player=names[fact.player], place=place)
        case staff_facts.BreachReported():
            place = names.place(fact.round, fact.match)
            if is_withheld(fact):
                return tr("Breach reported: {place}; what it says is withheld", place=place)
            return tr("Breach reported: {place}: {text}", place=place, text=fact.text)
        case staff_facts.CallAnswered():
            return tr("{name} answered call {number}", name=names.of_staff(fact.staff), number=fact.call)
        case staff_facts.CallEnded():
            return tr("Call {number} done", number=fact.call)
        case staff_facts.TableFeatured():
            place = names.place(fact.round, fact.match)
            return (
                tr("Game shown to everybody: {place}", place=place)
                if fact.shown
                else tr("Game no longer shown to everybody: {place}", place=place)
            )


def _said(text: str) -> str:
    """What somebody wrote, unless this copy was made without it."""
    return text or tr("not in this copy of the event")


def _penalty(fact: staff_facts.PenaltyGiven, names: Names, system: System) -> str:
    name, penalty = names[fact.player], tr(fact.penalty)
    if not fact.infraction:
        return tr("Penalty for {name}: {penalty}", name=name, penalty=penalty)
    what = tr(system.conduct.name_of(fact.infraction))
    return tr("Penalty for {name}: {penalty}, for “{what}”", name=name, penalty=penalty, what=what)


def _ruling(fact: staff_facts.RulingGiven, system: System) -> str:
    table, note = fact.table, fact.note
    if not fact.subject:
        if table:
            return tr("Ruling at table {table}: {note}", table=table, note=note)
        return tr("Ruling: {note}", note=note)
    what = tr(system.conduct.name_of(fact.subject))
    if table:
        return tr("Ruling at table {table} on “{what}”: {note}", table=table, what=what, note=note)
    return tr("Ruling on “{what}”: {note}", what=what, note=note)
