"""The venue of an event: its terrain, the layouts of its tables and the scenario sheets. Part of its state."""

from __future__ import annotations

from dataclasses import dataclass, field

from muster.core.record.facts.venue import SheetAttached, VariantSaved
from muster.core.record.terrain import Ground, Layout, Stocked


@dataclass(slots=True)
class Venue:
    stock: dict[str, Stocked] = field(default_factory=dict)
    """The organiser's terrain, by name."""
    layouts: dict[str, Layout] = field(default_factory=dict)
    former: dict[str, list[tuple[int, Layout]]] = field(default_factory=dict)
    """Earlier versions of layouts, each with the last round that was played on it."""
    layouts_drawn: int = 0
    """How many layouts were drawn, so that no stream of lots is used twice."""
    terrain: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    """Each table's layouts, and from which round on."""
    reviewed: dict[int, str] = field(default_factory=dict)
    """Rounds before which the organiser checked the terrain, with a note."""
    grounds: dict[str, Ground] = field(default_factory=dict)
    sheets: dict[str, SheetAttached] = field(default_factory=dict)
    """The organiser's own scenario sheets, by scenario."""
    variants: dict[str, VariantSaved] = field(default_factory=dict)
    """The event's own scenarios, by name."""

    def layout_at(self, table: int, round_: int) -> str:
        """The name of a table's layout in a round; empty if nobody has said."""
        found = ""
        for first, name in self.terrain.get(table, ()):
            if first <= round_:
                found = name
        return found

    def standing_at(self, table: int, round_: int) -> Layout | None:
        """A table's layout in a round; for a round that is over, as it was then."""
        name = self.layout_at(table, round_)
        return self.layout_in(name, round_) if name in self.layouts else None

    def layout_in(self, name: str, round_: int) -> Layout:
        then = (layout for last, layout in self.former.get(name, ()) if round_ <= last)
        return next(then, self.layouts[name])
