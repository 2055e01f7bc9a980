"""The Deathclock: whose time runs, who may stop it, and the expected end of the round."""

from __future__ import annotations

import pytest

from muster.core.book.tracker.board import Notice, PlayersClock, RoundTime, Tone
from muster.systems.warmachine.table.state import BattleStep, GameEnd
from tests.systems.warmachine.table.game import (
    MINUTE,
    SECOND,
    TableGame,
    keys,
    parts,
    presses,
    said,
)


def test_sixty_minutes_each_unless_the_event_says_otherwise() -> None:
    """WMH-090 WMH-091 W-18: one total per player."""
    assert TableGame().state.clock.left == (60 * MINUTE, 60 * MINUTE)
    assert TableGame(minutes=42).state.clock.left == (42 * MINUTE, 42 * MINUTE)


def test_the_end_of_a_turn_taps_the_clock_over() -> None:
    """WMH-094 WMH-090: each turn runs on its own player's total, and only that player ends it."""
    game = TableGame().deployed().wait(10 * MINUTE)
    game.refused("end", 1, "WMH-094")
    game.tap("end", 0).wait(5 * MINUTE)
    assert game.state.clock.running == 1 and game.state.moment == (1, 1)
    assert game.state.clock.left == (50 * MINUTE, 55 * MINUTE)


def test_the_clock_passes_when_the_table_is_told_not_before() -> None:
    """WMH-094: from the second turn on who ends a turn scores on the own time; the other confirms on theirs."""
    game = TableGame().deployed().turns(2).tap("end", 0).wait(MINUTE)
    assert game.state.clock.running == 0
    game.tap("table", 0, **game.table()).wait(MINUTE)
    assert game.state.clock.running == 1
    assert game.state.clock.left == (59 * MINUTE, 59 * MINUTE)


def test_players_cannot_pause() -> None:
    """WMH-096: no button, and a refusal for who tries; staff pause and restart."""
    game = TableGame().deployed().wait(MINUTE)
    assert not {"pause", "resume"} & keys(game.board(0))
    assert keys(game.board(None, staff=True)) >= {"pause"} and "pause" not in keys(game.board(None))
    game.refused("pause", 0, "WMH-096")
    game.tap("pause", None).wait(7 * MINUTE)
    game.refused("resume", 1, "WMH-096")
    game.refused("end", 0, "WMH-096")
    (told,) = (str(p.text) for p in game.board(1).parts if isinstance(p, Notice) and p.tone is Tone.STOPPED)
    assert told == "Paused by the staff, who restart the clock. Paused time counts against neither of you."
    game.tap("resume", None).wait(MINUTE)
    assert game.state.clock.left == (58 * MINUTE, 60 * MINUTE)
    assert game.state.paused == 7 * MINUTE
    game.refused("resume", None, "WMH-096")


def test_the_active_player_switches_to_the_others_time() -> None:
    """WMH-097 WMH-098: nobody else, and only to and fro."""
    game = TableGame().deployed().wait(MINUTE)
    game.refused("charge", 1, "WMH-098")
    game.refused("back", 0, "WMH-098")
    game.refused("charge", None)
    assert presses(game.board(0))["charge"].runs == 1 and "charge" not in presses(game.board(1))
    game.tap("charge", 0).wait(2 * MINUTE)
    game.refused("charge", 0, "WMH-097")
    game.refused("back", None)
    assert game.state.clock.left == (59 * MINUTE, 58 * MINUTE)
    game.tap("back", 0).wait(MINUTE)
    assert game.state.clock.left == (58 * MINUTE, 58 * MINUTE)
    assert game.state.moment == (1, 0)


def test_a_switch_is_announced_on_both_boards() -> None:
    """WMH-099: as long as it lasts; either player switches back."""
    game = TableGame().deployed()

    def announced(side: int | None) -> bool:
        return any(isinstance(p, Notice) and p.clause == "WMH-099" for p in game.board(side).parts)

    assert not announced(0) and not announced(1)
    game.tap("charge", 0)
    assert announced(0) and announced(1) and announced(None)
    assert "Say out loud" in said(game.board(0)) and "switched to your time" in said(game.board(1))
    assert presses(game.board(0))["back"].runs == 0 == presses(game.board(1))["back"].runs
    game.tap("back", 1)
    assert not announced(0) and not announced(1)


