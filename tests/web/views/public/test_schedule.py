"""The schedule where people see it: its page and form, phones, the desk, the big screen, public JSON and the API."""

from __future__ import annotations

import re

import pytest

from muster.api import routes
from muster.api.areas.schedule import PUBLIC_SCHEDULE, SET_TIMES, BreakBody, DayBody, TimesBody
from muster.api.client import ProblemFound
from muster.app.clock import actions as clock
from muster.app.clock.schedule import set_times
from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.permissions import Scope
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.web.site import Site
from tests.app.clock.test_actions import HandClock
from tests.app.clock.test_schedule import zone as zone
from tests.web.api.program import program
from tests.web.conftest import RESULTS, STAFF, Browser, player_of, publish
from tests.web.views.desk.test_clock import wall as wall

NAMES = ("Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gil", "Hal")
TIMES = {
    "date": "2026-11-15",
    "start": "10:25",
    "between": "15",
    "length": "60",
    "break-when": ["1", "", "13:00"],
    "break-minutes": ["30", "", "20"],
    "break-name": ["Lunch", "", "Tea"],
    "day-round": ["3"],
    "day-date": ["2026-11-16"],
    "day-start": ["09:30"],
}


@pytest.fixture(autouse=True)
def hall(site: Site, wall: HandClock) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)


def play(site: Site) -> None:
    for match in site.open("cup").event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)


def test_the_organiser_sets_the_times_and_everybody_reads_them(
    site: Site, organiser: Browser, stranger: Browser
) -> None:
    assert "No times are set yet." in stranger.see("/e/cup/schedule/")
    assert "Set the times" not in stranger.see("/e/cup/schedule/")
    organiser.press("/e/cup/schedule/", "/e/cup/schedule/set/", **TIMES)
    seen = stranger.see("/e/cup/schedule/")
    assert "Round 1 starts in about 25 min, at 10:25." in seen
    assert "15 November 2026" in seen and "16 November 2026" in seen
    assert "10:25–11:25 Round 1 expected 11:25–11:55 Lunch expected 11:55–12:55 Round 2 expected" in seen
    assert "09:30–10:30 Round 3 expected" in seen
    event = stranger.see("/e/cup/")
    assert "10:25–11:25 Round 1 expected 11:25–11:55 Lunch expected 11:55–12:55 Round 2 expected" in event
    assert (
        "16 November 2026" in event and "09:30–10:30 Round 3 expected" in event and "When rounds are expected" in event
    )
    page = organiser.get("/e/cup/schedule/").content.decode()
    assert re.findall(r'name="break-when" value="([^"]*)"', page) == ["1", "13:00", "", ""]
    organiser.press("/e/cup/desk/", "/e/cup/undo/")
    assert "No times are set yet." in stranger.see("/e/cup/schedule/")


def test_the_event_page_follows_the_time_of_day(
    site: Site, organiser: Browser, stranger: Browser, wall: HandClock
) -> None:
    """It is rendered once for everybody, but not for the whole day."""
    organiser.press("/e/cup/schedule/", "/e/cup/schedule/set/", **TIMES)
    publish(site)
    assert "10:25–11:25 Round 1 expected" in stranger.see("/e/cup/")
    wall.move(50)
    assert "10:50–11:50 Round 1 expected" in stranger.see("/e/cup/")


def test_a_form_that_is_wrong_comes_back_as_it_was_filled_in(site: Site, organiser: Browser) -> None:
    before = site.open("cup").last
    answer = organiser.post(
        "/e/cup/schedule/set/", {"csrfmiddlewaretoken": organiser.token(), **TIMES, "between": "soon"}
    )
    page = answer.content.decode()
    assert answer.status_code == 409 and site.open("cup").last == before
    assert "“soon” should be a whole number of minutes, from 0 to 600." in page
    assert 'value="soon"' in page and 'value="Lunch"' in page and 'value="2026-11-16"' in page


