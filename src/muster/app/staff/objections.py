"""Objections to results that are in: a player objects, staff answer; and what waits for an answer."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.results.actions import find_match
from muster.app.results.forms import said, told
from muster.app.results.seen import Shown, must_be_on, result_digest
from muster.app.staff.actions import actor_of
from muster.core.kit.errors import Conflict
from muster.core.kit.model import Actor
from muster.core.record.facts.play import Fact
from muster.core.record.staff import StaffMember
from muster.core.rules.conduct import objections, rulings
from muster.core.rules.staff import member_of, must_not_play_there


class Objection(View, frozen=True):
    """A result that somebody objects to. `by`: who, and what they say about it."""

    round: int
    table: int
    result: str
    by: list[tuple[str, str]]


def object_to(
    desk: Desk, event_id: str, player: str, note: str, actor: Actor, page: Shown | None = None, request: str = ""
) -> Opened:
    """From a player's page, only to the result it showed; otherwise to the result that is in."""

    def decide(opened: Opened) -> list[Fact]:
        round_, match = find_match(opened.event, player, 0 if page is None else page.round)
        if page is not None and match.result is not None and page.digest != result_digest(round_, match):
            raise Conflict(
                "The result has changed: {result}. Check it, and object again if it is still wrong.",
                result=told(opened, match, match.result),
            )
        return objections.object_to(opened.event, round_, match, opened.event.find(player), note)

    return desk.act(event_id, decide, actor, request)


def answer(desk: Desk, event_id: str, staff_number: int, table: int, number: int, note: str) -> Opened:
    """The result stays. A member of staff who plays at that table cannot decide this."""
    acting = member_of(desk.open(event_id).event, staff_number)

    def decide(opened: Opened) -> list[Fact]:
        must_be_on(opened, number)
        round_, match = rulings.at_table(opened.event, table)
        who = member_of(opened.event, staff_number)
        must_not_play_there(opened.event, opened.system, who, match)
        return objections.answer(round_, match, note, who.name)

    return desk.act(event_id, decide, actor_of(acting))


def objections_view(opened: Opened, member: StaffMember) -> list[Objection]:
    """What waits for an answer in the current round, without the staff member's own table."""
    event = opened.event
    round_ = event.shown[-1] if event.shown else None
    return [
        Objection(
            round_.number,
            match.table,
            said(opened, match, match.result),
            [(event.name_of(player), note) for player, note in match.objections.items()],
        )
        for match in (() if round_ is None else round_.matches)
        if match.objections and (member.player is None or not match.has(member.player))
        if round_ is not None
    ]
