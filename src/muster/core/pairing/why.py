"""The reasons a pair is given, and the notices of what had to give way (X-13)."""

from __future__ import annotations

from collections.abc import Iterable

from muster.core.kit.model import Points
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Draw, Entrant, Pair, Pool, Rules


def shown(points: Points) -> int | str:
    """Points in a reason's data: whole, or as a fraction's text; both survive JSON."""
    return int(points) if points == int(points) else str(points)


def forced_rematch(pool: Pool, rules: Rules, a: Entrant, b: Entrant) -> list[Reason]:
    last = pool.last_met(a.id, b.id)
    if not (last and rules.avoid_rematch):
        return []
    return [rules.reason("rematch_forced", player=a.id, player_b=b.id, last_met=last)]


def shared_circle(rules: Rules, a: Entrant, b: Entrant) -> Reason:
    return rules.reason("same_circle", player=a.id, player_b=b.id, circle=a.circle)


def score_reason(rules: Rules, a: Entrant, b: Entrant, one_group: bool) -> Reason:
    """Why two meet in a round drawn by score groups."""
    if one_group:
        return rules.reason("random")
    if a.points == b.points:
        return rules.reason("same_points", points=shown(a.points))
    return rules.reason("paired_down", player=a.id, higher=shown(a.points), lower=shown(b.points))


def relaxed(pool: Pool, rules: Rules, a: Entrant, b: Entrant, far: bool) -> list[Reason]:
    """What gave way for this pair, most precious first; `far`: it passes over a whole score group."""
    told = forced_rematch(pool, rules, a, b)
    if far:
        told.append(rules.reason("float_far", player=a.id, higher=shown(a.points), lower=shown(b.points)))
    if rules.limit_downs and a.points != b.points and a.downs:
        told.append(rules.reason("pair_down_again", player=a.id))
    if rules.avoid_circle and a.circle and a.circle == b.circle:
        told.append(shared_circle(rules, a, b))
    return told


def draw_of(told: Iterable[tuple[Entrant, Entrant, list[Reason], list[Reason]]]) -> Draw:
    """A draw from (better, other, reasons, notices), in the order given; notices also stand on their pair."""
    pairs: list[Pair] = []
    notices: list[Reason] = []
    for a, b, reasons, gave_way in told:
        pairs.append(Pair(a.id, b.id, tuple(reasons + gave_way)))
        notices += gave_way
    return Draw(tuple(pairs), notices=tuple(notices))
