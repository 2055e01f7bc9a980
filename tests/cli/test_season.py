"""Seasons on the command line: a year of events, a correction in one of them, the final, and bad input."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Muster

Files = Callable[[str, str | bytes], Path]
DAYS = ("--from", "2026-01-01", "--to", "2026-12-31")


def played(muster: Muster, name: str, *order: str) -> str:
    """An event of one round that ends in this order."""
    event, half = name.lower(), len(order) // 2
    muster.ok("new", "warmachine", name, "--seed", name, "--date", "2026-03-01")
    muster.ok("enrol", event, *order)
    muster.ok("pair", event)
    muster.ok("publish", event)
    worth = {who: len(order) - at for at, who in enumerate(order)}
    for match in muster.json("show", event, "--round", 1)["round"]["matches"]:
        a, b = match["a"]["name"], match["b"]["name"]
        side = "a" if worth[a] > worth[b] else "b"
        # Control points order both, whoever met whom.
        cp = f"{worth[a]}-{worth[b]}"
        muster.ok("report", event, match["table"], f"winner={side}", "how=scenario", f"cp={cp}", "apd=0-0")
    assert half
    muster.ok("finish", event, "--reason", "the hall closes")
    return event


@pytest.fixture
def cup(muster: Muster, file: Files) -> Muster:
    circuit = file("cup.toml", 'name = "Cup"\ngame = "warmachine"\n[points]\nchart = [5, 3]\n[qualify]\nplaces = 2\n')
    muster.ok("season", "new", "Cup 2026", "--circuit", circuit, *DAYS)
    return muster


def test_a_year_from_the_first_event_to_the_final(cup: Muster) -> None:
    for name, order in (("North", ("Ann", "Bob")), ("South", ("Bob", "Cem"))):
        cup.ok("season", "add", "cup-2026", played(cup, name, *order))
    assert "Bob@north" in cup.ok("season", "people", "cup-2026")
    cup.ok("season", "same", "cup-2026", "--all")
    assert "Nobody else has the same name" in cup.ok("season", "people", "cup-2026")
    table = cup.json("season", "table", "cup-2026")["season"]["table"]
    assert [(row["rank"], row["name"], row["points"]) for row in table] == [(1, "Bob", 8), (2, "Ann", 5), (3, "Cem", 3)]
    why = cup.ok("season", "table", "cup-2026", "--why", "bob")
    assert "North: Place 2 of 2 earns 3 points." in why and "Qualified. Place 1 of the table" in why
    made = cup.json("season", "final", "cup-2026", "Cup Final")
    assert (made["final"], made["players"]) == ("cup-final", ["Bob", "Ann"])
    assert "Verified: everything matches" in cup.ok("season", "verify", "cup-2026")
    assert "Undone: Final “Cup Final” created with 2 players" in cup.ok("season", "undo", "cup-2026")


def test_a_table_has_decimals_and_only_the_columns_that_say_something(muster: Muster, file: Files) -> None:
    tiers = '[[tier]]\nname = "Grand"\ntimes = "3/2"\n'
    clubs = '[[group]]\ntitle = "Clubs"\nfield = "club"\n'
    league = file("league.toml", f'name = "League"\n[points]\nchart = [5, 4]\n{tiers}{clubs}')
    muster.ok("season", "new", "League", "--circuit", league, *DAYS)
    shown = muster.ok("season", "add", "league", played(muster, "North", "Ann", "Bob"))
    assert "It counts: Ann 7.5, Bob 6" in shown
    shown = muster.ok("season", "table", "league")
    assert "Qualified" not in shown and "North 7.5" in shown and "15/2" not in shown
    assert shown.rstrip().endswith("Clubs\nNobody has points yet.")
    assert muster.ok("season", "table", "league", "--why", "Ann").startswith("Ann: 7.5, place 1")
    assert muster.json("season", "table", "league")["season"]["table"][0]["points"] == "15/2"


def test_clubs_of_a_game_whose_book_has_none(muster: Muster, file: Files) -> None:
    clubs = '[[group]]\ntitle = "Clubs"\nfield = "{}"\n'
    chart = 'name = "League"\ngame = "warmachine"\n[points]\nchart = [5, 4]\n'
    wrong = file("wrong.toml", chart + clubs.format("klub"))
    refused = muster.refused("season", "new", "League", "--circuit", wrong, *DAYS)
    assert "The table “Clubs” goes by the field “klub”, which WARMACHINE" in refused and "club, pinned_table" in refused
    muster.ok("season", "new", "League", "--circuit", file("league.toml", chart + clubs.format("club")), *DAYS)
    shown = muster.ok("season", "add", "league", played(muster, "North", "Ann", "Bob"))
    assert "“club” is empty for every player, so nobody counts for this table." in " ".join(shown.split())
    muster.ok("undo", "north")
    muster.ok("amend", "north", "Bob", "--field", "club=York")
    muster.ok("finish", "north", "--reason", "the hall closes")
    assert "Corrections taken over: north." in muster.ok("season", "update", "league")
    assert muster.json("season", "table", "league")["season"]["groups"][0]["table"] == [
        {"rank": 1, "name": "York", "points": 4, "members": [{"name": "Bob", "points": 4}]}
    ]


def test_a_correction_in_an_old_event_moves_the_table_and_says_so(cup: Muster) -> None:
    cup.ok("season", "add", "cup-2026", played(cup, "North", "Ann", "Bob"))
    cup.ok("undo", "north")
    (match,) = cup.json("show", "north", "--round", 1)["round"]["matches"]
    side = "a" if match["a"]["name"] == "Bob" else "b"
    cp = "9-0" if side == "a" else "0-9"
    cup.ok("correct", "north", "Ann", f"winner={side}", "how=scenario", f"cp={cp}", "apd=0-0", "--reason", "misread")
    assert "“North” is being corrected." in cup.ok("season", "table", "cup-2026")
    cup.ok("finish", "north", "--reason", "the hall closes")
    shown = cup.ok("season", "table", "cup-2026")
    assert "“North” was corrected after it was reported at entry" in shown
    assert "Bob: place 2 before, place 1 now" in shown and "Ann: place 1 before, place 2 now" in shown
    assert "Corrections taken over: north." in cup.ok("season", "update", "cup-2026")
    shown = cup.ok("season", "table", "cup-2026")
    assert "was corrected" not in shown and shown.index("Bob") < shown.index("Ann")
    assert "Nothing has changed." in cup.ok("season", "update", "cup-2026")


def test_iron_gauntlet_asks_for_its_steps(muster: Muster) -> None:
    """WMH-131 WMH-132: the event earns nothing until all three are done."""
    muster.ok("season", "new", "Iron", "--circuit", "iron-gauntlet", *DAYS)
    shown = muster.ok("season", "add", "iron", played(muster, "North", "Ann", "Bob"))
    assert "It earns nobody any points as long as something is missing. [WMH-132]" in shown
    report = muster.ok("season", "report", "iron", "north")
    assert "Top three\n1. Ann\n2. Bob\n" in report and "muster season step iron north reported" in report
    for step, day in (("sanctioned", "2026-02-01"), ("requested", "2026-02-02"), ("reported", "2026-03-15")):
        shown = muster.ok("season", "step", "iron", "north", step, "--on", day)
    assert "Sent on 2026-03-15." in muster.ok("season", "report", "iron", "north")
    assert "It counts: Ann 10, Bob 7" in shown
    assert "It counts" in muster.ok("season", "event", "iron", "North")


def test_what_was_said_of_an_event_can_be_changed(muster: Muster) -> None:
    """WMH-008: how many people came is often known only afterwards."""
    muster.ok("season", "new", "Iron", "--circuit", "iron-gauntlet", *DAYS)
    assert "How many there were is not recorded." in muster.ok(
        "season", "add", "iron", played(muster, "North", "A", "B")
    )
    shown = muster.json("season", "change", "iron", "north", "--attendees", 120)
    assert (shown["event"]["attendees"], shown["done"]) == (120, "North changed: 120 people at the convention.")
    assert "Nothing was changed" in muster.refused("season", "change", "iron", "north")
    assert "is open to all" in muster.refused(
        "season", "change", "iron", "north", "--tier", "Champions", "--qualifier", "north"
    )


def test_a_season_goes_to_another_laptop(cup: Muster, tmp_path: Path) -> None:
    cup.ok("season", "add", "cup-2026", played(cup, "North", "Ann Berg", "Bob"))
    cup.ok("season", "export", "cup-2026", "--output", tmp_path / "cup.json")
    cup.ok("season", "export", "cup-2026", "--output", tmp_path / "bare.json", "--without-names")
    assert "Ann Berg" not in (tmp_path / "bare.json").read_text()
    away = ("--data", tmp_path / "away")
    cup.ok("season", "import", tmp_path / "cup.json", *away)
    shown = cup.ok("season", "table", "cup-2026", *away)
    assert "Ann Berg" in shown and "“North” is not in this data folder as “north”." in shown
    assert "Not here, so not checked: north." in cup.ok("season", "verify", "cup-2026", *away)
    assert "already" in cup.refused("season", "import", tmp_path / "cup.json", *away)
    assert "of the kind “season”" in cup.refused("import", tmp_path / "cup.json", *away)


def test_a_season_is_removed_and_its_events_and_days_are_free(cup: Muster, file: Files) -> None:
    cup.ok("season", "add", "cup-2026", played(cup, "North", "Ann", "Bob"))
    assert "This would delete “Cup 2026” with its journal of 3 entries for good." in cup.refused(
        "season", "remove", "cup-2026"
    )
    assert "Deleted “Cup 2026”" in cup.ok("season", "remove", "cup-2026", "--yes")
    assert "There is no season yet" in cup.ok("season")
    assert "North" in cup.ok("events")
    assert "No season is called “cup-2026”" in cup.refused("season", "remove", "cup-2026", "--yes")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("new", "X", "--circuit", "iron", *DAYS), "No circuit is called “iron”; "),
        (("new", "X", "--circuit", "none.toml", *DAYS), "“none.toml” cannot be read: No such file or directory."),
        (("new", "X", "--circuit", "iron-gauntlet", "--from", "soon", "--to", "2026-12-31"), "“soon” is not a date."),
        (
            ("new", "X", "--circuit", "iron-gauntlet", "--from", "2026-12-31", "--to", "2026-01-01"),
            "A season that begins on 2026-12-31 cannot end on 2026-01-01.",
        ),
        (("table", "cup-2027"), "No season is called “cup-2027”; did you mean “cup-2026”?"),
        (("add", "cup-2026", "nothing"), "No event is called “nothing”"),
        (("event", "cup-2026", "nothing"), "No event of the season is called “nothing”; there is none yet."),
        (("final", "cup-2026", "Final"), "A final needs at least 2 players, and 0 can play."),
        (("same", "cup-2026", "Ann", "Bob"), "No player of the season is called “Ann”; there is none yet."),
        (("undo", "cup-2026"), "There is nothing to undo: nothing was done yet."),
    ],
)
def test_bad_input_is_one_sentence(cup: Muster, words: tuple[str, ...], sentence: str) -> None:
    assert sentence in cup.refused("season", *words)


def test_removing_an_event_of_a_season_says_so_and_its_days_can_change(cup: Muster) -> None:
    cup.ok("season", "add", "cup-2026", played(cup, "North", "Ann", "Ben"))
    assert "It is in a season (Cup 2026)" in cup.refused("remove", "north")
    assert "so the season has to include that day" in cup.refused("season", "amend", "cup-2026", "--from", "2026-04-01")
    cup.ok("season", "amend", "cup-2026", "--name", "Cups", "--to", "2027-01-31")
    assert cup.json("season", "table", "cup-2026")["season"]["last"] == "2027-01-31"
    assert "now called “Cups”, now ends on" in cup.ok("season", "log", "cup-2026")
    cup.ok("remove", "north", "--yes")
