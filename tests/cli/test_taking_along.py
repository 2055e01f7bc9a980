"""Statistics, copies, calendars and CSV from the command line."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZipFile

import pytest

from muster.cli.root import run
from muster.main import Web, backups_of, desk_at
from tests.cli.conftest import Muster


def event(muster: Muster) -> str:
    muster.ok("demo", "bushido", "--keep", "--players", "6", "--seed", "x")
    return str(muster.json("events")["events"][0]["id"])


def lines(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_statistics(muster: Muster, tmp_path: Path) -> None:
    name = event(muster)
    shown = muster.json("stats", name)["statistics"]
    (game,) = shown["games"]
    assert (shown["of"], game["game"]) == ("event", "bushido") and game["games"] > 0
    told = muster.ok("stats", name)
    assert "Bushido Masters: " in told and "No faction is recorded for these games." in told
    table = lines(muster.ok("stats", name, "--csv"))
    assert table[0]["about"] == "games" and int(table[0]["games"]) == game["games"]
    assert muster.json("stats", "--all")["statistics"]["of"] == "all"
    file = tmp_path / "out.csv"
    assert "Statistics written to" in muster.ok("stats", "--all", "-o", file)
    assert file.read_text("utf-8").startswith("game,about,")
    assert muster.json("stats", name, "-o", tmp_path / "again.csv")["file"]
    assert "an EVENT, or --season ID, or --all" in muster.misused("stats")
    assert "an EVENT, or --season ID, or --all" in muster.misused("stats", name, "--all")
    assert "No season is called “none”" in muster.refused("stats", "--season", "none")


def test_a_copy_as_a_folder_and_as_a_zip(muster: Muster, tmp_path: Path) -> None:
    name, folder, archive = event(muster), tmp_path / "pages", tmp_path / "pages.zip"
    said = muster.json("copy", name, "--to", folder)
    files = [file for file in folder.rglob("*") if file.is_file()]
    assert said["files"] == len(files) and (folder / "index.html").is_file()
    assert '<html lang="en"' in (folder / "index.html").read_text("utf-8")
    muster.ok("copy", name, "--to", archive, "--language", "de")
    with ZipFile(archive) as opened:
        assert len(opened.namelist()) == len(files)
        assert 'lang="de"' in opened.read("index.html").decode()
    assert "already exists" in muster.refused("copy", name, "--to", folder)
    assert "already exists" in muster.refused("copy", name, "--to", archive)
    muster.ok("copy", name, "--to", archive, "--force")
    assert "No language is called “xx”" in muster.refused("copy", name, "--to", tmp_path / "x", "--language", "xx")
    assert "an EVENT, or --season ID" in muster.misused("copy", "--to", tmp_path / "y")
    assert "cannot be written" in muster.refused("copy", name, "--to", tmp_path / "no" / "such")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data", "pages", "pages.zip"]


def test_parts_of_an_event_as_csv_and_calendar(muster: Muster, tmp_path: Path) -> None:
    name = event(muster)
    text = muster.json("export", name, "--format", "players")["text"]
    people = lines(text)
    assert len(people) == 6 and {"name", "club", "faction"} <= set(people[0])
    (tmp_path / "players.csv").write_text(text, "utf-8")
    muster.ok("new", "bushido", "Again", "--id", "again")
    muster.ok("enrol", "again", "--file", tmp_path / "players.csv")
    assert lines(muster.json("export", "again", "--format", "players")["text"]) == people
    results = lines(muster.json("export", name, "--format", "results")["text"])
    assert {"round", "table", "a", "b", "vp_a", "vp_b", "points_a"} <= set(results[0])
    assert all(line["outcome_a"] in ("win", "draw", "loss") for line in results)
    assert lines(muster.json("export", name, "--format", "lists")["text"]) == []
    awards = lines(muster.json("export", name, "--format", "awards")["text"])
    first = muster.json("standings", name)["standings"]["rows"][0]["name"]
    assert awards[0]["player"] == first and awards[0]["why"]
    everybody = lines(muster.ok("people", "--csv"))
    assert {one["name"] for one in everybody} == {one["name"] for one in people}
    assert {(one["events"], one["public"]) for one in everybody} == {("1", "no")}
    assert muster.json("export", name, "--format", "ical")["text"].startswith("BEGIN:VCALENDAR\r\n")


def test_a_season_as_csv_and_calendar(muster: Muster, tmp_path: Path) -> None:
    muster.ok("season", "new", "Year", "--circuit", "iron-gauntlet", "--from", "2026-01-01", "--to", "2026-12-31")
    for kind in ("table", "events", "regions", "groups", "ical"):
        said = muster.json("season", "export", "year", "-o", tmp_path / kind, "--format", kind)
        assert said["file"].endswith(kind)
    assert (tmp_path / "table").read_text("utf-8") == "rank,player,points,qualified\n"
    assert (tmp_path / "ical").read_bytes().endswith(b"END:VCALENDAR\r\n")
    assert muster.json("stats", "--season", "year")["statistics"]["of"] == "season"
    assert muster.json("copy", "--season", "year", "--to", tmp_path / "year")["files"] > 3


def test_a_dash_is_standard_output(muster: Muster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name = event(muster)
    assert muster.ok("export", name, "-o", "-") == muster.ok("export", name)
    assert muster.json("export", name, "-o", "-")["format"].startswith("muster/")
    assert muster.ok("export", name, "--format", "ical", "-o", "-").startswith("BEGIN:VCALENDAR")
    assert muster.ok("stats", name, "-o", "-") == muster.ok("stats", name, "--csv")
    player = muster.json("standings", name)["standings"]["rows"][0]["name"]
    assert json.loads(muster.ok("people", "export", player, "-o", "-"))["profile"]["name"] == player
    muster.ok("season", "new", "Year", "--circuit", "iron-gauntlet", "--from", "2026-01-01", "--to", "2026-12-31")
    assert json.loads(muster.ok("season", "export", "year", "-o", "-"))["kind"] == "season"
    assert muster.ok("season", "export", "year", "-o", "-", "--format", "table").startswith("rank,player")
    for words in (("season", "export", "year"), ("people", "export", player), ("print", name, "standings")):
        ran = muster(*words, "-o", "-", "--json")
        assert ran.code == 1 and "both write to standard output" in ran.out
    assert "Give the name of a file instead of “-”." in muster.refused("copy", name, "--to", "-")
    assert "Give the name of a file instead of “-”." in muster.refused("backup", "-")
    terminal = SimpleNamespace(stdout=SimpleNamespace(isatty=lambda: True))
    monkeypatch.setattr("muster.cli.verbs.material.paper.sys", terminal)
    assert "A PDF cannot be shown in a terminal." in muster.refused("print", name, "standings", "-o", "-")
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


def test_a_pdf_goes_into_a_pipe(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    def ran(*words: str) -> bytes:
        assert run(desk_at, ["--data", str(tmp_path), *words], Web(), backups_of) == 0
        return capsysbinary.readouterr().out

    ran("demo", "bushido", "--keep", "--players", "6", "--seed", "x")
    (name,) = [one["id"] for one in json.loads(ran("events", "--json"))["events"]]
    made = ran("print", name, "standings", "-o", "-")
    assert made.startswith(b"%PDF") and made.rstrip().endswith(b"%%EOF")
