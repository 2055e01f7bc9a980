"""What every foreign format is read into: players, rounds and the standings as published. Nothing is computed here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import Any

from muster.core.kit.errors import BadInput
from muster.core.kit.model import Points
from muster.core.standings.tiebreaks import whole

MOST_POINTS = 100_000
MOST_DECIMALS = 40

_DECIMAL = re.compile(rf"-?[0-9]{{1,6}}([.,][0-9]{{1,{MOST_DECIMALS}}})?", re.ASCII)
_FRACTION = re.compile(r"-?[0-9]{1,6}/[1-9][0-9]{0,5}", re.ASCII)


@dataclass(frozen=True, slots=True)
class PublishedNumber:
    """A published number as written: its value, and how many decimals it claims."""

    value: Fraction
    decimals: int
    """-1 for an exact number, such as 71/16."""
    text: str


@dataclass(frozen=True, slots=True)
class Published:
    """What the other program says about a player; None where it says nothing. `tiebreaks` by their word (`ties`)."""

    rank: int | None = None
    points: PublishedNumber | None = None
    tiebreaks: Mapping[str, PublishedNumber] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RecordedPlayer:
    """A player. `key` is their name in the rounds; `left`: is out of the event whatever the rounds say."""

    key: str
    name: str
    rating: int = 0
    left: bool = False
    published: Published = field(default_factory=Published)


class MeetingEnding(StrEnum):
    """`OPEN`: paired, without a result."""

    PLAYED = "played"
    NO_SHOW = "no_show"
    DOUBLE_LOSS = "double_loss"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players and what each was paid. `absent`: who did not come, for a no-show. `where`: for messages."""

    a: str
    b: str
    a_points: Points = 0
    b_points: Points = 0
    ending: MeetingEnding = MeetingEnding.PLAYED
    absent: tuple[str, ...] = ()
    table: int = 0
    where: str = ""

    def points_of(self, player: str) -> Points:
        return self.a_points if player == self.a else self.b_points


@dataclass(frozen=True, slots=True)
class SitOut:
    """A player without an opponent in this round, and what that pays: any kind of bye, or a missed round."""

    player: str
    points: Points
    where: str = ""


@dataclass(frozen=True, slots=True)
class PlayedRound:
    meetings: tuple[Meeting, ...]
    sit_outs: tuple[SitOut, ...] = ()

    def players(self) -> Iterable[str]:
        for meeting in self.meetings:
            yield meeting.a
            yield meeting.b
        for sit_out in self.sit_outs:
            yield sit_out.player


@dataclass(frozen=True, slots=True)
class Triple:
    """What a win, a draw and a loss pay, for formats with only these three."""

    win: Points = 1
    draw: Points = Fraction(1, 2)
    loss: Points = 0


@dataclass(frozen=True, slots=True)
class Record:
    """`tiebreaks`: rows of a composed system's definition. `scoring` None: matches pay what each side scored.

    `notes`: what is in the file but not carried over, and what was interpreted in a way somebody should know.
    """

    format: str
    entrants: tuple[RecordedPlayer, ...]
    rounds: tuple[PlayedRound, ...]
    title: str = ""
    date: str = ""
    planned: int = 0
    scoring: Triple | None = None
    tiebreaks: tuple[Mapping[str, Any], ...] = ()
    notes: tuple[str, ...] = ()


def points(text: str, where: str) -> Points:
    """An exact number of 0 or more, such as 3, 0.5 or 1/2."""
    found = figure(text, where)
    if found.value < 0:
        raise BadInput(
            "{where}: “{text}” should be 0 or more. A match cannot score less than nothing.",
            where=where,
            text=found.text,
        )
    return whole(found.value)


def figure(text: str, where: str) -> PublishedNumber:
    """A number as it was published."""
    shown = text.strip()
    if _DECIMAL.fullmatch(shown):
        plain = shown.replace(",", ".")
        value, decimals = Fraction(plain), len(plain.partition(".")[2])
    elif _FRACTION.fullmatch(shown):
        value, decimals = Fraction(shown), -1
    else:
        raise BadInput(
            "{where}: “{quoted}” should be a number, such as 3, 0.5 or 1/2.", where=where, quoted=quoted(shown)
        )
    if abs(value) > MOST_POINTS:
        raise BadInput(
            "{where}: “{quoted}” should be at most {most_points}.",
            where=where,
            quoted=quoted(shown),
            most_points=MOST_POINTS,
        )
    return PublishedNumber(value, decimals, shown)


def plain(value: Points) -> str:
    """An exact number as `figure` reads it: a decimal if one is exact and short, otherwise a fraction."""
    if value < 0:
        return f"-{plain(-value)}"
    number = Fraction(value)
    for decimals in range(7):
        scaled = number * 10**decimals
        if scaled.denominator == 1:
            digits = str(scaled.numerator).rjust(decimals + 1, "0")
            return digits if not decimals else f"{digits[:-decimals]}.{digits[-decimals:]}"
    return str(number)


_DAY = re.compile(r"([0-9]{4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,2})|([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4})", re.ASCII)


def day(text: str) -> str:
    """A day as 2026-11-15, from 2026/11/15, 2026-11-15 or 15.11.2026; empty if written in any other way."""
    found = _DAY.fullmatch(text.strip())
    if found is None:
        return ""
    year, month, month_day = found[1] or found[6], found[2] or found[5], found[3] or found[4]
    try:
        return date(int(year), int(month), int(month_day)).isoformat()
    except ValueError:
        return ""


def quoted(text: str, length: int = 60) -> str:
    """Part of a file as quoted in a sentence, shortened if it is long."""
    return text if len(text) <= length else text[: length - 1] + "…"
