"""Opening a season, entering events, steps that are done, events that leave: what is recorded, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import cache
from typing import Any

import pytest

from muster.core.book.circuit.definition import Circuit, read
from muster.core.kit.errors import Refusal
from muster.core.record.season.facts import (
    EventEntered,
    EventWithdrawn,
    FinalCreated,
    RequirementMet,
    SeasonAmended,
    SeasonEventAmended,
    SeasonFact,
    SeasonOpened,
)
from muster.core.record.season.journal import Season, SeasonEvent, fold
from muster.core.rules.circuit import seasons
from muster.core.rules.circuit.seasons import (
    Entering,
    amend_event,
    clean_reason,
    enter,
    entered_event,
    meet,
    open_season,
    withdraw,
)
from tests.app.hall import Hall
from tests.core.reading.circuit.league import entries

CIRCUIT: dict[str, Any] = {
    "name": "League",
    "points": {"chart": [3]},
    "requirement": [
        {"key": "asked", "title": "Asked", "clause": "R-1"},
        {"key": "sent", "title": "Sent", "only_after": "asked"},
    ],
}
FIRST, LAST = "2026-06-01", "2027-05-31"
MARCH = EventEntered("march", "origin of march", "March Open", "2026-09-01", "2026-09-01")


def season(*facts: SeasonFact, name: str = "2026", first: str = FIRST, last: str = LAST, **circuit: Any) -> Season:
    return fold(entries([SeasonOpened(name, first, last, {**CIRCUIT, **circuit}), *facts]))


@cache
def hall() -> Hall:
    return Hall("bushido", ["Ann", "Ben"])


def entered(
    told: Entering | None = None,
    into: Season | None = None,
    others: tuple[Season, ...] = (),
    date: str = "2026-09-01",
    **circuit: Any,
) -> EventEntered:
    event = replace(hall().event, date=date)
    known: Circuit = read({**CIRCUIT, **circuit})
    about = told or Entering("here", "origin")
    return enter(into or season(), known, event, hall().system, about, others)


def refused(sentence: str, **more: Any) -> None:
    with pytest.raises(Refusal) as said:
        entered(**more)
    assert str(said.value).startswith(sentence)


def about(**more: Any) -> Entering:
    return Entering("here", "origin", **more)


@pytest.mark.parametrize(
    ("first", "last", "free"),
    [
        ("2026-05-01", "2026-05-31", True),
        ("2026-05-01", "2026-06-01", False),
        ("2027-05-31", "2027-05-31", False),
        ("2027-06-01", "2027-06-01", True),
        ("2026-01-01", "2028-01-01", False),
    ],
)
def test_two_seasons_of_a_circuit_share_no_day(first: str, last: str, free: bool) -> None:
    """The first and the last day are both in a season."""
    loud = {**CIRCUIT, "name": "LEAGUE"}
    if free:
        assert open_season(" Next ", first, last, loud, [season()], "7") == [
            SeasonOpened("Next", first, last, loud, "7")
        ]
    else:
        with pytest.raises(Refusal, match=r"^“2026” is a season of the same circuit and runs from 2026-06-01 to"):
            open_season("Next", first, last, loud, [season()], "7")
    assert open_season("Next", first, last, {**CIRCUIT, "name": "Cup"}, [season()], "7")


def test_a_season_does_not_end_before_it_begins() -> None:
    with pytest.raises(Refusal, match=r"^A season that begins on 2026-06-01 cannot end on 2026-05-31\.$"):
        open_season("Next", "2026-06-01", "2026-05-31", CIRCUIT, [], "7")
    with pytest.raises(Refusal, match=r"^“soon” is not a date\. Write it as 2026-11-15\.$"):
        open_season("Next", "soon", "2026-05-31", CIRCUIT, [], "7")


def test_a_season_has_another_name_or_other_days() -> None:
    """What stays is not recorded, and every event of the season stays within it; a final counts where it is."""
    was = season(MARCH, replace(MARCH, origin="final", last_day="2026-05-01", carried_from="2025"))

    def said(name: str, first: str, last: str, *others: Season) -> list[SeasonFact]:
        return seasons.amend(was, read(CIRCUIT), name, first, last, others)

    assert said(" Cup ", FIRST, LAST) == [SeasonAmended(name="Cup")]
    assert said("2026", "2026-09-01", LAST) == [SeasonAmended(first="2026-09-01")]
    assert said("2026", FIRST, "2026-09-01") == [SeasonAmended(last="2026-09-01")]
    for first, last in (("2026-09-02", LAST), (FIRST, "2026-08-31")):
        with pytest.raises(Refusal, match="“March Open” ended on 2026-09-01, so the season has to include that day"):
            said("2026", first, last)
    with pytest.raises(Refusal, match=r"^Nothing was changed: “2026” already has all of this\.$"):
        said("2026 ", FIRST, LAST)
    with pytest.raises(Refusal, match=r"^“2027” is a season of the same circuit"):
        said("2026", FIRST, "2027-06-01", season(name="2027", first="2027-06-01", last="2028-05-31"))


def test_what_is_recorded_of_an_event() -> None:
    assert entered() == EventEntered("here", "origin", "Test event", "2026-09-01", "2026-09-01")
    told = about(first_day="2026-08-30", last_day="2026-09-02", attendees=0)
    assert entered(told) == EventEntered("here", "origin", "Test event", "2026-08-30", "2026-09-02", attendees=0)
    assert entered(about(last_day="2026-10-01"), date="").first_day == "2026-10-01"
    assert entered(about(attendees=1_000_000)).attendees == 1_000_000


def test_days_of_an_event() -> None:
    """WMH-130: it is in the season that it ends in."""
    assert entered(date=FIRST).last_day == FIRST and entered(date=LAST).last_day == LAST
    assert entered(about(first_day="2026-05-30", last_day=FIRST)).first_day == "2026-05-30"
    refused("“Test event” has no date. Say on which day it ended.", date="")
    refused("“Test event” ended on 2026-05-31. The season “2026” runs from 2026-06-01", date="2026-05-31")
    refused("“Test event” ended on 2027-06-01.", date="2027-06-01")
    refused(
        "“Test event” begins on 2026-09-02, so it cannot end on 2026-09-01.",
        told=about(first_day="2026-09-02", last_day="2026-09-01"),
    )


def test_numbers_and_names_that_are_none() -> None:
    for wrong in (-1, 1_000_001):
        refused(f"“{wrong}” is not a number of people.", told=about(attendees=wrong))
    refused("“Test event” is played by the game “bushido”, but “League” is a circuit of the game “l5r”.", game="l5r")
    assert entered(game="bushido").origin == "origin"


def test_an_event_is_in_the_season_once() -> None:
    known = season(MARCH)
    refused("“Test event” is already in the season.", told=Entering("march", MARCH.origin), into=known)
    refused("“Test event” is already in the season: “here” is a copy", told=Entering("here", MARCH.origin), into=known)
    refused("Another event, “March Open”, was entered as “march”.", told=Entering("march", "other"), into=known)
    assert entered(into=known).event == "here"
    other = season(MARCH, name="Other", first="2020-01-01", last="2020-12-31")
    copy = Entering("here", MARCH.origin)
    refused("“Test event” already counts in “Other”, a season of the same circuit.", told=copy, others=(other,))
    assert entered(copy, others=(replace(other, definition={"name": "Cup"}),)).event == "here"


def test_a_final_counts_in_the_season_right_after_its_own() -> None:
    """WMH-140."""
    made = FinalCreated("final", "origin", "Final", ())
    own = season(made, name="2025", first="2025-06-01", last="2026-05-31")
    carried = entered(others=(own,), date="2026-05-31", regions=["North"])
    assert (carried.carried_from, carried.region) == ("2025", "")
    assert entered(about(region="north"), others=(own,), regions=["North"]).region == "North"
    refused("“Test event” is the final of this season. Its standings count for the next season.", into=season(made))
    wrong = "“Test event” is the final of “2025”. Its standings count for the season right after that."
    refused(wrong, into=season(first="2025-06-01", last="2026-05-31"), others=(own,))
    refused(wrong, into=season(first="2026-05-31"), others=(own,))
    between = season(name="short", first="2026-06-01", last="2026-06-02")
    refused(wrong, into=season(first="2026-06-03"), others=(own, between))
    assert entered(into=season(), others=(own, between)).carried_from == "2025"
    other = replace(made, origin="another")
    earlier = season(other, name="2025", first="2025-06-01", last="2026-05-31")
    assert entered(into=season(other), others=(earlier,)).carried_from == ""
    same_day = season(name="short", first="2026-05-31", last="2026-05-31")
    assert entered(into=season(first="2026-06-03"), others=(own, same_day)).carried_from == "2025"


TIERS = [
    {"name": "Small", "options": {"rounds": 3}},
    {"name": "Large", "options": {"rounds": 4}, "qualifiers": 2, "clause": "T-1"},
    {"name": "Closed", "clause": "T-2"},
]


def test_the_tier_is_the_one_named_or_the_one_that_fits() -> None:
    assert entered(about(tier=" large "), tier=TIERS).tier == "Large"
    fits = [TIERS[2], {"name": "Fits", "options": {"table_clock": "unknown", **_as_it_is()}}]
    assert entered(tier=fits).tier == "Fits"
    refused("“Test event” could be of several tiers: Small, Large, Closed. Say which.", tier=TIERS)
    refused("“Test event” could be of several tiers: Small, Large. Say which.", tier=TIERS[:2])
    refused("No tier is called “Huge”", told=about(tier="Huge"), tier=TIERS)


def _as_it_is() -> dict[str, Any]:
    """An option of the event as it is set."""
    settings = hall().system.settings(hall().event)
    key = next(one.key for one in hall().system.options if isinstance(settings.value(one.key), bool | str))
    return {key: settings.value(key)}


def test_qualifiers_of_an_event() -> None:
    """WMH-009 WMH-012."""
    fed = about(tier="Large", qualifiers=("a", "b"))
    assert entered(fed, tier=TIERS).qualifiers == ("a", "b")
    refused(
        "“Test event” is open to all, so it cannot have qualifiers of its own.",
        told=about(tier="Closed", qualifiers=("a",)),
        tier=TIERS,
    )
    for wrong in (("a", "a"), ("origin",)):
        refused(
            "Each qualifier of “Test event” should be another event, named once.",
            told=about(tier="Large", qualifiers=wrong),
            tier=TIERS,
        )


def test_the_region_of_an_event() -> None:
    assert entered(about(region=" NORTH "), regions=["North"]).region == "North"
    refused("Say in which region “Test event” was held.", regions=["North"])
    refused("No region is called “East”", told=about(region="East"), regions=["North"])
    refused("No region is called “East”", told=about(region="East"))


def held(**met: str) -> SeasonEvent:
    return SeasonEvent(MARCH, {key: RequirementMet(MARCH.origin, key, on) for key, on in met.items()})


def done(event: SeasonEvent, key: str, on: str, reason: str = "") -> list[SeasonFact]:
    return meet(read(CIRCUIT), event, key, on, date(2026, 9, 10), reason)


def amended(known: EventEntered, told: Entering, others: tuple[Season, ...] = (), **circuit: Any) -> SeasonEventAmended:
    into = season(known, **circuit)
    event, circuit_ = replace(hall().event, date="2026-09-01"), read({**CIRCUIT, **circuit})
    return amend_event(into, circuit_, into.events[known.origin], event, hall().system, told, others)


def test_something_else_is_said_of_an_event() -> None:
    """What is left out stays; what is given must meet the same rules as on entry."""
    tiers: dict[str, Any] = {
        "tier": [{"name": "Open", "qualifiers": 2}, {"name": "Club"}],
        "regions": ["North", "South"],
    }
    was = replace(MARCH, first_day="2026-08-31", tier="Open", region="North", attendees=12, qualifiers=("q",))
    assert amended(was, Entering("", "", attendees=0), **tiers) == SeasonEventAmended(was.origin, attendees=0)
    assert amended(was, Entering("", "", "2026-08-30", "2026-09-02"), **tiers) == SeasonEventAmended(
        was.origin, "2026-08-30", "2026-09-02"
    )
    assert amended(was, Entering("", "", region="south"), **tiers) == SeasonEventAmended(was.origin, region="South")
    assert amended(was, Entering("", "", qualifiers=("p", "q")), **tiers) == SeasonEventAmended(
        was.origin, qualifiers=("p", "q")
    )
    later = replace(was, last_day="2026-09-03")
    assert amended(later, Entering("", "", attendees=0), **tiers) == SeasonEventAmended(was.origin, attendees=0)
    free = replace(was, qualifiers=())
    assert amended(free, Entering("", "", tier="club"), **tiers) == SeasonEventAmended(was.origin, tier="Club")
    same = Entering("", "", "2026-08-31", "2026-09-01", "Open", "North", 12, ("q",))
    for told in (same, Entering("", "")):
        with pytest.raises(Refusal, match=r"^Nothing was changed: “March Open” already has all of this.$"):
            amended(was, told, **tiers)


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (Entering("", "", tier="Club"), "“Test event” is open to all, so it cannot have qualifiers of its own."),
        (Entering("", "", last_day="2027-06-01"), "“Test event” ended on 2027-06-01. The season “2026” runs from"),
        (
            Entering("", "", last_day="2026-08-30"),
            "“Test event” begins on 2026-09-01, so it cannot end on 2026-08-30.",
        ),
        (Entering("", "", attendees=-1), "“-1” is not a number of people."),
        (Entering("", "", qualifiers=("origin of march",)), "Each qualifier of “Test event” should be another event"),
    ],
)
def test_what_cannot_be_said_of_an_event_afterwards_either(told: Entering, sentence: str) -> None:
    tiers: dict[str, Any] = {"tier": [{"name": "Open", "qualifiers": 2}, {"name": "Club"}]}
    was = replace(MARCH, tier="Open", qualifiers=("q",))
    with pytest.raises(Refusal) as refused_:
        amended(was, told, **tiers)
    assert str(refused_.value).startswith(sentence)


def test_a_step_that_is_done() -> None:
    assert done(held(), " ASKED", "2026-09-10") == [RequirementMet(MARCH.origin, "asked", "2026-09-10")]
    assert done(held(asked="2026-09-01"), "sent", "2026-09-02") == [RequirementMet(MARCH.origin, "sent", "2026-09-02")]
    assert done(held(asked="2026-09-01"), "asked", "2026-09-01") == []
    changed = done(held(asked="2026-09-01"), "asked", "2026-09-02", " a slip ")
    assert changed == [RequirementMet(MARCH.origin, "asked", "2026-09-02", "a slip")]


@pytest.mark.parametrize(
    ("event", "key", "on", "sentence"),
    [
        (held(), "paid", "2026-09-01", "No requirement is called “paid”"),
        (held(), "asked", "2026-09-11", "2026-09-11 is still to come. Record it when it is done."),
        (held(), "sent", "2026-09-01", "“Sent” comes after “Asked”, which is not recorded for March Open."),
        (
            held(asked="2026-09-01"),
            "asked",
            "2026-09-02",
            "“Asked” is already recorded for 2026-09-01. To change the day, give a reason.",
        ),
    ],
)
def test_a_step_that_cannot_be_recorded(event: SeasonEvent, key: str, on: str, sentence: str) -> None:
    with pytest.raises(Refusal) as said:
        done(event, key, on)
    assert str(said.value).startswith(sentence)


def test_an_event_leaves_with_a_reason() -> None:
    assert withdraw(held(), " by  mistake ") == [EventWithdrawn(MARCH.origin, "by mistake")]
    with pytest.raises(Refusal, match=r"^Say why “March Open” leaves the season\. Everybody can read it\.$"):
        withdraw(held(), " ")
    assert len(clean_reason("x" * 200)) == 200
    with pytest.raises(Refusal, match=r"^“x{30}…” has 201 characters\. A reason can have at most 200\.$"):
        clean_reason("x" * 201)


def test_an_event_is_found_by_its_id_or_its_name() -> None:
    known = season(MARCH, replace(MARCH, event="april", origin="a", name="march"))
    found = [entered_event(known, text).entered.event for text in (" march ", "MARCH OPEN", "april", "MARCH")]
    assert found == ["march", "march", "april", "april"]
    with pytest.raises(Refusal, match=r"^No event of the season is called “may”"):
        entered_event(known, "may")


def test_one_circuit_is_known_by_its_name() -> None:
    assert seasons.same_circuit(season(), read({**CIRCUIT, "name": "LEAGUE"}))
    assert not seasons.same_circuit(season(), read({**CIRCUIT, "name": "Cup"}))
