"""The desk: the ledger of events, what it opens, and how an event is brought up to date with new entries."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from threading import RLock
from typing import TypeVar, cast

from muster.app.event_time import uptime
from muster.app.ledger import Ledger
from muster.app.ports import Clock, Journals
from muster.core.book.system import System
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.model import Actor
from muster.core.reading.tally import counted_rounds
from muster.core.record.event import Event
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.play import Entry, Fact, ResultConfirmed, ResultReported
from muster.core.record.facts.staff import RulingGiven
from muster.core.record.fold.play import advance, fold
from muster.core.record.journal import Row
from muster.core.rules.audit.walk import must_be_sound
from muster.systems import registry

Found = TypeVar("Found")


class Known:
    """What was worked out from a state, such as its standings: once, however many ask for it at the same time."""

    def __init__(self) -> None:
        self._found: dict[Hashable, object] = {}
        self._lock = RLock()

    def once(self, what: Hashable, find: Callable[[], Found]) -> Found:
        with self._lock:
            if what not in self._found:
                self._found[what] = find()
            return cast(Found, self._found[what])


@dataclass(frozen=True, slots=True)
class Opened:
    """An event as it stands, with its system and its journal."""

    id: str
    event: Event
    system: System
    entries: tuple[Entry, ...]
    head: str
    """The hash of the last row."""
    ranks: Known = field(default_factory=Known, compare=False, repr=False)
    """Standings; goes on to the next state as long as nothing in it counts for them."""
    known: Known = field(default_factory=Known, compare=False, repr=False)
    """Whatever else was worked out from this very state."""
    hashes: tuple[str, ...] = field(default=(), repr=False)
    """Those of all rows."""

    @property
    def last(self) -> int:
        return self.entries[-1].seq


Decide = Callable[[Opened], Sequence[Fact]]


class Desk(Ledger[Fact, Event, Opened]):
    """The ledger of events."""

    def __init__(
        self, journals: Journals, clock: Clock, fresh: Callable[[], str], elapsed: Callable[[], float] = uptime
    ) -> None:
        super().__init__(EVENT, _opened, journals, clock, fresh, elapsed)

    def _grown(self, opened: Opened, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
        return _advanced(opened, entries, rows)

    def from_elsewhere(self, journal_id: str, rows: Sequence[Row]) -> Opened:
        return from_elsewhere(journal_id, rows)

    def urn(self, opened: Opened) -> Urn:
        """The secret seed of an event, to draw lots from."""
        seed = self.seed(opened.id) or opened.event.seed
        if not seed:
            raise Refusal(
                "“{id}” came here without its secret seed, so nothing new can be drawn; import an export "
                "that was made with the seed.",
                id=opened.id,
            )
        return Urn(seed)

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        """Keeps what a game's list checks look at; Conflict if somebody replaced `expected` already."""
        self.journals.keep_list_data(system, text, expected)
        self.wrote = True


def from_elsewhere(event_id: str, rows: Sequence[Row]) -> Opened:
    """A journal that was not written here, not kept yet: every entry is checked before any is believed."""
    entries = tuple(EVENT.read(rows))
    must_be_sound(entries, registry.of(fold(entries[:1])))
    return _opened(event_id, fold(entries), entries, tuple(row.hash for row in rows))


def _opened(event_id: str, event: Event, entries: tuple[Entry, ...], hashes: tuple[str, ...]) -> Opened:
    return Opened(event_id, event, registry.of(event), entries, hashes[-1], hashes=hashes)


def _advanced(opened: Opened, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
    """The event some entries later, as a state of its own: folding what was read before is quicker than copying it."""
    journal = (*opened.entries, *entries)
    if all(isinstance(entry.fact, ClaimFact) for entry in entries):
        # A whole hall takes its names at once; all else of the state stays as it was and can be shared.
        event = replace(opened.event, claims=dict(opened.event.claims), asked=dict(opened.event.asked))
        advance(event, entries)
    else:
        event = fold(journal)
    ranks = opened.ranks if _leaves_ranks(opened.system, event, entries) else Known()
    hashes = (*opened.hashes, *(row.hash for row in rows))
    return Opened(opened.id, event, opened.system, journal, hashes[-1], ranks, hashes=hashes)


def _leaves_ranks(system: System, event: Event, entries: Sequence[Entry]) -> bool:
    """Whether the standings are what they were: only reports came in, of a round that does not count yet."""
    reported: set[int] = set()
    for entry in entries:
        if isinstance(entry.fact, ResultReported | ResultConfirmed):
            reported.add(entry.fact.round)
        elif not isinstance(entry.fact, RulingGiven | ClaimFact):
            return False
    counted = {round_.number for round_ in counted_rounds(event, system)} if reported else set()
    return not any(number in counted or event.round(number).complete for number in reported)


def trial(opened: Opened, facts: Sequence[Fact]) -> Event:
    """The state as it would be after these facts, without recording them."""
    event = fold(opened.entries)
    for fact in facts:
        advance(event, [Entry(0, "", Actor(), "", fact)])
    return event
