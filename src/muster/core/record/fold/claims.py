"""What the facts of who has a name do to the state. A player whose enrolment was undone has none."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from muster.core.record.event import Claim, Event, NameRequest
from muster.core.record.facts import claims as claim_facts
from muster.core.record.hidden import number_name


def apply(fact: claim_facts.ClaimFact, event: Event) -> None:
    if fact.player not in event.players:
        return
    event.claims, event.asked = event.mine(event.claims), event.mine(event.asked)
    match fact:
        case claim_facts.NameClaimed():
            known = event.claims.get(fact.player)
            before = known.before if known is not None and known.device == fact.device else ""
            event.claims[fact.player] = Claim(fact.device, fact.how, fact.instead or before)
            event.asked.pop((fact.player, fact.device), None)
        case claim_facts.NameAsked():
            event.asked[fact.player, fact.device] = NameRequest(fact)
        case claim_facts.NameDenied():
            asked = event.asked[fact.player, fact.device]
            event.asked[fact.player, fact.device] = replace(asked, denied=True)
        case claim_facts.NameRefused():
            event.asked.pop((fact.player, fact.device), None)
        case claim_facts.NameReleased():
            event.claims.pop(fact.player, None)
        case claim_facts.NameForgotten():
            event.edit_player(fact.player).name = number_name(fact.player)
            event.forgotten |= {fact.player}
        case _:
            assert_never(fact)
