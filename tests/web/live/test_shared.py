"""Pages that are rendered once for all of one role: nobody gets what is another's, and nobody gets what is old."""

from __future__ import annotations

import re
import threading
from functools import partial
from typing import Any

import pytest

from muster.app.staff import announcements
from muster.core.kit.model import PlayerId
from muster.web.live.kept import KeptPages
from muster.web.site import Site
from muster.web.urls import urlpatterns
from muster.web.views.public import pages as public
from tests.web.conftest import STAFF, Browser, judge_of, organiser_of, player_of, publish, start

TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="(\w+)"')
OWN_SEAT = re.compile(rb'<a class="own-seat".*?</a>', re.S)


def test_a_page_is_rendered_once_after_each_change(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    start(site)
    rendered: list[str] = []
    seats_of = public.seats_of

    def counted(*given: Any) -> Any:
        rendered.append("pairings")
        return seats_of(*given)

    monkeypatch.setattr(public, "seats_of", counted)
    pages = {Browser(site).get("/e/cup/pairings/").content for _ in range(3)}
    assert len(pages) == 1 and rendered == ["pairings"]
    Browser(site).get("/e/cup/pairings/?by=name")
    assert len(rendered) == 2
    announcements.announce(site.desk, "cup", "Lunch", STAFF)
    assert "Lunch" in Browser(site).see("/e/cup/pairings/")
    assert len(rendered) == 3


def test_a_browser_that_has_the_page_is_told_so(site: Site) -> None:
    start(site)
    browser = Browser(site)
    first = browser.get("/e/cup/standings/")
    tag = first["ETag"]
    again = browser.get("/e/cup/standings/", headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert browser.get("/e/cup/players/", headers={"If-None-Match": tag}).status_code == 200
    assert browser.get("/e/cup/standings/?lang=de", headers={"If-None-Match": tag}).status_code == 200
    announcements.announce(site.desk, "cup", "Lunch", STAFF)
    assert browser.get("/e/cup/standings/", headers={"If-None-Match": tag}).status_code == 200
    # Another run of the server may have other templates.
    other = Browser(Site(site.desk, site.address, "key", site.sessions))
    assert other.get("/e/cup/standings/")["ETag"] != browser.get("/e/cup/standings/")["ETag"]


def test_every_visitor_has_a_page_of_their_role_with_a_token_of_their_own(site: Site) -> None:
    start(site)
    organiser, judge = organiser_of(site), judge_of(site, "cup")
    one, two = player_of(site, "cup", 1), player_of(site, "cup", 2)
    page = organiser.see("/e/cup/pairings/")
    assert "Desk" in page and "Signed in as organiser" in page
    page = judge.see("/e/cup/pairings/")
    assert "Signed in as judge Hale" in page and "Desk" not in page
    for browser in (one, two):
        page = browser.see("/e/cup/pairings/")
        assert "Signed in as player" in page and "Hale" not in page
    assert "Signed in" not in Browser(site).see("/e/cup/pairings/")
    tokens = [TOKEN.findall(browser.get("/e/cup/pairings/").content)[0] for browser in (one, one, two)]
    assert len(set(tokens)) == 3 and one.cookies["muster-form"].value != two.cookies["muster-form"].value
    # The token is valid, and a browser without the cookie is not told that it has the page.
    one.send("/sign-out/")
    tag = two.get("/e/cup/rules/")["ETag"]
    del two.cookies["muster-form"]
    assert two.get("/e/cup/rules/", headers={"If-None-Match": tag}).status_code == 200


def test_staff_who_play_keep_the_way_to_their_table(site: Site) -> None:
    start(site)
    judge, other = judge_of(site, "cup"), judge_of(site, "cup", "Orla")
    judge.send("/e/cup/me/pick/", player="#2")
    assert "My table" in judge.see("/e/cup/pairings/")
    assert "My table" not in other.see("/e/cup/pairings/")


def test_what_is_shared_is_public_and_the_same_for_every_player(site: Site) -> None:
    start(site, played=1)
    one, two = player_of(site, "cup", 1), player_of(site, "cup", 2)
    shared = 0
    for pattern in urlpatterns:
        view: Any = pattern.callback
        path = "/" + str(pattern.pattern).replace("<str:event>", "cup").replace("<int:number>", "1")
        answer = one.get(path) if view.method == "GET" and "<" not in path else None
        if answer is not None and answer.has_header("ETag"):
            shared += 1
            pages = [TOKEN.sub(b"", browser.get(path).content) for browser in (one, two)]
            assert OWN_SEAT.sub(b"", pages[0]) == OWN_SEAT.sub(b"", pages[1]), path
            led = path.startswith("/e/cup/pairings/")
            assert [len(OWN_SEAT.findall(page)) for page in pages] == [led, led], path
    assert shared >= 9


def test_a_seat_of_ones_own_is_nobody_elses(site: Site) -> None:
    """The seat is added to the page after sharing: never kept for the next reader, never called unchanged."""
    start(site, played=1)
    one, two, stranger = player_of(site, "cup", 1), player_of(site, "cup", 2), Browser(site)
    names = [site.open("cup").event.name_of(PlayerId(number)) for number in (1, 2)]
    for path in ("/e/cup/pairings/", "/e/cup/pairings/1/"):
        seats = [OWN_SEAT.findall(browser.get(path).content) for browser in (one, two, stranger, one)]
        assert [f"You, {name}".encode() in seat[0] for name, seat in zip(names, seats, strict=False)] == [True, True]
        assert not seats[2] and seats[3] == seats[0]
        assert two.get(path, headers={"If-None-Match": one.get(path)["ETag"]}).status_code == 200


def test_a_refused_page_is_not_kept(site: Site) -> None:
    start(site)
    browser = Browser(site)
    assert "not published yet" in browser.see("/e/cup/pairings/2/", 409)
    for match in site.open("cup").event.rounds[0].matches:
        organiser_of(site).send("/e/cup/result/", table=match.table, ending="played", **{"vp-1": "2", "vp-2": "1"})
    publish(site)
    browser.see("/e/cup/pairings/2/")


def test_pages_are_kept_within_their_room_and_made_once_at_a_time() -> None:
    pages = KeptPages(room=10)
    made: list[str] = []

    def make(name: str, size: int) -> bytes:
        made.append(name)
        return b"x" * size

    for name in ("a", "b", "a", "c", "a", "b"):
        pages.get(name, partial(make, name, 4))
    assert made == ["a", "b", "c", "b"]
    pages.get("large", lambda: make("large", 11))
    pages.get("large", lambda: make("large", 11))
    assert made[-2:] == ["large", "large"]
    begun, go_on = threading.Event(), threading.Event()

    def slow() -> bytes:
        begun.set()
        go_on.wait(10)
        return make("slow", 3)

    first = threading.Thread(target=lambda: pages.get("slow", slow))
    first.start()
    assert begun.wait(10)
    second = threading.Thread(target=lambda: pages.get("slow", slow))
    second.start()
    go_on.set()
    first.join(10)
    second.join(10)
    assert made.count("slow") == 1
    with pytest.raises(ValueError, match="broken"):
        pages.get("broken", lambda: (_ for _ in ()).throw(ValueError("broken")))
    assert pages.get("broken", lambda: b"whole") == b"whole"
