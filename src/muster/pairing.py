"""Pairing and standings for other programs: players or arrays in, pairs with a certificate and exact tie-breaks out.

This is the engine that Muster pairs with, for programs that keep their own events. Nothing here knows of journals,
games or pages. What is listed here stays: a name is only ever added, and a parameter or a field only with a default.
Loads numpy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational
from typing import Generic, Literal, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from muster.core.kit.lots import Lots
from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.pairing.engine.columns import Ints
from muster.core.pairing.swiss import (
    ColumnRound,
    Id,
    SwissEntry,
    SwissPlayer,
    SwissProof,
    SwissRound,
    pair_columns,
    pair_players,
)
from muster.core.standings.buchholz import MARGIN, buchholz, margin_of_victory, sonneborn_berger
from muster.core.standings.columns import BYE, DRAW, GAME, LOSS, UNPAIRED, WIN, AllRounds, NotedNumbers
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.core.standings.order import place
from muster.core.standings.percentages import (
    GAME_DRAWS,
    GAME_WINS,
    GAMES,
    game_win,
    opponents_game_win,
    opponents_match_win,
)
from muster.core.standings.ranking import rank
from muster.core.standings.tiebreaks import (
    Compute,
    Formula,
    TieBreak,
    extended_strength_of_schedule,
    games_won,
    head_to_head,
    opponents_points,
    strength_of_schedule,
    total,
)

__all__ = [
    "SCORE",
    "ColumnRound",
    "ColumnStandings",
    "Compute",
    "Formula",
    "Objective",
    "PlayedMatch",
    "Points",
    "RankedPlayer",
    "SwissEntry",
    "SwissPlayer",
    "SwissProof",
    "SwissRound",
    "buchholz",
    "extended_strength_of_schedule",
    "game_win",
    "games_won",
    "head_to_head",
    "margin_of_victory",
    "opponents_game_win",
    "opponents_match_win",
    "opponents_points",
    "pair",
    "pair_arrays",
    "sonneborn_berger",
    "standings",
    "standings_of_arrays",
    "strength_of_schedule",
    "total",
]

Objective = Literal["score groups", "gap"]
"""What the best pairing is, after the fewest rematches. “score groups”: as few as possible leave the highest score
group, then the next, and so on. “gap”: the least sum of differences in points, then the smallest widest difference."""

SCORE = "score"
"""The name under which `total` finds a player's own side of the score."""


@dataclass(frozen=True, slots=True)
class PlayedMatch(Generic[Id]):
    """A match and what it was worth; without `b` it is a bye or, without points, a round that `a` sat out.

    `score`: games or goals of a and b, if a tie-break needs them. Whoever has more points won.
    """

    a: Id
    b: Id | None
    points_a: Points
    points_b: Points = 0
    score: tuple[int, int] | None = None
    drawn_games: int = 0


@dataclass(frozen=True, slots=True)
class RankedPlayer(Generic[Id]):
    """A player's place, and everything that `pair` needs. `rank` is shared by players who are level."""

    id: Id
    rank: int
    points: Points
    values: Mapping[str, Points | None]
    opponents: tuple[Id, ...]
    byes: int


@dataclass(frozen=True, slots=True)
class ColumnStandings:
    """`order`: the rows, best first. `rank`: each row's place. `values`: each tie-break, row by row."""

    order: Ints
    rank: Ints
    points: list[Points | None]
    values: Mapping[str, list[Points | None]]


def pair(players: Sequence[SwissEntry[Id]], *, seed: str, objective: Objective = "score groups") -> SwissRound[Id]:
    """Pairs a Swiss round. The same players in the same order with the same seed always get the same pairs.

    Use another seed for each round. Raises ValueError or TypeError, with one sentence, if the players cannot be right.
    """
    neutral = _is_neutral(objective)
    known: dict[Hashable, SwissEntry[Id]] = {player.id: player for player in players}
    if len(known) < len(players):
        again = next(player.id for player in players if known[player.id] is not player)
        raise ValueError(f"{again!r} is in the field twice; ids are unique")
    if not {type(player.points) for player in players} <= {int, Fraction}:
        for player in players:
            _must_be_exact(player.points, player.id)
    for player in players:
        own = player.id
        for other in player.opponents:
            met = known.get(other)
            if met is player:
                raise ValueError(f"{own!r} is among their own opponents")
            if met is not None and own not in met.opponents:
                raise ValueError(f"{own!r} has met {other!r}, but {other!r} has not met {own!r}; name both")
    return pair_players(players, Lots(seed, "pair"), neutral)


