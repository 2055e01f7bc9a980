"""How a board speaks: “You” to the side that looks, names to everybody else; and the small parts many boards share."""

from __future__ import annotations

from collections.abc import Iterable

from muster.game import (
    BoardPart,
    Course,
    Eye,
    Fold,
    Message,
    Notice,
    Now,
    PlayersClock,
    Press,
    RoundTime,
    ScoreRow,
    ScoreTable,
    Stated,
    Steps,
    Switch,
    Text,
    Way,
    mark,
    tr,
)
from muster.systems.warmachine.table.control_points import LAST_TURN, WINNING_LEAD, Elements, Pair
from muster.systems.warmachine.table.elements import Help, ScenarioElement
from muster.systems.warmachine.table.setup import expected_end
from muster.systems.warmachine.table.state import (
    MINUTE,
    Battle,
    BattleStep,
    elements_count,
    kill_box_counts,
)
from muster.systems.warmachine.table.turns import BOTH, NONE

LATE = 5 * MINUTE
"""A clock with less time left is marked."""


def own_side(eye: Eye) -> int:
    """Whose column comes first."""
    return eye.side or 0


def who(battle: Battle, eye: Eye, side: int) -> Text:
    return tr("You") if eye.is_you(side) else battle.name(side)


def own_answer(eye: Eye, said: tuple[Pair | None, Pair | None]) -> Pair | None:
    """What the viewer's side has sent, to be changed if it was wrong."""
    return None if eye.side is None else said[eye.side]


def sent(battle: Battle, eye: Eye, done: tuple[bool, bool]) -> tuple[BoardPart, ...]:
    """That the viewer's answer has arrived, while the other player's is missing."""
    if eye.side is None or done[1 - eye.side] or not done[eye.side]:
        return ()
    return (Notice(tr("Sent. Waiting for {name} to confirm.", name=battle.name(1 - eye.side))),)


def to(battle: Battle, eye: Eye, side: int, you: str, named: str, **values: Text | int) -> Message:
    """The sentence that says “you”, for the side it is about, or the one with the name."""
    return tr(you, **values) if eye.is_you(side) else tr(named, name=battle.name(side), **values)


def sides(battle: Battle, eye: Eye) -> tuple[Way, Way]:
    one = own_side(eye)
    return Way(one, who(battle, eye, one)), Way(1 - one, who(battle, eye, 1 - one))


def helped(lines: Iterable[Help]) -> tuple[BoardPart, ...]:
    return tuple(Notice(text, clause=clause) for text, clause in lines)


_NAMES = {
    "list": mark("List"),
    "roll": mark("Roll"),
    "objective": mark("Objective"),
    "deploy": mark("Deploy"),
    "play": mark("Play"),
    "result": mark("Result"),
}
_AT = {
    BattleStep.SCENARIO: "list",
    BattleStep.LIST: "list",
    BattleStep.START: "roll",
    BattleStep.OBJECTIVE: "objective",
    BattleStep.LAY_OUT: "deploy",
    BattleStep.DEPLOY: "deploy",
    BattleStep.PLAY: "play",
    BattleStep.CLOCK_OUT: "play",
    BattleStep.CHECK: "play",
}


def steps(battle: Battle) -> Steps:
    names = [key for key in _NAMES if key != "objective" or not battle.scenario or battle.ground.objectives]
    return Steps(tuple(_NAMES[key] for key in names), names.index(_AT.get(battle.step, "result")))


def under(battle: Battle, eye: Eye) -> Text:
    """The line below the opponent's name."""
    if not battle.scenario:
        return tr("No scenario yet")
    if battle.step not in (BattleStep.PLAY, BattleStep.CLOCK_OUT, BattleStep.CHECK):
        return battle.scenario
    return to(
        battle,
        eye,
        battle.active,
        mark("{scenario} · Your turn {turn} of {last}"),
        mark("{scenario} · {name}’s turn {turn} of {last}"),
        scenario=battle.scenario,
        turn=battle.moment[0],
        last=LAST_TURN[0],
    )


def face(
    battle: Battle, eye: Eye, now: Now, side: int, *, large: bool = False, note: Text = "", press: Press | None = None
) -> PlayersClock:
    """`late`: little is left, or it is one's own clock running in the other's turn."""
    clock = battle.clock.at(now.at)
    charged = battle.charged and eye.side == side != battle.active
    return PlayersClock(
        to(battle, eye, side, mark("Your time"), mark("{name}’s time")),
        clock.left[side],
        now.at,
        clock.running == side,
        side,
        note,
        press,
        large,
        late=clock.left[side] < LATE or charged,
        out_of=battle.minutes * MINUTE,
    )


