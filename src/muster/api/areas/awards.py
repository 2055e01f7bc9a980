"""Awards over the API: added and decided, votes opened and closed, votes from paper."""

from __future__ import annotations

from typing import Any, cast

from muster.api.call import V1, ApiCall, Route, twin
from muster.api.shapes import Body, Line, Recorded
from muster.app.awards import actions
from muster.app.awards.views import DeskAward, desk_awards, possible_winners
from muster.app.desk import Opened
from muster.app.exact import View, Who
from muster.app.permissions import Action
from muster.core.kit.errors import BadInput
from muster.core.record.facts.awards import AwardKind


class NewAwardBody(Body, frozen=True):
    """`field` and `value`: for an award of the kind `field`, the key of a player's field and the value it must have."""

    title: Line
    kind: AwardKind
    field: Line = ""
    value: Line = ""
    prize: Line = ""


class AwardBody(Body, frozen=True):
    """An award by its key, or by its title."""

    award: Line


class VotingBody(AwardBody, frozen=True):
    """Whether players may vote now."""

    open: bool


class DecideAwardBody(AwardBody, frozen=True):
    """Who gets it, by number; nobody withdraws the decision."""

    players: list[int]
    reason: Line = ""


class PaperVoteBody(AwardBody, frozen=True):
    """Who votes, and for whom, by number."""

    voter: int
    choice: int


class AwardsForDesk(View, frozen=True):
    """`winners`: whom an award may be given to."""

    event: str
    awards: list[DeskAward]
    winners: list[Who]


class AwardsRecorded(Recorded, frozen=True):
    awards: list[DeskAward]


def shown(call: ApiCall, opened: Opened) -> AwardsForDesk:
    """All awards, how each is found, and the votes once voting is closed."""
    return AwardsForDesk(opened.id, desk_awards(opened), possible_winners(opened))


def told(call: ApiCall, opened: Opened) -> AwardsRecorded:
    return AwardsRecorded(opened.id, opened.last, desk_awards(opened))


def add(call: ApiCall) -> Opened:
    """Add an award."""
    body = cast(NewAwardBody, call.body)
    if body.kind is not AwardKind.FIELD and (body.field or body.value):
        raise BadInput(
            "An award of the kind “{kind}” does not use a player’s field. Leave field and value out.",
            kind=body.kind,
        )
    return actions.add(
        call.desk,
        call.event,
        body.title,
        body.kind,
        call.actor,
        field=body.field,
        value=body.value,
        prize=body.prize,
    )


def remove(call: ApiCall) -> Opened:
    """Remove an award that was added."""
    return actions.remove(call.desk, call.event, cast(AwardBody, call.body).award, call.actor)


def decide(call: ApiCall) -> Opened:
    """Say who gets an award, or take that back."""
    body = cast(DecideAwardBody, call.body)
    players = [f"#{number}" for number in body.players]
    return actions.decide(call.desk, call.event, body.award, players, call.actor, body.reason)


def voting(call: ApiCall) -> Opened:
    """Open a vote, or close it."""
    body = cast(VotingBody, call.body)
    change = actions.open_voting if body.open else actions.close_voting
    return change(call.desk, call.event, body.award, call.actor)


def paper(call: ApiCall) -> Opened:
    """Enter a vote from a slip of paper."""
    body = cast(PaperVoteBody, call.body)
    return actions.vote(call.desk, call.event, body.award, f"#{body.voter}", f"#{body.choice}", call.actor, paper=True)


AWARDS, HERE = Action.AWARDS, V1 + "/awards"

ROUTES: tuple[Route[Any], ...] = (
    Route("awards", "GET", HERE, AWARDS, AwardsForDesk, shown),
    twin("add-award", HERE, AWARDS, AwardsRecorded, told, add, NewAwardBody, status=201),
    twin("remove-award", HERE + "/remove", AWARDS, AwardsRecorded, told, remove, AwardBody),
    twin("decide-award", HERE + "/decide", AWARDS, AwardsRecorded, told, decide, DecideAwardBody),
    twin("award-voting", HERE + "/voting", AWARDS, AwardsRecorded, told, voting, VotingBody),
    twin("paper-vote", HERE + "/vote", AWARDS, AwardsRecorded, told, paper, PaperVoteBody),
)
