"""Who may be one person: suggested by what a name looks like, never assumed, and not again once it was answered."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.reading.circuit.people import suggestions
from muster.core.record.people.facts import PeopleJoined, PeopleParted
from muster.core.record.people.who import shared_event
from muster.core.record.season.facts import EventEntered, ResultsTaken, SeasonOpened
from muster.core.record.season.journal import Season, fold
from muster.core.rules.circuit import people
from tests.core.reading.circuit.league import FIRST, LAST, entries

CHART: dict[str, Any] = {"name": "League", "points": {"chart": [1]}}
A, B, C = (("a", PlayerId(1)), ("b", PlayerId(1)), ("c", PlayerId(1)))


def season(*more: Any, **events: tuple[str, ...]) -> Season:
    facts = [SeasonOpened("League", FIRST, LAST, CHART)]
    for origin, names in events.items():
        numbers = tuple(PlayerId(number) for number in range(1, len(names) + 1))
        facts.append(EventEntered(f"event-{origin}", origin, f"Event {origin}", FIRST, FIRST))  # type: ignore[arg-type]  # short ids will do
        facts.append(ResultsTaken(origin, f"head {origin}", 1, numbers, names=names))  # type: ignore[arg-type]  # short ids will do
    return fold(entries([*facts, *more]))


def pairs(found: Season) -> list[tuple[Any, Any]]:
    return [(alike.one, alike.other) for alike in suggestions(found)]


def test_equal_names_are_suggested_and_nothing_else() -> None:
    found = season(a=("Ann Berg", "Bo"), b=("ann  berg", "Cy"), c=("Ann Berg",))
    assert pairs(found) == [(A, B), (A, C)]
    assert found.person(A) == {A}, "suggested, not assumed"


def test_a_suggestion_that_was_answered_is_not_made_again() -> None:
    events = {"a": ("Ann",), "b": ("Ann",), "c": ("Ann",)}
    assert pairs(season(PeopleJoined(((A, B),)), **events)) == [(A, C)]
    assert pairs(season(PeopleParted(A, B), **events)) == [(A, C)]
    assert pairs(season(PeopleParted(A, B), PeopleParted(A, C), **events)) == [(B, C)]
    assert pairs(season(PeopleParted(A, B), PeopleJoined(((A, B),)), **events)) == [(A, C)]
    assert pairs(season(PeopleJoined(((B, C),)), **events)) == [(A, B)], "once for each person"
    assert pairs(season(PeopleParted(A, C), PeopleJoined(((A, B),)), **events)) == [], "C is not one half of the two"


def test_whoever_met_under_another_name_is_not_suggested() -> None:
    bo = ("b", PlayerId(2))
    assert pairs(season(PeopleJoined(((A, bo),)), a=("Ann",), b=("Ann", "Bo"))) == []
    one, other = frozenset((A, B)), frozenset((bo, ("a", PlayerId(2))))
    assert (shared_event(one, other), shared_event(one, frozenset((C,)))) == ("a", "")


def test_names_that_look_like_nothing_are_not_alike() -> None:
    assert pairs(season(a=("-",), b=("…",))) == []


def test_an_event_without_results_has_nobody() -> None:
    found = season(EventEntered("event-d", "d", "Event d", FIRST, FIRST), a=("Ann",), b=("Ann",))
    assert pairs(found) == [(A, B)]


def test_joined_and_parted_again_the_rest_stay_together() -> None:
    events = {"a": ("Ann",), "b": ("Ann",), "c": ("Ann",)}
    found = season(PeopleJoined(((A, B),)), PeopleJoined(((C, B),)), PeopleParted(A, C), **events)
    assert [set(found.person(one)) for one in (A, B, C)] == [{A, B}, {A, B}, {C}]
    assert pairs(found) == []


def test_two_who_played_in_one_event_are_two_people() -> None:
    found = season(a=("Ann", "Bo"), b=("Ann",))
    ann, bo = ("a", PlayerId(1)), ("a", PlayerId(2))
    with pytest.raises(Refusal, match=r"^Ann and Bo both played in Event a, so they are two people.$"):
        people.join(found, ann, bo)
    assert people.join(season(PeopleJoined(((A, B),)), a=("Ann",), b=("Ann",)), B, A) == [], "they are one already"


def test_a_player_is_found_by_name_or_with_the_event() -> None:
    found = season(a=("Ann", "Bo"), b=("Ann",))
    assert people.find(found, "bo") == ("a", PlayerId(2))
    assert people.find(found, "ann@event-b") == people.find(found, "#1@event-b") == B
    with pytest.raises(Refusal, match=r"^Several people are called “Ann”. Name the event too: Ann@event-a.$"):
        people.find(found, "Ann")
    with pytest.raises(Refusal, match=r"^No player of the season is called “Anne”; did you mean “Ann”"):
        people.find(found, "Anne")
    with pytest.raises(Refusal, match=r"^No event of the season is called “event-x”"):
        people.find(found, "Ann@event-x")


def test_a_copy_without_names_suggests_nobody() -> None:
    assert pairs(season(a=(), b=())) == []
