"""Blank lists, lists handed in, the terrain of each table, check-lists."""

from __future__ import annotations

from pathlib import Path

import pytest

from muster.app.events import actions as events
from muster.app.events.scenarios import materials
from muster.app.lists import actions as lists
from muster.app.lists.actions import Brought
from muster.core.kit.errors import Refusal
from tests.paper.conftest import STAFF, Printer, must_fit, start

DECKS, ARMIES = (Path(__file__).parent.parent / "systems" / part for part in ("l5r/decks", "warmachine/armies"))
NINE = tuple(f"Player {n}" for n in range(1, 10))


def ticked(printer: Printer) -> str:
    return printer.text("checks")


def test_chairs_and_tables_are_counted(tmp_path: Path) -> None:
    """L5R-026: 9 players -> 9 chairs, 4 tables in play."""
    assert "Tables: 4, chairs: 9 L5R-026" in ticked(start(tmp_path, "l5r", NINE))


def test_blank_deck_lists_are_printed_and_on_the_list(tmp_path: Path) -> None:
    """L5R-028: room for stronghold, role, five provinces and both decks; and they must be at hand, with pens."""
    printer = start(tmp_path, "l5r")
    text = printer.text("list")
    for part in ("Deck list", "Stronghold", "Role", "Provinces", "Dynasty deck", "Conflict deck"):
        assert part in text
    assert len(printer.pages("list")) == 1
    assert "Blank deck lists and pens L5R-028" in ticked(printer)


def test_the_documents_to_have_at_hand_are_listed(tmp_path: Path) -> None:
    """L5R-029."""
    assert "Rules reference, these regulations, the event outline L5R-029" in ticked(start(tmp_path, "l5r"))


def test_tables_are_large_enough_and_details_are_told_before(tmp_path: Path) -> None:
    """L5R-068."""
    assert "Tables large enough for both play areas" in ticked(start(tmp_path, "l5r"))


def test_the_kit_of_an_urban_war_player(tmp_path: Path) -> None:
    """UW-64, UW-66: what to bring, and what is advised."""
    text = ticked(start(tmp_path, "urban_war"))
    for item in (
        "Two copies of the force list UW-64",
        "The rulebooks that the force uses UW-64",
        "Stat cards UW-64",
        "Counters, dice and templates UW-64",
        "A tape measure UW-64",
        "Pen, notepad and a repair kit UW-66",
    ):
        assert item in text


def test_what_a_warmachine_player_brings(tmp_path: Path) -> None:
    """WMH-013: models, stat cards, dice, measuring tools, markers, proxy bases, tokens, templates."""
    text = ticked(start(tmp_path, "warmachine")).casefold()
    for item in ("models", "stat cards", "dice", "measuring tools", "markers", "proxy bases", "tokens", "templates"):
        assert item in text
    assert text.count("wmh-013") == 4


def test_the_material_of_the_chosen_scenarios_is_on_the_check_list(tmp_path: Path) -> None:
    """WMH-107: King of the Hill on 16 tables takes 32 rectangles, 16 circles, 16 flags and 32 objectives."""
    printer = start(tmp_path, "warmachine", tuple(f"Player {n}" for n in range(32)))
    assert "WMH-107" not in ticked(printer)
    events.choose_scenario(printer.desk, "cup", 1, "King of the Hill", STAFF)
    text = ticked(printer)
    assert "To have ready for 16 tables" in text and "King of the Hill" not in text
    needed = {one.element: one.count for one in materials(printer.opened, 16).most}
    assert sorted(needed.values()) == [16, 16, 32, 32]
    assert [element for element, count in needed.items() if f"{count} × {element} WMH-107" not in text] == []


def test_a_blank_force_list_is_supplied(tmp_path: Path) -> None:
    """UW-70: with room for player, faction, models and units with their cost, number of models, total points."""
    text = start(tmp_path, "urban_war").text("list")
    for label in ("Name", "Faction", "Number of models", "Total points", "Model or unit", "Models", "Points"):
        assert label in text


