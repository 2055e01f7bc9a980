"""Army points destroyed, by the worked cases and at their limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.kit.errors import BadInput
from muster.systems.warmachine.armies.points import Fate, of_leaders, of_model, of_solos, of_unit

WORKED = {
    "two multi-model solos, 3 models, 4 points each; 4 models lost": of_solos(4, size=3, lost=4),
    "same; 6 models lost": of_solos(4, size=3, lost=6),
    "unit of 10 models, 15 points; 9 lost": of_unit(15, models=10, lost=9),
    "same; 10 lost": of_unit(15, models=10, lost=10),
    "leader destroyed": of_leaders(1),
    "18-point warbeast destroyed, revived, destroyed again": of_model(18, [Fate.DESTROYED, Fate.DESTROYED]),
    "12-point model taken free by theme force, destroyed": of_model(12, [Fate.DESTROYED]),
    "inert warjack worth 14 still on the table": of_model(14, [Fate.INERT]),
}


def test_worked_cases(golden: Callable[[str], dict[str, Any]]) -> None:
    """WMH-167 WMH-168 WMH-169 WMH-170 WMH-171 WMH-172 W-25 W-54: every case of the vector."""
    rows = golden("V-WMH-APD")["rows"]
    assert [{"case": case, "apd": apd} for case, apd in WORKED.items()] == rows


def test_leaders() -> None:
    """WMH-169: each counts as much."""
    assert [of_leaders(destroyed) for destroyed in range(3)] == [0, of_leaders(1), 2 * of_leaders(1)]


def test_only_what_is_gone_counts_and_each_time() -> None:
    """WMH-167 WMH-171 W-55: removed counts as destroyed, wild does not; alive at the end undoes nothing."""
    assert of_model(9, []) == 0
    assert of_model(9, [Fate.WILD]) == 0
    assert of_model(9, [Fate.REMOVED]) == 9
    assert of_model(9, [Fate.INERT, Fate.DESTROYED]) == 9


def test_attachments_go_with_their_unit() -> None:
    """WMH-168: ten models and an attached two count together, once all twelve are gone."""
    assert of_unit(15, models=12, lost=11, attachments=4) == 0
    assert of_unit(15, models=12, lost=12, attachments=4) == 19


def test_a_unit_cannot_lose_more_than_it_has() -> None:
    """WMH-168 WMH-171: a unit that came back is a second entry."""
    with pytest.raises(BadInput, match="“11” should be 0 to 10"):
        of_unit(15, models=10, lost=11)
    with pytest.raises(BadInput, match="“-1” should be 0 to 10"):
        of_unit(15, models=10, lost=-1)
    assert of_unit(15, models=10, lost=0) == 0


def test_casualties_fill_one_solo_first() -> None:
    """WMH-170 W-54: two lost of each of two are four, which is one whole solo."""
    assert [of_solos(4, size=3, lost=lost) for lost in range(7)] == [0, 0, 0, 4, 4, 4, 8]
