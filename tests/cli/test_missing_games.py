"""Events whose game is gone, changed or broken, and a damaged journal: each says so, and no other is touched by it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from muster.store.sqlite import FILE
from tests.cli.conftest import Muster
from tests.plugins import RAISES, TINY, Packages, install

NEEDS = (
    "“Away Day” is played by the game “tiny”, which is not installed here. Install the package tiny-game (1.0 or "
    "newer), and the event opens again."
)


@pytest.fixture
def away(muster: Muster, tmp_path: Path, packages: Packages) -> Path:
    """An event of an installed game beside one of a built-in game; the folder in which the game is installed."""
    install(tmp_path / "site")
    packages.use(tmp_path / "site")
    muster.ok("new", "tiny", "Away Day")
    muster.ok("enrol", "away-day", "Ann", "Ben")
    muster.ok("new", "l5r", "Home Day")
    return tmp_path / "site"


def test_an_event_of_an_uninstalled_game_is_listed_and_says_what_it_needs(
    muster: Muster, packages: Packages, away: Path
) -> None:
    packages.use()
    listed = {e["id"]: e for e in muster.json("events")["events"]}
    assert listed["away-day"]["state"] == "game_missing"
    assert listed["away-day"]["error"] == NEEDS
    assert listed["home-day"] | {"state": "enrolling", "error": ""} == listed["home-day"]
    shown = " ".join(muster.ok("events").split())
    assert "tiny-game (1.0 or newer)" in shown and "muster export away-day -o FILE" in shown
    assert muster.refused("show", "away-day").strip() == NEEDS
    ran = muster("show", "away-day", "--json")
    assert json.loads(ran.out)["error"]["kind"] == "game_missing"
    muster.ok("enrol", "home-day", "Zoe")


@pytest.mark.parametrize("how", [(), ("--without-seed",)])
def test_an_event_of_an_uninstalled_game_is_exported_as_if_it_were_there(
    muster: Muster, packages: Packages, away: Path, tmp_path: Path, how: tuple[str, ...]
) -> None:
    before = json.loads(muster.ok("export", "away-day", *how))
    packages.use()
    assert json.loads(muster.ok("export", "away-day", *how)) == before
    file = tmp_path / "away.json"
    muster.ok("export", "away-day", *how, "-o", file)
    assert NEEDS in muster.refused("import", file, "--as", "again")
    packages.use(away)
    muster.ok("import", file, "--as", "again")
    assert muster.json("show", "again")["event"]["players"][1]["name"] == "Ben"


def test_an_event_from_before_packages_were_noted_still_says_that_its_game_is_missing(
    muster: Muster, packages: Packages, away: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        from muster.systems import registry

        nameless = registry.Offer(registry.find("tiny"), "", "", "")
        patch.setattr(registry, "offer", lambda key: nameless)
        muster.ok("new", "tiny", "Old Day")
    packages.use()
    assert "Install the package that offers it" in muster.refused("show", "old-day")


def test_an_event_says_when_the_rules_of_its_game_have_changed(
    muster: Muster, packages: Packages, away: Path, tmp_path: Path
) -> None:
    game = muster.json("show", "away-day")["event"]["game"]
    assert game == {"package": "tiny-game", "version": "1.0", "version_now": "1.0", "changed": False}
    assert "version" not in muster.ok("show", "away-day")
    install(tmp_path / "newer", version="2.0")
    packages.use(tmp_path / "newer")
    assert muster.json("show", "away-day")["event"]["game"]["changed"] is True
    shown = " ".join(muster.ok("show", "away-day").split())
    assert "Created with version 1.0 of the rules of Tiny Skirmish; version 2.0 is installed here" in shown
    assert muster.json("show", "home-day")["event"]["game"]["changed"] is False


def test_a_game_that_keeps_its_rules_from_one_release_to_the_next_says_nothing(
    muster: Muster, packages: Packages, tmp_path: Path
) -> None:
    steady = TINY + "SYSTEM = replace(SYSTEM, version='7')\n"
    install(tmp_path / "one", steady)
    packages.use(tmp_path / "one")
    muster.ok("new", "tiny", "Away Day")
    install(tmp_path / "two", steady, version="2.0")
    packages.use(tmp_path / "two")
    assert muster.json("show", "away-day")["event"]["game"]["changed"] is False


def test_a_damaged_event_and_a_game_that_raises_leave_the_list_whole(
    muster: Muster, packages: Packages, away: Path, tmp_path: Path
) -> None:
    muster.ok("new", "bushido", "Torn Day")
    with closing(sqlite3.connect(muster.folder / FILE)) as link, link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        link.execute("UPDATE entries SET body = replace(body, 'Torn', 'Worn')")
    listed = {e["id"]: e["state"] for e in muster.json("events")["events"]}
    assert listed == {"away-day": "enrolling", "home-day": "enrolling", "torn-day": "damaged"}
    shown = muster.ok("events")
    assert "torn-day: The journal is damaged" in " ".join(shown.split())
    assert "muster export" not in shown
    muster.refused("export", "torn-day")
    install(tmp_path / "raising", "raise RuntimeError('no luck')\n")
    packages.use(tmp_path / "raising")
    listed = {e["id"]: (e["state"], e["error"]) for e in muster.json("events")["events"]}
    assert listed["away-day"][0] == "broken"
    assert "The package tiny-game 1.0 offers the game “tiny”, but it cannot be loaded" in listed["away-day"][1]
    assert listed["home-day"] == ("enrolling", "")
    muster.ok("export", "away-day")
    assert "no luck" in muster.ok("systems")


def test_what_a_game_raises_while_events_are_listed_is_in_the_log_alone(
    muster: Muster, packages: Packages, away: Path, tmp_path: Path
) -> None:
    install(tmp_path / "raising", RAISES)
    packages.use(tmp_path / "raising")
    ran = muster("events")
    assert "something broke in Muster or in the game “tiny”. The log has the details." in " ".join(ran.out.split())
    assert (ran.code, ran.err) == (0, "")
    first, *_, last = (muster.folder / "muster.log").read_text("utf-8").strip().splitlines()
    assert first.endswith(" events") and last == "RuntimeError"
    muster.ok("events")
    assert (muster.folder / "muster.log").read_text("utf-8").count("RuntimeError\n") == 2
