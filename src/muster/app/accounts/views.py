"""Accounts as pages, tables and --json show them; and every fact about them in words."""

from __future__ import annotations

from muster.app.accounts.book import AccountBook, key_of
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.core.kit.errors import Refusal
from muster.core.record.accounts.facts import (
    AccountDisabled,
    AccountErased,
    AccountFact,
    AccountMade,
    AccountsOpened,
    EventGiven,
    OrganiserInvited,
    OrganiserMade,
    PasswordSet,
    QuotaSet,
)
from muster.core.record.accounts.journal import Accounts, quota_of
from muster.core.record.undo import Redone, Undone


class AccountLine(View, frozen=True):
    """`events`: the ids of the events it owns. `unfinished`: how many of these count against its limit.

    `bytes`: how much space they take up.
    """

    login: str
    name: str
    disabled: bool
    password: bool
    events: list[str]
    unfinished: int
    bytes: int
    most_events: int
    most_players: int
    most_megabytes: int


class OrganisersView(View, frozen=True):
    """Who organises an event: its owner, empty for the administrator; and the accounts that help."""

    owner: str
    owner_name: str
    others: list[AccountShown]


class AccountShown(View, frozen=True):
    login: str
    name: str


class SecondOrganiser(View, frozen=True):
    """Somebody whom the administrator invited by name. `number`: what events have in place of it."""

    number: int
    name: str


class AccountEntry(View, frozen=True):
    """An entry of the accounts journal."""

    seq: int
    at: str
    who: str
    kind: str
    text: str


def accounts_view(book: AccountBook) -> list[AccountLine]:
    """Every account, sorted by login."""
    accounts = book.now_is()
    here = {}
    for stored in book.desk.listed():
        try:
            here[stored.id] = key_of(book.desk.open(stored.id))
        except Refusal:
            continue  # The list of events reports it.
    return [
        AccountLine(
            one.login,
            one.name,
            one.disabled,
            bool(one.password),
            [event for event, origin in accounts.events_of(one.id) if here.get(event) == (event, origin)],
            book.unfinished_of(one.id),
            book.space.used_by(one.id),
            one.quota.events,
            one.quota.players,
            one.quota.megabytes,
        )
        for one in sorted(accounts.by_id.values(), key=lambda one: one.login)
    ]


def organisers_view(book: AccountBook, opened: Opened) -> OrganisersView:
    accounts = book.now_is()
    owner = accounts.owner(key_of(opened))
    others = [accounts.by_id[number] for number in accounts.organisers.get(key_of(opened), ())]
    return OrganisersView(
        "" if owner is None else owner.login,
        "" if owner is None else owner.name,
        [AccountShown(one.login, one.name) for one in others],
    )


def second_organisers(book: AccountBook) -> list[SecondOrganiser]:
    """In the order of their names."""
    seconds = book.as_known().seconds.items()
    return [SecondOrganiser(number, name) for number, name in sorted(seconds, key=lambda one: one[1].casefold())]


def accounts_log(book: AccountBook) -> list[AccountEntry]:
    accounts = book.now_is()
    return [
        AccountEntry(
            entry.seq,
            entry.at,
            book.named(entry.actor.name, staff=True),
            type(entry.fact).__name__,
            told(entry.fact, accounts),
        )
        for entry in book.entries_of()
    ]


def told(fact: AccountFact, accounts: Accounts) -> str:
    match fact:
        case AccountsOpened():
            return tr("The journal of accounts was started")
        case AccountMade(account=account, login=""):
            return tr("Account {login} added", login=_login(accounts, account))
        case AccountMade(login=login, name=name):
            return tr("Account {login} added for {name}", login=login, name=name)
        case OrganiserInvited(account=account, name=""):
            return tr("{login} invited to organise everything", login=_login(accounts, account))
        case OrganiserInvited(name=name):
            return tr("{name} invited to organise everything", name=name)
        case PasswordSet(account=account):
            return tr("{login}: a new password", login=_login(accounts, account))
        case AccountDisabled(account=account, disabled=True):
            return tr("{login}: disabled", login=_login(accounts, account))
        case AccountDisabled(account=account):
            return tr("{login}: enabled again", login=_login(accounts, account))
        case AccountErased(account=account):
            return tr(
                "{login}: erased, with the name; the administrator has the events, if there were any",
                login=_login(accounts, account),
            )
        case QuotaSet(account=account):
            quota = quota_of(fact)
            return tr(
                "{login}: new limits. Unfinished events: {events}; players per event: {players}; space: {megabytes} MB",
                login=_login(accounts, account),
                events=quota.events,
                players=quota.players,
                megabytes=quota.megabytes,
            )
        case EventGiven(event=event, account=0):
            return tr("{event} belongs to the administrator", event=event)
        case EventGiven(event=event, account=account):
            return tr("{event} belongs to {login}", event=event, login=_login(accounts, account))
        case OrganiserMade(event=event, account=account, organises=True):
            return tr("{login} organises {event} too", event=event, login=_login(accounts, account))
        case OrganiserMade(event=event, account=account):
            return tr("{login} no longer organises {event}", event=event, login=_login(accounts, account))
        case Undone(first=first, last=last):
            return tr("Undone: entries {first} to {last}", first=first, last=last)
        case Redone(first=first, last=last):
            return tr("Redone: entries {first} to {last}", first=first, last=last)


def _login(accounts: Accounts, account: int) -> str:
    found = accounts.by_id.get(account)
    return f"#{account}" if found is None else found.login
