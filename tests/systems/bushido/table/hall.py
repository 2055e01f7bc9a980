"""A Bushido table for tests: taps by two players and a judge, a clock that goes on as told, and boards to look at."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

from muster.core.book.lists import Item
from muster.core.book.tracker.board import Board, BoardPart, Fold, ModelRow, Notice, Pick, Press, Stepper
from muster.core.book.tracker.tracker import Eye, ForceList, Now, TableSetup, Tap
from muster.core.forms.options import Settings, Value
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.core.kit.model import Raw
from muster.systems.bushido import SYSTEM
from muster.systems.bushido.table.machine import TRACKER
from muster.systems.bushido.table.state import BushidoGame

ANN, BO, JUDGE = 0, 1, None
SECOND, MINUTE = 1_000, 60_000

RYU = ForceList(
    "Ryu", (Item(1, "Aiko, Ki 2/4", 1, 18), Item(2, "Old Ren", 1, 22, note="Ki 3/5"), Item(3, "Tora", 1, 12))
)
ITO = ForceList("Ito", (Item(1, "Akamatsu Ki 1/2", 1, 20), Item(2, "Temple Bushi Ki 0/1", 4, 40)))


def setup(
    *, event: bool = True, lists: bool = True, scenario: str | None = None, options: Mapping[str, Value] | None = None
) -> TableSetup:
    """Ann with three models against Bo with five, or anybody without a list."""
    return TableSetup(
        names=("Ann", "Bo"),
        settings=Settings(SYSTEM.options, {} if options is None else options),
        scenario="The Idols" if event and scenario is None else scenario or "",
        lists=((RYU,), (ITO,)) if lists else ((), ()),
        event=event,
    )


class Hall:
    """Each tap is a second after the previous one. In an event the round's clock starts with the table."""

    def __init__(self, given: TableSetup | None = None) -> None:
        self.setup = given or setup()
        self.at = 0
        self.game: BushidoGame = TRACKER.begin(self.setup)

    def now(self) -> Now:
        return Now(self.at, self.at if self.setup.event else None)

    def wait(self, milliseconds: int) -> None:
        self.at += milliseconds
        self.game = TRACKER.later(self.game, self.now())

    def tap(self, side: int | None, key: str, **values: Raw) -> BushidoGame:
        self.wait(SECOND)
        self.game = TRACKER.play(self.game, Tap(key, side, self.now(), values))
        return self.game

    def both(self, key: str, first: int = ANN, **values: Raw) -> None:
        for side in (first, 1 - first):
            self.tap(side, key, **values)

    def board(self, side: int | None = ANN, *, staff: bool = False) -> Board:
        return TRACKER.board(self.game, Eye(side, staff), self.now())

    def up_to(self, step: str, *, turns: int = 6, vims: int = 0, winner: int = BO) -> Hall:
        """A Masters set-up, up to but not including a step."""
        steps: dict[str, Callable[[], object]] = {
            "warbands": lambda: self.both("ready"),
            "scenario": lambda: self.tap(ANN, "sheet", turns=turns, vims=vims),
            "objectives": lambda: self.tap(ANN, "objectives"),
            "test": lambda: self.tap(ANN, "test", value=winner),
            "zone": lambda: self.tap(winner, "zone"),
            "own terrain": lambda: self.both("own terrain", winner),
            "vims": lambda: self.both("vim", value=0) if vims else None,
            "first": lambda: self.tap(winner, "first", value=winner),
            "deploy": lambda: self.both("deployed", winner),
            "begin": lambda: self.tap(ANN, "begin"),
            "turn 1": lambda: None,
        }
        for name, act in steps.items():
            if name == step:
                return self
            act()
        raise AssertionError(f"no step {step}")

    def to_main(self, active: int = ANN) -> Hall:
        """From the beginning of a turn to its Main Phase."""
        if not self.game.turn:
            self.up_to("turn 1")
        for step in ("variable", "ki", "counters"):
            self.tap(ANN, "starting", step=step)
        self.tap(ANN, "test", value=active)
        self.tap(ANN, "starting", step="effects")
        self.tap(ANN, "main")
        return self

    def act(self, side: int, model: int) -> None:
        """A whole activation."""
        self.tap(side, "model", model=model)
        self.tap(side, "declare", action="simple")
        self.tap(side, "done")

    def to_end(self) -> Hall:
        """All counters used, in turn."""
        while self.game.phase.name == "MAIN":
            side = self.game.active
            assert side is not None
            model = next(n for n, one in enumerate(self.game.warbands[side].models) if one.able)
            self.act(side, model)
        return self

    def to_scoring(self) -> Hall:
        for step in ("effects", "states", "lapse"):
            self.tap(BO, "end", step=step)
        return self

    def score(self, sp: tuple[int, int] = (0, 0), vp: tuple[int, int] = (0, 0)) -> BushidoGame:
        for what, pair in (("sp", sp), ("vp", vp)):
            for side, number in enumerate(pair):
                for _ in range(number):
                    self.tap(ANN, "points", what=what, of=side, by=1)
        self.both("agree", sp=list(sp), vp=list(vp))
        return self.game

    def whole_turn(self, sp: tuple[int, int] = (0, 0), vp: tuple[int, int] = (0, 0)) -> BushidoGame:
        self.to_main().to_end().to_scoring()
        return self.score(sp, vp)


def every(parts: tuple[BoardPart, ...]) -> Iterator[BoardPart]:
    for part in parts:
        yield part
        if isinstance(part, Fold):
            yield from every(part.parts)


def said(board: Board) -> str:
    """Everything on a board, to search for a text; with clauses in brackets."""
    return "\n".join(_words(part) for part in (*every(board.parts), *board.presses))


def _words(part: object) -> str:
    found = []
    for name in [one.name for one in fields(part)] if is_dataclass(part) else ():
        value = getattr(part, name)
        if name == "clause" and value:
            found.append(f"[{value}]")
        elif isinstance(value, str | Message):
            found.append(str(value))
        elif isinstance(value, tuple) and name != "parts":
            found += [_words(one) if not isinstance(one, str | Message) else str(one) for one in value]
        elif isinstance(value, Press):
            found.append(_words(value))
    return " | ".join(found)


def notices(board: Board) -> dict[str, str]:
    """What a board reminds of, by clause."""
    return {part.clause: str(part.text) for part in every(board.parts) if isinstance(part, Notice)}


def keys(board: Board) -> set[str]:
    """What can be tapped on a board."""
    found = {press.key for press in board.presses}
    for part in every(board.parts):
        key: str = getattr(part, "key", "")
        found |= {key} if key else set()
        if isinstance(part, ModelRow):
            found |= {stepper.key for stepper in part.steppers} | ({part.press.key} if part.press else set())
    return found


def labels(board: Board) -> list[str]:
    return [str(press.label) for press in board.presses]


def pick(board: Board, key: str) -> dict[Raw, str]:
    """The ways of a pick."""
    part = next(part for part in every(board.parts) if isinstance(part, Pick) and part.key == key)
    return {way.value: str(way.label) for way in part.ways}


def steppers(board: Board, key: str) -> list[Stepper]:
    return [part for part in every(board.parts) if isinstance(part, Stepper) and part.key == key]


def refused(hall: Hall, side: int | None, key: str, **values: Raw) -> Refusal:
    """Why a tap does not count; the game is as before."""
    before = hall.game
    with pytest.raises(Refusal) as caught:
        hall.tap(side, key, **values)
    assert hall.game == before
    return caught.value
