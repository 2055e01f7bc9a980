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
    """What a listing shows of a journal. `system`: the game it belongs to, empty if to none."""

    name: str
    system: str = ""


@dataclass(frozen=True)
class Vocabulary(Generic[F, S]):
    """One kind of journal. Chain, seal, undo, store, ledger, export and live updates take it as it is.

    `kind`: names the journals of this kind, together with their id; kept with them, and said to people. `facts`: every
    class of fact, `Undone` and `Redone` of `undo.py` among them; one may name secret fields as `secret` and then has a
    field `seal`.
    `fold`: from the entries to the state; DamagedJournal if they do not begin as they should. `title`: from the first
    fact. `quiet`: facts that come in by themselves all the time, which undo and redo pass over.
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
        """The entries of rows, chain and seals checked; DamagedJournal names the first row that is wrong."""
        return journal.from_rows(rows, self._decoders, before, first)

    def in_clear(self, row: Row) -> bool:
        """Whether a row has secrets in its body, as all had before there were seals."""
        kind = self.kinds.get(row.kind)
        return kind is not None and journal.in_clear(row, journal.secrets_of(kind))
