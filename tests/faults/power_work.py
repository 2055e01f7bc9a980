"""What is done while the trace is taken: events, tokens, a key, notes, backups, and a file of an older version.

Says before it begins with a file what will be in it, and afterwards what it was told is kept, in the file
`acknowledged`. Run with a folder, and with what is left out to see that the model finds it: `sqlite` waits for nothing,
`files` are not waited for, `folders` are not.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from secrets import token_hex

from muster.app.desk import Desk, Opened
from muster.app.events import actions as events
from muster.app.keeping import files
from muster.app.permissions import Scope
from muster.cli.input.files import write_whole
from muster.core.kit.model import Actor
from muster.core.record.facts.staff import RulingGiven
from muster.main import SystemClock
from muster.store import schema
from muster.store.backup import FolderBackups
from muster.store.sqlite import FILE, SqliteJournals
from muster.web.backups import NOTE, _note
from muster.web.serving.settings import KEY_FILE, configure, secret_key
from muster.web.who.sessions import Sessions
from muster.web.who.tokens import Tokens
from tests.store.test_released import RELEASED

ACTIONS = 24
CHECKPOINT = 30
"""Pages after which SQLite moves its log into the file; much sooner than usual, so that it happens."""


class Work:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._told = os.open(folder / "acknowledged", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def tell(self, *words: object) -> None:
        os.write(self._told, (" ".join(map(str, words)) + "\n").encode())

    def kept(self, file: Path) -> None:
        self.tell("file", file.relative_to(self.folder), sha256(file.read_bytes()).hexdigest())

    def entry(self, data: Path, opened: Opened) -> None:
        self.tell("entry", data.name, opened.id, opened.last, opened.head)


def work(folder: Path) -> None:
    done = Work(folder)
    data = folder / "data"
    for number in range(3):  # Closed in between: the log goes into the file, and is deleted.
        with closing(SqliteJournals(data)) as journals:
            desk = Desk(journals, SystemClock(), lambda: token_hex(8))
            opened = events.create(desk, f"Cup {number}", "bushido", Actor(), event_id=f"cup-{number}", seed="s")
            done.entry(data, opened)
            for action in range(ACTIONS):
                done.entry(data, desk.act(opened.id, partial(_rulings, action), Actor(), f"r-{action}"))
    key = secret_key(data)
    done.tell("file", f"data/{KEY_FILE}", sha256(key.encode()).hexdigest())
    configure(data)
    session = Sessions(data).begin("Firefox")
    tokens = Tokens(data)
    token = tokens.make("cup-0", "", "Bot", (Scope.RESULTS,), 30)
    for name in ("web.organisers", "web.tokens"):
        for file in sorted((data / name).iterdir()):
            done.kept(file)
    ended = sorted((data / "web.organisers").iterdir())[0]
    done.tell("maybe-gone", ended.relative_to(folder))
    Sessions(data).end_of(session)
    done.tell("gone", ended.relative_to(folder))
    assert tokens.find(token) is not None
    _note(data, "/media/usb")
    done.kept(data / NOTE)
    for number in range(3):
        export = folder / "export.json"
        text = f"export {number} {'.' * 9000}".encode()
        done.tell("will", "export.json", sha256(text).hexdigest())
        write_whole(str(export), text, True)
        done.kept(export)
    FolderBackups(data).save(folder / "saved.zip", "2026-11-15T10:00:00.000000+00:00")
    done.kept(folder / "saved.zip")
    _of_an_older_version(done, folder / "older")


def _rulings(action: int, _: Opened) -> list[RulingGiven]:
    return [RulingGiven(f"{action} {n} {'.' * 300}") for n in range(3)]


def _of_an_older_version(done: Work, older: Path) -> None:
    files.make_folder(older)
    files.put(older / FILE, (RELEASED / "format-3.sqlite").read_bytes())
    with closing(sqlite3.connect(RELEASED / "format-3.sqlite")) as link:
        for name, last, head in link.execute("SELECT id, last, hash FROM events"):
            done.tell("entry", "older", name, last, head)
    with closing(SqliteJournals(older)) as journals:
        assert journals.listed()
    done.tell("there", f"older/{FILE}.format-3")


def main() -> None:
    _, folder, left_out = sys.argv
    before = schema._set_up

    def set_up(link: sqlite3.Connection) -> None:
        before(link)
        link.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        if left_out == "sqlite":
            link.execute("PRAGMA synchronous = OFF")

    schema._set_up = set_up
    if left_out in ("files", "folders"):
        sync = os.fsync

        def forgetful(handle: int) -> None:
            if os.path.isdir(handle) == (left_out == "files"):
                sync(handle)

        os.fsync = forgetful  # type: ignore[assignment]  # as if nobody had thought of it
    work(Path(folder))


if __name__ == "__main__":
    main()
