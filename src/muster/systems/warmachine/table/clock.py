"""The Deathclock at the table: whose time runs, stops, a clock that runs out, and the expected end of the round."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Both, Now, Refusal, Tap, mark, number_in, side_in
from muster.systems.warmachine.table import values
from muster.systems.warmachine.table.deathclock import EndCheck, at_expected_end
from muster.systems.warmachine.table.ending import finish, leaders_stand, lost_on_time, settles
from muster.systems.warmachine.table.setup import expected_end
from muster.systems.warmachine.table.state import (
    DEPLOYMENTS,
    ON_THE_CLOCK,
    Battle,
    BattleStep,
    ClockStop,
    GameEnd,
    StopKind,
    elements_count,
    in_step,
    side_of,
    staff_only,
)

NO_PAUSE = mark("Players cannot pause the clock. Call a judge, who may pause it at your table.")


def later(battle: Battle, now: Now) -> Battle:
    """What time alone does: a clock runs out, or the expected end comes; whichever is first counts."""
    if battle.clock.running is None:
        return battle
    out, end = battle.clock.out_at(), _end_at(battle, now)
    if out is not None and out <= now.at and (end is None or out <= end):
        return _run_out(battle, out)
    if end is not None and end <= now.at:
        return later(_at_expected_end(battle, end), now)
    return replace(battle, clock=battle.clock.at(now.at))


def _end_at(battle: Battle, now: Now) -> int | None:
    """When the expected end is or was; None if there is none, or it has been handled."""
    if battle.checked or not battle.setup.event:
        return None
    if battle.own_start is not None:
        return battle.own_start + expected_end(battle)
    if now.round is None:
        return None
    # A check that was delayed by a stop past the end is made now, not in the past.
    return max(now.at - (now.round - expected_end(battle)), battle.clock.since)


def _at_expected_end(battle: Battle, at: int) -> Battle:
    """WMH-103, WMH-104: five minutes or less on both clocks are played out; with more, the organiser is asked."""
    clock = battle.clock.at(at)
    battle = replace(battle, clock=clock, checked=True)
    left = (clock.left[0] // 1000, clock.left[1] // 1000)
    if at_expected_end(left) is EndCheck.PLAY_ON:
        return battle
    return replace(battle, step=BattleStep.CHECK, clock=clock.run(None, at))


def _run_out(battle: Battle, at: int) -> Battle:
    """WMH-101, WMH-102: in one's own turn the table may still win; at any other time the game is lost (W-24)."""
    out = battle.clock.running
    assert out is not None
    battle = replace(battle, out=out, clock=battle.clock.run(None, at))
    if out == battle.active and elements_count(battle.moment):
        # A lead of five that was stated in time, and waits for the other side, may save the game.
        alone = battle.said if battle.passed else battle.said.say(1 - out, None)
        return replace(battle, step=BattleStep.CLOCK_OUT, said=alone)
    return lost_on_time(battle, out)


def declare_tie(battle: Battle, tap: Tap) -> Battle:
    """For the organiser, at the expected end."""
    values.only(tap)
    staff_only(tap, mark("Only the organiser can declare a tie at the end of the round."), "WMH-104")
    if battle.step in ON_THE_CLOCK and battle.checked:
        raise Refusal("With five minutes or less on both clocks together, the game continues.", clause="WMH-103")
    in_step(battle, BattleStep.CHECK)
    return finish(battle, GameEnd.TIME, None)


def play_on(battle: Battle, tap: Tap) -> Battle:
    """Also for the organiser: any rule may be adapted to the event (WMH-065)."""
    values.only(tap)
    staff_only(tap, mark("Only the organiser can let the game go on."), "WMH-104")
    in_step(battle, BattleStep.CHECK)
    step = BattleStep.DEPLOY if battle.deployed < DEPLOYMENTS else BattleStep.PLAY
    battle = replace(battle, step=step, let_on=True)
    running = 1 - battle.active if battle.charged else battle.active
    return replace(battle, clock=battle.clock.run(running, tap.now.at))


def charge(battle: Battle, tap: Tap) -> Battle:
    """WMH-097: the active player switches to the other's time while that player rolls, measures or decides."""
    values.only(tap)
    in_step(battle, BattleStep.PLAY)
    _not_stopped(battle)
    if side_of(tap) != battle.active:
        raise Refusal("Only the player whose turn it is can switch the clock.", clause="WMH-098")
    if battle.charged:
        raise Refusal(
            "{name}’s time is running. Switch back first.", clause="WMH-097", name=battle.name(1 - battle.active)
        )
    return replace(battle, charged=True, clock=battle.clock.run(1 - battle.active, tap.now.at))


