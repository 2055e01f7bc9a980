"""What happens to accounts, as their journal keeps it. Fields are only ever added, with a default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from muster.core.record.undo import Redone, Undone

EventKey = tuple[str, str]
"""An event by its id and its origin, the hash of its first entry.

The id alone may be reused after a removal, and a copy under another id has the same origin.
"""


@dataclass(frozen=True, slots=True)
class AccountsOpened:
    """Always the first entry. `version` is Muster's."""

    version: str


@dataclass(frozen=True, slots=True)
class AccountMade:
    """`account`: its number, from 1. `login`: what they sign in with. `name`: their name.

    Both are sealed, so that they can be erased (decision 86).
    """

    secret: ClassVar[tuple[str, ...]] = ("login", "name")

    account: int
    login: str = ""
    name: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class OrganiserInvited:
    """Somebody whom the administrator invited by name, to do everything that they do. `account`: the number that events
    have in place of the name, counted together with those of accounts; nobody signs in with it. The name is sealed, so
    that it can be erased (decision 87)."""

    secret: ClassVar[tuple[str, ...]] = ("name",)

    account: int
    name: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class PasswordSet:
    """`password`: its hash, never the password itself; sealed, so that copies of the journal can leave it out."""

    secret: ClassVar[tuple[str, ...]] = ("password",)

    account: int
    password: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class AccountDisabled:
    """Nobody can sign in with it any more, and sessions that were open have ended.

    If `disabled` is false, it works again.
    """

    account: int
    disabled: bool


@dataclass(frozen=True, slots=True)
class AccountErased:
    """An account, or a second organiser, is gone for good, and the name with it. An account's events belong to the
    administrator from now on."""

    account: int


@dataclass(frozen=True, slots=True)
class QuotaSet:
    """How much an account may have; None means the default (`Quota`)."""

    account: int
    events: int | None
    players: int | None
    megabytes: int | None = None


@dataclass(frozen=True, slots=True)
class EventGiven:
    """The event belongs to this account from now on; 0 means to the administrator alone."""

    event: str
    origin: str
    account: int


@dataclass(frozen=True, slots=True)
class OrganiserMade:
    """An account organises an event together with its owner, or no longer does."""

    event: str
    origin: str
    account: int
    organises: bool


AccountFact = (
    AccountsOpened
    | AccountMade
    | OrganiserInvited
    | PasswordSet
    | AccountDisabled
    | AccountErased
    | QuotaSet
    | EventGiven
    | OrganiserMade
    | Undone
    | Redone
)
