"""A Bushido game as far as it is played: warbands, set-up, the turn with its phases, and what was scored."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum

from muster.game import Both, ChessClock, ForceList, with_side
from muster.systems.bushido.table.placing import Terrain

Two = tuple[int, int]
"""One number per side."""

VICTORY_POINTS = 3
"""BUS-35, BSG-37: how many a game has."""


class BushidoStep(IntEnum):
    """BSG-01: the eight steps, in the book's order."""

    WARBANDS = 1
    SCENARIO = 2
    OBJECTIVES = 3
    TERRAIN = 4
    OWN_TERRAIN = 5
    VIMS = 6
    DEPLOY = 7
    BEGIN = 8


class BushidoPhase(IntEnum):
    """BSG-16: the phases of a turn, in order."""

    STARTING = 0
    MAIN = 1
    END = 2


STARTING_STEPS = ("variable", "ki", "counters", "test", "effects", "tokens")
"""BSG-17 to BSG-22."""

END_STEPS = ("effects", "states", "lapse", "score")
"""BSG-33 to BSG-36; what is left of the pass tokens goes with the last (BSG-39)."""


class Acting(StrEnum):
    """How far an activation is. `DECLARE`: BSG-25. `RESOLVE`: BSG-28 and BSG-29.

    `LATE`: the time to declare is up, and the players say whether a model was named. `TAKE`: none was, and the opponent
    takes a counter (BUS-22).
    """

    DECLARE = "declare"
    RESOLVE = "resolve"
    LATE = "late"
    TAKE = "take"


class BushidoEnd(StrEnum):
    """Why a game is over (BUS-30, BSG-37, BSG-38)."""

    TURNS = "turns"
    VICTORY_POINTS = "victory points"
    NO_MODELS = "no models"
    TIME = "time"
    CONCEDED = "conceded"


@dataclass(frozen=True, slots=True)
class WarbandModel:
    """`ki_stat`: the first number of its Ki statistic, None if nobody has entered it.

    `gone`: the turn in which it left play. A model without a name is called by its place in the warband.
    """

    name: str = ""
    ki_stat: int | None = None
    ki: int = 0
    counters: int = 0
    gone: int | None = None

    @property
    def able(self) -> bool:
        return self.gone is None and self.counters > 0


@dataclass(frozen=True, slots=True)
class Warband:
    """`followed`: each model's ki and activation counters are tracked here.

    If not, only their number is (`count`), and the player says when none can be activated any more (`spent`). `vims`:
    what was chosen in secret, a model's place or a name. `vim_lost`: the turn in which the first one left play, if
    models are not tracked.
    """

    title: str = ""
    models: tuple[WarbandModel, ...] = ()
    followed: bool = False
    count: int = 0
    spent: bool = False
    vims: tuple[int | str, ...] = ()
    vim_lost: int | None = None

    @property
    def in_play(self) -> int:
        return sum(model.gone is None for model in self.models) if self.followed else self.count

    @property
    def able(self) -> bool:
        """Whether a model can be activated (BSG-27, BSG-31)."""
        if self.followed:
            return any(model.able for model in self.models)
        return self.count > 0 and not self.spent

    @property
    def first_vim_lost(self) -> int | None:
        """The turn in which the warband's first VIM left play."""
        if not self.followed:
            return self.vim_lost
        turns = [self.models[vim].gone for vim in self.vims if isinstance(vim, int)]
        return min((turn for turn in turns if turn is not None), default=None)

    def with_model(self, number: int, model: WarbandModel) -> Warband:
        return replace(self, models=(*self.models[:number], model, *self.models[number + 1 :]))


