"""Scenarios chosen and rolled: only ahead of their round, and none twice before all were used."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from muster.core.book.system import Scenario
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import Urn
from muster.core.record.facts.play import Fact, ScenarioChosen
from muster.core.record.facts.venue import VariantSaved
from muster.core.rules import scenarios
from muster.core.rules.scenarios import must_be_full_text, must_be_objectives
from tests.app.hall import STAFF, Hall

BOOK = (Scenario("Ford", "zone"), Scenario("Mill", "flag"), Scenario("Siege", "zone", advanced=True))


def rolled(hall: Hall) -> list[ScenarioChosen]:
    """By lot from a book with three scenarios."""
    found = scenarios.roll(hall.event, replace(hall.system, scenarios=BOOK), Urn("seed"))
    return [fact for fact in found if isinstance(fact, ScenarioChosen)]


def choose(hall: Hall, round_: int, name: str, category: str = "", advanced: bool = False) -> None:
    def told(_: object) -> list[Fact]:
        return scenarios.choose(hall.event, hall.system, round_, name, category, advanced)

    hall.desk.act(hall.id, told, STAFF)


def test_a_scenario_of_the_book_is_known_by_its_name() -> None:
    """The organiser's text takes precedence over the book's."""
    hall = Hall("bushido", 0)

    def chosen(name: str, category: str = "", advanced: bool = False) -> list[Fact]:
        return scenarios.choose(hall.event, replace(hall.system, scenarios=BOOK), 1, name, category, advanced)

    assert chosen(" MILL ") == [ScenarioChosen(1, "Mill", "flag")]
    assert chosen("Mill", "mine", True) == [ScenarioChosen(1, "Mill", "mine", True)]
    assert chosen("Siege") == [ScenarioChosen(1, "Siege", "zone", True)]
    assert scenarios.choose(hall.event, hall.system, 1, "The Bridge") == [ScenarioChosen(1, "The Bridge")]
    assert chosen("The Bridge", "zone") == [ScenarioChosen(1, "The Bridge", "zone")]


def test_a_scenario_is_chosen_until_its_round_begins() -> None:
    """BUS-42, WMH-105: a draft has not begun."""
    hall = Hall("bushido", 4)
    for number in (0, 1000):
        with pytest.raises(BadInput, match=f"“{number}” is not a round"):
            choose(hall, number, "Ford")
    choose(hall, 999, "Ford")
    hall.play({"vp": "2-1"})
    with pytest.raises(Refusal, match="Round 1 has begun"):
        choose(hall, 1, "Ford")
    hall.pair()
    choose(hall, 2, "Ford")
    hall.publish()
    with pytest.raises(Refusal, match="Round 2 has begun"):
        choose(hall, 2, "Ford")
    choose(hall, 3, "Ford")


def test_every_round_ahead_without_a_scenario_gets_one_and_none_twice() -> None:
    hall = Hall("bushido", 4, rounds="4")
    hall.pair()
    choose(hall, 3, "Mill")
    found = rolled(hall)
    assert [(one.round, one.rolled) for one in found] == [(2, True), (4, True)]
    assert {one.name for one in found} == {"Ford", "Siege"}


def test_all_are_used_before_one_comes_again() -> None:
    names = [one.name for one in rolled(Hall("bushido", 4, rounds="4"))]
    assert len(names) == 4 and set(names[:3]) == {"Ford", "Mill", "Siege"}


def test_nothing_is_rolled_where_all_is_chosen_or_the_book_lists_none() -> None:
    hall = Hall("bushido", 4, rounds="1")
    with pytest.raises(Refusal, match="has no list of scenarios"):
        scenarios.roll(hall.event, hall.system, Urn("seed"))
    choose(hall, 1, "Ford")
    with pytest.raises(Refusal, match="already has a scenario"):
        rolled(hall)


def test_a_variant_has_20000_characters_and_20_objectives_of_300_at_most() -> None:
    must_be_full_text("x" * 20_000)
    must_be_objectives(["x" * 300] * 20)
    with pytest.raises(BadInput, match="has 20001 characters"):
        must_be_full_text("x" * 20_001)
    with pytest.raises(BadInput, match="21 objectives are too many"):
        must_be_objectives(["x"] * 21)
    with pytest.raises(BadInput, match="has 301 characters"):
        must_be_objectives(["x" * 301])


def _recorded(facts: list[Fact], _: object) -> list[Fact]:
    return facts


def test_a_variant_is_saved_when_it_says_something_new() -> None:
    """BUS-47 UW-44: its text as typed, without what surrounds it."""
    hall = Hall("bushido", 2)
    for typed in (("Deeper.\r\n", ""), ("Deeper.", " Ford "), ("", "Ford", [" Stay  dry. ", " "])):
        (fact,) = kept = scenarios.keep_variant(hall.event, " High tide ", *typed)
        assert isinstance(fact, VariantSaved)
        assert (fact.scenario, fact.variant_of) == ("High tide", typed[1].strip())
        assert (fact.text, fact.objectives) == (typed[0].strip(), ("Stay dry.",) if typed[2:] else ())
        hall.desk.act(hall.id, partial(_recorded, kept), STAFF)
        with pytest.raises(Refusal, match="“High tide” is already saved like this"):
            scenarios.keep_variant(hall.event, "High tide", *typed)
    with pytest.raises(BadInput, match="“High tide” needs its text or an objective"):
        scenarios.keep_variant(hall.event, "High tide", " ", "Ford", [" "])


def test_nothing_of_a_scenario_changes_once_the_event_is_finished() -> None:
    hall = Hall("bushido", 2, rounds="1")
    hall.play({"vp": "2-1"})
    hall.finish()
    event, system = hall.event, replace(hall.system, scenarios=BOOK)
    for change in (
        partial(scenarios.choose, event, system, 2, "Ford"),
        partial(scenarios.attach, event, "Ford", "ford.png", "image/png", "AAAA"),
        partial(scenarios.detach, event, "Ford"),
        partial(scenarios.keep_variant, event, "Ford", "Deeper."),
        partial(scenarios.drop_variant, event, "Ford"),
        partial(scenarios.roll, event, system, Urn("seed")),
    ):
        with pytest.raises(Refusal, match="is finished"):
            change()


def test_a_sheet_is_taken_away_only_where_there_is_one() -> None:
    with pytest.raises(Refusal, match="has no sheet of your own"):
        scenarios.detach(Hall("bushido", 0).event, "Ford")
