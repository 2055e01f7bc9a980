"""Where everything stands on a result slip, in millimetres from its upper left corner: to print it and to read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.core.book.sheets import Slip
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind

WIDTH, HEIGHT = 186.0, 64.0
"""Four slips to a page of A4 or Letter, the same size on both."""
CODE = (158.0, 4.0, 23.0)
"""Left, top and side of the QR code with its quiet edge."""
QUIET = 4
"""Modules of quiet edge on each side of a code."""
CORNER = 3.5
CORNERS = ((0.0, 4.0), (182.5, 4.0), (182.5, 46.0), (0.0, 46.0))
"""Upper left corners of the black squares that a scan is straightened by; far from those of the next slip."""
BUBBLE = 4.0
STEP = 5.3
LEFT, RIGHT = 29.0, 156.0
"""Between the table's plate and the code."""
NAME_TOP = (4.0, 23.0)
BAND_TOP = (10.0, 29.0)
SHARED_TOP = 42.0
SIGN_TOP = 52.5
NARROW = 15.0
"""The least width of a group of circles, for the label above it."""
GAP = 3.0
DIGITS = 10


@dataclass(frozen=True, slots=True)
class Bubble:
    """A circle to blacken, around (x, y). `name` is the form's input it fills in; `value` what it means there.

    In a number of two digits the circles of `part` “tens” and “ones” add up.
    """

    name: str
    value: str
    x: float
    y: float
    text: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A label over a line to write on, or over a group of circles (`line` false)."""

    field: Field
    x: float
    y: float
    width: float
    line: bool


@dataclass(frozen=True, slots=True)
class Layout:
    bubbles: tuple[Bubble, ...]
    places: tuple[Place, ...]


def slip_of(system: System) -> Slip:
    """What the game declares; else every field that a result needs."""
    if system.sheets.slip is not None:
        return system.sheets.slip
    needed = [f.key for f in system.result_fields if f.required] or [f.key for f in system.result_fields[:1]]
    return Slip(tuple(needed), tuple(needed))


def layout(system: System) -> Layout:
    slip = slip_of(system)
    fields = {f.key: f for f in system.result_fields}
    written = [fields[key] for key in slip.written]
    marked = [fields[key] for key in slip.marked if can_mark(fields[key])]
    bubbles: list[Bubble] = []
    places: list[Place] = []
    for side in (0, 1):
        x = RIGHT
        for field in reversed([f for f in marked if f.per_side or names_sides(f)]):
            width = group_width(field)
            x -= width
            bubbles += _group(field, side, x, BAND_TOP[side])
            places.append(Place(field, x, BAND_TOP[side], width, line=False))
            x -= GAP
        places += _lines([f for f in written if f.per_side], BAND_TOP[side], x)
    x = RIGHT
    for field in [f for f in marked if not f.per_side]:
        for bubble in reversed(list(_shared(field))):
            x -= 20.0
            bubbles.append(Bubble(field.key, bubble, x + BUBBLE / 2, SHARED_TOP + 6.0, bubble))
        x -= 16.0 if not names_sides(field) else 0.0
        if not names_sides(field):
            places.append(Place(field, x, SHARED_TOP + 5.0, 16.0, line=False))
        x -= GAP
    places += _lines([f for f in written if not f.per_side], SHARED_TOP, x)
    return Layout(tuple(bubbles), tuple(places))


def names_sides(field: Field) -> bool:
    """Whether it is picked between the players: each has the circle in their own half."""
    return field.choices[:2] == ("a", "b")


def can_mark(field: Field) -> bool:
    return field.kind in (Kind.CHOICE, Kind.YES_NO) or (field.kind is Kind.NUMBER and (field.low or 0) >= 0)


def has_two_digits(field: Field) -> bool:
    return field.kind is Kind.NUMBER and (field.high is None or field.high >= DIGITS)


def group_width(field: Field) -> float:
    if names_sides(field) or field.kind is Kind.YES_NO:
        return NARROW
    if has_two_digits(field):
        return DIGITS * STEP
    if field.kind is Kind.NUMBER:
        return max(((field.high or 0) - (field.low or 0) + 1) * STEP, NARROW)
    return max(len(field.choices) * STEP, NARROW)


def _lines(fields: list[Field], y: float, right: float) -> Iterator[Place]:
    if fields:
        width = (right - LEFT) / len(fields)
        for at, field in enumerate(fields):
            yield Place(field, LEFT + at * width, y, width - GAP, line=True)


def _group(field: Field, side: int, x: float, y: float) -> Iterator[Bubble]:
    """The circles of a field in one player's half."""
    middle = y + 9.0
    if names_sides(field):
        yield Bubble(field.key, "ab"[side], x + BUBBLE / 2, middle)
        return
    name = f"{field.key}-{side + 1}"
    if field.kind is Kind.YES_NO:
        yield Bubble(name, "yes", x + BUBBLE / 2, middle)
    elif has_two_digits(field):
        for digit in range(DIGITS):
            across = x + digit * STEP + BUBBLE / 2
            yield Bubble(name, str(10 * digit), across, y + 5.2, str(10 * digit), "tens")
            yield Bubble(name, str(digit), across, y + 10.2, str(digit), "ones")
    else:
        values = field.choices or tuple(str(n) for n in range(field.low or 0, (field.high or 0) + 1))
        for at, value in enumerate(values):
            yield Bubble(name, value, x + at * STEP + BUBBLE / 2, middle, value)


def _shared(field: Field) -> tuple[str, ...]:
    """The choices that belong to neither player."""
    return field.choices[2:] if names_sides(field) else field.choices
