"""Awards before they are given: for the organiser how each winner is found, for players their votes.

For whom somebody voted is in no view, not even in their own. How many votes each player has is there only once
voting is closed: watching the numbers while people vote would show who votes for whom.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.app.desk import Opened
from muster.app.exact import View, Who, grown, who
from muster.app.views.event import award_view
from muster.app.views.shapes import AwardView
from muster.core.book.system import Award
from muster.core.kit.model import PlayerId
from muster.core.reading.awards import awards, is_given
from muster.core.reading.votes import candidates, count, holds, kind_of, may_vote, may_win
from muster.core.record.facts.awards import AwardKind
from muster.core.record.player import Player
from muster.core.record.staff import StaffMember
from muster.core.rules.awards.giving import left_to_staff
from muster.core.rules.players import player_fields


class VotesFor(View, frozen=True):
    """How many votes a player has."""

    player: Who
    votes: int


class PollView(View, frozen=True):
    """A vote. `voted` of `may_vote` players have voted. `votes`: empty until voting is closed.

    `dropped`: votes that no longer count, because a result was corrected or somebody disqualified. `as_closed`: this
    copy lacks the votes.
    """

    open: bool
    voted: int
    may_vote: int
    votes: list[VotesFor]
    dropped: int
    as_closed: bool


class DeskAward(AwardView, frozen=True):
    """An award as the organiser sees it.

    `key` is empty if the rulebook alone decides, and `found_by` is null for the rulebook's own awards. `own` is true
    for the organiser's own awards, which can be removed. `field` is the label of a player's field, and `tied` lists the
    players who are level. `poll` is null if there is no vote. `also`: other awards of a winner whom somebody chose, if
    the event gives one per player: places may have changed since.
    """

    key: str
    found_by: AwardKind | None
    own: bool
    field: str
    value: str
    tied: list[Who]
    decided: bool
    also: list[str]
    poll: PollView | None


class BallotView(View, frozen=True):
    """A vote that a player may cast. `counts`: whether the vote they cast currently counts."""

    key: str
    title: str
    candidates: list[Who]
    voted: bool
    paper: bool
    counts: bool


def desk_awards(opened: Opened) -> list[DeskAward]:
    given = awards(opened.event, opened.system)
    return [_desk_award(opened, award, given) for award in given]


class StaffAward(View, frozen=True):
    """An award that is left to the staff. `winners`: whom somebody has chosen. `candidates`: whom this member of staff
    may choose.
    """

    key: str
    title: str
    prize: str
    winners: list[Who]
    candidates: list[Who]


def staff_awards(opened: Opened, member: StaffMember) -> list[StaffAward]:
    event = opened.event
    others = [one for one in possible_winners(opened) if one.number != member.player]
    return [
        StaffAward(
            key=award.key,
            title=award.title,
            prize=award.prize,
            winners=[who(opened, player) for player in award.players],
            candidates=others,
        )
        for award in awards(event, opened.system)
        if left_to_staff(event, award.key)
    ]


def _also(opened: Opened, award: Award, given: Sequence[Award]) -> list[str]:
    one_each = opened.system.settings(opened.event).flag("one_prize_per_player")
    if not one_each or award.key not in opened.event.awards.decided:
        return []
    others = (other for other in given if other is not award and is_given(opened.event, other))
    return [other.title for other in others if set(other.players) & set(award.players)]


def _desk_award(opened: Opened, award: Award, given: Sequence[Award]) -> DeskAward:
    state = opened.event.awards
    own = state.own.get(award.key)
    labels = {field.key: field.label for field in player_fields(opened.system)}
    return grown(
        DeskAward,
        award_view(opened, award),
        key=award.key,
        found_by=kind_of(opened.event, award.key) if award.key in state.polls or own else None,
        own=own is not None,
        field="" if own is None or not own.field else labels.get(own.field, own.field),
        value="" if own is None else own.value,
        tied=[who(opened, player) for player in award.tied],
        decided=award.key in state.decided,
        also=_also(opened, award, given),
        poll=_poll(opened, award.key),
    )


def _poll(opened: Opened, key: str) -> PollView | None:
    event = opened.event
    poll = event.awards.polls.get(key)
    if poll is None:
        return None
    counted = count(event, key)
    return PollView(
        open=poll.open,
        voted=len(poll.ballots),
        may_vote=sum(may_vote(event, key, player) for player in event.players),
        votes=[] if poll.open else [VotesFor(who(opened, player), votes) for player, votes in counted.votes],
        dropped=counted.dropped,
        as_closed=counted.as_closed,
    )


def ballots_view(opened: Opened, player: Player) -> list[BallotView]:
    """The open votes that a player may take part in."""
    waiting = [key for key, poll in opened.event.awards.polls.items() if poll.open]
    found = [_ballot(opened, key, player.id) for key in waiting]
    return [ballot for ballot in found if ballot is not None]


def _ballot(opened: Opened, key: str, voter: PlayerId) -> BallotView | None:
    """None if this player has nobody to vote for."""
    event = opened.event
    found = candidates(event, key, voter)
    cast = event.awards.polls[key].ballots.get(voter)
    if not found:
        return None
    return BallotView(
        key=key,
        title=_title(opened, key),
        candidates=sorted((who(opened, player) for player in found), key=lambda one: one.name.casefold()),
        voted=cast is not None,
        paper=cast is not None and cast.paper,
        counts=cast is not None and holds(event, key, voter),
    )


def _title(opened: Opened, key: str) -> str:
    """An award's title. The book's own have to be computed, from the standings."""
    own = opened.event.awards.own.get(key)
    if own is not None:
        return own.title
    return next((award.title for award in awards(opened.event, opened.system) if award.key == key), key)


def possible_winners(opened: Opened) -> list[Who]:
    """Whom the organiser may give an award to."""
    found = [who(opened, player.id) for player in opened.event.players.values() if may_win(player)]
    return sorted(found, key=lambda one: one.name.casefold())
