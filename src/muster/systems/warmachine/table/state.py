"""How far a game is: everything that taps and time have changed, and the questions that many parts ask of it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from muster.game import Both, ChessClock, ForceList, Refusal, TableSetup, Tap, Text, tr
from muster.systems.warmachine.table.army import PlayersArmy
from muster.systems.warmachine.table.control_points import (
    KILL_BOX_FROM,
    LAST_TURN,
    SCORING_FROM,
    Elements,
    Pair,
    Play,
    TableVerdict,
)
from muster.systems.warmachine.table.elements import GROUNDS, OBJECTIVES, ObjectiveCard, ScenarioGround

MINUTE = 60_000
"""In milliseconds."""

DEPLOYMENTS = 4
"""WMH-093: first player, second player, and both again for advance deployment."""


class BattleStep(StrEnum):
    SCENARIO = "scenario"
    LIST = "list"
    START = "start"
    OBJECTIVE = "objective"
    LAY_OUT = "lay out"
    DEPLOY = "deploy"
    PLAY = "play"
    CLOCK_OUT = "clock out"
    """A clock ran out in its owner's turn: does the table give a lead of five?"""
    CHECK = "check"
    """The expected end of the round with too much time left on the clocks."""
    LAST_SCORE = "last score"
    ARMY = "army"
    PRESENCE = "presence"
    DONE = "done"


ON_THE_CLOCK = (BattleStep.DEPLOY, BattleStep.PLAY)


class GameEnd(StrEnum):
    """Why a game is over."""

    ASSASSINATION = "assassination"
    SCENARIO = "scenario"
    CLOCK = "clock"
    LAST_TURN = "last turn"
    NO_LEADERS = "no leaders"
    """All leaders went together (WMH-162)."""
    TIME = "time"
    """A tie at the expected end of the round (WMH-104)."""
    CONCESSION = "concession"


@dataclass(frozen=True, slots=True)
class Start:
    """The outcome of the starting roll: who won it, who goes first, and the first player's table edge."""

    winner: int
    first: int
    edge: str


class StopKind(StrEnum):
    STAFF = "staff"
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class ClockStop:
    """The clocks are stopped. `since`: when."""

    kind: StopKind
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Battle:
    """Sides are the match's; players, in `play` and `said`, are 0 for the first and 1 for the second.

    `said`: who controls what at the end of a turn, according to each side; `passed`: that turn is over and the next one
    has begun, although both have not confirmed it. `charged`: the time of the player who is not active runs. `stopped`:
    why no clock runs. `paused`: how long they were stopped in total; `moves`: stops for a moved element. `own_start`:
    when staff started this table on its own, which gives it its own expected end (W-15).
    """

    setup: TableSetup
    step: BattleStep
    clock: ChessClock
    armies: tuple[PlayersArmy, PlayersArmy]
    scenario: str = ""
    lists: Both[ForceList] = field(default_factory=Both)
    start: Both[Start] = field(default_factory=Both)
    objectives: Both[str] = field(default_factory=Both)
    deployed: int = 0
    play: Play = field(default_factory=Play)
    course: tuple[Pair, ...] = ()
    table: Elements = field(default_factory=Elements)
    said: Both[Elements] = field(default_factory=Both)
    passed: bool = False
    ending: bool = False
    charged: bool = False
    stopped: ClockStop | None = None
    paused: int = 0
    moved: Both[bool] = field(default_factory=Both)
    in_place: Both[bool] = field(default_factory=Both)
    moves: int = 0
    own_start: int | None = None
    checked: bool = False
    let_on: bool = False
    """The organiser lets them play on after the expected end."""
    out: int | None = None
    fallen: Both[str] = field(default_factory=Both)
    damage: Pair = (0, 0)
    boxes: int | None = None
    removed: tuple[bool, bool] = (False, False)
    used: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    markers: Pair = (0, 0)
    changing: tuple[tuple[int, int] | None, tuple[int, int] | None] = (None, None)
    end: GameEnd | None = None
    winner: int | None = None
    verdict: TableVerdict | None = None
    lost: Both[Pair] = field(default_factory=Both)
    present: Both[Pair] = field(default_factory=Both)

    @property
    def ground(self) -> ScenarioGround:
        return GROUNDS[self.scenario]

    @property
    def first(self) -> int:
        """The side that is first player."""
        agreed = self.start.said[0] if self.start.agreed else None
        return agreed.first if agreed is not None else 0

    def player(self, side: int) -> int:
        """A side as first or second player, and vice versa."""
        return side if self.first == 0 else 1 - side

    def by_side(self, players: Pair) -> Pair:
        return players if self.first == 0 else (players[1], players[0])

    @property
    def moment(self) -> tuple[int, int]:
        """The current turn, and which player's it is."""
        return replace(self.play, ended=self.play.ended + self.passed).moment

    @property
    def active(self) -> int:
        """The side whose turn it is, or that deploys."""
        if self.step is BattleStep.DEPLOY:
            return self.player(self.deployed % 2)
        return self.player(self.moment[1])

    @property
    def scoring(self) -> tuple[int, int]:
        """The turn whose end is being scored, agreed or not."""
        return self.play.moment

    @property
    def scorer(self) -> int:
        """The side that ended that turn, or is about to."""
        return self.player(self.scoring[1])

    @property
    def cp(self) -> Pair:
        """Control points of each side, as agreed."""
        return self.by_side(self.play.cp)

    def cp_with(self, said: Elements) -> Pair:
        return self.by_side(self.play.scored(said).cp)

    @property
    def held(self) -> bool:
        """A turn's end waits for both, and so does the turn (WMH-100)."""
        return self.said != Both() and not self.passed

    def objective(self, side: int) -> ObjectiveCard | None:
        """What a side chose, once both have."""
        key = self.objectives.said[side] if self.objectives.complete else None
        return None if key is None else OBJECTIVES[key]

    def destroyed(self, side: int) -> bool:
        """Whether a side's own objective is gone."""
        return self.removed[side] or (self.boxes is not None and self.damage[side] >= self.boxes)

    def name(self, side: int) -> str:
        return self.setup.names[side]

    @property
    def minutes(self) -> int:
        return self.setup.settings.number("minutes")

    @property
    def over(self) -> bool:
        return self.end is not None


