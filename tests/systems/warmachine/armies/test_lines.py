"""Lines of a pasted army list, one kind after the other: heads, labels, leaders, costs, what is attached, furniture."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.lists import Item
from muster.systems.warmachine.armies.text import entries, read

HEAD = "Cryx Army - 70 / 75 points\n"


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("Cryx Army - 70/75 points", {"faction": "Cryx", "stated": 70}),
        ("War Room Army\nCryx - My list", {"faction": "Cryx"}),
        ("War Room Army\nUnit - PC: 3\nOther - PC: 4", {"faction": "Unit"}),
        ("Faction: Cryx\nArmy: Khador", {"faction": "Cryx"}),
        ("[Theme] Ghosts\nTheme: Others", {"theme": "Ghosts"}),
        ("Theme:\nTheme: Ghosts", {"theme": "Ghosts"}),
        ("70 / 75 points\n60 / 75 points", {"stated": 70}),
        ("Your army contains a prerelease model", {"prerelease": True}),
        ("Warcaster: Agathia", {"leader": "Agathia"}),
        ("Leader: (Agathia 1) Agathia [+28]", {"leader": "Agathia 1", "bonus": 28}),
        ("Agathia [+28]\nSkarre [+30]", {"leader": "Agathia", "bonus": 28}),
        ("Agathia - WJ: +28", {"leader": "Agathia", "bonus": 28}),
        ("Agathia (+28)", {"leader": "Agathia", "bonus": 28}),
    ],
)
def test_what_a_head_says(text: str, fields: dict[str, Any]) -> None:
    """WMH-026 WMH-031: what is said first counts."""
    assert read(text).fields == fields


@pytest.mark.parametrize(
    ("lines", "items"),
    [
        ("Agathia [+28]", [Item(2, "Agathia", section="leader")]),
        ("Warcaster: Agathia [28]", [Item(2, "Agathia [28]", section="leader")]),
        ("Agathia [+28]\n - Jack [7]", [Item(2, "Agathia", section="leader"), Item(3, "Jack", cost=7, under=2)]),
        ("Unit [3]\n - One [1]\n - Two [2]\nOther [4]", [
            Item(2, "Unit", cost=3),
            Item(3, "One", cost=1, under=2),
            Item(4, "Two", cost=2, under=2),
            Item(5, "Other", cost=4),
        ]),
        (" - One [1]", [Item(2, "One", cost=1)]),
        ("Unit [3]\n - Pet", [Item(2, "Unit", cost=3), Item(3, "Pet", under=2)]),
        ("Jack - PC: 7 (Battlegroup Points Used: 7)", [Item(2, "Jack", cost=7)]),
        ("0x Unit [3]", [Item(2, "Unit", 1, 3)]),
        ("3x Unit", [Item(2, "Unit", 3)]),
        ("2nd Unit 5", [Item(2, "2nd Unit", cost=5)]),
        ("... 12", []),
        ("Total: 75\nhttps://example.org\nObjective: Fire\n---", []),
    ],
)  # fmt: skip
def test_what_a_line_is(lines: str, items: list[Item]) -> None:
    """WMH-027 WMH-032."""
    assert list(read(HEAD + lines).items) == items


def test_what_nobody_can_read_is_said() -> None:
    """X-19: a list of which nothing could be read is not a pass either."""
    said = [str(f.message) for f in read("!!! Too many points\n!!! No leader").findings]
    assert said == ["The list builder says: “Too many points”", "The list builder says: “No leader”"]
    assert [str(f.message) for f in read("42").findings] == ["There are no models in this text."]
    assert [str(f.message) for f in read(HEAD).findings] == ["There are no models in this text."]


def test_all_but_the_leaders() -> None:
    assert [item.name for item in entries(read("Agathia [+28]\nUnit [3]").items)] == ["Unit"]


def test_lines_are_counted_as_they_came() -> None:
    assert [item.line for item in read("A unit [3]\r\n\r\nB unit [4]\rC unit [5]\nD unit [6]").items] == [1, 3, 4, 5]


def test_a_second_list_of_war_room() -> None:
    """WMH-023."""
    parsed = read("War Room Army\nCryx - One\nUnit - PC: 3\nWar Room Army\nCryx - Two\nOther - PC: 4")
    assert [str(f.message) for f in parsed.findings] == ["Here another list begins; the first one was read."]
    assert [item.name for item in parsed.items] == ["Unit"]


def test_the_head_of_war_room_is_at_the_head() -> None:
    parsed = read("Unit [3]\nWar Room Army\nOther [4]")
    assert ([item.name for item in parsed.items], parsed.fields) == (["Unit", "Other"], {})


def test_lines_that_say_nothing_of_a_model() -> None:
    assert read("70 / 75 points\nUnit [3]").findings == ()
    assert "theme" not in read("Theme:\nUnit [3]").fields
    parsed = read(HEAD + "Unit [3]\n/ 7 (Battlegroup Points Used: 7)")
    assert ([item.name for item in parsed.items], [f.line for f in parsed.findings]) == (["Unit"], [3])


def test_what_is_attached_needs_no_cost() -> None:
    """In a list without the head of a builder too."""
    assert read("Unit [3]\n - Pet").items == (Item(1, "Unit", cost=3), Item(2, "Pet", under=1))
