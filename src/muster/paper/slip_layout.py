"""Where everything is on a result slip, in millimetres from its upper left corner: to print it and to read it.

A game with few fields has them in one row beside each name. Where they do not fit, a slip grows: every field has a
box to write in and its circles behind it, in as many rows as it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from muster.core.book.sheets import Slip
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind

WIDTH, HEIGHT = 186.0, 64.0
"""Four slips per page of A4 or Letter, the same size on both; of tall ones fewer fit."""
PAGE = 263.0
"""The height of a page available for slips: Letter's, the smaller of the two."""
CODE = (158.0, 4.0, 23.0)
"""Left, top and side of the QR code with its quiet zone."""
QUIET = 4
"""Modules of quiet zone on each side of a code."""
CORNER = 3.5
CORNER_TOP, CORNER_FOOT = 4.0, 18.0
"""The black squares for straightening a scan: distance from the top, and from the foot, far from the next slip's."""
BUBBLE = 4.0
STEP = 5.3
ROW = 5.0
"""From one row of digits to the next."""
WORDY = 20.0
"""The width of a circle with a word beside it."""
LEFT, RIGHT = 29.0, 156.0
"""Between the table's plate and the code."""
NAME_TOP = (4.0, 23.0)
NAME = 6.0
"""The height of a name with its margin."""
SHARED = 10.5
"""The height of fields that belong to neither player."""
SIGN = 11.5
"""The height of the signatures."""
LINE = 9.5
"""The height of a line to write on, with its label."""
NARROW = 15.0
"""The least width of a group of circles, for the label above it."""
BOX, WIDER = 9.0, 20.0
"""The least width of a box for writing a number, before its circles, and how much wider it may be."""
LEAST_LINE = 14.0
"""The least width of a line to write on."""
GAP, EDGE = 3.0, 1.0
"""Between fields that are far apart, and between those that are packed."""
DIGITS = 10
PARTS = ("ones", "tens", "hundreds")
"""The rows of digits that a number can have; one that needs more can only be written."""


@dataclass(frozen=True, slots=True)
class Bubble:
    """A circle to fill in, around (x, y). `name` is the form's input; `value` is what it means there.

    A number with several digits has a row of circles for each `part`, and they add up.
    """

    name: str
    value: str
    x: float
    y: float
    text: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class SlipPlace:
    """A label above a line to write on, or above a group of circles (`line` false).

    `height`: the line's; a line beside its circles, which have the label, is not `labelled`.
    """

    field: Field
    x: float
    y: float
    width: float
    line: bool
    height: float = LINE
    labelled: bool = True


