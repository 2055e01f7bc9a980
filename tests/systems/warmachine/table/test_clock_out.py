"""A clock that runs out: what saves its player, who settles it, and time that the staff give back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from muster.systems.warmachine.table.state import BattleStep, GameEnd
from tests.systems.warmachine.table.game import (
    LISTS,
    MINUTE,
    TableGame,
    clauses,
    force,
    keys,
    parts,
    presses,
    said,
)


def test_a_clock_that_runs_out_in_the_own_turn_may_be_saved() -> None:
    """WMH-101: scored now, five ahead and agreed to, it is a scenario win."""
    game = TableGame().deployed().turns(2).end_turn().end_turn(a="rectangle1 rectangle2 circle")
    assert game.state.cp == (3, 0)
    game.wait(60 * MINUTE)
    assert game.state.step is BattleStep.CLOCK_OUT and game.state.out == 0
    assert "lost unless the table as it is gives a lead of five. Do not move anything." in said(game.board(0))
    game.refused("table", 1, "WMH-101", **game.table(a="rectangle1"))
    game.tap("table", 0, **game.table(a="rectangle1 circle"))
    assert game.state.step is BattleStep.CLOCK_OUT
    assert "before time ran out" in said(game.board(1))
    game.tap("agree", 1)
    assert (game.state.end, game.state.winner, game.state.cp) == (GameEnd.SCENARIO, 0, (5, 0))


@pytest.mark.parametrize("how", ["no lead", "no agreement", "own word", "no answer", "staff", "staff score"])
def test_a_clock_that_runs_out_otherwise_loses(how: str) -> None:
    """WMH-102 W-23 W-25: without the lead or the agreement, with the leader destroyed."""
    game = TableGame().deployed().turns(2).end_turn().end_turn(a="rectangle1 rectangle2 circle").wait(60 * MINUTE)
    lead = game.table(a="rectangle1 circle")
    if how == "no lead":
        game.tap("table", 0, **game.table(a="circle"))
    elif how == "no agreement":
        game.tap("table", 0, **lead).tap("lost", 1)
    elif how == "own word":
        game.tap("lost", 0)
    elif how == "no answer":
        game.tap("lost", 1)
    elif how == "staff":
        game.tap("table", 0, **lead).tap("lost", None)
    else:
        game.tap("table", None, **game.table(a="circle"))
    assert (game.state.end, game.state.winner) == (GameEnd.CLOCK, 1)
    assert game.state.armies[0].leaders == 0 and game.state.armies[0].points_lost() == 10
    assert game.state.step is BattleStep.LAST_SCORE  # as after an assassination


def test_a_player_who_does_nothing_after_the_clock_holds_nobody_up() -> None:
    """WMH-102 W-23: the other enters the loss of a player who says nothing; a claim that nobody answers is for a judge.
    Friends without an event have none."""
    game = TableGame().deployed().turns(2).end_turn().end_turn(a="rectangle1 rectangle2 circle").wait(60 * MINUTE)
    press = presses(game.board(1))["lost"]
    assert str(press.label) == "Asha lost on time" and "no lead of five" in str(press.ask)
    assert "Asha does not answer" in clauses(game.board(1))["WMH-102"]
    assert str(presses(game.board(0))["lost"].label) == "I lost on time"
    assert "lost" not in keys(game.board(None))
    game.tap("table", 0, **game.table(a="rectangle1 circle"))
    assert "If Bo does not answer, call a judge" in said_to(game, 0)
    assert "call a judge" not in said_to(game, 1)
    assert "If you do not agree, the game is lost on time." in said(game.board(1))
    assert str(presses(game.board(1))["lost"].label) == "No. Asha lost on time"
    friends = TableGame(event=False).deployed().turns(3).end_turn(a="rectangle1 rectangle2 circle").wait(60 * MINUTE)
    friends.tap("table", 0, **friends.table(a="rectangle1 circle"))
    assert "call a judge" not in said_to(friends, 0)


def test_a_score_that_waits_when_the_clock_runs_out_is_for_a_judge() -> None:
    """W-23: Bo's last turn is not confirmed, and Asha, whose clock ran out, does nothing."""
    game = TableGame().deployed().turns(3)
    game.tap("end", 1).tap("table", 1, **game.table(b="circle")).wait(60 * MINUTE)
    assert game.state.step is BattleStep.CLOCK_OUT and game.state.passed
    assert "If Asha does not answer, call a judge" in said_to(game, 1)
    assert "call a judge" not in said_to(game, 0)
    apart = TableGame().deployed().turns(3).tap("end", 1)
    apart.tap("table", 1, **apart.table(b="circle")).tap("table", 0, **apart.table()).wait(60 * MINUTE)
    assert apart.state.step is BattleStep.CLOCK_OUT and apart.state.passed
    apart.refused("agree", None)


