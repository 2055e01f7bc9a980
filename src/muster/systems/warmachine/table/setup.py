"""Before the clocks: scenario, secret lists, starting roll and edges, secret objectives, laying out (W-53)."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Both, ChessClock, ForceList, Refusal, TableSetup, Tap, number_in, side_in, word_in
from muster.systems.warmachine.table import values
from muster.systems.warmachine.table.army import PlayersArmy, fielded
from muster.systems.warmachine.table.deathclock import both_clocks
from muster.systems.warmachine.table.elements import GROUNDS, OBJECTIVES
from muster.systems.warmachine.table.state import (
    DEPLOYMENTS,
    MINUTE,
    Battle,
    BattleStep,
    Start,
    in_step,
    side_of,
)

EDGES = ("A", "B")


def begin(setup: TableSetup) -> Battle:
    """An only list, or a choice already revealed, leaves nothing to choose."""
    time = setup.settings.number("minutes") * MINUTE
    lists: Both[ForceList] = Both()
    for side in (0, 1):
        known = setup.lists[side]
        if len(known) == 1:
            lists = lists.say(side, known[0])
        elif not known and setup.event:
            lists = lists.say(side, ForceList(""))
    scenario = setup.scenario if setup.scenario in GROUNDS else ""
    none: tuple[PlayersArmy, PlayersArmy] = (fielded(()), fielded(()))
    battle = Battle(
        setup=setup,
        step=BattleStep.SCENARIO,
        clock=ChessClock((time, time)),
        armies=none,
        scenario=scenario,
        lists=lists,
    )
    return _next(battle)


def _next(battle: Battle) -> Battle:
    """On to the first step of the set-up that is still open."""
    if not battle.scenario:
        return battle
    one, other = battle.lists.said
    if one is None or other is None:
        return replace(battle, step=BattleStep.LIST)
    battle = replace(battle, step=BattleStep.START, armies=(fielded(one.items), fielded(other.items)))
    if not battle.start.agreed:
        return battle
    if battle.ground.objectives and not battle.objectives.complete:
        return replace(battle, step=BattleStep.OBJECTIVE)
    return replace(battle, step=BattleStep.LAY_OUT)


def choose_scenario(battle: Battle, tap: Tap) -> Battle:
    values.only(tap, "value")
    in_step(battle, BattleStep.SCENARIO)
    return _next(replace(battle, scenario=word_in(tap, "value", tuple(GROUNDS))))


def choose_list(battle: Battle, tap: Tap) -> Battle:
    """WMH-080: in secret, and for good; revealed when both have chosen. A casual player types its name."""
    values.only(tap, "value", "title")
    in_step(battle, BattleStep.LIST)
    side = side_of(tap)
    if battle.lists.said[side] is not None:
        raise Refusal("You have chosen your list: it cannot be changed any more.", clause="WMH-080")
    known = battle.setup.lists[side]
    chosen = known[number_in(tap, "value", 1, len(known)) - 1] if known else ForceList(values.typed(tap, "title"))
    return _next(replace(battle, lists=battle.lists.say(side, chosen)))


def agree_start(battle: Battle, tap: Tap) -> Battle:
    """Who won the starting roll, who is first player and who has which edge; both must say the same."""
    values.only(tap, "winner", "first", "edge")
    in_step(battle, BattleStep.START)
    winner, first = side_in(tap, "winner"), side_in(tap, "first")
    said = Start(winner, first, word_in(tap, "edge", EDGES))
    start = Both((said, said)) if tap.side is None else battle.start.say(tap.side, said)
    return _next(replace(battle, start=start))


def choose_objective(battle: Battle, tap: Tap) -> Battle:
    """WMH-028, WMH-029: in secret, after the roll and the choice of sides; both are revealed together."""
    values.only(tap, "value")
    if battle.step is BattleStep.LAY_OUT and not battle.ground.objectives:
        raise Refusal("{scenario} is played without objectives.", clause="WMH-028", scenario=battle.scenario)
    side = side_of(tap)
    if battle.objectives.said[side] is not None:
        raise Refusal("You have chosen your objective: it cannot be changed any more.", clause="WMH-029")
    if battle.step in (BattleStep.SCENARIO, BattleStep.LIST, BattleStep.START):
        raise Refusal("Objectives come after the lists, the starting roll and the choice of sides.", clause="WMH-029")
    in_step(battle, BattleStep.OBJECTIVE)
    key = word_in(tap, "value", tuple(OBJECTIVES))
    return _next(replace(battle, objectives=battle.objectives.say(side, key)))


def start_clocks(battle: Battle, tap: Tap) -> Battle:
    """WMH-093: at the organiser's signal the first player's clock starts, and deployment with it.

    The signal is the round's clock; staff may also start one table on its own, which then has its own end (W-15).
    """
    values.only(tap)
    in_step(battle, BattleStep.LAY_OUT)
    if tap.side is not None and battle.setup.event:
        if tap.now.round is None:
            raise Refusal("Wait: the organiser starts the clocks of all tables.", clause="WMH-093")
        if tap.side != battle.first:
            raise Refusal("The first player starts the clock and deploys.", clause="WMH-093")
    own = tap.now.at if tap.side is None else None
    clock = battle.clock.run(battle.first, tap.now.at)
    return replace(battle, step=BattleStep.DEPLOY, clock=clock, own_start=own)


def deployed(battle: Battle, tap: Tap) -> Battle:
    """WMH-093: first player, second player, then both again for advance deployment; four taps, and turn 1 begins."""
    values.only(tap)
    in_step(battle, BattleStep.DEPLOY)
    if side_of(tap) != battle.active:
        raise Refusal(
            "It is {name} who deploys now; only {name} can pass the clock.",
            clause="WMH-093",
            name=battle.name(battle.active),
        )
    if battle.stopped is not None:
        raise Refusal("The clocks are stopped. Go on when they run again.", clause="WMH-096")
    battle = replace(battle, deployed=battle.deployed + 1)
    if battle.deployed == DEPLOYMENTS:
        # WMH-018: the markers of deployment are gone before turn 1.
        battle = replace(battle, step=BattleStep.PLAY, markers=(0, 0))
    return replace(battle, clock=battle.clock.run(battle.active, tap.now.at), charged=False)


def expected_end(battle: Battle) -> int:
    """WMH-095: how long after its start a round ends, in milliseconds, including stops of the clocks (W-16)."""
    return both_clocks(battle.minutes) * MINUTE + battle.paused
