"""How a game ends: the last control points, army points and presence that both agree on, the verdict, the result."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Both, Ending, Handover, Raw, Refusal, Tap, number_in, with_side
from muster.systems.warmachine.armies.points import of_leaders
from muster.systems.warmachine.forms import TIE
from muster.systems.warmachine.table import values
from muster.systems.warmachine.table.army import PlayersArmy
from muster.systems.warmachine.table.control_points import (
    By,
    FinalTable,
    Pair,
    TableVerdict,
    after_last_turn,
    tie_break,
)
from muster.systems.warmachine.table.elements import ModelType
from muster.systems.warmachine.table.state import (
    Battle,
    BattleStep,
    GameEnd,
    in_step,
    kill_box_counts,
    side_of,
)

MOST_POINTS = 9999

BY_TIE_BREAKERS = (GameEnd.LAST_TURN, GameEnd.NO_LEADERS)
"""Endings in which nobody has won yet."""


def finish(battle: Battle, end: GameEnd, winner: int | None) -> Battle:
    """The game is over.

    After an assassination, or what counts as one, control points are scored again (WMH-161) if a turn ending now would
    score anything (W-22).
    """
    now = battle.clock.since
    battle = replace(battle, end=end, winner=winner, clock=battle.clock.run(None, now), stopped=None)
    return replace(battle, step=settles(battle, end))


def settles(battle: Battle, end: GameEnd) -> BattleStep:
    """What the players settle first after a game that ended like this."""
    last = end in (GameEnd.ASSASSINATION, GameEnd.CLOCK) and kill_box_counts(battle.moment)
    return BattleStep.LAST_SCORE if last else BattleStep.ARMY


def lost_on_time(battle: Battle, loser: int) -> Battle:
    """WMH-102: the leader of the player whose clock ran out is destroyed, as by an assassination (W-25)."""
    if not battle.passed:
        battle = replace(battle, said=Both())
    return finish(leaders_fall(battle, loser), GameEnd.CLOCK, 1 - loser)


def leaders_fall(battle: Battle, side: int) -> Battle:
    """All leaders of a side are destroyed, and count in its army points (WMH-169)."""
    return _leaders(battle, side, fallen=True)


def leaders_stand(battle: Battle, side: int) -> Battle:
    """They are not destroyed after all."""
    return _leaders(battle, side, fallen=False)


def _leaders(battle: Battle, side: int, *, fallen: bool) -> Battle:
    troops = tuple(
        replace(troop, lost=troop.models if fallen else 0) if troop.type is ModelType.LEADER else troop
        for troop in battle.armies[side].troops
    )
    return replace(battle, armies=with_side(battle.armies, side, PlayersArmy(troops)))


def points_lost(battle: Battle) -> Pair:
    return battle.armies[0].points_lost(), battle.armies[1].points_lost()


def presence(battle: Battle) -> Pair:
    return battle.armies[0].presence(), battle.armies[1].presence()


def agree_army(battle: Battle, tap: Tap) -> Battle:
    """The army points each side has lost, as one side counts them; staff decide for both."""
    values.only(tap, "a", "b")
    in_step(battle, BattleStep.ARMY)
    counted = number_in(tap, "a", 0, MOST_POINTS), number_in(tap, "b", 0, MOST_POINTS)
    if battle.end is GameEnd.CLOCK and battle.out is not None and counted[battle.out] < of_leaders(1):
        raise Refusal(
            "{name}’s leader is destroyed, which is {points} army points at least.",
            clause="WMH-102",
            name=battle.name(battle.out),
            points=of_leaders(1),
        )
    lost = Both((counted, counted)) if tap.side is None else battle.lost.say(tap.side, counted)
    battle = replace(battle, lost=lost)
    return _judged(battle) if lost.agreed else battle


def agree_presence(battle: Battle, tap: Tap) -> Battle:
    values.only(tap, "a", "b")
    in_step(battle, BattleStep.PRESENCE)
    counted = number_in(tap, "a", 0, MOST_POINTS), number_in(tap, "b", 0, MOST_POINTS)
    present = Both((counted, counted)) if tap.side is None else battle.present.say(tap.side, counted)
    battle = replace(battle, present=present)
    return _judged(battle) if present.agreed else battle


def _judged(battle: Battle) -> Battle:
    """Once army points are agreed, the tie-breakers go as far as they must; presence is only asked for then."""
    if battle.end not in BY_TIE_BREAKERS:
        return replace(battle, step=BattleStep.DONE)
    final = FinalTable(
        battle.by_side((battle.armies[0].leaders, battle.armies[1].leaders)),
        battle.play.cp,
        battle.by_side(_agreed(battle.lost)),
        battle.by_side(_agreed(battle.present)),
    )
    verdict = after_last_turn(final) if battle.end is GameEnd.LAST_TURN else tie_break(final)
    if verdict.by is By.NOTHING and not battle.present.agreed:
        return replace(battle, step=BattleStep.PRESENCE)
    winner = None if verdict.winner is None else battle.player(verdict.winner)
    return replace(battle, step=BattleStep.DONE, verdict=verdict, winner=winner)


def _agreed(both: Both[Pair]) -> Pair:
    """What both say; 0 as long as nobody was asked."""
    return both.said[0] or (0, 0)


def concede(battle: Battle, tap: Tap) -> Battle:
    """WMH-063: at any time, for oneself, and for good."""
    values.only(tap)
    side = side_of(tap)
    if battle.over:
        raise Refusal("The game is over, so there is nothing to concede.", clause="WMH-063")
    if battle.step in (BattleStep.SCENARIO, BattleStep.LIST):
        raise Refusal("First choose the lists: a concession is counted by them.", clause="WMH-063")
    return replace(finish(battle, GameEnd.CONCESSION, 1 - side), step=BattleStep.DONE)


HOW = {
    GameEnd.ASSASSINATION: "assassination",
    GameEnd.SCENARIO: "scenario",
    GameEnd.CLOCK: "clock",
}


def how(battle: Battle) -> str | None:
    """How the game was won, in the words of the result form."""
    if battle.winner is None or battle.end is None:
        return None
    verdict: TableVerdict | None = battle.verdict
    if verdict is not None:
        return "scenario" if verdict.by is By.SCENARIO else "tiebreak"
    return HOW.get(battle.end)


def handover(battle: Battle) -> Handover | None:
    if battle.step is not BattleStep.DONE:
        return None
    lost = _agreed(battle.lost) if battle.lost.agreed else points_lost(battle)
    entered: dict[str, Raw] = {
        "cp": list(battle.cp),
        "apd": [lost[1], lost[0]],
        "list_points": [list_total(battle, 0), list_total(battle, 1)],
        "list": [_title(battle, 0), _title(battle, 1)],
    }
    if battle.end is GameEnd.CONCESSION and battle.winner is not None:
        return Handover(entered, Ending.CONCESSION, 1 - battle.winner)
    winner: Raw = TIE if battle.winner is None else "ab"[battle.winner]
    return Handover({"winner": winner, "how": how(battle), **entered})


def list_total(battle: Battle, side: int) -> int | None:
    """What was paid for the list; None if the list does not say. A leader has no cost."""
    chosen = battle.lists.said[side]
    items = chosen.items if chosen is not None else ()
    costs = [item.cost for item in items if item.cost is not None]
    return sum(costs) if costs else None


def _title(battle: Battle, side: int) -> str | None:
    chosen = battle.lists.said[side]
    return chosen.title if chosen is not None else None
