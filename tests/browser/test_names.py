"""Names as people have them, or type them: however long, in whatever script, they break no page."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.looks import sideways, unfold
from tests.browser.screens import Desk, Phone
from tests.browser.venue import Venue

LONG = "W" * 80
WIDTHS = (320, 844, 1280)
DESK = ("desk/", "desk/?table=1", "people/", "people/1/", "tables/?table=1", "lists/", "links/", "log/", "clock/")
PUBLIC = ("pairings/", "pairings/?by=name", "standings/", "players/", "players/1/", "me/")


def wide(page: Page, base: str, paths: tuple[str, ...], widths: tuple[int, ...] = WIDTHS) -> list[str]:
    """Which of these pages scroll sideways, with everything on them opened."""
    found = []
    for path in paths:
        page.goto(base + path)
        unfold(page)
        for width in widths:
            page.set_viewport_size({"width": width, "height": 700})
            found += [f"{path} at {width}"] if sideways(page) > 0 else []
    return found


def test_a_name_without_a_space_makes_no_page_wider_than_its_window(venue: Venue) -> None:
    desk = Desk.enrolled(venue, "bushido", [LONG, "Bob Cole"])
    base = f"{venue.base}/e/{desk.event}/"
    desk.draw(1)
    found = wide(desk.page, base, ("desk/", "desk/?hold=1"))
    desk.publish(1)
    phones = [Phone.scan(venue.person(320), desk.event, name).page for name in (LONG, "Bob Cole")]
    found += wide(desk.page, base, DESK + PUBLIC)
    for phone in phones:
        found += wide(phone, base, ("me/", "me/report/", "me/list/"), (320,))
    assert not found, "\n".join(found)
