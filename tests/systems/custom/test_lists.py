"""`[lists]` of a definition: what it may say, and what it then asks of a list."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.lists import Context, HandedIn, Level, ListRules, Phase, Sight, check_list
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.systems.custom import build, parse, to_toml

BASE: dict[str, Any] = {"name": "Club", "points": {"win": 3, "draw": 1}, "result": {"high": 2}}
ARMY = {
    "noun": "army list",
    "points": 1000,
    "points_least": 900,
    "fields": ["Faction", "Army General"],
    "check": [
        {"word": "hero", "at_least": 1, "at_most": 2, "say": "One or two {heroes}."},
        {"word": "artillery", "count": "points", "at_most": 250, "level": "warning"},
        {"count": "lines", "at_most": 4},
    ],
}
LIST = "Faction: Elves\nArmy General: Ann\nHeroes:\n1 Mage 200\nTroops:\n30 Archers 500\n2 Artillery 250\n"


def lists_of(section: dict[str, Any]) -> ListRules:
    rules = build({**BASE, "lists": section}).lists
    assert rules is not None
    return rules


def findings(text: str, section: dict[str, Any] = ARMY) -> list[tuple[Level, str]]:
    system = build({**BASE, "lists": section})
    rules = lists_of(section)
    found = check_list(rules, HandedIn(1, text, rules.read(text)), Context(settings=Settings(system.options)))
    return [(f.level, str(f.message)) for f in found]


def test_without_the_table_there_are_no_lists() -> None:
    system = build(BASE)
    assert system.lists is None
    assert "lists_due" not in [o.key for o in system.options]
    assert "lists_due" in [o.key for o in build({**BASE, "lists": {}}).options]


def test_what_an_empty_table_asks_for() -> None:
    """One list that every player must hand in, that no opponent sees, and that is fixed once the event begins."""
    system = build({**BASE, "lists": {}})
    assert system.lists is not None
    assert [(s.number, s.name, s.required) for s in system.lists.slots(Settings(()))] == [(1, "list", True)]
    assert Settings(system.options).flag("lists_required")
    assert system.lists.locks
    assert system.lists.notes(Settings(())) == ()
    assert [(f.key, f.required, f.low, f.high) for f in system.lists.fields] == [("points", False, 0, 1_000_000)]
    assert not Settings(build({**BASE, "lists": {"required": False}}).options).flag("lists_required")
    assert not lists_of({"locks": False}).locks


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"points": 500}, ("Up to 500 points.",)),
        ({"points": 500, "points_least": 400}, ("From 400 to 500 points.",)),
        ({"fields": ["Faction", "General"]}, ("A list names: Faction, General.",)),
        ({"check": [{"word": "hero", "at_most": 1, "say": "One hero."}, {"at_most": 9}]}, ("One hero.",)),
    ],
)
def test_players_are_told_what_a_list_needs(section: dict[str, Any], said: tuple[str, ...]) -> None:
    assert tuple(map(str, lists_of(section).notes(Settings(())))) == said


def test_points_asked_for_by_name_are_one_field() -> None:
    """The total is there anyway."""
    fields = lists_of({"fields": ["Points", "Faction"]}).fields
    assert [(f.key, f.required) for f in fields] == [("faction", False), ("points", False)]


def test_the_most_that_a_table_may_say() -> None:
    """The limit itself is allowed: 50 rules, and a least total equal to the total."""
    lists_of({"check": [{"at_most": 1}] * 50})
    lists_of({"lists": 9})
    with pytest.raises(Refusal, match="whole number from 1 to 9"):
        lists_of({"lists": 10})
    lists_of({"check": [{"at_least": 1}]})
    lists_of({"points": 500, "points_least": 500})
    with pytest.raises(Refusal, match="whole number from 0 to 500"):
        lists_of({"points": 500, "points_least": 501})


def test_a_good_list() -> None:
    assert findings(LIST) == []


@pytest.mark.parametrize(
    ("change", "level", "said"),
    [
        (("Faction: Elves\n", ""), Level.ERROR, "“Faction” is missing."),
        (("Army General: Ann\n", ""), Level.ERROR, "“Army General” is missing."),
        (("500", "551"), Level.ERROR, "The list costs 1001 points; the limit is 1000."),
        (("500", "449"), Level.ERROR, "The list costs 899 points; it should be 900 at least."),
        (("1 Mage", "3 Mage"), Level.ERROR, "hero (models): 3; at most 2."),
        (("Heroes:", "Wizards:"), Level.ERROR, "hero (models): 0; at least 1."),
        (("2 Artillery 250", "2 Artillery 251"), Level.WARNING, "artillery (points): 251; at most 250."),
        (("Troops:\n", "Troops:\n1 Dog 5\n1 Cat 5\n"), Level.ERROR, "lines: 5; at most 4."),
        (
            ("30 Archers 500", "30 Archers 500\nTotal: 940"),
            Level.ERROR,
            "The list says 940 points, its lines come to 950.",
        ),
    ],
)
def test_each_rule(change: tuple[str, str], level: Level, said: str) -> None:
    assert (level, said) in findings(LIST.replace(*change))


@pytest.mark.parametrize("archers", ["550", "450"])
def test_limits_are_within(archers: str) -> None:
    assert findings(LIST.replace("500", archers)) == []


def test_what_cannot_be_summed_is_not_checked() -> None:
    found = findings(LIST.replace("2 Artillery 250", "2 Artillery"))
    assert (Level.NOT_CHECKED, "How many points “artillery” costs is not checked: a line has no cost.") in found
    assert any(level is Level.NOT_CHECKED and "sum of the points" in said for level, said in found)


def test_a_list_with_nothing_on_it_has_one_fault() -> None:
    """Besides the rules that ask for something."""
    asked = {"points": 1000, "points_least": 900, "fields": ["Faction"]}
    assert findings("Faction: Elves\nTotal: 100", asked) == [(Level.ERROR, "There is nothing on this list.")]


def test_a_field_left_empty_is_missing() -> None:
    rules = lists_of({"fields": ["Faction"]})
    found = check_list(rules, HandedIn(1, "1 Mage", rules.read("1 Mage"), {"faction": ""}), Context(Settings(())))
    assert [str(f.message) for f in found] == ["“Faction” is missing."]


def test_without_a_limit_no_cost_is_asked_for() -> None:
    assert findings("1 Mage\n2 Archers", {}) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 Mage 950\nTotal: 950", []),
        ("1 Mage 950\nTotal: 1001", ["limit is 1000", "The list says 1001"]),
        ("1 Mage 1001\nTotal: 950", ["limit is 1000", "The list says 950"]),
        ("1 Mage\nTotal: 950", ["not checked"]),
        ("1 Mage\nTotal: 899", ["900 at least", "not checked"]),
        ("1 Mage\n1 Dog 10", ["not checked"]),
    ],
)
def test_what_is_stated_and_what_is_summed(text: str, said: list[str]) -> None:
    """Either is too much on its own; too little is only known if everything is given."""
    found = [told for _, told in findings(text, {"points": 1000, "points_least": 900})]
    assert len(found) == len(said) and all(part in told for part, told in zip(said, found, strict=True))


def test_a_rule_by_models_needs_no_cost_and_one_by_points_needs_all() -> None:
    heroes = {"check": [{"word": "hero", "at_most": 1}]}
    assert findings("1 Hero\n5 Archers", heroes) == []
    assert findings("2 Hero\n5 Archers", heroes) == [(Level.ERROR, "hero (models): 2; at most 1.")]
    guns = {"check": [{"word": "gun", "count": "points", "at_most": 50}]}
    assert [level for level, _ in findings("1 Gun 20\n1 Big gun", guns)] == [Level.NOT_CHECKED]
    assert findings("1 Gun 50\n1 Free gun 0", guns) == []


def test_a_fault_names_the_last_line_that_counts() -> None:
    rules = lists_of({"check": [{"word": "hero", "at_most": 1}]})
    text = "1 Hero\n5 Archers\n1 Hero on foot\n2 Dogs"
    (found,) = check_list(rules, HandedIn(1, text, rules.read(text)), Context(Settings(())))
    assert found.line == 3


def test_the_organisers_own_words_may_hold_braces() -> None:
    rules = lists_of(ARMY)
    text = LIST.replace("1 Mage", "3 Mage")
    found = check_list(rules, HandedIn(1, text, rules.read(text)), Context(settings=Settings(())))
    assert [str(f.way_out()) for f in found] == ["One or two {heroes}."]


def test_several_lists_and_who_may_see_them() -> None:
    rules = lists_of({"lists": 3, "optional": 1, "seen_by": "opponent", "noun": "roster"})
    slots = rules.slots(Settings(()))
    assert [(s.number, str(s.name), s.required) for s in slots] == [
        (1, "roster 1", True),
        (2, "roster 2", True),
        (3, "roster 3", False),
    ]
    seen = {phase: rules.sight(Settings(()), phase) for phase in Phase}
    assert seen == {
        Phase.BEFORE: Sight.NOBODY,
        Phase.SWISS: Sight.OPPONENT,
        Phase.ELIMINATION: Sight.OPPONENT,
        Phase.AFTER: Sight.NOBODY,
    }


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ({"point": 3}, "No key of [lists] is called “point”; did you mean “points”?"),
        ({"points": "many"}, "[lists] points: “many” should be a whole number from 1 to 1000000."),
        ({"points_least": 5}, "[lists] points_least needs “points” too, the most that a list may cost."),
        ({"lists": 2, "optional": 2}, "[lists] optional: “2” should be a whole number from 0 to 1."),
        ({"fields": "Faction"}, "[lists] fields: “Faction” should be up to 20 different lines of text"),
        ({"fields": ["Faction", "faction"]}, "should be up to 20 different lines of text"),
        ({"seen_by": "all"}, "No choice for [lists] seen_by is called “all”"),
        ({"check": [{"word": "hero"}]}, "[[lists.check]] row 1 says neither “at_least” nor “at_most”"),
        (
            {"check": [{"at_least": 3, "at_most": 2}]},
            "[[lists.check]] row 1 at_most: “2” should be a whole number from 3",
        ),
        ({"check": [{"at_most": 2, "count": "heads"}]}, "[[lists.check]] row 1 count is called “heads”"),
        ({"check": [{"at_most": 1}] * 51}, "[[lists.check]] has 51 rows; there can be 50."),
    ],
)
def test_a_wrong_table_is_refused_in_one_sentence(section: dict[str, Any], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        build({**BASE, "lists": section})
    assert said in str(refused.value)


def test_the_table_survives_toml() -> None:
    definition = {**BASE, "lists": ARMY}
    assert parse(to_toml(definition)) == definition
