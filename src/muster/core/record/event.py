"""The state of an event, as the fold builds it from the journal. Facts only: points and places are computed."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from copy import copy
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeVar

from muster.core.forms.options import Value
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.known import Known
from muster.core.kit.language import tr
from muster.core.kit.model import PlayerId, Result, Score, StageKind
from muster.core.kit.reasons import Reason
from muster.core.kit.written import look, tidy, whole_number, words_of
from muster.core.record.awards import EventAwards
from muster.core.record.clock import RoundClock
from muster.core.record.facts.claims import ClaimedBy, NameAsked
from muster.core.record.facts.play import ScenarioChosen
from muster.core.record.facts.timetable import NO_TIMES, Timetable
from muster.core.record.lists import Lists
from muster.core.record.player import Player, Status
from muster.core.record.staff import Staff
from muster.core.record.venue import Venue
from muster.core.standings.lines import PlayerRound

Thing = TypeVar("Thing")

MOST_LISTED = 12
"""How many players a refusal lists by name."""


class MatchState(StrEnum):
    OPEN = "open"
    REPORTED = "reported"
    DISPUTED = "disputed"
    IN = "in"


@dataclass(slots=True)
class Match:
    """`reports`: what each player said, until the result is in. `game`: the game number in an elimination round.

    `keyed`: the differing entries, where every result is entered twice; one of them was accepted.
    """

    number: int
    a: PlayerId
    b: PlayerId
    table: int
    why: tuple[Reason, ...] = ()
    table_why: tuple[Reason, ...] = ()
    down: PlayerId | None = None
    game: int = 0
    state: MatchState = MatchState.OPEN
    result: Result | None = None
    reports: dict[PlayerId, Result] = field(default_factory=dict)
    devices: dict[PlayerId, str] = field(default_factory=dict)
    """The phone that each report came from; empty if it did not come from a phone."""
    corrections: int = 0
    place: int = 0
    """How many moves there were in the event when the first result came in."""
    keyed: tuple[Result, ...] = ()
    agreed: AbstractSet[PlayerId] = frozenset()
    """Which of the two players reported or confirmed the result that is in."""
    objections: dict[PlayerId, str] = field(default_factory=dict)
    """Who says that the result is wrong, and why; empty once it is corrected or answered."""
    answer: str = ""
    """The staff's answer to an objection: the result stays."""
    moved_from: int = 0
    """The table it was moved from during its round; 0 if it was not moved."""

    def has(self, player: PlayerId) -> bool:
        return player in (self.a, self.b)

    def other(self, player: PlayerId) -> PlayerId:
        return self.b if player == self.a else self.a


@dataclass(slots=True)
class ByeSeat:
    player: PlayerId
    why: tuple[Reason, ...] = ()
    game: int = 0


class RoundState(StrEnum):
    DRAFT = "draft"
    PUBLISHED = "published"
    CLOSED = "closed"


class Seats:
    """Each player's match in a round, and each table's: looked up once for all states with the same pairs."""

    __slots__ = ("_players", "_tables")

    def __init__(self) -> None:
        self._players: dict[PlayerId, int] | None = None
        self._tables: dict[int, int] | None = None

    def of_player(self, player: PlayerId, matches: list[Match]) -> int | None:
        if self._players is None:
            # From last to first: a forged journal may list somebody twice, and the first one counts.
            self._players = {p: at for at in reversed(range(len(matches))) for p in (matches[at].b, matches[at].a)}
        return self._players.get(player)

    def at_table(self, table: int, matches: list[Match]) -> int | None:
        if self._tables is None:
            self._tables = {matches[at].table: at for at in reversed(range(len(matches)))}
        return self._tables.get(table)


@dataclass(slots=True)
class Round:
    number: int
    stage: int
    matches: list[Match]
    byes: list[ByeSeat]
    notices: tuple[Reason, ...] = ()
    draw: str = ""
    attempt: int = 1
    by_hand: bool = False
    reason: str = ""
    state: RoundState = RoundState.DRAFT
    digest: str = ""
    reason_public: bool = False
    """Whether everybody may read the reason, or only the staff."""
    clock: RoundClock = field(default_factory=RoundClock)
    seats: Seats = field(default_factory=Seats, compare=False, repr=False)

    @property
    def complete(self) -> bool:
        return self.state is not RoundState.DRAFT and all(m.state is MatchState.IN for m in self.matches)

    def out(self) -> list[Match]:
        """Matches without a result."""
        return [m for m in self.matches if m.state is not MatchState.IN]

    def match_of(self, player: PlayerId) -> Match | None:
        at = self.seats.of_player(player, self.matches)
        return None if at is None else self.matches[at]

    def match_at(self, table: int) -> Match | None:
        at = self.seats.at_table(table, self.matches)
        return None if at is None else self.matches[at]

    def players(self) -> Iterator[PlayerId]:
        for match in self.matches:
            yield match.a
            yield match.b
        for bye in self.byes:
            yield bye.player


