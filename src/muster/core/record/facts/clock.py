"""The facts of a round's clock. See `facts`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.core.record.readers import Readers


@dataclass(frozen=True, slots=True)
class ClockStarted:
    """`at` here and below: when it happened, UTC; the entry itself may have been written later."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    at: str


@dataclass(frozen=True, slots=True)
class ClockPaused:
    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    at: str


@dataclass(frozen=True, slots=True)
class ClockResumed:
    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    at: str


@dataclass(frozen=True, slots=True)
class TimeAdded:
    """For the whole round, at every table; negative if it was shortened."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    minutes: int
    at: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TableExtended:
    """One match gets more time than the others; negative if some was taken back."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    match: int
    minutes: int
    at: str
    reason: str = ""


ClockFact = ClockStarted | ClockPaused | ClockResumed | TimeAdded | TableExtended
