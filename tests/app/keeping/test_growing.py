"""Sequences that only ever grow: what each has stays its own, whoever goes on from it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.app.keeping.growing import Growing


@given(st.data())
def test_many_lengths_of_one_sequence_are_each_like_a_list(data: st.DataObject) -> None:
    made: list[tuple[Growing[int], list[int]]] = [(Growing([0]), [0])]
    for _ in range(data.draw(st.integers(1, 12))):
        one, like = data.draw(st.sampled_from(made))
        more = data.draw(st.lists(st.integers(), max_size=3))
        made.append((one.plus(more), [*like, *more]))
    for one, like in made:
        assert list(one) == like and len(one) == len(like)
        assert list(reversed(one)) == like[::-1]
        assert one == Growing(like) and one != Growing([*like, 1])
        start, stop, step = (data.draw(st.none() | st.integers(-5, 5)) for _ in range(3))
        assert list(one[start : stop : step or 1]) == like[start : stop : step or 1]
        at = data.draw(st.integers(-len(like), len(like) - 1))
        assert one[at] == like[at]
        with pytest.raises(IndexError):
            one[len(like)]


def test_to_go_on_from_the_longest_copies_nothing() -> None:
    first = Growing(["a"])
    second = first.plus(["b"])
    assert second._items is first._items
    assert first.plus(["c"])._items is not first._items, "the place behind it is taken"
