"""A real server on this machine, and phones that sign in to it: what the benchmarks of phones, tables, programs and
venues share."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlencode, urlsplit

from muster.app.links import PLAYER_LINK, private_key
from muster.core.kit.model import PlayerId
from muster.main import desk_at
from muster.web.serving.settings import configure, secret_key

EVENT = "hall"
AT_ONCE = 100
"""Connections opened at a time."""
WITHIN = 60.0
"""Seconds after which anything that has not arrived counts as an error."""
ROOT = Path(__file__).resolve().parents[1]

T = TypeVar("T")
Link = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclass(frozen=True, slots=True)
class Processes:
    """A process and its children, as the system counts them; everything is 0 if it does not."""

    pid: int

    def _all(self) -> list[int]:
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        return [self.pid, *map(int, children.read_text().split())] if children.exists() else [self.pid]

    @property
    def processor(self) -> float:
        """Processor seconds they have used, including those that have ended."""
        ticks = 0
        for pid in self._all():
            with suppress(OSError):
                parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += sum(map(int, parts[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0

    @property
    def megabytes(self) -> int:
        """The sum of each one's peak memory."""
        return self._memory("status", "VmHWM") // 1024

    @property
    def kilobytes(self) -> int:
        """Their current memory; what they share is counted once."""
        return self._memory("smaps_rollup", "Pss")

    def _memory(self, file: str, name: str) -> int:
        found = 0
        for pid in self._all():
            with suppress(OSError):
                line = re.search(rf"{name}:\s+(\d+) kB", Path(f"/proc/{pid}/{file}").read_text())
                found += int(line[1]) if line else 0
        return found


@dataclass(frozen=True, slots=True)
class Server(Processes):
    """A running server. `sign_in`: the address where the organiser signs in."""

    port: int
    sign_in: str


@contextmanager
def serving(folder: Path, database: str = "", workers: int = 1) -> Iterator[Server]:
    """A server on a data folder, in its own processes, which end with this.

    `database`: the address of the one with the events.
    """
    command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
    if database:
        command += ["--workers", str(workers)]
        environment["MUSTER_DATABASE"] = database
    process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        addresses = json.loads("".join(iter(process.stdout.readline, "}\n")) + "}")
        parts = urlsplit(addresses["sign_in"])
        yield Server(process.pid, int(parts.port or 0), parts.path)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def private_links(folder: Path, phones: int, event: str = EVENT, database: str = "") -> dict[int, str]:
    """As the organiser hands them out; signed with the key in the server's data folder."""
    from django.core import signing

    configure(folder)  # The settings say how the key is hashed.
    key, opened = secret_key(folder), desk_at(folder, database).open(event)
    numbers = [PlayerId(n) for n in range(1, phones + 1)]
    return {n: signing.dumps([event, n, private_key(opened, n)], key=key, salt=PLAYER_LINK) for n in numbers}


class Phone:
    """A player's phone: signs in by the private link, loads pages and sends forms as a browser does.

    `address`: its own, if phones are in several networks.
    """

    def __init__(self, port: int, player: int, errors: list[str], address: str = "127.0.0.1") -> None:
        self._port, self.player, self._errors, self._address = port, player, errors, address
        self._cookies: dict[str, str] = {}
        self._token = ""
        self._open: list[Link] = []

    async def sign_in(self, link: str, page: str) -> None:
        """As after scanning the code: the private link, a press on its button, then a page of one's own."""
        await self.load(f"/p/{link}/")
        await self.send("/private/use/", {"token": link})
        status, _ = await self.load(page)
        if status != 200:
            raise ValueError(f"the first page was answered with {status}")

    def go_on_from(self, other: Phone) -> None:
        """The same phone opening another page: it is already signed in."""
        self._cookies, self._token, self._address = dict(other._cookies), other._token, other._address

    async def load(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Status and body of a page."""
        return await self._fetch(path, headers)

    async def send(self, path: str, fields: dict[str, str], **headers: str) -> tuple[int, bytes]:
        """The same for the answer to a form."""
        return await self._fetch(path, headers, urlencode({"csrfmiddlewaretoken": self._token, **fields}))

    async def _fetch(self, path: str, headers: dict[str, str], form: str = "") -> tuple[int, bytes]:
        lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", "Host: localhost"]
        lines += ["Accept-Encoding: gzip", *(f"{name.replace('_', '-')}: {text}" for name, text in headers.items())]
        if self._cookies:
            lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self._cookies.items()))
        if form:
            lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"]
        head, body = await asyncio.wait_for(self._exchange("\r\n".join([*lines, "", form]).encode()), WITHIN)
        for name, value in re.findall(rb"(?i)set-cookie: ([^=]+)=([^;]+)", head):
            self._cookies[name.decode()] = value.decode()
        if b"content-encoding: gzip" in head.lower():
            body = gzip.decompress(body)
        if token := re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', body):
            self._token = token[1].decode()
        return int(head.split(b" ", 2)[1]), body

    async def _exchange(self, request: bytes) -> tuple[bytes, bytes]:
        """On an open connection, or a new one if there is none or the server has just closed it."""
        while self._open:
            link = self._open.pop()
            if not link[0].at_eof():
                with suppress(EOFError, OSError):
                    return await self._ask(link, request)
            link[1].close()
        return await self._ask(await self._connect(), request)

    async def _connect(self) -> Link:
        return await asyncio.open_connection("127.0.0.1", self._port, local_addr=(self._address, 0))

    async def _ask(self, link: Link, request: bytes) -> tuple[bytes, bytes]:
        reader, writer = link
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if re.search(rb"(?i)transfer-encoding: chunked", head):
            body = await _chunks(reader)
        else:
            length = re.search(rb"(?i)content-length: (\d+)", head)
            body = await reader.readexactly(int(length[1]) if length else 0)
        self._open.append(link)
        return head, body

    def hang_up(self) -> None:
        while self._open:
            self._open.pop()[1].close()

    async def listen(self, path: str) -> AsyncGenerator[dict[str, Any], None]:
        """What a stream says, until it ends."""
        reader, writer = await self._connect()
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            status = (await reader.readline()).split(b" ", 2)[1:2]
            if status != [b"200"]:
                raise ValueError(f"the stream {path} was answered with {b''.join(status).decode() or 'nothing'}")
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    yield json.loads(line[6:])
        finally:
            writer.close()

    async def noted(self, doing: Awaitable[T]) -> T | None:
        """Any failure counts as one of the run's errors."""
        try:
            return await doing
        except (OSError, EOFError, ValueError, TimeoutError) as error:
            self.note(str(error) or type(error).__name__)
            return None

    def note(self, error: str) -> None:
        self._errors.append(f"player {self.player}: {error}")


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """An answer of unknown length: one process passed the request on to another."""
    body = b""
    while size := int(await reader.readline(), 16):
        body += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return body


async def all_in_turn(doing: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """A few at a time, as people come through the door."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(do: Callable[[], Awaitable[T]]) -> T:
        async with turn:
            return await do()

    return await asyncio.gather(*(one(do) for do in doing))


def at(share: float, values: Sequence[float]) -> float:
    """The value below which this share of them is."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
