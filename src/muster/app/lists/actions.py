"""Lists: hand in, one or many, withdraw, lock, unlock, mark, consent, declare in secret."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from muster.app.desk import Desk, Opened
from muster.app.events.actions import set_option
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.model import Actor, Raw, Role
from muster.core.record.facts.lists import ListMark
from muster.core.record.facts.play import Fact
from muster.core.record.player import Player
from muster.core.rules.lists import declarations
from muster.core.rules.lists import life as list_life


@dataclass(frozen=True, slots=True)
class Brought:
    """A list that somebody brings. `fields`: filled in along with the text, as typed.

    `whole`: its file name, if that ends in a number: the list's number, or part of a player's name.
    """

    player: str
    text: str
    slot: int = 1
    fields: dict[str, str] = field(default_factory=dict)
    whole: str = ""


def now(desk: Desk) -> datetime:
    return datetime.fromisoformat(desk.clock.now())


def _now(desk: Desk, opened: Opened) -> datetime:
    """For decisions: setting the computer's clock back does not reopen a deadline."""
    return datetime.fromisoformat(desk.now(opened))


def read_fields(system: System, texts: dict[str, str]) -> dict[str, Raw]:
    """A list's fields, as typed, converted to values."""
    rules = list_life.rules_of(system)
    known = {f.key: f for f in rules.fields}
    for key in texts:
        if key not in known:
            listed = ", ".join(known)
            raise BadInput("“{key}” is not a field of a list; the fields are: {listed}.", key=key, listed=listed)
    return {key: known[key].read(text) for key, text in texts.items()}


def _is_staff(actor: Actor) -> bool:
    return actor.role is not Role.PLAYER


def _own(opened: Opened, name: str, actor: Actor) -> Player:
    """The player named; players can only act for themselves."""
    player = opened.event.find(name)
    if not _is_staff(actor) and actor.player != player.id:
        raise Refusal("Only {name} or staff can do this.", name=player.name)
    return player


def hand_in(desk: Desk, event_id: str, brought: Brought, actor: Actor, reason: str = "", request: str = "") -> Opened:
    """A list or its next version. See `list_views.list_view` for what the book says about it."""

    def decide(opened: Opened) -> list[Fact]:
        player = _own(opened, brought.player, actor)
        values = read_fields(opened.system, brought.fields)
        return list_life.hand_in(
            opened.event,
            opened.system,
            player,
            brought.slot,
            brought.text,
            values,
            _now(desk, opened),
            staff=_is_staff(actor),
            reason=reason,
        )

    return desk.act(event_id, decide, actor, request)


def withdraw(desk: Desk, event_id: str, player: str, slot: int, actor: Actor, reason: str = "") -> Opened:
    """Withdraws a list; the history keeps it."""

    def decide(opened: Opened) -> list[Fact]:
        found = _own(opened, player, actor)
        return list_life.withdraw(
            opened.event, opened.system, found, slot, _now(desk, opened), staff=_is_staff(actor), reason=reason
        )

    return desk.act(event_id, decide, actor)


def hand_in_many(
    desk: Desk, event_id: str, brought: Sequence[Brought], actor: Actor, reason: str = ""
) -> tuple[Opened, int]:
    """Many lists in one action, all or none; those that are already in are left unchanged.

    Also returns how many were new.
    """
    taken = 0

    def decide(opened: Opened) -> list[Fact]:
        nonlocal taken
        event, system = opened.event, opened.system
        facts: list[Fact] = []
        taken = 0
        seen: set[tuple[int, int]] = set()
        lists = [_named(opened, one) for one in brought]
        for one, player in zip(lists, _found(opened, lists), strict=True):
            if (player.id, one.slot) in seen:
                raise Refusal("{name} has two lists numbered {slot}.", slot=one.slot, name=player.name)
            seen.add((player.id, one.slot))
            typed = read_fields(system, one.fields)
            values: dict[str, Raw] = {key: value for key, value in typed.items() if value not in (None, "")}
            versions = event.lists.of(player.id, one.slot)
            if versions and versions[-1].text == one.text and (not values or values == versions[-1].fields):
                continue
            facts += list_life.hand_in(
                event, system, player, one.slot, one.text, values, _now(desk, opened), staff=True, reason=reason
            )
            taken += 1
        if not facts:
            raise Refusal("All these lists have already been handed in.")
        return facts

    return desk.act(event_id, decide, actor), taken


def _named(opened: Opened, one: Brought) -> Brought:
    """A file named after a player is that player's, even if the name ends like “Ann.2”."""
    called = one.whole and opened.event.called(one.whole)
    return replace(one, player=one.whole, slot=1) if called else one


def _found(opened: Opened, brought: Sequence[Brought]) -> list[Player]:
    """The players of all these lists; all unknown names are reported together."""
    found: list[Player] = []
    unknown: dict[str, None] = {}
    for one in brought:
        try:
            found.append(opened.event.find(one.player))
        except UnknownName as missed:
            near = f" ({missed.nearest}?)" if missed.nearest else ""
            unknown[f"“{one.player}”{near}"] = None  # Once, however many lists.
    if unknown:
        names = ", ".join(list(unknown)[:8]) + (", …" if len(unknown) > 8 else "")
        raise Refusal("Nobody in this event is called {names}. Nothing was imported.", names=names)
    return found


def lock(desk: Desk, event_id: str, names: Sequence[str], actor: Actor, reason: str = "") -> Opened:
    """The lists of these players, or of everybody."""

    def decide(opened: Opened) -> list[Fact]:
        return list_life.lock(opened.event, opened.system, [opened.event.find(n) for n in names], reason)

    return desk.act(event_id, decide, actor)


def unlock(desk: Desk, event_id: str, names: Sequence[str], actor: Actor, reason: str = "") -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        found = [opened.event.find(n) for n in names]
        return list_life.unlock(opened.event, opened.system, found, _now(desk, opened), reason)

    return desk.act(event_id, decide, actor)


def mark(
    desk: Desk,
    event_id: str,
    player: str,
    slot: int,
    as_: ListMark,
    actor: Actor,
    note: str = "",
    ticked: Sequence[str] = (),
    checked: Sequence[int] = (),
) -> Opened:
    """A judge's check of the current version."""

    def decide(opened: Opened) -> list[Fact]:
        found = opened.event.find(player)
        return list_life.mark(opened.event, opened.system, found, slot, as_, note, ticked, checked)

    return desk.act(event_id, decide, actor)


def set_due(desk: Desk, event_id: str, text: str, actor: Actor) -> Opened:
    """The deadline, in local time if no zone is given; an empty text removes it."""
    word = text.strip()
    try:
        due = datetime.fromisoformat(word).astimezone().isoformat(timespec="minutes") if word else ""
    except (ValueError, OverflowError, OSError):
        raise BadInput("“{text}” is not a date and time. Write it as 2026-11-14 20:00.", text=word[:40]) from None
    return set_option(desk, event_id, "lists_due", due, actor)


def consent(desk: Desk, event_id: str, player: str, agrees: bool, actor: Actor) -> Opened:
    def decide(opened: Opened) -> list[Fact]:
        return list_life.consent(opened.event, opened.system, _own(opened, player, actor), agrees)

    return desk.act(event_id, decide, actor)


def declare(desk: Desk, event_id: str, player: str, key: str, text: str, actor: Actor) -> Opened:
    """Declares something in secret for the game being played (BSG-12)."""

    def decide(opened: Opened) -> list[Fact]:
        return declarations.seal(opened.event, opened.system, _own(opened, player, actor), key, text)

    return desk.act(event_id, decide, actor)
