"""What a page showed of a match when somebody pressed a button: only that is saved, or nothing.

A form carries the round and a digest of what its page showed; the decision compares them with the state it is made on.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from muster.app.desk import Opened
from muster.app.results.forms import told, whose
from muster.core.kit.errors import Conflict, Refusal
from muster.core.kit.model import PlayerId, Result
from muster.core.reading.stage_names import numbered
from muster.core.record.event import Match, Round, RoundState


def must_be_on(opened: Opened, number: int) -> None:
    """Refuses what a page from an earlier round sends; 0 means no page was involved."""
    shown = opened.event.shown
    now = shown[-1].number if shown else 0
    if number and number != now:
        raise Conflict(
            "Your page was about round {number}, and round {now} is being played. Your change was not saved. "
            "Check and try again.",
            number=numbered(opened.event, number),
            now=numbered(opened.event, now),
        )


def too_late_for(opened: Opened, round_: Round) -> Refusal | None:
    """Why a report for this round is no longer accepted, if so: the round ended while it was on its way."""
    now = opened.event.shown[-1]
    if now is not round_:
        return Refusal(
            "Round {now} has been published. Your report for round {number} came too late.",
            now=numbered(opened.event, now.number),
            number=numbered(opened.event, round_.number),
        )
    if round_.state is RoundState.CLOSED:
        return Refusal(
            "Round {number} was closed before your report came in.", number=numbered(opened.event, round_.number)
        )
    return None


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page showed of a match before its result was in: its round, and a `digest` of the rest."""

    round: int
    digest: str


def digest(round_: Round, match: Match) -> str:
    """A digest of who plays whom in which round, and who reported what."""
    return _digest(round_, match, match.reports)


def _digest(round_: Round, match: Match, reports: dict[PlayerId, Result]) -> str:
    told = [(p, r.ending.value, r.by, sorted(r.values.items())) for p, r in sorted(reports.items())]
    return sha256(repr((round_.number, match.a, match.b, told)).encode()).hexdigest()[:20]


def result_digest(round_: Round, match: Match) -> str:
    """A digest of what a page showed of a match with a result."""
    return "" if match.result is None else _digest(round_, match, {match.a: match.result})


def is_in_as_shown(round_: Round, match: Match, page: Shown) -> bool:
    """Whether the report that a page showed has become the result: pressed twice, or by two people."""
    result = match.result
    return result is not None and page.digest in [_digest(round_, match, {p: result}) for p in (match.a, match.b)]


def must_be_there(opened: Opened, round_: Round, match: Match, page: Shown) -> None:
    """Refuses to act on a report that is no longer open: another result is in, or the report was taken back."""
    if match.result is not None:
        raise Conflict(
            "Table {table} in round {number} already has a result: {result}.",
            table=match.table,
            number=numbered(opened.event, round_.number),
            result=told(opened, match, match.result),
        )
    if not match.reports and page.digest != digest(round_, match):
        raise Conflict("The report you saw has been withdrawn. Nothing was confirmed.")


def must_be_shown(opened: Opened, round_: Round, match: Match, page: Shown, viewer: PlayerId | None = None) -> None:
    """Refuses to accept a report that differs from what the page showed, and says what is reported now."""
    if page.digest == digest(round_, match):
        return
    name_of = opened.event.name_of
    if len(match.reports) == 1:
        (reporter, result), *_ = match.reports.items()
        raise Conflict(
            "{name} has changed the report: {result}. Check and confirm again.",
            name=name_of(reporter),
            result=whose(opened, match, result, viewer, reporter),
        )
    (first, one), (second, other), *_ = match.reports.items()
    raise Conflict(
        "The reports have changed. {name} reports: {result}; {other} reports: {other_result}. Check and choose again.",
        name=name_of(first),
        result=whose(opened, match, one, viewer, first),
        other=name_of(second),
        other_result=whose(opened, match, other, viewer, second),
    )
