"""A journal without forgotten names: entries written before show numbers in their place.

`erased.py` makes the rows that are kept say the same. Until that is done, and in copies from elsewhere, this hides it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from muster.core.kit.mentions import Mentions, folded
from muster.core.kit.model import PlayerId, Role
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import EnrolmentsRemoved, Entry, PlayerAmended, PlayerEnrolled
from muster.core.record.facts.staff import StaffJoined
from muster.core.record.facts.timetable import Break, Timetable
from muster.core.record.journal import is_withheld, secrets_of, unsaid
from muster.core.record.undo import effective

WORDS = (
    *("reason", "note", "text", "question", "by", "answer", "penalty", "leader", "title", "prize"),
    *("place", "schedule", "timetable", "file", "objectives"),
)
"""The fields with free text, in which somebody may have written a name."""

SHORT = ("reason", "title", "prize", "place", "schedule", "timetable")
"""Those that may have only so many characters, or the journal does not verify."""

Bearer = PlayerId | str
"""Whose name it is: a player's, or that of a marshal or judge, by the key with which they joined."""

DROPPED = "0" * 64
"""Replaces the seal of a forgotten player's secrets if there was none."""


def number_name(player: PlayerId) -> str:
    """What replaces a forgotten name."""
    return f"Player {player}"


def staff_name(role: Role, number: int) -> str:
    """The same for a marshal or judge."""
    return f"{role.value.capitalize()} {number}"


def hidden(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries as they are shown; the same ones if nobody is forgotten."""
    until: dict[Bearer, int] = {
        entry.fact.staff or entry.fact.player: entry.seq for entry in entries if isinstance(entry.fact, NameForgotten)
    }
    if not until:
        return entries
    names, void = _names(entries), _void(entries)
    numbers = _numbers(entries, set(until))
    told, gone = [], None
    for entry in entries:
        now = {one: numbers[one] for one, last in until.items() if entry.seq <= last}
        if now != gone:
            gone, mentions = now, _mentions(names, now)
        told.append(_without(entry, names, now, mentions, void))
    return tuple(told)


def _names(entries: Sequence[Entry]) -> dict[str, list[Bearer]]:
    """Everybody's current and earlier names, in the form used for comparing, with those who have or had them: players
    first, in order.
    """
    found: dict[str, list[Bearer]] = {}
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, PlayerEnrolled | PlayerAmended) and fact.name:
            found.setdefault(folded(fact.name), []).append(fact.player)
    for entry in entries:
        if isinstance(entry.fact, StaffJoined):
            found.setdefault(folded(entry.fact.name), []).append(entry.fact.key)
    return found


def _numbers(entries: Sequence[Entry], gone: set[Bearer]) -> dict[Bearer, str]:
    """What replaces the name of each of them. A number among the staff is used again once a joining is undone."""
    joined = {e.fact.key: staff_name(e.fact.role, e.fact.staff) for e in entries if isinstance(e.fact, StaffJoined)}
    return {one: joined.get(one, "") if isinstance(one, str) else number_name(one) for one in gone}


def _void(entries: Sequence[Entry]) -> set[int]:
    """Which entries have no effect: those undone, and enrolments that were removed again."""
    counting = {entry.seq for entry in effective(entries)}
    removed = [entry.fact.players for entry in entries if isinstance(entry.fact, EnrolmentsRemoved)]
    never = {player for players in removed for player in players}
    return {
        entry.seq
        for entry in entries
        if entry.seq not in counting or (isinstance(entry.fact, PlayerEnrolled) and entry.fact.player in never)
    }


def _mentions(names: dict[str, list[Bearer]], gone: dict[Bearer, str]) -> Mentions:
    """“Ann Berg” is not “Ann”, who is forgotten."""
    instead = {
        name: next(gone[one] for one in bearers if one in gone)
        for name, bearers in names.items()
        if gone.keys() & bearers
    }
    return Mentions(instead, names)


def _without(
    entry: Entry, names: dict[str, list[Bearer]], gone: dict[Bearer, str], mentions: Mentions, void: set[int]
) -> Entry:
    """`gone`: who is forgotten by this entry or a later one, with what replaces the name. `void`: entries without
    effect.
    """
    if not gone:
        return entry

    def shown(name: str, bearer: Bearer | None = None) -> str:
        """`bearer`: whose name it is, if known."""
        bearers = names.get(folded(name), []) if bearer is None else [bearer]
        return next((gone[one] for one in bearers if one in gone), name)

    fact: Any = entry.fact
    about = getattr(fact, "player", None)
    changes: dict[str, Any] = {}
    if isinstance(fact, PlayerEnrolled | PlayerAmended):
        if fact.name and (about in gone or (entry.seq in void and shown(fact.name) != fact.name)):
            changes |= unsaid(fact) | {"seal": DROPPED} if entry.salt else {"name": number_name(fact.player)}
    elif isinstance(fact, StaffJoined):
        changes["name"] = shown(fact.name, fact.key if fact.key in gone and about not in gone else about)
    else:
        for name in (name for name in WORDS if hasattr(fact, name)):
            changes[name] = _told(getattr(fact, name), mentions.within if name in SHORT else mentions.without)
        if about in gone and secrets_of(fact) and not is_withheld(fact):
            changes |= unsaid(fact) | {"seal": DROPPED}
    actor = entry.actor
    if actor.name:
        actor = replace(actor, name=shown(actor.name, actor.player))
    return replace(entry, actor=actor, fact=replace(fact, **changes))


def _told(words: Any, without: Callable[[str], str]) -> Any:
    """One text, several, or those beside the times of a day."""
    if isinstance(words, str):
        return without(words)
    if isinstance(words, tuple):
        return tuple(_told(one, without) for one in words)
    if isinstance(words, Timetable):
        return replace(words, breaks=_told(words.breaks, without))
    if isinstance(words, Break):
        return replace(words, name=without(words.name))
    return words
