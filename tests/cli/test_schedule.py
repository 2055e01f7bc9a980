"""`muster schedule`: set some of the times, see all of them, take them away."""

from __future__ import annotations

from tests.cli.conftest import Muster


def test_what_is_not_given_stays(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    muster.ok("enrol", "dojo", "Ann", "Bob", "Cem", "Dai")
    assert "No times are set." in muster.ok("schedule", "dojo")
    muster.ok("schedule", "dojo", "--date", "2099-11-15", "--start", "10:00", "--between", "15", "--length", "60")
    muster.ok("schedule", "dojo", "--break", "1", "30", "Lunch")
    muster.ok("schedule", "dojo", "--between", "20")
    said = muster.ok("schedule", "dojo")
    assert "20 minutes between rounds" in said
    assert "2099-11-15  11:00  11:30  Lunch    expected" in said and "11:30  12:30  Round 2" in said
    muster.ok("undo", "dojo")
    assert "15 minutes between rounds" in muster.ok("schedule", "dojo")
    muster.ok("schedule", "dojo", "--remove")
    assert "No times are set." in muster.ok("schedule", "dojo")


def test_wrong_times_are_refused_in_a_sentence(muster: Muster) -> None:
    muster.ok("new", "bushido", "Dojo")
    assert "“ten” is not a time of day. Write it as 09:30." in muster.refused("schedule", "dojo", "--start", "ten")
    both = muster.refused("schedule", "dojo", "--remove", "--start", "10:00")
    assert "The times cannot be set and removed together." in both
