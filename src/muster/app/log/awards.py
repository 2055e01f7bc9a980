"""Awards and votes in the words of the log. It says who voted, never for whom."""

from __future__ import annotations

from typing import assert_never

from muster.app.log.names import Names, because
from muster.app.speech import plural, tr
from muster.core.record.facts import awards as award_facts


def tell(fact: award_facts.AwardFact, names: Names) -> str:
    match fact:
        case award_facts.AwardAdded():
            return tr("Award added: {title}", title=fact.title)
        case award_facts.AwardRemoved():
            return tr("Award removed: {title}", title=names.award(fact.award))
        case award_facts.AwardDecided():
            title = names.award(fact.award)
            if not fact.players:
                return tr("{title}: no longer decided", title=title)
            told = tr("{title} goes to {players}", title=title, players=names.listed(fact.players))
            return told + because(fact.reason)
        case award_facts.VoteOpened():
            return tr("Voting opened: {title}", title=names.award(fact.award))
        case award_facts.VoteClosed():
            votes = sum(votes for _, votes in fact.counts)
            title = names.award(fact.award)
            return plural(votes, "Voting closed: {title}, {n} vote", "Voting closed: {title}, {n} votes", title=title)
        case award_facts.VoteGiven():
            place = {"player": names[fact.voter], "title": names.award(fact.award)}
            if fact.paper:
                return tr("{player}’s vote on paper entered: {title}", **place)
            return tr("{player} voted: {title}", **place)
        case _:
            assert_never(fact)
