"""One person over several events: who is found, joined or told apart, and what is refused."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.people.facts import PeopleJoined, PeopleParted
from muster.core.record.season.facts import EventEntered, EventWithdrawn, FinalCreated
from muster.core.rules.circuit.people import find, join, join_alike, name_of, part
from tests.core.reading.circuit.league import FIRST
from tests.core.reading.circuit.test_people import season

A, B, C = (("a", PlayerId(1)), ("b", PlayerId(1)), ("c", PlayerId(1)))
A2 = ("a", PlayerId(2))


def test_all_who_are_called_the_same_at_once() -> None:
    assert join_alike(season(a=("Ann",), b=("Ann",), c=("Bo",))) == [PeopleJoined(((A, B),))]
    assert join_alike(season(a=("Ann",), b=("Bo",))) == []


def test_two_players_are_two_people() -> None:
    found = season(PeopleParted(A, B), a=("Ann",), b=("Ann",), c=("Ann",))
    assert part(found, A, C) == [PeopleParted(A, C)]
    assert part(found, B, A) == [], "somebody said so before"
    with pytest.raises(Refusal, match=r"^Ann is one player of one event and cannot be split\.$"):
        part(found, A, A)


@pytest.mark.parametrize(
    ("more", "where"),
    [
        ([FinalCreated("final", "c", "Grand Final", ())], "Grand Final"),
        ([FinalCreated("final", "f", "Grand Final", ())], "an event that left the season"),
        ([], "an event that left the season"),
    ],
)
def test_the_event_that_both_played_in_is_named(more: list[FinalCreated], where: str) -> None:
    """Also the final, which is not one of the events, and one that is no longer there."""
    second = ("c", PlayerId(2))
    found = season(PeopleJoined(((A, C),)), PeopleJoined(((B, second),)), *more, a=("Ann",), b=("Bo",))
    with pytest.raises(Refusal) as said:
        join(found, A, B)
    assert str(said.value) == f"Ann and Bo both played in {where}, so they are two people."


def test_a_name_that_is_not_known_is_a_number() -> None:
    found = season(EventEntered("event-d", "d", "Event d", FIRST, FIRST), a=("Ann",), b=())
    assert [name_of(found, (origin, PlayerId(1))) for origin in ("a", "b", "d", "x")] == ["Ann", "#1", "#1", "#1"]
    left = season(EventWithdrawn("a", "by mistake"), a=("Ann",))
    assert name_of(left, A) == "#1"


def test_names_that_look_like_numbers_or_like_nothing() -> None:
    found = season(a=("Ann", "A1", "-"), b=("Bo",))
    assert (find(found, "A1"), find(found, "#1@event-b"), find(found, "-")) == (A2, B, ("a", PlayerId(3)))
    with pytest.raises(Refusal, match=r"^No player of the season is called “@event-a”"):
        find(found, "@event-a")
