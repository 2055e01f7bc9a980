"""Whether the driver for PostgreSQL is installed: those who keep their events in a file do not need it."""

from __future__ import annotations

import sys

from muster.core.kit.errors import Refusal


def must_be_there() -> None:
    try:
        import psycopg  # noqa: F401  # whether it is there
    except ImportError:
        raise Refusal(
            'A database needs the package psycopg, which is not installed. Install it with: "{python}" -m pip install '
            '"psycopg[binary]>=3.2"',
            python=sys.executable,
        ) from None
