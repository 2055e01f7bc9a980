"""Every command answers with `--json` in each of its shapes; the schema says so, and docs/json.md with it."""

from __future__ import annotations

import importlib.util
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muster.cli.commands import COMMANDS
from muster.cli.replies.base import Refused
from muster.cli.schemas import DIALECT, REPLIES, schema
from tests.app.paperwork import FORCE
from tests.app.venue.test_terrain import STOCK
from tests.cli.conftest import Muster
from tests.cli.replies import must_fit
from tests.systems.l5r.shelf import CARDS
from tests.web.live.test_stream import serving

ROOT = Path(__file__).resolve().parents[2]
Files = Callable[[str, str | bytes], Path]


def in_a_browser(muster: Muster, file: Files) -> None:
    with serving(muster.folder) as addresses:
        must_fit(["serve"], json.dumps(addresses))
        muster.json("sign-in")
        muster.json("play", "warmachine", "Ann", "Bo")
    muster.json("sign-out")
    muster.json("doctor")


def a_whole_event(muster: Muster, file: Files) -> None:
    muster.json("new", "l5r", "Kyoto", "--seed", "test", "--option", "structure=custom", "--option", "rounds=2")
    muster.json("events")
    muster.json("about", "kyoto")
    muster.json("about", "kyoto", "--date", "2026-11-15")
    muster.json("options", "kyoto")
    muster.json("options", "kyoto", "cut", "2")
    muster.json("enrol", "kyoto", "Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gil")
    muster.json("amend", "kyoto", "Gil", "--name", "Gus")
    muster.json("checkin", "kyoto", "--all")
    muster.json("pair", "kyoto")
    muster.json("swap", "kyoto", "Ann", "Bob")
    muster.json("table", "kyoto", 1, 2)
    muster.json("bye", "kyoto", "Cem", "--reason", "came late")
    muster.json("enrol", "kyoto", "Hal")
    muster.json("checkin", "kyoto", "Hal")
    muster.json("leave-out", "kyoto", "Hal")
    muster.json("publish", "kyoto")
    muster.json("clock", "kyoto")
    muster.json("clock", "kyoto", "start")
    muster.json("schedule", "kyoto")
    muster.json("schedule", "kyoto", "--start", "10:00", "--length", "60", "--break", "1", "30", "Lunch")
    first = muster.json("show", "kyoto", "--round", 1)["round"]["matches"][0]
    muster.json("report", "kyoto", 1, "winner=a", "--as", first["a"]["name"])
    muster.json("confirm", "kyoto", 1, "--as", first["b"]["name"])
    muster.json("correct", "kyoto", 1, "winner=b", "--reason", "misread", "--preview")
    muster.json("correct", "kyoto", 1, "winner=b", "--reason", "misread")
    muster.json("concede", "kyoto", muster.json("show", "kyoto", "--round", 1)["round"]["matches"][1]["a"]["name"])
    muster.json("report", "kyoto", 3, "winner=a")
    third = muster.json("show", "kyoto", "--round", 1)["round"]["matches"][2]
    muster.json("object", "kyoto", third["b"]["name"], "I won")
    muster.json("answer", "kyoto", 3, "The slip says otherwise.")
    muster.json("announce", "kyoto", "Lunch at noon")
    muster.json("awards", "kyoto", "--add", "Best opponent", "--kind", "opponent")
    muster.json("awards", "kyoto")
    muster.json("penalty", "kyoto", "Ann", "Warning")
    muster.json("ruling", "kyoto", "The card counts.")
    muster.json("lost", "kyoto", "Ann", "Banzai!")
    muster.json("proxy", "kyoto", "Ann", "Banzai!", "--by", "Dan")
    muster.json("close", "kyoto")
    muster.json("awards", "kyoto", "--open", "best opponent")
    muster.json("vote", "kyoto", "best opponent", third["a"]["name"], "--as", third["b"]["name"])
    muster.json("awards", "kyoto", "--close", "1")
    muster.json("undo", "kyoto")
    muster.json("redo", "kyoto")
    muster.json("drop", "kyoto", "Hal")
    muster.json("rejoin", "kyoto", "Hal")
    muster.json("disqualify", "kyoto", "Hal", "--reason", "left with the trophy")
    muster.json("pair", "kyoto")
    muster.json("publish", "kyoto")
    for match in muster.json("show", "kyoto", "--round", 2)["round"]["matches"]:
        muster.json("report", "kyoto", match["table"], "winner=a")
    muster.json("cut", "kyoto")
    muster.json("standings", "kyoto")
    muster.json("why", "kyoto", "Ann")
    muster.json("log", "kyoto")
    muster.json("finish", "kyoto", "--reason", "the hall closes")
    muster.json("show", "kyoto")
    muster.json("verify", "kyoto")


