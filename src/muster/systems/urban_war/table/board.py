"""What phones show of a game of Urban War: losses against thresholds, checks that are due, what it would pay."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.game import (
    Answers,
    Board,
    BoardPart,
    Emphasis,
    Eye,
    Fold,
    Gauge,
    Headline,
    Message,
    Notice,
    Now,
    NumberBox,
    Pick,
    Press,
    Raw,
    RoundTime,
    ScoreRow,
    ScoreTable,
    Stated,
    Stepper,
    Switch,
    Text,
    Tone,
    Way,
    mark,
    plural,
    tr,
)
from muster.systems.urban_war.casualties import TITLES, CasualtyLevel, thresholds
from muster.systems.urban_war.table.state import (
    MINUTE,
    End,
    UrbanWarTable,
    break_point,
    check_due,
    level,
    pays,
    run,
)

DEGREE_TOLD = {
    1: (mark("Minor Victory for you"), mark("Minor Victory for {name}")),
    2: (mark("Major Victory for you"), mark("Major Victory for {name}")),
    3: (mark("Crushing Victory for you"), mark("Crushing Victory for {name}")),
}
"""UW-51: by how many levels the forces differ."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A game and who looks at it."""

    state: UrbanWarTable
    eye: Eye

    def told(self, side: int, you: str, named: str, **values: int | Message) -> Message:
        return self.eye.told(side, self.state.names, you, named, **values)

    def name(self, side: int) -> Text:
        return self.told(side, mark("You"), mark("{name}"))


def board(state: UrbanWarTable, eye: Eye, now: Now) -> Board:
    look = _Look(state, eye)
    under = tr("{scenario}, turn {turn}", scenario=tr(state.scenario), turn=state.turn)
    if not state.turn:
        parts, presses = tuple(_set_up(look)), _begin(look)
        under = tr(state.scenario)
    elif state.over:
        parts, presses = tuple(_result(look)), ()
    elif state.end is not None:
        parts, presses = tuple(_ended(look)), _agree(look)
    elif state.asks_end:
        goes_on = (Press(tr("It goes on"), "go_on"),) if look.eye.acts else ()
        parts, presses = tuple(_how(look)), (*goes_on, *_concede(look))
    else:
        parts, presses = tuple(_playing(look, now)), _play_on(look)
    corrections = tuple(_corrections(look)) if eye.staff else ()
    return Board((*parts, *corrections), presses, under, state.over)


def _set_up(look: _Look) -> Iterator[BoardPart]:
    state = look.state
    yield Headline(tr("Deploy your forces"))
    yield Notice(tr("Deploy within 6 inches of your table edge. The two edges face each other."), clause="UW-63")
    if state.campaign:
        yield Notice(
            tr("The documents of the campaign may have another deployment and more objectives."), clause="UW-62"
        )
    if not state.known and look.eye.acts:
        yield _models(look)
    for side in look.eye.sides:
        models = state.forces[side].models
        if models is not None:
            yield Stated(look.name(side), _threshold_words(models))


def _models(look: _Look) -> Answers:
    boxes = tuple(
        NumberBox(
            "ab"[side],
            look.told(side, mark("Your models"), mark("Models of {name}")),
            look.state.forces[side].models,
            least=1,
            most=1_000,
        )
        for side in look.eye.sides
    )
    return Answers("models", tr("Save the models"), boxes, note=tr("How many models each side begins with."))


def _threshold_words(models: int) -> Message:
    moderate, heavy, severe = thresholds(models)
    return plural(
        models,
        "{n} model: Moderate from {moderate} lost, Heavy from {heavy}, Severe from {severe}",
        "{n} models: Moderate from {moderate} lost, Heavy from {heavy}, Severe from {severe}",
        moderate=moderate,
        heavy=heavy,
        severe=severe,
    )


def _begin(look: _Look) -> tuple[Press, ...]:
    if not look.eye.acts or None in (force.models for force in look.state.forces):
        return ()
    return (Press(tr("Begin the game"), "begin", emphasis=Emphasis.MAIN),)


