"""What people do with awards: the organiser adds, decides, opens and closes votes; judges choose; players vote."""

from __future__ import annotations

from collections.abc import Sequence

from muster.app.desk import Desk, Opened
from muster.app.staff.actions import actor_of
from muster.core.kit.errors import UnknownName
from muster.core.kit.model import Actor
from muster.core.record.facts.awards import AwardKind
from muster.core.record.facts.play import Fact
from muster.core.rules.awards import giving, voting
from muster.core.rules.staff import member_of


def read_kind(given: str) -> AwardKind:
    known = {kind.value: kind for kind in AwardKind}
    if given.strip() not in known:
        raise UnknownName("kind of award", given, known)
    return known[given.strip()]


def add(
    desk: Desk,
    event_id: str,
    title: str,
    kind: AwardKind,
    actor: Actor,
    *,
    field: str = "",
    value: str = "",
    prize: str = "",
    request: str = "",
) -> Opened:
    return desk.act(
        event_id,
        lambda opened: giving.add(opened.event, opened.system, title, kind, field, value, prize),
        actor,
        request,
    )


def remove(desk: Desk, event_id: str, award: str, actor: Actor) -> Opened:
    return desk.act(
        event_id,
        lambda opened: giving.remove(opened.event, giving.find(opened.event, opened.system, award).key),
        actor,
    )


def decide(
    desk: Desk, event_id: str, award: str, players: Sequence[str], actor: Actor, reason: str = "", request: str = ""
) -> Opened:
    """`players`: names or numbers; none withdraws the decision."""

    def decision(opened: Opened) -> Sequence[Fact]:
        chosen = [opened.event.find(player).id for player in players]
        return giving.decide(opened.event, opened.system, award, chosen, reason)

    return desk.act(event_id, decision, actor, request)


def choose(
    desk: Desk, event_id: str, staff_number: int, award: str, player: str, reason: str = "", request: str = ""
) -> Opened:
    """A member of staff chooses the winner of an award that is left to them."""
    acting = actor_of(member_of(desk.open(event_id).event, staff_number))

    def decision(opened: Opened) -> Sequence[Fact]:
        event = opened.event
        member, chosen = member_of(event, staff_number), event.find(player).id
        return giving.choose(event, opened.system, member, award, chosen, reason)

    return desk.act(event_id, decision, acting, request)


def open_voting(desk: Desk, event_id: str, award: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: voting.open_voting(opened.event, opened.system, award), actor)


def close_voting(desk: Desk, event_id: str, award: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: voting.close_voting(opened.event, opened.system, award), actor)


def vote(
    desk: Desk,
    event_id: str,
    award: str,
    voter: str,
    choice: str,
    actor: Actor,
    *,
    paper: bool = False,
    request: str = "",
) -> Opened:
    """A vote for a player, replacing any earlier one; `paper`: entered at the desk from a slip."""

    def decision(opened: Opened) -> Sequence[Fact]:
        event, own = opened.event, opened.event.find(voter).id
        if not paper:
            voting.must_be_own_phone(event, opened.system, opened.entries, award, own)
        return voting.cast(event, opened.system, award, own, event.find(choice).id, paper=paper)

    return desk.act(event_id, decision, actor, request)
