"""The warbands at the table: which models there are, their ki and activation counters, and which are out of play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from muster.game import ForceList, Item, Refusal, Tap, number_in, step_in, word_in
from muster.systems.bushido.table.state import BushidoGame, BushidoStep, Warband, WarbandModel
from muster.systems.bushido.table.taps import name, of_own

MOST_MODELS = 60
MOST_KI, MOST_COUNTERS = 99, 9
COUNTERS = 2
"""BSG-19."""

_KI = re.compile(r"[\s,;(\[]*\bki\b\W*(\d{1,2})(?:\s*/\s*\d{1,2})?[)\]]?", re.IGNORECASE)


def first_of_ki(text: str) -> tuple[str, int | None]:
    """BSG-18: a text without its Ki statistic, and its first number: “Aiko, Ki 2/4” is Aiko with 2."""
    found = _KI.search(text)
    if found is None:
        return text, None
    return (text[: found.start()] + text[found.end() :]).strip(" ,;-"), int(found[1])


def from_list(chosen: ForceList) -> Warband:
    """What is attached to a model, such as an enhancement, is not a model."""
    models = tuple(_models(item for item in chosen.items if item.under is None))[:MOST_MODELS]
    return Warband(chosen.title, models, followed=bool(models), count=len(models))


def _models(items: Iterable[Item]) -> Iterator[WarbandModel]:
    for item in items:
        plain, ki = first_of_ki(item.name)
        if ki is None:
            ki = first_of_ki(item.note)[1]
        for copy in range(1, min(item.count, MOST_MODELS) + 1):
            yield WarbandModel(plain if item.count == 1 else f"{plain} {copy}", ki)


def choose_list(game: BushidoGame, tap: Tap) -> BushidoGame:
    side = of_own(game, tap)
    must_be_building(game, side)
    lists = game.lists[side]
    if not lists:
        raise Refusal("There are no lists to choose from. Enter how many models there are.", clause="BSG-02")
    return game.with_warband(side, from_list(lists[number_in(tap, "value", 0, len(lists) - 1)]))


def enter_count(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Models without a list: this many, called by numbers until somebody names them."""
    side = of_own(game, tap)
    must_be_building(game, side)
    count = number_in(tap, "count", 1, MOST_MODELS)
    warband = game.warbands[side]
    kept = warband.models[:count]
    models = (*kept, *(WarbandModel() for _ in range(count - len(kept))))
    return game.with_warband(side, replace(warband, models=models, count=count))


def follow(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Whether ki and counters are tracked here."""
    side = of_own(game, tap)
    must_be_building(game, side)
    warband = game.warbands[side]
    return game.with_warband(side, replace(warband, followed=word_in(tap, "value", ("yes", "no")) == "yes"))


def add(game: BushidoGame, tap: Tap) -> BushidoGame:
    """One more model: typed before the game, or one that came into play."""
    side = of_own(game, tap)
    warband = game.warbands[side]
    if not game.turn:
        must_be_building(game, side)
    if len(warband.models) >= MOST_MODELS:
        raise Refusal("A warband has at most {most} models here.", most=MOST_MODELS)
    plain, ki = first_of_ki(name(tap))
    models = (*warband.models, WarbandModel(plain, ki))
    return game.with_warband(side, replace(warband, models=models, count=warband.count + 1))


def count_ki(game: BushidoGame, tap: Tap) -> BushidoGame:
    side, place, model = _model(game, tap)
    return _changed(game, side, place, replace(model, ki=_within(model.ki + step_in(tap), MOST_KI)))


def count_ki_stat(game: BushidoGame, tap: Tap) -> BushidoGame:
    side, place, model = _model(game, tap)
    return _changed(game, side, place, replace(model, ki_stat=_within((model.ki_stat or 0) + step_in(tap), MOST_KI)))


def count_counters(game: BushidoGame, tap: Tap) -> BushidoGame:
    side, place, model = _model(game, tap)
    if not game.turn:
        raise Refusal("Models gain activation counters in the Starting Phase of each turn.", clause="BSG-19")
    return _changed(game, side, place, replace(model, counters=_within(model.counters + step_in(tap), MOST_COUNTERS)))


def out_of_play(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Killed or removed. Before the game it is only taken off the list."""
    side, place, model = _model(game, tap)
    warband = game.warbands[side]
    if not game.turn:
        must_be_building(game, side)
        models = (*warband.models[:place], *warband.models[place + 1 :])
        return game.with_warband(side, replace(warband, models=models, count=len(models)))
    if model.gone is not None:
        raise Refusal("This model is out of play.")
    return _changed(game, side, place, replace(model, gone=game.turn))


def back_in_play(game: BushidoGame, tap: Tap) -> BushidoGame:
    side, place, model = _model(game, tap)
    if model.gone is None:
        raise Refusal("This model is in play.")
    return _changed(game, side, place, replace(model, gone=None))


def vim_out(game: BushidoGame, tap: Tap) -> BushidoGame:
    """If models are not tracked: a VIM of this side left play in this turn, or did not after all."""
    side = of_own(game, tap)
    warband = game.warbands[side]
    if warband.followed or not game.turn or not warband.vims:
        raise Refusal("Take the model itself out of play.", clause="BSG-12")
    lost = game.turn if warband.vim_lost is None else None
    return game.with_warband(side, replace(warband, vim_lost=lost))


def gain_ki(game: BushidoGame) -> BushidoGame:
    """BSG-18: each model in play gains the first number of its Ki statistic."""
    return _every(game, lambda model: replace(model, ki=_within(model.ki + (model.ki_stat or 0), MOST_KI)))


def gain_counters(game: BushidoGame) -> BushidoGame:
    """BSG-19."""
    return _every(game, lambda model: replace(model, counters=_within(model.counters + COUNTERS, MOST_COUNTERS)))


def must_be_building(game: BushidoGame, side: int) -> None:
    if game.setup.step is not BushidoStep.WARBANDS or side in game.setup.ready:
        raise Refusal("The warbands have been shown and can no longer change. Call a judge if one is wrong.")


def model_at(game: BushidoGame, tap: Tap, side: int, key: str = "model") -> int:
    """The model that a tap names."""
    models = game.warbands[side].models
    if not game.warbands[side].followed or not models:
        raise Refusal("The models of {name} are not followed here.", name=game.names[side])
    return number_in(tap, key, 0, len(models) - 1)


def _model(game: BushidoGame, tap: Tap) -> tuple[int, int, WarbandModel]:
    side = of_own(game, tap)
    place = model_at(game, tap, side)
    return side, place, game.warbands[side].models[place]


def _changed(game: BushidoGame, side: int, place: int, model: WarbandModel) -> BushidoGame:
    return game.with_warband(side, game.warbands[side].with_model(place, model))


def _every(game: BushidoGame, change: Callable[[WarbandModel], WarbandModel]) -> BushidoGame:
    for side, warband in enumerate(game.warbands):
        models = tuple(model if model.gone is not None else change(model) for model in warband.models)
        game = game.with_warband(side, replace(warband, models=models))
    return game


def _within(value: int, most: int) -> int:
    return min(max(value, 0), most)
