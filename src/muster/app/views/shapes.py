"""The shapes of an event's views: the event, its options, players, rounds, matches and standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from muster.app.exact import ReasonView, View, Who
from muster.app.numbers import Exact
from muster.core.forms.fields import Kind
from muster.core.forms.options import Area, Type, Value
from muster.core.kit.model import Ending, Outcome, PlayerId, Raw, Scalar, StageKind
from muster.core.record.event import MatchState, RoundState
from muster.core.record.player import Status
from muster.core.standings.lines import LineKind

EventState = Literal["enrolling", "running", "finished"]

Trouble = Literal["damaged", "game_missing", "broken"]
"""Why an event cannot be shown: its journal, a game that is not installed, or a fault in Muster or in the game."""


class GameView(View, frozen=True):
    """The game's package, null for one of Muster's own; the version of its rules when the event was created, null if
    not known, and now; and whether the two differ.
    """

    package: str | None
    version: str | None
    version_now: str
    changed: bool


class ScheduleLine(View, frozen=True):
    """A line of the schedule; `time` is empty for a heading or a note."""

    time: str
    text: str


class Heading(View, frozen=True):
    """An event's name, its place and how far it has come.

    `seed` is null until it is revealed; `hidden` events are not in the public list.
    """

    id: str
    name: str
    system: str
    system_name: str
    edition: str
    date: str
    created: str
    version: str
    game: GameView
    state: EventState
    finish_reason: str
    place: str
    map_link: str
    schedule: list[ScheduleLine]
    hidden: bool
    announcement: str | None
    seed_hash: str
    seed: str | None
    entries: int


class EventAbout(View, frozen=True):
    """An event's name, game and day."""

    id: str
    name: str
    system: str
    edition: str
    date: str
    state: EventState


class EventLine(View, frozen=True):
    """An event in the list of events; `error` says why it cannot be shown. `active`: players who have not left.

    `rounds` is how many have been drawn, `round` the last one published, and `planned` how many there will be, null if
    open. `stage`: that round's name in a bracket, such as “Semi-finals”. Only the organiser sees `hidden` events in the
    list.
    """

    id: str
    name: str
    system: str
    system_name: str
    state: EventState | Trouble
    date: str
    players: int
    active: int
    rounds: int
    round: int
    planned: int | None
    error: str
    hidden: bool
    stage: str = ""


class PlanView(View, frozen=True):
    """How many rounds there are and who goes on to the next stage. If there is no plan, `refusal` says why."""

    rounds: int | None
    cut: int | None
    notices: list[ReasonView]
    refusal: str = ""


class OptionView(View, frozen=True):
    """An option of a system. A null default means that the book decides."""

    key: str
    title: str
    area: Area
    type: Type
    default: Value
    choices: list[str]
    low: int | None
    high: int | None
    locked_at_start: bool
    clause: str
    meaning: str


class SetOptionView(OptionView, frozen=True):
    """An option of an event, with its value; `words` and `default_words` put the values into words."""

    value: Value
    words: str
    default_words: str
    set: bool
    reason: str


class FieldView(View, frozen=True):
    """Something to fill in: about a player, in a result or on a list."""

    key: str
    label: str
    kind: Kind
    per_side: bool
    required: bool
    default: Scalar
    low: int | None
    high: int | None
    choices: list[str]
    clause: str
    meaning: str
    staff_only: bool


class PlayerView(View, frozen=True):
    """A player. `missed`: the rounds that count as unpaired losses."""

    number: PlayerId
    name: str
    status: Status
    why_left: str
    stand_in: bool
    checked_in: bool
    lot: int
    values: dict[str, Raw]
    missed: list[int]
    byes: int


class StageView(View, frozen=True):
    """A stage of the event. `seeds`: player numbers, best first."""

    number: int
    kind: StageKind
    after_round: int
    seeds: list[PlayerId]


class ScenarioView(View, frozen=True):
    """The scenario of a round."""

    round: int
    name: str
    category: str
    advanced: bool
    text: str
    rolled: bool


class ResultView(View, frozen=True):
    """A result as reported. `by`: who conceded, was absent, was disqualified or lost by a penalty."""

    ending: Ending
    by: list[Who]
    values: dict[str, Raw]


class ReportView(View, frozen=True):
    """What one of the two players reported."""

    by: Who
    result: ResultView


class ScoreView(View, frozen=True):
    """What a match is worth to one of its sides."""

    points: Exact
    outcome: Outcome
    stats: dict[str, Exact | None]
    why: ReasonView


class MatchView(View, frozen=True):
    """A match. `room` is empty unless there are several rooms. `scores` are a's and b's, null until the result is
    in.
    """

    match: int
    game: int
    table: int
    room: str
    a: Who
    b: Who
    state: MatchState
    why: list[ReasonView]
    table_why: list[ReasonView]
    paired_down: PlayerId | None
    corrections: int
    result: ResultView | None
    reports: list[ReportView]
    scores: list[ScoreView] | None


