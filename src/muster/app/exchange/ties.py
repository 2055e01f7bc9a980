"""Tie-breaks by name: our keys with their settings as one word, and the codes of the chess federation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.core.kit.errors import BadInput, UnknownName
from muster.systems.custom.catalogue import CATALOGUE

FIDE: dict[str, dict[str, Any]] = {
    "BH": {"key": "buchholz"},
    "BH/C1": {"key": "buchholz", "cut_low": 1},
    "BH/C2": {"key": "buchholz", "cut_low": 2},
    "BH/M1": {"key": "buchholz", "cut_low": 1, "cut_high": 1},
    "BH/M2": {"key": "buchholz", "cut_low": 2, "cut_high": 2},
    "SB": {"key": "sonneborn_berger"},
    "DE": {"key": "head_to_head"},
    "WIN": {"key": "wins"},
    "WON": {"key": "wins", "count_byes": False},
}
"""Record 202 of TRF26 to rows of a definition. FIDE's rules for unplayed rounds are not applied."""

CHESS = (FIDE["BH/C1"], FIDE["BH"], FIDE["SB"])
"""For a file that does not say which tie-breaks were used."""


def word(row: Mapping[str, Any]) -> str:
    """`buchholz:cut_low=1`."""
    settings = ",".join(f"{key}={_plain(value)}" for key, value in row.items() if key != "key")
    return f"{row['key']}:{settings}" if settings else str(row["key"])


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def row(text: str) -> dict[str, Any]:
    """The definition row for such a word. Its settings are checked when the system is composed."""
    key, colon, settings = text.strip().partition(":")
    if key not in CATALOGUE:
        raise UnknownName("tie-break", key[:40], CATALOGUE)
    found: dict[str, Any] = {"key": key}
    for part in settings.split(",") if colon else ():
        name, sign, value = part.partition("=")
        if not sign or not name.strip():
            raise BadInput(
                "Tie-break “{text}”: “{part}” should be a setting such as cut_low=1.", text=text[:60], part=part[:40]
            )
        found[name.strip()] = _typed(value.strip())
    return found


def _typed(value: str) -> int | bool | str:
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() and len(value) < 8 else value


def known(text: str) -> bool:
    return text.partition(":")[0] in CATALOGUE


def columns(rows: tuple[Mapping[str, Any], ...]) -> list[str]:
    """The key of each row in the standings: a second row of the same tie-break is `buchholz_2`."""
    seen: dict[str, int] = {}
    keys = []
    for one in rows:
        key = str(one["key"])
        seen[key] = seen.get(key, 0) + 1
        keys.append(key if seen[key] == 1 else f"{key}_{seen[key]}")
    return keys


def code(row_: Mapping[str, Any]) -> str:
    """FIDE's code for a row; empty if there is none."""
    wanted = {key: value for key, value in row_.items() if value != 0 or key == "key" or isinstance(value, bool)}
    if wanted.get("count_byes") is True:
        del wanted["count_byes"]
    return next((name for name, given in FIDE.items() if given == wanted), "")
