"""Calls for a judge and reports of a breach: made at a table, answered by staff, done; and what to show of them."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.app.staff.actions import actor_of
from muster.app.staff.rulings import keeps_out_of
from muster.app.venue.rooms import room_of
from muster.core.book.system import tracker_of
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.event import Match, Round
from muster.core.record.facts.staff import BreachReported
from muster.core.record.staff import JudgeCall, StaffMember
from muster.core.rules.conduct import calls
from muster.core.rules.staff import member_of


def call(desk: Desk, event_id: str, player: PlayerId, round_: int, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: calls.call(opened.event, player, round_), actor)


def call_off(desk: Desk, event_id: str, player: PlayerId, round_: int, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: calls.call_off(opened.event, player, round_), actor)


def report_breach(
    desk: Desk, event_id: str, table: int, text: str, round_: int, actor: Actor, request: str = ""
) -> Opened:
    """From anybody who watches. The same form sent twice counts once."""
    return desk.act(event_id, lambda o: calls.report_breach(o.event, table, text, round_), actor, request)


def answer(desk: Desk, event_id: str, staff_number: int, number: int) -> Opened:
    """A member of staff is on the way."""
    acting = actor_of(member_of(desk.open(event_id).event, staff_number))
    return desk.act(
        event_id, lambda o: calls.answer(o.event, o.system, member_of(o.event, staff_number), number), acting
    )


def end(desk: Desk, event_id: str, staff_number: int, number: int) -> Opened:
    acting = actor_of(member_of(desk.open(event_id).event, staff_number))
    return desk.act(event_id, lambda o: calls.end(o.event, o.system, member_of(o.event, staff_number), number), acting)


class CallView(View, frozen=True):
    """A table that asks for staff. `by`: the player who called, empty for a breach, which has a `text`.

    `coming`: who is on the way, empty if nobody is; `mine`: it is the viewer. `game`: the game can be tracked at the
    table. `moved_from`: the table they sat at before, 0 if they were not moved.
    """

    number: int
    round: int
    table: int
    room: str
    players: tuple[str, str]
    by: str
    text: str
    coming: str
    mine: bool
    game: bool
    moved_from: int


class MyCall(View, frozen=True):
    """A call as the two players at the table see it. `coming`: who is on the way, empty if nobody is."""

    coming: str


def calls_view(opened: Opened, member: StaffMember) -> list[CallView]:
    """What waits for this member of staff: calls nobody has answered first, then the oldest.

    Their own game is left to others (L5R-018).
    """
    found = [_call(opened, one, member) for one in calls.waiting(opened.event)]
    return sorted((one for one in found if one is not None), key=lambda one: (bool(one.coming), one.number))


def _call(opened: Opened, one: JudgeCall, member: StaffMember) -> CallView | None:
    event, about = opened.event, one.about
    match = calls.match_of(event, one)
    if match is None or keeps_out_of(opened, member, match) is not None:
        return None
    who = calls.coming(event, one)
    return CallView(
        number=one.number,
        round=about.round,
        table=match.table,
        room=room_of(opened, match.table),
        players=(event.name_of(match.a), event.name_of(match.b)),
        by="" if isinstance(about, BreachReported) else event.name_of(about.player),
        text=about.text if isinstance(about, BreachReported) else "",
        coming="" if who is None else tr(calls.as_subject(who)),
        mine=who == member,
        game=match.result is None and tracker_of(opened.system).allowed(opened.system.settings(event)) is None,
        moved_from=match.moved_from,
    )


def my_call(opened: Opened, round_: Round | None, match: Match | None) -> MyCall | None:
    """A table's open call, if any; never a breach that somebody reported there."""
    if round_ is None or match is None:
        return None
    one = calls.call_at(opened.event, round_, match)
    if one is None:
        return None
    who = calls.coming(opened.event, one)
    return MyCall(coming="" if who is None else tr(calls.as_subject(who)))
