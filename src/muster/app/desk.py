"""The one way to change an event: load its journal, decide on the state, append; or refuse and change nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from random import uniform
from threading import Lock
from time import sleep

from muster.app.event_time import Behind, EventTime, uptime
from muster.app.ports import Clock, Journals
from muster.app.turns import Turns
from muster.core.book.system import System
from muster.core.kit.errors import Busy, Conflict, Refusal
from muster.core.kit.growing import Growing
from muster.core.kit.known import Known
from muster.core.kit.lots import Urn
from muster.core.kit.model import Actor
from muster.core.record.event import Event
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.play import Fact, Redone, Undone
from muster.core.record.fold.play import advance, effective, fold
from muster.core.record.journal import GENESIS, Entry, Row, from_rows, secrets_of, to_rows
from muster.core.rules.audit.walk import must_be_sound
from muster.systems import registry

TRIES, PAUSE, LONGEST_PAUSE = 50, 0.002, 0.2
"""How often a decision is made again when another process wrote first; the seconds that are waited at first, a little
longer each time, and at most: some seven in all."""

KEEP = 16
"""How many events stay open in memory."""

REMEMBERED = 8
"""How many actions in a row are undone without folding the whole journal again."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An event as it stands, with its system and its journal."""

    id: str
    event: Event
    system: System
    entries: Growing[Entry]
    head: str
    """The hash of the last row."""
    known: Known = field(default_factory=Known, compare=False, repr=False)
    """What was worked out from this very state, such as its pages."""
    before: tuple[tuple[int, Event], ...] = field(default=(), compare=False, repr=False)
    """The states after earlier entries, the last of them, to undo from."""
    hashes: Growing[str] = field(default_factory=Growing, repr=False)
    """Those of all rows."""

    @property
    def last(self) -> int:
        return self.entries[-1].seq


Decide = Callable[[Opened], Sequence[Fact]]


class Desk:
    """Opens events and acts on them. `fresh` gives an unguessable text: seeds, request ids, salts."""

    def __init__(
        self, journals: Journals, clock: Clock, fresh: Callable[[], str], elapsed: Callable[[], float] = uptime
    ) -> None:
        self.journals = journals
        self.clock = clock
        self.fresh = fresh
        self._time = EventTime(elapsed)
        self._kept: OrderedDict[str, Opened] = OrderedDict()
        self._lock = Lock()
        self._turns = Turns()

    def open(self, event_id: str, until: str = "") -> Opened:
        """The event as it stands, or as it stood at a moment (UTC, ISO 8601).

        An event that was opened before is brought up to date with its new entries. What this answers with is never
        changed afterwards, so it may be read by many at once.
        """
        with self._lock:
            kept = self._kept.get(event_id)
        if kept is not None and not until:
            rows = self.journals.rows(event_id, kept.last - 1)
            if rows and rows[0].hash == kept.head:
                new = tuple(from_rows(rows[1:], kept.head, kept.last + 1))
                return self._keep(_advanced(kept, new, rows[1:])) if new else kept
        rows = self.journals.rows(event_id)
        entries = tuple(from_rows(rows))
        if until:
            entries = tuple(takewhile(lambda e: e.at <= until, entries))
            if not entries:
                raise Refusal(
                    "“{event_id}” did not exist yet at {until}; it was created at {at}.",
                    event_id=event_id,
                    until=until,
                    at=rows[0].at,
                )
        event = fold(entries)
        opened = _opened(event_id, event, registry.of(event), entries, rows[: len(entries)])
        return opened if until else self._keep(opened)

    def _keep(self, opened: Opened) -> Opened:
        with self._lock:
            self._kept[opened.id] = opened
            self._kept.move_to_end(opened.id)
            while len(self._kept) > KEEP:
                self._kept.popitem(last=False)
        return opened

    def now(self, opened: Opened) -> str:
        """The time of an event (UTC, ISO 8601): as this computer's clock has it, but never backwards."""
        return self._time.now(opened.id, opened.entries[-1].at, self.clock.now())

    def behind(self, opened: Opened) -> Behind | None:
        """By how much this computer's clock is behind the event, if that is worth saying."""
        return self._time.behind(opened.id, opened.entries[-1].at, self.clock.now())

    def urn(self, opened: Opened) -> Urn:
        """The secret seed of an event, to draw lots from."""
        seed = self.journals.seed(opened.id) or opened.event.seed
        if not seed:
            raise Refusal(
                "“{id}” came here without its secret seed, so nothing new can be drawn; import an export "
                "that was made with the seed.",
                id=opened.id,
            )
        return Urn(seed)

    def act(self, event_id: str, decide: Decide, actor: Actor, request: str = "") -> Opened:
        """Decide and append; on a conflict reload and decide again. A request that was applied is not applied twice.

        In one process everybody waits for their turn, so only another process can write first.
        """
        with self._turns.of(event_id):
            for tried in range(TRIES):
                opened = self.open(event_id)
                if request and self.journals.has_request(event_id, request):
                    return opened
                facts = decide(opened)
                try:
                    return self._append(opened, facts, actor, request or self.fresh())
                except Busy:
                    raise
                except Conflict:
                    # Not always equally long, or two processes would go on meeting.
                    sleep(min(PAUSE * 1.2**tried, LONGEST_PAUSE) * uniform(0.5, 1))
        raise Busy("Others are changing “{event_id}” right now. Try again in a moment.", event_id=event_id)

    def _append(self, opened: Opened, facts: Sequence[Fact], actor: Actor, request: str) -> Opened:
        if not facts:
            return opened
        entries = self._entries(facts, actor, request, opened.last + 1, self.now(opened))
        rows = to_rows(entries, opened.head)
        after = _advanced(opened, entries, rows)
        # Last of all: facts that could not be folded must never reach the journal.
        self.journals.append(opened.id, rows, opened.last)
        return self._keep(after)

    def _entries(self, facts: Sequence[Fact], actor: Actor, request: str, first: int, at: str) -> list[Entry]:
        return [
            Entry(seq, at, actor, request, fact, self.fresh() if secrets_of(fact) else "")
            for seq, fact in enumerate(facts, start=first)
        ]

    def create(self, event_id: str, seed: str, facts: Sequence[Fact], actor: Actor) -> Opened:
        """A new journal that begins with these facts."""
        entries = self._entries(facts, actor, self.fresh(), 1, self.clock.now())
        rows = to_rows(entries, GENESIS)
        self.journals.create(event_id, seed, rows)
        event = fold(entries)
        return _opened(event_id, event, registry.of(event), entries, rows)

    def adopt(self, opened: Opened, seed: str, rows: Sequence[Row]) -> Opened:
        """Keeps a journal from elsewhere, opened by `from_elsewhere`, under the id it has there."""
        self.journals.create(opened.id, seed, rows)
        return opened


