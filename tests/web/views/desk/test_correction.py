"""A correction: filled in as it is now, looked at, then saved; nothing before."""

from __future__ import annotations

import re
from html import unescape

import pytest

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.kit.model import Actor, Ending
from muster.systems import registry
from muster.web.site import Site
from tests.web.conftest import Browser, start


def fields_of(page: str) -> dict[str, str]:
    """What a browser would send from the form as filled in."""
    inputs = re.findall(r'<input[^>]* name="([^"]+)"[^>]* value="([^"]*)"([^>]*)>', page)
    radios = set(re.findall(r'<input type="radio" name="([^"]+)"', page))
    sent = {name: value for name, value, rest in inputs if name not in radios or "checked" in rest}
    for name, options in re.findall(r'<select [^>]*name="([^"]+)">(.*?)</select>', page, re.S):
        chosen = re.findall(r'<option value="([^"]*)" selected', options)
        sent[name] = chosen[0] if chosen else re.findall(r'<option value="([^"]*)"', options)[0]
    return sent


@pytest.mark.parametrize("system", registry.BUILT_IN)
def test_the_form_of_every_game_is_filled_in_as_it_stands(site: Site, organiser: Browser, system: str) -> None:
    start(site, system, played=1)
    match = site.open("cup").event.rounds[0].matches[0]
    page = organiser.get(f"/e/cup/correct/?round=1&table={match.table}").content.decode()
    sent = {**fields_of(page), "reason": "misread"}
    sent.pop("csrfmiddlewaretoken")
    assert "already has this result." in organiser.send("/e/cup/correct/save/", 409, **sent)


def test_look_then_save(site: Site, organiser: Browser) -> None:
    opened = start(site, played=1)
    match = opened.event.rounds[0].matches[0]
    right = {"round": 1, "table": match.table, "ending": "played", "vp-1": "0", "vp-2": "3"}
    page = organiser.send("/e/cup/correct/look/", 200, **right)
    assert "What changes" in page and "Already paired on the old result" in page and "round 2" in page
    assert site.open("cup").last == opened.last
    page = organiser.send("/e/cup/correct/save/", 409, **right)
    assert "A correction needs a reason" in page and "What changes" in page
    organiser.send("/e/cup/correct/save/", **right, reason="misread slip")
    result = site.open("cup").event.rounds[0].matches[0].result
    assert result is not None and result.values["vp"] == [0, 3]
    assert "misread slip" in organiser.see("/e/cup/log/")


def test_the_preview_of_the_current_round_shows_the_game(site: Site, organiser: Browser) -> None:
    """The round is not complete, so no rank changes yet: points and outcome of the game do."""
    match = start(site).event.rounds[0].matches[0]
    organiser.send("/e/cup/result/", table=match.table, ending="played", **{"vp-1": "2", "vp-2": "1"})
    right = {"round": 1, "table": match.table, "ending": "played", "vp-1": "0", "vp-2": "3"}
    page = organiser.send("/e/cup/correct/look/", 200, **right)
    a, b = (site.open("cup").event.name_of(p) for p in (match.a, match.b))
    assert f"{a} win → loss 7 → 0 {b} loss → win 2 → 9" in page
    assert "The standings change when round 1 is complete." in page


def test_a_preview_has_an_address_of_its_own(site: Site, organiser: Browser) -> None:
    """From there it follows the event, is reloaded, and read in another language. The reason is in no address."""
    match = start(site, played=1).event.rounds[0].matches[0]
    right = {"round": 1, "table": match.table, "ending": "played", "vp-1": "0", "vp-2": "3", "reason": "misread"}
    page = organiser.post("/e/cup/correct/look/", {"csrfmiddlewaretoken": organiser.token(), **right}).content.decode()
    homes = [unescape(home) for home in re.findall(r'data-home="([^"]+)"', page)]
    assert homes == [f"/e/cup/correct/?round=1&table={match.table}&ending=played&vp-1=0&vp-2=3"]
    again = organiser.get(homes[0]).content.decode()
    assert "What changes" in again and fields_of(again)["shown"] == fields_of(page)["shown"]
    for one, where in ((page, "/e/cup/correct/"), (again, "")):
        german = [unescape(link) for link in re.findall(r'href="([^"]*lang=de)"', one)]
        assert german == [f"{where}?{homes[0].partition('?')[2]}&lang=de"]
    other = {**right, "vp-1": "1", "vp-2": "1"}
    organiser.send("/e/cup/correct/save/", **other)
    changed = organiser.get(homes[0]).content.decode()
    assert "Victory points 1 – 1" in changed and fields_of(changed)["shown"] != fields_of(page)["shown"]


