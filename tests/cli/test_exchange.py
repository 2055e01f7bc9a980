"""import-from and export --format: files as people have them, answers for people and for scripts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.app.exchange.hands import trf_player
from tests.app.exchange.test_netrunner import AESOPS, TOME
from tests.app.exchange.test_nrtm import COBRA
from tests.app.people.test_sources import START_GG_CSV, T3_GIP
from tests.cli.conftest import Muster

File = Callable[[str, str | bytes], Path]

REPORT = "\r\n".join(
    [
        "012 Café Open",
        "102 An Arbiter",
        "202 BH,SB",
        trf_player(1, "Zoë", "1.5", "2w1", "3b=", rank=1),
        trf_player(2, "Jörg", "0.0", "1b0", "Z", rank=2),
        trf_player(3, "Ann", "1.5", "U", "1w=", rank=1),
        "",
    ]
)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_report_in_any_encoding(muster: Muster, file: File, encoding: str) -> None:
    found = muster.json("import-from", "trf", file("open.trf", REPORT.encode(encoding)), "--as", "cafe")
    assert found["event"] == "cafe"
    assert found["differences"] == [{"number": 2, "name": "Jörg", "what": "rank", "published": "2", "ours": 3}]
    assert found["compared"] == {"points": 3, "rank": 3}
    assert "Not carried over: 1 line “102” (chief arbiter)." in found["notes"]
    assert any("Latin-1" in note for note in found["notes"]) is (encoding == "cp1252")
    assert muster.json("show", "cafe")["event"]["name"] == "Café Open"


def test_the_answer_for_people(muster: Muster, file: File) -> None:
    out = muster.ok("import-from", "trf", file("open.trf", REPORT))
    assert "“Café Open” imported as cafe-open: 3 players, 2 rounds." in out
    assert "1 difference" in out and "Published  Ours" in out
    assert "! Not carried over: 1 line “102” (chief arbiter)." in out
    shared = muster.json("import-from", "cobra", file("c.json", json.dumps(COBRA)))
    assert shared["compared"]["extended_strength_of_schedule"] == 3


def test_a_place_that_is_shared_here(muster: Muster, file: File) -> None:
    rounds = file("r.csv", "round,a,b,a_points,b_points\n1,Ann,Bob,1,1\n")
    standings = file("s.csv", "rank,player\n1,Ann\n2,Bob\n")
    found = muster.json("import-from", "csv", rounds, "--standings", standings)
    assert [(d["published"], d["ours"]) for d in found["differences"]] == [("1", "1="), ("2", "1=")]
    assert "1=" in muster.ok("import-from", "csv", rounds, "--standings", standings)
    assert "The file has no standings to compare with." in muster.ok("import-from", "csv", rounds)


def test_out_and_in_again(muster: Muster, file: File, tmp_path: Path) -> None:
    muster.ok("import-from", "trf", file("open.trf", REPORT), "--as", "one")
    for format_, name in (("trf", "o.trf"), ("csv", "r.csv"), ("standings", "s.csv")):
        muster.ok("export", "one", "--format", format_, "-o", tmp_path / name)
    assert "already exists" in muster.refused("export", "one", "--format", "trf", "-o", tmp_path / "o.trf")
    equal = "Recomputed and equal: points (3), rank (3)."
    assert equal in muster.ok("import-from", "trf", tmp_path / "o.trf", "--as", "two")
    said = muster.json("import-from", "csv", tmp_path / "r.csv", "--standings", tmp_path / "s.csv", "--as", "three")
    assert said["differences"] == [] and set(said["compared"]) == {"points", "buchholz", "sonneborn_berger", "rank"}
    rows = [
        [(r["name"], r["rank"], r["points"], list(r["tiebreaks"].values())) for r in view["standings"]["rows"]]
        for view in (muster.json("standings", event) for event in ("one", "two", "three"))
    ]
    assert sorted(rows[0]) == sorted(rows[1]) == sorted(rows[2])
    assert muster.json("export", "one", "--format", "csv")["text"] == (tmp_path / "r.csv").read_text("utf-8")
    assert muster.ok("export", "one", "--format", "standings").startswith(
        "rank,player,points,buchholz,sonneborn_berger"
    )
    assert "Verified: everything matches" in muster.ok("verify", "three")


def test_tie_breaks_of_your_own(muster: Muster, file: File) -> None:
    report = file("open.trf", REPORT)
    muster.ok("import-from", "trf", report, "--as", "own", "--tiebreak", "wins", "--tiebreak", "buchholz:cut_low=1")
    view = muster.json("standings", "own")["standings"]
    assert [t["key"] for t in view["tiebreaks"]] == ["wins", "buchholz"]
    assert "did you mean “wins”?" in muster.refused("import-from", "trf", report, "--tiebreak", "wns")
    assert "“cut_low” should be" in muster.refused("import-from", "trf", report, "--tiebreak", "buchholz:cut_low")
    assert "has no “floor”" in muster.refused("import-from", "trf", report, "--tiebreak", "buchholz:floor=1")


def test_what_is_wrong_leaves_nothing_behind(muster: Muster, file: File) -> None:
    assert "cannot be read" in muster.refused("import-from", "trf", "nowhere.trf")
    assert "has no player" in muster.refused("import-from", "trf", file("a.trf", "hello"))
    assert "is not valid JSON" in muster.refused("import-from", "cobra", file("a.json", '{"players": ['))
    assert "no column “a”" in muster.refused("import-from", "csv", file("a.csv", "round,b\n1,Ann\n"))
    good = file("r.csv", "round,a,b\n1,Ann,Bob\n")
    assert "no column “player”" in muster.refused("import-from", "csv", good, "--standings", file("s.csv", "rank\n1\n"))
    assert "is not a text file." in muster.refused("import-from", "trf", file("b.trf", b"001\0\0"))
    cut = REPORT[: REPORT.index("001    3")]
    assert "Is the file cut short?" in muster.refused("import-from", "trf", file("c.trf", cut))
    twice = file("d.csv", "round,a,b,a_points,b_points\n1,Ann,Bob,1,0\n2,Ann,Bob,1,0\n2,Ann,Cem,1,0\n")
    assert "Round 2: Ann is in this round twice." in muster.refused("import-from", "csv", twice)
    assert "--standings works only with csv" in muster.misused("import-from", "trf", good, "--standings", good)
    assert muster.json("events")["events"] == []
    muster.ok("import-from", "csv", good, "--as", "x")
    assert "There is already an event “x”." in muster.refused("import-from", "csv", good, "--as", "x")


def test_events_of_aesops_tables_and_tome(muster: Muster, file: File) -> None:
    night = muster.json("import-from", "aesops", file("night.json", json.dumps(AESOPS)))
    assert (night["event"], night["differences"]) == ("casual-night", [])
    assert "“Masters” imported as masters: 3 players, 2 rounds." in muster.ok(
        "import-from", "tome", file("m.json", json.dumps(TOME))
    )


CHALLONGE = [{"participant": {"name": "Ann"}}]
PAGE = "<!DOCTYPE html><html><head><title>Cobra</title></head><body>Sign in</body></html>"
LONGSHANKS = """<html><div class="player_disp"><a class="player_link"><span class="id_number">#12</span>Ann</a></div>"""


