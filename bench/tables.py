"""Games at many tables at once, two phones each: how long from a tap until the other phone has the new board, what the
server uses, and whether any tap is lost. Real server, real streams; all on this machine."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
from collections.abc import Coroutine, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from bench.events import STAFF
from bench.server import EVENT, Phone, Server, all_in_turn, at, private_links, serving
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.table import actions
from muster.app.table.tables import Tables
from muster.main import desk_at

SYSTEM = "urban_war"
TABLES, SECONDS, EVERY = 500, 120, 5.0
MOST = 1_000
GAME = f"/e/{EVENT}/me/game/"
PART = {"Muster_Part": "main"}
"""A phone that has the page only asks for what changes."""
TIME_EVERY = 60.0
"""Seconds after which a phone asks for the server's time."""
PATIENCE = 60.0
"""Seconds after the last tap within which the other phone may still hear of it."""


@dataclass(slots=True)
class Run:
    """Seconds from a tap: `heard`, until the other phone's stream said so; `loaded`, until it had the board; `answers`,
    until the tapping phone had it. `lost`: taps that the server acknowledged and does not have. `processor` and
    `client`: the share of a core that the server and the phones used.
    """

    tables: int
    seconds: int
    sent: int = 0
    answered: int = 0
    lost: int = 0
    heard: list[float] = field(default_factory=list)
    loaded: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    page: int = 0
    processor: float = 0.0
    each: float = 0.0
    """The server's processor seconds per answer."""
    client: float = 0.0
    megabytes: int = 0
    errors: list[str] = field(default_factory=list)


def build(desk: Desk, tables: int) -> list[tuple[int, int, str]]:
    """A round in progress: who plays whom, and the ids of their tables."""
    events.create(desk, "Hall", SYSTEM, STAFF, event_id=EVENT, seed="bench")
    names = [(f"Given Surname {n}", {"models": "12"}) for n in range(1, 2 * tables + 1)]
    roster.enrol(desk, EVENT, names, STAFF)
    rounds.pair(desk, EVENT, STAFF)
    round_ = rounds.publish(desk, EVENT, STAFF).event.rounds[0]
    return [(match.a, match.b, actions.id_of(EVENT, round_, match)) for match in round_.matches]


Awaited = list[tuple[int, float]]
"""Entries of the table's journal, and since when."""


class Player(Phone):
    """A player at a table: opens the game and follows it as table.js does."""

    def __init__(self, run: Run, port: int, player: int, table: str) -> None:
        super().__init__(port, player, run.errors)
        self._run, self._table = run, table
        self._count = self._latest = 0
        self._sending = False
        self._tasks: set[asyncio.Task[None]] = set()
        self.ready = asyncio.Event()
        self.seq = 0
        """The entry that its board shows."""
        self.unheard: Awaited = []
        self.unseen: Awaited = []

    async def follow(self) -> None:
        """The table's stream; the event's is also open, and silent. Now and then it asks for the server's time."""
        for doing in (self._follow(), self._beside(), self._ask_the_time()):
            self._start(doing)
        await asyncio.wait_for(self.ready.wait(), PATIENCE)

    def _start(self, doing: Coroutine[object, object, None]) -> None:
        task = asyncio.ensure_future(self.noted(doing))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self) -> None:
        async with aclosing(self.listen(f"/live/table/{self._table}")) as stream:
            async for news in stream:
                self._latest = int(news["seq"])
                _done(self.unheard, self._latest, self._run.heard)
                self.ready.set()
                self._look()

    def _look(self) -> None:
        """Loads a newer board; the answer to what is being sent will have it anyway."""
        if self._latest > self.seq and not self._sending:
            self._start(self._load())

    async def _beside(self) -> None:
        async with aclosing(self.listen(f"/live/{EVENT}")) as stream:
            async for _ in stream:
                pass

    async def _ask_the_time(self) -> None:
        await asyncio.sleep(TIME_EVERY * (self.player * 0.618034 % 1))
        while True:
            await self.load("/now/")
            await asyncio.sleep(TIME_EVERY)

    async def _load(self) -> None:
        self._put(*await self.load(GAME, **PART))

    def _put(self, status: int, body: bytes) -> None:
        """The board is on the phone."""
        if status != 200:
            raise ValueError(f"the board was answered with {status}")
        self._run.answered += 1
        self._run.page = max(self._run.page, len(body))
        found = re.search(rb'data-seq="(\d+)"', body)
        self.seq = max(self.seq, int(found[1]) if found else 0)
        _done(self.unseen, self.seq, self._run.loaded)

    async def tap(self, other: Player, key: str, **values: int) -> None:
        """`other` should hear of it and load it. Nobody else taps at this table in the meantime."""
        self._count += 1
        tap = {"key": key, "count": self._count, "at": 0, "values": values}
        fields = {"run": "bench", "seen": str(self.seq), "taps": json.dumps([tap])}
        entry, start = max(self.seq, other.seq) + 1, perf_counter()
        other.unheard.append((entry, start))
        other.unseen.append((entry, start))
        self._sending = True
        try:
            self._put(*await self.send(f"{GAME}tap/", fields, **PART))
        finally:
            self._sending = False
        self._run.answers.append(perf_counter() - start)
        self._run.sent += 1
        self._look()

    def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        self.hang_up()


