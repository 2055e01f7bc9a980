"""The record of a field as arrays, and the exact columns that tie-breaks are made of. No tie-break is here.

Arrays are rounds first: `points[round, player]`, so that a round is one contiguous row. A column holds whole numbers
over one known denominator: int64 as long as a bound shows that nothing can overflow, Python integers from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from muster.core.kit.model import Points

Ints = NDArray[Any]
"""Whole numbers: any integer dtype, or `object` holding Python integers."""

NOTHING, GAME, BYE, WALKOVER, UNPAIRED = range(5)
"""What a round was to a player (`kind`). NOTHING: not entered yet, or gone."""

LOSS, DRAW, WIN = range(3)
"""How it ended (`outcome`), as halves of a win."""

LIMIT = 2**62
"""Numbers below this are safe in int64, and so is the sum or difference of any two."""

WORD = 40
"""How many bits each part of a large number has: a million parts still add up within LIMIT."""

BLOCK = 8192
"""How many players' opponents are looked up together: a few rounds of this many fit the processor's cache."""


@dataclass(frozen=True, slots=True)
class NumberColumn:
    """One exact number per player, `values / unit`; no number if `none`. `peak` bounds the size of the values."""

    values: Ints
    peak: int
    unit: int = 1
    none: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, numbers: Sequence[Points | None]) -> NumberColumn:
        if set(map(type, numbers)) == {int}:
            peak = max(max(numbers), -min(numbers))  # type: ignore[type-var,operator]  # all int, as just seen
            return cls(_array(numbers, peak), peak)  # type: ignore[arg-type]  # all int
        unit = lcm(*{n.denominator for n in numbers if n is not None})
        values = [0 if n is None else n.numerator * (unit // n.denominator) for n in numbers]
        peak = max(map(abs, values), default=0)
        none = np.array([n is None for n in numbers], dtype=bool) if None in numbers else None
        return cls(_array(values, peak), peak, unit, none)

    def exact(self) -> list[Points | None]:
        """The numbers themselves: plain integers if they are whole."""
        numbers: list[Points | None] = self.values.tolist()
        if self.unit != 1:
            # Many players share a number, and fractions are slow to make.
            made = {v: Fraction(v, self.unit) if v % self.unit else v // self.unit for v in set(self.values.tolist())}
            numbers = [made[v] for v in self.values.tolist()]
        if self.none is not None:
            numbers = [None if none else number for none, number in zip(self.none.tolist(), numbers, strict=True)]
        return numbers

    def times(self, factor: Points) -> NumberColumn:
        peak = self.peak * abs(factor.numerator)
        return NumberColumn(
            _scaled(self.values, factor.numerator, peak), peak, self.unit * factor.denominator, self.none
        )

    def weighted(self, counts: Ints) -> NumberColumn:
        """Each number times its count."""
        peak = self.peak * _peak(counts)
        return NumberColumn(_safe(self.values, peak) * counts, peak, self.unit, self.none)

    def over(self, divisor: Divisor) -> NumberColumn:
        """Each number divided by its count; 0 if the count is 0."""
        values = _safe(self.values, self.peak * divisor.multiple) * divisor.shares
        peak = _peak(values)  # The largest sum is rarely divided by the smallest count, so that bound would be far off.
        return NumberColumn(_array(values, peak), peak, self.unit * divisor.multiple, self.none)

    def per(self, other: NumberColumn) -> NumberColumn:
        """Each number divided by the other column's; 0 if that is 0."""
        return self.times(other.unit).over(Divisor(other.values))

    def plus(self, other: NumberColumn) -> NumberColumn:
        unit = lcm(self.unit, other.unit)
        a, b = unit // self.unit, unit // other.unit
        peak = self.peak * a + other.peak * b
        return NumberColumn(_scaled(self.values, a, peak) + _scaled(other.values, b, peak), peak, unit)

    def at_least(self, floor: Points) -> NumberColumn:
        unit = lcm(self.unit, floor.denominator)
        lowest = floor.numerator * (unit // floor.denominator)
        peak = max(self.peak * (unit // self.unit), abs(lowest))
        return NumberColumn(np.maximum(_scaled(self.values, unit // self.unit, peak), lowest), peak, unit, self.none)

    def only_where(self, counts: Ints) -> NumberColumn:
        """No number if the count is 0."""
        return NumberColumn(self.values, self.peak, self.unit, counts == 0)

    def level_where_missing(self, groups: Sequence[Sequence[int]]) -> NumberColumn:
        """The same number for everybody in a group in which somebody has none."""
        if self.none is None:
            return self
        values, none = self.values.copy(), self.none.copy()
        for members in groups:
            if self.none[list(members)].any():
                values[list(members)], none[list(members)] = 0, False
        return NumberColumn(values, self.peak, self.unit, none)


class Divisor:
    """Counts to divide by: a common `multiple`, and how often each count goes into it (`shares`, 0 for 0)."""

    def __init__(self, counts: Ints) -> None:
        if counts.size and counts.dtype != object and counts.min() >= 0 and counts.max() < BLOCK:
            distinct = [count if seen else 0 for count, seen in enumerate(np.bincount(counts).tolist())]
            place = counts
        else:  # Sorting is slower, but has no limits.
            found, place = np.unique(counts, return_inverse=True)
            distinct = found.tolist()
        self.multiple = lcm(*filter(None, distinct))
        self.shares: Ints = _array([self.multiple // n if n else 0 for n in distinct], self.multiple)[place]


@dataclass(frozen=True, slots=True)
class NotedNumbers:
    """A number noted each round, `values / unit`; `given` is false (and the value 0) if there was none."""

    values: Ints
    unit: int = 1
    given: NDArray[np.bool_] | None = None

    @classmethod
    def of(cls, rows: Sequence[Sequence[Points | None]], players: int) -> NotedNumbers:
        flat, shape = NumberColumn.of([number for row in rows for number in row]), (len(rows), players)
        given = None if flat.none is None else ~flat.none.reshape(shape)
        return cls(flat.values.reshape(shape), flat.unit, given)

    @classmethod
    def spread(cls, columns: Sequence[NumberColumn], seats: Sequence[Ints], shape: tuple[int, int]) -> NotedNumbers:
        """One column per round, for the players in these seats; 0 for the others."""
        unit = lcm(*(column.unit for column in columns))
        parts = [column.times(unit // column.unit) for column in columns]
        cells = np.zeros(shape, dtype=np.int64 if max((c.peak for c in parts), default=0) < LIMIT else object)
        for cell, column, at in zip(cells, parts, seats, strict=True):
            cell[at] = column.values
        return cls(cells, unit)


def no_figures(key: str) -> NotedNumbers | None:
    return None


class AllRounds:
    """Everybody's rounds. `opponent` holds player indices, -1 for none; points are in parts of `unit`.

    Without `kind` every round counts: a game if there is an opponent, otherwise a bye. `figures` finds per-round
    numbers by key, for instance a dictionary's `get`.
    """

    def __init__(
        self,
        points: ArrayLike,
        opponent: ArrayLike,
        *,
        unit: int = 1,
        kind: ArrayLike | None = None,
        outcome: ArrayLike | None = None,
        figures: Callable[[str], NotedNumbers | None] = no_figures,
    ) -> None:
        self._points, self._unit, self._figures = np.asarray(points), unit, figures
        self._opponent = np.asarray(opponent)
        self._kind = None if kind is None else np.asarray(kind)
        self._outcome = None if outcome is None else np.asarray(outcome)
        self.rounds, self.players = _shape(self._points)
        for name, cells in (("opponent", self._opponent), ("kind", self._kind), ("outcome", self._outcome)):
            if cells is not None and cells.shape != self._points.shape:
                raise ValueError(f"{name} has the shape {cells.shape}, points {self._points.shape}")
        for cells in (self._points, self._opponent):
            if cells.size and cells.dtype.kind not in "iuO":
                raise TypeError(f"whole numbers are needed (fractions as parts of `unit`), not {cells.dtype}")
        if self._opponent.size and not -1 <= self._opponent.min() <= self._opponent.max() < self.players:
            raise ValueError(f"an opponent is -1 or one of the {self.players} players")

    def without_opponents(self, key: str) -> AllRounds:
        """The same rounds, without the opponents of rounds in which this number is set."""
        found = self._figures(key)
        if found is None:
            return self
        met = np.where(found.values != 0, -1, self._opponent)
        kinds = self._kinds()
        return AllRounds(self._points, met, unit=self._unit, kind=kinds, outcome=self._outcome, figures=self._figures)

    # ── counts and sums over a player's own rounds ────────────────────────────────────────────────

    @cached_property
    def points(self) -> NumberColumn:
        return self._sum(self._points, self._unit)

    @cached_property
    def played(self) -> Ints:
        """Rounds with a result: games, byes, walkovers and unpaired losses (L-02, L-06)."""
        if self._kind is None:
            return np.full(self.players, self.rounds)
        return _count(self._kind != NOTHING)

    @cached_property
    def met(self) -> Ints:
        """Opponents met; somebody met twice counts twice."""
        return _count(self._opponent >= 0)

    @cached_property
    def per_round(self) -> Divisor:
        return Divisor(self.played)

    @cached_property
    def per_opponent(self) -> Divisor:
        return Divisor(self.met)

    @property
    def byes(self) -> Ints:
        return _count(self._is(BYE))

    def wins(self, *, count_byes: bool) -> NumberColumn:
        """Rounds won, with or without byes and walkovers."""
        won = self._results() == WIN
        if not count_byes:
            won &= ~(self._is(BYE) | self._is(WALKOVER))
        return NumberColumn(_count(won), self.rounds)

    def total(self, key: str) -> NumberColumn:
        found = self._figures(key)
        return self._zero() if found is None else self._sum(found.values, found.unit)

    def count(self, key: str) -> NumberColumn:
        """Rounds in which the number was given."""
        found = self._figures(key)
        if found is None:
            return self._zero()
        if found.given is None:
            return NumberColumn(self.played, self.rounds)
        return NumberColumn(_count(found.given), self.rounds)

    def lacks(self, key: str) -> Ints:
        """Games in which the number was not given."""
        found, games = self._figures(key), self._is(GAME)
        if found is None:
            return _count(games)
        return np.zeros(self.players, dtype=np.int64) if found.given is None else _count(games & ~found.given)

    def least(self, key: str) -> NumberColumn:
        found, counts = self._figures(key), self.count(key).values
        if found is None or not found.values.size:
            return self._zero().only_where(counts)
        peak = _peak(found.values)
        given = self._counted() if found.given is None else found.given
        least = np.where(given, _safe(found.values, peak), peak).min(axis=0)
        return NumberColumn(least, peak, found.unit).only_where(counts)

    # ── sums over the opponents met ──────────────────────────────────────────────────────────────

    def sum_of_opponents(self, column: NumberColumn) -> NumberColumn:
        return self._gather(column, None)

    def sum_by_outcome(self, column: NumberColumn) -> NumberColumn:
        """All of every opponent beaten and half of every opponent in a draw."""
        return self._gather(column, self._results()).times(Fraction(1, DRAW + 1))

    def mean_of_opponents(self, column: NumberColumn) -> NumberColumn:
        """0 without opponents (L-04). A mean never exceeds the largest value, so the bound only grows by the unit."""
        total, divisor = self.sum_of_opponents(column), self.per_opponent
        peak = column.peak * divisor.multiple
        return NumberColumn(_safe(total.values, peak) * divisor.shares, peak, column.unit * divisor.multiple)

    def sum_without_extremes(self, column: NumberColumn, cut_low: int, cut_high: int) -> NumberColumn:
        """The sum over the opponents without this many of the lowest and highest; a round without one counts as 0."""
        peak = column.peak * self.rounds
        counted, place = self._counted(), np.arange(self.rounds)[:, None]
        sums = self._sums(peak)
        for part, each in self._opponents(column, sums.dtype):
            # Cells that are not rounds sort behind every smaller number, and so outside the cuts.
            each = np.sort(np.where(counted[:, part], each, column.peak), axis=0)
            within = (place >= cut_low) & (place < self.played[part] - cut_high)
            np.where(within, each, 0).sum(axis=0, out=sums[part])
        return NumberColumn(sums, peak, column.unit)

    @cached_property
    def schedule(self) -> NumberColumn:
        """The mean of the opponents' points per round, used by more than one tie-break."""
        return self.mean_of_opponents(self.points.over(self.per_round))

    # ── inside ───────────────────────────────────────────────────────────────────────────────────

    def _zero(self) -> NumberColumn:
        return NumberColumn(np.zeros(self.players, dtype=np.int64), 0)

    def _sum(self, cells: Ints, unit: int) -> NumberColumn:
        peak = _peak(cells) * self.rounds
        return NumberColumn(cells.sum(axis=0, dtype=np.int64 if peak < LIMIT else object), peak, unit)

    def _gather(self, column: NumberColumn, weights: Ints | None) -> NumberColumn:
        peak = column.peak * self.rounds * (1 if weights is None else WIN)
        if peak >= LIMIT:  # Python integers are slow to add up, so add parts that fit int64, then put them together.
            low = NumberColumn((column.values & (1 << WORD) - 1).astype(np.int64), 1 << WORD)
            rest = (column.peak >> WORD) + 1
            high = self._gather(NumberColumn(_array(column.values >> WORD, rest), rest), weights).values.astype(object)
            return NumberColumn((high << WORD) + self._gather(low, weights).values, peak, column.unit)
        sums = self._sums(peak)
        for part, each in self._opponents(column, sums.dtype):
            (each if weights is None else each * weights[:, part]).sum(axis=0, out=sums[part])
        return NumberColumn(sums, peak, column.unit)

    def _sums(self, peak: int) -> Ints:
        return np.zeros(self.players, dtype=np.int64 if peak < LIMIT else object)

    def _opponents(self, column: NumberColumn, dtype: np.dtype[Any]) -> Iterator[tuple[slice, Ints]]:
        """A block of players at a time, with the number of each of their opponents, round by round."""
        padded = np.zeros(self.players + 1, dtype=dtype)  # Index -1, nobody, finds the 0 at the end.
        padded[:-1] = column.values
        for start in range(0, self.players, BLOCK):
            part = slice(start, start + BLOCK)
            yield part, padded.take(self._opponent[:, part])

    def _results(self) -> Ints:
        if self._outcome is None:
            raise ValueError("this tie-break needs the outcome of every round")
        return self._outcome

    def _kinds(self) -> Ints:
        return np.where(self._opponent < 0, BYE, GAME) if self._kind is None else self._kind

    def _is(self, kind: int) -> NDArray[np.bool_]:
        same: NDArray[np.bool_] = self._kinds() == kind
        return same

    def _counted(self) -> NDArray[np.bool_]:
        counted: NDArray[np.bool_] = self._kinds() != NOTHING
        return counted


def array(numbers: Sequence[int]) -> Ints:
    """For small numbers: places, kinds, outcomes."""
    return np.array(numbers, dtype=np.int64)


def spread(rows: Sequence[Ints], seats: Sequence[Ints], shape: tuple[int, int], empty: int) -> Ints:
    """Values known for some players in each round, moved to their places among all; `empty` for the others."""
    cells: Ints = np.full(shape, empty, dtype=np.int64)
    for cell, row, at in zip(cells, rows, seats, strict=True):
        cell[at] = row
    return cells


def _shape(cells: Ints) -> tuple[int, int]:
    if cells.ndim != 2:
        raise ValueError(f"points[round, player] are needed, not an array of {cells.ndim} dimensions")
    return cells.shape[0], cells.shape[1]


def _count(cells: NDArray[np.bool_]) -> Ints:
    counts: Ints = np.add.reduce(cells, axis=0, dtype=np.int64)
    return counts


def _peak(values: Ints) -> int:
    return max(int(values.max()), -int(values.min())) if values.size else 0


def _array(values: Ints | Sequence[int], peak: int) -> Ints:
    return np.asarray(values, dtype=np.int64 if peak < LIMIT else object)


def _scaled(values: Ints, factor: int, peak: int) -> Ints:
    """The values times the factor, which may itself be too large for int64: anything times 0 is 0."""
    return _safe(values, max(peak, abs(factor))) * factor


def _safe(values: Ints, peak: int) -> Ints:
    """The values in a type that can hold numbers up to the peak."""
    return values.astype(object if values.dtype == object or peak >= LIMIT else np.int64, copy=False)
