"""A form that comes twice, because a phone was slow or somebody pressed again: it counts once."""

from __future__ import annotations

import pytest

from muster.app.clock import actions as clock
from muster.core.kit.model import Role
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, staff_of, start

PART = {"lost/": "lost-cards", "proxy/": "proxies"}


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("penalty/", {"player": "#2", "penalty": "warning", "reason": "late"}),
        ("ruling/", {"question": "May I measure?", "note": "Yes."}),
    ],
)
def test_what_a_judge_decides_counts_once(site: Site, path: str, fields: dict[str, str]) -> None:
    start(site)
    judge = staff_of(site, "cup", Role.JUDGE, "Hale")
    page = "/e/cup/tables/?table=1&do=" + path.strip("/")
    form = {**judge.form(page, f"/e/cup/{path}"), **fields}
    before = site.open("cup").last
    for _ in range(2):
        judge.send(f"/e/cup/{path}", **form)
    assert site.open("cup").last == before + 1
    judge.press(page, f"/e/cup/{path}", **fields)  # From a new page it is another one.
    assert site.open("cup").last == before + 2


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("lost/", {"card": "Way of the Crane", "minutes": "5", "do": "before"}),
        ("proxy/", {"card": "Way of the Crane", "unreadable": "its text", "by": "Hale"}),
    ],
)
def test_what_is_recorded_of_a_card_counts_once(
    site: Site, organiser: Browser, path: str, fields: dict[str, str]
) -> None:
    """A lost card gives its table more time, once."""
    clock.start(site.desk, start(site, system="l5r").id, STAFF)
    form = {**organiser.form("/e/cup/lists/1/", f"/e/cup/lists/1/{path}#{PART[path]}"), **fields}
    organiser.send(f"/e/cup/lists/1/{path}", **form)
    last = site.open("cup").last
    organiser.send(f"/e/cup/lists/1/{path}", **form)
    assert site.open("cup").last == last
    lists = site.open("cup").event.lists
    assert len(lists.lost) + len(lists.proxies) == 1


@pytest.mark.parametrize(
    ("page", "path", "fields"),
    [
        ("scenarios/", "scenarios/choose/", {"round": "2", "name": "The Ford"}),
        ("links/", "staff/renew/", {"whose": "judge"}),
    ],
)
def test_what_the_organiser_sets_counts_once(
    site: Site, organiser: Browser, page: str, path: str, fields: dict[str, str]
) -> None:
    """Nobody who has just handed out a link finds it replaced."""
    start(site)
    form = {**organiser.form(f"/e/cup/{page}", f"/e/cup/{path}"), **fields}
    before = site.open("cup").last
    for _ in range(2):
        organiser.send(f"/e/cup/{path}", **form)
    assert site.open("cup").last == before + 1


def test_a_new_event_is_made_once(site: Site, organiser: Browser) -> None:
    form = {**organiser.form("/new/", "/create/"), "name": "Cup", "system": "bushido"}
    first = organiser.post("/create/", {**form, "csrfmiddlewaretoken": organiser.token()})
    again = organiser.post("/create/", {**form, "csrfmiddlewaretoken": organiser.token()})
    assert first["Location"] == again["Location"] == "/e/cup/desk/"
    organiser.send("/create/", **{**form, "name": "Other"})
    assert [one.id for one in site.desk.listed()] == ["cup", "other"]


def test_a_new_season_is_made_once(site: Site, organiser: Browser) -> None:
    form = {**organiser.form("/seasons/new/", "/seasons/open/"), "name": "League", "circuit": "iron-gauntlet"}
    form |= {"first": "2026-01-01", "last": "2026-12-31"}
    for _ in range(2):
        organiser.send("/seasons/open/", **form)
    assert [one.id for one in site.seasons.listed()] == ["league"]
