"""A round is published to an event with every phone connected: how long until the last phone knows its table, how page
loads fare in the meantime, errors, memory. The server is a process of its own; everything stays on this machine."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench.events import STAFF, SYSTEM, invented
from bench.server import EVENT, WITHIN, Phone, Server, all_in_turn, at, private_links, serving
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.main import desk_at

SIZES = (200, 2_000)
MOST = 4_000
PLAYED = 3
MINE = f"/e/{EVENT}/me/"


@dataclass(slots=True)
class Run:
    """`told`: seconds from publishing until each phone had its line; `loads`: seconds of each page load."""

    phones: int
    played: int
    connected: float = 0.0
    published: float = 0.0
    told: list[float] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)
    page: int = 0
    errors: list[str] = field(default_factory=list)
    megabytes: int = 0


def build(
    desk: Desk,
    players: int,
    played: int = PLAYED,
    event_id: str = EVENT,
    system: str = SYSTEM,
    values: dict[str, str] | None = None,
) -> dict[int, tuple[int, str]]:
    """An event with the next round drafted; where each player will sit: table and opponent's name. `values`: what the
    game asks of every player."""
    events.create(desk, "Hall", system, STAFF, event_id=event_id, seed="bench")
    names = [(f"Given Surname {n}", values or {}) for n in range(1, players + 1)]
    roster.enrol(desk, event_id, names, STAFF)
    lots = Lots("bench", "results")
    for _ in range(played):
        rounds.pair(desk, event_id, STAFF)
        opened = rounds.publish(desk, event_id, STAFF)
        results.report(desk, event_id, list(invented(opened, lots)), STAFF)
    event = rounds.pair(desk, event_id, STAFF).event
    seats: dict[int, tuple[int, str]] = {}
    for match in event.rounds[-1].matches:
        seats[match.a] = match.table, event.name_of(match.b)
        seats[match.b] = match.table, event.name_of(match.a)
    return seats


class Follower(Phone):
    """One player: follows the event's stream, and loads the page when told to, as live.js does."""

    def __init__(self, run: Run, port: int, player: int) -> None:
        super().__init__(port, player, run.errors)
        self._run = run
        self.ready = asyncio.Event()
        self.seat: tuple[int, str] | None = None
        self.at = 0.0

    async def follow(self, new_round: int) -> None:
        """Until the round appears and its page is loaded."""
        await self.noted(asyncio.wait_for(self._follow(new_round), 2 * WITHIN))
        self.ready.set()

    async def _follow(self, new_round: int) -> None:
        async for news in self.listen(f"/live/{EVENT}?seat={self.player}"):
            self.ready.set()
            seat = news.get("seat")
            if seat and seat["round"] == new_round:
                self.at = perf_counter()
                self.seat = seat["table"], seat["opponent"]
                await self._load(news["spread"] / 1000)
                return
        raise ConnectionError("the stream ended")

    async def _load(self, spread: float) -> None:
        # Multiples of the golden ratio are spread as evenly as random numbers, and the same each time.
        await asyncio.sleep(spread * (self.player * 0.618034 % 1))
        start = perf_counter()
        status, body = await self.load(MINE)
        self._run.loads.append(perf_counter() - start)
        self._run.page = max(self._run.page, len(body))
        if status != 200 or self.seat is None or f">{self.seat[0]}</p>".encode() not in body:
            raise ValueError(f"its page was answered with {status}")


class Organiser(Phone):
    async def open_desk(self, path: str, event: str = EVENT) -> None:
        await self.load(path)
        await self.load(f"/e/{event}/desk/")

    async def publish(self, event: str = EVENT) -> None:
        status, body = await self.send(f"/e/{event}/publish/", {})
        if status != 302:
            raise ValueError(f"publishing was answered with {status}: {body[:200]!r}")


Beside = Callable[[Server, Organiser], Awaitable[Sequence[asyncio.Task[None]]]]
"""What else goes on: started when the phones are connected, and ended when the last one has its page."""


async def measure(
    run: Run, server: Server, links: dict[int, str], seats: dict[int, tuple[int, str]], beside: Beside | None = None
) -> None:
    phones = [Follower(run, server.port, player) for player in links]

    async def connect(phone: Follower) -> asyncio.Task[None]:
        await phone.sign_in(links[phone.player], MINE)
        task = asyncio.ensure_future(phone.follow(run.played + 1))
        await phone.ready.wait()
        return task

    start = perf_counter()
    following = await all_in_turn([partial(connect, phone) for phone in phones])
    run.connected = perf_counter() - start
    organiser = Organiser(server.port, 0, run.errors)
    await organiser.open_desk(server.sign_in)
    others = [] if beside is None else await beside(server, organiser)
    start = perf_counter()
    await organiser.publish()
    run.published = perf_counter() - start
    await asyncio.gather(*following)
    for other in others:
        other.cancel()
    run.told = [phone.at - start for phone in phones if phone.at]
    wrong = [phone for phone in phones if phone.seat != seats[phone.player]]
    run.errors += [f"player {phone.player} was told {phone.seat}, not {seats[phone.player]}" for phone in wrong]


def play(phones: int, folder: Path, played: int = PLAYED, beside: Beside | None = None) -> Run:
    """The whole run; starts and ends the server."""
    run = Run(phones, played)
    seats = build(desk_at(folder), phones, played)
    links = private_links(folder, phones)
    with serving(folder) as server:
        asyncio.run(measure(run, server, links, seats, beside))
        run.megabytes = server.megabytes
    return run


def table(runs: Sequence[Run]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [
        "| phones | all connected | publishing | last phone told | page loads | p50 | p99 | slowest | page | errors "
        "| server memory |",
        f"|{'---:|' * 11}",
    ]
    for run in runs:
        last = max(run.told, default=0.0)
        loads = [f"{at(share, run.loads) * 1000:.0f} ms" for share in (0.5, 0.99, 1.0)]
        lines.append(
            f"| {run.phones:,} | {run.connected:.1f} s | {run.published:.2f} s | {last:.2f} s | {len(run.loads):,} "
            f"| {' | '.join(loads)} | {run.page / 1000:.1f} KB | {len(run.errors)} | {run.megabytes} MB |"
        )
    return lines


def lines_of(runs: Sequence[Run]) -> list[str]:
    """The section of docs/benchmarks.md."""
    return [
        "A round is published from the desk while every phone follows the event; each then loads its page, spread over",
        "the time that the server says. Server and phones share this machine. Targets at 2,000: the last phone told",
        "within 2 s, page loads within 500 ms (p99), no errors.",
        "",
        *table(runs),
    ]


def run_all(sizes: Sequence[int]) -> list[Run]:
    with TemporaryDirectory() as name:
        return [play(phones, Path(name) / str(phones)) for phones in sizes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("phones", nargs="*", type=int, default=SIZES, help=f"how many; {MOST:,} at most")
    runs = run_all([min(max(n, 2), MOST) for n in parser.parse_args().phones])
    print("\n".join(lines_of(runs)))
    for run in runs:
        print("\n".join(run.errors[:10]))


if __name__ == "__main__":
    main()
