"""At the table: open the game of a match or one of your own, take a side, tap, and see the board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from muster.app.desk import Desk, Opened
from muster.app.events.actions import read_option
from muster.app.exact import View
from muster.app.languages import moment
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.speech import tr
from muster.app.table.recent import TapLine, recent_taps
from muster.app.table.tables import OpenTable, Tables
from muster.app.table.untouched import remove_untouched
from muster.core.book.system import System, tracker_of
from muster.core.book.tracker.board import Board, Fold
from muster.core.book.tracker.tracker import Eye, Handover
from muster.core.forms.options import Option, Settings
from muster.core.kit.errors import BadInput, Conflict, Refusal, UnknownName
from muster.core.kit.language import mark
from muster.core.kit.model import Actor, PlayerId, Raw, Result
from muster.core.reading.late_taps import late_taps
from muster.core.reading.replay import Followed
from muster.core.reading.round_time import RoundHistory, history
from muster.core.reading.stage_names import numbered
from muster.core.record.clock import instant, utc_of
from muster.core.record.event import Match, Round
from muster.core.record.table.facts import TableFact, TableOpened, TapMade
from muster.core.record.table.journal import advance, table_id
from muster.core.rules.players import clean_name
from muster.core.rules.table import opening, taps
from muster.systems import registry

MOST_AT_ONCE = 200
"""How many taps a phone may send together: those it saved while it was without network."""


def id_of(event_id: str, round_: Round, match: Match) -> str:
    return table_id(event_id, round_.number, match.a, match.b)


def seat_at(opened: Opened, number: int, table: int) -> tuple[Round, Match]:
    """The game at a table in a round that everybody may see."""
    round_ = next((one for one in opened.event.shown if one.number == number), None)
    if round_ is None:
        raise UnknownName("round", str(number), [str(one.number) for one in opened.event.shown])
    match = round_.match_at(table)
    if match is None:
        raise UnknownName("table", str(table), [str(m.table) for m in round_.matches])
    return round_, match


def may_follow(opened: Opened) -> bool:
    """Whether this event's games can be tracked at the table: the book, or an option, may not allow it."""
    return tracker_of(opened.system).allowed(opened.system.settings(opened.event)) is None


def can_be_opened(opened: Opened, round_: Round | None, match: Match | None) -> bool:
    """Whether a match's game can be tracked yet: lists are chosen first (WMH-080)."""
    if round_ is None or match is None or not may_follow(opened):
        return False
    return not opening.lists_to_choose(opened.event, opened.system, round_, match)


def open_match(tables: Tables, opened: Opened, number: int, player: PlayerId, actor: Actor) -> OpenTable:
    """The table of a player's match in a round; whoever comes first opens it."""
    round_ = opened.event.round(number)
    match = round_.match_of(player)
    if match is None:
        raise Refusal(
            "{name} has no game in round {number}.",
            name=opened.event.name_of(player),
            number=numbered(opened.event, number),
        )
    own_id = id_of(opened.id, round_, match)
    with suppress(UnknownName):
        return tables.open(own_id)
    fact = opening.open_match(opened.event, opened.system, tracker_of(opened.system), opened.id, round_, match)
    return _created(tables, own_id, fact, actor)


def casual_game(
    system: str, names: Sequence[str], options: Mapping[str, str], scenario: str = "", minutes: str = ""
) -> TableOpened:
    """A game outside any event, as two people want it. `minutes`: its length, if the game has such an option."""
    found = registry.find(system)
    if len(names) != 2:
        raise BadInput("A game at the table has two players, not {n}.", n=len(names))
    first, second = (clean_name(name) for name in names)
    settings = Settings(found.options)
    chosen = {key: read_option(settings.option(key), text) for key, text in options.items()}
    if minutes.strip():
        length = length_option(found)
        if length is None:
            raise BadInput("{game} has no length that could be set to “{minutes}”.", game=found.name, minutes=minutes)
        chosen[length.key] = read_option(length, minutes)
    return TableOpened(
        found.key, (first, second), found.version, options=chosen, scenario=_scenario(found, scenario.strip())
    )


def length_option(system: System) -> Option | None:
    """The option for how long a game takes, or how long each player has."""
    return next((one for key in ("minutes", "round_minutes") for one in system.options if one.key == key), None)


def _scenario(system: System, wanted: str) -> str:
    if not wanted:
        return ""
    names = [one.name for one in system.scenarios]
    if not names:
        raise BadInput("{game} has no scenarios to choose “{scenario}” from.", game=system.name, scenario=wanted)
    known = next((name for name in names if name.casefold() == wanted.casefold()), None)
    if known is None:
        raise UnknownName(mark("scenario"), wanted, names)
    return known