@pytest.mark.parametrize("system", ["bushido", "l5r", "warmachine", "urban_war"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_blank_list_is_one_page(tmp_path: Path, system: str, paper: str) -> None:
    assert len(start(tmp_path, system).pages("list", paper)) == 1


def test_every_table_has_a_sheet_that_says_how_terrain_is_read(tmp_path: Path) -> None:
    """BUS-25, BUS-26, BUS-27: one per table with room for each piece and the layout; nobody moves terrain."""
    printer = start(tmp_path, "bushido", NINE)
    for paper in ("a4", "letter"):
        pages = printer.pages("terrain", paper)
        assert len(pages) == 4
        for table, page in enumerate(pages, 1):
            assert page.split()[0] == str(table)
            for label in ("Terrain of this table", "Piece", "Cover and sight", "Moving through it", "Layout"):
                assert label in page
            assert "Nobody moves terrain, in a game or between rounds (BUS-27)." in page


def test_a_game_without_such_a_list_says_so(tmp_path: Path) -> None:
    printer = start(tmp_path, "custom")
    for kind, sentence in {
        "list": "does not use lists",
        "checks": "do not list anything to bring",
        "terrain": "do not use a terrain sheet",
    }.items():
        with pytest.raises(Refusal, match=sentence):
            printer.pages(kind)


FORCE = "Faction: Viridian\n1 x Sergeant 50\n8 x Marines 160\n3 x Secutors 90\nModels: 12\nTotal: 300\n"


def test_lists_handed_in_are_printed_as_they_stand(tmp_path: Path) -> None:
    """One per list, by the players' names; the last version, every line with its figures."""
    printer = start(tmp_path, "urban_war", ("Zoë", "Ann", "Ben"))
    with pytest.raises(Refusal, match=r"Nobody has handed in a list yet\. You can print a blank one"):
        printer.pages("lists")
    for name, text in (("Zoë", FORCE), ("Ann", "Faction: Syntha\n2 x Old 300\n"), ("Ann", FORCE.replace("8 x", "9 x"))):
        lists.hand_in(printer.desk, "cup", Brought(name, text), STAFF)
    for paper in ("a4", "letter"):
        ann, zoe = printer.pages("lists", paper)
        assert "Ann: " in ann and "Zoë: " in zoe
        assert "1 Sergeant 50 9 Marines 160 3 Secutors 90" in ann and "Old" not in ann
        assert "8 Marines 160" in zoe
        must_fit(printer.pictures("lists", paper))
    assert len(printer.pages("lists", player="Zoë")) == 1
    with pytest.raises(Refusal, match="Ben has not handed in a list yet"):
        printer.pages("lists", player="Ben")


def test_lists_are_in_no_kit(tmp_path: Path) -> None:
    """A kit lies around in the hall; lists are only for the staff."""
    printer = start(tmp_path, "urban_war")
    lists.hand_in(printer.desk, "cup", Brought("Ann Lee", FORCE), STAFF)
    assert "Marines" in printer.text("lists")
    printer.publish()
    assert "Marines" not in printer.text("kit")


def test_a_deck_has_its_parts_in_words_and_one_page(tmp_path: Path) -> None:
    printer = start(tmp_path, "l5r", ("Ann", "Ben"))
    deck = (DECKS / "fiveringsdb-page.txt").read_text("utf-8")
    lists.hand_in(printer.desk, "cup", Brought("Ann", deck), STAFF)
    for paper in ("a4", "letter"):
        (page,) = printer.pages("lists", paper)
        parts = (
            "Provinces 1 Windy Pass air",
            "Dynasty deck, characters 3 Heron Archer",
            "Conflict deck, other cards 3",
        )
        assert [part for part in parts if part not in page] == []
        assert page.count("Product or ring") == 1
        must_fit(printer.pictures("lists", paper))


def test_an_army_names_its_leader_and_what_is_attached(tmp_path: Path) -> None:
    printer = start(tmp_path, "warmachine", ("Ann", "Ben"))
    army = (ARMIES / "war-room.txt").read_text("utf-8")
    lists.hand_in(printer.desk, "cup", Brought("Ann", army), STAFF)
    (page,) = printer.pages("lists")
    assert "Leader 1 Kaelyssa, Night's Whisper The army 1 + Banner Bearer" in page.replace("’", "'")
    must_fit(printer.pictures("lists"))


def test_a_long_list_goes_on(tmp_path: Path) -> None:
    printer = start(tmp_path, "l5r", ("Ann", "Ben"))
    text = "Dynasty deck\n" + "".join(f"1 Card {n}\n" for n in range(120))
    lists.hand_in(printer.desk, "cup", Brought("Ann", text), STAFF)
    pages = printer.pages("lists")
    assert len(pages) > 1
    assert [n for n in range(120) if f"Card {n} " not in f"{' '.join(pages)} "] == []
    must_fit(printer.pictures("lists"))
