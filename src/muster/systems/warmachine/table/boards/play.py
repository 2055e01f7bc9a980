"""Boards of the game itself: clocks, whose time runs, the end of a turn, and what stops or ends a game."""

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
    Press,
    Raw,
    Stepper,
    Switch,
    Text,
    Tick,
    Tone,
    Way,
    mark,
    plural,
    tr,
)
from muster.systems.warmachine.table.boards import army, setup, words
from muster.systems.warmachine.table.clock import out_of_time
from muster.systems.warmachine.table.control_points import leads_to_win
from muster.systems.warmachine.table.state import (
    MINUTE,
    Battle,
    BattleStep,
    StopKind,
    elements_count,
    kill_box_counts,
)
from muster.systems.warmachine.table.turns import BOTH_LEADERS


def play(battle: Battle, eye: Eye, now: Now) -> Board:
    notices = [*stop_notices(battle, eye), *_charged(battle, eye), *_asked(battle, eye), *_time(battle)]
    if battle.said.said != (None, None):
        middle, presses = _confirm(battle, eye, now)
    elif battle.ending and eye.side == battle.active:
        middle, presses = _form(battle, eye, now), (Press(mark("Back to my turn"), "go_on"),)
    else:
        middle, presses = _clocks(battle, eye, now), _switch(battle, eye)
    if battle.ending and eye.side is not None and eye.side != battle.active:
        notices.append(Notice(tr("{name} is ending the turn.", name=battle.name(battle.active))))
    parts: list[BoardPart] = [
        *notices,
        *middle,
        Notice(words.score(battle, eye, battle.cp), clause="WMH-196"),
        *words.course(battle, eye),
        *_objective_use(battle, eye),
        *setup.markers(battle, eye),
        *more(battle, eye, now),
        *words.round_time(battle, now),
    ]
    presses = (*presses, *staff_presses(battle, eye))
    return Board(tuple(parts), presses)


def _clocks(battle: Battle, eye: Eye, now: Now) -> tuple[BoardPart, ...]:
    own = words.own_side(eye)
    mine = words.face(battle, eye, now, own, large=True, press=_face(battle, eye))
    return (words.face(battle, eye, now, 1 - own), mine)


def _face(battle: Battle, eye: Eye) -> Press | None:
    """What tapping one's own clock does: ends the turn, takes it back, or gives it back."""
    if eye.side is None or battle.stopped is not None:
        return None
    active = battle.active
    if battle.charged and eye.side == active:
        return Press(mark("Tap to take your turn back"), "back", runs=active)
    if battle.charged:
        back = tr("Back to {name}’s time", name=battle.name(active))
        return Press(mark("Tap when you are done"), "back", note=back, runs=active)
    if eye.side != active:
        return None
    if kill_box_counts(battle.moment):
        return Press(mark("Tap to end your turn"), "end", note=mark("You score first, then your opponent’s time runs."))
    return Press(mark("Tap to end your turn"), "end", runs=1 - active)


def _switch(battle: Battle, eye: Eye) -> tuple[Press, ...]:
    """WMH-097: the active player may charge what happens to the other's time."""
    if eye.side != battle.active or battle.charged or battle.stopped is not None:
        return ()
    other = 1 - battle.active
    return (Press(tr("{name}’s time", name=battle.name(other)), "charge", runs=other),)


