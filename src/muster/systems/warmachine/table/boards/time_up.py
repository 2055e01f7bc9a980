"""Boards when time is up: a clock that ran out in its owner's turn, and the expected end of the round."""

from __future__ import annotations

from muster.game import Answers, Board, BoardPart, Emphasis, Eye, Headline, Notice, Now, PlayersClock, Press, mark, tr
from muster.systems.warmachine.table.boards import army, play, words
from muster.systems.warmachine.table.state import Battle


def clock_out(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-101, WMH-102: a clock ran out in its owner's turn."""
    assert battle.out is not None
    out, own = battle.out, words.own_side(eye)
    parts: list[BoardPart] = [words.face(battle, eye, now, own), words.face(battle, eye, now, 1 - own)]
    presses: tuple[Press, ...] = ()
    if battle.passed:
        before, presses = play.confirming(battle, eye)
        return Board(
            (
                *parts,
                *before,
                *_no_answer(battle, eye),
                *play.gives_up(battle, eye),
                *play.staff_parts(battle, eye, now),
            ),
            presses,
        )
    told = battle.said.said[out]
    title = words.to(battle, eye, out, mark("Your clock has run out"), mark("{name}’s clock has run out"))
    if told is None:
        text = mark("The game is lost unless the table as it is gives a lead of five. Do not move anything.")
        parts.append(Headline(title, text, "WMH-101"))
        if eye.side == out or eye.staff:
            switches = words.table_switches(battle, eye, battle.table)
            parts.append(Answers("table", mark("Score the table as it is"), switches=switches))
        elif eye.side is not None:
            waits = tr(
                "{name} may now score the table. If it gives no lead of five, or {name} does not answer, enter the "
                "loss yourself.",
                name=battle.name(out),
            )
            parts.append(Notice(waits, clause="WMH-102"))
        presses = (_time_loss(battle, eye),) if eye.acts else ()
    elif eye.side == 1 - out:
        parts.append(
            Headline(
                tr("Did {name} have this before time ran out?", name=battle.name(out)),
                mark("If you do not agree, the game is lost on time."),
                "WMH-101",
            )
        )
        presses = (_time_win(battle), _time_loss(battle, eye))
    else:
        waits = words.to(
            battle,
            eye,
            out,
            mark("Your opponent has to agree that the table looked like this before time ran out."),
            mark("{name}’s opponent has to agree that the table looked like this before time ran out."),
        )
        parts += [Headline(title, waits, "WMH-101"), *_no_answer(battle, eye)]
        if eye.staff and eye.side is None:
            presses = (_time_win(battle), _time_loss(battle, eye))
        elif eye.side == out:
            presses = (_time_loss(battle, eye),)
    if told is not None:
        parts.append(words.table_rows(battle, eye, told))
    return Board((*parts, *play.gives_up(battle, eye), *play.staff_parts(battle, eye, now)), presses)


def _no_answer(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """W-23: what only one of them has confirmed is for the organiser to settle."""
    if eye.side is None or battle.said.said[eye.side] is None or not battle.setup.event:
        return ()
    text = tr("If {name} does not answer, call a judge, who settles it.", name=battle.name(1 - eye.side))
    return (Notice(text, clause="WMH-101"),)


def _time_win(battle: Battle) -> Press:
    assert battle.out is not None
    return Press(tr("Yes. {name} wins by scenario", name=battle.name(battle.out)), "agree")


def _time_loss(battle: Battle, eye: Eye) -> Press:
    assert battle.out is not None
    if battle.said.said[battle.out] is None:
        label = words.to(battle, eye, battle.out, mark("I lost on time"), mark("{name} lost on time"))
    else:
        label = words.to(battle, eye, battle.out, mark("No, I lost on time"), mark("No. {name} lost on time"))
    ask = words.to(
        battle,
        eye,
        battle.out,
        mark("Did you lose on time? The table as it is gives you no lead of five."),
        mark("Did {name} lose on time? There is no lead of five on the table that both of you agree on."),
    )
    return Press(label, "lost", emphasis=Emphasis.DANGER, ask=ask)


def check(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-104: the expected end with more than five minutes on the clocks."""
    own = words.own_side(eye)
    faces: tuple[PlayersClock, ...] = (words.face(battle, eye, now, own), words.face(battle, eye, now, 1 - own))
    parts: list[BoardPart] = [
        Headline(
            mark("Round time is up"),
            mark(
                "More than five minutes are left on both clocks together, so the game is a tie unless the organiser "
                "lets you play on."
            ),
            "WMH-104",
        ),
        *faces,
        Notice(words.score(battle, eye, battle.cp)),
        *words.course(battle, eye),
    ]
    presses: tuple[Press, ...] = ()
    if eye.staff and eye.side is None:
        presses = (
            Press(mark("It is a tie"), "tie", emphasis=Emphasis.MAIN, ask=mark("Is this game a tie?")),
            Press(mark("Let them play on"), "play_on"),
        )
    return Board(
        (*parts, *army.folds(battle, eye), *play.gives_up(battle, eye), *play.staff_parts(battle, eye, now)), presses
    )
