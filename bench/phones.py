"""A round is published to an event with every phone connected: how long until the last phone knows its table, how page
loads fare in the meantime, errors, memory. The server is a process of its own; everything stays on this machine."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from urllib.parse import urlencode, urlsplit

from bench.events import STAFF, SYSTEM, invented
from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.links import PLAYER_LINK, private_key
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.rounds import actions as rounds
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.main import desk_at
from muster.web.serving.settings import configure, secret_key

SIZES = (200, 2_000)
MOST = 4_000
PLAYED = 3
EVENT = "hall"
AT_ONCE = 100
"""Connections opened at a time."""
WITHIN = 60.0
"""Seconds after which what has not come counts as an error."""
ROOT = Path(__file__).resolve().parents[1]


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


def at(share: float, values: Sequence[float]) -> float:
    """The value below which this share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def build(desk: Desk, players: int, played: int = PLAYED) -> dict[int, tuple[int, str]]:
    """An event with the next round drafted; where each player will sit: table and opponent's name."""
    events.create(desk, "Hall", SYSTEM, STAFF, event_id=EVENT, seed="bench")
    roster.enrol(desk, EVENT, [(f"Given Surname {n}", {}) for n in range(1, players + 1)], STAFF)
    lots = Lots("bench", "results")
    for _ in range(played):
        rounds.pair(desk, EVENT, STAFF)
        opened = rounds.publish(desk, EVENT, STAFF)
        results.report(desk, EVENT, list(invented(opened, lots)), STAFF)
    event = rounds.pair(desk, EVENT, STAFF).event
    seats: dict[int, tuple[int, str]] = {}
    for match in event.rounds[-1].matches:
        seats[match.a] = match.table, event.name_of(match.b)
        seats[match.b] = match.table, event.name_of(match.a)
    return seats


