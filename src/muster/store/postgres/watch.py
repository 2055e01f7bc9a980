"""Which journals changed since the last look: the database itself tells, whichever process or computer wrote."""

from __future__ import annotations

import psycopg

from muster.app.ports import JournalName
from muster.core.kit.errors import Refusal
from muster.store.postgres import link as links
from muster.store.postgres.address import DatabaseAddress
from muster.store.postgres.schema import CHANNEL
from muster.store.postgres.silence import Link


class PostgresWatch:
    """Has its own connection that listens (LISTEN). Checking costs the server nothing unless somebody wrote.

    After losing the connection it compares all journals with what it knew, so it misses nothing.
    """

    def __init__(self, address: DatabaseAddress) -> None:
        self._address = address
        self._link: Link | None = None
        self._names: dict[int, JournalName] = {}
        self._heads: dict[JournalName, int] = {}

    def changes(self) -> dict[JournalName, int]:
        """The journals that changed, each with the number of its last entry; 0 for one that was removed."""
        try:
            return self._listened() if self._link is not None else self._compared()
        except (psycopg.Error, Refusal):
            # It is gone, or not there yet: the next check tells.
            self.close()
            return {}

    def close(self) -> None:
        if self._link is not None:
            self._link.close()
        self._link = None

    def _compared(self) -> dict[JournalName, int]:
        self._link = links.opened(self._address)
        self._link.execute(f"LISTEN {CHANNEL}")  # First, so that nothing is lost between the two.
        ends = self._link.execute("SELECT number, kind, id, last FROM journals").fetchall()
        self._names = {number: JournalName(kind, id_) for number, kind, id_, _ in ends}
        heads = {JournalName(kind, id_): last for _, kind, id_, last in ends}
        found = {journal: last for journal, last in heads.items() if self._heads.get(journal) != last}
        found.update({journal: 0 for journal in self._heads if journal not in heads})
        self._heads = heads
        return found

    def _listened(self) -> dict[JournalName, int]:
        assert self._link is not None
        found: dict[JournalName, int] = {}
        for told in list(self._link.notifies(timeout=0)):
            number, last = map(int, told.payload.split())
            journal = self._name(number)
            if journal is None:  # Removed again before anybody asked for it.
                continue
            found[journal] = last
            if last:
                self._heads[journal] = last
            else:
                self._heads.pop(journal, None)
                del self._names[number]
        return found

    def _name(self, number: int) -> JournalName | None:
        if number not in self._names:
            assert self._link is not None
            row = self._link.execute("SELECT kind, id FROM journals WHERE number = %s", (number,)).fetchone()
            if row is None:
                return None
            self._names[number] = JournalName(*row)
        return self._names[number]
