"""The clock on the command line."""

from __future__ import annotations

from tests.cli.conftest import Muster


def test_from_start_to_extension(kyoto: Muster) -> None:
    shown = kyoto.ok("clock", "kyoto")
    assert "Round 1 clock: not started, 0:00 elapsed" in shown
    assert "in 65:00  65:00  time is called" in shown
    assert "The clock is running." in kyoto.ok("clock", "kyoto", "start")
    assert "The round 1 clock is already running." in kyoto.refused("clock", "kyoto", "start")
    assert "The clock is paused." in kyoto.ok("clock", "kyoto", "pause")
    assert "The clock is running again." in kyoto.ok("clock", "kyoto", "resume")
    assert "All calls move by 5 minutes." in kyoto.ok("clock", "kyoto", "add", "5")
    assert "All calls move by -2 minutes." in kyoto.ok("clock", "kyoto", "add", "-2", "--reason", "lunch")
    told = kyoto.ok("clock", "kyoto", "extend", "2", "5")
    assert "Table 2 has 5 extra minutes." in told and "68:00  time is called" in told
    view = kyoto.json("clock", "kyoto", "show")["clock"]
    assert (view["state"], view["added"], view["extended"]) == ("running", 3, {"2": 5})
    assert kyoto.json("clock", "kyoto", "pause")["clock"]["state"] == "paused"


def test_what_is_typed_wrongly(kyoto: Muster) -> None:
    assert "needs a reason" in kyoto.refused("clock", "kyoto", "add", "-5")
    assert "“five” should be a whole number of minutes" in kyoto.refused("clock", "kyoto", "extend", "1", "five")
    assert "“0” should be 1 to 240 minutes" in kyoto.refused("clock", "kyoto", "extend", "1", "0")
    assert "Write it as: muster clock kyoto extend TABLE N" in kyoto.misused("clock", "kyoto", "extend", "1")
    assert "halt" in kyoto.misused("clock", "kyoto", "halt")
    kyoto.ok("new", "l5r", "Empty")
    assert "No round is published yet" in kyoto.refused("clock", "empty")
