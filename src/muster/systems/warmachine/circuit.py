"""The Iron Gauntlet as a circuit like any other: which events qualify, what a place earns, who enters the final."""

from __future__ import annotations

from typing import Any

from muster.game import mark
from muster.systems.warmachine.options import ARMY_POINTS

QPS = [10, 7, 4]
"""WMH-133: first, second and third place. The final earns the same for the next season (WMH-140, W-41)."""

ENOUGH = 10
"""WMH-135, W-42: this many or more qualify."""

REPORT_WITHIN = 14
"""WMH-131, W-44: days from the event's last day, inclusive."""

PLAYERS = 32
"""WMH-008, WMH-010, WMH-012: participants of a sanctioned event, or different players over its qualifiers."""

ATTENDEES = 100
"""WMH-008: people at the convention of a sanctioned Masters event."""

IRON_GAUNTLET: dict[str, Any] = {
    "name": "Iron Gauntlet",
    "game": "warmachine",
    "points_name": mark("qualifying points"),
    "points": {"chart": QPS, "clause": "WMH-133", "nothing_clause": "WMH-132"},
    "tier": [
        {
            "name": "Masters",
            "players": PLAYERS,
            "attendees": ATTENDEES,
            "if_not": "warning",  # The publisher sanctions it before anybody can count (WMH-007).
            "qualifiers": PLAYERS,
            "qualifiers_clause": "WMH-010",
            "place_clause": "WMH-009",
            "note": mark("Medal set: USD 39.99, ordered by e-mail."),  # WMH-011
            "clause": "WMH-008",
            "options": {"kind": "masters", "army_points": ARMY_POINTS},
        },
        {
            "name": "Champions",
            "players": PLAYERS,
            "if_not": "warning",
            "qualifiers_clause": "WMH-012",
            "note": mark("Medal set: USD 49.99, ordered by e-mail."),
            "clause": "WMH-012",
            "options": {"kind": "champions", "army_points": ARMY_POINTS},
        },
    ],
    "requirement": [
        {
            "key": "sanctioned",
            "title": mark("Sanctioned by the publisher"),
            "when": "before",
            "clause": "WMH-007",
        },
        {"key": "requested", "title": mark("Qualifier status requested"), "clause": "WMH-131"},
        {
            "key": "reported",
            "title": mark("Top three and standings reported"),
            "when": "after",
            "days": REPORT_WITHIN,
            "clause": "WMH-131",
        },
        {
            "key": "medals",
            "title": mark("Medals ordered"),
            "needed": False,
            "only_after": "sanctioned",
            "clause": "WMH-011",
        },
    ],
    "table": {"ties": 2, "clause": "W-40"},
    "qualify": {"points": ENOUGH, "clause": "WMH-135"},
    "final": {"options": {"seeded": True}, "clause": "WMH-136", "carry_clause": "WMH-140"},
}
"""WMH-130 to WMH-140. All three of sanctioning, request and report are needed (WMH-131), or nobody earns anything
(WMH-132); nobody who has enough is left out (WMH-135)."""
