"""The end of a turn: who controls what, on which both must agree; and the moments that end a game."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Both, Refusal, Tap, number_in, word_in
from muster.systems.warmachine.table import values
from muster.systems.warmachine.table.control_points import Elements, leads_to_win
from muster.systems.warmachine.table.deathclock import ClockOut, clock_out
from muster.systems.warmachine.table.ending import finish, leaders_fall, lost_on_time
from muster.systems.warmachine.table.state import (
    Battle,
    BattleStep,
    GameEnd,
    elements_count,
    in_step,
    is_last,
    kill_box_counts,
    side_of,
)

NONE, BOTH = "none", "both"
HOLDERS = ("0", "1", BOTH, NONE)
"""Who controls an element: a side, both of them (WMH-198), or nobody."""

BOTH_LEADERS = "both"


def end_turn(battle: Battle, tap: Tap) -> Battle:
    """WMH-094: the turn is over.

    If nothing can score yet, the clock passes on; otherwise the table must be stated first.
    """
    values.only(tap)
    in_step(battle, BattleStep.PLAY)
    _my_turn(battle, side_of(tap))
    if kill_box_counts(battle.moment):
        return replace(battle, ending=True)
    return _pass(replace(battle, play=battle.play.end_turn(Elements()), course=(*battle.course, battle.play.cp)), tap)


def turn_goes_on(battle: Battle, tap: Tap) -> Battle:
    """The turn was not over after all, or the score for a lead of five is taken back before both have confirmed it."""
    values.only(tap)
    in_step(battle, BattleStep.PLAY)
    side = side_of(tap)
    if side != battle.active or not (battle.ending or battle.held):
        raise Refusal("There is no end of a turn to take back.", clause="WMH-094")
    running = None if battle.stopped is not None else 1 - side if battle.charged else side
    return replace(battle, ending=False, said=Both(), clock=battle.clock.run(running, tap.now.at))


def tell_table(battle: Battle, tap: Tap) -> Battle:
    """Who controls what, according to one side, for the turn that ends or has just ended; staff decide for both."""
    in_step(battle, BattleStep.PLAY, BattleStep.CLOCK_OUT, BattleStep.LAST_SCORE)
    said = read_elements(battle, tap)
    if tap.side is None:
        if battle.said == Both() and battle.step is BattleStep.PLAY:
            raise Refusal("No turn has ended whose score is open. Change the control points instead.")
        return _settled(replace(battle, said=Both((said, said))), tap)
    if battle.step is BattleStep.PLAY and battle.said == Both():
        _my_turn(battle, tap.side)
    if battle.step is BattleStep.CLOCK_OUT and not battle.passed:
        return _after_the_clock(battle, tap, said)
    battle = replace(battle, said=battle.said.say(tap.side, said), ending=False)
    if battle.said.agreed:
        return _settled(battle, tap)
    if battle.step is not BattleStep.PLAY or battle.passed:
        return battle
    if is_last(battle.scoring):
        return replace(battle, clock=battle.clock.run(None, tap.now.at))
    if tap.side == battle.active and not _decides(battle, said):
        return _pass(replace(battle, passed=True), tap)
    return battle


def agree(battle: Battle, tap: Tap) -> Battle:
    """The other side is right. W-23: whether a clock ran out after a winning score, staff can settle too."""
    values.only(tap)
    in_step(battle, BattleStep.PLAY, BattleStep.CLOCK_OUT, BattleStep.LAST_SCORE)
    if tap.side is None and battle.step is BattleStep.CLOCK_OUT and not battle.passed and battle.out is not None:
        theirs = battle.said.said[battle.out]
    else:
        theirs = battle.said.said[1 - side_of(tap)]
    if theirs is None:
        raise Refusal("There is no score to confirm.", clause="WMH-192")
    return _settled(replace(battle, said=Both((theirs, theirs))), tap)


def lost(battle: Battle, tap: Tap) -> Battle:
    """WMH-102: the clock ran out and the table does not save the game, or the other side does not agree that it
    does.
    """
    values.only(tap)
    in_step(battle, BattleStep.CLOCK_OUT)
    _previous_first(battle)
    assert battle.out is not None
    return lost_on_time(battle, battle.out)


def leader_lost(battle: Battle, tap: Tap) -> Battle:
    """WMH-160, WMH-162: whose leaders are all destroyed; both must say the same. Tapping again takes it back."""
    values.only(tap, "value")
    in_step(battle, BattleStep.DEPLOY, BattleStep.PLAY)
    of = word_in(tap, "value", ("0", "1", BOTH_LEADERS))
    _previous_first(battle)
    if tap.side is None:
        fallen: Both[str] = Both((of, of))
    else:
        fallen = battle.fallen.say(tap.side, None if battle.fallen.said[tap.side] == of else of)
    if not fallen.agreed:
        return replace(battle, fallen=fallen)
    battle = replace(battle, fallen=fallen, said=Both())
    if of == BOTH_LEADERS:
        return finish(leaders_fall(leaders_fall(battle, 0), 1), GameEnd.NO_LEADERS, None)
    return finish(leaders_fall(battle, int(of)), GameEnd.ASSASSINATION, 1 - int(of))


def set_control_points(battle: Battle, tap: Tap) -> Battle:
    """Staff correct the score as of the last turn's end; a lead of five also wins then."""
    values.only(tap, "a", "b")
    if tap.side is not None:
        raise Refusal("Only the staff can change control points that were agreed.", clause="WMH-145")
    in_step(battle, BattleStep.PLAY, BattleStep.CLOCK_OUT, BattleStep.LAST_SCORE, BattleStep.ARMY)
    cp = number_in(tap, "a", 0, 999), number_in(tap, "b", 0, 999)
    play = replace(battle.play, cp=battle.by_side(cp))
    battle = replace(battle, play=play, course=(*battle.course[:-1], play.cp) if battle.course else ())
    won = leads_to_win(battle.play.cp)
    if won is not None and battle.step is BattleStep.PLAY:
        return finish(replace(battle, said=Both()), GameEnd.SCENARIO, battle.player(won))
    return battle


