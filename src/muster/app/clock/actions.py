"""The clock of the round: start, pause, go on, add time, extend a table; and the clock as every screen shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from muster.app.desk import Desk, Opened
from muster.app.exact import View
from muster.app.results.actions import find_match
from muster.app.speech import tr
from muster.core.book.system import System
from muster.core.kit.errors import BadInput
from muster.core.kit.language import mark
from muster.core.kit.model import Actor
from muster.core.reading.plan import is_final
from muster.core.reading.stage_names import round_name
from muster.core.reading.words import SENTENCES, say
from muster.core.record.clock import ClockPlan, Mark, instant
from muster.core.record.event import Event, Round, RoundState
from muster.core.record.facts.play import Fact
from muster.core.record.staff import StaffMember
from muster.core.rules import clock as timekeeping
from muster.core.rules.staff import must_not_play_there

CALLED = mark("time called by the organiser")
"""Why a round was shortened, in the log."""


class MarkView(View, frozen=True):
    """A mark of the clock: when it comes, and what is called out then. `form`: the book's words for it.

    `called`: time has been called, and is not only near.
    """

    key: str
    at: int
    name: str
    call: str
    form: str
    clause: str
    late: bool
    called: bool
    state: Literal["past", "next", "later"]


class ClockView(View, frozen=True):
    """A round's clock at a moment. Times are in milliseconds; additions and extensions are in minutes.

    `name`: the round's, such as “Semi-finals” or “Round 3”.
    """

    round: int
    name: str
    state: Literal["ready", "running", "paused", "closed"]
    now: int
    since: int | None
    ran: int
    run: int
    left: int | None
    next: str | None
    over: int | None
    marks: Sequence[MarkView]
    added: int
    extension: int
    usual_extension: int
    extended: dict[int, int]


def start(desk: Desk, event_id: str, actor: Actor, request: str = "") -> Opened:
    return desk.act(event_id, lambda opened: timekeeping.start(opened.event, desk.now(opened)), actor, request)


def pause(desk: Desk, event_id: str, actor: Actor, request: str = "") -> Opened:
    return desk.act(event_id, lambda opened: timekeeping.pause(opened.event, desk.now(opened)), actor, request)


def resume(desk: Desk, event_id: str, actor: Actor, request: str = "") -> Opened:
    return desk.act(event_id, lambda opened: timekeeping.resume(opened.event, desk.now(opened)), actor, request)


def add(desk: Desk, event_id: str, minutes: str, actor: Actor, reason: str = "", request: str = "") -> Opened:
    """`minutes` as typed; a request counts once, so that a double click adds once."""

    def decide(opened: Opened) -> list[Fact]:
        round_ = timekeeping.round_played(opened.event)
        plan = plan_of(opened.event, opened.system, round_)
        return timekeeping.add(opened.event, plan, read_minutes(minutes), desk.now(opened), reason)

    return desk.act(event_id, decide, actor, request)


def call_time(desk: Desk, event_id: str, actor: Actor, request: str = "") -> Opened:
    """The organiser calls time before the clock does."""

    def decide(opened: Opened) -> list[Fact]:
        plan = plan_of(opened.event, opened.system, timekeeping.round_played(opened.event))
        return timekeeping.call_time(opened.event, plan, desk.now(opened), CALLED)

    return desk.act(event_id, decide, actor, request)


def extend(
    desk: Desk,
    event_id: str,
    where: str,
    minutes: str,
    actor: Actor,
    reason: str = "",
    request: str = "",
    member: StaffMember | None = None,
) -> Opened:
    """More time for one table (its number, or a player's name). A member of staff who plays there may not give it."""

    def decide(opened: Opened) -> list[Fact]:
        timekeeping.round_played(opened.event)
        _, match = find_match(opened.event, where)
        if member is not None:
            must_not_play_there(opened.event, opened.system, member, match)
        return timekeeping.extend(opened.event, match, read_minutes(minutes), desk.now(opened), reason)

    return desk.act(event_id, decide, actor, request)


def read_minutes(text: str) -> int:
    """“5”, “+5” or “-5”."""
    try:
        return int(text.strip().replace("−", "-"))
    except ValueError:
        raise BadInput("“{text}” should be a whole number of minutes, such as 5 or -5.", text=text.strip()) from None


def plan_of(event: Event, system: System, round_: Round) -> ClockPlan:
    """A round's marks, by its stage and whether it is the final."""
    return system.clock(system.settings(event), event.stage_of(round_).kind, is_final(event, round_))


def clock_view(opened: Opened, now: str, table: int = 0) -> ClockView | None:
    """The last published round's clock at a moment, in milliseconds; for one table, with its extension.

    None before the first round is published.
    """
    event, system = opened.event, opened.system
    if not event.started:
        return None
    round_ = event.shown[-1]
    clock, plan, moment = round_.clock, plan_of(event, system, round_), instant(now)
    tables = {m.number: m.table for m in round_.matches}
    match = next((m.number for m in round_.matches if m.table == table), 0)
    run = clock.run_at(moment)
    ahead = [(mark, clock.due(mark, match)) for mark in sorted(plan.marks, key=lambda mark: mark.minute)]
    coming = next((mark for mark, at in ahead if at > run), None)
    marks = [_mark_view(opened, mark, at, _when(at <= run, mark is coming)) for mark, at in ahead]
    upcoming = next((mark for mark in marks if mark.state == "next"), None)
    return ClockView(
        round=round_.number,
        name=tr(round_name(opened.event, round_.number)),
        state=_state(round_),
        now=moment,
        since=clock.since if clock.running and round_.state is RoundState.PUBLISHED else None,
        ran=clock.ran if round_.state is RoundState.PUBLISHED else run,
        run=run,
        left=None if upcoming is None else upcoming.at - run,
        next=None if upcoming is None else upcoming.key,
        over=None if upcoming or not marks else run - marks[-1].at,
        marks=marks,
        added=clock.added,
        extension=clock.extensions.get(match, 0),
        usual_extension=plan.extension,
        extended={tables[n]: given for n, given in sorted(clock.extensions.items()) if given and n in tables},
    )


def _when(past: bool, next_: bool) -> Literal["past", "next", "later"]:
    return "past" if past else "next" if next_ else "later"


def _state(round_: Round) -> Literal["ready", "running", "paused", "closed"]:
    if round_.state is RoundState.CLOSED:
        return "closed"
    if not round_.clock.started:
        return "ready"
    return "running" if round_.clock.running else "paused"


def _mark_view(opened: Opened, mark: Mark, at: int, state: Literal["past", "next", "later"]) -> MarkView:
    def sentence(suffix: str) -> str:
        return tr(say(mark.reason(suffix), opened.event, opened.system))

    has_form = f"{mark.key}_form" in {**SENTENCES, **opened.system.sentences}
    return MarkView(
        key=mark.key,
        at=at,
        name=sentence(""),
        call=sentence("_call"),
        form=sentence("_form") if has_form else "",
        clause=mark.clause,
        late=mark.late,
        called=not mark.warning,
        state=state,
    )