def _playing(look: _Look, now: Now) -> Iterator[BoardPart]:
    yield from _time(look, now)
    yield from _checks_due(look)
    # Below the losses: what ends the game must not come under a thumb that counts them.
    yield from _losses(look)
    yield from _checks(look)
    yield from _if_now(look)
    made = tuple(
        Stated(
            tr("Turn {turn}", turn=check.turn),
            look.told(check.side, mark("You withdrew"), mark("{name} withdrew"))
            if check.withdrew
            else look.told(check.side, mark("You fought on"), mark("{name} fought on")),
        )
        for check in look.state.checks
    )
    if made:
        yield Fold(tr("Withdrawal checks"), made)


def _time(look: _Look, now: Now) -> Iterator[BoardPart]:
    """UW-11: the warning, so that players can finish the turn."""
    state, has_run = look.state, run(look.state, now)
    if has_run is None:
        return
    before = state.warning if 0 < state.warning < state.minutes else 0
    warned = before > 0 and has_run >= (state.minutes - before) * MINUTE
    yield RoundTime(
        has_run,
        now.at,
        now.runs or not state.event,
        state.minutes * MINUTE,
        tr("left; the warning comes {before} minutes before the end", before=before)
        if before and not warned
        else tr("left until the game ends"),
        (state.minutes - before, state.minutes) if before else (state.minutes,),
        warned,
    )
    if warned:
        yield Notice(
            tr(
                "Less than {before} minutes are left. Finish the turn you are in: the game ends with the time.",
                before=before,
            ),
            Tone.LATE,
            "UW-11",
        )


def _checks_due(look: _Look) -> Iterator[Notice]:
    for side in look.eye.sides:
        if check_due(look.state, side):
            force = look.state.forces[side]
            yield Notice(
                look.told(
                    side,
                    mark("You are at the break point: {lost} of {models} models lost. Make the withdrawal check."),
                    mark("{name} is at the break point: {lost} of {models} models lost. Make the withdrawal check."),
                    lost=force.lost,
                    models=force.models or 0,
                ),
                Tone.WRONG,
                "UW-43",
            )


def _checks(look: _Look) -> Iterator[Switch]:
    for side in look.eye.sides:
        if look.eye.acts and check_due(look.state, side):
            yield Switch(
                look.told(side, mark("Your check"), mark("{name}’s check")),
                "check",
                (
                    Way("fights_on", tr("Fights on")),
                    Way("withdraws", tr("Withdraws"), tr("Counts as Severe")),
                ),
                values={"side": side},
                clause="U-18",
            )


def _losses(look: _Look) -> Iterator[BoardPart]:
    for side in look.eye.sides:
        force = look.state.forces[side]
        models = force.models or 0
        yield Gauge(
            look.name(side),
            force.lost,
            models,
            plural(models, "{n} model. {level}.", "{n} models. {level}.", level=_losses_told(level(look.state, side))),
            _bounds(models),
            break_point(models),
            side=side,
            brief=tr("Losses"),
        )
        if look.eye.acts:
            yield _stepper(look, side)


def _stepper(look: _Look, side: int) -> Stepper:
    force = look.state.forces[side]
    label = look.told(side, mark("Your losses"), mark("{name}’s losses"))
    return Stepper(label, force.lost, "lost", {"side": side}, most=force.models, side=side)


def _bounds(models: int) -> tuple[tuple[int, Text], ...]:
    """After how many losses each level ends; one that a small force skips is left out (U-20)."""
    found: list[tuple[int, Text]] = []
    for last, casualty_level in zip((*thresholds(models), models), CasualtyLevel, strict=True):
        if last > (found[-1][0] if found else 0):
            found.append((last, tr(TITLES[casualty_level])))
    return tuple(found)


