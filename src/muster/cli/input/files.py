"""Files that people bring (text in the usual encodings, tables, JSON, TOML) and files written for them."""

from __future__ import annotations

import os
import sys
from typing import Any

from muster.app.csv_tables import CsvTable, older_text_of, parse_sheet, text_of
from muster.core.kit.errors import BadInput, Refusal

MOST_BYTES = 50_000_000


def read_bytes(name: str) -> bytes:
    """A file, or standard input for “-”."""
    try:
        if name == "-":
            return _limited(name, sys.stdin.buffer)
        with open(name, "rb") as file:
            return _limited(name, file)
    except OSError as error:
        raise Refusal(
            "“{name}” cannot be read: {strerror}.", name=name, strerror=error.strerror or str(error)
        ) from None


def _limited(name: str, file: Any) -> bytes:
    data: bytes = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Refusal(
            "“{name}” is larger than {most_bytes} MB, too large for a tournament file.",
            name=name,
            most_bytes=MOST_BYTES // 1_000_000,
        )
    return data


def is_folder(name: str) -> bool:
    return name != "-" and os.path.isdir(name)


def read_folder(name: str, ending: str, most: int, most_bytes: int) -> list[tuple[str, bytes]]:
    """The files in a folder and below with this ending, sorted by path; at most one more than `most`."""
    found: list[tuple[str, bytes]] = []
    size = 0
    for folder, below, names in os.walk(name):
        below.sort()
        for one in sorted(names):
            if one.casefold().endswith(ending) and len(found) <= most and size <= most_bytes:
                found.append((os.path.join(folder, one), read_bytes(os.path.join(folder, one))))
                size += len(found[-1][1])
    return found


def read_text(name: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark."""
    return text_of(name, read_bytes(name))


def read_older_text(name: str) -> tuple[str, bool]:
    """The text of a file, which an older program may have written in Windows-1252, and whether it did."""
    return older_text_of(name, read_bytes(name))


def read_json(name: str) -> Any:
    return parse_json(name, read_text(name))


def parse_json(name: str, text: str) -> Any:
    import json

    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadInput(
            "“{name}” is not valid JSON: {msg} in line {lineno}, column {colno}.",
            name=name,
            msg=error.msg,
            lineno=error.lineno,
            colno=error.colno,
        ) from None
    except (ValueError, RecursionError) as error:
        raise BadInput("“{name}” is not valid JSON: {str}.", name=name, str=str(error) or "nested too deep") from None


def _no_constant(word: str) -> Any:
    raise ValueError(f"“{word}” is not a number")


def read_definition(name: str) -> dict[str, Any]:
    """The tables of a TOML file: a composed system, or a circuit."""
    from muster.core.forms.toml import parse

    return parse(read_text(name))


def read_sheet(name: str) -> CsvTable:
    return parse_sheet(name, read_text(name))


STDOUT = "-"


def to_stdout(output: str, as_json: bool) -> bool:
    """Whether a file goes to standard output, which leaves no place for an answer in JSON."""
    if output == STDOUT and as_json:
        raise BadInput("--json and “-” both write to standard output. Use one of them.")
    return output == STDOUT


def must_be_file(name: str) -> None:
    if name == STDOUT:
        raise Refusal("This cannot be written to standard output. Give the name of a file instead of “-”.")


def write_whole(name: str, data: bytes, force: bool, *, private: bool = False) -> None:
    """Completely or not at all: written beside its place, then moved there. `private`: only its owner may read it."""
    must_be_file(name)
    if os.path.exists(name) and not force:
        raise Refusal("“{name}” already exists. Choose another name, or add --force.", name=name)
    from pathlib import Path

    from muster.app.keeping import files

    with files.in_words(name):
        files.put(Path(name), data, 0o600 if private else 0o666)
