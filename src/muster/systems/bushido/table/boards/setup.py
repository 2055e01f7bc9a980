"""What phones show of the set-up: what the current step asks for, and below it all steps."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    Answers,
    Board,
    BoardPart,
    Emphasis,
    Eye,
    Fold,
    Headline,
    Message,
    ModelRow,
    Notice,
    Now,
    NumberBox,
    Pick,
    Press,
    Stated,
    Stepper,
    Switch,
    Text,
    TextBox,
    Tick,
    Tone,
    Way,
    listed,
    mark,
    plural,
    tr,
)
from muster.systems.bushido.table.activation import model_name
from muster.systems.bushido.table.boards.parts import round_time, sheet_wins
from muster.systems.bushido.table.boards.voices import handles, may, scenario, told, typed, who
from muster.systems.bushido.table.placing import LEAST_TERRAIN
from muster.systems.bushido.table.preparing import MOST_VIMS, placer, step_name, zone_picker
from muster.systems.bushido.table.state import BushidoGame, BushidoStep, WarbandModel
from muster.systems.bushido.table.turn import MOST_TURNS
from muster.systems.bushido.table.warbands import MOST_KI, MOST_MODELS

CLAUSES = {
    BushidoStep.WARBANDS: "BSG-02",
    BushidoStep.SCENARIO: "BSG-03",
    BushidoStep.OBJECTIVES: "BSG-04",
    BushidoStep.TERRAIN: "BSG-05",
    BushidoStep.OWN_TERRAIN: "BSG-11",
    BushidoStep.VIMS: "BSG-12",
    BushidoStep.DEPLOY: "BSG-13",
    BushidoStep.BEGIN: "BSG-14",
}


def setup_board(game: BushidoGame, eye: Eye, now: Now) -> Board:
    step = game.setup.step
    if step is BushidoStep.VIMS and eye.side is not None and not game.chosen_vims(eye.side):
        return Board(tuple(_own_vims(game, eye.side)), under=scenario(game))
    asked, presses = ASKED[step](game, eye)
    parts: list[BoardPart] = [Headline(step_name(game, step), clause=CLAUSES[step])] if asked else []
    parts += (
        *asked,
        Headline(tr("Set up the game"), tr("Turn 1 opens when every step is ticked."), "BSG-01"),
        *round_time(game, now),
        *(_tick(game, eye, one) for one in BushidoStep if one is not BushidoStep.BEGIN),
    )
    if game.event:
        text = tr("The organiser has placed the table’s terrain, so that step is left out.")
        parts.append(Notice(text, clause="BUS-25"))
        parts.append(Notice(tr("Nothing can be scored before turn 1."), clause="BUS-29"))
    return Board(tuple(parts), presses, scenario(game))


def _tick(game: BushidoGame, eye: Eye, step: BushidoStep) -> Tick:
    clause = "BUS-28" if game.event and step is BushidoStep.TERRAIN else CLAUSES[step]
    return Tick(step_name(game, step), step < game.setup.step, note=_note(game, eye, step), clause=clause)


def _note(game: BushidoGame, eye: Eye, step: BushidoStep) -> Text:
    setup = game.setup
    if step is BushidoStep.SCENARIO and game.scenario:
        if setup.drawn:
            return tr("{scenario}, drawn at random", scenario=game.scenario)
        chosen = mark("{scenario}, chosen by the organiser") if game.event else mark("{scenario}, agreed")
        return tr(chosen, scenario=game.scenario)
    if step is BushidoStep.OBJECTIVES:
        return tr("As the scenario sheet says")
    if step is BushidoStep.TERRAIN and setup.test is not None:
        if game.event:
            return told(game, eye, setup.test, mark("Won by you: you pick the zone"), mark("{name} picks the zone"))
        return told(game, eye, setup.test, mark("Test won by you"), mark("Test won by {name}"))
    if step is BushidoStep.OWN_TERRAIN and setup.test is not None:
        return told(game, eye, setup.test, mark("You first, then {other}"), mark("{name} first, then {other}"))
    if step is BushidoStep.VIMS:
        if setup.step > BushidoStep.SCENARIO and not setup.vims:
            return tr("None in this scenario")
        if setup.vims and game.revealed:
            return listed([_vims(game, 0), _vims(game, 1)])
        return tr("Chosen in secret, shown together")
    if step is BushidoStep.DEPLOY and setup.player_1 is not None:
        if setup.first is not None:
            return told(game, eye, setup.first, mark("You deploy first"), mark("{name} deploys first"))
        decides = mark("You are Player 1 and decide who deploys first")
        return told(game, eye, setup.player_1, decides, mark("{name} is Player 1 and decides who deploys first"))
    return ""


Asked = tuple[tuple[BoardPart, ...], tuple[Press, ...]]


def _warbands(game: BushidoGame, eye: Eye) -> Asked:
    parts: list[BoardPart] = []
    presses = []
    for side in eye.sides:
        warband = game.warbands[side]
        count = plural(warband.in_play, "{n} model", "{n} models")
        parts.append(Stated(who(game, eye, side), count if warband.in_play else tr("No models yet")))
        if side in game.setup.ready or side not in handles(eye):
            continue
        parts += _building(game, side)
        if warband.in_play:
            label = tr("{name}’s warband is shown", name=game.names[side]) if eye.staff else tr("My warband is shown")
            presses.append(Press(label, "ready", {"of": side}, Emphasis.USUAL if eye.staff else Emphasis.MAIN))
    return tuple(parts), tuple(presses)


def _building(game: BushidoGame, side: int) -> Iterator[BoardPart]:
    """Which models there are, for the player who brought them."""
    warband, of = game.warbands[side], {"of": side}
    lists = game.lists[side]
    if len(lists) > 1:
        ways = tuple(Way(place, typed(one.title)) for place, one in enumerate(lists))
        yield Pick("list", ways, tr("Take this list"), values=of)
    if not lists:
        yield Answers(
            "count", tr("Save"), (NumberBox("count", tr("Models"), warband.count or None, 1, MOST_MODELS),), values=of
        )
    yield Switch(
        tr("Ki and activation counters"),
        "follow",
        (Way("yes", tr("Count here")), Way("no", tr("Count on the table"))),
        "yes" if warband.followed else "no",
        of,
    )
    if warband.followed:
        rows = tuple(_built(side, place, model) for place, model in enumerate(warband.models))
        add = Answers("add model", tr("Add this model"), values=of, texts=(TextBox("name", tr("Name, with Ki 2/4")),))
        yield Fold(tr("Models and their Ki"), (*rows, add))


def _built(side: int, place: int, model: WarbandModel) -> ModelRow:
    values = {"of": side, "model": place}
    named = model_name(model, place)
    ki = Stepper(tr("{model}: ki per turn", model=named), model.ki_stat or 0, "ki stat", values, tr("Ki"), 0, MOST_KI)
    return ModelRow(named, (ki,), press=Press(tr("Take off"), "out", values))


def _scenario(game: BushidoGame, eye: Eye) -> Asked:
    parts: list[BoardPart] = [sheet_wins()]
    if not may(eye):
        return tuple(parts), ()
    presses: tuple[Press, ...] = ()
    if not game.event or not game.scenario or game.setup.offered:
        text = (TextBox("name", tr("Name of a scenario")),)
        parts.append(Answers("offer", tr("Add this scenario"), texts=text))
        ways = tuple(Way(place, typed(one)) for place, one in enumerate(game.setup.offered))
        if ways:
            chosen = game.setup.offered.index(game.scenario) if game.scenario in game.setup.offered else None
            parts.append(Pick("scenario", ways, tr("We agree on this one"), chosen))
        if len(ways) > 1:
            presses = (Press(tr("Draw one at random"), "draw scenario"),)
    if not game.event:
        clock = (Way("yes", tr("On")), Way("no", tr("Off")))
        parts.append(Switch(tr("Two minutes to declare"), "clock", clock, "yes" if game.timed else "no"))
    if game.scenario:
        boxes = (
            NumberBox("turns", tr("Turns"), game.turns or None, 1, MOST_TURNS),
            NumberBox("vims", tr("VIMs per warband"), game.setup.vims, 0, MOST_VIMS),
        )
        note = tr("Both are on the scenario sheet.")
        parts.append(Answers("sheet", tr("Save and continue"), boxes, note=note))
    return tuple(parts), presses


def _objectives(game: BushidoGame, eye: Eye) -> Asked:
    done = Press(tr("Objectives are placed"), "objectives", emphasis=Emphasis.MAIN)
    return (sheet_wins(),), (done,) if may(eye) else ()


def _terrain(game: BushidoGame, eye: Eye) -> Asked:
    setup = game.setup
    ways = tuple(Way(side, who(game, eye, side)) for side in eye.sides)
    parts: list[BoardPart] = []
    presses: list[Press] = []
    if may(eye) and not setup.placing.pieces:
        clause = "BUS-28" if game.event else "BSG-05"
        parts.append(Switch(tr("Who won the Tactical Test?"), "test", ways, setup.test, clause=clause))
    if setup.test is None:
        return tuple(parts), ()
    if may(eye, setup.test) and not setup.placing.pieces:
        parts.append(Switch(tr("Who is Player 1?"), "player 1", ways, setup.player_1, clause="BSG-05"))
    if setup.player_1 is not None:
        parts.append(Stated(tr("Player 1"), who(game, eye, setup.player_1)))
        if not game.event:
            more, press = _placing(game, eye)
            parts += more
            presses += press
    picker = zone_picker(game)
    if picker is not None and (game.event or setup.placing.closed):
        pick = told(game, eye, picker, mark("You pick a deployment zone"), mark("{name} picks a deployment zone"))
        parts.append(Notice(pick, Tone.GOOD, "BUS-28" if game.event else "BSG-08"))
        if may(eye, picker):
            presses.append(Press(tr("Zone is picked"), "zone", emphasis=Emphasis.MAIN))
    return tuple(parts), tuple(presses)


def _placing(game: BushidoGame, eye: Eye) -> tuple[list[BoardPart], list[Press]]:
    """BSG-06, BSG-07, and what must stay clear of an Impassable element (BSG-09, BSG-10)."""
    placing, turn = game.setup.placing, placer(game)
    parts: list[BoardPart] = [
        Stated(
            tr("Terrain elements"), tr("{placed} placed, at least {least}", placed=placing.pieces, least=LEAST_TERRAIN)
        )
    ]
    if turn is None:
        return parts, []
    if placing.stopper is None:
        text = told(game, eye, turn, mark("You place the next element"), mark("{name} places the next element"))
        parts.append(Notice(text, clause="BSG-06"))
    else:
        one = mark("You may place one last element")
        parts.append(Notice(told(game, eye, turn, one, mark("{name} may place one last element")), clause="BSG-07"))
    parts.append(Notice(tr("No Impassable element in a scenario zone or a deployment zone."), clause="BSG-09"))
    apart = tr('Impassable elements stay more than 2" away from objectives and from each other.')
    parts.append(Notice(apart, clause="BSG-10"))
    if not may(eye, turn):
        return parts, []
    presses = [Press(tr("Element is placed"), "place", emphasis=Emphasis.MAIN)]
    if placing.pieces >= LEAST_TERRAIN or placing.stopper is not None:
        presses.append(Press(tr("Place no more"), "stop placing"))
    return parts, presses


def _own_terrain(game: BushidoGame, eye: Eye) -> Asked:
    first = game.setup.test or 0
    note = told(
        game,
        eye,
        first,
        mark("Terrain that is part of a warband: you place yours first, then {other}."),
        mark("Terrain that is part of a warband: {name} places theirs first, then {other}."),
    )
    due = next(side for side in (first, 1 - first) if side not in game.setup.ready)
    return (Notice(note, clause="BSG-11"),), _part_done(game, eye, due, "own terrain", tr("Mine is placed, or none"))


def _vims_asked(game: BushidoGame, eye: Eye) -> Asked:
    """For everybody who is not choosing now: who has chosen, never what."""
    parts: list[BoardPart] = []
    for side in eye.sides:
        ready = game.chosen_vims(side)
        parts.append(Stated(who(game, eye, side), tr("Has chosen") if ready else tr("Is choosing")))
    return (*parts, Notice(tr("VIMs are shown when both have chosen."), clause="BSG-12")), ()


def _own_vims(game: BushidoGame, side: int) -> Iterator[BoardPart]:
    """The board of a side that is choosing."""
    warband = game.warbands[side]
    other = tr("{name} sees it when both of you have chosen.", name=game.names[1 - side])
    heading = tr("Choose your VIM")
    if game.setup.vims > 1:
        heading = tr("Choose VIM {n} of {vims}", n=len(warband.vims) + 1, vims=game.setup.vims)
    yield Headline(heading, other, "BSG-12")
    if warband.followed:
        ways = tuple(
            Way(place, model_name(model, place), _ki(model))
            for place, model in enumerate(warband.models)
            if place not in warband.vims
        )
        yield Pick("vim", ways, tr("Lock in"), locks=True)
    else:
        yield Answers("vim", tr("Lock in"), texts=(TextBox("name", tr("Your VIM")),))


def _ki(model: WarbandModel) -> Text:
    return "" if model.ki_stat is None else tr("Ki {ki}", ki=model.ki_stat)


def _vims(game: BushidoGame, side: int) -> Message:
    """What a side has chosen; only for boards after the reveal."""
    warband = game.warbands[side]
    chosen = [model_name(warband.models[vim], vim) if isinstance(vim, int) else vim for vim in warband.vims]
    return tr("{name}: {vims}", name=game.names[side], vims=listed(chosen))


def _deploy(game: BushidoGame, eye: Eye) -> Asked:
    setup = game.setup
    assert setup.player_1 is not None, "nobody is Player 1"
    parts: list[BoardPart] = []
    if may(eye, setup.player_1) and not setup.ready:
        ways = tuple(Way(side, who(game, eye, side)) for side in eye.sides)
        parts.append(Switch(tr("Who deploys first?"), "first", ways, setup.first, clause="BSG-13"))
    parts.append(
        Notice(tr("A whole warband, then the other. Scout and Flank are exceptions: see the traits."), clause="BSG-13")
    )
    if setup.first is None:
        return tuple(parts), ()
    due = next(side for side in (setup.first, 1 - setup.first) if side not in setup.ready)
    return tuple(parts), _part_done(game, eye, due, "deployed", tr("My warband is deployed"))


def _begin(game: BushidoGame, eye: Eye) -> Asked:
    start = Press(tr("Start turn 1"), "begin", emphasis=Emphasis.MAIN)
    return (), (start,) if may(eye) else ()


def _part_done(game: BushidoGame, eye: Eye, due: int, key: str, own: Message) -> tuple[Press, ...]:
    """A button for the side whose turn it is; staff see whose it is."""
    if not may(eye, due):
        return ()
    label = own if eye.is_you(due) else tr("{name} is done", name=game.names[due])
    return (Press(label, key, {"of": due}, Emphasis.MAIN),)


ASKED = {
    BushidoStep.WARBANDS: _warbands,
    BushidoStep.SCENARIO: _scenario,
    BushidoStep.OBJECTIVES: _objectives,
    BushidoStep.TERRAIN: _terrain,
    BushidoStep.OWN_TERRAIN: _own_terrain,
    BushidoStep.VIMS: _vims_asked,
    BushidoStep.DEPLOY: _deploy,
    BushidoStep.BEGIN: _begin,
}
