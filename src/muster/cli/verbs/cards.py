"""Card data and rosters that list checks look at: take them in, say what is there."""

from __future__ import annotations

import click

from muster.app import list_data
from muster.app.numbers import count
from muster.cli.answers import Answer, Column, Grid, Line, dim
from muster.cli.call import Call, call_of, command, shared_options
from muster.cli.files import read_text
from muster.cli.params import complete_system
from muster.core.language import tr


@click.group("cards", invoke_without_command=True)
@shared_options
@click.pass_context
def cards_command(ctx: click.Context) -> None:
    """Say what card data and rosters are there for checking lists, or import some."""
    if ctx.invoked_subcommand is None:
        call_of(ctx).show(_list(call_of(ctx)))


def _list(call: Call) -> Answer:
    counts = list_data.kept_counts(call.desk)
    rows = [(key, kind, str(number)) for key, kinds in counts.items() for kind, number in kinds.items()]
    if not rows:
        return Answer({"cards": counts}, (dim(tr("Nothing yet: muster cards import FILE takes it in.")),))
    columns = [Column("Game"), Column("What"), Column("Number", right=True)]
    return Answer({"cards": counts}, (Grid(columns, rows),))


@command("import")
@click.argument("file", type=click.Path())
@click.option("--system", default="", metavar="KEY", shell_complete=complete_system, help="The game, if FILE has none.")
def import_command(call: Call, file: str, system: str) -> Answer:
    """Take in card data or rosters from a JSON file. - reads from standard input."""
    found, counts = list_data.take_in(call.desk, file, read_text(file), system)
    told = ", ".join(f"{kind.replace('_', ' ')} ({number})" for kind, number in counts.items()) or count(0, "record")
    done = tr("Taken in for {system}: {told}.", system=found.name, told=told)
    return Answer({"system": found.key, "counts": dict(counts), "done": done}, (Line(done, "good"),))


cards_command.add_command(import_command)
