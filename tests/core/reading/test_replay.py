"""Taps of two phones: any order, doubling and delay gives one state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.book.tracker.board import Board, Fold, Notice, PlayersClock, Press, RoundTime
from muster.core.book.tracker.chess_clock import ChessClock
from muster.core.book.tracker.tracker import Both, Eye, Handover, Now, TableSetup, Tap, Tracker
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Raw
from muster.core.reading.replay import Followed, begin, follow, replay
from muster.core.reading.round_time import RoundHistory
from muster.core.record.table.facts import TAKE_BACK, TapMade

SECOND = 1_000


@dataclass(frozen=True, slots=True)
class Toy:
    """Players pass the turn, count points in their own, and agree on the end."""

    clock: ChessClock
    points: tuple[int, int] = (0, 0)
    end: Both[str] = field(default_factory=Both)
    lost: int | None = None


def later(state: Toy, now: Now) -> Toy:
    if state.lost is None and (out := state.clock.out_at()) is not None and now.at >= out:
        return replace(state, lost=state.clock.running, clock=state.clock.run(None, out))
    return replace(state, clock=state.clock.at(now.at))


def play(state: Toy, tap: Tap) -> Toy:
    if state.lost is not None:
        raise Refusal("Time is up.")
    if tap.key == "end":
        assert tap.side is not None
        return replace(state, end=state.end.say(tap.side, "end"))
    if tap.side is None or tap.side != state.clock.running:
        raise Refusal("It is the other side's turn.")
    if tap.key == "pass":
        return replace(state, clock=state.clock.run(1 - tap.side, tap.now.at))
    points = list(state.points)
    points[tap.side] += 1
    return replace(state, points=(points[0], points[1]))


TOY: Tracker[Toy] = Tracker(
    begin=lambda setup: Toy(ChessClock((60 * SECOND, 60 * SECOND), 0)),
    play=play,
    later=later,
    board=lambda state, eye, now: Board(),
    handover=lambda state: Handover({"points": list(state.points)}) if state.end.agreed else None,
    final=frozenset({"end"}),
)
SETUP = TableSetup(names=("Ann", "Bo"), settings=Settings((), {}))


def ran(*spans: tuple[int, int | None]) -> RoundHistory:
    """A round's clock that ran in these seconds."""
    return RoundHistory(tuple((at * SECOND, None if end is None else end * SECOND) for at, end in spans))


def tap(key: str, side: int | None, at: int, count: int, values: dict[str, Raw] | None = None) -> TapMade:
    return TapMade(key, side, at * SECOND, f"phone {side}", count, values or {})


def back(one: TapMade, side: int | None, at: int, count: int) -> TapMade:
    return tap(TAKE_BACK, side, at, count, {"device": one.device, "count": one.count})


def test_a_tap_counts_where_its_time_puts_it() -> None:
    """Bo's phone had no network when Ann passed; what Ann sent later comes before what Bo sent first."""
    early, scored = tap("pass", 0, 10, 1), tap("point", 1, 20, 1)
    first = follow(begin(TOY, SETUP), scored)
    assert first.state.points == (0, 0) and str(first.refusal(scored)) == "It is the other side's turn."
    both = follow(first, early)
    assert both.state.points == (0, 1) and both.refusal(scored) is None
    assert both.state.clock.left == (50 * SECOND, 50 * SECOND)


def test_what_time_alone_does_comes_between_the_taps() -> None:
    game = replay(TOY, SETUP, [tap("point", 0, 59, 1), tap("point", 0, 60, 2)])
    assert game.state.points == (1, 0)
    assert str(game.refused[("phone 0", 2)]) == "Time is up."
    assert game.at(90 * SECOND).lost == 0 and game.at(59 * SECOND).lost is None


def test_who_made_the_last_tap_takes_it_back() -> None:
    one, two = tap("point", 0, 1, 1), tap("point", 0, 2, 2)
    game = replay(TOY, SETUP, [one, two, back(two, 0, 3, 3)])
    assert game.state.points == (1, 0) and [t for t, _ in game.counted] == [one]


