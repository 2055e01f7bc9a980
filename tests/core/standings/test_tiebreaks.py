"""The shared tie-breaks and the ranking: exact values, shared places, None last, whole groups, head-to-head."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.core.standings.ranking import Standings, rank
from muster.core.standings.tiebreaks import (
    TieBreak,
    extended_strength_of_schedule,
    games_won,
    head_to_head,
    least,
    opponents_points,
    strength_of_schedule,
    total,
)

A, B, C, D, E = (PlayerId(n) for n in range(1, 6))


def line(
    points: Points,
    opponent: PlayerId | None = None,
    outcome: Outcome = Outcome.WIN,
    kind: LineKind = LineKind.GAME,
    **stats: Points | None,
) -> PlayerRound:
    return PlayerRound(1, kind, points, outcome, Reason("test"), opponent, stats)


def bye(points: Points) -> PlayerRound:
    return line(points, kind=LineKind.BYE)


def given_values(key: str, values: Mapping[PlayerId, Points | None], *, low_wins: bool = False) -> TieBreak:
    return TieBreak(key=key, name=key, compute=lambda table, players: values, low_wins=low_wins)


def ranked(table: Table, *tiebreaks: TieBreak, lots: dict[PlayerId, int] | None = None) -> Standings:
    return rank(table, list(table.lines), (), tiebreaks, lots or {p: p for p in table.lines}, {}, 1)


def places(standings: Standings) -> list[tuple[PlayerId, int | None]]:
    return [(row.player, row.rank) for row in standings.rows]


def level(*players: PlayerId) -> Table:
    return Table({p: [line(3)] for p in players})


# ── values ───────────────────────────────────────────────────────────────────────────────────────


def test_games_won_with_and_without_byes() -> None:
    mine = [line(3, B), line(0, C, Outcome.LOSS), line(1, D, Outcome.DRAW), bye(3), line(3, kind=LineKind.WALKOVER)]
    table = Table({A: mine, B: [], C: [], D: []})
    assert games_won()(table, [A]) == {A: 3}
    assert games_won(count_byes=False)(table, [A]) == {A: 1}


def test_opponents_points_and_a_bye_as_their_average() -> None:
    table = Table({A: [line(3, B), line(3, C), bye(3)], B: [line(4)], C: [line(7)], D: [bye(3)]})
    assert opponents_points()(table, [A, D]) == {A: 11, D: 0}
    assert opponents_points(byes_as_average=True)(table, [A, D]) == {A: Fraction(33, 2), D: 0}


def test_x_22_a_walkover_adds_no_average() -> None:
    """X-22: nobody was met, and it is not a bye."""
    table = Table({A: [line(3, B), line(3, kind=LineKind.WALKOVER)], B: [line(4)]})
    assert opponents_points(byes_as_average=True)(table, [A]) == {A: 4}


def test_l_04_strength_of_schedule_is_a_mean_of_points_per_round() -> None:
    """L-02 L-03 L-04 L-06: byes are rounds but no opponents; without opponents it is 0."""
    table = Table(
        {
            A: [line(10, B), line(0, C, Outcome.LOSS)],
            B: [line(0, A, Outcome.LOSS), bye(10), line(0, kind=LineKind.UNPAIRED)],
            C: [line(10, A)],
            D: [bye(10)],
        }
    )
    assert strength_of_schedule(table, [A, B, C, D]) == {A: Fraction(20, 3), B: 5, C: 5, D: 0}
    assert extended_strength_of_schedule(table, [A, B, D]) == {A: 5, B: Fraction(20, 3), D: 0}


def test_total_and_least_leave_out_what_is_not_there() -> None:
    table = Table({A: [line(3, vim=4), line(0, vim=None), line(3, vim=2), bye(3)], B: [bye(3)]})
    assert total("vim")(table, [A, B]) == {A: 6, B: 0}
    assert least("vim")(table, [A, B]) == {A: 2, B: None}


# ── places ───────────────────────────────────────────────────────────────────────────────────────


def test_x_09_level_players_share_the_place_and_the_lot_gives_the_order_shown() -> None:
    """X-09: shared place; the next one is skipped; the lot decides who is first."""
    table = Table({A: [line(3)], B: [line(6)], C: [line(3)], D: [line(0)]})
    standings = ranked(table, lots={A: 9, B: 1, C: 5, D: 2})
    assert places(standings) == [(B, 1), (C, 2), (A, 2), (D, 4)]
    assert [row.position for row in standings.rows] == [1, 2, 3, 4]


def test_none_ranks_last_whichever_way_the_tie_break_runs() -> None:
    values: dict[PlayerId, Points | None] = {A: None, B: 0, C: 5, D: -1}
    high = ranked(level(A, B, C, D), given_values("high", values))
    low = ranked(level(A, B, C, D), given_values("low", values, low_wins=True))
    assert places(high) == [(C, 1), (B, 2), (D, 3), (A, 4)]
    assert places(low) == [(D, 1), (B, 2), (C, 3), (A, 4)]


def test_two_without_a_value_are_level() -> None:
    none: dict[PlayerId, Points | None] = {A: None, B: None, C: 1}
    assert places(ranked(level(A, B, C), given_values("none", none))) == [(C, 1), (A, 2), (B, 2)]


def test_x_10_the_second_tie_break_sorts_only_inside_the_first() -> None:
    """X-10: the whole tied group is sorted by the same keys."""
    first = given_values("first", {A: 1, B: 2, C: 1, D: 2, E: 1})
    second = given_values("second", {A: 7, B: 0, C: 9, D: 1, E: 8})
    assert places(ranked(level(A, B, C, D, E), first, second)) == [(D, 1), (B, 2), (C, 3), (E, 4), (A, 5)]


def test_thirds_are_equal_where_floats_differ() -> None:
    """0.1 + 0.2 > 0.3 as floats, so a program that rounds would rank these two apart."""
    assert 0.1 + 0.2 > 0.3
    exact = given_values("exact", {A: Fraction(1, 10) + Fraction(2, 10), B: Fraction(3, 10)})
    assert places(ranked(level(A, B), exact)) == [(A, 1), (B, 1)]


def test_the_smallest_difference_decides() -> None:
    """Too small for a float to see."""
    tiny = Fraction(1, 10**30)
    assert float(Fraction(1, 3) + tiny) == float(Fraction(1, 3))
    assert places(ranked(level(A, B), given_values("exact", {A: Fraction(1, 3), B: Fraction(1, 3) + tiny}))) == [
        (B, 1),
        (A, 2),
    ]


def test_whole_and_fractional_points_compare() -> None:
    table = Table({A: [line(Fraction(1, 2)), line(Fraction(1, 2))], B: [line(1)], C: [line(Fraction(3, 2))]})
    assert places(ranked(table)) == [(C, 1), (A, 2), (B, 2)]


def test_who_takes_no_place_follows_and_moves_nobody_down() -> None:
    """X-08: everybody below a disqualified player moves up."""
    table = Table({A: [line(9)], B: [line(3)], C: [line(1)]})
    standings = rank(table, [B, C], [(A, "disqualified")], (), {A: 1, B: 2, C: 3}, {C: "dropped"}, 1)
    assert places(standings) == [(B, 1), (C, 2), (A, None)]
    assert [row.mark for row in standings.rows] == ["", "dropped", "disqualified"]
    assert standings.ranked() == list(standings.rows[:2])


points = st.fractions(min_value=0, max_value=2, max_denominator=3)


@given(st.lists(st.tuples(points, points, st.none() | points), min_size=1, max_size=8))
def test_places_are_one_more_than_the_number_of_better_players(
    rows: list[tuple[Fraction, Fraction, Fraction | None]],
) -> None:
    """X-10: against the definition, on any table: nobody's place depends on how the sort worked."""
    players = [PlayerId(n) for n in range(1, len(rows) + 1)]
    table = Table({p: [line(row[0])] for p, row in zip(players, rows, strict=True)})
    first = given_values("first", {p: row[1] for p, row in zip(players, rows, strict=True)})
    second = given_values("second", {p: row[2] for p, row in zip(players, rows, strict=True)})

    def key(player: PlayerId) -> tuple[Fraction, Fraction, int, Fraction]:
        own, one, two = rows[player - 1]
        return (own, one, 0 if two is None else 1, two or Fraction(0))

    expected = {p: 1 + sum(key(q) > key(p) for q in players) for p in players}
    assert dict(places(ranked(table, first, second))) == expected


