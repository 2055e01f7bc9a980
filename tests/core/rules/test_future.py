"""A draw in a small field leaves the rounds to come drawable (X-26): six players who have met in two rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from muster.core.kit.lots import Urn
from muster.core.kit.model import PlayerId
from muster.core.pairing.lookahead import REDRAWS
from muster.core.pairing.pool import Draw, Entrant, Pair, Pool
from muster.core.rules import rounds
from tests.app.hall import Hall

Pairs = tuple[tuple[int, int], ...]

PAST: tuple[Pairs, ...] = (((1, 4), (2, 5), (3, 6)), ((1, 5), (2, 6), (3, 4)))
CORNER: Pairs = ((1, 6), (2, 4), (3, 5))
"""After this everybody has met the three of the other half, and nobody of their own: two halves of three are left."""
GOOD: Pairs = ((1, 2), (3, 5), (4, 6))
REMATCH: Pairs = ((1, 4), (2, 3), (5, 6))
"""One pair has met; after it two more rounds cannot be drawn."""


def pool(round_: int) -> Pool:
    met: dict[PlayerId, dict[PlayerId, int]] = {}
    for number, pairs in enumerate(PAST, start=1):
        for a, b in pairs:
            met.setdefault(PlayerId(a), {})[PlayerId(b)] = number
            met.setdefault(PlayerId(b), {})[PlayerId(a)] = number
    return Pool(tuple(Entrant(PlayerId(n)) for n in range(1, 7)), round_, met)


def drawn(
    *draws: Pairs, wanted: str = "equals", left: int = 1, round_: int = 3, avoid: bool = True
) -> tuple[Draw, int]:
    """The draw that is used, and how many were made; the last one is repeated."""
    hall = Hall("l5r", 6, structure="custom", rounds="4", look_ahead=wanted)
    made: list[Pairs] = []

    def draw(*_: object) -> Draw:
        made.append(draws[min(len(made), len(draws) - 1)])
        return Draw(tuple(Pair(PlayerId(a), PlayerId(b)) for a, b in made[-1]))

    rules = replace(hall.system.rules(hall.system.settings(hall.event), 3), avoid_rematch=avoid)
    system = replace(hall.system, draw=draw, rules=lambda *_: rules)
    settings = system.settings(hall.event)
    return rounds._with_a_future(pool(round_), (), left, system, settings, Urn("s").stream("x")), len(made)


def pairs_of(draw: Draw) -> Sequence[tuple[int, int]]:
    return tuple((pair.a, pair.b) for pair in draw.pairs)


def test_a_draw_with_a_future_is_taken_as_it_is() -> None:
    draw, made = drawn(GOOD)
    assert (pairs_of(draw), draw.notices, made) == (GOOD, (), 1)


def test_a_corner_is_drawn_again_until_there_is_a_way_out() -> None:
    draw, made = drawn(CORNER, CORNER, GOOD)
    assert (pairs_of(draw), draw.notices, made) == (GOOD, (), 3)


def test_a_corner_is_one_also_two_rounds_before_the_last() -> None:
    draw, made = drawn(CORNER, GOOD, left=2)
    assert (pairs_of(draw), draw.notices, made) == (GOOD, (), 2)


def test_as_many_rounds_are_left_as_are_planned() -> None:
    hall = Hall("l5r", 6, structure="custom", rounds="4", look_ahead="equals")
    for pairs in PAST:
        hall.by_hand(*((hall.event.name_of(PlayerId(a)), hall.event.name_of(PlayerId(b))) for a, b in pairs))
        hall.publish()
        for match in hall.event.rounds[-1].matches:
            hall.report(str(match.table), winner="a")
        hall.close()
    draws = [Draw(tuple(Pair(PlayerId(a), PlayerId(b)) for a, b in one)) for one in (GOOD, CORNER)]
    system = replace(hall.system, draw=lambda *_: draws.pop())
    drawn_ = rounds.draw_round(hall.event, system, Urn("s"))
    assert tuple((pair.a, pair.b) for pair in drawn_.pairs) == GOOD and not draws
    assert (
        drawn_.method == 2
    )  # Whoever changes how rounds are drawn counts on, so that earlier draws are still verified.


def test_where_nobody_looks_ahead_the_corner_is_said() -> None:
    draw, made = drawn(CORNER, GOOD, wanted="off")
    assert (pairs_of(draw), [n.code for n in draw.notices], made) == (CORNER, ["corner_by_choice"], 1)


def test_where_every_draw_ends_in_the_corner_the_option_decides() -> None:
    draw, made = drawn(CORNER)
    assert (pairs_of(draw), [n.code for n in draw.notices]) == (CORNER, ["corner_by_choice"])
    assert made == REDRAWS + 1
    draw, _ = drawn(CORNER, wanted="always")
    assert set(pairs_of(draw)) != set(CORNER) and [n.code for n in draw.notices] == ["look_ahead"]


@pytest.mark.parametrize(("left", "round_", "avoid"), [(0, 4, True), (1, 1, True), (1, 3, False)])
def test_nobody_looks_ahead_without_need(left: int, round_: int, avoid: bool) -> None:
    """After the last round, with many players for the rounds, or if a rematch is allowed."""
    draw, made = drawn(CORNER, GOOD, left=left, round_=round_, avoid=avoid)
    assert (pairs_of(draw), draw.notices, made) == (CORNER, (), 1)


def test_a_draw_that_needs_a_rematch_anyway_is_taken() -> None:
    draw, made = drawn(REMATCH, GOOD, left=2)
    assert (pairs_of(draw), draw.notices, made) == (REMATCH, (), 1)
