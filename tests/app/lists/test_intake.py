"""Files of lists as people bring them: by player, or many in one; whatever they hold, an answer or a sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from muster.app.lists.actions import Brought
from muster.app.lists.intake import from_file, from_files
from muster.core.kit.errors import BadInput


@pytest.mark.parametrize(
    ("name", "player", "slot"),
    [
        ("Ann.txt", "Ann", 1),
        ("Ann.2.txt", "Ann", 2),
        ("Ann Lee (2).txt", "Ann Lee", 2),
        ("Ann-2.json", "Ann", 2),
        ("#7.txt", "#7", 1),
        ("Ann", "Ann", 1),
        ("J. R. Hartley.txt", "J. R. Hartley", 1),
        ("山田太郎.txt", "山田太郎", 1),
    ],
)
def test_a_file_is_named_after_its_player(name: str, player: str, slot: int) -> None:
    (found,) = from_files([(name, b"text")])
    assert (found.player, found.text, found.slot) == (player, "text", slot)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_list_is_kept_as_it_stands(encoding: str) -> None:
    text = "Faction:\tRyū\r\n“Kenko”  12\r\n"
    assert from_files([("Ann.txt", text.encode(encoding))])[0].text == text


def test_one_json_in_each_of_its_shapes() -> None:
    shapes = [
        {"Ann": "first", "Ben": "other"},
        {"Ann": ["first"], "Ben": [{"text": "other"}]},
        [{"name": "Ann", "text": "first"}, {"name": " Ben ", "text": "other", "slot": 1}],
    ]
    for shape in shapes:
        found = from_file("a.json", json.dumps(shape).encode())
        assert found == [Brought("Ann", "first"), Brought("Ben", "other")]


def test_a_csv_with_lists_of_several_lines_and_their_fields() -> None:
    text = 'Name;Slot;Text;Faction\nAnn;2;"Kenko 12\nTaka 9";Ryu\n'
    assert from_file("a.csv", text.encode()) == [Brought("Ann", "Kenko 12\nTaka 9", 2, {"faction": "Ryu"})]


def answer(name: str, data: bytes, *, one_each: bool) -> list[Brought] | str:
    try:
        return from_files([(name, data)]) if one_each else from_file(name, data)
    except BadInput as bad:
        return str(bad)


@given(st.binary(max_size=300), st.sampled_from(["a.json", "a.csv", "a.txt", "a"]), st.booleans())
def test_any_file_is_read_or_refused_in_a_sentence(data: bytes, name: str, one_each: bool) -> None:
    found = answer(name, data, one_each=one_each)
    assert found
    assert isinstance(found, list) or found.endswith(".")


JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=9), lambda x: st.lists(x) | st.dictionaries(st.text(), x)
)


@given(JSON)
def test_any_json_is_read_or_refused_in_a_sentence(data: object) -> None:
    found = answer("a.json", json.dumps(data).encode(), one_each=False)
    assert found
    assert found.endswith(".") if isinstance(found, str) else all(one.player and one.slot > 0 for one in found)
