"""The machine that follows a Bushido game: which tap does what, and what time alone does."""

from __future__ import annotations

from collections.abc import Callable

from muster.game import Now, Refusal, Tap, Tracker, unknown_tap
from muster.systems.bushido.table import activation, points, preparing, turn, warbands
from muster.systems.bushido.table.boards.board import board
from muster.systems.bushido.table.boards.end import course_of
from muster.systems.bushido.table.state import BushidoGame

Play = Callable[[BushidoGame, Tap], BushidoGame]


def _test(game: BushidoGame, tap: Tap) -> BushidoGame:
    """A Tactical Test: for deployment, or for the turn."""
    return turn.tactical_test(game, tap) if game.turn else preparing.deployment_test(game, tap)


TAPS: dict[str, Play] = {
    "list": warbands.choose_list,
    "count": warbands.enter_count,
    "follow": warbands.follow,
    "add model": warbands.add,
    "ki": warbands.count_ki,
    "ki stat": warbands.count_ki_stat,
    "counter": warbands.count_counters,
    "out": warbands.out_of_play,
    "back": warbands.back_in_play,
    "vim out": warbands.vim_out,
    "ready": preparing.ready,
    "offer": preparing.offer,
    "scenario": preparing.agree_scenario,
    "draw scenario": preparing.draw_scenario,
    "clock": preparing.time_declarations,
    "sheet": preparing.read_sheet,
    "objectives": preparing.objectives,
    "test": _test,
    "player 1": preparing.name_player_1,
    "place": preparing.place_terrain,
    "stop placing": preparing.stop_terrain,
    "zone": preparing.pick_zone,
    "own terrain": preparing.own_terrain,
    "vim": preparing.choose_vim,
    "first": preparing.deploys_first,
    "deployed": preparing.deployed,
    "begin": preparing.first_turn,
    "starting": turn.starting_step,
    "turns": turn.change_turns,
    "models": turn.count_models,
    "main": turn.start_main_phase,
    "model": activation.choose_model,
    "declare": activation.declare,
    "pass": activation.spend_pass,
    "spent": activation.nothing_left,
    "done": activation.resolved,
    "late": activation.late_answer,
    "take": activation.take_counter,
    "stop clock": activation.stop_clock,
    "resume clock": activation.resume_clock,
    "seconds": activation.set_clock,
    "active": activation.set_active,
    "tokens": activation.correct_tokens,
    "end": turn.end_step,
    "points": points.count_points,
    "correct": points.correct_points,
    "agree": points.agree,
    "disagree": points.disagree,
    "concede": points.concede,
    "look again": points.look_again,
}

AFTER_THE_END = {"look again", "correct"}


def play(game: BushidoGame, tap: Tap) -> BushidoGame:
    step = TAPS.get(tap.key)
    if step is None:
        raise unknown_tap(tap)
    if game.ended is not None and tap.key not in AFTER_THE_END:
        raise Refusal("The game is over. Check how it ended if something is wrong.", clause="BSG-37")
    return activation.settled(step(game, tap), tap.now.at)


def later(game: BushidoGame, now: Now) -> BushidoGame:
    if game.ended is not None:
        return game
    return points.round_time(activation.time_is_up(game, now), now)


TRACKER: Tracker[BushidoGame] = Tracker(
    begin=preparing.begin,
    play=play,
    board=board,
    handover=points.handover,
    course=course_of,
    later=later,
    secret=frozenset({"vim"}),
    final=frozenset({"vim", "concede"}),
)
