"""Many players' lists at once: a folder with a file for each, or one JSON or CSV file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from muster.app.lists import Brought
from muster.cli.files import parse_json, parse_sheet, read_bytes, read_text
from muster.core.errors import BadInput, Refusal

MOST_FILES = 5_000

_NUMBERED = re.compile(r"(.+?)[ ._-]*(?:\((\d)\)|[._ -](\d))")
"""“Ann.2”, “Ann (2)”, “Ann-2”: the second list of Ann."""


def read_many(name: str) -> list[Brought]:
    """The lists of a folder or a file; every fault says where it stands."""
    found = list(_folder(name) if os.path.isdir(name) else _file(name))
    if not found:
        raise BadInput("“{name}” holds no lists.", name=name)
    return found


def read_list(name: str) -> str:
    """One list as it stands in a file; “-” is standard input."""
    data = b"" if name == "-" else read_bytes(name)
    if data.startswith(b"PK\x03\x04"):
        raise BadInput("“{name}” is a zip archive; unpack it first.", name=name)
    if data.startswith(b"%PDF"):
        raise BadInput("“{name}” is a PDF; save the list as text, or paste it.", name=name)
    return read_text(name)


def _folder(name: str) -> Iterator[Brought]:
    names = sorted(n for n in os.listdir(name) if not n.startswith(".") and os.path.isfile(os.path.join(name, n)))
    if len(names) > MOST_FILES:
        raise Refusal("“{name}” holds {files} files; that is no folder of lists.", name=name, files=len(names))
    for one in names:
        player, slot = _player(os.path.splitext(one)[0])
        yield Brought(player, read_list(os.path.join(name, one)), slot)


def _player(stem: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(stem)
    return (found[1].strip(), int(found[2] or found[3])) if found else (stem.strip(), 1)


def _file(name: str) -> Iterator[Brought]:
    text = read_list(name)
    if name.casefold().endswith(".json") or text.lstrip().startswith(("{", "[")):
        yield from _json(name, parse_json(name, text))
        return
    sheet = parse_sheet(name, text)
    columns = [cell.strip().casefold() for cell in sheet.lines[0][1]]
    if "name" not in columns or "text" not in columns:
        raise BadInput(
            "“{name}” should have the columns name and text, and may have slot and fields of the list; "
            "its first line is “{line}”.",
            name=name,
            line=", ".join(columns),
        )
    for row in sheet.rows(columns):
        cells = dict(row.cells)
        player, text, slot = cells.pop("name", ""), cells.pop("text", ""), cells.pop("slot", "1")
        yield _brought(row.where, player, text, slot, cells)


def _json(name: str, data: Any) -> Iterator[Brought]:
    """{"Ann": "text"}, {"Ann": ["first", "second"]}, or a list of objects with name, text, slot and fields."""
    if isinstance(data, dict):
        for player, value in data.items():
            texts = value if isinstance(value, list) else [value]
            for slot, one in enumerate(texts, start=1):
                where = f"“{name}” {player}"
                if isinstance(one, dict):
                    yield _from_object(where, {"name": player, "slot": slot, **one})
                else:
                    yield _brought(where, player, one, slot, {})
        return
    if not isinstance(data, list):
        raise BadInput("“{name}” should map names to texts, or be a list of objects with name and text.", name=name)
    for number, one in enumerate(data, start=1):
        where = f"“{name}” list {number}"
        if not isinstance(one, dict):
            raise BadInput("{where} should be an object with name and text.", where=where)
        yield _from_object(where, one)


def _from_object(where: str, one: dict[str, Any]) -> Brought:
    fields = one.get("fields", {})
    if not isinstance(fields, dict):
        raise BadInput("{where}: “fields” should be an object.", where=where)
    texts = {str(key): str(value) for key, value in fields.items()}
    return _brought(where, one.get("name"), one.get("text", ""), one.get("slot", 1), texts)


def _brought(where: str, player: Any, text: Any, slot: Any, fields: dict[str, str]) -> Brought:
    if not isinstance(player, str) or not player.strip():
        raise BadInput("{where}: “name” is missing.", where=where)
    if not isinstance(text, str):
        raise BadInput("{where}: “{text}” should be the text of a list.", where=where, text=str(text)[:40])
    word = str(slot)
    if isinstance(slot, bool) or not (word.isascii() and word.isdigit() and 0 < int(word) < 100):
        raise BadInput("{where}: slot “{slot}” should be 1, 2 and so on.", where=where, slot=word[:40])
    return Brought(player.strip(), text, int(word), fields)
