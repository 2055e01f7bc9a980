"""What the organiser of a Warmachine event may set and what is filled in: every number with its clause."""

from __future__ import annotations

from muster.systems.warmachine import SYSTEM
from tests.systems.declared import forms, own_options

OWN = {
    "lists_required": ("WMH-026", True, None, None, (), False),
    "lists_due": ("", "", None, None, (), False),
    "publish_lists": ("X-17", False, None, None, (), False),
    "kind": ("WMH-002", "masters", None, None, ("masters", "champions"), True),
    "army_points": ("WMH-076", 75, 1, 1000, (), True),
    "lists": ("WMH-025", "dyad", None, None, ("dyad", "trinity"), True),
    "play_all_lists": ("W-46", False, None, None, (), True),
    "seeded": ("WMH-137", False, None, None, (), True),
    "stop_on_sole_leader": ("W-01", True, None, None, (), False),
    "extra_rounds": ("W-02", 0, 0, 20, (), False),
    "bye_sos": ("W-10", "none", None, None, ("none", "average"), True),
    "concession_base": ("W-11", "list_total", None, None, ("list_total", "event_size"), True),
    "minutes": ("W-18", 60, 1, 600, (), False),
    "exclude_byes_from_awards": ("W-50", False, None, None, (), False),
    "one_prize_per_player": ("W-51", False, None, None, (), False),
    "best_painted": ("WMH-087", "", None, None, (), False),
}
"""Clause, default, lowest, highest, choices, and whether round 1 fixes it; what differs from the house is here too."""

PLAYER = {
    "faction": ("", False, False, None, None, None, False),
    "qp": ("WMH-137", False, False, None, 0, None, False),
    "qp_firsts": ("W-40", False, False, None, 0, None, False),
    "qp_seconds": ("W-40", False, False, None, 0, None, False),
    "list_points": ("W-11", False, False, None, 0, None, False),
}
RESULT = {
    "winner": ("WMH-081", True, False, None, None, None, False),
    "how": ("WMH-081", False, False, None, None, None, False),
    "cp": ("WMH-071", True, True, None, 0, None, False),
    "apd": ("WMH-163", True, True, None, 0, None, False),
    "list_points": ("W-11", False, True, None, 0, None, False),
    "list": ("WMH-081", False, True, None, None, None, False),
}
LIST = {
    "faction": ("WMH-030", False, False, None, None, None, False),
    "theme": ("WMH-033", False, False, None, None, None, False),
    "leader": ("WMH-030", False, False, None, None, None, False),
    "bonus": ("WMH-027", False, False, None, 0, 100, False),
}
"""Clause, required, for each side, default, lowest, highest, and whether only staff enters it."""


def test_own_options() -> None:
    """Each is by default what the book says."""
    assert own_options(SYSTEM) == OWN


def test_forms() -> None:
    assert forms(SYSTEM) == (PLAYER, RESULT, LIST)
