"""What happens at a table, as its journal keeps it. Fields are only ever added, with a default."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from muster.core.forms.options import Value
from muster.core.kit.model import PlayerId, Raw
from muster.core.record.undo import Redone, Undone

ListText = tuple[str, str, dict[str, Raw]]
"""A list as handed in: its name, its text, and the fields filled in with it."""


@dataclass(frozen=True, slots=True)
class TableOpened:
    """Two people sit down to play. Sides are 0 and 1; in an event they are players a and b of a match.

    `definition`: the whole system if an organiser composed it. `event` is empty for a game outside any event. `lists`:
    what each side plays, or may choose from. `declared`: what each side declared for this game, once both had.
    `filled`: each player's fields. The kind of round is `elimination` and perhaps `final`.
    """

    secret: ClassVar[tuple[str, ...]] = ("lists", "declared")

    system: str
    names: tuple[str, str]
    version: str = ""
    definition: dict[str, Any] | None = None
    options: dict[str, Value] = field(default_factory=dict)
    scenario: str = ""
    event: str = ""
    round: int = 0
    players: tuple[PlayerId, PlayerId] | None = None
    elimination: bool = False
    final: bool = False
    lists: tuple[tuple[ListText, ...], tuple[ListText, ...]] = ((), ())
    declared: tuple[dict[str, Raw], dict[str, Raw]] = field(default_factory=lambda: ({}, {}))
    filled: tuple[dict[str, Raw], dict[str, Raw]] = field(default_factory=lambda: ({}, {}))
    seal: str = ""


@dataclass(frozen=True, slots=True)
class SideTaken:
    """A device tracks the game for a side from now on, replacing any other."""

    side: int
    device: str


@dataclass(frozen=True, slots=True)
class PhoneShared:
    """A side's game is tracked on the other player's phone from now on, which may show its lists; or no longer
    (`shared`).

    Its player has agreed, or staff allow it for a player without a phone: the entry's actor says who.
    """

    side: int
    shared: bool = True


TAKE_BACK = "take back"
"""The key of a tap that takes another one back: its values name that tap's `device` and `count`."""

Place = tuple[int, str, int]
"""How taps are ordered: by time, then device and number."""


@dataclass(frozen=True, slots=True)
class TapMade:
    """Somebody tapped on a device: their `count`-th tap there, at this time (milliseconds since 1970).

    The time is the device's, adjusted to the server's; `side` is None for staff. Device and count identify the tap, so
    a tap sent twice counts once.
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
    """A choice that nobody else may know yet: it stays sealed beside the chain."""

    secret: ClassVar[tuple[str, ...]] = ("values",)

    seal: str = ""


TableFact = TableOpened | SideTaken | PhoneShared | TapMade | ChoiceMade | Undone | Redone
