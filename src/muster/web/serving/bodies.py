"""Reading a request's body before a thread takes it: how large it may be, and how long it may take."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from io import BytesIO
from tempfile import SpooledTemporaryFile
from time import monotonic
from typing import IO

from muster.api.problems import TooSlow
from muster.web.connections import Asgi, Receive, Scope, Send, origin
from muster.web.operating.under_way import under_way
from muster.web.serving.sentences import sentence
from muster.web.sizes import FORM, most_bytes

TOO_LARGE = "muster.too_large"
"""Set in a request whose body exceeded the limit: it continues without it, to be answered with a page."""

BODY = "muster.body"
"""In a request: the file with its body, for the thread that answers it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds until a body must begin, bytes per second from then on, and the most seconds in total.

    A form is one or two packets; the slowest phone in a hall sends them in a second or two.
    """

    grace: float = 20
    rate: float = 10_000
    longest: float = 900
    each: int = 256
    """Unfinished bodies from one origin, and in total.

    One too many ends the one that has been unfinished longest: that is never one sent at a human pace, so a phone that
    opens hundreds hurts itself, not its hall.
    """
    all: int = 512


PACE = Pace()


def _shelf() -> IO[bytes]:
    """In memory while it is small; closed by whoever reads the body."""
    return SpooledTemporaryFile(max_size=FORM)


@dataclass(eq=False, slots=True)
class _Reading:
    """A body being received."""

    origin: str
    patience: asyncio.Timeout
    size: int = 0
    kept: IO[bytes] = field(default_factory=_shelf)


class _Left(Exception):
    """The sender went away before the end."""


class Bodies:
    """Runs in front of an application that reads bodies in threads, of which there are few."""

    def __init__(self, app: Asgi, pace: Pace = PACE) -> None:
        self._app, self._pace = app, pace
        self._unfinished: dict[_Reading, None] = {}  # The oldest first.

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not any(name in (b"content-length", b"transfer-encoding") for name, _ in scope["headers"]):
            scope[BODY] = BytesIO()  # Nothing will come, so there is nothing to wait for.
            await self._app(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._pace.grace) as patience:
                reading = _Reading(origin(scope), patience)
                await self._read(scope, receive, reading)
        except TimeoutError:
            await _too_slow(scope, send)
            return
        except _Left:
            return
        under_way(scope).arrived = monotonic()
        with reading.kept:
            scope[BODY] = reading.kept
            await self._app(scope, receive, send)

    async def _read(self, scope: Scope, receive: Receive, reading: _Reading) -> None:
        declared = _declared(scope)
        most = FORM if declared <= FORM else most_bytes(scope)
        if most > FORM:
            reading.origin += " leads"  # Strangers behind the same address must not push out the organiser's scan.
        began = asyncio.get_running_loop().time()
        self._make_room(reading)
        try:
            more = True
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise _Left
                body, more = message.get("body", b""), message.get("more_body", False)
                reading.size += len(body)
                if max(reading.size, declared) <= most:
                    reading.kept.write(body)
                due = began + min(self._pace.grace + reading.size / self._pace.rate, self._pace.longest)
                reading.patience.reschedule(due)
        except BaseException:  # Also a cancelled request: the file is closed, and the error is raised again.
            reading.kept.close()
            raise
        finally:
            self._unfinished.pop(reading, None)
        if max(reading.size, declared) > most:
            # It was read to the end, or the answer would get lost.
            scope[TOO_LARGE] = most
            reading.kept.truncate(0)
        reading.kept.seek(0)

    def _make_room(self, reading: _Reading) -> None:
        own = [other for other in self._unfinished if other.origin == reading.origin]
        if len(own) >= self._pace.each:
            self._end(own[0])
        elif len(self._unfinished) >= self._pace.all:
            self._end(next(iter(self._unfinished)))
        self._unfinished[reading] = None

    def _end(self, reading: _Reading) -> None:
        del self._unfinished[reading]
        if not reading.patience.expired():
            reading.patience.reschedule(asyncio.get_running_loop().time())


def _declared(scope: Scope) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length":
            return int(value)  # Checked by whoever read the headers.
    return 0


async def _too_slow(scope: Scope, send: Send) -> None:
    status, kind, body = sentence(scope, TooSlow("What you sent took too long to arrive. Send it again."))
    headers = [(b"content-type", kind), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
