"""Tables of a season, worked out by hand: best results, tiers, decay, regions, clubs, ties, qualification."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import Any

from muster.app.languages import language
from muster.core.book.circuit.definition import read
from muster.core.kit.model import PlayerId
from muster.core.reading.circuit.checks import counts, event_checks
from muster.core.reading.circuit.table import counting, group_table, region_table, with_results
from muster.core.record.people.facts import PeopleParted
from tests.core.reading.circuit.league import LAST, League

CHART: dict[str, Any] = {"name": "League", "points": {"chart": [10, 6, 3], "others": 1}}


def test_places_are_paid_by_the_chart_and_everybody_else_the_same() -> None:
    league = League(CHART).event("one", "2026-07-01", ["Ann", "Ben", "Cem", "Dai"], unplaced=["Eve"])
    assert league.points() == {"Ann": 10, "Ben": 6, "Cem": 3, "Dai": 1}, "who takes no place earns nothing"


def test_only_the_best_results_count_and_the_others_say_so() -> None:
    league = League({**CHART, "table": {"best": 2}})
    for number, order in enumerate((["Ben", "Ann"], ["Ann", "Ben"], ["Cem", "Ben", "Ann"]), start=1):
        league.event(f"event {number}", f"2026-0{number + 5}-01", order)
    ann, ben, cem = league.table()
    assert (ann.name, ann.points, ben.name, ben.points, cem.points) == ("Ann", 16, "Ben", 16, 10)
    assert [(e.points, e.counted) for e in ann.earned] == [(6, True), (10, True), (3, False)]
    assert str(ann.earned[2].why[-1].told) == "Only the best 2 results count."


def test_where_every_result_counts_no_number_of_them_is_told() -> None:
    assert counting(read(CHART)) == []
    (told,) = counting(read({**CHART, "table": {"best": 2}}))
    assert str(told.told) == "The best 2 results of each player count."


def test_a_tier_multiplies_and_time_takes_away_exactly() -> None:
    tiers = [{"name": "Small"}, {"name": "Large", "times": "3/2"}]
    league = League({**CHART, "tier": tiers, "decay": {"days": 100, "times": "1/3"}})
    league.event("large", "2026-07-01", ["Ann", "Ben", "Cem"], tier="Large")
    assert league.points("2026-07-01") == {"Ann": 15, "Ben": 9, "Cem": Fraction(9, 2)}
    assert league.points("2026-10-08") == league.points("2026-07-01"), "99 days"
    assert league.points("2026-10-09") == {"Ann": 5, "Ben": 3, "Cem": Fraction(3, 2)}, "100 days"
    assert league.points("2027-01-17") == {"Ann": Fraction(5, 3), "Ben": 1, "Cem": Fraction(1, 2)}, "200 days"
    assert league.points("2040-01-01") == league.points(LAST), "after the season nothing is lost any more"


def test_equal_totals_are_told_apart_by_places_if_asked_and_shared_otherwise() -> None:
    def season(ties: int) -> League:
        league = League({"name": "League", "points": {"chart": [8, 4, 4]}, "table": {"ties": ties}})
        league.event("one", "2026-07-01", ["Ann", "Ben", "Cem"])
        return league.event("two", "2026-08-01", ["Dai", "Cem", "Ben"])

    assert season(0).ranks() == {"Ann": 1, "Ben": 1, "Cem": 1, "Dai": 1}
    assert season(1).ranks() == {"Ann": 1, "Dai": 1, "Ben": 3, "Cem": 3}


def test_the_first_of_the_table_qualify_and_a_shared_place_qualifies_all() -> None:
    league = League({**CHART, "qualify": {"places": 2}})
    league.event("one", "2026-07-01", ["Ann", "Ben"]).event("two", "2026-08-01", ["Cem", "Dai"])
    assert league.qualified() == ["Ann", "Cem"]
    league.event("three", "2026-09-01", ["Eve", "Fay"])
    assert league.qualified() == ["Ann", "Cem", "Eve"], "all three share the first place"


def test_the_first_of_each_region_qualify() -> None:
    definition = {**CHART, "regions": ["North", "South"], "qualify": {"region_places": 1}}
    league = League(definition)
    league.event("one", "2026-07-01", ["Ann", "Ben"], region="North")
    league.event("two", "2026-08-01", ["Ann", "Cem"], region="North")
    league.event("three", "2026-09-01", ["Dai", "Ann"], region="South")
    assert league.qualified() == ["Ann", "Dai"]
    south = region_table(league.season, league.circuit, date.fromisoformat(LAST), "South")
    assert [(row.name, row.points) for row in south] == [("Dai", 10), ("Ann", 6)]


def test_clubs_count_their_best_members_and_only_what_they_earned_for_them() -> None:
    definition = {**CHART, "group": [{"title": "Clubs", "field": "club", "best": 2}]}
    league = League(definition)
    league.event("one", "2026-07-01", ["Ann", "Ben", "Cem", "Dai"], fields={"club": ["York", "york ", "York", "Leeds"]})
    league.event("two", "2026-08-01", ["Dai", "Ann"], fields={"club": ["Leeds", "Leeds"]})
    leeds, york = group_table(league.table(), league.circuit.groups[0])
    assert (york.name, york.points, york.members) == ("York", 16, (("Ann", 10), ("Ben", 6)))
    assert (leeds.name, leeds.points, leeds.members) == ("Leeds", 17, (("Dai", 11), ("Ann", 6)))
    assert (leeds.rank, york.rank) == (1, 2)


def test_an_event_that_is_too_small_earns_nothing_and_says_why() -> None:
    league = League({**CHART, "tier": [{"name": "Open", "players": 4}]})
    league.event("one", "2026-07-01", ["Ann", "Ben", "Cem"])
    assert league.points() == {}
    (event,) = league.season.events.values()
    checks = event_checks(league.circuit, event, date(2026, 7, 2))
    assert not counts(checks)
    assert [(str(one.title), str(one.told)) for one in checks if one.state == "missed"] == [
        ("At least 4 players", "3 players took part.")
    ]


def test_two_people_are_one_only_where_somebody_said_so() -> None:
    league = League(CHART).event("one", "2026-07-01", ["Ann"]).event("two", "2026-08-01", ["Ann"])
    assert [(row.name, row.points) for row in league.table()] == [("Ann", 20)]
    league.facts.append(PeopleParted(("origin one", PlayerId(1)), ("origin two", PlayerId(1))))
    assert [(row.name, row.points) for row in league.table()] == [("Ann", 10), ("Ann", 10)]


def test_other_results_of_an_event_move_the_table() -> None:
    league = League(CHART).event("one", "2026-07-01", ["Ann", "Ben"])
    results = league.season.events["origin one"].results
    assert results is not None
    corrected = replace(results, order=results.order[::-1], names=results.names[::-1])
    season = with_results(league.season, [corrected])
    rows = region_table(season, league.circuit, date.fromisoformat(LAST))
    assert [(row.name, row.points) for row in rows] == [("Ben", 10), ("Ann", 6)]
    assert league.points() == {"Ann": 10, "Ben": 6}, "the season itself is as it was"


def told(league: League, today: str = LAST) -> dict[str, list[str]]:
    """Why each of the first person's results is worth what it is, by event."""
    return {one.event.entered.name: [str(why.told) for why in one.why] for one in league.table(today)[0].earned}