def taken_away(muster: Muster, file: Files) -> None:
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    muster.ok("enrol", "dojo", "Ann", "Bob")
    folder = muster.folder.parent
    muster.json("export", "dojo")
    muster.json("export", "dojo", "--output", folder / "dojo.json")
    muster.json("export", "dojo", "--format", "csv")
    muster.json("copy", "dojo", "--to", folder / "pages.zip")
    muster.json("stats", "dojo")
    muster.json("stats", "dojo", "--output", folder / "stats.csv")
    muster.json("import", folder / "dojo.json", "--as", "copy")
    muster.json("import-from", "csv", file("rounds.csv", "round,a,b,a_points,b_points\n1,Ann,Bob,1,0\n"))
    muster.json("print", "dojo", "badges", "--output", folder / "badges.pdf")
    muster.json("scan")
    muster.json("remove", "copy", "--yes")
    saved = muster.json("backup", folder)
    muster.json("restore", saved["file"], "--data", folder / "another")
    muster.json("restore", saved["file"], "--check")
    muster.json("transfer", folder / "another", folder / "third")
    muster.json("demo", "bushido", "--players", 4)


def lists(muster: Muster, file: Files) -> None:
    muster.ok("new", "urban_war", "Siege", "--seed", "test")
    muster.ok("enrol", "siege", "Ann", "Ben", "--field", "models=12")
    force = file("ann.txt", FORCE)
    muster.json("lists", "siege")
    muster.json("lists", "siege", "check", "--file", force)
    muster.json("lists", "siege", "hand-in", "Ann", "--file", force)
    muster.json("lists", "siege", "check", "Ann")
    muster.json("lists", "siege", "mark", "Ann", "--mark", "in_order")
    muster.json("lists", "siege", "missing")
    muster.json("lists", "siege", "show", "Ann")
    muster.json("lists", "siege", "history", "Ann")
    muster.json("lists", "siege", "sheet", "Ann")
    muster.json("lists", "siege", "import", "--file", file("lists.json", json.dumps({"Ben": FORCE})))
    muster.json("lists", "siege", "consent", "Ann")
    muster.json("lists", "siege", "lock")
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    muster.ok("enrol", "dojo", "Ann", "Ben")
    muster.ok("pair", "dojo")
    muster.ok("publish", "dojo")
    muster.json("lists", "dojo", "declared")
    muster.json("cards")
    muster.json("cards", "import", file("cards.json", json.dumps(CARDS)))


def lists_that_an_opponent_sees(muster: Muster, file: Files) -> None:
    """WMH-079."""
    muster.ok("new", "warmachine", "Siege", "--seed", "test")
    muster.ok("enrol", "siege", "Ann", "Ben")
    muster.ok("lists", "siege", "hand-in", "Ann", "--file", file("ann.txt", "Army: Retribution\n"))
    muster.ok("pair", "siege")
    muster.ok("publish", "siege")
    muster.json("lists", "siege", "show", "Ann", "--as", "Ben")


def material(muster: Muster, file: Files) -> None:
    muster.ok("new", "warmachine", "Siege", "--seed", "test")
    muster.ok("enrol", "siege", "Ann", "Ben")
    muster.json("scenario", "siege", 1, "Bunkers")
    muster.json("scenario", "siege")
    muster.json("scenario", "siege", "--material")
    muster.json("scenario", "siege", "--keep", "High tide", "--text", "It rises.", "--objective", "Stay dry")
    muster.json("scenario", "siege", "--write", "High tide")
    muster.json("terrain", "siege", "stock", file("stock.csv", STOCK))
    muster.json("terrain", "siege", "generate", "scatter", "--tables", "1")
    muster.json("terrain", "siege")
    muster.json("terrain", "siege", "show", "Table 1")
    muster.json("terrain", "siege", "put", "Ours", "Pond", 24, 24)
    muster.json("terrain", "siege", "table", 1)
    muster.json("systems")
    muster.json("systems", "show", "l5r")
    muster.json("systems", "show", "custom", "--toml")
    muster.json("new-system", "skirmish2", "--into", muster.folder.parent / "muster-skirmish2")
    muster.json("schema", "standings")


