"""What the players' clocks decide: the expected end of a round, games still running then, and a clock that runs out."""

from __future__ import annotations

from enum import StrEnum

from muster.game import ClockPlan, Mark, Settings, StageKind
from muster.systems.warmachine.table.control_points import WINNING_LEAD, Pair

MOST_LEFT = 5 * 60
"""WMH-103, WMH-104: the most seconds left on both clocks together for a game to be played out; exactly that much counts
(W-14).
"""


def both_clocks(minutes: int) -> int:
    """WMH-090: the two players' minutes together make the round."""
    return 2 * minutes


def clock(settings: Settings, stage: StageKind, final: bool) -> ClockPlan:
    """The round's clock (WMH-095, W-15): at the expected end, games still running are checked (WMH-103, WMH-104).

    A pause of the round moves the expected end automatically (W-16): the clock counts what was played.
    """
    end = both_clocks(settings.number("minutes"))
    return ClockPlan((Mark(end, "clock_check", "WMH-103", {"left": MOST_LEFT // 60}, late=True),))


class EndCheck(StrEnum):
    PLAY_ON = "play on"
    TIE = "tie"


def at_expected_end(left: Pair, paused: int = 0) -> EndCheck:
    """A game still running at the expected end, by the seconds left on each clock.

    `paused`: seconds for which the organiser stopped the clocks and which the table has not played yet; it plays them
    first and is then checked again (WMH-104, W-16).
    """
    if paused > 0:
        return EndCheck.PLAY_ON
    return EndCheck.PLAY_ON if sum(left) <= MOST_LEFT else EndCheck.TIE


class ClockOut(StrEnum):
    """What happens to the player whose clock ran out."""

    WIN = "win by scenario"
    LOSS = "loss by assassination"
    """The leader is destroyed (WMH-102) and counts as army points destroyed (W-25)."""


def clock_out(*, own_turn: bool, cp: Pair, agreed: bool) -> ClockOut:
    """WMH-101, WMH-102. `cp`: own and other control points if the table were scored now.

    `agreed`: both players, or else the organiser, agree that the table was like this before time ran out (W-23).
    """
    own, other = cp
    if own_turn and agreed and own - other >= WINNING_LEAD:
        return ClockOut.WIN
    return ClockOut.LOSS  # W-24: also in the opponent's turn
