"""The live stream: one open connection per page, a line whenever the event's journal has grown. Raw ASGI, no Django."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import parse_qs, unquote

from muster.app.ports import Watch
from muster.core.kit.errors import Refusal
from muster.web.connections import Receive, Scope, Send, origin
from muster.web.live.news import News, Reporter

PREFIX = "/live/"
LOOK_EVERY = 0.1
HEARTBEAT = 15.0
"""Seconds after which a beat shows the pages that their stream still stands."""

BEHIND = 64
"""Messages that a stream may be behind; a reader who takes none of them is let go and comes back by itself."""

SPREAD, SPREAD_EACH = 400, 15
"""Milliseconds over which pages fetch themselves anew after a change: at least, and for every stream of the event."""

BEAT = b"event: beat\ndata:\n\n"

STREAMS_EACH = 4_000
"""Streams of one origin: two for each phone of the largest hall, which may be behind one address. A page that gets none
asks every ten seconds instead, so the worst that a flood does to its neighbours is that they wait a little."""


@dataclass(eq=False, slots=True)
class Stream:
    """One open connection. `seat`: the player whose phone it is. None on the queue ends it."""

    seat: int | None
    told: int = 0
    """The last entry that it was told of."""
    queue: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)

    def put(self, message: bytes | None) -> None:
        self.queue.put_nowait(message if self.queue.qsize() < BEHIND else None)


class Live:
    """Public: it says that something happened and where a player sits, which everybody may read in the pairings."""

    def __init__(self, watch: Watch, reporter: Reporter) -> None:
        self._watch = watch
        self._reporter = reporter
        self._streams: dict[str, set[Stream]] = {}
        self._origins: Counter[str] = Counter()
        self._hellos: dict[str, News] = {}
        self._heads: dict[str, int] = {}
        self._asking, self._looking = asyncio.Lock(), asyncio.Lock()
        self._stopping = False

    def stop(self) -> None:
        """Ends every stream, so that the server need not wait for them."""
        self._stopping = True
        for streams in self._streams.values():
            for stream in streams:
                stream.put(None)

    async def look(self) -> None:
        """Tells those who follow an event that has changed."""
        async with self._looking:
            found = await asyncio.to_thread(self._news)
        for event, news in found.items():
            streams = self._streams.get(event, set())
            spread = self._spread(event)
            everybody = news.message(spread)
            for stream in streams:
                if news.seq <= stream.told:
                    continue
                stream.told = news.seq
                own = stream.seat is not None and news.seats is not None
                stream.put(news.message(spread, stream.seat) if own else everybody)

    def _news(self) -> dict[str, News]:
        found: dict[str, News] = {}
        for event, last in self._watch.changes().items():
            self._heads[event] = last
            with suppress(Refusal):  # Removed or damaged: its pages say so when they are asked for.
                found[event] = self._reporter.tell(event)
        return found

    def _spread(self, event: str) -> int:
        return max(SPREAD, SPREAD_EACH * len(self._streams.get(event, ())))

    async def keep_looking(self) -> None:
        beat = monotonic()
        while not self._stopping:
            await self.look()
            if monotonic() - beat > HEARTBEAT:
                beat = monotonic()
                for streams in self._streams.values():
                    for stream in streams:
                        stream.put(BEAT)
            await asyncio.sleep(LOOK_EVERY)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        event = unquote(scope["path"].removeprefix(PREFIX))
        if not self._heads.get(event):
            await self.look()
        if scope["method"] != "GET" or not self._heads.get(event) or self._stopping:
            await _refuse(send, 404, b"There is no such event to follow.\n")
            return
        who = origin(scope)
        if self._origins[who] >= STREAMS_EACH:
            await _refuse(send, 503, b"Too many pages are followed from your network.\n")
            return
        stream = Stream(_seat(scope))
        self._streams.setdefault(event, set()).add(stream)
        self._origins[who] += 1
        try:
            await self._run(event, stream, receive, send)
        finally:
            self._streams[event].discard(stream)
            self._origins[who] -= 1
            if not self._origins[who]:
                del self._origins[who]

    async def _hello(self, event: str) -> News:
        async with self._asking:
            known = self._hellos.get(event)
            if known is None or known.seq < self._heads[event]:
                known = self._hellos[event] = await asyncio.to_thread(self._reporter.hello, event)
        return known

    async def _run(self, event: str, stream: Stream, receive: Receive, send: Send) -> None:
        hello = await self._hello(event)
        if stream.told <= hello.seq:
            # What came in while it was made is in it.
            stream.told, stream.queue = hello.seq, asyncio.Queue()
        if self._stopping:
            stream.put(None)
        headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        # A page that is older than this fetches itself anew.
        await _say(send, b"retry: 2000\n" + hello.message(self._spread(event), stream.seat))
        left = asyncio.ensure_future(_until_left(receive, stream))
        try:
            while (message := await stream.queue.get()) is not None:
                await _say(send, message)
            if not left.done():
                await send({"type": "http.response.body", "body": b""})
        finally:
            left.cancel()
            with suppress(asyncio.CancelledError):
                await left


def _seat(scope: Scope) -> int | None:
    text = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("seat", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


async def _until_left(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.put(None)


async def _say(send: Send, message: bytes) -> None:
    await send({"type": "http.response.body", "body": message, "more_body": True})


async def _refuse(send: Send, status: int, sentence: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": sentence})
