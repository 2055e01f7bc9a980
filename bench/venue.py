"""A round in a large venue, once everybody has taken out their phone: all phones follow the event, a round is
published, all load their page, half of the players report, and then games are followed at a quarter as many tables.

python -m bench.venue --phones 2000 --write puts its line into docs/figures.md, beside those of other stores and sizes.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import pages, phones, tables
from bench.guests import SYSTEM, VALUES, Guest, Times, arrive, report_all, until_seen
from bench.phones import Organiser
from bench.server import EVENT, ROOT, WITHIN, Server, all_in_turn, at, private_links, serving
from bench.stores import NAMES, Place, place
from muster.app.table.actions import id_of
from muster.core.record.event import Event, Match, Round
from muster.main import desk_at

PHONES, MOST = 2_000, 10_000
REPORTS_WITHIN, TAPPING = 120.0, 60
MOST_TABLES = 500
FIGURES, MARK = ROOT / "docs" / "figures.md", "venue"


@dataclass(frozen=True, slots=True)
class Length:
    """Seconds over which the reports arrive, and for which tables tap; rounds played before."""

    reports: float = REPORTS_WITHIN
    tapping: int = TAPPING
    played: int = phones.PLAYED


@dataclass(slots=True)
class Run:
    """One venue. `pages` and `reporting`: the share of a core that the server used in that time.

    `lost`: reports and taps that were acknowledged and are missing.
    """

    place: str
    phones: int
    times: Times = field(default_factory=Times)
    taps: tables.Run = field(default_factory=lambda: tables.Run(0, 0))
    connected: float = 0.0
    pages: float = 0.0
    reporting: float = 0.0
    reported: int = 0
    lost: int = 0
    megabytes: int = 0
    database_seconds: float = 0.0
    database_megabytes: int = 0

    @property
    def errors(self) -> list[str]:
        return [*self.times.errors, *self.taps.errors]


def play(size: int, where: Place, folder: Path, length: Length) -> Run:
    """The whole run; starts and ends the server. `size`: an even number of players, all with phones."""
    run = Run(where.title, size)
    desk = desk_at(folder, where.database)
    seats = phones.build(desk, size, length.played, system=SYSTEM, values=VALUES)
    links = private_links(folder, size, database=where.database)
    # The draft is what will be published.
    round_ = desk.open(EVENT).event.rounds[-1]
    reporting, tapping = shares(round_)
    before = where.processes.processor if where.processes else 0.0
    with serving(folder, where.database, where.workers) as server:
        asyncio.run(_measure(run, server, links, seats, round_, length))
        run.megabytes = server.megabytes
        if where.processes is not None:
            run.database_seconds = where.processes.processor - before
            run.database_megabytes = where.processes.kilobytes // 1024
    after = desk_at(folder, where.database)
    run.lost = run.reported - reports_in(after.open(EVENT).event, reporting)
    run.lost += tables.lost(run.taps, after, [id_of(EVENT, round_, match) for match in tapping])
    return run


def shares(round_: Round) -> tuple[list[Match], list[Match]]:
    """Half of the matches, whose players both report, and the others, which are tracked on phones."""
    half = len(round_.matches) // 2
    return list(round_.matches[:half]), list(round_.matches[half : half + MOST_TABLES])


def reports_in(event: Event, matches: Sequence[Match]) -> int:
    """How many reports the journal has: a result is in if both reported the same."""
    found = {match.table: match for match in event.rounds[-1].matches}
    return sum(2 if found[match.table].result else len(found[match.table].reports) for match in matches)


async def _measure(
    run: Run, server: Server, links: dict[int, str], seats: dict[int, tuple[int, str]], round_: Round, length: Length
) -> None:
    times = run.times
    guests = {player: Guest(times, server.port, player, seats[player]) for player in links}
    everybody = list(guests.values())
    start = perf_counter()
    await arrive(everybody, links, round_.number)
    run.connected = perf_counter() - start

    organiser = Organiser(server.port, 0, times.errors)
    await organiser.open_desk(server.sign_in)
    used, times.start = server.processor, perf_counter()
    await organiser.publish()
    await until_seen(everybody, 2 * WITHIN + 0.02 * len(everybody))
    run.pages = (server.processor - used) / (perf_counter() - times.start)

    reporting, tapping = shares(round_)
    reports = [(guests[player], round_.number, (m.a, m.b)) for m in reporting for player in (m.a, m.b)]
    used, start = server.processor, perf_counter()
    run.reported = await report_all(reports, length.reports)
    run.reporting = (server.processor - used) / (perf_counter() - start)

    run.taps = tables.Run(len(tapping), length.tapping)
    pairs = [[guests[match.a], guests[match.b]] for match in tapping]
    await _tap(run.taps, server, [(pair, id_of(EVENT, round_, m)) for pair, m in zip(pairs, tapping, strict=True)])
    for guest in everybody:
        guest.leave()


async def _tap(run: tables.Run, server: Server, games: Sequence[tuple[Sequence[Guest], str]]) -> None:
    """Those who still play open their game; the others' phones keep following the event."""

    async def sit_down(guest: Guest, table: str) -> tables.Player:
        guest.leave()
        player = tables.Player(run, server.port, guest.player, table)
        player.go_on_from(guest)
        await player.noted(player.load(tables.GAME))
        await player.noted(player.follow())
        return player

    found = await all_in_turn([partial(sit_down, guest, table) for pair, table in games for guest in pair])
    await tables.play_all(run, server, [found[n : n + 2] for n in range(0, len(found), 2)])


