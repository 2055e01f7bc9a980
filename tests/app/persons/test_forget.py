"""What forgetting somebody does to seasons and to texts that others typed, and that everything still verifies."""

from __future__ import annotations

from muster.app.awards import actions as awards
from muster.app.circuit import actions as season
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.carry import verify_season
from muster.app.clock import schedule as times
from muster.app.events import actions as events
from muster.app.events import carry
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.persons import actions
from muster.app.persons.book import PeopleBook
from muster.app.persons.forget import forget
from muster.core.kit.model import PlayerId
from muster.core.record.facts.awards import AwardKind
from tests.app.circuit.year import STAFF, Year
from tests.app.persons.test_persons import book, year

__all__ = ["book", "year"]


def test_an_event_withdrawn_from_a_season_or_never_entered_keeps_no_name_there(year: Year, book: PeopleBook) -> None:
    season.withdraw(year.seasons, year.id, "north", "not sanctioned, says Ann", STAFF)
    assert forget(book, "Ann@north", STAFF).seasons == [year.id]
    assert [row.seq for row in year.seasons.rows(year.id) if "says Ann" in row.body] == []
    year.seasons.undo(year.id, STAFF)
    north = year.opened.season.at("north")
    assert north is not None and north.results is not None
    assert "Ann" not in north.results.names and {"Player 1", "Ben"} <= set(north.results.names)
    assert verify_season(year.seasons, year.desk, year.id).ok


def test_a_season_verifies_after_somebody_of_two_qualifiers_is_forgotten(year: Year, book: PeopleBook) -> None:
    """How many different players they had was counted while the names were there."""
    final = year.event("Final", ["Ann", "Ben"], "2026-11-01")
    year.enter(final, qualifiers=("north", "south"))

    def distinct() -> int | None:
        found = year.opened.season.at(final)
        return None if found is None or found.results is None else found.results.distinct

    before = distinct()
    actions.join(book, "Ann@north", "Ann@south", STAFF)
    forget(book, "Ann@north", STAFF)
    assert distinct() == before and verify_season(year.seasons, year.desk, year.id).ok
    season.update(year.seasons, year.desk, year.id, STAFF)
    assert distinct() == before
    season.amend_event(year.seasons, year.desk, year.id, final, AboutEvent(qualifiers=["north"]), STAFF)
    assert distinct() == 4, "counted again, with the one who has no name"


def test_the_place_the_schedule_and_the_breaks_lose_the_name(year: Year, book: PeopleBook) -> None:
    opened = events.create(year.desk, "East", "bushido", STAFF, date="2026-12-01")
    roster.enrol(year.desk, opened.id, [("Zoe Weiß", {}), ("Yan", {})], STAFF)
    events.amend(year.desk, opened.id, STAFF, place="ZOE WEISS, garage", schedule="09:00 Zoe Weiß has the key")
    times.set_times(year.desk, opened.id, STAFF, "", "09:00", "10", breaks=[("12:00", "30", "Zoe Weiß cooks")])
    forget(book, "Zoe Weiß", STAFF)
    told = "".join(row.body for row in year.desk.rows("east")).casefold()
    assert "weiss" not in told and told.count("player 1") == 3
    assert verify(year.desk.open("east"), year.desk.seed("east")).ok


def test_texts_as_long_as_they_may_be_still_verify_with_numbers_in_them(year: Year, book: PeopleBook) -> None:
    opened = events.create(year.desk, "East", "bushido", STAFF, date="2026-12-01")
    roster.enrol(year.desk, opened.id, [("Al", {}), ("Yan", {})], STAFF)
    full = "Al " * 100
    events.amend(year.desk, opened.id, STAFF, place=full[:200], schedule=f"09:00 {full[:113]}")
    times.set_times(year.desk, opened.id, STAFF, "", "09:00", "10", breaks=[("12:00", "30", full[:60])])
    awards.add(year.desk, opened.id, full[:80], AwardKind.STAFF, STAFF, prize=full[:300])
    awards.decide(year.desk, opened.id, full[:80].strip(), ["#2"], STAFF, full[:300])
    forget(book, "Al", STAFF)
    assert "Al " not in str(year.desk.rows("east")) and verify(year.desk.open("east"), year.desk.seed("east")).ok
    copy = carry.import_event(year.desk, carry.export_event(year.desk, "east"), "copy")
    assert copy.event.name_of(PlayerId(1)) == "Player 1"