def pair_arrays(
    points: ArrayLike,
    opponents: ArrayLike,
    byes: ArrayLike | None = None,
    *,
    seed: str,
    objective: Objective = "score groups",
) -> ColumnRound:
    """The same for rows: whole-number points, `opponents[row, round]` (-1 for none) and each row's byes so far."""
    neutral = _is_neutral(objective)
    own, met = np.asarray(points), _opponents(opponents, np.asarray(points))
    had = None if byes is None else np.asarray(byes)
    if had is not None and had.shape != own.shape:
        raise ValueError(f"one number of byes for each of {len(own)} players, not an array of {had.shape}")
    return pair_columns(own, met, Lots(seed, "pair"), had, neutral)


def standings(
    players: Sequence[Id], rounds: Sequence[Sequence[PlayedMatch[Id]]], tiebreaks: Mapping[str, Compute] | None = None
) -> list[RankedPlayer[Id]]:
    """Everybody by points, then by each tie-break in turn; players who are level share the rank, in the order given.

    A tie-break that is not a formula, such as `head_to_head`, is only applied to players who are still level. Before
    the first round `rounds` is empty.
    """
    numbers = {player: PlayerId(at) for at, player in enumerate(players)}
    if len(numbers) < len(players):
        again = next(player for at, player in enumerate(players) if numbers[player] != at)
        raise ValueError(f"{again!r} is in the field twice; ids are unique")
    lines: dict[PlayerId, list[PlayerRound]] = {number: [] for number in numbers.values()}
    for number, matches in enumerate(rounds, start=1):
        seen: set[Id] = set()
        for match in matches:
            for player, line in _lines(match, number, numbers):
                if player in seen:
                    raise ValueError(f"{player!r} has two matches in round {number}")
                seen.add(player)
                lines[numbers[player]].append(line)
    asked = [
        TieBreak(key=key, name=key, compute=compute, within_tie=not isinstance(compute, Formula))
        for key, compute in (tiebreaks or {}).items()
    ]
    in_order: dict[PlayerId, int] = {number: number for number in lines}
    ranked = rank(Table(lines), list(lines), [], asked, in_order, {}, len(rounds))
    return [
        RankedPlayer(
            players[row.player],
            row.rank or 0,
            row.points,
            row.values,
            tuple(players[line.opponent] for line in row.lines if line.opponent is not None),
            sum(line.kind is LineKind.BYE for line in row.lines),
        )
        for row in ranked.rows
    ]


def standings_of_arrays(
    points: ArrayLike, opponents: ArrayLike, tiebreaks: Mapping[str, Formula] | None = None
) -> ColumnStandings:
    """The same for rows: `points[row, round]`, whole numbers, and `opponents[row, round]`, -1 for none.

    A round without an opponent is a bye if it has points. Tie-breaks that count games need `standings`.
    """
    own = np.asarray(points)
    if own.ndim != 2:
        raise ValueError(f"points[row, round] are needed, not an array of {own.ndim} dimensions")
    met = _opponents(opponents, own)
    if met.shape != own.shape:
        raise ValueError(f"opponents have the shape {met.shape}, points {own.shape}")
    own, met = own.T, met.T
    alone = met < 0
    theirs = np.where(alone, 0, np.take_along_axis(own, np.where(alone, 0, met), axis=1))
    outcome = np.where(own > theirs, WIN, np.where((own == theirs) & ~alone, DRAW, LOSS))
    kind = np.where(alone, np.where(own > 0, BYE, UNPAIRED), GAME)
    field = AllRounds(own, met, kind=kind, outcome=outcome, figures=_no_scores)
    asked = dict(tiebreaks or {})
    for key, formula in asked.items():
        if not isinstance(formula, Formula):
            raise TypeError(f"the tie-break {key!r} is not a formula, and arrays take only formulas; use standings()")
    found = place(field, list(asked.values()))
    values = {key: column.exact() for key, column in zip(asked, found.columns, strict=True)}
    return ColumnStandings(found.order, found.rank, found.points.exact(), values)


