"""Events of other programs: taken in, recomputed and compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

import click

from muster.app.csv_tables import CsvTable, parse_sheet
from muster.app.exact import exact
from muster.app.exchange import aesops, nrtm, rounds_csv, ties, tome, trf
from muster.app.exchange.bring_in import Imported, import_record
from muster.app.exchange.compare import RANK, Difference, DifferenceView
from muster.app.exchange.record import Record
from muster.app.numbers import count, decimal
from muster.app.people.event_files import EVENTS, must_be_report, must_be_table, read_from
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.input.files import parse_json, read_older_text, read_text
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title, warn
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Actor

STAFF = Actor()
TRF, CSV = "trf", "csv"
JSON = {"cobra": nrtm.read, "aesops": aesops.read, "tome": tome.read}


@command("import-from")
@click.argument("format_", metavar="FORMAT", type=click.Choice((TRF, *JSON, CSV)))
@click.argument("file", type=click.Path())
@click.option("--as", "event_id", default="", metavar="ID", help="Use this id instead of one made from the name.")
@click.option("--standings", metavar="CSV", help="The published standings, for the CSV of rounds.")
@click.option(
    "--tiebreak", "tiebreaks", multiple=True, metavar="KEY", help="Use this instead of the file's (repeatable)."
)
def import_from_command(
    call: Call, format_: str, file: str, event_id: str, standings: str | None, tiebreaks: tuple[str, ...]
) -> Answer:
    """Import another program's event and compare standings. FORMAT is trf, cobra, aesops, tome or csv; - is stdin."""
    if standings is not None and format_ != CSV:
        raise click.UsageError("--standings works only with csv. The other formats include standings.")
    record, notes = _record(format_, file, standings)
    stem = os.path.splitext(os.path.basename(file))[0].strip() if file != "-" else ""
    rows = [ties.row(text) for text in tiebreaks]
    done = import_record(call.desk, record, STAFF, event_id=event_id, name=stem, tiebreaks=rows)
    return _answer(done, [*notes, *done.notes])


def _record(format_: str, file: str, standings: str | None) -> tuple[Record, list[str]]:
    if format_ in JSON:
        return JSON[format_](read_from(file, read_text(file), EVENTS[format_], parse_json)), []
    if format_ == CSV:
        rounds = _lines(_sheet(file), rounds_csv.column, ("round", "a"))
        said = [] if standings is None else _lines(_sheet(standings), rounds_csv.standings_column, ("player",))
        return rounds_csv.read(rounds, said), []
    text, older = read_older_text(file)
    must_be_report(file, text, parse_json)
    return trf.read(text), ["The file is not UTF-8; it was read as Western European (Latin-1)."] if older else []


def _sheet(file: str) -> CsvTable:
    text = read_text(file)
    must_be_table(file, text, parse_json)
    return parse_sheet(file, text)


def _lines(sheet: CsvTable, known: Callable[[str], str | None], needed: Sequence[str]) -> list[rounds_csv.Cells]:
    columns = sheet.header(known, ", ".join(rounds_csv.COLUMNS))
    for column in needed:
        if column not in columns:
            raise BadInput(
                "“{name}” has no column “{column}”; its first line should name its columns.",
                name=sheet.name,
                column=column,
            )
    return [(str(row.where), row.cells) for row in sheet.rows(columns)]


def _answer(done: Imported, notes: list[str]) -> Answer:
    event = done.opened.event
    found, compared = done.comparison.differences, done.comparison.compared
    sentence = (
        f"“{event.name}” imported as {done.opened.id}: {count(len(event.players), 'player')}, "
        f"{count(len(event.rounds), 'round')}."
    )
    return changed(
        done.opened,
        sentence,
        *_compared(found, dict(compared)),
        *(warn(note) for note in notes),
        differences=[_view(one) for one in found],
        compared=dict(compared),
        notes=notes,
    )


def _view(one: Difference) -> DifferenceView:
    ours: int | str | None = exact(one.ours)
    if one.what == RANK and one.shared:
        ours = f"{ours}="
    return DifferenceView(one.player, one.name, one.what, one.published, ours)


def _compared(found: list[Difference], compared: dict[str, int]) -> Iterator[Block]:
    if not compared:
        yield dim("The file has no standings to compare with.")
        return
    listed = ", ".join(f"{what} ({number})" for what, number in compared.items())
    if not found:
        yield Line(f"Recomputed and equal: {listed}.", "good")
        return
    yield Line(f"Recomputed: {listed}.")
    yield title(count(len(found), "difference"))
    rows = []
    for one in found:
        ours = str(_view(one).ours) if one.what == RANK else decimal(exact(one.ours))
        rows.append((one.name, one.what, one.published, ours))
    columns = [Column("Player", flex=True), Column("What"), Column("Published", right=True), Column("Ours", right=True)]
    yield Grid(columns, rows)
