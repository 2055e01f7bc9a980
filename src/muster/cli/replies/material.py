"""What the commands for lists, cards, scenarios, terrain and sheets reply."""

from __future__ import annotations

from muster.app.events.scenarios import ChosenView, Materials, VariantView
from muster.app.lists.shapes import (
    DeclaredView,
    ListInHand,
    ListSheet,
    ListsView,
    ListView,
    LostView,
    MissingLists,
    OpenList,
    ProxyView,
    TriedList,
    VersionView,
)
from muster.app.venue.terrain_views import LayoutView, TableView, TerrainView
from muster.cli.replies.base import Change, Reply


class ListsShown(Reply, frozen=True):
    """Without an action, or `check` without a player."""

    event: str
    lists: ListsView


class TriedShown(Reply, frozen=True):
    """`check` of a text that is not handed in."""

    event: str
    list: TriedList


class ListShown(Reply, frozen=True):
    """`check` of a list that is in."""

    event: str
    list: ListInHand


class HandedInReply(Change, frozen=True):
    """`hand-in`."""

    list: ListInHand


class ListChange(Change, frozen=True):
    """`withdraw` and `mark`."""

    list: ListView


class MissingShown(Reply, frozen=True):
    """`missing`."""

    event: str
    missing: list[MissingLists]


class ListsOf(Reply, frozen=True):
    """`show`, to the staff and to the player."""

    event: str
    lists: list[ListView]


class OpenLists(Reply, frozen=True):
    """`show`, to an opponent."""

    event: str
    lists: list[OpenList]


class Versions(Reply, frozen=True):
    """`history`."""

    event: str
    versions: list[VersionView]


class SheetShown(Reply, frozen=True):
    """`sheet`."""

    event: str
    sheet: ListSheet


class ListsTaken(Change, frozen=True):
    """`import`."""

    taken: int
    lists: ListsView


class Consent(Change, frozen=True):
    """`consent` and `refuse`."""

    consent: bool


class Declared(Reply, frozen=True):
    """`declared`."""

    event: str
    round: int
    declared: list[DeclaredView]


class Cards(Reply, frozen=True):
    """By game, how many of each kind."""

    cards: dict[str, dict[str, int]]


class CardsTaken(Reply, frozen=True):
    system: str
    counts: dict[str, int]
    done: str


class ScenariosShown(Reply, frozen=True):
    event: str
    scenarios: list[ChosenView]


class ScenariosChange(Change, frozen=True):
    """When one was chosen, rolled, or given a sheet."""

    scenarios: list[ChosenView]


class VariantShown(Reply, frozen=True):
    """With `--write`: the whole scenario as a text."""

    event: str
    text: str
    variants: list[VariantView]


class VariantsChange(Change, frozen=True):
    variants: list[VariantView]


class MaterialsShown(Reply, frozen=True):
    """With `--material`."""

    event: str
    materials: Materials


class TerrainShown(Reply, frozen=True):
    """`show` and `check`; `ok` is false if `check` found that a layout breaks a rule."""

    event: str
    terrain: TerrainView


class LayoutShown(Reply, frozen=True):
    """`show` and `check` of one layout."""

    event: str
    layout: LayoutView


class TableShown(Reply, frozen=True):
    """`table`."""

    event: str
    table: TableView


class LayoutChange(Change, frozen=True):
    """`lay`, `put`, `move` and `lift`: the layout as it is now."""

    layout: LayoutView


class TerrainChange(Change, frozen=True):
    """All other actions."""

    terrain: TerrainView


class LostChange(Change, frozen=True):
    """What the player is still missing."""

    lost: list[LostView]


class ProxyChange(Change, frozen=True):
    proxy: ProxyView


class PrintedReply(Reply, frozen=True):
    """`warnings` say what the sheets cannot show."""

    event: str
    done: str
    file: str
    warnings: list[str]


class ScanReply(Reply, frozen=True):
    """Whether slips can be read on this computer."""

    ready: bool
