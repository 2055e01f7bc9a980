"""From exact columns to places: groups of level players, split by one column after the other, never by a float."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from muster.core.standings.columns import LIMIT, AllRounds, Ints, NumberColumn
from muster.core.standings.tiebreaks import Formula

Indices = NDArray[np.intp]

MANY = 4096
"""From this many on, sorting by digits is faster than by comparison."""


class Groups:
    """Players by index, best first, in groups that are level so far; within a group they keep the order they came
    in.
    """

    def __init__(self, members: Sequence[int] | Indices) -> None:
        self.order: Indices = np.array(members, dtype=np.intp)
        self._first = np.zeros(len(members), dtype=bool)  # Where a group begins.
        self._first[:1] = True
        # The places that are not decided yet, and the number of each one's group.
        self._open: Indices = np.arange(len(members))
        self._group = np.zeros(len(members), dtype=np.int64)

    def split(self, *columns: NumberColumn, low_wins: bool = False) -> None:
        """Orders players who are level by the first column, then the next; those without a number come last."""
        keys: list[Ints] = []
        for column in columns:
            if column.none is not None:
                keys.append(column.none)
            keys.append(column.values if low_wins else -column.values)
        while keys and len(self._open):
            keys = self._split(keys)

    def level(self) -> list[list[int]]:
        """The groups with more than one member."""
        starts = [*np.flatnonzero(self._first).tolist(), len(self.order)]
        return [self.order[a:b].tolist() for a, b in pairwise(starts) if b - a > 1]

    def places(self) -> Indices:
        """Each player's place, shared by players who are level; the places after a shared one are skipped."""
        starts: Indices = np.flatnonzero(self._first)
        places: Indices = starts[self._first.cumsum() - 1] + 1
        return places

    def _split(self, keys: list[Ints]) -> list[Ints]:
        """Sorts by as many keys as fit together into a 64-bit number, and returns the others."""
        members = self.order[self._open]
        both, groups = self._group, int(self._group.max()) + 1
        size = groups
        for used, key in enumerate(keys):
            rest = key[members]
            low, high = int(rest.min()), int(rest.max())
            if rest.dtype == object or (high - low + 1) * groups >= LIMIT:
                distinct, rest = np.unique(rest, return_inverse=True)
                low, high = 0, len(distinct) - 1
            size *= high - low + 1
            if size >= LIMIT:
                keys = keys[used:]
                break
            both = both * (high - low + 1)
            both += rest
            both -= low
        else:
            keys = []
        by = _argsort(both)
        self.order[self._open], both = members[by], both[by]
        new = np.ones(len(both), dtype=bool)
        np.not_equal(both[1:], both[:-1], out=new[1:])
        self._first[self._open] = new
        shared = ~new
        shared[:-1] |= shared[1:]
        self._open, self._group = self._open[shared], new.cumsum()[shared]
        return keys


def _argsort(keys: NDArray[np.int64]) -> Indices:
    """The stable order of numbers from 0 up; large arrays are sorted by digits, since numpy sorts 16-bit numbers in
    linear time.
    """
    if len(keys) < MANY:
        return keys.argsort(kind="stable")
    by, high = keys.astype(np.uint16).argsort(kind="stable"), int(keys.max()) >> 16
    while high:
        keys = keys >> 16
        by = by[keys.astype(np.uint16)[by].argsort(kind="stable")]
        high >>= 16
    return by


@dataclass(frozen=True, slots=True)
class Places:
    """`order`: indices, best first. `rank`: each player's place, shared by players who are level.

    A column per tie-break.
    """

    order: Indices
    rank: Indices
    points: NumberColumn
    columns: tuple[NumberColumn, ...]


def place(field: AllRounds, formulas: Sequence[Formula] = (), *, lots: Ints | None = None) -> Places:
    """Everybody by points, then by each tie-break (high wins); ties in order of lots, then of index."""
    columns = tuple(formula.column(field) for formula in formulas)
    groups = Groups(np.arange(field.players))
    groups.split(field.points, *columns)
    rank = np.empty(field.players, dtype=np.intp)
    rank[groups.order] = groups.places()
    if lots is not None:
        groups.split(NumberColumn(lots, 0), low_wins=True)
    return Places(groups.order, rank, field.points, columns)
