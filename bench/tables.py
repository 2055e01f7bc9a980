"""Games at many tables at once, two phones each: how long from a tap until the other phone hears of it, how its page
loads fare, what the server uses, and whether any tap is lost. Real server, real streams; all on this machine."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlencode, urlsplit

from bench.events import STAFF
from bench.phones import AT_ONCE, EVENT, ROOT, at, cookie_in, fetch, peak_megabytes, private_links, token_in
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
PATIENCE = 60.0
"""Seconds after the last tap in which the other phone may still hear of it."""


@dataclass(slots=True)
class Run:
    """`heard`: seconds from a tap until the other phone's stream said so; `answers` and `loads`: seconds of the answer
    to a tap and of the other phone's page. `lost`: taps that the server said it had, and has not."""

    tables: int
    seconds: int
    connected: float = 0.0
    sent: int = 0
    lost: int = 0
    heard: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    loads: list[float] = field(default_factory=list)
    page: int = 0
    processor: float = 0.0
    megabytes: int = 0
    errors: list[str] = field(default_factory=list)


def build(desk: Desk, tables: int) -> list[tuple[int, int, str]]:
    """A round that is on: who plays whom, and the id of their table."""
    events.create(desk, "Hall", SYSTEM, STAFF, event_id=EVENT, seed="bench")
    names = [(f"Given Surname {n}", {"models": "12"}) for n in range(1, 2 * tables + 1)]
    roster.enrol(desk, EVENT, names, STAFF)
    rounds.pair(desk, EVENT, STAFF)
    round_ = rounds.publish(desk, EVENT, STAFF).event.rounds[0]
    return [(match.a, match.b, actions.id_of(EVENT, round_, match)) for match in round_.matches]


class Phone:
    """A player at a table: signs in, opens the game, and follows it as table.js does."""

    def __init__(self, run: Run, port: int, player: int, table: str) -> None:
        self._run, self._port, self._player, self._table = run, port, player, table
        self._cookie = self._token = ""
        self._count = 0
        self._streams: list[asyncio.StreamWriter] = []
        self._loading: list[asyncio.Task[None]] = []
        self.ready = asyncio.Event()
        self.seq = 0
        self.awaited: tuple[int, float] | None = None
        """The entry that this phone should hear of, and since when."""

    async def sign_in(self, link: str) -> None:
        _, head, page = await fetch(self._port, f"/p/{link}/")
        form = cookie_in(head, "muster-form")
        fields = {"csrfmiddlewaretoken": token_in(page), "token": link}
        _, head, _ = await fetch(self._port, "/private/use/", form, urlencode(fields))
        signed = cookie_in(head, "muster")
        status, head, page = await fetch(self._port, GAME, f"{signed}; {form}")
        if status != 200:
            raise ValueError(f"the game was answered with {status}")
        self._cookie, self._token = f"{signed}; {form}", token_in(page)

    async def follow(self) -> None:
        """The table's stream; the event's is open beside it, and silent."""
        beside = asyncio.ensure_future(self._listen(f"/live/{EVENT}", tell=False))
        try:
            await self._listen(f"/live/table/{self._table}", tell=True)
        finally:
            beside.cancel()

    async def _listen(self, path: str, *, tell: bool) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._streams.append(writer)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while line := await reader.readline():
                if tell and line.startswith(b"data: {"):
                    self._told(int(json.loads(line[6:])["seq"]))
        except (OSError, ValueError) as error:
            self._run.errors.append(f"player {self._player}: {error or type(error).__name__}")
        finally:
            writer.close()

    def _told(self, seq: int) -> None:
        self.seq = max(self.seq, seq)
        self.ready.set()
        if self.awaited is not None and seq > self.awaited[0]:
            self._run.heard.append(perf_counter() - self.awaited[1])
            self.awaited = None
            self._loading.append(asyncio.ensure_future(self._load()))

    async def _load(self) -> None:
        start = perf_counter()
        try:
            status, _, body = await fetch(self._port, GAME, self._cookie)
        except (OSError, ValueError, TimeoutError) as error:
            self._run.errors.append(f"player {self._player}: {error or type(error).__name__}")
            return
        self._run.loads.append(perf_counter() - start)
        self._run.page = max(self._run.page, len(body))
        if status != 200:
            self._run.errors.append(f"player {self._player}: the page was answered with {status}")

    async def tap(self, other: Phone, key: str, **values: int) -> None:
        """`other` should hear of it."""
        self._count += 1
        tap = {"key": key, "count": self._count, "at": 0, "values": values}
        fields = {"csrfmiddlewaretoken": self._token, "run": "bench", "seen": "0", "taps": json.dumps([tap])}
        start = perf_counter()
        other.awaited = other.seq, start
        try:
            status, _, _ = await fetch(self._port, f"{GAME}tap/", self._cookie, urlencode(fields))
        except (OSError, ValueError, TimeoutError) as error:
            self._run.errors.append(f"player {self._player}: {error or type(error).__name__}")
            return
        self._run.answers.append(perf_counter() - start)
        if status == 200:
            self._run.sent += 1
        else:
            self._run.errors.append(f"player {self._player}: a tap was answered with {status}")

    def leave(self) -> None:
        for writer in self._streams:
            writer.close()


