"""What every pairing policy reads and returns; nothing here knows of journals, games or tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from muster.core.kit.model import PlayerId, Points
from muster.core.kit.reasons import Reason

GIVE_WAY = ("table", "circle", "pair_down", "float", "bye", "rematch")
"""X-13: which wish gives way first when no pairing meets them all; a rematch comes last."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player to be paired. `circle`: club, town or faction, whose members should not meet if possible."""

    id: PlayerId
    points: Points = 0
    byes: int = 0
    downs: int = 0
    ups: int = 0
    circle: str = ""
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Pool:
    """Everybody to be paired in one round, best first.

    `met`: the last round in which two players met, in both directions.
    """

    entrants: tuple[Entrant, ...]
    round: int = 1
    met: Mapping[PlayerId, Mapping[PlayerId, int]] = field(default_factory=dict)

    def last_met(self, a: PlayerId, b: PlayerId) -> int:
        """The round in which these two last met, 0 if never."""
        return self.met.get(a, {}).get(b, 0)

    def without(self, player: PlayerId) -> Pool:
        return Pool(tuple(e for e in self.entrants if e.id != player), self.round, self.met)


@dataclass(frozen=True, slots=True)
class Rules:
    """What a book asks of a pairing; `clauses` maps a reason's code to the rule id behind it."""

    clauses: Mapping[str, str] = field(default_factory=dict)
    avoid_rematch: bool = True
    avoid_circle: bool = False
    limit_downs: bool = False
    give_way: tuple[str, ...] = GIVE_WAY

    def reason(self, code: str, /, like: str = "", **data: object) -> Reason:
        """A reason with its clause; `like`: the code whose clause it shares."""
        return Reason(code, dict(data), self.clauses.get(like or code, ""))


@dataclass(frozen=True, slots=True)
class Pair:
    a: PlayerId
    b: PlayerId
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Bye:
    player: PlayerId
    why: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Draw:
    """A round's pairs, best first, its byes, and what had to give way and for whom."""

    pairs: tuple[Pair, ...]
    byes: tuple[Bye, ...] = ()
    notices: tuple[Reason, ...] = ()
