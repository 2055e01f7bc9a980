"""Standings by the letter in fractions.Fraction, player by player: what the arrays must equal bit for bit.

Shares no code with the arrays on purpose, and is kept plain instead of fast.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.standings.lines import LineKind, PlayerRound

Lines = Mapping[PlayerId, Sequence[PlayerRound]]
Value = Callable[[Lines, PlayerId], Points | None]


def points(lines: Lines, player: PlayerId) -> Points:
    return sum((line.points for line in lines[player]), 0)


def opponents(lines: Lines, player: PlayerId) -> list[PlayerId]:
    return [line.opponent for line in lines[player] if line.opponent is not None]


def mean(values: Sequence[Points]) -> Fraction:
    return Fraction(sum(values, Fraction(0))) / len(values) if values else Fraction(0)


def mean_of_opponents(each: Callable[[Lines, PlayerId], Points]) -> Value:
    return lambda lines, player: mean([each(lines, o) for o in opponents(lines, player)])


def games_won(*, count_byes: bool) -> Value:
    free = () if count_byes else (LineKind.BYE, LineKind.WALKOVER)
    return lambda lines, player: sum(line.outcome is Outcome.WIN and line.kind not in free for line in lines[player])


def opponents_points(*, byes_as_average: bool, without: str = "") -> Value:
    def value(lines: Lines, player: PlayerId) -> Points:
        met = [line.opponent for line in lines[player] if line.opponent is not None and not line.stats.get(without)]
        total = Fraction(sum((points(lines, o) for o in met), 0))
        free = sum(line.kind is LineKind.BYE for line in lines[player])
        return total + total * free / len(met) if byes_as_average and met else total

    return value


def points_per_round(lines: Lines, player: PlayerId) -> Fraction:
    return Fraction(points(lines, player)) / len(lines[player]) if lines[player] else Fraction(0)


def schedule(lines: Lines, player: PlayerId) -> Fraction:
    return mean([points_per_round(lines, o) for o in opponents(lines, player)])


extended_schedule = mean_of_opponents(schedule)


def figures(stat: str, lines: Lines, player: PlayerId) -> list[Points]:
    return [figure for line in lines[player] if (figure := line.stats.get(stat)) is not None]


def total(stat: str) -> Value:
    return lambda lines, player: sum(figures(stat, lines, player), 0)


def total_if_any(stat: str) -> Value:
    return lambda lines, player: sum(found, 0) if (found := figures(stat, lines, player)) else None


def count(stat: str) -> Value:
    return lambda lines, player: len(figures(stat, lines, player))


def least(stat: str) -> Value:
    return lambda lines, player: min(figures(stat, lines, player), default=None)


def opponents_match_win(*, win: Points, floor: Fraction) -> Value:
    def share(lines: Lines, player: PlayerId) -> Fraction:
        could = win * len(lines[player])
        return max(floor, Fraction(points(lines, player)) / could) if could else floor

    return mean_of_opponents(share)


def game_win(*, floor: Fraction, drawn: Fraction) -> Callable[[Lines, PlayerId], Fraction]:
    def share(lines: Lines, player: PlayerId) -> Fraction:
        wins, draws, games = (
            sum(figures(stat, lines, player), Fraction(0)) for stat in ("game_wins", "game_draws", "games")
        )
        return max(floor, (wins + drawn * draws) / games) if games else floor

    return share


def opponents_game_win(*, floor: Fraction, drawn: Fraction) -> Value:
    return mean_of_opponents(game_win(floor=floor, drawn=drawn))


def buchholz(*, cut_low: int, cut_high: int) -> Value:
    def value(lines: Lines, player: PlayerId) -> Points:
        each = sorted(0 if line.opponent is None else points(lines, line.opponent) for line in lines[player])
        return sum(each[cut_low : max(cut_low, len(each) - cut_high)], 0)

    return value


def sonneborn_berger(lines: Lines, player: PlayerId) -> Points:
    parts = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
    return sum(
        (parts[line.outcome] * points(lines, line.opponent) for line in lines[player] if line.opponent is not None),
        Fraction(0),
    )


def margin_of_victory(*, base: int) -> Value:
    return lambda lines, player: sum((base + margin for margin in figures("margin", lines, player)), 0)


def head_to_head(lines: Lines, level: Sequence[PlayerId]) -> dict[PlayerId, Points]:
    if any(set(level) - {p} - set(opponents(lines, p)) for p in level):
        return dict.fromkeys(level, 0)
    return {p: sum((line.points for line in lines[p] if line.opponent in level), 0) for p in level}


Key = tuple[int, Points]


def key(value: Points | None, *, low_wins: bool) -> Key:
    """Better first; those without a value last."""
    return (1, 0) if value is None else (0, value if low_wins else -value)


def ranked(
    lines: Lines,
    placed: Sequence[PlayerId],
    values: Sequence[tuple[Value | None, bool]],
    lots: Mapping[PlayerId, int],
) -> list[tuple[PlayerId, int, Points, list[Points | None]]]:
    """Player, place, points and the value of each tie-break (with `low_wins`; None for head-to-head), in order."""
    found: dict[PlayerId, list[Points | None]] = {p: [] for p in placed}
    groups = split(placed, {p: key(points(lines, p), low_wins=False) for p in placed})
    for value, low_wins in values:
        finer = []
        for group in groups:
            if value is not None:
                column: Mapping[PlayerId, Points | None] = {p: value(lines, p) for p in group}
            else:
                column = head_to_head(lines, group) if len(group) > 1 else dict.fromkeys(group)
            for p in group:
                found[p].append(column[p])
            finer += split(group, {p: key(column[p], low_wins=low_wins) for p in group})
        groups = finer
    rows: list[tuple[PlayerId, int, Points, list[Points | None]]] = []
    for group in groups:
        place = len(rows) + 1
        rows += [(p, place, points(lines, p), found[p]) for p in sorted(group, key=lambda p: (lots[p], p))]
    return rows


def split(group: Sequence[PlayerId], keys: Mapping[PlayerId, Key]) -> list[list[PlayerId]]:
    return [list(same) for _, same in groupby(sorted(group, key=keys.__getitem__), key=keys.__getitem__)]