async def measure(run: Run, port: int, games: list[tuple[int, int, str]], links: dict[int, str], pid: int) -> None:
    pairs = [(Phone(run, port, a, table), Phone(run, port, b, table)) for a, b, table in games]
    turn = asyncio.Semaphore(AT_ONCE)

    async def connect(phone: Phone, player: int) -> asyncio.Task[None]:
        async with turn:
            await phone.sign_in(links[player])
            task = asyncio.ensure_future(phone.follow())
            await asyncio.wait_for(phone.ready.wait(), PATIENCE)
            return task

    start = perf_counter()
    seats = [seat for pair, (a, b, _) in zip(pairs, games, strict=True) for seat in zip(pair, (a, b), strict=True)]
    following = await asyncio.gather(*(connect(phone, player) for phone, player in seats))
    run.connected = perf_counter() - start
    spent = seconds_of(pid)
    end = perf_counter() + run.seconds
    await asyncio.gather(*(_play(pair, place / len(pairs), end) for place, pair in enumerate(pairs)))
    for _ in range(int(PATIENCE * 10)):
        if not any(phone.awaited for pair in pairs for phone in pair):
            break
        await asyncio.sleep(0.1)
    run.processor = (seconds_of(pid) - spent) / max(perf_counter() - end + run.seconds, 1)
    run.errors += [
        f"{table} did not hear of a tap"
        for pair, (_, _, table) in zip(pairs, games, strict=True)
        for phone in pair
        if phone.awaited
    ]
    for phone, _ in seats:
        phone.leave()
    await asyncio.gather(*following, return_exceptions=True)


async def _play(pair: tuple[Phone, Phone], share: float, end: float) -> None:
    """One tap every few seconds, by either phone in turn; tables begin one after the other."""
    await asyncio.sleep(share * EVERY)
    await pair[0].tap(pair[1], "begin")
    made = 0
    while perf_counter() + EVERY < end:
        await asyncio.sleep(EVERY)
        one, other = pair if made % 2 == 0 else (pair[1], pair[0])
        await one.tap(other, "lost", side=0, by=1 if made % 2 == 0 else -1)
        made += 1


def seconds_of(pid: int) -> float:
    """Processor time that a process has used; 0 where the system does not say."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    parts = stat.read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def play(tables: int, seconds: int, folder: Path) -> Run:
    """The whole run; the server is started and ended here."""
    run = Run(tables, seconds)
    games = build(desk_at(folder), tables)
    command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        addresses = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        port = int(urlsplit(addresses["sign_in"]).port or 0)
        asyncio.run(measure(run, port, games, private_links(folder, 2 * tables), server.pid))
        run.megabytes = peak_megabytes(server.pid)
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
    desk = desk_at(folder)
    kept = Tables(desk.journals, desk.clock, desk.fresh)
    run.lost = run.sent - sum(len(kept.open(table).record.taps) for _, _, table in games)
    return run


def table(runs: Sequence[Run]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [
        "| tables | taps | tap to other phone: p50 | p99 | slowest | answer p99 | page p99 | page | processor "
        "| server memory | lost | errors |",
        f"|{'---:|' * 12}",
    ]
    for run in runs:
        heard = [f"{at(share, run.heard) * 1000:.0f} ms" for share in (0.5, 0.99, 1.0)]
        more = [f"{at(0.99, values) * 1000:.0f} ms" for values in (run.answers, run.loads)]
        lines.append(
            f"| {run.tables:,} | {run.sent:,} | {' | '.join((*heard, *more))} | {run.page / 1000:.1f} KB "
            f"| {run.processor * 100:.0f} % | {run.megabytes} MB | {run.lost} | {len(run.errors)} |"
        )
    return lines


def lines_of(runs: Sequence[Run]) -> list[str]:
    """The section of docs/benchmarks.md."""
    return [
        "Games are followed at every table by two phones, with a tap every five seconds at each; the other phone",
        "hears of it by its stream and loads its page. Server and phones share this machine; 100 % is one of its",
        "cores. No tap may be lost.",
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
