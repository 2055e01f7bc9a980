"""What each tap does to a game of Urban War, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

from muster.game import (
    BadInput,
    Both,
    Ending,
    Handover,
    Raw,
    Refusal,
    Tap,
    Tracker,
    number_in,
    player_of,
    side_in,
    step_in,
    unknown_tap,
    with_side,
    word_in,
)
from muster.systems.urban_war.table.board import board
from muster.systems.urban_war.table.state import (
    End,
    Forces,
    UrbanWarTable,
    WithdrawalCheck,
    begin,
    check_due,
    later,
    pays,
    time_is_up,
)

MOST_MODELS = 1_000
MOST_BONUS = 1_000
STATED = ("time", "objectives", "withdrew_0", "withdrew_1", "wiped_out_0", "wiped_out_1")
"""The players' answers to how the game ended; a side's number follows if it is about one."""


def play(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    if state.over and tap.side is not None:
        raise Refusal("The game is over, and both of you agreed on the numbers. Call a judge if one is wrong.")
    match tap.key:
        case "models":
            return _models(state, tap)
        case "begin":
            return _begin(state, tap)
        case "agree":
            return _agree(state, tap)
    if tap.key not in TAPS:
        raise unknown_tap(tap)
    if not state.turn:
        raise Refusal("The game has not begun. Deploy, then begin it.", clause="UW-63")
    return TAPS[tap.key](state, tap)


def _models(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """U-21: what casualties are counted against; only staff correct the event's own number."""
    if tap.side is not None:
        if state.known:
            raise Refusal(
                "The event knows how many models each force has. Call a judge if a number is wrong.", clause="U-21"
            )
        if state.turn:
            raise Refusal("The game has begun with these models. Call a judge if a number is wrong.", clause="U-21")
    a, b = (number_in(tap, name, 1, MOST_MODELS) for name in ("a", "b"))
    for side, models in enumerate((a, b)):
        if state.forces[side].lost > models:
            raise BadInput(
                "“{models}” is fewer than the {lost} models that {name} has lost.",
                clause="U-21",
                models=models,
                lost=state.forces[side].lost,
                name=state.names[side],
            )
    return _changed(state, tap, (replace(state.forces[0], models=a), replace(state.forces[1], models=b)))


