"""What phones show of a Main Phase: whose turn it is to act, the time to declare, and what follows when it is up."""

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
    Notice,
    Now,
    NumberBox,
    Pick,
    PlayersClock,
    Press,
    Stated,
    Stepper,
    Switch,
    Tone,
    Way,
    mark,
    plural,
    tr,
)
from muster.systems.bushido.table.activation import MOST_SECONDS, NOBODY, has_nothing_to_lose, model_name
from muster.systems.bushido.table.boards.parts import folds, model_row, models_of, round_time, turn_head
from muster.systems.bushido.table.boards.voices import handles, may, scenario, told, typed, who
from muster.systems.bushido.table.state import Acting, BushidoGame, Late

LATE_FROM = 30_000
"""With this many milliseconds left to declare, the clock turns amber."""

Asked = tuple[tuple[BoardPart, ...], tuple[Press, ...]]


def main_board(game: BushidoGame, eye: Eye, now: Now) -> Board:
    assert game.active is not None, "nobody is active"
    """The question comes first: on a small phone the round's time does not fit above the time to declare."""
    parts, presses = ASKED[game.activation.acting](game, eye, now)
    shown = tuple(
        side for side in handles(eye) if game.activation.acting is Acting.DECLARE and not _acts(game, eye, side)
    )
    staff = _judge(game) if eye.staff else ()
    return Board(
        (*turn_head(game, eye), *parts, *round_time(game, now), *folds(game, eye, shown), *staff),
        (*presses, *_stop(game, eye)),
        scenario(game),
    )


def _declare(game: BushidoGame, eye: Eye, now: Now) -> Asked:
    side = game.active or 0
    acting = game.activation
    parts: list[BoardPart] = []
    if acting.stopped:
        text = tr("Stopped by a judge. The time to declare continues when the answer is known.")
        parts.append(Notice(text, Tone.STOPPED, "BUS-24"))
    parts.append(_clock(game, eye, now))
    parts += _late_told(game, eye)
    feats = told(game, eye, side, mark("You may use Active Feats."), mark("{name} may use Active Feats."))
    parts.append(Notice(feats, clause="BSG-24"))
    parts += _left(game, eye)
    parts += _rows(game, eye)
    return tuple(parts), tuple(_declaring(game, side)) if _acts(game, eye, side) else ()


def _acts(game: BushidoGame, eye: Eye, side: int) -> bool:
    """Whether the viewer can name a model of this side now."""
    return side == game.active and may(eye, side) and not game.activation.stopped


def _declaring(game: BushidoGame, side: int) -> Iterator[Press]:
    warband, chosen = game.warbands[side], game.activation.chosen
    if not warband.followed:
        yield Press(tr("Model and action named"), "declare", {"action": "simple"}, Emphasis.MAIN)
        ask = tr("Is there really no model left with an activation counter?")
        yield Press(tr("Nothing left to activate"), "spent", ask=ask)
    elif chosen is not None:
        named = model_name(warband.models[chosen], chosen)
        label = tr("{model}: simple action named", model=named)
        yield Press(label, "declare", {"action": "simple"}, Emphasis.MAIN)
        yield Press(tr("{model}: complex action named", model=named), "declare", {"action": "complex"})
    if game.tokens[side]:
        yield Press(tr("Pass ({n} left)", n=game.tokens[side]), "pass")


def _clock(game: BushidoGame, eye: Eye, now: Now) -> BoardPart:
    """BUS-20; without a clock only whose turn it is."""
    side = game.active or 0
    label = told(game, eye, side, mark("Your turn to act"), mark("{name} to act"))
    note = told(game, eye, side, mark("Name a model and its action"), mark("Names a model and its action"))
    acting = game.activation
    if not game.timed and acting.clock.running is None:
        return Headline(label, note, "BSG-25")
    left = acting.clock.at(now.at).left[side]
    waits = eye.side is not None and eye.side != side
    return PlayersClock(
        label,
        left,
        now.at,
        acting.clock.running is not None,
        None if waits else side,
        tr("Clock stopped") if acting.stopped else note,
        large=not waits,
        late=left <= LATE_FROM,
        out_of=game.seconds * 1000,
    )


