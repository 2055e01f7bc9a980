"""Thresholds, levels and what they pay, against the guide's figures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muster.systems.urban_war.casualties import BEST, CasualtyLevel, degree_between, level_of, points_for, thresholds

Golden = Callable[[str], dict[str, Any]]


def test_thresholds_of_every_force(golden: Golden) -> None:
    """UW-21 UW-23 V-UW-THRESH: a quarter, half and three quarters, rounded up."""
    rows = golden("V-UW-THRESH")["rows"]
    assert {models: list(thresholds(int(models))) for models in rows} == rows


def test_the_guides_own_examples() -> None:
    """UW-22 UW-23: 12 models need no rounding, 13 do."""
    assert thresholds(12) == (3, 6, 9)
    assert thresholds(13) == (4, 7, 10)


def test_thresholds_of_a_huge_force_are_exact() -> None:
    """UW-23: no floating point anywhere."""
    models = 4 * 10**17 + 1
    assert thresholds(models) == (10**17 + 1, 2 * 10**17 + 1, 3 * 10**17 + 1)


def test_levels(golden: Golden) -> None:
    """UW-49 UW-50 U-20 V-UW-LEVEL: the highest threshold reached, and Severe for who withdrew."""
    rows = golden("V-UW-LEVEL")["rows"]
    found = [[m, lost, withdrew, level_of(m, lost, withdrew=withdrew).title] for m, lost, withdrew, _ in rows]
    assert found == rows


def test_no_losses_are_light_even_for_one_model() -> None:
    """UW-49 U-20: below the first threshold."""
    assert level_of(1, 0) is CasualtyLevel.LIGHT
    assert level_of(2, 2) is CasualtyLevel.SEVERE


def test_result_table(golden: Golden) -> None:
    """UW-46 UW-48 UW-51 UW-52 V-UW-RESULT: all 16 cells, the side with the lighter casualties winning."""
    found = []
    for one in CasualtyLevel:
        for other in CasualtyLevel:
            winner = None if one == other else "A" if one < other else "B"
            title = degree_between(one, other).title
            found.append([one.title, other.title, title, winner, points_for(one, other), points_for(other, one)])
    assert found == golden("V-UW-RESULT")["rows"]


def test_only_a_crushing_victory_leaves_the_loser_without_points() -> None:
    """UW-46: all other results pay both sides."""
    unpaid = [(one, other) for one in CasualtyLevel for other in CasualtyLevel if points_for(one, other) == 0]
    assert unpaid == [(CasualtyLevel.SEVERE, CasualtyLevel.LIGHT)]
    assert BEST.winner == 24
