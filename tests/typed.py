"""A player and a result of any game, as people type them: a game that is added is tested without a line here."""

from __future__ import annotations

from muster.core.forms.fields import Kind
from muster.core.forms.options import Settings
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId, Raw
from muster.core.record.player import Player
from muster.systems import registry


def needed(key: str) -> dict[str, str]:
    """The fields without which nobody can be enrolled."""
    asked = [f for f in registry.find(key).player_fields if f.required and f.default is None]
    return {f.key: "9" if f.kind is Kind.NUMBER else f.choices[0] if f.choices else "x" for f in asked}


class Results(dict[str, dict[str, str]]):
    """A result by the key of its game: written out, or made up by the game itself."""

    def __missing__(self, key: str) -> dict[str, str]:
        system = registry.find(key)
        a, b = (Player(PlayerId(n), f"Player {n}", n, dict(needed(key))) for n in (1, 2))
        values = system.invent(a, b, Settings(system.options), Lots("tests", key))
        return {name: _typed(value) for name, value in values.items() if value is not None}


def _typed(value: Raw) -> str:
    if isinstance(value, list):
        return "-".join("" if one is None else _typed(one) for one in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