@dataclass(frozen=True, slots=True)
class SlipLayout:
    """`names`: the top of each name; `sign`: the top of the signatures."""

    bubbles: tuple[Bubble, ...]
    places: tuple[SlipPlace, ...]
    height: float = HEIGHT
    names: tuple[float, float] = NAME_TOP

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The upper left corners of the black squares, clockwise from the upper left one."""
        foot, right = self.height - CORNER_FOOT, WIDTH - CORNER
        return ((0.0, CORNER_TOP), (right, CORNER_TOP), (right, foot), (0.0, foot))

    @property
    def sign(self) -> float:
        return self.height - SIGN

    @property
    def a_page(self) -> int:
        return int(PAGE // self.height)

    @property
    def most_rows(self) -> int:
        """The most rows of digits, each of which needs a mark; 0 if every number has its own circle."""
        return max((PARTS.index(bubble.part) + 1 for bubble in self.bubbles if bubble.part), default=0)


def slip_of(system: System) -> Slip:
    """What the game declares; otherwise every field that a result needs."""
    if system.sheets.slip is not None:
        return system.sheets.slip
    needed = [f.key for f in system.result_fields if f.required] or [f.key for f in system.result_fields[:1]]
    return Slip(tuple(needed), tuple(needed))


def layout(system: System) -> SlipLayout:
    slip = slip_of(system)
    fields = {f.key: f for f in system.result_fields}
    written = [fields[key] for key in slip.written]
    marked = [fields[key] for key in slip.marked if can_mark(fields[key])]
    own = [f for f in marked if f.per_side or names_sides(f)]
    lines = [f for f in written if f.per_side]
    taken = sum(group_width(f) + GAP for f in own) + LEAST_LINE * len(lines) + GAP * len(lines)
    flat = taken <= RIGHT - LEFT + GAP and all(rows_of(f) <= 2 for f in own)
    if flat and _shared_width(written, marked) <= RIGHT - LEFT + GAP:
        return _flat(written, marked)
    while (made := _tall(written, marked)).height > PAGE and (marked or written):
        # Circles of numbers are dropped first, from the last on; what does not fit even as a line is left out.
        numbers = [f for f in marked if f.kind is Kind.NUMBER]
        if numbers:
            marked.remove(numbers[-1])
        else:
            (marked or written).pop()
    return made


def _flat(written: list[Field], marked: list[Field]) -> SlipLayout:
    """Lines to write on from the left and circles from the right, beside each name."""
    bubbles: list[Bubble] = []
    places: list[SlipPlace] = []
    for side in (0, 1):
        x, y = RIGHT, NAME_TOP[side] + NAME
        for field in reversed([f for f in marked if f.per_side or names_sides(f)]):
            width = group_width(field)
            x -= width
            bubbles += _group(field, side, x, y)
            places.append(SlipPlace(field, x, y, width, line=False))
            x -= GAP
        places += _lines([f for f in written if f.per_side], y, x)
    _put_shared(written, marked, HEIGHT - SIGN - SHARED, bubbles, places)
    return SlipLayout(tuple(bubbles), tuple(places))


def _tall(written: list[Field], marked: list[Field]) -> SlipLayout:
    """Each field on its own, with a box before its circles, in rows under each name."""
    bubbles: list[Bubble] = []
    places: list[SlipPlace] = []
    lines = [f for f in written if f.per_side]
    own = list(dict.fromkeys((*lines, *(f for f in marked if f.per_side or names_sides(f)))))
    rows = list(_rows([(f, _cell_width(f, f in lines, f in marked)) for f in own]))
    y, names = NAME_TOP[0], list[float]()
    for side in (0, 1):
        names.append(y)
        y += NAME
        for row in rows:
            x = LEFT
            spare = RIGHT - LEFT + EDGE - sum(width + EDGE for _, width in row)
            box = BOX + min(spare / len(row), WIDER)
            for field, width in row:
                if field in lines:
                    boxed = field in marked
                    high = LINE if not boxed else 1.8 + ROW * max(rows_of(field), 2)
                    places.append(SlipPlace(field, x, y, box if boxed else width, True, high, labelled=not boxed))
                    x += box + EDGE if boxed else width + EDGE
                if field in marked:
                    bubbles += _group(field, side, x, y)
                    places.append(SlipPlace(field, x, y, group_width(field), line=False))
                    x += group_width(field) + EDGE
            y += max(_cell_height(field) for field, _ in row) if row else 0.0
        y += 1.0
    shared = _shared_width(written, marked) > 0
    if shared:
        _put_shared(written, marked, y, bubbles, places)
        y += SHARED
    return SlipLayout(tuple(bubbles), tuple(places), max(y + SIGN, HEIGHT), (names[0], names[1]))


def _rows(cells: list[tuple[Field, float]]) -> Iterator[list[tuple[Field, float]]]:
    """As many cells side by side as fit."""
    row: list[tuple[Field, float]] = []
    for cell in cells:
        if row and sum(width + EDGE for _, width in row) + cell[1] > RIGHT - LEFT:
            yield row
            row = []
        row.append(cell)
    if row:
        yield row


def _cell_width(field: Field, written: bool, marked: bool) -> float:
    return (BOX + EDGE if written else 0.0) + group_width(field) if marked else 2 * LEAST_LINE


def _cell_height(field: Field) -> float:
    return 4.2 + ROW * max(rows_of(field), 2)


def _put_shared(
    written: list[Field], marked: list[Field], y: float, bubbles: list[Bubble], places: list[SlipPlace]
) -> None:
    """Fields that belong to neither player, between the players and the signatures."""
    x = RIGHT
    for field in [f for f in marked if not f.per_side]:
        for bubble in reversed(list(_shared(field))):
            x -= WORDY
            bubbles.append(Bubble(field.key, bubble, x + BUBBLE / 2, y + 6.0, bubble))
        if not names_sides(field):
            x -= 16.0
            places.append(SlipPlace(field, x, y + 5.0, 16.0, line=False))
        x -= GAP
    places += _lines([f for f in written if not f.per_side], y, x)


def _shared_width(written: list[Field], marked: list[Field]) -> float:
    """The least width of the fields that belong to neither player; 0 if there are none."""
    width = sum(LEAST_LINE + GAP for f in written if not f.per_side)
    for field in [f for f in marked if not f.per_side]:
        choices = len(_shared(field))
        width += choices * WORDY + (0.0 if names_sides(field) else 16.0) + (GAP if choices else 0.0)
    return width


def names_sides(field: Field) -> bool:
    """Whether it is a choice between the players: each has the circle in their own half."""
    return field.choices[:2] == ("a", "b")


def can_mark(field: Field) -> bool:
    """A number with too many digits can only be written; so can one that belongs to neither player, and a long
    choice.
    """
    if field.kind is Kind.NUMBER:
        return field.per_side and (field.low or 0) >= 0 and rows_of(field) <= len(PARTS)
    return field.kind in (Kind.CHOICE, Kind.YES_NO) and (not field.per_side or group_width(field) <= RIGHT - LEFT)


def rows_of(field: Field) -> int:
    """How many rows of digits a number has; one row for anything else.

    Without a maximum, two are enough for nearly all.
    """
    if field.kind is not Kind.NUMBER:
        return 1
    return 2 if field.high is None else len(str(field.high))


def group_width(field: Field) -> float:
    if names_sides(field) or field.kind is Kind.YES_NO:
        return NARROW
    if rows_of(field) > 1:
        return DIGITS * STEP
    if field.kind is Kind.NUMBER:
        return max(((field.high or 0) - (field.low or 0) + 1) * STEP, NARROW)
    return max(len(field.choices) * _step(field), NARROW)


def _step(field: Field) -> float:
    return STEP if all(one.isdigit() for one in field.choices) else WORDY


def _lines(fields: list[Field], y: float, right: float) -> Iterator[SlipPlace]:
    if fields:
        width = (right - LEFT) / len(fields)
        for at, field in enumerate(fields):
            yield SlipPlace(field, LEFT + at * width, y, width - GAP, line=True)


def _group(field: Field, side: int, x: float, y: float) -> Iterator[Bubble]:
    """A field's circles in one player's half."""
    middle = y + 9.0
    if names_sides(field):
        yield Bubble(field.key, "ab"[side], x + BUBBLE / 2, middle)
        return
    name = f"{field.key}-{side + 1}"
    rows = rows_of(field)
    if field.kind is Kind.YES_NO:
        yield Bubble(name, "yes", x + BUBBLE / 2, middle)
    elif rows > 1:
        for row in range(rows):
            worth = 10 ** (rows - 1 - row)
            # The highest digit goes no further than the maximum does.
            digits = DIGITS if field.high is None or row else field.high // worth + 1
            for digit in range(digits):
                value = str(worth * digit)
                across = x + digit * STEP + BUBBLE / 2
                yield Bubble(name, value, across, y + 5.2 + row * ROW, value, PARTS[rows - 1 - row])
    else:
        values = field.choices or tuple(str(n) for n in range(field.low or 0, (field.high or 0) + 1))
        for at, value in enumerate(values):
            yield Bubble(name, value, x + at * _step(field) + BUBBLE / 2, middle, value)


def _shared(field: Field) -> tuple[str, ...]:
    """The choices that belong to neither player."""
    if field.kind is Kind.YES_NO:
        return ("yes",)
    return field.choices[2:] if names_sides(field) else field.choices
