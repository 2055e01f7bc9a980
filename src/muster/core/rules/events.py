"""An event as a whole: created, amended, its options set, announced to, finished. Facts out, or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date as calendar
from typing import Any, TypeVar

from muster.core.book.system import System
from muster.core.forms.options import Value
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, plural, tr
from muster.core.kit.lots import seed_hash
from muster.core.kit.model import StageKind
from muster.core.kit.written import tidy
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Round, RoundState
from muster.core.record.facts.play import EventAmended, EventCreated, EventFinished, Fact, OptionSet
from muster.core.record.facts.staff import Announced, AnnouncementWithdrawn, EventListed
from muster.core.rules.players import clean_name
from muster.core.rules.rounds import close, tables_out
from muster.core.rules.stages import champion
from muster.core.rules.venue import clean_link, clean_place, clean_schedule

T = TypeVar("T")

LONGEST_ANNOUNCEMENT = 160
"""Characters that a screen shows large enough to be read from the back of a hall."""


def create(
    system: System,
    name: str,
    seed: str,
    version: str,
    date: str = "",
    definition: dict[str, Any] | None = None,
    options: Mapping[str, Value] | None = None,
    offered: tuple[str, str] = ("", ""),
) -> list[Fact]:
    """The first facts of an event. Only the seed's hash is recorded until the end (X-01).

    `offered`: the package that the game comes from, and its version.
    """
    clean = clean_name(name)
    _must_be_date(date)
    edition = f"{system.edition.title} {system.edition.version}".strip()
    created = EventCreated(clean, system.key, edition, seed_hash(seed), version, date, definition, *offered)
    return [created, *(OptionSet(key, value) for key, value in (options or {}).items())]


def _must_be_date(text: str) -> None:
    try:
        if text:
            calendar.fromisoformat(text)
    except ValueError:
        raise BadInput("“{text}” is not a date. Write it as 2026-11-15.", text=text) from None


def amend(
    event: Event,
    name: str | None,
    date: str | None,
    place: str | None = None,
    map_link: str | None = None,
    schedule: str | None = None,
) -> list[Fact]:
    """Another name, day, place, map or schedule; what is None stays, an empty one is none."""
    event.must_run()
    _must_be_date(date or "")
    fact = EventAmended(
        name=_other(event.name, None if name is None else clean_name(name)),
        date=_other(event.date, date),
        place=_other(event.place, None if place is None else clean_place(place)),
        map_link=_other(event.map_link, None if map_link is None else clean_link(map_link)),
        schedule=_other(event.schedule, None if schedule is None else clean_schedule(schedule)),
    )
    if fact == EventAmended():
        raise Refusal("Nothing was changed: “{name}” already has all of this.", name=event.name)
    return [fact]


def _other(now: T, wanted: T | None) -> T | None:
    """What is to change; None where it is so already."""
    return None if wanted == now else wanted


def list_event(event: Event, shown: bool) -> list[Fact]:
    """Shows the event in the public list, or hides it there; any time, also when it is finished."""
    return [] if event.hidden is not shown else [EventListed(shown)]


def set_option(event: Event, system: System, key: str, value: Value, reason: str = "") -> list[Fact]:
    """One that the book locks at the start needs a reason afterwards, which is published."""
    event.must_run()
    settings = system.settings(event)
    option = settings.option(key)
    if option.lock and event.started and not reason.strip():
        raise Refusal(
            "Option {key} was fixed when round 1 was published. To change it anyway, give a reason.",
            clause=option.clause,
            key=key,
        )
    if value == settings.value(key) and settings.is_set(key):
        raise Refusal("Option {key} is already “{value}”.", key=key, value=option.words(value))
    return [OptionSet(key, value, reason)]


def announce(event: Event, text: str) -> list[Fact]:
    """Takes the place of what was announced before."""
    clean = tidy(text)
    if not clean:
        raise BadInput("“{text}” is not an announcement: it has no visible characters.", text=text)
    if len(clean) > LONGEST_ANNOUNCEMENT:
        raise BadInput(
            "“{start}…” has {length} characters. An announcement can have at most {most}.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_ANNOUNCEMENT,
        )
    if clean == event.announcement:
        raise Refusal("“{text}” is already announced.", text=clean)
    return [Announced(clean)]


def withdraw_announcement(event: Event) -> list[Fact]:
    if not event.announcement:
        raise Refusal("There is no announcement to remove.")
    return [AnnouncementWithdrawn()]


def finish(event: Event, system: System, seed: str, reason: str = "") -> list[Fact]:
    """Ends the event and reveals the seed. Ending early needs a reason; a part round is void (X-15)."""
    event.must_run()
    if not any(r.complete for r in event.rounds):
        raise Refusal("No round is finished, so there is nothing to rank. Play a round first.")
    last = event.rounds[-1]
    early = _early(event, system, last)
    if early and not reason.strip():
        raise Refusal("The event is not over: {early}. To end it anyway, give a reason.", clause="X-15", early=early)
    over = last.complete and last.state is RoundState.PUBLISHED
    return [*(close(event, system) if over else ()), EventFinished(seed, reason)]


def _early(event: Event, system: System, last: Round) -> Message | None:
    """Why the event is not over; None if it is."""
    if last.state is RoundState.DRAFT:
        return tr("round {number} is a draft", number=last.number)
    if not last.complete:
        out = tables_out(event, last)
        return tr("round {number} is not finished (no result from {out})", number=last.number, out=out)
    if event.stage.kind is StageKind.ELIMINATION:
        return None if champion(event, system) else tr("the bracket is not played out")
    plan = planned(event, system)
    over = system.over(event, system.settings(event), standings(event, system))
    if over is None and last.number < plan.rounds:
        return plural(
            last.number,
            "{n} of {rounds} planned rounds is played",
            "{n} of {rounds} planned rounds are played",
            rounds=plan.rounds,
        )
    return tr("the cut to the top {cut} has not been made", cut=plan.cut) if plan.cut else None
