"""The desk's search box: whom it finds, what it offers, and each offer in one step with an undo in reach."""

from __future__ import annotations

import re

import pytest

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Ending
from muster.core.record.event import MatchState
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, picked, start

NAMES = ("Ruth Hollis", "Jana Holub", "Ada Kaplan", "Bob Cole", "Bartholo Hall")


def hits(organiser: Browser, wanted: str) -> list[str]:
    page = organiser.get("/e/cup/desk/", {"find": wanted}).content.decode()
    (found,) = re.findall(r'<ul class="hits".*?</ul>', page, re.S) or [""]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r"<li.*?</li>", found, re.S)]


def test_a_surname_finds_a_table_in_one_line(site: Site, organiser: Browser) -> None:
    opened = start(site, names=NAMES[:4])
    ruth = opened.event.find("Ruth Hollis")
    match = opened.event.rounds[0].match_of(ruth.id)
    assert match is not None
    first, *_ = hits(organiser, "holl")
    opponent = opened.event.name_of(match.other(ruth.id))
    assert first.startswith(f"{match.table} Ruth Hollis Table {match.table}, against {opponent} Enter result")
    for offer in ("Drop", "Move", "Edit", "Penalise"):
        assert offer in first
    answer = organiser.post("/e/cup/key/", {"csrfmiddlewaretoken": organiser.token(), "line": "hollis"})
    assert answer["Location"] == f"/e/cup/desk/?table={match.table}"
    answer = organiser.post("/e/cup/key/", {"csrfmiddlewaretoken": organiser.token(), "line": "hol"})
    assert answer["Location"] == "/e/cup/desk/?find=hol"
    assert [row.split(" Table")[0][2:] for row in hits(organiser, "hol")[:2]] == ["Jana Holub", "Ruth Hollis"]


@pytest.mark.parametrize(("how", "ending"), [("concession", Ending.CONCESSION), ("no_show", Ending.NO_SHOW)])
@pytest.mark.parametrize("system", ["bushido", "l5r"])
def test_a_drop_in_the_middle_of_a_game_is_one_step(
    site: Site, organiser: Browser, system: str, how: str, ending: Ending
) -> None:
    start(site, system, names=NAMES[:4])
    answer = organiser.post(
        "/e/cup/drop/", {"csrfmiddlewaretoken": organiser.token(), "player": "#1", "how": how, "round": "1"}
    )
    event = site.open("cup").event
    match = event.rounds[0].match_of(event.players[1].id)  # type: ignore[index]  # numbered from 1
    assert match is not None and match.result is not None and match.state is MatchState.IN
    assert (match.result.ending, event.find("#1").active) == (ending, False)
    # One action: the undo that the page offers takes all of it back.
    page = organiser.get(answer["Location"]).content.decode()
    assert 'class="toast did"' in page
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    event = site.open("cup").event
    assert event.find("#1").active and all(m.state is MatchState.OPEN for m in event.rounds[0].matches)


def test_a_drop_between_rounds_and_back(site: Site, organiser: Browser) -> None:
    start(site, names=NAMES[:4], played=1)
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    organiser.send("/e/cup/undo/", seen=site.open("cup").last)
    organiser.press("/e/cup/desk/?find=ruth", "/e/cup/drop/")
    assert not site.open("cup").event.find("#1").active
    assert "Bring back" in hits(organiser, "ruth")[0]
    organiser.press("/e/cup/desk/?find=ruth", "/e/cup/rejoin/")
    assert site.open("cup").event.find("#1").active


def test_a_number_that_nobody_has_is_answered(site: Site, organiser: Browser) -> None:
    start(site, names=NAMES[:4])
    assert hits(organiser, "#99") == ["Nobody is called #99"]


def test_a_late_entry_is_offered_with_the_option_that_it_needs(site: Site, organiser: Browser) -> None:
    """X-04: off by default; one step allows it and enrols, and one undo takes both back."""
    start(site, names=NAMES[:4])
    (row,) = hits(organiser, "Latif Rahimi")
    assert "Nobody is called Latif Rahimi" in row and "Allow late entry and add Latif Rahimi" in row
    assert "Round 1 counts as an unpaired loss. X-04" in row
    organiser.press("/e/cup/desk/?find=Latif Rahimi", "/e/cup/enter/")
    opened = site.open("cup")
    assert opened.event.find("Latif Rahimi").missed == {1}
    assert opened.system.settings(opened.event).flag("late_entry")
    (row,) = [one for one in hits(organiser, "Zoe") if "Zoe" in one]
    assert "Add Zoe" in row and "Allow" not in row
    organiser.send("/e/cup/undo/", seen=opened.last)
    opened = site.open("cup")
    assert len(opened.event.players) == 4 and not opened.system.settings(opened.event).flag("late_entry")