def open_casual(
    tables: Tables, system: str, names: Sequence[str], options: Mapping[str, str], scenario: str, device: str
) -> OpenTable:
    return open_game(tables, casual_game(system, names, options, scenario), device)


def open_game(tables: Tables, game: TableOpened, device: str) -> OpenTable:
    """The device that opens it gets side 0, if there is one. Old abandoned games are removed to make room."""
    remove_untouched(tables)
    table = _created(tables, tables.fresh()[:12], game, Actor(game.names[0]))
    return take_side(tables, table.id, 0, device) if device else table


def _created(tables: Tables, table_id: str, fact: TableOpened, actor: Actor) -> OpenTable:
    try:
        return tables.create(table_id, "", [fact], actor)
    except Refusal:  # The other phone was first.
        return tables.open(table_id)


def take_side(tables: Tables, table_id: str, side: int, device: str, *, instead: bool = False) -> OpenTable:
    def decide(table: OpenTable) -> list[TableFact]:
        return taps.take_side(table.record, side, device, instead)

    return tables.act(table_id, decide, Actor())


def share(tables: Tables, table_id: str, side: int, shared: bool, actor: Actor) -> OpenTable:
    """A side's game is tracked on the other player's phone from now on, or no longer."""
    return tables.act(table_id, lambda table: taps.share(table.record, side, shared), actor)


def now(tables: Tables) -> int:
    """The server's time, in milliseconds since 1970."""
    return instant(tables.clock.now())


@dataclass(frozen=True, slots=True)
class SentTap:
    """A tap as a device sends it.

    `at`: when, in milliseconds since 1970 by the server's clock as the device knows it; 0 for now. `count`: its number
    on this device; 0 for the next one.
    """

    key: str
    count: int
    at: int = 0
    values: Mapping[str, Raw] | None = None


def tap(
    tables: Tables, table_id: str, sent: Sequence[SentTap], side: int | None, device: str, actor: Actor, seen: int = 0
) -> OpenTable:
    """Records what a device sent, each tap once. Whether a tap counts shows when the game is replayed (`refused_of`).

    `seen`: the last entry of the journal that the device had; no tap can be earlier than that.
    """
    if len(sent) > MOST_AT_ONCE:
        raise BadInput("{n} taps are too many at once. Send at most {most}.", n=len(sent), most=MOST_AT_ONCE)

    def decide(table: OpenTable) -> list[TableFact]:
        now = instant(tables.now(table))
        shown = instant(table.entries[min(seen, table.last) - 1].at) if seen > 0 else 0
        facts: list[TableFact] = []
        record = table.record
        for one in sent:
            count = one.count or record.made_on(device) + 1
            made = TapMade(one.key, side, one.at or now, device, count, dict(one.values or {}))
            new = taps.tap(record, table.tracker, made, now, shown)
            record = advance(record, new)
            facts += new
        return facts

    return tables.act(table_id, decide, actor)


def round_of(opened: Opened | None, table: OpenTable) -> RoundHistory:
    """The clock of the game's round; for a game outside an event, one that never started."""
    fact = table.record.opened
    if opened is None or fact.players is None:
        return RoundHistory()
    match = _match_at(opened, table)
    number = 0 if match is None else match.number
    return opened.known.once(f"clock of {fact.round}.{number}", lambda: history(opened.entries, fact.round, number))


def _match_at(opened: Opened | None, table: OpenTable) -> Match | None:
    fact = table.record.opened
    if opened is None or fact.players is None:
        return None
    return opened.event.round(fact.round).match_of(fact.players[0])


class RefusedTap(View, frozen=True):
    """A tap that does not count, and why."""

    count: int
    text: str
    clause: str


class FollowedView(View, frozen=True):
    """A table as somebody sees it. `seq`: the last entry. `side`: whose board it is; null for staff and spectators.

    `now`: the server's time in milliseconds. `tapped`: whether this device has made a tap; `refused`: its last tap, if
    that does not count. `last`: the tap that the viewer could take back, as device and count. `over`: both sides agree
    on how it ended. `late`: what to say about taps that have just come in late, from a phone without network. `recent`:
    what was tapped recently, only for staff.
    """

    id: str
    seq: int
    now: int
    names: tuple[str, str]
    side: int | None
    board: Board
    tapped: bool
    refused: RefusedTap | None
    last: tuple[str, int] | None
    over: bool
    late: str
    recent: list[TapLine]


