"""Events as a whole: create, amend, set an option, choose scenarios, finish."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import datetime
from typing import Any
from unicodedata import normalize

from muster import __version__
from muster.app.desk import Desk, Opened
from muster.app.past.meanwhile import must_be_seen
from muster.core.forms.options import Option, Settings, Type, Value
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Actor
from muster.core.kit.written import look
from muster.core.record.facts.play import Fact
from muster.core.rules import events as whole
from muster.core.rules import scenarios
from muster.core.rules.conduct.rulings import note_penalty
from muster.core.rules.players import clean_name
from muster.systems import registry


def slug(name: str) -> str:
    """A short id for commands and addresses, from a name in any script."""
    dashed = re.sub("[\u2010-\u2015]", "-", name)
    ascii_ = normalize("NFKD", dashed).encode("ascii", "ignore").decode().casefold()
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
    request: str = "",
) -> Opened:
    """A new event."""
    unique, secret, facts = begin(
        desk, name, system, event_id=event_id, date=date, seed=seed, options=options, definition=definition
    )
    return desk.create(unique, secret, facts, actor, request)


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
    """A new event's id, secret seed and first facts, not recorded yet.

    The seed is drawn now; until the end only its hash is recorded (X-01).
    """
    found = registry.find(system)
    if definition is not None:
        found = registry.composed(definition)
    secret = seed or desk.fresh()
    settings = Settings(found.options)
    values = {key: read_option(settings.option(key), text) for key, text in (options or {}).items()}
    offer = registry.offer(found.key)
    facts = whole.create(found, name, secret, __version__, date, definition, values, (offer.package, offer.version))
    taken = {stored.id for stored in desk.listed()}
    wanted = event_id or slug(clean_name(name)) or "event"
    if event_id and slug(event_id) != event_id:
        raise BadInput("“{event_id}” is not an event id. Use small letters, digits and hyphens.", event_id=event_id)
    if event_id in taken:
        raise Refusal("There is already an event “{event_id}”. Choose another id.", event_id=event_id)
    unique, number = wanted, 2
    while unique in taken:
        unique, number = f"{wanted}-{number}", number + 1
    return unique, secret, facts


def read_option(option: Option, text: str) -> Value:
    """An option as typed. A time without a zone is local, and the zone is stored with it."""
    if option.type is Type.MOMENT and ":" in text:
        with suppress(ValueError, OverflowError):
            typed = datetime.fromisoformat(text.strip())
            text = (typed if typed.tzinfo else typed.astimezone()).isoformat(" ", "minutes")
    return option.read(text)


def amend(
    desk: Desk,
    event_id: str,
    actor: Actor,
    *,
    name: str | None = None,
    date: str | None = None,
    place: str | None = None,
    map_link: str | None = None,
    schedule: str | None = None,
) -> Opened:
    """None leaves a value unchanged, an empty text clears it. The id stays, and so do all addresses."""
    return desk.act(event_id, lambda opened: whole.amend(opened.event, name, date, place, map_link, schedule), actor)


def list_event(desk: Desk, event_id: str, shown: bool, actor: Actor) -> Opened:
    """Shows the event in the public list of events, or hides it. Its address keeps working."""
    return desk.act(event_id, lambda opened: whole.list_event(opened.event, shown), actor)


def remove(desk: Desk, event_id: str, typed: str, seen: int = 0) -> None:
    """Deletes an event for good, if its name was typed to confirm and nothing was done to it in the meantime."""
    opened = desk.open(event_id)
    must_be_seen(opened, seen)
    if look(typed) != look(opened.event.name):
        raise Refusal(
            "Type the event’s name to delete it: “{name}”, not “{typed}”. Nothing was deleted.",
            name=opened.event.name,
            typed=typed,
        )
    desk.remove(event_id)


def set_option(desk: Desk, event_id: str, key: str, text: str, actor: Actor, reason: str = "") -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        option = opened.system.settings(opened.event).option(key)
        return whole.set_option(opened.event, opened.system, key, read_option(option, text), reason)

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
    request: str = "",
) -> Opened:
    """The scenario of a round, fixed before it begins and hidden until then (BUS-42, WMH-105)."""

    def decide(opened: Opened) -> list[Fact]:
        return scenarios.choose(opened.event, opened.system, round_, name, category, advanced, text)

    return desk.act(event_id, decide, actor, request)


def roll_scenarios(desk: Desk, event_id: str, actor: Actor) -> Opened:
    """Rolls a scenario for every planned round that has none (WMH-106, W-04)."""

    def decide(opened: Opened) -> list[Fact]:
        return scenarios.roll(opened.event, opened.system, desk.urn(opened))

    return desk.act(event_id, decide, actor)


def give_penalty(
    desk: Desk,
    event_id: str,
    player: str,
    penalty: str,
    note: str,
    actor: Actor,
    request: str = "",
    infraction: str = "",
) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return note_penalty(opened.event, opened.system, opened.event.find(player), penalty, note, infraction)

    return desk.act(event_id, decide, actor, request)


def finish(desk: Desk, event_id: str, actor: Actor, reason: str = "", *, seen: int = 0, request: str = "") -> Opened:
    """Ends the event and reveals the seed. Ending early needs a reason; an incomplete round is void (X-15)."""

    def decide(opened: Opened) -> list[Fact]:
        must_be_seen(opened, seen)
        return whole.finish(opened.event, opened.system, desk.seed(opened.id), reason)

    return desk.act(event_id, decide, actor, request)
