"""The first full pairing in order: against every pairing in order, and the books' worked examples."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from muster.core.kit.model import PlayerId
from muster.core.pairing.policies.walk import in_order, other_circle_first
from muster.core.pairing.pool import Entrant, Pool, Rules
from tests.core.pairing.brute import codes_of, edges_of, ids_of, met_of, pairings, pool_of, pools, rematches


@settings(max_examples=200, derandomize=True, deadline=None)
@given(pools())
def test_it_is_the_first_of_the_best_in_order(pool: Pool) -> None:
    """B-01, U-01, X-14, X-23: min() keeps the first of equals, and the pairings come in order."""
    best = min(pairings(range(len(pool.entrants))), key=lambda p: rematches(pool, p))
    assert edges_of(pool, in_order(pool, Rules())) == best


@settings(max_examples=60, derandomize=True, deadline=None)
@given(pools())
def test_any_order_of_candidates_is_kept(pool: Pool) -> None:
    """Upwards instead of downwards: the first of the best in that order."""
    n = len(pool.entrants)

    def upwards(left: list[int]) -> list[tuple[tuple[int, int], ...]]:
        if not left:
            return [()]
        top, rest = left[0], left[1:]
        return [((top, other), *more) for other in reversed(rest) for more in upwards([k for k in rest if k != other])]

    best = min(upwards(list(range(n))), key=lambda p: rematches(pool, p))
    assert edges_of(pool, in_order(pool, Rules(), lambda _top, rest: [*rest][::-1])) == best


@settings(max_examples=30, derandomize=True, deadline=None)
@given(pools())
def test_strictly_one_against_two_when_rematches_are_allowed(pool: Pool) -> None:
    """BUS-16."""
    n = len(pool.entrants)
    draw = in_order(pool, Rules(avoid_rematch=False))
    assert edges_of(pool, draw) == tuple((k, k + 1) for k in range(0, n, 2))
    assert draw.notices == ()


def _stack(order: list[int], *games: tuple[int, int, int], round: int) -> Pool:
    return Pool(tuple(Entrant(PlayerId(p)) for p in order), round, met_of(*games))


def _cards(order: list[int], factions: str) -> Pool:
    return Pool(tuple(Entrant(PlayerId(p), circle=factions[p - 1]) for p in order), 1)


UW_A = [[(1, 5), (4, 8), (2, 3), (6, 7)], [(5, 6), (2, 4), (8, 7), (3, 1)], [(6, 2), (7, 4), (1, 8), (5, 3)]]
UW_B = [
    [(2, 8), (3, 9), (6, 1), (7, 4)],
    [(2, 5), (6, 7), (3, 1), (9, 4)],
    [(7, 5), (9, 2), (8, 1), (3, 6)],
    [(5, 3), (7, 9), (2, 1), (8, 6)],
]


def _played(rounds: list[list[tuple[int, int]]]) -> list[tuple[int, int, int]]:
    return [(a, b, number) for number, games in enumerate(rounds, 1) for a, b in games]


@pytest.mark.parametrize(
    ("stack", "factions", "games"),
    [
        pytest.param([1, 5, 4, 8, 2, 3, 6, 7], "VVSSSSSV", UW_A[0], id="G-UW-A"),
        pytest.param([2, 3, 8, 6, 7, 9, 1, 4], "VAAVJAASJ", UW_B[0], id="G-UW-B"),
    ],
)
def test_first_round_by_faction(stack: list[int], factions: str, games: list[tuple[int, int]]) -> None:
    """UW-26: the first card of another faction; UW-27: 6 and 7 of G-UW-A are left over and share theirs."""
    draw = in_order(_cards(stack, factions), Rules(), other_circle_first, code="other_circle")
    assert ids_of(draw) == games
    same = [p.why[0].code == "same_circle_left" for p in draw.pairs]
    assert same == [factions[a - 1] == factions[b - 1] for a, b in games]
    assert draw.notices == ()


@pytest.mark.parametrize(
    ("only", "first"), [(1, [(1, 12), (2, 3), (4, 5)]), (2, [(1, 3), (2, 12), (4, 5)]), (4, [(1, 2), (3, 5), (4, 12)])]
)
def test_the_one_opponent_that_somebody_has_left_is_kept_for_them(only: int, first: list[tuple[int, int]]) -> None:
    """B-01, U-01: the last of twelve has met everybody else, wherever in the order that one is."""
    games = [(12, k, 1) for k in range(1, 12) if k != only]
    draw = in_order(pool_of([1] * 12, *games), Rules())
    assert ids_of(draw) == [*first, (6, 7), (8, 9), (10, 11)]


def _by_faction(factions: str, *games: tuple[int, int, int]) -> list[tuple[str, dict[str, object]]]:
    """Why each pair meets; players 1, 2, 3 ... in order, “-” has no faction."""
    who = (Entrant(PlayerId(k), circle=f.strip("-")) for k, f in enumerate(factions, 1))
    draw = in_order(Pool(tuple(who), 3, met_of(*games)), Rules(), other_circle_first, code="other_circle")
    return [(pair.why[0].code, dict(pair.why[0].data)) for pair in draw.pairs]


def test_who_has_no_faction_shares_none() -> None:
    """UW-26: two of them meet as any others do."""
    assert _by_faction("--AB") == [("other_circle", {})] * 2
    who = tuple(Entrant(PlayerId(k), circle=f.strip("-")) for k, f in enumerate("--AB", 1))
    assert ids_of(in_order(Pool(who, 1), Rules(), other_circle_first, code="other_circle")) == [(1, 2), (3, 4)]


def test_it_is_told_who_came_first_in_another_faction_but_was_met_or_is_needed() -> None:
    """UW-26, U-01: 1 met 2, so 3 is next; 2 then meets 4."""
    assert _by_faction("ABCD", (1, 2, 1)) == [("other_circle_passed", {"players_passed": [2]}), ("other_circle", {})]


def test_it_is_told_why_two_of_a_faction_meet() -> None:
    """UW-27: 1 met everybody of another one, or there is nobody else left."""
    same = {"player": 1, "player_b": 2, "circle": "A"}
    assert _by_faction("AABC", (1, 3, 1), (1, 4, 2)) == [
        ("same_circle_passed", {**same, "players_passed": [3, 4]}),
        ("other_circle", {}),
    ]
    assert _by_faction("AA") == [("same_circle_left", same)]


@pytest.mark.parametrize(
    ("round", "stack", "past"),
    [
        pytest.param(2, [5, 6, 2, 4, 8, 7, 3, 1], UW_A, id="G-UW-A-2"),
        pytest.param(3, [6, 2, 7, 4, 1, 5, 8, 3], UW_A, id="G-UW-A-3"),
        pytest.param(2, [2, 5, 6, 7, 3, 9, 1, 4], UW_B, id="G-UW-B-2"),
        pytest.param(3, [7, 5, 9, 2, 8, 3, 1, 6], UW_B, id="G-UW-B-3"),
        pytest.param(4, [5, 7, 3, 9, 2, 8, 1, 6], UW_B, id="G-UW-B-4"),
    ],
)
def test_stack_rounds(round: int, stack: list[int], past: list[list[tuple[int, int]]]) -> None:
    """UW-31, U-01: round 3 of G-UW-B is the dead end that is repaired."""
    draw = in_order(_stack(stack, *_played(past[: round - 1]), round=round), Rules())
    assert ids_of(draw) == past[round - 1]
    assert draw.notices == ()


def test_the_dead_end_tells_whom_it_passed_over() -> None:
    """U-01: 8 v 3 would leave 1 and 6, who met in round 1."""
    draw = in_order(
        _stack([7, 5, 9, 2, 8, 3, 1, 6], *_played(UW_B[:2]), round=3), Rules(clauses={"nearest_that_fits": "U-01"})
    )
    assert codes_of(draw) == [["next"], ["next"], ["nearest_that_fits"], ["next"]]
    assert draw.pairs[2].why[0].data == {"players_kept": [3], "players_passed": []}
    assert draw.pairs[2].why[0].clause == "U-01"


NAMES = ["Akane", "Boris", "Chiyo", "Denis", "Emi", "Farid", "Gwen", "Haru", "Iris"]


def _named(order: str, *rounds: str) -> Pool:
    games = [
        (*(NAMES.index(name) for name in game.split("-")), number)
        for number, played in enumerate(rounds, 1)
        for game in played.split()
    ]
    met = met_of(*((a, b, last) for a, b, last in games))
    return Pool(tuple(Entrant(PlayerId(NAMES.index(name))) for name in order.split()), len(rounds) + 1, met)


BUS_B = [
    "Chiyo-Emi Haru-Gwen Akane-Farid Denis-Iris",
    "Denis-Emi Boris-Farid Haru-Akane Gwen-Chiyo",
    "Emi-Boris Denis-Farid Akane-Chiyo Haru-Iris",
]


@pytest.mark.parametrize(
    ("round", "ranking", "strict"),
    [
        (2, "Denis Emi Boris Farid Haru Gwen Akane Chiyo", "Denis-Emi Boris-Farid Haru-Gwen Akane-Chiyo"),
        (3, "Emi Boris Denis Farid Akane Haru Chiyo Iris", "Emi-Boris Denis-Farid Akane-Haru Chiyo-Iris"),
    ],
)
def test_bushido_example(round: int, ranking: str, strict: str) -> None:
    """G-BUS-B: B-01 with rematches avoided, BUS-16 strictly when the organiser turns that off."""
    pool = _named(ranking, *BUS_B[: round - 1])

    def shown(rules: Rules) -> str:
        return " ".join(f"{NAMES[a]}-{NAMES[b]}" for a, b in ids_of(in_order(pool, rules)))

    assert shown(Rules()) == BUS_B[round - 1]
    assert shown(Rules(avoid_rematch=False)) == strict


def test_two_leaders_who_have_met() -> None:
    """B-01: first meets third."""
    draw = in_order(pool_of([4, 3, 2, 1], (1, 2, 1)), Rules())
    assert ids_of(draw) == [(1, 3), (2, 4)]
    assert draw.pairs[0].why[0].data == {"players_passed": [2]}


def test_four_players_complete_the_round_robin() -> None:
    """X-14."""
    pool = pool_of([4, 3, 2, 1], (1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 2), round=3)
    assert ids_of(in_order(pool, Rules())) == [(1, 4), (2, 3)]


def test_a_fourth_round_of_four_repeats_the_first() -> None:
    """X-14, X-23: the longest ago, with a notice for each pair."""
    games = [(1, 4, 1), (2, 3, 1), (1, 3, 2), (2, 4, 2), (1, 2, 3), (3, 4, 3)]
    draw = in_order(pool_of([4, 3, 2, 1], *games), Rules())
    assert ids_of(draw) == [(1, 4), (2, 3)]
    assert [(n.data["player"], n.data["player_b"], n.data["last_met"]) for n in draw.notices] == [(1, 4, 1), (2, 3, 1)]
    assert codes_of(draw)[0] == ["rematch_forced"]


def test_an_odd_field_is_refused() -> None:
    with pytest.raises(ValueError, match="not 3; choose the bye first"):
        in_order(pool_of([1, 1, 1]), Rules())


def test_a_large_field_in_a_late_round() -> None:
    """Every player has met the twelve nearest."""
    n = 400
    games = [(k, k + d, d) for k in range(1, n + 1) for d in range(1, 7) if k + d <= n]
    draw = in_order(pool_of([0] * n, *games), Rules())
    assert draw.notices == ()
    assert ids_of(draw)[0] == (1, 8)
