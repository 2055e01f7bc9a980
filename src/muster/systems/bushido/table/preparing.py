"""The set-up of a game, step by step (BSG-01). In a Masters event the organiser brings scenario and terrain (B-18)."""

from __future__ import annotations

from dataclasses import replace

from muster.game import Lots, Message, Refusal, TableSetup, Tap, mark, number_in, side_in, tr, word_in
from muster.systems.bushido.calls import round_minutes
from muster.systems.bushido.lists import VIM
from muster.systems.bushido.table.state import BushidoGame, BushidoStep, Preparation, Warband
from muster.systems.bushido.table.taps import name, of_own, only
from muster.systems.bushido.table.turn import MOST_TURNS, begin_turn
from muster.systems.bushido.table.warbands import first_of_ki, from_list, model_at

MINUTE = 60_000
MOST_VIMS, MOST_OFFERED = 9, 12

NAMES = {
    BushidoStep.WARBANDS: mark("Show the warbands"),
    BushidoStep.SCENARIO: mark("Scenario"),
    BushidoStep.OBJECTIVES: mark("Place the objectives"),
    BushidoStep.TERRAIN: mark("Terrain and deployment zones"),
    BushidoStep.OWN_TERRAIN: mark("Warband terrain"),
    BushidoStep.VIMS: mark("VIMs"),
    BushidoStep.DEPLOY: mark("Deploy"),
    BushidoStep.BEGIN: mark("Turn 1 begins"),
}

MASTERS_TERRAIN = mark("Tactical Test for deployment")


def step_name(game: BushidoGame, step: BushidoStep) -> Message:
    return tr(MASTERS_TERRAIN) if game.event and step is BushidoStep.TERRAIN else tr(NAMES[step])


def begin(setup: TableSetup) -> BushidoGame:
    settings = setup.settings
    minutes = round_minutes(settings) if setup.event else None
    extra = settings.number("hard_stop_minutes")
    return BushidoGame(
        names=setup.names,
        event=setup.event,
        lists=setup.lists,
        warbands=(_warband(setup, 0), _warband(setup, 1)),
        seconds=settings.number("declaration_seconds"),
        time=None if minutes is None else minutes * MINUTE,
        hard_stop=(minutes + extra) * MINUTE if minutes is not None and extra else None,
        play_on=settings.flag("play_on_for_sp"),
        timed=setup.event,
        scenario=setup.scenario,
        declared=(_declared(setup, 0), _declared(setup, 1)),
    )


def _declared(setup: TableSetup, side: int) -> str:
    vim = setup.declared[side].get(VIM.key)
    return vim if isinstance(vim, str) else ""


def _warband(setup: TableSetup, side: int) -> Warband:
    lists = setup.lists[side]
    if len(lists) == 1:
        return from_list(lists[0])
    return Warband(count=setup.models[side] or 0)


