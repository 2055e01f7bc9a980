"""A copy of the public pages: every link in it leads somewhere, and nothing is in it that a stranger may not read."""

from __future__ import annotations

import io
import sqlite3
from contextlib import closing
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from django.http import HttpResponse

from muster.app.events import actions as events
from muster.app.languages import language
from muster.app.people import roster
from muster.app.permissions import Action
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.speech import speaking
from muster.core.kit.model import PlayerId, Role
from muster.store.sqlite import FILE
from muster.web.copies.files import PAGES, event_files, season_files
from muster.web.copies.markup import copied
from muster.web.site import Site
from muster.web.urls import urlpatterns
from muster.web.who import links
from tests.app.circuit.year import Year
from tests.web.conftest import STAFF, Browser, organiser_of, publish, site_in, start, text_of
from tests.web.test_secrets import MARKER, hall


class Links(HTMLParser):
    """Where a page leads, and which parts of it can be led to."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.leads: list[str] = []
        self.parts: set[str] = set()
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.leads.append(value)
            if name == "id" and value:
                self.parts.add(value)


def must_hold_together(files: dict[str, str]) -> None:
    """Everything is reachable from the first page, and every link leads to a file in the copy or a part of one."""
    pages = {name: Links(text) for name, text in files.items() if name.endswith(".html")}
    seen, due = set(), ["index.html"]
    while due:
        here = due.pop()
        seen.add(here)
        for lead in pages[here].leads if here in pages else ():
            if lead.startswith("https://"):
                continue
            file, _, part = unquote(lead).partition("#")
            assert "?" not in file and not file.startswith("/"), (here, lead)
            file = file or here
            assert file in files, (here, lead)
            if part and file in pages:
                assert part in pages[file].parts, (here, lead)
            if file not in seen and file not in due:
                due.append(file)
    assert seen == set(files)
    for page in pages.values():
        assert not page.tags & {"script", "form", "iframe", "base"}


def text(files: dict[str, bytes]) -> dict[str, str]:
    return {name: content.decode() for name, content in files.items()}


@pytest.mark.parametrize("system", ["bushido", "l5r", "warmachine"])
def test_every_link_of_an_events_copy_leads_somewhere(site: Site, system: str) -> None:
    start(site, system, played=1)
    files = text(dict(event_files(site, "cup")))
    must_hold_together(files)
    assert {"index.html", "cup-pairings.html", "cup-standings.html", "cup-players.html", "static/muster.css"} <= set(
        files
    )
    assert "cup-statistics.html" in files and "cup-statistics.csv" in files
    assert "Copied on" in files["index.html"] and "no longer change" in files["index.html"]


def test_a_draft_is_not_in_a_copy(site: Site) -> None:
    opened = start(site, played=1)
    for match in opened.event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), {"vp": "2-1"})], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    before = dict(event_files(site, "cup"))
    rounds.pair(site.desk, "cup", STAFF)
    after = dict(event_files(site, "cup"))
    assert set(before) == set(after) and "cup-pairings-3.html" not in after
    rounds.publish(site.desk, "cup", STAFF)
    assert "cup-pairings-3.html" in dict(event_files(site, "cup"))


@pytest.mark.parametrize("system", ["bushido", "l5r", "urban_war", "warmachine"])
def test_nothing_private_is_in_a_copy(site: Site, system: str) -> None:
    """Lists, what was declared in secret, judges' notes, private links and invitations."""
    hall(site, system)
    opened = site.open("cup")
    secrets = [
        MARKER,
        links.player_link(opened, PlayerId(1)),
        *(links.staff_link(opened, role) for role in (Role.JUDGE, Role.MARSHAL)),
        site.sign_in.token(),
        "csrfmiddlewaretoken",
        "/desk/",
        site.address,
    ]
    files = text(dict(event_files(site, "cup")))
    assert len(files) > 10
    for name, content in files.items():
        for secret in secrets:
            assert secret == "" or secret not in content or name.startswith("static/"), (name, secret)


