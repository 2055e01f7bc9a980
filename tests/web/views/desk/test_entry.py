"""Keying at the desk: the line by a plain form and by a script, what it says back, keying twice."""

from __future__ import annotations

import json
import re

from django.conf import settings

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.record.event import MatchState
from muster.core.record.facts.play import ResultReported
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, organiser_of, start


def said_back(browser: Browser, line: str) -> dict[str, object]:
    answer = browser.get("/e/cup/keying/", {"line": line})
    assert answer.status_code == 200
    found: dict[str, object] = json.loads(answer.content)
    return found


def test_a_keyed_line_is_booked_without_a_script(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/key/", line="1 2 1")
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN
    page = organiser.get("/e/cup/desk/").content.decode()
    assert 'id="line" name="line"' in page and "autofocus" in page


def test_a_table_or_a_name_alone_opens_its_form(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[1]
    name = site.open("cup").event.name_of(match.a)
    for line in (str(match.table), name):
        answer = organiser.post("/e/cup/key/", {"csrfmiddlewaretoken": organiser.token(), "line": line})
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/e/cup/desk/?table={match.table}")
        assert f"Save table {match.table}" in organiser.see(answer.headers["Location"])


def test_a_refused_line_stays_in_its_field(site: Site, organiser: Browser) -> None:
    start(site)
    answer = organiser.post("/e/cup/key/", {"csrfmiddlewaretoken": organiser.token(), "line": "1 2 x"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="1 2 x"' in page and "“x” should be a whole number from 0 to 3" in page
    assert "Nothing was entered" in organiser.send("/e/cup/key/", 409, line=" ")


def test_a_script_is_answered_in_words(site: Site, organiser: Browser) -> None:
    start(site)

    def key(line: str, once: str) -> tuple[int, dict[str, str]]:
        sent = {"csrfmiddlewaretoken": organiser.token(), "line": line, "once": once}
        answer = organiser.post("/e/cup/key/", sent, headers={"Accept": "application/json"})
        return answer.status_code, json.loads(answer.content)

    assert key("1 2 1", "a")[1] == {"text": "Table 1 is in: Victory points 2 – 1"}
    assert key("1 2 1", "a")[0] == 200, "the same line once more is the same line"
    status, told = key("1 2 1", "b")
    assert status == 409 and "already has a result" in told["refusal"]
    assert key("2", "c")[1] == {"go": "/e/cup/desk/?table=2"}
    assert sum(isinstance(e.fact, ResultReported) for e in site.open("cup").entries) == 1


def test_the_line_is_said_back(site: Site, organiser: Browser, stranger: Browser) -> None:
    start(site, "l5r")
    assert said_back(organiser, "")["table"] is None
    wants = said_back(organiser, "1")["wants"]
    assert isinstance(wants, dict) and len(wants["presets"]) == 2
    assert said_back(organiser, "1 1")["ready"] is True
    assert "There is no table 9" in str(said_back(organiser, "9")["refusal"])
    assert stranger.get("/e/cup/keying/", {"line": "1"}).status_code == 403


def test_keying_twice_shows_both_keyings_until_they_agree(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/twice/", on="yes")
    assert "Entered twice: 0 of 2." in organiser.see("/e/cup/desk/")
    organiser.send("/e/cup/key/", line="1 2 1")
    page = organiser.see("/e/cup/desk/")
    assert "Entered once" in page and "Entered once: 1." in page and "Collect 2 results" in page
    # The form of the table counts as a keying too.
    organiser.send("/e/cup/result/", table=1, ending="played", **{"vp-1": "1", "vp-2": "2"})
    page = organiser.see("/e/cup/desk/")
    assert "Entry 1 : Victory points 2 – 1" in page and "Entry 2 : Victory points 1 – 2" in page
    assert "No result saved" in page and "Collect 2 results" in page
    organiser.send("/e/cup/key/", line="1 1 2")
    page = organiser.see("/e/cup/desk/")
    assert "Entered twice: 1 of 2." in page and "Collect 1 result" in page
    organiser.send("/e/cup/twice/", on="no")
    organiser.send("/e/cup/key/", line="2 3 0")
    assert "Round 1 is complete" in organiser.see("/e/cup/desk/")


def test_a_first_keying_survives_a_restart_of_the_server(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/twice/", on="yes")
    organiser.send("/e/cup/key/", line="1 2 1")
    fresh = organiser_of(Site(site.desk, site.address, settings.SECRET_KEY, site.sessions))
    assert "Entered once" in fresh.see("/e/cup/desk/")


def test_only_what_is_out_can_be_shown(site: Site, organiser: Browser) -> None:
    start(site)
    organiser.send("/e/cup/key/", line="1 2 1")
    assert "Correct" in organiser.see("/e/cup/desk/")
    page = organiser.see("/e/cup/desk/?show=out")
    assert "Correct" not in page and "Show results that are in" in page


def test_a_report_is_taken_as_right(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[0]
    actor = roster.as_player(site.desk, "cup", f"#{match.a}")
    results.report(site.desk, "cup", [Report(f"#{match.a}", {"vp": "2-1"})], actor)
    organiser.press("/e/cup/desk/", "/e/cup/confirm/")
    assert site.open("cup").event.rounds[0].matches[0].state is MatchState.IN


def test_a_surname_opens_the_form_of_its_only_bearer(site: Site, organiser: Browser) -> None:
    match = start(site).event.rounds[0].matches[1]
    roster.amend(site.desk, "cup", f"#{match.a}", STAFF, name="Cem Meyer")
    assert f"Save table {match.table}’s result" in organiser.see("/e/cup/desk/?table=me%C2%ADyer")


def test_what_is_wrong_in_a_form_is_marked_and_has_the_cursor(site: Site, organiser: Browser) -> None:
    start(site)
    sent = {"csrfmiddlewaretoken": organiser.token(), "table": "1", "vp-1": "2", "vp-2": "7", "sp-1": "x"}
    page = organiser.post("/e/cup/result/", sent).content.decode()
    marked = re.findall(r'<input id="f-([\w-]+)"[^>]* aria-invalid="true"( autofocus)?', page)
    assert marked == [("vp-2", " autofocus"), ("sp-1", "")]
    assert "aria-invalid" not in organiser.get("/e/cup/desk/?table=1").content.decode()


def test_the_page_shows_lines_that_work_as_they_are(site: Site, organiser: Browser) -> None:
    start(site, "warmachine")
    page = organiser.get("/e/cup/desk/").content.decode()
    line = re.findall(r"For example <kbd>([^<]+)</kbd>", page)[0]
    organiser.send("/e/cup/key/", line=line)
    assert sum(m.state is MatchState.IN for m in site.open("cup").event.rounds[0].matches) == 1
