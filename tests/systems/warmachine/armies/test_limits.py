"""How much of a pasted army list is read: the last that is, and the first that is not."""

from __future__ import annotations

import json

from muster.systems.warmachine.armies.text import read

HEAD = "Cryx Army - 75 / 75 points\n"


def said(text: str) -> list[str]:
    return [str(f.message) for f in read(text).findings]


def test_a_text_of_a_hundred_thousand_characters() -> None:
    line = "Unit [3]"
    assert said(line + "\n" * (100_000 - len(line))) == []
    assert said(line + "\n" * (100_001 - len(line))) == ["The text has 100001 characters, far more than a list."]


def test_two_hundred_entries() -> None:
    units = [f"Unit {n}a [3]" for n in range(201)]
    too_many = "The list has more than 200 entries. An army has far fewer."
    assert said("\n".join(units[:200])) == []
    assert said("\n".join(units)) == [too_many]
    models = [{"name": "Unit", "cost": "3"}] * 201
    assert said(json.dumps({"models": models[:200]})) == []
    assert said(json.dumps({"models": models})) == [too_many]
    assert len(read(json.dumps({"models": models})).items) == 200


def test_a_line_of_three_hundred_characters() -> None:
    for length, read_as in ((300, 1), (301, 0)):
        assert len(read("x" * (length - 4) + " [3]").items) == read_as


def test_a_name_without_a_cost_has_eighty_characters() -> None:
    for length, read_as in ((80, 1), (81, 0)):
        assert len(read(HEAD + "x" * length).items) == read_as
    assert read("Unit").items == (), "without the head of a builder nobody can tell it from a message"
    assert read(HEAD + "...").items == ()


def test_a_hundred_sentences_of_a_builder() -> None:
    told = {"models": [{"name": "Unit"}], "validation": ["Over", 7, *["Again"] * 200]}
    assert len(said(json.dumps(told))) == 200


def test_a_list_six_levels_down() -> None:
    inner: object = {"models": [{"name": "Unit", "cost": "3"}]}
    for _ in range(6):
        inner = [inner]
    assert [item.name for item in read(json.dumps(inner)).items] == ["Unit"]
    assert said(json.dumps([inner])) == ["This JSON does not contain a list."]
