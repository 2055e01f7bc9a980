"""The live stream: one open connection per page, a line whenever its journal has grown. Raw ASGI, no Django."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import uniform
from time import monotonic
from typing import Protocol
from urllib.parse import parse_qs, unquote

from muster.app.ports import JournalName, Journals, Watch
from muster.core.kit.errors import Refusal
from muster.core.record.event_journal import EVENT
from muster.web.connections import Receive, Scope, Send, origin

PREFIX = "/live/"
LOOK_EVERY = 0.1
HEARTBEAT = 15.0
"""Seconds between beats that show pages that their stream is still open."""

BEHIND = 64
"""How many messages a stream may lag behind; a reader that takes none is disconnected and reconnects by itself."""

SPREAD, SPREAD_EACH = 400, 15
"""Milliseconds over which pages reload after a change: the minimum, and for every stream of the event."""

AGAIN_SOONEST, AGAIN, AGAIN_EACH = 100, 1_000, 2
"""Milliseconds after which a stream reconnects to a server that stops or is replaced: the earliest, the least range,
and more for every open stream.
"""

BEAT = b"event: beat\ndata:\n\n"

AWAY = b"There is nothing to follow right now.\n"

_HEADERS = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store"), (b"vary", b"Origin")]

STREAMS_EACH = 4_000
"""Streams from one origin: two for each phone in the largest hall, which may share one address.