def _charged(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """WMH-099: on both boards, while it lasts."""
    if not battle.charged:
        return ()
    active, other = battle.name(battle.active), battle.name(1 - battle.active)
    if eye.side == battle.active:
        text = tr("{name}’s time is running. Say out loud that you have switched.", name=other)
    elif eye.side is not None:
        text = tr("{name} switched to your time. Switch back when you are done.", name=active)
    else:
        text = tr("{name}’s time is running in {active}’s turn.", name=other, active=active)
    return (Notice(text, Tone.LATE, "WMH-099"),)


def stop_notices(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    found: list[BoardPart] = []
    if battle.stopped is not None and battle.stopped.kind is StopKind.STAFF:
        text = (
            mark("Paused by the staff, who restart the clock. Paused time counts against neither of you.")
            if battle.setup.event
            else mark("The clocks are paused.")
        )
        found.append(Notice(text, Tone.STOPPED, "WMH-096"))
    elif battle.stopped is not None:
        text = mark("Stopped: put the element back where it was. Control points already scored stay.")
        found.append(Notice(text, Tone.STOPPED, "WMH-145"))
        if eye.side is not None:
            done = battle.in_place.said[eye.side] is True
            found.append(Tick(mark("It is back in its place"), done, "" if done else "in_place", clause="WMH-145"))
    if battle.moves and eye.staff:
        often = plural(
            battle.moves,
            "The players stopped the clocks once for an element moved by accident.",
            "The players stopped the clocks {n} times for an element moved by accident.",
        )
        found.append(Notice(often, clause="WMH-145"))
    for side in (0, 1):
        if battle.moved.said[side]:
            told = words.to(
                battle,
                eye,
                side,
                mark("You say that an element was moved by accident. The clock stops when your opponent confirms it."),
                mark("{name} says that an element was moved by accident. The clock stops when both say so."),
            )
            found.append(Notice(told, Tone.LATE, "WMH-145"))
    return tuple(found)


def _asked(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """WMH-160, WMH-162: what one side says about leaders, until the other has said the same."""
    found: list[BoardPart] = []
    for side in (0, 1):
        of = battle.fallen.said[side]
        if of is None:
            continue
        if of == BOTH_LEADERS:
            text = tr("{name} says: both players’ leaders are destroyed together.", name=battle.name(side))
            clause = "WMH-162"
        else:
            loser = battle.name(int(of))
            text = tr("{name} says: {loser}’s leader is destroyed.", name=battle.name(side), loser=loser)
            clause = "WMH-160"
        found.append(Notice(text, Tone.LATE, clause))
    return tuple(found)


def _time(battle: Battle) -> tuple[BoardPart, ...]:
    if not battle.checked:
        return ()
    if battle.let_on:
        return (Notice(mark("Round time is up. Play on: the organiser allows it."), Tone.LATE, "WMH-104"),)
    text = mark("Round time is up. Play on: five minutes or less are left on both clocks together.")
    return (Notice(text, Tone.LATE, "WMH-103"),)


def _form(battle: Battle, eye: Eye, now: Now) -> tuple[BoardPart, ...]:
    """Who controls what, as the turn ends."""
    scored = elements_count(battle.scoring)
    title = mark("Who controls what?") if scored else mark("Is your leader in the Kill Box?")
    note = mark("If both of you control an element, only the player whose turn it is scores it.") if scored else ""
    sends = tr("End turn {turn}", turn=battle.scoring[0])
    return (
        Headline(title, clause="WMH-198" if scored else "WMH-159"),
        words.face(battle, eye, now, words.own_side(eye)),
        Answers("table", sends, switches=words.table_switches(battle, eye, battle.table), note=note),
        *(setup.element_help(battle) if scored else ()),
    )


def last_form(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """The last scoring: as at the end of the current turn."""
    return (
        Headline(mark("Who controls what, as the table is now?"), clause="WMH-161"),
        Answers("table", mark("Send"), switches=words.table_switches(battle, eye, battle.table)),
    )


def _confirm(battle: Battle, eye: Eye, now: Now) -> tuple[tuple[BoardPart, ...], tuple[Press, ...]]:
    """A turn's end that both have not confirmed yet."""
    own = words.own_side(eye)
    clocks = (words.face(battle, eye, now, own), words.face(battle, eye, now, 1 - own))
    parts, presses = confirming(battle, eye)
    if battle.held and eye.side == battle.active:
        presses = (*presses, Press(mark("Change the score"), "go_on"))
    return (*clocks, *parts), presses


def confirming(battle: Battle, eye: Eye) -> tuple[tuple[BoardPart, ...], tuple[Press, ...]]:
    """What each side says about a table, with buttons to agree or to say something else."""
    said, turn = battle.said.said, battle.scoring[0]
    side = eye.side
    theirs = said[1 - side] if side is not None else None
    mine = said[side] if side is not None else None
    shown = theirs or mine or said[0] or said[1]
    assert shown is not None
    parts: list[BoardPart] = []
    leads = leads_to_win(battle.play.scored(shown).cp)
    if battle.said.apart:
        text = mark("Agree on it, or call a judge. The clock runs on until a judge pauses it.")
        parts.append(Headline(tr("You disagree about turn {turn}", turn=turn), text, "WMH-192"))
        for one in (0, 1):
            told = said[one]
            if told is not None:
                cp = words.score(battle, eye, battle.cp_with(told))
                parts.append(
                    Notice(
                        words.to(battle, eye, one, mark("You say: {score}"), mark("{name} says: {score}"), score=cp),
                        Tone.WRONG,
                    )
                )
    elif leads is not None and battle.step is BattleStep.PLAY:
        winner = battle.player(leads)
        lead = words.to(battle, eye, winner, mark("You lead by five"), mark("{name} leads by five"))
        parts.append(
            Headline(
                lead,
                mark("If both of you confirm the table, the turn ends now and the game is won by scenario."),
                "WMH-100",
            )
        )
    elif theirs is not None:
        parts.append(
            Headline(
                tr("Is the score of turn {turn} right?", turn=turn),
                tr("{name} has entered it. Your confirmation makes it count.", name=battle.name(1 - (side or 0))),
                "WMH-193",
            )
        )
    else:
        missing = battle.name(0 if said[0] is None else 1)
        parts.append(Headline(tr("Waiting for {name} to confirm the score of turn {turn}", name=missing, turn=turn)))
    parts.append(words.table_rows(battle, eye, shown))
    presses: tuple[Press, ...] = ()
    if theirs is not None:
        label: Text = (
            tr("Agree with {name}", name=battle.name(1 - (side or 0))) if mine is not None else mark("Confirm")
        )
        presses = (Press(label, "agree", emphasis=Emphasis.MAIN),)
    if side is not None or eye.staff:
        title = mark("That’s not right") if theirs is not None else mark("Change what I entered")
        switches = words.table_switches(battle, eye, mine or shown)
        title = title if side is not None else mark("Decide who controls what")
        parts.append(Fold(title, (Answers("table", mark("Send"), switches=switches),)))
    return tuple(parts), presses


def _objective_use(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """In one's own turn: what the objective can do (WMH-180 to WMH-185); for both: their damage."""
    found: list[BoardPart] = []
    side = eye.side
    card = battle.objective(side) if side is not None else None
    if card is not None and side is not None and side == battle.active and not battle.destroyed(side):
        used = battle.used[side]
        done = bool(used) if card.once else battle.moment[0] in used
        found.append(Tick(card.name, done, "" if done else "use", note=card.does, clause=card.clause))
    if not battle.ground.objectives:
        return tuple(found)
    inner: list[BoardPart] = []
    reach = elements_count(battle.moment)
    if not reach:
        text = mark("Objectives cannot be targeted or damaged before the second player’s second turn.")
        inner.append(Notice(text, clause="WMH-179"))
    for owner in (words.own_side(eye), 1 - words.own_side(eye)):
        label = words.to(battle, eye, owner, mark("Damage on your objective"), mark("Damage on {name}’s objective"))
        if reach and (side is not None or eye.staff):
            inner.append(Stepper(label, battle.damage[owner], "damage", {"of": owner}, most=battle.boxes, side=owner))
            label = words.to(battle, eye, owner, mark("Your objective"), mark("{name}’s objective"))
            gone: tuple[tuple[bool, str], ...] = ((False, mark("In play")), (True, mark("Destroyed")))
            ways = tuple(Way(value, name) for value, name in gone)
            values: dict[str, Raw] = {"of": owner}
            inner.append(Switch(label, "removed", ways, battle.destroyed(owner), values, clause="WMH-193"))
    return (*found, Fold(mark("Objectives"), (*inner, *setup.objectives(battle, eye))))


def more(battle: Battle, eye: Eye, now: Now) -> tuple[BoardPart, ...]:
    """What is rarely needed: army points, leaders, a moved element, conceding, the scoring rules."""
    found: list[BoardPart] = [*army.folds(battle, eye)]
    if eye.side is not None:
        own = eye.side
        ways = (
            Way(str(own), words.to(battle, eye, own, mark("Yours"), mark("{name}’s"))),
            Way(str(1 - own), tr("{name}’s", name=battle.name(1 - own))),
            Way(BOTH_LEADERS, mark("Both together")),
        )
        found.append(
            Fold(
                mark("The game ends, or something went wrong"),
                (
                    Switch(
                        mark("Whose leader is destroyed?"),
                        "leader",
                        ways,
                        battle.fallen.said[own],
                        note=mark("Counts when both have said the same."),
                        clause="WMH-160",
                    ),
                    Tick(
                        mark("A scenario element was moved by accident"),
                        battle.moved.said[own] is True,
                        "moved" if battle.stopped is None else "",
                        note=mark("Stops the clocks when both have said so."),
                        clause="WMH-145",
                    ),
                    *concede(battle, eye),
                ),
            )
        )
    return (*found, *setup.rules(battle))


def concede(battle: Battle, eye: Eye) -> tuple[Answers, ...]:
    """WMH-063: at any time, with a confirmation."""
    if eye.side is None:
        return ()
    note = mark("You lose, and this cannot be taken back.")
    ask = tr("Concede the game to {name}?", name=battle.name(1 - eye.side))
    return (Answers("concede", mark("Concede the game"), note=note, ask=ask),)


def gives_up(battle: Battle, eye: Eye) -> tuple[BoardPart, ...]:
    """The same, if nothing else is folded away with it."""
    found = concede(battle, eye)
    return (Fold(mark("The game ends, or something went wrong"), found),) if found else ()


def staff_presses(battle: Battle, eye: Eye) -> tuple[Press, ...]:
    """WMH-096: for staff, or for the players if nobody else is there."""
    if not (eye.staff or (eye.side is not None and not battle.setup.event)):
        return ()
    if battle.stopped is not None:
        return (Press(mark("Restart the clock"), "resume", emphasis=Emphasis.MAIN),)
    return (Press(mark("Pause the clock"), "pause"),)


def staff_parts(battle: Battle, eye: Eye, now: Now) -> tuple[BoardPart, ...]:
    """What only staff can correct."""
    if eye.side is not None or not eye.staff:
        return ()
    parts: list[BoardPart] = []
    clock, out = battle.clock.at(now.at), out_of_time(battle)
    if out is not None or battle.step in (BattleStep.LAY_OUT, BattleStep.DEPLOY, BattleStep.PLAY, BattleStep.CHECK):
        for side in (0, 1) if out is None else (out,):
            left = clock.left[side]
            times = (
                NumberBox("minutes", tr("{name}: minutes left", name=battle.name(side)), left // MINUTE, 0, 600),
                NumberBox("seconds", tr("{name}: seconds", name=battle.name(side)), left % MINUTE // 1000, 0, 59),
            )
            parts.append(Answers("set_clock", mark("Set this clock"), times, values={"side": side}))
    if battle.step in (BattleStep.PLAY, BattleStep.CLOCK_OUT, BattleStep.LAST_SCORE, BattleStep.ARMY):
        boxes = tuple(
            NumberBox("ab"[side], tr("{name}: control points", name=battle.name(side)), battle.cp[side], 0, 999)
            for side in (0, 1)
        )
        parts.append(Answers("control_points", mark("Set the control points"), boxes))
    if battle.step in (BattleStep.DEPLOY, BattleStep.PLAY):
        ways = (
            Way("0", tr("{name}’s", name=battle.name(0))),
            Way("1", tr("{name}’s", name=battle.name(1))),
            Way(BOTH_LEADERS, mark("Both together")),
        )
        parts.append(Switch(mark("Whose leader is destroyed?"), "leader", ways, clause="WMH-160"))
    return (Fold(mark("Put right"), tuple(parts)),) if parts else ()
