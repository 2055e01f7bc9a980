"""Totals of a list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muster.systems.warmachine.lists import check_total, totals


def test_totals(golden: Callable[[str], dict[str, Any]]) -> None:
    """WMH-027 W-45: the size and the leader's points, and up to four under."""
    rows = golden("V-WMH-LIST")["rows"]
    assert [[size, bonus, list(totals(size, bonus))] for size, bonus, _ in rows] == rows


def test_the_books_example() -> None:
    """WMH-027: Kaelyssa with 29 at 75 points has 100 to 104; 99 and 105 are refused."""
    assert [check_total(total, 75, 29) for total in (100, 104)] == [(), ()]
    assert [(finding.clause, finding.text()) for finding in check_total(99, 75, 29)] == [
        ("WMH-027", "List total: 99; a list of 75 points with 29 of its leader should have 100 to 104."),
    ]
    assert [finding.clause for finding in check_total(105, 75, 29)] == ["WMH-027"]
