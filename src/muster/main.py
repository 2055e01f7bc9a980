"""The composition root: which store, which clock, which backups and which source of seeds there are."""

from __future__ import annotations

import sys
from contextlib import closing
from typing import TYPE_CHECKING

from muster.cli.root import run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path
    from socket import socket
    from typing import Any

    from muster.app.desk import Desk, Opened
    from muster.app.ports import Backups, Journals, Watch
    from muster.app.views.diagnosis import Diagnosis
    from muster.cli.call import Ready
    from muster.core.kit.language import Language
    from muster.paper.way_back import WayBack
    from muster.store.postgres.journals import PostgresJournals
    from muster.web.operating.metrics import Metrics
    from muster.web.serving.server import Addresses, Worker


class SystemClock:
    """This machine's time."""

    def now(self) -> str:
        from datetime import UTC, datetime

        return datetime.now(UTC).isoformat(timespec="microseconds")


def desk_at(folder: Path, database: str = "") -> Desk:
    """The desk for the journals of a data folder or a database. Slow modules are loaded here, on first use."""
    return _desk_over(journals_at(folder, database))


def _desk_over(journals: Journals) -> Desk:
    from secrets import token_hex

    from muster.app.desk import Desk

    return Desk(journals, SystemClock(), lambda: token_hex(16))


def _counted_desk(folder: Path, database: str, metrics: Metrics | None) -> Desk:
    from muster.app.keeping.counted import counted

    journals = journals_at(folder, database)
    return _desk_over(journals if metrics is None else counted(journals, metrics.stored))


def journals_at(folder: Path, database: str = "") -> Journals:
    if database:
        return postgres_at(database)
    from muster.store.sqlite import SqliteJournals

    return SqliteJournals(folder)


def postgres_at(database: str) -> PostgresJournals:
    from muster.store.postgres import address, driver

    read = address.read(database)
    driver.must_be_there()
    from muster.store.postgres.journals import PostgresJournals

    return PostgresJournals(read)


def watch_at(folder: Path, database: str = "") -> Watch:
    if not database:
        from muster.store.watch import SqliteWatch

        return SqliteWatch(folder)
    from muster.store.postgres.address import read
    from muster.store.postgres.watch import PostgresWatch

    return PostgresWatch(read(database))


def backups_of(folder: Path, database: str = "") -> Backups:
    from muster.store.backup import FolderBackups

    return FolderBackups(folder, postgres_at(database) if database else None)


