"""Objections from the command line: they change nothing until staff settle them."""

from __future__ import annotations

from tests.cli.conftest import Muster


def test_a_player_objects_and_the_organiser_answers(muster: Muster) -> None:
    """Decision 40: nobody objects to their own report, and there is no answer without an objection."""
    muster.ok("new", "l5r", "Kyoto")
    muster.ok("enrol", "kyoto", "Ann", "Bob", "Cem", "Dai")
    muster.ok("pair", "kyoto")
    muster.ok("publish", "kyoto")
    match = muster.json("show", "kyoto", "--round", 1)["round"]["matches"][0]
    muster.ok("report", "kyoto", 1, "winner=a", "--as", match["a"]["name"])
    muster.ok("confirm", "kyoto", 1)
    before = muster.json("standings", "kyoto")["standings"]
    assert "yourself" in muster.refused("object", "kyoto", match["a"]["name"], "I won")
    assert "Nobody objects" in muster.refused("answer", "kyoto", 1, "It stays.")
    assert "objects to the result at table 1" in muster.ok("object", "kyoto", match["b"]["name"], "I won 1-0")
    assert muster.json("standings", "kyoto")["standings"] == before
    assert "the result stays" in muster.ok("answer", "kyoto", 1, "Both signed the slip.")
    log = muster.ok("log", "kyoto")
    assert "I won 1-0" in log and "Both signed the slip." in log
    assert "has been answered" in muster.refused("object", "kyoto", match["b"]["name"], "Still wrong")
