"""Standings in arrays equal the plain ones in fractions, bit for bit, on fields of every kind and size of number."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.standings.buchholz import buchholz, margin_of_victory, sonneborn_berger
from muster.core.standings.columns import BYE, GAME, NOTHING, AllRounds, NotedNumbers, NumberColumn
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.core.standings.order import place
from muster.core.standings.percentages import game_win, opponents_game_win, opponents_match_win
from muster.core.standings.ranking import rank
from muster.core.standings.tiebreaks import (
    Compute,
    Formula,
    TieBreak,
    extended_strength_of_schedule,
    games_won,
    head_to_head,
    least,
    opponents_points,
    strength_of_schedule,
    total,
)
from tests.core.standings import reference

THIRD, HALF, ZERO = Fraction(1, 3), Fraction(1, 2), Fraction(0)

Both = tuple[Compute, reference.Value | None]
"""A tie-break as shipped, and the same in the reference; None for head-to-head."""

TIEBREAKS: dict[str, Both] = {
    "games won": (games_won(), reference.games_won(count_byes=True)),
    "games won, no byes": (games_won(count_byes=False), reference.games_won(count_byes=False)),
    "opponents' points": (opponents_points(), reference.opponents_points(byes_as_average=False)),
    "opponents' points, bye average": (
        opponents_points(byes_as_average=True),
        reference.opponents_points(byes_as_average=True),
    ),
    "opponents' points without some": (
        Formula(lambda field: opponents_points(byes_as_average=True).column(field.without_opponents("margin"))),
        reference.opponents_points(byes_as_average=True, without="margin"),
    ),
    "schedule": (strength_of_schedule, reference.schedule),
    "extended schedule": (extended_strength_of_schedule, reference.extended_schedule),
    "total": (total("margin"), reference.total("margin")),
    "total of what nobody has": (total("nothing"), reference.total("nothing")),
    "total if any": (
        Formula(lambda field: field.total("margin").only_where(field.count("margin").values)),
        reference.total_if_any("margin"),
    ),
    "count": (Formula(lambda field: field.count("margin")), reference.count("margin")),
    "least": (least("margin"), reference.least("margin")),
    "least of what nobody has": (least("nothing"), reference.least("nothing")),
    "match win": (opponents_match_win(win=3), reference.opponents_match_win(win=3, floor=THIRD)),
    "match win, halves": (
        opponents_match_win(win=HALF, floor=Fraction(2, 7)),
        reference.opponents_match_win(win=HALF, floor=Fraction(2, 7)),
    ),
    "match win of nothing": (opponents_match_win(win=0), reference.opponents_match_win(win=0, floor=THIRD)),
    "game win": (game_win(), reference.game_win(floor=THIRD, drawn=THIRD)),
    "game win, no floor": (game_win(floor=ZERO, drawn=HALF), reference.game_win(floor=ZERO, drawn=HALF)),
    "opponents' game win": (opponents_game_win(), reference.opponents_game_win(floor=THIRD, drawn=THIRD)),
    "Buchholz": (buchholz(), reference.buchholz(cut_low=0, cut_high=0)),
    "Buchholz cut": (buchholz(cut_low=1), reference.buchholz(cut_low=1, cut_high=0)),
    "median Buchholz": (buchholz(cut_low=1, cut_high=1), reference.buchholz(cut_low=1, cut_high=1)),
    "Buchholz cut high": (buchholz(cut_low=2, cut_high=3), reference.buchholz(cut_low=2, cut_high=3)),
    "Sonneborn-Berger": (sonneborn_berger, reference.sonneborn_berger),
    "margin": (margin_of_victory(base=100), reference.margin_of_victory(base=100)),
    "head-to-head": (head_to_head, None),
}

small = st.integers(0, 3)
fractions = small | st.fractions(-2, 3, max_denominator=6)
huge = st.integers(-(2**80), 2**80) | st.fractions(0, 1, max_denominator=10**12)
"""Numbers whose sums or common denominators do not fit 64 bits."""


@st.composite
def fields(draw: st.DrawFn) -> dict[PlayerId, list[PlayerRound]]:
    """Random rounds: games (also rematches), byes, walkovers, unpaired rounds, drops, late entries, missing numbers."""
    players = [PlayerId(n) for n in draw(st.lists(st.integers(1, 99), max_size=9, unique=True))]
    amount = draw(st.sampled_from((small, fractions, huge)))
    lines: dict[PlayerId, list[PlayerRound]] = {p: [] for p in players}

    def line(round_: int, kind: LineKind, opponent: PlayerId | None) -> PlayerRound:
        stats: dict[str, Points | None] = {}
        if draw(st.booleans()):
            stats["margin"] = draw(st.none() | st.integers(-3, 3) | amount)
            won, drawn, lost = (draw(st.integers(0, 2)) for _ in range(3))
            stats |= {"game_wins": won, "game_draws": drawn, "games": won + drawn + lost}
        return PlayerRound(
            round_, kind, draw(amount), draw(st.sampled_from(tuple(Outcome))), Reason("test"), opponent, stats
        )

    for round_ in range(1, draw(st.integers(0, 7)) + 1):
        waiting = draw(st.permutations(players))
        while waiting:
            player = waiting.pop()
            fate = draw(st.sampled_from((*LineKind, LineKind.GAME, LineKind.GAME, None)))
            if fate is LineKind.GAME and waiting:
                other = waiting.pop()
                lines[player].append(line(round_, fate, other))
                lines[other].append(line(round_, fate, player))
            elif fate is not None and fate is not LineKind.GAME:
                lines[player].append(line(round_, fate, None))
    return lines


@settings(max_examples=80)
@given(lines=fields())
def test_every_value_equals_the_reference(lines: dict[PlayerId, list[PlayerRound]]) -> None:
    table = Table(lines)
    assert table.points == {p: reference.points(lines, p) for p in lines}
    for name, (compute, plain) in TIEBREAKS.items():
        if plain is not None:
            values = compute(table, list(lines))
            assert (name, values) == (name, {p: plain(lines, p) for p in lines})
            assert all(value is None or type(value) is int or value.denominator > 1 for value in values.values())


@given(
    lines=fields(),
    picked=st.lists(st.tuples(st.sampled_from(sorted(TIEBREAKS)), st.booleans()), max_size=4),
    data=st.data(),
)
def test_places_and_order_equal_the_reference(
    lines: dict[PlayerId, list[PlayerRound]], picked: list[tuple[str, bool]], data: st.DataObject
) -> None:
    """Points, values, shared places and the order shown, for whoever takes a place, in any order of tie-breaks."""
    placed = data.draw(st.lists(st.sampled_from(sorted(lines)), unique=True)) if lines else []
    lots = {p: data.draw(st.integers(0, 2) | st.integers(0, 2**64)) for p in lines}
    tiebreaks = tuple(
        TieBreak(key=str(n), name=name, compute=TIEBREAKS[name][0], low_wins=low, within_tie=name == "head-to-head")
        for n, (name, low) in enumerate(picked)
    )
    aside = [(p, "retired") for p in lines if p not in placed]
    standings = rank(Table(lines), placed, aside, tiebreaks, lots, {}, 0)
    found = [
        (row.player, row.rank, row.points, [row.values[str(n)] for n in range(len(picked))])
        for row in standings.ranked()
    ]
    assert found == reference.ranked(lines, placed, [(TIEBREAKS[name][1], low) for name, low in picked], lots)
    assert [(row.player, row.rank, row.points) for row in standings.rows[len(placed) :]] == [
        (p, None, reference.points(lines, p)) for p, _ in aside
    ]


def season(players: int, rounds: int, seed: int, most: int = 3) -> tuple[AllRounds, dict[PlayerId, list[PlayerRound]]]:
    """A large random field as arrays and as lines; one player in 20 misses a round, an odd one has the bye."""
    rng = np.random.default_rng(seed)
    opponent = np.full((rounds, players), -1, dtype=np.int32)
    kind = np.full((rounds, players), NOTHING, dtype=np.int8)
    points = np.zeros((rounds, players), dtype=np.int32)
    for n in range(rounds):
        there = rng.permutation(np.flatnonzero(rng.random(players) < 0.95))
        a, b = there[0 : len(there) // 2 * 2 : 2], there[1::2]
        opponent[n, a], opponent[n, b] = b, a
        kind[n, there] = GAME
        kind[n, there[len(there) // 2 * 2 :]] = BYE
        points[n, there] = rng.integers(0, most + 1, len(there))
    names = {GAME: LineKind.GAME, BYE: LineKind.BYE}
    lines = {
        PlayerId(p): [
            PlayerRound(
                n + 1,
                names[int(kind[n, p])],
                int(points[n, p]),
                Outcome.DRAW,
                Reason("test"),
                PlayerId(int(opponent[n, p])) if opponent[n, p] >= 0 else None,
            )
            for n in range(rounds)
            if kind[n, p] != NOTHING
        ]
        for p in range(players)
    }
    return AllRounds(points, opponent, kind=kind), lines


@pytest.mark.parametrize(
    ("players", "rounds", "most", "wide"),
    [(257, 9, 3, False), (300, 15, 10, False), (64, 15, 10**9, True), (100, 31, 3, True)],
)
def test_the_arrays_alone_give_the_same_places(players: int, rounds: int, most: int, wide: bool) -> None:
    """15 rounds of 10 points fit 64 bits; larger points or 31 rounds continue in Python integers, unnoticed."""
    field, lines = season(players, rounds, seed=players, most=most)
    result = place(field, (strength_of_schedule, extended_strength_of_schedule))
    assert (result.columns[-1].values.dtype == object) is wide
    lots = {p: int(p) for p in lines}
    expected = reference.ranked(
        lines, list(lines), [(reference.schedule, False), (reference.extended_schedule, False)], lots
    )
    sos, extended = (column.exact() for column in result.columns)
    assert [
        (p, result.rank[p], result.points.exact()[p], [sos[p], extended[p]]) for p in result.order.tolist()
    ] == expected


def test_lots_decide_the_order_of_the_level_and_not_their_place() -> None:
    field = AllRounds([[1, 3, 1, 3]], [[1, 0, 3, 2]])
    result = place(field, (strength_of_schedule,), lots=np.array([5, 9, 2, 7]))
    assert result.order.tolist() == [3, 1, 2, 0]
    assert result.rank.tolist() == [3, 1, 3, 1]


def test_points_in_parts_and_rounds_without_a_kind() -> None:
    """Halves as whole numbers over 2; without `kind` a round without opponent is a bye."""
    field = AllRounds([[1, 1, 2], [2, 2, 0]], [[1, 0, -1], [2, -1, 0]], unit=2)
    assert field.points.exact() == [Fraction(3, 2), Fraction(3, 2), 1]
    assert strength_of_schedule.column(field).exact() == [Fraction(5, 8), Fraction(3, 4), Fraction(3, 4)]
    assert opponents_points(byes_as_average=True).column(field).exact() == [Fraction(5, 2), 3, 3]


def test_a_figure_given_every_round() -> None:
    found = {"cp": NotedNumbers(np.array([[3, 0], [-1, 5]]))}
    field = AllRounds([[0, 0], [0, 0]], [[1, 0], [1, 0]], figures=found.get)
    assert total("cp").column(field).exact() == [2, 5]
    assert least("cp").column(field).exact() == [-1, 0]
    assert margin_of_victory().column(field).exact() == [0, 0]


def test_an_order_too_fine_for_floats() -> None:
    """Neighbours above 2**53 are the same float."""
    points = [[2**53, 2**53 + 1, 2**53]]
    assert float(2**53) == float(2**53 + 1)
    assert place(AllRounds(points, [[-1, -1, -1]])).rank.tolist() == [2, 1, 2]


def test_nothing_times_a_number_too_large_for_the_machine() -> None:
    """A round without a point beside one of points in very small parts."""
    nothing = NumberColumn.of([0, 0])
    tiny = NumberColumn.of([Fraction(1, 2**70), 0])
    assert nothing.times(2**70).exact() == [0, 0]
    assert nothing.plus(tiny).exact() == tiny.exact() == [Fraction(1, 2**70), 0]
    assert nothing.at_least(Fraction(-1, 2**70)).exact() == [0, 0]
    assert NotedNumbers.spread([nothing, tiny], [np.arange(2)] * 2, (2, 2)).values.tolist() == [[0, 0], [1, 0]]


def test_a_field_of_nobody_and_one_without_rounds() -> None:
    nobody = AllRounds(np.zeros((0, 0), dtype=int), np.zeros((0, 0), dtype=int))
    assert place(nobody, (strength_of_schedule, buchholz(cut_low=1))).order.tolist() == []
    before = AllRounds(np.zeros((0, 3), dtype=int), np.zeros((0, 3), dtype=int))
    assert place(before, (extended_strength_of_schedule, buchholz(cut_low=1))).rank.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("points", "opponent", "says"),
    [
        ([[0.5, 1]], [[1, 0]], "whole numbers are needed"),
        ([[1, 0]], [[1.0, 0.0]], "whole numbers are needed"),
        ([[1, 0]], [[1, 0], [1, 0]], "opponent has the shape"),
        ([1, 0], [1, 0], "dimensions"),
        ([[1, 0]], [[2, 0]], "one of the 2 players"),
        ([[1, 0]], [[-2, 0]], "one of the 2 players"),
    ],
)
def test_arrays_that_make_no_sense_are_refused(points: list[object], opponent: list[object], says: str) -> None:
    with pytest.raises((TypeError, ValueError), match=says):
        AllRounds(points, opponent)  # type: ignore[arg-type]  # the wrong type is the test


def test_a_tie_break_by_outcome_needs_outcomes() -> None:
    with pytest.raises(ValueError, match="outcome"):
        sonneborn_berger.column(AllRounds([[1, 0]], [[1, 0]]))


def test_numbers_come_back_as_they_went_in() -> None:
    numbers = [None, 3, Fraction(-7, 2), 2**70, Fraction(6, 3)]
    assert NumberColumn.of(numbers).exact() == numbers
    assert repr(NumberColumn.of(numbers).exact()[-1]) == "2"
