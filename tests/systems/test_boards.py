"""Whatever a board offers can be tapped: a game never takes what its own board sends for bad input."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from muster.core.book.system import tracker_of
from muster.core.book.tracker.board import Answers, Board, Gauge, Pick, Press, Stepper, Switch, Tick
from muster.core.book.tracker.tracker import AnyTracker, Eye, Now, TableSetup, Tap
from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput, Refusal
from muster.systems import registry
from muster.systems.warmachine.table.state import ON_THE_CLOCK, BattleStep
from tests.at_table import MINUTE, START, parts_of
from tests.systems.warmachine.table.game import LISTS

WALKS, TAPS = 100 if os.environ.get("MUSTER_LONG_TESTS") else 4, 400
ENDS = ("concede", "leader", "report", "end_game")
"""Taps that end a game immediately, or nearly: a random walk makes them rarely, or it would see no other board."""
TYPED = {"cost", "models", "a"}
"""What somebody typed can be wrong, and is quoted."""


def sent(board: Board, lots: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everything that a phone with this board can send, as board.html and table.js send it."""
    within = {id(switch) for part in parts_of(board) if isinstance(part, Answers) for switch in part.switches}
    for part in parts_of(board):
        match part:
            case Press():
                yield part.key, dict(part.values)
            case Stepper():
                if part.most is None or part.value < part.most:
                    yield part.key, {**part.values, "by": 1}
                if part.least is None or part.value > part.least:
                    yield part.key, {**part.values, "by": -1}
            case Gauge() if part.key:
                yield part.key, {**part.values, "box": lots.randint(1, part.of)}
            case Switch() if id(part) not in within:
                yield part.key, {**part.values, "value": lots.choice(part.ways).value}
            case Pick():
                yield part.key, {**part.values, "value": lots.choice(part.ways).value}
            case Answers():
                numbers = {b.name: lots.randint(b.least, min(b.most, b.least + 20)) for b in part.boxes}
                texts = {box.name: "Storm Lances" for box in part.texts}
                chosen = {switch.key: lots.choice(switch.ways).value for switch in part.switches}
                yield part.key, {**part.values, **numbers, **texts, **chosen}
            case Tick() if part.key:
                yield part.key, dict(part.values)


def always(state: Any) -> bool:
    return True


BEGUN: dict[str, Callable[[Any], bool]] = {
    "warmachine": lambda battle: battle.step in (*ON_THE_CLOCK, BattleStep.CLOCK_OUT, BattleStep.CHECK),
    "bushido": lambda game: game.turn > 0,
    "urban_war": lambda table: table.turn > 0 and table.end is None,
    "l5r": lambda table: table.round > 0,
}
"""Whether a game has begun and not ended; one without its own set-up begins when it is opened."""


def must_offer_to_concede(tracker: AnyTracker, state: Any, board: Board, conceding: Tap) -> None:
    """A player may give up a game that has begun at any time, with a confirmation."""
    try:
        tracker.play(state, conceding)
    except Refusal:
        return
    asked = [part.ask for part in parts_of(board) if isinstance(part, Press | Answers) and part.key == "concede"]
    assert len(asked) == 1 and asked[0], (state, board)


@pytest.mark.parametrize("event", [True, False], ids=["event", "casual"])
@pytest.mark.parametrize("key", registry.names())
def test_a_board_offers_only_what_the_game_understands(key: str, event: bool) -> None:
    system = registry.find(key)
    tracker = tracker_of(system)
    settings = Settings(system.options, {"minutes": 20} if key == "warmachine" else {})
    lists: Any = LISTS if key == "warmachine" else ((), ())
    for seed in range(WALKS):
        lots = Random(seed)
        scenario = "Anarchy" if key == "warmachine" and event else ""
        setup = TableSetup(names=("Ann", "Bo"), settings=settings, scenario=scenario, lists=lists, event=event)
        state, at = tracker.begin(setup), START
        for _ in range(TAPS):
            at += lots.choice((1, 1_000, 5_000, MINUTE // 2))
            now = Now(at, at - START if event else None)
            state = tracker.later(state, now)
            side = lots.choice((0, 1, 0, 1, None))
            board = tracker.board(state, Eye(side, side is None), now)
            if side is not None and BEGUN.get(key, always)(state):
                must_offer_to_concede(tracker, state, board, Tap("concede", side, now))
            offers = list(sent(board, lots))
            calm = [one for one in offers if one[0] not in ENDS]
            offers = calm if calm and lots.random() < 0.98 else offers
            if not offers:
                continue
            tapped, values = lots.choice(offers)
            try:
                state = tracker.play(state, Tap(tapped, side, now, values))
            except BadInput as wrong:
                if not TYPED & values.keys():
                    raise AssertionError(f"{tapped} {values}") from wrong
            except Refusal:
                continue
