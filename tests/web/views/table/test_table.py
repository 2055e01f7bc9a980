"""Games at the table in a browser: whose they are, what each sees, and taps that are late, doubled or a stranger's."""

from __future__ import annotations

import html
import json
import re
from itertools import pairwise
from typing import Any

import pytest

from muster.app.clock import actions as clock
from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.core.record.table.facts import TAKE_BACK
from muster.web.site import Site
from muster.web.who.limits import Limit
from tests.web.conftest import RESULTS, STAFF, Browser, judge_of, player_of, start

GAME, TAP = "/e/cup/me/game/", "/e/cup/me/game/tap/"
JUDGED = "/e/cup/tables/1/1/game/"


def begin(site: Site, system: str = "urban_war") -> tuple[Browser, Browser]:
    """An event with a round on, and the phones of the two players at its first table."""
    start(site, system=system)
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    return player_of(site, "cup", match.a), player_of(site, "cup", match.b)


def lost(side: int, by: int, count: int, **more: Any) -> dict[str, Any]:
    return {"key": "lost", "values": {"side": side, "by": by}, "count": count, **more}


def taps(browser: Browser, *sent: dict[str, Any], run: str = "one", path: str = TAP, status: int = 200) -> str:
    return browser.send(path, status, taps=json.dumps(sent), run=run, seen="1")


def losses(site: Site) -> list[int]:
    (stored,) = site.tables.listed()
    return [force.lost for force in site.tables.game(site.tables.open(stored.id)).state.forces]


def test_the_first_who_comes_opens_the_table_of_both(site: Site) -> None:
    one, two = begin(site)
    assert "Begin the game" in one.see(GAME) and "Begin the game" in two.see(GAME)
    assert len(site.tables.listed()) == 1
    judge = judge_of(site, "cup")
    assert "Begin the game" in judge.see(JUDGED)
    assert "Begin the game" in judge.see("/e/cup/tables/1/2/game/")
    assert len(site.tables.listed()) == 2


def test_taps_of_both_phones_make_one_game(site: Site) -> None:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    taps(one, {"key": "begin", "count": 1}, lost(0, 1, 2), lost(1, 1, 3))
    taps(two, lost(1, 1, 1))
    taps(two, lost(1, 1, 1))
    assert losses(site) == [1, 2]


def test_a_phone_that_taps_without_end_has_to_wait_and_the_other_has_not(site: Site) -> None:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    site.limits.tapping = Limit(60, 1, "Too many taps came from this phone.", lambda: 0.0)
    for _ in range(60):
        taps(one, {"key": "begin", "count": 1})
    assert "Too many taps came from this phone." in taps(one, lost(0, 1, 2), status=429)
    taps(two, lost(1, 1, 3))
    assert losses(site)[0] == 0 and losses(site)[1]
    one.send("/e/cup/me/game/share/", 429, shared="yes")


def test_a_form_without_a_script_is_a_tap(site: Site) -> None:
    one, _ = begin(site)
    one.press(GAME, TAP)
    one.send(TAP, key="lost", values='{"side":1,"by":1}')
    assert losses(site) == [0, 1]


def test_a_tap_that_does_not_count_says_why_to_whoever_made_it(site: Site) -> None:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    assert "The game has not begun" in taps(one, lost(0, 1, 1))
    assert "The game has not begun" not in two.see(GAME)
    assert losses(site) == [0, 0]


def test_somebody_elses_table_is_not_to_be_tapped(site: Site) -> None:
    one, _ = begin(site)
    one.see(GAME)
    event = site.open("cup").event
    third = next(p for p in event.players if event.rounds[0].match_of(p) not in (None, event.rounds[0].match_at(1)))
    stranger, other = Browser(site), player_of(site, "cup", third)
    assert stranger.get(GAME).status_code == 403
    stranger.send(TAP, 403, key="begin")
    stranger.send(JUDGED + "tap/", 403, key="begin")
    other.send(JUDGED + "tap/", 403, key="begin")
    assert other.get(JUDGED).status_code == 403
    for path in (f"/t/{site.tables.listed()[0].id}/", f"/t/{site.tables.listed()[0].id}/tap/"):
        answer = other.get(path) if path.endswith("-2/") else other.post(path, {"csrfmiddlewaretoken": other.token()})
        assert answer.status_code in (404, 405), path
    assert not site.tables.open(site.tables.listed()[0].id).record.taps


