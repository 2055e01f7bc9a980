"""The Main Phase: who acts, what is declared, the time for it with its penalties, passes, and when nobody can act."""

from __future__ import annotations

from dataclasses import replace

from muster.game import ChessClock, Message, Now, Refusal, Tap, listed, number_in, step_in, tr, with_side, word_in
from muster.systems.bushido.table.state import Acting, Activation, BushidoGame, BushidoPhase, Late, WarbandModel
from muster.systems.bushido.table.taps import only, staff_only
from muster.systems.bushido.table.warbands import MOST_MODELS

NOBODY = -1
"""What a tap sends if no model was named."""

MOST_SECONDS = 600
ACTIONS = ("simple", "complex")
"""BSG-25."""


def start_activations(game: BushidoGame, first: int, now: int) -> BushidoGame:
    """BSG-23. A side that cannot activate anything does not hold up the other (BSG-31)."""
    return _to(game, first, now)


def pass_on(game: BushidoGame, now: int) -> BushidoGame:
    """BSG-30: it is the opponent's turn to act."""
    assert game.active is not None, "nobody is active"
    return _to(game, 1 - game.active, now)


def _to(game: BushidoGame, side: int, now: int) -> BushidoGame:
    """BSG-31: a side that cannot activate is skipped; BSG-32: if neither can, the End Phase begins."""
    able = next((one for one in (side, 1 - side) if game.warbands[one].able), None)
    if able is None:
        return replace(game, phase=BushidoPhase.END, done=0, activation=Activation())
    clock = ChessClock((game.seconds * 1000,) * 2)
    if game.timed:
        clock = clock.run(able, now)
    return replace(game, active=able, activation=Activation(clock=clock))


def settled(game: BushidoGame, now: int) -> BushidoGame:
    """After counters or models changed: if the active side has nothing left to activate, or to lose, the other acts."""
    acting = game.activation
    if game.phase is not BushidoPhase.MAIN or acting.acting not in (Acting.DECLARE, Acting.TAKE) or game.active is None:
        return game
    warband = game.warbands[game.active]
    if acting.acting is Acting.TAKE:
        return _to_take(game, game.active, now)
    if not warband.able:
        return pass_on(game, now)
    if acting.chosen is not None and not warband.models[acting.chosen].able:
        return replace(game, activation=replace(acting, chosen=None))
    return game


def time_is_up(game: BushidoGame, now: Now) -> BushidoGame:
    """BUS-20: what the clock does by itself."""
    acting = game.activation
    out = acting.clock.out_at()
    if out is None or now.at < out:
        return game
    return replace(game, activation=replace(acting, acting=Acting.LATE, clock=acting.clock.run(None, out)))


