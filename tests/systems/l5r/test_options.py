"""What the organiser of a Five Rings event may set and what is filled in: every number with its clause."""

from __future__ import annotations

from muster.systems.l5r import SYSTEM
from tests.systems.declared import forms, own_options

OWN = {
    "structure": ("L5R-130", "basic", None, None, ("basic", "advanced", "custom"), True),
    "tier": ("L5R-134", "relaxed", None, None, ("relaxed", "formal", "premier"), True),
    "table_tracker": ("L-45", "by_tier", None, None, ("by_tier", "yes", "no"), False),
    "unpaired_loss_points": ("L-05", 1, 0, 1, (), True),
    "round_minutes": ("L5R-082", 65, 1, 600, (), True),
    "final_minutes": ("L5R-082", 100, 1, 600, (), True),
    "slip_offset": ("L-13", 5, 0, 120, (), True),
    "stop_offset": ("L-13", 10, 0, 120, (), True),
    "extension_minutes": ("L-18", 5, 0, 120, (), True),
    "lists_required": ("L5R-043", False, None, None, (), False),
    "lists_due": ("", "", None, None, (), False),
    "publish_lists": ("X-17", False, None, None, (), False),
    "legal_products": ("L5R-067", [], None, None, (), False),
    "restricted_cards": ("L-35", [], None, None, (), False),
}
"""Clause, default, lowest, highest, choices, and whether round 1 fixes it; what differs from the house is also here."""

PLAYER = {
    "clan": ("", False, False, None, None, None, False),
}
RESULT = {
    "winner": ("L5R-110", False, False, None, None, None, False),
    "how": ("L5R-119", False, False, None, None, None, False),
    "decided_at": ("L5R-124", False, False, None, 0, None, False),
    "slip_at": ("L5R-116", False, False, None, 0, None, False),
    "extended": ("L-18", True, False, False, None, None, True),
    "waived": ("L-17", True, False, False, None, None, True),
    "result_kind": ("L5R-126", False, False, None, None, None, False),
    "broken": ("L5R-120", False, True, None, 0, 5, False),
    "honor": ("L5R-121", False, True, None, 0, None, False),
    "favor": ("L5R-122", True, True, False, None, None, False),
    "decider": ("L5R-123", False, False, None, None, None, False),
}
LIST: dict[str, object] = {}
"""Clause, required, per side, default, lowest, highest, and whether only staff enter it."""


def test_own_options() -> None:
    """Each default is what the book says."""
    assert own_options(SYSTEM) == OWN


def test_forms() -> None:
    assert forms(SYSTEM) == (PLAYER, RESULT, LIST)