def test_a_switch_ends_with_the_turn() -> None:
    """WMH-098: after the turn's end the next player's own time runs."""
    game = TableGame().deployed().tap("charge", 0).tap("end", 0)
    assert game.state.clock.running == 1 and not game.state.charged


@pytest.mark.parametrize("side", [0, 1])
def test_a_pause_in_a_switch_goes_on_where_it_was(side: int) -> None:
    """WMH-096 WMH-097."""
    game = TableGame().deployed(first=side).tap("charge", side).tap("pause", None).tap("resume", None)
    assert game.state.clock.running == 1 - side and game.state.charged


def test_an_element_that_was_moved() -> None:
    """WMH-145 W-17: both confirm, the clocks stop, it is noted, and what was scored stays."""
    game = TableGame().deployed().turns(3).end_turn(a="rectangle1").wait(MINUTE)
    cp = game.state.cp
    game.tap("moved", 0).wait(MINUTE)
    assert game.state.clock.running is not None and game.state.moves == 0
    assert "says that an element was moved" in said(game.board(1))
    game.tap("moved", 1).wait(3 * MINUTE)
    assert "put the element back where it was. Control points already scored stay." in said(game.board(0))
    assert game.state.clock.left[game.state.active] == 58 * MINUTE
    assert game.state.cp == cp == (1, 0)
    game.tap("in_place", 0).wait(MINUTE)
    assert game.state.clock.running is None
    assert "in_place" not in keys(game.board(0)) and "in_place" in keys(game.board(1))
    game.tap("in_place", 1).wait(MINUTE)
    assert game.state.clock.left[game.state.active] == 57 * MINUTE
    assert "stopped the clocks once" in said(game.board(None, staff=True))
    assert game.state.cp == cp


def test_who_said_that_an_element_was_moved_takes_it_back() -> None:
    """WMH-145 W-17: then the other alone stops nothing."""
    game = TableGame().deployed().tap("moved", 0).tap("moved", 0).tap("moved", 1)
    assert game.state.stopped is None
    game.refused("in_place", 0, "WMH-145")


def test_the_expected_end() -> None:
    """WMH-095 WMH-090: both clocks from the start of the round, later by what the staff paused (W-16)."""
    game = TableGame().laid_out()
    game.round_start = game.at
    game.tap("clocks", 0).wait(2 * MINUTE)

    def time() -> tuple[int, int]:
        return next((p.run, p.to) for p in parts(game.board(0)) if isinstance(p, RoundTime))

    assert time() == (2 * MINUTE, 120 * MINUTE)
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    game.tap("pause", None).wait(3 * MINUTE).tap("resume", None)
    assert time() == (5 * MINUTE, 123 * MINUTE)


def ended(left: int, paused: int = 0) -> TableGame:
    """A game at the expected end with this many milliseconds left on both clocks together."""
    game = TableGame().laid_out()
    game.round_start = game.at
    game.at += left  # The table began this much later than the round.
    game.tap("clocks", 0)
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    if paused:
        game.tap("pause", None).wait(paused).tap("resume", None)
    game.wait(59 * MINUTE).tap("end", 0)
    return game.wait(120 * MINUTE - left - paused - 59 * MINUTE)


@pytest.mark.parametrize(("left", "step"), [(290, "play"), (300, "play"), (301, "check"), (360, "check")])
def test_the_check_at_the_expected_end(left: int, step: str) -> None:
    """WMH-103 WMH-104 W-14: 3:10 and 1:40 play on, five minutes do, more is a tie for the organiser to declare."""
    game = ended(left * SECOND)
    assert game.state.step == step
    if step == "play":
        assert "Play on: five minutes or less are left" in said(game.board(0))
        game.refused("tie", None, "WMH-103")
        return
    assert game.state.clock.running is None
    for side in (0, 1):
        told = said(game.board(side))
        assert "More than five minutes are left on both clocks together, so the game is a tie unless the org" in told
    assert set(presses(game.board(staff=True))) == {"tie", "play_on"} and presses(game.board(0)) == {}
    game.refused("tie", 0, "WMH-104")
    game.refused("play_on", 0, "WMH-104")
    game.refused("end", 1)
    game.tap("tie", None).tap("army", None, a=12, b=30)
    assert (game.state.step, game.state.end, game.state.winner) == (BattleStep.DONE, GameEnd.TIME, None)


