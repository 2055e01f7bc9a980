"""Army lists as people paste them: each shape gives the same army, and what is not a list is said in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from muster.core.book.lists import Item, Level
from muster.systems.warmachine.armies.text import read
from muster.systems.warmachine.armies.written_json import MOST_ITEMS
from tests.systems.warmachine.lists import ARMIES, army, findings

FILES = sorted(ARMIES.glob("*.txt"))

ATTACHED = {
    "Kaelyssa, Night's Whisper": {"Banner Bearer", "Grey Griffon", "Tall Phantom"},
    "Dawn Guard": {"Dawn Guard Officer & Standard"},
}


def names(text: str) -> dict[str, set[str]]:
    """What is attached to what, without unit sizes."""
    items = read(text).items
    by_line = {item.line: item.name.partition(" (")[0] for item in items}
    found: dict[str, set[str]] = {}
    for item in items:
        if item.under is not None:
            found.setdefault(by_line[item.under], set()).add(by_line[item.line])
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_every_shape_is_the_same_army(file: Path) -> None:
    """WMH-026 WMH-027 WMH-032: costs, the leader's points, and what is attached to what."""
    text = file.read_bytes().decode()
    parsed = read(text)
    assert Level.ERROR not in {f.level for f in findings(text)}
    assert sum(item.cost or 0 for item in parsed.items) == 104
    assert (parsed.fields["bonus"], parsed.fields["theme"]) == (29, "Legions of Dawn")
    assert str(parsed.fields["faction"]).startswith("Retribution")
    assert names(text) == ATTACHED


def test_the_leader_keeps_the_short_name_with_its_version() -> None:
    """WMH-031."""
    (leader, *_) = read((ARMIES / "conflict-chamber.txt").read_text("utf-8")).items
    assert leader == Item(4, "Kaelyssa, Night's Whisper", section="leader", note="Kaelyssa 1")


@pytest.mark.parametrize(
    ("head", "units"),
    [
        ("Faction : Cryx\nTheme Force : Ghost Fleet", "Pirates [10]"),
        ("Fraktion: Cryx\nThema: Ghost Fleet", "Pirates 10 Punkte"),
        ("Facción: Cryx\nTema: Ghost Fleet", "Pirates 10 puntos"),
        ("Faction : Cryx\nThème : Ghost Fleet", "Pirates – 10 pts"),
    ],
)
def test_heads_as_others_write_them(head: str, units: str) -> None:
    parsed = read(f"{head}\n{units}")
    assert parsed.fields == {"faction": "Cryx", "theme": "Ghost Fleet"}
    assert (parsed.items, parsed.findings) == ((Item(3, "Pirates", cost=10),), ())


def test_what_is_said_at_the_table_is_no_model() -> None:
    text = (ARMIES / "by-hand.txt").read_bytes().decode()
    (found,) = findings(text)
    assert (found.level, found.line) == (Level.NOT_CHECKED, 18)


@pytest.mark.parametrize(
    ("line", "item"),
    [
        ("Unit [10]", Item(2, "Unit", cost=10)),
        ("Unit (max) [10]", Item(2, "Unit (max)", cost=10)),
        ("Unit [0(10)]", Item(2, "Unit", cost=0, note="10")),
        ("Unit [0(n/a)]", Item(2, "Unit", cost=0, note="n/a")),
        ("Unit - PC: 10", Item(2, "Unit", cost=10)),
        ("Unit - Leader & 9 Grunts: 10", Item(2, "Unit", cost=10, note="Leader & 9 Grunts")),
        ("Mr. Walls - Mr. Walls 2", Item(2, "Mr. Walls", cost=2, note="Mr. Walls")),
        ("Unit – 10 pts", Item(2, "Unit", cost=10)),
        ("2x Unit [20]", Item(2, "Unit", 2, cost=20)),
        ("Unit", Item(2, "Unit")),
    ],
)
def test_lines(line: str, item: Item) -> None:
    assert read(f"Cryx Army - 75 / 75 points\n{line}").items == (item,)


