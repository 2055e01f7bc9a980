"""Games at the table: who may sit down, and which taps are taken in. What a tap does is for the game's tracker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from muster.core.book.system import System
from muster.core.book.tracker.tracker import AnyTracker
from muster.core.kit.errors import BadInput, Conflict, Refusal, UnknownName
from muster.core.kit.language import tr
from muster.core.kit.model import PlayerId, Raw, StageKind
from muster.core.record.event import Event, Match, Round, RoundState
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import TableFeatured
from muster.core.record.table.facts import ChoiceMade, ListText, SideTaken, TableFact, TableOpened, TapMade
from muster.core.record.table.journal import TableRecord
from muster.core.rules.lists import declarations
from muster.core.rules.lists.life import slot_of
from muster.core.rules.stages import is_final

MOST_TAPS = 4_000
"""Taps of one game. The longest that anybody plays by hand has a tenth of it."""

LONGEST_WORD, MOST_VALUES = 200, 40
"""Characters of a text that goes with a tap, and how many values may."""


def open_match(
    event: Event, system: System, tracker: AnyTracker, event_id: str, round_: Round, match: Match
) -> TableOpened:
    """The table of a match, with what the event knows of it by now."""
    settings = system.settings(event)
    refusal = tracker.allowed(settings)
    if refusal is not None:
        raise refusal
    if round_.state is RoundState.DRAFT:
        raise Refusal("Round {number} is not published yet.", number=round_.number)
    if match.result is not None:
        raise Refusal("The game at table {table} is over.", table=match.table)
    players = [event.players[match.a], event.players[match.b]]
    if any(declarations.must_choose(event, system, round_, player) for player in players):
        raise Refusal("Choose your lists first: the game at the table begins when both of you have.", clause="WMH-080")
    scenario = event.scenarios.get(round_.number)
    return TableOpened(
        system.key,
        (players[0].name, players[1].name),
        system.version,
        event.definition,
        dict(event.options),
        scenario.name if scenario else "",
        event_id,
        round_.number,
        (match.a, match.b),
        event.stage_of(round_).kind is StageKind.ELIMINATION,
        is_final(event, round_),
        (_lists(event, system, round_, match.a), _lists(event, system, round_, match.b)),
        (
            declarations.declared(event, system, round_.number, match.a),
            declarations.declared(event, system, round_.number, match.b),
        ),
        (dict(players[0].values), dict(players[1].values)),
    )


def feature(event: Event, system: System, tracker: AnyTracker, round_: int, table: int, shown: bool) -> list[Fact]:
    """Everybody may watch a game of the round that is on, or no longer."""
    event.must_run()
    found = event.shown[-1] if event.shown else None
    if found is None or found.number != round_:
        raise Refusal("Round {number} is not being played.", number=round_)
    match = found.match_at(table)
    if match is None:
        raise UnknownName("table", str(table), [str(m.table) for m in found.matches])
    if ((found.number, match.number) in event.staff.featured) is shown:
        return []
    if shown:
        refusal = tracker.allowed(system.settings(event))
        if refusal is not None:
            raise refusal
        if match.result is not None:
            raise Refusal("The game at table {table} is over.", table=match.table)
    return [TableFeatured(found.number, match.number, shown)]


def _lists(event: Event, system: System, round_: Round, player: PlayerId) -> tuple[ListText, ...]:
    """What a player plays: the list they declared, or all they brought."""
    if system.lists is None:
        return ()
    slots = event.lists.slots(player)
    chosen = declarations.declared(event, system, round_.number, player).values()
    if any(slot in chosen for slot in slots):
        slots = [slot for slot in slots if slot in chosen]
    found = []
    for slot in slots:
        version = event.lists.of(player, slot)[-1]
        found.append((str(tr(slot_of(event, system, slot).name)), version.text, version.fields))
    return tuple(found)


def take_side(record: TableRecord, side: int, device: str, instead: bool) -> list[TableFact]:
    """A device follows the game for one side. `instead`: in place of the one that does, whose phone may be dead."""
    if side not in (0, 1):
        raise BadInput("“{side}” is not a side. There are two: 0 and 1.", side=side)
    if record.devices[side] == device:
        return []
    if record.devices[side] and not instead:
        raise Conflict("Another phone already follows the game for {name}.", name=record.opened.names[side])
    return [SideTaken(side, device)]


def tap(record: TableRecord, tracker: AnyTracker, tapped: TapMade, now: int, seen: int) -> list[TableFact]:
    """A tap as it came from a device, brought to a time that can be: no later than now, and no earlier than what the
    device had seen (`seen`). One that is there already is not there twice; another one by its name is refused."""
    for known in record.taps:
        if known.name == tapped.name:
            if (known.key, known.side, known.values) != (tapped.key, tapped.side, tapped.values):
                raise Conflict("This phone has already sent something else as its tap {count}.", count=tapped.count)
            return []
    if len(record.taps) >= MOST_TAPS:
        raise Refusal("This game has more than {most} taps. Enter its result by hand.", most=MOST_TAPS)
    _must_be_small(tapped.key, tapped.values)
    if tapped.count < 1 or tapped.count > MOST_TAPS * 10:
        raise BadInput("“{count}” is not the number of a tap.", count=tapped.count)
    placed = replace(tapped, at=min(max(tapped.at, seen), now))
    if tapped.key in tracker.secret:
        return [ChoiceMade(placed.key, placed.side, placed.at, placed.device, placed.count, placed.values)]
    return [placed]


def _must_be_small(key: str, values: Mapping[str, Raw]) -> None:
    texts = [key, *values, *(v for value in values.values() for v in (value if isinstance(value, list) else [value]))]
    if len(texts) > MOST_VALUES or any(isinstance(t, str) and len(t) > LONGEST_WORD for t in texts):
        raise BadInput("This tap is too large to be one: {values} values.", values=len(texts))
    if any(isinstance(t, int) and abs(t) > 10**9 for t in texts):
        raise BadInput("A number in this tap is too large.")
