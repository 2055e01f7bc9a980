"""The one way to change an event: load its journal, decide on the state, append; or refuse and change nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from random import uniform
from threading import Lock, RLock
from time import sleep
from typing import TypeVar, cast

from muster.app.event_time import Behind, EventTime, uptime
from muster.app.ports import Clock, Journals
from muster.app.turns import Turns
from muster.core.book.system import System
from muster.core.kit.errors import Busy, Conflict, Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.model import Actor
from muster.core.reading.tally import counted_rounds
from muster.core.record.event import Event
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.play import Fact, ResultConfirmed, ResultReported
from muster.core.record.facts.staff import RulingGiven
from muster.core.record.fold.play import advance, fold
from muster.core.record.journal import GENESIS, Entry, Row, from_rows, secrets_of, to_rows
from muster.core.rules.audit.walk import must_be_sound
from muster.systems import registry

TRIES, PAUSE, LONGEST_PAUSE = 50, 0.002, 0.2
"""How often a decision is made again when another process wrote first; the seconds that are waited at first, a little
longer each time, and at most: some seven in all."""

KEEP = 16
"""How many events stay open in memory."""

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
    return Opened(event_id, event, system, tuple(entries), rows[-1].hash, hashes=tuple(row.hash for row in rows))


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
