"""Programs beside people: how many answers a second a server gives as pages and as JSON, and what 50 programs that ask
over the API all the time cost the phones of a hall. Everything is measured in one run, so that the ratios count.

python -m bench.programs --write puts the figures into docs/benchmarks.md.
"""

from __future__ import annotations

import argparse
import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from bench import phones
from bench.events import STAFF
from bench.phones import Organiser
from bench.server import EVENT, ROOT, Phone, Server, at, serving
from muster.app.rounds import actions as rounds
from muster.main import desk_at

PLAYERS, PHONES, PROGRAMS = 128, 2_000, 50
SECONDS = 5.0
AT_ONCE = 8
"""Connections that ask as fast as the server answers; enough that it never waits."""
PAUSE = 1.0
"""Seconds between two requests of a program."""

PUBLIC, API = f"/e/{EVENT}/", f"/api/v1/events/{EVENT}/"
PAGE = re.compile(rb"muster_[\w-]+")
TITLE, END = "## Programs", "\n## "
DOCS = ROOT / "docs" / "benchmarks.md"


@dataclass(slots=True)
class Rate:
    """Answers of one address. `wall` and `processor` are seconds, `processor` the server's."""

    what: str
    page: int
    answers: int = 0
    size: int = 0
    wall: float = 0.0
    processor: float = 0.0

    @property
    def per_second(self) -> float:
        return self.answers / self.wall if self.wall else 0.0

    @property
    def each(self) -> float:
        """Milliseconds of the server's processor for one answer."""
        return 1_000 * self.processor / self.answers if self.answers else 0.0


class Asker(Phone):
    """Asks for one address as fast as it is answered."""

    async def ask_until(self, end: float, path: str, rate: Rate, headers: str = "") -> None:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n{headers}\r\n".encode()
        while perf_counter() < end:
            head, body = await self._exchange(request)
            if int(head.split(b" ", 2)[1]) not in (200, 304):
                raise ValueError(f"{path} was answered with {head[:30]!r}")
            rate.answers += 1
            rate.size = len(body)

    async def tag(self, path: str, headers: str) -> str:
        head, _ = await self._exchange(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode())
        found = re.search(rb"(?i)etag: (.+)\r", head)
        return found[1].decode() if found else ""


async def token(organiser: Organiser) -> str:
    """As the organiser makes one, on the event's page."""
    _, page = await organiser.send(f"/e/{EVENT}/tokens/make/", {"name": "Board", "scope": "read", "days": "1"})
    found = PAGE.search(page)
    if found is None:
        raise ValueError("no token was made")
    return found[0].decode()


async def rates_of(server: Server, seconds: float) -> list[Rate]:
    """Each address for this long, one after the other: pages and their JSON in turn."""
    errors: list[str] = []
    organiser = Organiser(server.port, 0, errors)
    await organiser.open_desk(server.sign_in)
    signed = f"Authorization: Bearer {await token(organiser)}\r\n"
    known = f"If-None-Match: {await Asker(server.port, 0, errors).tag(PUBLIC + 'standings.json', '')}\r\n"
    asked = (
        ("standings, page", PUBLIC + "standings/", "", 0),
        ("standings, public JSON", PUBLIC + "standings.json", "", 0),
        ("standings, public JSON, unchanged", PUBLIC + "standings.json", known, 0),
        ("standings, API", API + "standings", signed, 0),
        ("pairings, page", PUBLIC + "pairings/", "", 4),
        ("pairings, public JSON", PUBLIC + f"rounds/{phones.PLAYED + 1}.json", "", 4),
        ("pairings, API", API + f"rounds/{phones.PLAYED + 1}", signed, 4),
        ("players, page", PUBLIC + "players/", "", 7),
        ("players, public JSON", PUBLIC + "players.json", "", 7),
        ("whole event, public JSON", PUBLIC + "event.json", "", 7),
    )
    found = []
    for what, path, headers, page in asked:
        askers = [Asker(server.port, n, errors) for n in range(AT_ONCE)]
        await asyncio.gather(
            *(one.ask_until(perf_counter() + seconds / 10, path, Rate("", 0), headers) for one in askers)
        )
        rate = Rate(what, page)
        start, used = perf_counter(), server.processor
        await asyncio.gather(*(one.ask_until(start + seconds, path, rate, headers) for one in askers))
        rate.wall, rate.processor = perf_counter() - start, server.processor - used
        found.append(rate)
        for one in askers:
            one.hang_up()
    return found


class Board(Phone):
    """A program that follows the event by asking repeatedly, with the tag of what it has."""

    async def follow(self, own: str, asked: list[float]) -> None:
        tags: dict[str, str] = {}
        for turn in range(1_000_000):
            path = API + ("standings", "rounds", "players")[turn % 3]
            start = perf_counter()
            await self.noted(self._look(path, own, tags))
            asked.append(perf_counter() - start)
            # Spread evenly: each program has its own moment of the second.
            await asyncio.sleep(max(0.0, PAUSE - (perf_counter() - start)))

    async def _look(self, path: str, own: str, tags: dict[str, str]) -> None:
        known = f"If-None-Match: {tags[path]}\r\n" if path in tags else ""
        lines = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {own}\r\n{known}\r\n"
        head, _ = await self._exchange(lines.encode())
        if int(head.split(b" ", 2)[1]) not in (200, 304):
            raise ValueError(f"{path} was answered with {head[:30]!r}")
        if tag := re.search(rb"(?i)etag: (.+)\r", head):
            tags[path] = tag[1].decode()


