"""What the organiser of a Urban War event may set and what is filled in: every number with its clause."""

from __future__ import annotations

from muster.systems.urban_war import SYSTEM
from tests.systems.declared import forms, own_options

OWN = {
    "avoid_repeat_tables": ("X-12", True, None, None, (), False),
    "look_ahead": ("X-26", "off", None, None, ("off", "equals", "always"), False),
    "lists_required": ("UW-65", True, None, None, (), False),
    "lists_due": ("", "", None, None, (), False),
    "publish_lists": ("X-17", False, None, None, (), False),
    "points_limit": ("UW-58", 300, 1, 100000, (), True),
    "minutes": ("UW-60", 80, 1, 600, (), False),
    "warning_minutes": ("U-27", 15, 0, 60, (), False),
    "break_minutes": ("UW-61", 15, 0, 240, (), False),
    "equal_scores": ("U-02", "random", None, None, ("random", "opponents"), False),
    "optimise_first_round": ("U-04", False, None, None, (), False),
    "campaign": ("UW-47", False, None, None, (), False),
    "bye_points": ("U-23", 24, 0, 1000, (), True),
    "bye_tiebreak": ("U-14", "none", None, None, ("none", "average"), True),
}
"""Clause, default, lowest, highest, choices, and whether round 1 fixes it; what differs from the house is also here."""

PLAYER = {
    "faction": ("UW-25", False, False, None, None, None, False),
    "models": ("UW-21", True, False, None, 1, None, False),
    "points": ("UW-58", False, False, None, 0, None, False),
}
RESULT = {
    "lost": ("UW-49", True, True, None, 0, None, False),
    "withdrew": ("UW-50", False, True, False, None, None, False),
    "bonus": ("UW-47", False, True, 0, 0, None, False),
}
LIST = {
    "faction": ("UW-68", False, False, None, None, None, False),
    "models": ("UW-68", False, False, None, 1, 10000, False),
    "points": ("UW-68", False, False, None, 0, 100000, False),
}
"""Clause, required, per side, default, lowest, highest, and whether only staff enter it."""


def test_own_options() -> None:
    """Each default is what the book says."""
    assert own_options(SYSTEM) == OWN


def test_forms() -> None:
    assert forms(SYSTEM) == (PLAYER, RESULT, LIST)
