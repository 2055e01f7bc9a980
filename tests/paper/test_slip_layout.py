"""A slip has a place for everything, and nothing lies on anything else."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from muster.core.book.sheets import Sheets
from muster.core.book.system import System
from muster.core.forms.fields import Field, Kind
from muster.paper import slip_layout as where
from muster.systems import registry


def number(key: str, high: int | None) -> Field:
    return Field(key=key, label=key.capitalize(), per_side=True, low=0, high=high)


def game(*fields: Field) -> System:
    """Somebody's own game, which leaves its slip to us."""
    return replace(registry.find("custom"), result_fields=fields, sheets=Sheets())


GAMES = {
    **{key: registry.find(key) for key in registry.BUILT_IN},
    "up to 150": game(number("score", 150)),
    "two numbers": game(number("score", 99), number("kills", None)),
    "six numbers": game(*(number(f"n{n}", 60) for n in range(6))),
    "six up to 500": game(*(number(f"n{n}", 500) for n in range(6))),
    "twelve, and a choice": game(
        *(number(f"n{n}", 20 * n) for n in range(1, 13)),
        Field(key="winner", label="Winner", kind=Kind.CHOICE, choices=("a", "b", "draw")),
        Field(key="side", label="Side", kind=Kind.CHOICE, choices=("red", "blue"), per_side=True),
        Field(key="fair", label="Fair", kind=Kind.YES_NO),
    ),
    "too many": game(*(number(f"n{n}", 500) for n in range(40))),
    "a million": game(number("score", 1_000_000)),
}
TALL = {"up to 150": 3, "two numbers": 4, "six numbers": 2, "six up to 500": 1, "twelve, and a choice": 1}
"""How many slips there are to a page."""

Box = tuple[float, float, float, float]


def boxes(key: str) -> dict[str, Box]:
    """What a scan looks at: circles, corners, the code."""
    plan = where.layout(GAMES[key])
    half = where.BUBBLE / 2
    found = {f"{b.name} {b.value} {b.part}": (b.x - half, b.y - half, b.x + half, b.y + half) for b in plan.bubbles}
    assert len(found) == len(plan.bubbles), "two circles mean the same"
    found |= {f"corner {x} {y}": (x, y, x + where.CORNER, y + where.CORNER) for x, y in plan.corners}
    x, y, side = where.CODE
    return {**found, "code": (x, y, x + side, y + side)}


@pytest.mark.parametrize("key", GAMES)
def test_circles_corners_and_code_are_apart_and_on_the_slip(key: str) -> None:
    found, plan = boxes(key), where.layout(GAMES[key])
    for (one, a), (other, b) in combinations(found.items(), 2):
        apart = a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
        assert apart, f"{one} lies on {other}"
    for name, (left, top, right, bottom) in found.items():
        assert left >= 0 and top >= 0 and right <= where.WIDTH and bottom <= plan.height, name


@pytest.mark.parametrize("key", GAMES)
def test_lines_to_write_on_are_wide_enough_and_clear_of_the_circles(key: str) -> None:
    plan = where.layout(GAMES[key])
    lines = [p for p in plan.places if p.line]
    for line in lines:
        assert line.width >= (14 if line.labelled else where.BOX), line.field.key
        assert line.x + line.width <= where.RIGHT + 0.1 and line.y + line.height <= plan.sign, line.field.key
        for bubble in plan.bubbles:
            across = line.x < bubble.x + where.BUBBLE / 2 and bubble.x - where.BUBBLE / 2 < line.x + line.width
            down = line.y < bubble.y and bubble.y < line.y + line.height
            assert not (across and down), (line.field.key, bubble)


@pytest.mark.parametrize("key", GAMES)
def test_circles_fill_in_inputs_that_the_form_has(key: str) -> None:
    system = GAMES[key]
    inputs = {n for f in system.result_fields for n in ((f"{f.key}-1", f"{f.key}-2") if f.per_side else (f.key,))}
    plan = where.layout(system)
    assert plan.bubbles or key in ("too many", "a million")
    assert {b.name for b in plan.bubbles} <= inputs
    slip = where.slip_of(system)
    assert set(slip.written) | set(slip.marked) <= {f.key for f in system.result_fields}
    if key != "too many":
        assert {p.field.key for p in plan.places} == set(slip.written) | set(slip.marked)


@pytest.mark.parametrize("key", GAMES)
def test_a_players_circles_stand_beside_the_players_name(key: str) -> None:
    """The first name of a match is side a, printed above side b."""
    plan = where.layout(GAMES[key])
    halves = (plan.names, (plan.names[1], plan.sign))
    for bubble in plan.bubbles:
        side = {"a": 0, "b": 1}.get(bubble.value)
        if bubble.name[-2:] in ("-1", "-2"):
            side = int(bubble.name[-1]) - 1
        if side is not None:
            low, high = halves[side]
            assert low < bubble.y < high, bubble


def test_the_corners_of_two_slips_are_far_apart() -> None:
    """A scan looks for a corner within half this distance of where it should be."""
    plan = where.layout(registry.find("bushido"))
    ys = sorted({y for _, y in plan.corners})
    assert ys[0] + plan.height - ys[-1] >= 20


@pytest.mark.parametrize("key", TALL)
def test_a_slip_grows_with_what_is_on_it_and_fits_the_page(key: str) -> None:
    plan = where.layout(GAMES[key])
    assert plan.a_page == TALL[key] and plan.a_page * plan.height <= where.PAGE


def test_far_too_many_fields_still_fit_a_page() -> None:
    """Circles are dropped first, from the last field on."""
    plan = where.layout(GAMES["too many"])
    assert plan.a_page == 1 and plan.places


@pytest.mark.parametrize(("high", "most"), [(None, 99), (9, 9), (60, 69), (99, 99), (150, 199), (999, 999)])
def test_every_number_up_to_the_maximum_can_be_marked(high: int | None, most: int) -> None:
    """One circle in each row adds up to it."""
    rows: dict[str, list[int]] = {}
    for bubble in where.layout(game(number("score", high))).bubbles:
        if bubble.name == "score-1":
            rows.setdefault(bubble.part, []).append(int(bubble.value))
    sums = {0}
    for row in rows.values():
        sums = {one + value for one in sums for value in row}
    assert sums == set(range(most + 1))
