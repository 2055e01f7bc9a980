"""What phones show of a game of Legend of the Five Rings: set-up, open information, and time."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    Answers,
    Board,
    BoardPart,
    Emphasis,
    Eye,
    Fold,
    Gauge,
    Headline,
    Notice,
    Now,
    NumberBox,
    Pick,
    Press,
    RoundTime,
    Stated,
    Stepper,
    Steps,
    Switch,
    Text,
    Tick,
    Tone,
    Way,
    mark,
    tr,
)
from muster.systems.l5r.slip import How
from muster.systems.l5r.table.clock import MINUTE, asked_to_concede, past, run
from muster.systems.l5r.table.ended import ended, send
from muster.systems.l5r.table.look import Look
from muster.systems.l5r.table.setup import HANDS, HONOR, MOST_HONOR, STEPS, due
from muster.systems.l5r.table.state import FACE_DOWN, PHASES, REGROUP, FiveRingsTable


def board(state: FiveRingsTable, eye: Eye, now: Now) -> Board:
    look = Look(state, eye, now)
    if state.how is not None:
        parts = [*ended(look), *_until_slips(look), *_changes(look)]
        presses = send(look)
    elif not state.round:
        parts, presses = [*_time(look), *_set_up(look)], _begin(look)
    elif state.asks_winner:
        goes_on = (Press(tr("It goes on"), "go_on"),) if look.eye.acts else ()
        parts, presses = list(_who_won(look)), (*goes_on, *_concede(look))
    else:
        parts, presses = list(_playing(look)), _play_on(look)
    under = tr("Game round {round}", round=state.round) if state.round else ""
    return Board(tuple(parts), presses, under, state.over)


# Set-up


def _set_up(look: Look) -> Iterator[BoardPart]:
    state = look.state
    yield Headline(tr("Set up the game"))
    if state.event and run(state, look.moment) is None:
        if due(state) is None:
            yield Notice(tr("You are set up. Begin when the staff start the round."), clause="L5R-077")
        else:
            yield Notice(tr("The round has not started. Set up in the meantime."), clause="L5R-081")
    if not look.eye.acts:
        return
    if not state.ticked or look.eye.staff:
        yield from _first_player(look)
    if state.first is None:
        return
    yield Stated(tr("First player"), look.name(state.first))
    step = due(state)
    for number, one in enumerate(STEPS):
        ready = step is one
        values = {"step": one.key} if ready else {}
        yield Tick(tr(one.label), number < state.ticked, "tick" if ready else "", values, tr(one.note), one.clause)
    yield Tick(tr(HANDS.label), step in (HONOR, None), note=tr(HANDS.note), clause=HANDS.clause)
    if step is HANDS:
        yield from _hands(look)
    yield Tick(tr(HONOR.label), step is None, note=tr(HONOR.note), clause=HONOR.clause)
    if step in (HONOR, None):
        yield _honor_boxes(look)


def _first_player(look: Look) -> Iterator[BoardPart]:
    state = look.state
    yield Switch(tr("Picked at random"), "picked", look.ways(), state.picked, clause="L5R-069")
    if state.picked is None:
        return
    label = look.told(state.picked, mark("You decide who goes first"), mark("{name} decides who goes first"))
    yield Switch(
        label,
        "first",
        look.ways(),
        state.first,
        note=tr("If Emperor’s Judgment ends level, the player who made this choice wins."),
        clause="L5R-123",
    )


def _hands(look: Look) -> Iterator[BoardPart]:
    """L5R-075: in player order."""
    first = look.state.first or 0
    side = first if look.state.sides[first].replaced is None else 1 - first
    ways = (Way("kept", tr("Keep all four")), Way("replaced", tr("Replaced some")))
    label = look.told(side, mark("Your conflict cards"), mark("{name}’s conflict cards"))
    yield Switch(label, HANDS.key, ways, values={"side": side}, clause="L5R-075")


def _honor_boxes(look: Look) -> Answers:
    boxes = tuple(
        NumberBox(
            "ab"[side],
            look.told(side, mark("Your honor"), mark("{name}’s honor")),
            look.state.sides[side].honor,
            most=MOST_HONOR,
        )
        for side in look.eye.sides
    )
    return Answers(HONOR.key, tr("Set the honor"), boxes)


def _begin(look: Look) -> tuple[Press, ...]:
    state = look.state
    if not look.eye.acts or due(state) is not None or past(state, look.moment, state.minutes.end):
        return ()
    if state.event and not look.eye.staff and run(state, look.moment) is None:
        return ()
    return (Press(tr("Begin the game"), "begin", emphasis=Emphasis.MAIN),)


# The game


def _time(look: Look) -> Iterator[BoardPart]:
    """L5R-111, L5R-113 to L5R-117: the next mark, and what the last one changed."""
    state, at, has_run = look.state, look.state.minutes, run(look.state, look.moment)
    if has_run is None:
        return
    called = past(state, look.moment, at.end)
    to, until = (
        (at.stop, tr("until all play stops, at {minute}:00", minute=at.stop))
        if called
        else (at.end, tr("until time is called, at {minute}:00", minute=at.end))
    )
    runs = look.moment.runs or not state.event
    yield RoundTime(has_run, look.moment.at, runs, to * MINUTE, until, (at.end, at.slips, at.stop), called)
    if called:
        yield Notice(
            tr(
                "Time is called. No new dynasty phase: play to the end of the next regroup phase, or to {stop}:00.",
                stop=at.stop,
            ),
            Tone.LATE,
            "L5R-113",
        )
        yield _last_call(look)


def _last_call(look: Look) -> Notice:
    """L5R-115, L5R-116, and what it costs; elimination games pay no points (L-14)."""
    slips = look.state.minutes.slips
    if past(look.state, look.moment, slips):
        words = (
            tr("The last call for slips is over.")
            if look.state.elimination
            else tr("The last call for slips is over. From now on the loser gets 0 points, not 1.")
        )
        return Notice(words, Tone.LATE, "L5R-115")
    words = (
        tr("The last call for slips is at {slips}:00.", slips=slips)
        if look.state.elimination
        else tr("The last call for slips is at {slips}:00. After it the loser gets 0 points, not 1.", slips=slips)
    )
    return Notice(words, clause="L5R-115")


def _until_slips(look: Look) -> Iterator[BoardPart]:
    """L5R-115, L5R-116: how long a slip that both have not sent yet is in time; elimination games pay no points."""
    state, at, has_run = look.state, look.state.minutes, run(look.state, look.moment)
    if state.over or state.elimination or has_run is None or past(state, look.moment, at.slips):
        return
    until = tr("until the last call for slips, at {minute}:00", minute=at.slips)
    runs, to, called = look.moment.runs or not state.event, at.slips * MINUTE, past(state, look.moment, at.end)
    yield RoundTime(has_run, look.moment.at, runs, to, until, (at.end, at.slips), called)
    yield _last_call(look)


def _playing(look: Look) -> Iterator[BoardPart]:
    yield from _time(look)
    yield from _question(look)
    yield Steps(tuple(tr(name) for name in PHASES), look.state.phase)
    yield from numbers(look)
    if look.eye.acts:
        yield Switch(tr("First player this round"), "first", look.ways(), look.state.first, clause="L-19")
    elif look.state.first is not None:
        yield Stated(tr("First player this round"), look.name(look.state.first))
    yield Notice(tr("Both players see the same numbers. Open information only: no notes, no deck data."), clause="L-45")


def _question(look: Look) -> Iterator[BoardPart]:
    """L5R-083, L5R-114: the first player answers first."""
    state = look.state
    asked = asked_to_concede(state, look.moment)
    if asked is None or state.first is None:
        return
    yield Headline(
        tr("Does anyone concede?"),
        look.told(asked, mark("You answer now."), mark("{name} answers now.")),
        "L5R-083",
    )
    for side in (state.first, 1 - state.first):
        answer = tr("Plays on") if state.plays_on.said[side] else tr("Has not answered")
        yield Stated(look.name(side), answer)


def numbers(look: Look) -> Iterator[BoardPart]:
    """Both sides' honor, broken provinces and Favor."""
    for side in look.eye.sides:
        held = look.state.sides[side]
        label = look.told(side, mark("Your honor"), mark("{name}’s honor"))
        if look.eye.acts:
            yield Stepper(label, held.honor or 0, "honor", {"side": side}, most=MOST_HONOR, side=side)
        else:
            yield Stated(label, tr("{number}", number=held.honor or 0), side, tr("Honor"))
        yield Gauge(
            look.told(side, mark("Your broken provinces"), mark("{name}’s broken provinces")),
            held.broken,
            FACE_DOWN,
            key="broken" if look.eye.acts else "",
            values={"side": side, "was": held.broken},
            side=side,
            brief=tr("Broken provinces"),
        )
        yield Gauge(
            look.told(side, mark("Your stronghold province"), mark("{name}’s stronghold province")),
            int(held.stronghold),
            1,
            key="stronghold" if look.eye.acts else "",
            values={"side": side, "was": int(held.stronghold)},
            side=side,
            brief=tr("Stronghold"),
        )
    favor = look.state.favor
    if look.eye.acts:
        own, other = ((("a", "b")[side], look.name(side)) for side in look.eye.sides)
        ways = (Way(*own), Way("nobody", tr("Nobody")), Way(*other))
        yield Switch(tr("Imperial Favor"), "favor", ways, "nobody" if favor is None else "ab"[favor])
    else:
        yield Stated(tr("Imperial Favor"), tr("Nobody") if favor is None else look.name(favor))


