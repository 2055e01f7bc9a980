"""Who sees a list, and what was declared in secret: player, staff, opponent, everybody, each when the book says so."""

from __future__ import annotations

import json

import pytest

from muster.app.events import actions as events
from muster.app.permissions import Visitor
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import PlayerId
from muster.web.site import Site
from tests.app.paperwork import BAND, FORCE
from tests.web.conftest import (
    NAMES,
    RESULTS,
    STAFF,
    Browser,
    account_of,
    judge_of,
    marshal_of,
    organiser_of,
    player_of,
    publish,
    text_of,
)
from tests.web.list_hall import ALL, MINE, bring, hall, versions


def test_the_book_closes_a_deck_to_its_player_during_a_round(site: Site) -> None:
    """L5R-080; who has handed in nothing can still do so."""
    hall(site, "l5r", lists_required="yes")
    bring(site, "Ann", "Conflict\n3x Assassination\n")
    ann, bob = player_of(site, "cup", 1), player_of(site, "cup", 2)
    assert "Assassination" in ann.see(MINE)
    publish(site)
    page = ann.see(MINE)
    assert "Your list is hidden while you play" in page and "L5R-080" in page
    assert "Assassination" not in page
    seen = ann.see("/e/cup/players/1/lists/", 403)
    assert "You cannot see your own lists while you play." in seen and "Assassination" not in seen
    assert site.open("cup").event.rounds[-1].match_of(PlayerId(2)), "the seed lets Bob play"
    bob.send(MINE + "send/", text="Conflict\n3x Banzai!\n")
    assert versions(site, 2) == ["Conflict\n3x Banzai!\n"]


def test_nobody_else_sees_a_list_unless_the_book_opens_it(site: Site) -> None:
    """X-17: not the opponent, not the public; refused with the clause."""
    hall(site)
    bring(site, "Ann", FORCE)
    publish(site)
    for asking in (player_of(site, "cup", 2), player_of(site, "cup", 3), Browser(site)):
        page = asking.see("/e/cup/players/1/lists/", 403)
        assert "You cannot see Ann’s lists now." in page and "X-17" in page
        assert "Marines" not in page
        assert "Ann’s lists" not in asking.see("/e/cup/players/1/")
    assert "Marines" in player_of(site, "cup", 1).see("/e/cup/players/1/lists/")
    assert "Marines" in judge_of(site, "cup").see(ALL + "1/")


def test_the_opponent_sees_an_army_while_the_game_is_on(site: Site) -> None:
    """WMH-079, X-17."""
    hall(site, "warmachine")
    for name in NAMES:
        bring(site, name, f"Khador Army - 75 / 75 points\n({name} 1) Leader of {name} [+28]\nWinter Guard [15]\n")
    opened = publish(site)
    match = opened.event.rounds[-1].matches[0]
    a, b = match.a, match.b
    third = next(n for n in range(1, 6) if n not in (a, b))
    sitting, name = player_of(site, "cup", b), opened.event.name_of(a)
    assert f"{name}’s lists" in sitting.see("/e/cup/me/") and f"{name}’s lists" in sitting.see(f"/e/cup/players/{a}/")
    assert "Winter Guard" in sitting.see(f"/e/cup/players/{a}/lists/")
    assert "What the rules say" not in sitting.see(f"/e/cup/players/{a}/lists/")
    page = sitting.see(f"/e/cup/players/{a}/lists/")
    assert "Leader’s points 28" in page and "bonus 28" not in page and "stated 75" not in page
    assert "WMH-079" in sitting.see(MINE)
    assert "Winter Guard" not in player_of(site, "cup", third).see(f"/e/cup/players/{a}/lists/", 403)
    assert "Winter Guard" not in Browser(site).see(f"/e/cup/players/{a}/lists/", 403)


def test_a_list_written_by_a_program_is_read_as_its_entries(site: Site) -> None:
    """Whoever may see a list gets something to read; what was sent stays below it."""
    hall(site, "warmachine")
    models = [{"name": "(Ann 1) Ann the Bold", "cost": "+28", "type": "Warcaster"}, {"name": "Guard", "cost": 9}]
    bring(site, "Ann", json.dumps({"faction": "Khador", "lists": [{"models": models}]}))
    for page in (player_of(site, "cup", 1).see(MINE), judge_of(site, "cup").see(ALL + "1/")):
        assert "Leader Ann the Bold (Ann 1)" in page and "Guard 9 As it was sent 1 {" in page