def read_elements(battle: Battle, tap: Tap) -> Elements:
    """Only asks for what counts at this turn's end."""
    if not kill_box_counts(battle.scoring):
        raise Refusal("Nothing scores in turn 1. End the turn without a score.", clause="WMH-159")
    scoring, ground = elements_count(battle.scoring), battle.ground
    held = [element.key for element in ground.elements] if scoring else []
    objectives = ["objective0", "objective1"] if scoring and ground.objectives else []
    values.only(tap, *held, *objectives, "kill_box")
    controlled: tuple[set[str], set[str]] = (set(), set())
    for key in held:
        holder = word_in(tap, key, HOLDERS)
        for side in (0, 1):
            if holder in (str(side), BOTH):
                controlled[battle.player(side)].add(key)
    destroyed: tuple[set[str], set[str]] = (set(), set())
    for owner, key in enumerate(objectives):
        if values.yes_no(tap, key):
            destroyed[battle.player(1 - owner)].add(key)
    kill_box = values.yes_no(tap, "kill_box")
    return Elements(
        (frozenset(controlled[0]), frozenset(controlled[1])),
        (frozenset(destroyed[0]), frozenset(destroyed[1])),
        kill_box,
    )


def _settled(battle: Battle, tap: Tap) -> Battle:
    """Both agree on a table: it is scored, and the game continues or is over."""
    said = battle.said.said[0]
    assert said is not None
    if battle.step is BattleStep.CLOCK_OUT and not battle.passed:
        assert battle.out is not None
        own, other = battle.cp_with(said)[battle.out], battle.cp_with(said)[1 - battle.out]
        if clock_out(own_turn=True, cp=(own, other), agreed=True) is ClockOut.LOSS:
            return lost_on_time(battle, battle.out)
        return finish(_scored(battle, said), GameEnd.SCENARIO, battle.out)
    if battle.step is BattleStep.LAST_SCORE and not battle.passed:
        return replace(_scored(battle, said), step=BattleStep.ARMY)
    was_passed, was_last = battle.passed, is_last(battle.scoring)
    battle = replace(_scored(battle, said), play=battle.play.end_turn(said), passed=False)
    won = leads_to_win(battle.play.cp)
    if won is not None:
        return finish(battle, GameEnd.SCENARIO, battle.player(won))
    if was_last:
        return finish(battle, GameEnd.LAST_TURN, None)
    if was_passed:
        return battle
    return _pass(battle, tap)


def _scored(battle: Battle, said: Elements) -> Battle:
    """Applies the score of a table, and what it says about the objectives."""
    play = battle.play.scored(said)
    gone = said.destroyed
    removed = tuple(battle.removed[side] or f"objective{side}" in gone[battle.player(1 - side)] for side in (0, 1))
    return replace(
        battle,
        play=play,
        course=(*battle.course, play.cp),
        table=replace(said, kill_box=False),  # For the player whose turn it was, never for the next.
        said=Both(),
        removed=(removed[0], removed[1]),
    )


def _after_the_clock(battle: Battle, tap: Tap, said: Elements) -> Battle:
    """WMH-101: whoever ran out of time says what the table gives; without a lead of five the game is lost."""
    if side_of(tap) != battle.out:
        raise Refusal("Confirm the table or say that the game is lost on time.", clause="WMH-101")
    assert battle.out is not None
    cp = battle.cp_with(said)
    if clock_out(own_turn=True, cp=(cp[battle.out], cp[1 - battle.out]), agreed=True) is ClockOut.LOSS:
        return lost_on_time(battle, battle.out)
    return replace(battle, said=battle.said.say(battle.out, said))


def _decides(battle: Battle, said: Elements) -> bool:
    """WMH-100: with this score somebody leads by five, so the turn waits until both have confirmed it."""
    return leads_to_win(battle.play.scored(said).cp) is not None


def _pass(battle: Battle, tap: Tap) -> Battle:
    """WMH-094: the other player's turn begins and their clock runs."""
    battle = replace(battle, ending=False, charged=False)
    running = None if battle.stopped is not None else battle.active
    return replace(battle, clock=battle.clock.run(running, tap.now.at))


def _my_turn(battle: Battle, side: int) -> None:
    if side != battle.active:
        raise Refusal(
            "It is {name}’s turn, and only {name} can end it.", clause="WMH-094", name=battle.name(battle.active)
        )
    _previous_first(battle)
    if battle.stopped is not None:
        raise Refusal("The clocks are stopped. Go on when they run again.", clause="WMH-096")


def _previous_first(battle: Battle) -> None:
    if battle.passed:
        turn, player = battle.scoring
        raise Refusal(
            "First agree on the score of {name}’s turn {turn}.",
            clause="WMH-192",
            name=battle.name(battle.player(player)),
            turn=turn,
        )