@pytest.mark.parametrize(
    ("taps", "words"),
    [
        ([tap("point", 0, 1, 1), back(tap("point", 0, 1, 1), 1, 2, 1)], "Only whoever made this tap"),
        ([tap("point", 0, 1, 1), tap("pass", 0, 2, 2), back(tap("point", 0, 1, 1), 0, 3, 3)], "only the last tap"),
        ([tap("end", 0, 1, 1), back(tap("end", 0, 1, 1), 0, 2, 2)], "it was final"),
        ([back(tap("point", 0, 1, 1), 0, 2, 2)], "nothing to take back"),
    ],
)
def test_what_cannot_be_taken_back(taps: list[TapMade], words: str) -> None:
    game = replay(TOY, SETUP, taps)
    assert words in str(game.refusal(taps[-1]))
    assert len(game.counted) == len(taps) - 1


def test_staff_take_any_tap_back_and_the_rest_is_played_again() -> None:
    """Without the pass, Bo's point was out of turn, so what follows is refused too."""
    passed, point = tap("pass", 0, 10, 1), tap("point", 1, 20, 1)
    game = replay(TOY, SETUP, [passed, point, back(passed, None, 30, 1)])
    assert game.state == Toy(ChessClock((60 * SECOND, 60 * SECOND), 0)) and not game.counted
    assert "other side's turn" in str(game.refusal(point))


def test_the_rounds_clock_comes_in_with_the_time() -> None:
    seen: list[int | None] = []

    def look(state: Toy, now: Now) -> Toy:
        seen.append(now.round)
        return state

    game = replay(replace(TOY, later=look), SETUP, [tap("point", 0, 4, 1)], ran((3, None)))
    game.at(9 * SECOND)
    assert seen == [1 * SECOND, 6 * SECOND]


def test_a_clock_of_the_round_that_is_paused_does_not_run() -> None:
    """It ran for ten seconds and was paused; the game's own time waits with it."""
    game = begin(TOY, SETUP, ran((0, 10), (15, None)))
    assert game.moment(4 * SECOND) == Now(4 * SECOND, 4 * SECOND, True)
    assert game.moment(12 * SECOND) == Now(10 * SECOND, 10 * SECOND, False, 2 * SECOND)
    assert game.moment(20 * SECOND) == Now(15 * SECOND, 15 * SECOND, True, 5 * SECOND)
    assert [game.moment(at * SECOND).paused for at in (9, 10, 14, 15)] == [False, True, True, False]


def test_before_its_start_and_without_one_the_round_is_not_paused() -> None:
    for rounds in (ran(), ran((30, None))):
        assert begin(TOY, SETUP, rounds).moment(20 * SECOND) == Now(20 * SECOND, None, False)
        assert not begin(TOY, SETUP, rounds).moment(20 * SECOND).paused


def test_players_clocks_wait_while_the_organiser_has_paused_the_round() -> None:
    """Ann has a minute. The round is paused from 0:20 to 1:20, so it lasts until 2:00; a pass in the pause costs it
    nothing more."""
    paused = ran((0, 20), (80, None))
    game = begin(TOY, SETUP, paused)
    assert game.at(119 * SECOND).lost is None and game.at(120 * SECOND).lost == 0
    passed = follow(game, tap("pass", 0, 50, 1))
    assert passed.at(85 * SECOND).clock.left == (40 * SECOND, 55 * SECOND)


def test_boards_say_that_the_round_is_paused_and_no_clock_runs() -> None:
    def board(state: Toy, eye: Eye, now: Now) -> Board:
        face = PlayersClock("", state.clock.left[0], state.clock.since, True, press=Press("", "pass", runs=1))
        return Board(
            (Fold("", (face,)), RoundTime(now.round or 0, now.at, True, 90 * SECOND, "")), (Press("", "", runs=0),)
        )

    game = begin(replace(TOY, board=board), SETUP, ran((0, 20), (80, None)))
    assert game.shown(Eye(0), 10 * SECOND) == board(game.at(10 * SECOND), Eye(0), game.moment(10 * SECOND))
    said, fold, time = game.shown(Eye(0), 50 * SECOND).parts
    assert isinstance(said, Notice) and "The organiser has paused the round" in str(said.text)
    assert isinstance(fold, Fold) and isinstance(face := fold.parts[0], PlayersClock)
    assert (face.left, face.since, face.running) == (40 * SECOND, 50 * SECOND, False)
    assert face.press is not None and face.press.runs is None
    assert game.shown(Eye(0), 50 * SECOND).presses[0].runs is None
    assert isinstance(time, RoundTime) and (time.run, time.running) == (20 * SECOND, False)
    fold, time = game.shown(Eye(0), 90 * SECOND).parts
    assert isinstance(fold, Fold) and isinstance(face := fold.parts[0], PlayersClock)
    assert (face.left, face.since, face.running) == (30 * SECOND, 90 * SECOND, True)
    assert isinstance(time, RoundTime) and (time.run, time.since, time.running) == (30 * SECOND, 90 * SECOND, True)