def test_what_the_builder_found_wrong_is_repeated() -> None:
    found = findings(army().replace("\n\n", "\n\n!!! Exceeded field allowance of Griffon\n"))
    assert [(f.level, str(f.message)) for f in found] == [
        (Level.ERROR, "The list builder says: “Exceeded field allowance of Griffon”")
    ]


def test_two_lists_in_one_text() -> None:
    """WMH-023: each is handed in by itself; the first one is read."""
    parsed = read(army() + "\n\n" + army("(Garryth 1) Garryth"))
    assert [str(f.message) for f in parsed.findings] == ["Here another list begins; the first one was read."]
    assert parsed.fields["leader"] == "Kaelyssa 1"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There are no models in this text."),
        ("PK\x03\x04\x14\x00", "This is a zip archive, not a list."),
        ("noise " * 200_000, "The text has 1200000 characters, far more than a list."),
        ("[]", "This JSON does not contain a list."),
        ('{"lists": [{"models": []}]}', "This JSON does not contain a list."),
    ],
)
def test_what_is_no_list(text: str, sentence: str) -> None:
    parsed = read(text)
    assert [str(f.message) for f in parsed.findings] == [sentence]
    assert parsed.items == ()


def test_a_message_is_no_list() -> None:
    """X-19: what nobody can read is told, and is not a pass."""
    assert [(f.level, str(f.message)) for f in read("Ich komme leider zu spät").findings] == [
        (
            Level.NOT_CHECKED,
            "“Ich komme leider zu spät” cannot be read as a line of the list and is not counted.",
        ),
        (Level.ERROR, "There are no models in this text."),
    ]


def test_a_list_without_end_is_cut_with_a_word() -> None:
    parsed = read("\n".join(f"Unit {n}a [3]" for n in range(2 * MOST_ITEMS)))
    assert len(parsed.items) == MOST_ITEMS
    assert parsed.findings[0].line == MOST_ITEMS + 1


def test_a_line_without_end_is_not_looked_into() -> None:
    """Whatever its characters, the answer comes immediately."""
    for piece in (":", "(", "- ", "3 x ", "["):
        parsed = read("Cryx Army - 75 / 75 points\nUnit [10]\n" + piece * 20_000 + "a")
        assert [item.name for item in parsed.items] == ["Unit"]
        assert [f.line for f in parsed.findings] == [3]


# Conflict Chamber's JSON


def chamber(**changes: Any) -> dict[str, Any]:
    models = [
        {
            "name": "(Kaelyssa 1) Kaelyssa, Night's Whisper",
            "cost": "+29",
            "type": "Warcaster",
            "attached": [
                {"name": "Banner Bearer", "cost": "0(4)", "type": "Solo"},
                {"name": "Grey Griffon", "cost": "10", "type": "Warjack"},
                {"name": "Grey Griffon", "cost": "10", "type": "Warjack"},
                {"name": "Tall Phantom", "cost": "19", "type": "Warjack"},
            ],
        },
        {
            "name": "Dawn Guard",
            "cost": "16",
            "type": "Unit",
            "attached": [{"name": "Dawn Guard Officer & Standard", "cost": "4", "type": "Command Attachment"}],
        },
        {"name": "Rest", "cost": 45, "type": "Unit"},
    ]
    return {
        "url": "https://example.invalid/?c1",
        "faction": "Retribution",
        "lists": [{"theme": "Legions of Dawn", "points": 75, "models": models}],
        **changes,
    }


@pytest.mark.parametrize("indent", [None, 2])
def test_the_json_of_conflict_chamber(indent: int | None) -> None:
    """WMH-027 WMH-031 WMH-032."""
    text = json.dumps(chamber(), indent=indent)
    assert findings(text) == ()
    parsed = read(text)
    assert parsed.fields == {
        "faction": "Retribution",
        "theme": "Legions of Dawn",
        "stated": 75,
        "leader": "Kaelyssa 1",
        "bonus": 29,
    }
    if indent:
        assert names(text) == ATTACHED