def ready(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-02: both warbands are on the table."""
    at(game, BushidoStep.WARBANDS)
    whose = of_own(game, tap)
    if not game.warbands[whose].in_play:
        raise Refusal("{name}’s warband has no models yet. Enter them first.", clause="BSG-02", name=game.names[whose])
    return _both_ready(game, whose)


def offer(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-03: one more scenario to choose or draw from."""
    _players_scenario(game)
    offered = game.setup.offered
    named = name(tap)
    if named.casefold() in (one.casefold() for one in offered):
        raise Refusal("“{name}” is among the scenarios.", name=named)
    if len(offered) >= MOST_OFFERED:
        raise Refusal("There are {most} scenarios to choose from: choose one, or draw one.", most=MOST_OFFERED)
    return replace(game, setup=replace(game.setup, offered=(*offered, named)))


def agree_scenario(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-03: by agreement."""
    offered = _players_scenario(game)
    chosen = offered[number_in(tap, "value", 0, len(offered) - 1)] if offered else ""
    return _scenario(game, chosen, drawn=False)


def draw_scenario(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-03: at random. The lot comes from the time of the tap, so that a replay gives the same."""
    offered = _players_scenario(game)
    chosen = Lots(str(tap.now.at + tap.now.paused_for), "scenario").choice(offered) if offered else ""
    return _scenario(game, chosen, drawn=True)


def _scenario(game: BushidoGame, chosen: str, *, drawn: bool) -> BushidoGame:
    if not chosen:
        raise Refusal("Enter the name of a scenario first.", clause="BSG-03")
    return replace(game, scenario=chosen, setup=replace(game.setup, drawn=drawn))


def _players_scenario(game: BushidoGame) -> tuple[str, ...]:
    at(game, BushidoStep.SCENARIO)
    if game.event and game.scenario and not game.setup.offered:
        raise Refusal("The organiser has chosen the scenario: {name}.", clause="BSG-03", name=game.scenario)
    return game.setup.offered


def time_declarations(game: BushidoGame, tap: Tap) -> BushidoGame:
    """Outside an event, players decide whether to use a clock for declaring."""
    if game.event:
        raise Refusal("In a Masters event the clock always runs while a player declares.", clause="BUS-20")
    at(game, BushidoStep.SCENARIO)
    return replace(game, timed=word_in(tap, "value", ("yes", "no")) == "yes")


def read_sheet(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-15: how many turns, and how many VIMs, according to the scenario."""
    at(game, BushidoStep.SCENARIO)
    if not game.scenario:
        raise Refusal("Choose the scenario first.", clause="BSG-03")
    turns, vims = number_in(tap, "turns", 1, MOST_TURNS), number_in(tap, "vims", 0, MOST_VIMS)
    return _next(replace(game, turns=turns, setup=replace(game.setup, vims=vims)))


def objectives(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-04."""
    at(game, BushidoStep.OBJECTIVES)
    return _next(game)


def deployment_test(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-05, BUS-28. In Masters the winner is Player 1 unless they name the other (B-19)."""
    at(game, BushidoStep.TERRAIN)
    if game.setup.placing.pieces:
        raise Refusal(
            "Terrain is being placed: the Tactical Test is over. Call a judge if it is wrong.", clause="BSG-05"
        )
    winner = side_in(tap, "value")
    return replace(game, setup=replace(game.setup, test=winner, player_1=winner if game.event else None))


def name_player_1(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-05: the winner of the test decides; Player 1 may be either."""
    at(game, BushidoStep.TERRAIN)
    only(game, tap, _winner(game), "BSG-05")
    if game.setup.placing.pieces:
        raise Refusal("Terrain is being placed, so Player 1 can no longer change.", clause="BSG-05")
    return replace(game, setup=replace(game.setup, player_1=side_in(tap, "value")))


def place_terrain(game: BushidoGame, tap: Tap) -> BushidoGame:
    _in_turn(game, tap)
    return replace(game, setup=replace(game.setup, placing=game.setup.placing.place()))


def stop_terrain(game: BushidoGame, tap: Tap) -> BushidoGame:
    _in_turn(game, tap)
    return replace(game, setup=replace(game.setup, placing=game.setup.placing.stop()))


def placer(game: BushidoGame) -> int | None:
    """Whose turn it is to place terrain."""
    return as_side(game, game.setup.placing.turn)


def as_side(game: BushidoGame, role: int | None) -> int | None:
    """A role in placing (0 is Player 1) as a side of the table."""
    first = game.setup.player_1
    return None if role is None or first is None else first if role == 0 else 1 - first


def zone_picker(game: BushidoGame) -> int | None:
    """BUS-28: the winner of the test; outside an event whoever stopped placing terrain (BSG-08, B-17)."""
    return game.setup.test if game.event else as_side(game, game.setup.placing.zone_picker)


def pick_zone(game: BushidoGame, tap: Tap) -> BushidoGame:
    at(game, BushidoStep.TERRAIN)
    _winner(game)
    if not game.event and not game.setup.placing.closed:
        raise Refusal("Terrain is still being placed: a player has to stop first.", clause="BSG-08")
    picker = zone_picker(game)
    assert picker is not None, "terrain is closed and nobody stopped"
    only(game, tap, picker, "BUS-28" if game.event else "BSG-08")
    return _next(game)


def own_terrain(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-11: the winner of the test first, whoever is Player 1."""
    at(game, BushidoStep.OWN_TERRAIN)
    whose, winner = of_own(game, tap), _winner(game)
    _in_order(game, whose, winner, "BSG-11")
    return _both_ready(game, whose)


def choose_vim(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-12: one model at a time, in secret."""
    at(game, BushidoStep.VIMS)
    whose = of_own(game, tap)
    if game.chosen_vims(whose):
        raise Refusal("{name}’s VIMs are chosen, which is final.", clause="BSG-12", name=game.names[whose])
    warband = game.warbands[whose]
    chosen = model_at(game, tap, whose, "value") if warband.followed else name(tap)
    if chosen in warband.vims:
        raise Refusal("This model is among the VIMs. Choose another one.", clause="BSG-12")
    game = game.with_warband(whose, replace(warband, vims=(*warband.vims, chosen)))
    return _next(game) if game.revealed else game


def deploys_first(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-13: Player 1 decides."""
    at(game, BushidoStep.DEPLOY)
    assert game.setup.player_1 is not None, "nobody is Player 1"
    only(game, tap, game.setup.player_1, "BSG-13")
    if game.setup.ready:
        raise Refusal("A warband is deployed, so the order can no longer change.", clause="BSG-13")
    return replace(game, setup=replace(game.setup, first=side_in(tap, "value")))


def deployed(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-13: one warband as a whole, then the other."""
    at(game, BushidoStep.DEPLOY)
    whose = of_own(game, tap)
    if game.setup.first is None:
        raise Refusal("Player 1 decides first who deploys first.", clause="BSG-13")
    _in_order(game, whose, game.setup.first, "BSG-13")
    return _both_ready(game, whose)


def first_turn(game: BushidoGame, tap: Tap) -> BushidoGame:
    """BSG-14."""
    at(game, BushidoStep.BEGIN)
    return begin_turn(game, 1)


def at(game: BushidoGame, step: BushidoStep) -> None:
    """BSG-01: the steps come in order."""
    current = game.setup.step
    if game.turn:
        raise Refusal("The set-up is over: turn {turn} is being played.", clause="BSG-01", turn=game.turn)
    if step > current:
        raise Refusal(
            "The set-up is at step {number} of 8: {step}. Finish it first.",
            clause="BSG-01",
            number=int(current),
            step=step_name(game, current),
        )
    if step < current:
        raise Refusal(
            "This step of the set-up is done: {step}. Take the last tap back, or call a judge, to change it.",
            clause="BSG-01",
            step=step_name(game, step),
        )


def _next(game: BushidoGame) -> BushidoGame:
    """On to the next step; a scenario without VIMs leaves nothing to choose."""
    step = BushidoStep(game.setup.step + 1)
    if step is BushidoStep.VIMS:
        game = _declared_vims(game) if game.setup.vims else game
        step = BushidoStep.DEPLOY if game.revealed else step
    return replace(game, setup=replace(game.setup, step=step, ready=frozenset()))


def _declared_vims(game: BushidoGame) -> BushidoGame:
    """BSG-12: what both wrote down in the event is not asked again; only which of several alike."""
    for whose, declared in enumerate(game.declared):
        warband, found = game.warbands[whose], list[int | str]([declared])
        if warband.followed:
            named = first_of_ki(declared)[0]
            found = [place for place, model in enumerate(warband.models) if model.name == named]
        if declared and len(found) == 1:
            game = game.with_warband(whose, replace(warband, vims=tuple(found)))
    return game


def _both_ready(game: BushidoGame, whose: int) -> BushidoGame:
    if whose in game.setup.ready:
        raise Refusal("{name} has already done this.", name=game.names[whose])
    now: Preparation = replace(game.setup, ready=game.setup.ready | {whose})
    game = replace(game, setup=now)
    return _next(game) if len(now.ready) == 2 else game


def _in_order(game: BushidoGame, whose: int, first: int, clause: str) -> None:
    if whose != first and first not in game.setup.ready:
        raise Refusal("{name} goes first.", clause=clause, name=game.names[first])


def _winner(game: BushidoGame) -> int:
    if game.setup.test is None:
        raise Refusal("Enter who won the Tactical Test first.", clause="BUS-28" if game.event else "BSG-05")
    return game.setup.test


def _in_turn(game: BushidoGame, tap: Tap) -> None:
    """BSG-06: the players take turns, Player 1 first."""
    at(game, BushidoStep.TERRAIN)
    if game.event:
        raise Refusal("In a Masters event the organiser sets the terrain.", clause="BUS-25")
    if game.setup.player_1 is None:
        raise Refusal("The winner of the Tactical Test names Player 1 first.", clause="BSG-05")
    turn = placer(game)
    if turn is not None:
        only(game, tap, turn, "BSG-06")
