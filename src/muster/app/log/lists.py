"""Lists in the words of the log."""

from __future__ import annotations

from muster.app.log.names import Names, because
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.record.facts import lists as list_facts


def tell(fact: list_facts.ListFact, names: Names, system: System) -> str:
    match fact:
        case list_facts.ListHandedIn():
            # A list's content is for those who may see it, not for whoever reads the log.
            late = f", {tr('late')}" if fact.late else ""
            what = tr("{name} handed in list {slot}", name=names[fact.player], slot=fact.slot)
            return what + late + because(fact.reason)
        case list_facts.ListWithdrawn():
            what = tr("{name}’s list {slot} withdrawn", slot=fact.slot, name=names[fact.player])
            return what + because(fact.reason)
        case list_facts.ListsLocked():
            whose = names.listed(fact.players) or tr("everyone’s")
            return tr("Lists locked: {whose}", whose=whose) + because(fact.reason)
        case list_facts.ListsUnlocked():
            whose = names.listed(fact.players) or tr("everyone’s")
            return tr("Lists unlocked: {whose}", whose=whose) + because(fact.reason)
        case list_facts.ListMarked():
            found = {list_facts.ListMark.IN_ORDER: tr("correct"), list_facts.ListMark.FAULTY: tr("has faults")}[
                fact.mark
            ]
            what = tr("{name}’s list {slot} checked: {found}", slot=fact.slot, name=names[fact.player], found=found)
            return what + because(fact.note)
        case list_facts.ListConsent():
            if fact.given:
                return tr("{name} allows showing their lists after the event", name=names[fact.player])
            return tr("{name} does not allow showing their lists after the event", name=names[fact.player])
        case list_facts.ProxyMade() if fact.seal:
            return tr("Proxy for one of {name}’s cards, by {by}", name=names[fact.player], by=fact.leader)
        case list_facts.ProxyMade():
            return tr("Proxy for {name}’s “{card}”, by {by}", card=fact.card, name=names[fact.player], by=fact.leader)
        case list_facts.CardLost():
            if fact.in_game:
                return tr("{name} is missing a card, discovered during the game", name=names[fact.player])
            return tr("{name} is missing a card", name=names[fact.player])
        case list_facts.CardReplaced():
            return tr("Lost card {number} replaced", number=fact.number)
        case list_facts.ChoiceSealed():
            labels = {field.key: tr(field.label) for field in system.lists.sealed} if system.lists else {}
            return tr(
                "{name} declared in secret for round {round}: {what}",
                name=names[fact.player],
                what=labels.get(fact.key, fact.key),
                round=fact.round,
            )
