"""The facts of lists and of what players declare in secret. A field is only ever added, with a default.

`secret` names the fields that the journal keeps apart from the rest; `seal` means them where they are withheld.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar

from muster.core.kit.model import PlayerId, Raw
from muster.core.record.readers import Readers


class ListMark(StrEnum):
    """What a judge found when the list was held against the cards or models."""

    IN_ORDER = "in_order"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class ListHandedIn:
    """A list or a new version of it, the text exactly as it came. `reason`: why staff changed one that was locked."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("text", "fields")

    player: PlayerId
    slot: int
    text: str = ""
    fields: dict[str, Raw] = field(default_factory=dict)
    late: bool = False
    reason: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ListWithdrawn:
    """The current list is taken back; its versions stay in the history. `reason`: why staff took it back."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    slot: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ListsLocked:
    """`players` empty: everybody's, whatever was said of one of them before."""

    readers: ClassVar[Readers] = Readers.STAFF

    players: tuple[PlayerId, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ListsUnlocked:
    """`over`: whether the deadline was over by then; a deadline still to come locks lists again."""

    readers: ClassVar[Readers] = Readers.STAFF

    players: tuple[PlayerId, ...] = ()
    reason: str = ""
    over: bool = True


@dataclass(frozen=True, slots=True)
class ListMarked:
    """A judge's check of the current version. `ticked`: what was looked at, as clauses of the checklist.

    `checked`: which things on the list were held against the cards or models, as they were read, counted from 1.
    """

    readers: ClassVar[Readers] = Readers.NOT_OPPONENT
    secret: ClassVar[tuple[str, ...]] = ("note",)

    player: PlayerId
    slot: int
    mark: ListMark
    note: str = ""
    ticked: tuple[str, ...] = ()
    checked: tuple[int, ...] = ()
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ListConsent:
    """Whether a player agrees that their lists are shown to everybody after the event."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    given: bool


@dataclass(frozen=True, slots=True)
class ChoiceSealed:
    """What a player declares for a game of a round; hidden until the opponent has declared too (BSG-12, WMH-080)."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("value",)

    round: int
    player: PlayerId
    key: str
    value: Raw = None
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ProxyMade:
    """A leader's stand-in for a card that was damaged here. `unreadable`: what the card itself no longer shows."""

    readers: ClassVar[Readers] = Readers.NOT_OPPONENT
    secret: ClassVar[tuple[str, ...]] = ("card", "unreadable")

    player: PlayerId
    card: str = ""
    leader: str = ""
    date: str = ""
    unreadable: str = ""
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CardLost:
    """A card that a player misses in a round; `in_game`: found out while the game was on."""

    readers: ClassVar[Readers] = Readers.NOT_OPPONENT
    secret: ClassVar[tuple[str, ...]] = ("card",)

    player: PlayerId
    round: int
    card: str = ""
    in_game: bool = False
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """Another copy was found. `number`: which of the lost cards of the event, counted from 1."""

    readers: ClassVar[Readers] = Readers.STAFF

    number: int


ListFact = (
    ListHandedIn
    | ListWithdrawn
    | ListsLocked
    | ListsUnlocked
    | ListMarked
    | ListConsent
    | ProxyMade
    | CardLost
    | CardReplaced
    | ChoiceSealed
)
