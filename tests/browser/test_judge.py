"""A judge at a wide screen: the table that was pressed and the calls are in sight together."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from muster.app.events import actions as events
from muster.app.languages import CODES
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.staff import calls
from muster.core.kit.model import PlayerId
from muster.main import desk_at
from tests.app.hall import STAFF
from tests.browser.looks import sideways
from tests.browser.venue import Venue

LINES = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length;
}"""
NAMES = tuple(f"Player {letter}" for letter in "ABCDEFGHIJKLMNOPQRST")


def overlap(one: Locator, other: Locator) -> bool:
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None and b is not None
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


def test_a_pressed_table_covers_no_call(venue: Venue) -> None:
    desk = desk_at(venue.server.folder)
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(name, {}) for name in NAMES], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    for number in range(1, 11):
        player = PlayerId(number)
        match = desk.open("cup").event.rounds[-1].match_of(player)
        assert match is not None
        if match.a == player:
            calls.call(desk, "cup", player, 1, roster.as_player(desk, "cup", f"#{number}"))
    for size in ((1366, 768), (1024, 768)):
        page = venue.organiser(*size).page
        page.goto(f"{venue.base}/e/cup/tables/?state=all&table=1#table")
        pressed = page.locator("#table")
        expect(pressed).to_be_in_viewport()
        listed = page.locator(".call-list li")
        assert listed.count() >= 3
        for place in ("0", "document.body.scrollHeight"):
            page.evaluate(f"scrollTo(0, {place})")
            assert not any(overlap(pressed, one) for one in listed.all())
        expect(pressed).to_be_in_viewport()
        assert sideways(page) <= 0


def test_the_way_back_from_a_table_is_one_word_on_a_phone(venue: Venue) -> None:
    """In every language: beside two long names it was cut into “Zurüc” and “k”."""
    desk = desk_at(venue.server.folder)
    events.create(desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(desk, "cup", [(name, {}) for name in ("Konstantinos Papadopoulos", "Bernhardine Wittgenstein")], STAFF)
    rounds.pair(desk, "cup", STAFF)
    rounds.publish(desk, "cup", STAFF)
    page = venue.organiser(320, 700).page
    for language in CODES:
        page.goto(f"{venue.base}/e/cup/tables/?table=1&lang={language}#table")
        back = page.locator(".shut")
        assert back.evaluate(LINES) == 1, language
        assert sideways(page) <= 0
