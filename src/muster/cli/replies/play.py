"""What the commands for the rounds and the people in them reply."""

from __future__ import annotations

from muster.app.awards.views import DeskAward
from muster.app.clock.actions import ClockView
from muster.app.clock.schedule import ScheduleView
from muster.app.exact import ReasonView, Who
from muster.app.log.entries import LogLine, ToldEntry
from muster.app.results.preview import Preview
from muster.app.statistics.shapes import StatisticsView
from muster.app.views.shapes import EventView, MatchView, PenaltyView, PlayerView, RoundView, RulingView, StandingsView
from muster.app.why.reasons import Because
from muster.cli.replies.base import Change, Reply


class Enrolled(Change, frozen=True):
    """`notes` are sentences about the file, and about names that were seen in other events."""

    enrolled: list[PlayerView]
    advice: list[ReasonView]
    notes: list[str]


class PlayerChange(Change, frozen=True):
    player: PlayerView


class CheckedInReply(Change, frozen=True):
    """How many are here now."""

    checked_in: int


class RoundChange(Change, frozen=True):
    round: RoundView


class ClockShown(Reply, frozen=True):
    event: str
    clock: ClockView


class ClockChange(Change, frozen=True):
    clock: ClockView


class ScheduleShown(Reply, frozen=True):
    event: str
    schedule: ScheduleView


class ScheduleChange(Change, frozen=True):
    schedule: ScheduleView


class MatchesChange(Change, frozen=True):
    matches: list[MatchView]


class AnnouncedReply(Change, frozen=True):
    """Null when it was withdrawn."""

    announcement: str | None


class AwardsShown(Reply, frozen=True):
    event: str
    awards: list[DeskAward]


class AwardsChange(Change, frozen=True):
    awards: list[DeskAward]


class StandingsChange(Change, frozen=True):
    standings: StandingsView


class CutReply(Change, frozen=True):
    """Who goes on, best first."""

    seeds: list[Who]


class PenaltyChange(Change, frozen=True):
    penalty: PenaltyView


class RulingChange(Change, frozen=True):
    ruling: RulingView


class EventShown(Reply, frozen=True):
    event: EventView


class RoundShown(Reply, frozen=True):
    """With `--round`."""

    event: str
    round: RoundView


class StandingsShown(Reply, frozen=True):
    event: str
    standings: StandingsView


class WhyReply(Reply, frozen=True):
    event: str
    why: list[Because]


class Log(Reply, frozen=True):
    """Oldest first."""

    event: str
    log: list[LogLine]


class CorrectionShown(Reply, frozen=True):
    """With `--preview`."""

    event: str
    saved: bool
    changes: Preview


class Corrected(Change, frozen=True):
    saved: bool
    changes: Preview
    matches: list[MatchView]


class UndoneReply(Change, frozen=True):
    undone: list[ToldEntry]


class RedoneReply(Change, frozen=True):
    redone: list[ToldEntry]


class StatisticsShown(Reply, frozen=True):
    statistics: StatisticsView


class StatisticsWritten(Reply, frozen=True):
    done: str
    file: str
