"""A slip has a place for everything, and nothing lies on anything else."""

from __future__ import annotations

from itertools import combinations

import pytest

from muster.paper import slip_layout as where
from muster.systems import registry

Box = tuple[float, float, float, float]


def boxes(key: str) -> dict[str, Box]:
    """What a scan looks at: circles, corners, the code."""
    plan = where.layout(registry.find(key))
    half = where.BUBBLE / 2
    found = {f"{b.name} {b.value} {b.part}": (b.x - half, b.y - half, b.x + half, b.y + half) for b in plan.bubbles}
    assert len(found) == len(plan.bubbles), "two circles mean the same"
    found |= {f"corner {x} {y}": (x, y, x + where.CORNER, y + where.CORNER) for x, y in where.CORNERS}
    x, y, side = where.CODE
    return {**found, "code": (x, y, x + side, y + side)}


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_circles_corners_and_code_are_apart_and_on_the_slip(key: str) -> None:
    found = boxes(key)
    for (one, a), (other, b) in combinations(found.items(), 2):
        apart = a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]
        assert apart, f"{one} lies on {other}"
    for name, (left, top, right, bottom) in found.items():
        assert left >= 0 and top >= 0 and right <= where.WIDTH and bottom <= where.HEIGHT, name


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_lines_to_write_on_are_wide_enough_and_clear_of_the_circles(key: str) -> None:
    plan = where.layout(registry.find(key))
    lines = [p for p in plan.places if p.line]
    for line in lines:
        assert line.width >= 14, line.field.key
        for bubble in plan.bubbles:
            across = line.x < bubble.x + where.BUBBLE / 2 and bubble.x - where.BUBBLE / 2 < line.x + line.width
            down = line.y < bubble.y and bubble.y < line.y + 9.5
            assert not (across and down), (line.field.key, bubble)


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_circles_fill_in_inputs_that_the_form_has(key: str) -> None:
    system = registry.find(key)
    inputs = {n for f in system.result_fields for n in ((f"{f.key}-1", f"{f.key}-2") if f.per_side else (f.key,))}
    plan = where.layout(system)
    assert plan.bubbles
    assert {b.name for b in plan.bubbles} <= inputs
    slip = where.slip_of(system)
    assert set(slip.written) | set(slip.marked) <= {f.key for f in system.result_fields}
    assert {p.field.key for p in plan.places} == set(slip.written) | set(slip.marked)


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_a_players_circles_stand_beside_the_players_name(key: str) -> None:
    """The first name of a match is side a, printed above side b."""
    halves = ((where.NAME_TOP[0], where.NAME_TOP[1]), (where.NAME_TOP[1], where.SHARED_TOP))
    for bubble in where.layout(registry.find(key)).bubbles:
        side = {"a": 0, "b": 1}.get(bubble.value)
        if bubble.name[-2:] in ("-1", "-2"):
            side = int(bubble.name[-1]) - 1
        if side is not None:
            low, high = halves[side]
            assert low < bubble.y < high, bubble


def test_the_corners_of_two_slips_are_far_apart() -> None:
    """A scan looks for a corner within half this distance of where it should be."""
    ys = sorted({y for _, y in where.CORNERS})
    assert ys[0] + where.HEIGHT - ys[-1] >= 20
