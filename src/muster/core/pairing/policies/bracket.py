"""Single elimination (L5R-105 to L5R-108): games in order of their number, each a pair of players.

The second place of a game is None for a bye (L-24: its player is the winner of that game);
both places are None where nobody is left on either side.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId

Game = tuple[PlayerId | None, PlayerId | None]


def slots(players: int) -> int:
    """The size of the bracket: the next power of two."""
    if players < 1:
        raise ValueError(f"a bracket needs 1 or more players, not {players}")
    return 1 << (players - 1).bit_length()


def first_round(seeds: Sequence[PlayerId]) -> list[Game]:
    """L5R-106: highest v lowest is game 1, second v second lowest game 2; L-23: byes to the top seeds."""
    size = slots(len(seeds))
    return _folded([*seeds, *[None] * (max(size, 2) - len(seeds))])


def open_round(players: Sequence[PlayerId], lots: Lots) -> list[Game]:
    """L5R-107: byes up to the next power of two by lot, the others paired by lot, all numbered by lot."""
    row = lots.shuffled(players)
    byes = slots(len(row)) - len(row) if len(row) > 1 else len(row)
    games: list[Game] = [(p, None) for p in row[:byes]]
    games += zip(row[byes::2], row[byes + 1 :: 2], strict=True)
    lots.shuffle(games)
    return games


def next_round(winners: Sequence[PlayerId | None]) -> list[Game]:
    """L5R-108: the winner of game 1 v the winner of the last game is the new game 1, and so on inwards.

    None: a slot whose player has left; whoever would meet them has a bye (L-25).
    """
    if len(winners) % 2:
        raise ValueError(f"the winners of an even number of games go on, not of {len(winners)}")
    return _folded(winners)


def _folded(row: Sequence[PlayerId | None]) -> list[Game]:
    games: list[Game] = []
    for k in range(len(row) // 2):
        a, b = row[k], row[-1 - k]
        games.append((b, None) if a is None else (a, b))
    return games
