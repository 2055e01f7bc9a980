"""The language in which somebody is answered. Every text is in English where it belongs; a catalogue maps it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
    return template.format_map(apart(values)) if values else template


_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")


def apart(values: Mapping[str, object]) -> dict[str, object]:
    """What fills the places of a text; what is written from right to left, such as a name, is set apart by the marks
    that Unicode has for it, so that the figures beside it keep their order."""
    return {
        key: f"\u2068{value}\u2069" if type(value) is str and _FROM_THE_RIGHT.search(value) else value
        for key, value in values.items()
    }


def day_text(day: date) -> str:
    """A day as it is written in the language spoken, for a place in a text."""
    return spoken().day(day)


def mark(english: str) -> str:
    """Marks a text that is kept in a table and looked up by `tr` when it is shown."""
    return english


def plural(number: int, one: str, many: str, **values: object) -> str:
    """`plural(3, "{n} table", "{n} tables")`: the form that the number asks for."""
    return spoken().plural(number, one, many).format_map({"n": number, **apart(values)})