@pytest.mark.parametrize(
    ("format_", "text", "sentence"),
    [
        ("aesops", json.dumps(COBRA), "looks like an event from Cobra / NRTM. Use: muster import-from cobra"),
        ("cobra", json.dumps(AESOPS), "looks like an event from AesopsTables. Use: muster import-from aesops"),
        ("aesops", json.dumps(TOME), "looks like an event from TOME. Use: muster import-from tome"),
        ("tome", REPORT, "looks like an event from FIDE TRF. Use: muster import-from trf"),
        ("trf", json.dumps(AESOPS), "looks like an event from AesopsTables. Use: muster import-from aesops"),
        ("aesops", json.dumps(CHALLONGE), "looks like a list of players from Challonge, without rounds."),
        ("aesops", '{"a": 1}', "is not an event from AesopsTables: “players” is missing in it."),
        ("cobra", '{"players": [{"name": 1}]}', "looks like a list of players from List Fortress, without rounds."),
        ("tome", "[]", "is not an event from TOME: “entityGroupMap” is missing in it."),
        ("cobra", PAGE, "is a web page, not an event from Cobra / NRTM. Download the event as JSON there"),
        ("cobra", "\ufeff\n" + PAGE, "is a web page, not an event from Cobra / NRTM."),
        ("trf", PAGE, "is a web page, not a FIDE report."),
        ("csv", PAGE, "is a web page, not a table. Save the table as CSV"),
        ("aesops", LONGSHANKS, "looks like a list of players from Longshanks, without rounds."),
        ("csv", LONGSHANKS, "looks like a list of players from Longshanks, without rounds."),
        ("csv", json.dumps(CHALLONGE), "looks like a list of players from Challonge, without rounds."),
        ("trf", json.dumps(CHALLONGE), "looks like a list of players from Challonge, without rounds."),
        ("tome", "round,a,b\n1,Ann,Bob\n", "looks like a table, not an event from TOME."),
        ("cobra", " \n", "is empty."),
        ("csv", REPORT, "looks like an event from FIDE TRF. Use: muster import-from trf"),
        ("csv", json.dumps(COBRA), "looks like an event from Cobra / NRTM. Use: muster import-from cobra"),
    ],
)
def test_another_programs_file_is_called_by_its_name(
    muster: Muster, file: File, format_: str, text: str, sentence: str
) -> None:
    told = muster.refused("import-from", format_, file("x.json", text))
    assert sentence in told and "None" not in told
    assert muster.json("events")["events"] == []


def test_an_export_of_muster_is_not_another_programs(muster: Muster, tmp_path: Path) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("export", "dojo", "-o", tmp_path / "e.json")
    assert "that Muster exported. Use: muster import" in muster.refused("import-from", "aesops", tmp_path / "e.json")


def test_a_list_from_another_program_is_enrolled(muster: Muster, file: File) -> None:
    muster.ok("new", "bushido", "Dojo")
    done = muster.json("enrol", "dojo", "--file", file("a.csv", START_GG_CSV))
    assert [p["name"] for p in done["enrolled"]] == ["Ann", "Bob"]
    assert done["notes"] == [
        "Read as a list from start.gg.",
        "Left out, because this game has no place for it: Id (start.gg), GamerTag (start.gg), First Name (start.gg), "
        "Venue Type (start.gg), Admin Notes (start.gg).",
    ]
    t3 = file("t3.gip", T3_GIP.encode("cp1252"))
    assert "is a list from T³, not from start.gg." in muster.refused("enrol", "dojo", "--file", t3, "--from", "startgg")
    assert [p["values"].get("club") for p in muster.json("enrol", "dojo", "--file", t3)["enrolled"]] == ["North", None]
