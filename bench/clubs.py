"""Many small events on one server at once: what one more of them costs in memory and processor time, while nothing
happens and in a round. From it follows, on paper, what a thousand of them need.

python -m bench.clubs --write puts the figures into docs/hosting.md.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench import pages, phones
from bench.guests import SYSTEM, VALUES, Guest, Times, arrive, report_all, until_seen
from bench.phones import Organiser
from bench.server import ROOT, WITHIN, Server, at, private_links, serving
from bench.stores import NAMES, Place, place
from bench.venue import allow_connections, reports_in
from muster.core.record.event import Round
from muster.main import desk_at

EVENTS, PLAYERS = 50, 16
PLAYED = 1
QUIET, REPORTS_WITHIN = 20.0, 20.0
THOUSAND, ROUND_MINUTES = 1_000, 60
PAGE, MARK = ROOT / "docs" / "hosting.md", "clubs"


@dataclass(slots=True)
class Cost:
    """For one event.

    `memory`: kilobytes with its phones connected; `quiet`: processor seconds per second in which nothing happens;
    `arriving`: for all its players to sign in; `round`: from publishing a round until all have their pages and all
    results are in.
    """

    place: str
    events: int
    players: int
    memory: float = 0.0
    quiet: float = 0.0
    arriving: float = 0.0
    round: float = 0.0
    database: float = 0.0
    """For the round, in the database."""
    base: int = 0
    """Kilobytes of a server with one event; `idle`: what it uses while nothing happens."""
    idle: float = 0.0
    lost: int = 0
    times: Times = field(default_factory=Times)


@dataclass(slots=True)
class Club:
    """One of the events."""

    event: str
    guests: list[Guest]
    links: dict[int, str]
    round: Round


def measure(where: Place, folder: Path, events: int, players: int, quiet: float, within: float) -> Cost:
    """Starts and ends the server; the first event only warms it up."""
    cost = Cost(where.title, events, players)
    desk = desk_at(folder, where.database)
    seats = {f"club-{n}": phones.build(desk, players, PLAYED, f"club-{n}", SYSTEM, VALUES) for n in range(events + 1)}
    rounds = {event: desk.open(event).event.rounds[-1] for event in seats}
    links = {event: private_links(folder, players, event, where.database) for event in seats}
    with serving(folder, where.database, where.workers) as server:
        clubs = [
            Club(event, [Guest(cost.times, server.port, n, own[n], event) for n in own], links[event], rounds[event])
            for event, own in seats.items()
        ]
        acknowledged = asyncio.run(_measure(cost, server, where, clubs, quiet, within))
    after = desk_at(folder, where.database)
    there = sum(reports_in(after.open(event).event, round_.matches) for event, round_ in rounds.items())
    cost.lost = acknowledged - there
    return cost


async def _measure(cost: Cost, server: Server, where: Place, clubs: list[Club], quiet: float, within: float) -> int:
    organiser = Organiser(server.port, 0, cost.times.errors)
    await organiser.load(server.sign_in)

    async def come(those: Sequence[Club]) -> None:
        for club in those:
            await arrive(club.guests, club.links, club.round.number)
            await organiser.load(f"/e/{club.event}/desk/")

    async def play(those: Sequence[Club]) -> int:
        for club in those:
            await organiser.noted(organiser.publish(club.event))
        guests = [guest for club in those for guest in club.guests]
        await until_seen(guests, 2 * WITHIN)
        pairs = [(club, match) for club in those for match in club.round.matches]
        sides = [(club, (m.a, m.b), player) for club, m in pairs for player in (m.a, m.b)]
        own = {(guest.event, guest.player): guest for guest in guests}
        return await report_all(
            [(own[club.event, player], club.round.number, pair) for club, pair, player in sides], within
        )

    count = len(clubs) - 1
    await come(clubs[:1])
    acknowledged = await play(clubs[:1])
    cost.base = server.kilobytes
    alone = await _rate(server, quiet)

    used = server.processor
    await come(clubs[1:])
    cost.arriving = (server.processor - used) / count
    cost.memory = (server.kilobytes - cost.base) / count

    cost.idle, cost.quiet = alone, max(await _rate(server, quiet) - alone, 0.0) / count

    used, stored = server.processor, where.processes.processor if where.processes else 0.0
    acknowledged += await play(clubs[1:])
    cost.round = (server.processor - used) / count
    cost.database = (where.processes.processor - stored) / count if where.processes else 0.0
    for club in clubs:
        for guest in club.guests:
            guest.leave()
    return acknowledged


async def _rate(server: Server, seconds: float) -> float:
    """Processor seconds per second in which nothing happens."""
    used = server.processor
    await asyncio.sleep(seconds)
    return (server.processor - used) / seconds


def lines_of(costs: Sequence[Cost]) -> list[str]:
    """The part of docs/hosting.md."""
    first = costs[0]
    lines = [
        f"Measured with {first.events} events of {first.players} players at once, all with phones that follow it:",
        "",
        f"| | {' | '.join(cost.place for cost in costs)} |",
        f"|---|{'---:|' * len(costs)}",
    ]
    rows: list[tuple[str, list[str]]] = [
        ("server with one event, memory", [f"{cost.base / 1024:.0f} MB" for cost in costs]),
        ("… processor while nothing happens", [f"{cost.idle * 1000:.0f} ms per second" for cost in costs]),
        ("one more event with its phones, memory", [f"{cost.memory:,.0f} KB" for cost in costs]),
        ("… processor while nothing happens", [f"{cost.quiet * 1000:.2f} ms per second" for cost in costs]),
        ("… processor for all its players to sign in", [f"{cost.arriving * 1000:,.0f} ms" for cost in costs]),
        ("… processor for a round, pages and reports", [f"{cost.round * 1000:,.0f} ms" for cost in costs]),
        (
            "… processor of the database for that, on top",
            [f"{cost.database * 1000:,.0f} ms" if cost.database else "" for cost in costs],
        ),
        ("a report is answered within (p50, p99)", [_answers(cost) for cost in costs]),
        ("reports lost, errors", [f"{cost.lost}, {len(cost.times.errors)}" for cost in costs]),
        (f"**{THOUSAND:,} events**: phones", [f"{THOUSAND * cost.players:,}" for cost in costs]),
        ("… memory", [f"{(cost.base + THOUSAND * cost.memory) / 1024 / 1024:.1f} GB" for cost in costs]),
        (
            f"… cores busy on average, a round each {ROUND_MINUTES} minutes",
            [
                f"{cost.idle + THOUSAND * (cost.quiet + (cost.round + cost.database) / ROUND_MINUTES / 60):.1f}"
                for cost in costs
            ],
        ),
        (
            "… cores busy if all rounds begin and end within the same ten minutes",
            [f"{cost.idle + THOUSAND * (cost.quiet + (cost.round + cost.database) / 600):.1f}" for cost in costs],
        ),
    ]
    return [*lines, *(f"| {what} | {' | '.join(cells)} |" for what, cells in rows)]


def _answers(cost: Cost) -> str:
    return ", ".join(f"{at(share, cost.times.reports) * 1000:,.0f} ms" for share in (0.5, 0.99))


def run_all(stores: Sequence[str], events: int, players: int, workers: int) -> list[Cost]:
    costs = []
    for store in stores:
        with TemporaryDirectory() as name, place(store, workers) as where:
            costs.append(measure(where, Path(name), events, players, QUIET, REPORTS_WITHIN))
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.clubs", description=__doc__)
    parser.add_argument("--events", type=int, default=EVENTS, help="at once (%(default)s; 200 at most)")
    parser.add_argument("--players", type=int, default=PLAYERS, help="of each, an even number (%(default)s)")
    parser.add_argument("--store", nargs="+", choices=NAMES, default=NAMES)
    parser.add_argument("--workers", type=int, default=2, help="processes of a server on PostgreSQL (%(default)s)")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/hosting.md")
    chosen = parser.parse_args()
    allow_connections()
    costs = run_all(chosen.store, min(max(chosen.events, 1), 200), max(chosen.players // 2, 1) * 2, chosen.workers)
    print("\n".join(lines_of(costs)))
    for cost in costs:
        print("\n".join(cost.times.errors[:10]))
    if chosen.write:
        PAGE.write_text(pages.put(PAGE.read_text("utf-8"), MARK, lines_of(costs)), "utf-8")


if __name__ == "__main__":
    main()
