"""The language in which somebody is answered. Every text stands in English where it belongs; a catalogue maps it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from typing import Protocol


class Language(Protocol):
    """`text` and `plural` answer with the template in this language; what the catalogue lacks stays English."""

    decimal_point: str

    def text(self, english: str) -> str: ...

    def plural(self, number: int, one: str, many: str) -> str: ...

    def day(self, day: date) -> str: ...


class English:
    decimal_point = "."

    def text(self, english: str) -> str:
        return english

    def plural(self, number: int, one: str, many: str) -> str:
        return one if number == 1 else many

    def day(self, day: date) -> str:
        return day.isoformat()


_spoken: ContextVar[Language] = ContextVar("language", default=English())  # noqa: B039  # it has no state


def spoken() -> Language:
    """The language of whoever is being answered now."""
    return _spoken.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    token = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(token)


def tr(english: str, **values: object) -> str:
    """A text in the language spoken, its `{places}` filled. The English text is the key: write it out literally."""
    template = spoken().text(english)
    return template.format_map(values) if values else template


def day_text(day: date) -> str:
    """A day as it is written in the language spoken, for a place in a text."""
    return spoken().day(day)


def mark(english: str) -> str:
    """Marks a text that is kept in a table and looked up by `tr` when it is shown."""
    return english


def plural(number: int, one: str, many: str, **values: object) -> str:
    """`plural(3, "{n} table", "{n} tables")`: the form that the number asks for."""
    return spoken().plural(number, one, many).format_map({"n": number, **values})
