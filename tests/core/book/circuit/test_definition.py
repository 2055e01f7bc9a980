"""A circuit is data: what a file says is read as it is meant, and what is wrong is said in one sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from muster.core.book.circuit.definition import KEYS, Decay, Due, IfNot, read
from muster.core.forms.toml import parse, written
from muster.core.kit.errors import Refusal
from muster.systems.warmachine.circuit import IRON_GAUNTLET

DOCS = Path(__file__).resolve().parents[4] / "docs" / "circuits.md"
EXAMPLES = [parse(text) for text in re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)]
LEAST: dict[str, Any] = {"name": "League", "points": {"chart": [3, 2, 1]}}


def test_a_name_and_a_chart_are_enough() -> None:
    circuit = read(LEAST)
    assert [circuit.earns(place) for place in (1, 2, 3, 4)] == [3, 2, 1, 0]
    assert (circuit.best, circuit.ties, circuit.requirements, circuit.qualify, circuit.decay) == (0, 0, (), None, None)
    (only,) = circuit.tiers
    assert (only.name, only.times, only.players, only.attendees, only.qualifiers) == ("", 1, 0, 0, 0)


@pytest.mark.parametrize(
    ("name", "template", "one"),
    [("points", "1 point", "1 point"), ("league points", "1 {unit}", "1 league point"), ("VP", "1 ({unit})", "1 (VP)")],
)
def test_one_point_is_not_one_points(name: str, template: str, one: str) -> None:
    """The usual word has a sentence of its own to translate; of a name without an “s” no singular is known."""
    circuit = read({**LEAST, "points_name": name})
    assert (circuit.amount(1).template, str(circuit.amount(1)), str(circuit.amount(2))) == (template, one, f"2 {name}")


def test_the_examples_of_the_documentation_are_right_and_written_back_the_same() -> None:
    club, region, iron = EXAMPLES
    assert (read(club).best, read(club).groups[0].best) == (4, 3)
    assert read(region).tier("Grand").times == Fraction(3, 2)
    assert iron == IRON_GAUNTLET, "docs/circuits.md has the Iron Gauntlet as the game declares it"
    for tables in EXAMPLES:
        assert parse(written(tables, KEYS)) == tables


def test_every_key_is_in_the_documentation() -> None:
    text = DOCS.read_text("utf-8")
    definition = Path(__file__).resolve().parents[4] / "src" / "muster" / "core" / "book" / "circuit" / "definition.py"
    keys = set(
        re.findall(r'\.(?:text|whole|flag|points|share|texts|chart|choice|plain)\("(\w+)"', definition.read_text())
    )
    assert len(keys) > 20
    assert {key for key in keys if not re.search(rf"\b{key}\b", text)} == set()


def test_what_a_file_says_is_read_exactly() -> None:
    circuit = read(
        {
            **LEAST,
            "points": {"chart": ["7/2", "0.5"], "others": "1/4"},
            "tier": [{"name": "Open", "if_not": "warning"}],
            "requirement": [{"key": "sent", "title": "Sent", "when": "after", "days": 0}],
            "decay": {"days": 30, "times": "2/3"},
        }
    )
    assert circuit.chart == (Fraction(7, 2), Fraction(1, 2)) and circuit.others == Fraction(1, 4)
    assert circuit.tiers[0].if_not is IfNot.WARNING
    assert (circuit.requirements[0].when, circuit.requirements[0].days) == (Due.AFTER, 0)
    assert circuit.decay == Decay(30, Fraction(2, 3))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"points": {}}, "[points] has no “chart”: it should be 1 to 256 numbers in brackets, none larger than the one"),
    ({"points": {"chart": [3, 4]}}, "[points] chart: “[3, 4]” should be 1 to 256 numbers in brackets, none larger"),
    ({"points": {"chart": [-1]}}, "[points] chart: “[-1]” should be 1 to 256 numbers"),
    ({"points": {"chart": [3], "others": 4}}, "[points] others: “4” should be 3 or less, the points of the last place"),
    ({"points": {"chat": [3]}}, "No key of [points] is called “chat”; did you mean “chart”?"),
    ({"tiers": []}, "No key of the definition is called “tiers”; did you mean “tier”?"),
    ({"tier": [{"name": "A"}, {"name": "a"}]}, "[[tier]] row 2 name: “a” should be different from those of the other"),
    ({"tier": [{"name": "A", "times": 0}]}, "[[tier]] row 1 times: “0” should be more than 0"),
    ({"tier": [{"name": "A", "players": -1}]}, "[[tier]] row 1 players: “-1” should be a whole number from 0 to"),
    ({"tier": [{"name": "A", "if_not": "warn"}]}, "No choice for [[tier]] row 1 if_not is called “warn”; did you mean"),
    ({"tier": [{"name": "A", "options": {"kind": [1]}}]}, "[[tier]] row 1 options: “{'kind': [1]}” should be a table"),
    ({"tier": [{"name": f"T{n}"} for n in range(21)]}, "[[tier]] has 21 rows: it can have at most 20."),
    ({"requirement": [{"key": "A B", "title": "x"}]}, "[[requirement]] row 1 key: “A B” should be a word of small"),
    ({"requirement": [{"key": "a", "title": "x", "days": 3}]}, "[[requirement]] row 1 days: “3” should be left out"),
    (
        {"requirement": [{"key": "a", "title": "x", "only_after": "b"}]},
        "[[requirement]] row 1 only_after: “b” should be the key of a requirement above this one.",
    ),
    ({"requirement": [{"key": "a", "title": "x"}] * 2}, "[[requirement]] row 2 key: “a” should be different from"),
    ({"requirement": [{"key": f"r{n}", "title": "x"} for n in range(13)]}, "[[requirement]] has 13 rows"),
    ({"table": {"best": "4"}}, "[table] best: “4” should be a whole number from 0 to 1000."),
    ({"decay": {"days": 30, "times": 1}}, "[decay] times: “1” should be less than 1"),
    ({"decay": {"times": "1/2"}}, "[decay] has no “days”: it should be a whole number from 1 to 3660."),
    ({"qualify": {}}, "[qualify] does not say how to qualify: add points, places or region_places."),
    ({"qualify": {"points": 0}}, "[qualify] points: “0” should be more than 0."),
    ({"qualify": {"region_places": 2}}, "[qualify] region_places: “2” should be left out, as the circuit has no"),
    ({"group": [{"title": "Clubs"}]}, "[[group]] row 1 has no “field”: it should be one line of text"),
    ({"group": [{"title": "C", "field": "c"}] * 2}, "[[group]] row 2 title: “C” should be different from those"),
    ({"group": [{"title": f"C{n}", "field": "c"} for n in range(7)]}, "[[group]] has 7 rows: it can have at most 6."),
    ({"regions": ["North", "north"]}, "The definition regions: “['North', 'north']” should be up to 60 different"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_what_is_wrong_is_quoted_with_what_would_be_right(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Refusal) as refused:
        read({**deepcopy(LEAST), **change})
    assert str(refused.value).startswith(sentence)


def requirement(**more: Any) -> dict[str, Any]:
    return {"requirement": [{"key": "sent", "title": "Sent", **more}]}


def tier(**more: Any) -> dict[str, Any]:
    return {"tier": [{"name": "Open", **more}]}


REGION = {"regions": ["North"]}
LIMITS: list[tuple[Callable[[int], dict[str, Any]], int, int, str]] = [
    (lambda n: {"points": {"chart": [1] * n}}, 1, 256, "1 to 256 numbers"),
    (lambda n: {"regions": [f"R{k}" for k in range(n)]}, 0, 60, "up to 60 different"),
    (lambda n: {"tier": [{"name": f"T{k}"} for k in range(n)]}, 1, 20, "at most 20."),
    (lambda n: {"requirement": [{"key": f"r{k}", "title": "x"} for k in range(n)]}, 1, 12, "at most 12."),
    (lambda n: {"group": [{"title": f"C{k}", "field": "c"} for k in range(n)]}, 1, 6, "at most 6."),
    (lambda n: tier(options={f"o{k}": 1 for k in range(n)}), 0, 20, "up to 20 texts"),
    (lambda n: {"final": {"options": {f"o{k}": 1 for k in range(n)}}}, 0, 20, "up to 20 texts"),
    (lambda n: tier(players=n), 0, 100_000, "from 0 to 100000."),
    (lambda n: tier(attendees=n), 0, 100_000, "from 0 to 100000."),
    (lambda n: tier(qualifiers=n), 0, 100_000, "from 0 to 100000."),
    (lambda n: requirement(when="after", days=n), 0, 3660, "from 0 to 3660."),
    (lambda n: {"decay": {"days": n}}, 1, 3660, "from 1 to 3660."),
    (lambda n: {"table": {"best": n}}, 0, 1000, "from 0 to 1000."),
    (lambda n: {"table": {"ties": n}}, 0, 9, "from 0 to 9."),
    (lambda n: {"group": [{"title": "C", "field": "c", "best": n}]}, 0, 1000, "from 0 to 1000."),
    (lambda n: {"qualify": {"places": n}}, 1, 100_000, "from 1 to 100000."),
    (lambda n: {**REGION, "qualify": {"region_places": n}}, 1, 100_000, "from 1 to 100000."),
    (lambda n: {"points": {"chart": [3, 2], "others": n}}, 0, 2, "2 or less, the points of the last place"),
    (lambda n: {"points": {"chart": [1]}, "name": "x" * n}, 1, 80, "up to 80 characters."),
]


@pytest.mark.parametrize(("made", "least", "most", "sentence"), LIMITS)
def test_every_number_has_its_limits(
    made: Callable[[int], dict[str, Any]], least: int, most: int, sentence: str
) -> None:
    for right in (least, most):
        read({**LEAST, **made(right)})
    with pytest.raises(Refusal) as refused:
        read({**LEAST, **made(most + 1)})
    assert sentence in str(refused.value)


def test_what_a_definition_leaves_out() -> None:
    circuit = read({**LEAST, **tier(), **requirement(), "group": [{"title": "Clubs", "field": "club"}]})
    (one,), (asked,), (group,) = circuit.tiers, circuit.requirements, circuit.groups
    assert (one.times, one.players, one.attendees, one.if_not, one.qualifiers) == (1, 0, 0, IfNot.NOTHING, 0)
    assert (asked.when, asked.days, asked.needed, asked.only_after) == (Due.ANY, None, True, "")
    assert (group.best, circuit.points_name, circuit.requirement("sent"), circuit.requirement("x")) == (
        0,
        "points",
        asked,
        None,
    )
    assert read({**LEAST, "decay": {"days": 30}}).decay == Decay(30, Fraction(1, 2))
    qualify = read({**LEAST, "qualify": {"points": 5}}).qualify
    assert qualify is not None and (qualify.points, qualify.places, qualify.region_places) == (5, 0, 0)
    places = read({**LEAST, "qualify": {"places": 5}}).qualify
    assert places is not None and (places.points, places.places) == (None, 5)


@pytest.mark.parametrize("key", ["Sent", "sent now", "größe", "_", ""])
def test_a_requirement_is_called_by_a_word_of_small_letters(key: str) -> None:
    with pytest.raises(Refusal, match=r"^\[\[requirement\]\] row 1 key: “"):
        read({**LEAST, **requirement(key=key)})


def test_a_requirement_may_follow_any_above_it() -> None:
    rows = [{"key": "a_1", "title": "A"}, {"key": "b", "title": "B"}, {"key": "c", "title": "C", "only_after": "b"}]
    assert [one.only_after for one in read({**LEAST, "requirement": rows}).requirements] == ["", "", "b"]
    with pytest.raises(Refusal, match=r"row 3 only_after: “d” should be the key of a requirement above this one"):
        read({**LEAST, "requirement": [*rows[:2], {**rows[2], "only_after": "d"}]})


def test_every_clause_that_is_cited() -> None:
    """A reader can look each of them up."""
    named = {
        "points": {"chart": [1], "clause": "A", "nothing_clause": "B"},
        "tier": [{"name": "T", "clause": "C", "qualifiers_clause": "D", "place_clause": "E"}, {"name": "U"}],
        "requirement": [{"key": "r", "title": "R", "clause": "F"}],
        "table": {"clause": "G"},
        "decay": {"days": 1, "clause": "H"},
        "qualify": {"points": 1, "clause": "I"},
        "final": {"clause": "J", "carry_clause": "K"},
    }
    assert read({**LEAST, **named}).clauses() == set("ABCDEFGHIJK")
    assert read(LEAST).clauses() == set()
