"""A journal of any kind as one file: written with or without what is sealed, and read back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict

from muster import __version__
from muster.app.ports import JournalName
from muster.core.kit.errors import BadInput
from muster.core.record.journal import Row

FORMAT = "muster/journal/1"

FIRST_KIND = "event"
"""The kind of a copy that does not name one: it dates from before there were others."""


class FileRow(TypedDict):
    """An entry of the journal. `body` is JSON; `sealed` is left out if nothing is secret or it is withheld."""

    seq: int
    at: str
    actor: str
    role: str
    player: int | None
    request: str
    kind: str
    body: str
    hash: str
    sealed: NotRequired[str]


class JournalFile(TypedDict):
    """The file as it is written. When reading, anything may come in, so it is checked key by key."""

    format: str
    version: str
    kind: str
    event: str
    name: str
    seed: str
    rows: list[FileRow]


def written(journal: JournalName, name: str, seed: str, rows: Iterable[tuple[Row, bool]]) -> JournalFile:
    """The file as JSON. Each row comes with whether to include its sealed text."""
    return {
        "format": FORMAT,
        "version": __version__,
        "kind": journal.kind,
        "event": journal.id,
        "name": name,
        "seed": seed,
        "rows": [_row(row, with_sealed) for row, with_sealed in rows],
    }


def _row(row: Row, with_sealed: bool) -> FileRow:
    line = FileRow(
        seq=row.seq,
        at=row.at,
        actor=row.actor,
        role=row.role,
        player=row.player,
        request=row.request,
        kind=row.kind,
        body=row.body,
        hash=row.hash,
    )
    if row.sealed and with_sealed:
        line["sealed"] = row.sealed
    return line


@dataclass(frozen=True, slots=True)
class Copy:
    """What a file contains. Its rows have the right types and are not checked further yet."""

    id: str
    seed: str
    rows: list[Row]


def read(data: Any, kind: str) -> Copy:
    """A journal of this kind, or one sentence about what is wrong with the file."""
    if not isinstance(data, dict) or "format" not in data:
        raise BadInput("This is not a Muster export: it should be a JSON object with a “format”.")
    if data["format"] != FORMAT:
        raise BadInput(
            "This export has the format “{data}”, but this version of Muster reads “{format}”. A newer "
            "Muster may read it.",
            data=data["format"],
            format=FORMAT,
        )
    found = data.get("kind", FIRST_KIND)
    if found != kind:
        raise BadInput(
            "This file contains a journal of the kind “{found}”, but it should be of the kind “{kind}”.",
            found=str(found)[:40],
            kind=kind,
        )
    rows = data.get("rows")
    if not isinstance(rows, list) or not rows:
        raise BadInput("This export does not contain a journal: “rows” should be a list of entries.")
    kinds = {"seq": int, "at": str, "actor": str, "role": str, "request": str, "kind": str, "body": str, "hash": str}
    found_rows = []
    for number, row in enumerate(rows, start=1):
        if not isinstance(row, dict):
            raise BadInput(
                "Entry {number} of the export should be an object, not “{str}”.", number=number, str=str(row)[:40]
            )
        for key, type_ in kinds.items():
            if type(row.get(key)) is not type_:
                raise BadInput(
                    "Entry {number} of the export: “{key}” is missing or not of the right type.", number=number, key=key
                )
        player = row.get("player")
        if player is not None and not (type(player) is int and 0 < player < 1 << 31):
            raise BadInput(
                "Entry {number} of the export: “player” should be a number or empty, not “{player}”.",
                number=number,
                player=player,
            )
        sealed = row.get("sealed", "")
        if not isinstance(sealed, str):
            raise BadInput("Entry {number} of the export: “sealed” should be text or be left out.", number=number)
        found_rows.append(Row(**{key: row[key] for key in kinds}, player=player, sealed=sealed))
    return Copy(_text(data.get("event")), _text(data.get("seed")), found_rows)


def _text(value: Any) -> str:
    """A text that can be stored; empty for anything else, and for half a character."""
    return value if isinstance(value, str) and not any("\ud800" <= c <= "\udfff" for c in value) else ""