def test_only_who_made_the_last_tap_takes_it_back_and_a_judge_any(site: Site) -> None:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    taps(one, {"key": "begin", "count": 1}, lost(0, 1, 2), lost(0, 1, 3))
    name = site.tables.open(site.tables.listed()[0].id).record.taps[1].device
    back = {"key": TAKE_BACK, "values": {"device": name, "count": 2}}
    assert "Only whoever made this tap" in taps(two, {**back, "count": 1})
    assert "only the last tap" in taps(one, {**back, "count": 4})
    judge = judge_of(site, "cup")
    judge.see(JUDGED)
    taps(judge, {**back, "count": 1}, path=JUDGED + "tap/")
    assert losses(site) == [1, 0]


def test_once_the_result_is_in_the_board_says_so_and_asks_for_nothing(site: Site) -> None:
    """Also when it was corrected: what players counted may be something else."""
    one, two = begin(site, "warmachine")
    one.see(GAME), two.see(GAME)
    taps(one, {"key": "scenario", "count": 1, "values": {"value": "Invasion"}}, {"key": "concede", "count": 2})
    for phone in (one, two):
        assert "Result in" not in phone.see(GAME)
        phone.press(GAME, GAME + "send/")
    for phone in (one, two):
        seen = phone.see(GAME)
        assert "Result in" in seen and "Send the result" not in seen and "Take back" not in seen
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None and match.result is not None
    results.correct(site.desk, "cup", Report("1", RESULTS["warmachine"]), "Miscounted", STAFF)
    assert "Winner" in one.see(GAME) and "Result in" in judge_of(site, "cup").see(JUDGED)


def test_what_is_not_a_tap_is_refused_in_a_sentence(site: Site) -> None:
    one, _ = begin(site)
    one.see(GAME)
    for wrong in ("x", "{}", "[1]", '[{"key":"begin"}]', '[{"key":"a","count":1,"values":{"a":{}}}]', "[" * 3900):
        assert "not a list of taps" in one.send(TAP, 409, taps=wrong, run="r"), wrong
    for number in (10**12, -(10**12)):
        assert "too large" in taps(one, {"key": "lost", "count": 1, "values": {"by": number}}, status=409)
    assert "too large" in taps(one, {"key": "x" * 500, "count": 1}, status=409)
    assert "something else" in (taps(one, {"key": "begin", "count": 1}) and taps(one, lost(0, 1, 1), status=409))
    one.send(TAP, 409, key="lost", values="{")
    assert not site.tables.open(site.tables.listed()[0].id).record.taps[1:]


def test_a_game_outside_of_an_event(site: Site) -> None:
    one, two, third = Browser(site), Browser(site), Browser(site)
    start(site)
    one.see("/play/")
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    (stored,) = site.tables.listed()
    path = f"/t/{stored.id}/"
    assert "Bo" in one.see(path)
    assert "I am Bo" in two.see(path) and "Take over for Ann" in two.see(path)
    two.send(path + "sit/", side="1")
    assert "Ann" in two.see(path)
    assert "Another phone" in third.send(path + "sit/", 409, side="1")
    third.send(path + "sit/", side="1", instead="yes")
    assert "Who are you?" in two.see(path)
    assert "This is Ann and Bo’s table" in two.send(path + "tap/", 403, key="begin")


def test_one_phone_between_the_players(site: Site) -> None:
    """It taps for both, while the other side has no phone of its own."""
    one, two = begin(site)
    one.see(GAME)
    both = GAME + "both/"
    assert one.see(both).count("Begin the game") == 2
    assert "?side=1" in one.get(both).content.decode() and "?side=0" in one.get(both).content.decode()
    taps(one, {"key": "begin", "count": 1}, path=both + "tap/?side=1")
    taps(one, lost(0, 1, 2), path=both + "tap/?side=0")
    (stored,) = site.tables.listed()
    assert [t.side for t in site.tables.open(stored.id).record.taps] == [1, 0]
    taps(two, lost(1, 1, 1))
    assert "follows the game on another phone" in one.see(both, 409)
    other = taps(one, lost(1, 1, 3), path=both + "tap/?side=1", status=409)
    assert "follows the game on another phone" in other
    assert losses(site) == [1, 1]


