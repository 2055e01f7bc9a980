"""Files that people bring: text in the usual encodings, CSV as spreadsheets write it, JSON, TOML. Or one sentence."""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from muster.core.errors import BadInput, Refusal

MOST_BYTES = 50_000_000

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def read_bytes(name: str) -> bytes:
    """A file, or standard input for “-”."""
    try:
        if name == "-":
            return _limited(name, sys.stdin.buffer)
        with open(name, "rb") as file:
            return _limited(name, file)
    except OSError as error:
        raise Refusal("“{name}” cannot be read: {strerror}.", name=name, strerror=error.strerror or error) from None


def _limited(name: str, file: Any) -> bytes:
    data: bytes = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Refusal(
            "“{name}” is larger than {most_bytes} MB; that is no list of a tournament.",
            name=name,
            most_bytes=MOST_BYTES // 1_000_000,
        )
    return data


def read_text(name: str) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark."""
    data = read_bytes(name)
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    data = data[len(mark) :]
    if encoding == "utf-8" and b"\0" in data:
        raise BadInput("“{name}” is no text file; save it as CSV in UTF-8.", name=name)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        byte = data[error.start]
        raise BadInput(
            "“{name}” line {line} is not {encoding} text (byte 0x{byte:02X}); save the file as UTF-8.",
            name=name,
            line=line,
            encoding=encoding.upper(),
            byte=byte,
        ) from None


def read_older_text(name: str) -> tuple[str, bool]:
    """The text of a file that an older program may have written in Western European letters, and whether it was."""
    try:
        return read_text(name), False
    except BadInput:
        data = read_bytes(name) if name != "-" else b""
        if not data or b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise
    try:
        return data.decode("cp1252"), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), True


def read_json(name: str) -> Any:
    return parse_json(name, read_text(name))


def parse_json(name: str, text: str) -> Any:
    import json

    try:
        return json.loads(text, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise BadInput(
            "“{name}” is no JSON: {msg} in line {lineno}, column {colno}.",
            name=name,
            msg=error.msg,
            lineno=error.lineno,
            colno=error.colno,
        ) from None
    except (ValueError, RecursionError) as error:
        raise BadInput(
            "“{name}” is no JSON that can be read: {str}.", name=name, str=str(error) or "nested too deep"
        ) from None


def _no_constant(word: str) -> Any:
    raise ValueError(f"“{word}” is not a number")


def read_definition(name: str) -> dict[str, Any]:
    """The TOML text of a composed system."""
    from muster.systems.custom import parse

    return parse(read_text(name))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: where it stood and its cells by column, empty cells left out."""

    where: str
    cells: Mapping[str, str]

    def wrong(self, sentence: str) -> BadInput:
        return BadInput("{where}: {what}", where=self.where, what=sentence)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a CSV file, by line, without the empty lines."""

    name: str
    lines: Sequence[tuple[int, Sequence[str]]]

    def rows(self, columns: Sequence[str], first: int = 1) -> Iterator[Row]:
        """The lines from `first` on under these column names; an unnamed column must be empty."""
        for number, cells in self.lines[first:]:
            where = f"“{self.name}” line {number}"
            if any(cell.strip() for cell in cells[len(columns) :]) or (len(cells) > len(columns) and "" not in columns):
                raise BadInput(
                    "{where} has {cells} columns, but there should be {columns}; put quotes round a value "
                    "that holds the separator.",
                    where=where,
                    cells=len(cells),
                    columns=len(columns),
                )
            kept = {c: cell.strip() for c, cell in zip(columns, cells, strict=False) if cell.strip()}
            if "" in kept:
                raise BadInput("{where}: “{kept}” stands in a column without a name.", where=where, kept=kept[""])
            yield Row(where, kept)

    def header(self, known: Callable[[str], str | None], listed: str) -> list[str]:
        """The columns that the first line names; each must be known and none may come twice."""
        number, cells = self.lines[0]
        columns: list[str] = []
        for cell in cells:
            column = known(cell.strip()) if cell.strip() else ""
            if column is None:
                raise BadInput(
                    "“{name}” line {number}: “{cell}” is no column; there can be {listed}.",
                    name=self.name,
                    number=number,
                    cell=cell.strip(),
                    listed=listed,
                )
            if column and column in columns:
                raise BadInput(
                    "“{name}” line {number}: there are two columns “{column}”.",
                    name=self.name,
                    number=number,
                    column=column,
                )
            columns.append(column)
        return columns


def read_sheet(name: str) -> Sheet:
    return parse_sheet(name, read_text(name))


def parse_sheet(name: str, text: str) -> Sheet:
    """A CSV file with commas, semicolons or tabs, whichever its first line has most of."""
    if not text.strip():
        raise BadInput("“{name}” is empty.", name=name)
    first = next(line for line in text.splitlines() if line.strip())
    separator = max(",;\t", key=lambda s: _outside_quotes(first).count(s))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines: list[tuple[int, Sequence[str]]] = []
    begun = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                lines.append((begun, cells))
            begun = reader.line_num + 1
    except csv.Error as error:
        raise BadInput(
            "“{name}” line {begun} is no CSV: {error}; look for a quote that is not closed.",
            name=name,
            begun=begun,
            error=error,
        ) from None
    if not lines:
        raise BadInput("“{name}” is empty: its lines have separators and nothing between them.", name=name)
    return Sheet(name, lines)


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])
