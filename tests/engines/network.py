"""The way from one phone to the server, in the hands of a test: it can be cut, go silent, or lose the answers.

Browsers differ in how they play being offline, and the stream of a page often lives on through it. A connection that
is really gone is the same for all of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from threading import Thread
from typing import Any, Literal

HEADERS = 1_000
"""Bytes of an answer before its page begins, about."""


class Network:
    """Its own port that leads to the server's."""

    def __init__(self, server: str) -> None:
        self._to = int(server.rpartition(":")[2])
        self._port = 0
        self._mode: Literal["open", "silent", "deaf", "frail"] = "open"
        self._listening: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.restore()

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def restore(self) -> None:
        """Everything works."""
        self._mode = "open"
        self._do(self._listen())

    def cut(self) -> None:
        """Nothing gets through, and whoever tries gets an error."""
        self._do(self._end())

    def go_silent(self) -> None:
        """Nothing gets through, and there is no error."""
        self._mode = "silent"

    def lose_answers(self) -> None:
        """What the phone sends arrives, but the answer does not."""
        self._mode = "deaf"

    def break_off(self) -> None:
        """Every answer breaks off in the middle."""
        self._mode = "frail"

    def close(self) -> None:
        self.cut()
        self._do(self._all_ended())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(30)

    async def _listen(self) -> None:
        if self._listening is None:
            self._listening = await asyncio.start_server(self._join, "127.0.0.1", self._port)
            self._port = self._listening.sockets[0].getsockname()[1]

    async def _end(self) -> None:
        if self._listening is not None:
            self._listening.close()
            self._listening = None
        for line in list(self._lines):
            line.transport.abort()

    async def _all_ended(self) -> None:
        self._mode = "open"
        while self._lines:
            await asyncio.sleep(0.01)

    async def _join(self, phone_says: asyncio.StreamReader, to_phone: asyncio.StreamWriter) -> None:
        try:
            server_says, to_server = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            to_phone.transport.abort()
            return
        self._lines |= {to_phone, to_server}
        with suppress(OSError):
            await asyncio.gather(self._pass(phone_says, to_server), self._pass(server_says, to_phone, answers=True))
        for line in (to_phone, to_server):
            self._lines.discard(line)
            line.close()

    async def _pass(self, said: asyncio.StreamReader, on: asyncio.StreamWriter, *, answers: bool = False) -> None:
        with suppress(OSError):
            while some := await said.read(65_536):
                if answers and self._mode == "deaf":
                    break
                while self._mode == "silent":
                    await asyncio.sleep(0.05)
                if answers and self._mode == "frail":
                    on.write(some[: HEADERS + (len(some) - HEADERS) // 2])
                    await on.drain()
                    break
                on.write(some)
                await on.drain()
        if on.can_write_eof():
            with suppress(OSError):
                on.write_eof()
        if answers:
            on.close()
