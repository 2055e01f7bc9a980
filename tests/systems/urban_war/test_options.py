"""What the organiser of a Urban War event may set and what is filled in: every number with its clause."""

from __future__ import annotations

from muster.core.book import house
from muster.systems.urban_war import SYSTEM

HOUSE = house.house_options(own_length=True)

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
"""Clause, default, lowest, highest, choices, and whether round 1 fixes it; what differs from the house is here too."""

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
"""Clause, required, for each side, default, lowest, highest, and whether only staff enters it."""


def test_own_options() -> None:
    """Each has one place, and is by default what the book says."""
    options = {option.key: option for option in SYSTEM.options}
    assert len(options) == len(SYSTEM.options), "an option that is there twice"
    own = [option for option in SYSTEM.options if option not in HOUSE]
    assert {o.key: (o.clause, o.default, o.low, o.high, o.choices, o.lock) for o in own} == OWN


def test_forms() -> None:
    """What is asked of a player, of a result, and beside a list."""
    assert SYSTEM.lists is not None
    for fields, expected in (
        (SYSTEM.player_fields, PLAYER),
        (SYSTEM.result_fields, RESULT),
        (SYSTEM.lists.fields, LIST),
    ):
        found = {f.key: (f.clause, f.required, f.per_side, f.default, f.low, f.high, f.staff_only) for f in fields}
        assert found == expected
