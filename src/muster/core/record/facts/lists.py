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
    """What a judge found when they compared the list with the cards or models."""

    IN_ORDER = "in_order"
    FAULTY = "faulty"


@dataclass(frozen=True, slots=True)
class ListHandedIn:
    """A list or a new version of it, with the text exactly as received. `reason`: why staff changed a locked one."""

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
    """The current list is withdrawn; its versions stay in the history. `reason`: why staff withdrew it."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    slot: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ListsLocked:
    """`players` empty: everybody's, overriding what was said about single players before."""

    readers: ClassVar[Readers] = Readers.STAFF

    players: tuple[PlayerId, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ListsUnlocked:
    """`over`: whether the deadline had passed; a deadline still to come locks the lists again."""

    readers: ClassVar[Readers] = Readers.STAFF

    players: tuple[PlayerId, ...] = ()
    reason: str = ""
    over: bool = True


@dataclass(frozen=True, slots=True)
class ListMarked:
    """A judge's check of the current version. `ticked`: what was checked, as clauses of the checklist.

    `checked`: which items on the list were compared with the cards or models, in the order they were read, counted from
    1.
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
    """Whether a player agrees that everybody may see their lists after the event."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    given: bool


@dataclass(frozen=True, slots=True)
class ChoiceSealed:
    """What a player declares for a round's game; hidden until the opponent has declared too (BSG-12, WMH-080)."""

    readers: ClassVar[Readers] = Readers.STAFF
    secret: ClassVar[tuple[str, ...]] = ("value",)

    round: int
    player: PlayerId
    key: str
    value: Raw = None
    seal: str = ""


@dataclass(frozen=True, slots=True)
class ProxyMade:
    """A paper proxy, made by staff, for a card that was damaged at the event.

    `unreadable`: what the card no longer shows.
    """

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
    """A card that a player lost before or in a round; `in_game`: discovered during the game."""

    readers: ClassVar[Readers] = Readers.NOT_OPPONENT
    secret: ClassVar[tuple[str, ...]] = ("card",)

    player: PlayerId
    round: int
    card: str = ""
    in_game: bool = False
    seal: str = ""


@dataclass(frozen=True, slots=True)
class CardReplaced:
    """Another copy was found. `number`: which of the event's lost cards, counted from 1."""

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
