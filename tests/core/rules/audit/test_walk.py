"""A whole journal held against itself: which entry is named, what an undo leaves, what is written badly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.kit.errors import BadInput, DamagedJournal
from muster.core.kit.language import tr
from muster.core.kit.model import Result
from muster.core.record.facts import lists, play, venue
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.undo import Redone, Undone
from muster.core.rules.audit.walk import must_be_sound, walk
from tests.app.hall import STAFF
from tests.core.rules.audit.past import ANN, EVE, NEXT, at

AT = "2026-11-15T12:00:00+00:00"
SEAL = "0123456789abcdef" * 4


def entries(*more: Fact, point: str = "new") -> list[Entry]:
    """The journal of the event up to a point, five enrolments after the first entry, and what comes after it."""
    known = list(at(point).opened.entries)
    return known + [Entry(len(known) + n, AT, STAFF, f"more {n}", fact) for n, fact in enumerate(more, start=1)]


def said(journal: Sequence[Entry]) -> str:
    with pytest.raises(DamagedJournal) as damaged:
        must_be_sound(journal, at("new").system)
    return str(damaged.value)


def test_every_entry_is_looked_at_with_the_state_before_it() -> None:
    journal, seen = entries(point="second"), []
    must_be_sound(journal, at("second").system, lambda done, all_: seen.append((done, all_)))
    assert seen == [(entry.seq, len(journal)) for entry in journal[1:]]
    players = [len(state.players) for _, state in walk(entries(), at("new").system)]
    assert players == [0, 1, 2, 3, 4]


def test_the_entry_that_is_not_possible_is_named() -> None:
    assert said(entries(play.RoundPublished(1))) == (
        "Entry 7 (RoundPublished) is not possible: There is no round 1; no round is drawn yet."
    )
    first = entries()
    created = first[0].fact
    assert isinstance(created, play.EventCreated)
    first[0] = replace(first[0], fact=replace(created, name=" "))
    assert said(first).startswith("Entry 1 (EventCreated) is not possible: “ ” is not a name")
    assert said(entries(lists.ListWithdrawn(ANN, 1))).endswith("player 1 has no list 1.")


def test_what_counts_after_an_undo_is_what_was_before() -> None:
    journal = entries(play.PlayerAmended(ANN, "Anne"), Undone(7, 7), Redone(7, 7), Undone(7, 7), Undone(6, 6))
    states = [state.players[ANN].name for _, state in walk(journal, at("new").system) if ANN in state.players]
    assert states[-5:] == ["Ann", "Anne", "Ann", "Anne", "Ann"]
    must_be_sound(entries(Undone(6, 6), play.PlayerEnrolled(EVE, "Eva", 3)), at("new").system)


def test_what_an_undo_leaves_must_be_possible_without_it() -> None:
    assert said(entries(Undone(3, 3))) == (
        "Entry 7 (Undone) is not possible: Entry 4 (PlayerEnrolled) is not possible: "
        "the next player is number 2, not 3."
    )
    assert said(entries(Undone(7, 7))).startswith("Entry 7 (Undone) is not possible: it refers to entries 7 to 7")
    undone = entries(play.PlayerAmended(ANN, "Anne"), Undone(7, 7), play.PlayerEnrolled(NEXT, "Anne", 1), Redone(7, 7))
    assert said(undone) == (
        "Entry 10 (Redone) is not possible: Entry 9 (PlayerEnrolled) is not possible: "
        "“Anne” looks the same as “Anne” (player 1)."
    )


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (2**53, "No option is called “colour”"),
        (-(2**53), "No option is called “colour”"),
        (2**53 + 1, "it has a number that is too large."),
        (-(2**53) - 1, "it has a number that is too large."),
        (deep(23), "No option is called “colour”"),
        (deep(24), "it is nested too deeply."),
        ({"x": [2**60]}, "it has a number that is too large."),
    ],
)
def test_numbers_and_depth_have_a_limit(value: Any, sentence: str) -> None:
    """At the limit it is read, and refused for its content."""
    assert sentence in said(entries(play.OptionSet("colour", value)))


def test_a_time_that_is_none_is_refused() -> None:
    journal = entries()
    journal[2] = replace(journal[2], at="yesterday")
    assert said(journal).startswith("Entry 3 (PlayerEnrolled) is not possible: “yesterday” is not a time")


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (play.ScenarioChosen(1, seal=SEAL), ""),
        (lists.ListHandedIn(ANN, 1, seal=SEAL), ""),
        (venue.GroundLaid(seal=SEAL), ""),
        (play.ScenarioChosen(1, seal=SEAL[1:]), f"“{SEAL[1:]}” should be a seal of 64 digits from 0 to f."),
        (play.ScenarioChosen(1, seal=SEAL[1:] + "g"), "should be a seal of 64 digits from 0 to f."),
        (play.ScenarioChosen(1, seal="x" * 99), f"“{'x' * 70}” should be a seal"),
        (play.ScenarioChosen(1, name="Duel", seal=SEAL), "it has a seal, and beside it what is sealed (“name”)."),
        (play.ScenarioChosen(1, text="By night", seal=SEAL), "and beside it what is sealed (“text”)."),
        (lists.ListHandedIn(ANN, 1, fields={"rice": 5}, seal=SEAL), "and beside it what is sealed (“fields”)."),
    ],
)
def test_where_a_secret_was_left_out_there_is_its_seal_and_nothing_of_it(fact: Fact, sentence: str) -> None:
    if not sentence:
        must_be_sound(entries(fact), at("new").system)
    else:
        assert sentence in said(entries(fact))


@pytest.mark.parametrize(("length", "told"), [(200, "x" * 200), (201, "x" * 200 + "…")])
def test_a_long_value_is_not_said_back_whole(length: int, told: str) -> None:
    """A forged one may be as long as the file."""
    answer = said(entries(play.PlayerDisqualified(ANN, 0, "unsporting", infraction="x" * length)))
    assert f"“{told}” is not an infraction" in answer


def test_nor_is_one_inside_what_a_game_says() -> None:
    """Whatever it is: a table of values is as long as its text."""

    def strict(game: Game) -> None:
        raise BadInput("{why}, {told}", why=tr("so {much}", much="x" * 300), told={"y": "y" * 300})  # type: ignore[arg-type]  # a wrong value, on purpose

    journal = entries(play.ResultKeyed(1, 1, Result({"vp": [2, 1]})), point="published")
    with pytest.raises(DamagedJournal) as damaged:
        must_be_sound(journal, replace(at("published").system, check=strict))
    answer = str(damaged.value)
    assert (answer.count("x"), answer.count("…")) == (200, 2) and answer.count("y") <= 200
