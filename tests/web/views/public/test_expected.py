"""What is expected of players and spectators: one tap away on the phone, before the event too, each with its rule."""

from __future__ import annotations

import html
import re

import pytest

from muster.app.events import actions as events
from muster.app.people import roster
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, organiser_of, player_of, start

LINK = "What is expected of you"
NAMES = ("Ann", "Bob", "Cem", "Dai")


def lines(browser: Browser, page: str) -> list[tuple[str, str, str]]:
    """The lines of a page: under which heading, what is expected, and by which rule."""
    body = browser.get(page).getvalue().decode()
    found = []
    for part in re.split(r"<section", body):
        heading = re.search(r'aria-labelledby="(\w+)"', part)
        for text, clause in re.findall(r'<li>([^<]+) <a class="clause"[^>]*>([^<]+)</a></li>', part):
            found.append((heading[1] if heading else "", html.unescape(text), clause))
    return found


def said(browser: Browser, page: str, heading: str, clause: str) -> str:
    return " ".join(text for under, text, rule in lines(browser, page) if (under, rule) == (heading, clause))


RULES = {
    "bushido": (
        ("BUS-01", "event", ("Masters", "highest level", "scenario points", "Newcomers are welcome")),
        ("BUS-01", "fair", ("Sportsmanship comes before winning",)),
        ("BUS-27", "play", ("Leave the terrain where it is",)),
    ),
    "l5r": (
        ("L5R-005", "event", ("organiser, marshal, judge, player or spectator",)),
        ("L5R-014", "bring", ("Everything you need to play",)),
        ("L5R-014", "watch", ("Between your games you are a spectator",)),
        ("L5R-015", "watch", ("Do not disturb a game", "do not help the players")),
        ("L5R-016", "watch", ("rule being broken, tell the staff", "is not for you to mention")),
        ("L5R-021", "fair", ("respect",)),
        ("L5R-021", "dispute", ("settle it between you", "you must call a judge")),
        ("L5R-022", "dispute", ("marshal decides what a card means",)),
        ("L5R-023", "fair", ("slowly on purpose", "slam", "insult", "cheat")),
        ("L5R-024", "fair", ("Never agree with others who wins",)),
        ("L5R-060", "bring", ("must not cover", "knocked over", "both players must know", "count for several")),
        ("L5R-053", "play", ("card is missing or damaged, tell the staff",)),
        ("L5R-061", "dispute", ("marshal decides whether a token is allowed",)),
        ("L5R-078", "play", ("Both of you keep the game right", "must happen", "only if your opponent agrees")),
        ("L5R-079", "fair", ("Do not distract or rush",)),
        ("L5R-080", "play", ("no notes", "except the official rules", "ask a judge")),
    ),
    "warmachine": (
        (
            "WMH-013",
            "bring",
            ("models, stat cards, dice, measuring tools, markers, proxy bases, tokens and templates",),
        ),
        ("WMH-014", "play", ("next to what they affect", "Only those for effects that are in play")),
        ("WMH-041", "bring", ("welcome, but not required",)),
        ("WMH-053", "play", ("before the game", "easy to recognise")),
        ("WMH-056", "fair", ("by the rules", "honestly", "hold them to the same")),
        ("WMH-057", "dispute", ("Tell your opponent", "call the organiser", "final")),
        ("WMH-058", "fair", ("Rudeness means disqualification",)),
        ("WMH-059", "fair", ("Abuse, bullying, cheating, endless arguing, improper play or stalling",)),
        ("WMH-061", "fair", ("clock tricks", "a warning, the game or the event")),
        ("WMH-064", "leave", ("concede", "unsporting concession can disqualify")),
    ),
    "urban_war": (
        ("UW-03", "event", ("One person is in charge", "pairs the rounds", "who has won", "Umpires and referees")),
        ("UW-04", "fair", ("polite to the organiser and to everyone who helps",)),
        ("UW-05", "dispute", ("agree with your opponent first", "ask an umpire or referee")),
        ("UW-06", "dispute", ("ruling is final", "play on immediately")),
        ("UW-09", "play", ("Be ready when the round starts",)),
        ("UW-53", "leave", ("concede", "out of the event")),
    ),
}


@pytest.mark.parametrize("system", RULES)
def test_the_book_says_what_it_expects(site: Site, stranger: Browser, system: str) -> None:
    """BUS-01, L5R-005, L5R-014, L5R-015, L5R-016, L5R-021, L5R-022, L5R-023, L5R-024, L5R-053, L5R-060, L5R-061,
    L5R-078, L5R-079, L5R-080, UW-03, UW-04, UW-05, UW-06, UW-09, WMH-014, WMH-041, WMH-053, WMH-056, WMH-057, WMH-058,
    WMH-059, WMH-061, WMH-064.
    """
    events.create(site.desk, "Cup", system, STAFF, seed="seed")
    for clause, heading, words in RULES[system]:
        found = said(stranger, "/e/cup/expected/", heading, clause)
        assert [word for word in words if word not in found] == [], clause
    rules = stranger.get("/e/cup/rules/").getvalue().decode()
    for _, _, clause in lines(stranger, "/e/cup/expected/"):
        assert f'id="{clause}"' in rules, f"{clause} links to nothing"


