"""Votes for awards, counted from what is true now: who may vote, for whom, and which votes count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from muster.core.kit.model import Ending, PlayerId
from muster.core.record.awards import Poll
from muster.core.record.event import Event
from muster.core.record.facts.awards import AwardKind
from muster.core.record.player import Player, Status


@dataclass(frozen=True, slots=True)
class Count:
    """`votes`: best first. `dropped`: votes that no longer count, because a result was corrected or somebody
    disqualified.

    `as_closed`: this copy lacks the votes, so they are shown as they were when voting closed.
    """

    votes: tuple[tuple[PlayerId, int], ...]
    dropped: int = 0
    as_closed: bool = False

    @property
    def total(self) -> int:
        return sum(votes for _, votes in self.votes)

    def leaders(self, passed: Collection[PlayerId] = ()) -> tuple[tuple[PlayerId, ...], int, int]:
        """Who has the most votes of those not passed over, how many, and how many players with more were passed
        over.
        """
        free = [(player, votes) for player, votes in self.votes if player not in passed]
        if not free:
            return (), 0, len(self.votes)
        most = free[0][1]
        ahead = sum(votes > most or (votes == most and player in passed) for player, votes in self.votes)
        return tuple(player for player, votes in free if votes == most), most, ahead


def kind_of(event: Event, key: str) -> AwardKind:
    """A book's award that is put to the vote is for the best army, so everybody votes among everybody."""
    own = event.awards.own.get(key)
    return AwardKind.PLAYERS if own is None else own.kind


def opponents(event: Event, player: PlayerId) -> set[PlayerId]:
    """Whom a player actually played, by the current results; a no-show was not met (X-22)."""
    met = set()
    for round_ in event.shown:
        match = round_.match_of(player)
        if match is not None and match.result is not None and match.result.ending is not Ending.NO_SHOW:
            met.add(match.other(player))
    return met


def took_part(event: Event, player: PlayerId) -> bool:
    """Whether a player took part: at a table, or with a bye."""
    return bool(opponents(event, player)) or any(bye.player == player for r in event.shown for bye in r.byes)


def may_win(player: Player) -> bool:
    """WMH-060, X-08: nobody disqualified; B-08: no stand-ins."""
    return player.status is not Status.DISQUALIFIED and not player.stand_in


def may_vote(event: Event, key: str, voter: PlayerId) -> bool:
    """Whether a player may vote: also after dropping, but not after a disqualification."""
    if event.players[voter].status is Status.DISQUALIFIED:
        return False
    return bool(opponents(event, voter)) if kind_of(event, key) is AwardKind.OPPONENT else took_part(event, voter)


def may_choose(event: Event, key: str, voter: PlayerId, choice: PlayerId) -> bool:
    """Whether a player who may vote can choose this one."""
    if voter == choice or choice not in event.players or not may_win(event.players[choice]):
        return False
    if kind_of(event, key) is AwardKind.OPPONENT:
        return choice in opponents(event, voter)
    return took_part(event, choice)


def candidates(event: Event, key: str, voter: PlayerId) -> list[PlayerId]:
    """Whom a player may vote for; nobody if they may not vote."""
    if not may_vote(event, key, voter):
        return []
    return [other for other in event.players if may_choose(event, key, voter, other)]


def holds(event: Event, key: str, voter: PlayerId) -> bool:
    """Whether a player's vote counts as things are now; a vote that this copy lacks does."""
    choice = event.awards.polls[key].ballots[voter].choice
    if choice is None:
        return True
    return voter in event.players and may_vote(event, key, voter) and may_choose(event, key, voter, choice)


def count(event: Event, key: str) -> Count:
    """In the spirit of X-29: a vote for somebody who turns out not to be an opponent never counted."""
    poll = event.awards.polls.get(key, Poll())
    if poll.withheld:
        return Count(poll.counts, as_closed=True)
    valid = [voter for voter in poll.ballots if holds(event, key, voter)]
    tally = Counter(choice for voter in valid if (choice := poll.ballots[voter].choice) is not None)
    ordered = sorted(tally.items(), key=lambda item: (-item[1], item[0]))
    return Count(tuple(ordered), len(poll.ballots) - len(valid))