@dataclass(slots=True)
class Stage:
    """`seeds`: who plays in a stage after a cut, best first; empty for a first stage. `qualified`: the seeds as the cut
    made them.

    `declined`: players who were asked to step in and declined, so they are not asked again.
    """

    number: int
    kind: StageKind
    after_round: int = 0
    seeds: tuple[PlayerId, ...] = ()
    qualified: tuple[PlayerId, ...] = ()
    declined: AbstractSet[PlayerId] = frozenset()


@dataclass(frozen=True, slots=True)
class Claim:
    """The phone that has a name. `before`: the phone it took the name over from."""

    device: str
    how: ClaimedBy
    before: str = ""


@dataclass(frozen=True, slots=True)
class NameRequest:
    """A phone that asks the organiser for a name.

    `denied`: the phone that has the name says the request is somebody else's.
    """

    by: NameAsked
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Scored:
    """What a result is worth to both sides, and everything this depends on: it is valid while those are unchanged."""

    rests_on: tuple[object, ...]
    scores: tuple[Score, Score]
    lines: tuple[PlayerRound | None, PlayerRound | None]
    """The match in each player's record; None for somebody who did not appear."""


@dataclass(slots=True)
class Event:
    name: str
    system: str
    edition: str
    seed_hash: str
    version: str
    created: str
    date: str = ""
    definition: dict[str, Any] | None = None
    package: str = ""
    """The installed package its game came from; empty for one of Muster's own games, or if it is not known."""
    game_version: str = ""
    """The version of the game's rules when the event was created; empty if it is not known."""
    options: dict[str, Value] = field(default_factory=dict)
    option_reasons: dict[str, str] = field(default_factory=dict)
    players: dict[PlayerId, Player] = field(default_factory=dict)
    enrolled: int = 0
    """The last number given to a player."""
    moves: int = 0
    """How often somebody left or came back on their own."""
    stages: list[Stage] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    attempts: dict[int, int] = field(default_factory=dict)
    """How often each round was drawn, so that a redraw never reuses a stream of lots."""
    scenarios: dict[int, ScenarioChosen] = field(default_factory=dict)
    staff: Staff = field(default_factory=Staff)
    forgotten: frozenset[PlayerId] = frozenset()
    """Players whose names are no longer shown."""
    claims: dict[PlayerId, Claim] = field(default_factory=dict)
    """Which phone has which name."""
    asked: dict[tuple[PlayerId, str], NameRequest] = field(default_factory=dict)
    """Requests to the organiser that are not answered yet, by name and phone; they may have expired."""
    lists: Lists = field(default_factory=Lists)
    place: str = ""
    """Where it is played, as the organiser writes it."""
    map_link: str = ""
    """The organiser's link to a map."""
    schedule: tuple[tuple[str, str], ...] = ()
    """What happens when: a time such as 09:30, or none, with its text."""
    timetable: Timetable = NO_TIMES
    """From this the expected times of rounds are worked out."""
    hidden: bool = False
    """Whether only the organiser sees it in the list of events."""
    sites: tuple[str, ...] = ()
    """Other sites whose pages may use it, such as https://club.example; no others may."""
    announcement: str = ""
    """Empty when nothing is announced."""
    venue: Venue = field(default_factory=Venue)
    awards: EventAwards = field(default_factory=EventAwards)
    finished: bool = False
    finish_reason: str = ""
    seed: str = ""
    """Secret until the event is finished, and empty until then."""
    known: Known | None = field(default=None, compare=False, repr=False)
    """What was worked out from this state and earlier ones; None while the state can still change in place."""
    scored: dict[tuple[int, int], Scored] = field(default_factory=dict, compare=False, repr=False)
    """What each result is worth, as last scored, by round and match."""
    own: dict[int, object] | None = field(default=None, compare=False, repr=False)
    """By `id`: the parts that this state does not share with the one it came from; None if it shares nothing."""

    # ── changes, made only by the fold: nothing that an earlier state holds is ever changed ──

    def branch(self) -> Event:
        """A state to continue from. It shares everything with this one until something is edited."""
        return replace(self, own={}, known=None)

    def mine(self, thing: Thing) -> Thing:
        """The thing itself, or this state's own copy of something it shared with earlier states.

        The contents stay shared.
        """
        if self.own is None or id(thing) in self.own:
            return thing
        copied = copy(thing)
        self.own[id(copied)] = copied
        return copied

    def edit_players(self) -> dict[PlayerId, Player]:
        self.players = self.mine(self.players)
        return self.players

    def edit_player(self, player: PlayerId) -> Player:
        players = self.edit_players()
        one = players[player] = self.mine(players[player])
        return one

    def edit_round(self, number: int) -> Round:
        shared = self.round(number)
        self.rounds = self.mine(self.rounds)
        round_ = self.rounds[number - 1] = self.mine(shared)
        return round_

    def edit_match(self, round_: int, number: int) -> Match:
        shared = self.match(round_, number)
        round_of = self.edit_round(round_)
        round_of.matches = self.mine(round_of.matches)
        match = round_of.matches[number - 1] = self.mine(shared)
        return match

    def edit_stage(self, number: int) -> Stage:
        self.stages = self.mine(self.stages)
        stage = self.stages[number - 1] = self.mine(self.stages[number - 1])
        return stage

    def edit_lists(self) -> Lists:
        self.lists = self.mine(self.lists)
        return self.lists

    def edit_staff(self) -> Staff:
        self.staff = self.mine(self.staff)
        return self.staff

    def edit_venue(self) -> Venue:
        self.venue = self.mine(self.venue)
        return self.venue

    def edit_awards(self) -> EventAwards:
        self.awards = self.mine(self.awards)
        return self.awards

    # ── reading ──

    @property
    def shown(self) -> list[Round]:
        """The rounds that everybody may see; only the organiser sees a draft."""
        return [r for r in self.rounds if r.state is not RoundState.DRAFT]

    @property
    def started(self) -> bool:
        return bool(self.shown)

    @property
    def current(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def stage(self) -> Stage:
        return self.stages[-1]

    def stage_of(self, round_: Round) -> Stage:
        return self.stages[round_.stage - 1]

    def rounds_of(self, stage: Stage) -> list[Round]:
        return [r for r in self.rounds if r.stage == stage.number]

    def round(self, number: int) -> Round:
        if not 1 <= number <= len(self.rounds):
            drawn = (
                tr("rounds 1 to {rounds} are drawn", rounds=len(self.rounds))
                if self.rounds
                else tr("no round is drawn yet")
            )
            raise BadInput("There is no round {number}; {drawn}.", number=number, drawn=drawn)
        return self.rounds[number - 1]

    def match(self, round_: int, number: int) -> Match:
        matches = self.round(round_).matches
        if not 1 <= number <= len(matches):
            raise BadInput(
                "There is no match {number} in round {round}, which has {matches}.",
                number=number,
                round=round_,
                matches=len(matches),
            )
        return matches[number - 1]

    def rounds_over(self) -> int:
        return sum(r.state is RoundState.CLOSED for r in self.rounds)

    def name_of(self, player: PlayerId) -> str:
        return self.players[player].name

    def called(self, name: str) -> Player | None:
        """The player with exactly this name, ignoring case and invisible characters."""
        folded = tidy(name).casefold()
        return next((p for p in self.players.values() if p.name.casefold() == folded), None)

    def find(self, text: str) -> Player:
        """A player by `#7`, by name, by number, by what looks like their name, or by words that only their name has.

        The first of these that fits counts, so that a player called “7” can be named. If none fits, the refusal
        suggests the nearest name.
        """
        wanted = tidy(text)
        if not wanted:
            raise Refusal("Say which player.")
        signed = whole_number(wanted[1:]) if wanted[0] == "#" else None
        found = self.called(wanted) if signed is None else None
        if found is not None:
            return found
        number = whole_number(wanted) if signed is None else signed
        if number is not None and PlayerId(number) in self.players:
            return self.players[PlayerId(number)]
        bearers = [] if signed is not None else self._bearers(wanted)
        if not bearers:
            raise UnknownName("player", wanted, [p.name for p in self.players.values()])
        if len(bearers) > 1:
            listed = ", ".join(f"{p.name} (#{p.id})" for p in bearers[:MOST_LISTED])
            raise BadInput(
                "Several players are called “{given}”: {names}. Enter the whole name or the number.",
                given=wanted,
                names=listed + (", …" if len(bearers) > MOST_LISTED else ""),
            )
        return bearers[0]

    def _bearers(self, wanted: str) -> list[Player]:
        """Players whose names look like this; otherwise everybody whose name has all these words."""
        whole, words = look(wanted), words_of(wanted)
        if not whole:
            return []
        alike = [p for p in self.players.values() if look(p.name) == whole]
        return alike or [p for p in self.players.values() if words <= words_of(p.name)]

    def active_players(self) -> list[Player]:
        return [p for p in self.players.values() if p.status is Status.ACTIVE]

    def byes_of(self, player: PlayerId, before: int | None = None) -> int:
        """How many byes a player received, in total or before a round (a no-show's opponent received none: X-22)."""
        rounds = self.rounds if before is None else self.rounds[: before - 1]
        return sum(1 for r in rounds if any(b.player == player for b in r.byes))

    def must_run(self) -> None:
        if self.finished:
            raise Refusal("“{name}” is finished. To change something, undo the finish first.", name=self.name)
