"""The live stream: one open connection per page, a line whenever the event's journal has grown. Raw ASGI, no Django."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from muster.app.ports import Watch

PREFIX = "/live/"
LOOK_EVERY = 0.1
HEARTBEAT = 15.0
"""Seconds of silence after which a beat shows the page that the stream still stands."""

STOP = -1
"""On a stream's queue: the server ends."""

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


class Live:
    """`heads`: every event with the number of its last entry. Public: it says that something happened, not what."""

    def __init__(self, watch: Watch) -> None:
        self._watch = watch
        self._streams: dict[str, set[asyncio.Queue[int]]] = {}
        self._stopping = False
        self.heads: dict[str, int] = {}

    def stop(self) -> None:
        """Ends every stream, so that the server need not wait for them."""
        self._stopping = True
        for streams in self._streams.values():
            for stream in streams:
                stream.put_nowait(STOP)

    async def look(self) -> None:
        changes = await asyncio.to_thread(self._watch.changes)
        for event, last in changes.items():
            self.heads[event] = last
            for stream in self._streams.get(event, ()):
                stream.put_nowait(last)

    async def keep_looking(self) -> None:
        while not self._stopping:
            await self.look()
            await asyncio.sleep(LOOK_EVERY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        event = unquote(scope["path"].removeprefix(PREFIX))
        if not self.heads.get(event):
            await self.look()
        if scope["method"] != "GET" or not self.heads.get(event) or self._stopping:
            await _refuse(send)
            return
        stream: asyncio.Queue[int] = asyncio.Queue()
        self._streams.setdefault(event, set()).add(stream)
        try:
            await self._run(event, stream, receive, send)
        finally:
            self._streams[event].discard(stream)

    async def _run(self, event: str, stream: asyncio.Queue[int], receive: Receive, send: Send) -> None:
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        # A page that is older than this fetches itself anew at once.
        await _say(send, f"retry: 2000\ndata: {self.heads[event]}\n\n")
        left = asyncio.ensure_future(_until_left(receive))
        try:
            while not left.done():
                news = asyncio.ensure_future(stream.get())
                await asyncio.wait({left, news}, timeout=HEARTBEAT, return_when=asyncio.FIRST_COMPLETED)
                if left.done():
                    news.cancel()
                elif news.done() and news.result() == STOP:
                    await send({"type": "http.response.body", "body": b""})
                    break
                elif news.done():
                    await _say(send, f"data: {news.result()}\n\n")
                else:
                    news.cancel()
                    await _say(send, "event: beat\ndata:\n\n")
        finally:
            left.cancel()
            with suppress(asyncio.CancelledError):
                await left


async def _until_left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _say(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"There is no such event to follow.\n"})
