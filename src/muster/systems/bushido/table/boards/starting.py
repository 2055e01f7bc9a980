"""What phones show of a Starting Phase: steps to tick, the Tactical Test, and the models for the pass tokens."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    Board,
    BoardPart,
    Emphasis,
    Eye,
    Notice,
    Now,
    Press,
    Stated,
    Stepper,
    Switch,
    Text,
    Tick,
    Way,
    listed,
    mark,
    plural,
    tr,
)
from muster.systems.bushido.table.activation import model_name
from muster.systems.bushido.table.boards.parts import folds, round_time, turn_head
from muster.systems.bushido.table.boards.voices import handles, may, scenario, told, typed, who
from muster.systems.bushido.table.state import STARTING_STEPS, BushidoGame
from muster.systems.bushido.table.turn import MOST_TURNS, STARTING, pass_tokens
from muster.systems.bushido.table.warbands import COUNTERS, MOST_MODELS


def starting_board(game: BushidoGame, eye: Eye, now: Now) -> Board:
    parts: list[BoardPart] = list(turn_head(game, eye))
    for place, step in enumerate(STARTING_STEPS):
        if step == "test":
            parts.append(_test(game, eye))
        elif step != "tokens":
            label, clause = STARTING[step]
            due = place == game.done and may(eye)
            key = "starting" if due else ""
            note = _starting_note(game, eye, step)
            parts.append(Tick(tr(label), place < game.done, key, {"step": step} if due else {}, note, clause))
        if step == "variable" and may(eye) and (game.done == 0 or eye.staff):
            turns = tr("Turns in this game")
            parts.append(Stepper(turns, game.turns, "turns", note=tr("As rolled"), least=game.turn, most=MOST_TURNS))
    parts += _tokens(game, eye)
    parts += (*round_time(game, now), *folds(game, eye))
    ready = game.done == len(STARTING_STEPS) - 1 and may(eye)
    start = Press(tr("Start the Main Phase"), "main", emphasis=Emphasis.MAIN, runs=game.active if game.timed else None)
    return Board(tuple(parts), (start,) if ready else (), scenario(game))


def _test(game: BushidoGame, eye: Eye) -> BoardPart:
    place = STARTING_STEPS.index("test")
    if may(eye) and game.done in (place, place + 1):
        ways = tuple(Way(side, who(game, eye, side)) for side in eye.sides)
        return Switch(tr("Who won the Tactical Test?"), "test", ways, game.active, clause="BSG-20")
    label, clause = STARTING["test"]
    return Tick(tr(label), game.done > place, note=_active_note(game, eye), clause=clause)


def _active_note(game: BushidoGame, eye: Eye) -> Text:
    if game.active is None:
        return ""
    return told(game, eye, game.active, mark("You are the Active Player"), mark("{name} is the Active Player"))


def _starting_note(game: BushidoGame, eye: Eye, step: str) -> Text:
    if step == "variable":
        return tr("Roll if the scenario has them")
    if step == "counters":
        return tr("{counters} for every model", counters=COUNTERS)
    if step == "ki":
        gains = [
            tr("+{ki} {model}", ki=model.ki_stat, model=model_name(model, place))
            for side in handles(eye)
            if game.warbands[side].followed
            for place, model in enumerate(game.warbands[side].models)
            if model.gone is None and model.ki_stat
        ]
        return listed(gains) if gains else tr("The first number of each model’s Ki")
    if game.active is None:
        return tr("The Active Player’s first")
    return told(game, eye, game.active, mark("Yours first, then {other}’s"), mark("{name}’s first, then {other}’s"))


def _tokens(game: BushidoGame, eye: Eye) -> Iterator[BoardPart]:
    """BSG-22 B-23: how many models each side has, and what follows from that."""
    for side in eye.sides:
        count = game.counted(side)
        label = told(game, eye, side, mark("Your models"), mark("{name}’s models"))
        if may(eye, side):
            yield Stepper(label, count, "models", {"of": side}, least=0, most=MOST_MODELS, side=side)
        else:
            yield Stated(label, typed(count), side, tr("Models"))
    tokens = pass_tokens(game.counted(0), game.counted(1))
    if tokens == (0, 0):
        yield Notice(tr("Both have the same number of models, so there are no pass tokens."), clause="BSG-22")
        return
    side = 0 if tokens[0] else 1
    n = tokens[side]
    if eye.side == side:
        yield Notice(plural(n, "You get {n} pass token.", "You get {n} pass tokens."), clause="BSG-22")
    else:
        name = game.names[side]
        got = plural(n, "{name} gets {n} pass token.", "{name} gets {n} pass tokens.", name=name)
        yield Notice(got, clause="BSG-22")
