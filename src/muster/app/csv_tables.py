"""Tables as text: decoding, CSV as spreadsheets write it with line numbers, and output safe for spreadsheets."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from muster.core.kit.errors import BadInput
from muster.core.kit.language import Message, Text, tr

SEPARATORS = ",;\t"

_FORMULA = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""Also with the wide signs, which a Japanese spreadsheet reads as the narrow ones; and what was guarded before."""
_NUMBER = re.compile(r"-?[0-9]+([./][0-9]+)?|-")

_ZIP = b"PK\x03\x04"
_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))


def guarded(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula: one that begins like a formula gets an apostrophe.

    Numbers stay numbers.
    """
    return f"'{cell}" if _FORMULA.match(cell) and not _NUMBER.fullmatch(cell) else cell


def unguarded(cell: str) -> str:
    """A cell as it was before `guarded`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell, 1) else cell


def text_of(name: str, data: bytes) -> str:
    """The text of a file in UTF-8, or in UTF-16 with a byte order mark."""
    if data.startswith(_ZIP):
        raise BadInput("“{name}” is a zip archive. Unpack it and use the file inside.", name=name)
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", "utf-8"))
    data = data[len(mark) :]
    if encoding == "utf-8" and b"\0" in data:
        raise BadInput("“{name}” is not a text file. Save it as text, CSV or JSON in UTF-8.", name=name)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise BadInput(
            "“{name}” line {line} is not {encoding} text (byte {byte}). Save the file as UTF-8.",
            name=name,
            line=data[: error.start].count(b"\n") + 1,
            encoding=encoding.upper(),
            byte=f"0x{data[error.start]:02X}",
        ) from None


def older_text_of(name: str, data: bytes) -> tuple[str, bool]:
    """The text of a file, which an older program may have written in Windows-1252, and whether it did."""
    try:
        return text_of(name, data), False
    except BadInput:
        if b"\0" in data or data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise
    try:
        return data.decode("cp1252"), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), True


@dataclass(frozen=True, slots=True)
class CsvRow:
    """One line of a table: where it is, and its cells by column without empty ones."""

    where: Text
    cells: Mapping[str, str]
    line: int = 0

    def wrong(self, sentence: Text) -> BadInput:
        return BadInput("{where}: {what}", where=self.where, what=sentence)


@dataclass(frozen=True, slots=True)
class CsvTable:
    """The cells of a CSV file, by line, without the empty lines."""

    name: Text
    lines: Sequence[tuple[int, Sequence[str]]]

    def where(self, line: int) -> Message:
        return tr("“{name}” line {line}", name=self.name, line=line)

    def rows(self, columns: Sequence[str], first: int = 1) -> Iterator[CsvRow]:
        """The lines from `first` on with these column names; an unnamed column must be empty."""
        for number, cells in self.lines[first:]:
            where = self.where(number)
            if any(cell.strip() for cell in cells[len(columns) :]) or (len(cells) > len(columns) and "" not in columns):
                raise BadInput(
                    "{where} has {found} columns, but there should be {wanted}. Put quotes around a value "
                    "that contains the separator.",
                    where=where,
                    found=len(cells),
                    wanted=len(columns),
                )
            kept = {c: unguarded(cell.strip()) for c, cell in zip(columns, cells, strict=False) if cell.strip()}
            if "" in kept:
                raise BadInput("{where}: “{cell}” is in a column without a heading.", where=where, cell=kept[""])
            yield CsvRow(where, kept, number)

    def header(self, known: Callable[[str], str | None], listed: str) -> list[str]:
        """The columns named in the first line; each must be known, and none may appear twice."""
        number, cells = self.lines[0]
        where = self.where(number)
        columns: list[str] = []
        for cell in cells:
            column = known(cell.strip()) if cell.strip() else ""
            if column is None:
                raise BadInput(
                    "{where}: “{cell}” is not a column. The columns are: {listed}.",
                    where=where,
                    cell=cell.strip(),
                    listed=listed,
                )
            if column and column in columns:
                raise BadInput("{where}: there are two columns “{column}”.", where=where, column=column)
            columns.append(column)
        return columns


def parse_sheet(name: Text, text: str) -> CsvTable:
    """A CSV file with commas, semicolons or tabs, whichever is most frequent in its first line."""
    if not text.strip():
        raise BadInput("“{name}” is empty.", name=name)
    first = next(line for line in text.splitlines() if line.strip())
    separator = max(SEPARATORS, key=lambda s: _outside_quotes(first).count(s))
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
            "“{name}” line {line} is not valid CSV: {error}. Look for a quote that is not closed.",
            name=name,
            line=begun,
            error=str(error),
        ) from None
    if not lines:
        raise BadInput("“{name}” is empty: its lines contain only separators.", name=name)
    return CsvTable(name, lines)


def sheet_text(sheet: CsvTable) -> str:
    """A table as text that `parse_sheet` reads back, with every line in its place."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    written = 0
    for number, cells in sheet.lines:
        out.write("\n" * (number - written - 1))
        writer.writerow(cells)
        written = number + sum(cell.count("\n") for cell in cells)
    return out.getvalue()


def _outside_quotes(line: str) -> str:
    return "".join(line.split('"')[::2])