def said_to(game: TableGame, side: int) -> str:
    return " ".join(str(part.text) for part in parts(game.board(side)) if hasattr(part, "text"))


def test_the_staff_settle_a_clock_that_ran_out() -> None:
    """WMH-101 W-23: where the players cannot, the organiser says what the table was."""
    game = TableGame().deployed().turns(2).end_turn().end_turn(a="rectangle1 rectangle2 circle").wait(60 * MINUTE)
    game.tap("table", None, **game.table(a="rectangle1 circle"))
    assert (game.state.end, game.state.winner) == (GameEnd.SCENARIO, 0)


def test_a_clock_that_runs_out_in_the_others_turn_loses_at_once() -> None:
    """WMH-102 W-24: switched over, in deployment, or before anything can be scored."""
    game = TableGame().deployed().turns(3).end_turn(b="rectangle1 rectangle2 circle flag")
    game.tap("charge", 0).wait(60 * MINUTE)
    assert (game.state.end, game.state.out, game.state.winner) == (GameEnd.CLOCK, 1, 0)
    early = TableGame().laid_out()
    early.round_start = early.at
    early.tap("clocks", 0).wait(60 * MINUTE)
    assert (early.state.end, early.state.winner, early.state.step) == (GameEnd.CLOCK, 1, BattleStep.ARMY)
    first = TableGame().deployed().wait(60 * MINUTE)
    assert (first.state.end, first.state.winner) == (GameEnd.CLOCK, 1)


def test_the_loser_on_time_has_lost_a_leader() -> None:
    """WMH-102 W-25: ten army points at least."""
    game = TableGame().deployed().wait(60 * MINUTE)
    game.refused("army", 0, "WMH-102", a=9, b=0)
    game.tap("army", 0, a=10, b=0).tap("army", 1, a=10, b=0)
    assert game.state.step is BattleStep.DONE


def test_the_exact_moment_counts() -> None:
    """WMH-102: a tap before it counts, one at it does not."""
    game = TableGame().deployed().wait(60 * MINUTE - 1).tap("end", 0)
    assert game.state.clock.left[0] == 1
    late = TableGame().deployed()
    late.at += 60 * MINUTE
    late.refused("end", 0)


def test_a_clock_that_runs_out_at_the_expected_end_has_run_out() -> None:
    """WMH-102 WMH-104: at one moment, the game is lost and nothing is left for the organiser to decide."""
    game = TableGame().laid_out()
    game.round_start = game.at - 60 * MINUTE
    game.tap("clocks", 0).wait(60 * MINUTE)
    assert (game.state.end, game.state.winner) == (GameEnd.CLOCK, 1)


def test_a_casual_game_is_lost_on_time_too() -> None:
    """WMH-102: it has clocks, though no round."""
    game = TableGame("Anarchy", event=False).laid_out().tap("clocks", 0).wait(60 * MINUTE)
    assert (game.state.end, game.state.winner) == (GameEnd.CLOCK, 1)


@pytest.mark.parametrize("told", ["nothing", "a lead", "a loss"])
def test_a_clock_that_ran_out_gets_time_again(told: str) -> None:
    """WMH-098 WMH-102: only from the staff, and for the clock that ran out; the game goes on where it was."""
    game = TableGame().deployed().turns(4).tap("control_points", None, a=3, b=0).wait(60 * MINUTE)
    if told == "a lead":
        game.tap("table", 0, **game.table("circle flag"))
    elif told == "a loss":
        game.tap("lost", 1)
        assert game.state.armies[0].leaders == 0
    for wrong in ({"side": 1, "minutes": 5}, {"side": 0, "minutes": 5, "at": 0}):
        game.refused("set_clock", None, **wrong, seconds=0)
    game.refused("set_clock", 0, "WMH-098", side=0, minutes=5, seconds=0)
    assert {
        part.values.get("side") for part in parts(game.board(staff=True)) if getattr(part, "key", "") == "set_clock"
    } == {0}
    game.tap("set_clock", None, side=0, minutes=5, seconds=0)
    state = game.state
    assert (state.step, state.end, state.out, state.winner) == (BattleStep.PLAY, None, None, None)
    assert (state.clock.left[0], state.clock.running, state.armies[0].leaders) == (5 * MINUTE, 0, 1)
    game.end_turn("circle flag")
    assert (game.state.end, game.state.cp) == (GameEnd.SCENARIO, (5, 0))