def test_after_the_event_by_consent(site: Site, organiser: Browser) -> None:
    """X-17: with the option and the player's word."""
    hall(site, publish_lists="yes")
    bring(site, "Ann", FORCE)
    bring(site, "Bob", FORCE)
    ann = player_of(site, "cup", 1)
    assert "It will not be shown after the event unless you agree." in ann.see(MINE)
    ann.send(MINE + "consent/", agrees="yes")
    assert "You have agreed to show it to everyone after the event." in ann.see(MINE)
    assert "1 player agrees to have their lists shown after the event." in organiser.see(ALL)
    assert "Ann agrees to have their lists shown" in organiser.see(ALL + "1/")
    for match in publish(site).event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["urban_war"])], STAFF)
    assert "Marines" not in Browser(site).see("/e/cup/players/1/lists/", 403)
    rounds.close(site.desk, "cup", STAFF)
    events.finish(site.desk, "cup", STAFF, "one round is enough")
    assert "Marines" in Browser(site).see("/e/cup/players/1/lists/")
    assert "X-17" in Browser(site).see("/e/cup/players/2/lists/", 403)
    ann.send(MINE + "consent/", agrees="no")
    assert "Marines" not in Browser(site).see("/e/cup/players/1/lists/", 403)


def test_a_declaration_is_hidden_until_both_have_made_theirs(site: Site) -> None:
    """BSG-12."""
    hall(site, "bushido")
    opened = publish(site)
    match = opened.event.rounds[-1].matches[0]
    bring(site, opened.event.name_of(match.a), BAND)
    one, two = player_of(site, "cup", match.a), player_of(site, "cup", match.b)
    assert "Declare secretly" in one.see(MINE)
    assert "did you mean “Kenko”" in one.send(MINE + "declare/", 409, key="vim", value="Kenka")
    one.send(MINE + "declare/", key="vim", value="Kenko")
    assert "not declared yet; yours stays hidden for now" in one.see(MINE)
    assert "Kenko" not in two.see(MINE)
    two.send(MINE + "declare/", key="vim", value="Taka the Old")
    assert "Taka the Old" in one.see(MINE) and "Kenko" in two.see(MINE)
    assert "has already declared for round" in one.send(MINE + "declare/", 409, key="vim", value="Taka")


def test_the_list_for_a_game_is_one_of_those_the_player_has(site: Site) -> None:
    """WMH-080: two lists in a Dyad, so there is no third to choose."""
    hall(site, "warmachine", kind="masters", lists="dyad")
    for name in NAMES:
        bring(site, name, "Khador Army - 75 / 75 points\n(Vlad 2) Vlad [+28]\n", slot=2)
    opened = publish(site)
    one = player_of(site, "cup", opened.event.rounds[-1].matches[0].a)
    page = one.see(MINE)
    assert "List for this game List 1 List 2: Vlad 2 You cannot" in page, (
        "told apart by their leaders, once they are in"
    )
    assert "There is no list 3" in one.send(MINE + "declare/", 409, key="list", value="3")
    one.send(MINE + "declare/", key="list", value="2")
    assert "You List 2: Vlad 2" in one.see(MINE)


def test_a_judge_who_plays_does_not_look_at_the_opponents_list(site: Site) -> None:
    """X-17, L5R-018."""
    hall(site)
    for name in NAMES:
        bring(site, name, FORCE)
    opened = publish(site)
    match = opened.event.rounds[-1].matches[0]
    judge = judge_of(site, "cup")
    judge.send("/e/cup/me/pick/", player=f"#{match.a}")
    page = judge.see(f"{ALL}{match.b}/", 409)
    assert "You play at table" in page and "Marines" not in page
    assert "another judge" in judge.send(f"{ALL}{match.b}/mark/", 409, mark="in_order")
    other = next(p for p in range(1, 6) if p not in (match.a, match.b))
    assert "Marines" in judge.see(f"{ALL}{other}/")


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("visitor", Visitor)
def test_a_list_for_every_visitor_their_own_and_anothers(site: Site, visitor: Visitor, number: int) -> None:
    """Besides the staff only its player reads a list, and a player’s addresses reach no list but their own (X-17)."""
    hall(site)
    bring(site, "Ann", FORCE)
    bring(site, "Bob", FORCE.replace("Marines", "Hunters"))
    browser = {
        Visitor.ADMINISTRATOR: lambda: organiser_of(site),
        Visitor.ORGANISER: lambda: account_of(site, "ann", "cup"),
        Visitor.MARSHAL: lambda: marshal_of(site, "cup"),
        Visitor.JUDGE: lambda: judge_of(site, "cup"),
        Visitor.PLAYER: lambda: player_of(site, "cup", 1),
        Visitor.SPECTATOR: lambda: Browser(site),
    }[visitor]()
    troop = {1: "Marines", 2: "Hunters"}[number]
    staff = visitor in (Visitor.ADMINISTRATOR, Visitor.ORGANISER, Visitor.MARSHAL, Visitor.JUDGE)
    assert (troop in text_of(browser.get(f"{ALL}{number}/"))) is staff
    own = visitor is Visitor.PLAYER and number == 1
    assert (troop in text_of(browser.get(f"/e/cup/players/{number}/lists/"))) is own
    assert (troop in text_of(browser.get(MINE))) is own
    form = {"csrfmiddlewaretoken": browser.token(), "text": "1 x Thief 1", "player": f"#{number}", "reason": "because"}
    browser.post(f"{ALL}{number}/hand-in/", form)
    assert ("1 x Thief 1" in versions(site, number)) is staff
