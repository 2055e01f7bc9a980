"""Calls for a judge and breaches that are reported: who may, who goes there, when it is over. Facts or a refusal."""

from __future__ import annotations

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message, tr
from muster.core.kit.model import PlayerId, Role
from muster.core.kit.written import tidy
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Event, Match, Round, RoundState
from muster.core.record.facts.play import Fact
from muster.core.record.facts.staff import BreachReported, CallAnswered, CallEnded, JudgeCalled
from muster.core.record.staff import JudgeCall, StaffMember
from muster.core.rules.results import open_match
from muster.core.rules.staff import must_not_play_there

LONGEST_BREACH = 300
"""Characters: a judge reads this on the way to the table."""


def call(event: Event, player: PlayerId, round_: int) -> list[Fact]:
    """A dispute that the players cannot settle goes to a judge (L5R-021).

    A second call from the same table changes nothing.
    """
    played = _being_played(event, round_)
    played, match = open_match(event, player=player, round_=played.number)
    if call_at(event, played, match) is not None:
        return []
    return [JudgeCalled(played.number, match.number, player)]


def report_breach(event: Event, table: int, text: str, round_: int) -> list[Fact]:
    """A spectator may report a breach of the rules (L5R-016). The same text about the same table counts once."""
    clean = breach_text(text)
    played, match = open_match(event, table=table, round_=_being_played(event, round_).number)
    fact = BreachReported(played.number, match.number, clean)
    return [] if any(one.about == fact for one in waiting(event)) else [fact]


def breach_text(text: str) -> str:
    clean = tidy(text)
    if not clean:
        raise BadInput("Write in a few words what happened at the table.")
    if len(clean) > LONGEST_BREACH:
        raise BadInput(
            "“{start}…” has {length} characters. A report to the staff can have at most {most}.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_BREACH,
        )
    return clean


def answer(event: Event, system: System, member: StaffMember, number: int) -> list[Fact]:
    """Somebody goes there; never to a game of their own (L5R-018), and not if somebody else is already on the way."""
    event.must_run()
    one = event.staff.call(number)
    match = match_of(event, one)
    if one.ended or match is None:
        raise Refusal("This call is over. Nobody needs to come any more.")
    must_not_play_there(event, system, member, match)
    other = coming(event, one)
    if other == member:
        return []
    if other is not None:
        raise Refusal("{name} is already going to table {table}.", name=as_subject(other), table=match.table)
    return [CallAnswered(number, member.id)]


def end(event: Event, system: System, member: StaffMember, number: int) -> list[Fact]:
    event.must_run()
    one = event.staff.call(number)
    match = match_of(event, one)
    if match is not None:
        must_not_play_there(event, system, member, match)
    return [] if one.ended else [CallEnded(number)]


def call_off(event: Event, player: PlayerId, round_: int) -> list[Fact]:
    """The table no longer needs a judge: either player may say so."""
    played = _being_played(event, round_)
    played, match = open_match(event, player=player, round_=played.number)
    one = call_at(event, played, match)
    return [] if one is None else [CallEnded(one.number)]


def _being_played(event: Event, number: int) -> Round:
    """The round that the page showed, provided it is still being played."""
    event.must_run()
    played = event.shown[-1] if event.started else None
    if played is None:
        raise Refusal("No round is published yet.")
    if played.number != number or played.state is not RoundState.PUBLISHED:
        raise Refusal("Round {number} is over. Ask the staff at the desk.", number=numbered(event, number))
    return played


def call_at(event: Event, played: Round, match: Match) -> JudgeCall | None:
    """The open call from a match's players, if any."""
    for one in waiting(event):
        about = one.about
        if isinstance(about, JudgeCalled) and (about.round, about.match) == (played.number, match.number):
            return one
    return None


def waiting(event: Event) -> list[JudgeCall]:
    """Calls and reports that are not over, oldest first.

    A player's call ends with its round; a breach waits for the staff.
    """
    if event.finished:
        return []
    return [one for one in event.staff.calls if not one.ended and match_of(event, one) is not None]


def match_of(event: Event, one: JudgeCall) -> Match | None:
    """The match it is about; None if the round is gone, or if it is a player's call and the round is over."""
    about = one.about
    round_ = next((r for r in event.shown if r.number == about.round), None)
    if round_ is None or about.match > len(round_.matches):
        return None
    if isinstance(about, JudgeCalled) and round_.state is not RoundState.PUBLISHED:
        return None
    return round_.matches[about.match - 1]


def coming(event: Event, one: JudgeCall) -> StaffMember | None:
    """Who is on the way; None once they are off duty or have left."""
    who = None if one.answered is None else event.staff.members.get(one.answered)
    return who if who is not None and who.on_duty else None


def as_subject(who: StaffMember) -> Message:
    """A member of staff at the beginning of a sentence; the organiser has no name here."""
    return tr("The organiser") if who.role is Role.ORGANISER else tr(who.name)
