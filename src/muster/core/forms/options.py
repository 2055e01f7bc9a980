"""Event options: what an organiser may set, with the book's default, its clause and what it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum

from muster.core.kit.errors import BadInput, UnknownName
from muster.core.kit.language import Message, listed, tr

Value = int | bool | str | None | list[str]


class Type(StrEnum):
    NUMBER = "number"
    FLAG = "flag"
    CHOICE = "choice"
    TEXT = "text"
    LIST = "list"
    RANGES = "ranges"
    MOMENT = "moment"
    ROOMS = "rooms"


class Area(StrEnum):
    """What an option is about; options of one area are listed together."""

    FORMAT = "Format"
    PAIRING = "Pairing and byes"
    RESULTS = "Results and ranking"
    GAME = "The game"
    LISTS = "Lists"
    PLAYERS = "Players"
    TABLES = "Tables"
    TIME = "Time"


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """For a number, a `default` of None means that the book decides. `lock`: fixed once round 1 is published.

    `names`: what the choices are called, if their keys do not say it.
    """

    key: str
    title: str
    area: Area
    type: Type
    default: Value
    meaning: str
    clause: str = ""
    choices: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    low: int | None = None
    high: int | None = None
    lock: bool = False

    def words(self, value: Value) -> Message:
        """A value in words."""
        if value is None:
            return tr("as the book says")
        if isinstance(value, bool):
            return tr("yes") if value else tr("no")
        if isinstance(value, list):
            return listed(tr(self.names.get(one, one)) for one in value)
        if self.type is Type.MOMENT and isinstance(value, str) and read_moment(value):
            return listed([datetime.fromisoformat(value)])
        return tr(self.names.get(value, value)) if isinstance(value, str) else listed([value])

    def expects(self) -> Message:
        match self.type:
            case Type.FLAG:
                return tr("yes or no")
            case Type.CHOICE:
                return tr("one of {choices}", choices=listed(self.choices))
            case Type.LIST:
                if not self.choices:
                    return tr("a list with commas between its parts")
                return tr("a comma-separated list of {choices}", choices=listed(self.choices))
            case Type.TEXT:
                return tr("a text")
            case Type.MOMENT:
                return tr("a day and time with its zone such as 2026-11-14 20:00+01:00, or empty")
            case Type.RANGES:
                return tr("numbers and ranges such as 1-20, 31-40, or empty")
            case Type.ROOMS:
                return tr("names with their tables such as Hall: 1-20; Gallery: 21-30, or empty")
            case Type.NUMBER:
                if self.low is not None and self.high is not None:
                    span = tr("a whole number from {low} to {high}", low=self.low, high=self.high)
                elif self.low is not None:
                    span = tr("a whole number of {low} or more", low=self.low)
                else:
                    span = tr("a whole number")
                return tr("{span}, or “book” for the book’s own", span=span) if self.default is None else span

    def read(self, text: str) -> Value:
        """What somebody typed, checked and converted."""
        word = text.strip()
        match self.type:
            case Type.FLAG:
                if word.casefold() in ("yes", "on", "true", "1"):
                    return True
                if word.casefold() in ("no", "off", "false", "0"):
                    return False
            case Type.NUMBER:
                if word.casefold() in ("book", "") and self.default is None:
                    return None
                try:
                    return self.check(int(word))
                except ValueError:
                    pass
            case Type.LIST:
                return self.check([part.strip() for part in word.split(",") if part.strip()])
            case Type.CHOICE | Type.TEXT | Type.RANGES | Type.MOMENT | Type.ROOMS:
                return self.check(word)
        raise BadInput("Option {key}: “{text}” should be {expects}.", key=self.key, text=text, expects=self.expects())

    def check(self, value: Value) -> Value:
        """The value, or BadInput."""
        good: bool
        match self.type:
            case Type.FLAG:
                good = isinstance(value, bool)
            case Type.NUMBER:
                if value is None:
                    good = self.default is None
                else:
                    good = isinstance(value, int) and not isinstance(value, bool)
                    if good and isinstance(value, int):
                        good = (self.low is None or value >= self.low) and (self.high is None or value <= self.high)
            case Type.CHOICE:
                good = value in self.choices
            case Type.LIST:
                good = isinstance(value, list) and len(set(value)) == len(value)
                if good and self.choices and isinstance(value, list):
                    good = all(one in self.choices for one in value)
            case Type.TEXT:
                good = isinstance(value, str)
            case Type.RANGES:
                good = isinstance(value, str) and read_ranges(value) is not None
            case Type.MOMENT:
                good = isinstance(value, str) and (value == "" or read_moment(value) is not None)
            case Type.ROOMS:
                good = isinstance(value, str) and read_rooms(value) is not None
        if not good:
            raise BadInput(
                "Option {key}: “{value}” should be {expects}.", key=self.key, value=value, expects=self.expects()
            )
        return value


def read_moment(text: str) -> datetime | None:
    """A point in time in ISO form; None if it cannot be read or has no time zone."""
    try:
        found = datetime.fromisoformat(text)
        return None if found.tzinfo is None else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def read_ranges(text: str) -> list[int] | None:
    """The numbers in `1-20, 31-40`, in the order written and each once; None if it cannot be read."""
    numbers: dict[int, None] = {}
    for part in filter(None, (p.strip() for p in text.split(","))):
        ends = [end.strip() for end in part.split("-")]
        if len(ends) > 2 or not all(end.isascii() and end.isdigit() and len(end) < 7 for end in ends):
            return None
        first, last = int(ends[0]), int(ends[-1])
        if not 1 <= first <= last:
            return None
        numbers.update(dict.fromkeys(range(first, last + 1)))
    return list(numbers)


def read_rooms(text: str) -> dict[int, str] | None:
    """The room of each table, from `Hall: 1-20; Gallery: 21-30`; None if it cannot be read or if a table is in two
    rooms.
    """
    rooms: dict[int, str] = {}
    for part in filter(None, (p.strip() for p in text.split(";"))):
        name, sign, numbers = part.rpartition(":")
        tables = read_ranges(numbers)
        if not sign or not name.strip() or not tables or not rooms.keys().isdisjoint(tables):
            return None
        rooms.update(dict.fromkeys(tables, name.strip()))
    return rooms


class Settings:
    """An event's options, each with its set value or its default; typed where they are used."""

    __slots__ = ("_options", "_set")

    def __init__(self, options: Iterable[Option], values: Mapping[str, Value] | None = None) -> None:
        self._options = {o.key: o for o in options}
        self._set = dict(values or {})

    def option(self, key: str) -> Option:
        if key not in self._options:
            raise UnknownName("option", key, self._options)
        return self._options[key]

    def value(self, key: str) -> Value:
        option = self.option(key)
        return self._set.get(key, option.default)

    def is_set(self, key: str) -> bool:
        return key in self._set

    def number(self, key: str) -> int:
        value = self.value(key)
        assert isinstance(value, int), f"option {key} has no number"
        return value

    def number_or_none(self, key: str) -> int | None:
        value = self.value(key)
        assert value is None or isinstance(value, int), f"option {key} is not a number"
        return value

    def flag(self, key: str) -> bool:
        value = self.value(key)
        assert isinstance(value, bool), f"option {key} is not a flag"
        return value

    def text(self, key: str) -> str:
        value = self.value(key)
        assert isinstance(value, str), f"option {key} is not a text"
        return value

    def moment(self, key: str) -> datetime | None:
        return read_moment(self.text(key))

    def ranges(self, key: str) -> list[int]:
        return read_ranges(self.text(key)) or []

    def rooms(self, key: str) -> dict[int, str]:
        return read_rooms(self.text(key)) or {}

    def words(self, key: str) -> tuple[str, ...]:
        value = self.value(key)
        assert isinstance(value, list), f"option {key} is not a list"
        return tuple(value)

    def all(self) -> dict[str, Value]:
        return {key: self.value(key) for key in self._options}

    def options(self) -> tuple[Option, ...]:
        return tuple(self._options.values())
