"""What goes wrong in a hall: taps late and in any order, wrong clocks, absurd numbers, and phones that change hands."""

from __future__ import annotations

import json
import time

import pytest

from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.table import actions
from muster.core.kit.errors import UnknownName
from muster.core.record.table.facts import TAKE_BACK, TapMade
from muster.web.site import Site
from tests.web.conftest import RESULTS, STAFF, Browser, judge_of, player_of, publish
from tests.web.views.table.test_table import GAME, JUDGED, TAP, begin, losses, lost, taps

HOUR = 3_600_000


def made(site: Site) -> tuple[TapMade, ...]:
    return site.tables.open(site.tables.listed()[0].id).record.taps


def begun(site: Site) -> tuple[Browser, Browser]:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    taps(one, {"key": "begin", "count": 1})
    return one, two


def test_taps_that_come_out_of_order_count_where_their_time_puts_them(site: Site) -> None:
    """A loss is sent before the tap that began the game and makes it valid."""
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    now = actions.now(site.tables)
    while actions.now(site.tables) < now + 2:  # A tap from the future would count as made now.
        time.sleep(0.001)
    assert "The game has not begun" in taps(two, lost(1, 1, 1, at=now + 2))
    assert losses(site) == [0, 0]
    taps(one, lost(0, 1, 2, at=now + 1), {"key": "begin", "count": 1, "at": now})
    assert losses(site) == [1, 1]
    assert "The game has not begun" not in two.see(GAME)


@pytest.mark.parametrize("off", [-HOUR, HOUR, -(10**18), 10**18])
def test_a_device_whose_clock_is_off_changes_nothing(site: Site, off: int) -> None:
    one, two = begun(site)
    before = actions.now(site.tables)
    seen = site.tables.open(site.tables.listed()[0].id).last
    one.send(TAP, 200, taps=json.dumps([lost(0, 1, 2, at=before + off)]), run="one", seen=str(seen))
    taps(two, lost(1, 1, 1))
    assert losses(site) == [1, 1]
    begin_at, placed, _ = (tap.at for tap in made(site))
    assert begin_at <= placed <= actions.now(site.tables)


ABSURD = [
    '[{"key":"begin","count":1e999}]',
    '[{"key":"begin","count":2,"at":1e999}]',
    '[{"key":"begin","count":NaN}]',
    '[{"key":"lost","count":2,"values":{"side":0,"by":1.5}}]',
    '[{"key":"lost","count":2,"values":{"side":0,"by":1e999}}]',
    f'[{{"key":"lost","count":2,"values":{{"side":0,"by":{"9" * 5_000}}}}}]',
    "[" * 5_000,
    '[{"key":"lost","count":-3}]',
    '[{"key":"lost","count":99999999999}]',
]


@pytest.mark.parametrize("sent", ABSURD, ids=range(len(ABSURD)))
def test_absurd_numbers_are_refused_in_a_sentence(site: Site, sent: str) -> None:
    one, _ = begun(site)
    said = one.send(TAP, 409, taps=sent, run="one", seen="9" * 400)
    assert "not a list of taps" in said or "is not the number of a tap" in said
    assert len(made(site)) == 1


@pytest.mark.parametrize("typed", ["1e9", "-1", "0", "1001", "12.5", "", "٣" * 30, "9" * 3_900])
def test_an_absurd_number_that_was_typed_is_refused_in_a_sentence(site: Site, typed: str) -> None:
    one = Browser(site)
    one.see("/play/")
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    path = f"/t/{site.tables.listed()[0].id}/"
    one.see(path)
    answer = one.post(
        path + "tap/",
        {"csrfmiddlewaretoken": one.token(), "key": "models", "number.a": typed, "number.b": "12"},
        follow=True,
    )
    page = answer.content.decode()
    assert answer.status_code in (200, 409)
    assert "cannot be read" in page or "should be a whole number from 1 to" in page or "too large" in page
    assert "12 models" not in page


