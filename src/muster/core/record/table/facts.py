"""What happens at a table, as its journal keeps it. Fields are only ever added, with a default."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from muster.core.kit.model import Raw

TAKE_BACK = "take back"
"""The key of a tap that takes another one back: its values name that tap's `device` and `count`."""

Place = tuple[int, str, int]
"""Where a tap belongs among the others: its time, then its device and number."""


@dataclass(frozen=True, slots=True)
class TapMade:
    """Somebody touched something on a device: their `count`-th tap on it, at this time (milliseconds since 1970).

    The time is the device's own, brought to the server's; `side` is None for the staff. Device and count name the tap,
    so one that is sent twice counts once.
    """

    key: str
    side: int | None
    at: int
    device: str
    count: int
    values: dict[str, Raw] = field(default_factory=dict)

    @property
    def place(self) -> Place:
        return self.at, self.device, self.count

    @property
    def name(self) -> tuple[str, int]:
        return self.device, self.count


@dataclass(frozen=True, slots=True)
class ChoiceMade(TapMade):
    """A choice that nobody else may know yet: what it is stays sealed beside the chain."""

    secret: ClassVar[tuple[str, ...]] = ("values",)

    seal: str = ""
