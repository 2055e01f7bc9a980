"""Army points destroyed, by the worked cases and at their limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.kit.errors import BadInput
from muster.systems.warmachine.armies.points import of_leaders, of_solos, of_unit
from muster.systems.warmachine.table.army import PlayersArmy, Troop


def lost(troop: Troop, times: int = 1) -> int:
    """What one model counts after it was destroyed this often, and came back in between."""
    army = PlayersArmy((troop,))
    for time in range(times):
        army = (army.returned(0) if time else army).casualty(0, 1)
    return army.points_lost()


WORKED = {
    "two multi-model solos, 3 models, 4 points each; 4 models lost": of_solos(4, size=3, lost=4),
    "same; 6 models lost": of_solos(4, size=3, lost=6),
    "unit of 10 models, 15 points; 9 lost": of_unit(15, models=10, lost=9),
    "same; 10 lost": of_unit(15, models=10, lost=10),
    "leader destroyed": of_leaders(1),
    "18-point warbeast destroyed, revived, destroyed again": lost(Troop("Scythean", 18), times=2),
    "12-point model taken free by theme force, destroyed": lost(Troop("Reckoner", 12)),
    "inert warjack worth 14 still on the table": lost(Troop("Juggernaut", 14, still=True), times=0),
}


def test_worked_cases(golden: Callable[[str], dict[str, Any]]) -> None:
    """WMH-167 WMH-168 WMH-169 WMH-170 WMH-171 WMH-172 W-25 W-54: every case of the vector."""
    rows = golden("V-WMH-APD")["rows"]
    assert [{"case": case, "apd": apd} for case, apd in WORKED.items()] == rows


def test_leaders() -> None:
    """WMH-169: each counts as much."""
    assert [of_leaders(destroyed) for destroyed in range(3)] == [0, of_leaders(1), 2 * of_leaders(1)]


def test_only_what_is_gone_counts_and_each_time() -> None:
    """WMH-167 WMH-171 W-55: a wild or inert model only counts once it is destroyed; coming back undoes nothing."""
    assert lost(Troop("Mulg", 9), times=0) == lost(Troop("Mulg", 9, still=True), times=0) == 0
    assert lost(Troop("Mulg", 9, still=True)) == 9
    assert PlayersArmy((Troop("Mulg", 9),)).casualty(0, 1).returned(0).points_lost() == 9


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
