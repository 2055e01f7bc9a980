"""The journal of accounts, and who owns which event."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from muster import __version__
from muster.app.accounts.space import Space
from muster.app.desk import Desk, Opened
from muster.app.keeping.ledger import Ledger, Snapshot
from muster.app.keeping.turns import Turns
from muster.app.speech import tr
from muster.core.kit.errors import DamagedJournal, Refusal
from muster.core.kit.model import Actor
from muster.core.record.accounts.facts import AccountFact, EventKey
from muster.core.record.accounts.journal import ACCOUNTS, JOURNAL, SIGNATURE, Accounts, signature
from muster.core.record.erasing.accounts import unnamed
from muster.core.record.journal import Entry
from muster.core.rules.accounts import accounts as rules

_log = logging.getLogger(__name__)

OpenAccounts = Snapshot[AccountFact, Accounts]
Decide = Callable[[Accounts], Sequence[AccountFact]]


def _made(
    journal: str, state: Accounts, entries: Sequence[Entry[AccountFact]], hashes: tuple[str, ...]
) -> OpenAccounts:
    """The journal as it is kept in memory: without the names that another process has erased since it was read."""
    return Snapshot(journal, state, unnamed(entries, state.erased), hashes)


def key_of(opened: Opened) -> EventKey:
    return opened.id, opened.hashes[0]


class AccountBook(Ledger[AccountFact, Accounts, OpenAccounts]):
    """The ledger of accounts. Without any, everything belongs to whoever has the sign-in link, as on a laptop."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(ACCOUNTS, _made, desk.journals, desk.clock, desk.fresh)
        self.desk = desk
        self.space = Space(desk, self.as_known)
        self._adding = Turns()

    @property
    def is_begun(self) -> bool:
        return self.journals.head(self.name(JOURNAL)) != (0, "")

    @property
    def hosts(self) -> bool:
        """Whether there are accounts, each with events of its own, or were."""
        return self.is_begun and self.as_known().hosted

    def entries_of(self) -> Sequence[Entry[AccountFact]]:
        return self.open(JOURNAL).entries if self.is_begun else ()

    def now_is(self) -> Accounts:
        """The current accounts, also if another process changed them."""
        return self.open(JOURNAL).state if self.is_begun else Accounts()

    def as_known(self) -> Accounts:
        """The same, but none while their journal is damaged.

        Then nobody has an account and there are no limits, but events continue: no result depends on accounts.
        """
        try:
            return self.now_is()
        except DamagedJournal:
            _log.exception("The journal of accounts cannot be read.")
            return Accounts()

    def say(self, decide: Decide, actor: Actor) -> Accounts:
        """Decide and append. The journal begins with the first account or second organiser."""
        if not self.is_begun:
            decide(Accounts())  # A refusal must not begin the journal.
            self._begin()
        return self.act(JOURNAL, lambda opened: decide(opened.state), actor).state

    def _begin(self) -> None:
        try:
            self.create(JOURNAL, "", rules.begin(__version__), Actor())
        except Refusal:
            if not self.is_begun:  # Another process was faster, or it cannot be written at all.
                raise

    def events_of(self, account: int) -> list[Opened]:
        """The events that an account organises and that can be opened; the oldest first."""
        accounts = self.now_is()
        keys = {key for key in (*accounts.owners, *accounts.organisers) if accounts.organises(account, key)}
        ids = {event for event, _ in keys}
        found = (self._opened(stored.id) for stored in self.desk.listed() if stored.id in ids)
        return [opened for opened in found if opened is not None and key_of(opened) in keys]

    def may_organise(self, account: int, opened: Opened) -> bool:
        """Whether the account is enabled and organises this event."""
        accounts = self.as_known()
        return accounts.active(account) is not None and accounts.organises(account, key_of(opened))

    def unfinished_of(self, account: int) -> int:
        """How many unfinished events an account owns. One that cannot be opened counts as unfinished."""
        here = {stored.id for stored in self.desk.listed()}
        owned = [event for event in self.now_is().events_of(account) if event[0] in here]
        opened = [(event, self._opened(event[0])) for event in owned]
        return sum(one is None or (key_of(one) == event and not one.event.finished) for event, one in opened)

    def _opened(self, event: str) -> Opened | None:
        try:
            return self.desk.open(event)
        except Refusal:
            return None  # The list of events reports it.

    def is_of_others(self, account: int, origin: str) -> bool:
        """Whether an event with this first entry is or was here and is not the account's own."""
        owners = self.now_is().owners
        if any(known == origin and owner != account for (_, known), owner in owners.items()):
            return True
        others = (stored.id for stored in self.desk.listed() if owners.get((stored.id, origin)) != account)
        return any(self._origin(event) == origin for event in others)

    def _origin(self, event: str) -> str:
        try:
            return self.desk.rows(event)[0].hash
        except Refusal:
            return ""  # The list of events reports it.

    def adding(self, account: int) -> AbstractContextManager[object]:
        """Accounts get one event at a time, so that their limit is kept."""
        return self._adding.of(str(account))

    def signature(self, account: int) -> str:
        """How somebody with an account appears in the logs of events: as a number, which only this journal maps to a
        name.
        """
        return signature(account, self.open(JOURNAL).hashes[0])

    def named(self, text: str, *, staff: bool) -> str:
        """A text with account names in place of signatures.

        Only for an event's staff: others could type a signature to find out whose it is.
        """
        if not SIGNATURE.search(text):
            return text
        if not staff:
            return SIGNATURE.sub(lambda found: tr("organiser"), text)
        known = self.as_known()
        named = {**{account.id: account.name for account in known.by_id.values()}, **known.seconds}
        names = {self.signature(number): name for number, name in named.items()}
        return SIGNATURE.sub(lambda found: names.get(found[0], found[0]), text)

    def must_hold_players(self, opened: Opened) -> None:
        """Whether an event may have the players it has, by its owner's limit."""
        owner = self.as_known().owner(key_of(opened))
        if owner is not None:
            rules.must_hold_players(owner, len(opened.event.players))
