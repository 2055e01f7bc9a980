"""Columns of a field: the same meetings from rows of ids and from a matrix, and parts of them."""

from __future__ import annotations

import numpy as np
import pytest

from muster.core.kit.model import PlayerId
from muster.core.pairing.engine.columns import Columns, Matrix, NoMeetings, Rows, objects, of_pool
from muster.core.pairing.pool import Entrant, Pool, Rules
from tests.core.pairing.brute import met_of

IDS = ["d", "a", "c", "b"]
ROWS: list[object] = [["a", "gone", "b"], ["d"], {}, {"d": 3}]


def test_rows_and_matrix_agree() -> None:
    """Places 0 to 3 hold d, a, c, b; d met a in round 1 and b in round 3; the matrix lists a, b, c, d."""
    rows = Rows(objects(IDS), objects(ROWS))
    matrix = Matrix(np.array([[3, -1, -1], [-1, -1, 3], [-1, -1, -1], [0, -1, 1]]), np.array([3, 0, 2, 1]))
    a, b = np.array([0, 0, 0, 1]), np.array([1, 2, 3, 3])
    for met in (rows, matrix):
        assert met.between(a, b).tolist() == [True, False, True, False]
        assert [met.of(i) for i in range(4)] == [{1: 1, 3: 3}, {0: 1}, {}, {0: 3}]
        assert met.most == 3


def test_a_set_has_no_order() -> None:
    assert Rows(objects(["x", "y", "z"]), objects([{"y", "z"}, {"x"}, {"x"}])).of(0) == {1: 1, 2: 1}


@pytest.mark.parametrize("row", [["gone", "y"], {"gone": 1, "y": 2}, {"gone", "y"}])
def test_ids_that_are_not_in_the_field_are_skipped(row: object) -> None:
    met = Rows(objects(["x", "y"]), objects([row, []]))
    assert list(met.of(0)) == [1] and met.of(1) == {} and met.most == 2
    assert Rows(objects([]), objects([])).most == 0


def test_a_row_outside_the_field_was_met_by_nobody_in_it() -> None:
    """Row 0 has the bye: place 0 is row 1."""
    met = Matrix(np.array([[1], [0], [-1]]), np.array([1, 2]))
    assert met.of(0) == {}


def test_of_pool_keeps_what_the_rules_ask_for() -> None:
    who = (
        Entrant(PlayerId(7), 2, downs=1, circle="x"),
        Entrant(PlayerId(5), 2, ups=2),
        Entrant(PlayerId(9), 1, circle="x"),
    )
    pool = Pool(who, 4, {**met_of((7, 9, 2)), PlayerId(5): {PlayerId(7): 0}})
    columns = of_pool(pool, Rules(avoid_circle=True, limit_downs=True))
    assert columns.groups.tolist() == [0, 0, 1]
    assert columns.starts.tolist() == [0, 2, 3]
    assert [columns.met.of(i) for i in range(3)] == [{2: 2}, {}, {0: 2}]
    assert columns.downs is not None and columns.downs.tolist() == [1, 0, 0]
    assert columns.ups is not None and columns.ups.tolist() == [0, 2, 0]
    assert columns.circles is not None and columns.circles.tolist() == [1, 0, 1]
    plain = of_pool(pool, Rules(avoid_rematch=False))
    assert isinstance(plain.met, NoMeetings)
    assert plain.downs is plain.ups is plain.circles is None


def test_a_part_is_numbered_anew() -> None:
    rows = Rows(objects(IDS), objects(ROWS))
    columns = Columns(np.array([0, 1, 1, 2]), rows, 3, circles=np.array([1, 0, 2, 1]))
    part = columns.part(np.array([0, 2, 3]))
    assert part.groups.tolist() == [0, 1, 2]
    assert part.met.of(0) == {2: 3}
    assert part.met.between(np.array([0, 0]), np.array([1, 2])).tolist() == [False, True]
    assert part.circles is not None and part.circles.tolist() == [1, 2, 1]


def test_nobody_at_all() -> None:
    columns = Columns(np.zeros(0, dtype=np.int64), NoMeetings())
    assert (columns.starts.tolist(), columns.latest, columns.met.most) == ([0], 0, 0)
