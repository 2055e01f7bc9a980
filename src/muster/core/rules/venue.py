"""Where and when an event is played, as its organiser writes it: place, link to a map, schedule. Clean, or refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from muster.core.kit.errors import BadInput
from muster.core.kit.written import tidy

LONGEST_PLACE = 200
LONGEST_LINK = 500
LONGEST_LINE = 120
MOST_LINES = 60

_LINK = re.compile(r"https?://[^\s/?#@\"<>]+(?:[/?#][^\s\"<>]*)?")
_TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])(?:\s*[–-]\s*([01]?[0-9]|2[0-3])[:.]([0-5][0-9]))?(?:\s+|$)")

Schedule = tuple[tuple[str, str], ...]


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
    """An address of the web and nothing else: it becomes a link that everybody may press."""
    clean = text.strip()
    if clean and (len(clean) > LONGEST_LINK or not _LINK.fullmatch(clean)):
        raise BadInput(
            "“{text}” is not a link to a map. It should begin with https:// and have at most {most} characters.",
            text=clean[:60],
            most=LONGEST_LINK,
        )
    return clean


def clean_schedule(text: str) -> Schedule:
    """One line each: a time or a span such as 12:00–13:00, and words; a line without a time is a heading or a note."""
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
    """The schedule as it is typed."""
    return "\n".join(" ".join(part for part in line if part) for line in schedule)
