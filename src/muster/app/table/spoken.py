"""A game at the table for other programs: somebody's board, with its texts in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.app.table.actions import RefusedTap, table_view
from muster.app.table.featured import to_watch
from muster.app.table.recent import TapLine
from muster.app.table.tables import OpenTable, Tables
from muster.core.book.tracker.board import Board, Emphasis, Tone
from muster.core.book.tracker.tracker import Eye
from muster.core.kit.decoding import converted
from muster.core.kit.language import Message
from muster.core.kit.model import Raw


class PressView(View, frozen=True):
    """A button. `key` and `values` are the tap it sends. `runs`: which side's clock runs then.

    `ask`: a question to confirm first.
    """

    label: str
    key: str
    values: dict[str, Raw]
    emphasis: Emphasis
    note: str
    runs: int | None
    ask: str


class PartView(View, frozen=True, tag_field="kind", tag=lambda name: name.removesuffix("Part")):
    """A part of a board, distinguished by its `kind`. What can be tapped has the `key` and `values` of its tap."""


class StepsPart(PartView, frozen=True):
    names: list[str]
    at: int


class HeadlinePart(PartView, frozen=True):
    text: str
    under: str
    clause: str


class NoticePart(PartView, frozen=True):
    text: str
    tone: Tone
    clause: str


class PlayersClockPart(PartView, frozen=True):
    """`left`: milliseconds at the time `since`."""

    label: str
    left: int
    since: int
    running: bool
    side: int | None
    note: str
    press: PressView | None
    late: bool
    out_of: int | None


class RoundTimePart(PartView, frozen=True):
    run: int
    since: int
    running: bool
    to: int
    until: str
    marks: list[int]
    late: bool


class StepperPart(PartView, frozen=True):
    """A number that taps change: send `by` among the values, such as 1 or -1."""

    label: str
    value: int
    key: str
    values: dict[str, Raw]
    note: str
    least: int | None
    most: int | None
    side: int | None


class GaugePart(PartView, frozen=True):
    """Boxes that fill up: if it has a key, send the number of a `box` among the values."""

    label: str
    filled: int
    of: int
    note: str
    bounds: list[tuple[int, str]]
    dashed: int | None
    key: str
    values: dict[str, Raw]
    side: int | None
    brief: str


class BoardWay(View, frozen=True):
    """One of several to choose from: send its `value` among the values, under the name `value`."""

    value: Raw
    label: str
    note: str


class SwitchPart(PartView, frozen=True):
    label: str
    key: str
    ways: list[BoardWay]
    chosen: Raw
    values: dict[str, Raw]
    note: str
    clause: str


class PickPart(PartView, frozen=True):
    key: str
    ways: list[BoardWay]
    send: str
    chosen: Raw
    locks: bool
    values: dict[str, Raw]


class BoardNumber(View, frozen=True):
    name: str
    label: str
    value: int | None
    least: int
    most: int


class BoardText(View, frozen=True):
    name: str
    label: str
    value: str
    most: int


class AnswersPart(PartView, frozen=True):
    """Several answers sent as one tap: numbers and texts under their names, switches under their keys."""

    key: str
    send: str
    boxes: list[BoardNumber]
    switches: list[SwitchPart]
    values: dict[str, Raw]
    note: str
    texts: list[BoardText]
    ask: str


class TickPart(PartView, frozen=True):
    label: str
    done: bool
    key: str
    values: dict[str, Raw]
    note: str
    clause: str


class StatedPart(PartView, frozen=True):
    name: str
    value: str
    side: int | None
    brief: str


class BoardScore(View, frozen=True):
    label: str
    own: str
    other: str
    note: str
    strong: bool
    clause: str


class ScoreTablePart(PartView, frozen=True):
    heads: tuple[str, str]
    rows: list[BoardScore]


class CoursePart(PartView, frozen=True):
    """How both sides' points developed, moment by moment. `counted`: which points these are, if a game has several
    kinds.
    """

    moments: list[str]
    points: tuple[list[int], list[int]]
    lead: int | None
    names: tuple[str, str]
    counted: str


class ModelRowPart(PartView, frozen=True):
    name: str
    steppers: list[StepperPart]
    note: str
    gone: bool
    press: PressView | None


class FoldPart(PartView, frozen=True):
    """Parts behind one tap."""

    title: str
    parts: list[BoardPartView]


BoardPartView = (
    StepsPart
    | HeadlinePart
    | NoticePart
    | PlayersClockPart
    | RoundTimePart
    | StepperPart
    | GaugePart
    | SwitchPart
    | PickPart
    | AnswersPart
    | TickPart
    | StatedPart
    | ScoreTablePart
    | CoursePart
    | ModelRowPart
    | FoldPart
)


class BoardView(View, frozen=True):
    """What somebody sees of a game, from top to bottom; `over`: it has ended."""

    under: str
    parts: list[BoardPartView]
    presses: list[PressView]
    over: bool


class SpokenGame(View, frozen=True):
    """A game at the table as somebody sees it. Its stream is `/live/table/ID`. `seq`: the last entry. `side`: who sees
    it, null for staff.

    `now`: the server's time in milliseconds. `refused`: this program's last tap, if that does not count. `last`: the
    tap that could be taken back, as device and count. `agreed`: both sides agree on how it ended. `late`: what to say
    about taps that came in late. `recent`: what was tapped recently, only for staff.
    """

    id: str
    seq: int
    now: int
    names: tuple[str, str]
    side: int | None
    board: BoardView
    refused: RefusedTap | None
    last: tuple[str, int] | None
    agreed: bool
    late: str
    recent: list[TapLine]


def game_view(
    tables: Tables, table: OpenTable, opened: Opened, eye: Eye, device: str = "", *, watched: bool = False
) -> SpokenGame:
    """`watched`: by somebody who cannot tap."""
    view = table_view(tables, table, opened, eye, device)
    return SpokenGame(
        view.id,
        view.seq,
        view.now,
        view.names,
        view.side,
        board_view(to_watch(view.board) if watched else view.board),
        view.refused,
        view.last,
        view.over,
        view.late,
        view.recent,
    )


def board_view(board: Board) -> BoardView:
    """Parts are named like the classes that a board is made of."""
    return converted(_told(board), BoardView)


def _told(value: Any, is_text: bool = False) -> Any:
    """A part of a board. `is_text`: it is text for people, not a key."""
    if is_dataclass(value) and not isinstance(value, Message):
        own = {one.name: _told(getattr(value, one.name), "Text" in str(one.type)) for one in fields(value)}
        return {"kind": type(value).__name__, **own}
    match value:
        case Message():
            return tr(value)
        case str() if is_text:
            return tr(value)
        case tuple() | list():
            return [_told(one, is_text) for one in value]
        case Mapping():
            return {key: _told(one) for key, one in value.items()}
    return value
