"""What a book says about conduct: what it expects, what it punishes and how, and which staff decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.language import mark
from muster.core.kit.model import Role


@dataclass(frozen=True, slots=True)
class Penalty:
    """`by`: the least role that may give it; nobody but the organiser ever disqualifies."""

    key: str
    name: str
    by: Role = Role.JUDGE
    clause: str = ""


WARNING, GAME_LOSS, RECOMMEND = "warning", "game_loss", "recommend"
NAMES = {
    WARNING: mark("Warning"),
    GAME_LOSS: mark("Game loss"),
    RECOMMEND: mark("Recommend disqualification"),
}


def menu(*, marshal: tuple[str, ...] = (), clauses: dict[str, str] | None = None) -> tuple[Penalty, ...]:
    """The three penalties, those named given by a marshal or the organiser only."""
    return tuple(
        Penalty(key, name, Role.MARSHAL if key in marshal else Role.JUDGE, (clauses or {}).get(key, ""))
        for key, name in NAMES.items()
    )


class Topic(StrEnum):
    """What an expectation is about, which also says whose page has it. The value is the heading."""

    EVENT = "What to expect"
    BRING = "What to bring"
    PLAY = "During a game"
    FAIR = "Fair play"
    DISPUTE = "If you disagree"
    WATCH = "When you watch"
    LEAVE = "If you leave"
    STAFF = "For the staff"
    LIST_CHANGED = "When a list is changed"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the book expects of somebody, in one or two sentences of our own."""

    topic: Topic
    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class Infraction:
    """What the book names as unsporting. `by`: the least role that may decide that it was one.

    `only`: the one penalty that the book has for it; empty: whoever decides chooses.
    """

    key: str
    name: str
    clause: str
    by: Role = Role.JUDGE
    only: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a ruling can be about where the book says who decides that. `by`: the least role that may."""

    key: str
    name: str
    clause: str
    by: Role = Role.JUDGE


def nothing(settings: Settings) -> tuple[Expectation, ...]:
    """The default: the book does not say what it expects."""
    return ()


def anybody(settings: Settings, others: int) -> None:
    """The default: the book does not say that a leader may not play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """The defaults are for a book that is silent. Clauses are empty where there is none to cite."""

    may_play: Callable[[Settings, int], None] = anybody
    """Refuses when a leader may not play; told how many other leaders are on duty."""
    own_game: str = ""
    """The clause by which nobody rules in a game of their own."""
    two_leaders: str = ""
    """The clause that leaves a game between two leaders to the marshal; empty: any third leader rules."""
    last_word: Role | None = Role.MARSHAL
    """Who decides on an appeal; None: the book has no appeal. Without a marshal the organiser does (L5R-007)."""
    last_word_clause: str = ""
    penalties: tuple[Penalty, ...] = menu()
    expects: Callable[[Settings], tuple[Expectation, ...]] = nothing
    """What is expected of players, spectators and staff, in the order in which a page shows it."""
    infractions: tuple[Infraction, ...] = ()
    """What a penalty or a disqualification can be for. Staff may always use words of their own."""
    subjects: tuple[Subject, ...] = ()
    """What a ruling can be about; one that names none is about anything."""

    def penalty(self, key: str) -> Penalty:
        return next(p for p in self.penalties if p.key == key)

    def infraction(self, key: str) -> Infraction | None:
        """None where nothing is named: what it was for is then in the reason."""
        found = next((one for one in self.infractions if one.key == key), None)
        if found is None and key:
            if not self.infractions:
                raise BadInput("“{key}” is not an infraction: this game has no list of them. Say it in words.", key=key)
            known = ", ".join(one.key for one in self.infractions)
            raise BadInput("“{key}” is not an infraction. This game has: {known}.", key=key, known=known)
        return found

    def subject(self, key: str) -> Subject | None:
        """None where nothing is named: the ruling may be about anything."""
        found = next((one for one in self.subjects if one.key == key), None)
        if found is None and key:
            if not self.subjects:
                raise BadInput("“{key}” cannot be chosen: this game has no list of what rulings are about.", key=key)
            known = ", ".join(one.key for one in self.subjects)
            raise BadInput("“{key}” is not what a ruling can be about. This game has: {known}.", key=key, known=known)
        return found

    def name_of(self, key: str) -> str:
        """What an infraction or a subject is called; an unknown one by its key, from another version of the game."""
        known: tuple[Infraction | Subject, ...] = (*self.infractions, *self.subjects)
        return next((one.name for one in known if one.key == key), key)


SILENT = Conduct()
"""Of a book that says nothing about its leaders."""