def test_a_game_outside_of_an_event_with_its_scenario_and_time(site: Site) -> None:
    one = Browser(site)
    start(site)
    assert "/play/" in one.get("/").content.decode()
    asked = {"system": "warmachine", "first": "Ann", "second": "Bo"}
    one.see("/play/")
    for wrong, sentence in (({"scenario": "Chess"}, "No scenario is called “Chess”"), ({"minutes": "-5"}, "-5")):
        refused = one.send("/play/open/", 409, **asked, **wrong)
        assert sentence in refused
        assert (
            'value="Ann"'
            in one.post("/play/open/", {"csrfmiddlewaretoken": one.token(), **asked, **wrong}).content.decode()
        )
    assert not site.tables.listed()
    one.send("/play/open/", **asked, scenario="Invasion", minutes="45")
    (stored,) = site.tables.listed()
    opened = site.tables.open(stored.id).record.opened
    assert (opened.scenario, opened.options) == ("Invasion", {"minutes": 45})


def test_one_phone_of_a_game_outside_of_an_event_has_nowhere_to_send_a_result(site: Site) -> None:
    one = Browser(site)
    one.see("/play/")
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    (stored,) = site.tables.listed()
    path = f"/t/{stored.id}/"
    one.see(path)
    one.send(path + "share/")
    both = path + "both/"
    taps(one, {"key": "models", "count": 1, "values": {"a": 4, "b": 4}}, path=both + "tap/?side=0")
    taps(one, {"key": "begin", "count": 2}, path=both + "tap/?side=0")
    taps(one, {"key": "concede", "count": 3}, path=both + "tap/?side=1")
    for side in (0, 1):
        taps(one, {"key": "agree", "count": 4 + side, "values": {"points": [24, 0]}}, path=f"{both}tap/?side={side}")
    seen = one.see(both)
    assert "Crushing Victory" in seen and "Send the result" not in seen and "Two phones" in seen


def test_conceding_is_asked_once_more(site: Site) -> None:
    one, _ = begin(site, "warmachine")
    judge = judge_of(site, "cup")
    judge.see(JUDGED)
    start_of = {"winner": 0, "first": 0, "edge": "A"}
    sent = [("scenario", {"value": "Spread the Net"}), ("start", start_of), ("clocks", {})]
    numbered = [{"key": key, "count": n, "values": values} for n, (key, values) in enumerate(sent, start=1)]
    taps(judge, *numbered, path=JUDGED + "tap/")
    names = site.tables.open(site.tables.listed()[0].id).record.opened.names
    assert f'data-ask="Concede the game to {names[1]}?"' in one.get(GAME).content.decode()


def sent_by(page: str, button: str) -> dict[str, str]:
    """What the form with this button carries."""
    form = next(one for one in re.findall(r"<form.*?</form>", page, flags=re.S) if f">{button}</button>" in one)
    return {name: html.unescape(text) for name, text in re.findall(r'name="(\w+)" value="([^"]*)"', form)}


def test_without_a_script_what_a_button_asks_is_asked_on_a_page(site: Site) -> None:
    """Nothing is tapped before it is answered, and there is a way back."""
    one, _ = begin(site)
    one.press(GAME, TAP)
    (stored,) = site.tables.listed()
    concede = sent_by(one.get(GAME).content.decode(), "Concede")
    asked = one.post(TAP, concede).content.decode()
    assert f'<h1 id="h">{html.escape(concede["ask"])}</h1>' in asked and f'<a class="btn" href="{GAME}">' in asked
    assert [tap.key for tap in site.tables.open(stored.id).record.taps] == ["begin"]
    meant = sent_by(asked, "Yes")
    assert {name: meant[name] for name in meant if name != "csrfmiddlewaretoken"} == {
        name: concede[name] for name in ("key", "values", "seen", "table")
    }
    assert one.post(TAP, meant).status_code == 302
    assert [tap.key for tap in site.tables.open(stored.id).record.taps] == ["begin", "concede"]


@pytest.mark.parametrize("length", ["65", "100"])
def test_the_minutes_of_a_round_do_not_run_into_each_other(site: Site, length: str) -> None:
    """In a final of 100 minutes the last marks are so near that one number is above the line."""
    one, _ = begin(site, "l5r")
    events.set_option(site.desk, "cup", "round_minutes", length, STAFF, reason="a longer day")
    clock.start(site.desk, "cup", STAFF)
    page = one.get(GAME).content.decode()
    drawn = re.findall(r'<text x="(\d+)" y="(\d+)" text-anchor="middle">(\d+)<', page)
    assert [int(minute) for _, _, minute in drawn] == [int(length) + more for more in (0, 5, 10)]
    for height in {y for _, y, _ in drawn}:
        line = [(int(x), minute) for x, y, minute in drawn if y == height]
        assert all(x + 7 * len(minute) < later for (x, minute), (later, _) in pairwise(line))
