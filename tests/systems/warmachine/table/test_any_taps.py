"""Whatever two phones send, in whatever order: one state, and never anything but a refusal."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.book.tracker.board import Answers, Board, Pick
from muster.core.book.tracker.tracker import Eye, Now, TableSetup, Tap
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.reading.replay import begin, follow, replay
from muster.core.reading.round_time import RoundHistory
from muster.core.record.table.facts import TapMade
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.table.elements import OBJECTIVES
from muster.systems.warmachine.table.state import Battle, BattleStep
from muster.systems.warmachine.table.tracker import TAPS, TRACKER
from tests.systems.warmachine.table.game import LISTS, MINUTE, NAMES, START, TableGame, parts

SETUP = TableSetup(
    names=NAMES, settings=Settings(SYSTEM.options, {"minutes": 20}), scenario="Anarchy", lists=LISTS, event=True
)
ROUND = RoundHistory(((START, START + 5 * MINUTE), (START + 9 * MINUTE, None)))
EYES = (Eye(0), Eye(1), Eye(None), Eye(None, True))

anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.just(10**5000),
    st.sampled_from(["0", "1", "both", "none", "A", "armory", "unit", "circle", "flag", "x" * 99]),
    st.lists(st.integers(0, 1), max_size=2),
)
NAMES_OF_VALUES = (
    "value",
    "title",
    "of",
    "at",
    "by",
    "side",
    "a",
    "b",
    "type",
    "cost",
    "models",
    "edge",
)
values = st.dictionaries(st.sampled_from(NAMES_OF_VALUES), anything, max_size=4)
wild = st.tuples(st.sampled_from([*TAPS, "dance"]), st.sampled_from([0, 1, None]), values)


def offered(board: Board, lots: Random) -> tuple[str, dict[str, Any]] | None:
    """Something that the board lets the viewer tap, with values as a phone would send them."""
    found: list[tuple[str, dict[str, Any]]] = [(press.key, dict(press.values)) for press in board.presses]
    for part in parts(board):
        press = getattr(part, "press", None)
        if press is not None:
            found.append((press.key, dict(press.values)))
        if isinstance(part, Answers):
            filled: dict[str, Any] = {box.name: box.value if box.value is not None else box.least for box in part.boxes}
            filled |= {box.name: box.value for box in part.texts}
            filled |= {switch.key: lots.choice(switch.ways).value for switch in part.switches}
            found.append((part.key, {**part.values, **filled}))
        elif isinstance(part, Pick):
            found.append((part.key, {"value": lots.choice(part.ways).value}))
        elif getattr(part, "ways", ()):
            found.append((part.key, {**part.values, "value": lots.choice(part.ways).value}))
        elif getattr(part, "key", ""):
            by = {"by": lots.choice([1, 1, -1])} if hasattr(part, "least") else {}
            found.append((part.key, {**part.values, **by}))
        for stepper in getattr(part, "steppers", ()):
            found.append((stepper.key, {**stepper.values, "by": 1}))
    wanted = [one for one in found if one[0] not in ("concede", "leader")] or found
    weighed = [one for one in wanted if one[0] in MAIN] * 40 + wanted
    return lots.choice(weighed) if weighed else None


MAIN = ("list", "start", "objective", "clocks", "deployed", "end", "table", "agree")


def played(lots: Random, number: int) -> list[TapMade]:
    """A game from what boards offer, with time passing now and then."""
    state, at, made = TRACKER.begin(SETUP), START, []
    for count in range(number):
        at += lots.choice([1, 1_000, 10_000, 60_000])
        now = Now(at, at - START)
        state = TRACKER.later(state, now)
        side = lots.choice([0, 1, 0, 1, None])
        tap = offered(TRACKER.board(state, Eye(side, side is None), now), lots)
        if tap is None:
            continue
        made.append(TapMade(tap[0], side, at, f"phone {side}", count, tap[1]))
        try:
            state = TRACKER.play(state, Tap(tap[0], side, now, tap[1]))
        except Refusal:
            continue
    return made


@settings(max_examples=12, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_board_never_fails_and_time_in_two_steps_is_time_in_one(lots: Random) -> None:
    """Everybody's boards, in every state that a game played by its own boards reaches."""
    game = begin(TRACKER, SETUP, ROUND)
    for tap in played(lots, 120):
        game = follow(game, tap)
        half, whole = tap.at + lots.randrange(20 * MINUTE), tap.at + 20 * MINUTE
        twice = TRACKER.later(game.at(half), game.moment(whole))
        assert twice == game.at(whole)
        assert TRACKER.later(twice, game.moment(whole)) == twice
        for eye in EYES:
            TRACKER.board(game.at(half), eye, game.moment(half))


@settings(max_examples=10, deadline=None)
@given(st.randoms(use_true_random=False), st.lists(wild, max_size=10))
def test_any_order_gives_one_game(lots: Random, more: list[tuple[str, int | None, dict[str, Any]]]) -> None:
    """Late, doubled and absurd taps among a game's own: the same state, only refusals."""
    taps = played(lots, 90)
    for count, (key, side, given_values) in enumerate(more):
        at = START + lots.randrange(60 * MINUTE)
        taps.append(TapMade(key, side, at, "odd phone", count, given_values))
    whole = replay(TRACKER, SETUP, taps, ROUND)
    came = [*taps, *taps[:5]]
    lots.shuffle(came)
    game = begin(TRACKER, SETUP, ROUND)
    for tap in came:
        game = follow(game, tap)
    assert game.counted == whole.counted
    assert {name: str(r) for name, r in game.refused.items()} == {name: str(r) for name, r in whole.refused.items()}


@settings(max_examples=80, deadline=None)
@given(st.sampled_from(["start", "deploy", "turn 2", "turn 4", "over", "presence"]), st.lists(wild, max_size=8))
def test_absurd_taps_are_only_ever_refused(where: str, taps: list[tuple[str, int | None, dict[str, Any]]]) -> None:
    game = READY[where]
    state: Battle = game.state
    for key, side, given_values in taps:
        with suppress(Refusal):
            state = TRACKER.play(state, Tap(key, side, game.now, given_values))
        for eye in EYES:
            TRACKER.board(state, eye, game.now)


def _ready() -> dict[str, TableGame]:
    laid = TableGame().laid_out()
    laid.round_start = laid.at
    over = TableGame().deployed().turns(14)
    return {
        "start": TableGame(),
        "deploy": laid.tap("clocks", 0),
        "turn 2": TableGame().deployed().turns(2),
        "turn 4": TableGame().deployed().turns(6),
        "over": over,
        "presence": TableGame().deployed().turns(14).tap("army", None, a=1, b=1),
    }


READY = _ready()


@given(st.sampled_from(sorted(OBJECTIVES)), st.integers(0, 1), st.integers(1, 2))
def test_a_secret_is_on_no_other_board(key: str, side: int, number: int) -> None:
    """WMH-029 WMH-080: what the others see is the same whatever was chosen, until both have."""
    for begun, tap, other in (
        (TableGame(), {"value": number}, {"value": 3 - number}),
        (TableGame().chosen(), {"value": key}, {"value": "dugout" if key == "armory" else "armory"}),
    ):
        kind = "list" if begun.state.step is BattleStep.LIST else "objective"
        one, two = (TRACKER.play(begun.state, Tap(kind, side, begun.now, chosen)) for chosen in (tap, other))
        for eye in EYES:
            boards = [TRACKER.board(state, eye, begun.now) for state in (one, two)]
            assert (boards[0] == boards[1]) == (eye.side != side)
