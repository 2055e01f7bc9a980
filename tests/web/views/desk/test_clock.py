"""The clock in the browser: who may work it, what each screen shows, and wrong input."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from muster.app.clock import actions as clock
from muster.app.results import actions as results
from muster.app.results.actions import Report, find_match
from muster.web.site import Site
from tests.app.clock.test_actions import HandClock
from tests.web.conftest import STAFF, Browser, judge_of, organiser_of, player_of, start

NAMES = ("Ann", "Bob", "Cem", "Dai")


@pytest.fixture
def wall(site: Site) -> HandClock:
    """The server's time, moved by hand."""
    moved = HandClock()
    site.desk.clock = moved
    return moved


def faces(browser: Browser, path: str) -> list[dict[str, Any]]:
    """What clock.js reads off a page."""
    page = browser.get(path).content.decode()
    found = re.findall(r'data-since="(\d*)" data-ran="(\d+)".*?data-marks=\'(.*?)\'', page)
    return [{"since": since, "ran": ran, "marks": json.loads(marks)} for since, ran, marks in found]


def test_the_organiser_starts_pauses_and_adds(site: Site, wall: HandClock, organiser: Browser) -> None:
    start(site, "l5r", NAMES)
    desk = organiser.see("/e/cup/desk/")
    assert "until time is called not started 65:00" in desk and "Start the clock" in desk
    organiser.send("/e/cup/clock/start/", back="desk")
    wall.move(10.5)
    assert "until time is called 54:30 10:30 elapsed" in organiser.see("/e/cup/desk/")
    wall.move(0.001)
    assert "54:30 10:30 elapsed" in organiser.see("/e/cup/desk/"), "what is left is rounded up, so that 0:00 is the end"
    assert "clock is already running." in organiser.send("/e/cup/clock/start/", 409, back="desk")
    organiser.send("/e/cup/clock/pause/", back="desk")
    wall.move(10)
    assert "until time is called paused 54:30" in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/clock/resume/", back="desk")
    organiser.send("/e/cup/clock/add/", minutes="5", back="desk", once="a")
    organiser.send("/e/cup/clock/add/", minutes="5", back="desk", once="a")
    seen = organiser.see("/e/cup/desk/")
    assert "59:30 10:30 elapsed, 5 minutes added" in seen and "70:00 Time is called L5R-113" in seen


def test_a_refusal_keeps_what_was_typed(site: Site, wall: HandClock, organiser: Browser) -> None:
    start(site, "l5r", NAMES)
    page = organiser.post(
        "/e/cup/clock/add/", {"csrfmiddlewaretoken": organiser.token(), "minutes": "-7", "back": "desk"}
    )
    assert page.status_code == 409 and 'value="-7"' in page.content.decode()
    assert "Taking 7 minutes from the round needs a reason" in page.content.decode()
    typed = {"table": "1", "minutes": "lots", "reason": "a spill", "back": "clock"}
    page = organiser.post("/e/cup/clock/extend/", {"csrfmiddlewaretoken": organiser.token(), **typed})
    assert page.status_code == 409
    assert all(f'value="{word}"' in page.content.decode() for word in ("1", "lots", "a spill"))
    assert "“lots” should be a whole number of minutes" in page.content.decode()
    assert "“0” should be 1 to 240" in organiser.send("/e/cup/clock/extend/", 409, table="1", minutes="0")


def test_a_judge_extends_a_table_in_two_taps(site: Site, wall: HandClock) -> None:
    """L-18: the book's five minutes; the grid shows it, the filter finds it, and it can be taken back."""
    start(site, "l5r", NAMES)
    judge = judge_of(site, "cup")
    assert "+5 min" in judge.see("/e/cup/tables/?table=2")
    judge.send("/e/cup/clock/extend/", table="2", minutes="5", back="tables", once="tap")
    judge.send("/e/cup/clock/extend/", table="2", minutes="5", back="tables", once="tap")
    shown = judge.get("/e/cup/tables/?state=extended").content.decode()
    assert shown.count('class="cell"') == 1 and "Table 2: Playing, 5 extra minutes" in shown
    assert "Extended 1" in judge.see("/e/cup/tables/")
    assert "This table has 5 extra minutes. +5 min Remove the 5 extra minutes" in judge.see("/e/cup/tables/?table=2")
    assert site.open("cup").entries[-1].actor.name == "Hale"
    results.report(site.desk, "cup", [Report("1", {"winner": "a"})], STAFF)
    assert "already has a result" in judge.send("/e/cup/clock/extend/", 409, table="1", minutes="5", back="tables")
    assert 'data-ext="+5"' in organiser_of(site).get("/e/cup/desk/").content.decode()


def test_a_player_sees_the_time_of_the_own_table(site: Site, wall: HandClock) -> None:
    """L-18: an extension is in every figure of that table, and in no other's."""
    opened = start(site, "l5r", NAMES)
    clock.start(site.desk, "cup", STAFF)
    clock.extend(site.desk, "cup", "2", "5", STAFF)
    wall.move(60)
    first, second = (opened.event.rounds[0].matches[n] for n in (0, 1))
    assert "5:00 until time is called" in player_of(site, "cup", first.a).see("/e/cup/me/")
    extended = player_of(site, "cup", second.b)
    assert "10:00 until time is called +5 min at this table" in extended.see("/e/cup/me/")
    (face, *_) = faces(extended, "/e/cup/me/")
    assert [mark["at"] for mark in face["marks"]] == [minute * 60_000 for minute in (70, 75, 80)]


