"""Reasons: those that everybody will read say so where they are typed; why a round was drawn again is the staff's."""

from __future__ import annotations

import re

from muster.app.events import actions as events
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.views.event import event_view
from muster.web.site import Site
from tests.web.conftest import NAMES, STAFF, Browser, judge_of, start


def drawn_again(site: Site, organiser: Browser, **more: str) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    organiser.press("/e/cup/desk/", "/e/cup/pair/", reason="Bob is unwell", **more)
    rounds.publish(site.desk, "cup", STAFF)


def test_why_a_round_was_drawn_again_is_for_the_staff(site: Site, organiser: Browser, stranger: Browser) -> None:
    drawn_again(site, organiser)
    assert "unwell" not in stranger.see("/e/cup/pairings/")
    assert "Drawn again: Bob is unwell" in judge_of(site, "cup").see("/e/cup/pairings/")
    assert event_view(site.open("cup"), public=True).rounds[0].reason == ""


def test_it_is_public_where_the_organiser_chooses_so(site: Site, organiser: Browser, stranger: Browser) -> None:
    drawn_again(site, organiser, **{"reason-public": "yes"})
    assert "Drawn again: Bob is unwell" in stranger.see("/e/cup/pairings/")
    opened = site.open("cup")
    assert event_view(opened, public=True).rounds[0].reason == "Bob is unwell"
    assert verify(opened, "seed").ok


def test_reasons_that_everybody_reads_say_so_before_they_are_typed(
    site: Site, organiser: Browser, stranger: Browser
) -> None:
    """Each reason has its own label; one that is shown on a public page says so."""
    player = start(site).event.rounds[0].byes[0].player
    page = f"/e/cup/people/{player}/"
    body = organiser.get(page).content.decode()
    for action in ("drop", "disqualify"):
        form = re.search(rf'<form[^>]*action="{page}{action}/".*?</form>', body, flags=re.S)
        assert form is not None and "everyone will see it" in form[0]
    organiser.press(page, f"{page}drop/", reason="zebra")
    assert "zebra" in stranger.see(f"/e/cup/players/{player}/")
