"""The facts of awards: which the event has beside the book's, who votes, and what was decided. See `facts`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from muster.core.kit.model import PlayerId
from muster.core.record.readers import Readers


class AwardKind(StrEnum):
    """How the winner of an award is found."""

    OPPONENT = "opponent"
    """Players vote, each among the opponents they played."""
    PLAYERS = "players"
    """Players vote, each among all others."""
    STAFF = "staff"
    """The organiser or a judge chooses."""
    FIELD = "field"
    """The highest placed player with a value in a field: best newcomer."""

    @property
    def by_vote(self) -> bool:
        return self in (AwardKind.OPPONENT, AwardKind.PLAYERS)


@dataclass(frozen=True, slots=True)
class AwardAdded:
    """An award added to the book's own. `award` is its key. `field` and `value`: whom an award by field is for."""

    readers: ClassVar[Readers] = Readers.STAFF

    award: str
    title: str
    kind: AwardKind
    field: str = ""
    value: str = ""
    prize: str = ""


@dataclass(frozen=True, slots=True)
class AwardRemoved:
    readers: ClassVar[Readers] = Readers.STAFF

    award: str


@dataclass(frozen=True, slots=True)
class AwardDecided:
    """The organiser's or a judge's choice, or how the organiser broke a tie. If `players` is empty, an earlier decision
    no longer counts. `judged`: a marshal or judge chose.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    award: str
    players: tuple[PlayerId, ...] = ()
    reason: str = ""
    judged: bool = False


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """Players may vote from now on. When voting reopens, earlier votes still count."""

    readers: ClassVar[Readers] = Readers.STAFF

    award: str


@dataclass(frozen=True, slots=True)
class VoteClosed:
    """`counts`: how many votes each player had then, for copies without the votes."""

    readers: ClassVar[Readers] = Readers.STAFF

    award: str
    counts: tuple[tuple[PlayerId, int], ...] = ()


@dataclass(frozen=True, slots=True)
class VoteGiven:
    """A player's only vote, replacing any earlier one. Whom it is for stays secret for good: no page and no export has
    it.

    `paper`: entered at the desk. Votes come in by themselves, so undo skips them.
    """

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("choice",)

    award: str
    voter: PlayerId
    choice: PlayerId | None = None
    paper: bool = False
    seal: str = ""


AwardFact = AwardAdded | AwardRemoved | AwardDecided | VoteOpened | VoteClosed | VoteGiven
