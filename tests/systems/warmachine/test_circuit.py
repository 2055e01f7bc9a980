"""The Iron Gauntlet season: qualifying points, qualifiers and the seeds of the final."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from muster.app.people import roster
from muster.core.kit.model import PlayerId
from muster.core.reading.tally import standings
from muster.core.record.event import Event
from muster.core.record.player import Status
from muster.core.rules.rounds import pool
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.circuit import Qualifier, earned, qps, qualifies, seeding
from tests.app.hall import STAFF, Hall

Load = Callable[[str], dict[str, Any]]
Rebuild = Callable[[dict[str, Any], int], Event]

FINISHES = {
    "Seed1": [1, 1, 2],
    "Seed2": [1, 1, 3],
    "Seed3": [1, 2, 3],
    "Seed4": [1, 1],
    "Seed5": [1, 2],
    "Seed6": [2, 2],
    "Seed7": [1],
}
"""Places that come to the qualifying points of G-WMH-C."""


def test_qualifying_points(golden: Load) -> None:
    """WMH-133 WMH-135 W-42: ten, seven and four for the first three; ten or more qualify."""
    rows = golden("V-IG-QP")["rows"]
    assert [[places, qps(places), qualifies(qps(places))] for places, _, _ in rows] == rows


def test_report_in_time(golden: Load) -> None:
    """WMH-131 W-44: the fourteenth day is in time, the fifteenth is not."""
    for ended, reported, counts in golden("V-IG-REPORT")["rows"]:
        event = Qualifier(True, True, date.fromisoformat(ended), date.fromisoformat(reported))
        assert event.counts is counts


@pytest.mark.parametrize(
    "missed",
    [
        {"sanctioned": False},
        {"requested": False},
        {"reported": None},
        {"reported": date(2019, 8, 31)},
    ],
)
def test_a_step_missed(missed: dict[str, Any]) -> None:
    """WMH-131 WMH-132: no sanction, no request, no report or one before the end: the event does not count."""
    done: dict[str, Any] = {
        "sanctioned": True,
        "requested": True,
        "ended": date(2019, 9, 1),
        "reported": date(2019, 9, 1),
    }
    assert Qualifier(**done).counts
    assert not Qualifier(**{**done, **missed}).counts


def by_name(event: Event, points: dict[PlayerId, int]) -> dict[str, int]:
    return {event.name_of(player): earned for player, earned in points.items()}


def test_the_final_earns_points_for_the_next_season(golden: Load, rebuild: Rebuild) -> None:
    """WMH-133 WMH-140 W-41: ten, seven and four by the final standings."""
    book = golden("G-WMH-C")
    event = rebuild(book, len(book["rounds"]))
    order = [row.player for row in standings(event, SYSTEM).ranked()]
    assert by_name(event, earned(order)) == book["next_season_qps"]


def test_who_follows_a_disqualified_player_moves_up(golden: Load, rebuild: Rebuild) -> None:
    """WMH-060 W-43."""
    book = golden("G-WMH-C")
    event = rebuild(book, len(book["rounds"]))
    event.find("Seed2").status = Status.DISQUALIFIED
    order = [row.player for row in standings(event, SYSTEM).ranked()]
    assert by_name(event, earned(order)) == {"Seed5": 10, "Seed4": 7, "Seed1": 4}


def test_seeds_of_the_final(golden: Load) -> None:
    """WMH-135 WMH-136 WMH-137: most qualifying points first, and nobody with fewer than ten."""
    book = golden("G-WMH-C")
    assert {name: qps(places) for name, places in FINISHES.items()} == book["qps"]
    names = ["Too few", *reversed(book["players"])]
    places = {PlayerId(number): FINISHES.get(name, [2]) for number, name in enumerate(names)}
    seeds = seeding(places, dict.fromkeys(places, 1))
    assert [names[player] for player in seeds] == book["players"]


def test_equal_qualifying_points() -> None:
    """WMH-137 W-40: 28 points each: more first places, then more second places, then the lot."""
    places = {
        PlayerId(1): [2, 2, 2, 2],
        PlayerId(2): [1, 2, 2, 3],
        PlayerId(3): [3] * 7,
        PlayerId(4): [1, 1, 3, 3],
        PlayerId(5): [2, 2, 2, 2],
    }
    assert {qps(own) for own in places.values()} == {28}
    lots = {PlayerId(1): 5, PlayerId(2): 4, PlayerId(3): 3, PlayerId(4): 2, PlayerId(5): 1}
    assert seeding(places, lots) == [4, 2, 5, 1, 3]


def test_equal_qualifying_points_seed_the_final_by_first_and_second_places() -> None:
    """WMH-137 W-40: as entered with the players; only what is still equal is left to the lot."""
    hall = Hall("warmachine", 0, seeded="yes")
    for name, texts in {
        "Nothing": {"qp": "28"},
        "Seconds": {"qp": "28", "qp_firsts": "1", "qp_seconds": "2"},
        "Second": {"qp": "28", "qp_firsts": "1", "qp_seconds": "1"},
        "Firsts": {"qp": "28", "qp_firsts": "2"},
        "Fewer": {"qp": "27", "qp_firsts": "9"},
        "Most": {"qp": "29"},
    }.items():
        roster.enrol(hall.desk, hall.id, [(name, texts)], STAFF)
    field, _ = pool(hall.event, hall.system, 1, list(hall.event.players.values()))
    by_seed = sorted(field.entrants, key=lambda entrant: entrant.seed)
    assert [hall.event.name_of(e.id) for e in by_seed] == ["Most", "Firsts", "Seconds", "Second", "Nothing", "Fewer"]
    hall.pair()
    folded = {frozenset(("Most", "Fewer")), frozenset(("Firsts", "Nothing")), frozenset(("Seconds", "Second"))}
    assert hall.pairs() == folded
