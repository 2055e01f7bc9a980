"""Each slip gets one sentence that quotes the value and says what is right, and changes nothing."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Muster

File = Callable[[str, str | bytes], Path]


def test_result_outside_the_range(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "Ann", "Bob")
    muster.ok("pair", "dojo")
    muster.ok("publish", "dojo")
    before = muster.json("log", "dojo")
    assert "“99” should be a whole number from 0 to" in muster.refused("report", "dojo", 1, "vp=99-0")
    assert "“x” should be a whole number" in muster.refused("report", "dojo", 1, "vp=x-0")
    assert "two values joined by" in muster.refused("report", "dojo", 1, "vp=2")
    assert "“goals” is not a field" in muster.refused("report", "dojo", 1, "goals=2-0")
    assert "no table 9" in muster.refused("report", "dojo", 9, "vp=2-0")
    assert muster.json("log", "dojo") == before


def test_player_twice_and_names_that_look_alike(kyoto: Muster) -> None:
    kyoto.ok("options", "kyoto", "late_entry", "yes")
    assert "“ann” looks the same as “Ann” (player 1)" in kyoto.refused("enrol", "kyoto", "ann")
    cyrillic = "\u0415v\u0435"
    sentence = kyoto.refused("enrol", "kyoto", cyrillic)
    assert "looks the same as “Eve” (player 5)" in sentence and "[X-16: " in sentence
    assert "no visible character" in kyoto.refused("enrol", "kyoto", "\u200b ")
    assert "at most 80" in kyoto.refused("enrol", "kyoto", "x" * 81)


def test_unknown_names_say_the_nearest(kyoto: Muster) -> None:
    assert "did you mean “kyoto”?" in kyoto.refused("standings", "kyotto")
    assert "did you mean “Cem”?" in kyoto.refused("drop", "kyoto", "Cen")
    assert "did you mean “Dai”?" in kyoto.refused("report", "kyoto", "Dia", "winner=a")
    assert "did you mean “rounds”?" in kyoto.refused("options", "kyoto", "round", "3")
    assert "did you mean “bushido”?" in kyoto.refused("systems", "show", "bushid")
    assert "did you mean “l5r”?" in kyoto.refused("new", "l5rr", "X")
    assert "did you mean “standings”?" in kyoto.misused("standing", "kyoto")


def test_numbers_that_nothing_could_have(kyoto: Muster) -> None:
    long = "9" * 5000
    for words in (("report", "kyoto", long, "winner=a"), ("why", "kyoto", long), ("drop", "kyoto", f"#{long}")):
        assert "No player is called “" in kyoto.refused(*words)


def test_order_of_things(kyoto: Muster) -> None:
    assert "Missing: table 1" in kyoto.refused("pair", "kyoto")
    assert "Missing: table 1" in kyoto.refused("close", "kyoto")
    assert "There is no draft to publish" in kyoto.refused("publish", "kyoto")
    assert "There is no round 2" in kyoto.refused("report", "kyoto", 1, "winner=a", "--round", 2)
    assert "there is nothing to rank" in kyoto.refused("finish", "kyoto")
    assert "The event has begun" in kyoto.refused("enrol", "kyoto", "Late Larry")
    for table in (1, 2):
        kyoto.ok("report", "kyoto", table, "winner=a")
    assert "If it is wrong, correct it." in kyoto.refused("report", "kyoto", 1, "winner=b")
    kyoto.ok("close", "kyoto")
    kyoto.ok("pair", "kyoto")
    assert "Round 1 is closed." in kyoto.refused("report", "kyoto", 1, "winner=b", "--round", 1)
    assert "is not published yet" in kyoto.refused("report", "kyoto", 1, "winner=b")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is empty"),
        (b"\xef\xbb\xbf  \n\n", "is empty"),
        (b",,\n,\n", "is empty"),
        ("clan,deck\nCrab,1\n", "should have the column headings: “name” and any of"),
        ("name,deck\nAnn,1\n", "line 1: “deck” is not a column."),
        ("name,Clan,CLAN\nAnn,1,2\n", "two columns “clan”"),
        ("name,pinned_table\nAnn,1\n\nBob,two\n", "line 4: Pinned table: “two” should be a whole number"),
        ("name,pinned_table\nAnn,0\n", "line 2: Pinned table: “0” should be a whole number of 1 or more"),
        ("name,clan\nAnn,Crab\n,Lion\n", "line 3: This line has no name"),
        ("name,clan\nAnn,Crab,x\n", "line 2 has 3 columns"),
        ("name\nAnn\nSmith, John\n", "line 3 has 2 columns, but there should be 1."),
        ('name\n"Ann\nBob\n', "line 2 is not valid CSV:"),
        ("name\nAnn\nANN\n", "line 3: “ANN” looks the same as “Ann” in line 2"),
        ("name\nAnn\nDora\n", "line 3: “Dora” looks the same as “Dora” (player 1)"),
        ("name\nDora\nAnn\nANN\n", "2 lines of “"),
        ("name\n", "headings but no players"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "is a picture, not a list"),
        (b"PK\x03\x04rest", "a zip file or a spreadsheet workbook"),
        (b"\xff\xfeA", "is not UTF-16-LE text"),
        ("name\n" + "x" * 200_000 + "\n", "line 2 is not valid CSV:"),
    ],
)
def test_player_files_that_are_wrong(muster: Muster, file: File, content: str | bytes, sentence: str) -> None:
    muster.ok("new", "l5r", "Kyoto")
    muster.ok("enrol", "kyoto", "Dora")
    refusal = muster.refused("enrol", "kyoto", "--file", file("players.csv", content))
    said = [line for line in refusal.splitlines() if not line.startswith("[X-16")]
    assert len(said) == 1 and sentence in said[0] and "players.csv" in said[0]
    assert len(muster.json("show", "kyoto")["event"]["players"]) == 1


@pytest.mark.parametrize(
    "content",
    [
        '\ufeffname,clan\r\nAnn,Crab\r\n"O\'Neil, Bo",Lion\r\n',
        "Clan;NAME\nCrab;Ann\nLion;O'Neil, Bo\n",
        'clan\tplayer\nCrab\tAnn\nLion\t"O\'Neil, Bo"\n',
        'name,clan\rAnn,Crab\r"O\'Neil, Bo",Lion\r',
        "\ufeffname\tclan\nAnn\tCrab\nO'Neil, Bo\tLion\n".encode("utf-16-le"),
        'name,clan,,\nAnn,Crab,,\n"O\'Neil, Bo",Lion,,\n',
        "Clan;Vorname;Name\nCrab;;Ann\nLion;Bo;O'Neil,\n".replace("Bo;O'Neil,", '"O\'Neil,";Bo'),
    ],
)
def test_player_files_as_spreadsheets_write_them(muster: Muster, file: File, content: str | bytes) -> None:
    muster.ok("new", "l5r", "Kyoto")
    enrolled = muster.json("enrol", "kyoto", "--file", file("players.csv", content))["enrolled"]
    assert [(p["name"], p["values"]["clan"]) for p in enrolled] == [("Ann", "Crab"), ("O'Neil, Bo", "Lion")]


def test_a_player_file_in_older_letters_is_read_with_a_word_about_it(muster: Muster, file: File) -> None:
    muster.ok("new", "l5r", "Kyoto")
    done = muster.json("enrol", "kyoto", "--file", file("old.csv", "name\nJosé\n“Zoë”\n".encode("cp1252")))
    assert [p["name"] for p in done["enrolled"]] == ["José", "“Zoë”"]
    assert "read as Western European letters" in done["notes"][0]


def test_file_of_names_in_any_script(muster: Muster, file: File) -> None:
    names = ["Ann", "山田 太郎", "Ζωή", "محمد", "נועה", "Łukasz", "ราตรี", "😀 Max"]
    muster.ok("new", "l5r", "Kyoto")
    muster.ok("enrol", "kyoto", "--file", file("names.txt", "\n".join(names)))
    assert [p["name"] for p in muster.json("show", "kyoto")["event"]["players"]] == names
    assert "山田 太郎" in muster.ok("show", "kyoto")


def test_ten_thousand_rows(muster: Muster, file: File) -> None:
    muster.ok("new", "l5r", "Kyoto")
    rows = "".join(f"Player {n};Crab\n" for n in range(10_000))
    start = time.monotonic()
    assert "10000 players enrolled" in muster.ok("enrol", "kyoto", "--file", file("all.csv", "name;clan\n" + rows))
    assert time.monotonic() - start < 30


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("winner\na\n", "neither a column “table” nor a column “player”"),
        ("table,score\n1,2\n", "line 1: “score” is not a column."),
        ("table,winner\none,a\n", "line 2: table “one” should be a whole number"),
        ("table,winner\n1,c\n", "line 2: Winner: “c” should be one of a, b"),
        ("table,winner,round\n1,a,-1\n", "line 2: round “-1”"),
        ("table,winner,ending\n1,a,sulked\n", "line 2: ending “sulked” should be one of played, concession"),
        ("table,broken,broken_a\n1,2-1,2\n", "line 2: “broken” is given as one column and as two"),
        ("table,player,winner\n,,a\n", "line 2: neither a table nor a player is given"),
        ("player,winner\nAnne,a\nCem,a\n", "line 2: No player is called “Anne”"),
        ("table,winner\n1,a\n1,b\n", "Result 2 of 2: Table 1 already has a result"),
        ("table,winner\n", "headings but no results"),
    ],
)
def test_result_files_that_are_wrong(kyoto: Muster, file: File, content: str, sentence: str) -> None:
    assert sentence in kyoto.refused("report", "kyoto", "--file", file("r.csv", content))
    assert kyoto.json("show", "kyoto", "--round", 1)["round"]["results_in"] == 0


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "is not valid JSON: Expecting property name"),
        ("[]", "should be a JSON list of results"),
        ("[1]", "result 1: “1” should be an object"),
        ('[{"table": 1, "winner": "z"}]', "result 1: Winner: “z” should be one of a, b"),
        ('[{"table": 1, "goals": 2}]', "result 1: “goals” is not a field"),
        ('[{"table": 1, "values": 3}]', "result 1: values “3” should be an object"),
        ('[{"table": true}]', "result 1: table “True” should be"),
        ('[{"table": 1, "broken": [1]}]', "result 1: Own broken provinces: “[1]” should be two values"),
        ('[{"table": 1, "slip_at": NaN}]', "“NaN” is not a number"),
        ("[" * 100_000, "is not valid JSON"),
        ('[{"player": "\\ud800", "winner": "a"}]', "No player is called"),
    ],
)
def test_json_results_that_are_wrong(kyoto: Muster, file: File, content: str, sentence: str) -> None:
    assert sentence in kyoto.refused("report", "kyoto", "--file", file("r.json", content))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("table,a,b\n1,Ann,Bbo\n", "line 2: No player is called “Bbo”; did you mean “Bob”?"),
        ("table,a,b\n1,Ann,Bob\n2,Ann,Cem\n", "Ann is in this round twice."),
        ("table,a,b\nx,Ann,Bob\n", "Table “x” should be a whole number"),
        ("table,a,b\n1,,Bob\n", "line 2: column a is empty"),
        ("a,b,c,d\n", "“c” is not a column."),
        ("Ann\n", "should have the columns table, a, b"),
    ],
)
def test_paper_pairings_that_are_wrong(muster: Muster, file: File, content: str, sentence: str) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "Ann", "Bob", "Cem", "Dai")
    assert sentence in muster.refused("pair", "dojo", "--by-hand", file("paper.csv", content))
    assert muster.json("show", "dojo")["event"]["rounds"] == []


def test_files_that_cannot_be_read_or_written(kyoto: Muster, tmp_path: Path) -> None:
    assert "cannot be read: No such file" in kyoto.refused("enrol", "kyoto", "--file", tmp_path / "nowhere.csv")
    assert "cannot be read: Is a directory" in kyoto.refused("enrol", "kyoto", "--file", tmp_path)
    assert "cannot be written" in kyoto.refused("export", "kyoto", "-o", tmp_path / "no" / "such" / "folder.json")
    assert "cannot be read" in kyoto.refused("import", tmp_path / "nowhere.json")


def test_exports_that_were_changed(kyoto: Muster, file: File) -> None:
    data = json.loads(kyoto.ok("export", "kyoto"))
    changes: list[tuple[Callable[[Any], object], str]] = [
        (lambda d: d["rows"].pop(2), "The journal is damaged: entry 3 should follow, but entry 4 does."),
        (lambda d: d["rows"].reverse(), "damaged: entry 1 should follow"),
        (lambda d: d["rows"][1].update(sealed=d["rows"][1]["sealed"].replace("Ann", "Eva")), "damaged at entry 2"),
        (lambda d: d["rows"][1].update(body=d["rows"][1]["body"].replace("1", "7")), "damaged at entry 2"),
        (lambda d: d["rows"][0].pop("at"), "“at” is missing"),
        (lambda d: d.update(format="muster/journal/9"), "A newer Muster may read it."),
        (lambda d: d.update(seed="guessed"), "does not match the hash"),
        (lambda d: d.update(rows=[]), "This export does not contain a journal: “rows” should be a list of entries."),
    ]
    for change, sentence in changes:
        copy = json.loads(json.dumps(data))
        change(copy)
        assert sentence in kyoto.refused("import", file("x.json", json.dumps(copy)), "--as", "copy")
    assert "This is not a Muster export: it should be a JSON object with a “format”." in kyoto.refused(
        "import", file("x.json", "[]")
    )
    assert [e["id"] for e in kyoto.json("events")["events"]] == ["kyoto"]


def test_damaged_data_file(kyoto: Muster) -> None:
    path = kyoto.folder / "muster.db"
    with sqlite3.connect(path) as link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        link.execute("UPDATE entries SET body = body || ' ' WHERE seq = 2")
    link.close()
    assert "damaged at entry 2" in kyoto.refused("standings", "kyoto")
    assert kyoto.json("events")["events"][0]["state"] == "damaged"


@pytest.mark.parametrize(
    ("keep", "then", "sentence"),
    [
        (5000, b"", "damaged or cut short"),
        (0, b"", "is empty, so its events are lost"),
        (0, b"no database at all " * 100, "is not a Muster file"),
    ],
)
def test_data_file_cut_short_or_foreign(kyoto: Muster, tmp_path: Path, keep: int, then: bytes, sentence: str) -> None:
    other = tmp_path / "other"
    other.mkdir()
    whole = tmp_path / "whole.db"
    with sqlite3.connect(kyoto.folder / "muster.db") as link:
        link.execute("VACUUM INTO ?", (str(whole),))
    link.close()
    (other / "muster.db").write_bytes(whole.read_bytes()[:keep] + then)
    assert sentence in kyoto.refused("--data", other, "standings", "kyoto")
    assert sentence in kyoto.refused("new", "l5r", "Again", "--data", other)


def test_usage_errors(kyoto: Muster) -> None:
    assert "Missing argument 'EVENT'" in kyoto.misused("standings")
    assert "No such option" in kyoto.misused("standings", "kyoto", "--rond", 1)
    assert "“winner” should be a result as key=value" in kyoto.misused("report", "kyoto", 1, "winner")
    assert "given twice" in kyoto.misused("report", "kyoto", 1, "winner=a", "winner=b")
    assert "Give only one of" in kyoto.misused("report", "kyoto", 1, "--double-loss", "--no-show", "Ann")
    assert "--excused works only with --no-show" in kyoto.misused("report", "kyoto", 1, "winner=a", "--excused")
    assert "Missing option '--reason'" in kyoto.misused("disqualify", "kyoto", "Ann")
    assert "Give names, --file or --like" in kyoto.misused("enrol", "kyoto")
    assert "is not UTF-8 text" in kyoto.misused("enrol", "kyoto", "\udcff")
    ran = kyoto("standings", "--json")
    assert (ran.code, json.loads(ran.out)["error"]["kind"]) == (2, "usage")


def test_refusals_as_json(kyoto: Muster) -> None:
    ran = kyoto("confirm", "kyoto", 1, "--json")
    assert (ran.code, ran.err) == (1, "")
    assert json.loads(ran.out) == {
        "ok": False,
        "error": {
            "sentence": "The result of table 1 has not been reported; there is nothing to confirm.",
            "clause": "",
            "heading": "",
            "kind": "refusal",
            "code": "result-table-nothing-confirm",
        },
    }
    kinds = {
        "unknown_name": ("show", "kioto"),
        "bad_input": ("show", "kyoto", "--round", 7),
        "refusal": ("enrol", "kyoto", "Late"),
    }
    for kind, args in kinds.items():
        error = json.loads(kyoto(*args, "--json").out)["error"]
        assert error["kind"] == kind
    assert error["clause"] == "X-04" and error["heading"].startswith("House rule")


def test_control_characters_do_not_reach_the_terminal(kyoto: Muster) -> None:
    bye = kyoto.json("show", "kyoto", "--round", 1)["round"]["byes"][0]["name"]
    kyoto.ok("drop", "kyoto", bye, "--reason", "\x1b[31mred\x07")
    assert "\x1b" not in kyoto.ok("log", "kyoto") and "\\x1b[31mred" in kyoto.ok("log", "kyoto")
    assert "\x1b" not in kyoto.refused("drop", "kyoto", "\x1b[2J")


def test_a_name_that_begins_with_a_dash_goes_after_two_dashes(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "--", "-Code-", "Ann", "1")
    assert "If “-Code-” is a name, put -- before it: -- -Code-" in muster.misused("drop", "dojo", "-Code-")
    assert "is a name" not in muster.misused("drop", "dojo", "Ann", "--reson", "x"), "a slip in an option says which"
    assert "-Code- dropped" in muster.ok("drop", "dojo", "--", "-Code-")
    assert "1 dropped" in muster.ok("drop", "dojo", "1")


def test_a_surname_names_its_only_bearer(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "Cem Meyer", "Ann Lee", "Bo Lee")
    assert "Cem Meyer dropped" in muster.ok("drop", "dojo", "me\u00adyer")
    assert "Several players are called “lee”: Ann Lee (#2), Bo Lee (#3)." in muster.refused("drop", "dojo", "lee")
