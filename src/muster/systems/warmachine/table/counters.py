"""What is counted beside the turns: table markers, the objectives' damage and use, casualties and what armies are."""

from __future__ import annotations

from dataclasses import replace

from muster.game import BadInput, Refusal, Tap, number_in, side_in, step_in, tr, with_side, word_in
from muster.systems.warmachine.table import values
from muster.systems.warmachine.table.army import MOST_COST, MOST_MODELS, PlayersArmy
from muster.systems.warmachine.table.elements import ElementKind, ModelType
from muster.systems.warmachine.table.state import (
    ON_THE_CLOCK,
    Battle,
    BattleStep,
    elements_count,
    in_step,
    side_of,
)

MOST_MARKERS = 2
"""WMH-017: on the table at a time, for each player."""

MOST_BOXES = 99
NOWHERE = "none"
UNKNOWN = "unknown"

COUNTING = (
    BattleStep.DEPLOY,
    BattleStep.PLAY,
    BattleStep.CLOCK_OUT,
    BattleStep.CHECK,
    BattleStep.LAST_SCORE,
    BattleStep.ARMY,
    BattleStep.PRESENCE,
)


def markers(battle: Battle, tap: Tap) -> Battle:
    """Table markers a player has out; a third gets a warning, not a refusal (WMH-017)."""
    values.only(tap, "side", "by")
    in_step(battle, BattleStep.LAY_OUT, *ON_THE_CLOCK)
    side = side_in(tap, "side")
    count = battle.markers[side] + step_in(tap)
    if not 0 <= count <= MOST_MODELS:
        raise Refusal("There is no marker left to take away.", clause="WMH-016")
    return replace(battle, markers=with_side(battle.markers, side, count))


def damage(battle: Battle, tap: Tap) -> Battle:
    """Damage on an objective (WMH-179: none before the second player's second turn)."""
    values.only(tap, "of", "by")
    of, by = side_in(tap, "of"), step_in(tap)
    _objective_in_reach(battle)
    marked = battle.damage[of] + by
    if not 0 <= marked <= (battle.boxes or MOST_BOXES):
        raise Refusal("There is no more damage to mark on this objective.", clause="WMH-177")
    return replace(battle, damage=with_side(battle.damage, of, marked))


def boxes(battle: Battle, tap: Tap) -> Battle:
    """How many damage boxes an objective has, from its card: the book does not say (W-32)."""
    values.only(tap, "boxes")
    in_step(battle, BattleStep.LAY_OUT, *ON_THE_CLOCK)
    return replace(battle, boxes=number_in(tap, "boxes", 1, MOST_BOXES))


def removed(battle: Battle, tap: Tap) -> Battle:
    """An objective is destroyed or removed from play, or it is not after all."""
    values.only(tap, "of", "value")
    of, gone = side_in(tap, "of"), values.yes_no(tap, "value")
    _objective_in_reach(battle)
    if not gone and f"objective{of}" in battle.play.paid[battle.player(1 - of)]:
        raise Refusal("This objective is scored: control points that were scored stay.", clause="WMH-193")
    both = with_side(battle.removed, of, gone)
    return replace(battle, removed=both)


def _objective_in_reach(battle: Battle) -> None:
    in_step(battle, BattleStep.PLAY)
    if not battle.ground.objectives:
        raise Refusal("This scenario is played without objectives.", clause="WMH-028")
    if not elements_count(battle.moment):
        raise Refusal(
            "Objectives cannot be targeted or damaged before the second player’s second turn.", clause="WMH-179"
        )


def use_objective(battle: Battle, tap: Tap) -> Battle:
    """The owner uses the objective in their own turn: once in each, the Treasure Chest once per game (WMH-185)."""
    values.only(tap)
    in_step(battle, BattleStep.PLAY)
    side = side_of(tap)
    card = battle.objective(side)
    if card is None:
        raise Refusal("This scenario is played without objectives.", clause="WMH-028")
    if side != battle.active:
        raise Refusal("An objective helps its owner in the owner’s turn only.", clause=card.clause)
    if battle.destroyed(side):
        raise Refusal("Your objective is destroyed.", clause=card.clause)
    turn, used = battle.moment[0], battle.used[side]
    if card.once and used:
        raise Refusal(
            "{objective} was used in turn {turn}: it helps once a game.",
            clause=card.clause,
            objective=tr(card.name),
            turn=used[0],
        )
    if turn in used:
        raise Refusal("{objective} was used this turn.", clause=card.clause, objective=tr(card.name))
    more = (*used, turn)
    return replace(battle, used=with_side(battle.used, side, more))