HEADS = (
    ("events in", "---"),
    ("phones", "---:"),
    ("last phone told", "---:"),
    ("pages: p50", "---:"),
    ("p99", "---:"),
    ("last one", "---:"),
    ("reports", "---:"),
    ("p50", "---:"),
    ("p99", "---:"),
    ("taps", "---:"),
    ("board on the other phone: p50", "---:"),
    ("p99", "---:"),
    ("server: pages", "---:"),
    ("reports", "---:"),
    ("taps", "---:"),
    ("memory", "---:"),
    ("database", "---:"),
    ("lost", "---:"),
    ("errors", "---:"),
)
Key = tuple[str, int]


def rows_of(runs: Sequence[Run]) -> dict[Key, str]:
    """A line of the table for each, by store and size."""
    return {(run.place, run.phones): _row(run) for run in runs}


def _row(run: Run) -> str:
    times, taps = run.times, run.taps
    database = f"{run.database_seconds:.0f} s, {run.database_megabytes} MB" if run.database_megabytes else ""
    cells = [
        run.place,
        f"{run.phones:,}",
        f"{max(times.told, default=0.0):.2f} s",
        _ms(0.5, times.loads),
        _ms(0.99, times.loads),
        f"{max(times.seen, default=0.0):.1f} s",
        f"{run.reported:,}",
        _ms(0.5, times.reports),
        _ms(0.99, times.reports),
        f"{taps.sent:,}",
        _ms(0.5, taps.loaded),
        _ms(0.99, taps.loaded),
        *(f"{share * 100:.0f} %" for share in (run.pages, run.reporting, taps.processor)),
        f"{run.megabytes} MB",
        database,
        str(run.lost),
        str(len(run.errors)),
    ]
    return f"| {' | '.join(cells)} |"


def _ms(share: float, seconds: Sequence[float]) -> str:
    return f"{at(share, seconds) * 1000:,.0f} ms"


def known(page: str) -> dict[Key, str]:
    """The lines already in the page's table."""
    found = {}
    for line in pages.between(page, MARK).splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == len(HEADS) and cells[1].replace(",", "").isdigit():
            found[cells[0], int(cells[1].replace(",", ""))] = line
    return found


def table(rows: dict[Key, str]) -> list[str]:
    """The lines of a Markdown table: one store after the other, each from few phones to many."""
    heads = [f"| {' | '.join(title for title, _ in HEADS)} |", f"|{'|'.join(line for _, line in HEADS)}|"]
    return [*heads, *(rows[key] for key in sorted(rows, key=lambda key: (key[0] != "SQLite, 1 process", key)))]


def run_all(stores: Sequence[str], sizes: Sequence[int], workers: int, length: Length) -> list[Run]:
    runs = []
    for store in stores:
        for size in sizes:
            with TemporaryDirectory() as name, place(store, workers) as where:
                runs.append(play(size, where, Path(name), length))
            print(_row(runs[-1]), flush=True)
            print("\n".join(runs[-1].errors[:10]))
    return runs


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.venue", description=__doc__)
    parser.add_argument("--phones", nargs="+", type=int, default=[PHONES], help=f"how many; {MOST:,} at most")
    parser.add_argument("--store", nargs="+", choices=NAMES, default=NAMES[:1])
    parser.add_argument("--workers", type=int, default=2, help="processes of a server on PostgreSQL (%(default)s)")
    parser.add_argument("--reports", type=float, default=REPORTS_WITHIN, help="seconds they arrive in (%(default)s)")
    parser.add_argument("--tapping", type=int, default=TAPPING, help="seconds of games at tables (%(default)s)")
    parser.add_argument("--write", action="store_true", help="put the lines into docs/figures.md")
    chosen = parser.parse_args()
    allow_connections()
    sizes = [min(max(n, 4), MOST) // 4 * 4 for n in chosen.phones]
    runs = run_all(chosen.store, sizes, chosen.workers, Length(chosen.reports, chosen.tapping))
    print("\n".join(table(rows_of(runs))))
    if chosen.write:
        page = FIGURES.read_text("utf-8")
        FIGURES.write_text(pages.put(page, MARK, table({**known(page), **rows_of(runs)})), "utf-8")


def allow_connections() -> None:
    """Each phone always has one, and another now and then; the usual limit is 1,024."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
