"""What the facts of lists do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event
from muster.core.record.facts import lists as list_facts
from muster.core.record.lists import Lost


def apply(fact: list_facts.ListFact, event: Event) -> None:
    match fact:
        case list_facts.ListHandedIn():
            event.lists.hand_in(fact)
        case list_facts.ListWithdrawn():
            event.lists.withdraw(fact)
        case list_facts.ListsLocked() | list_facts.ListsUnlocked():
            event.lists.lock(fact, started=event.started)
        case list_facts.ListMarked():
            event.lists.mark(fact)
        case list_facts.ListConsent():
            event.lists.consent(fact)
        case list_facts.ProxyMade():
            event.lists.proxies.append(fact)
        case list_facts.CardLost():
            event.lists.lost.append(Lost(len(event.lists.lost) + 1, fact.player, fact.card, fact.round))
        case list_facts.CardReplaced():
            event.lists.lost[fact.number - 1].replaced = True
        case list_facts.ChoiceSealed():
            event.lists.seal(fact)
        case _:
            assert_never(fact)
