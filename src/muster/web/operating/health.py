"""Whether this process answers, and whether it can serve people: for service managers, containers and proxies.

Strangers may ask too, so an answer is a word and a short reason, the same for everybody, and asking costs nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from muster.app.ports import Journals
from muster.core.kit.errors import Refusal
from muster.web.connections import Receive, Scope, Send

HEALTH, READY = "/health", "/ready"

FRESH = 1.0
"""Seconds for which one check of the store answers everybody."""

PATIENCE = 4.0
"""Seconds a check may take before the store counts as down. Callers usually give up after five."""

STOPPING, SILENT = "the server is stopping", "the store does not answer"


class Health:
    """`/health`: the process answers. `/ready`: so does its store, and the server is not stopping."""

    def __init__(self, journals: Journals, is_stopping: Callable[[], bool]) -> None:
        self._journals, self._is_stopping = journals, is_stopping
        self._look: asyncio.Task[str] | None = None
        self._looked = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            await _say(send, 405, "only GET", ((b"allow", b"GET"),))
            return
        why_not = "" if scope["path"] == HEALTH else await self._why_not()
        if why_not:
            await _say(send, 503, f"not ready: {why_not}", ((b"retry-after", b"2"),))
        else:
            await _say(send, 200, "ok")

    async def _why_not(self) -> str:
        if self._is_stopping():
            return STOPPING
        now = asyncio.get_running_loop().time()
        if self._look is None or (self._look.done() and now - self._looked > FRESH):
            self._look, self._looked = asyncio.ensure_future(asyncio.to_thread(self._ask)), now
        try:
            # Shielded: one check serves everybody who asks, and continues when one of them leaves.
            return await asyncio.wait_for(asyncio.shield(self._look), PATIENCE)
        except TimeoutError:
            return SILENT

    def _ask(self) -> str:
        try:
            self._journals.must_answer()
        except Refusal:  # Its text may say where the database is; pages and “muster doctor” show it.
            return SILENT
        return ""


async def _say(send: Send, status: int, word: str, more: tuple[tuple[bytes, bytes], ...] = ()) -> None:
    body = f"{word}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-store"),
        *more,
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
