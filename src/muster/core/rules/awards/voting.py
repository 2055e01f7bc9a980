"""Votes for awards: opened, cast on phones or entered from paper, closed. One vote each, until voting is closed."""

from __future__ import annotations

from collections.abc import Iterable

from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.reading.votes import count, kind_of, may_choose, may_vote
from muster.core.record.awards import Poll
from muster.core.record.event import Event
from muster.core.record.facts.awards import AwardKind, VoteClosed, VoteGiven, VoteOpened
from muster.core.record.facts.claims import NameClaimed
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.player import Status
from muster.core.rules.awards.giving import find


def open_voting(event: Event, system: System, key: str) -> list[Fact]:
    """Also possible after the event, and again after it was closed."""
    award = find(event, system, key)
    if not kind_of(event, award.key).by_vote:
        raise Refusal("“{title}” is not put to the vote.", title=award.title)
    if event.awards.polls.get(award.key, Poll()).open:
        raise Refusal("Voting for “{title}” is already open.", title=award.title)
    if not any(round_.complete for round_ in event.rounds):
        raise Refusal("No round is finished yet. Only players who have played a game can vote.")
    return [VoteOpened(award.key)]


def close_voting(event: Event, system: System, key: str) -> list[Fact]:
    award = find(event, system, key)
    _must_be_open(event, award.key, award.title)
    return [VoteClosed(award.key, count(event, award.key).votes)]


def _must_be_open(event: Event, key: str, title: str) -> None:
    if not event.awards.polls.get(key, Poll()).open:
        raise Refusal("Voting for “{title}” is not open.", title=title)


def cast(
    event: Event, system: System, key: str, voter: PlayerId, choice: PlayerId, *, paper: bool = False
) -> list[Fact]:
    """A player's vote, replacing any earlier one."""
    award = find(event, system, key)
    _must_be_open(event, award.key, award.title)
    if voter == choice:
        raise Refusal("Nobody can vote for themselves.")
    name, chosen = event.name_of(voter), event.name_of(choice)
    if event.players[voter].status is Status.DISQUALIFIED:
        raise Refusal("{name} is disqualified and cannot vote.", name=name)
    if not may_vote(event, award.key, voter):
        raise Refusal("{name} has not played a game in this event and cannot vote.", name=name)
    if not may_choose(event, award.key, voter, choice):
        if kind_of(event, award.key) is AwardKind.OPPONENT:
            raise Refusal(
                "{name} cannot vote for {chosen}: they did not play each other, or {chosen} cannot win.",
                chosen=chosen,
                name=name,
            )
        raise Refusal("{chosen} cannot win this award.", chosen=chosen)
    return [VoteGiven(award.key, voter, choice, paper)]


def must_be_own_phone(event: Event, system: System, entries: Iterable[Entry], key: str, voter: PlayerId) -> None:
    """One phone votes for one player: somebody who picks other players' names one after the other still votes only
    once. A player who has proved who they are may vote on a phone that others used before.
    """
    award, own = find(event, system, key), event.claims.get(voter)
    if own is None or own.how.proof:
        return
    phones: dict[PlayerId, str] = {}
    voted: set[tuple[str, PlayerId]] = set()
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, NameClaimed):
            phones[fact.player] = fact.device
        elif isinstance(fact, VoteGiven) and not fact.paper and phones.get(fact.voter) == own.device:
            voted.add((fact.award, fact.voter))
    others = [player for key_, player in sorted(voted) if key_ == award.key and player != voter]
    if others:
        raise Refusal(
            "Somebody has already voted for “{title}” on this phone, as {name}. Vote on your own phone, prove who you "
            "are with your link or a code from the desk, or vote on paper.",
            title=award.title,
            name=event.name_of(others[0]),
        )
