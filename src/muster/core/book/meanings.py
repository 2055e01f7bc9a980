"""What a game's fields mean beyond their label, so they can be counted across events."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMeanings:
    """Keys of fields that statistics are drawn from; empty where the game has no such field.

    `faction`: a field of the player. `list`: a field of a list, by which lists are alike. `how`: a result field that
    says how a game was won. `minute`: a result field with the minute of the round in which it was decided.
    """

    faction: str = ""
    list: str = ""
    how: str = ""
    minute: str = ""


NO_MEANINGS = FieldMeanings()
