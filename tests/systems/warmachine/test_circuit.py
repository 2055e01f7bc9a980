"""Iron Gauntlet: sanctioning and qualifier status, qualifying points, who qualifies, the final and its seeds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.why.reasons import why_bye
from muster.core.book.circuit.definition import read
from muster.core.kit.errors import Refusal
from muster.core.reading.circuit.checks import RESULTS, event_checks
from muster.core.record.event import Event
from muster.core.record.player import Status
from muster.core.record.season.journal import SeasonEvent
from muster.core.rules.circuit.results import EventRecord, distinct_players, results_of
from muster.core.rules.rounds import pool
from muster.systems.warmachine import SYSTEM
from muster.systems.warmachine.circuit import IRON_GAUNTLET
from tests.app.circuit.year import STAFF, Year
from tests.app.hall import Hall
from tests.core.reading.circuit.league import League

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
"""Places that add up to the qualifying points of G-WMH-C."""

DONE = {"sanctioned": "2026-08-01", "requested": "2026-08-02", "reported": "2026-09-02"}
FILLERS = [f"Filler {chr(ord('A') + n // 26)}{chr(ord('a') + n % 26)}" for n in range(40)]


def league(finishes: dict[str, list[int]], **done: str) -> League:
    """A qualifier for every place that somebody took, each with new people."""
    made, number = League(IRON_GAUNTLET), 0
    for name, places in finishes.items():
        for place in places:
            number += 1
            others = [f"{number} {one}" for one in FILLERS[:7]]
            order = [*others[: place - 1], name, *others[place - 1 :]]
            made.event(f"event {number}", "2026-09-01", order, met={**DONE, **done})
    return made


def test_qualifying_points(golden: Load) -> None:
    """WMH-133 WMH-135 W-42: ten, seven and four for the first three; ten or more qualify."""
    for places, points, qualified in golden("V-IG-QP")["rows"]:
        made = league({"Ann": places})
        assert (made.points().get("Ann", 0), "Ann" in made.qualified()) == (points, qualified), places


def test_everybody_with_enough_points_qualifies() -> None:
    """WMH-135: no cap, and the reason says the clause."""
    made = league({f"Winner {chr(ord('a') + n)}": [1] for n in range(20)})
    assert len(made.qualified()) == 20
    (why,) = made.table()[0].qualified
    assert (str(why.told), why.clause) == ("10 qualifying points: 10 or more qualify.", "WMH-135")
    assert made.table()[0].earned[0].why[0].clause == "WMH-133"


def test_report_in_time(golden: Load) -> None:
    """WMH-131 W-44: the fourteenth day is in time, the fifteenth is not."""
    for ended, reported, counts in golden("V-IG-REPORT")["rows"]:
        made = League(IRON_GAUNTLET)
        made.event(
            "one", ended, ["Ann"], met={"sanctioned": "2019-01-01", "requested": "2019-01-01", "reported": reported}
        )
        assert (made.points() == {"Ann": 10}) is counts


@pytest.mark.parametrize("missed", ["sanctioned", "requested", "reported"])
def test_a_step_missed(missed: str) -> None:
    """WMH-131 WMH-132: no sanction, no request or no report: the event earns nobody anything."""
    assert league({"Ann": [1]}).points()["Ann"] == 10
    made = League(IRON_GAUNTLET)
    made.event("one", "2026-09-01", ["Ann"], met={key: day for key, day in DONE.items() if key != missed})
    assert made.points() == {}


@pytest.mark.parametrize(("step", "day"), [("sanctioned", "2026-09-02"), ("reported", "2026-08-31")])
def test_a_step_at_the_wrong_time(step: str, day: str) -> None:
    """WMH-007 WMH-131: approval comes beforehand, the report after the end."""
    assert league({"Ann": [1]}, **{step: "2026-09-01"}).points()["Ann"] == 10
    assert league({"Ann": [1]}, **{step: day}).points() == {}


def test_the_checklist_of_a_qualifier_has_every_step_with_its_day() -> None:
    """WMH-131 WMH-132: what is done, what is left and until when; what was missed, by how much."""
    year = Year()
    event = year.event("Northern Masters", ["Ann", "Ben", "Cem", "Dai"], "2026-09-01")
    year.calendar.day = "2026-09-03"
    year.enter(event, attendees=120)
    year.meet(event, "sanctioned", "2026-07-12")
    told = {check.key: check for check in year.view.events[0].checks}
    assert (told["sanctioned"].text, told["sanctioned"].on) == ("Done on 2026-07-12.", "2026-07-12")
    assert told["requested"].text == "Not done yet."
    assert (told["reported"].text, told["reported"].due) == ("12 days left, until 2026-09-15.", "2026-09-15")
    assert (year.table(), year.view.events[0].counts, year.view.events[0].nothing_clause) == ([], False, "WMH-132")
    year.calendar.day = "2026-09-17"
    told = {check.key: check for check in year.view.events[0].checks}
    assert (told["reported"].state, told["reported"].text) == ("missed", "Not done. The last day was 2026-09-15.")
    year.meet(event, "requested", "2026-07-20")
    year.meet(event, "reported", "2026-09-17")
    told = {check.key: check for check in year.view.events[0].checks}
    assert told["reported"].text == "Done on 2026-09-17, 2 days late. The last day was 2026-09-15."
    assert year.table() == []
    with pytest.raises(Refusal, match=r"already recorded for 2026-09-17. To change the day, give a reason"):
        year.meet(event, "reported", "2026-09-15")
    year.meet(event, "reported", "2026-09-15", "the mail was sent on the 15th")
    assert year.table() == [(1, "Ann", 10), (2, "Ben", 7), (3, "Cem", 4)]


def test_what_cannot_be_recorded() -> None:
    """WMH-131: a day that is still to come, a step that is not asked for, a day that is not one."""
    year = Year()
    event = year.event("Masters", ["Ann", "Ben"])
    year.enter(event)
    with pytest.raises(Refusal, match=r"^2031-01-01 is still to come. Record it when it is done.$"):
        year.meet(event, "reported", "2031-01-01")
    with pytest.raises(Refusal, match=r"^No requirement is called “report”; did you mean “reported”"):
        year.meet(event, "report", "2026-09-02")
    with pytest.raises(Refusal, match=r"^“soon” is not a date. Write it as 2026-11-15.$"):
        year.meet(event, "reported", "soon")


def test_the_publishers_approval_and_the_medals() -> None:
    """WMH-007 WMH-011 WMH-012: approval is recorded with its day; only an approved event orders medals, at the price of
    its kind."""
    year = Year()
    masters = year.event("Masters", ["Ann", "Ben"], kind="masters")
    champions = year.event("Champions", ["Ann", "Ben"], kind="champions")
    for event in (masters, champions):
        year.enter(event)
    with pytest.raises(
        Refusal, match=r"^“Medals ordered” comes after “Sanctioned by the publisher”, which is"
    ) as refused:
        year.meet(masters, "medals", "2026-08-01")
    assert refused.value.clause == "WMH-007"
    year.meet(masters, "sanctioned", "2026-07-01")
    year.meet(masters, "medals", "2026-08-01")
    assert (year.checks(masters)["sanctioned"], year.checks(masters)["medals"]) == (
        ("met", "WMH-007"),
        ("met", "WMH-011"),
    )
    assert [line.tier_note for line in year.view.events] == [
        "Medal set: USD 39.99, ordered by e-mail.",
        "Medal set: USD 49.99, ordered by e-mail.",
    ]


def test_the_size_of_a_sanctioned_masters() -> None:
    """WMH-008 W-35: 100 people, 32 players, 75 points; fewer is a warning, and the event counts."""
    year = Year()
    small = year.event("Small", FILLERS[:30], army_points="50")
    large = year.event("Large", FILLERS[:32])
    year.enter(small, attendees=99)
    year.enter(large, attendees=100)
    asked = ("players", "attendees", "option army_points", "option kind")
    assert [year.checks(large)[key] for key in asked] == [("met", "WMH-008")] * 4
    assert [year.checks(small)[key] for key in asked] == [("warning", "WMH-008")] * 3 + [("met", "WMH-008")]
    for step, day in DONE.items():
        year.meet(small, step, day)
    assert year.view.events[0].counts


def test_31_players_are_too_few_and_32_are_enough() -> None:
    """WMH-008 WMH-012: for both kinds of event."""
    for tier, clause in (("Masters", "WMH-008"), ("Champions", "WMH-012")):
        for players, state in ((31, "warning"), (32, "met")):
            made = League(IRON_GAUNTLET).event("one", "2026-09-01", FILLERS[:players], tier=tier)
            checks = event_checks(made.circuit, made.season.events["origin one"], date(2026, 9, 2))
            assert [(c.state, c.clause) for c in checks if c.key == "players"] == [(state, clause)]


def test_the_size_of_a_sanctioned_champions() -> None:
    """WMH-012: 32 players and 75 points, and nobody counts the convention."""
    year = Year()
    small = year.event("Small", FILLERS[:30], kind="champions", army_points="50")
    year.enter(small)
    checks = year.checks(small)
    assert [checks[key] for key in ("players", "option army_points")] == [("warning", "WMH-012")] * 2
    assert "attendees" not in checks


def started(count: int, first: int = 0, place: str = "") -> Event:
    hall = Hall("warmachine", FILLERS[first : first + count])
    if place:
        events.amend(hall.desk, hall.id, STAFF, place=place)
    hall.pair()
    return hall.publish().event


def test_different_players_over_the_qualifiers() -> None:
    """WMH-010 W-36: 16 and 16 are enough; 20 and 20 of whom 10 are the same are not."""
    assert distinct_players([started(16), started(16, 16)]) == 32
    assert distinct_players([started(20), started(20, 10)]) == 30


@pytest.mark.parametrize(("second", "state"), [(16, "met"), (15, "warning")])
def test_a_masters_that_qualifiers_populated(second: int, state: str) -> None:
    """WMH-009 WMH-010 W-35: a final of two is fine if 32 different players tried; its qualifiers are recorded."""
    year = Year()
    feeders = [year.event("Friday", FILLERS[:16]), year.event("Saturday", FILLERS[second : second + 16])]
    masters = year.event("Sunday", FILLERS[:2])
    year.enter(masters, qualifiers=feeders)
    checks = year.checks(masters)
    assert checks["qualifiers"] == (state, "WMH-010") and "players" not in checks
    assert year.view.events[0].counts is False
    for step, day in DONE.items():
        year.meet(masters, step, day)
    assert year.view.events[0].counts, "a warning does not take points away"


def test_qualifiers_at_another_convention() -> None:
    """WMH-009: named where both places are known and differ."""
    year = Year()
    feeder, masters = year.event("Friday", FILLERS[:4]), year.event("Sunday", FILLERS[:2])
    circuit = read(IRON_GAUNTLET)
    for place, state in (("Lock & Load", None), ("Elsewhere", "warning")):
        for event, where in ((feeder, place), (masters, "Lock & Load")):
            year.reopen(event)
            if year.desk.open(event).event.place != where:
                events.amend(year.desk, event, STAFF, place=where)
            year.finish_again(event)
        if not year.opened.season.events:
            year.enter(masters, qualifiers=[feeder])
        else:
            actions.update(year.seasons, year.desk, year.id, STAFF)
        assert year.checks(masters).get("elsewhere") == (None if state is None else (state, "WMH-009"))
    assert circuit.tiers[0].place_clause == "WMH-009"


def test_champions_is_open_to_all() -> None:
    """WMH-012: qualifiers attached to it are refused."""
    year = Year()
    feeder, champions = year.event("Friday", FILLERS[:4]), year.event("Sunday", FILLERS[:2], kind="champions")
    with pytest.raises(
        Refusal, match=r"^“Sunday” is open to all, so it cannot have qualifiers of its own.$"
    ) as refused:
        year.enter(champions, qualifiers=[feeder])
    assert refused.value.clause == "WMH-012"
    year.enter(champions)
    assert year.view.events[0].tier == "Champions"


def test_a_season_runs_from_day_to_day() -> None:
    """WMH-130: its first and its last day are in it, and any Masters or Champions event between them may be too."""
    year = Year(first="2026-06-06", last="2027-06-05")
    for name, day, kind in (("First", "2026-06-06", "masters"), ("Last", "2027-06-05", "champions")):
        year.enter(year.event(name, ["Ann", "Ben"], day, kind=kind))
    for name, day in (("Early", "2026-06-05"), ("Late", "2027-06-06")):
        with pytest.raises(Refusal, match=rf"^“{name}” ended on {day}. The season “Iron Gauntlet 2026” runs from"):
            year.enter(year.event(name, ["Ann", "Ben"], day))
    assert [line.event for line in year.view.events] == ["first", "last"]


def test_the_list_of_the_season() -> None:
    """WMH-134: everybody with points, best first, with where each point comes from."""
    year = Year()
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    year.qualifier("South", ["Ben", "Eve", "Ann", "Fay"])
    year.same()
    assert year.table() == [(1, "Ben", 17), (2, "Ann", 14), (3, "Eve", 7), (4, "Cem", 4)]
    assert [(e.event_name, e.place, e.points) for e in year.view.table[0].earned] == [("North", 2, 7), ("South", 1, 10)]
    assert [row.name for row in year.view.table if row.qualified] == ["Ben", "Ann"]


def record(event: Event) -> EventRecord:
    event.finished = True
    return EventRecord(event, SYSTEM, "origin one", "head", 1)


def next_season(event: Event) -> dict[str, Any]:
    """What a final's standings are worth in the season after it."""
    made = League(IRON_GAUNTLET).event("one", "2026-06-01", ["nobody"], carried_from="Iron Gauntlet 2025")
    known = made.season.events["origin one"]
    assert isinstance(known, SeasonEvent)
    made.facts = [made.facts[0], made.facts[1], results_of(made.circuit, known, record(event), [])]
    return made.points()


