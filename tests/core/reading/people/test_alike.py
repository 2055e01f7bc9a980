"""Who may be one person: by the look of names, unless something speaks against it."""

from __future__ import annotations

from muster.core.kit.model import PlayerId
from muster.core.reading.people.alike import Alike, alike
from muster.core.record.people.facts import Appearance
from muster.core.record.people.who import PeopleSaid

ONE, TWO, THREE = (((origin), PlayerId(1)) for origin in ("one", "two", "three"))


def pairs(who: PeopleSaid, *appearances: tuple[Appearance, str]) -> list[tuple[Appearance, Appearance]]:
    return [(found.one, found.other) for found in alike(who, appearances)]


def test_names_that_look_the_same_are_suggested_with_the_first_of_them() -> None:
    found = alike(PeopleSaid(), [(ONE, "Ann-Li"), (TWO, "Bob"), (THREE, "ann li")])
    assert found == [Alike(ONE, THREE, "ann li")]
    assert pairs(PeopleSaid(), (ONE, "Ann"), (TWO, "Ann"), (THREE, "Ann")) == [(ONE, TWO), (ONE, THREE)]


def test_a_name_of_signs_alone_looks_like_nobody() -> None:
    assert pairs(PeopleSaid(), (ONE, "."), (TWO, "-")) == []


def test_who_is_one_already_is_not_asked_about() -> None:
    """Nor is anybody suggested twice with the same person."""
    who = PeopleSaid()
    who.join(ONE, TWO)
    assert pairs(who, (ONE, "Ann"), (TWO, "Ann"), (THREE, "Ann")) == [(ONE, THREE)]
    assert pairs(who, (THREE, "Ann"), (ONE, "Ann"), (TWO, "Ann")) == [(THREE, ONE)]


def test_two_of_one_event_or_who_was_said_to_be_two_are_not_suggested() -> None:
    twin = ("one", PlayerId(2))
    who = PeopleSaid()
    who.part(ONE, TWO)
    assert pairs(who, (ONE, "Ann"), (twin, "Ann"), (TWO, "Ann")) == [(twin, TWO)]
