"""A journal without forgotten names: entries written before show numbers in their place.

`erased.py` makes the rows that are kept say the same. Until that is done, and in copies from elsewhere, this hides it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from muster.core.kit.model import PlayerId
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import EnrolmentsRemoved, Entry, PlayerAmended, PlayerEnrolled
from muster.core.record.facts.staff import StaffJoined
from muster.core.record.journal import is_withheld, secrets_of, unsaid
from muster.core.record.undo import effective

WORDS = ("reason", "note", "text", "question", "by", "answer", "penalty", "leader", "title", "prize")
"""The fields with free text, in which somebody may have written a name."""

DROPPED = "0" * 64
"""Replaces the seal of a forgotten player's secrets if there was none."""


def number_name(player: PlayerId) -> str:
    """What replaces a forgotten name."""
    return f"Player {player}"


def hidden(entries: Sequence[Entry]) -> Sequence[Entry]:
    """The entries as they are shown; the same ones if nobody is forgotten."""
    until = {entry.fact.player: entry.seq for entry in entries if isinstance(entry.fact, NameForgotten)}
    if not until:
        return entries
    names, void = _names(entries), _void(entries)
    pattern = _pattern(names, set(until))
    return tuple(
        _without(entry, names, {player for player, last in until.items() if entry.seq <= last}, pattern, void)
        for entry in entries
    )


def _names(entries: Sequence[Entry]) -> dict[str, list[PlayerId]]:
    """Everybody's current and earlier names, in the form used for comparing, with the players who have or had them in
    order.
    """
    found: dict[str, list[PlayerId]] = {}
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, PlayerEnrolled | PlayerAmended) and fact.name:
            found.setdefault(fact.name.casefold(), []).append(fact.player)
    return found


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


def _pattern(names: dict[str, list[PlayerId]], gone: set[PlayerId]) -> re.Pattern[str]:
    """Finds names as whole words, longer ones first: “Ann Berg” is not “Ann”, who is forgotten."""
    forgotten = [name for name, players in names.items() if gone.intersection(players)]
    telling = [name for name in names if any(one in name for one in forgotten)]
    told = "|".join(re.escape(name) for name in sorted(telling, key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{told})(?!\w)", re.IGNORECASE)


def _without(
    entry: Entry, names: dict[str, list[PlayerId]], gone: set[PlayerId], pattern: re.Pattern[str], void: set[int]
) -> Entry:
    """`gone`: who is forgotten by this entry or a later one. `void`: entries without effect."""
    if not gone:
        return entry

    def shown(name: str, player: PlayerId | None = None) -> str:
        """`player`: whose name it is, if known."""
        bearers = names.get(name.casefold(), []) if player is None else [player]
        return next((number_name(one) for one in bearers if one in gone), name)

    fact: Any = entry.fact
    about = getattr(fact, "player", None)
    changes: dict[str, Any] = {}
    if isinstance(fact, PlayerEnrolled | PlayerAmended):
        if fact.name and (about in gone or (entry.seq in void and shown(fact.name) != fact.name)):
            changes |= unsaid(fact) | {"seal": DROPPED} if entry.salt else {"name": number_name(fact.player)}
    elif isinstance(fact, StaffJoined):
        changes["name"] = shown(fact.name, about)
    else:
        told = {name: getattr(fact, name, None) for name in WORDS}
        changes |= {
            name: pattern.sub(lambda match: shown(match[0]), text)
            for name, text in told.items()
            if isinstance(text, str)
        }
        if about in gone and secrets_of(fact) and not is_withheld(fact):
            changes |= unsaid(fact) | {"seal": DROPPED}
    actor = entry.actor
    if actor.name:
        actor = replace(actor, name=shown(actor.name, actor.player))
    return replace(entry, actor=actor, fact=replace(fact, **changes))
