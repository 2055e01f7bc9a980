"""Who may sit down at a table of an event, with what the event knows; and which games everybody may follow."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.book.tracker.tracker import AnyTracker
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.kit.language import tr
from muster.core.kit.model import PlayerId, StageKind
from muster.core.reading.plan import is_final
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, Match, Round, RoundState
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import TableFeatured
from muster.core.record.table.facts import ListText, TableOpened
from muster.core.rules.lists import declarations
from muster.core.rules.lists.life import given, rules_of, slot_of


def lists_to_choose(event: Event, system: System, round_: Round, match: Match) -> bool:
    """Whether one of the two must still choose a list for the game, in secret (WMH-080)."""
    return any(declarations.must_choose(event, system, round_, event.players[player]) for player in (match.a, match.b))


def open_match(
    event: Event, system: System, tracker: AnyTracker, event_id: str, round_: Round, match: Match
) -> TableOpened:
    """A match's table, with everything the event knows about it so far."""
    settings = system.settings(event)
    refusal = tracker.allowed(settings)
    if refusal is not None:
        raise refusal
    if round_.state is RoundState.DRAFT:
        raise Refusal("Round {number} is not published yet.", number=numbered(event, round_.number))
    if match.result is not None:
        raise Refusal("The game at table {table} is over.", table=match.table)
    players = [event.players[match.a], event.players[match.b]]
    if lists_to_choose(event, system, round_, match):
        clause = rules_of(system).sealed[0].clause
        raise Refusal("Choose your lists first: the game at the table begins when both of you have.", clause=clause)
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
    """Lets everybody watch a game of the current round, or stops that."""
    event.must_run()
    found = event.shown[-1] if event.shown else None
    if found is None or found.number != round_:
        raise Refusal("Round {number} is not being played.", number=numbered(event, round_))
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
    """What a player plays: the list they declared, or all the lists they brought, labelled as the game labels lists."""
    rules = system.lists
    if rules is None:
        return ()
    slots = event.lists.slots(player)
    chosen = declarations.declared(event, system, round_.number, player).values()
    if any(slot in chosen for slot in slots):
        slots = [slot for slot in slots if slot in chosen]
    found = []
    for slot in slots:
        version = event.lists.of(player, slot)[-1]
        known = given(rules, slot, version).value(rules.known_by) if rules.known_by else None
        found.append((str(known or tr(slot_of(event, system, slot).name)), version.text, version.fields))
    return tuple(found)