def test_a_late_entry_after_round_2_says_why_not(site: Site, organiser: Browser) -> None:
    """X-04: late entry ends when round 2 is paired, whatever the option says."""
    start(site, names=NAMES[:4], played=1)
    (row,) = hits(organiser, "Latif Rahimi")
    assert "Late entry ends when round 2 is paired. X-04" in row and "add" not in row
    assert "Late entry ends" in organiser.send("/e/cup/enter/", 409, name="Latif Rahimi", allow="yes")


def test_somebody_new_with_what_the_game_needs(site: Site, organiser: Browser) -> None:
    """UW-21: the fields without which nobody plays are asked for in place."""
    organiser.send("/create/", name="Cup", system="urban_war")
    roster.enrol(site.desk, "cup", [(name, {"models": "9"}) for name in NAMES[:2]], STAFF)
    assert "Models" in hits(organiser, "Latif")[0]
    page = organiser.send("/e/cup/enter/", 409, name="Latif", find="Latif")
    assert "Models is missing" in page and "Nobody is called Latif" in page
    organiser.press("/e/cup/desk/?find=Latif", "/e/cup/enter/", **{"field-models": "7"})
    assert site.open("cup").event.find("Latif").values["models"] == 7


def test_a_late_arrival_is_checked_in_with_the_option_that_it_needs(site: Site, organiser: Browser) -> None:
    """X-28: whoever was held out comes as a late entry."""
    events.create(site.desk, "Cup", "bushido", STAFF)
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    roster.check_in(site.desk, "cup", NAMES[1:], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    rounds.publish(site.desk, "cup", STAFF)
    (row, *_) = hits(organiser, "ruth")
    assert "Not checked in · Round 1 counts as an unpaired loss. X-04" in row
    assert "Allow late entry and check in" in row
    organiser.press("/e/cup/desk/?find=ruth", "/e/cup/arrive/")
    ruth = site.open("cup").event.find("Ruth Hollis")
    assert ruth.checked_in and ruth.missed == {1}


def test_a_person_page_opens_the_form_that_was_asked_for(site: Site, organiser: Browser) -> None:
    start(site, names=NAMES[:4])
    page = organiser.get("/e/cup/people/1/?open=penalty").content.decode()
    assert re.search(r'<details class="more" open><summary>Record a penalty', page)
    page = organiser.get("/e/cup/people/1/?open=amend").content.decode()
    assert re.search(r'<details class="more" open><summary>Edit', page) and 'value="Ruth Hollis"' in page


def test_a_late_arrival_plays_the_bye_in_one_press_and_both_phones_say_so(site: Site, organiser: Browser) -> None:
    """X-28, X-04: what changes is said beside the button, and one press takes it back."""
    events.create(site.desk, "Cup", "bushido", STAFF)
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES[:4]], STAFF)
    roster.check_in(site.desk, "cup", NAMES[1:4], STAFF)
    rounds.pair(site.desk, "cup", STAFF)
    bye = rounds.publish(site.desk, "cup", STAFF).event.rounds[0].byes[0].player
    alone = site.open("cup").event.name_of(bye)
    phones = {number: picked(site, "cup", number) for number in (1, bye)}
    assert "You have the bye" in phones[bye].see("/e/cup/me/")
    (row, *_) = hits(organiser, "ruth")
    assert f"{alone} has the bye. If Ruth Hollis plays {alone} now, nobody has the bye" in row
    assert f"Check in and play {alone}" in row
    organiser.send("/e/cup/arrive/", player="#1", allow="yes", against="bye", find="ruth")
    opened = site.open("cup")
    assert not opened.event.rounds[0].byes and not opened.event.find("Ruth Hollis").missed
    assert f"against {alone}" in phones[1].see("/e/cup/me/")
    assert "against Ruth Hollis" in phones[bye].see("/e/cup/me/")
    assert "came late and plays" in phones[bye].see("/e/cup/me/")
    assert "has the bye" not in hits(organiser, "ruth")[0]
    organiser.send("/e/cup/undo/", seen=opened.last)
    assert "You have the bye" in phones[bye].see("/e/cup/me/")
