"""The vocabulary of accounts: what their journal adds up to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.language import mark
from muster.core.record.accounts.facts import (
    AccountDisabled,
    AccountErased,
    AccountFact,
    AccountMade,
    AccountsOpened,
    EventGiven,
    EventKey,
    OrganiserInvited,
    OrganiserMade,
    PasswordSet,
    QuotaSet,
)
from muster.core.record.journal import Entry
from muster.core.record.undo import effective
from muster.core.record.vocabulary import Title, Vocabulary

JOURNAL = "accounts"
"""The id of an installation's only journal of accounts."""


@dataclass(frozen=True, slots=True)
class Quota:
    """How much an account may have: unfinished events, players in each of its events, and disk space for all its events
    together, finished ones included.
    """

    events: int = 20
    players: int = 500
    megabytes: int = 200


@dataclass(frozen=True, slots=True)
class OrganiserAccount:
    """Somebody who organises events here. `password`: its hash; empty if there is none, or if this copy lacks it."""

    id: int
    login: str
    name: str
    password: str = ""
    disabled: bool = False
    quota: Quota = Quota()


@dataclass(slots=True)
class Accounts:
    """`owners`: whose an event is; one that is not in it is the administrator's. `organisers`: who else organises it.
    `passwords`: the entries in which an earlier password may still be sealed. `seconds`: the names of those whom the
    administrator invited, by their numbers. `erased`: whose name is gone; no number is given twice. `hosted`: there was
    an account, so each organiser has their own events."""

    by_id: dict[int, OrganiserAccount] = field(default_factory=dict)
    owners: dict[EventKey, int] = field(default_factory=dict)
    organisers: dict[EventKey, tuple[int, ...]] = field(default_factory=dict)
    passwords: dict[int, list[int]] = field(default_factory=dict)
    seconds: dict[int, str] = field(default_factory=dict)
    erased: set[int] = field(default_factory=set)
    hosted: bool = False

    @property
    def next_number(self) -> int:
        return max((*self.by_id, *self.seconds, *self.erased), default=0) + 1

    def called(self, login: str) -> OrganiserAccount | None:
        """The account with this login."""
        return next((one for one in self.by_id.values() if one.login == login), None)

    def active(self, account: int) -> OrganiserAccount | None:
        found = self.by_id.get(account)
        return None if found is None or found.disabled else found

    def owner(self, event: EventKey) -> OrganiserAccount | None:
        return self.by_id.get(self.owners.get(event, 0))

    def organises(self, account: int, event: EventKey) -> bool:
        """As its owner, or together with the owner."""
        return account != 0 and (self.owners.get(event) == account or account in self.organisers.get(event, ()))

    def events_of(self, account: int) -> list[EventKey]:
        """The events it owns, in the order it got them; removed ones included."""
        return [event for event, owner in self.owners.items() if owner == account]


def signature(account: int, origin: str) -> str:
    """How an account appears as an actor in events: without a name, so that none has to be erased there.

    `origin`: the hash of the first entry of the accounts journal, which tells apart accounts of different servers in an
    imported event.
    """
    return f"organiser {account} ({origin[:6]})"


SIGNATURE = re.compile(r"organiser \d+ \([0-9a-f]{6}\)", re.ASCII)


def fold(entries: Sequence[Entry[AccountFact]]) -> Accounts:
    if not entries or not isinstance(entries[0].fact, AccountsOpened):
        raise DamagedJournal("The journal does not begin as a journal of accounts.")
    accounts = Accounts()
    for entry in effective(entries):
        _add(accounts, entry)
    return accounts


def _add(accounts: Accounts, entry: Entry[AccountFact]) -> None:
    match entry.fact:
        case AccountMade(account=number, login=login, name=name):
            accounts.by_id[number] = OrganiserAccount(number, login, name)
            accounts.hosted = True
        case OrganiserInvited(account=number, name=name):
            accounts.seconds[number] = name
        case PasswordSet(account=number, password=password):
            accounts.by_id[number] = replace(accounts.by_id[number], password=password)
            accounts.passwords.setdefault(number, []).append(entry.seq)
        case AccountDisabled(account=number, disabled=disabled):
            accounts.by_id[number] = replace(accounts.by_id[number], disabled=disabled)
        case AccountErased(account=number):
            _erase(accounts, number)
        case QuotaSet(account=number):
            accounts.by_id[number] = replace(accounts.by_id[number], quota=quota_of(entry.fact))
        case EventGiven(event=event, origin=origin, account=number):
            accounts.owners.pop((event, origin), None)
            if number:
                accounts.owners[event, origin] = number
            accounts.organisers.pop((event, origin), None)
        case OrganiserMade(event=event, origin=origin, account=number, organises=organises):
            others = [one for one in accounts.organisers.get((event, origin), ()) if one != number]
            accounts.organisers[event, origin] = (*others, number) if organises else tuple(others)


def _erase(accounts: Accounts, number: int) -> None:
    """Its events become the administrator's; their other organisers stay."""
    accounts.erased.add(number)
    accounts.by_id.pop(number, None)
    accounts.seconds.pop(number, None)
    accounts.passwords.pop(number, None)
    for event in accounts.events_of(number):
        del accounts.owners[event]
    for event, others in accounts.organisers.items():
        accounts.organisers[event] = tuple(one for one in others if one != number)


def quota_of(fact: QuotaSet) -> Quota:
    given = {"events": fact.events, "players": fact.players, "megabytes": fact.megabytes}
    return Quota(**{name: number for name, number in given.items() if number is not None})


def _title(first: AccountFact) -> Title:
    if not isinstance(first, AccountsOpened):
        raise DamagedJournal("The journal does not begin as a journal of accounts.")
    return Title(JOURNAL)


ACCOUNTS: Vocabulary[AccountFact, Accounts] = Vocabulary(mark("accounts"), get_args(AccountFact), fold, _title)
