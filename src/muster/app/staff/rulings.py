"""Rulings, appeals, penalties and settled disputes: the actions of staff, and how they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from muster.app.desk import Desk, Opened
from muster.app.exact import View, Who, who
from muster.app.results.seen import Shown, is_in_as_shown, must_be_on, must_be_shown, must_be_there
from muster.app.speech import tr
from muster.app.staff.actions import actor_of
from muster.app.views.event import named
from muster.core.book.conduct import Infraction, Penalty, Subject
from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId, Raw
from muster.core.record.event import Event, Match
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import AppealDecided
from muster.core.record.staff import Ruling, StaffMember
from muster.core.rules.conduct import rulings
from muster.core.rules.staff import last_word, member_of, must_not_play_there

Decide = Callable[[Event, System, StaffMember], list[Fact]]


def _act(desk: Desk, event_id: str, staff_number: int, decide: Decide, round_: int = 0, request: str = "") -> Opened:
    """Acts as a member of staff, looked up again in the state that the decision is based on.

    `round_`: the round that their page showed, 0 if no page was involved.
    """
    acting = member_of(desk.open(event_id).event, staff_number)

    def decided(opened: Opened) -> list[Fact]:
        must_be_on(opened, round_)
        return decide(opened.event, opened.system, member_of(opened.event, staff_number))

    return desk.act(event_id, decided, actor_of(acting), request)


def rule(
    desk: Desk,
    event_id: str,
    staff_number: int,
    table: int,
    question: str,
    answer: str,
    round_: int = 0,
    subject: str = "",
    request: str = "",
) -> Opened:
    def decided(event: Event, system: System, who: StaffMember) -> list[Fact]:
        return rulings.rule(event, system, who, table, question, answer, subject)

    return _act(desk, event_id, staff_number, decided, round_, request)


def appeal(desk: Desk, event_id: str, staff_number: int, ruling: int, player: str, note: str) -> Opened:
    return _act(desk, event_id, staff_number, lambda e, s, who: rulings.appeal(e, s, who, ruling, e.find(player), note))


def decide(desk: Desk, event_id: str, staff_number: int, ruling: int, upheld: bool, note: str) -> Opened:
    return _act(desk, event_id, staff_number, lambda e, s, who: rulings.decide(e, s, who, ruling, upheld, note))


def penalise(
    desk: Desk,
    event_id: str,
    staff_number: int,
    player: str,
    kind: str,
    note: str,
    round_: int = 0,
    infraction: str = "",
    request: str = "",
) -> Opened:
    def decided(event: Event, system: System, who: StaffMember) -> list[Fact]:
        return rulings.penalise(event, system, who, event.find(player), kind, note, infraction)

    return _act(desk, event_id, staff_number, decided, round_, request)


def settle(
    desk: Desk, event_id: str, staff_number: int, table: int, player: str, page: Shown, request: str = ""
) -> Opened:
    """Accepts one of the reports that the page showed."""

    def decided(event: Event, system: System, who: StaffMember) -> list[Fact]:
        return rulings.settle(event, system, who, table, event.find(player))

    return _settle(desk, event_id, staff_number, table, decided, page, request)


def settle_otherwise(
    desk: Desk, event_id: str, staff_number: int, table: int, values: dict[str, Raw], page: Shown, request: str = ""
) -> Opened:
    """Neither of the two reports that the page showed is right: enters this result instead."""

    def decided(event: Event, system: System, who: StaffMember) -> list[Fact]:
        return rulings.settle_otherwise(event, system, who, table, values)

    return _settle(desk, event_id, staff_number, table, decided, page, request)


def _settle(
    desk: Desk, event_id: str, staff_number: int, table: int, decide: Decide, page: Shown, request: str
) -> Opened:
    acting = member_of(desk.open(event_id).event, staff_number)

    def decided(opened: Opened) -> list[Fact]:
        event, who = opened.event, member_of(opened.event, staff_number)
        must_be_on(opened, page.round)
        round_, match = rulings.at_table(event, table)
        must_not_play_there(event, opened.system, who, match)
        if is_in_as_shown(round_, match, page):
            return []
        must_be_there(opened, round_, match, page)
        must_be_shown(opened, round_, match, page)
        return decide(event, opened.system, who)

    return desk.act(event_id, decided, actor_of(acting), request)


def decline(desk: Desk, event_id: str, staff_number: int, number: int, reason: str) -> Opened:
    return _act(desk, event_id, staff_number, lambda e, s, who: rulings.decline(e, number, reason))


class AppealView(View, frozen=True):
    by: str
    note: str


class AppealAnswer(View, frozen=True):
    ruling: int
    upheld: bool
    note: str
    by: str


class RulingCase(View, frozen=True):
    """A ruling with its appeal, and what the viewing member of staff may do about it."""

    number: int
    table: int
    round: int
    players: list[Who]
    question: str
    answer: str
    subject: str
    by: str
    open: bool
    appeal: AppealView | None
    decision: AppealAnswer | None
    can_appeal: bool
    can_decide: bool
    decided_by: str


class MenuChoice(View, frozen=True):
    """A penalty, an infraction or a ruling's subject in the book's menu, and whether this member of staff may choose
    it.
    """

    key: str
    name: str
    clause: str
    may: bool


class PenaltyLine(View, frozen=True):
    """One of a player's penalties."""

    name: str
    penalty: str
    round: int
    note: str
    infraction: str


