"""Many players' lists from files that somebody brings: one for each player, or one JSON or CSV file for all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from muster.app.csv_tables import parse_sheet, text_of
from muster.app.lists.actions import Brought
from muster.core.kit.errors import BadInput
from muster.core.kit.language import Text, tr

File = tuple[str, bytes]
"""A file's name, without its folder, and its content."""

_NUMBERED = re.compile(r"(.+?)[ ._-]*(?:\((\d)\)|[._ -](\d))")
"""“Ann.2”, “Ann (2)”, “Ann-2”: Ann's second list."""

_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
_WIDE = (b"\xff\xfe", b"\xfe\xff")
"""How UTF-16 text begins: full of zero bytes, but still text."""


def list_text(name: str, data: bytes) -> str:
    """The one list in a file."""
    if data.startswith(b"PK\x03\x04"):
        raise BadInput("“{name}” is a zip archive. Unpack it first.", name=name)
    if data.startswith(b"%PDF"):
        raise BadInput("“{name}” is a PDF. Save the list as text, or paste it.", name=name)
    if data.startswith(_PICTURES):
        raise BadInput("“{name}” is a picture. Paste the list as text.", name=name)
    if b"\0" in data and not data.startswith(_WIDE):
        raise BadInput("“{name}” is not text. Paste the list, or save it as text in UTF-8.", name=name)
    return text_of(name, data)


def from_files(files: Sequence[File]) -> list[Brought]:
    """One file per player, named after them: `Ann.txt`, and `Ann.2.txt` for her second list."""
    found = []
    for name, data in files:
        stem = (name.rpartition(".")[0] or name).strip()
        player, slot = _player(stem)
        found.append(Brought(player, list_text(name, data), slot, whole="" if player == stem else stem))
    return found


def _player(stem: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(stem)
    return (found[1].strip(), int(found[2] or found[3])) if found else (stem, 1)


def from_file(name: str, data: bytes) -> list[Brought]:
    """One file with many players' lists: JSON, or CSV with the columns name and text."""
    text = list_text(name, data)
    if name.casefold().endswith(".json") or text.lstrip().startswith(("{", "[")):
        found = list(_objects(name, _json(name, text)))
    else:
        found = list(_rows(name, text))
    if not found:
        raise BadInput("“{name}” does not contain any lists.", name=name)
    return found


def _json(name: str, text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("“{name}” is not valid JSON. Save it again, or use CSV.", name=name) from None


def _rows(name: str, text: str) -> Iterator[Brought]:
    sheet = parse_sheet(name, text)
    columns = [cell.strip().casefold() for cell in sheet.lines[0][1]]
    if "name" not in columns or "text" not in columns:
        raise BadInput(
            "“{name}” should have the columns name and text; slot and the list’s fields are optional. Its "
            "first line is “{line}”.",
            name=name,
            line=", ".join(columns)[:200],
        )
    for row in sheet.rows(columns):
        cells = dict(row.cells)
        player, said, slot = cells.pop("name", ""), cells.pop("text", ""), cells.pop("slot", "1")
        yield _brought(row.where, player, said, slot, cells)


def _objects(name: str, data: Any) -> Iterator[Brought]:
    """{"Ann": "text"}, {"Ann": ["first", "second"]}, or a list of objects with name, text, slot and fields."""
    if isinstance(data, dict):
        for player, value in data.items():
            for slot, one in enumerate(value if isinstance(value, list) else [value], start=1):
                where: Text = f"“{name}” {player}"
                if isinstance(one, dict):
                    yield _from_object(where, {"name": player, "slot": slot, **one})
                else:
                    yield _brought(where, player, one, slot, {})
        return
    if not isinstance(data, list):
        raise BadInput("“{name}” should map names to texts, or be a list of objects with name and text.", name=name)
    for number, one in enumerate(data, start=1):
        where = tr("“{name}” list {number}", name=name, number=number)
        if not isinstance(one, dict):
            raise BadInput("{where} should be an object with name and text.", where=where)
        yield _from_object(where, one)


def _from_object(where: Text, one: dict[str, Any]) -> Brought:
    fields = one.get("fields", {})
    if not isinstance(fields, dict):
        raise BadInput("{where}: “fields” should be an object.", where=where)
    texts = {str(key): str(value) for key, value in fields.items()}
    return _brought(where, one.get("name"), one.get("text", ""), one.get("slot", 1), texts)


def _brought(where: Text, player: Any, text: Any, slot: Any, fields: dict[str, str]) -> Brought:
    if not isinstance(player, str) or not player.strip():
        raise BadInput("{where}: “name” is missing.", where=where)
    if not isinstance(text, str):
        raise BadInput("{where}: “{text}” should be the text of a list.", where=where, text=str(text)[:40])
    word = str(slot)
    if isinstance(slot, bool) or not (word.isascii() and word.isdigit() and 0 < int(word[:3]) < 100):
        raise BadInput("{where}: slot “{slot}” should be 1, 2 and so on.", where=where, slot=word[:40])
    return Brought(player.strip(), text, int(word), fields)
