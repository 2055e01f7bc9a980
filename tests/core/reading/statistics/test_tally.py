"""Games added up: by faction, list, table, scenario and first turn; who played and who left."""

from __future__ import annotations

from collections import Counter
from typing import Any

from muster.app.people import roster
from muster.core.kit.model import Outcome
from muster.core.reading.statistics.games import GameNotes
from muster.core.reading.statistics.interval import WinCount
from muster.core.reading.statistics.tally import Aspect, GameTally, Sum, tally_of, total
from muster.core.rules import scenarios
from tests.app.hall import STAFF, Hall

FACTIONS = {"Ann": "Cryx", "Bob": "cryx", "Cem": "Khador", "Eve": "Khador", "Fay": "Cygnar"}
NOTES = {
    (1, 1): GameNotes(first=0, minutes=50, lists=("Haley 1", "haley 1")),
    (1, 2): GameNotes(first=1, minutes=40, lists=("Haley 1", "")),
    (1, 3): GameNotes(lists=("Kreoss", "Karchev")),
}


def played() -> Hall:
    """Ann – Bob is a mirror that Ann wins; Cem and Dai, whose faction is not known, draw; Eve concedes to Fay.

    Sid is a stand-in and does not appear. Zed left before anything was played, Bob and Cem after the round.
    """
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gus", "Zed"])
    hall.enrol("Sid", stand_in=True)
    hall.drop("Zed")
    for name, faction in FACTIONS.items():
        roster.amend(hall.desk, hall.id, name, STAFF, texts={"faction": faction})

    def chosen(_: Any) -> Any:
        return scenarios.choose(hall.event, hall.system, 1, "Mill", "", False)

    hall.desk.act(hall.id, chosen, STAFF)
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"), ("Eve", "Fay"), ("Gus", "Sid"))
    hall.publish()
    hall.report("Ann", vp="2-1")
    hall.report("Cem", vp="1-1")
    hall.report("Eve", ending="concession", by="Eve")
    hall.report("Gus", ending="no_show", by="Sid")
    hall.close()
    for name in ("Bob", "Cem"):
        hall.drop(name)
    return hall


def tallied() -> GameTally:
    hall = played()
    return tally_of(hall.event, hall.system, NOTES)


def test_a_faction_against_itself_says_nothing_and_one_alone_counts_for_its_side() -> None:
    tally = tallied()
    assert tally.counts(Aspect.FACTION) == {
        ("Khador",): WinCount(2, 0, 1),
        ("Cygnar",): WinCount(1, 1, 0),
    }
    assert tally.counts(Aspect.MATCHUP) == {
        ("Khador", "Cygnar"): WinCount(1, 0, 0),
        ("Cygnar", "Khador"): WinCount(1, 1, 0),
    }


def test_a_list_counts_where_it_is_known_and_not_against_itself() -> None:
    assert tallied().counts(Aspect.LIST) == {
        ("Haley 1",): WinCount(1, 0, 1),
        ("Kreoss",): WinCount(1, 0, 0),
        ("Karchev",): WinCount(1, 1, 0),
    }


def test_tables_and_scenarios_have_each_game_once() -> None:
    tally = tallied()
    assert tally.counts(Aspect.TABLE) == {
        ("1",): WinCount(1, 1, 0),
        ("2",): WinCount(1, 0, 1),
        ("3",): WinCount(1, 1, 0),
    }
    assert tally.counts(Aspect.SCENARIO) == {("Mill",): WinCount(3, 2, 1)}


def test_the_first_turn_counts_where_it_is_known() -> None:
    tally = tallied()
    assert tally.counts(Aspect.FIRST) == {(): WinCount(2, 1, 1)}
    assert tally.counts(Aspect.FIRST_SCENARIO) == {("Mill",): WinCount(2, 1, 1)}
    assert tally.counts(Aspect.FIRST_TABLE) == {("1",): WinCount(1, 1, 0), ("2",): WinCount(1, 0, 1)}


def test_what_is_not_known_is_counted() -> None:
    tally = tallied()
    assert dict(tally.sums) == {
        Sum.EVENTS: 1,
        Sum.GAMES: 3,
        Sum.DRAWN: 1,
        Sum.MIRRORS: 1,
        Sum.NO_FACTION: 1,
        Sum.NO_LIST: 1,
        Sum.NO_FIRST: 1,
        Sum.NO_MINUTES: 1,
        Sum.PLAYERS: 7,
        Sum.LEFT: 2,
    }
    assert (dict(tally.aside), dict(tally.ways)) == ({"no_show": 1}, {"concession": 1})
    assert dict(tally.minutes) == {("Mill", 50): 1, ("Mill", 40): 1}
    assert dict(tally.left_after) == {1: 2}


def test_without_a_scenario_a_game_counts_elsewhere() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    hall.play({"vp": "2-1"})
    tally = tally_of(hall.event, hall.system, NOTES)
    assert tally.counts(Aspect.SCENARIO) == tally.counts(Aspect.FIRST_SCENARIO) == {}
    assert (tally.sums[Sum.NO_SCENARIO], tally.sums[Sum.NO_FACTION], dict(tally.ways)) == (1, 1, {})


def test_two_events_add_up() -> None:
    one = tallied()
    both = total([one, one])
    assert [both.results, both.sums, both.minutes, both.ways, both.aside, both.left_after] == [
        Counter({key: 2 * number for key, number in part.items()})
        for part in (one.results, one.sums, one.minutes, one.ways, one.aside, one.left_after)
    ]
    assert one == tallied()


def test_a_name_is_spelled_as_most_games_have_it() -> None:
    """Of equally frequent spellings the first in the alphabet; what other aspects have does not matter."""
    results = {
        (Aspect.FACTION, ("cryx",), Outcome.WIN): 1,
        (Aspect.FACTION, ("Cryx",), Outcome.LOSS): 2,
        (Aspect.FACTION, ("Ryu",), Outcome.WIN): 1,
        (Aspect.FACTION, ("RYU",), Outcome.WIN): 1,
        (Aspect.LIST, ("cryx",), Outcome.WIN): 9,
        (Aspect.MATCHUP, ("cryx", "Ryu"), Outcome.DRAW): 5,
    }
    tally = GameTally(results=Counter(results))
    assert tally.counts(Aspect.FACTION) == {("Cryx",): WinCount(3, 1, 0), ("RYU",): WinCount(2, 2, 0)}
    assert tally.counts(Aspect.MATCHUP) == {("Cryx", "RYU"): WinCount(5, 0, 5)}
    assert tally.counts(Aspect.LIST) == {("cryx",): WinCount(9, 9, 0)}
