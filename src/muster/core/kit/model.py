"""The basic types of a tournament, which the journal records and everything else uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import NewType

from muster.core.kit.reasons import Reason

PlayerId = NewType("PlayerId", int)

Points = int | Fraction
"""Always exact: whole points, or fractions if a book or an organiser's table has them."""

Scalar = int | str | bool | None
Raw = Scalar | list[Scalar]
"""A raw value of a form field: one for the match, or a list of two, side a then side b."""


class Role(StrEnum):
    ORGANISER = "organiser"
    MARSHAL = "marshal"
    JUDGE = "judge"
    PLAYER = "player"
    SPECTATOR = "spectator"


@dataclass(frozen=True, slots=True)
class Actor:
    """Who did it: a name to show, a role, and the player's number if a player acted."""

    name: str = "organiser"
    role: Role = Role.ORGANISER
    player: PlayerId | None = None


class Ending(StrEnum):
    """How a match ended, as far as books count it differently from a game that was played out."""

    PLAYED = "played"
    CONCESSION = "concession"
    NO_SHOW = "no_show"
    DISQUALIFIED = "disqualified"
    GAME_LOSS = "game_loss"
    DOUBLE_LOSS = "double_loss"


class Outcome(StrEnum):
    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Result:
    """The raw result as the players enter it. `by`: who conceded, was absent, was disqualified or lost by a penalty."""

    values: dict[str, Raw] = field(default_factory=dict)
    ending: Ending = Ending.PLAYED
    by: tuple[PlayerId, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """What one round is worth to one player, and why."""

    points: Points
    outcome: Outcome
    why: Reason
    stats: Mapping[str, Points | None] = field(default_factory=dict)


class StageKind(StrEnum):
    SWISS = "swiss"
    ELIMINATION = "elimination"