def _is_neutral(objective: str) -> bool:
    if objective not in ("score groups", "gap"):
        raise ValueError(f"the objective is 'score groups' or 'gap', not {objective!r}")
    return objective == "gap"


def _must_be_exact(points: object, whose: object) -> None:
    if not isinstance(points, Rational):
        raise TypeError(f"points are whole numbers or fractions.Fraction, not {points!r} ({whose!r})")


def _opponents(opponents: ArrayLike, points: Ints) -> Ints:
    """`opponents[row, round]`, with rows that exist and name each other."""
    met = np.asarray(opponents)
    if met.size == 0:
        return np.empty((len(points), 0), dtype=np.int64)
    if met.dtype.kind not in "iu":
        raise TypeError(f"opponents are row numbers, or -1 for none, not {met.dtype}")
    if met.ndim != 2 or len(met) != len(points):
        raise ValueError(f"one row of opponents for each of {len(points)} players, not an array of {met.shape}")
    if not -1 <= met.min() <= met.max() < len(met):
        raise ValueError(f"an opponent is -1 or a row from 0 to {len(met) - 1}")
    rows = np.arange(len(met))[:, None]
    if (met == rows).any():
        raise ValueError(f"row {int(np.nonzero((met == rows).any(axis=1))[0][0])} is its own opponent")
    back = np.take_along_axis(met, np.where(met < 0, 0, met), axis=0)
    wrong = (met >= 0) & (back != rows)
    if wrong.any():
        row, number = (int(part[0]) for part in np.nonzero(wrong))
        other = int(met[row, number])
        raise ValueError(f"in round {number + 1} row {row} met row {other}, but row {other} did not meet row {row}")
    return met


def _lines(match: PlayedMatch[Id], number: int, numbers: Mapping[Id, PlayerId]) -> Iterator[tuple[Id, PlayerRound]]:
    """What a match means for each of its players."""
    if match.a == match.b:
        raise ValueError(f"{match.a!r} plays against themselves in round {number}")
    sides = [(match.a, match.b, match.points_a, match.points_b, match.score)]
    if match.b is not None:
        turned = None if match.score is None else (match.score[1], match.score[0])
        sides.append((match.b, match.a, match.points_b, match.points_a, turned))
    for player, other, own, theirs, score in sides:
        if player not in numbers:
            raise ValueError(f"{player!r} plays in round {number}, but is not among the players")
        _must_be_exact(own, player)
        _must_be_exact(theirs, other)
        kind = LineKind.GAME if other is not None else LineKind.BYE if own > 0 else LineKind.UNPAIRED
        level = own == theirs and other is not None
        outcome = Outcome.DRAW if level else Outcome.WIN if own > theirs else Outcome.LOSS
        stats: Mapping[str, Points | None] = _Unscored(player, number)
        if score is not None:
            games = sum(score) + match.drawn_games
            stats = {SCORE: score[0], MARGIN: score[0] - score[1], GAME_WINS: score[0], GAMES: games}
            stats[GAME_DRAWS] = match.drawn_games
        elif kind is LineKind.UNPAIRED:
            stats = {}
        opponent = None if other is None else numbers.get(other)
        yield player, PlayerRound(number, kind, own, outcome, Reason("played"), opponent, stats)


class _Unscored(dict[str, Points | None]):
    """The numbers of a match without a score: asking for one is a mistake, not zero."""

    def __init__(self, player: object, number: int) -> None:
        super().__init__()
        self._whose = f"{player!r} in round {number}"

    def get(self, key: str, default: object = None) -> NoReturn:
        raise ValueError(f"a tie-break asks for {key!r}, and the match of {self._whose} has no score")


def _no_scores(key: str) -> NotedNumbers | None:
    raise ValueError(f"a tie-break asks for {key!r}, which arrays do not hold; use standings()")
