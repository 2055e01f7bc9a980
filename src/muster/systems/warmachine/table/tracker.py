"""The machine as the phones use it: which tap does what."""

from __future__ import annotations

from collections.abc import Callable

from muster.game import Notice, Tap, Tone, Tracker, mark, unknown_tap
from muster.systems.warmachine.table import clock, counters, ending, setup, turns
from muster.systems.warmachine.table.boards.board import board
from muster.systems.warmachine.table.boards.words import course_of
from muster.systems.warmachine.table.state import Battle, BattleStep

TAPS: dict[str, Callable[[Battle, Tap], Battle]] = {
    "scenario": setup.choose_scenario,
    "list": setup.choose_list,
    "start": setup.agree_start,
    "objective": setup.choose_objective,
    "clocks": setup.start_clocks,
    "deployed": setup.deployed,
    "end": turns.end_turn,
    "go_on": turns.turn_goes_on,
    "table": turns.tell_table,
    "agree": turns.agree,
    "lost": turns.lost,
    "leader": turns.leader_lost,
    "control_points": turns.set_control_points,
    "charge": clock.charge,
    "back": clock.back,
    "pause": clock.pause,
    "resume": clock.resume,
    "moved": clock.element_moved,
    "in_place": clock.element_back,
    "set_clock": clock.set_clock,
    "tie": clock.declare_tie,
    "play_on": clock.play_on,
    "markers": counters.markers,
    "damage": counters.damage,
    "boxes": counters.boxes,
    "removed": counters.removed,
    "use": counters.use_objective,
    "casualty": counters.casualty,
    "returned": counters.returned,
    "create": counters.create,
    "look": counters.look_at,
    "change": counters.change,
    "place": counters.put_at,
    "army": ending.agree_army,
    "presence": ending.agree_presence,
    "concede": ending.concede,
}


def play(battle: Battle, tap: Tap) -> Battle:
    step = TAPS.get(tap.key)
    if step is None:
        raise unknown_tap(tap)
    return step(battle, tap)


def first_of(battle: Battle) -> int | None:
    """Who goes first, once both players agree on the starting roll."""
    told = battle.start.said[0] if battle.start.agreed else None
    return None if told is None else told.first


def to_decide(battle: Battle) -> Notice | None:
    """WMH-104: the organiser's alone, at the expected end."""
    if battle.step is not BattleStep.CHECK:
        return None
    text = mark("Round time is up with more than five minutes on the clocks. Decide: a tie, or let them play on.")
    return Notice(text, Tone.LATE, "WMH-104")


TRACKER: Tracker[Battle] = Tracker(
    begin=setup.begin,
    play=play,
    later=clock.later,
    board=board,
    handover=ending.handover,
    course=course_of,
    first=first_of,
    to_decide=to_decide,
    secret=frozenset({"list", "objective"}),
    final=frozenset({"list", "objective", "concede"}),
)
