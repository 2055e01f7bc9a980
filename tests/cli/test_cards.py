"""`muster cards` and `muster proxy` as an organiser types them."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Muster
from tests.systems.l5r.shelf import CARDS, DECKS, PACK_RECORDS

File = Callable[[str, str | bytes], Path]


def test_card_data_is_imported_and_decks_are_checked_against_it(muster: Muster, file: File) -> None:
    """X-19 L5R-044: what could not be checked before is checked afterwards."""
    assert "Nothing imported yet" in muster.ok("cards")
    muster.ok("new", "l5r", "Kyoto", "--date", "2018-11-10")
    muster.ok("enrol", "kyoto", "Ann", "Bob")
    deck = DECKS / "builder-export.txt"
    assert "not checked: The names of the cards" in muster.ok("lists", "kyoto", "check", "--file", deck)
    said = muster.ok("cards", "import", file("cards.json", json.dumps({"records": CARDS})))
    assert said.startswith(
        f"Imported for Legend of the Five Rings: The Card Game: cards ({len(CARDS)}), pack cards (3)."
    )
    muster.ok("cards", "import", file("packs.json", json.dumps(PACK_RECORDS)))
    assert muster.ok("lists", "kyoto", "check", "--file", deck).splitlines()[0] == "Legal"
    assert muster.json("cards")["cards"]["l5r"] == {"cards": len(CARDS), "packs": 3, "pack_cards": 3}
    misprint = file("deck.txt", deck.read_text("utf-8").replace("Heron Bearer", "Heron Baerer"))
    assert "did you mean “Heron Bearer”?" in muster.ok("lists", "kyoto", "check", "--file", misprint)


def repository(at: Path) -> Path:
    """The cards as in fiveringsdb's public repository: one file each, packs by file name."""
    folder = at / "fiveringsdb-data-master"
    roles = [{"card_id": "keeper-of-air", "clan": "crane"}, {"card_id": "seeker-of-fire", "clan": "crane"}]
    files: dict[str, Any] = {"json/Pack.json": PACK_RECORDS, "json/ClanRole.json": roles}
    files |= {"json/Cycle.json": [{"id": "core", "position": 1}], "composer.json": {"name": "data"}}
    for card in CARDS:
        bare = {key: value for key, value in card.items() if key != "pack_cards"}
        files[f"json/Card/{card['id']}.json"] = [bare]
        for printed in card["pack_cards"]:
            files.setdefault(f"json/PackCard/{printed['pack']['id']}.json", []).append({"card_id": card["id"]})
    for path, document in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(json.dumps(document), "utf-8")
    return folder


def zipped(folder: Path) -> Path:
    archive = folder.with_suffix(".zip")
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for path in sorted(folder.rglob("*.*")):
            file.write(path, path.relative_to(folder.parent))
    return archive


@pytest.mark.parametrize("packed", [False, True], ids=["folder", "zip"])
def test_card_data_as_the_public_repository_has_it(muster: Muster, tmp_path: Path, packed: bool) -> None:
    """L5R-044 L5R-065: the same as from one file of cards and one of packs; useless files are left out."""
    folder = repository(tmp_path)
    done = muster.json("cards", "import", zipped(folder) if packed else folder)
    assert done["counts"] == {"cards": len(CARDS), "packs": 3, "pack_cards": 3, "clan_roles": 1}
    muster.ok("new", "l5r", "Kyoto", "--date", "2018-11-10")
    deck = DECKS / "builder-export.txt"
    assert muster.ok("lists", "kyoto", "check", "--file", deck).splitlines()[0] == "Legal"


def test_a_folder_with_a_file_that_cannot_be_used_changes_nothing(muster: Muster, tmp_path: Path) -> None:
    folder = repository(tmp_path)
    (folder / "json" / "Card" / "zz.json").write_text("[{", "utf-8")
    assert "is not valid JSON." in muster.refused("cards", "import", folder)
    assert "is not valid JSON." in muster.refused("cards", "import", zipped(folder))
    assert muster.json("cards")["cards"]["l5r"] == {}
    (tmp_path / "empty").mkdir()
    assert "has no JSON files with cards" in muster.refused("cards", "import", tmp_path / "empty")
    assert "data is a single file." in muster.refused("cards", "import", folder, "--system", "warmachine")


