"""A round of a bracket is called by its name, “Semi-finals”, wherever people read of it; a number is for programs,
and for the name of the draw (“round 1 draw 1”), with which anybody can repeat it."""

from __future__ import annotations

import re

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.views.event import round_view, standings_view
from muster.web.site import Site
from tests.typed import needed
from tests.web.conftest import RESULTS, STAFF, Browser, picked

PAGES = ("", "pairings/", "standings/", "tables/", "desk/", "clock/", "log/", "me/", "players/1/")


def test_every_page_says_semi_finals_and_none_says_round_1(site: Site, organiser: Browser) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options={"format": "elimination"})
    roster.enrol(site.desk, "cup", [(name, needed("bushido")) for name in ("Ann", "Bob", "Cem", "Dai")], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    assert "Semi-finals: check, then publish" in organiser.see("/e/cup/desk/")
    opened = rounds.publish(site.desk, "cup", STAFF)
    player = picked(site, "cup", 1)
    for page in PAGES:
        who = player if page in ("", "me/", "players/1/") else organiser
        text = who.see(f"/e/cup/{page}")
        assert "Semi-finals" in text or page == "desk/", page
        assert not re.search(r"\b[Rr]ound 1\b(?! draw)", text), (page, text)
    assert "Semi-finals" in organiser.see("/")
    assert round_view(opened).name == "Semi-finals" and round_view(opened).number == 1
    assert standings_view(opened).stage == "Semi-finals"
    for match in opened.event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    assert "Close and draw: Final" in organiser.see("/e/cup/desk/")


def test_in_a_bracket_standings_are_not_those_of_the_last_swiss_round(site: Site, organiser: Browser) -> None:
    """Once a game of the bracket has decided places, no page calls them standings after round 1."""
    options = {"rounds": "1", "cut": "4"}
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed", options=options)
    names = ("Ann", "Bob", "Cem", "Dai", "Eva", "Fay")
    roster.enrol(site.desk, "cup", [(name, needed("bushido")) for name in names], STAFF)
    for stage in ("swiss", "bracket"):
        if stage == "bracket":
            assert "Standings after round 1" in organiser.see("/e/cup/standings/")
            rounds.cut(site.desk, "cup", STAFF)
        rounds.pair(site.desk, "cup", STAFF)
        for match in rounds.publish(site.desk, "cup", STAFF).event.rounds[-1].matches:
            results.report(site.desk, "cup", [Report(str(match.table), RESULTS["bushido"])], STAFF)
    for page in ("standings/", "desk/", "screen/?view=standings"):
        text = organiser.see(f"/e/cup/{page}")
        assert "Standings so far" in text and "Standings after round 1" not in text, page
