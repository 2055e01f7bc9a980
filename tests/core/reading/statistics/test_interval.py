"""Wilson's interval against numbers worked out elsewhere, and what is decided by it in whole numbers."""

from __future__ import annotations

import pytest

from muster.core.reading.statistics.interval import FEW, WinCount


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    # Newcombe (1998), table I, method 3; the two at the end of the scale by hand: z²/(n+z²) and its mirror.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (20, 20, 0.8389, 1.0)],
)
def test_published_intervals(won: int, games: int, low: float, high: float) -> None:
    assert WinCount(games, won).interval == pytest.approx((low, high), abs=0.0001)


def test_a_draw_is_half_a_win() -> None:
    assert WinCount(20, 8, 4).share == WinCount(20, 10).share
    assert WinCount(20, 8, 4).lost == 8


@pytest.mark.parametrize("games", range(FEW, 400, 7))
def test_what_leans_is_what_the_interval_says(games: int) -> None:
    """The whole numbers decide as the interval would, wherever a float can tell."""
    for won in range(games + 1):
        count = WinCount(games, won)
        low, high = count.interval
        said = 1 if low > 0.5 else -1 if high < 0.5 else 0
        assert count.leaning == said or abs(low - 0.5) < 1e-9 or abs(high - 0.5) < 1e-9
        assert WinCount(games, games - won).leaning == -count.leaning


def test_draws_are_halves_in_what_leans() -> None:
    assert (WinCount(20, 12, 6).leaning, WinCount(20, 2, 6).leaning) == (1, -1)


def test_an_interval_that_ends_at_one_half_leans_nowhere() -> None:
    """1.96 standard deviations of 625 games are 24.5 wins: 337 of them are exactly that many too many."""
    assert [WinCount(1250, won).leaning for won in (2 * 288, 2 * 337)] == [-1, 1]
    assert [WinCount(625, won).leaning for won in (287, 288, 337, 338)] == [-1, 0, 0, 1]


def test_ten_games_are_not_few() -> None:
    assert WinCount(9).few and not WinCount(10).few


def test_few_games_lean_nowhere() -> None:
    assert WinCount(FEW - 1, FEW - 1).leaning == 0
    assert WinCount(FEW, FEW).leaning == 1