def test_sent_twice_it_counts_once(site: Site, organiser: Browser) -> None:
    form = organiser.form("/e/cup/schedule/", "/e/cup/schedule/set/")
    organiser.send("/e/cup/schedule/set/", **form, **TIMES)
    last = site.open("cup").last
    organiser.send("/e/cup/schedule/set/", **form, **TIMES)
    assert site.open("cup").last == last
    organiser.press("/e/cup/schedule/", "/e/cup/schedule/set/", remove="yes")
    assert not site.open("cup").event.timetable.start


def test_a_phone_says_when_the_next_round_starts_while_its_player_waits(site: Site, wall: HandClock) -> None:
    phone = player_of(site, "cup", 1)
    assert "starts" not in phone.see("/e/cup/me/")
    set_times(site.desk, "cup", STAFF, "2026-11-15", "10:25", "15", "60")
    assert "Round 1 starts in about 25 min, at 10:25." in phone.see("/e/cup/me/")
    assert 'data-starts="1794738300000"' in phone.get("/e/cup/me/").content.decode()
    wall.move(24.5)
    assert "Round 1 starts in about 1 min, at 10:25." in phone.see("/e/cup/me/")
    wall.move(2)
    assert "Round 1 should start any moment." in phone.see("/e/cup/me/")
    publish(site)
    assert re.search(r"data-starts[^>]* hidden>", phone.get("/e/cup/me/").content.decode()), "they see their table"
    clock.start(site.desk, "cup", STAFF)
    assert "Round 2 starts" not in phone.see("/e/cup/me/"), "while they play, nothing is said of the next round"
    wall.move(10)
    play(site)
    assert "Round 2 starts in about 15 min, at 10:51." in phone.see("/e/cup/me/")


def test_long_before_only_the_time_is_said(site: Site) -> None:
    set_times(site.desk, "cup", STAFF, "2026-11-17", "10:25", "15", "60")
    seen = player_of(site, "cup", 1).see("/e/cup/me/")
    assert "Round 1 starts on 17 November 2026, at about 10:25." in seen and "starts in" not in seen


def test_the_desk_and_the_big_screen_say_it_while_the_hall_waits(
    site: Site,
    wall: HandClock,
    organiser: Browser,
    stranger: Browser,
) -> None:
    assert "Set the times" in organiser.see("/e/cup/desk/")
    set_times(site.desk, "cup", STAFF, "2026-11-15", "10:25", "15", "60")
    sentence = "Round 1 starts in about 25 min, at 10:25."
    assert sentence in organiser.see("/e/cup/desk/") and sentence in stranger.see("/e/cup/screen/")
    publish(site)
    assert sentence in stranger.see("/e/cup/screen/"), "everybody looks for their table"
    clock.start(site.desk, "cup", STAFF)
    wall.move(1)
    assert "starts in" not in stranger.see("/e/cup/screen/")
    assert "Round 2 starts in about 74 min" in organiser.see("/e/cup/desk/")
    play(site)
    assert "Round 2 starts in about 15 min" in stranger.see("/e/cup/screen/")


def test_programs_read_and_set_the_times(site: Site) -> None:
    bot = program(site, Scope.READ, Scope.CLOCK)
    body = TimesBody(
        "10:25", "2026-11-15", 15, 60, [BreakBody(30, 1, name="Lunch")], [DayBody(3, "2026-11-16", "9:30")]
    )
    told = bot.send(SET_TIMES, body, key="times", event="cup").schedule
    assert [period.name for period in told.periods][:3] == ["Round 1", "Lunch", "Round 2"]
    assert told.next is not None and told.next.start.startswith("2026-11-15T10:25:00")
    public = bot.ask(PUBLIC_SCHEDULE, event="cup").schedule
    assert public.periods == told.periods and public.days[0].start == "09:30"
    last = site.open("cup").last
    bot.send(SET_TIMES, body, key="times", event="cup")
    assert site.open("cup").last == last, "the same request counts once"
    with pytest.raises(ProblemFound, match="A break is after round 1 or at 13:00, not both"):
        bot.send(SET_TIMES, TimesBody("10:25", breaks=[BreakBody(30, 1, "13:00")]), event="cup")
    with pytest.raises(ProblemFound):
        program(site, Scope.READ).send(SET_TIMES, body, event="cup")
    assert PUBLIC_SCHEDULE in routes.PUBLIC and SET_TIMES in routes.ROUTES
