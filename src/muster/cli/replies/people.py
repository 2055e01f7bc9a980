"""What the commands for people over many events reply."""

from __future__ import annotations

from muster.app.persons.forget import Forgotten
from muster.app.persons.log import PeopleEntry
from muster.app.persons.views import MaybeSame, PersonLine, ProfileView
from muster.cli.replies.base import Reply


class PeopleShown(Reply, frozen=True):
    people: list[PersonLine]


class MaybeSameShown(Reply, frozen=True):
    alike: list[MaybeSame]


class PeopleChange(Reply, frozen=True):
    """What was done, what to type next, and the number of the last entry about people."""

    done: str
    next: str
    entries: int


class ProfileShown(Reply, frozen=True):
    profile: ProfileView


class PersonWritten(Reply, frozen=True):
    done: str
    file: str


class ForgottenReply(Reply, frozen=True):
    done: str
    entries: int
    forgotten: Forgotten


class PeopleLogShown(Reply, frozen=True):
    log: list[PeopleEntry]