def _changes(look: Look) -> Iterator[BoardPart]:
    """The numbers of the count can be corrected until both have sent the slip; by staff also later."""
    if look.eye.acts and (not look.state.over or look.eye.staff) and look.state.how is How.JUDGMENT:
        yield Fold(tr("Change the numbers"), tuple(numbers(look)))
    if look.eye.staff:
        ways = (Way("yes", tr("Yes")), Way("no", tr("No")))
        yield Switch(tr("Late slip waived"), "waive", ways, "yes" if look.state.waived else "no", clause="L-17")


def _who_won(look: Look) -> Iterator[BoardPart]:
    yield Headline(tr("Who won?"), tr("By a victory condition."), "L5R-110")
    if look.eye.acts:
        yield Pick("won", look.ways(), tr("Continue"))


def _play_on(look: Look) -> tuple[Press, ...]:
    if not look.eye.acts:
        return ()
    state = look.state
    found: list[Press] = []
    if look.eye.side is not None and asked_to_concede(state, look.moment) == look.eye.side:
        found.append(Press(tr("Play on"), "play_on"))
    found += [Press(_next_words(look), "next", {"round": state.round, "phase": state.phase}, Emphasis.MAIN)]
    found.append(Press(tr("Report result"), "report"))
    found += _concede(look)
    if look.eye.side is None and (run(state, look.moment) is None or past(state, look.moment, state.minutes.end)):
        found.append(Press(tr("All play stops"), "stop"))
    return tuple(found)


def _concede(look: Look) -> tuple[Press, ...]:
    """L5R-112: at any time during the game."""
    if look.eye.side is None:
        return ()
    ask = tr("Concede the game? Your opponent wins it.")
    return (Press(tr("Concede"), "concede", emphasis=Emphasis.DANGER, ask=ask),)


def _next_words(look: Look) -> Text:
    state = look.state
    if state.phase < REGROUP:
        return tr("Next: {phase}", phase=tr(PHASES[state.phase + 1]))
    if past(state, look.moment, state.minutes.end):
        return tr("Regroup phase is over")
    return tr("Next round: {phase}", phase=tr(PHASES[0]))
