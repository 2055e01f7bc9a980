"""Latecomers from the command line: one option puts them against the bye."""

from __future__ import annotations

from tests.cli.conftest import Muster


def test_somebody_late_is_enrolled_or_checked_in_against_the_bye(muster: Muster) -> None:
    """X-04, X-28: one game more, no bye, and no round missed."""
    muster.ok("new", "bushido", "Dojo")
    muster.ok("options", "dojo", "late_entry", "yes")
    muster.ok("enrol", "dojo", "Ann", "Bob", "Cem")
    muster.ok("pair", "dojo")
    muster.ok("publish", "dojo")
    (bye,) = muster.json("show", "dojo", "--round", 1)["round"]["byes"]
    assert f"Plays {bye['name']} at table 2." in muster.ok("enrol", "dojo", "Dai", "--against-bye")
    drawn = muster.json("show", "dojo", "--round", 1)["round"]
    assert (len(drawn["matches"]), drawn["byes"], drawn["unpaired"]) == (2, [], [])
    assert f"Dai came late and plays {bye['name']}, who had the bye, at table 2" in muster.ok("log", "dojo")
    muster.ok("undo", "dojo")
    muster.ok("enrol", "dojo", "Dai")
    assert "Plays" in muster.ok("checkin", "dojo", "Dai", "--against-bye")
    assert "one name" in muster.misused("enrol", "dojo", "Eve", "Fay", "--against-bye")