def test_the_final_earns_points_for_the_next_season(golden: Load, rebuild: Rebuild) -> None:
    """WMH-133 WMH-140 W-41: ten, seven and four by the final standings, with no step to be done."""
    book = golden("G-WMH-C")
    assert next_season(rebuild(book, len(book["rounds"]))) == book["next_season_qps"]


def test_who_follows_a_disqualified_player_moves_up(golden: Load, rebuild: Rebuild) -> None:
    """WMH-060 W-43."""
    book = golden("G-WMH-C")
    event = rebuild(book, len(book["rounds"]))
    event.find("Seed2").status = Status.DISQUALIFIED
    assert next_season(event) == {"Seed5": 10, "Seed4": 7, "Seed1": 4}


def test_a_disqualified_player_earns_nothing_however_few_there_are() -> None:
    """WMH-060 W-43."""
    year = Year()
    event = year.event("North", ["Ann", "Ben", "Cem", "Dai"], finish=False)
    for name in ("Ben", "Cem", "Dai"):
        roster.disqualify(year.desk, event, name, "unsporting", STAFF)
    year.finish(event)
    year.enter(event)
    for step, day in DONE.items():
        year.meet(event, step, day)
    assert year.table() == [(1, "Ann", 10)]
    assert year.view.events[0].players == 4