def test_a_board_is_asked_for_at_a_time() -> None:
    game = begin(TOY, SETUP)
    assert game.tracker.board(game.at(5), Eye(0), game.moment(5)) == Board()
    assert game.tracker.handover(game.state) is None


def test_a_clock_of_the_round_runs_from_the_moment_it_is_started_until_it_is_paused() -> None:
    game = begin(TOY, SETUP, RoundHistory(((10, 20), (30, None))))
    assert [game.moment(at).runs for at in (8, 10, 19, 20, 28, 29, 30)] == [
        False,
        True,
        True,
        False,
        False,
        False,
        True,
    ]


keys = st.sampled_from(["pass", "point", "point", "end"])


@st.composite
def two_phones(draw: st.DrawFn) -> list[TapMade]:
    """What two phones and a judge tapped: rising times on each device, and now and then something taken back."""
    taps: list[TapMade] = []
    for side in (0, 1, None):
        at = 0
        for count in range(1, draw(st.integers(0, 6 if side is not None else 2)) + 1):
            at += draw(st.integers(0, 20))
            if taps and (side is None or draw(st.integers(0, 4)) == 0):
                taps.append(back(draw(st.sampled_from(taps)), side, at, count))
            elif side is not None:
                taps.append(tap(draw(keys), side, at, count))
    return taps


def same(one: Followed[Toy], other: Followed[Toy]) -> bool:
    said = [{name: str(refusal) for name, refusal in game.refused.items()} for game in (one, other)]
    return one.counted == other.counted and one.taps == other.taps and said[0] == said[1]


@st.composite
def rounds(draw: st.DrawFn) -> RoundHistory:
    """A round's clock that is started, paused and resumed now and then, or never started."""
    ends = sorted(draw(st.sets(st.integers(0, 120), max_size=6)))
    return ran(*((at, ends[i + 1] if i + 1 < len(ends) else None) for i, at in enumerate(ends) if i % 2 == 0))


@given(two_phones(), rounds())
def test_a_clock_loses_exactly_the_time_in_which_the_round_was_not_paused(
    taps: list[TapMade], told: RoundHistory
) -> None:
    """Counted in seconds: nobody loses a second in which the round was paused."""
    passes = [one for one in taps if one.key == "pass"]
    game = replay(TOY, SETUP, passes, told)
    left, running, end = [60, 60], 0, 150
    for second in range(end):
        for one, _ in game.counted:
            if one.at == second * SECOND:
                assert one.side == running
                running = 1 - running
        waits = told(second * SECOND) is not None and told(second * SECOND) == told((second + 1) * SECOND)
        left[running] -= 0 if waits or 0 in left else 1
    assert game.at(end * SECOND).clock.left == tuple(second * SECOND for second in left)


@given(two_phones(), st.randoms(use_true_random=False), st.lists(st.integers(0, 20), max_size=6), rounds())
def test_any_order_doubling_and_delay_gives_one_state(
    taps: list[TapMade], lots: Random, again: list[int], told: RoundHistory
) -> None:
    whole = replay(TOY, SETUP, taps, told)
    came = [*taps, *(taps[i % len(taps)] for i in again if taps)]
    lots.shuffle(came)
    game = begin(TOY, SETUP, told)
    for tapped in came:
        game = follow(game, tapped)
    assert same(game, whole)
    assert same(replay(TOY, SETUP, came, told), whole)
