"""What a game declares: one object per system, from which forms, commands, checks and reasons are drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from muster.core.book.cards import Card
from muster.core.book.conduct import SILENT, Conduct
from muster.core.book.lists import ListRules
from muster.core.book.meanings import NO_MEANINGS, FieldMeanings
from muster.core.book.sheets import NO_SHEETS, Sheets
from muster.core.book.tracker.plain import plain_tracker
from muster.core.book.tracker.tracker import AnyTracker, TableSetup
from muster.core.forms.fields import Field
from muster.core.forms.options import Option, Settings
from muster.core.kit.language import mark
from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId, Raw, Result, Score, StageKind
from muster.core.kit.reasons import Reason
from muster.core.pairing.pool import Draw, Pool, Rules
from muster.core.record.clock import ClockPlan, organisers_clock
from muster.core.record.event import Event
from muster.core.record.player import Player
from muster.core.record.terrain import TerrainRules
from muster.core.standings.ranking import Standings
from muster.core.standings.tiebreaks import TieBreak


@dataclass(frozen=True, slots=True)
class Edition:
    """The book: its title, version and the days it is in force (ISO dates, empty if the book gives none)."""

    title: str
    version: str = ""
    valid_from: str = ""
    valid_to: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The shape of an event: Swiss rounds, then a cut to this many players (0: none).

    `notices` say what departs from the book.
    """

    rounds: int
    cut: int = 0
    notices: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A match as its system sees it."""

    a: Player
    b: Player
    result: Result
    settings: Settings
    elimination: bool = False

    def side(self, player: PlayerId) -> int:
        """0 for side a, 1 for side b."""
        return 0 if player == self.a.id else 1

    def both(self, key: str) -> tuple[Raw, Raw]:
        """A per-side value, side a then side b."""
        value = self.result.values[key]
        assert isinstance(value, list) and len(value) == 2, f"{key} is not a per-side value"
        return value[0], value[1]


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    category: str = ""
    advanced: bool = False
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Award:
    """Who wins what, and why; `player` is None if nobody does, or nobody yet.

    `key`: names an award whose winner people choose, by vote or decision; empty if the book determines it. `others`:
    who shares it. `prize`: what is won, in words. `tied`: the players who are level, for the organiser to decide.
    """

    title: str
    player: PlayerId | None
    why: Reason
    key: str = ""
    others: tuple[PlayerId, ...] = ()
    prize: str = ""
    tied: tuple[PlayerId, ...] = ()

    @property
    def players(self) -> tuple[PlayerId, ...]:
        return () if self.player is None else (self.player, *self.others)


def standings_order(pool: Pool, settings: Settings, lots: Lots) -> Pool:
    """The default order for pairing: the standings."""
    return pool


def from_the_bottom(pool: Pool, settings: Settings, lots: Lots) -> Sequence[PlayerId]:
    """The default order for a bye: random in round 1, then the lowest placed first."""
    ids = [e.id for e in pool.entrants]
    return lots.shuffled(ids) if pool.round == 1 else ids[::-1]


def never_over(event: Event, settings: Settings, standings: Standings) -> Reason | None:
    """The default: an event plays all its planned rounds."""
    return None


def no_check(game: Game) -> None:
    """The default: any result that the fields allow is legal."""


def no_advice(event: Event, settings: Settings, players: int, plan: Plan) -> tuple[Reason, ...]:
    """The default: the book has no advice on an event's set-up."""
    return ()