@pytest.mark.parametrize(("other", "shown"), [("South", ["(North)", "(South)"]), ("North", ["(north)", "(north-2)"])])
def test_two_people_with_one_name_can_be_told_apart_in_the_final(other: str, shown: list[str]) -> None:
    """X-16 WMH-136: the event that they played in is beside the name, by its id if both events have one name."""
    year = Year()
    year.qualifier("North", ["Ann", "Ben"])
    year.qualifier(other, ["Ann", "Cem"])
    final = final_of(year)
    assert [p.name for p in year.desk.open(final).event.players.values()] == [f"Ann {one}" for one in shown]
    assert year.view.final is not None and year.view.final.not_qualified == []


def test_seeds_of_the_final(golden: Load) -> None:
    """WMH-135 WMH-136 WMH-137: most qualifying points first, and nobody with fewer than ten."""
    book = golden("G-WMH-C")
    made = league({"Too few": [2], **dict(reversed(FINISHES.items()))})
    table = [row for row in made.table() if row.name in (*FINISHES, "Too few")]
    assert {row.name: row.points for row in table if row.name in FINISHES} == book["qps"]
    assert [row.name for row in table if row.qualified] == book["players"]


def test_equal_qualifying_points() -> None:
    """WMH-137 W-40: 28 points each: more first places, then more second places; who is still level shares the rank."""
    finishes = {"A": [2, 2, 2, 2], "B": [1, 2, 2, 3], "C": [3] * 7, "D": [1, 1, 3, 3], "E": [2, 2, 2, 2]}
    rows = [row for row in league(finishes).table() if row.name in finishes]
    assert {row.points for row in rows} == {28}
    assert [(row.name, row.rank) for row in rows] == [("D", 1), ("B", 2), ("A", 3), ("E", 3), ("C", 5)]


