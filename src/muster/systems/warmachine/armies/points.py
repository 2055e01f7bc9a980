"""Army points destroyed (the 3rd tie-breaker, reported of every game: WMH-163). Costs are those of the cards (WMH-172).

A created, discounted or free model counts at its card's cost; a model without a cost is not entered (WMH-167).
"""

from __future__ import annotations

from muster.game import BadInput

LEADER = 10
"""WMH-169."""


def of_leaders(destroyed: int) -> int:
    return LEADER * destroyed


def of_unit(cost: int, models: int, lost: int, attachments: int = 0) -> int:
    """WMH-168: nothing until every model is gone, then the unit and its attachments.

    `models` and `lost` include attached models. A unit destroyed, brought back and destroyed again is entered twice
    (WMH-171).
    """
    if not 0 <= lost <= models:
        raise BadInput(
            "Models lost: “{lost}” should be 0 to {models}, the models of the unit.",
            clause="WMH-168",
            lost=lost,
            models=models,
        )
    return cost + attachments if lost == models else 0


def of_solos(cost: int, size: int, lost: int) -> int:
    """All solos of one kind with `size` models each: casualties fill one solo before the next (WMH-170, W-54)."""
    return lost // size * cost
