"""A whole event of each system, typed command by command as an organiser would."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from muster.app.links import Invitation, invitation_key
from muster.app.staff import actions as staff
from muster.app.staff import rulings
from muster.core.kit.model import Role
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.play import PlayerEnrolled
from muster.core.record.journal import GENESIS, Row, to_rows
from muster.main import desk_at
from muster.systems import registry
from tests.cli.conftest import Muster

File = Callable[[str, str | bytes], Path]

NAMES = ("Ann", "Bob", "Cem", "Dai", "Eve", "山田太郎", "Ζωή", "Omar")
RESULTS = {
    "bushido": ("vp=2-1", "sp=4-2", "vim=-3"),
    "l5r": ("winner=a",),
    "warmachine": ("winner=a", "how=scenario", "cp=5-2", "apd=40-20"),
    "urban_war": ("lost=1-6",),
    "custom": ("games=2-1",),
}
PLAYER = {"urban_war": ("--field", "models=8")}


def result_of(muster: Muster, system: str) -> tuple[str, ...]:
    """The values of a plain win for side a, cut to the fields there are."""
    fields = {f["key"]: f for f in muster.json("systems", "show", system)["system"]["result_fields"]}
    kept = []
    for text in RESULTS[system]:
        key, _, value = text.partition("=")
        if key in fields and (not fields[key]["choices"] or value in fields[key]["choices"]):
            kept.append(text)
    if system == "custom":
        kept = [f"{next(iter(fields))}=2-1"]
    return tuple(kept)


@pytest.mark.parametrize("system", sorted(RESULTS))
def test_whole_event(muster: Muster, system: str) -> None:
    values = result_of(muster, system)
    created = muster.json("new", system, "Spring Open", "--date", "2026-03-01")
    assert (created["event"], created["next"]) == ("spring-open", "muster enrol spring-open NAME")
    enrolled = muster.json("enrol", "spring-open", *NAMES, *PLAYER.get(system, ()))
    assert [p["name"] for p in enrolled["enrolled"]] == list(NAMES)
    step = enrolled["next"]
    rounds = 0
    while not step.startswith("muster finish"):
        assert step == "muster pair spring-open" or step == "muster cut spring-open"
        if step.startswith("muster cut"):
            muster.ok("cut", "spring-open")
            step = "muster pair spring-open"
            continue
        drafted = muster.json("pair", "spring-open")
        rounds += 1
        assert (drafted["round"]["number"], drafted["round"]["state"]) == (rounds, "draft")
        assert drafted["next"] == "muster publish spring-open"
        muster.ok("publish", "spring-open")
        for match in drafted["round"]["matches"]:
            assert match["why"], "every pair has its reason"
            step = muster.json("report", "spring-open", match["table"], *values)["next"]
        assert rounds < 10
    finished = muster.json("finish", "spring-open")
    assert sorted(row["name"] for row in finished["standings"]["rows"]) == sorted(NAMES)
    assert finished["awards"][0]["player"]["name"] == finished["standings"]["rows"][0]["name"]
    verified = muster.json("verify", "spring-open")
    assert (verified["difference"], verified["seed_known"], verified["checked"]["draws"]) == (None, True, rounds)
    shown = muster.json("show", "spring-open")["event"]
    assert (shown["state"], len(shown["rounds"])) == ("finished", rounds)


def test_cut_and_bracket(muster: Muster) -> None:
    muster.ok("new", "l5r", "Cup", "--option", "rounds=1", "--option", "cut=4", "--option", "structure=custom")
    muster.ok("enrol", "cup", *NAMES)
    muster.ok("pair", "cup")
    muster.ok("publish", "cup")
    for table in range(1, 5):
        last = muster.json("report", "cup", table, "winner=a")
    assert last["next"] == "muster cut cup"
    cut = muster.json("cut", "cup")
    seeds = [seed["name"] for seed in cut["seeds"]]
    assert len(seeds) == 4
    outsiders = [n for n in NAMES if n not in seeds]
    replaced = muster.json("drop", "cup", seeds[0], "--declined", outsiders[0])
    assert "steps in" in replaced["done"]
    for _ in range(2):
        drawn = muster.json("pair", "cup")["round"]
        muster.ok("publish", "cup")
        for match in drawn["matches"]:
            last = muster.json("report", "cup", match["table"], "winner=a")
    assert last["next"] == "muster finish cup"
    assert "Winner" in muster.ok("show", "cup", "--round", 3)
    assert muster.json("finish", "cup")["standings"]["rows"][0]["rank"] == 1


def test_players_report_and_confirm(kyoto: Muster) -> None:
    match = kyoto.json("show", "kyoto", "--round", 1)["round"]["matches"][0]
    a, b = match["a"]["name"], match["b"]["name"]
    first = kyoto.json("report", "kyoto", a, "winner=a", "--as", a)
    assert first["matches"][0]["state"] == "reported"
    assert f"{b} must confirm it" in first["done"]
    assert "[X-03:" in kyoto.refused("confirm", "kyoto", a, "--as", a)
    assert kyoto.json("confirm", "kyoto", b, "--as", b)["matches"][0]["state"] == "in"


def test_reports_that_differ_are_a_dispute(kyoto: Muster) -> None:
    match = kyoto.json("show", "kyoto", "--round", 1)["round"]["matches"][0]
    a, b = match["a"]["name"], match["b"]["name"]
    kyoto.ok("report", "kyoto", a, "winner=a", "--as", a)
    assert "differ" in kyoto.ok("report", "kyoto", b, "winner=a", "--as", b)
    assert "DISPUTED" in kyoto.ok("show", "kyoto", "--round", 1)
    assert kyoto.json("report", "kyoto", match["table"], "winner=b")["matches"][0]["state"] == "in"


def test_values_of_a_named_player_are_their_own(kyoto: Muster) -> None:
    match = kyoto.json("show", "kyoto", "--round", 1)["round"]["matches"][1]
    told = kyoto.json("report", "kyoto", match["b"]["name"], "winner=a")["matches"][0]
    assert [score["outcome"] for score in told["scores"]] == ["loss", "win"]


def test_endings(kyoto: Muster) -> None:
    one, two = kyoto.json("show", "kyoto", "--round", 1)["round"]["matches"]
    absent = kyoto.json("report", "kyoto", one["table"], "--no-show", one["a"]["name"])["matches"][0]
    assert absent["result"] == {"ending": "no_show", "by": [one["a"]], "values": {}}
    assert kyoto.json("show", "kyoto")["event"]["players"][one["a"]["number"] - 1]["status"] == "dropped"
    conceded = kyoto.json("concede", "kyoto", two["b"]["name"])["matches"][0]
    assert (conceded["result"]["ending"], conceded["scores"][0]["outcome"]) == ("concession", "win")
    assert "is back" in kyoto.ok("rejoin", "kyoto", one["a"]["name"])


def test_correction_shows_what_it_changes_first(kyoto: Muster) -> None:
    for table in (1, 2):
        kyoto.ok("report", "kyoto", table, "winner=a")
    before = kyoto.json("standings", "kyoto")
    change = ("correct", "kyoto", 1, "winner=b", "--round", 1, "--reason", "slip misread")
    looked = kyoto.json(*change, "--preview")
    assert looked["saved"] is False and len(looked["changes"]["ranks"]) > 1
    assert "nothing is saved" in kyoto.ok(*change, "--preview")
    assert kyoto.json("standings", "kyoto") == before
    assert kyoto.json(*change)["changes"] == looked["changes"]
    assert kyoto.json("standings", "kyoto") != before
    assert "already has this result." in kyoto.refused(*change)


def test_a_no_show_is_corrected_to_an_excused_one(kyoto: Muster) -> None:
    """X-29: from the command line too."""
    shown = kyoto.json("show", "kyoto", "--round", 1)["round"]["matches"]
    name = shown[0]["b"]["name"]
    kyoto.ok("report", "kyoto", 1, "--no-show", name)
    for match in shown[1:]:
        kyoto.ok("report", "kyoto", match["table"], "winner=a")
    change = ("correct", "kyoto", 1, "--no-show", name, "--reason", "had phoned")
    assert "already has this result." in kyoto.refused(*change)
    assert "--excused works only with --no-show" in kyoto.misused(
        "correct", "kyoto", 1, "winner=a", "--excused", "--reason", "had phoned"
    )
    assert f"{name}: dropped → active" in kyoto.ok(*change, "--excused")
    rows = {row["name"]: row for row in kyoto.json("standings", "kyoto")["standings"]["rows"]}
    assert (rows[name]["points"], rows[name]["rounds"]) == (1, 1)


def test_undo_and_redo_are_a_round_trip(kyoto: Muster) -> None:
    kyoto.ok("report", "kyoto", 1, "winner=a")
    before = kyoto.json("show", "kyoto", "--round", 1)
    assert "Undone: Round 1, table 1" in kyoto.ok("undo", "kyoto")
    assert kyoto.json("show", "kyoto", "--round", 1) != before
    kyoto.ok("redo", "kyoto")
    assert kyoto.json("show", "kyoto", "--round", 1) == before
    assert "nothing to redo" in kyoto.refused("redo", "kyoto")
    log = kyoto.json("log", "kyoto")["log"]
    assert [e["kind"] for e in log[-2:]] == ["Undone", "Redone"]
    assert len(kyoto.json("log", "kyoto", "--last", 3)["log"]) == 3


def test_draft_changed_by_hand(muster: Muster, file: File) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "Ann", "Bob", "Cem", "Dai", "Eve")
    paper = file("paper.csv", "a;b;table\nAnn;Bob;7\nCem;Dai;\nEve;bye;\n")
    drawn = muster.json("pair", "dojo", "--by-hand", paper)["round"]
    assert [(m["table"], m["a"]["name"], m["b"]["name"]) for m in drawn["matches"]] == [
        (1, "Cem", "Dai"),
        (7, "Ann", "Bob"),
    ]
    assert [bye["name"] for bye in drawn["byes"]] == ["Eve"]
    swapped = muster.json("swap", "dojo", "Bob", "Eve")["round"]
    assert [bye["name"] for bye in swapped["byes"]] == ["Bob"]
    moved = muster.json("table", "dojo", 7, 2)["round"]
    assert sorted(m["table"] for m in moved["matches"]) == [1, 2]
    assert muster.misused("pair", "dojo", "--redraw")
    assert muster.json("pair", "dojo", "--redraw", "--reason", "Ann came late")["round"]["attempt"] == 2


def test_past_moments(kyoto: Muster) -> None:
    entries = kyoto.json("log", "kyoto")["log"]
    enrolled = kyoto.json("show", "kyoto", "--at", entries[-3]["at"])["event"]
    assert (len(enrolled["players"]), enrolled["rounds"]) == (5, [])
    assert "did not exist yet" in kyoto.refused("standings", "kyoto", "--at", "2001-01-01")
    assert "“noon” is not a time" in kyoto.refused("standings", "kyoto", "--at", "noon")
    assert kyoto.json("standings", "kyoto", "--round", 0)["standings"]["after_round"] == 0


def test_public_view_hides_the_draft(muster: Muster) -> None:
    muster.ok("new", "bushido", "Cup")
    muster.ok("enrol", "cup", "Ann", "Bob")
    muster.ok("pair", "cup")
    assert "Round 1 (draft)" in muster.ok("show", "cup")
    assert muster.json("show", "cup", "--public")["event"]["rounds"] == []
    assert "There is no round 1" in muster.refused("show", "cup", "--public", "--round", 1)
    assert "Round 1" not in muster.ok("show", "cup", "--public")


def test_why_cites_the_book(kyoto: Muster) -> None:
    for table in (1, 2):
        kyoto.ok("report", "kyoto", table, "winner=a")
    for where in ("1", "Bob", "Ann"):
        steps = kyoto.json("why", "kyoto", where)["why"]
        assert all(step["text"] for step in steps) and any(step["clause"] and step["heading"] for step in steps)
    bye = kyoto.json("show", "kyoto", "--round", 1)["round"]["byes"][0]["name"]
    assert "the number of players is odd [L5R-097]" in kyoto.ok("why", "kyoto", bye)


def test_options_scenarios_people_and_notes(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "Ann", "Bob", "Cem", "--field", "club=North")
    muster.ok("enrol", "dojo", "Steve", "--stand-in")
    assert muster.json("amend", "dojo", "Cem", "--name", "Cem B", "--field", "club=South")["player"]["name"] == "Cem B"
    one = muster.json("options", "dojo", "rice", 70)["options"][0]
    assert (one["key"], one["value"], one["set"]) == ("rice", 70, True)
    assert "Rice limit" in muster.ok("option", "dojo", "rice")
    assert len(muster.json("options", "dojo")["options"]) > 10
    assert muster.json("scenario", "dojo", 1, "Bridge")["scenarios"][0]["name"] == "Bridge"
    assert "Bridge" in muster.ok("scenario", "dojo")
    assert muster.json("checkin", "dojo", "Ann", "Bob")["checked_in"] == 2
    assert "3 of 4 are here" in muster.ok("checkin", "dojo", "--all")
    assert muster.json("penalty", "dojo", "Bob", "Warning", "--note", "late")["penalty"]["name"] == "Bob"
    assert muster.json("ruling", "dojo", "Cocked dice are rolled again", "--table", 1)["ruling"]["table"] == 1
    muster.ok("pair", "dojo")
    muster.ok("publish", "dojo")
    assert "give a reason" in muster.refused("options", "dojo", "bye_is_win", "no")
    assert muster.json("options", "dojo", "bye_is_win", "no", "--reason", "house rule")["options"][0]["value"] is False
    out = muster.json("disqualify", "dojo", "Bob", "--reason", "loaded dice")
    assert out["player"]["status"] == "disqualified"
    shown = muster.ok("show", "dojo")
    assert "Cocked dice" in shown and "disqualified" in shown


def test_what_penalties_and_rulings_are_for_is_named_by_the_book(muster: Muster) -> None:
    """WMH-058, WMH-059, L5R-012, L5R-024: and what the staff noted is not public."""
    muster.ok("new", "warmachine", "Cup")
    muster.ok("enrol", "cup", "Ann", "Bob", "Cem", "--field", "faction=Cygnar")
    told = muster.json("penalty", "cup", "Ann", "warning", "--note", "ran the clock", "--for", "clock")["penalty"]
    assert told["infraction"] == "Misuse of the Deathclock"
    refused = muster.refused("penalty", "cup", "Bob", "warning", "--for", "rudeness")
    assert "means disqualification. Disqualify the player" in refused and "WMH-058" in refused
    assert "“smoking” is not an infraction. This game has: rudeness, abuse" in muster.refused(
        "disqualify", "cup", "Bob", "--reason", "smoked", "--for", "smoking"
    )
    muster.ok("disqualify", "cup", "Bob", "--reason", "swore", "--for", "rudeness")
    assert "Bob disqualified for “Rudeness to an opponent or the organiser” (swore)" in muster.ok("log", "cup")
    assert "Ann: warning (Misuse of the Deathclock: ran the clock)" in muster.ok("show", "cup")
    muster.ok("new", "l5r", "Keep")
    assert muster.json("ruling", "keep", "Five cards", "--about", "rule")["ruling"]["subject"].startswith("A rule")
    assert "A rule that was not followed: Five cards" in muster.ok("show", "keep")
    assert "This game has: rule, inquiry, card" in muster.refused("ruling", "keep", "So.", "--about", "weather")
    for event in ("cup", "keep"):
        public = muster.json("show", event, "--public")["event"]
        assert (public["penalties"], public["rulings"]) == ([], [])
    shown = muster.ok("systems", "show", "l5r")
    assert "collusion" in shown and "Possible cheating, under investigation" in shown


def test_a_ruling_has_the_answer_to_its_appeal(muster: Muster) -> None:
    """L5R-013, L5R-022: what the marshal decided, or the organiser without one, is final and is shown beside it."""
    muster.ok("new", "l5r", "Keep")
    muster.ok("enrol", "keep", "Ann", "Bob", "Cem", "Dai")
    muster.ok("pair", "keep")
    match = muster.json("publish", "keep")["round"]["matches"][0]
    desk = desk_at(muster.folder)
    judge = Invitation("keep", Role.JUDGE, invitation_key(desk.open("keep"), Role.JUDGE))
    _, lea = staff.join(desk, "Lea", judge)
    for number, upheld in ((1, False), (2, True)):
        rulings.rule(desk, "keep", lea.id, match["table"], "", f"Ruled {number}.")
        rulings.appeal(desk, "keep", lea.id, number, match["a"]["name"], "")
        assert "on appeal" not in muster.ok("show", "keep").partition(f"Ruled {number}.")[2]
        rulings.decide(desk, "keep", staff.ORGANISER, number, upheld, f"Decided {number}.")
    shown = muster.ok("show", "keep").splitlines()
    found = [shown[n + 1].strip() for n, line in enumerate(shown) if "Ruled" in line]
    assert found == ["Overturned on appeal: Decided 1.", "Upheld on appeal: Decided 2."]
    told = muster.json("show", "keep")["event"]["rulings"]
    assert [(r["overturned"], r["decision"]) for r in told] == [(True, "Decided 1."), (False, "Decided 2.")]


@pytest.mark.parametrize(
    ("command", "all_see_it"), [("drop", True), ("disqualify", True), ("options", True), ("swap", False)]
)
def test_help_says_which_reasons_are_public(muster: Muster, command: str, all_see_it: bool) -> None:
    told = " ".join(muster.ok(command, "--help").split())
    assert ("Reason; everyone will see it." in told) == all_see_it
    assert ("Reason, for the log." in told) != all_see_it


def test_an_event_gets_another_name_and_day(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    assert "no date yet" in muster.ok("about", "dojo")
    assert "is not a date" in muster.refused("about", "dojo", "--date", "soon")
    told = muster.json("about", "dojo", "--name", "Autumn Dojo", "--date", "2026-11-20")
    assert (told["amended"]["id"], told["amended"]["name"]) == ("dojo", "Autumn Dojo")
    assert muster.json("about", "dojo")["event"]["date"] == "2026-11-20"
    assert "Nothing was changed:" in muster.refused("about", "dojo", "--name", "Autumn Dojo")
    muster.ok("about", "dojo", "--date", "")
    assert muster.json("about", "dojo")["event"]["date"] == ""
    muster.ok("undo", "dojo")
    assert muster.json("about", "dojo")["event"]["date"] == "2026-11-20"


def test_results_from_files(kyoto: Muster, file: File) -> None:
    matches = kyoto.json("show", "kyoto", "--round", 1)["round"]["matches"]
    csv = f'\ufeffPlayer,Winner,round\n"{matches[0]["b"]["name"]}",a,1\n'
    assert kyoto.json("report", "kyoto", "--file", file("r.csv", csv))["matches"][0]["scores"][1]["outcome"] == "win"
    typed = [{"table": matches[1]["table"], "values": {"winner": "b", "broken": [3, 1], "honor": "4-9"}}]
    told = kyoto.json("report", "kyoto", "--file", file("r.json", json.dumps(typed)))["matches"][0]
    assert told["result"]["values"]["broken"] == [3, 1]


def test_sides_in_two_columns(muster: Muster, file: File) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", *NAMES)
    muster.ok("pair", "dojo")
    muster.ok("publish", "dojo")
    lines = ["table\tvp_a\tvp_b\tsp\tending\tby", "1\t2\t1\t4-2\t\t", "2\t3\t0\t\t\t", "3\t\t\t\tdouble loss\t"]
    told = muster.json("report", "dojo", "--file", file("r.csv", "\n".join(lines)))
    assert told["done"].startswith("3 results saved.")
    values: list[Any] = [m["result"]["values"].get("vp") for m in told["matches"]]
    assert values == [[2, 1], [3, 0], None]


def test_events_travel(kyoto: Muster, tmp_path: Path) -> None:
    path = tmp_path / "kyoto.json"
    assert "secret seed" in kyoto.ok("export", "kyoto", "-o", path)
    assert "already exists" in kyoto.refused("export", "kyoto", "-o", path)
    assert json.loads(kyoto.ok("export", "kyoto", "-o", path, "--force", "--json"))["file"] == str(path)
    assert "The name “kyoto” is already taken." in kyoto.refused("import", path)
    assert kyoto.json("import", path, "--as", "osaka")["event"] == "osaka"
    assert kyoto.json("show", "osaka")["event"]["rounds"] == kyoto.json("show", "kyoto")["event"]["rounds"]
    assert kyoto.json("verify", path)["seed_known"] is True
    bare = json.loads(kyoto.ok("export", "kyoto", "--without-seed"))
    assert bare["seed"] == ""
    path.write_text(json.dumps(bare), encoding="utf-8")
    assert "seed is not known" in kyoto.ok("verify", path)
    assert [e["id"] for e in kyoto.json("events")["events"]] == ["kyoto", "osaka"]
    assert "add --yes" in kyoto.refused("remove", "osaka")
    style = kyoto.folder / "overlays" / "osaka.css"
    style.parent.mkdir(mode=0o700)
    style.write_text(".ov {}")
    assert "Deleted" in kyoto.ok("remove", "osaka", "--yes") and not style.exists()
    assert [e["id"] for e in kyoto.json("events")["events"]] == ["kyoto"]


def test_verify_names_the_first_difference(kyoto: Muster, file: File) -> None:
    data = json.loads(kyoto.ok("export", "kyoto"))
    entries = list(EVENT.read([Row(**row) for row in data["rows"]]))
    assert isinstance(entries[2].fact, PlayerEnrolled)
    entries[2] = replace(entries[2], fact=replace(entries[2].fact, lot=entries[2].fact.lot + 1))
    data["rows"] = [asdict(row) for row in to_rows(entries, GENESIS)]
    ran = kyoto("verify", file("forged.json", json.dumps(data)), "--json")
    told = json.loads(ran.out)
    assert (ran.code, told["ok"], told["error"]["kind"]) == (1, False, "difference")
    assert told["difference"] == "Entry 3: the lot of player 2 does not come from the seed."
    ran = kyoto("verify", file("forged.json", json.dumps(data)))
    assert ran.code == 1 and "DOES NOT MATCH. Entry 3:" in ran.out


def test_composed_system_from_a_file(muster: Muster, file: File) -> None:
    toml = file("club.toml", muster.ok("systems", "show", "custom", "--toml").replace('"Swiss"', '"Club night"'))
    assert muster.json("systems", "show", toml)["system"]["name"] == "Club night"
    assert muster.json("new", toml, "Friday")["created"]["system_name"] == "Club night"
    assert "is not a TOML file" in muster.refused("new", file("bad.toml", "name = ["), "Friday")


def test_demo_of_all_leaves_nothing_behind_unless_told(muster: Muster) -> None:
    text = muster.ok("demo", "all", "--players", 6)
    assert text.count("is finished") == len(registry.BUILT_IN)
    assert muster.json("events")["events"] == []
    kept = muster.json("demo", "bushido", "--players", 5, "--seed", "x", "--keep")["demos"][0]
    assert muster.json("verify", kept["event"])["difference"] is None
    assert "4 to 2000 players" in muster.refused("demo", "l5r", "--players", 1)


def test_a_record_from_a_sheet_is_held_against_the_journal(kyoto: Muster) -> None:
    record = kyoto.json("verify", "kyoto")["record"]
    said = kyoto.ok("verify", "kyoto", "--head", f"{record['hash']} @{record['entry']}")
    assert f"The digits you gave match this journal at entry {record['entry']}." in said
    assert "is not in this journal" in kyoto.refused("verify", "kyoto", "--head", "0000 0000 0000 0000")


def test_a_table_is_written_with_its_room(kyoto: Muster) -> None:
    """X-12: in the table of a round, in the answer to a report, and as a field of its own with --json."""
    kyoto.ok("options", "kyoto", "rooms", "Hall: 1; Gallery: 2-9", "--reason", "moved")
    shown = kyoto.ok("show", "kyoto", "--round", "1")
    assert "1 (Hall)" in shown and "2 (Gallery)" in shown
    assert [match["room"] for match in kyoto.json("show", "kyoto", "--round", "1")["round"]["matches"]] == [
        "Hall",
        "Gallery",
    ]
    assert "Table 2 (Gallery): " in kyoto.ok("report", "kyoto", "2", "winner=a")
    assert "is now at table 1 (Hall)." in kyoto.ok("table", "kyoto", "2", "1")
    kyoto.ok("options", "kyoto", "rooms", "Hall: 1-9", "--reason", "moved back")
    assert "Hall" not in kyoto.ok("show", "kyoto", "--round", "1")


def test_the_sites_that_may_use_an_event_are_named(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("about", "dojo", "--sites", "https://club.example http://localhost:5500/")
    assert "Sites that may use the event: http://localhost:5500, https://club.example" in muster.ok("log", "dojo")
    assert "“club.example” is not a site." in muster.refused("about", "dojo", "--sites", "club.example")
    muster.ok("about", "dojo", "--sites", "")
    assert "No other site may use the event" in muster.ok("log", "dojo")


def test_places_are_not_given_before_the_event_is_finished(kyoto: Muster) -> None:
    assert kyoto.ok("awards", "kyoto", "--add", "Best painted").count("given when the event is finished") >= 1
    assert "in the final standings" not in kyoto.ok("awards", "kyoto")
    kyoto.ok("awards", "kyoto", "Ann", "--decide", "Best painted")
    assert "chosen by the organiser" in kyoto.ok("awards", "kyoto")
    kyoto.ok("report", "kyoto", "1", "winner=a")
    kyoto.ok("report", "kyoto", "2", "winner=a")
    kyoto.ok("finish", "kyoto", "--reason", "the hall closes")
    assert "place 1 in the final standings" in kyoto.ok("awards", "kyoto")


def test_after_round_2_is_paired_no_option_lets_anybody_in(kyoto: Muster) -> None:
    assert "turn on the option “Late entry”" in kyoto.refused("enrol", "kyoto", "Zed")
    for table in (1, 2):
        kyoto.ok("report", "kyoto", table, "winner=a")
    kyoto.ok("pair", "kyoto")
    assert "Late entry ends when round 2 is paired." in kyoto.refused("enrol", "kyoto", "Zed")
