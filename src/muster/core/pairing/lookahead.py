"""Looking ahead in small fields: can the rounds still to come be drawn without a rematch (X-26)?

The question is whether the pairs who have not met hold so many pairings that share no pair. It is answered
by search, which is quick in fields small enough to run dry; a search that grows too long answers “perhaps”.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from muster.core.kit.model import PlayerId
from muster.core.pairing.pool import Draw, Pair, Pool

LONGEST_SEARCH = 60_000
"""Steps after which a search is abandoned; the answer is then “perhaps”, and nothing is refused because of it."""

REDRAWS = 300
"""How many equally good draws are tried to find one that keeps later rounds drawable."""


def is_small(players: int, rounds: int) -> bool:
    """Few enough players to pair themselves into a corner: at most twice the planned rounds."""
    return players <= 2 * rounds


def can_go_on(pool: Pool, pairs: Sequence[tuple[PlayerId, PlayerId]], bye: PlayerId | None, left: int) -> bool:
    """Whether `left` more rounds can be drawn after this one without a rematch or a second bye.

    `pool` is everybody in this round, including the bye. Also true if the search was abandoned.
    """
    ids = [e.id for e in pool.entrants]
    seats = {p: k for k, p in enumerate(ids)}
    size = len(ids) + len(ids) % 2
    free = [((1 << size) - 1) & ~(1 << k) for k in range(size)]

    def used(a: int, b: int) -> None:
        free[a] &= ~(1 << b)
        free[b] &= ~(1 << a)

    for p in ids:
        for q in pool.met.get(p, {}):
            if q in seats:
                used(seats[p], seats[q])
    for p, q in pairs:
        used(seats[p], seats[q])
    if len(ids) % 2:
        for entrant in pool.entrants:
            if entrant.byes or entrant.id == bye:
                used(seats[entrant.id], size - 1)
    return _Search(size).holds(free, left)


class _Search:
    """Disjoint perfect pairings of a small graph, as bit masks of free partners."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._steps = 0

    def holds(self, free: list[int], left: int) -> bool:
        if left <= 0:
            return True
        tight = min(range(self._size), key=lambda k: free[k].bit_count())
        if free[tight].bit_count() < left:
            return False
        first = list(free)
        if free[tight].bit_count() == left:
            # They need all their partners, in any order, so taking the first one now loses nothing.
            first[tight] = free[tight] & -free[tight]
        return self._pairing(first, (1 << self._size) - 1, list(free), left)

    def _pairing(self, free: list[int], open_: int, rest: list[int], left: int) -> bool:
        """Pairs everybody still open within `free`; `rest` is what stays free for later rounds."""
        self._steps += 1
        if self._steps > LONGEST_SEARCH:
            return True
        if not open_:
            return self.holds(rest, left - 1)
        # Start with whoever has the fewest partners left: dead ends show up soonest there.
        seat = min(_seats(open_), key=lambda k: (free[k] & open_).bit_count())
        for other in _seats(free[seat] & open_ & ~(1 << seat)):
            after = list(rest)
            after[seat] &= ~(1 << other)
            after[other] &= ~(1 << seat)
            if self._pairing(free, open_ & ~(1 << seat) & ~(1 << other), after, left):
                return True
        return False


def _seats(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def in_order_with_a_future(pool: Pool, fits: Callable[[Sequence[tuple[PlayerId, PlayerId]]], bool]) -> Draw | None:
    """The first pairing in the pool's order without a rematch that `fits`; None if the search finds none."""
    ids = [e.id for e in pool.entrants]
    budget = [LONGEST_SEARCH]

    def walk(left: list[PlayerId], done: list[tuple[PlayerId, PlayerId]]) -> list[tuple[PlayerId, PlayerId]] | None:
        budget[0] -= 1
        if budget[0] < 0:
            return None
        if not left:
            return list(done) if fits(done) else None
        top, rest = left[0], left[1:]
        for k, other in enumerate(rest):
            if not pool.last_met(top, other):
                found = walk(rest[:k] + rest[k + 1 :], [*done, (top, other)])
                if found is not None:
                    return found
        return None

    found = walk(ids, [])
    return None if found is None else Draw(tuple(Pair(a, b) for a, b in found))