class Phone:
    """One player: signs in by the private link, follows the stream, loads the page when told to, as live.js does."""

    def __init__(self, run: Run, port: int, player: int) -> None:
        self._run, self._port, self._player = run, port, player
        self._cookie = ""
        self.ready = asyncio.Event()
        self.seat: tuple[int, str] | None = None
        self.at = 0.0

    async def sign_in(self, link: str) -> None:
        """As after scanning the code: the private link, a press on its button, then one's own page."""
        _, head, page = await fetch(self._port, f"/p/{link}/")
        fields = {"csrfmiddlewaretoken": token_in(page), "token": link}
        _, head, _ = await fetch(self._port, "/private/use/", cookie_in(head, "muster-form"), urlencode(fields))
        self._cookie = cookie_in(head, "muster")
        status, _, _ = await fetch(self._port, f"/e/{EVENT}/me/", self._cookie)
        if status != 200:
            raise ValueError(f"the first page was answered with {status}")

    async def follow(self, new_round: int) -> None:
        """Until the round comes up and its page was loaded."""
        try:
            await asyncio.wait_for(self._follow(new_round), 2 * WITHIN)
        except (OSError, ValueError, TimeoutError) as error:
            self._run.errors.append(f"player {self._player}: {error or type(error).__name__}")
        finally:
            self.ready.set()

    async def _follow(self, new_round: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(f"GET /live/{EVENT}?seat={self._player} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while True:
                line = await reader.readline()
                if not line:
                    raise ConnectionError("the stream ended")
                if not line.startswith(b"data: {"):
                    continue
                news = json.loads(line[6:])
                self.ready.set()
                seat = news.get("seat")
                if seat and seat["round"] == new_round:
                    self.at = perf_counter()
                    self.seat = seat["table"], seat["opponent"]
                    await self._load(news["spread"] / 1000)
                    return
        finally:
            writer.close()

    async def _load(self, spread: float) -> None:
        # Multiples of the golden ratio lie as evenly as chance does, and the same way each time.
        await asyncio.sleep(spread * (self._player * 0.618034 % 1))
        start = perf_counter()
        status, _, body = await fetch(self._port, f"/e/{EVENT}/me/", self._cookie)
        self._run.loads.append(perf_counter() - start)
        self._run.page = max(self._run.page, len(body))
        if status != 200 or self.seat is None or f">{self.seat[0]}</p>".encode() not in body:
            raise ValueError(f"its page was answered with {status}")


async def fetch(port: int, path: str, cookie: str = "", form: str = "") -> tuple[int, bytes, bytes]:
    """Status, head and body. A form is sent as a browser sends it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
        lines += [f"Cookie: {cookie}"] if cookie else []
        if form:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"]
        writer.write("\r\n".join([*lines, "", form]).encode())
        head, _, body = (await asyncio.wait_for(reader.read(), WITHIN)).partition(b"\r\n\r\n")
        return int(head.split(b" ", 2)[1]), head, body
    finally:
        writer.close()


def cookie_in(head: bytes, name: str) -> str:
    found = re.search(rb"(?i)set-cookie: (" + name.encode() + rb"=[^;]+)", head)
    if found is None:
        raise ValueError(f"no cookie {name} was set")
    return found[1].decode()


def token_in(page: bytes) -> str:
    """What the forms of a page carry."""
    found: list[bytes] = re.findall(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
    return found[0].decode()


class Organiser:
    def __init__(self, port: int) -> None:
        self._port = port
        self._cookie = self._token = ""

    async def sign_in(self, path: str) -> None:
        _, head, _ = await fetch(self._port, path)
        signed = cookie_in(head, "muster")
        _, head, body = await fetch(self._port, f"/e/{EVENT}/desk/", signed)
        self._cookie = f"{signed}; {cookie_in(head, 'muster-form')}"
        self._token = token_in(body)

    async def publish(self) -> None:
        status, _, body = await fetch(
            self._port, f"/e/{EVENT}/publish/", self._cookie, f"csrfmiddlewaretoken={self._token}"
        )
        if status != 302:
            raise ValueError(f"publishing was answered with {status}: {body[:200]!r}")


async def measure(run: Run, port: int, sign_in: str, links: dict[int, str], seats: dict[int, tuple[int, str]]) -> None:
    phones = {player: Phone(run, port, player) for player in links}
    turn = asyncio.Semaphore(AT_ONCE)

    async def connect(player: int, phone: Phone) -> asyncio.Task[None]:
        async with turn:
            await phone.sign_in(links[player])
            task = asyncio.ensure_future(phone.follow(run.played + 1))
            await phone.ready.wait()
            return task

    start = perf_counter()
    following = await asyncio.gather(*(connect(player, phone) for player, phone in phones.items()))
    run.connected = perf_counter() - start
    organiser = Organiser(port)
    await organiser.sign_in(sign_in)
    start = perf_counter()
    await organiser.publish()
    run.published = perf_counter() - start
    await asyncio.gather(*following)
    run.told = [phone.at - start for phone in phones.values() if phone.at]
    wrong = [player for player, phone in phones.items() if phone.seat != seats[player]]
    run.errors += [f"player {player} was told {phones[player].seat}, not {seats[player]}" for player in wrong]


def play(phones: int, folder: Path, played: int = PLAYED) -> Run:
    """The whole run; the server is started and ended here."""
    run = Run(phones, played)
    seats = build(desk_at(folder), phones, played)
    command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
    server = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        addresses = json.loads("".join(iter(server.stdout.readline, "}\n")) + "}")
        parts = urlsplit(addresses["sign_in"])
        links = private_links(folder, phones)
        asyncio.run(measure(run, int(parts.port or 0), parts.path, links, seats))
        run.megabytes = peak_megabytes(server.pid)
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()
    return run


def private_links(folder: Path, phones: int) -> dict[int, str]:
    """As the organiser hands them out; signed with the key of the server's data folder."""
    from django.core import signing

    configure(folder)  # What the key is used for is hashed as the settings say.
    key, opened = secret_key(folder), desk_at(folder).open(EVENT)
    numbers = [PlayerId(n) for n in range(1, phones + 1)]
    return {n: signing.dumps([EVENT, n, private_key(opened, n)], key=key, salt=PLAYER_LINK) for n in numbers}


def peak_megabytes(pid: int) -> int:
    """The most memory that the process has had; 0 where the system does not say."""
    status = Path(f"/proc/{pid}/status")
    found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
    return int(found[1]) // 1024 if found else 0


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
