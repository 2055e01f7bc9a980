"""Overlays of a stream: what each shows and when, what an address may say, and that nothing of who asks is on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from muster.app.clock import actions as clock
from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.table import featured
from muster.web.frames.looks import ALIGNS, LISTS, SETTINGS, THEMES
from muster.web.frames.own_style import FOLDER, LARGEST
from muster.web.frames.policies import OVERLAY
from muster.web.serving.middleware import POLICY
from muster.web.site import Site
from tests.app.paperwork import FORCE
from tests.web.conftest import RESULTS, STAFF, Browser, organiser_of, player_of, publish, start, text_of
from tests.web.list_hall import MINE, bring, hall
from tests.web.views.public.test_standings import over
from tests.web.views.table.test_table import GAME, begin, lost, taps

OVERLAYS = {kind: f"/e/cup/overlay/{kind}/" for kind in SETTINGS}
DOCS = Path(__file__).resolve().parents[4] / "docs" / "overlays.md"


def test_each_shows_its_part_and_is_empty_before(site: Site) -> None:
    events.create(site.desk, "Cup", "bushido", STAFF, seed="seed")
    stranger = Browser(site)
    for kind, path in OVERLAYS.items():
        page = stranger.get(path)
        assert page.status_code == 200 and 'class="ov-quiet"' in page.content.decode(), kind


def test_standings_and_pairings_turn_their_pages(site: Site) -> None:
    opened = start(site, played=1)
    stranger = Browser(site)
    standings = stranger.see(OVERLAYS["standings"] + "?rows=2")
    assert "Standings after round 1" in standings and len(re.findall("Ann|Bob|Cem|Dai|Eve", standings)) == 2
    assert 'data-pages="3"' in stranger.get(OVERLAYS["standings"] + "?rows=2").content.decode()
    shown = "".join(stranger.see(OVERLAYS["standings"] + f"?rows=2&page={n}") for n in (1, 2, 3))
    assert all(name in shown for name in ("Ann", "Bob", "Cem", "Dai", "Eve"))
    # A page that is no longer there is the last one.
    assert stranger.see(OVERLAYS["standings"] + "?rows=2&page=9") == stranger.see(
        OVERLAYS["standings"] + "?rows=2&page=3"
    )
    pairings = stranger.see(OVERLAYS["pairings"])
    assert "Round 2 of 3" in pairings and "bye" in pairings and pairings.count("vs.") == 2
    results.report(site.desk, "cup", [Report(str(opened.event.rounds[-1].matches[0].table), RESULTS["bushido"])], STAFF)
    assert stranger.see(OVERLAYS["pairings"]).count("vs.") == 1


def test_a_game_of_the_bracket_has_a_tick_at_its_winner_and_no_score(site: Site) -> None:
    over(site)
    seen = Browser(site).get(OVERLAYS["pairings"]).content.decode()
    between = re.findall(r'<span class="ov-between">(.*?)<span class="ov-name"', seen)
    assert between and all("vs." in one and "–" not in one and one.count("ov-score") == 1 for one in between)


def test_the_clock_runs_and_counts_results(site: Site) -> None:
    start(site)
    clock.start(site.desk, "cup", STAFF)
    seen = Browser(site).see(OVERLAYS["clock"])
    assert "Round 1 of 3" in seen and "0 of 2 in" in seen and re.search(r"\d+:\d\d", seen)


def test_a_shown_game_with_its_board_and_any_table_without(site: Site) -> None:
    one, _ = begin(site)
    one.see(GAME)
    taps(one, {"key": "begin", "count": 1}, lost(0, 1, 2))
    stranger = Browser(site)
    assert 'class="ov-quiet"' in stranger.get(OVERLAYS["table"]).content.decode()
    named = stranger.see(OVERLAYS["table"] + "?table=1")
    assert "table 1" in named and "Losses" not in named, "not shown by the staff: who plays there, and no more"
    featured.feature(site.desk, "cup", 1, 1, True, STAFF)
    shown = stranger.get(OVERLAYS["table"])
    assert "Losses" in text_of(shown) and "<form" not in shown.content.decode()
    assert "Losses" in stranger.see(OVERLAYS["table"] + "?table=1")
    assert "Losses" not in stranger.see(OVERLAYS["table"] + "?table=2")
    results.report(site.desk, "cup", [Report("1", RESULTS["urban_war"])], STAFF)
    over = stranger.see(OVERLAYS["table"])
    assert "2 – 6" in over and "Losses" not in over


def test_lists_are_on_it_when_everybody_may_see_them_and_not_before(site: Site) -> None:
    """X-17."""
    hall(site, publish_lists="yes")
    bring(site, "Ann", FORCE)
    bring(site, "Bob", FORCE)
    player_of(site, "cup", 1).send(MINE + "consent/", agrees="yes")
    for match in publish(site).event.rounds[-1].matches:
        results.report(site.desk, "cup", [Report(str(match.table), RESULTS["urban_war"])], STAFF)
    match_of_ann = next(m for m in site.open("cup").event.rounds[-1].matches if 1 in (m.a, m.b))
    whole = OVERLAYS["table"] + f"?table={match_of_ann.table}&lists=all"
    assert "Marines" not in Browser(site).see(whole) and "Marines" not in organiser_of(site).see(whole)
    rounds.close(site.desk, "cup", STAFF)
    events.finish(site.desk, "cup", STAFF, "one round is enough")
    assert "Marines" in Browser(site).see(whole)
    assert "Marines" not in Browser(site).see(whole.replace("all", "none"))


def test_whoever_asks_is_nobody_and_gets_no_cookie(site: Site) -> None:
    start(site, played=1)
    organiser = organiser_of(site)
    organiser.cookies["muster-language"] = "de"
    for path in OVERLAYS.values():
        own, strangers = organiser.get(path), Browser(site).get(path)
        assert own.content == strangers.content, path
        assert own["Content-Security-Policy"] == OVERLAY and own["X-Frame-Options"] == "DENY"
        assert not Browser(site).get(path + "?lang=de").cookies
    # Everything that other pages forbid is forbidden here, but for a logo and a font in the organiser's stylesheet.
    allowed = dict(part.split(" ", 1) for part in OVERLAY.split("; "))
    others = dict(part.split(" ", 1) for part in POLICY.split("; "))
    assert {name: value for name, value in allowed.items() if value != others.get(name)} == {
        "form-action": "'none'",
        "img-src": "'self' data:",
        "font-src": "data:",
    }


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("size=huge", "“huge” does not work for “size”. Enter a whole number from 12 to 96."),
        ("size=97", "“97” does not work for “size”"),
        ("rows=0", "“0” does not work for “rows”. Enter a whole number from 1 to 40."),
        ("seconds=2", "“2” does not work for “seconds”. Enter a whole number from 3 to 120."),
        ("page=-1", "“-1” does not work for “page”"),
        ("align=middle", "“middle” does not work for “align”. Choose one of these: top-left, top,"),
        ("theme=blue", "“blue” does not work for “theme”. Choose one of these: dark, light."),
        ("lang=xx", "“xx” does not work for “lang”"),
        ("text=red", "“red” is not a colour for “text”. Write six digits such as ffcc00"),
        ("panel=fff;}*{color:red", "“fff;}*{color:red” is not a colour"),
        ("accent=", "“” is not a colour for “accent”"),
        ("colour=ffffff", "No setting of this overlay is called “colour”"),
        ("table=1", "No setting of this overlay is called “table”"),
    ],
)
def test_a_value_that_cannot_be_is_said_in_the_picture(site: Site, query: str, said: str) -> None:
    start(site, played=1)
    answer = Browser(site).get(f"{OVERLAYS['standings']}?{query}")
    assert answer.status_code in (404, 409) and said in text_of(answer)
    assert answer["Content-Security-Policy"] == OVERLAY and "<nav" not in answer.content.decode()


def test_the_size_and_colours_are_a_stylesheet_of_checked_values(site: Site) -> None:
    start(site)
    browser = Browser(site)
    page = browser.get(
        OVERLAYS["pairings"] + "?size=40&text=ffCC00&panel=none&accent=000000cc&align=top"
    ).content.decode()
    (address,) = re.findall(r'href="(/e/cup/overlay/look\.css\?[^"]*)"', page)
    sheet = browser.get(address.replace("&amp;", "&"))
    assert sheet["Content-Type"] == "text/css; charset=utf-8"
    assert sheet.content.decode() == (
        ":root body { --o-size: 40px; --o-ink: #ffcc00; --o-panel: transparent; --o-accent: #000000cc; }\n"
    )
    assert 'data-align="top"' in page
    assert browser.get("/e/cup/overlay/look.css?size=1").status_code == 409


def test_the_organisers_own_stylesheet(site: Site, organiser: Browser) -> None:
    """Uploaded or put into the data folder: the same file, checked in the same way."""
    from django.core.files.uploadedfile import SimpleUploadedFile

    start(site, played=1)
    stranger, desk, own = Browser(site), "/e/cup/stream/", "/e/cup/overlay/own.css"

    def upload(content: bytes, status: int = 302) -> str:
        return organiser.send(desk + "style/", status, file=SimpleUploadedFile("my.css", content))

    assert "own.css" not in stranger.get(OVERLAYS["standings"]).content.decode()
    assert "Choose a file first" in organiser.send(desk + "style/", 409)
    refused = {
        b"": "does not have a rule",
        b"\xff{}": "not text in UTF-8",
        b"@import 'x.css'; a {}": "loads something from another address: @import 'x.css'.",
        b"a { background: url(https://evil.example/x.png) }": "url(https://evil.example/x.png).",
        b"a { background: url('/e/cup/') }": "url('/e/cup/').",
        b"a { background: image-set('//evil.example/x' 1x) }": "//evil.example/x.",
        b"a {}" + b" " * LARGEST: "too large for a stylesheet. The limit is 300 KB.",
    }
    for content, said in refused.items():
        assert said in upload(content, 409), content
    assert not site.own_styles.has("cup")
    good = b'.ov { border: 0 } /* https://club.example */ .ov-head { background: url("data:image/png;base64,ab//cd=") }'
    upload(good)
    assert stranger.get(own).content == good and own in stranger.get(OVERLAYS["clock"]).content.decode()
    assert "All overlays of this event use your stylesheet." in organiser.see(desk)
    assert [file.name for file in (site.own_styles.file("cup").parent).iterdir()] == ["cup.css"]
    assert site.own_styles.file("cup").parent.name == FOLDER
    # Put there by hand, with something that would not load: the desk page says so, and it is not served.
    site.own_styles.file("cup").write_text("@import 'https://evil.example/x.css';{}")
    assert "“cup.css” loads something from another address" in organiser.see(desk)
    assert stranger.get(own).status_code == 409
    organiser.send(desk + "style/remove/")
    organiser.send(desk + "style/remove/")
    assert not site.own_styles.has("cup") and "own.css" not in stranger.get(OVERLAYS["clock"]).content.decode()


def test_a_stylesheet_goes_with_its_event(site: Site, organiser: Browser) -> None:
    """A later event of the same name does not begin in somebody's colours."""
    start(site)
    site.own_styles.put("cup", "my.css", b".ov {}")
    organiser.press("/e/cup/keeping/", "/e/cup/keeping/remove/", 200, name="Cup")
    assert not site.own_styles.has("cup")


def test_the_document_names_every_setting_and_choice() -> None:
    text = DOCS.read_text("utf-8")
    for word in (*(name for names in SETTINGS.values() for name in names if name != "page"), *ALIGNS, *THEMES, *LISTS):
        assert f"`{word}`" in text, word
