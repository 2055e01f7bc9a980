"""Tables for pairs: in order, without repeats, pinned."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from muster.core.forms.options import read_ranges
from muster.core.kit.model import PlayerId
from muster.core.rules.tables import Seat, allocate, room

GOLDEN: dict[str, Any] = json.loads(
    (Path(__file__).resolve().parents[2] / "golden" / "V-UW-TABLES.json").read_text("utf-8")
)
CLAUSES = {
    "table_in_order": "UW-33",
    "table_fresh": "UW-34",
    "table_fresh_for_one": "UW-35",
    "table_fresh_for_other": "U-08",
    "table_repeat": "U-08",
}


def seats(
    pairs: Sequence[tuple[int, int]],
    *,
    tables: int = 0,
    used: Mapping[int, Sequence[int]] | None = None,
    pinned: Mapping[int, int] | None = None,
    avoid_repeats: bool = True,
) -> list[Seat]:
    return allocate(
        [(PlayerId(a), PlayerId(b)) for a, b in pairs],
        tables=range(1, max(tables, len(pairs)) + 1),
        used={PlayerId(p): frozenset(t) for p, t in (used or {}).items()},
        pinned={PlayerId(p): t for p, t in (pinned or {}).items()},
        avoid_repeats=avoid_repeats,
        clauses=CLAUSES,
    )


def numbers(found: Sequence[Seat]) -> list[int]:
    return [table for table, _ in found]


def cited(found: Sequence[Seat]) -> list[tuple[str, str]]:
    return [(why.code, why.clause) for _, reasons in found for why in reasons]


@pytest.mark.parametrize(("free", "higher", "lower", "table"), GOLDEN["rows"])
def test_vectors(free: list[int], higher: list[int], lower: list[int], table: int) -> None:
    """UW-34 UW-35 U-08 V-UW-TABLES: the table from what is free and what both have used."""
    occupied = [t for t in range(1, 5) if t not in free]
    guests = [(10 * t, 10 * t + 1) for t in occupied]
    found = seats([*guests, (1, 2)], tables=4, used={1: higher, 2: lower}, pinned={10 * t: t for t in occupied})
    assert numbers(found)[-1] == table


def test_round_one_goes_in_the_order_of_pairing() -> None:
    """UW-33 U-29: pair 1 on table 1 and so on, because nobody has sat anywhere."""
    found = seats([(1, 2), (3, 4), (5, 6)])
    assert numbers(found) == [1, 2, 3]
    assert cited(found) == [("table_in_order", "UW-33")] * 3


def test_later_pairs_take_the_lowest_table_new_to_both() -> None:
    """UW-34."""
    found = seats([(1, 2), (3, 4)], tables=4, used={1: [1], 2: [2], 3: [3], 4: [1]})
    assert numbers(found) == [3, 2]
    assert cited(found) == [("table_fresh", "UW-34")] * 2


def test_better_pairs_choose_first() -> None:
    """UW-32: both pairs could have table 1; the better one gets it."""
    assert numbers(seats([(3, 4), (1, 2)], used={1: [2], 2: [2], 3: [2], 4: [2]})) == [1, 2]
    assert numbers(seats([(1, 2), (3, 4)], used={1: [2], 2: [2], 3: [2], 4: [2]})) == [1, 2]


def test_the_higher_scorer_is_served_when_both_cannot_be() -> None:
    """UW-35 U-09: the first card of the pair; turned round, the other one is served."""
    found = seats([(1, 2)], tables=2, used={1: [1], 2: [2]})
    assert (numbers(found), cited(found)) == ([2], [("table_fresh_for_one", "UW-35")])
    assert found[0][1][0].data == {"table": 2, "player": 1}
    assert numbers(seats([(2, 1)], tables=2, used={1: [1], 2: [2]})) == [1]


def test_the_lower_scorer_is_served_when_the_higher_knows_every_table() -> None:
    """U-08: and the reason cites that rule."""
    found = seats([(1, 2)], tables=2, used={1: [1, 2], 2: [1]})
    assert (numbers(found), cited(found)) == ([2], [("table_fresh_for_one", "U-08")])
    assert found[0][1][0].data == {"table": 2, "player": 2}


def test_a_repeat_for_both_is_the_lowest_free_table() -> None:
    """U-08."""
    found = seats([(1, 2)], tables=2, used={1: [1, 2], 2: [1, 2]})
    assert (numbers(found), cited(found)) == ([1], [("table_repeat", "U-08")])


def test_tables_of_round_one_stay_available() -> None:
    """U-10: two pairs are left, and both may go to the tables that became free."""
    assert numbers(seats([(1, 2), (3, 4)], tables=4, used={1: [1], 2: [2], 3: [1], 4: [2]})) == [3, 4]


def test_there_are_never_fewer_tables_than_pairs() -> None:
    """X-12: too low a number of tables does not leave anybody without a seat."""
    assert numbers(seats([(1, 2), (3, 4), (5, 6)], tables=1)) == [1, 2, 3]


def test_in_order_where_repeats_do_not_matter() -> None:
    """X-12: the top pair at table 1 and so on down."""
    found = seats([(1, 2), (3, 4)], used={1: [1], 2: [1], 3: [2], 4: [2]}, avoid_repeats=False)
    assert numbers(found) == [1, 2]
    assert [code for code, _ in cited(found)] == ["table_in_order"] * 2


def test_a_pinned_player_keeps_the_table() -> None:
    """X-12: whoever the opponent is and however often it was used; everybody else avoids it."""
    found = seats([(1, 2), (3, 4), (5, 6)], used={4: [1]}, pinned={4: 1})
    assert numbers(found) == [2, 1, 3]
    assert cited(found)[1] == ("table_pinned", "X-12")
    assert found[1][1][0].data == {"player": 4, "table": 1}


def test_a_pin_may_lie_beyond_the_other_tables() -> None:
    """X-12: a table in another room."""
    assert numbers(seats([(1, 2), (3, 4)], pinned={3: 40})) == [1, 40]


def test_two_pins_on_one_table() -> None:
    """X-12: the better pair keeps it, and the other pair reads why."""
    found = seats([(1, 2), (3, 4)], pinned={2: 2, 3: 2})
    assert numbers(found) == [2, 1]
    assert cited(found) == [("table_pinned", "X-12"), ("table_in_order", "UW-33"), ("table_pin_missed", "X-12")]
    assert found[1][1][1].data == {"player": 3, "table": 2}


def test_two_pins_in_one_pair() -> None:
    """X-12: the higher scorer's table, and a reason about the other pin; two pins on the same table agree."""
    found = seats([(1, 2)], pinned={1: 3, 2: 5})
    assert (numbers(found), cited(found)) == ([3], [("table_pinned", "X-12"), ("table_pin_missed", "X-12")])
    agreed = seats([(1, 2)], pinned={1: 3, 2: 3})
    assert (numbers(agreed), cited(agreed)) == ([3], [("table_pinned", "X-12")])


