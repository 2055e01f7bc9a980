"""A player of an event, as the fold builds them: who they are, when they came and left, which rounds they missed."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from enum import StrEnum

from muster.core.kit.model import PlayerId, Raw


class Status(StrEnum):
    ACTIVE = "active"
    DROPPED = "dropped"
    RETIRED = "retired"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Move:
    """A player leaves or, as `ACTIVE`, comes back. `by_result`: because of their result in that round."""

    status: Status
    round: int
    stage: int
    place: int
    """Its position among all the event's moves; a move by a result has the position of that match's first result."""
    why: str = ""
    by_result: bool = False


@dataclass(slots=True)
class Player:
    """Status and `missed` follow from moves, results and rounds: `presence` works them out."""

    id: PlayerId
    name: str
    lot: int
    values: dict[str, Raw] = field(default_factory=dict)
    stand_in: bool = False
    checked_in: bool = False
    status: Status = Status.ACTIVE
    left_after: int = 0
    left_stage: int = 0
    why_left: str = ""
    missed: AbstractSet[int] = frozenset()
    """Rounds that count as unpaired losses."""
    moves: tuple[Move, ...] = ()
    late: AbstractSet[int] = frozenset()
    """Rounds that were over or being played when the player came."""
    excused: AbstractSet[int] = frozenset()
    no_shows: AbstractSet[int] = frozenset()
    """Swiss rounds whose result says that the player did not appear."""
    away: AbstractSet[int] = frozenset()
    """Swiss rounds published without the player, who had left."""
    former: tuple[tuple[int, dict[str, Raw]], ...] = ()
    """Values that were valid up to a round, oldest first: games scored with them keep their scores (U-26)."""

    def at(self, round_: int) -> Player:
        """The player as they were in a round."""
        values = self.values_at(round_)
        return self if values is self.values else replace(self, values=values)

    def values_at(self, round_: int) -> dict[str, Raw]:
        if not self.former:
            return self.values
        return next((values for through, values in self.former if round_ <= through), self.values)

    @property
    def active(self) -> bool:
        return self.status is Status.ACTIVE