A page without a stream asks every ten seconds instead, so the worst a flood does to its neighbours is a short wait.
"""


@dataclass(eq=False, slots=True)
class Stream:
    """One open connection. `seat`: the player whose phone it is.

    `site`: the one whose page listens, as its browser says; empty if that does not matter. None in the queue ends it.
    """

    seat: int | None
    site: str = ""
    told: int = 0
    """The last entry it was sent."""
    queue: asyncio.Queue[bytes | None] = field(default_factory=asyncio.Queue)

    def put(self, message: bytes | None) -> None:
        self.queue.put_nowait(message if self.queue.qsize() < BEHIND else None)


class Told(Protocol):
    """What is new in a journal: the number of its last entry, and how to tell one stream."""

    @property
    def seq(self) -> int: ...

    @property
    def personal(self) -> bool:
        """Whether a stream with a seat gets something of its own."""

    @property
    def sites(self) -> Collection[str]:
        """Other sites whose pages may listen."""

    def message(self, spread: int, seat: int | None = None) -> bytes:
        """For one stream. `spread`: the milliseconds within which pages should reload."""


class Teller(Protocol):
    """Says what is new in journals of one kind; each kind that pages can follow has one."""

    def tell(self, journal_id: str) -> Told: ...

    def hello(self, journal_id: str) -> Told: ...


class Live:
    """Public: it says that something happened and where a player sits, which everybody can read in the pairings.

    `tellers`: by the kind of journal. An event's stream is `/live/ID`, any other journal's `/live/KIND/ID`.
    """

    def __init__(self, watch: Watch, journals: Journals, tellers: Mapping[str, Teller]) -> None:
        self._watch, self._journals = watch, journals
        self._tellers = tellers
        self._streams: dict[JournalName, set[Stream]] = {}
        self._origins: Counter[str] = Counter()
        self._hellos: dict[JournalName, Told] = {}
        self._heads: dict[JournalName, int] = {}
        self._asking = asyncio.Lock()
        self._stopping = False
        self.open_streams = 0

    @property
    def is_stopping(self) -> bool:
        return self._stopping

    def stop(self) -> None:
        """Ends every stream, so that the server need not wait for them.

        Each is told when to reconnect; its first message then has what happened in the meantime.
        """
        self._stopping = True
        for streams in self._streams.values():
            for stream in streams:
                stream.put(self._come_back())
                stream.put(None)

    def _come_back(self) -> bytes:
        """In how many milliseconds: not all together, and none so late that readers notice."""
        within = max(AGAIN, AGAIN_EACH * self.open_streams)
        wait = round(uniform(AGAIN_SOONEST, within))
        return f"retry: {wait}\nevent: again\ndata: {wait}\n\n".encode()

    async def look(self) -> None:
        """Tells everybody who follows a journal that has changed."""
        found = await asyncio.to_thread(self._news)
        for journal, news in found.items():
            streams = self._streams.get(journal, set())
            spread = self._spread(journal)
            everybody = news.message(spread)
            for stream in streams:
                if news.seq <= stream.told:
                    continue
                stream.told = news.seq
                own = stream.seat is not None and news.personal
                stream.put(news.message(spread, stream.seat) if own else everybody)

    def _news(self) -> dict[JournalName, Told]:
        found: dict[JournalName, Told] = {}
        for journal, last in self._watch.changes().items():
            if journal.kind not in self._tellers:
                continue
            if last < self._heads.get(journal, 0):  # It was removed; this is a different one.
                self._hellos.pop(journal, None)
            self._heads[journal] = last
            with suppress(Refusal):  # Removed or damaged: its pages say so when they are requested.
                found[journal] = self._tellers[journal.kind].tell(journal.id)
        return found

    def _spread(self, journal: JournalName) -> int:
        return max(SPREAD, SPREAD_EACH * len(self._streams.get(journal, ())))

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
        journal = _followed(unquote(scope["path"].removeprefix(PREFIX)))
        if scope["method"] == "GET" and self._stopping:
            await send({"type": "http.response.start", "status": 200, "headers": [*_HEADERS]})
            await send({"type": "http.response.body", "body": self._come_back()})
            return
        try:
            found = scope["method"] == "GET" and await self._is_there(journal)
        except Refusal:
            await _refuse(send, 503, AWAY)
            return
        if not found:
            await _refuse(send, 404, b"There is no such event to follow.\n")
            return
        who = origin(scope)
        if self._origins[who] >= STREAMS_EACH:
            await _refuse(send, 503, b"Too many pages are followed from your network.\n")
            return
        stream = Stream(_seat(scope), _site(scope))
        self._streams.setdefault(journal, set()).add(stream)
        self._origins[who] += 1
        self.open_streams += 1
        try:
            await self._run(journal, stream, receive, send)
        finally:
            self._streams[journal].discard(stream)
            self._origins[who] -= 1
            self.open_streams -= 1
            if not self._origins[who]:
                del self._origins[who]

    async def _is_there(self, journal: JournalName) -> bool:
        """Looks up what the watch has not reported yet.

        Another process may have just created it: its phones come here with their next request, before the database's
        notification.
        """
        if journal.kind not in self._tellers:
            return False
        if not self._heads.get(journal):
            last, _ = await asyncio.to_thread(self._journals.head, journal)
            if not last:
                return False
            # The watch may have reported it, and more, in the meantime.
            self._heads[journal] = self._heads.get(journal) or last
        return True

    async def _hello(self, journal: JournalName) -> Told:
        teller = self._tellers[journal.kind]
        async with self._asking:
            known = self._hellos.get(journal)
            if known is None or known.seq < self._heads[journal]:
                known = self._hellos[journal] = await asyncio.to_thread(teller.hello, journal.id)
        return known

    async def _run(self, journal: JournalName, stream: Stream, receive: Receive, send: Send) -> None:
        try:
            hello = await self._hello(journal)
        except Refusal:  # The database does not answer, or the journal is damaged: its pages say so.
            await _refuse(send, 503, AWAY)
            return
        if stream.told <= hello.seq:
            # It already contains what came in while it was made.
            stream.told, stream.queue = hello.seq, asyncio.Queue()
        if self._stopping:
            stream.put(self._come_back())
            stream.put(None)
        headers = [*_HEADERS]
        if stream.site in hello.sites:
            headers.append((b"access-control-allow-origin", stream.site.encode("latin-1")))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        # A page older than this reloads.
        await _say(send, b"retry: 2000\n" + hello.message(self._spread(journal), stream.seat))
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


def _followed(path: str) -> JournalName:
    kind, slash, journal_id = path.partition("/")
    return JournalName(kind, journal_id) if slash else JournalName(EVENT.kind, path)


def _seat(scope: Scope) -> int | None:
    text = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("seat", [""])[0]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def _site(scope: Scope) -> str:
    return next((value.decode("latin-1") for name, value in scope.get("headers", ()) if name == b"origin"), "")


async def _until_left(receive: Receive, stream: Stream) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.put(None)


async def _say(send: Send, message: bytes) -> None:
    await send({"type": "http.response.body", "body": message, "more_body": True})


async def _refuse(send: Send, status: int, sentence: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": sentence})