def test_the_second_players_pin_counts_when_the_first_ones_is_taken() -> None:
    """X-12: one of the two at least keeps the table."""
    found = seats([(1, 2), (3, 4)], pinned={1: 2, 3: 2, 4: 5})
    assert numbers(found) == [2, 5]
    assert cited(found) == [("table_pinned", "X-12"), ("table_pinned", "X-12"), ("table_pin_missed", "X-12")]


def test_no_table_is_given_twice() -> None:
    """X-12 UW-34: whatever was used and pinned."""
    pairs = [(2 * i, 2 * i + 1) for i in range(20)]
    used = {p: [(p * 7 + k * 3) % 20 + 1 for k in range(5)] for p in range(40)}
    found = numbers(seats(pairs, tables=20, used=used, pinned={7: 3, 12: 3, 30: 11}))
    assert sorted(found) == list(range(1, 21))


@pytest.mark.parametrize(
    ("numbers", "closed", "count", "needed", "tables"),
    [
        ([], [], 3, 3, [1, 2, 3]),
        ([], [2], 3, 3, [1, 3, 4]),
        ([11, 12, 21], [], 0, 2, [11, 12, 21]),
        ([11, 12, 21], [12], 0, 3, [11, 21, 22]),
        ([5, 4], [], 9, 2, [5, 4]),
        ([], [1, 2], 2, 2, [3, 4]),
    ],
)
def test_the_room_is_what_is_numbered_and_not_closed(
    numbers: list[int], closed: list[int], count: int, needed: int, tables: list[int]
) -> None:
    """X-12: ranges, a starting number, closed tables; if there are too few, numbers continue after the highest."""
    assert room(numbers, closed, count, needed) == tables


def test_the_top_pair_sits_at_the_featured_table() -> None:
    """X-12: unless it is pinned elsewhere; then the next pair does."""
    pairs = [(PlayerId(1), PlayerId(2)), (PlayerId(3), PlayerId(4))]

    def tables(pinned: dict[PlayerId, int]) -> list[int]:
        seats = allocate(pairs, tables=[1, 2, 7], used={}, pinned=pinned, avoid_repeats=False, clauses={}, featured=7)
        return [table for table, _ in seats]

    assert tables({}) == [7, 1]
    assert tables({PlayerId(2): 2}) == [2, 7]
    assert tables({PlayerId(4): 7}) == [1, 7]


def test_numbers_and_ranges_are_read_or_refused() -> None:
    assert read_ranges("1-3, 7,5-6") == [1, 2, 3, 7, 5, 6]
    assert read_ranges("") == []
    for bad in ("1-", "a", "3-1", "0-4", "1-2-3", "１"):
        assert read_ranges(bad) is None


@pytest.mark.parametrize(
    ("numbers", "closed", "count", "needed", "tables"),
    [
        ([], [], 3, 2, [1, 2, 3]),
        ([], [2], 3, 3, [1, 3, 4]),
        ([], [3], 3, 3, [1, 2, 4]),
        ([5, 7], [9], 0, 3, [5, 7, 8]),
        ([5, 7], [8], 0, 3, [5, 7, 9]),
        ([5], [5], 0, 1, [1]),
        ([], [], 0, 1, [1]),
        ([], [1, 2, 4], 0, 1, [5]),
    ],
)
def test_a_room_with_too_few_tables_goes_on_after_its_highest(
    numbers: list[int], closed: list[int], count: int, needed: int, tables: list[int]
) -> None:
    """X-12: without the closed ones; those that are not in the room do not move its end."""
    assert room(numbers, closed, count, needed) == tables


def test_a_featured_table_is_not_needed_where_everybody_is_pinned() -> None:
    """X-12."""
    found = allocate(
        [(PlayerId(1), PlayerId(2))],
        tables=[1, 2],
        used={},
        pinned={PlayerId(1): 2},
        avoid_repeats=False,
        clauses=CLAUSES,
        featured=1,
    )
    assert numbers(found) == [2]