def test_a_copy_says_no_word_that_a_stranger_is_not_told(site: Site) -> None:
    start(site, played=1)
    files = text(dict(event_files(site, "cup")))
    live = {"index": "", "cup-pairings": "pairings/", "cup-standings": "standings/", "cup-players-1": "players/1/"}
    for name, path in live.items():
        words = set(text_of(HttpResponse(files[f"{name}.html"].partition("<footer")[0])).split())
        assert words <= set(Browser(site).see(f"/e/cup/{path}").split()), name


def test_the_seed_is_not_in_a_copy_before_the_end(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="hemlock-4711")
    roster.enrol(site.desk, "cup", [(name, {}) for name in ("Ann", "Bob", "Cem", "Dai")], STAFF)
    publish(site)
    assert "hemlock-4711" not in "".join(text(dict(event_files(site, "cup"))).values())


def test_a_seasons_copy_has_its_events_and_no_others(site: Site) -> None:
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    year.event("Elsewhere", ["Zoe", "Yan"])
    year.enter(year.event("Gone", ["Eve", "Fay"]))
    year.desk.remove("gone")
    files = text(dict(season_files(site, year.id)))
    must_hold_together(files)
    assert "Ann" in files["index.html"] and "north.html" in files
    assert not any("elsewhere" in name or "gone" in name for name in files)
    assert "Zoe" not in "".join(files.values())


def test_a_page_of_a_copy_that_says_why_not_is_in_its_language(site: Site, tmp_path: Path) -> None:
    year = Year(journals=site.desk.journals)
    year.qualifier("North", ["Ann", "Ben", "Cem", "Dai"])
    with closing(sqlite3.connect(tmp_path / "data" / FILE)) as link, link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        north = "SELECT number FROM journals WHERE id = 'north'"
        link.execute(f"UPDATE entries SET body = replace(body, 'North', 'South') WHERE journal = ({north})")
    site = site_in(tmp_path / "data")
    with speaking(language("de")):
        files = text(dict(season_files(site, year.id)))
    must_hold_together(files)
    assert "beschädigt" in files["north.html"] and "damaged" not in files["north.html"]


def test_the_organiser_saves_a_copy_from_the_browser(site: Site) -> None:
    start(site, played=1)
    organiser = organiser_of(site)
    assert "Save a copy" in organiser.see("/e/cup/keeping/")
    answer = organiser.post("/e/cup/keeping/copy/", {"csrfmiddlewaretoken": organiser.token()})
    assert answer["Content-Type"] == "application/zip"
    with ZipFile(io.BytesIO(answer.getvalue())) as archive:
        assert "index.html" in archive.namelist() and archive.testzip() is None


def test_what_a_copy_has_is_for_everybody(site: Site) -> None:
    """A page that is added to the copy must be one that everybody may look at; `_answer` asserts the same."""
    actions = {
        pattern.name: pattern.callback.action  # type: ignore[attr-defined]  # `guarded` put it there
        for pattern in urlpatterns
    }
    assert {actions[name] for name in PAGES} == {Action.LOOK}


def test_markup() -> None:
    known = {"/a/": "a.html", "/s/x.css": "static/x.css"}

    def file_for(link: str) -> str | None:
        return link if link.startswith(("https:", "#")) else known.get(link)

    page = (
        '<!doctype html><!-- own --><link rel="stylesheet" href="/s/x.css">'
        '<a class="who" href="/b/">Ann &amp; <b>Bo</b></a><a href="/a/">in</a>'
        '<a class="btn" href="/b/">gone <i>x</i></a>'
        '<form method="post"><input name="q"><a href="/a/">x</a></form><a href="https://map.example/?a=1&amp;b=2">map</a>'
        '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg><script>if (a < b) {}</script><a href="#z">z</a><br>'
    )
    assert copied(page, file_for) == (
        '<!doctype html><link rel="stylesheet" href="static/x.css">'
        '<span class="who">Ann &amp; <b>Bo</b></span><a href="a.html">in</a>'
        '<a href="https://map.example/?a=1&amp;b=2">map</a>'
        '<svg viewBox="0 0 1 1"><path d="M0 0"/></svg><a href="#z">z</a><br>'
    )
