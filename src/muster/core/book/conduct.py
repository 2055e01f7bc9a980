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
    """`by`: the lowest role that may give it; only the organiser can disqualify."""

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
    """The three penalties; those named can only be given by a marshal or the organiser."""
    return tuple(
        Penalty(key, name, Role.MARSHAL if key in marshal else Role.JUDGE, (clauses or {}).get(key, ""))
        for key, name in NAMES.items()
    )


class Topic(StrEnum):
    """What an expectation is about, which also decides whose page shows it. The value is the heading."""

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
    """What the book expects of people, in one or two sentences of our own."""

    topic: Topic
    text: str
    clause: str


@dataclass(frozen=True, slots=True)
class Infraction:
    """What the book names as unsporting. `by`: the lowest role that may decide it.

    `only`: the only penalty the book allows for it; empty: whoever decides chooses.
    """

    key: str
    name: str
    clause: str
    by: Role = Role.JUDGE
    only: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a ruling can be about, if the book says who decides it. `by`: the lowest role that may."""

    key: str
    name: str
    clause: str
    by: Role = Role.JUDGE


def nothing(settings: Settings) -> tuple[Expectation, ...]:
    """The default: the book does not say what it expects."""
    return ()


def anybody(settings: Settings, others: int) -> None:
    """The default: the book does not forbid staff to play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conduct:
    """The defaults are for a book that says nothing. Clauses are empty if there is none to cite."""

    may_play: Callable[[Settings, int], None] = anybody
    """Refuses if a member of staff may not play, given how many others are on duty."""
    own_game: str = ""
    """The clause by which nobody rules on a game of their own."""
    two_of_staff: str = ""
    """The clause that leaves a game between two members of staff to the marshal; empty: any third one rules."""
    last_word: Role | None = Role.MARSHAL
    """Who decides an appeal; None: the book has no appeals. Without a marshal the organiser does (L5R-007)."""
    last_word_clause: str = ""
    penalties: tuple[Penalty, ...] = menu()
    expects: Callable[[Settings], tuple[Expectation, ...]] = nothing
    """What is expected of players, spectators and staff, in the order a page shows it."""
    infractions: tuple[Infraction, ...] = ()
    """What a penalty or a disqualification can be for. Staff may always use their own words."""
    subjects: tuple[Subject, ...] = ()
    """What a ruling can be about; without one it is about anything."""

    def penalty(self, key: str) -> Penalty:
        return next(p for p in self.penalties if p.key == key)

    def infraction(self, key: str) -> Infraction | None:
        """None if no infraction is named: the reason then says what it was for."""
        found = next((one for one in self.infractions if one.key == key), None)
        if found is None and key:
            if not self.infractions:
                raise BadInput("“{key}” is not an infraction: this game has no list of them. Say it in words.", key=key)
            known = ", ".join(one.key for one in self.infractions)
            raise BadInput("“{key}” is not an infraction. This game has: {known}.", key=key, known=known)
        return found

    def subject(self, key: str) -> Subject | None:
        """None if no subject is named: the ruling may be about anything."""
        found = next((one for one in self.subjects if one.key == key), None)
        if found is None and key:
            if not self.subjects:
                raise BadInput("“{key}” cannot be chosen: this game has no list of what rulings are about.", key=key)
            known = ", ".join(one.key for one in self.subjects)
            raise BadInput("“{key}” is not what a ruling can be about. This game has: {known}.", key=key, known=known)
        return found

    def name_of(self, key: str) -> str:
        """The name of an infraction or subject; an unknown one, from another version of the game, by its key."""
        known: tuple[Infraction | Subject, ...] = (*self.infractions, *self.subjects)
        return next((one.name for one in known if one.key == key), key)


SILENT = Conduct()
"""For a book that says nothing about its staff."""
