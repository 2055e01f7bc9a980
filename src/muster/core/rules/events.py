"""An event as a whole: created, amended, its options set, announced to, finished. Facts out, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
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
from muster.core.reading.stage_names import numbered
from muster.core.reading.tally import standings
from muster.core.reading.timetable import clock_minutes
from muster.core.record.event import Event, Round, RoundState
from muster.core.record.facts.play import EventAmended, EventCreated, EventFinished, Fact, OptionSet
from muster.core.record.facts.staff import Announced, AnnouncementWithdrawn, EventListed, SitesAllowed
from muster.core.record.facts.timetable import Timetable
from muster.core.rules.players import clean_name
from muster.core.rules.rounds import close, tables_out
from muster.core.rules.stages import champion
from muster.core.rules.venue import clean_link, clean_place, clean_schedule, must_fit

T = TypeVar("T")

LONGEST_ANNOUNCEMENT = 160
"""As much as a screen can show large enough to be read from the back of a hall."""

MOST_SITES = 20
LONGEST_SITE = 200

# Exactly what may follow “frame-ancestors” and be in an Origin header: no path, no wildcard, no other alphabet.
_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_SITE = re.compile(
    rf"(?P<scheme>https?)://(?P<host>{_LABEL}(?:\.{_LABEL})*|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{{1,5}}))?", re.ASCII
)


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
    """An event's first facts. Until the end only the seed's hash is recorded (X-01).

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
    timetable: Timetable | None = None,
) -> list[Fact]:
    """Changes name, day, place, map, schedule or times; None leaves a value unchanged, an empty one clears it."""
    event.must_run()
    _must_be_date(date or "")
    fact = EventAmended(
        name=_other(event.name, None if name is None else clean_name(name)),
        date=_other(event.date, date),
        place=_other(event.place, None if place is None else clean_place(place)),
        map_link=_other(event.map_link, None if map_link is None else clean_link(map_link)),
        schedule=_other(event.schedule, None if schedule is None else clean_schedule(schedule)),
        timetable=_other(event.timetable, timetable),
    )
    if fact.date is not None or fact.timetable is not None:
        must_fit(fact.date if fact.date is not None else event.date, fact.timetable or event.timetable)
    if fact == EventAmended():
        raise Refusal("Nothing was changed: “{name}” already has all of this.", name=event.name)
    return [fact]


def set_times(event: Event, system: System, date: str, timetable: Timetable) -> list[Fact]:
    """When rounds are expected, from `date` on. An empty timetable removes the times and keeps the date."""
    clock = system.clock(system.settings(event), event.stage.kind, False)
    if timetable.start and not timetable.length and clock_minutes(clock) is None:
        raise BadInput("The clock of this game only counts up, so enter how many minutes a round takes.")
    return amend(event, None, date or None, timetable=timetable)


def _other(now: T, wanted: T | None) -> T | None:
    """The new value; None if it would not change anything."""
    return None if wanted == now else wanted


def list_event(event: Event, shown: bool) -> list[Fact]:
    """Shows the event in the public list, or hides it; at any time, even after it is finished."""
    return [] if event.hidden is not shown else [EventListed(shown)]


def allow_sites(event: Event, sites: Iterable[str]) -> list[Fact]:
    """Replaces the sites whose pages may use the event; at any time, even after it is finished."""
    clean = clean_sites(sites)
    return [] if clean == event.sites else [SitesAllowed(clean)]


def clean_sites(sites: Iterable[str]) -> tuple[str, ...]:
    """Each site as browsers write it in an Origin header, once, in order; empty lines are skipped."""
    clean = tuple(sorted({_site(text.strip()) for text in sites if text.strip()}))
    if len(clean) > MOST_SITES:
        raise BadInput("These are {count} sites. An event can have at most {most}.", count=len(clean), most=MOST_SITES)
    return clean


def _site(text: str) -> str:
    found = _SITE.fullmatch(text.lower().removesuffix("/")) if len(text) <= LONGEST_SITE else None
    if found is None or not 0 < int(found["port"] or 1) < 65_536:
        raise BadInput("“{text}” is not a site. Write it without a page, such as https://club.example.", text=text[:60])
    usual = {"http": "80", "https": "443"}[found["scheme"]]
    port = "" if found["port"] in (None, usual) else f":{int(found['port'])}"
    return f"{found['scheme']}://{found['host']}{port}"


def set_option(event: Event, system: System, key: str, value: Value, reason: str = "") -> list[Fact]:
    """An option that the book locks at the start needs a reason afterwards, and the reason is published."""
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
    """Replaces any earlier announcement."""
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
    """Ends the event and reveals the seed. Ending early needs a reason; an incomplete round is void (X-15)."""
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
        return tr("round {number} is a draft", number=numbered(event, last.number))
    if not last.complete:
        out = tables_out(event, last)
        return tr("round {number} is not finished (no result from {out})", number=numbered(event, last.number), out=out)
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
