"""`muster people`: what it prints, what it refuses, and what a person's file has."""

from __future__ import annotations

import json

from tests.cli.conftest import Muster


def test_from_two_names_to_one_person_to_a_number(muster: Muster) -> None:
    for event in ("north", "south"):
        muster.ok("new", "bushido", event.title(), "--date", "2026-03-01")
        enrolled = muster.ok("enrol", event, "Ann", "Bob")
        suggested = "2 players have the names of people in another event. Say who is who: muster people alike south"
        assert (suggested in enrolled) is (event == "south")
    assert "muster people alike" in muster.ok("people")
    assert "Ann@north" in muster.ok("people", "alike", "south")
    muster.ok("people", "same", "Ann@north", "Ann@south")
    assert "2 events" in muster.ok("people", "show", "Ann")
    assert muster.json("enrol", "south", "Cem")["notes"] == [
        "1 player has the name of somebody in another event. Say who is who: muster people alike south"
    ]
    assert "It cannot be undone." in muster.refused("people", "forget", "Ann")
    file = muster.folder.parent / "ann.json"
    muster.ok("people", "export", "Ann", "-o", file)
    kept = json.loads(file.read_text("utf-8"))
    assert kept["profile"]["name"] == "Ann" and [one["player"] for one in kept["events"]] == [1, 1]
    muster.ok("people", "forget", "Ann", "--yes")
    assert "Ann" not in muster.ok("show", "north") and "Player 1" in muster.ok("log", "south")
    assert "No person is called “Ann”" in muster.refused("people", "show", "Ann")
    assert "Of 1 other player with the same name" in muster.ok("people", "forget", "Cem@north", "--yes")
    assert "everything matches" in muster.ok("verify", "north")
