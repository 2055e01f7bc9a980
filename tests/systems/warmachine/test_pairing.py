"""Draws, the limits on them, and the order for the bye."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.forms.options import Settings
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.pool import Entrant, Pool
from muster.systems.warmachine import SYSTEM


def field(points: list[int], round_: int = 2, **kept: dict[int, int]) -> Pool:
    """Players 1, 2, ... with these points; `kept`: byes and downs by player number. Seeds are the numbers."""
    return Pool(
        tuple(
            Entrant(
                PlayerId(n),
                points=p,
                seed=n,
                byes=kept.get("byes", {}).get(n, 0),
                downs=kept.get("downs", {}).get(n, 0),
            )
            for n, p in enumerate(points, start=1)
        ),
        round_,
    )


def orders(pool: Pool, settings: Settings) -> list[list[int]]:
    return [[int(p) for p in SYSTEM.bye_order(pool, settings, Lots("seed", str(n)))] for n in range(60)]


def test_first_round_is_random(settings: Callable[..., Settings]) -> None:
    """WMH-069: all three pairings of four players come up, whatever their order."""
    pool = field([0, 0, 0, 0], round_=1)
    seen = set()
    for number in range(60):
        draw = SYSTEM.draw(pool, settings(), Lots("seed", str(number)))
        seen.add(frozenset(frozenset((int(p.a), int(p.b))) for p in draw.pairs))
        assert {r.clause for p in draw.pairs for r in p.why} == {"WMH-069"}
    assert len(seen) == 3


def test_paired_down_once(settings: Callable[..., Settings]) -> None:
    """WMH-074 WMH-075: of three on 1 point the one not yet paired down meets one on 0."""
    pool = field([1, 1, 1, 0, 0, 0], downs={1: 1, 3: 1})
    for number in range(30):
        draw = SYSTEM.draw(pool, settings(), Lots("seed", str(number)))
        down = [r for p in draw.pairs for r in p.why if r.code == "paired_down"]
        assert [(r.data["player"], r.clause) for r in down] == [(2, "WMH-074")]
        assert draw.notices == ()


def test_paired_down_again_is_told(settings: Callable[..., Settings]) -> None:
    """WMH-075 X-13: where everybody was, somebody is again, with a notice."""
    draw = SYSTEM.draw(field([1, 0], downs={1: 1}), settings(), Lots("seed", "0"))
    assert [(r.code, r.clause) for r in draw.notices] == [("pair_down_again", "WMH-075")]


def test_rematch_is_avoided_and_told(settings: Callable[..., Settings]) -> None:
    """WMH-072: two who met are kept apart; if nothing else is left they meet with a notice."""
    four = field([1, 1, 0, 0])
    met = {PlayerId(1): {PlayerId(2): 1}, PlayerId(2): {PlayerId(1): 1}}
    draw = SYSTEM.draw(Pool(four.entrants, 2, met), settings(), Lots("seed", "0"))
    assert all({int(p.a), int(p.b)} != {1, 2} for p in draw.pairs)
    two = SYSTEM.draw(Pool(four.entrants[:2], 2, met), settings(), Lots("seed", "0"))
    assert [(r.code, r.clause) for r in two.notices] == [("rematch_forced", "WMH-072")]


def test_bye_of_round_one_is_random(settings: Callable[..., Settings]) -> None:
    """WMH-077: everybody can have it."""
    assert {order[0] for order in orders(field([0] * 5, round_=1), settings())} == {1, 2, 3, 4, 5}


def test_later_byes_are_random_among_the_lowest(settings: Callable[..., Settings]) -> None:
    """WMH-077 W-09: among the lowest first, then the next level up."""
    found = orders(field([2, 1, 1, 0, 0]), settings())
    assert {order[0] for order in found} == {4, 5}
    assert all(set(order[2:4]) == {2, 3} and order[4] == 1 for order in found)


def test_no_second_bye(settings: Callable[..., Settings]) -> None:
    """WMH-078 W-09: if all of the lowest had one, it goes one level up."""
    pool = field([2, 1, 1, 0, 0], byes={4: 1, 5: 1})
    rules = SYSTEM.rules(settings(), 2)
    chosen = {int(choose_bye(pool, [PlayerId(p) for p in o], rules)[0].player) for o in orders(pool, settings())}
    assert chosen == {2, 3}


def test_seeds_of_a_final(golden: Callable[[str], Any], settings: Callable[..., Settings]) -> None:
    """WMH-137 WMH-138: first seed v last, second v second last; the bye to the first seed."""
    final = settings(seeded=True)
    for row in golden("V-IG-SEED")["rows"]:
        pool = field([0] * row["players"], round_=1)
        pool = Pool(pool.entrants[::-1], 1)
        if row["bye"]:
            assert {order[0] for order in orders(pool, final)} == {row["bye"]}
            pool = pool.without(PlayerId(row["bye"]))
        draw = SYSTEM.draw(pool, final, Lots("seed", "unused"))
        assert [[int(p.a), int(p.b)] for p in draw.pairs] == row["pairs"]


def test_later_byes_of_a_final_follow_the_normal_rule(settings: Callable[..., Settings]) -> None:
    """WMH-138: from round 2 on at random among the lowest."""
    assert {order[0] for order in orders(field([1, 1, 0, 0, 0]), settings(seeded=True))} == {3, 4, 5}


@pytest.mark.parametrize(
    ("seeded", "round_", "clause"), [(False, 1, "WMH-077"), (True, 1, "WMH-138"), (True, 2, "WMH-077")]
)
def test_clause_of_the_bye(seeded: bool, round_: int, clause: str, settings: Callable[..., Settings]) -> None:
    """WMH-077 WMH-138."""
    assert SYSTEM.rules(settings(seeded=seeded), round_).reason("bye").clause == clause


def test_rules_follow_the_organiser(settings: Callable[..., Settings]) -> None:
    """X-13 WMH-065: the order in which wishes give way is the event's."""
    rules = SYSTEM.rules(settings(give_way=["rematch"]), 2)
    assert (rules.give_way, rules.limit_downs, rules.avoid_rematch) == (("rematch",), True, True)