LOSSES_TOLD = {
    CasualtyLevel.LIGHT: mark("Light losses"),
    CasualtyLevel.MODERATE: mark("Moderate losses"),
    CasualtyLevel.HEAVY: mark("Heavy losses"),
    CasualtyLevel.SEVERE: mark("Severe losses"),
}


def _losses_told(casualty_level: CasualtyLevel) -> Message:
    return tr(LOSSES_TOLD[casualty_level])


def _if_now(look: _Look) -> Iterator[BoardPart]:
    """UW-48, UW-51, UW-52: the lighter side wins, by more the further they are apart."""
    yield ScoreTable(
        (look.name(look.eye.sides[0]), look.name(look.eye.sides[1])),
        (_level_row(look), _points_row(look, tr("If it ended now"))),
    )
    yield Notice(tr("The dashed line is the break point, half of the models."), clause="UW-43")


def _level_row(look: _Look) -> ScoreRow:
    own, other = (tr(TITLES[level(look.state, side)]) for side in look.eye.sides)
    return ScoreRow(tr("Casualties"), own, other, clause="UW-49")


def _points_row(look: _Look, label: Message) -> ScoreRow:
    own, other = (str(pays(look.state, side)) for side in look.eye.sides)
    return ScoreRow(label, own, other, _degree(look), strong=True, clause="UW-52")


def _degree(look: _Look) -> Message:
    apart = level(look.state, 1) - level(look.state, 0)
    return tr("Draw") if apart == 0 else look.told(0 if apart > 0 else 1, *DEGREE_TOLD[abs(apart)])


def _play_on(look: _Look) -> tuple[Press, ...]:
    if not look.eye.acts:
        return ()
    due = any(check_due(look.state, side) for side in (0, 1))
    next_turn = (
        ()
        if due
        else (
            Press(tr("Begin turn {turn}", turn=look.state.turn + 1), "turn", {"turn": look.state.turn}, Emphasis.MAIN),
        )
    )
    return (*next_turn, Press(tr("End the game"), "end"), *_concede(look))


def _concede(look: _Look) -> tuple[Press, ...]:
    """UW-53, UW-54: the consequences are shown before it is done."""
    if look.eye.side is None:
        return ()
    ask = (
        tr("Concede? You then count as having lost every model, and you retire: no more games, and no winning place.")
        if look.state.event
        else tr("Concede? You then count as having lost every model.")
    )
    return (Press(tr("Concede"), "concede", emphasis=Emphasis.DANGER, ask=ask),)


def _how(look: _Look) -> Iterator[BoardPart]:
    """UW-45."""
    yield Headline(tr("How did the game end?"), clause="UW-45")
    if not look.eye.acts:
        return
    ways = [Way("time", tr("Time was called"), tr("Losses count as they are"))]
    if look.state.campaign:
        ways.append(Way("objectives", tr("Objectives were met"), tr("As the documents of the campaign say")))
    for side in reversed(look.eye.sides):
        ways.append(
            Way(
                f"withdrew_{side}",
                look.told(side, mark("You withdrew"), mark("{name} withdrew")),
                tr("Counts as Severe, whatever is left"),
            )
        )
    for side in reversed(look.eye.sides):
        ways.append(
            Way(
                f"wiped_out_{side}",
                look.told(side, mark("Your side was wiped out"), mark("{name}’s side was wiped out")),
                plural(look.state.forces[side].models or 0, "{n} model lost", "All {n} models lost"),
            )
        )
    yield Pick("ended", tuple(ways), tr("Continue"))


def _ended(look: _Look) -> Iterator[BoardPart]:
    state = look.state
    yield _score_line(look, _why(look))
    yield from _checks_due(look)
    yield from _checks(look)
    yield from _facts(look)
    if look.eye.acts:
        for side in look.eye.sides:
            if state.campaign and side != state.conceder:
                label = look.told(side, mark("Your bonus points"), mark("{name}’s bonus points"))
                yield Stepper(label, state.forces[side].bonus, "bonus", {"side": side}, side=side)
        yield Fold(tr("Change the losses"), tuple(_stepper(look, side) for side in look.eye.sides))
    for side in look.eye.sides:
        said = state.agreed.said[side] is not None
        yield Stated(
            look.told(side, mark("You"), mark("{name}")),
            tr("Agreed") if said else tr("Has not agreed yet"),
        )


