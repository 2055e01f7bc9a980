"""The composition root: which store, which clock and which source of seeds the command line works with."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from muster.cli.root import run

if TYPE_CHECKING:
    from pathlib import Path

    from muster.app.desk import Desk
    from muster.cli.call import Ready


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


class Web:
    """The web over the journals of a data folder; Django and the server are loaded here, when they are wanted."""

    def serve(
        self, folder: Path, host: str, port: int, ready: Ready, *, names: tuple[str, ...] = (), proxy: str = ""
    ) -> None:
        from muster.store.watch import SqliteWatch
        from muster.web import server

        place = server.Place(host, port, names, proxy)
        server.serve(desk_at(folder), SqliteWatch(folder), folder, place, ready)

    def sign_in(self, folder: Path) -> str:
        from muster.web import server

        return server.new_sign_in(folder)


def main() -> None:
    sys.exit(run(desk_at, sys.argv[1:], Web()))
