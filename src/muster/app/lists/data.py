"""Data for list checks (card pools, rosters): take a file or folder in, say what is kept, make it ready for checks."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from muster.app.csv_tables import text_of
from muster.app.desk import Desk
from muster.app.keeping.ledger import TRIES
from muster.core.book.list_data import Kept, ListData, parse_document
from muster.core.book.system import System
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.systems import registry

DEFAULT = "l5r"
"""The game of a file that does not name one: other programs' formats are for its cards."""


MOST_FILES, MOST_BYTES = 20_000, 64_000_000
"""JSON files in a folder or zip archive, and their bytes: about five times the size of fiveringsdb's repository."""

ZIP = b"PK\x03\x04"


def take_in(desk: Desk, name: str, data: bytes, system: str = "") -> tuple[System, Mapping[str, int]]:
    """Adds a file to the stored data and returns how many of each kind it had. If no game is given, the file itself
    says which.

    A zip archive is treated as a folder of files.
    """
    if data.startswith(ZIP):
        return take_in_folder(desk, name, _unpacked(name, data), system)
    text = text_of(name, data)
    found = registry.find(system or _said(text) or DEFAULT)
    rules = _rules(found)
    return found, _add(desk, found, rules, parse_document(name, text, rules))


def take_in_folder(
    desk: Desk, name: str, files: Sequence[tuple[str, bytes]], system: str = ""
) -> tuple[System, Mapping[str, int]]:
    """Adds a folder's JSON files, by path, all or none; irrelevant ones are left out."""
    found = registry.find(system or DEFAULT)
    rules = _rules(found)
    if rules.gather is None:
        raise Refusal("{system} data is a single file. Import that file.", system=found.name)
    if len(files) > MOST_FILES or sum(len(data) for _, data in files) > MOST_BYTES:
        raise _too_much(name)
    document = rules.gather([(path, parse_document(path, text_of(path, data), rules)) for path, data in files])
    if not document:
        raise BadInput(
            "“{name}” has no JSON files with cards, packs or roles. Choose the folder that has them.", name=name
        )
    return found, _add(desk, found, rules, document)


def _too_much(name: str) -> BadInput:
    return BadInput(
        "“{name}” has more than {files} files or {megabytes} MB of JSON, far more than card data.",
        name=name,
        files=MOST_FILES,
        megabytes=MOST_BYTES // 1_000_000,
    )


def _unpacked(name: str, data: bytes) -> list[tuple[str, bytes]]:
    """The JSON files in an archive. Their stated sizes are not trusted: no more is unpacked than allowed."""
    found, left = [], MOST_BYTES
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            inside = [one for one in archive.infolist() if one.filename.casefold().endswith(".json")]
            if len(inside) > MOST_FILES:
                raise _too_much(name)
            for one in inside:
                with archive.open(one) as file:
                    content = file.read(left + 1)
                left -= len(content)
                if left < 0:
                    raise _too_much(name)
                found.append((one.filename, content))
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError, ValueError, OSError):
        raise BadInput("“{name}” cannot be opened as a zip archive. Download or pack it again.", name=name) from None
    return found


def _add(desk: Desk, system: System, rules: ListData, document: Any) -> Mapping[str, int]:
    for _ in range(TRIES):
        before = desk.journals.list_data(system.key)
        taken = rules.take(_kept(system.key, before, rules), document)
        rules.make(taken.kept)  # Never store what cannot be used.
        try:
            desk.keep_list_data(system.key, json.dumps(taken.kept, ensure_ascii=False), before)
        except Conflict:
            continue
        return taken.counts
    raise Conflict("Others are importing data right now. Try again in a moment.")


def _said(text: str) -> str:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    system = found.get("system") if isinstance(found, dict) else None
    return system if isinstance(system, str) else ""


def _rules(system: System) -> ListData:
    if system.lists is None or system.lists.data is None:
        raise Refusal("{system} lists are checked without any imported data.", system=system.name)
    return system.lists.data


def _kept(key: str, text: str, rules: ListData) -> Kept:
    found: Kept = parse_document(key, text, rules) if text else {}
    return found


def kept_counts(desk: Desk) -> dict[str, dict[str, int]]:
    """How many of each kind are stored, by game."""
    counts = {}
    for key in registry.names():
        system = registry.find(key)
        if system.lists is not None and system.lists.data is not None:
            kept = _kept(key, desk.journals.list_data(key), system.lists.data)
            counts[key] = {kind: len(found) for kind, found in kept.items() if isinstance(found, dict) and found}
    return counts


def data_of(desk: Desk, system: System) -> object:
    """What a check finds in `Context.data`; None if nothing was imported."""
    if system.lists is None or system.lists.data is None:
        return None
    text = desk.journals.list_data(system.key)
    return _made(system.key, text) if text else None


@lru_cache(maxsize=4)
def _made(key: str, text: str) -> object:
    rules = _rules(registry.find(key))
    return rules.make(parse_document(key, text, rules))
