"""The end of the day: a file of the final standings for everybody, certificates for the organiser."""

from __future__ import annotations

import re

from muster.app.events import actions as events
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, start


def test_the_final_standings_are_a_file_that_needs_nothing_else(site: Site, stranger: Browser) -> None:
    start(site, names=NAMES, played=1)
    assert "when it is finished" in stranger.see("/e/cup/standings/file/", 409)
    assert "file to share" not in stranger.see("/e/cup/standings/")
    events.finish(site.desk, "cup", STAFF, "enough")
    for page in ("", "standings/"):
        assert "Save as a file to share" in stranger.see(f"/e/cup/{page}")
    answer = stranger.get("/e/cup/standings/file/")
    assert answer["Content-Disposition"] == 'attachment; filename="cup-final-standings.html"'
    text = answer.content.decode()
    assert "Final standings" in text and all(name in text for name in NAMES)
    assert not re.search(r"<script|<link|<img|src=|url\(|@import", text)
    assert "Print certificates" not in stranger.see("/e/cup/")


def test_the_organiser_prints_certificates_for_places(site: Site, organiser: Browser) -> None:
    start(site, names=NAMES, played=1)
    events.finish(site.desk, "cup", STAFF, "enough")
    assert "Print certificates" in organiser.see("/e/cup/")
    answer = organiser.get("/e/cup/print/certificates/?places=3")
    assert answer.status_code == 200 and answer.content.startswith(b"%PDF")
    assert "is not a number of places" in organiser.see("/e/cup/print/certificates/?places=x", 409)
