"""A game of Urban War as far as it has been played: both forces, the turn, and how it ended. No taps and no texts."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from muster.game import Both, Now, TableSetup, mark
from muster.systems.urban_war.casualties import CasualtyLevel, level_of, points_for, thresholds

MINUTE = 60_000
"""In milliseconds."""

SCENARIO = mark("Strategic Withdrawal")
"""UW-42, UW-62: always this one, unless a campaign has its own."""


class End(StrEnum):
    """UW-41, UW-45: how a game ends. `OBJECTIVES`: campaign events only. A concession is a different matter (U-30)."""

    WITHDREW = "withdrew"
    WIPED_OUT = "wiped_out"
    TIME = "time"
    OBJECTIVES = "objectives"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class TableForce:
    """One side at the table. `models`: how many it began with, None if not known.

    `checked`: the last turn in which it made its withdrawal check. `bonus`: campaign events only.
    """

    models: int | None = None
    lost: int = 0
    checked: int = 0
    withdrew: bool = False
    bonus: int = 0

    @property
    def wiped_out(self) -> bool:
        return self.models is not None and self.lost >= self.models

    @property
    def broken(self) -> bool:
        """UW-43, U-17: at or past the break point, which is half of the models, rounded up."""
        return self.models is not None and self.lost >= break_point(self.models)


@dataclass(frozen=True, slots=True)
class WithdrawalCheck:
    """U-18: the outcome of one; the dice are the rulebook's."""

    turn: int
    side: int
    withdrew: bool


Scored = tuple[int, int, bool, bool, int, int]
"""What both sides agree on: models lost, who withdrew, and bonus points."""

Forces = tuple[TableForce, TableForce]


@dataclass(frozen=True, slots=True, kw_only=True)
class UrbanWarTable:
    """`known`: the event knows the models, so the players do not enter them.

    `started`: when a game outside an event began. `asks_end`: somebody said that it is over, and players are asked how.
    `stated`: how it ended, if that does not follow from the forces; `conceder`: who gave it up.
    """

    names: tuple[str, str]
    scenario: str
    event: bool
    campaign: bool
    minutes: int
    warning: int
    known: bool
    forces: Forces
    turn: int = 0
    started: int | None = None
    checks: tuple[WithdrawalCheck, ...] = ()
    asks_end: bool = False
    stated: End | None = None
    conceder: int | None = None
    agreed: Both[Scored] = field(default_factory=Both)

    @property
    def end(self) -> End | None:
        """How it ended; None while it continues. A withdrawal or a destroyed force ends a game by itself."""
        if self.stated is not None:
            return self.stated
        if any(force.withdrew for force in self.forces):
            return End.WITHDREW
        return End.WIPED_OUT if any(force.wiped_out for force in self.forces) else None

    @property
    def over(self) -> bool:
        return self.agreed.agreed

    @property
    def scored(self) -> Scored:
        a, b = self.forces
        return a.lost, b.lost, a.withdrew, b.withdrew, a.bonus, b.bonus


def break_point(models: int) -> int:
    """UW-43, U-17: the number that makes Heavy."""
    return thresholds(models)[1]


def begin(setup: TableSetup) -> UrbanWarTable:
    settings = setup.settings
    return UrbanWarTable(
        names=setup.names,
        scenario=setup.scenario or SCENARIO,
        event=setup.event,
        campaign=settings.flag("campaign"),
        minutes=settings.number("minutes"),
        warning=settings.number("warning_minutes"),
        known=setup.event and None not in setup.models,
        forces=(TableForce(setup.models[0]), TableForce(setup.models[1])),
    )


def run(state: UrbanWarTable, now: Now) -> int | None:
    """How long the game has run, in milliseconds: by the round's clock, or since two friends began."""
    if state.event:
        return now.round
    return None if state.started is None else max(now.at - state.started, 0)


def time_is_up(state: UrbanWarTable, now: Now) -> bool:
    has_run = run(state, now)
    return has_run is not None and has_run >= state.minutes * MINUTE


def later(state: UrbanWarTable, now: Now) -> UrbanWarTable:
    """UW-10: an unfinished game ends when time is called."""
    if state.turn and state.end is None and time_is_up(state, now):
        return replace(state, stated=End.TIME, agreed=Both())
    return state


def check_due(state: UrbanWarTable, side: int) -> bool:
    """U-18: once per turn, from the break point on.

    After time, objectives or a concession no more checks are made; a side that is broken when the other withdraws or is
    gone still makes its own (U-19).
    """
    force = state.forces[side]
    if state.stated is not None or force.wiped_out:
        return False
    return force.broken and force.checked < state.turn


def level(state: UrbanWarTable, side: int) -> CasualtyLevel:
    """UW-49, UW-50; UW-54: a side that concedes counts as having lost every model."""
    force = state.forces[side]
    models = force.models or 1
    lost = models if side == state.conceder else force.lost
    return level_of(models, lost, withdrew=force.withdrew)


def pays(state: UrbanWarTable, side: int) -> int:
    """What the game currently pays a side, including bonus points."""
    return points_for(level(state, side), level(state, 1 - side)) + state.forces[side].bonus