def casualty(battle: Battle, tap: Tap) -> Battle:
    """Models lost, one by one; either player may count, because both agree on the total in the end."""
    values.only(tap, "of", "at", "by")
    of, at = _troop(battle, tap)
    army = battle.armies[of].casualty(at, step_in(tap))
    if not army.leaders and not battle.over:
        raise Refusal(
            "{name} would be without a leader, which ends the game: enter it under “Whose leader is destroyed?”.",
            clause="WMH-160",
            name=battle.name(of),
        )
    return _army(battle, of, army)


def returned(battle: Battle, tap: Tap) -> Battle:
    values.only(tap, "of", "at")
    of, at = _troop(battle, tap)
    return _army(battle, of, battle.armies[of].returned(at))


def create(battle: Battle, tap: Tap) -> Battle:
    """Something created in the game joins its creator's army."""
    values.only(tap, "of", "name", "cost", "models")
    in_step(battle, *COUNTING)
    of = side_in(tap, "of")
    cost = number_in(tap, "cost", 0, MOST_COST)
    models = number_in(tap, "models", 1, MOST_MODELS)
    return _army(battle, of, battle.armies[of].create(values.typed(tap, "name"), cost, models))


def look_at(battle: Battle, tap: Tap) -> Battle:
    """A side opens an entry of an army to change it; tapping again closes it."""
    values.only(tap, "of", "at")
    side, at = side_of(tap), _troop(battle, tap)
    opened = None if battle.changing[side] == at else at
    return replace(battle, changing=with_side(battle.changing, side, opened))


def change(battle: Battle, tap: Tap) -> Battle:
    """What the list does not say: what something is, its card's cost and its starting number (WMH-146)."""
    values.only(tap, "of", "at", "type", "cost", "models", "attached", "still")
    of, at = _troop(battle, tap)
    kind = word_in(tap, "type", (UNKNOWN, *ModelType))
    army = battle.armies[of].change(
        at,
        None if kind == UNKNOWN else ModelType(kind),
        number_in(tap, "cost", 0, MOST_COST),
        number_in(tap, "models", 1, MOST_MODELS),
        values.yes_no(tap, "attached"),
    )
    still = values.yes_no(tap, "still")
    army = army.put(at, replace(army.troops[at], still=still))
    changing = battle.changing
    if tap.side is not None:
        changing = (None, changing[1]) if tap.side == 0 else (changing[0], None)
    return _army(replace(battle, changing=changing), of, army)


def put_at(battle: Battle, tap: Tap) -> Battle:
    """Where something could control an element, for the fourth tie-breaker."""
    values.only(tap, "of", "at", "value")
    in_step(battle, BattleStep.PRESENCE)
    of, at = _troop(battle, tap)
    place = word_in(tap, "value", (NOWHERE, *ElementKind))
    if place != NOWHERE and place not in battle.ground.kinds():
        raise BadInput(
            "“{place}” is not an element of {scenario}.",
            clause=battle.ground.clause,
            place=place,
            scenario=battle.scenario,
        )
    kind = None if place == NOWHERE else ElementKind(place)
    return _army(battle, of, battle.armies[of].put_at(at, kind))


def _troop(battle: Battle, tap: Tap) -> tuple[int, int]:
    in_step(battle, *COUNTING)
    of = side_in(tap, "of")
    return of, number_in(tap, "at", 0, len(battle.armies[of].troops) - 1)


def _army(battle: Battle, of: int, army: PlayersArmy) -> Battle:
    return replace(battle, armies=with_side(battle.armies, of, army))
