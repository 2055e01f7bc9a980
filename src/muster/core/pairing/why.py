"""The reasons a pair is given, and the notices of what had to give way (X-13)."""

from __future__ import annotations

from collections.abc import Iterable

from muster.core.kit.model import Points
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Draw, Entrant, Pair, Pool, Rules


def shown(points: Points) -> int | str:
    """Points in a reason's data: a whole number, or a fraction as text; both survive JSON."""
    return int(points) if points == int(points) else str(points)


def forced_rematch(pool: Pool, rules: Rules, a: Entrant, b: Entrant) -> list[Reason]:
    last = pool.last_met(a.id, b.id)
    if not (last and rules.avoid_rematch):
        return []
    # "forced" is only true if a rematch gives way last.
    code = "rematch_forced" if rules.give_way[-1] == "rematch" else "rematch_allowed"
    return [rules.reason(code, like="rematch_forced", player=a.id, player_b=b.id, last_met=last)]


def score_reason(rules: Rules, a: Entrant, b: Entrant, one_group: bool, above: int) -> Reason:
    """Why two players meet in a round drawn by score groups; `above`: how many have at least a's points."""
    if one_group:
        return rules.reason("random")
    if a.points == b.points:
        return rules.reason("same_points", points=shown(a.points))
    return down_reason(rules, a, b, above)


def down_reason(rules: Rules, a: Entrant, b: Entrant, above: int) -> Reason:
    """An odd number cannot be paired within the group; if it is even, this was better for the rest of the field."""
    code = "paired_down" if above % 2 else "paired_down_even"
    return rules.reason(code, like="paired_down", player=a.id, higher=shown(a.points), lower=shown(b.points))


def floated_far(pool: Pool, rules: Rules, a: Entrant, b: Entrant) -> list[Reason]:
    """X-27: why a float passed over these players: met before, or needed elsewhere."""
    between = [e for e in pool.entrants if b.points < e.points < a.points]
    met = [e.id for e in between if rules.avoid_rematch and pool.last_met(a.id, e.id)]
    told = [rules.reason("float_far", player=a.id, higher=shown(a.points), lower=shown(b.points))]
    if met:
        told.append(Reason("float_met", {"player": a.id, "players_met": met}, "X-27"))
    for e in between:
        if e.id not in met:
            data = {"player": e.id, "player_b": a.id, "points": shown(e.points), "round": pool.round}
            told.append(Reason("float_needed", data, "X-27"))
    return told


def relaxed(pool: Pool, rules: Rules, a: Entrant, b: Entrant, far: bool) -> list[Reason]:
    """What gave way for this pair, most important first; `far`: it passes over a whole score group."""
    told = forced_rematch(pool, rules, a, b)
    if far:
        told += floated_far(pool, rules, a, b)
    if rules.limit_downs and a.points != b.points and a.downs:
        told.append(rules.reason("pair_down_again", player=a.id))
    if rules.avoid_circle and a.circle and a.circle == b.circle:
        told.append(rules.reason("same_circle", player=a.id, player_b=b.id, circle=a.circle))
    return told


def draw_of(told: Iterable[tuple[Entrant, Entrant, list[Reason], list[Reason]]]) -> Draw:
    """A draw from (better, other, reasons, notices), in the order given; notices are also shown with their pair."""
    pairs: list[Pair] = []
    notices: list[Reason] = []
    for a, b, reasons, gave_way in told:
        pairs.append(Pair(a.id, b.id, tuple(reasons + gave_way)))
        notices += gave_way
    return Draw(tuple(pairs), notices=tuple(notices))
