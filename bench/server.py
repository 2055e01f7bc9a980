"""A real server on this machine, and phones that sign in to it: what the benchmarks of phones and of tables share."""

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
from contextlib import contextmanager
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
"""Seconds after which what has not come counts as an error."""
ROOT = Path(__file__).resolve().parents[1]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs. `sign_in`: the address at which the organiser signs in."""

    pid: int
    port: int
    sign_in: str

    @property
    def processor(self) -> float:
        """Seconds of processor time that it has used; 0 where the system does not say."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return 0.0
        parts = stat.read_text().rpartition(")")[2].split()
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> int:
        """The most memory that it has had; 0 where the system does not say."""
        status = Path(f"/proc/{self.pid}/status")
        found = re.search(r"VmHWM:\s+(\d+) kB", status.read_text()) if status.exists() else None
        return int(found[1]) // 1024 if found else 0


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server on a data folder, in a process of its own, which ends with this."""
    command = [sys.executable, "-m", "muster", "serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--json"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUSTER_DATA": str(folder)}
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


def private_links(folder: Path, phones: int) -> dict[int, str]:
    """As the organiser hands them out; signed with the key of the server's data folder."""
    from django.core import signing

    configure(folder)  # What the key is used for is hashed as the settings say.
    key, opened = secret_key(folder), desk_at(folder).open(EVENT)
    numbers = [PlayerId(n) for n in range(1, phones + 1)]
    return {n: signing.dumps([EVENT, n, private_key(opened, n)], key=key, salt=PLAYER_LINK) for n in numbers}


class Phone:
    """A player's phone: it signs in by the private link, loads pages and sends forms as a browser does."""

    def __init__(self, port: int, player: int, errors: list[str]) -> None:
        self._port, self.player, self._errors = port, player, errors
        self._cookies: dict[str, str] = {}
        self._token = ""

    async def sign_in(self, link: str, page: str) -> None:
        """As after scanning the code: the private link, a press on its button, then a page of one's own."""
        await self.load(f"/p/{link}/")
        await self.send("/private/use/", {"token": link})
        status, _ = await self.load(page)
        if status != 200:
            raise ValueError(f"the first page was answered with {status}")

    async def load(self, path: str, **headers: str) -> tuple[int, bytes]:
        """Status and body of a page."""
        return await self._fetch(path, headers)

    async def send(self, path: str, fields: dict[str, str], **headers: str) -> tuple[int, bytes]:
        """The same of the answer to a form."""
        return await self._fetch(path, headers, urlencode({"csrfmiddlewaretoken": self._token, **fields}))

    async def _fetch(self, path: str, headers: dict[str, str], form: str = "") -> tuple[int, bytes]:
        """Each on a connection of its own: a phone that asks every few seconds finds the one before closed."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
            lines += ["Accept-Encoding: gzip", *(f"{name.replace('_', '-')}: {text}" for name, text in headers.items())]
            if self._cookies:
                lines.append("Cookie: " + "; ".join(f"{name}={value}" for name, value in self._cookies.items()))
            if form:
                lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(form)}"]
            writer.write("\r\n".join([*lines, "", form]).encode())
            head, _, body = (await asyncio.wait_for(reader.read(), WITHIN)).partition(b"\r\n\r\n")
        finally:
            writer.close()
        for name, value in re.findall(rb"(?i)set-cookie: ([^=]+)=([^;]+)", head):
            self._cookies[name.decode()] = value.decode()
        if b"content-encoding: gzip" in head.lower():
            body = gzip.decompress(body)
        if token := re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', body):
            self._token = token[1].decode()
        return int(head.split(b" ", 2)[1]), body

    async def listen(self, path: str) -> AsyncGenerator[dict[str, Any], None]:
        """What a stream says, until it ends."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            while line := await reader.readline():
                if line.startswith(b"data: {"):
                    yield json.loads(line[6:])
        finally:
            writer.close()

    async def noted(self, doing: Awaitable[T]) -> T | None:
        """Whatever goes wrong with it is one of the run's errors."""
        try:
            return await doing
        except (OSError, ValueError, TimeoutError) as error:
            self._errors.append(f"player {self.player}: {error or type(error).__name__}")
            return None


async def all_in_turn(doing: Sequence[Callable[[], Awaitable[T]]]) -> list[T]:
    """Some at a time, as people come through the door."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(do: Callable[[], Awaitable[T]]) -> T:
        async with turn:
            return await do()

    return await asyncio.gather(*(one(do) for do in doing))


def at(share: float, values: Sequence[float]) -> float:
    """The value below which this share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
