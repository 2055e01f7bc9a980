"""Where and when an event is played, as its organiser writes it: place, map, schedule, times. Clean, or refused."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date as calendar

from muster.core.kit.errors import BadInput
from muster.core.kit.written import tidy, whole_number
from muster.core.record.facts.timetable import Break, PlayDay, Timetable

LONGEST_PLACE = 200
LONGEST_LINK = 500
LONGEST_LINE = 120
MOST_LINES = 60
LONGEST_BREAK_NAME = 60
MOST_BREAKS = 20
MOST_DAYS = 30
YEARS = range(1971, 2900)
"""Years in which every operating system can convert a time of day to a moment and back."""
MOST_MINUTES = 600
"""For a round, a break, or the time between two rounds."""

_LINK = re.compile(r"https?://[^\s/?#@\"<>]+(?:[/?#][^\s\"<>]*)?")
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])(?:\s*[–-]\s*([01]?[0-9]|2[0-3])[:.]([0-5][0-9]))?(?:\s+|$)")

_CLOCK = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")

Schedule = tuple[tuple[str, str], ...]

Typed = tuple[str, str, str]
"""A line of the form for times. A break: after which round or at what time, minutes, name.

A day: its first round, date, start.
"""


def clean_place(text: str) -> str:
    clean = tidy(text)
    if len(clean) > LONGEST_PLACE:
        raise BadInput(
            "“{start}…” has {length} characters. A place can have at most {most}.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_PLACE,
        )
    return clean


def clean_link(text: str) -> str:
    """Only a web address: it becomes a link that anybody may press."""
    clean = text.strip()
    if clean and (len(clean) > LONGEST_LINK or not _LINK.fullmatch(clean)):
        raise BadInput(
            "“{text}” is not a link to a map. It should begin with https:// and have at most {most} characters.",
            text=clean[:60],
            most=LONGEST_LINK,
        )
    return clean


def clean_schedule(text: str) -> Schedule:
    """One item per line: a time or a span such as 12:00–13:00, then text; a line without a time is a heading or a
    note.
    """
    lines = [clean for line in text.splitlines() if (clean := tidy(line))]
    if len(lines) > MOST_LINES:
        raise BadInput("The schedule has {count} lines. It can have at most {most}.", count=len(lines), most=MOST_LINES)
    return tuple(_line(line) for line in lines)


def _line(line: str) -> tuple[str, str]:
    if len(line) > LONGEST_LINE:
        raise BadInput(
            "The line “{start}…” of the schedule has {length} characters. It can have at most {most}.",
            start=line[:30],
            length=len(line),
            most=LONGEST_LINE,
        )
    found = _TIME.match(line)
    if found is None:
        return "", line
    time = f"{int(found[1]):02}:{found[2]}" + (f"–{int(found[3]):02}:{found[4]}" if found[3] else "")
    return time, line[found.end() :]


def as_text(schedule: Sequence[Sequence[str]]) -> str:
    """The schedule as it would be typed."""
    return "\n".join(" ".join(part for part in line if part) for line in schedule)


def clean_timetable(
    start: str, between: str, length: str = "", breaks: Sequence[Typed] = (), days: Sequence[Typed] = ()
) -> Timetable:
    """The times as typed; empty lines are left out."""
    lines = [line for line in breaks if any(part.strip() for part in line)]
    further = [line for line in days if any(part.strip() for part in line)]
    if not start.strip() and not lines and not further:
        return Timetable()
    if len(lines) > MOST_BREAKS:
        raise BadInput("There are {count} breaks. There can be at most {most}.", count=len(lines), most=MOST_BREAKS)
    if len(further) > MOST_DAYS:
        raise BadInput(
            "There are {count} further days. There can be at most {most}.", count=len(further), most=MOST_DAYS
        )
    return Timetable(
        clean_time(start),
        _minutes(between, 0) if between.strip() else 0,
        _minutes(length, 1) if length.strip() else 0,
        tuple(_break(*line) for line in lines),
        tuple(_day(*line) for line in further),
    )


def clean_time(text: str) -> str:
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise BadInput("“{text}” is not a time of day. Write it as 09:30.", text=text.strip())
    return f"{int(found[1]):02}:{found[2]}"


def _minutes(text: str, least: int) -> int:
    number = whole_number(text.strip())
    if number is None or not least <= number <= MOST_MINUTES:
        raise BadInput(
            "“{text}” should be a whole number of minutes, from {least} to {most}.",
            text=text.strip(),
            least=least,
            most=MOST_MINUTES,
        )
    return number


def _break(when: str, minutes: str, name: str) -> Break:
    clean = tidy(name)
    if len(clean) > LONGEST_BREAK_NAME:
        raise BadInput(
            "“{start}…” has {length} characters. The name of a break can have at most {most}.",
            start=clean[:30],
            length=len(clean),
            most=LONGEST_BREAK_NAME,
        )
    if _CLOCK.fullmatch(when.strip()):
        return Break(_minutes(minutes, 1), at=clean_time(when), name=clean)
    after = whole_number(when.strip())
    if not after:
        raise BadInput(
            "“{text}” does not say when a break is. Write 2 for a break after round 2, or a time such as 13:00.",
            text=when.strip(),
        )
    return Break(_minutes(minutes, 1), after=after, name=clean)


def _day(first: str, date: str, start: str) -> PlayDay:
    number = whole_number(first.strip())
    if number is None or number < 2:
        raise BadInput("“{text}” is not a round that a further day can begin with. It should be 2 or more.", text=first)
    try:
        calendar.fromisoformat(date.strip())
    except ValueError:
        raise BadInput("“{text}” is not a date. Write it as 2026-11-15.", text=date.strip()) from None
    return PlayDay(number, date.strip(), clean_time(start))


def must_fit(first: str, times: Timetable) -> None:
    """There must be a first day, and each further day and its first round must come after those before."""
    if not times.start:
        return
    if not first:
        raise BadInput("Enter the date of the first day too. Without it, the times have no day.")
    for text in (first, *(day.date for day in times.days)):
        if calendar.fromisoformat(text).year not in YEARS:
            raise BadInput(
                "“{text}” is not a day that rounds can be planned for. Use one from {first} to {last}.",
                text=text,
                first=YEARS[0],
                last=YEARS[-1],
            )
    number, before = 1, calendar.fromisoformat(first)
    for day in times.days:
        date = calendar.fromisoformat(day.date)
        if date <= before or day.round <= number:
            raise BadInput(
                "{date} from round {round} is not after the day before it, {before} from round {number}.",
                date=date,
                round=day.round,
                before=before,
                number=number,
            )
        number, before = day.round, date


def typed_times(times: Timetable) -> tuple[list[Typed], list[Typed]]:
    """Breaks and days as they would be typed."""
    breaks = [(b.at or str(b.after), str(b.minutes), b.name) for b in times.breaks]
    return breaks, [(str(day.round), day.date, day.start) for day in times.days]
