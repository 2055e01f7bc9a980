"""The one way to change a journal of any kind: open it, decide on its state, append; or refuse and change nothing."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import takewhile
from random import uniform
from threading import Lock
from time import sleep
from typing import Generic, Protocol, Self, TypeVar, cast

from muster.app.keeping.event_time import Behind, EventTime, uptime
from muster.app.keeping.turns import Turns
from muster.app.ports import Clock, JournalName, Journals, Stored
from muster.core.kit.errors import Busy, Conflict, DamagedJournal, Refusal, UnknownName
from muster.core.kit.model import Actor
from muster.core.record import undo
from muster.core.record.journal import GENESIS, Entry, Row, hides, to_rows
from muster.core.record.undo import Redone, Undone
from muster.core.record.vocabulary import Vocabulary

TRIES, PAUSE, LONGEST_PAUSE = 50, 0.002, 0.2
"""How often a decision is retried if another process wrote first, and the wait in seconds, growing from the first to
the longest: about seven in total.
"""

KEEP = 16
"""How many journals of a kind are kept open in memory."""

F = TypeVar("F")
F_co = TypeVar("F_co", covariant=True)
S = TypeVar("S")
T = TypeVar("T")


class Open(Protocol[F_co]):
    """What the ledger needs from an opened journal: its id, its entries and the hash of its last row."""

    @property
    def id(self) -> str: ...
    @property
    def entries(self) -> Sequence[Entry[F_co]]: ...
    @property
    def head(self) -> str: ...
    @property
    def hashes(self) -> Sequence[str]: ...
    @property
    def last(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[F, S]):
    """A journal as it is now, for kinds that need no more. `hashes`: of all rows."""

    id: str
    state: S
    entries: tuple[Entry[F], ...]
    hashes: tuple[str, ...] = field(default=(), repr=False)

    @property
    def head(self) -> str:
        return self.hashes[-1]

    @property
    def last(self) -> int:
        return self.entries[-1].seq


O = TypeVar("O", bound=Open[object])  # noqa: E741  # what is opened
Make = Callable[[str, S, tuple[Entry[F], ...], tuple[str, ...]], O]


class Ledger(Generic[F, S, O]):
    """Opens journals of one kind and acts on them. `make` builds what `open` returns.

    `fresh` returns an unguessable text: request ids, salts, seeds.
    """

    def __init__(
        self,
        vocabulary: Vocabulary[F, S],
        make: Make[S, F, O],
        journals: Journals,
        clock: Clock,
        fresh: Callable[[], str],
        elapsed: Callable[[], float] = uptime,
        keep: int = KEEP,
    ) -> None:
        self._most = keep
        self.vocabulary = vocabulary
        self.journals = journals
        self.clock = clock
        self.fresh = fresh
        self.wrote = False
        """Whether anything was written through this ledger: a later failure does not undo it."""
        self.writing = False
        """Whether something is being written; still true after an interruption in the middle of it."""
        self._make = make
        self._time = EventTime(elapsed)
        self._kept: OrderedDict[str, O] = OrderedDict()
        self._ends: dict[str, tuple[str, int]] = {}
        """For every journal that was opened: the hash of its first entry, and the number of its last."""
        self._lock = Lock()
        self._turns = Turns()
        self._part_of: tuple[Actor, str] | None = None

    @property
    def in_memory(self) -> int:
        """How many journals are kept open."""
        return len(self._kept)

    def within(self, actor: Actor, request: str) -> Self:
        """The same ledger for one request of a program: everything done through it has that actor, and is done once,
        whatever an action itself says.
        """
        mine = copy(self)
        mine._part_of = (actor, request)
        return mine

    def name(self, journal_id: str) -> JournalName:
        return JournalName(self.vocabulary.kind, journal_id)

    def listed(self) -> list[Stored]:
        """Every journal of this kind, oldest first."""
        return self.journals.listed(self.vocabulary.kind)

    def open_listed(self, stored: Stored) -> O:
        """A journal as `listed` has just found it: whoever opens many asks for all their heads in one query."""
        with self._lock:
            kept = self._kept.get(stored.id)
        if kept is not None and (kept.last, kept.head) == (stored.entries, stored.head):
            return kept
        return self.open(stored.id)

    def rows(self, journal_id: str) -> list[Row]:
        return self.journals.rows(self.name(journal_id))

    def seed(self, journal_id: str) -> str:
        return self.journals.seed(self.name(journal_id))

    def has_request(self, journal_id: str, request: str) -> bool:
        return self.journals.has_request(self.name(journal_id), request)

    def made_by(self, request: str) -> str:
        """The journal that this request has already made; empty if it made none."""
        return next((one.id for one in self.listed()[::-1] if request and self.has_request(one.id, request)), "")

    def remove(self, journal_id: str) -> None:
        self.journals.remove(self.name(journal_id))
        self._forget(journal_id)
        self.wrote = True

    def rewrite(self, journal_id: str, erase: Callable[[Sequence[Row]], Sequence[Row]]) -> None:
        """Replaces the stored rows with what is left after erasing. This cannot be undone."""

        def prepare() -> Callable[[], None]:
            rows = self.rows(journal_id)
            left = erase(rows)
            if list(left) == rows:
                return lambda: None
            self._begun(journal_id, tuple(self.vocabulary.read(left)), left)  # Never store what does not fold.
            expected = rows[-1].seq, rows[-1].hash
            return lambda: self._write(lambda: self.journals.rewrite(self.name(journal_id), left, expected))

        self._in_turn(journal_id, prepare)
        with self._lock:
            self._kept.pop(journal_id, None)
        self._forget(journal_id)

    def open(self, journal_id: str, until: str = "") -> O:
        """The journal as it is now, or as it was at a moment (UTC, ISO 8601).

        A journal opened before is brought up to date with its new entries. What this returns never changes afterwards,
        so many threads may read it.
        """
        name = self.name(journal_id)
        with self._lock:
            kept = self._kept.get(journal_id)
        if kept is not None and not until:
            if self.journals.head(name) == (kept.last, kept.head):
                return kept
            rows = self._read(journal_id, kept.last - 1)
            if rows and rows[0].hash == kept.head:
                new = tuple(self.vocabulary.read(rows[1:], kept.head, kept.last + 1))
                return self._keep(self._grown(kept, new, rows[1:])) if new else kept
        with self._lock:
            known = self._ends.get(journal_id)  # First, because others may add to it while it is read.
        rows = self._read(journal_id)
        if known is not None:
            _must_not_go_back(journal_id, rows, *known)
        entries = tuple(self.vocabulary.read(rows))
        if until:
            entries = tuple(takewhile(lambda e: e.at <= until, entries))
            if not entries:
                raise Refusal(
                    "“{event_id}” did not exist yet at {until}; it was created at {at}.",
                    event_id=journal_id,
                    until=datetime.fromisoformat(until),
                    at=datetime.fromisoformat(rows[0].at),
                )
        opened = self._begun(journal_id, entries, rows[: len(entries)])
        return opened if until else self._keep(opened)

    def _read(self, journal_id: str, after: int = 0) -> list[Row]:
        try:
            return self.journals.rows(self.name(journal_id), after)
        except UnknownName:
            self._forget(journal_id)  # It was removed, and another may get its id.
            raise

    def _forget(self, journal_id: str) -> None:
        with self._lock:
            self._ends.pop(journal_id, None)

    def _begun(self, journal_id: str, entries: Sequence[Entry[F]], rows: Sequence[Row]) -> O:
        """What a whole journal says."""
        return self._make(journal_id, self.vocabulary.fold(entries), tuple(entries), tuple(row.hash for row in rows))

    def _grown(self, opened: O, entries: Sequence[Entry[F]], rows: Sequence[Row]) -> O:
        """Its state some entries later, as a new object. A kind may have a cheaper way."""
        journal = (*self._journal(opened), *entries)
        hashes = (*opened.hashes, *(row.hash for row in rows))
        return self._make(opened.id, self.vocabulary.fold(journal), journal, hashes)

    @staticmethod
    def _journal(opened: O) -> Sequence[Entry[F]]:
        """The entries of what was opened here, which are of this kind: one type variable cannot bound another."""
        return cast("Sequence[Entry[F]]", opened.entries)

    def _keep(self, opened: O) -> O:
        with self._lock:
            self._kept[opened.id] = opened
            self._ends[opened.id] = opened.hashes[0], opened.last
            self._kept.move_to_end(opened.id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return opened

    def now(self, opened: O) -> str:
        """A journal's time (UTC, ISO 8601): this computer's clock, but never backwards."""
        return self._time.now(opened.id, opened.entries[-1].at, self.clock.now())

    def behind(self, opened: O) -> Behind | None:
        """By how much this computer's clock is behind the journal, if enough to matter."""
        return self._time.behind(opened.id, opened.entries[-1].at, self.clock.now())

    def act(self, journal_id: str, decide: Callable[[O], Sequence[F]], actor: Actor, request: str = "") -> O:
        """Decides and appends; on a conflict, reloads and decides again. A request is never applied twice.

        Within one process callers take turns, so only another process can write first.
        """
        actor, request = self._part_of or (actor, request)

        def prepare() -> Callable[[], O]:
            opened = self.open(journal_id)
            if request and self.has_request(journal_id, request):
                return lambda: opened
            facts = decide(opened)
            return lambda: self._append(opened, facts, actor, request or self.fresh())

        return self._in_turn(journal_id, prepare)

    def _in_turn(self, journal_id: str, prepare: Callable[[], Callable[[], T]]) -> T:
        """Reads, decides and writes; starts over if another process wrote first."""
        with self._turns.of(journal_id):
            for tried in range(TRIES):
                write = prepare()
                try:
                    return write()
                except Busy:
                    raise
                except Conflict:
                    # Vary the wait, or two processes would keep colliding.
                    sleep(min(PAUSE * 1.2**tried, LONGEST_PAUSE) * uniform(0.5, 1))
        raise Busy("Others are changing “{event_id}” right now. Try again in a moment.", event_id=journal_id)

    def undo(self, journal_id: str, actor: Actor, *, seen: int = 0, request: str = "") -> tuple[O, list[Entry[F]]]:
        """Takes back the last action; also returns the entries that no longer count.

        `seen` is the last entry on the caller's screen: if more was done since, nothing is taken back.
        """
        return self._turn(journal_id, actor, seen, request, undo.undo)

    def redo(self, journal_id: str, actor: Actor, *, seen: int = 0, request: str = "") -> tuple[O, list[Entry[F]]]:
        """Brings the last undone action back; `seen` as for an undo."""
        return self._turn(journal_id, actor, seen, request, undo.redo)

    def _turn(self, journal_id: str, actor: Actor, seen: int, request: str, turn: Turn) -> tuple[O, list[Entry[F]]]:
        quiet = self.vocabulary.quiet
        meant: list[Entry[F]] = []

        def decide(opened: O) -> list[F]:
            entries = self._journal(opened)
            since = entries[max(seen, 0) :]
            if seen > opened.last or (seen and any(not isinstance(e.fact, quiet) for e in since)):
                raise Conflict("Something has changed since you opened this page. Check the log again.")
            fact, meant[:] = turn(entries, quiet)
            return [cast(F, fact)]

        return self.act(journal_id, decide, actor, request), meant

    def _append(self, opened: O, facts: Sequence[F], actor: Actor, request: str) -> O:
        if not facts:
            return opened
        entries = self._entries(facts, actor, request, opened.last + 1, self.now(opened))
        rows = to_rows(entries, opened.head)
        after = self._grown(opened, entries, rows)
        self._must_fit(opened, after, rows)
        # Last of all: facts that do not fold must never reach the journal.
        self._write(lambda: self.journals.append(self.name(opened.id), rows, opened.last))
        return self._keep(after)

    def _must_fit(self, before: O, after: O, rows: Sequence[Row]) -> None:
        """A kind may refuse what would become too large."""

    def _entries(self, facts: Sequence[F], actor: Actor, request: str, first: int, at: str) -> list[Entry[F]]:
        if actor.player is not None:  # The number identifies the player. A name that is not written need not be erased.
            actor = replace(actor, name="")
        return [
            Entry(seq, at, actor, request, fact, self.fresh() if hides(fact) else "")
            for seq, fact in enumerate(facts, start=first)
        ]

    def create(self, journal_id: str, seed: str, facts: Sequence[F], actor: Actor, request: str = "") -> O:
        """A new journal that begins with these facts."""
        entries = self._entries(facts, actor, request or self.fresh(), 1, self.clock.now())
        rows = to_rows(entries, GENESIS)
        return self.adopt(self._begun(journal_id, entries, rows), seed, rows)

    def from_elsewhere(self, journal_id: str, rows: Sequence[Row]) -> O:
        """A journal that was not written here and is not stored yet. A kind may check entries more closely."""
        return self._begun(journal_id, tuple(self.vocabulary.read(rows)), rows)

    def adopt(self, opened: O, seed: str, rows: Sequence[Row]) -> O:
        """Stores a new journal under its own id; Refusal if the id is taken."""
        title = self.vocabulary.title(self._journal(opened)[0].fact)
        self._write(lambda: self.journals.create(self.name(opened.id), title, seed, rows))
        return opened

    def _write(self, write: Callable[[], None]) -> None:
        self.writing = True
        try:
            write()
        except Exception:  # Whatever it was, nothing is being written any more; the error is raised again.
            self.writing = False
            raise
        self.wrote, self.writing = True, False


def _must_not_go_back(journal_id: str, rows: Sequence[Row], first: str, last: int) -> None:
    """What was seen here must stay: if it is gone, somebody put an older copy in place of the file or the database, and
    anything added to that would be lost once they notice. If there are as many entries with other hashes, somebody was
    erased from them, perhaps by another process.
    """
    if rows and rows[0].hash == first and len(rows) < last:
        raise DamagedJournal(
            "“{event}” no longer has entry {entry}, which was saved before: an older copy of the data seems to be "
            "in its place. Put the newer one back, or restart Muster to continue with this one.",
            event=journal_id,
            entry=last,
        )


class Turn(Protocol):
    def __call__(
        self, entries: Sequence[Entry[F]], quiet: tuple[type, ...]
    ) -> tuple[Undone | Redone, list[Entry[F]]]: ...
