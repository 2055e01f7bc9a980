"""Terrain placed in turn, by the worked vectors and step by step."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.kit.errors import Refusal
from muster.systems.bushido.table.placing import Terrain
from tests.systems.bushido.desk import golden

PLAYERS = {"P1": 0, "P2": 1, None: None}
REFUSED_BY = {"fewer than six": "BSG-06", "only one piece after a stop": "BSG-07"}


def after(moves: str) -> Terrain:
    terrain = Terrain()
    for move in moves:
        terrain = terrain.place() if move == "p" else terrain.stop()
    return terrain


TERRAIN = golden("V-BSG-TERRAIN")["rows"]


@pytest.mark.parametrize("row", [row for row in TERRAIN if "error" not in row])
def test_terrain_in_turn(row: Any) -> None:
    """BSG-05 BSG-06 BSG-07 BSG-08: pieces down, who picks the zone, and who may place one last piece."""
    terrain = after(row["moves"])
    assert terrain.pieces == row["pieces"]
    assert terrain.zone_picker == PLAYERS[row["zone_picker"]]
    assert terrain.turn == PLAYERS[row["final_piece_allowed_to"]]


@pytest.mark.parametrize("row", [row for row in TERRAIN if "error" in row])
def test_terrain_refusals(row: Any) -> None:
    """BSG-06 BSG-07: all moves but the last are allowed, and the last is refused by its rule."""
    terrain = after(row["moves"][:-1])
    with pytest.raises(Refusal) as refused:
        terrain.place() if row["moves"][-1] == "p" else terrain.stop()
    assert refused.value.clause == REFUSED_BY[row["error"]]


def test_player_1_begins_and_turns_alternate() -> None:
    """BSG-05 BSG-06."""
    assert [after("p" * n).turn for n in range(8)] == [0, 1] * 4


def test_the_last_piece_may_be_left_out() -> None:
    """BSG-07 BSG-08: the other player need not place it; whoever stopped first still picks the zone."""
    terrain = after("ppppppss")
    assert (terrain.pieces, terrain.zone_picker, terrain.turn) == (6, 0, None)
    assert [after(moves).turn for moves in ("pppppps", "ppppppps")] == [1, 0]
    with pytest.raises(Refusal, match="both players have stopped"):
        terrain.stop()
    with pytest.raises(Refusal, match="all 6 elements are down"):
        terrain.place()
