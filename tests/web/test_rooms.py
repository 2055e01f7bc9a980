"""Rooms on pages: beside every table number if there are several rooms, nowhere if there is one."""

from __future__ import annotations

import re

from muster.app.events import actions as events
from muster.web.live.news import Reporter
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, judge_of, player_of, start

NAMES = ("Ann", "Bob", "Cem", "Dai")


def plates(page: str) -> list[tuple[str, str]]:
    """Each table number on a page with the room under it."""
    found = re.findall(r'<span class="plate[^>]*>(\d+)</span>(?:<small>([^<]*)</small>)?', page)
    return [(table, room) for table, room in found]


def source(browser: Browser, path: str) -> str:
    return browser.get(path).content.decode()


def test_every_plate_has_its_room(site: Site, organiser: Browser, stranger: Browser) -> None:
    """X-12: on the pairings, the desk, the judges' page and the player's own pages."""
    opened = start(site, names=NAMES)
    events.set_option(site.desk, "cup", "rooms", "Hall: 1; Upper gallery: 2-9", STAFF, "moved")
    match = next(m for m in opened.event.rounds[0].matches if m.table == 2)
    player, judge = player_of(site, "cup", match.a), judge_of(site, "cup")
    rooms = {"1": "Hall", "2": "Upper gallery"}
    for browser, path in (
        (stranger, "/e/cup/pairings/"),
        (player, "/e/cup/pairings/"),
        (player, "/e/cup/me/report/"),
        (organiser, "/e/cup/desk/"),
        (organiser, "/e/cup/desk/?table=2"),
        (judge, "/e/cup/tables/?table=2"),
    ):
        found = plates(source(browser, path))
        assert found and [(table, rooms[table]) for table, _ in found] == found, path
    assert "Table 2 (Upper gallery) against" in player.see("/e/cup/pairings/")
    assert '<p class="in-room">Upper gallery</p>' in source(player, "/e/cup/me/")
    assert "Call a judge to table 2 (Upper gallery)" in player.see("/e/cup/me/")
    tables = judge.see("/e/cup/tables/")
    assert tables.index("Hall") < tables.index("Upper gallery")
    assert "Table 2 (Upper gallery), against" in organiser.see(f"/e/cup/desk/?find={opened.event.name_of(match.a)}")


def test_the_big_screen_and_the_phones_are_told_the_room(site: Site, stranger: Browser) -> None:
    opened = start(site, names=NAMES)
    events.set_option(site.desk, "cup", "rooms", "Hall: 1; Upper gallery: 2-9", STAFF, "moved")
    for path in ("/e/cup/screen/", "/e/cup/screen/?view=pairings&by=name"):
        assert source(stranger, path).count("<em>Upper gallery</em>") == (2 if "name" in path else 1)
    seats = Reporter(site.open).hello("cup").seats or {}
    for match in opened.event.rounds[0].matches:
        assert f'"room": "{"Hall" if match.table == 1 else "Upper gallery"}"' in seats[match.a]


def test_one_room_is_never_named(site: Site, organiser: Browser, stranger: Browser) -> None:
    opened = start(site, names=NAMES)
    events.set_option(site.desk, "cup", "rooms", "Upper gallery: 1-9", STAFF, "moved")
    player, judge = player_of(site, "cup", opened.event.rounds[0].matches[0].a), judge_of(site, "cup")
    for browser, path in (
        (stranger, "/e/cup/pairings/"),
        (stranger, "/e/cup/screen/"),
        (player, "/e/cup/me/"),
        (judge, "/e/cup/tables/?table=1"),
    ):
        assert "Upper gallery" not in browser.see(path), path
    assert {room for _, room in plates(source(organiser, "/e/cup/desk/"))} == {""}
