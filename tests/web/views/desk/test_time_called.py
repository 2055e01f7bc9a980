"""When time is called, every screen says so and what may still be done, in the words of the book."""

from __future__ import annotations

import re

import pytest

from muster.app.clock import actions as clock
from muster.web.site import Site
from tests.app.clock.test_actions import HandClock
from tests.web.conftest import STAFF, Browser, player_of, start
from tests.web.views.desk.test_clock import NAMES, wall

__all__ = ["wall"]


def called(browser: Browser, path: str) -> list[str]:
    """What is shown of the calls; those that are not due yet are in the page, hidden."""
    page = browser.get(path).content.decode().replace("&#39;", "'")
    found = re.findall(r"data-from=\"\d+\" data-until=\"\d*\"( hidden)?>(?:<svg.*?</svg><p>)?<b>(.*?)</b>", page)
    return [text for hidden, text in found if not hidden]


@pytest.mark.parametrize(
    ("system", "minutes", "said"),
    [
        ("bushido", 121, "Time called. This turn is the last: play it to the end, End Phase included."),
        ("l5r", 66, "Time called. No new dynasty phase begins: concede, or play on through the next regroup phase."),
        ("urban_war", 81, "Time called. Games that are not finished end now."),
        ("warmachine", 121, "Expected end. A game with 5 minutes or less on both clocks together is played on; "),
    ],
)
def test_every_screen_says_what_the_book_says_at_time(
    site: Site, wall: HandClock, organiser: Browser, stranger: Browser, system: str, minutes: int, said: str
) -> None:
    """BUS-31 L5R-113 UW-10 WMH-103: and nobody says it before."""
    start(site, system, NAMES)
    clock.start(site.desk, "cup", STAFF)
    player = player_of(site, "cup", 1)
    pages = ((organiser, "desk/"), (stranger, "screen/"), (player, "me/"))
    wall.move(minutes - 2)
    assert [called(browser, f"/e/cup/{page}") for browser, page in pages] == [[], [], []]
    wall.move(2)
    for browser, page in pages:
        (text,) = called(browser, f"/e/cup/{page}")
        assert text.startswith(said), page


def test_the_organiser_calls_time_and_the_round_is_as_long_as_it_was(
    site: Site, wall: HandClock, organiser: Browser
) -> None:
    """UW-11: a warning that would have come later is over with it. Called twice it is called once."""
    start(site, "urban_war", NAMES)
    organiser.send("/e/cup/clock/start/", back="clock")
    wall.move(0.5)
    assert "less than a minute ago" in organiser.send("/e/cup/clock/call/", 409, back="clock", once="too soon")
    wall.move(30)
    assert "Call time now" in organiser.see("/e/cup/clock/")
    organiser.send("/e/cup/clock/call/", back="clock", once="a")
    organiser.send("/e/cup/clock/call/", back="clock", once="a")
    page = organiser.see("/e/cup/clock/")
    assert "Time called. Games that are not finished end now." in page and "Call time now" not in page
    assert "shortened by" in organiser.see("/e/cup/log/")
    assert "Time has already been called" in organiser.send("/e/cup/clock/call/", 409, back="clock", once="b")
