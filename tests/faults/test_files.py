"""The data file deleted, replaced, cut short or changed under a running server: said in words, and nothing is lost."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from muster.app.desk import Desk
from muster.app.events import actions as events
from muster.app.events.carry import export_event, import_event
from muster.app.ports import JournalName
from muster.app.staff import announcements
from muster.core.kit.errors import DamagedJournal
from muster.core.kit.model import Actor
from muster.core.record.event_journal import EVENT
from muster.core.record.journal import Row
from muster.main import desk_at
from muster.store.memory import MemoryJournals
from muster.store.outbox import FILE as OUTBOX
from muster.store.outbox import SqliteOutbox
from muster.store.sqlite import FILE, SqliteJournals
from muster.store.watch import SqliteWatch
from tests.faults.stores import desk_over
from tests.web.conftest import Browser, organiser_of, picked, site_in, start, text_of

STAFF = Actor()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def desk(data: Path) -> Desk:
    """Two events, three announcements in the first."""
    desk = desk_at(data)
    for name in ("Spring", "Autumn"):
        events.create(desk, name, "bushido", STAFF, seed="s")
    for text in ("one", "two", "three"):
        announcements.announce(desk, "spring", text, STAFF)
    return desk


def let_go(desk: Desk) -> None:
    assert isinstance(desk.journals, SqliteJournals)
    desk.journals.close()


def taken_away(data: Path, to: Path) -> None:
    """The file and SQLite's files beside it, as moved by somebody tidying up."""
    to.mkdir()
    for file in data.glob(f"{FILE}*"):
        file.rename(to / file.name)


def test_pages_say_that_the_file_is_gone_until_it_is_back(data: Path, tmp_path: Path) -> None:
    site = site_in(data)
    start(site)
    organiser, player, stranger = organiser_of(site), picked(site, "cup", 1), Browser(site)
    before = {path: organiser.see(path) for path in ("/e/cup/desk/", "/e/cup/people/")}
    token = organiser.token()
    taken_away(data, tmp_path / "away")
    for browser, path in ((organiser, "/e/cup/desk/"), (player, "/e/cup/me/"), (stranger, "/e/cup/"), (stranger, "/")):
        answer = browser.get(path)
        assert answer.status_code >= 400, path
        assert "is gone: somebody deleted or moved it while Muster was running" in text_of(answer), path
    refused = organiser.post("/e/cup/announce/", {"text": "Tea", "csrfmiddlewaretoken": token})
    assert refused.status_code >= 400
    assert not (data / FILE).exists(), "nothing is begun anew in its place"
    for file in (tmp_path / "away").iterdir():
        file.rename(data / file.name)
    assert {path: organiser.see(path) for path in before} == before


def test_nothing_is_written_into_a_file_that_was_deleted(desk: Desk, data: Path, tmp_path: Path) -> None:
    before = desk.rows("spring")
    taken_away(data, tmp_path / "away")
    for act in (
        lambda: announcements.announce(desk, "spring", "four", STAFF),
        lambda: events.create(desk, "Winter", "bushido", STAFF),
        lambda: desk.listed(),
    ):
        with pytest.raises(DamagedJournal, match="is gone: somebody deleted or moved it"):
            act()
    assert desk_at(tmp_path / "away").rows("spring") == before


@pytest.mark.parametrize("beside", ["-wal", "-wal and -shm"])
def test_a_log_that_was_deleted_is_saved_from_the_open_file(desk: Desk, data: Path, beside: str) -> None:
    """What was acknowledged is in the log that somebody takes for rubbish; the next action brings it in."""
    watch = SqliteWatch(data)
    assert watch.changes()
    before = desk.rows("spring")
    for ending in beside.split(" and "):
        (data / f"{FILE}{ending}").unlink()
    after = announcements.announce(desk, "spring", "four", STAFF)
    assert watch.changes(), "who follows the event hears of it"
    watch.close()
    let_go(desk)
    again = desk_at(data)
    assert again.rows("spring")[:-1] == before and again.open("spring").head == after.head


