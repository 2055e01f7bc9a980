"""Which journals changed since the last look, whoever wrote: this process, or a command line beside it."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from muster.app.ports import JournalName
from muster.core.kit.errors import Refusal
from muster.store import schema
from muster.store.sqlite import FILE


class SqliteWatch:
    """Has its own connection: `PRAGMA data_version` reports writes through any other, at no cost."""

    def __init__(self, folder: Path) -> None:
        self._opened = schema.OpenFile(schema.Presence(folder / FILE), schema.open_file)
        self._link: sqlite3.Connection | None = None
        self._version = -1
        self._heads: dict[JournalName, int] = {}

    def changes(self) -> dict[JournalName, int]:
        """The journals that changed, each with the number of its last entry; 0 for one that was removed."""
        try:
            return self._look()
        except (OSError, sqlite3.Error, Refusal):
            # No file yet, or one that is just being put in place: the next check tells.
            self.close()
            return {}

    def close(self) -> None:
        self._opened.close()
        self._link, self._version = None, -1

    def _look(self) -> dict[JournalName, int]:
        link = self._opened.link()
        if link is not self._link:
            self._link, self._version = link, -1
        (version,) = link.execute("PRAGMA data_version").fetchone()
        if version == self._version:
            return {}
        ends = link.execute("SELECT kind, id, last FROM journals")
        heads = {JournalName(kind, id_): last for kind, id_, last in ends}
        found = {journal: last for journal, last in heads.items() if self._heads.get(journal) != last}
        found.update({journal: 0 for journal in self._heads if journal not in heads})
        self._version, self._heads = version, heads
        return found
