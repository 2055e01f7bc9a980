"""A second kind of journal, as small as one can be: a guest book. All it needs is here, and nothing of it elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from muster.core.kit.errors import DamagedJournal
from muster.core.record.journal import Entry
from muster.core.record.undo import Redone, Undone, effective
from muster.core.record.vocabulary import Title, Vocabulary


@dataclass(frozen=True, slots=True)
class Opened:
    place: str


@dataclass(frozen=True, slots=True)
class Signed:
    """`wish` is only for the host."""

    secret: ClassVar = ("wish",)

    guest: str
    wish: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class Erased:
    guest: str


@dataclass(frozen=True, slots=True)
class Looked:
    """Somebody turned a page: quiet."""


GuestFact = Opened | Signed | Erased | Looked | Undone | Redone


@dataclass
class Book:
    place: str
    wishes: dict[str, str]
    looks: int = 0


def fold(entries: Sequence[Entry[GuestFact]]) -> Book:
    first, *more = effective(entries)
    if not isinstance(first.fact, Opened):
        raise DamagedJournal("A guest book begins with its place.")
    book = Book(first.fact.place, {})
    for entry in more:
        match entry.fact:
            case Signed(guest, wish, seal):
                book.wishes[guest] = "(sealed)" if seal else wish
            case Erased(guest):
                del book.wishes[guest]
            case Looked():
                book.looks += 1
    return book


def title(first: GuestFact) -> Title:
    assert isinstance(first, Opened)
    return Title(first.place)


FACTS: tuple[type[GuestFact], ...] = (Opened, Signed, Erased, Looked, Undone, Redone)
GUEST_BOOK: Vocabulary[GuestFact, Book] = Vocabulary("guest book", FACTS, fold, title, quiet=(Looked,))
