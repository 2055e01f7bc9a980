"""The Iron Gauntlet season: which events qualify, what a place earns, who enters the final and with which seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from muster.game import PlayerId

QPS = (10, 7, 4)
"""WMH-133: first, second and third place. The final earns as many for the next season (WMH-140, W-41)."""

ENOUGH = 10
"""WMH-135, W-42: as many or more qualify."""

REPORT_WITHIN = timedelta(days=14)
"""WMH-131, W-44: from the last day of the event, the last of these days included."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """What was done to make an event a qualifier."""

    sanctioned: bool
    requested: bool
    ended: date
    reported: date | None
    """When the top three and their standings were reported."""

    @property
    def counts(self) -> bool:
        """WMH-131, WMH-132: one step missed, and the event earns nobody anything."""
        if not (self.sanctioned and self.requested) or self.reported is None:
            return False
        return timedelta(0) <= self.reported - self.ended <= REPORT_WITHIN


def qps(places: Iterable[int]) -> int:
    """Qualifying points for these places (1 is the first) in events that count."""
    return sum(QPS[place - 1] for place in places if 1 <= place <= len(QPS))


def qualifies(points: int) -> bool:
    return points >= ENOUGH


def earned(order: Sequence[PlayerId]) -> dict[PlayerId, int]:
    """What an event earns its players, given in final order; who is disqualified is not in it (W-43)."""
    return dict(zip(order, QPS, strict=False))


def seeding(places: Mapping[PlayerId, Sequence[int]], lots: Mapping[PlayerId, int]) -> list[PlayerId]:
    """Those who qualify, best seed first: total (WMH-137), then first places, second places and the lot (W-40)."""

    def standing(player: PlayerId) -> tuple[int, int, int, int]:
        own = places[player]
        return -qps(own), -own.count(1), -own.count(2), lots[player]

    return sorted((p for p, own in places.items() if qualifies(qps(own))), key=standing)
