"""Terrain on the web: the stock, layouts by lot and in the editor, tables; what is refused and what stays hidden."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from muster.app.events import actions as events
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.model import Role
from muster.core.record.terrain import Ground
from muster.web.site import Site
from tests.web.conftest import STAFF, Browser, player_of, staff_of, start, text_of
from tests.web.views.desk.test_printing import leads_to

STOCK = (
    "name,kind,size,count,reading\n"
    "Old wood,forest,5,4,Blocks sight\nFog,dense fog,4x3,4,\nWall,obstacle,4x3,4,\nPond,shallow water,4.5,6,\n"
    "Bank,hill,5x4,6,\n"
)
EIGHT = [
    ("Old wood", "24", "24"),
    ("Fog", "24", "16"),
    ("Pond", "16", "16"),
    ("Pond", "32", "16"),
    ("Bank", "16", "32"),
    ("Bank", "32", "32"),
    ("Fog", "24", "33"),
    ("Pond", "14", "24"),
]


def stocked(site: Site, organiser: Browser, system: str = "warmachine", text: str = STOCK) -> None:
    start(site, system)
    organiser.send("/e/cup/terrain/stock/", list=text)


def form(rows: list[tuple[str, str, str]], **more: Any) -> dict[str, str]:
    fields = {"name": "Mine", "before": ""}
    for number, (piece, x, y) in enumerate(rows, start=1):
        fields |= {f"piece-{number}": piece, f"x-{number}": x, f"y-{number}": y, f"turn-{number}": "0"}
    return fields | more


def test_from_an_empty_stock_to_tables_that_players_see(site: Site, organiser: Browser, stranger: Browser) -> None:
    """WMH-112, WMH-123."""
    start(site, "warmachine")
    assert "Enter the terrain you have" in organiser.see("/e/cup/terrain/")
    organiser.send("/e/cup/terrain/stock/", name="Old wood", kind="forest", size="5", count="4")
    organiser.send("/e/cup/terrain/stock/", list=STOCK)
    assert "Set up the tables" in organiser.see("/e/cup/terrain/")
    organiser.send("/e/cup/terrain/draw/", method="mixed", tables="1-2")
    page = organiser.see("/e/cup/terrain/")
    assert "2 tables have their terrain" in page and "cluster, " in page and "quadrant, 8 pieces, on table 2" in page
    organiser.send("/e/cup/terrain/review/", note="Fog moved")
    assert "Checked for balance. Fog moved" in organiser.see("/e/cup/terrain/")
    assert "Table 2 from above" in stranger.see("/e/cup/table/2/terrain/")
    assert stranger.get("/e/cup/table/2/terrain/").getvalue().count(b'class="piece"') == 8
    # The code of a table's sign leads those who do not play there to its terrain, the others to their game.
    match = site.open("cup").event.rounds[0].matches[0]
    assert leads_to(stranger, f"/e/cup/table/{match.table}/") == f"/e/cup/table/{match.table}/terrain/"
    assert leads_to(player_of(site, "cup", match.a), f"/e/cup/table/{match.table}/") == "/e/cup/me/report/"
    assert "View the table from above" in player_of(site, "cup", match.a).see("/e/cup/me/")
    assert leads_to(staff_of(site, "cup", Role.JUDGE, "Hale"), "/e/cup/table/1/").startswith("/e/cup/tables/")
    assert "Table 9 has no terrain drawn." in stranger.see("/e/cup/table/9/terrain/", 409)


def test_a_scenario_is_drawn_over_a_public_table_only_once_its_round_has_begun(
    site: Site, organiser: Browser, stranger: Browser
) -> None:
    """WMH-109: what is placed for a scenario to come would give it away."""
    stocked(site, organiser)
    organiser.send("/e/cup/terrain/draw/", method="quadrant", tables="1")
    flag = "scenario,element,x,y,name\nBunkers,flag,24,24,Middle flag\nInvasion,flag,10,10,Far flag\n"
    organiser.send("/e/cup/terrain/ground/", ground=flag)
    events.choose_scenario(site.desk, "cup", 2, "Invasion", STAFF)
    assert "Far flag" not in stranger.get("/e/cup/table/1/terrain/").getvalue().decode()
    assert isinstance(site.open("cup").event.venue.grounds["Invasion"], Ground)
    assert "Far flag" in organiser.get("/e/cup/terrain/layout/?name=Table%201&over=Invasion").getvalue().decode()


def test_the_editor_says_which_rule_is_broken_and_saves_what_is_legal(site: Site, organiser: Browser) -> None:
    """WMH-115, WMH-116: named by clause, with the pieces; nothing is recorded by looking."""
    stocked(site, organiser)
    before = site.open("cup").last
    page = organiser.send("/e/cup/terrain/layout/look/", 200, **form(EIGHT))
    assert "Rules check" in page and "WMH-115" not in page
    near = [("Old wood", "8.5", "24"), *EIGHT[1:]]
    page = organiser.send("/e/cup/terrain/layout/look/", 200, **form(near))
    assert "WMH-115" in page and "piece 1" in page
    page = organiser.send("/e/cup/terrain/layout/save/", 409, **form(near))
    assert "“Mine” breaks WMH-115" in page and site.open("cup").last == before
    organiser.send("/e/cup/terrain/layout/save/", **form(EIGHT))
    assert [s.piece.name for s in site.open("cup").event.venue.layouts["Mine"].pieces] == [row[0] for row in EIGHT]
    organiser.send("/e/cup/terrain/layout/save/", **form(near, before="Mine", reason="A show table"))
    assert site.open("cup").event.venue.layouts["Mine"].pieces[0].x == 8500
    organiser.send("/e/cup/terrain/assign/", table="2", layout="Mine")
    assert site.open("cup").event.venue.layout_at(2, 1) == "Mine"
    assert "is or was on table 2" in organiser.send("/e/cup/terrain/layout/remove/", 409, **form(near, before="Mine"))
    assert "breaks a rule" in organiser.see("/e/cup/terrain/")


def test_the_verdict_on_both_halves_is_where_the_table_is_shown(
    site: Site, organiser: Browser, stranger: Browser
) -> None:
    """WMH-111: in the editor before anything is saved, in the list of layouts, and for everybody at the table."""
    stocked(site, organiser)
    walls = [("Wall", "12", "10"), ("Wall", "24", "10"), ("Wall", "36", "10"), ("Wall", "24", "38")]
    page = organiser.send("/e/cup/terrain/layout/look/", 200, **form(walls))
    assert "The north half has more cover: 3 to 1." in page and "WMH-111" in page
    page = organiser.send("/e/cup/terrain/layout/look/", 200, **form([*walls[1:3], *walls[3:], ("Wall", "12", "38")]))
    assert "Both halves are alike." in page
    organiser.send("/e/cup/terrain/layout/save/", **form(walls))
    organiser.send("/e/cup/terrain/assign/", table="1", layout="Mine")
    assert "The north half has more cover: 3 to 1." in organiser.see("/e/cup/terrain/")
    assert "The north half has more cover: 3 to 1." in stranger.see("/e/cup/table/1/terrain/")


def test_pictures_on_one_page_do_not_share_the_names_of_their_patterns(site: Site, organiser: Browser) -> None:
    stocked(site, organiser)
    organiser.send("/e/cup/terrain/draw/", method="quadrant", tables="1-2")
    body = organiser.get("/e/cup/terrain/").getvalue().decode()
    names = re.findall(r'<pattern id="([^"]+)"', body)
    assert names and len(set(names)) == len(names)
    assert set(re.findall(r"url\(#([^)]+)\)", body)) == set(names)


def test_a_past_round_is_shown_on_the_table_it_was_played_on(site: Site, organiser: Browser, stranger: Browser) -> None:
    """BUS-25: whoever looks back sees what was there then, with the scenario of that round."""
    stocked(site, organiser)
    organiser.send("/e/cup/terrain/layout/save/", **form(EIGHT))
    organiser.send("/e/cup/terrain/assign/", table="1", layout="Mine")
    for match in site.open("cup").event.rounds[0].matches:
        result = Report(str(match.table), {"winner": "a", "how": "scenario", "cp": "5-0", "apd": "0-0"})
        results.report(site.desk, "cup", [result], STAFF)
    rounds.close(site.desk, "cup", STAFF)
    moved = [("Old wood", "26", "24.5"), *EIGHT[1:]]
    organiser.send("/e/cup/terrain/layout/save/", **form(moved, before="Mine"))
    now, then = (unescape(stranger.get(f"/e/cup/table/1/terrain/{n}").getvalue().decode()) for n in ("", "1/"))
    assert '26" from the left, 24.5" from the top' in now and '26" from the left' not in then
    assert '24" from the left, 24" from the top' in then
    assert 'href="/e/cup/table/1/terrain/1/"' in now and "Table 1 as it was in round 1" in then
    assert 'href="/e/cup/table/1/terrain/"' in then
    assert "Round 2 has not begun" in stranger.see("/e/cup/table/1/terrain/2/", 409)
    assert "Table 2 has no terrain drawn." in stranger.see("/e/cup/table/2/terrain/1/", 409)


def test_pieces_come_and_go_without_a_script(site: Site, organiser: Browser) -> None:
    stocked(site, organiser)
    answer = organiser.post(
        "/e/cup/terrain/layout/look/", form(EIGHT, add="Wall", without="1", csrfmiddlewaretoken=organiser.token())
    )
    body = answer.getvalue().decode()
    assert 'name="piece-8" value="Wall"' in body and 'name="x-8"' in body and 'name="piece-9"' not in body
    assert 'name="piece-1" value="Fog"' in body and "1. Fog" in text_of(answer)


def test_a_table_without_a_size_in_the_book_is_asked_for_it(site: Site, organiser: Browser) -> None:
    """BSG-06: Bushido's order of placing is part of the layout."""
    stocked(site, organiser, "bushido", "name,kind,size,count\nRock,impassable,2,3\n")
    assert "Table width" in organiser.see("/e/cup/terrain/layout/")
    rows = [("Rock", "6", "6"), ("Rock", "18", "18")]
    page = organiser.send("/e/cup/terrain/layout/look/", 409, **form(rows, width="wide", depth="24"))
    assert "Table width: “wide” should be inches" in page
    page = organiser.send("/e/cup/terrain/layout/look/", 409, **form(rows, width="24", depth="24", moves="pxp"))
    assert "“pxp” should be p for a piece and s for a stop" in page
    organiser.send("/e/cup/terrain/layout/save/", **form(rows, width="24", depth="24", reason="Trial"))
    assert site.open("cup").event.venue.layouts["Mine"].width == 24_000