@dataclass(frozen=True, slots=True)
class Preparation:
    """The set-up. `ready`: which sides have completed a step that both do.

    `offered`: names of scenarios to choose or draw from. `test`: who won the Deployment Tactical Test; `player_1`: whom
    the winner named (BSG-05). `vims`: how many each side chooses.
    """

    step: BushidoStep = BushidoStep.WARBANDS
    ready: frozenset[int] = frozenset()
    offered: tuple[str, ...] = ()
    drawn: bool = False
    vims: int = 0
    test: int | None = None
    player_1: int | None = None
    placing: Terrain = field(default_factory=Terrain)
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Activation:
    """What happens in the Main Phase. `chosen`: the model that was named.

    `action`: simple, complex or pass, once declared. `clock`: the time to declare (BUS-20). `stopped`: by a judge
    (BUS-24).
    """

    acting: Acting = Acting.DECLARE
    chosen: int | None = None
    action: str = ""
    clock: ChessClock = field(default_factory=lambda: ChessClock((0, 0)))
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Late:
    """The last time that somebody did not declare in time, and which model lost a counter for it, if any."""

    side: int
    model: int | None = None
    named: bool = True


@dataclass(frozen=True, slots=True)
class TurnPoints:
    """What each side scored in one turn."""

    sp: Two = (0, 0)
    vp: Two = (0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class BushidoGame:
    """`turn` 0 is the set-up. `declared`: the VIM each side wrote down in the event, once both had.

    `done`: completed steps of the phase. `more`: additional models that count for pass tokens, or fewer (B-23). `last`:
    the turn in which time was called (BUS-31). `stopped`: the hard stop came, and the turn is scored as it is (B-16).
    """

    names: tuple[str, str]
    event: bool
    lists: tuple[tuple[ForceList, ...], tuple[ForceList, ...]]
    warbands: tuple[Warband, Warband]
    seconds: int
    time: int | None = None
    hard_stop: int | None = None
    play_on: bool = False
    timed: bool = False
    scenario: str = ""
    declared: tuple[str, str] = ("", "")
    turns: int = 0
    setup: Preparation = field(default_factory=Preparation)
    turn: int = 0
    phase: BushidoPhase = BushidoPhase.STARTING
    done: int = 0
    active: int | None = None
    more: Two = (0, 0)
    tokens: Two = (0, 0)
    activation: Activation = field(default_factory=Activation)
    late: Late | None = None
    points: TurnPoints = field(default_factory=TurnPoints)
    agreed: Both[TurnPoints] = field(default_factory=Both)
    scored: tuple[TurnPoints, ...] = ()
    last: int | None = None
    stopped: bool = False
    ended: BushidoEnd | None = None
    conceded: int | None = None

    @property
    def revealed(self) -> bool:
        """BSG-12: secret choices are shown when both have chosen."""
        return all(self.chosen_vims(side) for side in (0, 1))

    @property
    def scoring(self) -> bool:
        return self.phase is BushidoPhase.END and self.done == len(END_STEPS) - 1

    @property
    def without_models(self) -> int | None:
        """A side with no models left in play."""
        return next((side for side in (0, 1) if self.warbands[side].in_play == 0), None)

    def chosen_vims(self, side: int) -> bool:
        """Whether a side has chosen all its VIMs; a small warband may have fewer models than the scenario asks for."""
        return len(self.warbands[side].vims) >= min(self.setup.vims, max(self.warbands[side].in_play, 1))

    def counted(self, side: int) -> int:
        """BSG-22 B-23: models for the pass tokens."""
        return max(self.warbands[side].in_play + self.more[side], 0)

    def vim_turn(self, side: int) -> int | None:
        """The turn in which this side removed an enemy VIM (BUS-37)."""
        return self.warbands[1 - side].first_vim_lost

    def with_warband(self, side: int, warband: Warband) -> BushidoGame:
        return replace(self, warbands=with_side(self.warbands, side, warband))

    def total(self, *, now: bool = False) -> TurnPoints:
        """All points of the game; with `now` including this turn's, which are not agreed yet."""
        every = (*self.scored, self.points) if now else self.scored
        return TurnPoints(
            (sum(one.sp[0] for one in every), sum(one.sp[1] for one in every)),
            (sum(one.vp[0] for one in every), sum(one.vp[1] for one in every)),
        )
