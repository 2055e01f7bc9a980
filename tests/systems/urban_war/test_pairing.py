"""The card stack: its order, the walk down it, byes and reasons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from muster.core.forms.options import Settings, Value
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.pool import Draw, Entrant, Pool
from muster.systems.urban_war import SYSTEM


def settings(**values: Value) -> Settings:
    return Settings(SYSTEM.options, values)


def lots(n: int = 0) -> Lots:
    return Lots("seed", f"draw {n}")


def stack(
    totals: Sequence[int], byes: Sequence[int] = (), met: Sequence[tuple[int, int]] = (), number: int = 2
) -> Pool:
    """Players 1, 2, 3 ... with these totals, top card first."""
    entrants = tuple(Entrant(PlayerId(i), total, byes=int(i in byes)) for i, total in enumerate(totals, start=1))
    known: dict[PlayerId, dict[PlayerId, int]] = {}
    for a, b in met:
        known.setdefault(PlayerId(a), {})[PlayerId(b)] = 1
        known.setdefault(PlayerId(b), {})[PlayerId(a)] = 1
    return Pool(entrants, number, known)


def factions(names: str) -> Pool:
    """Round 1 with cards 1, 2, 3 ... of these one-letter factions; a dot for none."""
    return Pool(tuple(Entrant(PlayerId(i), circle=c.strip(".")) for i, c in enumerate(names, start=1)), 1)


def ids(pool: Pool) -> list[int]:
    return [e.id for e in pool.entrants]


def pairs(draw: Draw) -> list[tuple[int, int]]:
    return [(pair.a, pair.b) for pair in draw.pairs]


def test_round_one_is_a_shuffled_stack() -> None:
    """UW-02 UW-25 UW-26: any card may lie on top, and the same lots give the same stack."""
    pool = factions("......")
    assert ids(SYSTEM.arrange(pool, settings(), lots(1))) == ids(SYSTEM.arrange(pool, settings(), lots(1)))
    tops = Counter(ids(SYSTEM.arrange(pool, settings(), lots(n)))[0] for n in range(600))
    assert sorted(tops) == [1, 2, 3, 4, 5, 6]
    assert min(tops.values()) > 60
    assert sorted(ids(SYSTEM.arrange(pool, settings(), lots(2)))) == [1, 2, 3, 4, 5, 6]


def test_round_one_is_shuffled_whatever_the_order_of_equal_scores() -> None:
    """UW-26 U-02: the option is about later rounds."""
    tops = {ids(SYSTEM.arrange(factions("...."), settings(equal_scores="opponents"), lots(n)))[0] for n in range(60)}
    assert tops == {1, 2, 3, 4}


def test_later_stacks_are_sorted_by_total() -> None:
    """UW-31 U-02: highest on top; equal totals fall by lot."""
    pool = stack([40, 28, 28, 28, 12])
    found = Counter(tuple(ids(SYSTEM.arrange(pool, settings(), lots(n)))) for n in range(300))
    assert len(found) == 6
    assert {(order[0], order[-1]) for order in found} == {(1, 5)}
    assert min(found.values()) > 25


def test_equal_scores_by_opponents_total() -> None:
    """U-02: the other choice keeps the order of the standings."""
    pool = stack([40, 28, 28, 28, 12])
    orders = {tuple(ids(SYSTEM.arrange(pool, settings(equal_scores="opponents"), lots(n)))) for n in range(30)}
    assert orders == {(1, 2, 3, 4, 5)}


def test_round_one_takes_the_first_card_of_another_faction() -> None:
    """UW-25 UW-26: down from the top, without reshuffling."""
    draw = SYSTEM.draw(factions("AABBC."), settings(), lots())
    assert pairs(draw) == [(1, 3), (2, 4), (5, 6)]
    assert [(why.code, why.clause) for pair in draw.pairs for why in pair.why] == [("other_circle", "UW-26")] * 3


def test_round_one_ends_inside_a_faction_when_no_other_is_left() -> None:
    """UW-27 U-03 U-04: the next card then; the walk does not look ahead to save such a game."""
    draw = SYSTEM.draw(factions("ABCCCC"), settings(), lots())
    assert pairs(draw) == [(1, 2), (3, 4), (5, 6)]
    assert [(why.code, why.clause) for pair in draw.pairs[1:] for why in pair.why] == [
        ("same_circle_left", "UW-27")
    ] * 2


def test_the_best_possible_first_round() -> None:
    """U-04: as few games inside a faction as possible, by lot among those draws."""
    on = settings(optimise_first_round=True)
    inside = []
    drawn = set()
    for n in range(40):
        draw = SYSTEM.draw(factions("ABCCCC"), on, lots(n))
        circle = {e.id: e.circle for e in factions("ABCCCC").entrants}
        inside.append(sum(circle[p.a] == circle[p.b] for p in draw.pairs))
        drawn.add(frozenset(frozenset(p) for p in pairs(draw)))
    assert set(inside) == {1}
    assert len(drawn) > 4


def test_unknown_factions_are_never_the_same() -> None:
    """UW-26: two cards without a faction may meet."""
    assert pairs(SYSTEM.draw(factions(".AA."), settings(), lots())) == [(1, 2), (3, 4)]
    assert pairs(SYSTEM.draw(factions("..AA"), settings(), lots())) == [(1, 2), (3, 4)]


def test_later_rounds_go_from_the_top_down() -> None:
    """UW-02 UW-29: highest against next highest."""
    draw = SYSTEM.draw(stack([40, 36, 28, 24, 12, 4]), settings(), lots())
    assert pairs(draw) == [(1, 2), (3, 4), (5, 6)]
    assert {why.clause for pair in draw.pairs for why in pair.why} == {"UW-29"}


def test_later_rounds_pass_over_whom_the_top_card_met() -> None:
    """UW-30 UW-31: the first card not yet met."""
    draw = SYSTEM.draw(stack([40, 36, 28, 24, 12, 4], met=[(1, 2), (1, 3)]), settings(), lots())
    assert pairs(draw) == [(1, 4), (2, 3), (5, 6)]
    assert draw.pairs[0].why[0].clause == "UW-31"


def test_later_rounds_ignore_factions() -> None:
    """U-05: only round 1 keeps them apart."""
    pool = Pool(tuple(Entrant(PlayerId(i), 40 - i, circle="a" if i < 3 else "b") for i in range(1, 5)), 2)
    assert pairs(SYSTEM.draw(pool, settings(), lots())) == [(1, 2), (3, 4)]
    assert not SYSTEM.rules(settings(), 2).avoid_circle


def test_a_dead_end_steps_back() -> None:
    """U-01: the last two have met, so the pair above them is undone, and none higher."""
    draw = SYSTEM.draw(stack([40, 36, 28, 24, 12, 4], met=[(5, 6)]), settings(), lots())
    assert pairs(draw) == [(1, 2), (3, 5), (4, 6)]
    assert draw.notices == ()


def test_a_rematch_is_the_last_resort_and_is_told() -> None:
    """UW-30 X-13: only where no pairing is without one."""
    everybody = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    draw = SYSTEM.draw(stack([40, 36, 28, 24], met=everybody), settings(), lots())
    assert [(n.code, n.clause) for n in draw.notices] == [("rematch_forced", "UW-30")] * 2


def bye(pool: Pool, n: int = 0, **values: Value) -> tuple[int, list[str]]:
    """Who gets the bye, and the clauses that were cited."""
    chosen = settings(**values)
    stream = lots(n)
    cards = SYSTEM.arrange(pool, chosen, stream)
    order = SYSTEM.bye_order(cards, chosen, stream)
    found, _ = choose_bye(cards, order, SYSTEM.rules(chosen, pool.round), move=chosen.flag("move_bye"))
    return found.player, [why.clause for why in found.why]


def test_the_first_bye_is_drawn_by_lot() -> None:
    """UW-36 UW-37: anybody may get it, and the rest of the stack is untouched by it."""
    found = Counter(bye(factions("....."), n)[0] for n in range(500))
    assert sorted(found) == [1, 2, 3, 4, 5]
    assert min(found.values()) > 60
    assert bye(factions("....."))[1] == ["UW-37"]


def test_later_byes_go_to_the_lowest_total() -> None:
    """UW-36 UW-38: before anybody is paired."""
    assert bye(stack([40, 28, 28, 12, 4])) == (5, ["UW-38"])


def test_the_lowest_totals_draw_lots_for_the_bye() -> None:
    """UW-38 U-06: the bottom card of the stack, random among equals."""
    found = Counter(bye(stack([40, 28, 4, 4, 4]), n)[0] for n in range(300))
    assert sorted(found) == [3, 4, 5]
    assert min(found.values()) > 60


def test_nobody_gets_a_second_bye() -> None:
    """UW-39: the next lowest total then, and the reason says so."""
    assert bye(stack([40, 28, 20, 12, 4], byes=[5, 4])) == (3, ["UW-38", "UW-39", "UW-39"])


def test_a_second_bye_when_everybody_had_one() -> None:
    """U-07: fewest byes, lowest total."""
    assert bye(stack([40, 28, 4], byes=[1, 2, 3])) == (3, ["UW-38", "U-07"])


def test_a_bye_moves_rather_than_force_a_rematch() -> None:
    """X-21 UW-30: with the bye at the bottom, 1 and 2 would have to meet again."""
    pool = stack([40, 28, 4], met=[(1, 2)])
    assert bye(pool) == (2, ["UW-38", "X-21"])
    assert bye(pool, move_bye=False) == (3, ["UW-38"])


@pytest.mark.parametrize("number", [1, 2])
def test_every_clause_of_the_rules_is_explained(number: int) -> None:
    """Reasons cite rule ids that the system has a heading for."""
    rules = SYSTEM.rules(settings(), number)
    assert set(rules.clauses.values()) <= set(SYSTEM.clauses)
    assert rules.avoid_rematch
    assert rules.give_way == settings().words("give_way")
