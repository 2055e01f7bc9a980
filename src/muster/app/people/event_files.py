"""Which program an event's file seems to be from: one that was brought as another program's is refused by its name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from muster.app.csv_tables import SEPARATORS
from muster.app.keeping import copies
from muster.app.people.sources import (
    AESOPS,
    COBRA,
    TOME,
    TRF,
    Source,
    list_in,
    list_of,
    looks_like_json,
    looks_like_page,
    looks_like_trf,
)
from muster.core.kit.errors import BadInput

EVENTS = {one.key: one for one in (COBRA, AESOPS, TOME)}
"""Programs whose events are JSON files."""


def read_from(name: str, text: str, wanted: Source, parse: Callable[[str, str], Any]) -> Any:
    """The JSON in a text, unless it is plainly something else; what is wrong inside is reported by the reader."""
    if looks_like_trf(text):
        raise _other(name, TRF)
    _must_not_be_list(name, text)
    if not text.strip():
        raise BadInput("“{name}” is empty.", name=name)
    if looks_like_page(text):
        raise BadInput(
            "“{name}” is a web page, not an event from {source}. Download the event as JSON there and use that file.",
            name=name,
            source=wanted.name,
        )
    if _looks_like_table(text):
        raise BadInput(
            "“{name}” looks like a table, not an event from {source}. Download the event as JSON there and use that "
            "file. For a table of rounds, use: muster import-from csv",
            name=name,
            source=wanted.name,
        )
    data = parse(name, text)
    _must_be_from(name, data, wanted)
    return data


def must_be_report(name: str, text: str, parse: Callable[[str, str], Any]) -> None:
    """A FIDE report, and not a page or the JSON of another program."""
    _must_not_be_list(name, text)
    if looks_like_page(text):
        raise BadInput(
            "“{name}” is a web page, not a FIDE report. Download the report there as a text file (TRF) and use that.",
            name=name,
        )
    if looks_like_json(text) and not looks_like_trf(text):
        _must_not_be_program(name, parse(name, text))


def must_be_table(name: str, text: str, parse: Callable[[str, str], Any]) -> None:
    """A table of rounds or of standings, and not what another program wrote."""
    if looks_like_trf(text):
        raise _other(name, TRF)
    _must_not_be_list(name, text)
    if looks_like_page(text):
        raise BadInput("“{name}” is a web page, not a table. Save the table as CSV and use that file.", name=name)
    if looks_like_json(text):
        _must_not_be_program(name, parse(name, text))


def _must_not_be_program(name: str, data: Any) -> None:
    """Not an event or a list of players in another program's JSON."""
    found = _event_of(data)
    if found is not None:
        raise _other(name, found)
    listed = list_of(data)
    if listed is not None:
        raise _only_players(name, listed)


def _must_not_be_list(name: str, text: str) -> None:
    """Not a list of players in a text of another program's own."""
    found = list_in(text)
    if found is not None:
        raise _only_players(name, found)


def _must_be_from(name: str, data: Any, wanted: Source) -> None:
    found = _event_of(data)
    if found == wanted:
        return
    if found is not None:
        raise _other(name, found)
    if isinstance(data, Mapping) and str(data.get("format")).startswith(copies.FORMAT.rpartition("/")[0]):
        raise BadInput("“{name}” is an event that Muster exported. Use: muster import", name=name)
    needed = ("entityGroupMap",) if wanted == TOME else ("players", "rounds")
    missing = next((key for key in needed if not isinstance(data, Mapping) or key not in data), None)
    listed = list_of(data) if missing else None
    if listed is not None:
        raise _only_players(name, listed)
    if missing:
        raise BadInput(
            "“{name}” is not an event from {source}: “{missing}” is missing in it.",
            name=name,
            source=wanted.name,
            missing=missing,
        )


def _event_of(data: Any) -> Source | None:
    if not isinstance(data, Mapping):
        return None
    if "entityGroupMap" in data:
        return TOME
    rounds = data.get("rounds")
    lists = [one for one in rounds if isinstance(one, list)] if isinstance(rounds, list) else []
    keys = {key for one in lists for table in one if isinstance(table, Mapping) for key in table}
    if "corpPlayer" in keys or (lists and data.get("uploadedFrom") == AESOPS.name):
        return AESOPS
    return COBRA if "player1" in keys else None


def _other(name: str, found: Source) -> BadInput:
    return BadInput(
        "“{name}” looks like an event from {found}. Use: muster import-from {key}",
        name=name,
        found=found.name,
        key=found.key,
    )


def _only_players(name: str, found: Source) -> BadInput:
    return BadInput(
        "“{name}” looks like a list of players from {found}, without rounds. Use: muster enrol EVENT --file",
        name=name,
        found=found.name,
    )


def _looks_like_table(text: str) -> bool:
    """Whether the first line has cells, as a spreadsheet saves them."""
    first = text.removeprefix("\ufeff").lstrip().partition("\n")[0]
    return not first.startswith(("{", "[")) and any(mark in first for mark in SEPARATORS)
