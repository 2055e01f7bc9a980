"""Single elimination: seeds, byes and game numbers (L5R-105 to L5R-108, L-23 to L-25)."""

from __future__ import annotations

from collections import Counter

import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.policies.bracket import first_round, next_round, open_round, slots
from tests.core.pairing.brute import CRITICAL, chi_square


def _players(n: int) -> list[PlayerId]:
    return [PlayerId(k) for k in range(1, n + 1)]


def test_top_eight_and_its_next_rounds() -> None:
    """V-L5R-SE, L5R-106, L5R-108."""
    assert first_round(_players(8)) == [(1, 8), (2, 7), (3, 6), (4, 5)]
    assert next_round([PlayerId(p) for p in (1, 7, 3, 5)]) == [(1, 5), (7, 3)]
    assert next_round([PlayerId(5), PlayerId(7)]) == [(5, 7)]


def test_top_sixteen() -> None:
    """V-L5R-SE."""
    assert first_round(_players(16)) == [(k, 17 - k) for k in range(1, 9)]
    assert next_round(_players(8)) == [(1, 8), (2, 7), (3, 6), (4, 5)]


def test_a_field_that_is_no_power_of_two_gives_byes_to_the_top_seeds() -> None:
    """L-23."""
    assert first_round(_players(6)) == [(1, None), (2, None), (3, 6), (4, 5)]
    assert first_round(_players(2)) == [(1, 2)]
    assert first_round(_players(1)) == [(1, None)]


@pytest.mark.parametrize(
    ("players", "byes"), [(4, 0), (5, 3), (6, 2), (7, 1), (8, 0), (9, 7), (13, 3), (16, 0), (17, 15)]
)
def test_an_event_that_begins_with_elimination(players: int, byes: int) -> None:
    """V-L5R-SE, L5R-107: byes up to the next power of two; L-24: each has a game number."""
    games = open_round(_players(players), Lots("open", "r1"))
    assert sum(b is None for _, b in games) == byes
    assert 2 * len(games) == slots(players)
    assert sorted(p for game in games for p in game if p is not None) == _players(players)


def test_an_event_of_one_or_two_that_begins_with_elimination() -> None:
    """L5R-107: one has a bye, two have a game, and nobody has none."""
    assert open_round(_players(0), Lots("open", "r1")) == []
    assert open_round(_players(1), Lots("open", "r1")) == [(1, None)]
    assert [set(game) for game in open_round(_players(2), Lots("open", "r1"))] == [{1, 2}]


def test_open_byes_and_game_numbers_are_by_lot() -> None:
    """L5R-107: 3 players, 2 games: who has the bye and which game it is are both even."""
    seen = Counter(
        (game.index(None) and number, game[0])
        for k in range(900)
        for number, game in enumerate(open_round(_players(3), Lots(f"seed {k}", "r1")))
        if game[1] is None
    )
    assert len(seen) == 6
    assert chi_square(list(seen.values())) < CRITICAL[5]


def test_a_slot_whose_player_left_is_a_bye_for_the_other() -> None:
    """L-25."""
    one, two, four = PlayerId(1), PlayerId(2), PlayerId(4)
    assert next_round([one, two, None, four]) == [(1, 4), (2, None)]
    assert next_round([None, two, None, four]) == [(4, None), (2, None)]
    assert next_round([None, two, four, None]) == [(None, None), (2, 4)]


def test_an_odd_number_of_games_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="even number of games go on, not of 3"):
        next_round(_players(3))
    with pytest.raises(ValueError, match="1 or more players, not 0"):
        first_round([])
