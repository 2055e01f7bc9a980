"""What the stream says about a change: its number, whom it affects, the clock, and a player's new seat."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from muster.app.desk import Opened
from muster.app.events.sites import allowed_sites
from muster.app.table.tables import Tables
from muster.app.venue.rooms import room_of
from muster.core.record.clock import MINUTE
from muster.core.record.event import Event, Round
from muster.core.record.facts.awards import VoteGiven
from muster.core.record.facts.claims import ClaimFact, NameForgotten
from muster.core.record.facts.clock import ClockPaused, ClockResumed, ClockStarted, TableExtended, TimeAdded
from muster.core.record.facts.play import (
    ObjectionAnswered,
    PlayersSwapped,
    ResultConfirmed,
    ResultObjected,
    ResultReported,
    RoundClosed,
    RoundDrawn,
    ScenarioChosen,
)
from muster.core.record.facts.staff import BreachReported, CallAnswered, CallEnded, JudgeCalled, RulingGiven
from muster.core.record.facts.venue import LayoutRemoved, TerrainReviewed, TerrainStocked

QUIET = (
    RoundDrawn,
    PlayersSwapped,
    RoundClosed,
    RulingGiven,
    BreachReported,
    ScenarioChosen,
    TerrainStocked,
    TerrainReviewed,
    LayoutRemoved,
    VoteGiven,
)
"""Facts that no public page shows yet: drafts, future scenarios, staff notes, terrain not on a table, votes."""


@dataclass(frozen=True, slots=True)
class News:
    """`about`: the tables it is about, None if it may be about everybody; empty if only staff can see it.

    `seats`: where everybody sits in the current round, as JSON by player; empty if that is not news. `names`: players
    whose name was taken, given up or asked for, which matters to their phones and the staff. `clock`: since when that
    round's clock has been running, as JSON, so that it shows on every screen together. `sites`: other sites whose pages
    may listen.
    """

    seq: int
    about: tuple[int, ...] | None = None
    seats: dict[int, str] | None = None
    clock: str = ""
    names: tuple[int, ...] = ()
    sites: tuple[str, ...] = ()

    @property
    def personal(self) -> bool:
        return self.seats is not None

    def message(self, spread: int, seat: int | None = None) -> bytes:
        """For one stream. `spread`: the milliseconds within which pages should reload."""
        parts = [f'"seq":{self.seq},"spread":{spread}']
        if self.about is not None:
            parts.append(f'"about":{json.dumps(self.about)}')
        if self.names:
            parts.append(f'"names":{json.dumps(self.names)}')
        if self.clock:
            parts.append(f'"clock":{self.clock}')
        if self.seats is not None and seat is not None:
            parts.append(f'"seat":{self.seats.get(seat, "null")}')
        return f"data: {{{','.join(parts)}}}\n\n".encode()


class Reporter:
    """Opens an event that has changed and says what is new since the last time."""

    def __init__(self, open_: Callable[[str], Opened]) -> None:
        self._open = open_
        self._told: dict[str, tuple[int, Pairing]] = {}

    def tell(self, event: str) -> News:
        opened = self._open(event)
        pairing = _pairing(opened.event)
        before, known = self._told.get(event, (opened.last, None))
        self._told[event] = opened.last, pairing
        seats = _seats(opened) if pairing != known else None
        about = None if seats else _about(opened, before)
        return News(opened.last, about, seats, _clock(opened, before), _names(opened, before))

    def hello(self, event: str) -> News:
        """The first message on a stream: everything, because the page may have missed any of it."""
        opened = self._open(event)
        # News is counted from here on, also for an event without any so far.
        self._told.setdefault(event, (opened.last, _pairing(opened.event)))
        return News(opened.last, seats=_seats(opened), sites=allowed_sites(opened))


class TableReporter:
    """Reports that a table's journal has grown; its pages show what the game looks like."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def tell(self, table: str) -> News:
        return News(self._tables.open(table).last)

    hello = tell


Pairing = tuple[int, tuple[tuple[int, int, int], ...]] | None


def _on(event: Event) -> Round | None:
    return event.shown[-1] if event.started else None


def _pairing(event: Event) -> Pairing:
    round_ = _on(event)
    return None if round_ is None else (round_.number, tuple((m.table, m.a, m.b) for m in round_.matches))


def _seats(opened: Opened) -> dict[int, str]:
    event = opened.event
    round_ = _on(event)
    if round_ is None:
        return {}
    names = {player.id: player.name for player in event.players.values()}
    seats: dict[int, str] = {}
    for match in round_.matches:
        for own, other in ((match.a, match.b), (match.b, match.a)):
            seat = {"round": round_.number, "table": match.table, "room": room_of(opened, match.table)}
            seats[own] = json.dumps({**seat, "opponent": names[other]})
    for bye in round_.byes:
        seats[bye.player] = json.dumps({"round": round_.number, "table": None, "opponent": None})
    return seats


CLOCK = (ClockStarted, ClockPaused, ClockResumed, TimeAdded)


def _clock(opened: Opened, before: int) -> str:
    round_ = _on(opened.event)
    if round_ is None or not any(isinstance(entry.fact, CLOCK) for entry in opened.entries[before:]):
        return ""
    clock = round_.clock
    said = {"round": round_.number, "since": clock.since or None, "ran": clock.ran, "added": clock.added * MINUTE}
    return json.dumps(said)


def _names(opened: Opened, before: int) -> tuple[int, ...]:
    return tuple({int(e.fact.player): None for e in opened.entries[before:] if isinstance(e.fact, ClaimFact)})


def _about(opened: Opened, before: int) -> tuple[int, ...] | None:
    """The tables that the entries after `before` are about. A round's last result is about everybody's rank."""
    round_ = _on(opened.event)
    tables: set[int] = set()
    for entry in opened.entries[before:]:
        fact = _called(opened.event, entry.fact)
        if isinstance(fact, (*QUIET, ClaimFact)) and not isinstance(fact, NameForgotten):
            continue
        if (
            not isinstance(
                fact,
                ResultReported | ResultConfirmed | ResultObjected | ObjectionAnswered | TableExtended | JudgeCalled,
            )
            or round_ is None
            or fact.round != round_.number
        ):
            return None
        tables.add(opened.event.match(fact.round, fact.match).table)
    if tables and round_ is not None and round_.complete:
        return None
    return tuple(sorted(tables))


def _called(event: Event, fact: object) -> object:
    """The call, if a fact is what became of one; it concerns the same people."""
    if isinstance(fact, CallAnswered | CallEnded) and fact.call <= len(event.staff.calls):
        return event.staff.call(fact.call).about
    return fact