def test_a_pause_of_the_staff_is_played_first() -> None:
    """WMH-104 W-16: at the round's end the table plays on for what was paused, and is checked then."""
    game = ended(6 * MINUTE, paused=3 * MINUTE)
    assert game.state.step is BattleStep.PLAY and not game.state.checked
    game.wait(3 * MINUTE - 1)
    assert game.state.step is BattleStep.PLAY
    game = game.wait(1)
    assert game.state.step is BattleStep.CHECK


def test_the_organiser_may_let_them_play_on() -> None:
    """WMH-104: whose word is final (WMH-065)."""
    game = ended(10 * MINUTE)
    game.tap("play_on", None)
    assert game.state.step is BattleStep.PLAY and game.state.clock.running == 1
    told = said(game.board(0))
    assert "the organiser allows it" in told and "five minutes or less" not in told


def test_a_table_that_the_staff_start_has_an_end_of_its_own() -> None:
    """WMH-095 W-15."""
    game = TableGame().laid_out()
    game.round_start = game.at
    game.at += 20 * MINUTE
    game.tap("clocks", None)
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    game.wait(59 * MINUTE).tap("end", 0).wait(59 * MINUTE)
    assert game.state.step is BattleStep.PLAY and not game.state.checked
    (time,) = (p for p in parts(game.board(0)) if isinstance(p, RoundTime))
    assert (time.run, time.to) == (118 * MINUTE, 120 * MINUTE)


def test_casual_games_have_no_round() -> None:
    """WMH-095: nobody's schedule is kept."""
    game = TableGame("Anarchy", event=False).laid_out().tap("clocks", 0)
    game.round_start = game.at - 500 * MINUTE
    game.wait(MINUTE)
    assert game.state.step is BattleStep.DEPLOY


def test_casual_players_pause_as_they_like() -> None:
    """WMH-096: the rule keeps an event's schedule, and they have none."""
    game = TableGame("Anarchy", event=False).laid_out().tap("clocks", 0)
    assert "pause" in keys(game.board(1))
    game.tap("pause", 1).wait(MINUTE).tap("resume", 0)
    assert game.state.clock.left == (60 * MINUTE, 60 * MINUTE) and game.state.clock.running == 0


def test_staff_set_a_clock() -> None:
    """WMH-098: players cannot."""
    game = TableGame().deployed().wait(10 * MINUTE)
    game.refused("set_clock", 0, "WMH-098", side=0, minutes=60, seconds=0)
    game.tap("set_clock", None, side=0, minutes=55, seconds=30).wait(MINUTE)
    assert game.state.clock.left == (54 * MINUTE + 30 * SECOND, 60 * MINUTE)
    assert game.tap("set_clock", None, side=1, minutes=0, seconds=0).state.clock.left[1] == 0
    assert (
        game.tap("set_clock", None, side=1, minutes=600, seconds=59).state.clock.left[1] == 600 * MINUTE + 59 * SECOND
    )
    game.refused("set_clock", None, side=1, minutes=601, seconds=0)
    game.refused("set_clock", None, side=1, minutes=1, seconds=60)


def test_faces_show_what_the_clock_has() -> None:
    """WMH-090: own time large, what runs runs, and little is marked."""
    game = TableGame().deployed().wait(56 * MINUTE)
    faces = {p.side: p for p in parts(game.board(0)) if isinstance(p, PlayersClock)}
    assert (faces[0].left, faces[0].running, faces[0].large, faces[0].late) == (4 * MINUTE, True, True, True)
    assert (faces[1].left, faces[1].running, faces[1].late) == (60 * MINUTE, False, False)


