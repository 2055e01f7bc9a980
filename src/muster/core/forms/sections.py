"""Reading a definition table by table: every value by its key and type, or one sentence that says what is wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from muster.core.kit.errors import BadInput, UnknownKey
from muster.core.kit.language import Message, Text, listed, mark, tr
from muster.core.kit.model import Points

DEFINITION = mark("The definition")
"""What the tables belong to, as the start of a sentence."""

LARGEST = 1_000_000
"""No points or score in a definition is larger; a longer number is a typing mistake."""

_EXACT = re.compile(r"[0-9]{1,7}(/[1-9][0-9]{0,6}|\.[0-9]{1,9})?", re.ASCII)


class Section:
    """One table of a definition; `where` names it in messages, such as `[bye]` or `[[margin]] row 2`."""

    def __init__(self, raw: object, where: Text, known: tuple[str, ...]) -> None:
        self.where = tr(where)
        if not isinstance(raw, Mapping):
            raise BadInput(
                "{where}: “{shown}” should be a table with the keys {known}.",
                where=self.where,
                shown=quoted(raw),
                known=listed(known),
            )
        for key in raw:
            if key not in known:
                raise UnknownKey(_key_of(self.where), quoted(key), known)
        self._raw = raw

    def __contains__(self, key: str) -> bool:
        return key in self._raw

    def wrong(self, key: str, right: Message) -> BadInput:
        """The error for this key: quotes what was given and says what would be right."""
        if key not in self._raw:
            return BadInput("{where} has no “{key}”: it should be {right}.", where=self.where, key=key, right=right)
        return BadInput(
            "{where} {key}: “{shown}” should be {right}.",
            where=self.where,
            key=key,
            shown=quoted(self._raw[key]),
            right=right,
        )

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        value = self._raw.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise self.wrong(key, tr("a whole number from {low} to {high}", low=low, high=high))
        return value

    def points(self, key: str, default: Points | None = None) -> Points:
        if key not in self._raw and default is not None:
            return default
        value = exact(self._raw.get(key))
        if value is None or value > LARGEST:
            right = tr('a number from 0 to {most}, whole or as text such as "1/2" or "0.5"', most=LARGEST)
            raise self.wrong(key, right)
        return value

    def chart(self, key: str, most: int) -> tuple[Points, ...]:
        """Points for first place, second and so on, never rising; at least one."""
        value = self._raw.get(key)
        right = tr("1 to {most} numbers in brackets, none larger than the one before, such as [10, 7, 4]", most=most)
        if not isinstance(value, list | tuple) or not 1 <= len(value) <= most:
            raise self.wrong(key, right)
        found: list[Points] = []
        for one in value:
            points = exact(one)
            if points is None or points > LARGEST or (found and points > found[-1]):
                raise self.wrong(key, right)
            found.append(points)
        return tuple(found)

    def share(self, key: str, default: Fraction) -> Fraction:
        if key not in self._raw:
            return default
        value = exact(self._raw[key])
        if value is None or value > 1:
            raise self.wrong(key, tr('a share from 0 to 1, such as "1/3"'))
        return Fraction(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self._raw.get(key, default)
        if not isinstance(value, bool):
            raise self.wrong(key, tr("true or false"))
        return value

    def text(self, key: str, default: str | None = None) -> str:
        value = self._raw.get(key, default)
        if not isinstance(value, str) or not value.strip() or not value.isprintable() or len(value) > 80:
            raise self.wrong(key, tr("one line of text of up to 80 characters"))
        return value

    def texts(self, key: str, most: int) -> tuple[str, ...]:
        """Several short texts, all different even if case is ignored; empty if left out."""
        value = self._raw.get(key, [])
        right = tr('up to {most} different lines of text in brackets, such as ["Faction"]', most=most)
        if not isinstance(value, list | tuple) or len(value) > most:
            raise self.wrong(key, right)
        for one in value:
            if not isinstance(one, str) or not one.strip() or not one.isprintable() or len(one) > 80:
                raise self.wrong(key, right)
        if len({" ".join(one.casefold().split()) for one in value}) < len(value):
            raise self.wrong(key, right)
        return tuple(" ".join(one.split()) for one in value)

    def choice(self, key: str, choices: tuple[str, ...]) -> str:
        """One of the choices; the first is the default."""
        value = self._raw.get(key, choices[0])
        if not isinstance(value, str):
            raise self.wrong(key, tr("one of {choices}", choices=listed(choices)))
        if value not in choices:
            raise UnknownKey(tr("choice for {where} {key}", where=self.where, key=key), quoted(value), choices)
        return value

    def score(self, key: str, low: int, high: int | None, default: tuple[int, int] | None) -> tuple[int, int]:
        """Two scores, one's own first."""
        value = self._raw.get(key, default)
        top = LARGEST if high is None else high
        if not isinstance(value, list | tuple) or len(value) != 2:
            right = tr("two whole numbers from {low} to {top} in brackets, such as [2, 0]", low=low, top=top)
            raise self.wrong(key, right)
        for one in value:
            if not isinstance(one, int) or isinstance(one, bool) or not low <= one <= top:
                raise self.wrong(key, tr("two whole numbers from {low} to {top} in brackets", low=low, top=top))
        return value[0], value[1]

    def plain(self, key: str, most: int) -> dict[str, str | int | bool]:
        """A table with arbitrary keys; its values are text, whole numbers, or true and false."""
        value = self._raw.get(key, {})
        right = tr("a table of up to {most} texts, whole numbers, or true and false", most=most)
        if not isinstance(value, Mapping) or len(value) > most:
            raise self.wrong(key, right)
        for one in value.values():
            if not isinstance(one, str | int) or (isinstance(one, str) and (len(one) > 80 or not one.isprintable())):
                raise self.wrong(key, right)
        return {str(name): one for name, one in value.items()}

    def section(self, key: str, known: tuple[str, ...]) -> Section:
        """A subtable; empty if it is left out."""
        return Section(self._raw.get(key, {}), f"[{key}]", known)

    def rows(self, key: str, known: tuple[str, ...], name: str = "") -> list[Section]:
        """An array of tables; empty if it is left out."""
        name = name or key
        value = self._raw.get(key, [])
        if not isinstance(value, list | tuple):
            raise BadInput(
                "{name}: “{shown}” should be rows that each begin with [[{name}]].", name=name, shown=quoted(value)
            )
        if key in self._raw and not value:
            raise BadInput("[[{name}]] has no rows: give it at least one, or leave it out.", name=name)
        return [
            Section(row, tr("[[{name}]] row {number}", name=name, number=number), known)
            for number, row in enumerate(value, 1)
        ]


def _key_of(where: Message) -> Message:
    return tr("key of the definition") if where.template == DEFINITION else tr("key of {where}", where=where)


def exact(value: object) -> Points | None:
    """A number of 0 or more, without rounding: a whole one, or text such as "1/2" and "0.5"."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value >= 0 else None
    if isinstance(value, str) and _EXACT.fullmatch(value):
        number = Fraction(value)
        return number.numerator if number.denominator == 1 else number
    return None


def quoted(value: object) -> str:
    """A value as it is quoted in a sentence, shortened if it is long."""
    text = {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)
    return text if len(text) <= 40 else text[:39] + "…"
