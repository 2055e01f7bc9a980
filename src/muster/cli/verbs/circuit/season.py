"""The seasons: list them, open one, look at it."""

from __future__ import annotations

import os

import click

from muster.app.circuit import actions
from muster.app.circuit.log import season_log
from muster.app.circuit.report import season_report
from muster.app.circuit.seasons import OpenSeason
from muster.app.circuit.views import season_view, seasons_view
from muster.cli.call import Call, call_of, command, shared_options
from muster.cli.output.answers import Answer, Column, Grid, Line, dim, warn
from muster.cli.params import season_argument
from muster.cli.verbs.circuit import changes, takeaway
from muster.cli.verbs.circuit.blocks import event_blocks, people_blocks, season_blocks, why_blocks
from muster.core.kit.errors import Refusal, UnknownName
from muster.core.rules.circuit.seasons import entered_event
from muster.systems import registry


@click.group("season", invoke_without_command=True)
@shared_options
@click.pass_context
def season_command(ctx: click.Context) -> None:
    """Run a season: a league, a circuit, Iron Gauntlet, and its final."""
    if ctx.invoked_subcommand is None:
        call_of(ctx).show(_list(call_of(ctx)))


def _list(call: Call) -> Answer:
    found = seasons_view(call.seasons)
    if not found:
        told = dim('There is no season yet: muster season new "NAME" --circuit FILE --from DAY --to DAY')
        return Answer({"seasons": found}, [told])
    columns = [Column("Id"), Column("Name", flex=True), Column("Circuit"), Column("From"), Column("To")]
    rows = [(s.id, s.name, s.circuit, s.first, s.last, str(s.events)) for s in found]
    errors = [warn(f"{s.id}: {s.error}") for s in found if s.error]
    return Answer({"seasons": found}, [Grid([*columns, Column("Events", right=True)], rows), *errors])


@command("new")
@click.argument("name")
@click.option("--circuit", required=True, metavar="FILE", help="A TOML file, or the key of a built-in circuit.")
@click.option("--from", "first", required=True, metavar="DAY", help="The first day, such as 2026-06-01.")
@click.option("--to", "last", required=True, metavar="DAY", help="The last day.")
@click.option("--id", "season_id", default="", metavar="ID", help="The id used in commands (default: from the name).")
def new_command(call: Call, name: str, circuit: str, first: str, last: str, season_id: str) -> Answer:
    """Open a season of a circuit."""
    if circuit.endswith(".toml") or os.sep in circuit:
        from muster.cli.input.files import read_definition

        definition = read_definition(circuit)
    else:
        definition = dict(registry.circuit(circuit))
    opened = actions.open_season(call.seasons, name, definition, first, last, changes.STAFF, season_id)
    return changes.changed(opened, f"Season “{opened.season.name}” opened as {opened.id}.")


@command("table")
@season_argument
@click.option("--why", default="", metavar="NAME", help="Show where this player's points come from.")
def table_command(call: Call, season: str, why: str) -> Answer:
    """Show a season's table: points, places, and who has qualified."""
    view = season_view(call.seasons, call.desk, call.seasons.open(season))
    if not why:
        return Answer({"season": view}, season_blocks(view))
    rows = [row for row in view.table if row.name.casefold() == why.strip().casefold()]
    if not rows:
        raise UnknownName("player with points", why, [row.name for row in view.table])
    return Answer({"season": view}, [block for row in rows for block in why_blocks(row)])


@command("event")
@season_argument
@click.argument("event")
def event_command(call: Call, season: str, event: str) -> Answer:
    """Show what a season asks of one of its events, and what is missing."""
    opened = call.seasons.open(season)
    known = entered_event(opened.season, event).entered.event
    view = season_view(call.seasons, call.desk, opened)
    found = next(one for one in view.events if one.event == known)
    return Answer({"season": season, "event": found}, event_blocks(found))


@command("report")
@season_argument
@click.argument("event")
def report_command(call: Call, season: str, event: str) -> Answer:
    """Print an event's top three and standings, to send to whoever runs the circuit."""
    found = season_report(call.seasons, call.desk, call.seasons.open(season), event)
    if not found.text:
        raise Refusal("The results of “{event}” are not in the season yet.", event=found.event.name)
    due = f" The last day is {found.asked.due}." if found.asked.due and not found.asked.on else ""
    step = f"Once it is sent: muster season step {season} {found.event.event} {found.asked.key}.{due}"
    blocks = [Line(found.text), Line(), dim(f"Sent on {found.asked.on}." if found.asked.on else step)]
    return Answer({"season": season, "event": found.event, "text": found.text}, blocks)


@command("people")
@season_argument
def people_command(call: Call, season: str) -> Answer:
    """List players of different events who may be the same person."""
    alike = season_view(call.seasons, call.desk, call.seasons.open(season)).alike
    return Answer({"season": season, "alike": alike}, people_blocks(season, alike))


@command("log")
@season_argument
def log_command(call: Call, season: str) -> Answer:
    """List everything that was done in a season."""
    opened: OpenSeason = call.seasons.open(season)
    entries = season_log(opened)
    columns = [Column("No", right=True), Column("When"), Column("Who"), Column("What", flex=True)]
    rows = [(str(e.seq), e.at[:16], e.who, e.text + ("" if e.counts else " (undone)")) for e in entries]
    undone = frozenset(at for at, e in enumerate(entries) if not e.counts)
    return Answer({"season": season, "log": entries}, [Grid(columns, rows, undone)])


for one in (new_command, table_command, event_command, report_command, people_command, log_command):
    season_command.add_command(one)
for one in (*changes.COMMANDS, *takeaway.COMMANDS):
    season_command.add_command(one)
