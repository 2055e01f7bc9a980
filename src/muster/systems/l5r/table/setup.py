"""Setting up a game: who is first player, and the steps of the book in their order (L5R-069 to L5R-077)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from muster.game import Both, Refusal, Tap, mark, number_in, side_in, tr, unknown_tap, with_side, word_in
from muster.systems.l5r.table.clock import past, run
from muster.systems.l5r.table.state import FiveRingsTable

MOST_HONOR = 99


@dataclass(frozen=True, slots=True)
class SetupStep:
    key: str
    label: str
    note: str
    clause: str


STEPS = (
    SetupStep("stronghold", mark("Stronghold and role"), mark("Shown, the first player’s first"), "L5R-070"),
    SetupStep("tokens", mark("Tokens and rings"), mark("The first player lays out the rings"), "L5R-071"),
    SetupStep(
        "decks",
        mark("Decks shuffled"),
        mark("Offered to the opponent to shuffle and cut; dynasty left, conflict right"),
        "L5R-072",
    ),
    SetupStep(
        "provinces", mark("Provinces placed"), mark("One in secret under the stronghold, four face down"), "L5R-073"
    ),
    SetupStep(
        "dynasty",
        mark("Dynasty cards"),
        mark("One on each of the four; set aside any, refill, shuffle them back, offer the deck again"),
        "L5R-074",
    ),
)
"""What both do and then tick. Conflict cards and honor come afterwards, for each side."""

HANDS = SetupStep(
    "hand",
    mark("Four conflict cards"),
    mark("Replace any number, once; shuffle them back and offer the deck again"),
    "L5R-075",
)
HONOR = SetupStep("honor_set", mark("Honor"), mark("As the stronghold says"), "L5R-076")


def due(state: FiveRingsTable) -> SetupStep | None:
    """The next step; None when the set-up is done."""
    if state.ticked < len(STEPS):
        return STEPS[state.ticked]
    if None in (side.replaced for side in state.sides):
        return HANDS
    return HONOR if None in (side.honor for side in state.sides) else None


def set_up(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if tap.key not in SETUP_TAPS:
        raise unknown_tap(tap)
    return SETUP_TAPS[tap.key](state, tap)


def _picked(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-069: a random method picks a player, who decides. A level Judgment depends on it, so it stays."""
    if state.ticked and tap.side is not None:
        raise Refusal("Who decided the first player was recorded. Call a judge if it is wrong.", clause="L5R-069")
    return replace(state, picked=number_in(tap, "value", 0, 1), first=None)


def _first(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if state.ticked and tap.side is not None:
        raise Refusal("Who goes first was recorded. Call a judge if it is wrong.", clause="L5R-069")
    return first_player(state, tap)


def first_player(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    if state.picked is None:
        raise Refusal("First record who was picked at random: that player decides who goes first.", clause="L5R-069")
    return replace(state, first=number_in(tap, "value", 0, 1))


def _wait(step: SetupStep) -> Refusal:
    return Refusal("“{step}” comes first.", clause=step.clause, step=tr(step.label))


def _who_is_first(state: FiveRingsTable) -> int:
    if state.first is None:
        raise Refusal("First record who goes first.", clause="L5R-069")
    return state.first


def _tick(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    _who_is_first(state)
    keys = [step.key for step in STEPS]
    place = keys.index(word_in(tap, "step", keys))
    if place < state.ticked:
        raise Refusal("This step is done.")
    if place > state.ticked:
        raise _wait(STEPS[state.ticked])
    return replace(state, ticked=state.ticked + 1)


def _hand(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-075: in player order, and only once."""
    side, value = side_in(tap), word_in(tap, "value", ("kept", "replaced"))
    if state.ticked < len(STEPS):
        raise _wait(STEPS[state.ticked])
    first = _who_is_first(state)
    if state.sides[side].replaced is not None:
        raise Refusal(
            "{name} has already had the one chance to replace cards.", clause="L5R-075", name=state.names[side]
        )
    if side != first and state.sides[first].replaced is None:
        raise Refusal("{name} is first player and decides first.", clause="L5R-075", name=state.names[first])
    held = replace(state.sides[side], replaced=value == "replaced")
    return replace(state, sides=with_side(state.sides, side, held))


def _honor(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-076. L-21: 0 is an ordinary number."""
    a, b = (number_in(tap, name, 0, MOST_HONOR) for name in ("a", "b"))
    step = due(state)
    if step is not None and step is not HONOR:
        raise _wait(step)
    return replace(state, sides=(replace(state.sides[0], honor=a), replace(state.sides[1], honor=b)))


def _begin(state: FiveRingsTable, tap: Tap) -> FiveRingsTable:
    """L5R-077: once staff have started the round; staff may let a table begin."""
    if (step := due(state)) is not None:
        raise _wait(step)
    _who_is_first(state)
    if state.event and tap.side is not None and run(state, tap.now) is None:
        raise Refusal(
            "The round has not started. Wait for the staff; they can also let this table begin.", clause="L5R-077"
        )
    if past(state, tap.now, state.minutes.end):
        raise Refusal("Time was called: no new dynasty phase begins.", clause="L5R-113")
    return replace(state, started=tap.now.at, round=1, phase=0, plays_on=Both())


SETUP_TAPS = {
    "picked": _picked,
    "first": _first,
    "tick": _tick,
    "hand": _hand,
    "honor_set": _honor,
    "begin": _begin,
}
"""What can be tapped before the game begins."""