def round_time(battle: Battle, now: Now) -> tuple[BoardPart, ...]:
    """WMH-095: how long until the expected end."""
    end = expected_end(battle)
    if battle.own_start is not None:
        run = now.at - battle.own_start
    elif now.round is not None and battle.setup.event:
        run = now.round
    else:
        return ()
    runs = battle.stopped is None and not now.paused
    return (RoundTime(run, now.at, runs, end, mark("until the expected end"), (end // MINUTE,), late=run >= end),)


NOBODY = Eye()


def course(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    found = course_of(battle, eye)
    return () if found is None else (found,)


def course_of(battle: Battle, eye: Eye = NOBODY) -> Course | None:
    """Control points gained turn by turn, from the first that can score; the viewer's side first."""
    before: Pair = (0, 0)
    moments: list[Text] = []
    gained: list[Pair] = []
    for at, cp in enumerate(battle.course):
        moment = (at // 2 + 1, at % 2)
        if kill_box_counts(moment):
            moments.append(tr("{turn}a", turn=moment[0]) if at % 2 == 0 else tr("{turn}b", turn=moment[0]))
            gained.append(battle.by_side((cp[0] - before[0], cp[1] - before[1])))
        before = cp
    if not moments:
        return None
    own = own_side(eye)
    points = tuple(g[own] for g in gained), tuple(g[1 - own] for g in gained)
    names = who(battle, eye, own), who(battle, eye, 1 - own)
    return Course(tuple(moments), points, WINNING_LEAD, names, tr("Control points"))


def score(battle: Battle, eye: Eye, cp: Pair) -> Text:
    """The score in one line, the viewer's side first."""
    own = own_side(eye)
    return tr(
        "{one} {own} – {other} {two}",
        one=who(battle, eye, own),
        own=cp[own],
        other=cp[1 - own],
        two=who(battle, eye, 1 - own),
    )


def asked(battle: Battle) -> tuple[ScenarioElement, ...]:
    """The zones and flags that pay at the end of the turn being scored."""
    return battle.ground.elements if elements_count(battle.scoring) else ()


def holder(battle: Battle, said: Elements, key: str) -> str:
    """Who controls an element in one side's statement: a side's number, both or none."""
    held = [side for side in (0, 1) if key in said.controlled[battle.player(side)]]
    return BOTH if len(held) == 2 else str(held[0]) if held else NONE


def gone(battle: Battle, said: Elements, owner: int) -> bool:
    return f"objective{owner}" in said.destroyed[battle.player(1 - owner)]


def table_switches(battle: Battle, eye: Eye, said: Elements) -> tuple[Switch, ...]:
    """The questions at a turn's end: each element, the objectives, the Kill Box."""
    own = own_side(eye)
    ways = (
        Way(str(own), who(battle, eye, own)),
        Way(NONE, mark("None")),
        Way(str(1 - own), who(battle, eye, 1 - own)),
        Way(BOTH, mark("Both")),
    )
    found = [
        Switch(one.name, one.key, ways, holder(battle, said, one.key), clause=one.help[0][1]) for one in asked(battle)
    ]
    if asked(battle) and battle.ground.objectives:
        yes_no = (Way(False, mark("In play")), Way(True, mark("Destroyed")))
        for owner in (1 - own, own):
            label = to(battle, eye, owner, mark("Your objective"), mark("{name}’s objective"))
            done = gone(battle, said, owner) or battle.destroyed(owner)
            found.append(Switch(label, f"objective{owner}", yes_no, done, clause="WMH-193"))
    if kill_box_counts(battle.scoring):
        note = to(
            battle,
            eye,
            battle.scorer,
            mark('Is your leader completely within 12" of your edge? Then your opponent scores 2.'),
            mark('Is {name}’s leader completely within 12" of {name}’s edge? Then the opponent scores 2.'),
        )
        boxed = (Way(False, mark("No")), Way(True, mark("Yes")))
        found.append(Switch(mark("Kill Box"), "kill_box", boxed, said.kill_box, note=note, clause="WMH-159"))
    return tuple(found)


def table_rows(battle: Battle, eye: Eye, said: Elements) -> ScoreTable:
    """What a statement pays, element by element."""
    own = own_side(eye)
    rows: list[ScoreRow] = []

    def row(label: Text, part: Elements, note: Text, clause: str) -> None:
        cp, before = battle.cp_with(part), battle.cp
        gains = cp[own] - before[own], cp[1 - own] - before[1 - own]
        rows.append(ScoreRow(label, str(gains[0]), str(gains[1]), note, clause=clause))

    for one in asked(battle):
        held = holder(battle, said, one.key)
        note = {NONE: tr("nobody"), BOTH: tr("both")}.get(held) or who(battle, eye, int(held))
        only = (said.controlled[0] & {one.key}, said.controlled[1] & {one.key})
        row(one.name, Elements(only), note, "WMH-198" if held == BOTH else "WMH-193")
    for owner in (0, 1):
        if gone(battle, said, owner):
            label = to(battle, eye, owner, mark("Your objective"), mark("{name}’s objective"))
            key = frozenset({f"objective{owner}"})
            only = (said.destroyed[0] & key, said.destroyed[1] & key)
            row(label, Elements(destroyed=only), tr("destroyed, pays once"), "WMH-193")
    if said.kill_box:
        row(mark("Kill Box"), Elements(kill_box=True), who(battle, eye, battle.scorer), "WMH-159")
    cp = battle.cp_with(said)
    rows.append(ScoreRow(mark("In all"), str(cp[own]), str(cp[1 - own]), strong=True))
    return ScoreTable((who(battle, eye, own), who(battle, eye, 1 - own)), tuple(rows))


def lists_folds(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """WMH-079: the opponent's lists at any time, and one's own while choosing among them. X-17: not for spectators."""
    if not eye.acts:
        return ()
    own = own_side(eye)
    both = eye.side is None or battle.step is BattleStep.LIST
    return (*(_lists(battle, eye, own) if both else ()), *_lists(battle, eye, 1 - own))


def _lists(battle: Battle, eye: Eye, side: int) -> tuple[BoardPart, ...]:
    parts: list[BoardPart] = []
    for one in battle.setup.lists[side]:
        parts.append(Notice(one.title))
        parts += [Stated(item.name, "" if item.cost is None else str(item.cost)) for item in one.items]
    if not parts:
        return ()
    return (Fold(to(battle, eye, side, mark("Your lists"), mark("{name}’s lists")), tuple(parts)),)
