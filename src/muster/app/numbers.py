"""Exact numbers as people read them: whole, or rounded to four decimals. JSON keeps them exact."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import msgspec

from muster.app.speech import spoken

PLACES = 4

Exact = int | Annotated[str, msgspec.Meta(pattern="^-?[0-9]+/[0-9]+$", examples=["71/16"])]
"""A number in views: whole, or a fraction in lowest terms such as “71/16”."""


def decimal(value: Exact | None) -> str:
    """A fraction with four decimals, correctly rounded; a whole number as it is."""
    if value is None:
        return "–"
    if isinstance(value, int):
        return str(value)
    return _fixed(Fraction(value))


def short(value: Exact) -> str:
    """A fraction with no more decimals than necessary, at most four: “55.5”. For points that are mostly whole."""
    if isinstance(value, int):
        return str(value)
    return _fixed(Fraction(value)).rstrip("0").rstrip(spoken().decimal_point)


def column(values: Sequence[Exact | None]) -> list[str]:
    """A column of numbers: all with decimals if any has them."""
    if any(isinstance(value, str) for value in values):
        return ["–" if value is None else _fixed(Fraction(value)) for value in values]
    return [decimal(value) for value in values]


def _fixed(value: Fraction) -> str:
    scaled = round(value * 10**PLACES)
    whole, rest = divmod(abs(scaled), 10**PLACES)
    return f"{'-' if scaled < 0 else ''}{whole}{spoken().decimal_point}{rest:0{PLACES}d}"


def minutes(ms: int) -> str:
    """Milliseconds as a clock shows them: “71:24”."""
    return f"{ms // 60_000}:{ms % 60_000 // 1000:02}"


def count(number: int, one: str, many: str = "") -> str:
    """“1 pair”, “4 pairs”, “2 byes”."""
    return f"{number} {one if number == 1 else many or one + 's'}"
