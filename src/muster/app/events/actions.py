"""Events as a whole: create, amend, set an option, choose scenarios, finish."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date as calendar
from datetime import datetime
from typing import Any
from unicodedata import normalize

from muster import __version__
from muster.app.desk import Desk, Opened
from muster.app.past.meanwhile import must_be_seen
from muster.core.forms.options import Option, Settings, Type, Value
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message
from muster.core.kit.lots import seed_hash
from muster.core.kit.model import Actor, StageKind
from muster.core.reading.plan import planned
from muster.core.reading.tally import standings
from muster.core.record.event import RoundState
from muster.core.record.facts.play import EventAmended, EventCreated, EventFinished, Fact, OptionSet, ScenarioChosen
from muster.core.record.facts.staff import PenaltyGiven
from muster.core.rules.players import clean_name
from muster.core.rules.rounds import close, tables_out
from muster.core.rules.rulings import clean_text
from muster.core.rules.scenarios import roll
from muster.core.rules.stages import champion
from muster.systems import registry


def slug(name: str) -> str:
    """A short id for commands and addresses, from a name in any script."""
    ascii_ = normalize("NFKD", name).encode("ascii", "ignore").decode().casefold()
    return re.sub(r"[^a-z0-9]+", "-", ascii_).strip("-")[:40].strip("-")


def create(
    desk: Desk,
    name: str,
    system: str,
    actor: Actor,
    *,
    event_id: str = "",
    date: str = "",
    seed: str = "",
    options: dict[str, str] | None = None,
    definition: dict[str, Any] | None = None,
) -> Opened:
    """A new event."""
    unique, secret, facts = begin(
        desk, name, system, event_id=event_id, date=date, seed=seed, options=options, definition=definition
    )
    return desk.create(unique, secret, facts, actor)


def begin(
    desk: Desk,
    name: str,
    system: str,
    *,
    event_id: str = "",
    date: str = "",
    seed: str = "",
    options: dict[str, str] | None = None,
    definition: dict[str, Any] | None = None,
) -> tuple[str, str, list[Fact]]:
    """The id, the secret seed and the first facts of a new event, not yet recorded.

    The seed is drawn now; only its hash is recorded until the end (X-01).
    """
    found = registry.find(system)
    if definition is not None:
        found = registry.composed(definition)
    name = clean_name(name)
    if date:
        _must_be_date(date)
    taken = {stored.id for stored in desk.journals.events()}
    wanted = event_id or slug(name) or "event"
    if event_id and slug(event_id) != event_id:
        raise BadInput("“{event_id}” is no event id: use small letters, digits and hyphens.", event_id=event_id)
    if event_id in taken:
        raise Refusal("There is an event “{event_id}” already; choose another id.", event_id=event_id)
    unique, number = wanted, 2
    while unique in taken:
        unique, number = f"{wanted}-{number}", number + 1
    secret = seed or desk.fresh()
    version = f"{found.edition.title} {found.edition.version}".strip()
    facts: list[Fact] = [EventCreated(name, found.key, version, seed_hash(secret), __version__, date, definition)]
    settings = Settings(found.options)
    for key, text in (options or {}).items():
        facts.append(OptionSet(key, read_option(settings.option(key), text)))
    return unique, secret, facts


def read_option(option: Option, text: str) -> Value:
    """An option as typed. A time without a zone is that of this machine, and the zone is kept with it."""
    if option.type is Type.MOMENT and ":" in text:
        with suppress(ValueError, OverflowError):
            typed = datetime.fromisoformat(text.strip())
            text = (typed if typed.tzinfo else typed.astimezone()).isoformat(" ", "minutes")
    return option.read(text)


def _must_be_date(text: str) -> None:
    try:
        calendar.fromisoformat(text)
    except ValueError:
        raise BadInput("“{text}” is no date; write it as 2026-11-15.", text=text) from None


def amend(desk: Desk, event_id: str, actor: Actor, *, name: str | None = None, date: str | None = None) -> Opened:
    """Another name or day; what is None stays, an empty date is none. The id stays, and so does every address."""

    def decide(opened: Opened) -> list[Fact]:
        event = opened.event
        event.must_run()
        wanted = None if name is None else clean_name(name)
        if date:
            _must_be_date(date)
        new_name = None if wanted == event.name else wanted
        new_date = None if date == event.date else date
        if new_name is None and new_date is None:
            raise Refusal("“{name}” has this name and day already; nothing was changed.", name=event.name)
        return [EventAmended(new_name, new_date)]

    return desk.act(event_id, decide, actor)


def set_option(desk: Desk, event_id: str, key: str, text: str, actor: Actor, reason: str = "") -> Opened:
    """Sets an option. One that the book locks at the start needs a reason afterwards, which is published."""

    def decide(opened: Opened) -> list[Fact]:
        event = opened.event
        event.must_run()
        settings = opened.system.settings(event)
        option = settings.option(key)
        value = read_option(option, text)
        if option.lock and event.started and not reason.strip():
            raise Refusal(
                "Option {key} is fixed since round 1 was published; to change it all the same, give a reason.",
                clause=option.clause,
                key=key,
            )
        if value == settings.value(key) and settings.is_set(key):
            raise Refusal("Option {key} is “{value}” already.", key=key, value=option.words(value))
        return [OptionSet(key, value, reason)]

    return desk.act(event_id, decide, actor)


def choose_scenario(
    desk: Desk,
    event_id: str,
    round_: int,
    name: str,
    actor: Actor,
    *,
    category: str = "",
    advanced: bool = False,
    text: str = "",
) -> Opened:
    """The scenario of a round, fixed before it begins and hidden until then (BUS-42, WMH-105)."""

    def decide(opened: Opened) -> list[Fact]:
        _must_be_ahead(opened, round_)
        known = next((s for s in opened.system.scenarios if s.name.casefold() == name.strip().casefold()), None)
        if known is not None:
            return [ScenarioChosen(round_, known.name, category or known.category, advanced or known.advanced, text)]
        return [ScenarioChosen(round_, clean_name(name), category, advanced, text)]

    return desk.act(event_id, decide, actor)


def _must_be_ahead(opened: Opened, round_: int) -> None:
    opened.event.must_run()
    if round_ < 1:
        raise BadInput("“{round}” is no round; rounds are numbered from 1.", round=round_)
    begun = round_ <= len(opened.event.rounds) and opened.event.rounds[round_ - 1].state is not RoundState.DRAFT
    if begun:
        raise Refusal("Round {round} has begun; its scenario stays as it is.", round=round_)


def roll_scenarios(desk: Desk, event_id: str, actor: Actor) -> Opened:
    """Rolls a scenario for every planned round that has none (WMH-106, W-04)."""

    def decide(opened: Opened) -> list[Fact]:
        opened.event.must_run()
        return list(roll(opened.event, opened.system, desk.urn(opened)))

    return desk.act(event_id, decide, actor)


def give_penalty(
    desk: Desk, event_id: str, player: str, penalty: str, note: str, actor: Actor, request: str = ""
) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        opened.event.must_run()
        return [PenaltyGiven(opened.event.find(player).id, clean_text(penalty, Message("The penalty")), note)]

    return desk.act(event_id, decide, actor, request)


def finish(desk: Desk, event_id: str, actor: Actor, reason: str = "", *, seen: int = 0, request: str = "") -> Opened:
    """Ends the event and reveals the seed. Ending early needs a reason; a part round is void (X-15)."""

    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        event, system = opened.event, opened.system
        event.must_run()
        if not any(r.complete for r in event.rounds):
            raise Refusal("No round is finished, so there is nothing to rank; play a round first.")
        last = event.rounds[-1]
        early: Message | None = None
        if not last.complete and last.state is RoundState.DRAFT:
            early = Message("round {number} is a draft", {"number": last.number})
        elif not last.complete:
            out = tables_out(event, last)
            early = Message(
                "round {number} is not finished (no result from {out})", {"number": last.number, "out": out}
            )
        elif event.stage.kind is StageKind.ELIMINATION:
            early = None if champion(event, system) else Message("the bracket is not played out")
        else:
            plan = planned(event, system)
            over = system.over(event, system.settings(event), standings(event, system))
            if over is None and last.number < plan.rounds:
                early = Message(
                    "{n} of {rounds} planned rounds is played",
                    {"n": last.number, "rounds": plan.rounds},
                    "{n} of {rounds} planned rounds are played",
                )
            elif plan.cut:
                early = Message("the cut to the top {cut} has not been made", {"cut": plan.cut})
        if early and not reason.strip():
            raise Refusal(
                "The event is not over: {early}. To end it all the same, give a reason.", clause="X-15", early=early
            )
        facts: list[Fact] = []
        if last.complete and last.state is RoundState.PUBLISHED:
            facts.extend(close(event, system))
        seed = desk.journals.seed(opened.id)
        return [*facts, EventFinished(seed, reason)]

    return desk.act(event_id, decide, actor, request)
