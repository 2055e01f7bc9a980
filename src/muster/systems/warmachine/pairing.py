"""Who meets whom, and who has the bye."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from muster.game import Draw, Lots, PlayerId, Pool, Rules, Settings, seeded_fold, within_groups

CLAUSES = {
    "random": "WMH-073",
    "same_points": "WMH-073",
    "paired_down": "WMH-074",
    "pair_down_again": "WMH-075",
    "float_far": "W-07",
    "rematch_forced": "WMH-072",
    "seed_fold": "WMH-139",
    "bye": "WMH-077",
    "bye_had_one": "WMH-078",
    "bye_again": "WMH-078",
    "bye_moved": "X-21",
}

FIRST_ROUND = {"random": "WMH-069"}
FIRST_ROUND_OF_A_FINAL = {"seed_fold": "WMH-137", "bye": "WMH-138"}


def rules(settings: Settings, round_number: int) -> Rules:
    clauses = dict(CLAUSES)
    if round_number == 1:
        clauses.update(FIRST_ROUND_OF_A_FINAL if settings.flag("seeded") else FIRST_ROUND)
    return Rules(clauses=clauses, limit_downs=True, give_way=settings.words("give_way"))


def draw(pool: Pool, settings: Settings, lots: Lots) -> Draw:
    """At random among equal tournament points, or folded by seed in a final."""
    asked = rules(settings, pool.round)
    return seeded_fold(pool, asked) if settings.flag("seeded") else within_groups(pool, asked, lots)


def bye_order(pool: Pool, settings: Settings, lots: Lots) -> Sequence[PlayerId]:
    """WMH-077: at random in round 1, later at random among the lowest, then the next level up (W-09).

    WMH-138: in round 1 of a final, the first seed.
    """
    if settings.flag("seeded") and pool.round == 1:
        return [e.id for e in sorted(pool.entrants, key=lambda e: e.seed)]
    lowest_first = sorted(pool.entrants, key=lambda e: e.points)
    order: list[PlayerId] = []
    for _, level in groupby(lowest_first, key=lambda e: e.points):
        order += lots.shuffled([e.id for e in level])
    return order
