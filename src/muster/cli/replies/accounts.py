"""What the commands for accounts reply."""

from __future__ import annotations

from muster.app.accounts.views import AccountEntry, AccountLine, OrganisersView, SecondOrganiser
from muster.cli.replies.base import Reply


class AccountsShown(Reply, frozen=True):
    accounts: list[AccountLine]
    second_organisers: list[SecondOrganiser]


class AccountChange(Reply, frozen=True):
    """What was done, what to type next, and the account afterwards."""

    done: str
    next: str
    account: AccountLine


class AccountGone(Reply, frozen=True):
    done: str
    next: str


class OrganisersChange(Reply, frozen=True):
    """What was done, and who organises the event now."""

    done: str
    event: str
    organisers: OrganisersView


class AccountsLogShown(Reply, frozen=True):
    log: list[AccountEntry]
