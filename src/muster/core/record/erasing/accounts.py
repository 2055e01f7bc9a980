"""Rows of the journal of accounts without what erased accounts were called and signed in with (decision 86)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from muster.core.record.accounts.facts import AccountErased, AccountMade, OrganiserInvited, PasswordSet
from muster.core.record.accounts.journal import ACCOUNTS
from muster.core.record.journal import Row

_SEALED = AccountMade | OrganiserInvited | PasswordSet


def erased_from_accounts(rows: Sequence[Row]) -> list[Row]:
    """Sealed texts are dropped; the chain stays valid without them."""
    facts = [entry.fact for entry in ACCOUNTS.read(rows)]
    gone = {fact.account for fact in facts if isinstance(fact, AccountErased)}
    return [
        replace(row, sealed="") if isinstance(fact, _SEALED) and fact.account in gone else row
        for row, fact in zip(rows, facts, strict=True)
    ]
