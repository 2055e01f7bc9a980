"""Whether a fact that cannot be folded is the journal's fault (it names what does not exist) or a bug of ours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from muster.core.record.event import Event
from muster.core.record.facts.lists import CardReplaced, ListMarked, ListWithdrawn

PLAYERS = ("player", "players", "reporter", "confirmer")


def names_what_is_not_there(fact: object, event: Event, error: LookupError) -> bool:
    """Whether a look-up failed because the journal itself names something that the state does not have."""
    if isinstance(fact, CardReplaced):
        return not 1 <= fact.number <= len(event.lists.lost)
    if isinstance(fact, ListWithdrawn | ListMarked):
        return fact.slot not in event.lists.versions.get(fact.player, {})
    if not isinstance(error, KeyError):
        return False
    (sought,) = error.args
    told = msgspec.to_builtins(fact)
    if sought == told.get("staff"):
        return sought not in event.staff.members
    seated = {player for round_ in event.rounds for player in round_.players()}
    if sought in seated or any(sought in _values(told.get(name)) for name in PLAYERS):
        return sought not in event.players
    said = set(_values(told))
    return all(part in said for part in (sought if isinstance(sought, tuple) else (sought,)))


def _values(said: Any) -> Iterator[object]:
    if isinstance(said, dict | list | tuple):
        for one in said.values() if isinstance(said, dict) else said:
            yield from _values(one)
    else:
        yield said
