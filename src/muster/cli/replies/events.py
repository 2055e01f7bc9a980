"""What the commands for events as a whole reply."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from muster.app.demo import Played
from muster.app.exchange.compare import DifferenceView
from muster.app.keeping.copies import FileRow
from muster.app.past.record import RecordMark
from muster.app.past.verify import Verification
from muster.app.views.diagnosis import Diagnosis
from muster.app.views.shapes import (
    AwardView,
    EventAbout,
    EventLine,
    Heading,
    SetOptionView,
    StandingsView,
    SystemLine,
    SystemView,
)
from muster.cli.replies.base import Change, ErrorView, Reply


class Serving(Reply, frozen=True):
    """Where the server listens, printed once it does. `others`: this computer's other addresses."""

    sign_in: str
    phones: str
    others: list[str]


class TableReply(Reply, frozen=True):
    """A table that was opened, printed once its server answers: what both phones open."""

    table: str
    names: list[str]
    address: str


class SignInReply(Reply, frozen=True):
    """A link that signs the organiser in, once."""

    sign_in: str


class SignedOut(Reply, frozen=True):
    """How many devices were signed out."""

    signed_out: int


class Examined(Reply, frozen=True):
    """What was checked and what to do about it. `ok` is false if something must be fixed."""

    checks: list[Diagnosis]


class Systems(Reply, frozen=True):
    """`broken`: a sentence for each installed package whose game cannot be used."""

    systems: list[SystemLine]
    broken: list[str]


class SystemShown(Reply, frozen=True):
    system: SystemView


class Toml(Reply, frozen=True):
    """The definition of a composed system (`--toml`)."""

    toml: str


class SystemBegun(Reply, frozen=True):
    """Your own game: the folder with its package, and the files in it."""

    done: str
    folder: str
    files: list[str]


class Created(Change, frozen=True):
    created: Heading


class Events(Reply, frozen=True):
    events: list[EventLine]


class About(Reply, frozen=True):
    event: EventAbout


class Amended(Change, frozen=True):
    """With `--name` or `--date`."""

    amended: Heading


class OptionsShown(Reply, frozen=True):
    event: str
    options: list[SetOptionView]


class OptionsChange(Change, frozen=True):
    """With a key and a value."""

    options: list[SetOptionView]


class Finished(Change, frozen=True):
    standings: StandingsView
    awards: list[AwardView]
    seed: str | None


class BackedUp(Reply, frozen=True):
    """Where the backup is, its size in bytes, when it was made, and how many events and entries it has."""

    done: str
    file: str
    size: int
    made: str
    events: int
    entries: int


class Restored(BackedUp, frozen=True):
    folder: str


class BackupTried(BackedUp, frozen=True):
    """With --check: how many events match, and why others could not be checked here."""

    verified: int
    left_out: list[str]


class TransferredAll(Reply, frozen=True):
    """How many events and entries were copied and verified."""

    done: str
    events: int
    entries: int


class Exported(Reply, frozen=True):
    """The whole journal and its `kind`; `seed` is empty if it is left out."""

    format: str
    version: str
    kind: str
    event: str
    name: str
    seed: str
    rows: list[FileRow]


class WrittenReply(Reply, frozen=True):
    """With `--output`."""

    event: str
    done: str
    file: str


class PagesCopied(Reply, frozen=True):
    """`file`: the folder or the zip; `files`: how many are in it."""

    done: str
    file: str
    files: int


class ExportedText(Reply, frozen=True):
    """With a `--format` for other programs."""

    event: str
    format: str
    text: str


class TakenIn(Change, frozen=True):
    """`compared`: how many published values of each kind there were."""

    differences: list[DifferenceView]
    compared: dict[str, int]
    notes: list[str]


class Verified(Verification, frozen=True):
    """`head`: the entry whose record was given, null if none was. `error` is present if something differs."""

    event: str
    record: RecordMark
    head: int | None
    error: ErrorView | UnsetType = UNSET


class Removed(Reply, frozen=True):
    event: str
    done: str


class Demos(Reply, frozen=True):
    demos: list[Played]


class SchemaShown(Reply, frozen=True):
    """A JSON Schema (2020-12)."""

    schema: dict[str, Any]
