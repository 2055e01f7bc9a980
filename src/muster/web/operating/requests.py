"""Every request: its id, the kind of page, and how long it took."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from secrets import token_hex
from time import monotonic
from typing import Any

from muster.web.connections import Asgi, Receive, Scope, Send, network
from muster.web.operating.logs import REQUEST
from muster.web.operating.under_way import UNDER_WAY, UnderWay

ID = b"x-request-id"
"""The header with a request's id, from a proxy to us and from us to everybody."""

SANE = re.compile(rb"[A-Za-z0-9._-]{6,64}")

SLOW = 5.0
"""Seconds an answer may take, counted from the end of its request, before it is logged."""

THEIRS = (0, 408)
"""The client has left, or was too slow."""

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

log = logging.getLogger("muster.requests")


class Requests:
    """Wraps the whole application.

    An id in a request is accepted only from the proxy or from another of our processes; from strangers it could be
    anything.
    """

    def __init__(self, app: Asgi, proxy: str = "", answered: Callable[[UnderWay, float], None] | None = None) -> None:
        self._app, self._proxy, self._answered = app, proxy, answered

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        this = UnderWay(self._id(scope), arrived=monotonic())
        scope[UNDER_WAY] = this
        scope["headers"] = [(name, value) for name, value in scope["headers"] if name != ID]
        scope["headers"].append((ID, this.id.encode()))
        REQUEST.set(this.id)

        async def answer(message: Any) -> None:
            if message["type"] == "http.response.start":
                this.status = message["status"]
                headers = [(name, value) for name, value in message.get("headers", ()) if name != ID]
                message = {**message, "headers": [*headers, (ID, this.id.encode())]}
            await send(message)

        try:
            await self._app(scope, receive, answer)
        except BaseException:  # Also a cancelled one: it is logged as failed, and the error is raised again.
            this.status = this.status or 500
            raise
        finally:
            if not this.handed_on:
                self._tell(scope["method"], this, monotonic() - this.arrived)

    def _id(self, scope: Scope) -> str:
        client = scope.get("client")
        if client is None or (self._proxy and network(client[0]) == network(self._proxy)):
            for name, value in scope["headers"]:
                if name == ID and SANE.fullmatch(value):
                    return str(value.decode("ascii"))
        return token_hex(6)

    def _tell(self, method: str, this: UnderWay, seconds: float) -> None:
        if self._answered is not None:
            self._answered(this, seconds)
        slow = seconds >= SLOW and not this.lasting and this.status not in THEIRS
        level = logging.WARNING if slow else logging.INFO
        if log.isEnabledFor(level):
            asked = {
                "method": method if method in METHODS else "other",
                "page": this.page,
                "status": this.status,
                "seconds": round(seconds, 3),
            }
            words = "{method} {page} {status} {seconds} s".format(**asked)
            log.log(level, f"Slow: {words}" if slow else words, extra={"asked": asked})
