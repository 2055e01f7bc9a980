"""Tables are kept with their event: removed and backed up with it, checked with its record; a damaged one is alone."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from muster.app.past.verify import check_tables, verify
from muster.core.kit.model import PlayerId
from muster.core.record.table.journal import is_table_of, table_id
from muster.main import backups_of, desk_at
from muster.store.sqlite import FILE
from muster.web.site import Site
from tests.web.conftest import judge_of, organiser_of
from tests.web.views.table.test_table import GAME, JUDGED, begin, lost, taps

AT = "2026-11-15T10:00:00+00:00"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


def damage(folder: Path, table: str) -> None:
    """Somebody changes a tap in the file itself."""
    with closing(sqlite3.connect(folder / FILE)) as link:
        link.execute("DROP TRIGGER entries_are_never_changed")
        (number,) = link.execute("SELECT number FROM journals WHERE id = ?", (table,)).fetchone()
        link.execute("UPDATE entries SET body = replace(body, 'lost', 'begin') WHERE journal = ?", (number,))
        link.commit()


def played(site: Site) -> str:
    one, two = begin(site)
    one.see(GAME), two.see(GAME)
    taps(one, {"key": "begin", "count": 1}, lost(0, 1, 2))
    (stored,) = site.tables.listed()
    return stored.id


def test_whose_table_it_is() -> None:
    assert is_table_of(table_id("cup", 1, PlayerId(2), PlayerId(3)), "cup")
    for other in ("cu", "cup2", "cup.1", "c.p", ""):
        assert not is_table_of("cup.1.2-3", other)
    assert not is_table_of("0123456789ab", "0123456789ab")


def test_an_event_goes_with_its_tables_and_no_others(site: Site) -> None:
    played(site)
    organiser = organiser_of(site)
    organiser.send("/play/open/", system="urban_war", first="Ann", second="Bo")
    assert len(site.tables.listed()) == 2
    organiser.press("/e/cup/keeping/", "/e/cup/keeping/remove/", 200, name="Cup")
    assert [stored.name for stored in site.tables.listed()] == ["Ann – Bo"]


def test_a_backup_has_the_tables_and_counts_events(site: Site, folder: Path, tmp_path: Path) -> None:
    table = played(site)
    saved = backups_of(folder).save(tmp_path / "all.zip", AT)
    assert (saved.events, saved.entries) == (1, len(site.open("cup").entries))
    backups_of(tmp_path / "other").restore(tmp_path / "all.zip")
    restored = desk_at(tmp_path / "other")
    assert [stored.id for stored in restored.tables("cup")] == [table]
    assert check_tables(restored, "cup").sound == 1


def test_a_damaged_table_is_found_and_keeps_nobody_from_anything(site: Site, folder: Path, tmp_path: Path) -> None:
    table = played(site)
    judge = judge_of(site, "cup")
    judge.see("/e/cup/tables/1/2/game/")
    opened = site.open("cup")
    checked = verify(opened, site.desk.seed("cup"), tables=check_tables(site.desk, "cup"))
    assert checked.ok and checked.checked.tables == 2
    damage(folder, table)
    again = Site(desk_at(folder), site.address, "key", site.sessions, site.backups)
    defaults: dict[str, Any] = judge.defaults
    defaults["muster.site"] = again
    assert "was changed" in judge.see(JUDGED, 409)
    judge.see("/e/cup/tables/?table=1"), judge.see("/e/cup/pairings/"), judge.see("/e/cup/tables/1/2/game/")
    found = verify(again.open("cup"), again.desk.seed("cup"), tables=check_tables(again.desk, "cup"))
    assert not found.ok and found.checked.tables == 1
    assert "at their table is damaged" in (found.difference or "")
    backups_of(folder).save(tmp_path / "all.zip", AT)
    backups_of(tmp_path / "other").restore(tmp_path / "all.zip")
    assert len(desk_at(tmp_path / "other").tables("cup")) == 2
