"""Who ever joined the staff of an event, also those who left and whose joining was undone: the journal names them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from muster.core.kit.model import PlayerId
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import Entry
from muster.core.record.facts.staff import StaffJoined, StaffPlays
from muster.core.record.hidden import staff_name


@dataclass(frozen=True, slots=True)
class Helper:
    """A marshal or judge of one event. `key`: with which they joined. `players`: whom they ever played as there.

    `number`: what replaces the name once it is forgotten.
    """

    key: str
    name: str
    number: str
    players: frozenset[PlayerId] = frozenset()
    forgotten: bool = False


def helpers(entries: Iterable[Entry]) -> tuple[Helper, ...]:
    """In the order in which they joined."""
    found: dict[str, Helper] = {}
    numbers: dict[int, str] = {}
    for entry in entries:
        fact = entry.fact
        if isinstance(fact, StaffJoined):
            numbers[fact.staff] = fact.key
            found[fact.key] = Helper(fact.key, fact.name, staff_name(fact.role, fact.staff), _some(fact.player))
        elif isinstance(fact, StaffPlays) and fact.staff in numbers:
            one = found[numbers[fact.staff]]
            found[one.key] = replace(one, players=one.players | _some(fact.player))
        elif isinstance(fact, NameForgotten) and fact.staff in found:
            found[fact.staff] = replace(found[fact.staff], forgotten=True)
    return tuple(found.values())


def _some(player: PlayerId | None) -> frozenset[PlayerId]:
    return frozenset() if player is None else frozenset((player,))
