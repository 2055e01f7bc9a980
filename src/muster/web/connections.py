"""How many connections there may be, and how long they may stay silent."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS_WITHIN = 15.0
"""Seconds within which a request's headers must arrive, from the first byte or from the start of the connection."""

TAKEN_WITHIN = 60.0
"""Seconds that an answer may wait for a client that reads nothing of it."""

HEARD_OUT = 0.3
"""Seconds that an idle connection has for one more request when the server stops."""

CONNECTIONS, EACH = 20_000, 8_000
"""At the same time: in total, and from one origin.

Two thousand phones in a hall, behind one address, have a stream each and a few more connections while pages load; more
than half of the places are always left to others.
"""

SPARE_FILES = 512
"""Reserved for journals, uploads and whatever else the process opens."""


def origin(scope: Scope) -> str:
    """Where a request comes from, for counting."""
    client = scope.get("client")
    return network(client[0]) if client else ""


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """An IPv4 address, or an IPv6 network: whoever has one IPv6 address has 2⁶⁴ of them."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))
    return str(found)


class Doors:
    """Counts open connections.

    The organiser's own machine, and a proxy through which everybody comes, are let in as long as there is any room.
    """

    def __init__(self, files: int, proxy: str = "") -> None:
        self.room = max(min(CONNECTIONS, files - SPARE_FILES), files // 2)
        self.each = min(EACH, self.room * 3 // 4)
        self._trusted = {"127.0.0.1", "::", network(proxy)}
        self._inside: Counter[str] = Counter()
        self.closing = False
        """The server is stopping: open connections get one more answer and are then closed."""

    def enter(self, address: str) -> bool:
        who = network(address)
        full = self._inside.total() >= self.room
        if full or (self._inside[who] >= self.each and who not in self._trusted):
            return False
        self._inside[who] += 1
        return True

    def leave(self, address: str) -> None:
        who = network(address)
        self._inside[who] -= 1
        if not self._inside[who]:
            del self._inside[who]


class Guarded(H11Protocol):
    """A connection that the doors let in, and that is closed if it stalls."""

    doors: Doors
    headers_within, taken_within = HEADERS_WITHIN, TAKEN_WITHIN
    _entered = ""
    _head: asyncio.TimerHandle | None = None
    _stuck: asyncio.TimerHandle | None = None
    _untaken = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its parent has it
        super().connection_made(transport)
        address = self.client[0] if self.client else "?"
        if not self.doors.enter(address):
            transport.abort()
            return
        self._entered = address
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._entered:
            self.doors.leave(self._entered)
            self._entered = ""
        for timer in (self._head, self._stuck):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.doors.closing:
            self._answer_for_the_last_time()
        self._watch_head()

    def shutdown(self) -> None:
        """When the server stops. A new connection may already be sending, so it is heard out."""
        if self.cycle is None or self.cycle.response_complete:
            self.loop.call_later(HEARD_OUT, self._let_go)
        else:
            self._answer_for_the_last_time()

    def _let_go(self) -> None:
        if not self.transport.is_closing():
            super().shutdown()

    def _answer_for_the_last_time(self) -> None:
        """As if the client had asked to close: the answer then says so, and nobody sends more after it."""
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.keep_alive = False
            if not self.cycle.response_started:
                self.cycle.scope["headers"] = [*self.cycle.scope["headers"], (b"connection", b"close")]

    def _watch_head(self) -> None:
        """From the first byte of the headers to the last; whoever reads the body watches that."""
        if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            if self._head is not None:
                self._head.cancel()
            self._head = None
        elif self._head is None:
            self._head = self.loop.call_later(self.headers_within, self.transport.abort)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._watch_taking()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch_taking()

    def _watch_taking(self) -> None:
        """While an answer waits, some of it must be read between one check and the next."""
        if self._stuck is None and (left := self.transport.get_write_buffer_size()):
            self._untaken = left
            self._stuck = self.loop.call_later(self.taken_within, self._look_whether_taken)

    def _look_whether_taken(self) -> None:
        self._stuck = None
        if self.transport.get_write_buffer_size() >= self._untaken:
            self.transport.abort()
        else:
            self._watch_taking()


def guarded(doors: Doors) -> type[Guarded]:
    """The protocol for one server."""
    return type("GuardedHere", (Guarded,), {"doors": doors})
