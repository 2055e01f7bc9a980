"""A small game to hold the rules of lists by: two lists, the second optional, and whatever a test changes of that."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from muster.core.book.lists import Item, ListRules, LostRules, Parsed, Slot
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind
from muster.core.kit.model import PlayerId
from muster.core.record.event import Event
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.fold.play import advance
from muster.core.record.player import Player
from tests.app.hall import STAFF, Hall

A, B, C = (PlayerId(n) for n in range(1, 4))
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
DUE = "2026-11-15 12:00+00:00"

LISTS = ListRules(
    noun="list",
    slots=lambda settings: (Slot(1, "First"), Slot(2, "Second", required=False)),
    read=lambda text: Parsed(items=tuple(Item(n, name) for n, name in enumerate(text.splitlines(), start=1))),
    fields=(
        Field(key="club", label="Club", kind=Kind.TEXT),
        Field(key="note", label="Note", kind=Kind.TEXT, default=""),
    ),
    feeds=("club",),
    sealed=(Field(key="list", label="List", low=1, high=3),),
    lock_clause="L-1",
    proxy_clause="P-1",
    lost=LostRules(time="T-1", conceded="T-2", in_game="T-3", leaves="T-4"),
)


class Club(Hall):
    """Ann meets Bob, and Cem has the bye."""

    def __init__(self, *, rules: dict[str, Any] | None = None, **options: str) -> None:
        super().__init__("bushido", ["Ann", "Bob", "Cem"], **options)
        self.game: System = replace(self.system, lists=replace(LISTS, **(rules or {})))
        self.told: list[Fact] = []

    def tell(self, *told: Fact) -> None:
        self.told.extend(told)

    @property
    def now(self) -> Event:
        """The event with all these facts, of which the desk knows nothing."""
        return advance(self.event, [Entry(99, "", STAFF, "", fact) for fact in self.told])

    def one(self, player: PlayerId = A) -> Player:
        return self.now.players[player]

    def draw(self) -> None:
        self.by_hand(("Ann", "Bob"), ("Cem", ""))

    def begin(self) -> None:
        self.draw()
        self.publish()

    def over(self) -> None:
        self.begin()
        self.report("Ann", vp="2-1")


def bare() -> Hall:
    """A game without lists."""
    return Hall({"name": "Bare", "points": {"win": 3, "draw": 1}, "result": {"high": 2}}, ["Ann", "Ben"])
