"""A judge and a game at the table: called from it, reads what was tapped lately, and takes back what is wrong."""

from __future__ import annotations

import re

from muster.app.staff import actions as staff
from muster.web.site import Site
from tests.web.conftest import judge_of, player_of, start
from tests.web.views.table.test_table import GAME, JUDGED, TAP, begin, losses, lost, taps

JUDGE = "/e/cup/me/judge/"


def test_a_judge_is_called_from_the_table_and_finds_the_game(site: Site) -> None:
    """L5R-021: one press; both players see that somebody comes, and the staff's pages lead to the game."""
    one, two = begin(site)
    one.press(GAME, JUDGE)
    assert "A judge has been called to table 1" in one.see(GAME) and "A judge has been called" in two.see(GAME)
    judge = judge_of(site, "cup")
    assert JUDGED in judge.get("/e/cup/tables/").content.decode()
    assert JUDGED in judge.get("/e/cup/tables/?table=1").content.decode()
    judge.send("/e/cup/calls/answer/", call="1")
    assert "Hale is coming to your table" in two.see(GAME)
    two.press(GAME, JUDGE + "no-need/")
    assert "is coming" not in one.see(GAME)
    both = GAME + "both/"
    one.press(both, JUDGE)
    assert "A judge has been called" in one.see(both)


def test_a_press_at_the_table_comes_back_to_it(site: Site) -> None:
    one, _ = begin(site)
    one.see(GAME)
    for back, page in (("game", GAME), ("both", GAME + "both/"), ("//evil", "/e/cup/me/#judge")):
        answer = one.post(JUDGE, {"csrfmiddlewaretoken": one.token(), "round": "1", "back": back})
        assert answer.headers["Location"] == page


def test_a_judge_reads_what_was_tapped_and_takes_any_of_it_back(site: Site) -> None:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    taps(one, lost(0, 1, 1), {"key": "begin", "count": 2}, lost(0, 1, 3), lost(1, 1, 4))
    judge = judge_of(site, "cup")
    seen = judge.see(JUDGED)
    names = site.tables.open(site.tables.listed()[0].id).record.opened.names
    assert "Tapped lately" in seen and "Begin the game" in seen
    assert "The game has not begun" in seen, "one that does not count says why"
    assert seen.index("Begin the game") > seen.index("+1"), "the newest first"
    assert names[0] in seen
    form = re.findall(r"<li>.*?</li>", judge.get(JUDGED).content.decode(), flags=re.S)[1]
    assert "+1" in form
    values = re.search(r'name="values" value="([^"]*)"', form)
    assert values is not None
    judge.send(JUDGED + "tap/", key="take back", values=values[1].replace("&#34;", '"'))
    assert losses(site) == [0, 1]
    again = judge.see(JUDGED)
    assert "Took back:" in again and "Taken back." in again
    assert "Tapped lately" not in one.see(GAME), "players do not read each other's taps"


def test_what_was_chosen_in_secret_is_not_read_by_a_judge(site: Site) -> None:
    """L5R-018: who plays at the table has no judge's page of it; a secret choice is not on anybody's."""
    start(site, system="warmachine")
    opened = site.open("cup")
    match = opened.event.rounds[0].match_at(1)
    assert match is not None
    one = player_of(site, "cup", match.a)
    one.see(GAME)
    table = site.tables.open(site.tables.listed()[0].id)
    assert table.tracker.secret
    key = sorted(table.tracker.secret)[0]
    taps(one, {"key": key, "count": 1, "values": {"value": "Zanzibar"}})
    seen = judge_of(site, "cup").see(JUDGED)
    assert "A choice in secret" in seen and "Zanzibar" not in seen


def test_who_plays_at_a_table_is_not_its_judge(site: Site) -> None:
    one, _ = begin(site)
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    judge = judge_of(site, "cup")
    staff.play(site.desk, "cup", max(site.open("cup").event.staff.members), match.a)
    assert "You play at table 1 yourself" in judge.see(JUDGED, 409)
    assert "You play at table 1 yourself" in judge.send(JUDGED + "tap/", 409, key="begin")
    assert one.get(TAP).status_code == 405