class ByeView(Who, frozen=True):
    """A bye. In elimination it has no points."""

    game: int
    why: list[ReasonView]
    points: Exact | None


class RoundView(View, frozen=True):
    """A round, its matches by table. `unpaired`: players for whom it counts as an unpaired loss.

    `reason` says why it was drawn again: only for staff, unless `reason_public`. `name`: “Semi-finals” in a bracket, or
    “Round 3”.
    """

    number: int
    name: str
    stage: int
    kind: StageKind
    state: RoundState
    draw: str
    attempt: int
    by_hand: bool
    reason: str
    reason_public: bool
    scenario: str | None
    results_in: int
    notices: list[ReasonView]
    matches: Sequence[MatchView]
    byes: list[ByeView]
    unpaired: list[Who]


class TieBreakView(View, frozen=True):
    """A tie-break, and its clause."""

    key: str
    name: str
    clause: str
    low_wins: bool
    meaning: str


class GamesRecord(View, frozen=True):
    """How many rounds somebody won, drew and lost."""

    win: int
    draw: int
    loss: int


class RowView(View, frozen=True):
    """A line of the standings. `rank` is shared by players who are level, null without a place.

    `placed` says how far somebody came in the bracket, null if points decide the place.
    """

    rank: int | None
    position: int
    number: PlayerId
    name: str
    mark: str
    points: Exact
    rounds: int
    record: GamesRecord
    tiebreaks: dict[str, Exact | None]
    opponents: list[PlayerId]
    placed: ReasonView | None


class StandingsView(View, frozen=True):
    """The standings after a round, with the tie-breaks in the order they were applied.

    `final`: the event is over, and these are its places. `playing` is the round being played, null if none is, and
    `stage` its name in a bracket, such as “Semi-finals”. `ranked` is false until a round is over, while everybody is
    level.
    """

    after_round: int
    final: bool
    playing: int | None
    stage: str
    ranked: bool
    points_name: str
    tiebreaks: list[TieBreakView]
    rows: list[RowView]


class AwardView(View, frozen=True):
    """An award; `player` is null if nobody gets it. `others`: who shares it. `prize`: what is won, in words."""

    title: str
    player: Who | None
    why: ReasonView
    others: list[Who]
    prize: str

    @property
    def winners(self) -> list[Who]:
        return [] if self.player is None else [self.player, *self.others]


class PenaltyView(Who, frozen=True):
    """A player's penalty. `infraction`: the book's name for the offence, empty for none."""

    penalty: str
    note: str
    infraction: str


class RulingView(View, frozen=True):
    """A ruling; `table` is 0 if it was not given at a table. `subject`: what it is about, empty if not named.

    `decision`: the answer to an appeal, which is final; empty if there is none.
    """

    table: int
    note: str
    subject: str
    overturned: bool
    decision: str


class RankedRound(RoundView, frozen=True):
    """A round with the standings after it, which are empty until it is over, and in elimination."""

    standings: list[RowView]


class EventView(Heading, frozen=True):
    """The whole event: enough for an outsider to compute everything again."""

    format: str
    options: list[SetOptionView]
    plan: PlanView | None
    advice: list[ReasonView]
    players: list[PlayerView]
    stages: list[StageView]
    scenarios: list[ScenarioView]
    rounds: list[RankedRound]
    standings: StandingsView
    awards: list[AwardView]
    penalties: list[PenaltyView]
    rulings: list[RulingView]


class LineView(View, frozen=True):
    """One round of one player. `opponent` is null if nobody was met."""

    round: int
    kind: LineKind
    opponent: Who | None
    points: Exact
    outcome: Outcome
    stats: dict[str, Exact | None]
    why: ReasonView


class EditionView(View, frozen=True):
    """A system's book."""

    title: str
    version: str
    valid_from: str
    valid_to: str


class KnownScenario(View, frozen=True):
    """A scenario in a system's book."""

    name: str
    category: str
    advanced: bool


class NamedRule(View, frozen=True):
    """Something the book has a name for: an infraction that is punished, or what a ruling can be about."""

    key: str
    name: str
    clause: str


class SystemLine(View, frozen=True):
    """A system in the list of systems."""

    key: str
    name: str
    edition: str


class SystemView(View, frozen=True):
    """Everything a script or a form needs to know about a system."""

    key: str
    name: str
    aliases: list[str]
    edition: EditionView
    points_name: str
    options: list[OptionView]
    player_fields: list[FieldView]
    result_fields: list[FieldView]
    tiebreaks: list[TieBreakView]
    scenarios: list[KnownScenario]
    infractions: list[NamedRule]
    subjects: list[NamedRule]
    clauses: dict[str, str]
