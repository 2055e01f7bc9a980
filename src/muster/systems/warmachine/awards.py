"""Who wins what: the three places of Masters, the four awards of Champions."""

from __future__ import annotations

from collections.abc import Collection

from muster.game import (
    Award,
    BadInput,
    Event,
    LineKind,
    PlayerId,
    Points,
    Reason,
    Row,
    Settings,
    Standings,
    Status,
    UnknownName,
    chosen_by_people,
    mark,
)

MASTERS = (mark("First place"), mark("Second place"), mark("Third place"))
CHAMPIONS = (mark("First place"),)
PAINTED = "best_painted"
"""The award whose winner people choose."""
NOT_PLAYED = (LineKind.BYE, LineKind.WALKOVER)


def awards(event: Event, settings: Settings, standings: Standings) -> tuple[Award, ...]:
    """WMH-006: Masters and Champions each have their own prizes. A player without a place wins nothing (WMH-060)."""
    rows = standings.ranked()
    if settings.text("kind") == "masters":
        return _places(rows, MASTERS, "WMH-085")
    one_each = settings.flag("one_prize_per_player")
    given = [*_places(rows, CHAMPIONS, "WMH-086")]
    given.append(_best_painted(event, settings, _winners(given) if one_each else set()))
    for title, stat, other, clause in (
        (mark("Most control points"), "cp", "apd", "WMH-088"),
        (mark("Most army points destroyed"), "apd", "cp", "WMH-089"),
    ):
        given += _most(rows, settings, title, stat, other, clause, _winners(given) if one_each else set())
    return tuple(given)


def _winners(given: Collection[Award]) -> set[PlayerId]:
    return {player for award in given for player in award.players}


def _places(rows: list[Row], titles: tuple[str, ...], clause: str) -> tuple[Award, ...]:
    found = []
    for title, row in zip(titles, rows, strict=False):
        shared = sum(other.rank == row.rank for other in rows) > 1
        code, rule = ("final_place_lot", "X-09") if shared else ("final_place", clause)
        found.append(Award(title, row.player, Reason(code, {"place": row.position}, rule)))
    return tuple(found)


def _best_painted(event: Event, settings: Settings, taken: Collection[PlayerId]) -> Award:
    """WMH-087: the organiser's choice, or the players' vote if the organiser prefers."""
    title, given = mark("Best painted"), settings.text("best_painted")
    if not given or PAINTED in event.awards.polls or PAINTED in event.awards.decided:
        chosen = chosen_by_people(event, PAINTED, taken, "WMH-087")
        if chosen.why.code == "award_undecided":
            return Award(title, None, Reason("painted_open", clause="WMH-087"), PAINTED)
        first, others = (chosen.players[0], chosen.players[1:]) if chosen.players else (None, ())
        return Award(title, first, chosen.why, PAINTED, others, tied=chosen.tied)
    try:
        player = event.find(given)
    except (UnknownName, BadInput):
        return Award(title, None, Reason("painted_unknown", {"given": given}, "WMH-087"), PAINTED)
    if player.status is Status.DISQUALIFIED:
        return Award(title, None, Reason("painted_disqualified", {"player": player.id}, "WMH-060"), PAINTED)
    return Award(title, player.id, Reason("painted", clause="WMH-087"), PAINTED)


def _most(
    rows: list[Row], settings: Settings, title: str, stat: str, other: str, clause: str, taken: Collection[PlayerId]
) -> list[Award]:
    """The highest total; ties by tournament points, strength of schedule, the other total, and then the lot."""
    played_only = settings.flag("exclude_byes_from_awards")

    def figure(row: Row, key: str) -> Points:
        counted = (line for line in row.lines if not (played_only and line.kind in NOT_PLAYED))
        return sum((line.stats.get(key) or 0 for line in counted), 0)

    def worth(row: Row) -> tuple[Points, ...]:
        return figure(row, stat), row.points, row.values["sos"] or 0, figure(row, other)

    best_first = sorted(rows, key=worth, reverse=True)  # Ties keep the order of the lots.
    free = [row for row in best_first if row.player not in taken]
    if not free:
        return []
    winner = free[0]
    passed = best_first.index(winner)
    level = sum(figure(row, stat) == figure(winner, stat) for row in free)
    code = f"most_{stat}"
    if passed:
        code, clause = f"{code}_passed", "W-51"
    elif len(free) > 1 and worth(free[1]) == worth(winner):
        code, clause = f"{code}_lot", "X-09"
    elif level > 1:
        code = f"{code}_tied"
    data = {"total": figure(winner, stat), "level": level, "passed": passed}
    return [Award(title, winner.player, Reason(code, data, clause))]