def test_what_a_phone_saved_without_network_is_taken_in_at_once(site: Site) -> None:
    """Twenty taps as table.js sends them, which is more than a form field usually has."""
    one, _ = begun(site)
    more = {
        "url": "/e/winter-cup-of-the-clubs-of-the-north-2026/me/game/both/tap/?side=1",
        "run": "0123456789ab",
        "seen": 1234,
    }
    sent = [lost(1, 1 if n % 2 else -1, n + 100, at=1_700_000_000_000 + n, **more) for n in range(1, 21)]
    assert len(json.dumps(sent)) > 4_000
    taps(one, *sent)
    assert len(made(site)) == 21


def test_taking_back_in_the_opponents_turn(site: Site) -> None:
    """The game has continued: one's own earlier tap, and the opponent's last one, both need a judge."""
    one, two = begun(site)
    taps(one, lost(0, 1, 2))
    own = made(site)[-1]
    taps(two, lost(1, 1, 1))
    last = made(site)[-1]
    for count, tap, words in ((3, own, "only the last tap"), (4, last, "Only whoever made this tap")):
        back = {"key": TAKE_BACK, "count": count, "values": {"device": tap.device, "count": tap.count}}
        assert words in taps(one, back)
    assert b'value="take back"' not in one.get(GAME).content and b'value="take back"' in two.get(GAME).content
    assert losses(site) == [1, 1]


def test_a_phone_that_is_taken_over_in_mid_game(site: Site) -> None:
    """The player's next phone has the same game; what the old one still has to send is not taken in."""
    one, two = begun(site)
    taps(one, lost(0, 1, 2))
    match = site.open("cup").event.rounds[0].match_at(1)
    assert match is not None
    new = player_of(site, "cup", match.a)
    assert "Take back" in new.see(GAME)
    taps(new, lost(0, 1, 1))
    one.send(TAP, 403, taps=json.dumps([lost(0, 1, 3)]), run="one", seen="1")
    assert one.get(GAME).status_code == 403
    taps(two, lost(1, 1, 1))
    assert losses(site) == [2, 1]


def test_a_friends_phone_that_is_taken_over_in_mid_game(site: Site) -> None:
    one, two, third = Browser(site), Browser(site), Browser(site)
    one.see("/play/")
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    path = f"/t/{site.tables.listed()[0].id}/"
    two.see(path), two.send(path + "sit/", side="1")
    models = {"key": "models", "count": 1, "values": {"a": 12, "b": 13}}
    taps(one, models, {"key": "begin", "count": 2}, path=path + "tap/")
    taps(two, lost(1, 1, 1), path=path + "tap/")
    third.see(path), third.send(path + "sit/", side="1", instead="yes")
    assert "This is Ann and Bo’s table" in taps(two, lost(1, 1, 2), path=path + "tap/", status=403)
    taps(third, lost(1, 1, 1), path=path + "tap/")
    assert losses(site) == [0, 2]
    assert "I am" not in third.see(path) and "Who are you?" in two.see(path)


def test_a_friends_phone_that_is_dead_and_not_replaced(site: Site) -> None:
    """One phone continues for both, because friends have no judge to allow it; a tap on the other one reverses that."""
    one, two = Browser(site), Browser(site)
    one.see("/play/")
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    path = f"/t/{site.tables.listed()[0].id}/"
    two.see(path), two.send(path + "sit/", side="1")
    models = {"key": "models", "count": 1, "values": {"a": 12, "b": 13}}
    taps(one, models, {"key": "begin", "count": 2}, path=path + "tap/")
    taps(two, lost(1, 1, 1), path=path + "tap/")
    assert "press “Use this phone for both”" in one.see(path + "both/", 409)
    page = one.see(path)
    assert "A phone that takes over scans this code" in page and "Use this phone for both" in page
    one.send(path + "share/")
    assert "Bo" in one.see(path + "both/")
    taps(one, lost(1, 1, 3), path=path + "both/tap/?side=1")
    assert losses(site) == [0, 2]
    taps(two, lost(1, 1, 2), path=path + "tap/")
    assert "Bo follows the game on another phone" in one.see(path + "both/", 409)
    stranger = Browser(site)
    stranger.see(path)
    stranger.send(path + "share/", 409)