@pytest.mark.parametrize("indent", [None, 2])
def test_what_is_attached_to_a_unit_is_not_in_the_battlegroup(indent: int | None) -> None:
    """WMH-027: also where the JSON is on one line."""
    told = chamber()
    leader, unit, _ = told["lists"][0]["models"]
    leader["attached"] = leader["attached"][1:2]
    unit["attached"][0]["cost"] = "33"
    found = [str(f.message) for f in findings(json.dumps(told, indent=indent)) if f.level is Level.ERROR]
    assert [text.split(";")[0] for text in found] == ["Outside the leader’s battlegroup: 94 points"]


def test_json_attachments_of_attachments_are_read() -> None:
    """WMH-032: attachments of attachments are paid for like the rest; at any depth there is an answer."""
    told = chamber()
    officer = told["lists"][0]["models"][1]["attached"][0]
    officer["attached"] = [{"name": "Marshalled Jack", "cost": "7", "type": "Warjack"}]
    assert [(i.name, i.cost) for i in read(json.dumps(told)).items][-2:] == [("Marshalled Jack", 7), ("Rest", 45)]
    for _ in range(400):
        officer["attached"] = [{"name": "Deeper", "cost": "0", "attached": officer["attached"]}]
    assert len(read(json.dumps(told)).items) == MOST_ITEMS


def test_keys_in_capitals_are_the_same() -> None:
    def upper(value: Any) -> Any:
        if isinstance(value, dict):
            return {key.title(): upper(inner) for key, inner in value.items()}
        return [upper(one) for one in value] if isinstance(value, list) else value

    assert read(json.dumps(upper(chamber()))).fields == read(json.dumps(chamber())).fields


def test_json_of_a_pair_of_lists() -> None:
    """WMH-023."""
    both = chamber(lists=chamber()["lists"] * 2)
    assert [str(f.message) for f in read(json.dumps(both)).findings] == [
        "Here another list begins; the first one was read."
    ]


def test_what_conflict_chamber_found_wrong() -> None:
    told = chamber()
    told["lists"][0]["validation"] = ["Over by one"]
    assert [str(f.message) for f in read(json.dumps(told)).findings] == ["The list builder says: “Over by one”"]


TEAM_LIST = {
    "theme": "Legions of Dawn",
    "list": ["Kaelyssa 1", "Grey Griffon", "Dawn Guard (max)", "Soulless Escort (1)"],
}


@pytest.mark.parametrize(
    ("told", "faction"),
    [
        (TEAM_LIST, None),
        ({"name": "Ann", "faction": "Retribution", "cccode": "c1", "list1": TEAM_LIST}, "Retribution"),
        ([{"name": "Reds", "players": [{"name": "Ann", "faction": "Retribution", "list1": TEAM_LIST}]}], "Retribution"),
    ],
    ids=["a list", "a player", "a team"],
)
def test_the_json_of_a_team_event_has_names_and_no_costs(told: Any, faction: str | None) -> None:
    """WMH-026 WMH-031: the first name is the leader; that costs are missing is said, and nothing is an error."""
    parsed = read(json.dumps(told, indent=1))
    assert parsed.fields.get("faction") == faction
    assert (parsed.fields["theme"], parsed.fields["leader"]) == ("Legions of Dawn", "Kaelyssa 1")
    assert [(i.name, i.section, i.cost) for i in parsed.items] == [
        ("Kaelyssa 1", "leader", None),
        ("Grey Griffon", "", None),
        ("Dawn Guard (max)", "", None),
        ("Soulless Escort (1)", "", None),
    ]
    assert len({item.line for item in parsed.items}) == 4
    assert {f.level for f in findings(json.dumps(told))} == {Level.WARNING, Level.NOT_CHECKED}


def test_the_json_of_a_team_with_several_lists() -> None:
    """WMH-023: the first is read, and the others are not passed over in silence."""
    player = {"name": "Ann", "faction": "Retribution", "list1": TEAM_LIST, "list2": TEAM_LIST}
    for told in (player, [{"name": "Reds", "players": [player, player]}]):
        assert [str(f.message) for f in read(json.dumps(told)).findings] == [
            "Here another list begins; the first one was read."
        ]
