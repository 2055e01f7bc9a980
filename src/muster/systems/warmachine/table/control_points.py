"""A game at the table: control points turn by turn, and who wins it. Players are 0 (the first player) and 1.

Which elements a player controls is the players' to say; positions of models are not known here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from muster.game import Refusal

FIRST, SECOND = 0, 1
Pair = tuple[int, int]

# A moment of the game is (turn, player): the end of that turn of that player.
KILL_BOX_FROM = (2, FIRST)  # WMH-159; before anything else scores (W-21)
SCORING_FROM = (2, SECOND)  # WMH-192
LAST_TURN = (7, SECOND)  # WMH-195

KILL_BOX_CP = 2  # WMH-159
ELEMENT_CP = 1  # WMH-193: a zone or flag each time, an enemy objective once
WINNING_LEAD = 5  # WMH-196


@dataclass(frozen=True, slots=True)
class Elements:
    """The scenario at the end of a turn.

    `controlled`: the zones and flags each player controls. `destroyed`: enemy objectives that are gone. `kill_box`:
    whether the player whose turn ends has a leader completely within their own Kill Box.
    """

    controlled: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    destroyed: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    kill_box: bool = False


@dataclass(frozen=True, slots=True)
class Play:
    """How far a game has come: turns ended, control points, and objectives already paid for."""

    ended: int = 0
    cp: Pair = (0, 0)
    paid: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    @property
    def moment(self) -> tuple[int, int]:
        """The turn being played, and whose it is."""
        return self.ended // 2 + 1, self.ended % 2

    @property
    def out_of_turns(self) -> bool:
        return self.moment > LAST_TURN

    def scored(self, now: Elements) -> Play:
        """Both players' control points with the current table (W-19), all together (W-20).

        For the end of a turn, for the last scoring after an assassination, which changes no result (WMH-161, W-22), and
        to see what a player whose clock ran out would have (WMH-101).
        """
        active = self.moment[1]
        gains = [0, 0]
        paid = self.paid
        if now.kill_box and self.moment >= KILL_BOX_FROM:
            gains[1 - active] += KILL_BOX_CP
        if self.moment >= SCORING_FROM:
            for player in (FIRST, SECOND):
                elements = now.controlled[player]
                if player != active:
                    elements -= now.controlled[active]  # WMH-198
                objectives = now.destroyed[player] - paid[player]
                gains[player] += ELEMENT_CP * (len(elements) + len(objectives))
            paid = paid[0] | now.destroyed[0], paid[1] | now.destroyed[1]
        return replace(self, cp=(self.cp[0] + gains[0], self.cp[1] + gains[1]), paid=paid)

    def end_turn(self, now: Elements) -> Play:
        if leads_to_win(self.cp) is not None:
            raise Refusal(
                "The game is over: {cp}-{against} on control points is a lead of {winning_lead} or more.",
                clause="WMH-196",
                cp=self.cp[0],
                against=self.cp[1],
                winning_lead=WINNING_LEAD,
            )
        if self.out_of_turns:
            raise Refusal(
                "The game is over: it ends after turn {last_turn} of the second player.",
                clause="WMH-195",
                last_turn=LAST_TURN[0],
            )
        return replace(self.scored(now), ended=self.ended + 1)


def leads_to_win(cp: Pair) -> int | None:
    """WMH-196: who is five control points ahead, and so wins by scenario immediately; None if nobody is."""
    if abs(cp[0] - cp[1]) < WINNING_LEAD:
        return None
    return FIRST if cp[0] > cp[1] else SECOND


class By(StrEnum):
    """What decided a game."""

    SCENARIO = "scenario"
    LEADERS = "TB1 leaders"
    CONTROL_POINTS = "TB2 control points"
    ARMY_POINTS = "TB3 army points"
    PRESENCE = "TB4 presence"
    NOTHING = "tie"


@dataclass(frozen=True, slots=True)
class TableVerdict:
    """`winner` is None for a tie."""

    winner: int | None
    by: By
    clause: str


@dataclass(frozen=True, slots=True)
class FinalTable:
    """What counts when a game ends without a winner, for each player.

    `leaders` left, a leader with several models once (WMH-165); own army points `lost`; `presence`: the cost of those
    in zones and at flags that could control them, contested or not (WMH-173).
    """

    leaders: Pair
    cp: Pair
    lost: Pair
    presence: Pair


def tie_break(final: FinalTable) -> TableVerdict:
    """The four tie-breakers in turn; if level in all of them, it is a tie (W-28)."""
    for (own, other), by, clause in (
        (final.leaders, By.LEADERS, "WMH-165"),
        (final.cp, By.CONTROL_POINTS, "WMH-166"),
        ((-final.lost[0], -final.lost[1]), By.ARMY_POINTS, "WMH-167"),  # Fewer is better.
        (final.presence, By.PRESENCE, "WMH-173"),
    ):
        if own != other:
            return TableVerdict(FIRST if own > other else SECOND, by, clause)
    return TableVerdict(None, By.NOTHING, "W-28")


def after_last_turn(final: FinalTable) -> TableVerdict:
    """WMH-197: more control points mean a scenario victory; if level, the tie-breakers decide (W-27)."""
    verdict = tie_break(final)
    return replace(verdict, by=By.SCENARIO, clause="WMH-197") if verdict.by is By.CONTROL_POINTS else verdict
