"""Messages: what is said to people, as data. The core names a text and its values; the reader's side picks the
language.

A text is in English where it belongs, written out, with `{places}` for its values; a catalogue maps it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction
from typing import Protocol, Union


class Language(Protocol):
    """`text` and `plural` return the template in this language, or in English if the catalogue lacks it."""

    decimal_point: str

    def text(self, english: str) -> str: ...

    def plural(self, number: int, one: str, many: str) -> str: ...

    def day(self, day: date) -> str: ...

    def moment(self, at: datetime) -> str: ...


class English:
    decimal_point = "."

    def text(self, english: str) -> str:
        return english

    def plural(self, number: int, one: str, many: str) -> str:
        return one if number == 1 else many

    def day(self, day: date) -> str:
        return day.isoformat()

    def moment(self, at: datetime) -> str:
        return at.isoformat(" ", "minutes")


ENGLISH = English()
"""The language of logs, tests and the command line. Days and times are written so that they can be typed back in."""


class FilePath(Protocol):
    def __fspath__(self) -> str: ...


Value = Union["Message", str, int, float, Fraction, date, FilePath, Sequence[str | int | None], None]
"""What may fill a place.

Plain text is what people typed, or what a file or another program says; a list is a raw value, quoted as it is.
"""


@dataclass(frozen=True, slots=True)
class Message:
    """A text with what fills its places: numbers, days, names as people typed them, and other messages.

    `many`: the form for numbers other than one; the value `n` decides. Our own words never fill a place as plain text,
    because they would stay English in every language.
    """

    template: str
    values: Mapping[str, Value] = field(default_factory=dict)
    many: str = ""

    def in_(self, language: Language) -> str:
        n = self.values.get("n")
        if self.many and isinstance(n, int):
            template = language.plural(n, self.template, self.many)
        else:
            template = language.text(self.template)
        return template.format_map(shown(self.values, language)) if self.values else template

    def __str__(self) -> str:
        return self.in_(ENGLISH)

    def __hash__(self) -> int:
        return hash((self.template, self.many))


Text = str | Message
"""A text that a game or a table declares: plain English, or a message if it has places."""


def tr(english: Text, **values: Value) -> Message:
    """A message. The English text is the catalogue's key, so write it out literally."""
    return english if isinstance(english, Message) else Message(english, values)


def plural(number: int, one: str, many: str, **values: Value) -> Message:
    """`plural(3, "{n} table", "{n} tables")`: the form that fits the number."""
    return Message(one, {"n": number, **values}, many)


def listed(parts: Iterable[Value], most: int | None = None) -> Message:
    """Names or messages separated by commas; those beyond `most` are only counted."""
    every = tuple(parts)
    values = {f"part{number}": part for number, part in enumerate(every[:most], start=1)}
    named = Message(", ".join(f"{{{key}}}" for key in values), values)
    more = len(every) - len(values)
    return Message("{listed} and {n} more", {"listed": named, "n": more}) if more else named


def either(parts: Iterable[Value]) -> Message:
    """Names or messages, any one of which will do."""
    *first, last = parts
    return Message("{listed} or {last}", {"listed": listed(first), "last": last}) if first else listed([last])


def mark(english: str) -> str:
    """Marks a text that is kept in a table and only becomes a message when it is shown."""
    return english


_FROM_THE_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]")


def shown(values: Mapping[str, Value], language: Language) -> dict[str, object]:
    """What fills the places of a text in a language.

    Right-to-left text, such as a name, is wrapped in Unicode's isolation marks so that the numbers beside it keep their
    order.
    """
    return {key: _shown(value, language) for key, value in values.items()}


def _shown(value: Value, language: Language) -> object:
    if type(value) is str:
        return f"\u2068{value}\u2069" if _FROM_THE_RIGHT.search(value) else value
    if isinstance(value, Message):
        return value.in_(language)
    if isinstance(value, StrEnum):  # One of the program's own words, not something somebody typed.
        return language.text(value.replace("_", " "))
    if isinstance(value, datetime):
        return language.moment(value)
    if isinstance(value, Fraction):
        return _fraction(value, language)
    return language.day(value) if isinstance(value, date) else value


DECIMALS = 4


def _fraction(value: Fraction, language: Language) -> str:
    """“1.5”; but “1/3” stays as it is, because the few decimals shown would round it."""
    scaled = value * 10**DECIMALS
    if value.denominator == 1 or scaled.denominator != 1:
        return str(value)
    whole, rest = divmod(abs(scaled.numerator), 10**DECIMALS)
    decimals = f"{rest:0{DECIMALS}d}".rstrip("0")
    return f"{'-' if value < 0 else ''}{whole}{language.decimal_point}{decimals}"