def _score_line(look: _Look, under: Text) -> Headline:
    own, other = look.eye.sides
    points = {"own": pays(look.state, own), "other": pays(look.state, other)}
    names = {"name": look.state.names[own], "opponent": look.state.names[other]}
    if look.eye.side is None:
        return Headline(tr("{name} {own}, {opponent} {other}", **names, **points), under, "UW-52")
    return Headline(tr("You {own}, {opponent} {other}", opponent=names["opponent"], **points), under, "UW-52")


def _why(look: _Look) -> Message:
    """UW-45: how it ended."""
    state = look.state
    match state.end:
        case End.CONCEDED:
            return look.told(state.conceder or 0, mark("You conceded. You count as having lost every model."), CONCEDED)
        case End.WITHDREW if all(force.withdrew for force in state.forces):
            return tr("Both sides withdrew. Both count as Severe.")
        case End.WITHDREW:
            side = 0 if state.forces[0].withdrew else 1
            return look.told(side, mark("You withdrew, which counts as Severe."), WITHDREW)
        case End.WIPED_OUT if all(force.wiped_out for force in state.forces):
            return tr("Both sides were wiped out.")
        case End.WIPED_OUT:
            side = 0 if state.forces[0].wiped_out else 1
            return look.told(side, mark("Your side was wiped out."), mark("{name}’s side was wiped out."))
        case End.OBJECTIVES:
            return tr("The objectives of the campaign were met.")
    return tr("Time was called. Losses count as they are.")


CONCEDED = mark("{name} conceded, and counts as having lost every model.")
WITHDREW = mark("{name} withdrew, which counts as Severe.")


def _facts(look: _Look) -> Iterator[BoardPart]:
    for side in look.eye.sides:
        force = look.state.forces[side]
        yield Stated(
            look.told(side, mark("Your losses"), mark("{name}’s losses")),
            tr(
                "{lost} of {models}, {level}",
                lost=force.lost,
                models=force.models or 0,
                level=tr(TITLES[level(look.state, side)]),
            ),
        )
    yield ScoreTable(
        (look.name(look.eye.sides[0]), look.name(look.eye.sides[1])),
        (_level_row(look), _points_row(look, tr("Tournament points"))),
    )


def _agree(look: _Look) -> tuple[Press, ...]:
    """UW-19: each side enters what the other scored."""
    state = look.state
    if not look.eye.acts or any(check_due(state, side) for side in (0, 1)):
        return ()
    values: dict[str, Raw] = {"points": [pays(state, 0), pays(state, 1)]}
    stays = state.end is End.CONCEDED or (state.end is End.TIME and state.event)
    back = () if stays else (Press(tr("It goes on"), "go_on"),)
    if look.eye.side is None:
        return (Press(tr("Settle it for both"), "agree", values, Emphasis.MAIN), *back)
    if state.agreed.said[look.eye.side] is not None:
        return back
    other = look.eye.sides[1]
    send = tr("Send the score of {name}: {points}", name=state.names[other], points=pays(state, other))
    return (Press(send, "agree", values, Emphasis.MAIN), *back)


def _result(look: _Look) -> Iterator[BoardPart]:
    yield _score_line(look, _degree(look))
    yield from _facts(look)


def _corrections(look: _Look) -> Iterator[BoardPart]:
    """What staff may correct at any time."""
    if not look.state.turn:
        if look.state.known:
            yield Fold(tr("Correct the models"), (_models(look),))
        return
    yield Fold(tr("Correct a number"), (*(_stepper(look, side) for side in look.eye.sides), _models(look)))