def test_only_what_was_looked_at_is_saved_and_once(site: Site, organiser: Browser) -> None:
    """Somebody else corrects the table between preview and save, or the numbers are changed after the preview."""
    opened = start(site, played=1)
    match = opened.event.rounds[0].matches[0]
    right = {"round": 1, "table": match.table, "ending": "played", "vp-1": "0", "vp-2": "3", "reason": "misread"}

    def looked() -> dict[str, str]:
        answer = organiser.post("/e/cup/correct/look/", {"csrfmiddlewaretoken": organiser.token(), **right})
        found = fields_of(answer.content.decode())
        return {"shown": found["shown"], "once": found["once"]}

    first = looked()
    other = {**right, "vp-1": "1", "vp-2": "1"}
    assert "the result has changed since" in organiser.send("/e/cup/correct/save/", 409, **{**other, **first})
    organiser.send("/e/cup/correct/save/", **other)
    page = organiser.send("/e/cup/correct/save/", 409, **right, **first)
    assert "the result has changed since" in page and "What changes This game" in page
    again = looked()
    for _ in range(2):  # A double click.
        organiser.send("/e/cup/correct/save/", **right, **again)
    kinds = [type(e.fact).__name__ for e in site.open("cup").entries]
    assert kinds.count("ResultCorrected") == 2


def test_what_cannot_be_corrected_is_said(site: Site, organiser: Browser) -> None:
    start(site)
    assert "has no result to correct" in organiser.see("/e/cup/correct/?round=1&table=1", 409)
    assert "There is no round 7" in organiser.see("/e/cup/correct/?round=7&table=1", 409)
    assert "“x” is not a round" in organiser.see("/e/cup/correct/?round=x&table=1", 409)
    assert "There is no table 99" in organiser.see("/e/cup/correct/?round=1&table=99", 409)


@pytest.mark.parametrize("ended", ["excused", "disqualified"])
def test_the_form_keeps_an_excuse_and_a_disqualification(site: Site, organiser: Browser, ended: str) -> None:
    """X-29: pressing through changes nothing; another ending takes back what followed from this one."""
    opened = start(site, "l5r")
    match = opened.event.rounds[0].matches[0]
    name = opened.event.name_of(match.b)
    if ended == "excused":
        one = Report(str(match.table), ending=Ending.NO_SHOW, by=(name,), excused=True)
        results.report(site.desk, "cup", [one], Actor())
    else:
        roster.disqualify(site.desk, "cup", name, "unsporting", Actor())
    page = organiser.get(f"/e/cup/correct/?round=1&table={match.table}").content.decode()
    sent = {**fields_of(page), "reason": "misread"}
    sent.pop("csrfmiddlewaretoken")
    assert sent["ending"] == {"excused": "no_show-2-excused", "disqualified": "disqualified-2"}[ended]
    assert "already has this result." in organiser.send("/e/cup/correct/save/", 409, **sent)
    organiser.send("/e/cup/correct/save/", **{**sent, "ending": "played", "winner": "b"})
    player = site.open("cup").event.find(name)
    assert (player.active, player.missed) == (True, set())


def test_only_a_match_that_ended_so_offers_a_disqualification(site: Site, organiser: Browser) -> None:
    match = start(site, "l5r", played=1).event.rounds[0].matches[0]
    page = organiser.get(f"/e/cup/correct/?round=1&table={match.table}").content.decode()
    assert "disqualified" not in page
    sent = {"round": 1, "table": match.table, "ending": "disqualified-1", "reason": "misread"}
    assert "Pick an ending from the list." in organiser.send("/e/cup/correct/save/", 409, **sent)