def test_whichever_comes_first_counts() -> None:
    """WMH-102 WMH-104: seen only later, the clock that ran out before the expected end, or the end before it."""
    late = TableGame().laid_out()
    late.round_start = late.at - 70 * MINUTE
    late.tap("clocks", 0).wait(100 * MINUTE)
    assert late.state.step is BattleStep.CHECK and late.state.clock.left == (10 * MINUTE, 60 * MINUTE)
    early = TableGame().deployed().wait(130 * MINUTE)
    assert early.state.end is GameEnd.CLOCK


def test_a_game_in_deployment_plays_on_where_it_was() -> None:
    """WMH-104: also with the other's time running."""
    late = TableGame().laid_out(first=1)
    late.round_start = late.at - 70 * MINUTE
    late.tap("clocks", 1).wait(50 * MINUTE).tap("play_on", None)
    assert late.state.step is BattleStep.DEPLOY and late.state.clock.running == 1
    game = TableGame().laid_out()
    game.round_start = game.at - 70 * MINUTE
    game.tap("clocks", 0)
    for side in (0, 1, 0, 1):
        game.tap("deployed", side)
    game.tap("end", 0).tap("charge", 1).wait(50 * MINUTE).refused("back", 0)
    game.tap("play_on", None)
    assert game.state.charged and game.state.clock.running == 0


def test_players_settle_nothing_while_the_organiser_decides() -> None:
    """WMH-104: no score is confirmed and no turn goes on between the expected end and the organiser's word."""
    for told in (True, False):
        game = TableGame().deployed().turns(3).tap("end", 1)
        if told:
            game.tap("table", 1, **game.table(b="circle"))
        game.round_start = game.at - 110 * MINUTE
        game.wait(10 * MINUTE)
        assert game.state.step is BattleStep.CHECK
        game.refused("agree" if told else "go_on", 0 if told else 1)
        game.refused("table", None, **game.table())
        game.tap("play_on", None).tap("agree" if told else "go_on", 0 if told else 1)


def test_only_a_running_game_is_checked_at_the_expected_end() -> None:
    """WMH-103 WMH-104: not one that is still being laid out, nor one that a judge has paused, until it goes on."""
    waiting = TableGame().laid_out()
    waiting.round_start = waiting.at
    assert waiting.wait(121 * MINUTE).state.step is BattleStep.LAY_OUT
    paused = TableGame().deployed().wait(50 * MINUTE).tap("end", 0).wait(50 * MINUTE).tap("pause", None)
    paused.wait(30 * MINUTE)
    assert paused.state.step is BattleStep.PLAY and not paused.state.checked
    alone = TableGame().deployed()
    alone.round_start = None
    assert alone.wait(59 * MINUTE).state.clock.left == (MINUTE, 60 * MINUTE)


def test_a_tie_is_not_declared_early() -> None:
    """WMH-104."""
    assert "being played" in str(TableGame().deployed().refused("tie", None, ""))


def test_while_stopped_nothing_moves_the_clock() -> None:
    """WMH-096 WMH-145: no switch, no second stop; staff may take over a stop that the players made."""
    game = TableGame().deployed().tap("charge", 0).tap("pause", None)
    game.refused("back", 0, "WMH-096")
    game.refused("moved", 0, "WMH-096")
    game.refused("pause", None, "WMH-096")
    game.refused("in_place", 0, "WMH-145")
    game.tap("resume", None).tap("back", 1)
    game.refused("back", None)
    for number in (1, 2):
        game.tap("moved", 0).tap("moved", 1)
        assert game.state.moves == number
        game.refused("charge", 0, "WMH-096")
        game.tap("in_place", 0).tap("in_place", 1)
        assert game.state.clock.running == 0
    game.tap("moved", 0).tap("moved", 1).wait(MINUTE).tap("pause", None).wait(MINUTE)
    game.refused("in_place", 0, "WMH-145")
    assert game.tap("resume", None).state.paused == 2 * MINUTE
    deploying = TableGame().laid_out()
    deploying.round_start = deploying.at
    deploying.tap("clocks", 0).tap("pause", None).refused("deployed", 0, "WMH-096")
