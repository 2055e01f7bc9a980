"""A game at the table for tests: taps at minutes of the round, and what the boards show of it, in English."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from muster.core.book.system import Game, System, tracker_of
from muster.core.book.tracker.board import Board, Press
from muster.core.book.tracker.tracker import Eye, Handover, Now, TableSetup, Tap
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings, Value
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.core.kit.model import Ending, PlayerId, Points, Raw, Result
from muster.core.record.player import Player

MINUTE = 60_000
START = 1_700_000_000_000

STAFF = None


class AtTable:
    """Ann is side 0, Bo side 1. `minute`: of the round's clock, or since the table was opened if there is none."""

    def __init__(self, system: System, options: dict[str, Value] | None = None, **setup: Any) -> None:
        self.system, self.tracker = system, tracker_of(system)
        self.settings = Settings(system.options, options or {})
        known: dict[str, Any] = {"names": ("Ann", "Bo"), "settings": self.settings, "event": True, **setup}
        self.setup = TableSetup(**known)
        self.state: Any = self.tracker.begin(self.setup)
        self.minute: float = 0
        self.clock_runs, self.paused = True, False

    def now(self) -> Now:
        ran = int(self.minute * MINUTE)
        return Now(START + ran, ran if self.setup.event and self.clock_runs else None, not self.paused)

    def at(self, minute: float) -> AtTable:
        self.minute = minute
        self.state = self.tracker.later(self.state, self.now())
        return self

    def tap(self, key: str, side: int | None = 0, /, **values: Raw) -> AtTable:
        self.state = self.tracker.play(self.tracker.later(self.state, self.now()), Tap(key, side, self.now(), values))
        return self

    def refused(self, key: str, side: int | None = 0, /, **values: Raw) -> tuple[str, str]:
        """What the refusal says, and the rule it cites; nothing may have changed."""
        before = self.state
        with pytest.raises(Refusal) as refusal:
            self.tap(key, side, **values)
        assert self.state is before
        return str(refusal.value), refusal.value.clause

    def board(self, side: int | None = 0, *, staff: bool = False) -> Board:
        return self.tracker.board(self.tracker.later(self.state, self.now()), Eye(side, staff), self.now())

    def part(self, kind: type[Any], eye: int | None = 0, /, **wanted: object) -> Any:
        """The only part of this kind on a board, with these values in its fields."""
        found = [
            part
            for part in parts_of(self.board(eye))
            if isinstance(part, kind) and all(getattr(part, key) == value for key, value in wanted.items())
        ]
        assert len(found) == 1, found
        return found[0]

    def has(self, kind: type[Any], side: int | None = 0) -> bool:
        return any(isinstance(part, kind) for part in parts_of(self.board(side)))

    def texts(self, side: int | None = 0, *, staff: bool = False) -> list[str]:
        """Everything that a board says."""
        return [str(text) for text in said_on(self.board(side, staff=staff))]

    def cited(self, side: int | None = 0) -> dict[str, str]:
        """What each clause on a board is cited for."""
        return {
            part.clause: str(next(said_on(part))) for part in parts_of(self.board(side)) if getattr(part, "clause", "")
        }

    def press(self, label: str, side: int | None = 0) -> Press:
        """What is pressed at the bottom of the screen."""
        return next(p for p in self.board(side, staff=side is None).presses if str(p.label) == label)

    def push(self, label: str, side: int | None = 0) -> AtTable:
        press = self.press(label, side)
        return self.tap(press.key, side, **press.values)

    def handover(self) -> Handover | None:
        return self.tracker.handover(self.state)

    def scored(self, *, elimination: bool = False, **players: Raw) -> tuple[Points | None, Points | None]:
        """What the handed-over result pays both sides, by its own form and checks."""
        handover = self.handover()
        assert handover is not None
        ann = Player(PlayerId(1), "Ann", 1, {key: both[0] for key, both in players.items() if isinstance(both, list)})
        bo = Player(PlayerId(2), "Bo", 2, {key: both[1] for key, both in players.items() if isinstance(both, list)})
        values = check_values(
            self.system.result_fields,
            dict(handover.values),
            "a result",
            required=handover.ending is Ending.PLAYED,
        )
        by = () if handover.by is None else ((ann, bo)[handover.by].id,)
        game = Game(ann, bo, Result(values, handover.ending, by), self.settings, elimination)
        self.system.check(game)
        a, b = self.system.score(game)
        return a.points, b.points


def parts_of(part: object) -> Iterator[Any]:
    """Every part of a board, also those in others."""
    if isinstance(part, tuple):
        for one in part:
            yield from parts_of(one)
    elif is_dataclass(part) and not isinstance(part, Message):
        yield part
        for one in fields(part):
            yield from parts_of(getattr(part, one.name))


def said_on(part: object) -> Iterator[object]:
    """Every text of a part, in the order of its fields."""
    if isinstance(part, Message) or (isinstance(part, str) and part):
        yield part
    elif isinstance(part, tuple):
        for one in part:
            yield from said_on(one)
    elif is_dataclass(part):
        for one in fields(part):
            yield from said_on(getattr(part, one.name))
