"""Writes files of other programs by hand, column by column, and plays whole events to be written and read again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.exchange.bring_in import Imported, import_record
from muster.app.exchange.record import Record
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.core.kit.model import Ending
from muster.core.reading.tally import scores, standings
from muster.core.record.event import Match
from tests.app.hall import STAFF, new_desk

CHESS: dict[str, Any] = {
    "name": "Chess",
    "points": {"win": 1, "draw": "1/2"},
    "result": {"high": 1, "together": 1},
    "structure": {"rounds": 5},
    "tiebreak": [{"key": "buchholz", "cut_low": 1}, {"key": "buchholz"}, {"key": "sonneborn_berger"}, {"key": "wins"}],
}


def trf_player(
    number: object, name: str, points: str, *cells: str, rank: object = "", rating: object = "", sex: str = ""
) -> str:
    """A player's line of a report. A cell is `12w1`, `U`, or empty for a round of blanks."""
    line = f"001 {number:>4} {sex:1}{'':3} {name:<33} {rating:>4} {'':3} {'':11} {'':10} {points:>4} {rank:>4}"
    for cell in cells:
        if not cell:
            line += " " * 10
        elif cell[0].isdigit():
            line += f"  {cell[:-2]:>4} {cell[-2]} {cell[-1]}"
        else:
            line += f"  0000 - {cell}"
    return line


def taken_in(record: Record, **more: Any) -> Imported:
    return import_record(new_desk(), record, STAFF, **more)


def differences(imported: Imported) -> list[tuple[str, str, str, Any]]:
    return [(d.name, d.what, d.published, d.ours) for d in imported.comparison.differences]


@dataclass(frozen=True)
class Told:
    """An event by names only: its rounds, results and standings."""

    rounds: tuple[Any, ...]
    standings: tuple[Any, ...]


def told(opened: Opened) -> Told:
    event, system = opened.event, opened.system
    name = event.name_of
    found = []
    for round_ in event.rounds:
        games: set[Any] = set()
        for match in round_.matches:
            both = (match.a, match.b)
            if match.result is None:
                games.add((name(match.a), name(match.b), None))
                continue
            paid = tuple(score.points for score in scores(event, system, round_, match))
            absent = tuple(sorted(name(p) for p in match.result.by if match.result.ending is Ending.NO_SHOW))
            games.add((*map(name, both), paid, match.result.ending is Ending.DOUBLE_LOSS, absent))
        byes = frozenset(name(bye.player) for bye in round_.byes)
        missed = frozenset(p.name for p in event.players.values() if round_.number in p.missed)
        found.append((frozenset(games), byes, missed))
    rows = standings(event, system).rows
    placed = sorted((name(row.player), row.rank, row.points, tuple(row.values.values())) for row in rows)
    return Told(tuple(found), tuple(placed))


def played(seed: int, players: int = 9, definition: dict[str, Any] = CHESS, close_last: bool = True) -> Opened:
    """A random event with draws, no-shows, double losses, and people who leave and come back."""
    desk, lots = new_desk(), Lots(str(seed), "an event to write")
    opened = events.create(desk, "Write me", "custom", STAFF, seed=str(seed), definition=definition)
    event_id = opened.id
    roster.enrol(desk, event_id, [(f"Player {n:02}", {}) for n in range(1, players + 1)], STAFF)
    total = definition["structure"]["rounds"]
    for number in range(1, total + 1):
        rounds.pair(desk, event_id, STAFF)
        opened = rounds.publish(desk, event_id, STAFF)
        for match in opened.event.rounds[-1].matches:
            if number == total and not close_last and match.number > 2:
                continue
            _report(desk, opened, match, lots)
        if number == total and not close_last:
            return desk.open(event_id)
        opened = rounds.close(desk, event_id, STAFF)
        for player in list(opened.event.players.values()):
            if player.active and lots.below(12) == 0 and len(opened.event.active_players()) > 4:
                roster.drop(desk, event_id, player.name, STAFF)
            elif not player.active and number < total and lots.below(2) == 0:
                roster.rejoin(desk, event_id, player.name, STAFF)
    return desk.open(event_id)


def _report(desk: Desk, opened: Opened, match: Match, lots: Lots) -> None:
    kind, where = lots.below(12), str(match.table)
    if kind == 0:
        one = Report(where, ending=Ending.NO_SHOW, by=(opened.event.name_of(match.b),))
    elif kind == 1:
        one = Report(where, ending=Ending.DOUBLE_LOSS)
    else:
        a, b = opened.event.players[match.a], opened.event.players[match.b]
        one = Report(where, raw=opened.system.invent(a, b, opened.system.settings(opened.event), lots))
    results.report(desk, opened.id, [one], STAFF)
