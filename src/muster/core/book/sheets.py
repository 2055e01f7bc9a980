"""What a game's own sheets hold, as data: the paper is drawn from it. Labels are texts of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from muster.core.record.player import Player


def nothing(player: Player) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of a sheet's line for a round, or a place in its head. `source` says what is printed there, if known:

    in a line `round`, `opponent`, `opponent_number`, `table`, `outcome`, `points`, `subtotal`, `opponent_points` or
    `value:KEY` (of the result, this player's side); in a head `name`, `number`, `field:KEY` (of the player) or a key of
    `worked_out`. Empty for a place that people write in.
    """

    label: str
    source: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Box:
    """Ruled lines to write on."""

    label: str
    lines: int


@dataclass(frozen=True, slots=True)
class RecordSheet:
    """One sheet per player for the whole event."""

    title: str
    clause: str
    head: tuple[Cell, ...]
    columns: tuple[Cell, ...]
    boxes: tuple[Box, ...] = ()
    note: str = ""
    worked_out: Callable[[Player], Mapping[str, str]] = nothing
    """What the game works out for the head of a player's sheet."""


@dataclass(frozen=True, slots=True)
class Part:
    """A ruled part of a blank list, or space for a drawing if it has no columns. `beside`: next to the part before
    it.
    """

    title: str
    columns: tuple[Cell, ...]
    rows: int
    beside: bool = False


@dataclass(frozen=True, slots=True)
class BlankList:
    """A list to fill in by hand: a force, a deck, a warband, a table's terrain."""

    title: str
    clause: str
    head: tuple[Cell, ...]
    parts: tuple[Part, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class CheckList:
    """Things to tick off, each with the rule it comes from. `{players}` and `{tables}` are the event's numbers."""

    title: str
    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """What a result slip asks for, by the keys of the result's fields.

    `written` has a line to write on; `marked` has circles to blacken, which a scan can read. A field may be both.
    """

    written: tuple[str, ...]
    marked: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheets:
    """`terrain`: one per table, on which the organiser notes how each piece counts."""

    record: RecordSheet | None = None
    blank: BlankList | None = None
    checks: tuple[CheckList, ...] = ()
    slip: Slip | None = None
    terrain: BlankList | None = None


NO_SHEETS = Sheets()
