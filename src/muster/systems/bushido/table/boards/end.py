"""What phones show of an End Phase, of the score that both confirm, and of a game that is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from muster.game import (
    Board,
    BoardPart,
    Course,
    Emphasis,
    Eye,
    Fold,
    Headline,
    Message,
    Notice,
    Now,
    Press,
    Raw,
    ScoreRow,
    ScoreTable,
    Stated,
    Stepper,
    Text,
    Tick,
    Tone,
    mark,
    tr,
)
from muster.systems.bushido.scoring import VP_PAYS
from muster.systems.bushido.table.boards.parts import folds, round_time, turn_head
from muster.systems.bushido.table.boards.voices import may, scenario, told, typed, who
from muster.systems.bushido.table.points import MOST_SP
from muster.systems.bushido.table.state import END_STEPS, VICTORY_POINTS, BushidoEnd, BushidoGame, TurnPoints, Two
from muster.systems.bushido.table.turn import ENDING, MOST_TURNS


def end_board(game: BushidoGame, eye: Eye, now: Now) -> Board:
    """Once it is time to score, that comes first: on a small phone the steps and the time fill a screen."""
    steps: tuple[BoardPart, ...] = tuple(_steps(game, eye))
    asked, presses = _scoring(game, eye) if game.scoring else ((), ())
    if not game.scoring and any(game.tokens):
        steps = (*steps, Notice(tr("Unused pass tokens are thrown away."), clause="BSG-39"))
    parts = (*turn_head(game, eye), *asked, *steps, *round_time(game, now), *course(game), *folds(game, eye))
    return Board((*parts, *_turns(game, eye), *corrections(game, eye)), presses, scenario(game))


def _turns(game: BushidoGame, eye: Eye) -> Iterator[Fold]:
    """A wrong number of turns is noticed when the game is over too early: for staff, and for two friends."""
    if eye.staff or (may(eye) and not game.event):
        turns = Stepper(tr("Turns in this game"), game.turns, "turns", least=game.turn, most=MOST_TURNS)
        yield Fold(tr("Correct the number of turns"), (turns,))


def _steps(game: BushidoGame, eye: Eye) -> Iterator[Tick]:
    """BSG-33 to BSG-35."""
    notes = {"effects": tr("Harmful ones first, then the rest")}
    for place, step in enumerate(END_STEPS[:-1]):
        label, clause = ENDING[step]
        due = place == game.done and may(eye)
        values: dict[str, Raw] = {"step": step} if due else {}
        yield Tick(tr(label), place < game.done, "end" if due else "", values, notes.get(step, ""), clause)


def _scoring(game: BushidoGame, eye: Eye) -> tuple[tuple[BoardPart, ...], tuple[Press, ...]]:
    """BSG-36: scenario points first, then victory points; whoever entered them waits for the other to confirm."""
    said = [side for side in (0, 1) if game.agreed.said[side] is not None]
    parts: list[BoardPart] = []
    if not said:
        parts += _steppers(game, eye)
        presses = (_agree(game, tr("End turn {turn}", turn=game.turn)),)
        return (*parts, *_left(game)), presses if may(eye) else ()
    waiting = 1 - said[0]
    parts.append(_asked(game, eye, said[0]))
    parts.append(_table(game, eye, game.points))
    if not may(eye):
        return tuple(parts), ()
    wrong = Press(tr("That’s not right"), "disagree")
    if may(eye, waiting):
        return tuple(parts), (_agree(game, tr("Confirm")), wrong)
    return tuple(parts), (wrong,)


def _asked(game: BushidoGame, eye: Eye, by: int) -> Headline:
    if eye.side == by:
        return Headline(tr("Waiting for {name} to confirm", name=game.names[1 - by]), clause="BSG-36")
    text = tr("{name}’s score for turn {turn}", name=game.names[by], turn=game.turn)
    return Headline(text, tr("Is this right?"), "BSG-36")


def _agree(game: BushidoGame, label: Text) -> Press:
    seen: dict[str, Raw] = {"sp": list(game.points.sp), "vp": list(game.points.vp)}
    return Press(label, "agree", seen, Emphasis.MAIN)


def _steppers(game: BushidoGame, eye: Eye) -> Iterator[BoardPart]:
    total = game.total(now=True)
    yield Headline(tr("Score turn {turn}", turn=game.turn), tr("Scenario points first, then victory points"), "BSG-36")
    for side in eye.sides:
        label = told(
            game, eye, side, mark("Your scenario points, this turn"), mark("{name}’s scenario points, this turn")
        )
        yield _stepper(game, eye, "sp", side, label, total.sp)
    for side in eye.sides:
        label = told(
            game, eye, side, mark("Your victory points, this turn"), mark("{name}’s victory points, this turn")
        )
        yield _stepper(game, eye, "vp", side, label, total.vp)
    if not may(eye):
        return
    for side in eye.sides:
        warband = game.warbands[side]
        if not warband.followed and warband.vims and may(eye, side):
            out = warband.vim_lost is not None
            text = told(game, eye, side, mark("Your VIM is out of play"), mark("{name}’s VIM is out of play"))
            yield Tick(text, out, "vim out", {"of": side}, clause="BSG-12")


def _stepper(game: BushidoGame, eye: Eye, what: str, side: int, label: Message, total: Two) -> BoardPart:
    value = game.points.sp[side] if what == "sp" else game.points.vp[side]
    note = tr("Total: {n}", n=total[side])
    if not may(eye):
        return Stated(label, typed(value), side)
    most = MOST_SP if what == "sp" else value + _vp_left(game)
    return Stepper(label, value, "points", {"what": what, "of": side}, note, 0, most, side)


def _vp_left(game: BushidoGame) -> int:
    """BSG-37: of the three that a game has."""
    return VICTORY_POINTS - sum(game.total(now=True).vp)


def _left(game: BushidoGame) -> Iterator[Notice]:
    text = tr("{left} of {all} victory points left.", left=_vp_left(game), all=VICTORY_POINTS)
    yield Notice(text, clause="BSG-37")
    yield Notice(tr("Unused pass tokens are thrown away."), clause="BSG-39")


def _table(game: BushidoGame, eye: Eye, points: TurnPoints) -> ScoreTable:
    total = game.total(now=True)
    return ScoreTable(
        _heads(game, eye),
        (
            _row(eye, tr("Scenario points"), points.sp, tr("this turn")),
            _row(eye, tr("Victory points"), points.vp, tr("this turn")),
            _row(eye, tr("Total victory points"), total.vp, strong=True),
        ),
    )


def _heads(game: BushidoGame, eye: Eye) -> tuple[Message, Message]:
    first, second = eye.sides
    return who(game, eye, first), who(game, eye, second)


def _row(
    eye: Eye,
    label: Message,
    pair: tuple[int | None, int | None],
    note: Text = "",
    *,
    strong: bool = False,
    clause: str = "",
) -> ScoreRow:
    first, second = eye.sides
    return ScoreRow(label, _figure(pair[first]), _figure(pair[second]), note, strong, clause)


def _figure(value: int | None) -> Message:
    return typed("–" if value is None else value)


def course(game: BushidoGame) -> Iterator[BoardPart]:
    """How the points developed: what each side gained in each turn."""
    if game.scored:
        sp, vp = _gained(game, [one.sp for one in game.scored]), _gained(game, [one.vp for one in game.scored])
        parts = (Headline(tr("Scenario points")), sp, Headline(tr("Victory points")), vp)
        yield Fold(tr("Turn by turn"), parts)


def course_of(game: BushidoGame) -> Course | None:
    """By scenario points: they say more about a game than its three victory points."""
    if not game.scored:
        return None
    return replace(_gained(game, [one.sp for one in game.scored]), counted=tr("Scenario points"))


def _gained(game: BushidoGame, turns: list[Two]) -> Course:
    moments = tuple(str(turn) for turn in range(1, len(turns) + 1))
    return Course(moments, (tuple(pair[0] for pair in turns), tuple(pair[1] for pair in turns)), names=game.names)


def corrections(game: BushidoGame, eye: Eye) -> Iterator[BoardPart]:
    """For staff: the points of every turn that both agreed on."""
    if not eye.staff or not game.scored:
        return
    steppers = tuple(
        Stepper(
            tr(label, turn=turn, name=game.names[side]),
            pair[side],
            "correct",
            {"turn": turn, "what": what, "of": side},
            most=MOST_SP if what == "sp" else pair[side] + _vp_left(game),
            side=side,
        )
        for turn, one in enumerate(game.scored, start=1)
        for what, label, pair in (
            ("sp", mark("Turn {turn}, {name}: scenario points"), one.sp),
            ("vp", mark("Turn {turn}, {name}: victory points"), one.vp),
        )
        for side in (0, 1)
    )
    yield Fold(tr("Correct the points"), steppers)


ENDED = {
    BushidoEnd.TURNS: mark("The game ended after turn {turn}: it was the last one."),
    BushidoEnd.VICTORY_POINTS: mark("The game ended after turn {turn}: all victory points were scored."),
    BushidoEnd.NO_MODELS: mark("The game ended after turn {turn}: a warband had no models left."),
    BushidoEnd.TIME: mark("The game ended after turn {turn}: round time was up."),
}

CLAUSES = {
    BushidoEnd.TURNS: "BSG-37",
    BushidoEnd.VICTORY_POINTS: "BSG-37",
    BushidoEnd.NO_MODELS: "BSG-38",
    BushidoEnd.TIME: "BUS-30",
    BushidoEnd.CONCEDED: "B-12",
}


def over_board(game: BushidoGame, eye: Eye) -> Board:
    """The result, before it is handed over."""
    ended = game.ended
    assert ended is not None, "the game goes on"
    total = game.total()
    vims = (game.vim_turn(0), game.vim_turn(1))
    rows = [_row(eye, tr("Scenario points"), total.sp)]
    if game.setup.vims:
        rows.append(_row(eye, tr("Enemy VIM removed"), vims, tr("number of the turn"), clause="BUS-37"))
    if ended is not BushidoEnd.CONCEDED:
        paid = VP_PAYS[total.vp], VP_PAYS[total.vp[1], total.vp[0]]
        worth = [_row(eye, tr("Tournament points"), paid, strong=True, clause="BUS-34")] if game.event else []
        rows = [_row(eye, tr("Victory points"), total.vp), *worth, *rows]
    again = Press(tr("Something is wrong"), "look again")
    shown = may(eye) if ended is not BushidoEnd.CONCEDED and game.scored else eye.staff and ended is BushidoEnd.CONCEDED
    return Board(
        (
            Headline(_outcome(game, eye, total.vp), _why(game, ended), CLAUSES[ended]),
            *(
                (Notice(tr("Confirmed by both"), Tone.GOOD),)
                if ended is not BushidoEnd.CONCEDED and game.scored
                else ()
            ),
            ScoreTable(_heads(game, eye), tuple(rows)),
            *course(game),
            *corrections(game, eye),
        ),
        (again,) if shown else (),
        scenario(game),
        over=True,
    )


def _why(game: BushidoGame, ended: BushidoEnd) -> Text:
    if ended is BushidoEnd.CONCEDED:
        return tr("Scenario points count as they were scored.")
    if not game.scored:
        return tr("Round time was up before turn 1.")
    return tr(ENDED[ended], turn=game.turn)


def _outcome(game: BushidoGame, eye: Eye, vp: Two) -> Message:
    if game.conceded is not None:
        return told(game, eye, game.conceded, mark("You conceded"), mark("{name} conceded"))
    if vp[0] == vp[1]:
        return tr("A draw, {own} – {theirs}", own=vp[0], theirs=vp[1])
    won = 0 if vp[0] > vp[1] else 1
    score = {"own": vp[won], "theirs": vp[1 - won]}
    if eye.side == 1 - won:
        return tr("You lost, {theirs} – {own}", **score)
    return told(game, eye, won, mark("You won, {own} – {theirs}"), mark("{name} won, {own} – {theirs}"), **score)
