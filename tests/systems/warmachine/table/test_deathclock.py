"""The expected end of a round, and clocks that run out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muster.systems.warmachine.table.deathclock import EndCheck, at_expected_end, clock_out

Load = Callable[[str], dict[str, Any]]


def test_games_still_running_at_the_expected_end(golden: Load) -> None:
    """WMH-103 WMH-104 W-14 W-16: five minutes together play on, a second more is a tie unless the organiser paused."""
    rows = golden("V-WMH-END")["rows"]
    assert [[a, b, paused, at_expected_end((a, b), paused).value] for a, b, paused, _ in rows] == rows


def test_a_pause_is_played_first_and_then_the_check_is_made() -> None:
    """W-16: however much is left, the pause is given back; after it nothing excuses the clocks any more."""
    assert at_expected_end((3000, 3000), paused=1) is EndCheck.PLAY_ON
    assert at_expected_end((3000, 3000), paused=0) is at_expected_end((3000, 3000)) is EndCheck.TIE


def test_clock_out(golden: Load) -> None:
    """WMH-101 WMH-102 W-23 W-24: only an agreed lead of five in the own turn saves the player."""
    rows = golden("V-WMH-CLOCKOUT")["rows"]
    found = [
        [own, cp, agreed, clock_out(own_turn=own, cp=(cp[0], cp[1]), agreed=agreed).value]
        for own, cp, agreed, _ in rows
    ]
    assert found == rows


def test_the_other_players_lead_is_no_help() -> None:
    """WMH-101 WMH-102: it is the player whose clock ran out who must be ahead."""
    assert clock_out(own_turn=True, cp=(2, 7), agreed=True).value == "loss by assassination"
