"""Parts that several boards have: models with their counters, the head of a turn, and what is folded away."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    Answers,
    BoardPart,
    Eye,
    Fold,
    Headline,
    ModelRow,
    Notice,
    Now,
    Press,
    RoundTime,
    Stated,
    Stepper,
    Steps,
    TextBox,
    Tone,
    mark,
    tr,
)
from muster.systems.bushido.table.activation import model_name
from muster.systems.bushido.table.boards.voices import handles, may, scenario, told
from muster.systems.bushido.table.state import BushidoGame, WarbandModel
from muster.systems.bushido.table.warbands import MOST_COUNTERS, MOST_KI


def turn_head(game: BushidoGame, eye: Eye) -> tuple[BoardPart, ...]:
    """BSG-15, BSG-16: the turn, its phases, and whether it is the last turn."""
    phases = (tr("Starting"), tr("Main"), tr("End"))
    return (
        Headline(tr("Turn {turn} of {turns}", turn=game.turn, turns=game.turns), clause="BSG-15"),
        Steps(phases, int(game.phase)),
        *last_turn(game, eye),
    )


def folds(game: BushidoGame, eye: Eye, shown: tuple[int, ...] = ()) -> Iterator[BoardPart]:
    """What is rarely needed: models of the sides that are not `shown`, adding a model, the sheet."""
    for side in eye.sides:
        if game.warbands[side].followed and side not in shown:
            title = told(game, eye, side, mark("All your models"), mark("{name}’s models"))
            yield Fold(title, models_of(game, eye, side))
    for side in handles(eye):
        if game.warbands[side].followed:
            text = (TextBox("name", tr("Name, with Ki 2/4")),)
            title = told(game, eye, side, mark("One more model"), mark("One more model of {name}’s"))
            yield Fold(title, (Answers("add model", tr("Add this model"), values={"of": side}, texts=text),))
    yield Fold(tr("Scenario sheet"), (Stated(tr("Scenario"), scenario(game)), sheet_wins()))


def model_row(
    game: BushidoGame, eye: Eye, side: int, place: int, model: WarbandModel, press: Press | None = None
) -> ModelRow:
    """A model with its ki and activation counters; its owner and staff can change them."""
    values = {"of": side, "model": place}
    named = model_name(model, place)
    if model.gone is not None:
        back = Press(tr("Back in play"), "back", values) if may(eye, side) else None
        return ModelRow(named, note=tr("Out of play"), gone=True, press=back)
    steppers = (
        Stepper(tr("{model}: ki", model=named), model.ki, "ki", values, tr("Ki"), 0, MOST_KI, side),
        Stepper(
            tr("{model}: activation counters", model=named),
            model.counters,
            "counter",
            values,
            tr("Counters"),
            0,
            MOST_COUNTERS,
            side,
        ),
    )
    vim = game.revealed and place in game.warbands[side].vims
    if may(eye, side):
        return ModelRow(named, steppers, tr("VIM") if vim else "", press=press)
    seen = mark("VIM. Ki {ki}, counters {counters}") if vim else mark("Ki {ki}, counters {counters}")
    return ModelRow(named, note=tr(seen, ki=model.ki, counters=model.counters))


def models_of(game: BushidoGame, eye: Eye, side: int) -> tuple[ModelRow, ...]:
    """All models of a side, each with a button to take it out of play."""
    rows = []
    for place, model in enumerate(game.warbands[side].models):
        out = Press(tr("Out of play"), "out", {"of": side, "model": place})
        rows.append(model_row(game, eye, side, place, model, out))
    return tuple(rows)


def sheet_wins() -> Notice:
    """BUS-46."""
    return Notice(tr("Where the scenario sheet and the rules differ, the sheet counts."), clause="BUS-46")


def last_turn(game: BushidoGame, eye: Eye) -> tuple[Notice, ...]:
    """BUS-31, B-16, BUS-30: that this turn is the last, and why."""
    found = []
    if game.stopped:
        found.append(Notice(tr("Stop playing. The turn is scored as it is."), Tone.STOPPED, "B-16"))
    elif game.last is not None:
        text = tr(
            "Last turn. Round time is up. Finish turn {turn} and its End Phase, then the game is over.", turn=game.turn
        )
        found.append(Notice(text, Tone.LATE, "BUS-31"))
    bare = game.without_models
    if bare is not None:
        text = told(
            game,
            eye,
            bare,
            mark("You have no models left in play. Finish the turn and its End Phase, then the game is over."),
            mark("{name} has no models left in play. Finish the turn and its End Phase, then the game is over."),
        )
        found.append(Notice(text, Tone.LATE, "BSG-38"))
    return tuple(found)


def round_time(game: BushidoGame, now: Now) -> tuple[RoundTime, ...]:
    """BUS-10: how long until the last turn; then, with a hard stop, how long until that (B-16)."""
    if now.round is None or game.time is None:
        return ()
    late = now.round >= game.time
    to, until = game.time, tr("to the last turn")
    if late:
        until = tr("over time")
        if game.hard_stop is not None:
            to, until = game.hard_stop, tr("to the hard stop")
    return (RoundTime(now.round, now.at, now.runs, to, until, (game.time // 60_000,), late),)
