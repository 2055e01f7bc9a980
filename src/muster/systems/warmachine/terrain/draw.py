"""Tables drawn by lot from the organiser's own stock, legal by every rule that can be checked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from muster.game import (
    INCH,
    BadInput,
    Box,
    Circle,
    Form,
    Ground,
    Layout,
    Lots,
    Message,
    Piece,
    Refusal,
    Standing,
    Stocked,
    Weight,
    extent,
    plural,
    tr,
    within,
)
from muster.systems.warmachine.terrain.methods import (
    CLUSTER,
    CLUSTER_REACH,
    DEVIATION,
    FIRST_REACH,
    METHODS,
    QUADRANT_REACH,
    REST_REACH,
    SCATTER_REACH,
    apart_ok,
    check,
    cluster_ok,
    inner_ok,
    outer_ok,
    rest_ok,
    scatter_ok,
)
from muster.systems.warmachine.terrain.rules import (
    ADVISED,
    EDGE,
    FEWEST,
    LEAST_BLOCKERS,
    QUADRANT_CENTRES,
    QUADRANTS,
    SIDE,
    TABLE_CENTRE,
    bad_size,
    blocks_sight,
    deployment_zones,
    in_deployment,
    is_restricted,
    most_restricted,
    near_edge,
    too_close,
)

TABLES_TRIED = 300
PLACES_TRIED = 80
GRID = 250
"""Pieces are placed to the quarter inch, as with a tape measure."""
TURNS = 24
"""And turned in steps of 15 degrees."""
FAR = 9 * INCH
"""The far pieces of a cluster stay this far from the centre, where they would leave no space for the others."""
BACK = 10
"""A deviation that is not legal is shortened by hundredths of an inch."""

Try = Callable[[Standing], bool]


WAYS = ((0, -1000), (707, -707), (1000, 0), (707, 707), (0, 1000), (-707, 707), (-1000, 0), (-707, -707))
"""The directions of a deviation, in thousandths: eight points of the compass."""


class _NoPlace(Exception):
    """No legal place for the next piece in this attempt; carries the number of the step."""

    def __init__(self, step: int) -> None:
        self.step = step


def draw(
    stock: Sequence[Stocked], method: str, wanted: int, grounds: Sequence[Ground], lots: Lots, to_come: int = 0
) -> tuple[Standing, ...]:
    """The pieces of a legal table, in the order of the book's steps; Refusal says what the stock lacks.

    Two blockers are kept for each table still to come (WMH-119).
    """
    fewest = ADVISED if method == "quadrant" else FEWEST
    if wanted and not fewest <= wanted <= ADVISED:
        raise BadInput(
            "“{n}” pieces: the {method} method takes {pieces}.",
            clause=METHODS[method],
            n=wanted,
            method=tr(method),
            pieces=ADVISED if fewest == ADVISED else tr("{low} to {high}", low=fewest, high=ADVISED),
        )
    sizes = [wanted] if wanted else list(range(ADVISED, fewest - 1, -1))
    usable = [one.piece for one in stock for _ in range(one.count) if not bad_size(one.piece)]
    sizes = [n for n in sizes if not _shortages(usable, n)] or sizes[-1:]
    lacking = _shortages(usable, sizes[-1])
    if lacking:
        raise Refusal(
            "The stock cannot make a legal table of {n} pieces: {lacking}.",
            clause=lacking[0][0],
            n=sizes[-1],
            lacking=_together([sentence for _, sentence in lacking]),
        )
    failed: Counter[int] = Counter()
    for count in sizes:
        for _ in range(TABLES_TRIED):
            try:
                placed = tuple(_WAYS[method](_chosen(usable, count, lots, to_come), grounds, lots))
            except _NoPlace as stuck:
                failed[stuck.step] += 1
                continue
            layout = Layout("", SIDE, SIDE, placed, method)
            if all(found.weight is Weight.UNCHECKED for found in check(layout, grounds)):
                return placed
    raise Refusal(
        "No legal table came out in {tries} tries by the {method} method; most often there was no room for "
        "piece {step}. Smaller pieces or fewer restricted ones would help.",
        clause=METHODS[method],
        tries=TABLES_TRIED * len(sizes),
        method=tr(method),
        step=max(failed, key=lambda step: failed[step], default=1),
    )


def _together(sentences: Sequence[Message]) -> Message:
    first, *others = sentences
    return tr("{first}; {others}", first=first, others=_together(others)) if others else first


def _shortages(usable: Sequence[Piece], count: int) -> list[tuple[str, Message]]:
    """Which rules a table with this many of these pieces must break, and what to add."""
    found = []
    if len(usable) < count:
        add = plural(count - len(usable), "{n} more", "{n} more")
        have = plural(len(usable), "there is {n} piece", "there are {n} pieces")
        found.append(("WMH-112", tr('{have} of 3" to 6" each way, add {add} (WMH-112)', have=have, add=add)))
    blockers = sum(blocks_sight(piece) for piece in usable)
    if blockers < LEAST_BLOCKERS:
        text = tr(
            "{n} of the two line-of-sight blockers is there, add {add} of forest, dense fog or obstruction (WMH-119)",
            n=blockers,
            add=LEAST_BLOCKERS - blockers,
        )
        found.append(("WMH-119", text))
    free = sum(not is_restricted(piece) for piece in usable)
    least = count - most_restricted(count)
    if free < least:
        text = tr("{n} unrestricted, add {add} so that they are the majority (WMH-114)", n=free, add=least - free)
        found.append(("WMH-114", text))
    return found


def _chosen(usable: Sequence[Piece], count: int, lots: Lots, to_come: int) -> list[Piece]:
    """This many of the stock by lot, including two blockers and few enough restricted ones; a blocker comes first.

    More than two blockers only if two are left for every table still to come, or there is nothing else.
    """
    mixed = lots.shuffled(usable)
    mixed.sort(key=lambda piece: not blocks_sight(piece))
    blockers, others = mixed[:LEAST_BLOCKERS], lots.shuffled(mixed[LEAST_BLOCKERS:])
    room = most_restricted(count) - sum(map(is_restricted, blockers))
    spare = sum(map(blocks_sight, others)) - LEAST_BLOCKERS * to_come
    rest: list[Piece] = []
    kept: list[Piece] = []
    for piece in others:
        if len(rest) == count - LEAST_BLOCKERS:
            break
        if is_restricted(piece) and not room:
            continue
        if blocks_sight(piece):
            if spare <= 0:
                kept.append(piece)
                continue
            spare -= 1
        room -= is_restricted(piece)
        rest.append(piece)
    for piece in kept:
        if len(rest) < count - LEAST_BLOCKERS and (room or not is_restricted(piece)):
            room -= is_restricted(piece)
            rest.append(piece)
    return [blockers[0], *lots.shuffled([blockers[1], *rest])]


class _Board:
    """A table on which pieces are placed one by one, each where the common rules allow."""

    def __init__(self, grounds: Sequence[Ground], lots: Lots) -> None:
        self.placed: list[Standing] = []
        self._zones = deployment_zones(grounds)
        self._lots = lots

    def legal(self, new: Standing) -> bool:
        return not (
            near_edge(new) or in_deployment(new, self._zones) or any(too_close(new, other) for other in self.placed)
        )

    def turn(self, piece: Piece) -> int:
        return 0 if piece.form is Form.CIRCLE else 360 // TURNS * self._lots.below(TURNS)

    def put(self, piece: Piece, around: Box, reach: int, ok: Try) -> Standing:
        """A legal place by lot, with the piece's centre no further from a box than can matter."""
        slack = reach + max(piece.width, piece.depth)
        low_x, high_x = max(around[0] - slack, EDGE) // GRID, min(around[2] + slack, SIDE - EDGE) // GRID
        low_y, high_y = max(around[1] - slack, EDGE) // GRID, min(around[3] + slack, SIDE - EDGE) // GRID
        for _ in range(PLACES_TRIED):
            x = GRID * (low_x + self._lots.below(high_x - low_x + 1))
            y = GRID * (low_y + self._lots.below(high_y - low_y + 1))
            new = Standing(piece, x, y, self.turn(piece))
            if not near_edge(new) and ok(new) and self.legal(new):
                self.placed.append(new)
                return new
        raise _NoPlace(len(self.placed) + 1)

    def deviate(self, piece: Piece, centre: Circle) -> None:
        """WMH-127: touching a quadrant's centre, moved d3" in some direction; as far as is legal."""
        start = Standing(piece, centre.x, centre.y, self.turn(piece))
        if not within(start.shape, centre, 0):
            raise _NoPlace(len(self.placed) + 1)
        far, way = INCH * (1 + self._lots.below(DEVIATION)), self._lots.below(len(WAYS))
        for distance in range(far, -1, -BACK):
            dx, dy = WAYS[way]
            new = Standing(piece, centre.x + distance * dx // INCH, centre.y + distance * dy // INCH, start.turn)
            if self.legal(new):
                self.placed.append(new)
                return
        raise _NoPlace(len(self.placed) + 1)


def _cluster(pieces: Sequence[Piece], grounds: Sequence[Ground], lots: Lots) -> Iterator[Standing]:
    """The far pieces of step 5 are placed first, because they need the most space; the order stays the book's."""
    board = _Board(grounds, lots)

    def far_ok(new: Standing) -> bool:
        return rest_ok(board.placed, new) and not within(new.shape, TABLE_CENTRE, FAR)

    around, reach = (EDGE, EDGE, SIDE - EDGE, SIDE - EDGE), 0
    for piece in pieces[CLUSTER:]:
        far = board.put(piece, around, reach, far_ok)
        around, reach = extent(far.shape), REST_REACH
    rest = list(board.placed)

    def near_ok(new: Standing) -> bool:
        return cluster_ok(board.placed[len(rest) :], new) and apart_ok(rest, new)

    around, reach = extent(TABLE_CENTRE), FIRST_REACH
    for piece in pieces[:CLUSTER]:
        board.put(piece, around, reach, near_ok)
        around, reach = extent(board.placed[len(rest)].shape), CLUSTER_REACH
    return iter((*board.placed[len(rest) :], *rest))


def _quadrant(pieces: Sequence[Piece], grounds: Sequence[Ground], lots: Lots) -> Iterator[Standing]:
    board = _Board(grounds, lots)
    pieces = lots.shuffled(pieces)
    inner, outer = pieces[: len(QUADRANTS)], pieces[len(QUADRANTS) :]
    for number, piece in enumerate(inner):
        board.put(piece, extent(TABLE_CENTRE), QUADRANT_REACH, partial(inner_ok, quadrant=number))
    for number, piece in enumerate(outer):
        board.put(piece, extent(QUADRANT_CENTRES[number]), QUADRANT_REACH, partial(outer_ok, quadrant=number))
    return iter(board.placed)


def _scatter(pieces: Sequence[Piece], grounds: Sequence[Ground], lots: Lots) -> Iterator[Standing]:
    board = _Board(grounds, lots)
    first = board.put(pieces[0], extent(TABLE_CENTRE), FIRST_REACH, lambda new: scatter_ok((), new))
    for piece, centre in zip(pieces[1 : 1 + len(QUADRANTS)], QUADRANT_CENTRES, strict=True):
        board.deviate(piece, centre)
    for piece in pieces[1 + len(QUADRANTS) :]:
        board.put(piece, extent(first.shape), SCATTER_REACH, lambda new: scatter_ok(board.placed, new))
    return iter(board.placed)


_WAYS: Mapping[str, Callable[[Sequence[Piece], Sequence[Ground], Lots], Iterator[Standing]]] = {
    "cluster": _cluster,
    "quadrant": _quadrant,
    "scatter": _scatter,
}
