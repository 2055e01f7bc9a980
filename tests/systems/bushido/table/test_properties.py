"""Whatever is tapped in whatever order: refusals and nothing else, one state, and no secret on the wrong board."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.book.tracker.board import Emphasis
from muster.core.book.tracker.tracker import Eye, Now, TableSetup, Tap
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Raw
from muster.core.reading.replay import begin, follow, replay
from muster.core.reading.round_time import RoundHistory
from muster.core.record.table.facts import TAKE_BACK, TapMade
from muster.systems.bushido import SYSTEM
from muster.systems.bushido.table.machine import TAPS, TRACKER
from muster.systems.bushido.table.state import BushidoGame, BushidoStep
from tests.systems.bushido.table.hall import ANN, BO, MINUTE, SECOND, Hall, every, setup

EYES = (Eye(0), Eye(1), Eye(), Eye(staff=True))
SETUPS = (setup(), setup(lists=False), setup(event=False), setup(options={"hard_stop_minutes": 5, "rice": 40}))

sides = st.sampled_from((0, 1, None))
odd: st.SearchStrategy[Raw] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 8),
    st.text(max_size=80),
    st.lists(st.one_of(st.none(), st.integers(-1, 3), st.text(max_size=3)), max_size=3),
)
names = st.sampled_from(
    ("value", "of", "by", "model", "step", "action", "what", "turn", "turns", "vims", "sp", "vp", "name")
)


def likely(key: str) -> st.SearchStrategy[dict[str, Raw]]:
    """Values that a board might send."""
    return st.fixed_dictionaries(
        {},
        optional={
            "value": st.sampled_from((0, 1, 2, -1, "yes", "no")),
            "of": st.integers(0, 1),
            "by": st.sampled_from((-1, 1)),
            "model": st.integers(0, 3),
            "step": st.sampled_from(("variable", "ki", "counters", "effects", "states", "lapse")),
            "action": st.sampled_from(("simple", "complex")),
            "what": st.sampled_from(("sp", "vp")),
            "turn": st.integers(1, 2),
            "turns": st.integers(1, 3),
            "vims": st.integers(0, 2),
            "count": st.integers(1, 4),
            "seconds": st.integers(1, 120),
            "sp": st.just([0, 0]),
            "vp": st.just([0, 0]),
            "name": st.sampled_from(("Kenko", "Taka", "Ito")),
        },
    )


taps = st.tuples(sides, st.sampled_from(tuple(TAPS))).flatmap(
    lambda one: st.tuples(st.just(one[0]), st.just(one[1]), likely(one[1]))
)


@st.composite
def games(draw: st.DrawFn) -> Hall:
    """A game that has come to some point of its set-up or its turns."""
    given = draw(st.sampled_from(SETUPS))
    hall = Hall(given)
    if not given.event:
        return hall
    if not given.lists[0]:
        hall.both("count", count=draw(st.integers(1, 3)))
    reached = draw(st.sampled_from(("warbands", "scenario", "test", "zone", "own terrain", "first", "begin", "turn 1")))
    hall.up_to(reached, turns=draw(st.integers(1, 3)), vims=0)
    if reached == "turn 1":
        for go_on in (hall.to_main, hall.to_scoring)[: draw(st.integers(0, 2))]:
            if go_on == hall.to_scoring:
                if not given.lists[0]:
                    hall.both("spent")
                hall.to_end()
            go_on()
    return hall


@given(games(), st.lists(st.tuples(sides, st.sampled_from((*TAPS, "?")), st.dictionaries(names, odd)), max_size=4))
def test_bad_taps_are_refused_and_nothing_else(
    hall: Hall, tapped: list[tuple[int | None, str, dict[str, Raw]]]
) -> None:
    said: list[str] = []
    clauses: set[str] = set()
    for side, key, values in tapped:
        try:
            hall.tap(side, key, **values)
        except Refusal as refusal:
            said.append(str(refusal))
            clauses.add(refusal.clause)
    assert all(0 < len(text) < 400 for text in said)
    for eye in EYES:
        board = TRACKER.board(hall.game, eye, hall.now())
        assert board.parts
        clauses |= {getattr(part, "clause", "") for part in every(board.parts)}
        assert [press.emphasis for press in board.presses].count(Emphasis.MAIN) <= 1
    assert clauses <= {"", *SYSTEM.clauses}
    TRACKER.handover(hall.game)


@given(games(), st.lists(taps, max_size=25))
@settings(max_examples=60)
def test_a_game_of_taps_keeps_to_its_bounds(hall: Hall, tapped: list[tuple[int | None, str, dict[str, Raw]]]) -> None:
    """BSG-37 BUS-35: never more than three victory points, no counter below zero, and a board for everybody."""
    for side, key, values in tapped:
        try:
            hall.tap(side, key, **values)
        except Refusal:
            continue
        game = hall.game
        assert sum(game.total(now=True).vp) <= 3 and min(game.tokens) >= 0
        assert all(model.counters >= 0 and model.ki >= 0 for one in game.warbands for model in one.models)
        for eye in EYES:
            TRACKER.board(game, eye, hall.now())
        assert (TRACKER.handover(game) is None) == (game.ended is None)


@given(games(), st.integers(0, 200), st.integers(0, 200))
def test_going_later_in_two_steps_is_the_same_as_in_one(hall: Hall, first: int, second: int) -> None:
    def at(game: BushidoGame, minutes: int) -> BushidoGame:
        return TRACKER.later(game, Now(hall.at + minutes * MINUTE // 2, hall.at + minutes * MINUTE // 2))

    assert at(at(hall.game, first), first + second) == at(hall.game, first + second)
    assert at(at(hall.game, first), first) == at(hall.game, first)


@st.composite
def two_phones(draw: st.DrawFn) -> tuple[TableSetup, list[TapMade]]:
    """A game tapped on two phones and by a judge, with some wrong taps and some taken back."""
    hall = Hall(setup())
    made: list[TapMade] = []
    counts = {0: 0, 1: 0, None: 0}

    def tap(side: int | None, key: str, **values: Raw) -> None:
        counts[side] += 1
        hall.at += SECOND
        made.append(
            TapMade(key, side, hall.at + draw(st.integers(0, 3)) * SECOND, f"phone {side}", counts[side], values)
        )

    for side in (ANN, BO):
        tap(side, "ready")
    tap(draw(st.integers(0, 1)), "sheet", turns=2, vims=1)
    tap(draw(st.integers(0, 1)), "objectives")
    tap(draw(st.integers(0, 1)), "test", value=BO)
    tap(BO, "zone")
    for side in (BO, ANN):
        tap(side, "own terrain")
    for side in (ANN, BO):
        tap(side, "vim", value=draw(st.integers(0, 2)))
    tap(BO, "first", value=0)
    for side in (ANN, BO):
        tap(side, "deployed")
    tap(ANN, "begin")
    for by, key, values in draw(st.lists(taps, max_size=12)):
        tap(by, key, **values)
    if draw(st.booleans()):
        one = draw(st.sampled_from(made))
        tap(draw(sides), TAKE_BACK, device=one.device, count=one.count)
    return hall.setup, made


@given(two_phones(), st.randoms(use_true_random=False))
@settings(max_examples=30)
def test_any_order_of_taps_gives_one_game(game: tuple[TableSetup, list[TapMade]], lots: Random) -> None:
    given_setup, made = game
    round_at = RoundHistory(((0, 30_000), (90_000, None)))
    whole = replay(TRACKER, given_setup, made, round_at)
    came = [*made, *made[:3]]
    lots.shuffle(came)
    followed = begin(TRACKER, given_setup, round_at)
    for tapped in came:
        followed = follow(followed, tapped)
    assert followed.counted == whole.counted and followed.state == whole.state
    assert {name: str(why) for name, why in followed.refused.items()} == {
        name: str(why) for name, why in whole.refused.items()
    }


@given(st.integers(0, 1), st.lists(st.integers(0, 2), min_size=2, max_size=2), st.booleans())
def test_a_vim_is_on_nobody_elses_board(side: int, choices: list[int], typed: bool) -> None:
    """BSG-12: whatever was chosen, everybody else sees the same until both have chosen."""
    seen = []
    for choice in choices:
        hall = Hall(setup(lists=not typed))
        if typed:
            hall.both("count", count=3)
        hall.both("ready")
        hall.tap(ANN, "sheet", turns=6, vims=1)
        hall.tap(ANN, "objectives")
        hall.tap(ANN, "test", value=BO)
        hall.tap(BO, "zone")
        hall.both("own terrain", BO)
        secret = f"Secret {choice}"
        hall.tap(side, "vim", name=secret) if typed else hall.tap(side, "vim", value=choice)
        assert hall.game.setup.step is BushidoStep.VIMS
        others = [eye for eye in EYES if eye.side != side]
        boards = [repr(TRACKER.board(hall.game, eye, hall.now())) for eye in others]
        assert not any(secret in board for board in boards)
        seen.append(boards)
    assert seen[0] == seen[1]
    assert "vim" in TRACKER.secret and "vim" in TRACKER.final


def test_an_unknown_tap_is_quoted() -> None:
    hall = Hall()
    with pytest.raises(BadInput, match="“xxxx") as caught:
        TRACKER.play(hall.game, Tap("x" * 500, ANN, hall.now()))
    assert len(str(caught.value)) < 200
