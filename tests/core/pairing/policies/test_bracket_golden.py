"""Single elimination by the worked vector V-L5R-SE: every round of it, game by game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.policies.bracket import first_round, next_round, open_round

BOOK: dict[str, Any] = json.loads((Path(__file__).parents[3] / "golden" / "V-L5R-SE.json").read_text("utf-8"))


def seeds(n: int) -> list[PlayerId]:
    return [PlayerId(k) for k in range(1, n + 1)]


def by_game(games: list[list[str]]) -> list[tuple[int, int]]:
    """ "W4" is the winner of game 4 of the round before."""
    return [(int(a.removeprefix("W")), int(b.removeprefix("W"))) for a, b in games]


def test_top_eight() -> None:
    """L5R-106 L5R-108: highest v lowest first; then the winners of the first and the last game, and so on inwards."""
    first, second, final = (one["games"] for one in BOOK["top8"])
    assert first_round(seeds(8)) == [tuple(game) for game in first]
    assert next_round(seeds(len(first))) == by_game(second)
    assert next_round(seeds(len(second))) == by_game(final)


def test_top_sixteen() -> None:
    """L5R-106 L5R-108."""
    assert first_round(seeds(16)) == [tuple(game) for game in BOOK["top16_round1"]]
    assert next_round(seeds(8)) == by_game(BOOK["top16_round2"])


@pytest.mark.parametrize(("players", "byes"), BOOK["byes_if_event_begins_with_elimination"].items())
def test_byes_of_an_event_that_begins_with_elimination(players: str, byes: int) -> None:
    """L5R-107: the next power of two less the players."""
    games = open_round(seeds(int(players)), Lots("golden", "open"))
    assert sum(b is None for _, b in games) == byes
