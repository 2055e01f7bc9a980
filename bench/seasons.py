"""What a season costs as it grows: 50 to 500 Iron Gauntlet qualifiers of 128 players, out of 2,000 people, on SQLite.

Every event is a real one of one round, finished and in the data folder. Measured: entering the last event, confirming
who is who, opening the season from its file, and the whole view behind its page; and of people: the first look at a
profile, which reads every event, one when a single event is new, and one when nothing is. Then both pages over HTTP.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from bench import waits
from bench.waits import Wait
from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.seasons import Seasons
from muster.app.circuit.views import season_view
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.persons.book import PeopleBook
from muster.app.persons.views import profile_view
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.core.kit.model import Actor, PlayerId
from muster.core.reading.people.roll import appearance_key
from muster.main import desk_at
from muster.systems.warmachine.circuit import IRON_GAUNTLET

STAFF = Actor()
DAY = "2026-03-01"
PEOPLE, PLAYERS, SIZES = 2_000, 128, (50, 200, 500)


@dataclass(frozen=True, slots=True)
class SeasonCost:
    """CPU milliseconds."""

    events: int
    enter: float
    confirm: float
    open: float
    view: float
    first_profile: float
    next_profile: float
    profile: float
    rows: int
    """In the table: everybody with points."""
    waits: list[Wait] = field(default_factory=list)
    """For the pages, if they were requested."""


def played(desk: Desk, number: int, players: int) -> str:
    """A finished event of one round."""
    people = Lots("bench", f"field {number}").shuffled(range(PEOPLE))[:players]
    opened = events.create(desk, f"Qualifier {number}", "warmachine", STAFF, date=DAY, seed=f"seed {number}")
    roster.enrol(desk, opened.id, [(f"Person {one:04}", {}) for one in people], STAFF)
    rounds.pair(desk, opened.id, STAFF)
    opened = rounds.publish(desk, opened.id, STAFF)
    texts = {"winner": "a", "how": "scenario", "cp": "5-0", "apd": "10-0"}
    tables = [Report(str(match.table), texts) for match in opened.event.rounds[0].matches]
    results.report(desk, opened.id, tables, STAFF)
    events.finish(desk, opened.id, STAFF, "one round is enough")
    return opened.id


def measure(folder: Path, sizes: Sequence[int], players: int = PLAYERS, *, over_http: bool = False) -> list[SeasonCost]:
    desk = desk_at(folder)
    seasons = Seasons(desk.journals, desk.clock, desk.fresh)
    season = actions.open_season(seasons, "Season", IRON_GAUNTLET, "2026-01-01", "2026-12-31", STAFF).id
    found: list[SeasonCost] = []
    entered, enter = 0, 0.0
    for size in sizes:
        while entered < size:
            entered += 1
            event = played(desk, entered, players)
            start = process_time()
            actions.enter(seasons, desk, season, event, AboutEvent(), STAFF)
            enter = process_time() - start
            for step in ("sanctioned", "requested", "reported"):
                actions.meet(seasons, season, event, step, DAY, STAFF)
        start = process_time()
        actions.join_alike(seasons, season, STAFF)
        confirm = process_time() - start
        fresh = Seasons(desk.journals, desk.clock, desk.fresh)
        start = process_time()
        opened = fresh.open(season)
        opening = process_time() - start
        start = process_time()
        view = season_view(fresh, desk, opened)
        showing = process_time() - start
        first, following, again = _profiles(desk, fresh, size, players)
        season_times = (1000 * enter, 1000 * confirm, 1000 * opening, 1000 * showing)
        waited = waits.waits(folder, [f"/s/{season}/", f"/people/{_somebody(desk)}/"]) if over_http else []
        found.append(SeasonCost(size, *season_times, first, following, again, len(view.table), waited))
    return found


def _somebody(desk: Desk) -> str:
    """The key of the first player of the first event."""
    first = next(stored.id for stored in desk.listed())
    return appearance_key((desk.open(first).hashes[0], PlayerId(1)))


def _profiles(desk: Desk, seasons: Seasons, size: int, players: int) -> list[float]:
    """A profile from a server that has just started, then with one more event, then once more."""
    book = PeopleBook(desk, seasons)
    key = f"#1@{next(stored.id for stored in desk.listed())}"
    spent = []
    for more in (False, True, False):
        extra = played(desk, 10_000 + size, players) if more else ""
        start = process_time()
        profile_view(book, key)
        spent.append(1000 * (process_time() - start))
        if extra:
            desk.remove(extra)
            profile_view(book, key)
    return spent


ABOUT = """\
Iron Gauntlet, with real events of 128 players out of 2,000 people in the data folder; CPU milliseconds. The view is all
that the season's page shows; it reads the last entry of every event to see whether anything changed.
A profile is opened for the first time since the start, then with one more event, then once more. Below: what somebody
waits for the whole page over HTTP, from a server that was just started, and then once more."""


def lines(sizes: Sequence[int] = SIZES) -> list[str]:
    asked = [waits.HEADS]
    found = ["events  enter one  confirm all  open  view  first profile  next  again  people with points"]
    with TemporaryDirectory() as folder:
        for cost in measure(Path(folder), sizes, over_http=True):
            asked += waits.lines(cost.events, cost.waits)
            times = f"{cost.enter:9.0f} {cost.confirm:12.0f} {cost.open:5.0f} {cost.view:5.0f}"
            people = f"{cost.first_profile:14.0f} {cost.next_profile:5.0f} {cost.profile:6.0f}"
            found.append(f"{cost.events:6} {times} {people} {cost.rows:19}")
    return [*found, "", *asked]


def main() -> None:
    print("\n".join(lines([int(word) for word in sys.argv[1:]] or SIZES)))


if __name__ == "__main__":
    main()
