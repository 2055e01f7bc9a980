"""What a game's fields mean beyond their label, so they can be counted across events."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldMeanings:
    """Keys of the fields that statistics use; empty if the game has no such field.

    `faction`: a player field. `list`: a list field that groups similar lists. `how`: a result field that says how a
    game was won. `minute`: a result field with the minute of the round in which it was decided.
    """

    faction: str = ""
    list: str = ""
    how: str = ""
    minute: str = ""


NO_MEANINGS = FieldMeanings()