@pytest.mark.parametrize(
    ("path", "fields", "sentence"),
    [
        ("stock/", {"name": "Bog", "kind": "swamp", "size": "4"}, "No kind of terrain is called “swamp”"),
        ("stock/", {"name": "Bog", "kind": "forest", "size": "big"}, "“big” should be"),
        ("stock/", {}, "Nothing was sent"),
        ("stock/", {"gone": "Moat"}, "No piece of terrain is called “Moat”"),
        ("draw/", {"method": "mixed", "tables": "one"}, "“one” should be tables such as 1-8"),
        ("draw/", {"method": "heap"}, "No way to set up a table is called “heap”"),
        ("draw/", {"method": "quadrant", "tables": "1-9"}, "add"),
        ("assign/", {"table": "", "layout": ""}, "Enter a table number."),
        ("assign/", {"table": "1", "layout": "None such"}, "No layout is called “None such”"),
        ("ground/", {"ground": "scenario,element,x,y\nBunkers,moat,1,1"}, "“moat”"),
        ("layout/save/", form([("Wall", "x", "2")]), "Piece 1, from the left: “x” should be inches"),
        ("layout/save/", form([("Moat", "3", "2")]), "No piece of terrain is called “Moat”"),
        ("layout/save/", form([]), "“Mine” has 0 pieces"),
        ("layout/save/", form(EIGHT, name=" "), "name"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_typed_is_lost(
    site: Site, organiser: Browser, path: str, fields: dict[str, str], sentence: str
) -> None:
    stocked(site, organiser)
    before = site.open("cup").last
    answer = organiser.post(f"/e/cup/terrain/{path}", {"csrfmiddlewaretoken": organiser.token(), **fields})
    body = answer.getvalue().decode()
    assert answer.status_code == 409 and sentence in text_of(answer)
    assert site.open("cup").last == before
    for key in ("size", "tables", "x-1"):
        assert f'value="{fields.get(key, "")}"' in body or key not in fields


def test_a_game_without_terrain_says_so(site: Site, organiser: Browser) -> None:
    start(site, "l5r")
    assert "played without terrain" in organiser.see("/e/cup/terrain/", 409)
    assert "/e/cup/terrain/" not in organiser.get("/e/cup/people/").getvalue().decode()


def test_a_piece_typed_beside_a_pasted_list_is_not_lost(site: Site, organiser: Browser) -> None:
    """Both are in one form, and either button sends both."""
    stocked(site, organiser, text="name,kind,size\nPond,shallow water,4\n")
    organiser.send(
        "/e/cup/terrain/stock/", name="Old wood", kind="forest", size="5", list="name,kind,size\nFog,dense fog,4\n"
    )
    assert set(site.desk.open("cup").event.venue.stock) == {"Pond", "Old wood", "Fog"}
