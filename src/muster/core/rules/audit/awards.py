"""What an entry about awards must be, given the state before it."""

from __future__ import annotations

from typing import assert_never

from muster.core.book.system import System
from muster.core.kit.errors import BadInput
from muster.core.reading.votes import count
from muster.core.record.event import Event
from muster.core.record.facts import awards as award_facts
from muster.core.rules.audit.play import must_be_enrolled, must_be_name
from muster.core.rules.awards.giving import must_be_field, words


def check(fact: award_facts.AwardFact, event: Event, system: System) -> None:
    match fact:
        case award_facts.AwardAdded():
            must_be_name(fact.title)
            words(fact.prize)
            words(fact.value)
            if fact.award != str(event.awards.added + 1):
                raise BadInput("awards are numbered as they come.")
            if fact.kind is award_facts.AwardKind.FIELD:
                must_be_field(system, fact.field)
        case award_facts.AwardRemoved():
            if fact.award not in event.awards.own:
                raise BadInput("there is no award “{award}”.", award=fact.award)
        case award_facts.AwardDecided():
            must_be_enrolled(event, *fact.players)
            words(fact.reason)
            _must_be_known(fact.award, event)
        case award_facts.VoteOpened():
            _must_be_known(fact.award, event)
        case award_facts.VoteClosed():
            _must_be_known(fact.award, event)
            must_be_enrolled(event, *(player for player, _ in fact.counts))
            counted = count(event, fact.award)
            if not counted.as_closed and counted.votes != fact.counts:
                raise BadInput("the votes for “{award}” come to something else.", award=fact.award)
        case award_facts.VoteGiven():
            must_be_enrolled(event, fact.voter, fact.choice)
            if fact.voter == fact.choice:
                raise BadInput("nobody can vote for themselves.")
        case _:
            assert_never(fact)


def _must_be_known(key: str, event: Event) -> None:
    """One of the event's own awards, or one of the book's, whose keys are words."""
    if key.isdigit() and key not in event.awards.own:
        raise BadInput("there is no award “{award}”.", award=key)
