"""How much room the events of an account take up: their journals, and those of games followed at their tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import monotonic

from muster.app.desk import Desk
from muster.app.ports import JournalName
from muster.core.kit.errors import Refusal
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
        self._origins: dict[str, tuple[Hashable, str]] = {}
        self._used: dict[int, tuple[float, int]] = {}

    def used_by(self, account: int) -> int:
        """In bytes, as it is now. Only what changed since the last time is measured again."""
        origins: dict[str, set[str]] = {}
        for event, origin in self._accounts().events_of(account):
            origins.setdefault(event, set()).add(origin)
        here = [stored.id for stored in self._desk.listed() if stored.id in origins]
        mine = [event for event in here if self._origin(event) in {"", *origins[event]}]
        total = sum(self._size(name, self._desk.journals.head(name)) for name in map(self._desk.name, mine))
        for table in self._desk.journals.listed(TABLE.kind) if mine else ():
            if table.id.rsplit(".", 2)[0] in mine:
                total += self._size(JournalName(TABLE.kind, table.id), table.entries)
        self._used[account] = self._elapsed(), total
        return total

    def _origin(self, event: str) -> str:
        """How the event begins that has this id now: it may be another one than the account once had. Empty where it
        cannot be opened."""
        head = self._desk.journals.head(self._desk.name(event))
        known = self._origins.get(event)
        if known is None or known[0] != head:
            try:
                known = self._origins[event] = head, self._desk.open(event).hashes[0]
            except Refusal:
                return ""
        return known[1]

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
