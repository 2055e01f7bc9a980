"""Boards of the armies: casualties during the game, and the count of army points and presence after it."""

from __future__ import annotations

from muster.game import (
    Answers,
    Board,
    BoardPart,
    Emphasis,
    Eye,
    Fold,
    Headline,
    ModelRow,
    Notice,
    Now,
    NumberBox,
    Press,
    ScoreRow,
    ScoreTable,
    Stepper,
    Switch,
    Text,
    TextBox,
    Tone,
    Way,
    mark,
    plural,
    tr,
)
from muster.systems.warmachine.table.army import MOST_COST, MOST_MODELS, Troop
from muster.systems.warmachine.table.boards import words
from muster.systems.warmachine.table.control_points import Pair
from muster.systems.warmachine.table.counters import NOWHERE, UNKNOWN
from muster.systems.warmachine.table.elements import CONTROLS, TYPE_NAMES, ElementKind, ModelType
from muster.systems.warmachine.table.ending import MOST_POINTS, points_lost, presence
from muster.systems.warmachine.table.lines import COUNT_RULES, PRESENCE_RULES
from muster.systems.warmachine.table.state import Battle
from muster.systems.warmachine.table.values import LONGEST

PLACES = {
    ElementKind.CIRCLE: mark("In a circle"),
    ElementKind.RECTANGLE: mark("In a rectangle"),
    ElementKind.FLAG: mark("At a flag"),
}
NOTES: dict[ModelType, Text] = {
    ModelType.LEADER: mark('A leader in a unit: all its unit in formation, for a flag within 4".'),
    ModelType.UNIT: mark("All that are left in one circle and in formation."),
    ModelType.HEAVY: mark("Neither inert nor wild; of a pack one beast in formation is enough."),
    ModelType.SOLO: mark("Base to base; of several models all that are left, at the same flag."),
}