def _begin(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    if state.turn:
        raise Refusal("The game has begun.")
    if None in (force.models for force in state.forces):
        raise Refusal("First enter how many models each side has: casualties are counted against them.", clause="UW-21")
    return replace(state, turn=1, started=tap.now.at)


def _lost(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    side, step = side_in(tap), step_in(tap)
    force = state.forces[side]
    lost = force.lost + step
    if lost > (force.models or 0):
        raise Refusal(
            "{name} began with {models} models, and all of them are lost.",
            clause="U-21",
            name=state.names[side],
            models=force.models,
        )
    if lost < 0:
        raise Refusal("{name} has not lost any models.", clause="U-21", name=state.names[side])
    return _changed(state, tap, with_side(state.forces, side, replace(force, lost=lost)))


def _check(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """U-18: the players roll the dice; the outcome is recorded."""
    side = side_in(tap)
    withdrew = word_in(tap, "value", ("fights_on", "withdraws")) == "withdraws"
    name = state.names[side]
    if not check_due(state, side):
        if state.forces[side].broken:
            raise Refusal("{name} has no withdrawal check to make now.", clause="U-18", name=name)
        raise Refusal("{name} is not at the break point: no withdrawal check is due.", clause="UW-43", name=name)
    force = replace(state.forces[side], checked=state.turn, withdrew=withdrew)
    made = WithdrawalCheck(state.turn, side, withdrew)
    return replace(
        _changed(state, tap, with_side(state.forces, side, force)), checks=(*state.checks, made), asks_end=False
    )


def _turn(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """`turn`: the one that ends, so that two phones saying the same count once."""
    if number_in(tap, "turn", 1, state.turn) != state.turn:
        raise Refusal("Turn {turn} has begun in the meantime.", turn=state.turn)
    if state.end is End.TIME:
        raise Refusal("Time was called: no turn begins any more.", clause="UW-10")
    for side in (0, 1):
        if check_due(state, side):
            raise Refusal("First record the withdrawal check of {name}.", clause="UW-43", name=state.names[side])
    if state.end is not None:
        raise Refusal("The game has ended. Change the losses if it has not.", clause="UW-45")
    return replace(state, turn=state.turn + 1)


def _end(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    if state.end is not None:
        raise Refusal("The game has ended.", clause="UW-45")
    return replace(state, asks_end=True)


def _go_on(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """It was not over after all. What time or a concession ended stays ended; two friends may play on after time."""
    if tap.side is not None and (state.end is End.CONCEDED or (state.end is End.TIME and state.event)):
        raise Refusal("The game has ended. Call a judge if that is wrong.", clause="UW-45")
    forces = (replace(state.forces[0], withdrew=False), replace(state.forces[1], withdrew=False))
    started = None if not state.event and time_is_up(state, tap.now) else state.started
    return replace(state, asks_end=False, stated=None, conceder=None, forces=forces, agreed=Both(), started=started)


def _ended(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """UW-45: the reason is recorded; a force that withdrew or is gone shows it itself."""
    how = word_in(tap, "value", STATED)
    if how == "objectives" and not state.campaign:
        raise Refusal("Only a game of a campaign ends by its objectives.", clause="UW-45")
    if state.stated is End.CONCEDED:
        raise Refusal("The game was conceded. Call a judge if that is wrong.", clause="UW-53")
    _must_go_on(state, tap)
    state = _go_on(state, tap)
    if how in ("time", "objectives"):
        return replace(state, stated=End(how), agreed=Both())
    side = int(how[-1])
    force = state.forces[side]
    if how.startswith("withdrew"):
        force = replace(force, withdrew=True, checked=state.turn)
    else:
        force = replace(force, lost=force.models or 0)
    return _changed(state, tap, with_side(state.forces, side, force))


def _concede(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """UW-53, UW-54. U-30: withdrawing is not conceding. Staff say for whom."""
    side = side_in(tap) if tap.side is None else tap.side
    if state.stated is End.CONCEDED:
        raise Refusal("The game was conceded.", clause="UW-53")
    _must_go_on(state, tap)
    forces = with_side(state.forces, side, replace(state.forces[side], bonus=0))
    return replace(state, stated=End.CONCEDED, conceder=side, asks_end=False, forces=forces, agreed=Both())


def _must_go_on(state: UrbanWarTable, tap: Tap) -> None:
    """What was said a moment after the game had ended changes nothing: not how it ended, and nobody retires for it."""
    if state.end is not None and tap.side is not None:
        raise Refusal("The game has ended.", clause="UW-45")


def _bonus(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    side, step = side_in(tap), step_in(tap)
    if not state.campaign:
        raise Refusal("Bonus points belong to campaign events.", clause="UW-47")
    if side == state.conceder:
        raise Refusal("A player who concedes scores no bonus points.", clause="UW-55")
    bonus = state.forces[side].bonus + step
    if not 0 <= bonus <= MOST_BONUS:
        raise Refusal("Bonus points are between 0 and {most}.", clause="UW-47", most=MOST_BONUS)
    return _changed(state, tap, with_side(state.forces, side, replace(state.forces[side], bonus=bonus)))


def _agree(state: UrbanWarTable, tap: Tap) -> UrbanWarTable:
    """Each side confirms what the game pays both; numbers that changed in the meantime must be checked again."""
    if state.end is None:
        raise Refusal("The game goes on: first say how it ended.", clause="UW-45")
    for side in (0, 1):
        if check_due(state, side):
            raise Refusal("First record the withdrawal check of {name}.", clause="UW-43", name=state.names[side])
    if tap.values.get("points") != [pays(state, 0), pays(state, 1)]:
        raise Refusal("The numbers have changed in the meantime. Check them again.", clause="UW-19")
    if tap.side is None:
        return replace(state, agreed=Both((state.scored, state.scored)))
    return replace(state, agreed=state.agreed.say(player_of(tap), state.scored))


def _changed(state: UrbanWarTable, tap: Tap, forces: Forces) -> UrbanWarTable:
    """The numbers changed: both must agree again, unless staff correct what they agreed on."""
    changed = replace(state, forces=forces)
    if state.over and changed.end is not None:
        return replace(changed, agreed=Both((changed.scored, changed.scored)))
    return replace(changed, agreed=Both())


TAPS = {
    "lost": _lost,
    "check": _check,
    "turn": _turn,
    "end": _end,
    "go_on": _go_on,
    "ended": _ended,
    "concede": _concede,
    "bonus": _bonus,
}
"""What can be tapped once the game has begun."""


def handover(state: UrbanWarTable) -> Handover | None:
    """The fields of the result, side a and side b."""
    if not state.over:
        return None
    a, b = state.forces
    values: dict[str, Raw] = {
        "lost": [a.lost, b.lost],
        "withdrew": [a.withdrew, b.withdrew],
        "bonus": [a.bonus, b.bonus],
    }
    if state.conceder is None:
        return Handover(values)
    return Handover(values, Ending.CONCESSION, state.conceder)


TRACKER = Tracker(
    begin=begin, play=play, later=later, board=board, handover=handover, final=frozenset({"concede", "agree"})
)
