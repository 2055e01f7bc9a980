"""Boards before turn 1: scenario, lists, starting roll, objectives, laying out and deployment."""

from __future__ import annotations

from muster.game import (
    Answers,
    Board,
    BoardPart,
    Emphasis,
    Eye,
    Fold,
    Headline,
    Notice,
    Now,
    NumberBox,
    Pick,
    Press,
    Raw,
    Stated,
    Stepper,
    Switch,
    Text,
    TextBox,
    Tick,
    Tone,
    Way,
    mark,
    tr,
)
from muster.systems.warmachine.table.boards import words
from muster.systems.warmachine.table.counters import MOST_BOXES, MOST_MARKERS
from muster.systems.warmachine.table.elements import GROUNDS, OBJECTIVES, ElementKind
from muster.systems.warmachine.table.lines import GROUND_RULES, MARKER_RULES, OBJECTIVE_CARD, SCORE_RULES
from muster.systems.warmachine.table.setup import EDGES
from muster.systems.warmachine.table.state import Battle, BattleStep, Start
from muster.systems.warmachine.table.values import LONGEST

HELP_TITLES = {
    ElementKind.CIRCLE: mark("Who controls a circle"),
    ElementKind.RECTANGLE: mark("Who controls a rectangle"),
    ElementKind.FLAG: mark("Who controls a flag"),
}


def scenario(battle: Battle, eye: Eye, now: Now) -> Board:
    ways = tuple(Way(name, name) for name in GROUNDS)
    parts: list[BoardPart] = [words.steps(battle), Headline(mark("Choose the scenario"))]
    if eye.side is not None or eye.staff:
        parts.append(Pick("scenario", ways, mark("Play this scenario")))
    return Board(tuple(parts))


