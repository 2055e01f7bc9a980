"""A Swiss round for programs that keep their own events: light players or arrays in, pairs out, no reasons made.

Random within score groups, as few floats as can be, no rematch that can be avoided, the bye to one of the lowest
among those who had fewest. Loads numpy.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, pairwise
from typing import Generic, Protocol, TypeVar, cast

import numpy as np

from muster.core.kit.lots import Lots
from muster.core.kit.model import Points
from muster.core.pairing.engine.columns import Bools, Columns, Ints, Matrix, Meetings, Objects, Rows, objects
from muster.core.pairing.engine.cover import cover
from muster.core.pairing.engine.gaps import paired_by_gap
from muster.core.pairing.engine.settle import Paired, paired
from muster.core.pairing.pool import Rules

WEIGHED = 256
"""With up to this many players, the neutral objective weighs every possible bye."""

Id = TypeVar("Id", bound=Hashable)
IdOut = TypeVar("IdOut", bound=Hashable, covariant=True)


class SwissEntry(Protocol[IdOut]):
    """What is read from a player. `opponents`: the ids met so far, in order of rounds; meetings are listed on both
    sides.

    Ids that are not in the field are skipped.
    """

    @property
    def id(self) -> IdOut: ...
    @property
    def points(self) -> Points: ...
    @property
    def opponents(self) -> Collection[Hashable]: ...
    @property
    def byes(self) -> int: ...


@dataclass(slots=True)
class SwissPlayer(Generic[Id]):
    """A ready-made SwissEntry."""

    id: Id
    points: Points = 0
    opponents: Collection[Id] = ()
    byes: int = 0


@dataclass(frozen=True, slots=True)
class SwissProof:
    """How good a round is, and how we know.

    A boundary between two scores is crossed at least (players above it mod 2) times, so `bound`, the sum of those gaps,
    is the least total gap of any pairing. `proven`: no pairing is better by the given objective: by the bound if it is
    met, otherwise by exact search.
    """

    rematches: int
    gap: Points
    bound: Points
    proven: bool

    @property
    def met(self) -> bool:
        return self.rematches == 0 and self.gap == self.bound


@dataclass(frozen=True, slots=True)
class SwissRound(Generic[Id]):
    """Pairs with the better placed first, highest scores first."""

    pairs: list[tuple[Id, Id]]
    bye: Id | None
    certificate: SwissProof


@dataclass(frozen=True, slots=True)
class ColumnRound:
    """Which rows of the arrays meet: `first[k]` v `second[k]`; `bye` is also a row."""

    first: Ints
    second: Ints
    bye: int | None
    certificate: SwissProof


def pair_players(players: Sequence[SwissEntry[Id]], lots: Lots, neutral: bool = False) -> SwissRound[Id]:
    """Pairs any number of players; the same players in the same order with the same lots give the same round.

    Best means: fewest rematches, then fewest crossings of the highest boundary between scores, of the next, and so on;
    or, with `neutral`: fewest rematches, then the least total gap in points, then the smallest widest gap, where a bye
    counts as an opponent with the lowest score and a second one as a rematch.
    """
    ids = objects([p.id for p in players])
    levels, codes = _ranked([p.points for p in players])

    def byes(these: Ints) -> Ints:
        return np.array([players[k].byes for k in these.tolist()], dtype=np.int64)

    drawn = _drawn(codes, levels, lambda order: _Entries(players, ids, order), byes, lots, neutral)
    pairs = list(zip(ids[drawn.first].tolist(), ids[drawn.second].tolist(), strict=True))
    return SwissRound(pairs, None if drawn.bye is None else players[drawn.bye].id, drawn.certificate)


class _Entries:
    """Meetings by place; reads only the players it is asked about."""

    def __init__(self, players: Sequence[SwissEntry[Hashable]], ids: Objects, order: Ints) -> None:
        self._players, self._ids, self._order = players, ids, order

    @cached_property
    def _rows(self) -> Rows:
        opponents = objects([p.opponents for p in self._players])
        return Rows(self._ids[self._order], opponents[self._order])

    @property
    def most(self) -> int:
        return self._rows.most

    def between(self, a: Ints, b: Ints) -> Bools:
        left, right = self._order[a], self._order[b]
        if 4 * len(a) < len(self._players):
            return self._asked((self._players[k] for k in left.tolist()), right)
        # Players are in memory in the order they came in, so reading them in that order is faster.
        other = np.full(len(self._players), -1)
        other[left] = right
        rows = np.flatnonzero(other >= 0)
        if len(rows) < len(left):  # Somebody is asked about twice.
            return self._asked((self._players[k] for k in left.tolist()), right)
        found = np.zeros(len(other), dtype=np.bool_)
        found[rows] = self._asked(compress(self._players, (other >= 0).tobytes()), other[rows])
        return found[left]

    def _asked(self, players: Iterable[SwissEntry[Hashable]], others: Ints) -> Bools:
        both = zip(players, self._ids[others].tolist(), strict=True)
        return np.frombuffer(bytes([other in player.opponents for player, other in both]), dtype=np.bool_)

    def of(self, i: int) -> Mapping[int, int]:
        return self._rows.of(i)


def pair_columns(
    points: Ints, opponents: Ints, lots: Lots, byes: Ints | None = None, neutral: bool = False
) -> ColumnRound:
    """Pairs rows of whole-number points; `opponents[k, r]`: the row that row k met in round r + 1, -1 for none.

    See `pair_players` for what is best.
    """
    if points.dtype.kind not in "iu":
        raise TypeError(f"points are whole numbers, not {points.dtype}; scale fractions to a common denominator first")
    if opponents.ndim != 2 or len(opponents) != len(points):
        raise ValueError(f"one row of opponents for each of {len(points)} players, not an array of {opponents.shape}")
    levels, codes = _levels(points)

    def had(these: Ints) -> Ints:
        return np.zeros(len(these), dtype=np.int64) if byes is None else byes[these]

    return _drawn(codes, levels, lambda order: Matrix(opponents, order), had, lots, neutral)


def _ranked(points: Sequence[Points]) -> tuple[Sequence[Points], Ints]:
    """The scores, highest first, and which of them each player has; fractions are compared exactly."""
    try:
        return _levels(np.frombuffer(array("q", cast("Sequence[int]", points)), dtype=np.int64))
    except (TypeError, OverflowError):  # Not all are whole numbers, or one exceeds 64 bits.
        levels = sorted(set(points), reverse=True)
    code = {level: g for g, level in enumerate(levels)}
    return levels, np.fromiter(map(code.__getitem__, points), dtype=np.int64, count=len(points))


def _levels(points: Ints) -> tuple[Sequence[int], Ints]:
    """The scores, highest first, and which of them each row has."""
    if not len(points):
        return [], np.zeros(0, dtype=np.int64)
    top, low = int(points.max()), int(points.min())
    if top - low < 1 << 20:
        down = top - points.astype(np.int64)
        present = np.bincount(down) > 0
        return (top - np.flatnonzero(present)).tolist(), (np.cumsum(present) - 1)[down]
    values, codes = np.unique(points, return_inverse=True)
    return values[::-1].tolist(), len(values) - 1 - codes


def _drawn(
    codes: Ints,
    levels: Sequence[Points],
    meetings: Callable[[Ints], Meetings],
    byes: Callable[[Ints], Ints],
    lots: Lots,
    neutral: bool,
) -> ColumnRound:
    narrow = codes.astype(np.int16) if len(levels) < 1 << 15 else codes
    order = narrow.argsort(kind="stable")
    if len(order) % 2 == 0:
        return _even(codes, levels, order, meetings, None, lots, neutral)
    lowest = order[codes[order] == len(levels) - 1]
    lowest = lowest[byes(lowest) == 0]
    # In a large field, giving one of the lowest the bye meets the bound; in a small one the bye also decides the widest
    # gap.
    if len(lowest) and not (neutral and len(order) <= WEIGHED):
        drawn = _even(codes, levels, order, meetings, lots.choice(lowest.tolist()), lots, neutral)
        if drawn.certificate.met if neutral else drawn.certificate.rematches == 0:
            return drawn
    if neutral:
        return _bye_by_gap(codes, levels, order, _ByeAsOpponent(meetings(order), byes(order) > 0), lots)
    bye = _bye(codes[order], meetings(order), byes(order), lots)
    return _even(codes, levels, order, meetings, int(order[bye]), lots, neutral)


def _even(
    codes: Ints,
    levels: Sequence[Points],
    order: Ints,
    meetings: Callable[[Ints], Meetings],
    bye: int | None,
    lots: Lots,
    neutral: bool,
) -> ColumnRound:
    """The round without the bye; `order`: the rows, highest score first."""
    if bye is not None:
        order = order[order != bye]
        level = codes[bye]
        if level not in codes[order]:
            # Groups are numbered without gaps.
            codes = codes - (codes > level)
            levels = [*levels[:level], *levels[level + 1 :]]
    columns = Columns(codes[order], meetings(order))
    found = paired_by_gap(columns, levels, Rules(), lots) if neutral else paired(columns, Rules(), lots)
    return ColumnRound(order[found.first], order[found.second], bye, _certificate(columns, levels, found))


class _ByeAsOpponent:
    """Meetings of a field in which the bye is an extra opponent in the last place; a second bye is a rematch."""

    def __init__(self, met: Meetings, had: Bools) -> None:
        self._met, self._had, self._bye = met, had, len(had)
        self.most = max(met.most + 1, int(had.sum()))

    def between(self, a: Ints, b: Ints) -> Bools:
        sits_out = (a == self._bye) | (b == self._bye)
        found = np.empty(len(a), dtype=np.bool_)
        found[sits_out] = self._had[np.minimum(a, b)[sits_out]]
        found[~sits_out] = self._met.between(a[~sits_out], b[~sits_out])
        return found

    def of(self, i: int) -> Mapping[int, int]:
        if i == self._bye:
            return dict.fromkeys(np.flatnonzero(self._had).tolist(), 1)
        return {**self._met.of(i), self._bye: 1} if self._had[i] else self._met.of(i)


def _bye_by_gap(codes: Ints, levels: Sequence[Points], order: Ints, met: _ByeAsOpponent, lots: Lots) -> ColumnRound:
    """The neutral round of an odd field; the bye is weighed too, as an opponent with the lowest score."""
    columns = Columns(np.append(codes[order], len(levels) - 1), met)
    found = paired_by_gap(columns, levels, Rules(), lots)
    # The bye is last, so it is always the second of its pair.
    alone = found.second == len(order)
    certificate = _certificate(columns, levels, found)
    bye = int(order[found.first[alone][0]])
    return ColumnRound(order[found.first[~alone]], order[found.second[~alone]], bye, certificate)


def _bye(groups: Ints, met: Meetings, byes: Ints, lots: Lots) -> int:
    """The place that has the bye: fewest byes, then lowest score, then by lot; X-21: moved to avoid a rematch."""
    n, often, level = len(groups), byes.tolist(), groups.tolist()
    places = lots.shuffled(range(n))
    places.sort(key=lambda p: (often[p], -level[p]))
    for place in places:
        if not any(cover([p for p in range(n) if p != place], met, n).total):
            return place
    return places[0]


def _certificate(columns: Columns, levels: Sequence[Points], found: Paired) -> SwissProof:
    a, b = columns.groups[found.first], columns.groups[found.second]
    size = len(levels)
    crossed = np.cumsum(np.bincount(a, minlength=size) - np.bincount(b, minlength=size)).tolist()
    above = np.cumsum(np.bincount(columns.groups, minlength=size)).tolist()
    gaps = [high - low for high, low in pairwise(levels)]
    rematches = 0 if found.clean else int(columns.met.between(found.first, found.second).sum())
    gap = sum(g * c for g, c in zip(gaps, crossed, strict=False))
    return SwissProof(rematches, gap, sum(g * (n % 2) for g, n in zip(gaps, above, strict=False)), found.proven)