class Recommendation(View, frozen=True):
    """A disqualification that a member of staff recommends."""

    number: int
    player: PlayerId
    name: str
    note: str
    by: str
    table: int
    infraction: str
    infraction_name: str


class Waiting(View, frozen=True):
    """What waits for the organiser."""

    recommended: list[Recommendation]
    appeals: list[RulingCase]


def rulings_view(opened: Opened, member: StaffMember | None = None) -> list[RulingCase]:
    """Every ruling, those with an open appeal first, then the newest; and what the viewing member of staff may do about
    each.
    """
    found = sorted(opened.event.staff.rulings, key=lambda r: (not r.open, -r.number))
    return [_ruling(opened, one, member) for one in found]


def _ruling(opened: Opened, ruling: Ruling, member: StaffMember | None) -> RulingCase:
    event, given, appeal = opened.event, ruling.given, ruling.appeal
    judges = last_word(event, opened.system, given.players)
    return RulingCase(
        number=ruling.number,
        table=given.table,
        round=given.round,
        players=[who(opened, p) for p in given.players],
        question=given.question,
        answer=given.note,
        subject=named(opened, given.subject),
        by=tr(given.by),
        open=ruling.open,
        appeal=None if appeal is None else AppealView(event.name_of(appeal.player), appeal.note),
        decision=None if ruling.decision is None else _answer(ruling.decision),
        can_appeal=appeal is None and not given.final and opened.system.conduct.last_word is not None,
        can_decide=ruling.open and member in judges,
        decided_by=", ".join(tr(s.name) for s in judges),
    )


def _answer(given: AppealDecided) -> AppealAnswer:
    return AppealAnswer(given.ruling, given.upheld, given.note, given.by)


def menu_view(menu: Sequence[Penalty | Infraction | Subject], member: StaffMember) -> list[MenuChoice]:
    """One of the book's menus, each line with whether this member of staff may choose it."""
    return [MenuChoice(one.key, tr(one.name), one.clause, rulings.may_decide(member, one.by)) for one in menu]


def record_view(opened: Opened, players: tuple[int, ...]) -> list[PenaltyLine]:
    """These players' penalties so far, oldest first."""
    return [
        PenaltyLine(opened.event.name_of(p.player), tr(p.penalty), p.round, p.note, named(opened, p.infraction))
        for p in opened.event.staff.penalties
        if p.player in players
    ]


def waiting_view(opened: Opened) -> Waiting:
    """What waits for the organiser: recommended disqualifications and open appeals."""
    event = opened.event
    asked = [
        Recommendation(
            number=number,
            player=given.player,
            name=event.name_of(given.player),
            note=given.note,
            by=tr(given.by),
            table=given.table,
            infraction=given.infraction,
            infraction_name=named(opened, given.infraction),
        )
        for number, given in rulings.recommended(event)
    ]
    organiser = event.staff.members[0]
    return Waiting(asked, [r for r in rulings_view(opened, organiser) if r.open])


def keeps_out(opened: Opened, member: StaffMember, table: int) -> Refusal | None:
    """Why this member of staff has no say at a table, if so."""
    try:
        _, match = rulings.at_table(opened.event, table)
    except Refusal as refusal:
        return refusal
    return keeps_out_of(opened, member, match)


def keeps_out_of(opened: Opened, member: StaffMember, match: Match) -> Refusal | None:
    """Why this member of staff has no say in a match, if so."""
    try:
        must_not_play_there(opened.event, opened.system, member, match)
    except Refusal as refusal:
        return refusal
    return None
