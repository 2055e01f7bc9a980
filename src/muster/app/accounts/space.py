"""How much room the events of an account take up: their journals, and those of games followed at their tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import monotonic

from muster.app.desk import Desk
from muster.app.ports import JournalName
from muster.core.record.accounts.facts import EventKey
from muster.core.record.accounts.journal import Accounts
from muster.core.record.table.journal import TABLE
from muster.core.rules.accounts import accounts as rules

MEASURED_EVERY = 60
"""Seconds. In between, what is added here is counted immediately; what other processes add is not."""


class Space:
    def __init__(self, desk: Desk, accounts: Callable[[], Accounts], elapsed: Callable[[], float] = monotonic) -> None:
        self._desk, self._accounts, self._elapsed = desk, accounts, elapsed
        self._sizes: dict[JournalName, tuple[Hashable, int]] = {}
        self._used: dict[int, tuple[float, int]] = {}

    def used_by(self, account: int) -> int:
        """In bytes, as of now. Only what changed since the last time is measured again."""
        owners = {event: owner for (event, _), owner in self._accounts().owners.items()}
        mine = [stored.id for stored in self._desk.listed() if owners.get(stored.id) == account]
        total = sum(self._size(name, self._desk.journals.head(name)) for name in map(self._desk.name, mine))
        for table in self._desk.journals.listed(TABLE.kind) if mine else ():
            if table.id.rsplit(".", 2)[0] in mine:
                total += self._size(JournalName(TABLE.kind, table.id), table.entries)
        self._used[account] = self._elapsed(), total
        return total

    def _size(self, journal: JournalName, version: Hashable) -> int:
        known = self._sizes.get(journal)
        if known is None or known[0] != version:
            known = self._sizes[journal] = version, self._desk.journals.size(journal)
        return known[1]

    def must_go_on(self, event: EventKey, more: int) -> None:
        """Whether this many bytes may be added to an event, by its owner's limit."""
        owner = self._accounts().owner(event)
        if owner is None:
            return
        at, used = self._used.get(owner.id, (-MEASURED_EVERY, 0))
        if self._elapsed() - at >= MEASURED_EVERY:
            at, used = self._elapsed(), self.used_by(owner.id)
        self._used[owner.id] = at, used + more
        rules.must_go_on(owner, used + more)
