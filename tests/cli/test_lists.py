"""`muster lists` as an organiser, a judge and a player type it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from muster.app.ports import JournalName
from muster.core.kit.model import Actor, PlayerId
from muster.core.record.facts.lists import ListHandedIn
from muster.core.record.facts.play import Entry
from muster.core.record.journal import to_rows
from muster.main import desk_at
from tests.cli.conftest import Muster

File = Callable[[str, str | bytes], Path]
ARMY = Path(__file__).parent.parent / "systems" / "warmachine" / "armies" / "conflict-chamber.txt"
FORCE = "Faction: Viridian\n1 x Sergeant 50\n8 x Marines 160\n3 x Secutors 90\nModels: 12\nTotal: 300\n"


@pytest.fixture
def city(muster: Muster) -> Muster:
    muster.ok("new", "urban_war", "City", "--seed", "test")
    muster.ok("enrol", "city", "Ann", "Ben", "--field", "models=12")
    return muster


def test_from_an_illegal_list_to_a_checked_one(city: Muster, file: File) -> None:
    bad, good = file("bad.txt", FORCE.replace("Total: 300", "Total: 290")), file("good.txt", FORCE)
    assert "ILLEGAL" in city.ok("lists", "city", "check", "--file", bad).upper()
    said = city.ok("lists", "city", "hand-in", "Ann", "--file", bad, "--as", "Ann")
    assert "Force list of Ann is in (version 1): ILLEGAL." in said
    assert "error: The list says 290 points, its lines come to 300." in said
    assert "[UW-69]" in said
    assert "no faults found" in city.ok("lists", "city", "hand-in", "Ann", "--file", good)
    assert "Ben" in city.ok("lists", "city", "missing")
    overview = city.json("lists", "city")["lists"]
    assert overview["counts"] == {"missing": 1, "illegal": 0, "unproven": 1, "withheld": 0, "legal": 0}
    marked = city.json("lists", "city", "mark", "Ann", "--mark", "in_order", "--tick", "UW-73")
    assert (marked["list"]["mark"], marked["list"]["ticked"]) == ("in_order", ["UW-73"])
    assert "checked, correct" in city.ok("lists", "city")
    versions = city.json("lists", "city", "history", "Ann")["versions"]
    assert [v["version"] for v in versions] == [1, 2]


def test_what_two_lists_do_wrong_together_is_said_of_each(muster: Muster, file: File) -> None:
    """WMH-030: two lists, each legal, with the same leader are illegal; the last hand-in and every check say so."""
    muster.ok("new", "warmachine", "Moot", "--seed", "test")
    muster.ok("enrol", "moot", "Ann")
    army = ARMY.read_text(encoding="utf-8")
    first = muster.ok("lists", "moot", "hand-in", "Ann", "--file", file("one.txt", army))
    assert "List 1 of Ann is in (version 1): no faults found." in first and "[WMH-023]" in first
    second = muster.ok("lists", "moot", "hand-in", "Ann", "--slot", "2", "--file", file("two.txt", army))
    assert "List 2 of Ann is in (version 1): ILLEGAL." in second
    assert "The lists together: Lists 1 and 2 have the same leader, Kaelyssa 1." in second
    assert "No faults found." not in second
    assert muster.ok("lists", "moot", "check", "Ann").startswith("Illegal")


def test_lock_unlock_and_the_start(city: Muster, file: File) -> None:
    good, other = file("good.txt", FORCE), file("other.txt", FORCE + "\n")
    city.ok("lists", "city", "hand-in", "Ann", "--file", good)
    city.ok("lists", "city", "lock")
    assert "is locked" in city.refused("lists", "city", "hand-in", "Ann", "--file", other, "--as", "Ann")
    city.ok("lists", "city", "unlock", "Ann")
    city.ok("lists", "city", "hand-in", "Ann", "--file", other, "--as", "Ann")
    city.ok("undo", "city")
    assert "Next:" in city.ok("lists", "city", "consent", "Ann", "--as", "Ann")
    assert city.json("lists", "city", "refuse", "Ann")["consent"] is False


def test_who_may_look(city: Muster, file: File) -> None:
    """X-17."""
    city.ok("lists", "city", "hand-in", "Ann", "--file", file("good.txt", FORCE))
    assert "Marines" in city.ok("lists", "city", "show", "Ann")
    assert "Marines" in city.ok("lists", "city", "show", "Ann", "--as", "Ann")
    assert "X-17" in city.refused("lists", "city", "show", "Ann", "--as", "Ben")
    assert "X-17" in city.refused("lists", "city", "sheet", "Ann", "--as", "Ben")
    for action in ("history", "lock", "unlock", "mark", "import"):
        assert "Only staff can do this." in city.refused("lists", "city", action, "Ann", "--as", "Ben")


def test_an_export_to_hand_out_has_no_lists_and_both_say_what_they_hold(
    city: Muster, file: File, tmp_path: Path
) -> None:
    """X-17."""
    city.ok("lists", "city", "hand-in", "Ann", "--file", file("good.txt", FORCE))
    out, whole = tmp_path / "out.json", tmp_path / "whole.json"
    assert "the players' lists and secret choices, penalties, notes and scenarios to come are not in it." in city.ok(
        "export", "city", "--without-seed", "-o", out
    )
    assert (
        "the secret seed, the players' lists and their secret choices. To share it, export --without-seed"
        in city.ok("export", "city", "-o", whole)
    )
    assert "Sergeant" in whole.read_text("utf-8") and "Sergeant" not in out.read_text("utf-8")
    assert "What was sealed beside 1 entry is not there: left out of this copy, or erased." in city.ok("verify", out)
    assert "4 seals" in city.ok("verify", whole)
    city.ok("import", out, "--as", "copy")
    assert "1 not in this copy" in city.ok("lists", "copy")
    assert "made without the lists" in city.ok("lists", "copy", "show", "Ann")
    assert "made without the lists" in city.ok("lists", "copy", "sheet", "Ann")
    assert city.json("lists", "copy", "history", "Ann")["versions"][0]["withheld"] is True


def test_an_export_of_an_older_version_says_what_it_has_in_the_clear(city: Muster, tmp_path: Path) -> None:
    """X-17: what was written before there were seals cannot be taken out of the chain."""
    journals = desk_at(city.folder).journals
    last = journals.rows(JournalName("event", "city"))[-1]
    handed = Entry(last.seq + 1, last.at, Actor(), "r", ListHandedIn(PlayerId(1), 1, FORCE))
    journals.append(JournalName("event", "city"), to_rows([handed], last.hash), last.seq)
    said = city.ok("export", "city", "--without-seed", "-o", tmp_path / "out.json")
    assert "Readable lists, declarations, scenarios, penalties or notes are in 1 entry of an older version" in said


def test_sheets(city: Muster, file: File) -> None:
    """UW-70."""
    assert "Number of models: …" in city.ok("lists", "city", "sheet")
    city.ok("lists", "city", "hand-in", "Ann", "--file", file("good.txt", FORCE))
    assert city.json("lists", "city", "sheet", "Ann")["sheet"]["rows"][1] == [8, "Marines", 160]


def test_import_a_folder_a_json_and_a_csv(city: Muster, file: File, tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    (folder / "Ann.txt").write_text(FORCE)
    (folder / "ben.1.txt").write_text(FORCE)
    (folder / ".hidden").write_text("x")
    assert city.json("lists", "city", "import", "--file", folder)["taken"] == 2
    spoken = json.dumps({"Ann": FORCE + "\n", "Ben": [FORCE + "\n"]})
    assert city.json("lists", "city", "import", "--file", file("a.json", spoken))["taken"] == 2
    rows = json.dumps(
        [{"name": "Ann", "text": FORCE, "fields": {"faction": "Gladiator"}}, {"name": "Ben", "text": FORCE}]
    )
    assert city.json("lists", "city", "import", "--file", file("b.json", rows))["taken"] == 2
    sheet = 'name,text,faction\nAnn,"' + FORCE + '",Junkers\n'
    last = city.json("lists", "city", "import", "--file", file("c.csv", sheet))
    assert (last["taken"], last["done"]) == (1, "1 list imported.")
    fields = city.json("lists", "city", "check", "Ann")["list"]["fields"]
    assert fields["faction"] == "Junkers"


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.zip", b"PK\x03\x04rest", "is a zip archive."),
        ("a.json", b"PK\x03\x04rest", "is a zip archive."),
        ("a.pdf", b"%PDF-1.7", "is a PDF"),
        ("a.json", b"[1]", "list 1 should be an object with name and text"),
        ("a.json", b"3", "should map names to texts"),
        ("a.json", b"{}", "does not contain any lists"),
        ("a.json", b'{"Ann": 3}', "“3” should be the text of a list"),
        ("a.json", b'[{"text": "x"}]', "“name” is missing"),
        ("a.json", b'[{"name": "Ann", "text": "x", "slot": "two"}]', "slot “two” should be 1, 2 and so on"),
        ("a.json", b'{"Ann": "\\ud800"}', "This list contains characters that are not text."),
        ("a.json", b'{"Ann": {"text": "x", "fields": 3}}', "“fields” should be an object"),
        ("a.csv", b"who,what\nAnn,x\n", "should have the columns name and text"),
        ("a.csv", b"name,text\nZoe,x\n", "Nobody in this event is called “Zoe”"),
        ("a.csv", b"name,text\n\xff\xfe,x\n", "is not UTF-8 text"),
        ("a.txt", b"", "is empty"),
    ],
)
def test_a_file_of_no_lists_is_refused_in_a_sentence(
    city: Muster, file: File, name: str, content: bytes, said: str
) -> None:
    assert said in city.refused("lists", "city", "import", "--file", file(name, content))
    assert city.json("lists", "city")["lists"]["counts"]["missing"] == 2


def test_misuse(city: Muster) -> None:
    assert "There is no action “look”" in city.misused("lists", "city", "look")
    assert "Give one player" in city.misused("lists", "city", "hand-in")
    assert "Give --file" in city.misused("lists", "city", "import")
    assert "Give --mark" in city.misused("lists", "city", "mark", "Ann")
    assert "This list is empty." in city.refused("lists", "city", "hand-in", "Ann")
    assert "players do not hand in lists." in _without(city)


def _without(muster: Muster) -> str:
    muster.ok("new", "custom", "Club")
    return muster.refused("lists", "club")


def test_a_vim_is_declared_in_secret(muster: Muster) -> None:
    """BSG-12."""
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    muster.ok("enrol", "dojo", "Ann", "Ben")
    assert "No round has been drawn yet, so there are no declarations." in muster.refused("lists", "dojo", "declared")
    muster.ok("pair", "dojo")
    muster.ok("publish", "dojo")
    muster.ok("lists", "dojo", "declare", "Ann", "--field", "vim=Kenko", "--as", "Ann")
    assert "Kenko" not in muster.ok("lists", "dojo", "declared")
    assert "Kenko" in muster.ok("lists", "dojo", "declared", "--as", "Ann")
    assert "Kenko" not in muster.ok("lists", "dojo", "declared", "--as", "Ben")
    muster.ok("lists", "dojo", "declare", "Ben", "--field", "vim=Taka", "--as", "Ben")
    assert "Kenko" in muster.ok("lists", "dojo", "declared")
    assert "Give one --field" in muster.misused("lists", "dojo", "declare", "Ann")


def test_a_list_is_withdrawn_and_its_history_stays(city: Muster, file: File) -> None:
    city.ok("lists", "city", "hand-in", "Ann", "--file", file("good.txt", FORCE))
    assert "Enter why" in city.refused("lists", "city", "withdraw", "Ann")
    assert "Force list of Ann is withdrawn" in city.ok("lists", "city", "withdraw", "Ann", "--as", "Ann")
    assert city.json("lists", "city")["lists"]["counts"]["missing"] == 2
    assert "withdrawn by Ann" in city.ok("lists", "city", "history", "Ann")