def _left(game: BushidoGame, eye: Eye) -> Iterator[BoardPart]:
    for side in eye.sides:
        if game.tokens[side]:
            label = told(game, eye, side, mark("Your pass tokens"), mark("{name}’s pass tokens"))
            yield Stated(label, typed(game.tokens[side]), side, tr("Pass tokens"))


def _rows(game: BushidoGame, eye: Eye) -> Iterator[BoardPart]:
    """The viewer's models; in their own activation, each that can act has a button for it."""
    for side in handles(eye):
        if not game.warbands[side].followed:
            continue
        if not _acts(game, eye, side):
            yield from models_of(game, eye, side)
            continue
        for place, model in enumerate(game.warbands[side].models):
            chosen = game.activation.chosen == place
            act = Press(tr("Acts"), "model", {"model": place}) if model.able and not chosen else None
            yield model_row(game, eye, side, place, model, act)


def _resolve(game: BushidoGame, eye: Eye, now: Now) -> Asked:
    side = game.active or 0
    acting = game.activation
    passed = acting.action == "pass"
    heading = tr("Passed") if passed else tr("Resolve the action")
    parts: list[BoardPart] = [
        Headline(heading, tr("The time to declare is stopped."), "BSG-26" if passed else "BSG-28"),
        Stated(tr("Acting"), _acting(game, eye, side)),
        Stated(tr("Then"), _then(game, eye)),
        Notice(
            told(
                game,
                eye,
                side,
                mark("Last chance for your Active Feats in this activation."),
                mark("Last chance for {name}’s Active Feats in this activation."),
            ),
            clause="BSG-29",
        ),
    ]
    if acting.chosen is not None and may(eye, side):
        parts.append(
            Notice(tr("If the action costs more than one counter, take the others off here."), clause="BSG-25")
        )
        model = game.warbands[side].models[acting.chosen]
        parts.append(model_row(game, eye, side, acting.chosen, model))
    if not may(eye, side):
        return tuple(parts), ()
    following = _following(game)
    label = (
        tr("Done")
        if following is None
        else told(game, eye, following, mark("Done, you act"), mark("Done, {name} acts"))
    )
    runs = following if game.timed else None
    return tuple(parts), (Press(label, "done", emphasis=Emphasis.MAIN, runs=runs),)


def _acting(game: BushidoGame, eye: Eye, side: int) -> Message:
    chosen = game.activation.chosen
    if chosen is None:
        return who(game, eye, side)
    model = game.warbands[side].models[chosen]
    named = model_name(model, chosen)
    return plural(model.counters, "{model}, {n} counter left", "{model}, {n} counters left", model=named)


def _following(game: BushidoGame) -> int | None:
    """Who acts next, as the counters are now (BSG-30, BSG-31)."""
    side = game.active or 0
    return next((one for one in (1 - side, side) if game.warbands[one].able), None)


def _then(game: BushidoGame, eye: Eye) -> Message:
    following = _following(game)
    if following is None:
        return tr("The End Phase")
    if following == game.active:
        return told(
            game,
            eye,
            following,
            mark("You act again: {other} has nothing left to activate"),
            mark("{name} acts again: {other} has nothing left to activate"),
        )
    return told(game, eye, following, mark("You act"), mark("{name} acts"))


def _late(game: BushidoGame, eye: Eye, now: Now) -> Asked:
    """BUS-21, BUS-22."""
    side, chosen = game.active or 0, game.activation.chosen
    warband = game.warbands[side]
    parts: list[BoardPart] = [Notice(tr("The time to declare is up."), Tone.LATE, "BUS-20")]
    if chosen is not None:
        named = model_name(warband.models[chosen], chosen)
        lost = tr("{model} was named without an action and loses one activation counter.", model=named)
        if has_nothing_to_lose(game):
            lost = tr("{model} was named without an action and has no activation counter left to lose.", model=named)
        you, other = mark("Then it is your turn to act."), mark("Then it is {name}’s turn to act.")
        parts += [Notice(lost, clause="BUS-21"), Notice(told(game, eye, 1 - side, you, other), clause="BUS-23")]
        label = tr("Continue") if has_nothing_to_lose(game) else tr("{model} loses a counter", model=named)
        press = Press(label, "late", {"value": chosen}, Emphasis.MAIN)
        return tuple(parts), (press,) if may(eye) else ()
    you, other = mark("Either way it is then your turn to act."), mark("Either way it is then {name}’s turn to act.")
    parts.append(Notice(told(game, eye, 1 - side, you, other), clause="BUS-23"))
    asked = told(game, eye, side, mark("Had you named a model?"), mark("Had {name} named a model?"))
    parts.append(Headline(asked, clause="BUS-21"))
    takes = tr("{name} takes one counter off any one model", name=game.names[1 - side])
    loses = tr("Named without an action: loses one counter")
    if warband.followed:
        named_ways = [
            Way(place, model_name(model, place), loses) for place, model in enumerate(warband.models) if model.able
        ]
    else:
        named_ways = [Way(0, tr("A model, but no action"), loses)]
    if may(eye, side):
        ways = (*named_ways, Way(NOBODY, tr("No model"), takes))
        parts.append(Pick("late", ways, tr("Continue")))
    return tuple(parts), ()