def kill_box_counts(moment: tuple[int, int]) -> bool:
    return moment >= KILL_BOX_FROM


def elements_count(moment: tuple[int, int]) -> bool:
    return moment >= SCORING_FROM


def is_last(moment: tuple[int, int]) -> bool:
    return moment >= LAST_TURN


def side_of(tap: Tap) -> int:
    """Who tapped, for taps that staff cannot make for a player."""
    if tap.side is None:
        raise Refusal("Only the players can do this.")
    return tap.side


def staff_only(tap: Tap, sentence: Text, clause: str) -> None:
    if tap.side is not None:
        raise Refusal(sentence, clause=clause)


def in_step(battle: Battle, *steps: BattleStep) -> None:
    """Refuses what belongs to another part of the game."""
    if battle.step not in steps:
        raise Refusal(tr(_NOT_NOW[battle.step]))


_NOT_NOW: dict[BattleStep, Text] = {
    BattleStep.SCENARIO: tr("Not yet: choose the scenario first."),
    BattleStep.LIST: tr("Not now: both players choose their list first."),
    BattleStep.START: tr("Not now: agree on the first player and the table edges first."),
    BattleStep.OBJECTIVE: tr("Not now: both players choose their objective first."),
    BattleStep.LAY_OUT: tr("Not now: the clocks have not been started."),
    BattleStep.DEPLOY: tr("Not now: the armies are being deployed."),
    BattleStep.PLAY: tr("Not now: the game is being played."),
    BattleStep.CLOCK_OUT: tr("Not now: a clock has run out. First settle what that means."),
    BattleStep.CHECK: tr("Not now: the round is over, and the organiser decides about this game."),
    BattleStep.LAST_SCORE: tr("Not now: the game is over. First agree on the last control points."),
    BattleStep.ARMY: tr("Not now: the game is over. First agree on the army points."),
    BattleStep.PRESENCE: tr("Not now: the game is over. First agree on scenario presence."),
    BattleStep.DONE: tr("The game is over and its result is agreed. Call a judge if it is wrong."),
}
