"""The clock of a round: what a book says of its length, how long it ran, and which marks are behind. No time of day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.model import StageKind
from muster.core.kit.reasons import Reason

MINUTE = 60_000
"""In milliseconds, the unit of all clocks."""

USUAL_EXTENSION = 5
"""Minutes that one press gives a table if the book does not say."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Mark:
    """A minute of the round at which the book has something to say.

    `key` finds its sentences in the system: on its own, a few words on what happens; with `_call`, what is called out;
    and with `_form`, if there is one, what it changes about results reported from then on. `late`: the clock is amber
    from here on. `warning`: time is not up yet, but soon will be.
    """

    minute: int
    key: str
    clause: str = ""
    data: Mapping[str, object] = field(default_factory=dict)
    late: bool = False
    warning: bool = False

    def reason(self, suffix: str = "") -> Reason:
        return Reason(self.key + suffix, dict(self.data), self.clause)


@dataclass(frozen=True, slots=True)
class ClockPlan:
    """The marks of a round; none if neither the book nor the organiser sets a length.

    `extension`: the minutes a table usually gets.
    """

    marks: tuple[Mark, ...] = ()
    extension: int = USUAL_EXTENSION


def organisers_clock(settings: Settings, stage: StageKind, final: bool) -> ClockPlan:
    """For a book without a round length: as long as the organiser says, or a clock that only counts up."""
    minutes = settings.number_or_none("round_minutes")
    return ClockPlan(() if minutes is None else (Mark(minutes, "clock_end", late=True),))


@dataclass(slots=True)
class RoundClock:
    """What the journal says about a round's clock.

    `since`: when it last started, 0 while stopped; `ran`: how long it ran before that; both in milliseconds. `added`:
    minutes for all tables; `extensions`: minutes by match number.
    """

    started: bool = False
    since: int = 0
    ran: int = 0
    added: int = 0
    extensions: dict[int, int] = field(default_factory=dict)

    @property
    def running(self) -> bool:
        return self.since > 0

    def run_at(self, now: int) -> int:
        """How long it has run at a given moment. It never runs backwards, even if the machine's time is set back."""
        return self.ran + (max(now - self.since, 0) if self.running else 0)

    def start(self, at: int) -> None:
        self.started = True
        if not self.running:
            self.since = at

    def pause(self, at: int) -> None:
        self.ran, self.since = self.run_at(at), 0

    def due(self, mark: Mark, match: int = 0) -> int:
        """How long the clock has run when a mark comes. Time given to all tables or to one moves all marks (L-18)."""
        return (mark.minute + self.added + self.extensions.get(match, 0)) * MINUTE


def instant(at: str) -> int:
    """A UTC time from the journal, in milliseconds since 1970."""
    try:
        return (datetime.fromisoformat(at) - _EPOCH) // timedelta(milliseconds=1)
    except (ValueError, TypeError):
        raise BadInput("“{at}” is not a time such as 2026-11-15T10:00:00+00:00.", at=at) from None


def utc_of(milliseconds: int) -> str:
    """The reverse: milliseconds since 1970 as the journal writes them."""
    return (_EPOCH + timedelta(milliseconds=milliseconds)).isoformat()
