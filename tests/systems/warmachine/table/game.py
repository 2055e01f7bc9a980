"""A game at the table that tests make taps in, and what they look at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from muster.core.book.lists import Item
from muster.core.book.tracker.board import Answers, Board, Fold, PlayersClock, Press
from muster.core.book.tracker.tracker import Eye, ForceList, Now, TableSetup, Tap
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.armies.text import read
from muster.systems.warmachine.table.elements import GROUNDS
from muster.systems.warmachine.table.tracker import TRACKER

SECOND = 1_000
MINUTE = 60 * SECOND
START = 1_000_000_000_000
NAMES = ("Asha", "Bo")

KAELYSSA = """Retribution Army - 75 / 75 points
[Theme] Legions of Dawn
(Kaelyssa 1) Kaelyssa, Night's Whisper [+29]
 - Banner Bearer [0(4)]
 - Grey Griffon [10]
 - Tall Phantom [19]
Arch Mage Seraph [5]
Dawn Guard (max) [16]
 - Dawn Guard Officer & Standard [4]
Storm Archers [13]"""
HALEY = """War Room Army

Cygnar - Haley

Captain Victoria Haley - WJ: +28
-    Ironclad - PC: 12
Storm Blades - Leader & 9 Grunts: 15
-    Storm Officer - PC: 4
Storm Gun (solo) - PC: 5"""


def force(title: str, text: str) -> ForceList:
    return ForceList(title, read(text).items)


LISTS = (
    (force("Kaelyssa 1", KAELYSSA), force("Ossyan 1", "Ossyan [+28]\nHyperion [37]")),
    (force("Haley 2", HALEY), force("Nemo 3", "Nemo [+27]\nStormwall [39]")),
)


class TableGame:
    """Side 0 is Asha, side 1 is Bo. Time only passes with `wait`."""

    def __init__(self, scenario: str = "King of the Hill", *, event: bool = True, lists: Any = LISTS, **options: Any):
        settings = Settings(SYSTEM.options, options)
        setup = TableSetup(names=NAMES, settings=settings, scenario=scenario, lists=lists, event=event)
        self.state: Any = TRACKER.begin(setup)  # A tap changes it behind the type checker's back.
        self.at = START
        self.round_start: int | None = None

    @property
    def now(self) -> Now:
        return Now(self.at, None if self.round_start is None else self.at - self.round_start)

    def wait(self, milliseconds: int) -> TableGame:
        self.at += milliseconds
        self.state = TRACKER.later(self.state, self.now)
        return self

    def tap(self, key: str, side: int | None, /, **values: Any) -> TableGame:
        self.state = TRACKER.play(TRACKER.later(self.state, self.now), Tap(key, side, self.now, values))
        return self

    def refused(self, key: str, side: int | None, clause: str | None = None, /, **values: Any) -> Refusal:
        before = self.state
        with pytest.raises(Refusal) as refused:
            self.tap(key, side, **values)
        assert self.state is before
        if clause is not None:
            assert refused.value.clause == clause
        return refused.value

    def board(self, side: int | None = None, *, staff: bool = False) -> Board:
        return TRACKER.board(self.state, Eye(side, staff), self.now)

    # How far a game is brought

    def chosen(self, first: int = 0) -> TableGame:
        """Lists and the start are agreed on."""
        self.tap("list", 0, value=1).tap("list", 1, value=1)
        for side in (0, 1):
            self.tap("start", side, winner=first, first=first, edge="A")
        return self

    def laid_out(self, first: int = 0) -> TableGame:
        self.chosen(first)
        if GROUNDS[self.state.scenario].objectives:
            self.tap("objective", 0, value="stockpile").tap("objective", 1, value="treasure_chest")
        return self

    def deployed(self, first: int = 0) -> TableGame:
        """Turn 1 of the first player, with no time gone."""
        self.laid_out(first)
        self.round_start = self.at
        self.tap("clocks", first)
        for side in (first, 1 - first) * 2:
            self.tap("deployed", side)
        return self

    def table(self, a: str = "", b: str = "", both: str = "", gone: str = "", kill_box: bool = False) -> dict[str, Any]:
        """Who controls what: keys of elements separated by spaces. `gone`: whose objectives are destroyed."""
        state, values = self.state, {"kill_box": kill_box}
        found: dict[str, Any] = dict(values) if state.scoring >= (2, 0) else {}
        if state.scoring >= (2, 1):
            for element in state.ground.elements:
                held = {"0": a.split(), "1": b.split(), "both": both.split()}
                found[element.key] = next((who for who, keys in held.items() if element.key in keys), "none")
            if state.ground.objectives:
                found |= {f"objective{side}": str(side) in gone for side in (0, 1)}
        return found

    def end_turn(self, a: str = "", b: str = "", **more: Any) -> TableGame:
        """The turn ends, and the other side confirms what it scores."""
        side = self.state.active
        if self.state.moment < (2, 0):
            return self.tap("end", side)
        self.tap("end", side).tap("table", side, **self.table(a, b, **more))
        return self.tap("agree", 1 - side)

    def turns(self, number: int) -> TableGame:
        for _ in range(number):
            self.end_turn()
        return self


def parts(board: Board) -> Iterator[Any]:
    """Every part of a board, including folded ones."""
    left = list(board.parts)
    while left:
        part = left.pop(0)
        yield part
        if isinstance(part, Fold):
            left = [*part.parts, *left]


def clauses(board: Board) -> dict[str, str]:
    """What a board says, by clause."""
    return {
        part.clause: str(getattr(part, "text", "") or part.label)
        for part in parts(board)
        if getattr(part, "clause", "")
    }


def presses(board: Board) -> dict[str, Press]:
    """What can be pressed, by key."""
    faces = [part.press for part in parts(board) if isinstance(part, PlayersClock) and part.press is not None]
    return {press.key: press for press in (*board.presses, *faces)}


def keys(board: Board) -> set[str]:
    """Everything that the board lets the viewer tap."""
    found = set(presses(board))
    for part in parts(board):
        found.add(getattr(part, "key", ""))
        press = getattr(part, "press", None)
        found |= {press.key} if press is not None else set()
        if isinstance(part, Answers):
            found |= {switch.key for switch in part.switches}
    return found - {""}


def said(board: Board) -> str:
    """Everything that a board says, as one text."""
    return repr(board)


def items(text: str) -> tuple[Item, ...]:
    return read(text).items