def test_every_step_from_a_place_to_its_points_is_said() -> None:
    tiers = [{"name": "Small"}, {"name": "Twice", "times": 2, "clause": "T"}]
    league = League({**CHART, "tier": tiers, "decay": {"days": 100, "times": "1/2", "clause": "D"}})
    league.event("one", "2026-07-01", ["Ann"], tier="Twice").event("two", "2026-09-01", ["Ann"])
    first = "Place 1 of 1 earns 10 points."
    assert told(league, "2026-09-01") == {
        "one": [first, "Points of Twice events are multiplied by 2: 20."],
        "two": [first],
    }
    assert told(league, "2026-10-09")["one"] == [
        first,
        "Points of Twice events are multiplied by 2: 20.",
        "After 100 days this is worth 10.",
    ]
    (ann,) = league.table("2026-10-09")
    assert [why.clause for why in ann.earned[0].why] == ["", "T", "D"]
    assert (ann.points, type(ann.points), type(ann.earned[0].points)) == (20, int, int)


def test_a_final_that_is_carried_over_is_not_multiplied() -> None:
    """WMH-140 W-41."""
    league = League({**CHART, "tier": [{"name": "Grand", "times": 3}]})
    assert league.event("one", "2026-07-01", ["Ann"], carried_from="League 2025").points() == {"Ann": 10}