def final_of(year: Year, seed: str = "seed", **more: Any) -> str:
    _, made = actions.create_final(year.seasons, year.desk, year.id, "The Gauntlet", STAFF, seed=seed, **more)
    return made.id


def seven() -> Year:
    """Seven winners, the first also second elsewhere, and so on: seeds 1 to 7."""
    year = Year()
    names = [f"Seed{number}" for number in range(1, 8)]
    for number, name in enumerate(names, start=1):
        others = FILLERS[number * 3 : number * 3 + 3]
        year.qualifier(f"First {name}", [name, *others])
    for number, name in enumerate(names[:6]):
        for again in range(6 - number):
            year.qualifier(f"Third {name} {again}", ["Wanda", FILLERS[30 + again], name, FILLERS[38]])
    year.same()
    year.calendar.day = "2027-06-01"
    return year


def test_the_final_is_created_with_its_seeds(golden: Load) -> None:
    """WMH-136 WMH-137 WMH-138: of seven, the first seed has the bye, 2 meets 7, 3 meets 6, 4 meets 5."""
    year = seven()
    attending = [f"Seed{number}@first-seed{number}" for number in range(1, 8)]
    final = final_of(year, attending=attending)
    event = year.desk.open(final).event
    assert [player.values["qp"] for player in event.players.values()] == [34, 30, 26, 22, 18, 14, 10]
    rounds.pair(year.desk, final, STAFF)
    drawn = year.desk.open(final).event.rounds[0]
    (row,) = [row for row in golden("V-IG-SEED")["rows"] if row["players"] == 7]
    assert [bye.player for bye in drawn.byes] == [row["bye"]]
    opened = year.desk.open(final)
    told = why_bye(opened, opened.event.find("Seed1"), drawn)[0]
    assert (told.text, told.clause) == ("in round 1 of a final the bye goes to the first seed", "WMH-138")
    assert {frozenset((match.a, match.b)) for match in drawn.matches} == {frozenset(pair) for pair in row["pairs"]}
    assert year.view.final is not None and year.view.final.not_qualified == []


