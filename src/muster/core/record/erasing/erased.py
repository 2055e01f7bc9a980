"""Rows from which somebody is erased: what is kept of a journal once a name in it is forgotten (decision 80).

What is sealed goes, and the chain does not notice. A name in a body, as older versions wrote them, or in words that
somebody typed, makes way for the number; then the rows from there on are chained again, and the journal says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import Any

from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import Entry
from muster.core.record.hidden import hidden
from muster.core.record.journal import GENESIS, Row, chained, is_withheld, seal_of, to_rows
from muster.core.record.journal import Entry as AnyEntry


def erased(rows: Sequence[Row]) -> list[Row]:
    """An event's rows without the names that were forgotten in it; the same rows if none are left.

    The first row stays, because its hash identifies the event.
    """
    if all(row.kind != NameForgotten.__name__ for row in rows):
        return list(rows)
    entries = tuple(EVENT.read(rows))
    shown = hidden(entries)
    bare = EVENT.read([replace(row, sealed="") for row in rows])
    kept = [
        row if row.seq == 1 else _kept(row, entry, without, after)
        for row, entry, without, after in zip(rows, entries, bare, shown, strict=True)
    ]
    first = next(
        (row.seq for row, after in zip(rows, kept, strict=True) if replace(row, sealed=after.sealed) != after), 0
    )
    if first:
        last = max(entry.seq for entry in entries if isinstance(entry.fact, NameForgotten))
        kept[last - 1] = _told(kept[last - 1], shown[last - 1], first)
    return chained(kept)


def _kept(row: Row, entry: Entry, without: Entry, after: Entry) -> Row:
    """`without`: the entry without its sealed part; `after`: the entry as it is shown."""
    if after == entry:
        return row
    if row.sealed and is_withheld(after.fact):
        fact: Any = after.fact
        after = replace(after, fact=replace(fact, seal=seal_of(without.fact)))
        if (after.fact, after.actor) == (without.fact, entry.actor):
            return replace(row, sealed="")
    return written_again(row, after)


def _told(row: Row, entry: Entry, first: int) -> Row:
    """Records in the journal from which entry on its hashes have changed."""
    fact = entry.fact
    assert isinstance(fact, NameForgotten)
    earliest = min(first, fact.rewritten or first)
    return replace(to_rows([replace(entry, fact=replace(fact, rewritten=earliest))], GENESIS)[0], hash=row.hash)


def renamed(rows: Sequence[Row], numbers: Mapping[str, str]) -> list[Row]:
    """Rows of a table, with a number for these names where staff did something. `numbers`: by name, casefolded."""
    return chained(
        [row if row.player else replace(row, actor=numbers.get(row.actor.casefold(), row.actor)) for row in rows]
    )


def written_again(row: Row, entry: AnyEntry[object]) -> Row:
    """A row that says something else now; the caller chains it.

    Its salt is another one, from which nobody finds the old one: with that and an old copy's seal, people could try
    names until one fits.
    """
    salt = sha256(entry.salt.encode()).hexdigest() if entry.salt else ""
    return replace(to_rows([replace(entry, salt=salt)], GENESIS)[0], hash=row.hash)
