"""The book's example of a qualifier who leaves a top 8 before its first game."""

from __future__ import annotations

from collections.abc import Iterable

from muster.core.kit.lots import Urn
from muster.core.kit.model import PlayerId
from muster.core.pairing.policies.bracket import first_round
from muster.core.record.facts.play import CutRefilled
from muster.core.record.fold.play import apply
from muster.core.record.player import Status
from muster.core.rules.stages import cut, draw_bracket, refill
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import Desk, golden

BOOK = golden("V-L5R-CUT")


def cut_to_eight() -> Desk:
    """A stage of eight after a round in which the first eight of sixteen won; ties go by lot."""
    ninth, more = BOOK["ninth"], [f"more {k}" for k in range(7)]
    desk = Desk([*BOOK["before"], ninth, *more], structure="custom", rounds=1, cut=8)
    desk.round([[winner, loser, "W", "L"] for winner, loser in zip(BOOK["before"], [ninth, *more], strict=True)])
    assert desk.order()[:9] == [*BOOK["before"], ninth]
    for fact in cut(desk.event, SYSTEM):
        apply(fact, desk.event)
    return desk


def names(desk: Desk, players: Iterable[PlayerId | None]) -> list[str]:
    return [desk.event.name_of(p) for p in players if p is not None]


def test_the_next_in_rank_comes_in_as_the_lowest_seed() -> None:
    """L5R-099 L5R-100 L5R-102 L5R-103 L5R-106: those below the gap move up one, the ninth is seeded eighth."""
    desk = cut_to_eight()
    assert names(desk, desk.event.stage.seeds) == BOOK["before"]
    facts = refill(desk.event, SYSTEM, desk.event.find(BOOK["leaves"]))
    assert facts is not None
    for fact in facts:
        apply(fact, desk.event)
    seeds = desk.event.stage.seeds
    assert names(desk, seeds) == BOOK["after"]
    assert desk.event.find(BOOK["leaves"]).status is Status.DROPPED
    assert [names(desk, game) for game in first_round(seeds)] == BOOK["pairs"]
    drawn = draw_bracket(desk.event, SYSTEM, Urn("seed"))
    assert [names(desk, (p.a, p.b)) for p in sorted(drawn.pairs, key=lambda p: p.game)] == BOOK["pairs"]


def test_a_round_already_drawn_is_drawn_anew() -> None:
    """L5R-102: the bracket is published, but nobody has played."""
    desk = cut_to_eight()
    apply(draw_bracket(desk.event, SYSTEM, Urn("seed")), desk.event)
    for fact in refill(desk.event, SYSTEM, desk.event.find(BOOK["leaves"])) or ():
        apply(fact, desk.event)
    assert names(desk, desk.event.stage.seeds) == BOOK["after"]
    drawn = draw_bracket(desk.event, SYSTEM, Urn("seed"))
    assert [names(desk, (p.a, p.b)) for p in sorted(drawn.pairs, key=lambda p: p.game)] == BOOK["pairs"]


def test_who_declines_is_passed_over() -> None:
    """L5R-104: Eve declines, so the tenth is asked."""
    desk = cut_to_eight()
    leaver, eve = desk.event.find(BOOK["leaves"]), desk.event.find(BOOK["ninth"])
    facts = refill(desk.event, SYSTEM, leaver, declined=[eve.id]) or []
    refilled = next(fact for fact in facts if isinstance(fact, CutRefilled))
    assert names(desk, refilled.seeds) == [*BOOK["after"][:-1], desk.order()[9]]