@pytest.mark.parametrize(
    ("minute", "said"),
    [
        (64, ""),
        (65, "A slip counts in full until the last call"),
        (70, "The last call for slips is past: the loser gets a modified loss"),
        (75, "Play has stopped. A game without a winner goes to Emperor’s Judgment"),
    ],
)
def test_the_form_knows_the_clock(site: Site, wall: HandClock, minute: int, said: str) -> None:
    """L5R-116 L5R-117 L5R-119 L5R-124: what changes from a mark on is beside the form; nothing is forbidden."""
    opened = start(site, "l5r", NAMES)
    clock.start(site.desk, "cup", STAFF)
    wall.move(minute)
    for browser, path in (
        (player_of(site, "cup", opened.event.rounds[0].matches[0].a), "/e/cup/me/report/"),
        (organiser_of(site), "/e/cup/desk/?table=1"),
    ):
        page = browser.get(path).content.decode().replace("&#39;", "'")
        shown = [
            text for hidden, text in re.findall(r'callnote"[^>]*?( hidden)?>.*?<span>(.*?)</span>', page) if not hidden
        ]
        assert [said in text for text in shown] == ([True] if said else [])
    organiser_of(site).send("/e/cup/result/", table="1", winner="a", ending="played", once="x")


def test_books_that_change_nothing_say_nothing(site: Site, wall: HandClock) -> None:
    start(site, "bushido", NAMES)
    clock.start(site.desk, "cup", STAFF)
    wall.move(200)
    assert "callnote" not in organiser_of(site).get("/e/cup/desk/?table=1").content.decode()


def test_the_screen_counts_and_carries_the_calls(site: Site, wall: HandClock, stranger: Browser) -> None:
    """BUS-31 B-16: after time the last turn runs on, and the clock shows for how long."""
    start(site, "bushido", NAMES)
    assert "Results in 0/2" in stranger.see("/e/cup/screen/")
    clock.start(site.desk, "cup", STAFF)
    wall.move(119)
    assert "until the last turn · 0 of 2 in 1:00" in stranger.see("/e/cup/screen/")
    (face, *_) = faces(stranger, "/e/cup/screen/")
    assert [mark["call"] for mark in face["marks"]] == [
        "Time called. This turn is the last: play it to the end, End Phase included."
    ]
    wall.move(4)
    assert "since the last turn · 0 of 2 in +3:00" in stranger.see("/e/cup/screen/")


def test_the_screen_carries_the_warning_and_the_end(site: Site, wall: HandClock, stranger: Browser) -> None:
    """UW-10 UW-11: what is announced 15 minutes before the end, and at the end."""
    start(site, "urban_war", NAMES)
    clock.start(site.desk, "cup", STAFF)
    (face, *_) = faces(stranger, "/e/cup/screen/")
    assert [(mark["at"] // 60_000, mark["call"]) for mark in face["marks"]] == [
        (65, "15 minutes are left: make sure that you can finish the turn."),
        (80, "Time called. Games that are not finished end now."),
    ]


def test_the_time_is_the_servers(site: Site, wall: HandClock, stranger: Browser) -> None:
    """X-18"""
    start(site)
    assert stranger.get("/e/cup/time/").json() == {"ms": 1_794_736_800_000}
    wall.move(0.5)
    assert stranger.get("/e/cup/time/").json() == {"ms": 1_794_736_830_000}
    assert "no-cache" in stranger.get("/e/cup/time/")["Cache-Control"]


def test_a_clock_that_is_over_is_gone_from_the_pages(site: Site, wall: HandClock, organiser: Browser) -> None:
    start(site, "l5r", NAMES)
    clock.start(site.desk, "cup", STAFF)
    for table in ("1", "2"):
        results.report(site.desk, "cup", [Report(table, {"winner": "a"})], STAFF)
    organiser.send("/e/cup/close/")
    assert faces(organiser, "/e/cup/desk/") == []
    assert "No round is being played" in organiser.see("/e/cup/clock/")
    assert "Round 1 is closed, and so is its clock." in organiser.send("/e/cup/clock/pause/", 409)


def test_a_judge_who_plays_gives_their_own_table_no_time(site: Site, organiser: Browser) -> None:
    """L5R-018, L-32: nobody has a say in a game of their own."""
    start(site)
    _, match = find_match(site.open("cup").event, "1")
    organiser.send("/e/cup/me/pick/", player=f"#{match.a}")
    organiser.send("/e/cup/clock/start/")
    page = organiser.send("/e/cup/clock/extend/", 409, table="1", minutes="5")
    assert "You play at table 1 yourself" in page
    organiser.send("/e/cup/clock/extend/", table="2", minutes="5")


def test_the_desk_says_that_the_computer_was_set_back(site: Site, wall: HandClock, organiser: Browser) -> None:
    """Players read nothing of it; their clocks go on."""
    start(site, "l5r", NAMES)
    organiser.send("/e/cup/clock/start/", back="desk")
    assert "This computer’s clock" not in organiser.see("/e/cup/desk/")
    wall.move(-120)
    desk = organiser.see("/e/cup/desk/")
    assert "This computer’s clock is 2 hours behind the event’s last entry" in desk
    assert "Until then Muster counts on from that entry, so the round clock keeps running." in desk
    assert "This computer’s clock" not in player_of(site, "cup", 1).see("/e/cup/me/")
    wall.move(75)
    assert "This computer’s clock is 45 minutes behind" in organiser.see("/e/cup/desk/")
    wall.move(45)
    assert "This computer’s clock" not in organiser.see("/e/cup/desk/")
