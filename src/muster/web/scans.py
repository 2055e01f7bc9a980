"""Pictures of slips that are not confirmed yet: kept in memory for a short while."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_urlsafe
from threading import Lock
from time import monotonic

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.scan.found import Found

MINUTES = 30
ROOM = 64_000_000
"""Bytes of all pictures; the oldest are dropped first."""


@dataclass(slots=True)
class Scanned:
    """One slip of a batch. `confirmed`: for which round and pair, once that has happened."""

    file: str
    found: Found
    confirmed: tuple[int, PlayerId, PlayerId] | None = None


@dataclass(slots=True)
class Batch:
    """What was sent together. `faults` are sentences about files without a readable slip."""

    event: str
    slips: list[Scanned] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    @property
    def room(self) -> int:
        return sum(len(one.found.picture) for one in self.slips)


class Scans:
    def __init__(self, now: Callable[[], float] = monotonic, room: int = ROOM) -> None:
        self._now, self._room = now, room
        self._kept: OrderedDict[str, tuple[float, Batch]] = OrderedDict()
        self._lock = Lock()

    def put(self, batch: Batch) -> str:
        token = token_urlsafe(12)
        with self._lock:
            self._kept[token] = self._now(), batch
            self._forget()
        return token

    def get(self, event: str, token: str) -> Batch:
        with self._lock:
            self._forget()
            kept = self._kept.get(token)
        if kept is None or kept[1].event != event:
            raise Refusal(
                "These pictures are gone: they are kept for {minutes} minutes. Send them again.", minutes=MINUTES
            )
        return kept[1]

    def _forget(self) -> None:
        """Drops what is too old, and the oldest if there is no room; the last one always stays."""
        oldest = self._now() - MINUTES * 60
        while self._kept and next(iter(self._kept.values()))[0] < oldest:
            self._kept.popitem(last=False)
        while len(self._kept) > 1 and sum(batch.room for _, batch in self._kept.values()) > self._room:
            self._kept.popitem(last=False)