class TestAnOlderCopy:
    @pytest.fixture
    def older(self, desk: Desk, data: Path, tmp_path: Path) -> Path:
        """A copy from before the last announcement."""
        let_go(desk)
        shutil.copytree(data, tmp_path / "older")
        announcements.announce(desk, "spring", "four", STAFF)
        return tmp_path / "older"

    def put_in_place(self, desk: Desk, data: Path, older: Path, tmp_path: Path) -> None:
        taken_away(data, tmp_path / "newer")
        for file in older.glob(f"{FILE}*"):
            shutil.copy(file, data)

    def test_is_noticed_and_nothing_is_added_to_it(self, desk: Desk, data: Path, older: Path, tmp_path: Path) -> None:
        self.put_in_place(desk, data, older, tmp_path)
        sentence = r"“spring” no longer has entry 5, which was saved before: an older copy .* restart Muster"
        for _ in range(2):
            with pytest.raises(DamagedJournal, match=sentence):
                announcements.announce(desk, "spring", "five", STAFF)
        assert len(desk_at(data).rows("spring")) == 4
        assert announcements.announce(desk, "autumn", "The other event goes on", STAFF).last == 2

    def test_goes_on_when_the_newer_one_is_back(self, desk: Desk, data: Path, older: Path, tmp_path: Path) -> None:
        self.put_in_place(desk, data, older, tmp_path)
        with pytest.raises(DamagedJournal):
            desk.open("spring")
        for file in data.glob(f"{FILE}*"):
            file.unlink()
        for file in (tmp_path / "newer").iterdir():
            file.rename(data / file.name)
        assert announcements.announce(desk, "spring", "five", STAFF).last == 6

    def test_is_taken_by_a_server_that_starts(self, desk: Desk, data: Path, older: Path, tmp_path: Path) -> None:
        self.put_in_place(desk, data, older, tmp_path)
        let_go(desk)
        assert announcements.announce(desk_at(data), "spring", "five", STAFF).last == 5

    def test_an_event_that_was_removed_may_come_back_shorter(self, desk: Desk) -> None:
        copy = export_event(desk, "spring")
        announcements.announce(desk, "spring", "four", STAFF)
        desk.remove("spring")
        assert import_event(desk, copy).last == 4
        assert announcements.announce(desk, "spring", "five", STAFF).last == 5


def test_what_others_add_while_a_journal_is_read_is_not_missed_in_it() -> None:
    """Two threads open an event for the first time, and one of them acts immediately."""

    class Overtaken(MemoryJournals):
        def __init__(self) -> None:
            super().__init__()
            self.others: list[Callable[[], object]] = []

        def rows(self, journal: JournalName, after: int = 0) -> list[Row]:
            found = super().rows(journal, after)
            if self.others:
                self.others.pop()()
            return found

    journals = Overtaken()
    events.create(desk_over(journals), "Spring", "bushido", STAFF)
    desk = desk_over(journals)
    journals.others = [lambda: announcements.announce(desk, "spring", "one", STAFF)]
    assert desk.open("spring").last == 1
    assert desk.open("spring").last == 2


def test_a_copy_with_all_that_was_saved_is_taken_in_silence(desk: Desk, data: Path, tmp_path: Path) -> None:
    let_go(desk)
    shutil.copytree(data, tmp_path / "same")
    desk.open("spring")
    taken_away(data, tmp_path / "away")
    for file in (tmp_path / "same").glob(f"{FILE}*"):
        file.rename(data / file.name)
    assert announcements.announce(desk, "spring", "four", STAFF).last == 5


def test_webhooks_are_not_written_into_a_file_that_was_deleted(data: Path) -> None:
    outbox = SqliteOutbox(data)
    outbox.pause(1, True)
    (data / OUTBOX).unlink()
    for ask in (outbox.webhooks, lambda: outbox.pause(1, False)):
        with pytest.raises(DamagedJournal, match=f"{OUTBOX} is gone"):
            ask()
    assert not (data / OUTBOX).exists()


def test_a_bit_that_flipped_anywhere_in_the_file_is_told_or_does_not_matter(desk: Desk, data: Path) -> None:
    """One at a time, in every row and in SQLite's own data: nobody is ever shown something else."""
    right = {one.id: list(EVENT.read(desk.rows(one.id))) for one in desk.listed()}
    let_go(desk)
    whole = (data / FILE).read_bytes()
    lots, told = Random("bits"), 0
    rows = [at for at in range(len(whole)) if whole[at : at + 9] == b"Announced" or whole[at : at + 7] == b'{"text"']
    places = [at + lots.randrange(60) for at in rows] + [lots.randrange(len(whole)) for _ in range(150)]
    for at in places:
        changed = bytearray(whole)
        changed[at] ^= 1 << lots.randrange(8)
        (data / FILE).write_bytes(changed)
        for name, entries in right.items():
            try:
                assert list(EVENT.read(desk_at(data).rows(name))) == entries
            except DamagedJournal:
                told += 1
            except sqlite3.Error as error:
                pytest.fail(f"byte {at}: {error!r} is not said in words")
    assert told >= len(rows) // 2


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8, 0.97, 1.0])
def test_a_log_cut_short_on_the_disk_leaves_whole_actions(data: Path, tmp_path: Path, share: float) -> None:
    """After a crash the last actions are only in the log.

    What a disk loses of it is gone; what is left is complete, and chains.
    """
    desk = desk_at(data)
    events.create(desk, "Spring", "bushido", STAFF, seed="s")
    for number in range(20):
        announcements.announce(desk, "spring", f"Number {number}", STAFF)
    rows = desk.rows("spring")
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    for ending in ("", "-wal"):
        shutil.copy(data / f"{FILE}{ending}", crashed / f"{FILE}{ending}")
    log = (crashed / f"{FILE}-wal").read_bytes()
    (crashed / f"{FILE}-wal").write_bytes(log[: int(len(log) * share)])
    with closing(SqliteJournals(crashed)) as journals:
        found = [journals.rows(desk.name(one.id)) for one in journals.listed()]
    kept = found[0] if found else []
    assert kept == rows[: len(kept)]
    assert (len(kept) == len(rows)) == (share == 1.0)
