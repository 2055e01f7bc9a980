"""The ledger of tables, which keeps each game in memory so that a tap costs one step."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any

from muster.app.keeping.event_time import uptime
from muster.app.keeping.ledger import Ledger
from muster.app.ports import Clock, Journals
from muster.core.book.system import System, tracker_of
from muster.core.book.tracker.tracker import AnyTracker, ForceList, TableSetup
from muster.core.forms.options import Settings
from muster.core.kit.errors import UnknownName
from muster.core.kit.model import Raw, StageKind
from muster.core.reading.replay import NO_ROUND, Followed, follow, replay
from muster.core.reading.round_time import RoundHistory
from muster.core.record.journal import Entry, Row, size_of
from muster.core.record.table.facts import TableFact, TableOpened
from muster.core.record.table.journal import TABLE, TableRecord, advance
from muster.core.record.undo import Redone, Undone
from muster.systems import registry

KEEP = 1_024
"""How many tables stay open in memory: more than the largest hall has."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table as its journal has it, with the game's system."""

    id: str
    record: TableRecord
    system: System
    entries: tuple[Entry[TableFact], ...]
    hashes: tuple[str, ...] = field(default=(), repr=False)

    @property
    def head(self) -> str:
        return self.hashes[-1]

    @property
    def last(self) -> int:
        return self.entries[-1].seq

    @property
    def tracker(self) -> AnyTracker:
        return tracker_of(self.system)

    @property
    def setup(self) -> TableSetup:
        return setup_of(self.system, self.record.opened)


def setup_of(system: System, opened: TableOpened) -> TableSetup:
    lists = [
        tuple(
            ForceList(title, () if system.lists is None else system.lists.read(text).items, filled)
            for title, text, filled in side
        )
        for side in opened.lists
    ]
    return TableSetup(
        names=opened.names,
        settings=Settings(system.options, opened.options),
        scenario=opened.scenario,
        lists=(lists[0], lists[1]),
        event=bool(opened.event),
        stage=StageKind.ELIMINATION if opened.elimination else StageKind.SWISS,
        final=opened.final,
        models=(_models(opened.filled[0]), _models(opened.filled[1])),
        declared=opened.declared,
    )


def _models(filled: Mapping[str, Raw]) -> int | None:
    models = filled.get("models")
    return models if isinstance(models, int) else None


def _made(
    table_id: str, record: TableRecord, entries: tuple[Entry[TableFact], ...], hashes: tuple[str, ...]
) -> OpenTable:
    opened = record.opened
    system = registry.find(opened.system) if opened.definition is None else registry.composed(opened.definition)
    return OpenTable(table_id, record, system, entries, hashes)


class Tables(Ledger[TableFact, TableRecord, OpenTable]):
    """The ledger of tables."""

    def __init__(
        self, journals: Journals, clock: Clock, fresh: Callable[[], str], elapsed: Callable[[], float] = uptime
    ) -> None:
        super().__init__(TABLE, _made, journals, clock, fresh, elapsed, keep=KEEP)
        self._games: OrderedDict[str, tuple[OpenTable, Followed[Any]]] = OrderedDict()
        self._games_lock = Lock()
        self.must_have_space: Callable[[str, int], None] | None = None
        """Refuses this many more bytes at a table of this event, if there is a limit."""

    def _read(self, journal_id: str, after: int = 0) -> list[Row]:
        """An address that leads nowhere names no other table: whoever has a game's address may sit down at it."""
        try:
            return super()._read(journal_id, after)
        except UnknownName:
            raise UnknownName(TABLE.kind, journal_id, ()) from None

    def _must_fit(self, before: OpenTable, after: OpenTable, rows: Sequence[Row]) -> None:
        event = after.record.opened.event
        if self.must_have_space is not None and event:
            self.must_have_space(event, size_of(rows))

    def _grown(self, opened: OpenTable, entries: Sequence[Entry[TableFact]], rows: Sequence[Row]) -> OpenTable:
        if _turned(entries):
            return super()._grown(opened, entries, rows)
        return replace(
            opened,
            record=advance(opened.record, (entry.fact for entry in entries)),
            entries=(*opened.entries, *entries),
            hashes=(*opened.hashes, *(row.hash for row in rows)),
        )

    def game(self, table: OpenTable, round_at: RoundHistory = NO_ROUND) -> Followed[Any]:
        """The game so far.

        A tap in order costs one step; a late one, or a change to the round's clock, replays the game from the
        beginning.
        """
        with self._games_lock:
            before, game = self._games.get(table.id, (None, None))
        if before is None or game is None or game.round_at != round_at or not _grew(before, table):
            game = replay(table.tracker, table.setup, table.record.taps, round_at)
        else:
            for tapped in table.record.taps[len(before.record.taps) :]:
                game = follow(game, tapped)
        with self._games_lock:
            self._games[table.id] = table, game
            self._games.move_to_end(table.id)
            while len(self._games) > KEEP:
                self._games.popitem(last=False)
        return game


def _grew(before: OpenTable, now: OpenTable) -> bool:
    """Whether everything new is at the end: no other journal has replaced it, and nothing was undone."""
    known = len(before.hashes)
    return now.hashes[known - 1 : known] == (before.head,) and not _turned(now.entries[known:])


def _turned(entries: Sequence[Entry[TableFact]]) -> bool:
    """Whether any of them changes what came before it."""
    return any(isinstance(entry.fact, Undone | Redone) for entry in entries)
