"""What statistics cost as events add up: 50 to 500 WARMACHINE events of 128 players and 7 rounds, on SQLite.

One event is played for real; the others have its games under requests of their own, and so are other events. Measured:
the first look at everything, at a season and at one event, when no event is open; and the look after that, for which
only what changed is counted again. Then the three pages over HTTP.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from bench import waits
from bench.waits import Wait
from muster.app.circuit import actions as season_actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.seasons import Seasons
from muster.app.demo import demo
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.statistics.gather import Counting
from muster.app.statistics.views import all_statistics, event_statistics, season_statistics
from muster.app.table.tables import Tables
from muster.core.kit.lots import Lots
from muster.core.kit.model import Actor
from muster.core.record.event_journal import EVENT
from muster.core.record.journal import GENESIS, Entry, to_rows
from muster.main import desk_at

STAFF = Actor()
PLAYERS, SIZES = 128, (50, 200, 500)
FACTIONS = ("Circle Orboros", "Cryx", "Cygnar", "Grymkin", "Khador", "Legion of Everblight", "Skorne", "Trollbloods")
LEAGUE: dict[str, Any] = {"name": "League", "points": {"chart": [3, 2, 1]}}


@dataclass(frozen=True, slots=True)
class CountCost:
    """CPU milliseconds."""

    events: int
    games: int
    event: float
    """One event that is already open."""
    cold: float
    """Everything, when nothing is in memory."""
    warm: float
    """Everything, when nothing has changed."""
    season: float
    """The same events as a season, when nothing has changed."""
    waits: list[Wait] = field(default_factory=list)
    """For the pages, if they were requested."""


def played(desk: Desk, players: int) -> str:
    """A whole event, with a faction for everybody."""
    lots = Lots("bench", "factions")
    opened = None
    for step in demo(desk, "warmachine", players, "bench", {"stop_on_sole_leader": "no"}):
        opened = step.opened
        if step.kind == "created":
            events.amend(desk, opened.id, STAFF, date="2026-03-01")
        if step.kind == "enrolled":
            for player in opened.event.players.values():
                roster.amend(desk, opened.id, player.name, STAFF, texts={"faction": lots.choice(FACTIONS)})
    assert opened is not None
    return opened.id


def another(desk: Desk, model: str, number: int) -> str:
    """An event with the same games, but another first entry."""
    entries: list[Entry[Any]] = [replace(e, request=f"{number} {e.request}") for e in EVENT.read(desk.rows(model))]
    rows = to_rows(entries, GENESIS)
    name = f"event-{number}"
    desk.journals.create(desk.name(name), EVENT.title(entries[0].fact), f"seed {number}", rows)
    return name


def measure(folder: Path, sizes: Sequence[int], players: int = PLAYERS, *, over_http: bool = False) -> list[CountCost]:
    desk = desk_at(folder)
    seasons = Seasons(desk.journals, desk.clock, desk.fresh)
    season = season_actions.open_season(seasons, "Season", LEAGUE, "2026-01-01", "2026-12-31", STAFF).id
    model = played(desk, players)
    season_actions.enter(seasons, desk, season, model, AboutEvent(), STAFF)
    found, made = [], 1
    for size in sizes:
        while made < size:
            made += 1
            season_actions.enter(seasons, desk, season, another(desk, model, made), AboutEvent(), STAFF)
        fresh = desk_at(folder)
        counting = Counting(fresh, Tables(fresh.journals, fresh.clock, fresh.fresh))
        whole, cold = _timed(partial(all_statistics, counting))
        _, warm = _timed(partial(all_statistics, counting))
        opened = seasons.open(season)
        _, year = _timed(partial(season_statistics, counting, opened))
        one = desk.open(model)
        alone = Counting(desk, Tables(desk.journals, desk.clock, desk.fresh))
        _, event = _timed(partial(event_statistics, alone, one))
        paths = [f"/e/{model}/statistics/", f"/s/{season}/statistics/", "/statistics/"]
        waited = waits.waits(folder, paths) if over_http else []
        found.append(CountCost(size, whole.games[0].games, event, cold, warm, year, waited))
    return found


def _timed(do: Callable[[], Any]) -> tuple[Any, float]:
    start = process_time()
    done = do()
    return done, 1000 * (process_time() - start)


ABOUT = """\
WARMACHINE, 128 players and 7 rounds in each event; CPU milliseconds. The first look at everything opens and counts
every event, once in each run of the server or of the command; the next ones ask each event only for its last hash, and
so does a season. Below: what somebody waits for the whole page over HTTP, from a server that was just started, and then
once more; everything comes last, when the season has counted the same events."""


def lines(sizes: Sequence[int] = SIZES) -> list[str]:
    asked = [waits.HEADS]
    found = ["events    games  one event  everything, first look  again  season, again"]
    with TemporaryDirectory() as folder:
        for cost in measure(Path(folder), sizes, over_http=True):
            asked += waits.lines(cost.events, cost.waits)
            first = f"{cost.events:6} {cost.games:8} {cost.event:10.0f} {cost.cold:23.0f}"
            found.append(f"{first} {cost.warm:6.0f} {cost.season:14.0f}")
    return [*found, "", *asked]


def main() -> None:
    print("\n".join(lines([int(word) for word in sys.argv[1:]] or SIZES)))


if __name__ == "__main__":
    main()
