"""Accounts added, given a password, disabled, limited; events handed over and shared. Facts out, or a refusal."""

from __future__ import annotations

import re

from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.language import plural
from muster.core.kit.written import look, whole_number
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
from muster.core.record.accounts.journal import Accounts, OrganiserAccount
from muster.core.rules.players import clean_name

SHORTEST, LONGEST = 10, 200
"""The length of a password, in characters."""

MOST = 1_000_000
"""The largest value a limit can have."""

MEGABYTE = 1_000_000

_LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{0,62}[a-z0-9]")


def begin(version: str) -> list[AccountFact]:
    """The first facts of the accounts journal."""
    return [AccountsOpened(version)]


def clean_login(typed: str) -> str:
    """A login as it is stored: case does not matter."""
    return typed.strip().lower()


def make(accounts: Accounts, login: str, name: str) -> list[AccountFact]:
    wanted = clean_login(login)
    if not _LOGIN.fullmatch(wanted):
        raise BadInput(
            "“{login}” cannot be a sign-in name. Use 2 to 64 small letters, digits and . _ @ + - between a letter or "
            "digit at each end.",
            login=login[:80],
        )
    if accounts.called(wanted) is not None:
        raise Refusal("There is already an account “{login}”. Choose another sign-in name.", login=wanted)
    return [AccountMade(accounts.next_number, wanted, clean_name(name))]


def name_second(accounts: Accounts, name: str) -> list[AccountFact]:
    """Somebody who is to do everything that the administrator does, under their own name. Whoever is invited once more
    is the same person."""
    return [] if second_called(accounts, name) else [OrganiserInvited(accounts.next_number, clean_name(name))]


def second_called(accounts: Accounts, name: str) -> int:
    """The number of the second organiser with this name, however it is written; 0 for nobody."""
    return next((one for one, known in accounts.seconds.items() if look(known) == look(name)), 0)


def find(accounts: Accounts, login: str) -> OrganiserAccount:
    """For the administrator, who may know which other accounts there are."""
    found = accounts.called(clean_login(login))
    if found is None:
        raise UnknownName("account", login[:80], [one.login for one in accounts.by_id.values()])
    return found


def erasable(accounts: Accounts, login: str) -> int:
    """The number of an account by its sign-in name, or of a second organiser by their name; by “#7” of a second
    organiser, or of somebody whose erasing was interrupted."""
    if accounts.called(clean_login(login)) is None:
        number = whole_number(login.removeprefix("#")) if login.startswith("#") else None
        if number is not None and (number in accounts.erased or number in accounts.seconds):
            return number
        if second := second_called(accounts, login):
            return second
    return find(accounts, login).id


def find_exactly(accounts: Accounts, login: str) -> OrganiserAccount:
    """For somebody who knows the login exactly: the refusal does not reveal which others there are."""
    found = accounts.called(clean_login(login))
    if found is None or found.disabled:
        raise Refusal("There is no account “{login}”. Ask them for the name that they sign in with.", login=login[:80])
    return found


def must_be_password(password: str, login: str, common: bool) -> None:
    """Refuses a password that is too weak. `common`: it is among those that attackers try first."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadInput(
            "A password has {least} to {most} characters. This one has {n}.",
            least=SHORTEST,
            most=LONGEST,
            n=len(password),
        )
    if common or clean_login(password) == login:
        raise BadInput("This password is too easy to guess. Take several words that do not belong together.")


def set_password(account: OrganiserAccount, hashed: str) -> list[AccountFact]:
    return [PasswordSet(account.id, hashed)]


def disable(account: OrganiserAccount, disabled: bool) -> list[AccountFact]:
    return [] if account.disabled == disabled else [AccountDisabled(account.id, disabled)]


def erase(accounts: Accounts, number: int) -> list[AccountFact]:
    return [] if number in accounts.erased else [AccountErased(number)]


def set_quota(
    account: OrganiserAccount, events: int | None, players: int | None, megabytes: int | None = None
) -> list[AccountFact]:
    for number in (events, players, megabytes):
        if number is not None and not 0 <= number <= MOST:
            raise BadInput("A limit is a number from 0 to {most}, not {n}.", most=MOST, n=number)
    return [QuotaSet(account.id, events, players, megabytes)]


def give(accounts: Accounts, event: EventKey, account: OrganiserAccount | None) -> list[AccountFact]:
    """The event belongs to this account from now on, or only to the administrator. It has no other organisers then."""
    number = 0 if account is None else account.id
    if accounts.owners.get(event, 0) == number:
        return []
    if account is not None and account.disabled:
        raise _is_disabled(account)
    return [EventGiven(*event, number)]


def share(accounts: Accounts, event: EventKey, account: OrganiserAccount) -> list[AccountFact]:
    """The account organises the event too."""
    if accounts.owners.get(event) == account.id:
        raise Refusal("This event already belongs to {name}.", name=account.name)
    if accounts.organises(account.id, event):
        return []
    if account.disabled:
        raise _is_disabled(account)
    return [OrganiserMade(*event, account.id, True)]


def unshare(accounts: Accounts, event: EventKey, login: str) -> list[AccountFact]:
    """The account stops helping to organise the event, if it ever did."""
    account = accounts.called(clean_login(login))
    if account is None or account.id not in accounts.organisers.get(event, ()):
        return []
    return [OrganiserMade(*event, account.id, False)]


def must_have_room(account: OrganiserAccount, unfinished: int) -> None:
    """Whether the account may have one more event."""
    if unfinished >= account.quota.events:
        raise Refusal(
            plural(
                unfinished,
                "{name} cannot add another event: {n} is not finished, and the limit is {most}. Finish or remove one, "
                "or ask the administrator of this server to raise the limit.",
                "{name} cannot add another event: {n} are not finished, and the limit is {most}. Finish or remove one, "
                "or ask the administrator of this server to raise the limit.",
                name=account.name,
                most=account.quota.events,
            )
        )


def must_have_space(account: OrganiserAccount, stored: int) -> None:
    """Whether the account may have one more event, given that all its events then take up this many bytes."""
    if stored > account.quota.megabytes * MEGABYTE:
        raise Refusal(
            "{name} cannot add another event: the events would take up {n} MB, and the limit is {most} MB. Remove "
            "one that is no longer needed, or ask the administrator of this server to raise the limit.",
            name=account.name,
            n=megabytes(stored),
            most=account.quota.megabytes,
        )


def megabytes(stored: int) -> int:
    """As shown to people, rounded up."""
    return -(-stored // MEGABYTE)


def must_go_on(owner: OrganiserAccount, stored: int) -> None:
    """Whether anything more can be stored in the account's events.

    Events already being played may use up to twice the limit, so that no round stops because another event is large.
    """
    if stored > 2 * owner.quota.megabytes * MEGABYTE:
        raise Refusal(
            "Nothing more can be saved in this event: its organiser’s events take up all the space that they have on "
            "this server. The organiser can remove old events, and the server’s administrator can raise the limit."
        )


def must_hold_players(owner: OrganiserAccount, players: int) -> None:
    """Whether an event of this account may have this many players."""
    if players > owner.quota.players:
        raise Refusal(
            "This would be more players than the limit for an event on this server, which is {most}. The server’s "
            "administrator can raise it.",
            most=owner.quota.players,
        )


def _is_disabled(account: OrganiserAccount) -> Refusal:
    return Refusal("The account “{login}” is disabled. Enable it first.", login=account.login)
