"""What an event came to, as its season takes it over: the final order, and what the circuit asks about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from muster.core.book.circuit.definition import Circuit
from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.written import look, tidy
from muster.core.reading.final import final_standings
from muster.core.record.event import Event
from muster.core.record.journal import is_withheld
from muster.core.record.season.facts import ResultsTaken, SeasonFact
from muster.core.record.season.journal import SeasonEvent


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event as it is now, with its journal's first and last hash and the number of its last entry."""

    event: Event
    system: System
    origin: str
    head: str
    entry: int


def results_of(circuit: Circuit, known: SeasonEvent, held: EventRecord, feeders: Sequence[Event]) -> ResultsTaken:
    """The results of a finished event. `feeders`: the events that fed it."""
    event, system = held.event, held.system
    if not event.finished:
        raise Refusal("“{event}” is not finished. Its results count in a season when it is.", event=event.name)
    order = tuple(row.player for row in final_standings(event, system).ranked())
    placed, played = set(order), _played(event)
    unplaced = tuple(player for player in event.players if player in played and player not in placed)
    everybody = (*order, *unplaced)
    return ResultsTaken(
        origin=known.origin,
        head=held.head,
        entry=held.entry,
        order=order,
        unplaced=unplaced,
        options=_options(circuit, event, system),
        distinct=_distinct(known, feeders) if known.entered.qualifiers else None,
        elsewhere=tuple(feeder.name for feeder in feeders if _is_elsewhere(feeder, event)),
        names=tuple(event.name_of(player) for player in everybody),
        fields={
            group.field: tuple(_text(event, player, group.field) for player in everybody) for group in circuit.groups
        },
    )


def take(circuit: Circuit, known: SeasonEvent, held: EventRecord, feeders: Sequence[Event]) -> list[SeasonFact]:
    """Adds the results to the season; nothing if they are already there unchanged."""
    found = results_of(circuit, known, held, feeders)
    return [] if known.results is not None and not differs(known.results, found) else [found]


def differs(known: ResultsTaken, found: ResultsTaken) -> bool:
    """Whether an event's outcome has changed since.

    Its journal may have grown without that, and a copy of the season may lack names.
    """
    if is_withheld(known):
        known, found = replace(known, seal=""), replace(found, names=(), fields={})
    return replace(known, head="", entry=0) != replace(found, head="", entry=0)


def _distinct(known: SeasonEvent, feeders: Sequence[Event]) -> int:
    """What was counted while all names were there stays: a name that was forgotten cannot be compared any more."""
    before = known.results.distinct if known.results is not None else None
    if before is not None and any(feeder.forgotten for feeder in feeders):
        return before
    return distinct_players(feeders)


def distinct_players(feeders: Sequence[Event]) -> int:
    """WMH-010, W-36: how many different names all of them have together; everybody who was forgotten counts."""
    played = [(event, player) for event in feeders for player in _played(event)]
    named = {look(event.name_of(player)) for event, player in played if player not in event.forgotten}
    return len(named) + sum(player in event.forgotten for event, player in played)


def _played(event: Event) -> set[PlayerId]:
    """Players who were in a round that everybody could see."""
    return {player for round_ in event.shown for player in round_.players()}


def _is_elsewhere(feeder: Event, event: Event) -> bool:
    """WMH-009: qualifiers are held at the same convention; if no place is given, we cannot tell."""
    return bool(feeder.place and event.place) and look(feeder.place) != look(event.place)


def _options(circuit: Circuit, event: Event, system: System) -> dict[str, int | bool | str | list[str] | None]:
    settings = system.settings(event)
    known = {option.key for option in system.options}
    asked = {key for tier in circuit.tiers for key in tier.options}
    return {key: settings.value(key) for key in sorted(asked & known)}


def _text(event: Event, player: PlayerId, key: str) -> str:
    value = event.players[player].values.get(key)
    return "" if value is None else tidy(str(value))
