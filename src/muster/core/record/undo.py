"""Undo and redo in a journal of any kind: their two facts, which entries count, and which are taken or brought back.

Nothing is ever deleted. Quiet facts are passed over: they come in all the time, and not by the organiser's hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from muster.core.kit.errors import Refusal
from muster.core.record.journal import Entry
from muster.core.record.readers import Readers

F = TypeVar("F")


@dataclass(frozen=True, slots=True)
class Undone:
    """The entries `first` to `last` no longer count."""

    readers: ClassVar[Readers] = Readers.AS_TAKEN

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Redone:
    """The entries `first` to `last` count again."""

    readers: ClassVar[Readers] = Readers.AS_TAKEN

    first: int
    last: int


def effective(entries: Iterable[Entry[F]]) -> list[Entry[F]]:
    """The entries that count: without those undone, and with those redone in their old places."""
    everything = list(entries)
    undone: set[int] = set()
    for entry in everything:
        if isinstance(entry.fact, Undone | Redone):
            # An undo cannot reach past itself or before the first entry, however large the numbers in a forged entry
            # are.
            span = range(max(entry.fact.first, 1), min(entry.fact.last, entry.seq) + 1)
            if isinstance(entry.fact, Undone):
                undone.update(span)
            else:
                undone.difference_update(span)
    return [e for e in everything if e.seq not in undone and not isinstance(e.fact, Undone | Redone)]


def undo(entries: Sequence[Entry[F]], quiet: tuple[type, ...]) -> tuple[Undone, list[Entry[F]]]:
    """Takes back the last action that counts, with all its entries, and also returns them, to say what it was."""
    counting = effective(entries)
    last = next(e for e in reversed(counting) if not isinstance(e.fact, quiet))
    action = [e for e in counting if e.request == last.request]
    if action[0].seq == 1:
        raise Refusal("There is nothing to undo: nothing was done yet.")
    return Undone(action[0].seq, action[-1].seq), action


def redo(entries: Sequence[Entry[F]], quiet: tuple[type, ...]) -> tuple[Redone, list[Entry[F]]]:
    """Brings back what the last undo took, unless something else was done since."""
    taken: list[Undone] = []
    for entry in entries:
        if isinstance(entry.fact, Undone):
            taken.append(entry.fact)
        elif isinstance(entry.fact, Redone):
            taken.pop()
        elif not isinstance(entry.fact, quiet):
            taken.clear()
    if not taken:
        raise Refusal("There is nothing to redo: the last thing done was not an undo.")
    span = taken[-1]
    return Redone(span.first, span.last), [e for e in entries if span.first <= e.seq <= span.last]