def from_elsewhere(event_id: str, rows: Sequence[Row]) -> Opened:
    """A journal that was not written here, not kept yet: every entry is checked before any is believed."""
    entries = tuple(from_rows(rows))
    system = registry.of(fold(entries[:1]))
    must_be_sound(entries, system)
    return _opened(event_id, fold(entries), system, entries, rows)


def _opened(event_id: str, event: Event, system: System, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
    hashes = Growing(row.hash for row in rows)
    return Opened(event_id, event, system, Growing(entries), rows[-1].hash, hashes=hashes)


def _advanced(opened: Opened, entries: Sequence[Entry], rows: Sequence[Row]) -> Opened:
    """The event some entries later. It shares with the state before what did not change, which stays as it was."""
    journal = opened.entries.plus(entries)
    if any(isinstance(entry.fact, Undone | Redone) for entry in entries):
        event, before = _turned(opened, journal), opened.before
    else:
        event, before = advance(opened.event, entries), opened.before
        if not all(isinstance(entry.fact, ClaimFact) for entry in entries):  # an undo passes these over
            before = (*before, (opened.last, opened.event))[-REMEMBERED:]
    hashes = opened.hashes.plus(row.hash for row in rows)
    return Opened(opened.id, event, opened.system, journal, hashes[-1], before=before, hashes=hashes)


def _turned(opened: Opened, journal: Sequence[Entry]) -> Event:
    """The event after an undo or redo: from the last state that none reaches back behind."""
    for seq, event in reversed(opened.before):
        later = journal[seq:]
        if all(entry.fact.first > seq for entry in later if isinstance(entry.fact, Undone | Redone)):
            return advance(event, effective(later))
    return fold(journal)


def trial(opened: Opened, facts: Sequence[Fact]) -> Event:
    """The state as it would be after these facts, without recording them."""
    return advance(opened.event, [Entry(0, "", Actor(), "", fact) for fact in facts])