def top_three(event: Event, settings: Settings, standings: Standings) -> tuple[Award, ...]:
    """The default prizes: the first three places; the recorded lot decides a shared place (X-09)."""
    titles = (mark("First place"), mark("Second place"), mark("Third place"))
    rows = standings.ranked()
    return tuple(Award(t, r.player, Reason("place", {"rank": r.position})) for t, r in zip(titles, rows, strict=False))


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A game system. The callables are pure; randomness comes in as `Lots`, the options as `Settings`."""

    key: str
    name: str
    edition: Edition
    options: tuple[Option, ...]
    result_fields: tuple[Field, ...]
    plan: Callable[[Settings, int], Plan]
    draw: Callable[[Pool, Settings, Lots], Draw]
    """Pairs an even pool that is already arranged; round 1 and later ones."""
    rules: Callable[[Settings, int], Rules]
    """The book's requirements for pairing this round."""
    score: Callable[[Game], tuple[Score, Score]]
    """For games that were played, conceded or ended by a disqualification (then `result.by` lost)."""
    bye: Callable[[Settings], Score]
    unpaired: Callable[[Settings], Score]
    double_loss: Callable[[Settings], Score]
    tiebreaks: Callable[[Settings], tuple[TieBreak, ...]]
    invent: Callable[[Player, Player, Settings, Lots], dict[str, Raw]]
    """A made-up result of a game, for demos and simulation."""
    clauses: Mapping[str, str]
    """Rule id to the book's heading in our own words; reasons cite these."""
    version: str = ""
    """The version of these rules: change it when an event played before would come out differently.

    If an installed package leaves it empty, the package's version is used.
    """
    api: int = 1
    """The version of `muster.game` it was written for."""
    sentences: Mapping[str, str] = field(default_factory=dict)
    """Reason code to sentence, for the codes of this system's own. A code with a clause after a space (“bye WMH-138”)
    has another sentence under that clause."""
    reason_words: tuple[str, ...] = ()
    """Keys of a reason's data that hold the game's own words, which are translated with the sentence."""
    reason_days: tuple[str, ...] = ()
    """Keys of a reason's data that hold days (2026-11-15), which are shown in the reader's format."""
    aliases: tuple[str, ...] = ()
    points_name: str = "points"
    player_fields: tuple[Field, ...] = ()
    check: Callable[[Game], None] = no_check
    """Raises BadInput for a result that the fields allow but the book does not; for a conceded game or one that ended
    by a disqualification, only the values that were filled in can be checked.
    """
    arrange: Callable[[Pool, Settings, Lots], Pool] = standings_order
    bye_order: Callable[[Pool, Settings, Lots], Sequence[PlayerId]] = from_the_bottom
    over: Callable[[Event, Settings, Standings], Reason | None] = never_over
    early_end_option: str = ""
    """The option that lets `over` end an event before its planned rounds; if it is off, the organiser plays on."""
    advice: Callable[[Event, Settings, int, Plan], tuple[Reason, ...]] = no_advice
    awards: Callable[[Event, Settings, Standings], tuple[Award, ...]] = top_three
    clock: Callable[[Settings, StageKind, bool], ClockPlan] = organisers_clock
    """How long a round in this kind of stage is, and what is called when; the flag says whether it is the final."""
    scenarios: tuple[Scenario, ...] = ()
    scenario_kinds: tuple[str, ...] = ()
    """The kinds of scenario the book distinguishes, if it does not name scenarios itself."""
    sheets: Sheets = NO_SHEETS
    circle_field: str = ""
    """Players with the same value in this field should not meet (club, faction)."""
    seed_field: str = ""
    """The player field that seeds a final, highest value first."""
    seed_ties: tuple[str, ...] = ()
    """Player fields that break ties in the seed field, highest first; then the lot."""
    concession_retires: bool = False
    place_needs_all_rounds: bool = False
    """A player who dropped is placed in the final order only if they played every round."""
    opponent_enters: bool = False
    """A player's report never settles a result alone, whatever the option says."""

    conduct: Conduct = SILENT
    """Who leads, who may play, who has the last word, and the menu of penalties."""
    lists: ListRules | None = None
    """None: players of this game do not hand in lists."""

    terrain: TerrainRules | None = None
    """What the book says about terrain; None for a game without it."""

    tracker: AnyTracker | None = None
    """How a game is tracked at the table; None: by the plain tracker, from the result's fields."""

    circuits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Circuits that the book describes, by key: the tables of each definition (`core.book.circuit`)."""

    means: FieldMeanings = NO_MEANINGS
    """Which of its fields statistics use."""

    demo_options: Mapping[str, str] = field(default_factory=dict)
    """Options, as typed, that show the system well in a demo."""

    def settings(self, event: Event) -> Settings:
        def settings() -> Settings:
            return Settings(self.options, event.options)

        return settings() if event.known is None else event.known.once("settings", settings, (self, event.options))


def tracker_of(system: System) -> AnyTracker:
    """How a game is tracked at the table: by its own tracker, or by the plain one, from the result's fields."""
    if system.tracker is not None:
        return system.tracker

    def length(setup: TableSetup) -> int | None:
        marks = system.clock(setup.settings, setup.stage, setup.final).marks
        return marks[-1].minute if marks else None

    return plain_tracker(system.result_fields, length=length)
