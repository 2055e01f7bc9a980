"""What a phone shows at each step of the game, and how it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from muster.game import (
    Board,
    BoardPart,
    Eye,
    Headline,
    Message,
    Notice,
    Now,
    Press,
    Raw,
    ScoreRow,
    ScoreTable,
    Text,
    mark,
)
from muster.systems.warmachine.table.boards import army, play, setup, time_up, words
from muster.systems.warmachine.table.control_points import By
from muster.systems.warmachine.table.ending import handover
from muster.systems.warmachine.table.state import Battle, BattleStep, GameEnd


def board(battle: Battle, eye: Eye, now: Now) -> Board:
    shown = BOARDS[battle.step](battle, eye, now)
    parts = shown.parts
    if battle.step in (BattleStep.LAY_OUT, BattleStep.DEPLOY, BattleStep.PLAY):
        parts = (*parts, *play.staff_parts(battle, eye, now))
    if battle.step is BattleStep.ARMY:
        parts = (words.steps(battle), *_end(battle, eye), *parts, *play.staff_parts(battle, eye, now))
    if not battle.over:
        parts = (*parts, *words.lists_folds(battle, eye))
    return replace(shown, parts=parts, under=words.under(battle, eye), over=battle.step is BattleStep.DONE)


def deploy(battle: Battle, eye: Eye, now: Now) -> Board:
    shown = setup.deploy(battle, eye, now)
    parts = (*play.stop_notices(battle, eye), *shown.parts, *play.more(battle, eye, now))
    return Board(parts, play.staff_presses(battle, eye))


def last_score(battle: Battle, eye: Eye, now: Now) -> Board:
    """WMH-161: one last time, on the table as it is."""
    parts: list[BoardPart] = [words.steps(battle), *_end(battle, eye)]
    presses: tuple[Press, ...] = ()
    if battle.said.said != (None, None):
        told, presses = play.confirming(battle, eye)
        parts += told
    elif eye.side is not None or eye.staff:
        parts += play.last_form(battle, eye)
    parts.append(
        Notice(mark("These control points count for the records and do not change who has won."), clause="WMH-161")
    )
    return Board((*parts, *army.folds(battle, eye), *play.staff_parts(battle, eye, now)), presses)


def done(battle: Battle, eye: Eye, now: Now) -> Board:
    """The result, as it is handed over."""
    result = handover(battle)
    parts: list[BoardPart] = [words.steps(battle), *_end(battle, eye)]
    if result is not None:
        counted: list[tuple[Text, Raw]] = [
            (mark("Control points"), result.values["cp"]),
            (mark("Army points destroyed"), result.values["apd"]),
        ]
        present = battle.present.said[0] if battle.present.agreed else None
        if present is not None:
            counted.append((mark("Scenario presence"), list(present)))
        own, other = eye.sides
        rows = tuple(
            ScoreRow(name, str(both[own]), str(both[other])) for name, both in counted if isinstance(both, list)
        )
        parts.append(ScoreTable((words.who(battle, eye, own), words.who(battle, eye, other)), rows))
    return Board((*parts, *words.course(battle, eye)))


def _end(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """Who has won and how, as far as it is known."""
    if battle.end is None:
        return ()
    if battle.end is GameEnd.TIME:
        return (Headline(mark("The game is a tie"), mark("Control points and army points are kept."), "WMH-104"),)
    if battle.winner is None:
        if battle.step is BattleStep.DONE:
            return (Headline(mark("The game is a tie"), mark("All tie-breakers are level."), "W-28"),)
        if battle.end is GameEnd.NO_LEADERS:
            text: Text = mark("All leaders were destroyed together.")
            return (Headline(mark("The tie-breakers decide"), text, "WMH-162"),)
        if battle.play.cp[0] == battle.play.cp[1]:
            text = mark("Control points are level after the last turn.")
            return (Headline(mark("The tie-breakers decide"), text, "WMH-197"),)
        text = mark("More control points after the last turn win by scenario.")
        return (Headline(mark("The last turn is over"), text, "WMH-197"),)
    title, clause = _won(battle, eye, battle.winner)
    return (Headline(title, words.score(battle, eye, battle.cp), clause),)


_WON = {
    GameEnd.ASSASSINATION: (mark("You won by assassination"), mark("{name} won by assassination"), "WMH-160"),
    GameEnd.SCENARIO: (mark("You won by scenario"), mark("{name} won by scenario"), "WMH-164"),
    GameEnd.CLOCK: (mark("You won: the other clock ran out"), mark("{name} won: the other clock ran out"), "WMH-102"),
    GameEnd.CONCESSION: (
        mark("You won: your opponent conceded"),
        mark("{name} won: the opponent conceded"),
        "WMH-063",
    ),
}
_TIE_BREAK = {
    By.SCENARIO: _WON[GameEnd.SCENARIO][:2],
    By.LEADERS: (mark("You won: more leaders left"), mark("{name} won: more leaders left")),
    By.CONTROL_POINTS: (mark("You won on control points"), mark("{name} won on control points")),
    By.ARMY_POINTS: (mark("You won on army points"), mark("{name} won on army points")),
    By.PRESENCE: (mark("You won on scenario presence"), mark("{name} won on scenario presence")),
}


def _won(battle: Battle, eye: Eye, winner: int) -> tuple[Message, str]:
    if battle.verdict is not None:
        you, named = _TIE_BREAK[battle.verdict.by]
        return words.to(battle, eye, winner, you, named), battle.verdict.clause
    assert battle.end is not None
    you, named, clause = _WON[battle.end]
    return words.to(battle, eye, winner, you, named), clause


BOARDS: dict[BattleStep, Callable[[Battle, Eye, Now], Board]] = {
    BattleStep.SCENARIO: setup.scenario,
    BattleStep.LIST: setup.list_choice,
    BattleStep.START: setup.start,
    BattleStep.OBJECTIVE: setup.objective,
    BattleStep.LAY_OUT: setup.lay_out,
    BattleStep.DEPLOY: deploy,
    BattleStep.PLAY: play.play,
    BattleStep.CLOCK_OUT: time_up.clock_out,
    BattleStep.CHECK: time_up.check,
    BattleStep.LAST_SCORE: last_score,
    BattleStep.ARMY: army.army,
    BattleStep.PRESENCE: army.present,
    BattleStep.DONE: done,
}
