"""What the facts of lists do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event
from muster.core.record.facts import lists as list_facts
from muster.core.record.lists import Lost


def apply(fact: list_facts.ListFact, event: Event) -> None:
    lists = event.edit_lists()
    match fact:
        case list_facts.ListHandedIn():
            lists.hand_in(fact)
        case list_facts.ListWithdrawn():
            lists.withdraw(fact)
        case list_facts.ListsLocked() | list_facts.ListsUnlocked():
            lists.lock(fact, started=event.started)
        case list_facts.ListMarked():
            lists.mark(fact)
        case list_facts.ListConsent():
            lists.consent(fact)
        case list_facts.ProxyMade():
            lists.proxies.append(fact)
        case list_facts.CardLost():
            lists.lost.append(Lost(len(lists.lost) + 1, fact.player, fact.card, fact.round))
        case list_facts.CardReplaced():
            lists.replace_card(fact)
        case list_facts.ChoiceSealed():
            lists.seal(fact)
        case _:
            assert_never(fact)