def test_the_final_may_be_champions_and_its_groups_are_folded() -> None:
    """WMH-136 WMH-139 W-38: Masters or Champions; inside equal points the best seed meets the last."""
    year = seven()
    final = final_of(
        year, attending=[f"Seed{n}@first-seed{n}" for n in range(1, 8)], options={"kind": "champions"}, seed="a"
    )
    opened = year.desk.open(final)
    settings = opened.system.settings(opened.event)
    assert (settings.value("kind"), settings.value("seeded")) == ("champions", True)
    rounds.pair(year.desk, final, STAFF)
    rounds.publish(year.desk, final, STAFF)
    for seed in ("Seed2", "Seed3", "Seed4"):
        year.result(final, seed, 5, 0)
    rounds.pair(year.desk, final, STAFF)
    drawn = {frozenset((m.a, m.b)) for m in year.desk.open(final).event.rounds[1].matches}
    assert drawn >= {frozenset((1, 4)), frozenset((2, 3))}


def test_nobody_enters_the_final_without_the_points() -> None:
    """WMH-136: neither when it is created nor, without being named, afterwards."""
    year = Year()
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    year.qualifier("South", ["Eve", "Fay", "Gil", "Hal"])
    with pytest.raises(Refusal, match=r"^Ben has 7 qualifying points and has not qualified for the final.$") as refused:
        final_of(year, attending=["Ann", "Ben"])
    assert refused.value.clause == "WMH-136"
    assert [stored.id for stored in year.desk.listed()] == ["north", "south"], "no half of a final is left"
    final = final_of(year)
    assert [player.name for player in year.desk.open(final).event.players.values()] == ["Ann", "Eve"]
    roster.enrol(year.desk, final, [("Ben", {})], STAFF)
    assert year.view.final is not None
    assert (year.view.final.not_qualified, year.view.final.clause) == (["Ben"], "WMH-136")
    with pytest.raises(Refusal, match=r"^The final of “Iron Gauntlet 2026” is already there: “the-gauntlet”.$"):
        final_of(year)


