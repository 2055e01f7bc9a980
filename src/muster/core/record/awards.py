"""The awards of an event beside the book's, the votes for them and what was decided: part of its state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeVar

from muster.core.kit.model import PlayerId
from muster.core.record.facts.awards import AwardAdded, AwardDecided, VoteClosed, VoteGiven

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ballot:
    """A player's vote. `choice` is None if this copy of the journal lacks it."""

    choice: PlayerId | None
    paper: bool


@dataclass(frozen=True, slots=True)
class Poll:
    """The vote for one award. `counts`: the counts when it was last closed."""

    open: bool = False
    ballots: dict[PlayerId, Ballot] = field(default_factory=dict)
    counts: tuple[tuple[PlayerId, int], ...] = ()

    @property
    def withheld(self) -> bool:
        """Whether this copy lacks whom players voted for."""
        return any(ballot.choice is None for ballot in self.ballots.values())


@dataclass(slots=True)
class EventAwards:
    own: dict[str, AwardAdded] = field(default_factory=dict)
    """By key, in the order in which they are given."""
    added: int = 0
    """The last number given to an award."""
    polls: dict[str, Poll] = field(default_factory=dict)
    decided: dict[str, AwardDecided] = field(default_factory=dict)

    def add(self, fact: AwardAdded) -> None:
        self.own, self.added = {**self.own, fact.award: fact}, self.added + 1

    def remove(self, key: str) -> None:
        """Removes an award and its votes; awards added later get other keys."""
        self.own = _without(self.own, key)
        self.polls = _without(self.polls, key)
        self.decided = _without(self.decided, key)

    def decide(self, fact: AwardDecided) -> None:
        self.decided = {**self.decided, fact.award: fact} if fact.players else _without(self.decided, fact.award)

    def open_poll(self, key: str) -> None:
        self.polls = {**self.polls, key: replace(self.polls.get(key, Poll()), open=True)}

    def close_poll(self, fact: VoteClosed) -> None:
        poll = self.polls.get(fact.award, Poll())
        self.polls = {**self.polls, fact.award: replace(poll, open=False, counts=fact.counts)}

    def cast(self, fact: VoteGiven) -> None:
        """A vote is ignored while voting is not open: the organiser may have undone the opening as votes came in."""
        poll = self.polls.get(fact.award)
        if poll is None or not poll.open:
            return
        ballots = {**poll.ballots, fact.voter: Ballot(fact.choice, fact.paper)}
        self.polls = {**self.polls, fact.award: replace(poll, ballots=ballots)}


def _without(things: dict[str, T], key: str) -> dict[str, T]:
    return {one: thing for one, thing in things.items() if one != key}
