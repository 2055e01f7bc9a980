"""A season from elsewhere: what could not have been recorded here is found and named, entry by entry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import PlayerId
from muster.core.record.people.facts import PeopleJoined, PeopleParted
from muster.core.record.season.facts import (
    EventEntered,
    EventWithdrawn,
    FinalCreated,
    RequirementMet,
    ResultsTaken,
    SeasonAmended,
    SeasonEventAmended,
    SeasonFact,
    SeasonOpened,
)
from muster.core.rules.circuit.audit import must_be_sound
from tests.core.reading.circuit.league import FIRST, LAST, entries

CIRCUIT: dict[str, Any] = {
    "name": "League",
    "regions": ["North"],
    "points": {"chart": [3]},
    "tier": [{"name": "Open"}, {"name": "Club"}],
    "requirement": [{"key": "sent", "title": "Sent"}],
}
A, B, HEAD = "a" * 64, "b" * 64, "c" * 64
ONE, TWO = PlayerId(1), PlayerId(2)
OPENED = SeasonOpened("League 2026", FIRST, LAST, CIRCUIT)
ENTERED = EventEntered("march", A, "March", FIRST, FIRST, "Open", "North", 12)
TAKEN = ResultsTaken(
    A, HEAD, 9, (ONE,), (TWO,), elsewhere=("Away",), names=("Ann", "Ben"), fields={"club": ("York", "")}
)
SOUND: list[SeasonFact] = [
    OPENED,
    ENTERED,
    RequirementMet(A, "sent", FIRST),
    TAKEN,
    PeopleJoined((((A, ONE), (B, ONE)),)),
    FinalCreated("final", B, "Final", ((A, ONE),)),
    EventWithdrawn(A, "by mistake"),
    PeopleParted((A, ONE), (B, TWO)),
    SeasonEventAmended(A, FIRST, LAST, "Club", "North", 12),
    SeasonAmended(),
    SeasonAmended("Cup", FIRST, LAST),
]

Spoil = Callable[[Any], SeasonFact]
SPOILT: list[tuple[int, Spoil, str]] = [
    (1, lambda f: replace(f, last="2020-01-01"), "“2020-01-01” cannot be recorded in this season."),
    (1, lambda f: replace(f, first="soon"), "“soon” is not a date. Write it as 2026-11-15."),
    (1, lambda f: replace(f, name=" "), "“ ” is not a name"),
    (2, lambda f: replace(f, event="../etc"), "“../etc” cannot be recorded in this season."),
    (2, lambda f: replace(f, origin="x"), "“x” cannot be recorded in this season."),
    (2, lambda f: replace(f, last_day="later"), "“later” is not a date."),
    (2, lambda f: replace(f, last_day="2020-01-01"), "“2020-01-01” cannot be recorded in this season."),
    (2, lambda f: replace(f, tier="Grand"), "“Grand” cannot be recorded in this season."),
    (2, lambda f: replace(f, region="South"), "“South” cannot be recorded in this season."),
    (2, lambda f: replace(f, region=""), "“” cannot be recorded in this season."),
    (2, lambda f: replace(f, region="South", carried_from="2025"), "“South” cannot be recorded in this season."),
    (2, lambda f: replace(f, attendees=-1), "“-1” cannot be recorded in this season."),
    (2, lambda f: replace(f, attendees=1_000_001), "“1000001” cannot be recorded in this season."),
    (2, lambda f: replace(f, name=" "), "“ ” is not a name"),
    (2, lambda f: replace(f, name="\u202eMarch"), "“\u202eMarch” is not a clean name: it has invisible characters"),
    (3, lambda f: replace(f, on="yesterday"), "“yesterday” is not a date."),
    (3, lambda f: replace(f, requirement="paid"), "“paid” cannot be recorded in this season."),
    (3, lambda f: replace(f, reason="x" * 500), "“xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…” has 500 characters."),
    (4, lambda f: replace(f, unplaced=(ONE,)), "A player is there twice."),
    (4, lambda f: replace(f, names=("Ann",)), "There are 2 players, but 1 names."),
    (4, lambda f: replace(f, fields={"club": ("York",)}), "There are 2 players, but 1 names."),
    (4, lambda f: replace(f, names=("Ann", " ")), "“ ” is not a name"),
    (
        4,
        lambda f: replace(f, names=("Ann", "Ben\u200b")),
        "“Ben\u200b” is not a clean name",
    ),
    (4, lambda f: replace(f, elsewhere=("Away ",)), "“Away ” is not a clean name"),
    (
        4,
        lambda f: replace(f, fields={"club": ("York", "\u202eYork")}),
        "“\u202eYork” cannot be recorded in this season.",
    ),
    (4, lambda f: replace(f, head="x"), "“x” cannot be recorded in this season."),
    (4, lambda f: replace(f, entry=0), f"“{HEAD}” cannot be recorded in this season."),
    (5, lambda f: replace(f, pairs=(((A, ONE), (A, TWO)),)), "Two players of one event are two people."),
    (6, lambda f: replace(f, event="a/b"), "“a/b” cannot be recorded in this season."),
    (7, lambda f: replace(f, reason="x" * 500), "“xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…” has 500 characters."),
    (3, lambda f: replace(f, reason="\u202elate"), "“\u202elate” cannot be recorded in this season."),
    (7, lambda f: replace(f, reason="\u202elate"), "“\u202elate” cannot be recorded in this season."),
    (9, lambda f: replace(f, first_day="soon"), "“soon” is not a date."),
    (9, lambda f: replace(f, last_day="soon"), "“soon” is not a date."),
    (9, lambda f: replace(f, tier="Grand"), "“Grand” cannot be recorded in this season."),
    (9, lambda f: replace(f, region="South"), "“South” cannot be recorded in this season."),
    (9, lambda f: replace(f, region=""), "“” cannot be recorded in this season."),
    (9, lambda f: replace(f, attendees=-1), "“-1” cannot be recorded in this season."),
    (9, lambda f: replace(f, attendees=1_000_001), "“1000001” cannot be recorded in this season."),
    (11, lambda f: replace(f, name=" Cup"), "“ Cup” is not a clean name"),
    (11, lambda f: replace(f, first="soon"), "“soon” is not a date."),
    (11, lambda f: replace(f, last="soon"), "“soon” is not a date."),
]


def test_what_was_recorded_here_is_sound() -> None:
    must_be_sound(entries(SOUND))
    must_be_sound(entries([OPENED, ENTERED, replace(TAKEN, names=())]))
    must_be_sound(entries([replace(OPENED, last=FIRST)]))
    must_be_sound(entries([OPENED, ENTERED, SeasonEventAmended(A)]))
    for entered in (
        replace(ENTERED, attendees=0),
        replace(ENTERED, attendees=1_000_000),
        replace(ENTERED, region="", carried_from="2025"),
    ):
        must_be_sound(entries([OPENED, entered, replace(TAKEN, entry=1)]))


@pytest.mark.parametrize(("at", "spoil", "why"), SPOILT)
def test_what_could_not_have_been_recorded_is_named(at: int, spoil: Spoil, why: str) -> None:
    facts = [*SOUND[: at - 1], spoil(SOUND[at - 1]), *SOUND[at:]]
    with pytest.raises(DamagedJournal) as damaged:
        must_be_sound(entries(facts))
    assert str(damaged.value).startswith(f"Entry {at} of the season cannot be right: {why}")


def test_a_season_begins_with_its_opening() -> None:
    with pytest.raises(DamagedJournal, match="does not begin with the opening of a season"):
        must_be_sound(entries(SOUND[1:]))
    with pytest.raises(DamagedJournal, match="does not begin with the opening of a season"):
        must_be_sound([])
