"""The Starting Phase and the End Phase of a turn, up to the scoring: steps that are ticked in the book's order."""

from __future__ import annotations

from dataclasses import replace

from muster.game import BadInput, Message, Refusal, Tap, mark, side_in, step_in, tr, with_side, word_in
from muster.systems.bushido.table.activation import start_activations
from muster.systems.bushido.table.state import (
    END_STEPS,
    STARTING_STEPS,
    Activation,
    BushidoGame,
    BushidoPhase,
    TurnPoints,
)
from muster.systems.bushido.table.taps import of_own
from muster.systems.bushido.table.warbands import MOST_MODELS, gain_counters, gain_ki

MOST_TURNS = 20

PHASES = {
    BushidoPhase.STARTING: mark("Starting Phase"),
    BushidoPhase.MAIN: mark("Main Phase"),
    BushidoPhase.END: mark("End Phase"),
}

STARTING = {
    "variable": (mark("Variable turns"), "BSG-17"),
    "ki": (mark("Ki"), "BSG-18"),
    "counters": (mark("Activation counters"), "BSG-19"),
    "test": (mark("Tactical Test"), "BSG-20"),
    "effects": (mark("Starting Phase effects"), "BSG-21"),
    "tokens": (mark("Pass tokens"), "BSG-22"),
}

ENDING = {
    "effects": (mark("End Phase effects"), "BSG-33"),
    "states": (mark("Fire, Bleeding, Poison"), "BSG-34"),
    "lapse": (mark("Effects that end now"), "BSG-35"),
    "score": (mark("Scoring"), "BSG-36"),
}


def pass_tokens(models_a: int, models_b: int) -> tuple[int, int]:
    """BSG-22: the smaller warband has the difference. Models killed or removed are not counted (B-23)."""
    for models in (models_a, models_b):
        if models < 0:
            raise BadInput("Models: “{models}” should be 0 or more.", clause="BSG-22", models=models)
    return max(models_b - models_a, 0), max(models_a - models_b, 0)


def begin_turn(game: BushidoGame, turn: int) -> BushidoGame:
    """BSG-16. Remaining pass tokens are discarded (BSG-39)."""
    return replace(
        game,
        turn=turn,
        phase=BushidoPhase.STARTING,
        done=0,
        active=None,
        more=(0, 0),
        tokens=(0, 0),
        warbands=(replace(game.warbands[0], spent=False), replace(game.warbands[1], spent=False)),
        activation=Activation(),
        late=None,
        points=TurnPoints(),
    )


def starting_step(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Ticks a step of the Starting Phase."""
    step = word_in(tap, "step", ("variable", "ki", "counters", "effects"))
    _starting(game, step)
    if step == "ki":
        game = gain_ki(game)
    elif step == "counters":
        game = gain_counters(game)
    return replace(game, done=game.done + 1)


def change_turns(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-17: a roll may make the game longer or shorter; afterwards only staff can change it, or two friends."""
    if tap.side is not None and game.event:
        _starting(game, "variable")
    elif not game.turn:
        raise Refusal("The number of turns is entered with the scenario.", clause="BSG-15")
    return replace(game, turns=min(max(game.turns + step_in(tap), game.turn), MOST_TURNS))


def tactical_test(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-20: it may be entered again until the phase's effects are resolved."""
    if game.done != STARTING_STEPS.index("effects"):
        _starting(game, "test")
    return replace(game, active=side_in(tap, "value"), done=STARTING_STEPS.index("effects"))


def count_models(game: BushidoGame, tap: Tap) -> BushidoGame:
    """B-23: the warband's models that are not killed or removed, as the players count them."""
    whose, by = of_own(game, tap), step_in(tap)
    if tap.side is not None:
        in_phase(game, BushidoPhase.STARTING, "BSG-22")
    elif not game.turn:
        raise Refusal("Models are counted in the Starting Phase of each turn.", clause="BSG-22")
    if not 0 <= game.counted(whose) + by <= MOST_MODELS:
        raise Refusal("A warband has 0 to {most} models.", clause="BSG-22", most=MOST_MODELS)
    warband = game.warbands[whose]
    if not warband.followed:
        return game.with_warband(whose, replace(warband, count=warband.count + by))
    return replace(game, more=with_side(game.more, whose, game.more[whose] + by))


def start_main_phase(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-22, then BSG-23: whoever won the test acts first."""
    _starting(game, "tokens")
    tokens = pass_tokens(game.counted(0), game.counted(1))
    first = game.active
    assert first is not None, "nobody won the test"
    return start_activations(replace(game, tokens=tokens, phase=BushidoPhase.MAIN), first, tap.now.at)


def end_step(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Ticks a step of the End Phase before the scoring."""
    step = word_in(tap, "step", END_STEPS[:-1])
    in_phase(game, BushidoPhase.END, ENDING[step][1])
    _next_is(game, END_STEPS, step, tr(ENDING[END_STEPS[game.done]][0]), ENDING[step][1])
    return replace(game, done=game.done + 1)


def in_phase(game: BushidoGame, phase: BushidoPhase, clause: str) -> None:
    """BSG-16: the phases come in order."""
    if not game.turn:
        raise Refusal("Turn 1 has not begun: finish the set-up first.", clause="BSG-01")
    if game.phase is not phase:
        raise Refusal(
            "This belongs to the {phase}; turn {turn} is in its {current}.",
            clause=clause,
            phase=tr(PHASES[phase]),
            turn=game.turn,
            current=tr(PHASES[game.phase]),
        )


def _starting(game: BushidoGame, step: str) -> None:
    in_phase(game, BushidoPhase.STARTING, STARTING[step][1])
    _next_is(game, STARTING_STEPS, step, tr(STARTING[STARTING_STEPS[game.done]][0]), STARTING[step][1])


def _next_is(game: BushidoGame, steps: tuple[str, ...], step: str, due: Message, clause: str) -> None:
    place = steps.index(step)
    if place > game.done:
        raise Refusal("Another step of this phase comes first: {step}.", clause=clause, step=due)
    if place < game.done:
        raise Refusal("This step of the phase is done. The next one is: {step}.", clause=clause, step=due)
