"""What the organiser of a Bushido event may set and what is filled in: every number with its clause."""

from __future__ import annotations

from muster.systems.bushido import SYSTEM
from tests.systems.declared import forms, own_options

OWN = {
    "look_ahead": ("X-26", "off", None, None, ("off", "equals", "always"), False),
    "lists_required": ("BSG-02", False, None, None, (), False),
    "lists_due": ("", "", None, None, (), False),
    "publish_lists": ("X-17", False, None, None, (), False),
    "rice": ("BUS-03", 100, 1, None, (), False),
    "round_minutes": ("BUS-10", None, 1, None, (), False),
    "hard_stop_minutes": ("B-16", 0, 0, 240, (), False),
    "declaration_seconds": ("B-22", 120, 10, 600, (), False),
    "play_on_for_sp": ("B-20", False, None, None, (), False),
    "tiebreakers": (
        "BUS-38",
        ["games_won", "sos", "sp", "vim_turn"],
        None,
        None,
        ("games_won", "sos", "sp", "vim_turn", "head_to_head"),
        True,
    ),
    "vim_rule": ("B-09", "min", None, None, ("min", "sum"), True),
    "pairing_ties": ("B-02", "tiebreakers", None, None, ("tiebreakers", "draw"), False),
    "avoid_rematch": ("B-01", True, None, None, (), False),
    "max_byes": ("B-06", 1, 1, 9, (), False),
    "club_in_later_rounds": ("B-28", False, None, None, (), False),
    "bye_is_win": ("B-03", True, None, None, (), True),
    "bye_sos": ("B-04", "none", None, None, ("none", "average"), True),
    "bye_sp": ("B-05", 0, 0, None, (), True),
    "stand_in_sos": ("B-08", "own", None, None, ("own", "none"), True),
    "concession_score": ("B-12", "3-0", None, None, ("3-0", "2-0", "2-1", "1-0"), True),
    "advanced_scenarios": ("BUS-48", False, None, None, (), False),
    "grand_masters": ("BUS-02", False, None, None, (), False),
}
"""Clause, default, lowest, highest, choices, and whether round 1 fixes it; what differs from the house is also here."""

PLAYER = {
    "club": ("BUS-13", False, False, None, None, None, False),
    "faction": ("", False, False, None, None, None, False),
    "rice": ("BUS-03", False, False, None, 0, None, False),
}
RESULT = {
    "vp": ("BUS-32", True, True, None, 0, 3, False),
    "sp": ("BUS-37", False, True, None, 0, None, False),
    "vim": ("BUS-37", False, True, None, 1, None, False),
}
LIST = {
    "faction": ("BSG-02", False, False, None, None, None, False),
    "rice": ("BUS-05", False, False, None, 0, 100000, False),
    "models": ("BSG-02", False, False, None, 1, 1000, False),
}
"""Clause, required, per side, default, lowest, highest, and whether only staff enter it."""


def test_own_options() -> None:
    """Each default is what the book says."""
    assert own_options(SYSTEM) == OWN


def test_forms() -> None:
    assert forms(SYSTEM) == (PLAYER, RESULT, LIST)
