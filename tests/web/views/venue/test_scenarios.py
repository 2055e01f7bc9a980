"""The card of a round's scenario on the web: hidden until its round begins, the organiser's own sheet first."""

from __future__ import annotations

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from muster.app.events import actions as events
from muster.app.events import scenarios
from muster.app.events.carry import export_event
from muster.app.exchange import rounds_csv
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.venue import terrain
from muster.app.views.event import event_view
from muster.core.record.terrain import Ground, Layout, Standing
from muster.web.live.news import Reporter
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, player_of, publish, start
from tests.web.test_secrets import pages


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
    assert "own sheet takes precedence" in page and "2 × rectangular zone" in page and "DEF 5" in page
    sheet = stranger.get("/e/cup/scenario/1/sheet/")
    assert (sheet["Content-Type"], sheet.getvalue()) == ("image/png", picture())
    assert "/e/cup/scenario/1/" in stranger.get("/e/cup/pairings/").getvalue().decode()
    organiser.send("/e/cup/scenarios/sheet/", gone="King of the Hill")
    assert "has not attached a sheet" in stranger.see("/e/cup/scenario/1/sheet/", 409)


def test_a_sheet_that_cannot_be_used_is_said(site: Site, organiser: Browser) -> None:
    start(site)
    events.choose_scenario(site.desk, "cup", 2, "The Ford", STAFF)
    path = "/e/cup/scenarios/sheet/"
    assert "Nothing was sent" in organiser.send(path, 409, scenario="The Ford")
    for content, sentence in ((b"hello", "is not a PDF, PNG or JPEG."), (picture()[:60], "damaged or locked")):
        file = SimpleUploadedFile("ford.png", content)
        assert sentence in organiser.send(path, 409, scenario="The Ford", file=file)
    assert "The organiser will hand out the text." in organiser.see("/e/cup/scenario/2/")
    assert 'value="vim"' in organiser.get("/e/cup/scenarios/").getvalue().decode()


@pytest.mark.parametrize("system", ["bushido", "warmachine", "urban_war"])
def test_no_page_stream_or_export_tells_a_scenario_before_its_round(site: Site, system: str) -> None:
    """BUS-43, WMH-109: name, words, own sheet and positions of every round to come, at every address there is."""
    first, second = "Xyzzybridge", "Quuxford"
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    extra = {"models": "12"} if system == "urban_war" else {}
    roster.enrol(site.desk, "cup", [(name, extra) for name in NAMES[:4]], STAFF)
    for number, name in enumerate((first, second), start=1):
        events.choose_scenario(site.desk, "cup", number, name, STAFF, category=f"{name} kind", text=f"{name} words")
        scenarios.attach(site.desk, "cup", name, f"{name}.png", picture(), STAFF)
        flag = terrain.read_element(site.open("cup").system, "objective", "2", "20", "20", "", f"{name} flag")
        terrain.lay_grounds(site.desk, "cup", [Ground(name, (flag,))], STAFF)
    terrain.stock(site.desk, "cup", [terrain.Typed("Wood", "forest", "4")], STAFF)
    piece = site.open("cup").event.venue.stock["Wood"].piece
    layout = Layout("One", 48_000, 48_000, (Standing(piece, 24_000, 24_000),))
    terrain.save(site.desk, "cup", layout, STAFF)
    terrain.assign(site.desk, "cup", "1", "One", STAFF)
    everybody = [Browser(site), player_of(site, "cup", 1), player_of(site, "cup", 4)]

    def told(*words: str) -> tuple[set[str], ...]:
        """Where each of these words is found, on one walk through everything."""
        reporter = Reporter(site.open)
        opened = site.open("cup")
        apart = {
            "stream": reporter.hello("cup").message(0, 1).decode() + reporter.tell("cup").message(0, 1).decode(),
            "export": json.dumps(export_event(site.desk, "cup", with_seed=False)),
            "event": json.dumps(event_view(opened, public=True), default=str),
            "csv": rounds_csv.write(opened),
        }
        walked = [(path, body.decode(errors="replace")) for one in everybody for path, body in pages(one, "cup")]
        return tuple({name for name, text in (*walked, *apart.items()) if word in text} for word in words)

    assert told(first, second) == (set(), set())
    rounds.pair(site.desk, "cup", STAFF)
    assert told(first, second) == (set(), set())
    rounds.publish(site.desk, "cup", STAFF)
    shown, hidden = told(first, second)
    assert {"/e/cup/scenario/1/", "/e/cup/table/1/terrain/", "export", "event"} <= shown
    assert hidden == set()