def _take(game: BushidoGame, eye: Eye, now: Now) -> Asked:
    """BUS-22 B-21."""
    slow = game.active or 0
    warband = game.warbands[slow]
    text = told(
        game,
        eye,
        1 - slow,
        mark("No model was named in time. Take one activation counter off one of {other}’s models."),
        mark("No model was named in time. {name} takes one activation counter off one of {other}’s models."),
    )
    parts: list[BoardPart] = [Notice(text, Tone.LATE, "BUS-22")]
    if not may(eye, 1 - slow):
        return tuple(parts), ()
    if not warband.followed:
        return tuple(parts), (Press(tr("Counter is taken off"), "take", emphasis=Emphasis.MAIN),)
    ways = tuple(
        Way(place, model_name(model, place), tr("Counters: {n}", n=model.counters))
        for place, model in enumerate(warband.models)
        if model.able
    )
    return (*parts, Pick("take", ways, tr("Take a counter off"))), ()


def _late_told(game: BushidoGame, eye: Eye) -> tuple[Notice, ...]:
    """What the last penalty was, until the next model is named."""
    late = game.late
    if late is None:
        return ()
    clause = "BUS-21" if late.named else "BUS-22"
    return (Notice(_penalty(game, eye, late), Tone.LATE, clause),)


def _penalty(game: BushidoGame, eye: Eye, late: Late) -> Message:
    if late.model is None:
        return told(
            game,
            eye,
            late.side,
            mark("Your time to declare was up. It is {other}’s turn to act."),
            mark("{name}’s time to declare was up. It is {other}’s turn to act."),
        )
    return told(
        game,
        eye,
        late.side,
        mark("Your time to declare was up: {model} lost one activation counter."),
        mark("{name}’s time to declare was up: {model} lost one activation counter."),
        model=model_name(game.warbands[late.side].models[late.model], late.model),
    )


def _stop(game: BushidoGame, eye: Eye) -> tuple[Press, ...]:
    """BUS-24: a judge's; in a game without an event the players'."""
    acting = game.activation
    if not (eye.staff or (not game.event and eye.side is not None)):
        return ()
    if acting.stopped:
        return (Press(tr("The clock goes on"), "resume clock", runs=game.active),)
    if acting.clock.running is not None:
        return (Press(tr("Stop the clock"), "stop clock"),)
    return ()


def _judge(game: BushidoGame) -> tuple[BoardPart, ...]:
    """What only staff can correct in a Main Phase."""
    ways = tuple(Way(side, typed(game.names[side])) for side in (0, 1))
    tokens = tuple(
        Stepper(tr("{name}’s pass tokens", name=game.names[side]), game.tokens[side], "tokens", {"of": side}, side=side)
        for side in (0, 1)
    )
    seconds = NumberBox("seconds", tr("Seconds to declare"), None, 1, MOST_SECONDS)
    runs = game.activation.acting is not Acting.RESOLVE
    clock = (Answers("seconds", tr("Set the clock"), (seconds,)),) if runs else ()
    return (Fold(tr("Put right"), (Switch(tr("Whose turn to act"), "active", ways, game.active), *tokens, *clock)),)


ASKED = {Acting.DECLARE: _declare, Acting.RESOLVE: _resolve, Acting.LATE: _late, Acting.TAKE: _take}
