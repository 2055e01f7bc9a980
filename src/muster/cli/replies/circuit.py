"""What the commands for seasons reply."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from muster.app.circuit.carry import SeasonVerified
from muster.app.circuit.log import SeasonEntry
from muster.app.circuit.views import AlikeView, CorrectionView, SeasonEventView, SeasonLine, SeasonView
from muster.cli.replies.base import ErrorView, Reply


class SeasonsShown(Reply, frozen=True):
    seasons: list[SeasonLine]


class SeasonChange(Reply, frozen=True):
    """What was done, what to type next, and the number of the season's last entry."""

    season: str
    done: str
    next: str
    entries: int


class SeasonEventChange(SeasonChange, frozen=True):
    """With everything that the season requires of the event."""

    event: SeasonEventView


class SeasonCorrected(SeasonChange, frozen=True):
    corrections: list[CorrectionView]


class FinalCreatedReply(SeasonChange, frozen=True):
    """The final's id, and its players, best seed first."""

    final: str
    players: list[str]


class SeasonShown(Reply, frozen=True):
    season: SeasonView


class SeasonEventShown(Reply, frozen=True):
    season: str
    event: SeasonEventView


class SeasonReportShown(SeasonEventShown, frozen=True):
    """With the text to send."""

    text: str


class AlikeShown(Reply, frozen=True):
    season: str
    alike: list[AlikeView]


class SeasonLogShown(Reply, frozen=True):
    season: str
    log: list[SeasonEntry]


class SeasonWritten(Reply, frozen=True):
    season: str
    done: str
    file: str


class SeasonRemoved(Reply, frozen=True):
    season: str
    done: str


class CircuitsShown(Reply, frozen=True):
    circuits: list[str]


class CircuitToml(Reply, frozen=True):
    toml: str


class SeasonVerifiedReply(SeasonVerified, frozen=True):
    """`error` is present if something differs."""

    season: str
    error: ErrorView | UnsetType = UNSET