def _done(awaited: Awaited, entry: int, into: list[float]) -> None:
    """What was awaited up to an entry has arrived."""
    while awaited and awaited[0][0] <= entry:
        into.append(perf_counter() - awaited.pop(0)[1])


async def measure(run: Run, server: Server, games: list[tuple[int, int, str]], links: dict[int, str]) -> None:
    pairs = [tuple(Player(run, server.port, player, table) for player in (a, b)) for a, b, table in games]

    async def connect(phone: Player) -> None:
        await phone.sign_in(links[phone.player], GAME)
        await phone.follow()

    await all_in_turn([partial(connect, phone) for pair in pairs for phone in pair])
    await play_all(run, server, pairs)


async def play_all(run: Run, server: Server, pairs: Sequence[Sequence[Player]]) -> None:
    """Phones that follow their games tap for as long as the run says, and wait for what is on its way."""
    phones = [phone for pair in pairs for phone in pair]
    answered, spent, own, start = run.answered, server.processor, process_time(), perf_counter()
    await asyncio.gather(*(_play(pair, place / len(pairs), start + run.seconds) for place, pair in enumerate(pairs)))
    for _ in range(int(PATIENCE * 10)):
        if not any(phone.unheard or phone.unseen for phone in phones):
            break
        await asyncio.sleep(0.1)
    wall, used = perf_counter() - start, server.processor - spent
    run.processor, run.client = used / wall, (process_time() - own) / wall
    run.each = used / max(run.answered - answered, 1)
    run.errors += [f"player {phone.player} did not get the board" for phone in phones if phone.unheard or phone.unseen]
    for phone in phones:
        phone.leave()


async def _play(pair: Sequence[Player], share: float, end: float) -> None:
    """One tap every few seconds, by the two phones in turn; tables start one after the other."""
    one, other = pair
    await asyncio.sleep(share * EVERY)
    due, made = perf_counter(), 0
    while perf_counter() < end:
        values = {"side": 0, "by": 1 if made % 2 else -1} if made else {}
        await one.noted(one.tap(other, "lost" if made else "begin", **values))
        one, other, made, due = other, one, made + 1, due + EVERY
        await asyncio.sleep(due - perf_counter())


def play(tables: int, seconds: int, folder: Path) -> Run:
    """The whole run; starts and ends the server."""
    run = Run(tables, seconds)
    games = build(desk_at(folder), tables)
    links = private_links(folder, 2 * tables)
    with serving(folder) as server:
        asyncio.run(measure(run, server, games, links))
        run.megabytes = server.megabytes
    run.lost = lost(run, desk_at(folder), [table for _, _, table in games])
    return run


def lost(run: Run, desk: Desk, tables: Sequence[str]) -> int:
    """Taps that were acknowledged but are in no journal."""
    kept = Tables(desk.journals, desk.clock, desk.fresh)
    return run.sent - sum(len(kept.open(table).record.taps) for table in tables)


def table(runs: Sequence[Run]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [
        "| tables | taps | other phone told: p50 | has the board: p50 | p99 | slowest | own board: p99 | board "
        "| server | each answer | phones | server memory | lost | errors |",
        f"|{'---:|' * 14}",
    ]
    for run in runs:
        shares = [(0.5, run.heard), (0.5, run.loaded), (0.99, run.loaded), (1.0, run.loaded), (0.99, run.answers)]
        times = [f"{at(share, values) * 1000:.0f} ms" for share, values in shares]
        lines.append(
            f"| {run.tables:,} | {run.sent:,} | {' | '.join(times)} | {run.page / 1000:.1f} KB "
            f"| {run.processor * 100:.0f} % | {run.each * 1000:.1f} ms | {run.client * 100:.0f} % | {run.megabytes} MB "
            f"| {run.lost} | {len(run.errors)} |"
        )
    return lines


def lines_of(runs: Sequence[Run]) -> list[str]:
    """The section of docs/benchmarks.md."""
    return [
        "Games are followed at every table by two phones, with a tap every five seconds at each; the other phone",
        "hears of it by its stream and loads the board. Times are from the tap. Server and phones share this machine;",
        "100 % is one of its cores, and “each answer” is the server's processor time divided by the boards it sent.",
        "No tap may be lost.",
        "",
        *table(runs),
    ]


def run_all(sizes: Sequence[int], seconds: int) -> list[Run]:
    with TemporaryDirectory() as name:
        return [play(tables, seconds, Path(name) / str(tables)) for tables in sizes]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", nargs="*", type=int, default=[TABLES], help=f"how many; {MOST:,} at most")
    parser.add_argument("--seconds", type=int, default=SECONDS, help="how long the games go on")
    asked = parser.parse_args()
    runs = run_all([min(max(n, 1), MOST) for n in asked.tables], max(asked.seconds, 1))
    print("\n".join(lines_of(runs)))
    for run in runs:
        print("\n".join(run.errors[:10]))


if __name__ == "__main__":
    main()