def back(battle: Battle, tap: Tap) -> Battle:
    """WMH-099: both are responsible for switching the clock back, so either can."""
    values.only(tap)
    in_step(battle, BattleStep.PLAY)
    _not_stopped(battle)
    side_of(tap)
    if not battle.charged:
        raise Refusal("The clock runs for the player whose turn it is: nothing to switch back.", clause="WMH-098")
    return replace(battle, charged=False, clock=battle.clock.run(battle.active, tap.now.at))


def pause(battle: Battle, tap: Tap) -> Battle:
    """WMH-096: only for staff, so that the schedule holds; two people who just play have none."""
    values.only(tap)
    if battle.setup.event:
        staff_only(tap, NO_PAUSE, "WMH-096")
    in_step(battle, *ON_THE_CLOCK)
    if battle.stopped is not None and battle.stopped.kind is StopKind.STAFF:
        raise Refusal("The clocks are paused. Restart them when the call is over.", clause="WMH-096")
    since = tap.now.at if battle.stopped is None else battle.stopped.since
    return _stop(battle, ClockStop(StopKind.STAFF, since), tap.now.at)


def resume(battle: Battle, tap: Tap) -> Battle:
    """WMH-096: whoever paused it restarts it; staff also after an element was moved."""
    values.only(tap)
    if battle.setup.event:
        staff_only(tap, mark("Only the staff can restart a clock that they paused."), "WMH-096")
    in_step(battle, *ON_THE_CLOCK)
    return _go(battle, tap.now.at)


def element_moved(battle: Battle, tap: Tap) -> Battle:
    """WMH-145, W-17: the only stop that players make, once both say that an element was moved by accident.

    Tapping it again takes it back. Control points already scored stay.
    """
    values.only(tap)
    in_step(battle, *ON_THE_CLOCK)
    _not_stopped(battle)
    side = side_of(tap)
    moved = battle.moved.say(side, None if battle.moved.said[side] else True)
    if not moved.agreed:
        return replace(battle, moved=moved)
    battle = replace(battle, moved=Both(), moves=battle.moves + 1)
    return _stop(battle, ClockStop(StopKind.MOVED, tap.now.at), tap.now.at)


def element_back(battle: Battle, tap: Tap) -> Battle:
    """The element is back in its place, both say so, and the clock continues."""
    values.only(tap)
    in_step(battle, *ON_THE_CLOCK)
    if battle.stopped is None or battle.stopped.kind is not StopKind.MOVED:
        raise Refusal("The clocks are not stopped for an element that was moved.", clause="WMH-145")
    in_place = battle.in_place.say(side_of(tap), True)
    battle = replace(battle, in_place=in_place)
    return _go(battle, tap.now.at) if in_place.agreed else battle


def set_clock(battle: Battle, tap: Tap) -> Battle:
    """Staff correct what a clock shows. If one that ran out gets time again, the game goes on."""
    values.only(tap, "side", "minutes", "seconds")
    staff_only(tap, mark("Only the staff can set a clock."), "WMH-098")
    side = side_in(tap, "side")
    if side == out_of_time(battle):
        battle = _before_it_ran_out(battle, side, tap.now.at)
    in_step(battle, *ON_THE_CLOCK, BattleStep.LAY_OUT, BattleStep.CHECK)
    seconds = number_in(tap, "minutes", 0, 600) * 60 + number_in(tap, "seconds", 0, 59)
    clock = battle.clock.at(tap.now.at)
    return replace(battle, clock=clock.give(side, seconds * 1000 - clock.left[side], tap.now.at))


def out_of_time(battle: Battle) -> int | None:
    """Whose clock ran out, as long as nothing has been scored or agreed after it."""
    if battle.end is None or (battle.end is GameEnd.CLOCK and battle.step is settles(battle, battle.end)):
        return battle.out
    return None


def _before_it_ran_out(battle: Battle, side: int, at: int) -> Battle:
    if battle.end is not None:
        battle = leaders_stand(battle, side)
    running = 1 - battle.active if battle.charged else battle.active
    step = BattleStep.DEPLOY if battle.deployed < DEPLOYMENTS else BattleStep.PLAY
    clock = battle.clock.run(running, at)
    return replace(battle, step=step, clock=clock, out=None, end=None, winner=None)


def _not_stopped(battle: Battle) -> None:
    if battle.stopped is not None:
        raise Refusal("The clocks are stopped. Go on when they run again.", clause="WMH-096")


def _stop(battle: Battle, stopped: ClockStop, at: int) -> Battle:
    return replace(battle, stopped=stopped, clock=battle.clock.run(None, at), in_place=Both())


def _go(battle: Battle, at: int) -> Battle:
    if battle.stopped is None:
        raise Refusal("The clocks are running.", clause="WMH-096")
    running = 1 - battle.active if battle.charged else battle.active
    paused = battle.paused + max(at - battle.stopped.since, 0)
    return replace(battle, stopped=None, paused=paused, in_place=Both(), clock=battle.clock.run(running, at))
