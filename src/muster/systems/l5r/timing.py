"""The marks of a round's clock, and what a game decided or a slip handed in late does to the result."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from muster.game import Settings


@dataclass(frozen=True, slots=True)
class RoundMinutes:
    """Minutes of the round: time is called, last call for slips, all play stops."""

    end: int
    slips: int
    stop: int


def marks(settings: Settings, *, final: bool = False, extended: bool = False) -> RoundMinutes:
    """L5R-082, L-13: the length of the round and the offsets from it; L-18: an extension moves all three."""
    end = settings.number("final_minutes" if final else "round_minutes")
    if extended:
        end += settings.number("extension_minutes")
    return RoundMinutes(end, end + settings.number("slip_offset"), end + settings.number("stop_offset"))


class Lateness(StrEnum):
    """Why a result is modified, if it is. UNTOLD: somebody entered a modified loss without a minute."""

    IN_TIME = "in_time"
    SLIP = "slip"
    JUDGED = "judged"
    STOP = "stop"
    UNTOLD = "untold"


def lateness(
    at: RoundMinutes, *, judged: bool, decided_at: int | None, slip_at: int | None, waived: bool = False
) -> Lateness:
    """A minute that nobody noted counts as in time. `waived`: the organiser forgives a late slip (L-17)."""
    decided = decided_at or 0
    if judged and decided >= at.stop:
        return Lateness.STOP  # L5R-118, L5R-124, L-15
    if judged and decided > at.slips:
        return Lateness.JUDGED  # L5R-124
    # L5R-116, L-37: the slip counts, however the game ended; it cannot be earlier than the decision.
    if max(decided, slip_at or 0) > at.slips and not waived:
        return Lateness.SLIP
    return Lateness.IN_TIME
