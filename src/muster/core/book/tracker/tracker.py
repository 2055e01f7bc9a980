"""What a game declares to be followed at the table: a machine without I/O. Time comes in with every step.

A state is whatever the game likes, as long as it is never changed in place. Taps come from two phones, late and out of
order; `core.reading.replay` puts them in the order of their times and plays them from the beginning. So a step must
depend on nothing but its arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from muster.core.book.lists import Item
from muster.core.book.tracker.board import Board, Course, Notice
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message, tr
from muster.core.kit.model import Ending, Raw, StageKind

S = TypeVar("S")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class ForceList:
    """A list that a player brought to the table, by its name there; `items` as the list's rules read it, and `filled`
    the fields filled in with it.
    """

    title: str
    items: tuple[Item, ...] = ()
    filled: Mapping[str, Raw] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSetup:
    """What is known when a table is opened. Sides are 0 and 1, players a and b of the match.

    `lists`: what each side may choose from; a single list, or a choice already revealed, leaves nothing to choose.
    `event`: whether the game counts in an event, with its round, scenario and clock; otherwise two people just play.
    `models`: how many models each side begins with, if the event knows. `declared`: what each side declared in the
    event for this game, once both had.
    """

    names: tuple[str, str]
    settings: Settings
    scenario: str = ""
    lists: tuple[tuple[ForceList, ...], tuple[ForceList, ...]] = ((), ())
    event: bool = False
    stage: StageKind = StageKind.SWISS
    final: bool = False
    models: tuple[int | None, int | None] = (None, None)
    declared: tuple[Mapping[str, Raw], Mapping[str, Raw]] = field(default_factory=lambda: ({}, {}))


@dataclass(frozen=True, slots=True)
class Now:
    """A time, in milliseconds.

    `at`: since 1970, minus `paused_for`, so that clocks which count by it wait while the organiser pauses the round.
    `round`: how long the round's clock has run by then, minus this table's extension, to compare with the book's
    minutes; None before it starts, or without one. `runs`: whether that clock runs, so that a phone can keep showing
    it. `paused_for`: how long it was paused since it started.
    """

    at: int
    round: int | None = None
    runs: bool = True
    paused_for: int = 0

    @property
    def paused(self) -> bool:
        """Whether the organiser has paused the round."""
        return self.round is not None and not self.runs


@dataclass(frozen=True, slots=True)
class Tap:
    """Somebody tapped. `side`: who; None means staff. Some taps have `values`."""

    key: str
    side: int | None
    now: Now
    values: Mapping[str, Raw] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Eye:
    """Who looks at the board: a side, or None; of those, the staff see what spectators may not. `named`: it is read by
    others, so that nobody on it is “you”."""

    side: int | None = None
    staff: bool = False
    named: bool = False

    def is_you(self, side: int) -> bool:
        """Whether the board speaks to this side."""
        return side == self.side and not self.named

    @property
    def sides(self) -> tuple[int, int]:
        """The viewer's side first."""
        return (1, 0) if self.side == 1 else (0, 1)

    @property
    def acts(self) -> bool:
        """Spectators cannot tap."""
        return self.side is not None or self.staff

    def told(self, side: int, names: tuple[str, str], you: str, named: str, **values: int | Message) -> Message:
        """A sentence about a side: to that player, or with the player's name."""
        return tr(you, **values) if self.is_you(side) else tr(named, name=names[side], **values)


@dataclass(frozen=True, slots=True)
class Handover:
    """What the end of a game fills into its result form. `by`: the side that conceded."""

    values: Mapping[str, Raw]
    ending: Ending = Ending.PLAYED
    by: int | None = None


def nothing_later(state: S, now: Now) -> S:
    """The default: time alone changes nothing."""
    return state


def no_course(state: S) -> Course | None:
    """The default: there is nothing to draw turn by turn."""
    return None


def nobody_first(state: S) -> int | None:
    """The default: no side has a first turn, or this game does not record it."""
    return None


def nothing_to_decide(state: S) -> Notice | None:
    """The default: no game waits for the staff."""
    return None


def always(settings: Settings) -> Refusal | None:
    """The default: the book has no objection."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tracker(Generic[S]):
    """A game's state machine.

    `play` refuses what the book does not allow and cites the clause; a tap that is refused at its place in time does
    not count, and whoever made it reads why.
    """

    begin: Callable[[TableSetup], S]
    play: Callable[[S, Tap], S]
    """One tap, after `later` has brought the state to its time."""
    board: Callable[[S, Eye, Now], Board]
    """What somebody sees. Secrets must not be on the board of anybody who may not know them."""
    handover: Callable[[S], Handover | None]
    """The result, once both sides agree on it; None while the game continues."""
    later: Callable[[S, Now], S] = nothing_later
    """What time alone does, such as a clock running out. Two steps must give the same as one."""
    secret: frozenset[str] = frozenset()
    """Taps whose values stay sealed in the journal."""
    final: frozenset[str] = frozenset()
    """Taps that a player cannot take back, even right afterwards."""
    allowed: Callable[[Settings], Refusal | None] = always
    """Why an event with these options cannot use the tracker."""
    course: Callable[[S], Course | None] = no_course
    """How the points developed, turn by turn: everybody may see it once the result is in."""
    first: Callable[[S], int | None] = nobody_first
    """Which side has the first turn of the game, where this state shows it; the last state that does counts."""
    to_decide: Callable[[S], Notice | None] = nothing_to_decide
    """What the staff must decide before the game can go on: their list of tables shows it."""
    history: bool = True
    """Whether players may look at earlier taps during the game; a book may forbid notes."""


AnyTracker = Tracker[Any]


def with_side(pair: tuple[V, V], side: int, value: V) -> tuple[V, V]:
    """A pair with one side's value replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


@dataclass(frozen=True, slots=True)
class Both(Generic[V]):
    """What each side says about one thing: a choice revealed when both have made it, or something to agree on."""

    said: tuple[V | None, V | None] = (None, None)

    def say(self, side: int, value: V | None) -> Both[V]:
        return replace(self, said=with_side(self.said, side, value))

    @property
    def complete(self) -> bool:
        return None not in self.said

    @property
    def agreed(self) -> bool:
        return self.complete and self.said[0] == self.said[1]

    @property
    def apart(self) -> bool:
        return self.complete and self.said[0] != self.said[1]