def choose_model(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-25: the model that will act; it can be changed until the action is named."""
    side = _declaring(game, tap)
    chosen = _able(game, side, number_in(tap, "model", 0, max(len(game.warbands[side].models) - 1, 0)))
    return replace(game, activation=replace(game.activation, chosen=chosen), late=None)


def declare(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-25: model and action are named, which stops the clock (B-22). It costs an activation counter."""
    side = _declaring(game, tap)
    action = word_in(tap, "action", ACTIONS)
    if game.warbands[side].followed:
        if game.activation.chosen is None:
            raise Refusal("Choose the model that acts first.", clause="BSG-25")
        game = _less(game, side, game.activation.chosen)
    return _resolving(game, action, tap.now.at)


def spend_pass(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-26: a pass token in place of an action; then Active Feats for the last time."""
    side = _declaring(game, tap)
    if not game.tokens[side]:
        raise Refusal(
            "{name} has no pass token left and must activate a model: {able}.",
            clause="BSG-27",
            name=game.names[side],
            able=able_models(game, side),
        )
    game = replace(game, tokens=with_side(game.tokens, side, game.tokens[side] - 1))
    return _resolving(replace(game, activation=replace(game.activation, chosen=None)), "pass", tap.now.at)


def nothing_left(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-31: a side whose models are not tracked here says so itself; BSG-27 for the others."""
    side = _declaring(game, tap)
    warband = game.warbands[side]
    if warband.followed:
        raise Refusal(
            "These models have activation counters: {able}. Activate one, or spend a pass token.",
            clause="BSG-27",
            able=able_models(game, side),
        )
    return pass_on(game.with_warband(side, replace(warband, spent=True)), tap.now.at)


def resolved(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-28 and BSG-29 are done; the opponent is next (BSG-30)."""
    side = _active(game, tap)
    if game.activation.acting is not Acting.RESOLVE:
        raise Refusal("{name} has not named a model and an action yet.", clause="BSG-25", name=game.names[side])
    return pass_on(game, tap.now.at)


def late_answer(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BUS-21: a model that was named without an action loses a counter. BUS-22: without one the opponent takes it."""
    side = _active(game, tap, own=game.activation.chosen is None)
    if game.activation.acting is not Acting.LATE:
        raise Refusal("The time to declare is not up.", clause="BUS-20")
    model = number_in(tap, "value", NOBODY, MOST_MODELS)
    if game.activation.chosen is not None:
        model = game.activation.chosen
    if model == NOBODY:
        return _to_take(game, side, tap.now.at)
    game = replace(game, late=Late(side))
    if game.warbands[side].followed and not has_nothing_to_lose(game):
        game = replace(_less(game, side, _able(game, side, model)), late=Late(side, model))
    return pass_on(game, tap.now.at)


def has_nothing_to_lose(game: BushidoGame) -> bool:
    """B-21: whether the model that was named without an action has lost its last counter since, or left play."""
    side, chosen = game.active, game.activation.chosen
    return side is not None and chosen is not None and not game.warbands[side].models[chosen].able


def _to_take(game: BushidoGame, side: int, now: int) -> BushidoGame:
    """B-21: from a model that has one; if none has, nothing happens."""
    if not game.warbands[side].able:
        return pass_on(replace(game, late=Late(side, named=False)), now)
    return replace(game, activation=replace(game.activation, acting=Acting.TAKE))


def take_counter(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BUS-22: the opponent removes a counter from one of the slow player's models, then acts (BUS-23)."""
    _main(game)
    slow = game.active
    assert slow is not None, "nobody is active"
    if game.activation.acting is not Acting.TAKE:
        raise Refusal("There is no counter to take off.", clause="BUS-22")
    only(game, tap, 1 - slow, "BUS-22")
    game = replace(game, late=Late(slow, named=False))
    if game.warbands[slow].followed:
        model = _able(game, slow, number_in(tap, "value", 0, len(game.warbands[slow].models) - 1))
        game = replace(_less(game, slow, model), late=Late(slow, model, named=False))
    return pass_on(game, tap.now.at)


def stop_clock(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BUS-24: only a judge. Two people who play without an event have none."""
    _judge(game, tap)
    if game.activation.clock.running is None:
        raise Refusal("The clock to declare does not run now.", clause="BUS-24")
    return _clock(game, game.activation.clock.run(None, tap.now.at), stopped=True)


def resume_clock(game: BushidoGame, tap: Tap) -> BushidoGame:
    _judge(game, tap)
    if not game.activation.stopped:
        raise Refusal("The clock was not stopped.", clause="BUS-24")
    return _clock(game, game.activation.clock.run(game.active, tap.now.at), stopped=False)


def set_clock(game: BushidoGame, tap: Tap) -> BushidoGame:
    """A judge gives the active side this many seconds to declare, even after time was up."""
    staff_only(tap, "BUS-24")
    side = _active(game, tap)
    seconds = number_in(tap, "seconds", 1, MOST_SECONDS)
    if game.activation.acting is Acting.RESOLVE:
        raise Refusal("The action is named: no clock runs now.", clause="BUS-20")
    stopped = game.activation.stopped
    clock = ChessClock((seconds * 1000,) * 2).run(None if stopped else side, tap.now.at)
    return replace(game, activation=replace(game.activation, acting=Acting.DECLARE, clock=clock))


def set_active(game: BushidoGame, tap: Tap) -> BushidoGame:
    """A judge corrects whose turn it is to act."""
    staff_only(tap)
    _main(game)
    return _to(game, number_in(tap, "value", 0, 1), tap.now.at)


def correct_tokens(game: BushidoGame, tap: Tap) -> BushidoGame:
    staff_only(tap)
    _main(game)
    side = number_in(tap, "of", 0, 1)
    left = game.tokens[side] + step_in(tap)
    return replace(game, tokens=with_side(game.tokens, side, min(max(left, 0), MOST_MODELS)))


def able_models(game: BushidoGame, side: int) -> Message:
    """Those that can be activated, by name."""
    warband = game.warbands[side]
    names = [model_name(model, place) for place, model in enumerate(warband.models) if model.able]
    if not warband.followed or not names:
        return tr("any of theirs")
    return listed(names, 5)


def model_name(model: WarbandModel, place: int) -> Message:
    """As the list calls it; without a name by its number."""
    return listed([model.name]) if model.name else tr("Model {number}", number=place + 1)


def _main(game: BushidoGame) -> None:
    if game.phase is not BushidoPhase.MAIN:
        raise Refusal("Models are activated in the Main Phase.", clause="BSG-23")


def _active(game: BushidoGame, tap: Tap, *, own: bool = True) -> int:
    _main(game)
    assert game.active is not None, "nobody is active"
    if own and tap.side not in (None, game.active):
        raise Refusal("It is {name}’s turn to act.", clause="BSG-30", name=game.names[game.active])
    return game.active


def _declaring(game: BushidoGame, tap: Tap) -> int:
    side = _active(game, tap)
    acting = game.activation
    if acting.stopped:
        raise Refusal("A judge has stopped the clock. It continues when the answer is known.", clause="BUS-24")
    if acting.acting is Acting.RESOLVE:
        raise Refusal("An action is being resolved. Finish it first.", clause="BSG-28")
    if acting.acting is not Acting.DECLARE:
        raise Refusal("The time to declare is up.", clause="BUS-20")
    return side


def _able(game: BushidoGame, side: int, place: int) -> int:
    """A model with a counter to use or to lose."""
    warband = game.warbands[side]
    if not warband.followed:
        raise Refusal("The models of {name} are not followed here.", name=game.names[side])
    if place >= len(warband.models) or not warband.models[place].able:
        raise Refusal(
            "This model has no activation counter. Those that have: {able}.",
            clause="BSG-27",
            able=able_models(game, side),
        )
    return place


def _less(game: BushidoGame, side: int, place: int) -> BushidoGame:
    model = game.warbands[side].models[place]
    return game.with_warband(
        side, game.warbands[side].with_model(place, replace(model, counters=max(model.counters - 1, 0)))
    )


def _resolving(game: BushidoGame, action: str, now: int) -> BushidoGame:
    acting = game.activation
    resolving = replace(acting, acting=Acting.RESOLVE, action=action, clock=acting.clock.run(None, now))
    return replace(game, activation=resolving, late=None)


def _judge(game: BushidoGame, tap: Tap) -> None:
    if game.event:
        staff_only(tap, "BUS-24")


def _clock(game: BushidoGame, clock: ChessClock, *, stopped: bool) -> BushidoGame:
    return replace(game, activation=replace(game.activation, clock=clock, stopped=stopped))