def test_an_archive_that_unpacks_to_far_more_than_card_data(muster: Muster, tmp_path: Path) -> None:
    archive = tmp_path / "bomb.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a.json", b" " * 65_000_000)
    assert "far more than card data" in muster.refused("cards", "import", archive)


def test_rosters_say_their_game(muster: Muster, file: File) -> None:
    """WMH-038."""
    roster = {
        "muster_lists": 1,
        "system": "warmachine",
        "rosters": [{"since": "2019-07-01", "leaders": [], "themes": []}],
    }
    done = muster.json("cards", "import", file("adr.json", json.dumps(roster)))
    assert (done["system"], done["counts"]) == ("warmachine", {"rosters": 1})
    bare = {"leaders": [{"name": "Caine 1", "faction": "Cygnar"}]}
    assert muster.json("cards", "import", file("l.json", json.dumps(bare)), "--system", "wmh")["system"] == "warmachine"


def test_files_that_are_no_card_data(muster: Muster, file: File) -> None:
    zipped = file("cards.zip", b"PK\x03\x04\x14\x00\x00\x00")
    assert "cannot be opened as a zip archive." in muster.refused("cards", "import", zipped)
    newer = file("newer.json", '{"muster_lists": 7, "system": "l5r", "cards": []}')
    assert "newer version of Muster (data of version 7; this one reads up to 1)" in muster.refused(
        "cards", "import", newer
    )
    assert "is not valid JSON." in muster.refused("cards", "import", file("cards.txt", "3x Banzai!"))
    assert "has no cards, packs or roles" in muster.refused("cards", "import", file("empty.json", "[]"))
    assert "without any imported data" in muster.refused(
        "cards", "import", file("a.json", "[1]"), "--system", "bushido"
    )
    assert "No system is called" in muster.refused(
        "cards", "import", file("b.json", '{"system": "chess", "cards": []}')
    )
    assert muster.json("cards")["cards"] == {"l5r": {}, "warmachine": {}}


def test_an_import_that_fails_changes_nothing(muster: Muster, file: File) -> None:
    muster.ok("cards", "import", file("cards.json", json.dumps(CARDS)))
    bad = [{**CARDS[0], "name": "Changed"}, {**CARDS[1], "deck_limit": "many"}]
    assert "deck_limit “many” should be a whole number." in muster.refused(
        "cards", "import", file("b.json", json.dumps(bad))
    )
    assert muster.json("cards")["cards"]["l5r"]["cards"] == len(CARDS)


def test_a_proxy_is_printed_and_on_record(kyoto: Muster) -> None:
    """L5R-057 L5R-058."""
    said = kyoto.ok("proxy", "kyoto", "Ann", "Banzai!", "--by", "Dan", "--unreadable", "its cost").splitlines()
    assert said[:2] == ["PROXY: Banzai!", "Not readable on the card: its cost"]
    assert said[2].startswith("Made by Dan, 20")
    assert "Proxy for Ann recorded for the rest of the event." in said
    assert "Proxy for Ann’s “Banzai!”, by Dan" in kyoto.ok("log", "kyoto")
    assert "--by" in kyoto.misused("proxy", "kyoto", "Ann", "Banzai!")


def test_a_lost_card_and_what_comes_of_it(muster: Muster) -> None:
    """L5R-053 L5R-054."""
    muster.ok("new", "l5r", "Castle", "--seed", "test")
    muster.ok("enrol", "castle", "Ann", "Bob", "Cem", "Dai")
    muster.ok("pair", "castle")
    muster.ok("publish", "castle")
    assert "Ann is missing Banzai!." in muster.ok("lost", "castle", "Ann", "Banzai!", "--minutes", "5")
    assert "did you mean “Banzai!”" in muster.refused("lost", "castle", "Ann", "Banzei!", "--replaced")
    assert muster.json("lost", "castle", "Ann", "Court Games")["lost"][1]["card"] == "Court Games"
    assert "is missing Court Games" in muster.ok("lost", "castle", "Ann", "banzai!", "--replaced")
    muster.ok("lost", "castle", "Ann", "Court Games", "--concede")
    assert "Ann conceded" in muster.ok("log", "castle")
    assert "Ann has every card again." in muster.ok("lost", "castle", "Ann", "Court Games", "--replaced")
    assert "Give one of" in muster.misused("lost", "castle", "Ann", "Banzai!", "--in-game", "--replaced")
