"""The past: the log, undo, redo."""

from __future__ import annotations

from collections.abc import Sequence

import click
from msgspec import structs

from muster.app.desk import Opened
from muster.app.log.entries import ToldEntry, log_view, tell
from muster.app.log.names import Names
from muster.app.past import history
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Column, Grid
from muster.cli.params import event_argument
from muster.core.kit.model import Actor
from muster.core.record.facts.play import Entry

STAFF = Actor()


def _clock(at: str) -> str:
    """A time from the journal, in this machine's local time."""
    from datetime import datetime

    try:
        return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
    except (ValueError, OverflowError):
        return at


@command("log")
@event_argument
@click.option("--last", type=click.IntRange(1), metavar="N", help="Only the last N entries.")
def log_command(call: Call, event: str, last: int | None) -> Answer:
    """List everything that was done."""
    entries = log_view(call.desk.open(event))
    entries = [
        structs.replace(one, who=call.accounts.named(one.who, staff=True))
        for one in (entries[-last:] if last else entries)
    ]
    columns = [Column("No", right=True), Column("When"), Column("Who"), Column("What", flex=True)]
    rows = [(str(e.seq), _clock(e.at), e.who, e.text + ("" if e.counts else " (undone)")) for e in entries]
    undone = frozenset(i for i, e in enumerate(entries) if not e.counts)
    return Answer({"event": event, "log": entries}, (Grid(columns, rows, undone),))


@command("undo")
@event_argument
def undo_command(call: Call, event: str) -> Answer:
    """Take back the last action."""
    opened, taken = history.undo(call.desk, event, STAFF)
    return changed(opened, f"Undone: {_told(opened, taken)}.", undone=_listed(opened, taken))


@command("redo")
@event_argument
def redo_command(call: Call, event: str) -> Answer:
    """Bring back what was undone."""
    opened, back = history.redo(call.desk, event, STAFF)
    return changed(opened, f"Redone: {_told(opened, back)}.", redone=_listed(opened, back))


def _listed(opened: Opened, entries: Sequence[Entry]) -> list[ToldEntry]:
    names = Names(opened.event, opened.entries)
    return [ToldEntry(e.seq, type(e.fact).__name__, tell(e.fact, names, opened.system)) for e in entries]


def _told(opened: Opened, entries: Sequence[Entry]) -> str:
    shown = [one.text for one in _listed(opened, entries)]
    more = f" and {len(shown) - 3} more" if len(shown) > 3 else ""
    return "; ".join(shown[:3]) + more
