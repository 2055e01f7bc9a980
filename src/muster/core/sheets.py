"""What a game's own sheets hold, as data: the paper is drawn from it. Labels are texts of the catalogue."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from muster.core.event import Player


def nothing(player: Player) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True, slots=True)
class Cell:
    """A column of a sheet's line for a round, or a place in its head. `source` says what fills it in where it is known:

    in a line `round`, `opponent`, `opponent_number`, `table`, `outcome`, `points`, `subtotal` or `value:KEY` (of the
    result, this player's side); in a head `name`, `number`, `field:KEY` (of the player) or a key of `worked_out`.
    Empty for a place that people write in.
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
    """One sheet a player for the whole event."""

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
    """A ruled part of a blank list."""

    title: str
    columns: tuple[Cell, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class BlankList:
    """A list that players fill in by hand (force, deck, warband)."""

    title: str
    clause: str
    head: tuple[Cell, ...]
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class CheckList:
    """Things to tick off, each with the rule it comes from."""

    title: str
    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sheets:
    record: RecordSheet | None = None
    blank: BlankList | None = None
    checks: tuple[CheckList, ...] = ()


NO_SHEETS = Sheets()
