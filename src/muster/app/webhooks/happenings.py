"""What happened between two states of an event, as far as it is public."""

from __future__ import annotations

from collections.abc import Iterator

from muster.app.webhooks.outbox import Happened, Happening
from muster.core.book.system import System
from muster.core.kit.model import Result
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.core.standings.ranking import StandingsRow


def happened(before: Event, now: Event, system: System) -> Iterator[Happened]:
    """Compares outcomes, not facts: something that was undone in between is not reported, but an undo that changes what
    everybody sees is.
    """
    known = {round_.number: round_ for round_ in before.shown}
    for round_ in now.shown:
        yield from _in_round(known.get(round_.number), round_)
    last = _last_closed(now)
    if last and (last != _last_closed(before) or _rows(before, system, last) != _rows(now, system, last)):
        yield Happened(Happening.STANDINGS, last)
    if now.announcement not in ("", before.announcement):
        yield Happened(Happening.ANNOUNCEMENT)
    if now.finished and not before.finished:
        yield Happened(Happening.FINISHED)


def _rows(event: Event, system: System, after: int) -> tuple[StandingsRow, ...]:
    """Without the tie-breaks themselves: those of two states are never equal, because they contain functions."""
    return standings(event, system, after).rows


def _in_round(before: Round | None, now: Round) -> Iterator[Happened]:
    if before is now:
        return
    number = now.number
    if before is None or _pairings(before) != _pairings(now):
        yield Happened(Happening.PAIRINGS, number)
    if now.state is RoundState.PUBLISHED and _clock(now) != (_clock(before) if before is not None else _NO_CLOCK):
        yield Happened(Happening.CLOCK, number)
    known = {(m.number, m.a, m.b): _result(m) for m in before.matches} if before is not None else {}
    for match in now.matches:
        if _result(match) != known.get((match.number, match.a, match.b)):
            yield Happened(Happening.RESULT, number, match.number)
    if now.state is RoundState.CLOSED and (before is None or before.state is not RoundState.CLOSED):
        yield Happened(Happening.ROUND_CLOSED, number)


def _pairings(round_: Round) -> object:
    return [(m.a, m.b, m.table) for m in round_.matches], [bye.player for bye in round_.byes]


_NO_CLOCK = (False, 0, 0, 0)


def _clock(round_: Round) -> tuple[bool, int, int, int]:
    """For the whole round: one table's extra time does not matter."""
    clock = round_.clock
    return clock.started, clock.since, clock.ran, clock.added


def _result(match: Match) -> Result | None:
    return match.result if match.state is MatchState.IN else None


def _last_closed(event: Event) -> int:
    return max((r.number for r in event.shown if r.state is RoundState.CLOSED), default=0)
