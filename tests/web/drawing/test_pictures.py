"""Bracket, ranks, reasons and the history of rounds on the pages that everybody may read."""

from __future__ import annotations

import re
from itertools import pairwise

from muster.app.events import actions as events
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.app.rounds.bracket import bracket_view
from muster.app.rounds.ranks import Career, Ranks
from muster.core.kit.model import PlayerId
from muster.web.drawing.pictures import bracket_picture, rank_picture, shortened
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, publish, start


def with_cut(site: Site) -> None:
    events.create(site.desk, "Cup", "l5r", STAFF, seed="seed", options={"cut": "4", "rounds": "2"})
    roster.enrol(site.desk, "cup", [(f"Player <{n}>", {}) for n in range(8)], STAFF)
    for _ in range(2):
        for match in publish(site).event.rounds[-1].matches:
            results.report(site.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)
    rounds.cut(site.desk, "cup", STAFF)
    publish(site)


def test_the_bracket_is_a_picture_and_a_list(site: Site, stranger: Browser) -> None:
    start(site)
    assert "There is no bracket yet" in stranger.see("/e/cup/bracket/")
    assert "Bracket" not in stranger.see("/e/cup/")


def test_the_bracket_of_a_cut(site: Site, stranger: Browser) -> None:
    with_cut(site)
    page = stranger.get("/e/cup/bracket/").content.decode()
    svg = re.findall(r'<svg class="tree".*?</svg>', page, re.S)[0]
    event = site.open("cup").event
    match = event.rounds[-1].matches[0]
    for player in (match.a, match.b):
        name = event.name_of(player).replace("<", "&lt;").replace(">", "&gt;")
        assert svg.count(name) == 1 and page.count(name) == 2
    assert "Winner of game 1" in svg and "style=" not in page
    results.report(site.desk, "cup", [Report(str(match.table), {"winner": "a"})], STAFF)
    svg = re.findall(r'<svg class="tree".*?</svg>', stranger.get("/e/cup/bracket/").content.decode(), re.S)[0]
    assert svg.count('class="won"') == 1 and "Winner of game 2" in svg
    assert "Bracket" in stranger.see("/e/cup/")


def test_boxes_of_the_bracket_do_not_touch(site: Site) -> None:
    with_cut(site)
    found = bracket_view(site.open("cup"))
    assert found is not None
    picture = bracket_picture(found)
    columns: dict[int, list[float]] = {}
    for box in picture.boxes:
        columns.setdefault(box.x, []).append(box.y)
        assert box.y >= 0 and box.y + 64 <= picture.height and box.x + 236 <= picture.width
    for tops in columns.values():
        assert all(below - above >= 64 + 20 for above, below in pairwise(sorted(tops)))


def test_a_long_name_is_shortened() -> None:
    assert shortened("Ann Lee") == "Ann Lee"
    assert shortened("Maximiliana Featherstonehaugh") == "Maximiliana Featherstone…"


def careers(field: int) -> tuple[Career, ...]:
    """Everybody turned upside down from round 1 to round 2."""
    return tuple(Career(PlayerId(p), f"Player {p}", (field + 1 - p, p)) for p in range(1, field + 1))


def test_ranks_are_drawn_from_the_second_round_on() -> None:
    one = tuple(Career(c.player, c.name, c.places[:1]) for c in careers(4))
    assert rank_picture(Ranks((1,), one, 0)) is None
    picture = rank_picture(Ranks((1, 2), careers(4), 2))
    assert picture is not None
    assert sorted(line.look for line in picture.lines) == ["l", "n", "t", "t"]
    assert picture.cut_y is not None and picture.marks == ()
    by_place = {line.place: line.y for line in picture.lines}
    assert by_place[2] < picture.cut_y < by_place[3]


def test_the_scale_of_a_big_field_is_narrower_below_the_names() -> None:
    picture = rank_picture(Ranks((1, 2), careers(300), 8), picked=200)
    assert picture is not None
    assert len(picture.lines) == 64 and picture.labelled == 9
    assert picture.marks[-1][0] == 300 and picture.height < 800
    ys = [y for _, y in picture.marks]
    assert all(below - above >= 15 for above, below in pairwise(ys))


def test_the_standings_have_the_picture_and_say_why(site: Site, stranger: Browser) -> None:
    opened = start(site, played=2)
    page = stranger.get("/e/cup/standings/").content.decode()
    assert page.count('<svg class="bump"') == 1 and "Show as a table" in page
    assert "The tournament points of all opponents met, added up." in page
    player = opened.event.rounds[0].matches[0].a
    name = opened.event.name_of(player)
    told = stranger.see(f"/e/cup/standings/?why={player}")
    assert "victory points" in told.casefold()
    assert (
        "Hide" in told
        and f"Why is {name} ranked here?" not in stranger.get(f"/e/cup/standings/?why={player}").content.decode()
    )
    assert stranger.get("/e/cup/standings/?why=99").status_code == 200
    assert stranger.get("/e/cup/standings/1/?why=x").status_code == 200


def test_every_past_round_is_there_with_its_reasons(site: Site, stranger: Browser) -> None:
    start(site, played=2)
    page = stranger.get("/e/cup/pairings/2/").content.decode()
    assert 'rel="prev" href="/e/cup/pairings/1/"' in page and 'rel="next" href="/e/cup/pairings/3/"' in page
    text = stranger.see("/e/cup/pairings/2/")
    assert "Drawn from the event’s seed as “round 2 draw 1”." in text
    assert "Why?" in text and "tables in pairing order" in text
    last = stranger.get("/e/cup/pairings/3/").content.decode()
    assert 'rel="next"' not in last


def test_what_somebody_typed_is_never_markup(site: Site, organiser: Browser, stranger: Browser) -> None:
    bye = start(site).event.rounds[0].byes[0].player
    organiser.send("/e/cup/drop/", player=f"#{bye}", reason="<script>alert(1)</script>")
    for path in (f"players/{bye}/", "standings/", "pairings/"):
        assert "<script>alert" not in stranger.get(f"/e/cup/{path}").content.decode()
    for path in ("desk/", "people/", f"people/{bye}/", "log/"):
        assert "<script>alert" not in organiser.get(f"/e/cup/{path}").content.decode()