@dataclass(slots=True)
class Boards:
    """Programs that ask while the phones do, each at its own moment. `asked`: seconds for each answer."""

    count: int
    asked: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    async def __call__(self, server: Server, organiser: Organiser) -> list[asyncio.Task[None]]:
        own = await token(organiser)
        tasks = []
        for number in range(self.count):
            board = Board(server.port, number, self.errors)
            tasks.append(asyncio.ensure_future(board.follow(own, self.asked)))
            await asyncio.sleep(PAUSE / self.count)
        return tasks


@dataclass(slots=True)
class Programs:
    """Both parts. `alone` and `beside`: a hall's phones without the programs, and with them."""

    rates: list[Rate]
    alone: phones.Run
    beside: phones.Run
    boards: Boards


def rates_in(folder: Path, players: int, seconds: float) -> list[Rate]:
    """The first part, with its own server."""
    desk = desk_at(folder)
    phones.build(desk, players)
    rounds.publish(desk, EVENT, STAFF)
    with serving(folder) as server:
        return asyncio.run(rates_of(server, seconds))


def run_all(players: int = PLAYERS, crowd: int = PHONES, seconds: float = SECONDS) -> Programs:
    with TemporaryDirectory() as name:
        rates = rates_in(Path(name) / "rates", players, seconds)
        boards = Boards(PROGRAMS)
        alone = phones.play(crowd, Path(name) / "alone")
        return Programs(rates, alone, phones.play(crowd, Path(name) / "beside", beside=boards), boards)


def lines_of(measured: Programs) -> list[str]:
    """The section of docs/benchmarks.md."""
    lines = [
        f"The same event as pages and as JSON, asked for on {AT_ONCE} connections as fast as the server answers;",
        "server and askers keep a core each busy. *Times the page* compares it with the page that shows the same.",
        "Answers are kept until the event changes, as pages are; the API also checks the token of each request.",
        "",
        "| answer | bytes sent | answers per second | times the page | server's processor per answer |",
        "|---|---:|---:|---:|---:|",
    ]
    for rate in measured.rates:
        page = measured.rates[rate.page]
        ratio = "" if page is rate else f"{rate.per_second / page.per_second:.2f}" if page.per_second else ""
        lines.append(f"| {rate.what} | {rate.size:,} | {rate.per_second:,.0f} | {ratio} | {rate.each:.2f} ms |")
    lines += [
        "",
        "A round is published to a hall of phones, without programs and while each of them asks for standings, rounds",
        "and players in turn, once a second, over the API. Targets as for phones alone.",
        "",
        "| phones | programs | last phone told | page loads p50 | p99 | to programs p50 | p99 | errors | memory |",
        f"|{'---:|' * 9}",
    ]
    for crowd, programs, asked, errors in (
        (measured.alone, 0, [], measured.alone.errors),
        (
            measured.beside,
            measured.boards.count,
            measured.boards.asked,
            [*measured.beside.errors, *measured.boards.errors],
        ),
    ):
        loads = [f"{at(share, crowd.loads) * 1000:.0f} ms" for share in (0.5, 0.99)]
        told = [f"{at(share, asked) * 1000:.0f} ms" if asked else "" for share in (0.5, 0.99)]
        lines.append(
            f"| {crowd.phones:,} | {programs} | {max(crowd.told, default=0.0):.2f} s | {' | '.join(loads)} "
            f"| {' | '.join(told)} | {len(errors)} | {crowd.megabytes} MB |"
        )
    slower = at(0.99, measured.beside.loads) / at(0.99, measured.alone.loads) if measured.alone.loads else 0.0
    lines += ["", f"- With the programs, a page load (p99) takes {slower:.2f} times what it takes without them."]
    return lines


def put(page: str, lines: Sequence[str]) -> str:
    """The page of all measurements with this section in its place, after the phones."""
    section = "\n".join([TITLE, "", *lines, ""])
    before, found, rest = page.partition(f"\n{TITLE}\n")
    if not found:
        before, _, rest = page.partition("\n## Games at tables\n")
        return f"{before}\n{section}\n## Games at tables\n{rest}"
    return f"{before}\n{section}{END}{rest.partition(END)[2]}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.programs", description=__doc__)
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each address (%(default)s)")
    parser.add_argument("--write", action="store_true", help="put the figures into docs/benchmarks.md")
    chosen = parser.parse_args()
    measured = run_all(chosen.players, chosen.phones, chosen.seconds)
    print("\n".join(lines_of(measured)))
    print("\n".join([*measured.alone.errors, *measured.beside.errors, *measured.boards.errors][:20]))
    if chosen.write:
        DOCS.write_text(put(DOCS.read_text("utf-8"), lines_of(measured)), "utf-8")


if __name__ == "__main__":
    main()
