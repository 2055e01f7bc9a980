"""A game of Legend of the Five Rings at the table, brought as far as a test needs it."""

from __future__ import annotations

from typing import Any

from muster.core.book.tracker.board import ScoreTable
from muster.core.forms.options import Value
from muster.systems.l5r import SYSTEM
from tests.at_table import AtTable

STEPS = ("stronghold", "tokens", "decks", "provinces", "dynasty")


def table(options: dict[str, Value] | None = None, **setup: Any) -> AtTable:
    return AtTable(SYSTEM, options, **setup)


def decided(game: AtTable, picked: int = 0, first: int = 0) -> AtTable:
    return game.tap("picked", value=picked).tap("first", value=first)


def ready(game: AtTable, picked: int = 0, first: int = 0, honor: tuple[int, int] = (11, 10)) -> AtTable:
    """Set up, but not begun."""
    decided(game, picked, first)
    for step in STEPS:
        game.tap("tick", step=step)
    for side in (first, 1 - first):
        game.tap("hand", side, side=side, value="kept")
    return game.tap("honor_set", a=honor[0], b=honor[1])


def playing(options: dict[str, Value] | None = None, picked: int = 0, first: int = 0, **setup: Any) -> AtTable:
    return ready(table(options, **setup), picked, first).tap("begin")


def to_phase(game: AtTable, phase: int) -> AtTable:
    while game.state.phase != phase:
        game.tap("next", round=game.state.round, phase=game.state.phase)
    return game


def broken(game: AtTable, ann: int, bo: int) -> AtTable:
    """Each side's own broken provinces; the fifth is the one under the stronghold."""
    for side, number in ((0, ann), (1, bo)):
        if number:
            game.tap("broken", side=side, box=min(number, 4), was=0)
        if number > 4:
            game.tap("stronghold", side=side, box=1, was=0)
    return game


def send(game: AtTable, *sides: int) -> AtTable:
    for side in sides or (0, 1):
        game.push("Send the slip", side)
    return game


def rows(game: AtTable, side: int | None = 0) -> list[tuple[str, str, str]]:
    return [(str(row.label), row.own, row.other) for row in game.part(ScoreTable, side).rows]
