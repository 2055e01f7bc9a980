"""Match-win and game-win percentages: floors, byes, drawn games, and no rounding anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.core.standings.percentages import game_win, opponents_game_win, opponents_match_win

A, B, C, D = (PlayerId(n) for n in range(1, 5))
Games = tuple[int, int, int]
"""Games won, drawn and lost."""


def line(points: Points, opponent: PlayerId | None, games: Games | None = (0, 0, 0)) -> PlayerRound:
    stats: Mapping[str, Points | None] = {}
    if games is not None:
        stats = {"game_wins": games[0], "game_draws": games[1], "games": sum(games)}
    kind = LineKind.BYE if opponent is None else LineKind.GAME
    return PlayerRound(1, kind, points, Outcome.WIN if points else Outcome.LOSS, Reason("test"), opponent, stats)


def test_a_bye_counts_for_its_receiver_and_is_no_opponent() -> None:
    table = Table(
        {
            A: [line(3, B, (2, 0, 0)), line(3, None, (2, 0, 0))],
            B: [line(0, A, (0, 0, 2)), line(3, C, (2, 0, 1))],
            C: [line(0, B, (1, 0, 2))],
        }
    )
    assert opponents_match_win(win=3, floor=Fraction(0))(table, [A, B, C]) == {
        A: Fraction(1, 2),  # B alone: 3 of 6
        B: Fraction(1, 2),  # A with the bye has 6 of 6, C 0 of 3
        C: Fraction(1, 2),
    }
    assert game_win(floor=Fraction(0))(table, [A, B, C]) == {A: Fraction(1), B: Fraction(2, 5), C: Fraction(1, 3)}
    assert opponents_game_win(floor=Fraction(0))(table, [A, B, C]) == {
        A: Fraction(2, 5),
        B: Fraction(2, 3),
        C: Fraction(2, 5),
    }


def test_the_floor_lifts_each_opponent_before_the_mean() -> None:
    table = Table({A: [line(3, B), line(3, C)], B: [line(0, A)], C: [line(0, A), line(2, D)], D: [line(0, C)]})
    assert opponents_match_win(win=3)(table, [A]) == {A: Fraction(1, 3)}  # B 0 -> 1/3, C 2/6 = 1/3
    assert opponents_match_win(win=3, floor=Fraction(1, 4))(table, [A]) == {A: Fraction(7, 24)}  # 1/4 and 1/3
    assert opponents_match_win(win=3, floor=Fraction(0))(table, [A]) == {A: Fraction(1, 6)}


def test_where_a_round_pays_nothing_everybody_has_the_floor() -> None:
    table = Table({A: [line(3, B)], B: [line(2, A)]})
    assert opponents_match_win(win=0)(table, [A]) == {A: Fraction(1, 3)}


def test_the_floor_of_the_own_games_and_of_opponents_games() -> None:
    table = Table({A: [line(3, B, (2, 0, 0))], B: [line(0, A, (0, 0, 2))]})
    assert game_win()(table, [A, B]) == {A: Fraction(1), B: Fraction(1, 3)}
    assert game_win(floor=Fraction(0))(table, [B]) == {B: 0}
    assert opponents_game_win()(table, [A]) == {A: Fraction(1, 3)}
    assert opponents_game_win(floor=Fraction(0))(table, [A]) == {A: 0}


@pytest.mark.parametrize(
    ("drawn", "share"),
    [(Fraction(1, 3), Fraction(4, 9)), (Fraction(1, 2), Fraction(1, 2)), (Fraction(0), Fraction(1, 3))],
)
def test_a_drawn_game_is_worth_its_part_of_a_win(drawn: Fraction, share: Fraction) -> None:
    table = Table({A: [line(1, B, (1, 1, 1))], B: [line(1, A, (1, 1, 1))]})
    assert game_win(floor=Fraction(0), drawn=drawn)(table, [A]) == {A: share}
    assert opponents_game_win(floor=Fraction(0), drawn=drawn)(table, [A]) == {A: share}


def test_without_games_the_floor_and_without_opponents_zero() -> None:
    table = Table({A: [line(0, None, None)], B: []})
    assert game_win(floor=Fraction(1, 3))(table, [A, B]) == {A: Fraction(1, 3), B: Fraction(1, 3)}
    assert opponents_match_win(win=3)(table, [A, B]) == {A: 0, B: 0}
    assert opponents_game_win()(table, [A, B]) == {A: 0, B: 0}


def test_an_unpaired_round_is_a_round_without_games() -> None:
    played = line(3, B, (2, 0, 1))
    table = Table({A: [played, line(0, None, None)], B: [line(0, A, (1, 0, 2))]})
    assert opponents_match_win(win=3)(table, [B]) == {B: Fraction(1, 2)}
    assert game_win()(table, [A]) == {A: Fraction(2, 3)}


def test_exact_where_floats_are_not() -> None:
    """0.1 + 0.2 is not 0.3 in floats; a mean of tenths is exact here, whatever its order."""
    thirty = [line(3, B), *[line(0, B) for _ in range(29)]]
    assert opponents_match_win(win=3, floor=Fraction(0))(Table({A: thirty, B: [line(3, A)]}), [B]) == {
        B: Fraction(1, 30)
    }
    halves = Table({A: [line(Fraction(1, 2), B)], B: [line(Fraction(1, 2), A)]})
    assert opponents_match_win(win=1, floor=Fraction(0))(halves, [A]) == {A: Fraction(1, 2)}