def table_view(tables: Tables, table: OpenTable, opened: Opened | None, eye: Eye, device: str) -> FollowedView:
    game = tables.game(table, round_of(opened, table))
    now = max(instant(tables.now(table)), *(t.at for t in game.taps[-1:]), 0)
    own = [t for (_, name), t in table.record.latest.items() if device and name.startswith(device)]
    newest = max(own, key=lambda t: t.place, default=None)
    refusal = None if newest is None else game.refusal(newest)
    board, match = game.shown(eye, now), _match_at(opened, table)
    if match is not None and match.result is not None and not eye.staff:
        # The lists that an opponent may look at while they play are closed again, as on the page of the lists.
        board = replace(board, parts=tuple(part for part in board.parts if not isinstance(part, Fold)))
    return FollowedView(
        table.id,
        table.last,
        now,
        table.record.opened.names,
        eye.side,
        board,
        newest is not None,
        None if newest is None or refusal is None else RefusedTap(newest.count, tr(refusal.message), refusal.clause),
        _may_take_back(game, eye),
        game.tracker.handover(game.at(now)) is not None,
        _late(table, game, eye),
        recent_taps(game) if eye.staff else [],
    )


def _late(table: OpenTable, game: Followed[Any], eye: Eye) -> str:
    """Only says when: what the taps were may be secret."""
    late = late_taps(table.entries, game)
    if late is None:
        return ""
    first, last, came = (moment(utc_of(at)) for at in (late.first, late.last, late.came))
    once = first == last
    if late.side is None:
        if once:
            return tr(
                "A judge’s phone was without network: what was tapped at {first} came in at {came}.",
                first=first,
                came=came,
            )
        return tr(
            "A judge’s phone was without network: taps from {first} to {last} came in at {came}.",
            first=first,
            last=last,
            came=came,
        )
    if late.side == eye.side:
        if once:
            return tr(
                "Your phone was without network: what you tapped at {first} came in at {came}.", first=first, came=came
            )
        return tr(
            "Your phone was without network: your taps from {first} to {last} came in at {came}.",
            first=first,
            last=last,
            came=came,
        )
    name = table.record.opened.names[late.side]
    if once:
        return tr(
            "{name}’s phone was without network: what was tapped at {first} came in at {came}.",
            name=name,
            first=first,
            came=came,
        )
    return tr(
        "{name}’s phone was without network: taps from {first} to {last} came in at {came}.",
        name=name,
        first=first,
        last=last,
        came=came,
    )


def _may_take_back(game: Followed[Any], eye: Eye) -> tuple[str, int] | None:
    last = game.counted[-1][0] if game.counted else None
    if last is None or (eye.side is None and not eye.staff):
        return None
    if eye.staff or (last.side == eye.side and last.key not in game.tracker.final):
        return last.name
    return None


def handover(tables: Tables, table: OpenTable, opened: Opened | None) -> Handover | None:
    """What the game fills into its result form; None while it is being played."""
    game = tables.game(table, round_of(opened, table))
    return game.tracker.handover(game.at(instant(tables.now(table))))


def send_result(tables: Tables, desk: Desk, table: OpenTable, player: PlayerId, actor: Actor, device: str) -> Opened:
    """Reports what both sides agreed on at the table, as one of them; when the other does the same, the result is
    in. Pressed twice it is one report, unless something else was reported in between.
    """
    opened = desk.open(table.record.opened.event)
    result = handover(tables, table, opened)
    if result is None:
        raise Refusal("The game is not over yet: both of you have to agree on how it ended.")
    fact = table.record.opened
    assert fact.players is not None
    match = opened.event.round(fact.round).match_of(fact.players[0])
    if match is None:
        raise Refusal("This game is not one of round {number} any more.", number=numbered(opened.event, fact.round))
    report = Report(
        str(match.table),
        ending=result.ending,
        by=() if result.by is None else (f"#{fact.players[result.by]}",),
        round=fact.round,
        raw=dict(result.values),
        pair=fact.players,
    )
    before, request = match.reports.get(player), f"table {table.id} {player} {table.head}"
    if before is not None and not _says(before, result):
        request = f"{request} {opened.head}"
    return results.report(desk, opened.id, [report], actor, request, device)


def _says(reported: Result, result: Handover) -> bool:
    """Whether a report is what the game handed over."""
    given = {key: reported.values.get(key) for key in result.values}
    return reported.ending is result.ending and given == dict(result.values)


def side_of(table: OpenTable, player: PlayerId | None, device: str) -> int | None:
    """Somebody's side: by their number in the event, or by their phone."""
    players = table.record.opened.players
    if players is not None:
        return players.index(player) if player in players else None
    return table.record.devices.index(device) if device and device in table.record.devices else None


def must_play(table: OpenTable, player: PlayerId | None, device: str) -> int:
    """The side of somebody who may tap for it."""
    side = side_of(table, player, device)
    if side is None:
        first, second = table.record.opened.names
        raise Conflict("This is {a} and {b}’s table. Yours is on your page.", a=first, b=second)
    return side
