"""A board as other programs read it: every kind of part with all that it has, in the reader's language."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from typing import Any, get_args

import msgspec
import pytest

from muster.app.languages import language
from muster.app.speech import speaking
from muster.app.table.spoken import BoardPartView, board_view
from muster.core.book.tracker.board import Answers, Board, BoardPart, Fold, Gauge, Pick, Press, Stepper, Switch, Way
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.systems import registry
from tests.at_table import AtTable, parts_of

HOW_IT_LOOKS = {("PlayersClock", "large")}
"""What concerns the screen, not the game."""


def test_every_kind_of_part_is_told_with_every_field() -> None:
    """A part or field added to boards must be added here, or programs would not get it."""
    known = {(part.__name__, field.name) for part in get_args(BoardPart) for field in fields(part)}
    told = {
        (kind.__name__.removesuffix("Part"), field.name)
        for kind in get_args(BoardPartView)
        for field in msgspec.structs.fields(kind)
    }
    assert told == known - HOW_IT_LOOKS


def test_texts_are_spoken_and_keys_are_not() -> None:
    board = Board(
        (
            Stepper("Players", 2, "Players", {"side": 0}),
            Fold("Players", (Gauge("Lost", 1, 2, bounds=((1, "Players"),)),)),
            Switch("Players", "key", (Way("Players", "Players"),), "Players"),
        ),
        (Press(Message("Table {table}", {"table": 3}), "begin", {"say": "Players"}),),
    )
    with speaking(language("de")):
        told = msgspec.to_builtins(board_view(board))
    stepper, fold, switch = told["parts"]
    assert (stepper["kind"], stepper["label"], stepper["key"]) == ("Stepper", "Spieler", "Players")
    assert fold["title"] == "Spieler" and fold["parts"][0]["bounds"] == [(1, "Spieler")]
    assert switch["ways"] == [{"value": "Players", "label": "Spieler", "note": ""}] and switch["chosen"] == "Players"
    (press,) = told["presses"]
    assert press["label"] == "Tisch 3" and press["values"] == {"say": "Players"}


@pytest.mark.parametrize("key", registry.names())
def test_the_boards_of_every_game_can_be_told(key: str) -> None:
    """Whatever is tapped: everything possible, in turn."""
    game = AtTable(registry.find(key))
    seen = set()
    for step in range(60):
        game.at(step / 2)
        for side, staff in ((0, False), (1, False), (None, True), (None, False)):
            board = game.board(side, staff=staff)
            told = board_view(board)
            assert len(told.parts) == len(board.parts) and len(told.presses) == len(board.presses)
            seen |= {type(part).__name__ for part in parts_of(board)}
        with suppress(Refusal):
            tap_something(game, step)
    assert len(seen) > 4


def tap_something(game: AtTable, step: int) -> None:
    side = step % 2
    taps: list[tuple[str, dict[str, Any]]] = []
    for part in parts_of(game.board(side)):
        match part:
            case Press():
                taps.append((part.key, dict(part.values)))
            case Pick() | Switch():
                taps += [(part.key, {**part.values, "value": way.value}) for way in part.ways]
            case Answers():
                boxes = {box.name: box.value or 0 for box in part.boxes}
                chosen = {one.key: one.ways[0].value for one in part.switches}
                taps.append((part.key, {**part.values, **boxes, **chosen}))
            case Stepper():
                taps.append((part.key, {**part.values, "by": 1}))
    if taps:
        name, values = taps[step // 2 % len(taps)]
        game.tap(name, side, **values)
