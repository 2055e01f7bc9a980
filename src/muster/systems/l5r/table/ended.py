"""What phones show of a game that has ended: Emperor's Judgment line by line, what it pays, and the slip to send."""

from __future__ import annotations

from collections.abc import Iterator

from muster.game import (
    BoardPart,
    Emphasis,
    Headline,
    Message,
    Notice,
    Press,
    Raw,
    ScoreRow,
    ScoreTable,
    Stated,
    Switch,
    Tone,
    mark,
    tr,
)
from muster.systems.l5r.judgment import (
    FOR_MORE_HONOR,
    FOR_THE_FAVOR,
    MOST_FOR_PROVINCES,
    PER_BROKEN_PROVINCE,
)
from muster.systems.l5r.slip import How
from muster.systems.l5r.table.clock import PAYS, late, past
from muster.systems.l5r.table.look import Look
from muster.systems.l5r.timing import Lateness


def ended(look: Look) -> Iterator[BoardPart]:
    state = look.state
    match state.how:
        case How.JUDGMENT:
            yield from _judgment(look)
        case How.CONCESSION:
            loser = 1 - (state.won or 0)
            yield Headline(look.told(loser, mark("You conceded"), mark("{name} conceded")), clause="L5R-112")
        case _:
            yield Headline(look.told(state.won or 0, mark("You won"), mark("{name} won")), clause="L5R-110")
    if state.winner is not None:
        yield from _paid(look, state.winner)
    if state.how is not How.CONCESSION:
        for side in look.eye.sides:
            said = state.agreed.said[side] is not None
            yield Stated(look.name(side), tr("Slip sent") if said else tr("Slip not sent yet"))


def _judgment(look: Look) -> Iterator[BoardPart]:
    """L5R-119 to L5R-123: the book's four steps, each with its numbers."""
    state = look.state
    verdict = state.verdict
    stopped = past(state, look.moment, state.minutes.stop)
    under = (
        tr("Play has stopped and nobody has won. Here is the count.")
        if stopped
        else tr("The regroup phase is over and nobody has won. Here is the count.")
    )
    if verdict.winner is None:
        yield Headline(tr("Emperor’s Judgment is level"), under, "L5R-119")
        yield Switch(
            tr("Who was picked at random and decided the first player?"), "picked", look.ways(), clause="L5R-123"
        )
    else:
        yield Headline(
            look.told(verdict.winner, mark("You win Emperor’s Judgment"), mark("{name} wins Emperor’s Judgment")),
            under,
            "L5R-119",
        )
    if verdict.winner is not None and verdict.level:
        yield Notice(
            look.told(
                verdict.winner,
                mark("The count is level, and you decided who went first."),
                mark("The count is level, and {name} decided who went first."),
            ),
            clause="L5R-123",
        )
    yield ScoreTable((look.name(look.eye.sides[0]), look.name(look.eye.sides[1])), tuple(_rows(look)))


def _rows(look: Look) -> Iterator[ScoreRow]:
    state = look.state
    own, other = look.eye.sides
    broke = state.sides[other].all_broken, state.sides[own].all_broken
    provinces = tuple(min(PER_BROKEN_PROVINCE * n, MOST_FOR_PROVINCES) for n in broke)
    yield ScoreRow(
        tr("Opponent’s broken provinces"),
        str(provinces[0]),
        str(provinces[1]),
        tr(
            "{own} and {other} broken, {each} points each, {most} at most",
            own=broke[0],
            other=broke[1],
            each=PER_BROKEN_PROVINCE,
            most=MOST_FOR_PROVINCES,
        ),
        clause="L5R-120",
    )
    honor = state.sides[own].honor or 0, state.sides[other].honor or 0
    yield ScoreRow(
        tr("More honor"),
        str(FOR_MORE_HONOR if honor[0] > honor[1] else 0),
        str(FOR_MORE_HONOR if honor[1] > honor[0] else 0),
        tr("Both have {honor}", honor=honor[0])
        if honor[0] == honor[1]
        else tr("{own} against {other}", own=honor[0], other=honor[1]),
        clause="L5R-121",
    )
    yield ScoreRow(
        tr("Imperial Favor"),
        str(FOR_THE_FAVOR if state.favor == own else 0),
        str(FOR_THE_FAVOR if state.favor == other else 0),
        tr("Nobody holds it")
        if state.favor is None
        else look.told(state.favor, mark("You hold it"), mark("{name} holds it")),
        clause="L5R-122",
    )
    points = state.verdict.points
    yield ScoreRow(tr("Judgment"), str(points[own]), str(points[other]), strong=True, clause="L5R-123")


PAID = {
    Lateness.IN_TIME: (
        mark("A win. Points: you {won}, {opponent} {lost}."),
        mark("A win. Points: {name} {won}, {opponent} {lost}."),
    ),
    Lateness.SLIP: (
        mark("The slip comes after the last call. Points: you {won}, {opponent} {lost}."),
        mark("The slip comes after the last call. Points: {name} {won}, {opponent} {lost}."),
    ),
    Lateness.JUDGED: (
        mark("Judged after the last call. Points: you {won}, {opponent} {lost}."),
        mark("Judged after the last call. Points: {name} {won}, {opponent} {lost}."),
    ),
    Lateness.STOP: (
        mark("A modified win. Points: you {won}, {opponent} {lost}."),
        mark("A modified win. Points: {name} {won}, {opponent} {lost}."),
    ),
}
CLAUSE_OF = {
    Lateness.IN_TIME: "L5R-126",
    Lateness.SLIP: "L5R-116",
    Lateness.JUDGED: "L5R-124",
    Lateness.STOP: "L5R-118",
}


def _paid(look: Look, winner: int) -> Iterator[BoardPart]:
    """L5R-124: how the minute affects it; L5R-105: in an elimination game somebody advances, and no points are paid.

    Nobody advances from the last round: neither from the final nor from a game for third place beside it.
    """
    state = look.state
    if state.elimination:
        words = look.told(winner, mark("You advance to the next round."), mark("{name} advances to the next round."))
        yield Notice(tr("This was the last round.") if state.final else words, Tone.GOOD, "L5R-105")
        return
    lateness = late(state, look.moment)
    won, lost = PAYS[lateness]
    you, named = PAID[lateness]
    opponent: Message = tr("{name}", name=state.names[1 - winner])
    if look.eye.side == 1 - winner:
        opponent = tr("you")
    tone = Tone.PLAIN if lateness is Lateness.IN_TIME else Tone.LATE
    yield Notice(look.told(winner, you, named, won=won, lost=lost, opponent=opponent), tone, CLAUSE_OF[lateness])


def send(look: Look) -> tuple[Press, ...]:
    state = look.state
    if not look.eye.acts or state.over or state.winner is None:
        return ()
    seen: dict[str, Raw] = {"seen": [state.winner, *state.verdict.points]}
    back: tuple[Press, ...] = ()
    if state.how is How.VICTORY or not past(state, look.moment, state.minutes.stop):
        back = (Press(tr("It goes on"), "go_on"),)
    if look.eye.side is not None and state.agreed.said[look.eye.side] is not None:
        return back
    label = tr("Send the slip") if look.eye.side is not None else tr("Settle it for both")
    return (Press(label, "agree", seen, Emphasis.MAIN), *back)