def test_a_final_waits_for_what_events_came_to_since() -> None:
    year = Year()
    north = year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    year.qualifier("South", ["Eve", "Fay", "Gil", "Hal"])
    year.correct(north, "Ann", "b", "0-9")
    with pytest.raises(Refusal, match=r"take over the latest results of these events: North\.$"):
        final_of(year)
    actions.update(year.seasons, year.desk, year.id, STAFF)
    final = final_of(year)
    assert [player.name for player in year.desk.open(final).event.players.values()] == ["Dai", "Eve"]


def test_the_final_counts_in_the_next_season_and_not_in_its_own() -> None:
    """WMH-140 W-43: its three best begin the next season with 10, 7 and 4; everything else begins at nothing."""
    year = seven()
    final = final_of(year, attending=[f"Seed{n}@first-seed{n}" for n in (1, 2, 3, 4)], date="2027-05-31")
    rounds.pair(year.desk, final, STAFF)
    rounds.publish(year.desk, final, STAFF)
    year.result(final, "Seed1", 5, 0)
    year.result(final, "Seed2", 4, 0)
    year.finish(final)
    with pytest.raises(Refusal, match=r"^“The Gauntlet” is the final of this season. Its standings count for the next"):
        year.enter(final)
    before = year.table()
    after = actions.open_season(year.seasons, "Iron Gauntlet 2027", IRON_GAUNTLET, "2027-06-01", "2028-05-31", STAFF)
    actions.enter(year.seasons, year.desk, after.id, final, AboutEvent(), STAFF)
    assert year.table() == before
    year.id = after.id
    assert [points for _, _, points in year.table()] == [10, 7, 4]
    assert [name for _, name, _ in year.table()][:2] == ["Seed1", "Seed2"]
    assert (year.checks(final)["carried"], year.checks(final)[RESULTS][0]) == (("met", "WMH-140"), "met")


def test_a_final_counts_in_no_other_season_than_the_next() -> None:
    """WMH-140: not in the one after that, not in one before, and for another circuit it is an event like any other."""
    year = Year()
    year.qualifier("North", ["Ann", "Ben"])
    year.qualifier("South", ["Cem", "Dai"])
    final = final_of(year, date="2027-05-31")
    opened: dict[int, str] = {}
    for first in (2025, 2027, 2028):
        days = f"{first}-06-01", f"{first + 1}-05-31"
        opened[first] = actions.open_season(year.seasons, f"Iron {first}", IRON_GAUNTLET, *days, STAFF).id
    for first in (2025, 2028):
        with pytest.raises(Refusal, match=r"is the final of “Iron Gauntlet 2026”. Its standings count for the season"):
            actions.enter(year.seasons, year.desk, opened[first], final, AboutEvent(), STAFF)
    actions.enter(year.seasons, year.desk, opened[2027], final, AboutEvent(), STAFF)
    cup = {**IRON_GAUNTLET, "name": "Cup"}
    other = actions.open_season(year.seasons, "Cup", cup, "2027-01-01", "2027-12-31", STAFF).id
    actions.enter(year.seasons, year.desk, other, final, AboutEvent(), STAFF)
    carried = [year.seasons.open(one).season.events.popitem()[1].entered.carried_from for one in (opened[2027], other)]
    assert carried == ["Iron Gauntlet 2026", ""]


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
