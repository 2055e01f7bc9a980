"""What the facts about awards do to the state."""

from __future__ import annotations

from typing import assert_never

from muster.core.record.event import Event
from muster.core.record.facts import awards as award_facts


def apply(fact: award_facts.AwardFact, event: Event) -> None:
    awards = event.edit_awards()
    match fact:
        case award_facts.AwardAdded():
            awards.add(fact)
        case award_facts.AwardRemoved():
            awards.remove(fact.award)
        case award_facts.AwardDecided():
            awards.decide(fact)
        case award_facts.VoteOpened():
            awards.open_poll(fact.award)
        case award_facts.VoteClosed():
            awards.close_poll(fact)
        case award_facts.VoteGiven():
            awards.cast(fact)
        case _:
            assert_never(fact)
