"""Looks at the PostgreSQL database without changing anything in it."""

from __future__ import annotations

from collections.abc import Iterator

from muster.app.views.diagnosis import Diagnosis, fine, must_fix
from muster.core.kit.errors import Refusal
from muster.store.postgres import address, driver


def look(database: str) -> Iterator[Diagnosis]:
    try:
        where = address.read(database)
        driver.must_be_there()
    except Refusal as refusal:
        yield must_fix("store", str(refusal), "Correct MUSTER_DATABASE or --database, or install what it names.")
        return
    from muster.store.postgres.link import OLDEST, called, in_words
    from muster.store.postgres.schema import MIGRATIONS, format_of

    try:
        with in_words(where, reached=False), called(where) as link:
            number, version = format_of(link), link.info.server_version // 10_000
            row = link.execute("SHOW server_encoding").fetchone()
    except Refusal as refusal:
        yield must_fix("store", str(refusal), "Start the database server, or correct the address.")
        return
    if version < OLDEST:
        yield must_fix("store", f"The database {where.shown} is on PostgreSQL {version}.", f"Use {OLDEST} or newer.")
    encoding = str(row[0]) if row else ""
    if encoding != "UTF8":
        yield must_fix(
            "store",
            f"The database {where.shown} is written in {encoding}.",
            "Create one with --encoding UTF8 --template template0, and bring the events over.",
        )
    if number > len(MIGRATIONS):
        yield must_fix(
            "store",
            f"The database {where.shown} was written by a newer version of Muster (format {number}).",
            "Use that version, or a newer one.",
        )
    elif number < len(MIGRATIONS):
        yield fine("store", f"The database {where.shown} answers; the next start makes or updates its tables.")
    else:
        yield fine("store", f"The database {where.shown} answers (PostgreSQL {version}, format {number}).")
