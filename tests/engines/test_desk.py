"""The organiser's ways through an event, and what phones and the big screen hear of it."""

from __future__ import annotations

import time

import pytest

from muster.app.clock import actions as clock
from muster.app.clock.actions import clock_view
from tests.engines.hall import FOUR, STAFF, Hall
from tests.engines.people import Organiser, Player, form
from tests.engines.window import WHOLE, Window

pytestmark = pytest.mark.long_journey


def test_a_whole_event_at_the_desk(hall: Hall) -> None:
    """Created, drawn, swapped, corrected, undone and done again, finished."""
    organiser = hall.organiser()
    desk = organiser.window
    organiser.create("Cup", "bushido")
    organiser.enrol(FOUR)
    organiser.draw()
    before = organiser.drawn()
    # A name is pressed, then another: they change seats.
    organiser.swap(before[0][0], before[1][0])
    desk.until("return !document.querySelector('#draft[data-holding]')")
    assert {before[1][0], before[0][1]} in [set(pair) for pair in organiser.drawn()]
    organiser.publish()
    organiser.enter_all("2-1")
    organiser.correct({"vp-1": "0", "vp-2": "3"}, "slip misread")
    desk.press(form("undo"))
    desk.press(form("redo"))
    desk.misses(form("redo"))
    while not desk.shows(form("finish")):
        organiser.draw()
        organiser.publish()
        organiser.enter_all("3-0")
    desk.press(f".next {form('finish')}")
    desk.press('.next a[href$="/standings/"]')
    desk.sees("table tbody tr")
    assert len(desk.texts("main table tbody tr")) == len(FOUR)


def test_everybody_hears_of_the_next_round_and_of_an_announcement(hall: Hall) -> None:
    hall.begin()
    organiser = hall.organiser()
    organiser.window.open("/e/cup/desk/")
    screen = hall.screen()
    ann = hall.seated("Ann Lee")
    organiser.enter_all("2-1")
    organiser.draw()
    organiser.publish()
    ann.sees_seat(*hall.seat_of("Ann Lee"))
    screen.sees("h1", "2")
    organiser.announce("Pizza at the desk")
    ann.window.sees("#said", "Pizza at the desk")
    screen.sees("#said", "Pizza at the desk")


def test_the_clock_runs_alike_on_a_phone_and_on_the_screen(hall: Hall) -> None:
    """X-18: started, moved and paused at the desk, heard by every device."""
    hall.begin("urban_war", minutes="80", warning_minutes="0")
    organiser = hall.organiser()
    organiser.window.open("/e/cup/desk/")
    ann = hall.seated("Ann Lee")
    screen = hall.screen()
    assert "80:00" in ann.window.text(".seat [data-left]")
    organiser.window.press(f".clock-sec {form('clock/start')}")
    ann.window.until(TICKING)
    screen.until(TICKING)
    one, two = ends(ann.window), ends(screen)
    assert abs(one - two) <= 2
    organiser.window.press(f".clock-sec {form('clock/add')}")
    ann.window.until("return document.querySelector('[data-clock]').dataset.added > 0")
    added = clock_minutes(hall) * 60
    assert added and abs(ends(ann.window) - one - added) <= 2
    organiser.window.press(f".clock-sec {form('clock/pause')}")
    ann.window.until("return document.querySelector('[data-clock]').dataset.since === ''")
    clock.resume(hall.desk, "cup", STAFF)
    ann.window.until(TICKING)


def test_no_page_scrolls_sideways(hall: Hall) -> None:
    """The pages that people look at, on a phone of 390 px and on a laptop."""
    hall.begin()
    clock.start(hall.desk, "cup", STAFF)
    organiser = hall.organiser()
    ann = hall.seated("Ann Lee")
    for path in ("", "me/", "me/report/", "pairings/", "standings/", "players/", "players/1/", "rules/"):
        ann.window.open(f"/e/cup/{path}")
        assert sideways(ann) <= 0, path
    for size in ((1280, 900), (390, 844)):
        organiser.window.resize(*size)
        for path in (
            "desk/",
            "desk/?table=1",
            "tables/",
            "people/",
            "lists/",
            "log/",
            "links/",
            "print/",
            "clock/",
            "terrain/",
        ):
            organiser.window.open(f"/e/cup/{path}")
            assert sideways(organiser) <= 0, (path, size)


TICKING = """
const left = () => document.querySelector("[data-left]").textContent, one = left();
return new Promise((seen) => setTimeout(() => seen(left() !== one), 1500));
"""


def ends(window: Window) -> float:
    """When the time is up by this page, whenever it is looked at."""
    minutes, seconds = window.text("[data-left]").split(":")
    return time.time() + int(minutes) * 60 + int(seconds)


def clock_minutes(hall: Hall) -> int:
    """Added to the round of the moment."""
    view = clock_view(hall.desk.open("cup"), hall.desk.now(hall.desk.open("cup")))
    assert view is not None
    return view.added


def sideways(person: Player | Organiser) -> int:
    """Pixels that a page is wider than its window."""
    found: int = person.window.until(
        f"return {WHOLE} && 1 + document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found - 1
