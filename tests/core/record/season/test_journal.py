"""What the journal of a season adds up to, and what cannot be in one."""

from __future__ import annotations

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
from muster.core.record.season.journal import SEASON, Season, fold
from muster.core.record.undo import Undone
from tests.core.reading.circuit.league import FIRST, LAST, entries

OPENED = SeasonOpened("League 2026", FIRST, LAST, {"name": "League", "game": "l5r"})
MARCH = EventEntered("march", "a", "March", FIRST, FIRST)
A, B, C = (("a", PlayerId(1)), ("b", PlayerId(1)), ("c", PlayerId(1)))


def season(*facts: SeasonFact) -> Season:
    return fold(entries([OPENED, *facts]))


def test_what_is_said_of_an_event() -> None:
    first, again = RequirementMet("a", "sent", FIRST), RequirementMet("a", "sent", LAST, "a slip")
    results = ResultsTaken("a", "head", 9, (PlayerId(2),), (PlayerId(1),), names=("Ben", "Ann"))
    found = season(MARCH, first, RequirementMet("a", "asked", FIRST), again, results)
    event = found.events["a"]
    assert (event.entered, event.origin, event.results, event.taken_at) == (
        MARCH,
        "a",
        results,
        "2026-06-01T10:00:06.000000+00:00",
    )
    assert (event.met["sent"], list(event.met)) == (again, ["sent", "asked"])
    assert (results.players, results.by_player(results.names)) == (2, {PlayerId(2): "Ben", PlayerId(1): "Ann"})
    assert (found.at("march"), found.at("april")) == (event, None)
    assert season(MARCH, EventWithdrawn("a", "by mistake")).events == {}
    assert season(MARCH, first, Undone(3, 3)).events["a"].met == {}


def test_something_else_is_said_of_an_event() -> None:
    """What was left out stays, and so do steps and results."""
    met, results = RequirementMet("a", "sent", FIRST), ResultsTaken("a", "head", 9, (PlayerId(2),))
    first = replace(MARCH, tier="Open", region="North", attendees=3, qualifiers=("q",))
    said = SeasonEventAmended("a", attendees=0)
    event = season(first, met, results, said).events["a"]
    assert event.entered == replace(first, attendees=0)
    assert (event.met, event.results) == ({"sent": met}, results)
    more = SeasonEventAmended("a", LAST, LAST, "Club", "South", 12, ("p", "q"))
    told = replace(first, first_day=LAST, last_day=LAST, tier="Club", region="South", attendees=12)
    assert season(first, said, more).events["a"].entered == replace(told, qualifiers=("p", "q"))
    assert season(first, SeasonEventAmended("a")).events["a"].entered == first
    assert season(first, said, Undone(3, 3)).events["a"].entered == first
    with pytest.raises(DamagedJournal, match="Entry 2 is about an event that is not in the season"):
        season(said)


def test_something_else_is_said_of_the_season() -> None:
    """What was left out stays."""
    for said, expected in (
        (SeasonAmended(), ("League 2026", FIRST, LAST)),
        (SeasonAmended(name="Cup"), ("Cup", FIRST, LAST)),
        (SeasonAmended(first=LAST), ("League 2026", LAST, LAST)),
        (SeasonAmended(last=FIRST), ("League 2026", FIRST, FIRST)),
    ):
        found = season(said)
        assert (found.name, found.first, found.last) == expected


def test_a_final() -> None:
    made = FinalCreated("final", "f", "Final", (A,))
    assert (season(made).final, season().final) == (made, None)


def test_people_who_are_one_and_people_who_are_two() -> None:
    found = season(PeopleJoined(((A, B),)))
    assert [set(found.person(one)) for one in (A, B, C)] == [{A, B}, {A, B}, {C}]
    assert season(PeopleParted(A, B)).who.parted == {frozenset((A, B))}
    assert season(PeopleParted(A, B), PeopleParted(B, C), PeopleJoined(((A, B),))).who.parted == {frozenset((B, C))}
    apart = season(PeopleJoined(((A, B), (B, C))), PeopleParted(A, C))
    assert [set(apart.person(one)) for one in (A, C)] == [{A, B}, {C}]
    assert apart.who.parted == {frozenset((A, C)), frozenset((B, C))}


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ([], "The journal does not begin with the opening of a season."),
        ([MARCH], "The journal does not begin with the opening of a season."),
        ([OPENED, MARCH, OPENED], "Entry 3 opens the season a second time."),
        *(
            ([OPENED, fact], "Entry 2 is about an event that is not in the season.")
            for fact in (RequirementMet("a", "x", FIRST), ResultsTaken("a", "h", 1, ()), EventWithdrawn("a", "x"))
        ),
    ],
)
def test_what_cannot_be_a_season(facts: list[SeasonFact], sentence: str) -> None:
    with pytest.raises(DamagedJournal) as damaged:
        fold(entries(facts))
    assert str(damaged.value) == sentence


def test_the_title_of_a_season() -> None:
    title = SEASON.title(OPENED)
    assert (title.name, title.system) == ("League 2026", "l5r")
    with pytest.raises(DamagedJournal, match="does not begin with the opening of a season"):
        SEASON.title(MARCH)


def test_what_a_fact_leaves_out() -> None:
    """Journals older than a field are read with these."""
    nothing: dict[str, Any] = {"tier": "", "region": "", "attendees": None, "qualifiers": (), "carried_from": ""}
    assert {key: getattr(MARCH, key) for key in nothing} == nothing
    bare = ResultsTaken("a", "h", 1, ())
    assert (bare.unplaced, bare.options, bare.distinct, bare.elsewhere, bare.names, bare.fields, bare.seal) == (
        (),
        {},
        None,
        (),
        (),
        {},
        "",
    )
