"""An army list as JSON: whose it is, who leads it, what is attached, and the line that each model is on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.core.book.lists import Item
from muster.systems.warmachine.armies.text import read


def told(*models: Any, **army: Any) -> Any:
    return read(json.dumps({**army, "models": list(models)}))


def test_what_is_said_of_the_list() -> None:
    unit = {"name": "Unit", "cost": "3"}
    assert told(unit, faction=" Cryx ", theme=" ", points=75).fields == {"faction": "Cryx", "stated": 75}
    assert told(unit, faction="", theme=7, points="75").fields == {}


@pytest.mark.parametrize(
    ("leader", "note", "fields"),
    [
        ({"name": "(Agathia 1) Agathia, the Vow", "cost": "+28"}, "Agathia 1", {"leader": "Agathia 1", "bonus": 28}),
        ({"name": "Agathia 1"}, "Agathia 1", {"leader": "Agathia 1"}),
        ({"name": "Agathia"}, "", {"leader": "Agathia"}),
    ],
)
def test_who_leads_it(leader: dict[str, Any], note: str, fields: dict[str, Any]) -> None:
    """WMH-031: known by the short name with its version where there is one."""
    parsed = told({**leader, "type": "WARLOCK"})
    assert (parsed.items[0].section, parsed.items[0].note, parsed.fields) == ("leader", note, fields)


def test_the_leader_among_bare_names_is_the_first_with_a_version() -> None:
    parsed = read(json.dumps({"list": ["Grunts", 7, "Agathia 1", "Skarre 2"]}))
    assert [(item.name, item.section) for item in parsed.items] == [
        ("Grunts", ""),
        ("Agathia 1", "leader"),
        ("Skarre 2", ""),
    ]
    assert [item.section for item in read(json.dumps({"list": ["Grunts", "More"]})).items] == ["", ""]


def test_what_is_attached_does_not_lead() -> None:
    """WMH-027."""
    pet = {"name": "Pet", "type": "Warlock", "cost": "2"}
    parsed = told({"name": "Unit", "cost": 7, "attached": [{"name": "Officer", "attached": [pet]}]})
    assert parsed.items == (Item(1, "Unit", cost=7), Item(1, "Officer", under=1), Item(1, "Pet", cost=2, under=1))
    assert parsed.fields == {}


@pytest.mark.parametrize("name", [None, 7, " "])
def test_a_model_without_a_name_is_said(name: Any) -> None:
    parsed = told({"name": name, "cost": "3"}, {"name": "Unit"})
    assert [str(f.message) for f in parsed.findings] == ["A model in the list has no name."]
    assert [item.name for item in parsed.items] == ["Unit"]


def test_the_line_of_a_model() -> None:
    models = [{"name": name} for name in ("Unit", "Ünit", "Last")]
    text = json.dumps({"models": models}, indent=1, ensure_ascii=False)
    assert [item.line for item in read(text).items] == [4, 7, 10]
    assert [item.line for item in read("\n" + text).items] == [5, 8, 11]
    escaped = json.dumps({"models": models}, indent=1)
    assert [item.line for item in read(escaped).items] == [4, 4, 10], "where it is written otherwise: the one before"