def list_choice(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-080. A choice is only on the board of whoever made it."""
    chosen = battle.lists.said
    parts: list[BoardPart] = [words.steps(battle), *_scenario(battle)]
    if eye.side is None or chosen[eye.side] is not None:
        parts.append(_waiting(battle, eye, (chosen[0] is not None, chosen[1] is not None)))
        own = chosen[eye.side] if eye.side is not None else None
        if own is not None:
            parts.append(Stated(mark("You"), own.title or tr("a list without a name")))
        parts.append(
            Notice(
                mark("Both lists open at the same moment. Staff can see who has chosen, not what."), clause="WMH-080"
            )
        )
    else:
        other = battle.name(1 - eye.side)
        parts.append(
            Headline(
                mark("Choose your list"),
                tr("{name} sees it only when both have chosen. You cannot change it after that.", name=other),
                "WMH-080",
            )
        )
        known = battle.setup.lists[eye.side]
        if known:
            ways = tuple(Way(number, one.title) for number, one in enumerate(known, start=1))
            parts.append(Pick("list", ways, mark("Lock in this list"), locks=True))
        else:
            box = TextBox("title", mark("What your list is called"), most=LONGEST)
            parts.append(Answers("list", mark("Lock in this list"), texts=(box,)))
    return Board((*parts, *rules(battle)))


def _waiting(battle: Battle, eye: Eye, done: tuple[bool, bool]) -> BoardPart:
    missing = [battle.name(side) for side in (0, 1) if not done[side]]
    if len(missing) == 2:
        return Headline(mark("Waiting for both players to choose"))
    return Headline(tr("Waiting for {name} to choose", name=missing[0] if missing else ""))


def _scenario(battle: Battle) -> tuple[BoardPart, ...]:
    """W-53: the scenario is known before anything is chosen."""
    return (Notice(tr("Scenario: {scenario}", scenario=battle.scenario), clause=battle.ground.clause),)


def start(battle: Battle, eye: Eye, now: Now) -> Board:
    """The starting roll: who goes first, and who has which edge."""
    parts: list[BoardPart] = [words.steps(battle), *_shown_lists(battle, eye), Headline(mark("Who goes first?"))]
    presses: tuple[Press, ...] = ()
    said = battle.start.said
    if battle.start.apart:
        parts.append(Notice(mark("You do not say the same. Agree on it, or call a judge."), Tone.WRONG))
    parts += words.sent(battle, eye, (said[0] is not None, said[1] is not None))
    for side in (0, 1):
        told = said[side]
        if told is not None and eye.side != side:
            parts.append(Notice(_told(battle, eye, side, told)))
            if eye.side is not None:
                values: dict[str, Raw] = {"winner": told.winner, "first": told.first, "edge": told.edge}
                presses = (Press(mark("Confirm"), "start", values, Emphasis.MAIN),)
    if eye.side is not None or eye.staff:
        mine = (said[eye.side] if eye.side is not None else None) or Start(-1, -1, "")
        ways = words.sides(battle, eye)
        switches = (
            Switch(mark("Won the starting roll"), "winner", ways, None if mine.winner < 0 else mine.winner),
            Switch(mark("First player"), "first", ways, None if mine.first < 0 else mine.first),
            Switch(
                mark("First player’s table edge"),
                "edge",
                tuple(Way(e, e) for e in EDGES),
                mine.edge or None,
                clause="WMH-144",
            ),
        )
        note = mark("Your opponent will be asked to confirm.") if eye.side is not None else mark("Decides for both.")
        parts.append(Answers("start", mark("Send"), switches=switches, note=note))
    return Board((*parts, *rules(battle)), presses)


def _told(battle: Battle, eye: Eye, side: int, told: Start) -> Text:
    if told.first == eye.side:
        return tr("{name} says: you go first, with edge {edge}.", name=battle.name(side), edge=told.edge)
    return tr(
        "{name} says: {first} goes first, with edge {edge}.",
        name=battle.name(side),
        first=battle.name(told.first),
        edge=told.edge,
    )


def _shown_lists(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    own = words.own_side(eye)
    titles = [(side, one.title) for side in (own, 1 - own) if (one := battle.lists.said[side]) is not None]
    return tuple(Stated(words.who(battle, eye, side), title) for side, title in titles if title)


def objective(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-028, WMH-029."""
    chosen = battle.objectives.said
    parts: list[BoardPart] = [words.steps(battle)]
    own = chosen[eye.side] if eye.side is not None else None
    if eye.side is None or own is not None:
        parts.append(_waiting(battle, eye, (chosen[0] is not None, chosen[1] is not None)))
        if own is not None:
            parts.append(Stated(mark("You"), OBJECTIVES[own].name))
        parts.append(Notice(mark("Both objectives are shown at the same moment."), clause="WMH-029"))
    else:
        other = battle.name(1 - eye.side)
        parts.append(
            Headline(mark("Choose your objective"), tr("You and {name} show them together.", name=other), "WMH-029")
        )
        ways = tuple(Way(card.key, card.name, card.does) for card in OBJECTIVES.values())
        parts.append(Pick("objective", ways, mark("Lock in this objective"), locks=True))
    return Board((*parts, Fold(mark("What objectives are"), words.helped(OBJECTIVE_CARD)), *rules(battle)))


def lay_out(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-092, WMH-093."""
    event = battle.setup.event
    waits = event and now.round is None
    told = (
        mark("Place models outside the deployment zones. The organiser starts the clocks.")
        if waits
        else mark("Place models outside the deployment zones until the first player’s clock starts.")
    )
    agreed = battle.start.said[0]
    edge = agreed.edge if agreed is not None else ""
    other_edge = EDGES[1 - EDGES.index(edge)] if edge in EDGES else ""
    own = words.own_side(eye)
    parts: list[BoardPart] = [
        words.steps(battle),
        Headline(
            mark("Lay out your army") if eye.side is not None else mark("The armies are laid out"), told, "WMH-092"
        ),
        Stated(mark("First player"), words.who(battle, eye, battle.first)),
        Stated(mark("Edge of the first player"), edge),
        Stated(mark("Edge of the second player"), other_edge),
        *(words.face(battle, eye, now, side) for side in (own, 1 - own)),
        *objectives(battle, eye),
        *words.round_time(battle, now),
    ]
    presses: tuple[Press, ...] = ()
    if eye.side == battle.first and not waits:
        label = mark("Start my clock and deploy")
        presses = (Press(label, "clocks", emphasis=Emphasis.MAIN, runs=battle.first),)
    elif eye.side is not None and not event:
        presses = (Press(mark("Start the clock"), "clocks", emphasis=Emphasis.MAIN, runs=battle.first),)
    elif eye.side is None and eye.staff:
        presses = (Press(mark("Start this table"), "clocks", runs=battle.first),)
    return Board((*parts, *markers(battle, eye), *rules(battle)), presses)


def objectives(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """Both objectives, once they are revealed; what they do and what they are."""
    shown: list[BoardPart] = []
    for side in (words.own_side(eye), 1 - words.own_side(eye)):
        card = battle.objective(side)
        if card is not None:
            label = words.to(battle, eye, side, mark("Your objective"), mark("{name}’s objective"))
            shown += [Stated(label, card.name), Notice(card.does, clause=card.clause)]
    if not shown:
        return ()
    box = NumberBox("boxes", mark("Damage boxes of an objective, from its card"), battle.boxes, 1, MOST_BOXES)
    own = (Answers("boxes", mark("Save"), (box,)),) if eye.side is not None or eye.staff else ()
    return (*shown, Fold(mark("What objectives are"), (*words.helped(OBJECTIVE_CARD), *own)))


def markers(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """WMH-015 to WMH-021: how many table markers are out, and what is allowed on the table."""
    found: list[BoardPart] = []
    if battle.step is BattleStep.PLAY:
        for side in (0, 1):
            if battle.markers[side] > MOST_MARKERS:
                text = words.to(
                    battle,
                    eye,
                    side,
                    mark("You have {n} markers on the table. Two are allowed: remove one now."),
                    mark("{name} has {n} markers on the table. Two are allowed: one must go now."),
                    n=battle.markers[side],
                )
                found.append(Notice(text, Tone.WRONG, "WMH-017"))
    counts: list[BoardPart] = []
    if eye.side is not None or eye.staff:
        for side in (words.own_side(eye), 1 - words.own_side(eye)):
            label = words.to(battle, eye, side, mark("Your markers"), mark("{name}’s markers"))
            counts.append(Stepper(label, battle.markers[side], "markers", {"side": side}, side=side))
    return (*found, Fold(mark("Markers and measuring"), (*counts, *words.helped(MARKER_RULES))))


def deploy(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-093: four taps, then turn 1."""
    order = [battle.player(0), battle.player(1)] * 2
    ticks: list[BoardPart] = []
    for at, side in enumerate(order):
        if at < 2:
            label = words.to(battle, eye, side, mark("You deploy"), mark("{name} deploys"))
        else:
            label = words.to(battle, eye, side, mark("You, advance deployment"), mark("{name}, advance deployment"))
        ticks.append(Tick(label, at < battle.deployed, clause="WMH-093"))
    own, active = words.own_side(eye), battle.active
    press = None
    if eye.side == active and battle.stopped is None:
        press = Press(mark("Tap when you have deployed"), "deployed", runs=1 - active)
    parts: list[BoardPart] = [
        words.steps(battle),
        words.face(battle, eye, now, 1 - own),
        words.face(battle, eye, now, own, large=True, press=press),
        *ticks,
        Notice(mark("All table markers are gone before turn 1."), clause="WMH-018"),
        *words.round_time(battle, now),
        *objectives(battle, eye),
        *markers(battle, eye),
    ]
    return Board(tuple(parts))


def element_help(battle: Battle) -> tuple[BoardPart, ...]:
    """By kind of element: who controls it and who contests it (WMH-148 to WMH-157)."""
    found = {element.kind: element for element in reversed(battle.ground.elements)}
    return tuple(Fold(HELP_TITLES[kind], words.helped(found[kind].help)) for kind in battle.ground.kinds())


def rules(battle: Battle) -> tuple[BoardPart, ...]:
    """What is rarely looked up, behind one tap."""
    ground = Fold(mark("Set-up and terrain"), words.helped(GROUND_RULES))
    scored = Fold(mark("How a game is scored"), words.helped(SCORE_RULES))
    return (Fold(mark("Rules of the scenario"), (scored, *element_help(battle), ground)),)
