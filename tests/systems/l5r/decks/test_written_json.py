"""A deck as JSON: the shapes it comes in, and the line that each card is on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from muster.core.book.lists import Parsed
from muster.systems.l5r.decks.text import read

DECK = {"cards": {"old-jest": 2}}
NOTHING = "This JSON does not contain a deck."


def cards(told: Any) -> list[tuple[str, int, str]]:
    return [(item.name, item.count, item.section) for item in read(json.dumps(told)).items]


def said(parsed: Parsed) -> list[str]:
    return [str(f.message) for f in parsed.findings]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({"slots": {"old-jest": 2}}, [("old-jest", 2, "")]),
        ({"cards": [{"name": "Old Jest", "count": 2}, "Heron"]}, [("Old Jest", 2, ""), ("Heron", 1, "")]),
        ({"stronghold": "Heron Castle"}, [("Heron Castle", 1, "stronghold")]),
        ({"role": "", "stronghold": {"name": "Heron Castle"}}, [("Heron Castle", 1, "stronghold")]),
        (
            {"dynasty": ["Heron Archer", {"id": "x", "quantity": 3}]},
            [("Heron Archer", 1, "dynasty"), ("x", 3, "dynasty")],
        ),
        ({"province": ["Windy Pass"], "conflict": [{"x": 1}, 7]}, [("Windy Pass", 1, "province")]),
        ([[[DECK]]], [("old-jest", 2, "")]),
        ({"record": {"deck": DECK}}, [("old-jest", 2, "")]),
    ],
)
def test_the_shapes_of_a_deck(told: Any, found: list[tuple[str, int, str]]) -> None:
    assert cards(told) == found


@pytest.mark.parametrize("told", [[], {"records": []}, [[[[DECK]]]], {"role": ""}, {"dynasty": [{"count": 3}]}])
def test_what_is_not_a_deck(told: Any) -> None:
    assert said(read(json.dumps(told))) == [NOTHING]


def test_another_deck_is_not_passed_over_in_silence() -> None:
    """L5R-031: at whatever level."""
    assert said(read(json.dumps([[DECK], [DECK]]))) == ["Another deck follows; the first one was read."]


def test_the_line_of_a_card() -> None:
    text = json.dumps({"cards": {"banzai": 1, "daimyō": 2, "jest": 3}}, indent=1, ensure_ascii=False)
    assert [item.line for item in read(text).items] == [3, 4, 5]
    assert [item.line for item in read("\n" + text).items] == [4, 5, 6]
    escaped = json.dumps({"cards": {"banzai": 1, "daimyō": 2, "jest": 3}}, indent=1)
    assert [item.line for item in read(escaped).items] == [3, 3, 5], "where it is written otherwise: the card before"