def folds(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """Both armies with their losses. X-17: spectators see the points only, for the models are the lists."""
    lost = points_lost(battle)
    own = words.own_side(eye)
    return tuple(_army(battle, eye, side, lost[side]) for side in (own, 1 - own))


def _army(battle: Battle, eye: Eye, side: int, lost: int) -> Fold | Notice:
    title = words.to(
        battle,
        eye,
        side,
        mark("Your losses: {points} army points"),
        mark("{name}’s losses: {points} army points"),
        points=lost,
    )
    if not eye.acts:
        return Notice(title)
    opened = battle.changing[eye.side] if eye.side is not None else None
    parts: list[BoardPart] = []
    for at, troop in enumerate(battle.armies[side].troops):
        name = _called(battle, eye, side, troop)
        parts.append(_row(battle, side, at, name, eye.side is not None))
        if opened == (side, at) or eye.named:
            parts.append(_change(side, at, troop, name if eye.named else mark("Save")))
    boxes = (
        NumberBox("cost", mark("Cost on the card"), None, 0, MOST_COST),
        NumberBox("models", mark("Models"), 1, 1, MOST_MODELS),
    )
    created = TextBox("name", mark("Created in the game: name"), most=LONGEST)
    send = tr("{name}’s army", name=battle.name(side)) if eye.named else mark("Add to this army")
    parts.append(Answers("create", send, boxes, values={"of": side}, texts=(created,)))
    return Fold(title, (*parts, *words.helped(COUNT_RULES)))


def _called(battle: Battle, eye: Eye, side: int, troop: Troop) -> Text:
    """With its player where a tap is read later: both armies may have the same model."""
    return tr("{name}’s {model}", name=battle.name(side), model=troop.name) if eye.named else troop.name


def _row(battle: Battle, side: int, at: int, name: Text, changes: bool) -> ModelRow:
    army = battle.armies[side]
    troop = army.troops[at]
    gone = army.gone(at)
    values = {"of": side, "at": at}
    steppers = (Stepper(name, troop.lost, "casualty", values, most=troop.models, side=side),)
    press = None
    if gone and troop.joins is None:
        press = Press(mark("Back in play"), "returned", values)
    elif changes:
        press = Press(mark("Change"), "look", values)
    if troop.joins is not None:
        unit = army.troops[troop.joins].name
        note: Text = plural(troop.cost, "{n} point with {unit}", "{n} points with {unit}", unit=unit)
    elif troop.models > 1:
        note = plural(
            troop.cost,
            "{n} point, {lost} of {models} lost",
            "{n} points, {lost} of {models} lost",
            lost=troop.lost,
            models=troop.models,
        )
    else:
        note = plural(troop.cost, "{n} point", "{n} points")
    return ModelRow(name, steppers, note, gone, press)


def _change(side: int, at: int, troop: Troop, send: Text) -> Answers:
    kinds = (Way(UNKNOWN, mark("Not known")), *(Way(kind, name) for kind, name in TYPE_NAMES.items()))
    yes_no = (Way(False, mark("No")), Way(True, mark("Yes")))
    boxes = (
        NumberBox("cost", mark("Cost on the card"), troop.cost, 0, MOST_COST),
        NumberBox("models", mark("Models at the start"), troop.models, 1, MOST_MODELS),
    )
    switches = (
        Switch(mark("What it is"), "type", kinds, troop.type or UNKNOWN),
        Switch(mark("Attached to the unit above"), "attached", yes_no, troop.joins is not None),
        Switch(mark("Inert or wild"), "still", yes_no, troop.still),
    )
    return Answers("change", send, boxes, switches, {"of": side, "at": at})


def army(battle: Battle, eye: Eye, now: Now) -> Board:
    """The army points that both must agree on."""
    said = battle.lost.said
    lost = words.own_answer(eye, said) or points_lost(battle)
    boxes = _boxes(battle, eye, lost, mark("Army points you destroyed"), mark("Army points {name} destroyed"))
    parts, presses = _agreement(battle, eye, "army", said, mark("Army points destroyed"))
    asked: tuple[BoardPart, ...] = ()
    if eye.acts:
        note = mark("Counted from the losses below. Your opponent will be asked to confirm.")
        asked = (Answers("army", mark("Send"), boxes, note=note),)
    head = Notice(mark("Army points destroyed are reported whichever way the game was won."), clause="WMH-163")
    return Board((head, *parts, *asked, *folds(battle, eye)), presses)


def _boxes(battle: Battle, eye: Eye, lost: Pair, you: str, named: str) -> tuple[NumberBox, ...]:
    """One number per side: what a side destroyed is what the other has lost."""
    own = words.own_side(eye)
    return tuple(
        NumberBox("ab"[1 - side], words.to(battle, eye, side, you, named), lost[1 - side], 0, MOST_POINTS)
        for side in (own, 1 - own)
    )


def _agreement(
    battle: Battle, eye: Eye, key: str, said: tuple[Pair | None, Pair | None], label: Text
) -> tuple[tuple[BoardPart, ...], tuple[Press, ...]]:
    """What each side has sent, and a button to confirm the other's."""
    own, parts, presses = words.own_side(eye), [], ()
    heads = (words.who(battle, eye, own), words.who(battle, eye, 1 - own))
    swap = key == "army"
    for side in (0, 1):
        told = said[side]
        if told is None:
            continue
        mine, other = (told[1 - own], told[own]) if swap else (told[own], told[1 - own])
        note = words.to(battle, eye, side, mark("as you counted"), mark("as {name} counted"))
        parts.append(ScoreTable(heads, (ScoreRow(label, str(mine), str(other), note),)))
    theirs = said[1 - eye.side] if eye.side is not None else None
    confirm: tuple[Press, ...] = presses
    if theirs is not None:
        confirm = (Press(mark("Confirm"), key, {"a": theirs[0], "b": theirs[1]}, Emphasis.MAIN),)
    shown: list[BoardPart] = [*words.sent(battle, eye, (said[0] is not None, said[1] is not None)), *parts]
    if None not in said:
        shown.append(Notice(mark("You do not say the same. Agree on it, or call a judge."), Tone.WRONG))
    return tuple(shown), confirm


def present(battle: Battle, eye: Eye, now: Now) -> Board:
    """The fourth tie-breaker: everything else is level."""
    own = words.own_side(eye)
    counted = words.own_answer(eye, battle.present.said) or presence(battle)
    boxes = tuple(
        NumberBox(
            "ab"[side],
            words.to(battle, eye, side, mark("Your scenario presence"), mark("{name}’s scenario presence")),
            counted[side],
            0,
            MOST_POINTS,
        )
        for side in (own, 1 - own)
    )
    parts, presses = _agreement(battle, eye, "presence", battle.present.said, mark("Scenario presence"))
    asked: tuple[BoardPart, ...] = ()
    where: tuple[BoardPart, ...] = ()
    if eye.acts:
        asked = (Answers("presence", mark("Send"), boxes, note=mark("Counted from what is marked below.")),)
        where = tuple(_places(battle, eye, side) for side in (own, 1 - own))
    head = Headline(mark("What is at the scenario elements?"), mark("All else is level."), "WMH-173")
    rules = Fold(mark("How presence is counted"), words.helped(PRESENCE_RULES))
    return Board((words.steps(battle), head, *parts, *asked, *where, rules), presses)


def _places(battle: Battle, eye: Eye, side: int) -> Fold:
    """What is left of an army, each with the elements in this scenario that it could control."""
    title = words.to(battle, eye, side, mark("Your army"), mark("{name}’s army"))
    opened = battle.changing[eye.side] if eye.side is not None else None
    parts: list[BoardPart] = []
    held = battle.armies[side]
    for at, troop in enumerate(held.troops):
        if troop.joins is not None or held.gone(at) or not troop.cost:
            continue
        kinds = [kind for kind in battle.ground.kinds() if troop.type in CONTROLS[kind][0]]
        values, name = {"of": side, "at": at}, _called(battle, eye, side, troop)
        if troop.type is None or troop.still:
            press = Press(mark("Change"), "look", values) if eye.side is not None else None
            note = mark("inert or wild") if troop.still else mark("what it is, is not known")
            parts.append(ModelRow(name, note=note, press=press))
        elif kinds:
            ways = (Way(NOWHERE, mark("Elsewhere")), *(Way(kind, PLACES[kind]) for kind in kinds))
            chosen = troop.place or NOWHERE
            clause = CONTROLS[kinds[0]][1]
            parts.append(Switch(name, "place", ways, chosen, values, NOTES[troop.type], clause))
        if opened == (side, at):
            parts.append(_change(side, at, troop, mark("Save")))
    return Fold(title, tuple(parts))
