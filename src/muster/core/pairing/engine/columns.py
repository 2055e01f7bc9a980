"""A field as columns: score groups, meetings, pair-downs and circles as arrays. Loads numpy, so policies load it late.

Entrants are numbered by place, best first; entrants of one score group are neighbours.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence, Set
from functools import cached_property
from itertools import pairwise
from operator import contains
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from muster.core.pairing.pool import Pool, Rules

Ints = npt.NDArray[np.integer[Any]]
Bools = npt.NDArray[np.bool_]
Objects = npt.NDArray[np.object_]


def objects(items: Sequence[object]) -> Objects:
    """One cell per item, whatever the items are."""
    return np.fromiter(items, dtype=np.object_, count=len(items))


class Meetings(Protocol):
    """Who met whom. `most`: nobody met more than this many of the field."""

    @property
    def most(self) -> int: ...

    def between(self, a: Ints, b: Ints) -> Bools:
        """For each a[k], b[k]: have they met?"""

    def of(self, i: int) -> Mapping[int, int]:
        """Whom i met, and in which round last."""


class NoMeetings:
    """A first round, or a book that allows rematches."""

    most = 0

    def between(self, a: Ints, b: Ints) -> Bools:
        return np.zeros(len(a), dtype=np.bool_)

    def of(self, i: int) -> Mapping[int, int]:
        return {}


class Matrix:
    """Meetings as rows of opponents: column r holds whom an entrant met in round r + 1, -1 nobody.

    `order[i]` is the row of the entrant in place i; the matrix itself uses rows, some of which may not be in the field.
    """

    def __init__(self, opponents: Ints, order: Ints) -> None:
        self._opponents, self._order = opponents, order
        self._place: Ints | None = None
        self.most = opponents.shape[1]

    def between(self, a: Ints, b: Ints) -> Bools:
        rows, others = self._opponents[self._order[a]], self._order[b]
        found: Bools = (rows == others[:, None]).any(axis=1)
        return found

    def of(self, i: int) -> Mapping[int, int]:
        if self._place is None:
            self._place = np.full(len(self._opponents), -1, dtype=np.int64)
            self._place[self._order] = np.arange(len(self._order))
        row = self._opponents[self._order[i]].tolist()
        return {int(self._place[j]): last for last, j in enumerate(row, 1) if j >= 0 and self._place[j] >= 0}


class Rows:
    """Meetings as one collection of ids per entrant: id -> last round, or the ids in the order of the rounds.

    A set has no order, so all its meetings count as equally long ago. Ids not in the field are skipped.
    """

    def __init__(self, ids: Objects, rows: Objects) -> None:
        """Both by place."""
        self._ids, self._rows = ids, rows
        self._place: dict[Hashable, int] = {}
        self._known: dict[int, Mapping[int, int]] = {}

    @cached_property
    def most(self) -> int:
        return max(map(len, self._rows), default=0)

    def between(self, a: Ints, b: Ints) -> Bools:
        found = bytes(map(contains, self._rows[a].tolist(), self._ids[b].tolist()))
        return np.frombuffer(found, dtype=np.bool_)

    def of(self, i: int) -> Mapping[int, int]:
        known = self._known.get(i)
        if known is None:
            if not self._place:
                self._place = {p: k for k, p in enumerate(self._ids.tolist())}
            place, row = self._place, self._rows[i]
            if isinstance(row, Mapping):
                known = {place[p]: last for p, last in row.items() if p in place}
            elif isinstance(row, Set):
                known = {place[p]: 1 for p in row if p in place}
            else:
                known = {place[p]: last for last, p in enumerate(row, 1) if p in place}
            self._known[i] = known
        return known


class MeetingsPart:
    """The meetings among some entrants of a field, renumbered."""

    def __init__(self, whole: Meetings, places: Ints) -> None:
        self._whole, self._places = whole, places
        self._number: dict[int, int] | None = None
        self.most = whole.most

    def between(self, a: Ints, b: Ints) -> Bools:
        return self._whole.between(self._places[a], self._places[b])

    def of(self, i: int) -> Mapping[int, int]:
        if self._number is None:
            self._number = {p: k for k, p in enumerate(self._places.tolist())}
        row = self._whole.of(int(self._places[i]))
        return {self._number[p]: last for p, last in row.items() if p in self._number}


class Columns:
    """What drawing within groups needs to know about a field. A column that no rule uses is None."""

    __slots__ = ("circles", "downs", "groups", "latest", "met", "size", "starts", "ups")

    def __init__(
        self,
        groups: Ints,
        met: Meetings,
        latest: int = 0,
        downs: Ints | None = None,
        ups: Ints | None = None,
        circles: Ints | None = None,
    ) -> None:
        """`groups`: 0, 0, 1, ..., rising by place; `circles`: a number per circle, 0 for none.

        `latest`: a round no earlier than any meeting; 0 if entrants met somebody else each round.
        """
        self.size, self.groups, self.met, self.latest = len(groups), groups, met, latest
        self.downs, self.ups, self.circles = downs, ups, circles
        steps = np.flatnonzero(groups[1:] != groups[:-1]) + 1
        self.starts = np.concatenate(([0], steps, [len(groups)])) if len(groups) else np.zeros(1, dtype=np.int64)

    def part(self, places: Ints) -> Columns:
        """The columns of these entrants only, in the order of their places; their groups keep their order."""
        _, groups = np.unique(self.groups[places], return_inverse=True)
        return Columns(
            groups,
            MeetingsPart(self.met, places),
            self.latest,
            None if self.downs is None else self.downs[places],
            None if self.ups is None else self.ups[places],
            None if self.circles is None else self.circles[places],
        )


def of_pool(pool: Pool, rules: Rules) -> Columns:
    """The columns of a pool that the rules use."""
    who = pool.entrants
    points = [e.points for e in who]
    groups = np.zeros(len(who), dtype=np.int64)
    np.cumsum([a != b for a, b in pairwise(points)], out=groups[1:])
    met: Meetings = NoMeetings()
    if rules.avoid_rematch and pool.met:
        met = Rows(objects([e.id for e in who]), objects([_ever(pool.met.get(e.id, {})) for e in who]))
    downs = ups = circles = None
    if rules.limit_downs:
        downs = np.array([e.downs for e in who], dtype=np.int64)
        ups = np.array([e.ups for e in who], dtype=np.int64)
    if rules.avoid_circle:
        codes = {"": 0}
        circles = np.array([codes.setdefault(e.circle, len(codes)) for e in who], dtype=np.int64)
    return Columns(groups, met, pool.round, downs, ups, circles)


def _ever(row: Mapping[Any, int]) -> Mapping[Any, int]:
    """Without entries of round 0, which means never."""
    return row if 0 not in row.values() else {p: last for p, last in row.items() if last}