TIERS = {
    "relaxed": ("L5R-135", "everyone is welcome, however much they have played", "help each other learn"),
    "formal": ("L5R-136", "know the rules, play at a fair pace", "Unclear or sloppy moves"),
    "premier": ("L5R-137", "know the newest Rules Reference and the tournament regulations", "strict rules, the same"),
}


@pytest.mark.parametrize("tier", TIERS)
def test_the_tier_says_what_players_can_expect(site: Site, stranger: Browser, tier: str) -> None:
    """L5R-134, L5R-135, L5R-136, L5R-137: on the event's page, on the form to enrol, and with everything else;
    opaque sleeves are asked for beyond the relaxed tier (L5R-048, L5R-052)."""
    events.create(site.desk, "Cup", "l5r", STAFF, seed="seed")
    events.set_option(site.desk, "cup", "tier", tier, STAFF)
    events.set_option(site.desk, "cup", "self_registration", "yes", STAFF)
    clause, blurb, play = TIERS[tier]
    for page, heading in (("", "ex"), ("expected/", "event"), ("register/", "h")):
        assert blurb in said(stranger, f"/e/cup/{page}", heading, clause)
    assert play in said(stranger, "/e/cup/expected/", "play", clause)
    others = {rule for rule, _, _ in TIERS.values()} - {clause}
    assert not others & {rule for _, _, rule in lines(stranger, "/e/cup/expected/")}
    sleeves = {rule for _, _, rule in lines(stranger, "/e/cup/expected/")} & {"L5R-048", "L5R-052"}
    assert sleeves == ({"L5R-052"} if tier == "relaxed" else {"L5R-048"})


def test_a_masters_event_is_open_to_anybody(site: Site, stranger: Browser) -> None:
    """BUS-01: the format is on record and on the event's page; a newcomer enrols with nothing but a name."""
    opened = events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    events.set_option(site.desk, "cup", "self_registration", "yes", STAFF)
    assert opened.event.edition == "Bushido Masters format"
    assert "Bushido Masters format" in stranger.see("/e/cup/")
    assert "Newcomers are welcome" in said(stranger, "/e/cup/", "ex", "BUS-01")
    stranger.press("/e/cup/register/", "/e/cup/register/send/", name="Newcomer")
    assert site.open("cup").event.find("Newcomer").active


def test_the_best_painted_army_wins_an_award_in_champions(site: Site, stranger: Browser) -> None:
    """WMH-041: not required there either (WMH-087)."""
    events.create(site.desk, "Cup", "warmachine", STAFF, seed="seed")
    assert "award" not in said(stranger, "/e/cup/expected/", "bring", "WMH-041")
    events.set_option(site.desk, "cup", "kind", "champions", STAFF)
    found = said(stranger, "/e/cup/expected/", "bring", "WMH-041")
    assert "not required" in found and "best painted one wins an award" in found


def test_it_is_one_tap_away_and_out_of_the_way(site: Site, stranger: Browser) -> None:
    start(site, "l5r", NAMES)
    me = player_of(site, "cup", 1)
    page = me.see("/e/cup/me/")
    assert LINK in page and "Everything you need to play" not in page
    assert 'href="/e/cup/expected/"' in me.get("/e/cup/me/").getvalue().decode()
    assert LINK in stranger.see("/e/cup/") and LINK in me.see("/e/cup/expected/")


def test_how_to_settle_a_dispute_is_beside_the_button(site: Site) -> None:
    """L5R-021, UW-05: players try first, then a judge comes; the button disappears while one is called."""
    start(site, "l5r", NAMES)
    me = player_of(site, "cup", 1)
    assert "If you cannot, you must call a judge." in me.see("/e/cup/me/")
    me.send("/e/cup/me/judge/", round=1)
    assert "If you cannot, you must call a judge." not in me.see("/e/cup/me/")


def test_spectators_read_what_they_may_do_where_they_report(site: Site, stranger: Browser) -> None:
    """L5R-015, L5R-016."""
    start(site, "l5r", NAMES)
    page = stranger.see("/e/cup/breach/")
    assert "do not help the players in it. L5R-015" in page and "is not for you to mention. L5R-016" in page


def test_a_game_that_expects_nothing_offers_no_link(site: Site, stranger: Browser) -> None:
    plain = {"name": "Plain", "points": {"win": 3, "draw": 1}, "result": {"high": 2}}
    events.create(site.desk, "Cup", "custom", STAFF, seed="seed", definition=plain)
    roster.enrol(site.desk, "cup", [(name, {}) for name in NAMES], STAFF)
    for page in (stranger.see("/e/cup/"), player_of(site, "cup", 1).see("/e/cup/me/")):
        assert LINK not in page
    assert "This game’s rules say nothing about it." in stranger.see("/e/cup/expected/")
    assert "What is expected" not in organiser_of(site).see("/e/cup/tables/")


def test_it_is_in_the_reader_s_language(site: Site) -> None:
    start(site, "l5r", NAMES)
    german = Browser(site)
    page = german.see("/e/cup/expected/?lang=de")
    assert "Was von dir erwartet wird" in page and "What" not in page and "you" not in page.split()