def a_season(muster: Muster, file: Files) -> None:
    for name, winner in (("North", "Ann"), ("South", "Bob")):
        event = name.lower()
        muster.ok("new", "warmachine", name, "--seed", "test", "--date", "2026-03-01")
        muster.ok("enrol", event, "Ann", "Bob", "Cem", "Dai")
        muster.ok("pair", event)
        muster.ok("publish", event)
        for match in muster.json("show", event, "--round", 1)["round"]["matches"]:
            side = "b" if match["b"]["name"] == winner else "a"
            cp = "0-9" if side == "b" else "9-0"
            muster.ok("report", event, match["table"], f"winner={side}", "how=scenario", f"cp={cp}", "apd=0-0")
        muster.ok("finish", event, "--reason", "the hall closes")
    muster.json("season")
    muster.json("season", "circuit")
    muster.json("season", "circuit", "iron-gauntlet")
    circuit = file(
        "cup.toml", 'name = "Cup"\ngame = "warmachine"\n[points]\nchart = [3, 2, 1]\n[qualify]\npoints = 1\n'
    )
    muster.json("season", "new", "Cup 2026", "--circuit", circuit, "--from", "2026-01-01", "--to", "2026-12-31")
    for event in ("north", "south"):
        muster.json("season", "add", "cup-2026", event)
    muster.json("season", "change", "cup-2026", event, "--attendees", 120)
    muster.json("season", "amend", "cup-2026", "--name", "Cups 2026")
    muster.json("season", "people", "cup-2026")
    muster.json("season", "same", "cup-2026", "Ann@north", "Ann@south")
    muster.json("season", "apart", "cup-2026", "Bob@north", "Bob@south")
    muster.json("season", "table", "cup-2026")
    muster.json("season", "event", "cup-2026", "north")
    muster.json("season", "take", "cup-2026", "north")
    muster.json("season", "update", "cup-2026")
    muster.json("season", "verify", "cup-2026")
    muster.json("season", "final", "cup-2026", "Final")
    muster.json("season", "undo", "cup-2026")
    muster.json("season", "redo", "cup-2026")
    muster.json("season", "withdraw", "cup-2026", "south", "--reason", "not one of ours")
    muster.json("season", "log", "cup-2026")
    muster.json("season", "export", "cup-2026", "--output", muster.folder.parent / "cup.json")
    muster.json("season", "import", muster.folder.parent / "cup.json", "--as", "copy")
    muster.json(
        "season", "new", "Iron 2026", "--circuit", "iron-gauntlet", "--from", "2026-01-01", "--to", "2026-12-31"
    )
    muster.json("season", "add", "iron-2026", "north")
    muster.json("season", "step", "iron-2026", "north", "sanctioned", "--on", "2026-02-01")
    muster.json("season", "report", "iron-2026", "north")
    muster.json("season", "remove", "iron-2026", "--yes")


def people(muster: Muster, file: Files) -> None:
    for event in ("north", "south"):
        muster.ok("new", "bushido", event.title(), "--seed", "test", "--date", "2026-03-01")
    muster.ok("enrol", "north", "Ann", "Bob")
    muster.json("enrol", "south", "--like", "north")
    muster.json("people", "undo")
    muster.json("people", "redo")
    muster.json("people", "apart", "Ann@north", "Ann@south")
    muster.json("people", "undo")
    muster.json("people", "same", "--all")
    muster.json("people")
    muster.json("people", "find", "an")
    muster.json("people", "alike")
    muster.json("people", "show", "Ann")
    muster.json("people", "public", "Ann")
    muster.json("people", "private", "Ann")
    muster.json("people", "export", "Ann", "--output", muster.folder.parent / "ann.json")
    muster.json("people", "forget", "Ann", "--yes")
    muster.json("people", "log")


