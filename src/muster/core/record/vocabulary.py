"""What a kind of journal is: its facts, the state they add up to, and its fold. All else is the same for every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

import msgspec

from muster.core.kit.decoding import decoder
from muster.core.record import journal
from muster.core.record.journal import GENESIS, Entry, Row

F = TypeVar("F")
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Title:
    """What lists show of a journal. `system`: the game it belongs to, empty if none."""

    name: str
    system: str = ""


@dataclass(frozen=True)
class Vocabulary(Generic[F, S]):
    """One kind of journal. Chain, seal, undo, store, ledger, export and live updates work with any vocabulary.

    `kind`: names journals of this kind, together with their id; stored with them, and shown to people. `facts`: every
    class of fact, including `Undone` and `Redone` from `undo.py`; one with secret fields names them as `secret` and has
    a field `seal`. `fold`: from entries to the state; raises DamagedJournal if they do not begin as they should.
    `title`: from the first fact. `quiet`: facts that keep coming in by themselves, which undo and redo skip.
    """

    kind: str
    facts: Sequence[type[F]] = field(repr=False)
    fold: Callable[[Sequence[Entry[F]]], S] = field(repr=False)
    title: Callable[[F], Title] = field(repr=False)
    quiet: tuple[type, ...] = ()

    @cached_property
    def kinds(self) -> dict[str, type[F]]:
        return {fact.__name__: fact for fact in self.facts}

    @cached_property
    def _decoders(self) -> dict[str, msgspec.json.Decoder[F]]:
        return {name: decoder(fact) for name, fact in self.kinds.items()}

    def read(self, rows: Sequence[Row], before: str = GENESIS, first: int = 1) -> Iterator[Entry[F]]:
        """The entries of rows, with chain and seals checked; DamagedJournal names the first bad row."""
        return journal.from_rows(rows, self._decoders, before, first)

    def in_clear(self, row: Row) -> bool:
        """Whether a row has secrets in its body, as every row had before there were seals."""
        kind = self.kinds.get(row.kind)
        return kind is not None and journal.in_clear(row, kind)
