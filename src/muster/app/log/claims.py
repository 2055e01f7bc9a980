"""Who took which name on a phone, in the words of the log."""

from __future__ import annotations

from muster.app.log.names import Names
from muster.app.speech import tr
from muster.core.record.facts import claims as claim_facts
from muster.core.record.facts.claims import ClaimedBy


def tell(fact: claim_facts.ClaimFact, names: Names) -> str:
    name = names[fact.player]
    match fact:
        case claim_facts.NameClaimed():
            return _claimed(fact, name)
        case claim_facts.NameAsked():
            if fact.back:
                return tr("{name}’s phone was signed out by another and asks for the name back", name=name)
            return tr("A phone asked the organiser for {name}’s name", name=name)
        case claim_facts.NameDenied():
            return tr("{name} says that the phone asking is not theirs", name=name)
        case claim_facts.NameRefused():
            return tr("{name}’s name not given to the phone that asked", name=name)
        case claim_facts.NameReleased():
            return tr("{name} is no longer on a phone", name=name)
        case claim_facts.NameForgotten(staff=staff) if staff:
            if fact.rewritten:
                return tr(
                    "The name of {staff} was forgotten; the hashes from entry {entry} on are new since then",
                    staff=names.joined(staff),
                    entry=fact.rewritten,
                )
            return tr("The name of {staff} was forgotten", staff=names.joined(staff))
        case claim_facts.NameForgotten():
            if fact.rewritten:
                return tr(
                    "The name of player {number} was forgotten; the hashes from entry {entry} on are new since then",
                    number=fact.player,
                    entry=fact.rewritten,
                )
            return tr("The name of player {number} was forgotten", number=fact.player)


def _claimed(fact: claim_facts.NameClaimed, name: str) -> str:
    if not fact.instead:
        match fact.how:
            case ClaimedBy.PICKED:
                return tr("{name} was picked on a phone", name=name)
            case ClaimedBy.REGISTERED:
                return tr("{name} has the phone that registered the name", name=name)
            case ClaimedBy.LINK:
                return tr("{name} signed in by private link", name=name)
            case ClaimedBy.CODE:
                return tr("{name} signed in by code", name=name)
            case ClaimedBy.NOD:
                return tr("{name}’s name given to a phone by the organiser", name=name)
    match fact.how:
        case ClaimedBy.LINK:
            return tr("{name} signed in on another phone by private link; the one before is signed out", name=name)
        case ClaimedBy.CODE:
            return tr("{name} signed in on another phone by code; the one before is signed out", name=name)
    return tr("{name}’s name given to another phone by the organiser; the one before is signed out", name=name)


def in_words(how: ClaimedBy) -> str:
    """How somebody was identified, as it follows their name in the log."""
    match how:
        case ClaimedBy.PICKED:
            return tr("picked the name")
        case ClaimedBy.REGISTERED:
            return tr("registered on their phone")
        case ClaimedBy.LINK:
            return tr("by private link")
        case ClaimedBy.CODE:
            return tr("by code")
        case ClaimedBy.NOD:
            return tr("approved by the organiser")