def test_places_beyond_the_chart_are_not_results() -> None:
    chart = {"name": "League", "points": {"chart": [3, 0]}}
    league = League(chart).event("one", "2026-07-01", ["Ann", "Ben", "Cem"])
    league.event("two", "2026-08-01", ["Ben", "Cem", "Ann"])
    assert league.points() == {"Ann": 3, "Ben": 3}, "nobody without points is in the table"
    assert list(told(league)) == ["one"]


def test_regions_without_places_of_their_own() -> None:
    league = League({**CHART, "regions": ["North"]}).event("one", "2026-07-01", ["Ann"], region="North")
    assert (league.points(), league.qualified()) == ({"Ann": 10}, [])


def test_the_last_place_that_qualifies() -> None:
    league = League({**CHART, "qualify": {"places": 2}}).event("one", "2026-07-01", ["Ann", "Ben", "Cem"])
    assert league.qualified() == ["Ann", "Ben"]


def test_clubs_have_all_their_members_and_only_results_that_count() -> None:
    club = [{"title": "Clubs", "field": "club"}]
    league = League({**CHART, "table": {"best": 1}, "group": club})
    league.event("one", "2026-07-01", ["Ann", "Ben", "Cem"], fields={"club": ["York", "York", ""]})
    league.event("two", "2026-08-01", ["Cem", "Ann"], fields={"club": ["", "Leeds"]})
    (york,) = group_table(league.table(), league.circuit.groups[0])
    assert (york.name, york.points, york.members) == ("York", 16, (("Ann", 10), ("Ben", 6)))


def test_fractions_and_single_points_are_said_as_people_say_them() -> None:
    """One point is not “1 points”, and a tier of 3/2 multiplies by 1.5, or 1,5 in some languages."""
    tiers = [{"name": "Open"}, {"name": "Grand", "times": "3/2"}]
    points = {"chart": [10, 1, "1/3"]}
    league = League({**CHART, "points": points, "tier": tiers}).event(
        "one", "2026-07-01", ["A", "B", "C"], tier="Grand"
    )
    _, second, third = ([why.told for why in row.earned[0].why] for row in league.table())
    assert [str(one) for one in second] == [
        "Place 2 of 3 earns 1 point.",
        "Points of Grand events are multiplied by 1.5: 1.5.",
    ]
    assert str(third[0]) == "Place 3 of 3 earns 1/3 points.", "what decimals would round stays as it is"
    german = [one.in_(language("de")) for one in second]
    assert german == [
        "Platz 2 von 3 bringt 1 Punkt.",
        "Die Punkte bei Turnieren der Stufe Grand werden mit 1,5 multipliziert: 1,5.",
    ]
    named = League({**CHART, "points_name": "league points"}).event("one", "2026-07-01", ["A", "B", "C", "D"])
    assert str(named.table()[3].earned[0].why[0].told) == "Place 4 of 4 earns 1 league point."
    single = League({**CHART, "table": {"best": 1}, "qualify": {"places": 1}})
    single.event("one", "2026-07-01", ["Ann"]).event("two", "2026-08-01", ["Ann"])
    assert "Only the best result counts." in [text for texts in told(single).values() for text in texts]
    assert str(single.table()[0].qualified[0].told) == "Place 1 of the table: the first qualifies."