@pytest.mark.parametrize("active", [0, 1])
def test_time_again_for_whose_clock_was_running(active: int) -> None:
    """WMH-097 WMH-098: also where the active player had switched over to the other's time."""
    game = TableGame().deployed().turns(2 + active).tap("charge", active).wait(60 * MINUTE)
    assert (game.state.end, game.state.out) == (GameEnd.CLOCK, 1 - active)
    game.tap("set_clock", None, side=1 - active, minutes=5, seconds=0).wait(MINUTE)
    assert (game.state.step, game.state.active, game.state.clock.running) == (BattleStep.PLAY, active, 1 - active)
    assert game.state.clock.left[1 - active] == 4 * MINUTE


def test_time_again_in_deployment() -> None:
    """WMH-098: the deployment goes on, with no turn played."""
    game = TableGame().laid_out()
    game.round_start = game.at
    game.tap("clocks", 0).wait(60 * MINUTE)
    assert game.state.end is GameEnd.CLOCK
    state = game.tap("set_clock", None, side=0, minutes=5, seconds=0).state
    assert (state.step, state.end, state.clock.running) == (BattleStep.DEPLOY, None, 0)
    assert game.tap("deployed", 0).state.clock.running == 1


def test_time_again_brings_no_leader_back_whom_the_opponent_destroyed() -> None:
    """W-25: only leaders that fell with the clock."""
    two = force("Two", "Haley [+28]\nNemo [+27]\nStormwall [39]")
    game = TableGame(lists=((two, two), LISTS[1])).deployed().turns(4).tap("control_points", None, a=3, b=0)
    armies = game.state.armies
    leader, *others = armies[0].troops
    army = replace(armies[0], troops=(replace(leader, lost=1), *others))
    game.state = replace(game.state, armies=(army, armies[1]))
    before = game.state.armies[0].leaders
    game.wait(60 * MINUTE)
    assert game.state.step is BattleStep.CLOCK_OUT
    state = game.tap("set_clock", None, side=0, minutes=5, seconds=0).state
    assert state.step is BattleStep.PLAY and state.armies[0].leaders == before


def test_a_game_that_the_table_saved_is_not_opened_by_setting_the_clock() -> None:
    """WMH-101: both agreed that it ended by the scenario."""
    game = TableGame().deployed().turns(4).tap("control_points", None, a=3, b=0).wait(60 * MINUTE)
    game.tap("table", 0, **game.table("circle flag")).tap("agree", 1)
    assert (game.state.end, game.state.out, game.state.step) == (GameEnd.SCENARIO, 0, BattleStep.ARMY)
    game.refused("set_clock", None, side=0, minutes=5, seconds=0)


def test_a_clock_that_ran_out_stays_out_once_the_table_is_scored_after_it() -> None:
    """WMH-161."""
    game = TableGame().deployed().turns(4).wait(60 * MINUTE).tap("lost", 0)
    game.tap("table", 0, **game.table("circle")).refused("agree", None)
    game.tap("table", None, **game.table("circle"))
    game.refused("set_clock", None, side=0, minutes=5, seconds=0)
    early = TableGame().deployed().wait(60 * MINUTE)
    assert early.tap("set_clock", None, side=0, minutes=1, seconds=0).state.step is BattleStep.PLAY


def test_staff_settle_whether_a_score_was_in_time() -> None:
    """WMH-101 W-23: one player does not answer, so the organiser says yes or no."""
    for key, end, winner in (("agree", GameEnd.SCENARIO, 0), ("lost", GameEnd.CLOCK, 1)):
        game = TableGame().deployed().turns(4).tap("control_points", None, a=3, b=0).wait(60 * MINUTE)
        game.refused("agree", None)
        assert set(presses(game.board(staff=True))) == {"lost"}
        game.tap("table", 0, **game.table("circle flag"))
        board = game.board(staff=True)
        assert set(presses(board)) == {"agree", "lost"} and "{name}’s opponent has to agree" in said(board)
        game.tap(key, None)
        assert (game.state.end, game.state.winner) == (end, winner)