def hosted(muster: Muster, file: Files) -> None:
    muster.ok("new", "bushido", "Dojo", "--seed", "test")
    muster.json("account")
    muster.json("account", "add", "ann", "--name", "Ann Berg")
    muster.json("account", "add", "bob")
    muster.json("account", "password", "ann", "--file", file("password.txt", "three wet umbrellas\n"))
    muster.json("account", "quota", "ann", "--events", 3)
    muster.json("account", "hand-over", "dojo", "ann")
    muster.json("account", "share", "dojo", "bob")
    muster.json("account", "disable", "bob")
    muster.json("account", "enable", "bob")
    muster.json("account", "log")
    muster.json("account", "erase", "bob", "--yes")
    with serving(muster.folder):
        muster.json("account", "link", "ann")


WALKS = [
    in_a_browser,
    a_whole_event,
    taken_away,
    lists,
    lists_that_an_opponent_sees,
    material,
    a_season,
    people,
    hosted,
]


def test_every_command_answers_in_each_of_its_shapes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: Files
) -> None:
    seen = {("serve", REPLIES["serve"][0])}
    for walk in WALKS:
        muster = Muster(tmp_path / walk.__name__, capsys)
        walk(muster, file)
        seen |= set(muster.shapes)
    every = {(command, shape) for command, shapes in REPLIES.items() for shape in shapes}
    assert {(command, shape.__name__) for command, shape in every - seen} == set()


def test_every_command_is_in_the_table() -> None:
    assert {name.split()[0] for name in REPLIES} == set(COMMANDS)


def test_an_answer_with_a_key_more_or_less_or_of_another_type_is_found(kyoto: Muster) -> None:
    answer = kyoto.json("standings", "kyoto")
    rows = answer["standings"]["rows"]
    for wrong in (
        {**answer, "more": 1},
        {"ok": True, "event": "kyoto"},
        {**answer, "standings": {**answer["standings"], "rows": [{**rows[0], "points": "7.5"}]}},
    ):
        with pytest.raises(AssertionError):
            must_fit(["standings"], json.dumps(wrong))
    assert must_fit(["standings"], kyoto("standings", "none", "--json").out) is Refused


def references(part: Any) -> set[str]:
    if isinstance(part, dict):
        here = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
        return here.union(*map(references, part.values()))
    return set().union(*map(references, part)) if isinstance(part, list) else set()


@pytest.mark.parametrize("command", REPLIES)
def test_a_schema_holds_all_that_it_refers_to(command: str) -> None:
    made = schema(command)
    assert made["$schema"] == DIALECT
    assert references(made) == {f"#/$defs/{name}" for name in made["$defs"]}


def test_the_schema_is_printed_as_it_is(muster: Muster) -> None:
    assert json.loads(muster.ok("schema", "systems", "show")) == json.loads(json.dumps(schema("systems show")))
    assert json.loads(muster.ok("schema", "option"))["title"] == "muster options --json"
    assert "There is no command “standing”; did you mean “standings”?" in muster.misused("schema", "standing")


def test_the_page_is_as_the_types_have_it() -> None:
    spec = importlib.util.spec_from_file_location("schemas_page", ROOT / "scripts" / "schemas.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert (ROOT / "docs" / "json.md").read_text("utf-8") == module.page(), "run scripts/schemas"


def test_shapes_named_in_the_guide_have_the_keys_that_it_names() -> None:
    """docs/cli.md tells of the shapes that commands share; the types decide."""
    rows = re.findall(r"^\| (who|reason|[A-Z]+) \| (.*) \|$", (ROOT / "docs" / "cli.md").read_text("utf-8"), re.M)
    shapes = {"who": "Who", "reason": "ReasonView"}
    known = {name: one for command in REPLIES for name, one in schema(command)["$defs"].items()}
    assert len(rows) == 8
    for name, told in rows:
        keys = set(known[shapes.get(name, name.title() + "View")]["properties"])
        assert keys <= set(re.findall(r"`(\w+)`", told)), name
