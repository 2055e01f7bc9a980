"""Rows of the journal of accounts without what erased accounts were called and signed in with (decision 86)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from muster.core.record.accounts.facts import AccountErased, AccountFact, AccountMade, OrganiserInvited, PasswordSet
from muster.core.record.accounts.journal import ACCOUNTS
from muster.core.record.journal import Entry, Row, unsaid

_SEALED = AccountMade | OrganiserInvited | PasswordSet


def erased_from_accounts(rows: Sequence[Row]) -> list[Row]:
    """Sealed texts are dropped; the chain stays valid without them."""
    facts = [entry.fact for entry in ACCOUNTS.read(rows)]
    gone = {fact.account for fact in facts if isinstance(fact, AccountErased)}
    return [
        replace(row, sealed="") if isinstance(fact, _SEALED) and fact.account in gone else row
        for row, fact in zip(rows, facts, strict=True)
    ]


def unnamed(entries: Sequence[Entry[AccountFact]], erased: Collection[int]) -> tuple[Entry[AccountFact], ...]:
    """The same for entries that were read before another process erased these accounts."""
    return tuple(
        replace(entry, fact=replace(entry.fact, **unsaid(entry.fact)))
        if isinstance(entry.fact, _SEALED) and entry.fact.account in erased
        else entry
        for entry in entries
    )
