"""A season as a whole, and which events are in it: opened, entered, withdrawn, and what was done for each event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from muster.core.book.circuit.definition import Circuit, Tier, read
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import listed, mark, tr
from muster.core.kit.written import tidy
from muster.core.record.event import Event
from muster.core.record.season.facts import (
    EventEntered,
    EventWithdrawn,
    RequirementMet,
    SeasonAmended,
    SeasonEventAmended,
    SeasonFact,
    SeasonOpened,
)
from muster.core.record.season.journal import Season, SeasonEvent
from muster.core.rules.players import clean_name

MOST_ATTENDEES = 1_000_000
LONGEST_REASON = 200


def clean_day(text: str) -> date:
    try:
        return date.fromisoformat(tidy(text))
    except ValueError:
        raise BadInput("“{text}” is not a date. Write it as 2026-11-15.", text=text) from None


def open_season(
    name: str, first: str, last: str, definition: Mapping[str, Any], others: Iterable[Season], version: str
) -> list[SeasonFact]:
    """Opens a season of a circuit. Two seasons of one circuit never share a day, so no event counts in both."""
    circuit = read(definition)
    clean = clean_name(name)
    begins, ends = _span(circuit, first, last, others)
    return [SeasonOpened(clean, begins.isoformat(), ends.isoformat(), dict(definition), version)]


def amend(
    season: Season, circuit: Circuit, name: str, first: str, last: str, others: Iterable[Season]
) -> list[SeasonFact]:
    """Changes name or days; every event of the season must still be within them."""
    clean = clean_name(name)
    begins, ends = _span(circuit, first, last, others)
    for event in season.events.values():
        entered = event.entered
        if not entered.carried_from and not begins.isoformat() <= entered.last_day <= ends.isoformat():
            raise Refusal(
                "“{event}” ended on {day}, so the season has to include that day.",
                event=entered.name,
                day=date.fromisoformat(entered.last_day),
            )
    fact = SeasonAmended(
        None if clean == season.name else clean,
        None if begins.isoformat() == season.first else begins.isoformat(),
        None if ends.isoformat() == season.last else ends.isoformat(),
    )
    if fact == SeasonAmended():
        raise Refusal("Nothing was changed: “{name}” already has all of this.", name=season.name)
    return [fact]


def _span(circuit: Circuit, first: str, last: str, others: Iterable[Season]) -> tuple[date, date]:
    """The days of a season, which must not overlap another season of the circuit."""
    begins, ends = clean_day(first), clean_day(last)
    if ends < begins:
        raise BadInput("A season that begins on {first} cannot end on {last}.", first=begins, last=ends)
    for other in others:
        if same_circuit(other, circuit) and other.first <= ends.isoformat() and begins.isoformat() <= other.last:
            raise Refusal(
                "“{other}” is a season of the same circuit and runs from {first} to {last}. Choose days outside of it.",
                other=other.name,
                first=date.fromisoformat(other.first),
                last=date.fromisoformat(other.last),
            )
    return begins, ends


def same_circuit(season: Season, circuit: Circuit) -> bool:
    return str(season.definition.get("name", "")).casefold() == circuit.name.casefold()


@dataclass(frozen=True, slots=True)
class Entering:
    """What an organiser says about an event when entering it; empty texts are worked out if possible."""

    event: str
    origin: str
    first_day: str = ""
    last_day: str = ""
    tier: str = ""
    region: str = ""
    attendees: int | None = None
    qualifiers: tuple[str, ...] = ()


def enter(
    season: Season, circuit: Circuit, event: Event, system: System, told: Entering, others: Iterable[Season]
) -> EventEntered:
    """Makes an event part of the season. `others`: all other seasons, so that nothing counts twice."""
    _must_be_new(season, event, told)
    if circuit.game and event.system != circuit.game:
        raise Refusal(
            "“{event}” is played by the game “{game}”, but “{circuit}” is a circuit of the game “{wanted}”.",
            event=event.name,
            game=event.system,
            circuit=circuit.name,
            wanted=circuit.game,
        )
    if season.final is not None and season.final.origin == told.origin:
        raise Refusal(
            "“{event}” is the final of this season. Its standings count for the next season.",
            clause=circuit.carry_clause,
            event=event.name,
        )
    family = [one for one in others if same_circuit(one, circuit)]
    before = next((one for one in family if one.final is not None and one.final.origin == told.origin), None)
    first, last = _days(event, told)
    if before is None:
        _must_be_in(season, event, last)
    else:
        _must_be_next(season, circuit, event, before, family)
    _must_not_count_elsewhere(event, told.origin, family)
    tier = _tier(circuit, event, system, told.tier)
    if told.qualifiers and not tier.qualifiers:
        raise Refusal(
            "“{event}” is open to all, so it cannot have qualifiers of its own.",
            clause=tier.qualifiers_clause or tier.clause,
            event=event.name,
        )
    if told.origin in told.qualifiers or len(set(told.qualifiers)) < len(told.qualifiers):
        raise Refusal("Each qualifier of “{event}” should be another event, named once.", event=event.name)
    if told.attendees is not None and not 0 <= told.attendees <= MOST_ATTENDEES:
        raise BadInput("“{attendees}” is not a number of people.", attendees=told.attendees)
    return EventEntered(
        told.event,
        told.origin,
        event.name,
        first.isoformat(),
        last.isoformat(),
        tier.name,
        "" if before is not None and not told.region else _region(circuit, event, told.region),
        told.attendees,
        told.qualifiers,
        "" if before is None else before.name,
    )


def amend_event(
    season: Season,
    circuit: Circuit,
    known: SeasonEvent,
    event: Event,
    system: System,
    told: Entering,
    others: Iterable[Season],
) -> SeasonEventAmended:
    """Changes what is recorded about an event: how many people came, its days, its tier. What is left out stays."""
    was = known.entered
    told = Entering(
        was.event,
        was.origin,
        told.first_day or was.first_day,
        told.last_day or was.last_day,
        told.tier or was.tier,
        told.region or was.region,
        told.attendees,
        told.qualifiers or was.qualifiers,
    )
    without = replace(season, events={one: it for one, it in season.events.items() if one != was.origin})
    now = enter(without, circuit, event, system, told, others)
    fact = SeasonEventAmended(
        was.origin,
        None if now.first_day == was.first_day else now.first_day,
        None if now.last_day == was.last_day else now.last_day,
        None if now.tier == was.tier else now.tier,
        None if now.region == was.region else now.region,
        None if now.attendees == was.attendees else now.attendees,
        None if now.qualifiers == was.qualifiers else now.qualifiers,
    )
    if fact == SeasonEventAmended(was.origin):
        raise Refusal("Nothing was changed: “{name}” already has all of this.", name=was.name)
    return fact


def _must_be_new(season: Season, event: Event, told: Entering) -> None:
    known = season.events.get(told.origin)
    if known is not None and known.entered.event == told.event:
        raise Refusal("“{event}” is already in the season.", event=event.name)
    if known is not None:
        raise Refusal(
            "“{event}” is already in the season: “{id}” is a copy of “{known}”, with the same first entry.",
            event=event.name,
            id=told.event,
            known=known.entered.event,
        )
    taken = season.at(told.event)
    if taken is not None:
        raise Refusal(
            "Another event, “{name}”, was entered as “{id}”. Import this one under another id.",
            name=taken.entered.name,
            id=told.event,
        )


def _days(event: Event, told: Entering) -> tuple[date, date]:
    if not (told.last_day or event.date):
        raise Refusal("“{event}” has no date. Say on which day it ended.", event=event.name)
    last = clean_day(told.last_day or event.date)
    first = clean_day(told.first_day or event.date or told.last_day)
    if last < first:
        raise BadInput(
            "“{event}” begins on {first}, so it cannot end on {last}.", event=event.name, last=last, first=first
        )
    return first, last


def _must_be_in(season: Season, event: Event, last: date) -> None:
    """WMH-130: a season has fixed days; an event belongs to the one it ends in."""
    if not season.first <= last.isoformat() <= season.last:
        raise Refusal(
            "“{event}” ended on {day}. The season “{season}” runs from {first} to {last}.",
            event=event.name,
            day=last,
            season=season.name,
            first=date.fromisoformat(season.first),
            last=date.fromisoformat(season.last),
        )


def _must_be_next(season: Season, circuit: Circuit, event: Event, before: Season, family: Iterable[Season]) -> None:
    """WMH-140: a final counts in the season after its own, and only there."""
    between = any(before.last < other.first < season.first for other in family)
    if season.first <= before.last or between:
        raise Refusal(
            "“{event}” is the final of “{season}”. Its standings count for the season right after that.",
            clause=circuit.carry_clause,
            event=event.name,
            season=before.name,
        )


def _must_not_count_elsewhere(event: Event, origin: str, family: Iterable[Season]) -> None:
    for other in family:
        if origin in other.events:
            raise Refusal(
                "“{event}” already counts in “{season}”, a season of the same circuit.",
                event=event.name,
                season=other.name,
            )


def _tier(circuit: Circuit, event: Event, system: System, name: str) -> Tier:
    """The tier that was named, or the one whose options fit the event best."""
    if name:
        found = next((tier for tier in circuit.tiers if tier.name.casefold() == tidy(name).casefold()), None)
        if found is None:
            raise UnknownName(mark("tier"), name, [tier.name for tier in circuit.tiers if tier.name])
        return found
    fits = {tier.name: _fit(tier, event, system) for tier in circuit.tiers}
    best = [tier for tier in circuit.tiers if fits[tier.name] == max(fits.values())]
    if len(best) > 1:
        raise Refusal(
            "“{event}” could be of several tiers: {tiers}. Say which.",
            event=event.name,
            tiers=listed(tier.name for tier in best),
        )
    return best[0]


def _fit(tier: Tier, event: Event, system: System) -> int:
    settings = system.settings(event)
    known = {option.key for option in system.options}
    return sum(key in known and settings.value(key) == wanted for key, wanted in tier.options.items())


def _region(circuit: Circuit, event: Event, region: str) -> str:
    if not circuit.regions and not region:
        return ""
    found = next((one for one in circuit.regions if one.casefold() == tidy(region).casefold()), None)
    if found is not None:
        return found
    if not region:
        raise Refusal("Say in which region “{event}” was held.", event=event.name)
    raise UnknownName(mark("region"), region, circuit.regions)


def meet(
    circuit: Circuit, event: SeasonEvent, requirement: str, on: str, today: date, reason: str = ""
) -> list[SeasonFact]:
    """Records that a requirement of the circuit was met on a day. Changing that day needs a reason."""
    asked = circuit.requirement(tidy(requirement).casefold())
    if asked is None:
        raise UnknownName(mark("requirement"), requirement, [one.key for one in circuit.requirements])
    day = clean_day(on)
    if day > today:
        raise BadInput("{day} is still to come. Record it when it is done.", day=day)
    if asked.only_after and asked.only_after not in event.met:
        needed = circuit.requirement(asked.only_after)
        assert needed is not None
        raise Refusal(
            "“{title}” comes after “{needed}”, which is not recorded for {event}.",
            clause=needed.clause,
            title=tr(asked.title),
            needed=tr(needed.title),
            event=event.entered.name,
        )
    known = event.met.get(asked.key)
    if known is not None and known.on == day.isoformat():
        return []
    if known is not None and not tidy(reason):
        raise Refusal(
            "“{title}” is already recorded for {on}. To change the day, give a reason.",
            title=tr(asked.title),
            on=date.fromisoformat(known.on),
        )
    return [RequirementMet(event.origin, asked.key, day.isoformat(), clean_reason(reason))]


def withdraw(event: SeasonEvent, reason: str) -> list[SeasonFact]:
    """The event leaves the season, with everything it earned."""
    if not tidy(reason):
        raise Refusal("Say why “{event}” leaves the season. Everybody can read it.", event=event.entered.name)
    return [EventWithdrawn(event.origin, clean_reason(reason))]


def clean_reason(text: str) -> str:
    clean = tidy(text)
    if len(clean) > LONGEST_REASON:
        raise BadInput(
            "“{start}…” has {length} characters. A reason can have at most {most}.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_REASON,
        )
    return clean


def entered_event(season: Season, text: str) -> SeasonEvent:
    """One of the season's events, by its id there or by its name."""
    wanted = tidy(text).casefold()
    found = season.at(tidy(text)) or next(
        (one for one in season.events.values() if one.entered.name.casefold() == wanted), None
    )
    if found is None:
        raise UnknownName(mark("event of the season"), text, [one.entered.event for one in season.events.values()])
    return found
