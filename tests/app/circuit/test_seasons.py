"""A season through its ledger: what moves its table, what is refused, and what one broken event does not break."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.carry import export_season, import_season, verify_season
from muster.app.circuit.held import HeldState, may_take
from muster.app.circuit.log import season_log
from muster.app.circuit.views import PlaceMove, season_view, seasons_view
from muster.app.events.carry import export_event, import_event
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import Refusal
from muster.core.record.journal import must_chain
from tests.app.circuit.year import STAFF, Laptop, Year

LEAGUE: dict[str, Any] = {"name": "League", "game": "warmachine", "points": {"chart": [5, 3, 2, 1]}}


def league() -> Year:
    return Year(LEAGUE, name="League 2026")


def test_a_season_adds_its_events_up() -> None:
    year = league()
    for name, order in (("March", ["Ann", "Ben", "Cem", "Dai"]), ("April", ["Ben", "Eve", "Ann", "Dai"])):
        year.enter(year.event(name, order))
    year.same()
    assert year.table() == [(1, "Ben", 8), (2, "Ann", 7), (3, "Eve", 3), (4, "Cem", 2), (4, "Dai", 2)]
    ben = year.view.table[0]
    assert [(e.event, e.place, e.points, e.why[0].text) for e in ben.earned] == [
        ("march", 2, 3, "Place 2 of 4 earns 3 points."),
        ("april", 1, 5, "Place 1 of 4 earns 5 points."),
    ]


def test_a_final_is_carried_over_without_a_region() -> None:
    circuit = {**LEAGUE, "regions": ["North", "South"], "qualify": {"region_places": 1}}
    year = Year(circuit, name="Circuit 2026")
    with pytest.raises(Refusal, match=r"^Say in which region “March” was held.$"):
        year.enter(year.event("March", ["Ann", "Ben"]))
    year.enter("march", region="north")
    year.enter(year.event("April", ["Cem", "Dai"]), region="South")
    with pytest.raises(Refusal, match=r"^No region is called “East”"):
        year.enter(year.event("May", ["Eve", "Fay"]), region="East")
    _, made = actions.create_final(year.seasons, year.desk, year.id, "Final", STAFF, date="2027-05-31", seed="x")
    rounds.pair(year.desk, made.id, STAFF)
    rounds.publish(year.desk, made.id, STAFF)
    event = year.desk.open(made.id).event
    year.result(made.id, event.name_of(event.rounds[0].matches[0].a), 5, 0)
    year.finish(made.id)
    after = actions.open_season(year.seasons, "Circuit 2027", circuit, "2027-06-01", "2028-05-31", STAFF)
    actions.enter(year.seasons, year.desk, after.id, made.id, AboutEvent(), STAFF)
    year.id = after.id
    assert [points for _, _, points in year.table()] == [5, 3]
    assert [region.table for region in year.view.regions] == [[], []]
    import_season(Laptop().seasons, export_season(year.seasons, year.id))


def test_the_table_of_a_region_says_who_has_qualified() -> None:
    year = Year({**LEAGUE, "regions": ["North", "South"], "qualify": {"region_places": 1}}, name="Circuit 2026")
    year.enter(year.event("March", ["Ann", "Ben"]), region="North")
    year.enter(year.event("April", ["Cem", "Dai"]), region="South")
    north, south = year.view.regions
    assert [(row.name, bool(row.qualified)) for row in north.table] == [("Ann", True), ("Ben", False)]
    assert [(row.name, bool(row.qualified)) for row in south.table] == [("Cem", True), ("Dai", False)]
    assert south.table[0].qualified[0].text == "Place 1 of South: the first of each region qualifies."


def test_undo_takes_the_last_action_back() -> None:
    year = league()
    year.enter(year.event("March", ["Ann", "Ben"]))
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]
    year.seasons.undo(year.id, STAFF)
    assert (year.view.events, year.table()) == ([], [])
    year.seasons.redo(year.id, STAFF)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]
    assert [one.text for one in season_log(year.opened)][1:3] == [
        "“March” entered (march)",
        f"March: results taken over, 2 players (entry 8, record {year.desk.open('march').head[:16]})",
    ]


def test_the_same_event_is_counted_once_on_whatever_laptop_and_under_whatever_id() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    with pytest.raises(Refusal, match=r"^“March” is already in the season.$"):
        year.enter(march)
    copy = import_event(year.desk, export_event(year.desk, march), "march-from-the-other-laptop").id
    with pytest.raises(Refusal, match=r"^“March” is already in the season: “march-from-the-other-laptop” is a copy of"):
        year.enter(copy)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]


def test_a_correction_moves_the_table_and_says_since_when() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben", "Cem", "Dai"])
    year.enter(march)
    head = year.desk.open(march).head
    assert year.view.corrections == []
    year.correct(march, "Ben", "b", "0-9")
    assert year.table() == [(1, "Cem", 5), (2, "Ann", 3), (3, "Dai", 2), (4, "Ben", 1)]
    (correction,) = year.view.corrections
    assert (correction.event, correction.entry, correction.record) == ("march", 11, head[:16])
    assert correction.text == f"“March” was corrected after it was reported at entry 11 (record {head[:16]})."
    assert correction.moved == [
        PlaceMove("Cem", 3, 1),
        PlaceMove("Ann", 1, 2),
        PlaceMove("Dai", 4, 3),
        PlaceMove("Ben", 2, 4),
    ]
    actions.update(year.seasons, year.desk, year.id, STAFF)
    assert year.view.corrections == [], "it is recorded now"
    assert year.table() == [(1, "Cem", 5), (2, "Ann", 3), (3, "Dai", 2), (4, "Ben", 1)]


def test_an_event_that_is_being_corrected_counts_as_it_was_reported() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    year.reopen(march)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]
    assert year.view.events[0].state is HeldState.REOPENED
    assert year.view.events[0].note == (
        "“March” is being corrected. Its reported results count until it is finished again."
    )


def test_a_journal_that_only_grew_is_not_a_correction() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    year.reopen(march)
    year.finish_again(march)
    assert (year.view.corrections, year.view.events[0].state) == ([], HeldState.SAME)


def test_a_missing_or_damaged_event_is_named_and_the_rest_works() -> None:
    year = league()
    for name in ("March", "April", "May"):
        year.enter(year.event(name, ["Ann", "Ben"]))
    year.same()
    before = year.table()
    year.desk.remove("march")
    year.damage("event", "april", -1)
    assert year.table() == before == [(1, "Ann", 15), (2, "Ben", 9)]
    assert [(e.event, e.state.value) for e in year.view.events] == [
        ("march", "missing"),
        ("april", "damaged"),
        ("may", "same"),
    ]
    missing, damaged, sound = (e.note for e in year.view.events)
    assert missing == "“March” is not in this data folder as “march”. Its reported results still count."
    assert damaged.startswith("“April” cannot be opened: The journal is damaged") and sound == ""
    verified = verify_season(year.seasons, year.desk, year.id)
    assert (verified.ok, verified.checked, verified.not_here) == (False, ["may"], ["march"])
    assert (verified.difference or "").startswith("“April” cannot be opened: The journal is damaged")


def test_another_event_under_the_same_id_does_not_take_its_place() -> None:
    year = league()
    year.enter(year.event("March", ["Ann", "Ben"]))
    year.desk.remove("march")
    other = year.event("March", ["Zoe", "Yan"])
    assert other == "march"
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]
    assert year.view.events[0].state is HeldState.OTHER
    with pytest.raises(Refusal, match=r"^Another event, “March”, was entered as “march”. Import this one under"):
        year.enter(other)
    with pytest.raises(Refusal, match=r"^“march” is another event here, not “March”"):
        actions.take(year.seasons, year.desk, year.id, "march", STAFF)


def test_another_event_under_the_id_of_one_that_was_not_finished_is_not_taken_for_it() -> None:
    year = league()
    year.enter(year.event("March", ["Ann", "Ben"], finish=False))
    year.desk.remove("march")
    year.event("March", ["Zoe", "Yan"])
    assert (year.view.events[0].state, year.table()) == (HeldState.OTHER, [])
    assert year.view.events[0].note == "“march” is another event here, not “March”. The reported results still count."


def test_an_older_copy_of_an_event_changes_nothing() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"], finish=False)
    early = export_event(year.desk, march)
    year.finish(march)
    year.enter(march)
    year.desk.remove(march)
    import_event(year.desk, early)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]
    assert year.view.events[0].note.startswith("This copy of “March” does not have entry 8, which was reported.")
    assert not may_take(year.desk, year.opened, march), "it is not finished"


@pytest.mark.parametrize("corrected", [False, True])
def test_an_event_that_went_on_from_an_older_copy_is_taken_over_once_somebody_says_so(corrected: bool) -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"], finish=False)
    early = export_event(year.desk, march)
    year.finish(march)
    year.enter(march)
    year.desk.remove(march)
    import_event(year.desk, early)
    if corrected:
        slip = Report("#1", {"winner": "b", "how": "scenario", "cp": "1-2", "apd": "0-0"}, round=1)
        results.correct(year.desk, march, slip, "misread slip", STAFF)
    year.finish(march)
    assert year.view.events[0].state == "other" and may_take(year.desk, year.opened, march)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)], "not by itself"
    actions.take(year.seasons, year.desk, year.id, march, STAFF)
    assert year.table() == ([(1, "Ben", 5), (2, "Ann", 3)] if corrected else [(1, "Ann", 5), (2, "Ben", 3)])
    assert year.view.events[0].state == "same" and not may_take(year.desk, year.opened, march)
    assert verify_season(year.seasons, year.desk, year.id).ok


def test_results_count_when_the_event_is_finished() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"], finish=False)
    year.enter(march)
    assert (year.table(), year.checks(march)["results"]) == ([], ("open", ""))
    with pytest.raises(Refusal, match=r"^“March” is not finished. Its results count in a season when it is.$"):
        actions.take(year.seasons, year.desk, year.id, march, STAFF)
    year.finish(march)
    assert year.table() == [], "nobody has taken them over yet"
    assert year.view.events[0].note == "“March” is finished, and its results are not in the season yet."
    actions.take(year.seasons, year.desk, year.id, march, STAFF)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]


def test_seasons_of_one_circuit_have_no_day_in_common() -> None:
    year = league()
    with pytest.raises(Refusal, match=r"^“League 2026” is a season of the same circuit and runs from 2026-06-01 to"):
        actions.open_season(year.seasons, "Next", LEAGUE, "2027-05-31", "2028-05-31", STAFF)
    after = actions.open_season(year.seasons, "Next", LEAGUE, "2027-06-01", "2028-05-31", STAFF)
    other = actions.open_season(year.seasons, "Cup", {**LEAGUE, "name": "Cup"}, "2026-06-01", "2027-05-31", STAFF)
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    actions.enter(year.seasons, year.desk, other.id, march, AboutEvent(), STAFF)
    with pytest.raises(Refusal, match=r"^“March” ended on 2026-09-01. The season “Next” runs from 2027-06-01 to"):
        actions.enter(year.seasons, year.desk, after.id, march, AboutEvent(), STAFF)


def test_an_overlapping_season_from_elsewhere_does_not_count_an_event_twice() -> None:
    year, away = league(), league()
    import_season(year.seasons, export_season(away.seasons, away.id), "theirs")
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    with pytest.raises(Refusal, match=r"^“March” already counts in “League 2026”, a season of the same circuit.$"):
        actions.enter(year.seasons, year.desk, "theirs", march, AboutEvent(), STAFF)


def test_an_event_that_leaves_takes_its_points_along_and_may_come_back() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    with pytest.raises(Refusal, match=r"^Say why “March” leaves the season. Everybody can read it.$"):
        actions.withdraw(year.seasons, year.id, march, " ", STAFF)
    actions.withdraw(year.seasons, year.id, march, "entered by mistake", STAFF)
    assert (year.view.events, year.table()) == ([], [])
    year.enter(march)
    assert year.table() == [(1, "Ann", 5), (2, "Ben", 3)]


def test_something_else_is_said_of_an_event_and_its_steps_and_results_stay() -> None:
    """How many people came is known only after the event, and steps were recorded long before."""
    year = Year()
    feeder, other = year.event("Friday", ["Ann", "Ben", "Cem", "Dai"]), year.event("Thursday", ["Eve", "Fay"])
    masters = year.qualifier("Sunday", ["Ann", "Ben"])
    assert year.checks(masters)["attendees"] == ("warning", "WMH-008")
    table = year.table()

    def change(**about: Any) -> None:
        actions.amend_event(year.seasons, year.desk, year.id, "Sunday", AboutEvent(**about), STAFF)

    change(attendees=120)
    assert year.checks(masters)["attendees"] == ("met", "WMH-008") and year.view.events[0].attendees == 120
    change(last_day="2026-09-02", tier="masters", qualifiers=[feeder, other])
    checks = {check.key: check.text for check in year.view.events[0].checks}
    assert (checks["qualifiers"], checks["reported"]) == (
        "6 different players.",
        "Done on 2026-09-01, before the event ended on 2026-09-02.",
    )
    assert year.table() == [], "the report came before the end"
    assert [one.text for one in season_log(year.opened)][-2].startswith(
        "Sunday changed: ends on 2026-09-02, 2 qualifying events"
    )
    year.seasons.undo(year.id, STAFF)
    assert year.table() == table
    with pytest.raises(Refusal, match=r"^Nothing was changed: “Sunday” already has all of this.$"):
        change(attendees=120)
    with pytest.raises(Refusal, match=r"^No event of the season is called “Monday”"):
        actions.amend_event(year.seasons, year.desk, year.id, "Monday", AboutEvent(attendees=1), STAFF)
    year.desk.remove(masters)
    year.event("Sunday", ["Zoe", "Yan"])
    with pytest.raises(Refusal, match=r"^“sunday” is another event here, not “Sunday”"):
        change(attendees=1)


def test_people_are_suggested_and_only_joined_by_somebody() -> None:
    year = league()
    year.enter(year.event("March", ["Ann", "Ben"]))
    year.enter(year.event("April", ["ANN", "Benn"]))
    assert year.table() == [(1, "Ann", 5), (1, "ANN", 5), (3, "Ben", 3), (3, "Benn", 3)]
    assert [(one.one, one.other) for one in year.view.alike] == [("Ann@march", "ANN@april")]
    actions.join(year.seasons, year.id, "Ann@march", "ANN@april", STAFF)
    actions.join(year.seasons, year.id, "Ben", "Benn", STAFF)
    assert year.table() == [(1, "ANN", 10), (2, "Benn", 6)]
    actions.part(year.seasons, year.id, "Ben@march", "Benn@april", STAFF)
    assert year.table() == [(1, "ANN", 10), (2, "Ben", 3), (2, "Benn", 3)]
    assert [one.text for one in season_log(year.opened)][-1] == "Ben (March) and Benn (April) are two people"


def test_a_copy_without_names_verifies_and_has_the_same_points() -> None:
    year = league()
    year.enter(year.event("March", ["Ann Berg", "Ben"]))
    bare = export_season(year.seasons, year.id, with_names=False)
    assert "Ann Berg" not in str(bare) and "Ann Berg" in str(export_season(year.seasons, year.id))
    away = Laptop()
    opened = import_season(away.seasons, bare)
    must_chain(away.seasons.rows(opened.id))
    assert opened.head == year.opened.head
    shown = season_view(away.seasons, away.desk, opened)
    assert [(row.name, row.points) for row in shown.table] == [("#1", 5), ("#2", 3)] and shown.alike == []
    assert [place.name for place in shown.events[0].top] == ["#1", "#2"]
    import_event(away.desk, export_event(year.desk, "march"))
    verified = verify_season(away.seasons, away.desk, opened.id)
    assert (verified.ok, verified.checked) == (True, ["march"])


def test_verifying_holds_what_was_taken_over_against_the_event_as_it_was_then() -> None:
    year = league()
    march = year.event("March", ["Ann", "Ben"])
    year.enter(march)
    year.correct(march, "Ann", "b", "0-9")
    assert verify_season(year.seasons, year.desk, year.id).checked == ["march"], "as it was at that entry"
    forged = replace(year.opened.season.events[year.opened.entries[1].fact.origin].results, order=(2, 1))  # type: ignore[union-attr, type-var]  # The season has its results.
    year.seasons.act(year.id, lambda _: [forged], STAFF)  # type: ignore[list-item]  # a forged fact, on purpose
    verified = verify_season(year.seasons, year.desk, year.id)
    assert (verified.ok, verified.difference) == (
        False,
        "“March” no longer has the results that were taken over at its entry 8.",
    )


def test_a_damaged_season_is_listed_and_the_others_too() -> None:
    year = league()
    actions.open_season(year.seasons, "Cup", {**LEAGUE, "name": "Cup"}, "2026-01-01", "2026-12-31", STAFF)
    year.damage("season", year.id, 0)
    broken, sound = seasons_view(year.seasons)
    assert broken.error.startswith("The journal is damaged at entry 1") and (sound.name, sound.error) == ("Cup", "")