class Web:
    """The web for the journals of a data folder; Django and the server are loaded here, when needed."""

    def serve(
        self,
        folder: Path,
        host: str,
        port: int,
        ready: Ready,
        *,
        names: tuple[str, ...] = (),
        proxy: str = "",
        certificate: tuple[str, str] | None = None,
        backup: str = "",
        backup_every: int = 0,
        backup_keep: int = 0,
        database: str = "",
        private_webhooks: bool = False,
        workers: int = 1,
        hsts_days: int = 0,
        log: str = "plain",
        log_requests: bool = False,
        metrics: tuple[str, int] | None = None,
    ) -> None:
        from muster.store.outbox import SqliteOutbox
        from muster.web.backups import RoundBackups
        from muster.web.serving import server
        from muster.web.serving.certificate import tried

        own = tried(*certificate, names) if certificate else None
        place = server.Listening(host, port, own.names if own else names, proxy, own, hsts_days)
        telling = server.Telling(log, log_requests, metrics)
        if workers == 1:
            table = server.metrics_of(folder, place, telling) if metrics else None
            desk = _counted_desk(folder, database, table)
            saving = backups_of(folder, database)
            backups = RoundBackups(saving, desk, folder, backup, every=backup_every * 60, keep=backup_keep)
            outbox = SqliteOutbox(folder)
            with closing(desk.journals), closing(watch_at(folder, database)) as watch:
                server.serve(desk, watch, folder, place, ready, backups, outbox, private_webhooks, telling, table)
            return
        from muster.web.serving import workers as processes

        # Problems with the database are reported here, before there are several processes to report them.
        with closing(postgres_at(database)) as journals:
            journals.listed()
        what = {
            "folder": str(folder),
            "host": host,
            "port": port,
            "names": place.names,
            "proxy": proxy,
            "hsts_days": hsts_days,
            "backup": backup,
            "backup_every": backup_every * 60,
            "backup_keep": backup_keep,
            "database": database,
            "private_webhooks": private_webhooks,
            "log": log,
            "log_requests": log_requests,
            "metrics": metrics is not None,
        }
        processes.serve(folder, place, ready, workers, telling, what)

    def sign_in(self, folder: Path, account: int = 0) -> str:
        from muster.web.serving import server

        return server.new_sign_in(folder, account)

    def hashed(self, password: str) -> str:
        from muster.web.who import passwords

        return passwords.hashed(password)

    def is_common(self, password: str) -> bool:
        from muster.web.who import passwords

        return passwords.is_common(password)

    def reached_at(self, folder: Path) -> str:
        from muster.web.serving import server

        return server.reached_at(folder)

    def sign_out(self, folder: Path, account: int | None = None, *, tokens: bool = False) -> int:
        from muster.web.who.sessions import Sessions
        from muster.web.who.tokens import Tokens

        if account and tokens:
            Tokens(folder).revoke_all_of(account)
        sessions = Sessions(folder)
        return sessions.end_all() if account is None else sessions.end_all_of(account)

    def examine(
        self,
        folder: Path,
        database: str = "",
        *,
        deep: bool = False,
        port: int = 8000,
        certificate: tuple[str, str] | None = None,
        names: tuple[str, ...] = (),
    ) -> Iterable[Diagnosis]:
        from functools import cache

        from muster.doctor.examine import examine
        from muster.doctor.patient import Patient

        file, key = certificate or ("", "")
        desk = cache(lambda: desk_at(folder, database))
        return examine(Patient(folder, database, desk, SystemClock().now(), deep, port, file, key, names))

    def clear(self, folder: Path, event: str) -> None:
        from muster.web.frames.own_style import OwnStyles

        OwnStyles(folder).remove(event)

    def printing(self, folder: Path, opened: Opened, address: str, language: str) -> tuple[WayBack, Language]:
        """Codes that lead to the address given, or to the folder's last server; and a language."""
        from functools import partial

        from muster.app import languages
        from muster.paper.way_back import WayBack
        from muster.web import address as addresses
        from muster.web.serving.settings import configure
        from muster.web.who import links

        configure(folder)
        reached = addresses.given(address) if address else addresses.noted(folder)
        back = WayBack(opened.id, reached, partial(links.player_path, opened), partial(links.player_code, opened))
        return back, languages.named(language)

    def copied(self, folder: Path, desk: Desk, event: str, season: str, language: str) -> list[tuple[str, bytes]]:
        from muster.app import languages
        from muster.app.speech import speaking
        from muster.web.serving.settings import configure, secret_key
        from muster.web.site import Site
        from muster.web.who.sessions import Sessions

        configure(folder)
        from muster.web.copies.files import event_files, season_files  # Its views need the settings.

        site = Site(desk, "", secret_key(folder), Sessions(folder))
        with speaking(languages.named(language)):
            return list(event_files(site, event) if event else season_files(site, season))


def work() -> None:
    """Runs one of a server's processes, started by the one that supervises them."""
    from muster.web.serving.workers import work as do

    sys.exit(do(_serve_as_one))


def _serve_as_one(
    what: dict[str, Any], sockets: list[socket], worker: Worker, ready: Callable[[Addresses], None]
) -> None:
    """`what`: as written by `Web.serve`, perhaps of an earlier version."""
    from pathlib import Path

    from muster.store.outbox import SqliteOutbox
    from muster.web.backups import RoundBackups
    from muster.web.serving import server

    folder, database = Path(what["folder"]), what["database"]
    names, hsts_days = tuple(what["names"]), what["hsts_days"]
    place = server.Listening(what["host"], what["port"], names, what["proxy"], None, hsts_days)
    telling = server.Telling(what["log"], what["log_requests"])
    metrics = server.metrics_of(folder, place, telling, worker) if what["metrics"] else None
    desk = _counted_desk(folder, database, metrics)
    every, keep = what["backup_every"], what["backup_keep"]
    backups = RoundBackups(backups_of(folder, database), desk, folder, what["backup"], every=every, keep=keep)
    with closing(desk.journals), closing(watch_at(folder, database)) as watch:
        server.run(
            desk,
            watch,
            folder,
            place,
            ready,
            None if worker.first else backups,
            sockets,
            worker,
            SqliteOutbox(folder),
            what["private_webhooks"],
            telling,
            metrics,
        )


def main() -> None:
    sys.exit(run(desk_at, sys.argv[1:], Web(), backups_of))
