"""Taking events away and bringing them back: export, import, verify."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

import click
from msgspec.structs import asdict

from muster.app.desk import Opened
from muster.app.events import carry as transfer
from muster.app.keeping.copies import JournalFile
from muster.app.numbers import count
from muster.app.past.record import find_mark, mark
from muster.app.past.verify import Verification, check_tables, verify
from muster.app.persons.forget import hide_in_import
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.input.files import STDOUT, read_json, write_whole
from muster.cli.output.answers import Answer, Block, Line
from muster.cli.params import complete_event, event_argument
from muster.cli.progress import watched
from muster.core.kit.model import Actor
from muster.core.kit.progress import IMPORTING, VERIFYING
from muster.core.record.facts.claims import NameForgotten

DIFFERENT = 1


JOURNAL, TRF, CSV, STANDINGS = "journal", "trf", "csv", "standings"
PLAYERS, RESULTS, LISTS, AWARDS, ICAL = "players", "results", "lists", "awards", "ical"


@command("export")
@event_argument
@click.option(
    "--without-seed", is_flag=True, help="Leave out secrets (seed, lists, choices), so you can share the file."
)
@click.option(
    "--format",
    "format_",
    type=click.Choice((JOURNAL, TRF, CSV, STANDINGS, PLAYERS, RESULTS, LISTS, AWARDS, ICAL)),
    default=JOURNAL,
    show_default=True,
    help="The whole journal; or for other programs: a FIDE report, a calendar; rounds (csv) or other parts as CSV.",
)
@click.option("-o", "--output", metavar="FILE", help="Write to this file; - or none: to the terminal.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def export_command(call: Call, event: str, without_seed: bool, format_: str, output: str | None, force: bool) -> Answer:
    """Write an event to a file."""
    output = None if output == STDOUT else output
    if format_ != JOURNAL:
        return _for_others(call, event, format_, output, force)
    import json

    data = transfer.export_event(call.desk, event, not without_seed)
    if output is None:
        text = json.dumps({"ok": True, **data} if call.json else data, ensure_ascii=True, indent=1) + "\n"
        return Answer(data, text=text)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    write_whole(output, text.encode(), force, private=not without_seed)
    done = f"“{data['name']}” written to {output} ({count(len(data['rows']), 'entry', 'entries')})."
    answer = {"event": event, "done": done, "file": output}
    cut = len(data["rows"]) < len(call.desk.rows(event))
    ends = [Line("It ends before the first draft of a round that is not published.")] if cut else []
    return Answer(answer, (Line(done, "good"), *_secrets(data, without_seed), *ends))


def _secrets(data: JournalFile, without: bool) -> Iterator[Line]:
    """What in an export is not for everybody, and what was left out."""
    clear = transfer.in_clear(data)
    sealed = sum("sealed" in row for row in data["rows"])
    if without:
        seed = "" if data["seed"] else "the secret seed, "
        hidden = "the players' lists and secret choices, penalties, notes and scenarios to come are not in it"
        yield Line(f"You can share it: {seed}{hidden}.")
    elif data["seed"] or sealed or clear:
        what = "the secret seed, the players' lists and their secret choices"
        yield Line(f"It contains {what}. To share it, export --without-seed.", "warn")
    if without and clear:
        what = count(clear, "entry", "entries")
        yield Line(
            f"Readable lists, declarations, scenarios, penalties or notes are in {what} of an older version of Muster.",
            "warn",
        )


def _for_others(call: Call, event: str, format_: str, output: str | None, force: bool) -> Answer:
    from muster.app.exchange import rounds_csv, trf_write
    from muster.app.takeaway import ical, sheets

    write = {
        TRF: trf_write.write,
        CSV: rounds_csv.write,
        STANDINGS: rounds_csv.write_standings,
        PLAYERS: sheets.players_csv,
        RESULTS: sheets.results_csv,
        LISTS: sheets.lists_csv,
        AWARDS: sheets.awards_csv,
        ICAL: ical.event_calendar,
    }[format_]
    opened = call.desk.open(event)
    text = write(opened)
    if output is None:
        return Answer({"event": event, "format": format_, "text": text}, text="" if call.json else text)
    write_whole(output, text.encode(), force)
    done = f"“{opened.event.name}” written to {output} as {format_}."
    return Answer({"event": event, "done": done, "file": output}, (Line(done, "good"),))


@command("import")
@click.argument("file", type=click.Path())
@click.option("--as", "event_id", default="", metavar="ID", help="Use this id instead of the event's own.")
def import_command(call: Call, file: str, event_id: str) -> Answer:
    """Import an event from an export. - reads from standard input."""
    with watched(IMPORTING, colour=call.colour) as progress:
        opened = transfer.import_event(call.desk, read_json(file), event_id, progress)
    hide_in_import(call.people, opened.id, Actor())
    opened = call.desk.open(opened.id)
    done = f"“{opened.event.name}” imported as {opened.id} ({count(len(opened.entries), 'entry', 'entries')})."
    return changed(opened, done)


@command("verify")
@click.argument("event", shell_complete=complete_event)
@click.option("--seed", default="", metavar="TEXT", help="The revealed seed, if it is not in the export.")
@click.option(
    "--head", default="", metavar="RECORD", help="Digits from a sheet or screen, to compare with this journal."
)
def verify_command(call: Call, event: str, seed: str, head: str) -> Answer:
    """Check every draw and standing by computing it again. EVENT may also be an export file."""
    with watched(VERIFYING, colour=call.colour) as progress:
        if event == "-" or event.endswith(".json") or os.sep in event or os.path.isfile(event):
            opened, known = transfer.open_export(read_json(event), progress)
            tables = None
        else:
            opened = call.desk.open(event)
            known = call.desk.seed(event) or opened.event.seed
            tables = check_tables(call.desk, event)
        held = find_mark(opened, head) if head else None
        outcome = verify(opened, seed or known, progress, tables)
    data: dict[str, Any] = {"event": opened.id, **asdict(outcome), "record": mark(opened), "head": held}
    if outcome.ok:
        found = [] if held is None else [Line(f"The digits you gave match this journal at entry {held}.", "good")]
        return Answer(data, (*_verdict(outcome), *_erased(opened), *found))
    data["error"] = {
        "sentence": outcome.difference,
        "clause": "",
        "heading": "",
        "kind": "difference",
        "code": "difference",
    }
    return Answer(data, (*_verdict(outcome), *_erased(opened)), exit_code=DIFFERENT)


def _verdict(outcome: Verification) -> Iterator[Block]:
    checked = outcome.checked
    parts = [
        count(checked.chain, "entry", "entries"),
        count(checked.draws, "draw"),
        count(checked.lots, "lot"),
        count(checked.standings, "sealed standing"),
        count(checked.cuts, "cut"),
        count(checked.scenarios, "rolled scenario"),
        *([count(checked.layouts, "layout")] if checked.layouts else []),
        *([count(checked.seals, "seal")] if checked.seals else []),
        *([count(checked.tables, "game at a table", "games at tables")] if checked.tables else []),
    ]
    if outcome.ok:
        yield Line(f"Verified: everything matches ({', '.join(parts)}).", "good")
    else:
        yield Line(f"DOES NOT MATCH. {outcome.difference}", "warn")
        yield Line(f"Everything before that matches: {', '.join(parts)}.")
    if not outcome.seed_known:
        yield Line("The seed is not known, so draws and lots were not checked.", "warn")
    if outcome.earlier_draws:
        drawn = count(outcome.earlier_draws, "draw")
        yield Line(
            f"Not checked: {drawn}, made by an earlier version of Muster; today's rules give a different result.",
            "warn",
        )
    if outcome.withheld:
        lacking = count(outcome.withheld, "entry", "entries")
        yield Line(f"What was sealed beside {lacking} is not there: left out of this copy, or erased.")


def _erased(opened: Opened) -> Iterator[Line]:
    """Whether a record printed earlier can still be found."""
    for entry in opened.entries:
        if isinstance(entry.fact, NameForgotten) and entry.fact.rewritten:
            first = entry.fact.rewritten
            yield Line(
                f"A name was erased at entry {entry.seq}, and the hashes from entry {first} on are new since then. "
                f"Records printed before match up to entry {first - 1}."
            )
