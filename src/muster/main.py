"""The composition root: which store, which clock, which backups and which source of seeds there are."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from muster.cli.root import run

if TYPE_CHECKING:
    from pathlib import Path

    from muster.app.desk import Desk, Opened
    from muster.app.ports import Backups
    from muster.cli.call import Ready
    from muster.core.kit.language import Language
    from muster.paper.way_back import WayBack


class SystemClock:
    """The time of this machine."""

    def now(self) -> str:
        from datetime import UTC, datetime

        return datetime.now(UTC).isoformat(timespec="microseconds")


def desk_at(folder: Path) -> Desk:
    """The desk over the journals of a data folder. What is heavy is loaded here, at the first use."""
    from secrets import token_hex

    from muster.app.desk import Desk
    from muster.store.sqlite import SqliteJournals

    return Desk(SqliteJournals(folder), SystemClock(), lambda: token_hex(16))


def backups_of(folder: Path) -> Backups:
    from muster.store.backup import FolderBackups

    return FolderBackups(folder)


class Web:
    """The web over the journals of a data folder; Django and the server are loaded here, when they are wanted."""

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
    ) -> None:
        from muster.store.watch import SqliteWatch
        from muster.web.backups import RoundBackups
        from muster.web.serving import server
        from muster.web.serving.certificate import tried

        own = tried(*certificate, names) if certificate else None
        place = server.Listening(host, port, own.names if own else names, proxy, own)
        desk = desk_at(folder)
        backups = RoundBackups(backups_of(folder), desk, folder, backup)
        server.serve(desk, SqliteWatch(folder), folder, place, ready, backups)

    def sign_in(self, folder: Path) -> str:
        from muster.web.serving import server

        return server.new_sign_in(folder)

    def reached_at(self, folder: Path) -> str:
        from muster.web.serving import server

        return server.reached_at(folder)

    def sign_out(self, folder: Path) -> int:
        from muster.web.who.sessions import Sessions

        return Sessions(folder).end_all()

    def printing(self, folder: Path, opened: Opened, address: str, language: str) -> tuple[WayBack, Language]:
        """Codes that lead to the address given, or where the server of the folder was last; and a language."""
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


def main() -> None:
    sys.exit(run(desk_at, sys.argv[1:], Web(), backups_of))
