"""The facts of the venue: terrain, which table has which, and the organiser's own scenario sheets. See `facts`.

Which scenarios have positions or a sheet is secret, as it tells what will be played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.core.record.readers import Readers
from muster.core.record.terrain import Ground, Layout, Piece


@dataclass(frozen=True, slots=True)
class TerrainStocked:
    """How many of this piece the organiser has; 0 removes it from the stock."""

    readers: ClassVar[Readers] = Readers.STAFF

    piece: Piece
    count: int


@dataclass(frozen=True, slots=True)
class LayoutSaved:
    """A layout is identified by its name. `draw` names the stream of lots it used, empty if it was made by hand.

    `wanted`: how many pieces were requested, 0 for the book's number; `table`: the table it was drawn for; `to_come`:
    how many more tables were then drawn from the same stock. `method`: the version of the drawing rules; 1 kept the
    first legal table, 2 the best of several.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    layout: Layout
    draw: str = ""
    wanted: int = 0
    table: int = 0
    reason: str = ""
    to_come: int = 0
    method: int = 1


@dataclass(frozen=True, slots=True)
class LayoutRemoved:
    readers: ClassVar[Readers] = Readers.STAFF

    name: str


@dataclass(frozen=True, slots=True)
class TerrainAssigned:
    """From this round on, the table has this layout; an empty name clears it."""

    readers: ClassVar[Readers] = Readers.STAFF

    table: int
    layout: str
    round: int


@dataclass(frozen=True, slots=True)
class TerrainReviewed:
    """The organiser has checked the tables before a round (WMH-129)."""

    readers: ClassVar[Readers] = Readers.STAFF

    round: int
    note: str = ""


_UNTOLD = Ground("")


@dataclass(frozen=True, slots=True)
class GroundLaid:
    """What a scenario puts on the table and where, from the organiser's own diagram; no elements: no longer known."""

    readers: ClassVar[Readers] = Readers.SCENARIO
    secret: ClassVar[tuple[str, ...]] = ("ground",)

    ground: Ground = _UNTOLD
    seal: str = ""


@dataclass(frozen=True, slots=True)
class SheetAttached:
    """The organiser's own sheet for a scenario, which prevails (BUS-46). `data` is Base64; empty removes it."""

    readers: ClassVar[Readers] = Readers.SCENARIO
    secret: ClassVar[tuple[str, ...]] = ("scenario", "file", "media", "data")

    scenario: str = ""
    file: str = ""
    media: str = ""
    data: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class VariantSaved:
    """One of the event's own scenarios, with its full text (BUS-47) and further objectives (UW-44).

    `variant_of`: the scenario it changes, empty for a new one. Without text and objectives it is removed.
    """

    readers: ClassVar[Readers] = Readers.SCENARIO
    secret: ClassVar[tuple[str, ...]] = ("scenario", "variant_of", "text", "objectives")

    scenario: str = ""
    variant_of: str = ""
    text: str = ""
    objectives: tuple[str, ...] = ()
    seal: str = ""


VenueFact = (
    TerrainStocked
    | LayoutSaved
    | LayoutRemoved
    | TerrainAssigned
    | TerrainReviewed
    | GroundLaid
    | SheetAttached
    | VariantSaved
)
