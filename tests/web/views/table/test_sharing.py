"""One phone for both players where lists were handed in: who may allow it, what it shows, and taking it back."""

from __future__ import annotations

from typing import Any

from muster.core.reading.replay import Followed
from muster.core.record.table.facts import PhoneShared
from muster.core.record.table.journal import TableRecord
from muster.web.site import Site
from tests.web.conftest import Browser, judge_of, picked, player_of, publish
from tests.web.list_hall import bring, hall
from tests.web.views.table.test_table import GAME, JUDGED, taps

BOTH, SHARE = GAME + "both/", GAME + "share/"
LIST = "Army: Cygnar\n[Theme] Storm\n[Kaelyssa 1] Kaelyssa [+28]\n"


def seats(site: Site) -> tuple[int, int]:
    """Two players of WARMACHINE with a list each, at the first table."""
    hall(site, "warmachine")
    match = publish(site).event.rounds[0].match_at(1)
    assert match is not None
    for player in (match.a, match.b):
        bring(site, f"#{player}", LIST)
    return match.a, match.b


def with_lists(site: Site) -> tuple[Browser, Browser]:
    one, two = (player_of(site, "cup", player) for player in seats(site))
    one.see(GAME), two.see(GAME)
    return one, two


def names(site: Site) -> tuple[str, str]:
    return record(site).opened.names


def record(site: Site) -> TableRecord:
    return site.tables.open(site.tables.listed()[0].id).record


def table_game(site: Site) -> Followed[Any]:
    return site.tables.game(site.tables.open(site.tables.listed()[0].id))


def refused(one: Browser) -> str:
    """What the one phone reads, and that it cannot tap for the other side either."""
    said = one.see(BOTH, 409)
    taps(one, {"key": "scenario", "count": 9, "values": {"value": "Invasion"}}, path=BOTH + "tap/?side=1", status=409)
    return said


def test_it_is_refused_until_the_other_has_agreed_and_says_how(site: Site) -> None:
    one, two = with_lists(site)
    assert record(site).opened.lists[1], "lists were handed in"
    own, other = names(site)
    said = refused(one)
    assert f"This phone would show {other}’s lists" in said and f"“Follow the game on {own}’s phone”" in said
    one.send(SHARE, shared="yes", side="1")
    refused(one)
    assert f"Follow the game on {own}’s phone" in two.see(GAME)
    two.send(SHARE, shared="yes")
    assert one.see(BOTH).count(own)
    assert f"You follow this game on {own}’s phone" in two.see(GAME)
    entry = site.tables.open(site.tables.listed()[0].id).entries[-1]
    assert entry.fact == PhoneShared(1) and entry.actor.player is not None
    assert site.open("cup").event.players[entry.actor.player].name == other
    two.send(SHARE, shared="yes")
    assert site.tables.open(site.tables.listed()[0].id).last == entry.seq, "pressed twice"


def test_whoever_agreed_takes_it_back_on_their_own_phone(site: Site) -> None:
    one, two = with_lists(site)
    two.send(SHARE, shared="yes")
    one.see(BOTH)
    two.send(SHARE, shared="no")
    assert "This phone would show" in refused(one)
    two.send(SHARE, shared="yes")
    one.see(BOTH)
    taps(two, {"key": "scenario", "count": 1, "values": {"value": "Invasion"}})
    assert "follows the game on another phone" in refused(one), "a tap on the own phone is enough"
    assert "You follow this game on" not in two.see(GAME)
    two.send(SHARE, shared="yes")
    one.see(BOTH)


def test_staff_allow_it_for_a_player_without_a_phone(site: Site) -> None:
    one, _ = with_lists(site)
    judge = judge_of(site, "cup")
    own, other = names(site)
    assert f"Let {other} follow the game on {own}’s phone" in judge.see(JUDGED)
    judge.send(JUDGED + "share/", side="1", shared="yes")
    one.see(BOTH)
    assert f"{other} has a phone again" in judge.see(JUDGED)
    judge.send(JUDGED + "share/", side="1", shared="no")
    refused(one)
    one.send(JUDGED + "share/", 403, side="1", shared="yes")
    judge.send(JUDGED + "share/", 409, side="7", shared="yes")


def test_a_choice_on_the_one_phone_is_not_seen_by_the_other(site: Site) -> None:
    """WMH-080: neither on the halves nor on the page that it was made on, until both have chosen."""
    one, two = with_lists(site)
    two.send(SHARE, shared="yes")
    tap = BOTH + "tap/"
    taps(one, {"key": "scenario", "count": 1, "values": {"value": "Invasion"}}, path=tap)
    start = {"winner": 0, "first": 0, "edge": "A"}
    for side in (0, 1):
        taps(one, {"key": "start", "count": 2 + side, "values": start}, path=f"{tap}?side={side}")
    alone = one.see(BOTH + "?side=1")
    assert "Stockpile" in alone and "Follow the game on" not in alone, "a press there would be the phone owner's"
    taps(one, {"key": "objective", "count": 4, "values": {"value": "stockpile"}}, path=tap + "?side=1")
    assert record(site).taps[-1].side == 1 and len(table_game(site).counted) == 4
    for page in (BOTH, BOTH + "?side=1"):
        assert "Stockpile" not in one.see(page), page
    taps(one, {"key": "objective", "count": 5, "values": {"value": "dugout"}}, path=tap + "?side=0")
    assert "Stockpile" in one.see(BOTH)


def test_a_name_that_was_only_picked_neither_sees_the_lists_nor_agrees(site: Site) -> None:
    first, second = seats(site)
    one, stranger = player_of(site, "cup", first), picked(site, "cup", second)
    one.see(GAME)
    assert f"/me/name/{second}/" in stranger.get(GAME).headers["Location"]
    assert "Confirm that you are" in stranger.send(SHARE, 403, shared="yes")
    assert "Confirm that you are" in taps(stranger, {"key": "scenario", "count": 1}, status=403)
    assert record(site).shared == (None, None) and not record(site).taps
