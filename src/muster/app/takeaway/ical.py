"""Events and seasons as calendars (iCalendar, RFC 5545), with the few properties that they need.

Times that an organiser wrote in a schedule are those of the clock on the wall of the hall: they have no zone, and so
have none here (“floating”, 3.3.5). When a round's clock ran, or when it is expected, is known to the second, in UTC.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import count

from muster import __version__
from muster.app.circuit.seasons import OpenSeason
from muster.app.clock.schedule import PeriodView, courses, schedule_view
from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.reading.round_time import history
from muster.core.reading.stage_names import round_name
from muster.core.reading.timetable import PeriodState, RoundCourse
from muster.core.record.clock import instant
from muster.core.record.event import Event, Round
from muster.core.record.facts.clock import ClockFact
from muster.core.record.undo import Redone, Undone

OCTETS = 75
"""The most bytes in a line (3.1); the next line begins with a space and continues it."""

ORIGIN = 32
"""How many letters of the first entry's hash are used: the same event has the same calendar wherever it is copied
to.
"""


@dataclass(frozen=True, slots=True)
class Appointment:
    """`uid`: stays the same for the same thing, so that a calendar replaces its copy.

    `start` and `end`: days, times without a zone, or moments in UTC; `end` is None if not known, and is the day after
    the last.
    """

    uid: str
    start: date | datetime
    end: date | datetime | None
    summary: str
    more: dict[str, str] = field(default_factory=dict)


def event_calendar(opened: Opened) -> str:
    """The day, its schedule, every published round whose clock has run, and, as of the last entry, breaks and the
    rounds to come.
    """
    event = opened.event
    periods = schedule_view(opened, opened.entries[-1].at).periods
    found = [*_days(opened), *_scheduled(opened), *_rounds(opened), *_expected(opened, periods)]
    return _calendar(event.name, opened.entries[-1].at, found)


def season_calendar(opened: OpenSeason) -> str:
    """Every event of the season on its days."""
    found = []
    for one in opened.season.events.values():
        entered = one.entered
        last = date.fromisoformat(entered.last_day) + timedelta(days=1)
        uid = _uid(one.origin, "season")
        found.append(Appointment(uid, date.fromisoformat(entered.first_day), last, entered.name))
    return _calendar(opened.season.name, opened.entries[-1].at, found)


def _uid(origin: str, what: str) -> str:
    return f"{origin[:ORIGIN]}-{what}@muster"


def _days(opened: Opened) -> Iterator[Appointment]:
    event = opened.event
    if event.date:
        day = date.fromisoformat(event.date)
        uid = _uid(opened.hashes[0], "event")
        yield Appointment(uid, day, day + timedelta(days=1), event.name, _where(event))


def _where(event: Event) -> dict[str, str]:
    more = {"LOCATION": _text(event.place), "URL": event.map_link}
    return {name: value for name, value in more.items() if value}


def _scheduled(opened: Opened) -> Iterator[Appointment]:
    """Lines with a time. A time earlier than the one before it is on the next day."""
    event = opened.event
    if not event.date:
        return
    day, before = date.fromisoformat(event.date), time.min
    for number, (when, words) in enumerate(event.schedule, start=1):
        if not when:
            continue
        begin, _, end = when.partition("–")
        start = time.fromisoformat(begin)
        day += timedelta(days=start < before)
        before = start
        until = datetime.combine(day, time.fromisoformat(end)) if end else None
        if until is not None and until.time() < start:
            until += timedelta(days=1)
        title = tr("{event}: {words}", event=event.name, words=words) if words else event.name
        uid = _uid(opened.hashes[0], f"schedule-{number}")
        yield Appointment(uid, datetime.combine(day, start), until, title, _where(event))


def _rounds(opened: Opened) -> Iterator[Appointment]:
    """A round whose clock was never stopped ends with its last result, or when it is expected to."""
    last = opened.entries[-1].at
    turns = [entry for entry in opened.entries if isinstance(entry.fact, ClockFact | Undone | Redone)]
    for round_, real in zip(opened.event.shown, courses(opened, last), strict=False):
        spans = history(turns, round_.number, 0).spans
        if spans:
            (start, _), (_, stopped) = spans[0], spans[-1]
            end = _end(real, instant(last)) if stopped is None else _moment(stopped)
            yield _round(opened, round_, _moment(start), end)


def _end(real: RoundCourse, now: int) -> datetime | None:
    if real.ended is not None:
        return _moment(1000 * real.ended)
    return None if real.left is None else _moment(now + 1000 * real.left)


def _expected(opened: Opened, periods: Sequence[PeriodView]) -> Iterator[Appointment]:
    """The rounds to come and all breaks. Each keeps its id when it begins and ends, so that a calendar moves it."""
    breaks = count(1)
    for period in periods:
        if period.kind == "round" and period.state is not PeriodState.EXPECTED:
            continue
        what = f"round-{period.round}" if period.kind == "round" else f"break-{next(breaks)}"
        title = tr("{event}: {words}", event=opened.event.name, words=period.name)
        end = None if period.end is None else _utc(period.end)
        yield Appointment(_uid(opened.hashes[0], what), _utc(period.start), end, title, _where(opened.event))


def _utc(at: str) -> datetime:
    return datetime.fromisoformat(at).astimezone(UTC)


def _round(opened: Opened, round_: Round, start: datetime, end: datetime | None) -> Appointment:
    name = tr(round_name(opened.event, round_.number)) or tr("Round {number}", number=round_.number)
    title = tr("{event}: {words}", event=opened.event.name, words=name)
    uid = _uid(opened.hashes[0], f"round-{round_.number}")
    return Appointment(uid, start, end, title, _where(opened.event))


def _moment(at: int) -> datetime:
    return datetime.fromtimestamp(at // 1000, UTC)


def _calendar(name: str, changed: str, appointments: Iterable[Appointment]) -> str:
    """`changed`: when the last entry was made, which is when any of it last changed (3.8.7.2)."""
    stamp = _when(datetime.fromisoformat(changed).astimezone(UTC))[1]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//Muster//Muster {__version__}//EN", f"NAME:{_text(name)}"]
    for one in appointments:
        lines += ["BEGIN:VEVENT", f"UID:{one.uid}", f"DTSTAMP:{stamp}", _property("DTSTART", one.start)]
        if one.end is not None:
            lines.append(_property("DTEND", one.end))
        lines.append(f"SUMMARY:{_text(one.summary)}")
        lines += [f"{key}:{value}" for key, value in one.more.items()]
        lines.append("END:VEVENT")
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _property(name: str, when: date | datetime) -> str:
    kind, written = _when(when)
    return f"{name}{kind}:{written}"


def _when(when: date | datetime) -> tuple[str, str]:
    if not isinstance(when, datetime):
        return ";VALUE=DATE", f"{when:%Y%m%d}"
    return "", f"{when:%Y%m%dT%H%M%S}{'' if when.tzinfo is None else 'Z'}"


def _text(words: str) -> str:
    """3.3.11: characters with a special meaning are escaped."""
    for sign, written in (("\\", "\\\\"), (";", "\\;"), (",", "\\,"), ("\r\n", "\\n"), ("\n", "\\n")):
        words = words.replace(sign, written)
    return words


def _folded(line: str) -> str:
    """Between letters, never within one: a letter may take up to four bytes."""
    parts, room = [""], OCTETS
    for letter in line:
        size = len(letter.encode())
        if size > room:
            parts.append(" ")
            room = OCTETS - 1
        parts[-1] += letter
        room -= size
    return "\r\n".join(parts)
