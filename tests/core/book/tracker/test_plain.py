"""The plain tracker: a game that declares none is followed from the fields of its result."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from muster.core.book.system import System, tracker_of
from muster.core.book.tracker.board import Notice, PlayersClock, RoundTime, Stated, Stepper, Switch
from muster.core.book.tracker.plain import plain_tracker
from muster.core.forms.fields import Field, Kind
from muster.core.kit.model import Ending
from muster.systems.custom import DEFAULT, build
from tests.at_table import MINUTE, STAFF, AtTable, parts_of

FIELDS = (
    Field(key="flags", label="Flags", per_side=True, low=0, high=6),
    Field(key="rounds", label="Rounds played", low=1, required=False),
    Field(key="winner", label="Winner", kind=Kind.CHOICE, choices=("a", "b", "tie")),
    Field(key="clean", label="Clean game", kind=Kind.YES_NO, per_side=True, default=False),
    Field(key="note", label="Note", kind=Kind.TEXT, required=False),
    Field(key="forgiven", label="Forgiven", kind=Kind.YES_NO, default=False, staff_only=True),
)


def game() -> System:
    return replace(build(DEFAULT), result_fields=FIELDS, tracker=None)


def at(**setup: Any) -> AtTable:
    return AtTable(game(), {"round_minutes": 60}, **setup)


def chess() -> AtTable:
    return AtTable(replace(game(), tracker=plain_tracker(FIELDS, chess_minutes=30, counters=("Tokens",))))


def test_a_game_has_its_own_tracker_or_the_plain_one() -> None:
    own = plain_tracker(())
    assert tracker_of(replace(game(), tracker=own)) is own
    assert [part.key for part in at().board().parts if isinstance(part, Stepper)] == ["value"] * 3


def test_numbers_are_steppers_and_choices_switches() -> None:
    """Whoever looks comes first; texts and what only the staff enter are left to the form."""
    table = at()
    steppers = [(str(p.label), p.value, p.least, p.most) for p in table.board().parts if isinstance(p, Stepper)]
    assert steppers == [("Flags: You", 0, 0, 6), ("Flags: Bo", 0, 0, 6), ("Rounds played", 1, 1, None)]
    switches = {str(p.label): [str(way.label) for way in p.ways] for p in table.board(1).parts if isinstance(p, Switch)}
    assert switches == {
        "Winner": ["Ann", "You", "tie"],
        "Clean game: You": ["yes", "no"],
        "Clean game: Ann": ["yes", "no"],
    }
    shown = [str(part.name) for part in table.board(None).parts if isinstance(part, Stated)]
    assert shown == ["Flags: Ann", "Flags: Bo", "Rounds played", "Winner", "Clean game: Ann", "Clean game: Bo"]
    assert table.board(None).presses == ()


def test_taps_add_up_within_the_field() -> None:
    table = at().tap("value", field="flags", side=1, by=1).tap("value", 1, field="flags", side=1, by=1)
    assert table.state.values["flags"] == (0, 2)
    assert table.refused("value", field="flags", side=0, by=-1)[0] == (
        "Flags: “-1” should be a whole number from 0 to 6."
    )
    assert "No field is called “flag”; did you mean “flags”?" in table.refused("value", field="flag", by=1)[0]
    assert "Winner: “c” should be one of a, b, tie." in table.refused("value", field="winner", value="c")[0]
    assert "Winner: “” should be" in table.refused("value", field="winner")[0]
    assert "“2” for “side”" in table.refused("value", field="flags", side=2, by=1)[0]
    assert "“0” for “by” should be 1 or -1." in table.refused("value", field="flags", side=0, by=0)[0]
    assert "“forgiven”" in table.refused("value", field="forgiven", value=True)[0]
    assert "is not something to tap" in table.refused("dance")[0]


def test_both_confirm_the_same_result() -> None:
    table = at().tap("value", field="flags", side=0, by=1)
    assert table.refused("agree", seen=list(table.state.seen))[0] == (
        "Winner is missing. Enter one of a, b, tie."
    )  # fmt: skip
    table.tap("value", field="winner", value="a")
    seen = list(table.state.seen)
    table.push("That is the result")
    assert table.handover() is None and table.texts().count("Agreed") == 1
    table.tap("value", 1, field="flags", side=1, by=1)
    assert table.state.agreed.said == (None, None)
    assert "changed in the meantime" in table.refused("agree", 1, seen=seen)[0]
    table.push("That is the result").push("That is the result", 1)
    handover = table.handover()
    assert handover is not None
    assert handover.values == {"flags": [1, 1], "rounds": None, "winner": "a", "clean": [False, False]}
    assert table.board().over and "Call a judge" in table.refused("value", field="flags", side=0, by=1)[0]
    table.tap("value", STAFF, field="flags", side=0, by=1)
    corrected = table.handover()
    assert corrected is not None and corrected.values["flags"] == [2, 1]


def test_a_player_may_concede() -> None:
    table = at().push("Concede", 1)
    handover = table.handover()
    assert handover is not None and (handover.ending, handover.by) == (Ending.CONCESSION, 1)
    assert "Bo conceded" in table.texts() and "You conceded" in table.texts(1)


def test_the_rounds_time_or_ones_own() -> None:
    table = at().at(59)
    assert (table.part(RoundTime).to, table.part(RoundTime).late) == (60 * MINUTE, False)
    assert table.part(RoundTime).running
    table.paused = True
    assert not table.part(RoundTime).running
    assert table.at(60).part(RoundTime).late and str(table.part(Notice).text) == "Time is up."
    assert "The staff start" in table.refused("start")[0]
    friends = at(event=False).at(5)
    assert not friends.has(RoundTime)
    assert friends.push("Start the clock").at(8).part(RoundTime).run == 3 * MINUTE
    assert friends.refused("start")[0] == "The clock is running."


def test_a_chess_clock_runs_for_one_side() -> None:
    """Whoever's time runs passes it on; a time that is up is said, and nothing else happens."""
    table = chess().push("Start your time").at(4)
    own, other = (part for part in table.board().parts if isinstance(part, PlayersClock))
    assert (own.left, own.running, other.left, other.running) == (26 * MINUTE, True, 30 * MINUTE, False)
    assert own.press is not None and own.press.runs == 1
    assert [p.press for p in table.board(1).parts if isinstance(p, PlayersClock)] == [None, None]
    assert table.refused("clock", 1, to=1)[0] == "Ann’s time is running: only Ann can pass the turn."
    table.tap("clock", 0, to=1).at(35)
    assert table.state.clock.left == (26 * MINUTE, 0) and "Bo’s time is up." in table.texts()
    table.push("Stop the clock")
    assert table.state.clock.running is None
    assert at().refused("clock", to=1)[0] == "This game has no chess clock."


def test_counters_are_beside_the_result() -> None:
    table = chess().tap("tally", counter=0, side=1, by=1)
    assert table.state.tallies == ((0, 1),)
    assert table.refused("tally", counter=0, side=0, by=-1)[0] == "Tokens cannot go below 0."
    assert "“1” for “counter”" in table.refused("tally", counter=1, side=0, by=1)[0]
    labels = [str(part.label) for part in parts_of(table.board()) if isinstance(part, Stepper)]
    assert labels[-2:] == ["Tokens: You", "Tokens: Bo"]
