"""The desk: the ledger of events, what it opens, and how an event is brought up to date with new entries."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import islice
from typing import Any, TypeVar

from muster.app.keeping.event_time import uptime
from muster.app.keeping.growing import Growing
from muster.app.keeping.ledger import Ledger
from muster.app.keeping.readings import Readings
from muster.app.ports import Clock, JournalName, Journals, Stored
from muster.core.book.system import System
from muster.core.kit.errors import MOST_KNOWN, Refusal, UnknownName
from muster.core.kit.known import Known
from muster.core.kit.lots import Urn
from muster.core.kit.model import Actor
from muster.core.kit.progress import Progress, unwatched
from muster.core.record.event import Event
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import ClaimFact, NameForgotten
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.fold.play import advance, fold
from muster.core.record.hidden import hidden
from muster.core.record.journal import Row, size_of
from muster.core.record.table.journal import TABLE, is_table_of
from muster.core.record.undo import Redone, Undone, effective
from muster.core.rules.audit.walk import must_be_sound
from muster.systems import registry

T = TypeVar("T")

REMEMBERED = 8
"""How many actions in a row can be undone without folding the whole journal again."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An event as it is now, with its system and its journal."""

    id: str
    event: Event
    system: System
    entries: Growing[Entry]
    head: str
    """The hash of the last row."""
    known: Known = field(default_factory=Known, compare=False, repr=False)
    """What was worked out from exactly this state, such as its pages."""
    before: tuple[tuple[int, Event], ...] = field(default=(), compare=False, repr=False)
    """The latest earlier states, to undo from."""
    hashes: Growing[str] = field(default_factory=Growing, repr=False)
    """The hashes of all rows."""

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
        self.must_hold_players: Callable[[Opened], None] | None = None
        """Refuses players beyond the event's limit, if there is one."""
        self.must_have_space: Callable[[tuple[str, str], int], None] | None = None
        """Refuses this many more bytes in an event, by its id and origin, if there is a limit."""
        self.names_hidden = True
        """Whether somebody who mistypes an event's id may be told of events that are not in the public list."""
        self.readings: Readings | None = None
        """Reads many events in the background for requests that must not wait; None if everybody waits."""
        self._worked_out: dict[tuple[str, Hashable], tuple[tuple[int, str], Any]] = {}
        self._looked_at: set[tuple[str, Hashable]] = set()

    def _begun(self, journal_id: str, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
        return super()._begun(journal_id, hidden(entries), rows)

    def _grown(self, opened: Opened, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
        return _advanced(opened, entries, rows)

    def _read(self, journal_id: str, after: int = 0) -> list[Row]:
        try:
            return super()._read(journal_id, after)
        except UnknownName:
            if self.names_hidden:
                raise
        raise UnknownName(EVENT.kind, journal_id, self._public(near=journal_id))

    def _public(self, near: str) -> list[str]:
        """The id in the public list that is nearest to this one, or else the first few of that list.

        Only as many events are opened as it takes.
        """
        ids = [stored.id for stored in self.listed()]
        nearest = next(filter(self._is_public, get_close_matches(near.casefold(), ids)), "")
        return [nearest] if nearest else list(islice(filter(self._is_public, ids), MOST_KNOWN + 1))

    def _is_public(self, event_id: str) -> bool:
        with suppress(Exception):  # One that cannot be opened is not suggested, whatever broke in its game.
            return self.worked_out(event_id, "public", lambda opened: not opened.event.hidden)
        return False

    def _must_fit(self, before: Opened, after: Opened, rows: Sequence[Row]) -> None:
        if self.must_have_space is not None:
            self.must_have_space((after.id, after.hashes[0]), size_of(rows))
        if self.must_hold_players is not None and len(after.event.players) > len(before.event.players):
            self.must_hold_players(after)

    def from_elsewhere(self, journal_id: str, rows: Sequence[Row]) -> Opened:
        return from_elsewhere(journal_id, rows)

    def tables(self, event_id: str) -> list[Stored]:
        """The journals of the games tracked at this event's tables."""
        return [stored for stored in self.journals.listed(TABLE.kind) if is_table_of(stored.id, event_id)]

    def remove(self, journal_id: str) -> None:
        """Removes its tables first: if that is interrupted, the event is still there to be removed again."""
        for stored in self.tables(journal_id):
            self.journals.remove(JournalName(stored.kind, stored.id))
        super().remove(journal_id)

    def worked_out(self, event_id: str, what: Hashable, make: Callable[[Opened], T]) -> T:
        """Something small that follows from an event alone, computed once until its journal changes.

        Unlike `Opened.known`, it is remembered for every event, not only for those opened last.
        """
        head = self.journals.head(self.name(event_id))
        self._looked_at.add((event_id, what))
        known = self._worked_out.get((event_id, what))
        if known is None or known[0] != head:
            known = self._worked_out[event_id, what] = head, make(self.open(event_id))
        found: T = known[1]
        return found

    def is_looked_at(self, event_id: str, what: Hashable) -> bool:
        """Whether it was asked for before, also for an event that cannot be opened: opening is tried again each
        time.
        """
        return (event_id, what) in self._looked_at

    def urn(self, opened: Opened) -> Urn:
        """The secret seed of an event, to draw lots from."""
        seed = self.seed(opened.id) or opened.event.seed
        if not seed:
            raise Refusal(
                "This copy of “{id}” does not have the secret seed, so it cannot draw anything new. Import "
                "an export that was made with the seed.",
                id=opened.id,
            )
        return Urn(seed)

    def keep_list_data(self, system: str, text: str, expected: str) -> None:
        """Saves what a game's list checks use; Conflict if somebody has already replaced `expected`."""
        self.journals.keep_list_data(system, text, expected)
        self.wrote = True


def from_elsewhere(event_id: str, rows: Sequence[Row], progress: Progress = unwatched) -> Opened:
    """A journal that was not written here and is not stored yet: every entry is checked before it is trusted."""
    entries = tuple(EVENT.read(rows))
    must_be_sound(entries, registry.of(fold(entries[:1])), progress)
    shown = tuple(hidden(entries))
    return _opened(event_id, fold(shown), shown, tuple(row.hash for row in rows))


def _opened(event_id: str, event: Event, entries: tuple[Entry, ...], hashes: tuple[str, ...]) -> Opened:
    return Opened(event_id, event, registry.of(event), Growing(entries), hashes[-1], hashes=Growing(hashes))


def _advanced(opened: Opened, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
    """The event after some more entries. It shares what did not change with the earlier state, which stays as it
    was.
    """
    if any(isinstance(entry.fact, NameForgotten) for entry in entries):
        journal = hidden((*opened.entries, *entries))
        return _opened(opened.id, fold(journal), tuple(journal), (*opened.hashes, *(row.hash for row in rows)))
    journal = opened.entries.plus(entries)
    if any(isinstance(entry.fact, Undone | Redone) for entry in entries):
        event, before = _turned(opened, journal), opened.before
    else:
        event, before = advance(opened.event, entries), opened.before
        if not all(isinstance(entry.fact, ClaimFact) for entry in entries):  # Undo skips these.
            before = (*before, (opened.last, opened.event))[-REMEMBERED:]
    hashes = opened.hashes.plus(row.hash for row in rows)
    return Opened(opened.id, event, opened.system, journal, hashes[-1], before=before, hashes=hashes)


def _turned(opened: Opened, journal: Sequence[Entry]) -> Event:
    """The event after an undo or redo: from the last state that the undone entries do not reach."""
    for seq, event in reversed(opened.before):
        later = journal[seq:]
        if all(entry.fact.first > seq for entry in later if isinstance(entry.fact, Undone | Redone)):
            return advance(event, effective(later))
    return fold(journal)


def trial(opened: Opened, facts: Sequence[Fact]) -> Event:
    """The state after these facts, without recording them."""
    return advance(opened.event, [Entry(0, "", Actor(), "", fact) for fact in facts])
