"""The card of a round's scenario on the web: hidden until its round begins, the organiser's own sheet first."""

from __future__ import annotations

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from muster.app import events
from muster.web.site import Site

from .conftest import STAFF, Browser, publish, start


def picture() -> bytes:
    made = io.BytesIO()
    Image.new("L", (40, 50), 60).save(made, "PNG")
    return made.getvalue()


def test_a_card_is_shown_when_its_round_begins_and_not_before(
    site: Site, organiser: Browser, stranger: Browser
) -> None:
    """WMH-109, BUS-43: nor its own sheet."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    organiser.send("/e/cup/enrol/", names="Ann\nBob\nCem\nDai")
    events.choose_scenario(site.desk, "cup", 1, "King of the Hill", STAFF)
    own = SimpleUploadedFile("hill.png", picture())
    organiser.send("/e/cup/scenarios/sheet/", scenario="King of the Hill", file=own)
    page = organiser.see("/e/cup/scenarios/")
    assert "To have ready for 2 tables" in page and "4 × rectangular zone, 2 × circular zone, 2 × flag" in page
    assert "Your own sheet: hill.png" in page
    for path in ("/e/cup/scenario/1/", "/e/cup/scenario/1/sheet/"):
        assert "shown when the round begins" in stranger.see(path, 409)
        assert organiser.get(path).status_code == 200
    publish(site)
    page = stranger.see("/e/cup/scenario/1/")
    assert "own sheet goes before everything else" in page and "2 × rectangular zone" in page and "DEF 5" in page
    sheet = stranger.get("/e/cup/scenario/1/sheet/")
    assert (sheet["Content-Type"], sheet.getvalue()) == ("image/png", picture())
    assert "/e/cup/scenario/1/" in stranger.get("/e/cup/pairings/").getvalue().decode()
    organiser.send("/e/cup/scenarios/sheet/", gone="King of the Hill")
    assert "has no sheet" in stranger.see("/e/cup/scenario/1/sheet/", 409)


def test_a_sheet_that_cannot_be_used_is_said(site: Site, organiser: Browser) -> None:
    start(site)
    events.choose_scenario(site.desk, "cup", 2, "The Ford", STAFF)
    path = "/e/cup/scenarios/sheet/"
    assert "Nothing was sent" in organiser.send(path, 409, scenario="The Ford")
    for content, sentence in ((b"hello", "is no PDF, PNG or JPEG"), (picture()[:60], "damaged or locked")):
        file = SimpleUploadedFile("ford.png", content)
        assert sentence in organiser.send(path, 409, scenario="The Ford", file=file)
    assert "The organiser hands out its text." in organiser.see("/e/cup/scenario/2/")
    assert 'value="vim"' in organiser.get("/e/cup/scenarios/").getvalue().decode()
