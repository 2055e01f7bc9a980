"""The address of a database, as people write it: checked, and shown without its password."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote, urlsplit

from muster.core.kit.errors import BadInput

SCHEMES = ("postgresql", "postgres")


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """`shown`: for messages and logs, without user, password and options."""

    text: str = field(repr=False)
    shown: str

    def __str__(self) -> str:
        return self.shown


def read(text: str) -> DatabaseAddress:
    """Mistakes are reported without quoting the address: a password may be in any part of it."""
    try:
        parts = urlsplit(text)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise _unreadable() from None
    if parts.scheme not in SCHEMES or not parts.path.strip("/"):
        raise _unreadable()
    if "@" in (parts.username or "") + (parts.password or "") or "/" in parts.path[1:]:
        raise BadInput(
            "The address of the database has a character in its password that means something else there. "
            "Write @ as %40, / as %2F, : as %3A and # as %23."
        )
    asked = parse_qs(parts.query)
    socket = asked.get("host", [""])[0]
    where = socket or f"{f'[{host}]' if ':' in host else host or 'localhost'}{'' if port is None else f':{port}'}"
    name = unquote(parts.path[1:])
    return DatabaseAddress(text, f"{name} ({where})" if socket else f"{where}/{name}")


def _unreadable() -> BadInput:
    return BadInput(
        "This is not the address of a PostgreSQL database. Write it as postgresql://user:password@host:5432/name"
    )
