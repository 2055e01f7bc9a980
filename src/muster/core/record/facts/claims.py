"""The facts of who has a name on which phone: claimed, asked for, answered, released; and names forgotten.

A phone is known by a digest of the random value in its cookie: `server.digest`, where `server` tells apart the servers
that an event was on. No draw, score or standing rests on these facts, and undo passes over them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from muster.core.kit.model import PlayerId
from muster.core.record.readers import Readers


class ClaimedBy(StrEnum):
    """How the holder of the phone was identified."""

    PICKED = "picked"
    REGISTERED = "registered"
    LINK = "link"
    CODE = "code"
    NOD = "nod"

    @property
    def proof(self) -> bool:
        """Anybody can pick a name; everything else only its owner has, or the organiser has checked them."""
        return self is not ClaimedBy.PICKED


@dataclass(frozen=True, slots=True)
class NameClaimed:
    """A phone plays under this name from now on. `instead`: the phone that had it before and is now signed out."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    device: str
    how: ClaimedBy
    instead: str = ""


@dataclass(frozen=True, slots=True)
class NameAsked:
    """A phone asks the organiser for a name. `until`: when the request expires. `leader`: their number, if a member of
    staff asks.

    `back`: it had the name until another phone took it over, and now says that was somebody else.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    device: str
    until: str
    leader: int | None = None
    back: bool = False


@dataclass(frozen=True, slots=True)
class NameDenied:
    """The phone that has the name says that the phone asking for it is somebody else's."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    device: str


@dataclass(frozen=True, slots=True)
class NameRefused:
    """The organiser refuses the name to the phone that asked."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    device: str


@dataclass(frozen=True, slots=True)
class NameReleased:
    """No phone has the name any more; the next one to pick it gets it."""

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId


@dataclass(frozen=True, slots=True)
class NameForgotten:
    """The player's name is no longer shown; their number replaces it, also in everything written before.

    `rewritten`: the first entry whose hash has changed because the name was in it; 0 if no hash has changed. `staff`:
    the key with which a marshal or judge joined, if the name is theirs; `player` is 0 then.
    """

    readers: ClassVar[Readers] = Readers.STAFF

    player: PlayerId
    rewritten: int = 0
    staff: str = ""


ClaimFact = NameClaimed | NameAsked | NameDenied | NameRefused | NameReleased | NameForgotten