# ── head-to-head ─────────────────────────────────────────────────────────────────────────────────

HEAD_TO_HEAD = TieBreak(key="head_to_head", name="Head-to-head", compute=head_to_head, within_tie=True)


def meeting(*games: tuple[PlayerId, PlayerId, int, int]) -> Table:
    """Each game: a, b, points of a, points of b."""
    lines: dict[PlayerId, list[PlayerRound]] = {p: [] for p in (A, B, C, D)}
    for a, b, for_a, for_b in games:
        lines[a].append(line(for_a, b))
        lines[b].append(line(for_b, a))
    return Table(lines)


def test_head_to_head_puts_the_winner_of_the_two_first() -> None:
    table = meeting((A, B, 0, 3), (A, C, 3, 0), (B, D, 0, 3))
    pair = rank(table, [A, B], (), (HEAD_TO_HEAD,), {A: 1, B: 2}, {}, 1)
    assert places(pair) == [(B, 1), (A, 2)]
    assert [row.values for row in pair.rows] == [{"head_to_head": 3}, {"head_to_head": 0}]


def test_head_to_head_says_nothing_when_two_of_three_never_met() -> None:
    table = meeting((A, B, 0, 3), (A, C, 3, 0), (B, D, 0, 3), (C, D, 3, 0))
    assert head_to_head(table, [A, B, C]) == {A: 0, B: 0, C: 0}
    assert places(rank(table, [A, B, C], (), (HEAD_TO_HEAD,), {A: 3, B: 2, C: 1}, {}, 1)) == [(C, 1), (B, 1), (A, 1)]


def test_head_to_head_counts_only_games_among_those_level() -> None:
    table = meeting((A, B, 3, 0), (B, C, 3, 0), (C, A, 1, 1), (A, D, 0, 3))
    assert head_to_head(table, [A, B, C]) == {A: 4, B: 3, C: 1}


@pytest.mark.parametrize("order", list(permutations((A, B, C))))
def test_x_10_a_circle_of_three_shares_the_place(order: tuple[PlayerId, ...]) -> None:
    """X-10: A beat B, B beat C, C beat A; comparing two at a time would let the order of the list decide."""
    table = meeting((A, B, 3, 0), (B, C, 3, 0), (C, A, 3, 0))
    standings = rank(table, order, (), (HEAD_TO_HEAD,), {A: 1, B: 2, C: 3}, {}, 3)
    assert places(standings) == [(A, 1), (B, 1), (C, 1)]


def test_head_to_head_looks_at_those_whom_the_tie_breaks_before_left_level() -> None:
    first = given_values("first", {A: 1, B: 1, C: 2, D: 0})
    table = meeting((A, B, 0, 3), (C, D, 3, 0), (A, D, 3, 0))
    standings = rank(table, [A, B, C], (), (first, HEAD_TO_HEAD), {A: 1, B: 2, C: 3}, {}, 2)
    assert places(standings) == [(C, 1), (B, 2), (A, 3)]
    assert standings.row(C).values["head_to_head"] is None