def next_round(site: Site) -> None:
    """The desk enters what is missing, and pairs the next round."""
    for match in site.open("cup").event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["urban_war"])], STAFF)
    publish(site)


def test_what_a_phone_saved_in_one_round_does_not_count_in_the_next(site: Site) -> None:
    """A page from round 1 was without network until round 2 began: its taps belong to the game it shows."""
    one, _ = begun(site)
    (first,) = site.tables.listed()
    next_round(site)
    one.see(GAME)
    second = next(stored.id for stored in site.tables.listed() if stored.id != first.id)
    assert site.tables.open(first.id).record.opened.names[0] in site.tables.open(second).record.opened.names
    saved = json.dumps([lost(0, 1, 2), {"key": "concede", "count": 3}])
    one.send(TAP, 200, taps=saved, run="one", table=first.id)
    assert [tap.key for tap in site.tables.open(first.id).record.taps] == ["begin", "lost", "concede"]
    assert not site.tables.open(second).record.taps


def test_what_a_phone_saved_for_a_game_that_was_drawn_again_counts_nowhere(site: Site) -> None:
    one, _ = begun(site)
    (first,) = site.tables.listed()
    sent = {"taps": json.dumps([lost(0, 1, 2)]), "run": "one"}
    others = first.id.replace("cup.1.", "cup.1.9")
    for table in (others, "cup.2.1-2", "x" * 90):
        assert "this game is not yours any more" in one.send(TAP, 409, **sent, table=table)
    assert len(made(site)) == 1


def test_what_a_judges_phone_saved_does_not_count_at_a_table_that_others_moved_to(site: Site) -> None:
    one, _ = begin(site)
    one.see(GAME)
    (first,) = site.tables.listed()
    judge = judge_of(site, "cup")
    judge.see(JUDGED.replace("/1/1/", "/1/2/"))
    rounds.move_table(site.desk, "cup", 1, 2, STAFF, "light")
    sent = {"taps": json.dumps([{"key": "begin", "count": 1}]), "run": "one"}
    assert "Other players sit at table 1 now" in judge.send(JUDGED + "tap/", 409, **sent, table=first.id)
    assert all(not site.tables.open(stored.id).record.taps for stored in site.tables.listed())
    judge.send(JUDGED.replace("/1/1/", "/1/2/") + "tap/", 200, **sent, table=first.id)
    assert [tap.key for tap in site.tables.open(first.id).record.taps] == ["begin"]


def test_an_address_that_leads_nowhere_names_no_other_game(site: Site) -> None:
    """Whoever has a game's address may sit down at it, so that a stranger must not learn it from a wrong one."""
    begin(site)[0].see(GAME)
    one, stranger = Browser(site), Browser(site)
    one.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    known = [stored.id for stored in site.tables.listed()]
    assert len(known) == 2
    for wrong in ("0123456789ab", known[1][:11], "cup.1.1-2", "cup.1.9-9"):
        for path, form in (
            ("", None),
            ("both/", None),
            ("tap/", {"key": "begin"}),
            ("sit/", {"side": "0"}),
            ("share/", {}),
        ):
            at = f"/t/{wrong}/{path}"
            said = stranger.see(at, 404) if form is None else stranger.send(at, 404, **form)
            assert "There is no game at this address." in said
            assert known[1] not in said
    with pytest.raises(UnknownName) as refusal:
        site.tables.open("cup.1.9-9")
    assert not any(one in str(refusal.value) for one in known)
