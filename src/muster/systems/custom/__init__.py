"""A system that the organiser composes from the same parts as the others, and shares as a TOML text.

`build(parse(text))` is the system; `SYSTEM` is a plain Swiss for an event without a definition.
"""

from __future__ import annotations

from typing import Any

from muster.game import read_toml as parse
from muster.systems.custom.event import build
from muster.systems.custom.toml import to_toml

__all__ = ["DEFAULT", "SYSTEM", "build", "parse", "to_toml"]

DEFAULT: dict[str, Any] = {
    "name": "Swiss",
    "points": {"win": 3, "draw": 1, "loss": 0},
    "result": {"score": "games", "low": 0, "high": 2, "together": 3},
    "tiebreak": [{"key": "opponents_match_win"}, {"key": "game_win"}, {"key": "opponents_game_win"}],
}
"""Best of three games, 3 points for a win and 1 for a draw."""

SYSTEM = build(DEFAULT)
