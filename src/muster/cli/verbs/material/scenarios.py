"""The scenarios of the rounds: chosen or rolled, the organiser's own sheets, and the material they take."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from muster.app.desk import Opened
from muster.app.events import actions as app
from muster.app.events.scenarios import (
    ElementCount,
    Materials,
    chosen_for,
    detach,
    drop_variant,
    keep_variant,
    materials,
    scenarios_view,
    variant_text,
    variants_view,
)
from muster.app.numbers import count
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.input.files import read_bytes
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title
from muster.cli.params import event_argument
from muster.core.kit.model import Actor

STAFF = Actor()


@command("scenario")
@event_argument
@click.argument("round_", metavar="[ROUND]", type=click.IntRange(1), required=False)
@click.argument("name", required=False)
@click.option("--roll", is_flag=True, help="Roll one for every planned round without one.")
@click.option("--category", default="", metavar="TEXT", help="Its category, if it is not a rulebook scenario.")
@click.option("--advanced", is_flag=True, help="Mark it as advanced.")
@click.option("--text", default="", metavar="TEXT", help="More for the players, shown with the round.")
@click.option("--sheet", default="", metavar="FILE", help="Your own sheet for the round's scenario: PDF, PNG or JPEG.")
@click.option("--no-sheet", is_flag=True, help="Remove your own sheet from the round's scenario.")
@click.option(
    "--keep", default="", metavar="NAME", help="Save a scenario of your own, with --text, --file or --objective."
)
@click.option("--file", "file", default="", metavar="FILE", help="With --keep: a text file with its full text.")
@click.option("--of", "variant_of", default="", metavar="NAME", help="With --keep: the scenario it is a variant of.")
@click.option(
    "--objective", "objectives", multiple=True, metavar="TEXT", help="With --keep: an objective (repeatable)."
)
@click.option("--drop", default="", metavar="NAME", help="Remove a scenario of your own.")
@click.option("--write", default="", metavar="NAME", help="Print a scenario of your own, whole, to pass it on.")
@click.option("--material", is_flag=True, help="List the zones, flags and objectives the day needs.")
@click.option(
    "--tables", type=click.IntRange(1), metavar="N", help="Number of tables (default: as many as are in use)."
)
def scenario_command(
    call: Call, event: str, round_: int | None, name: str | None, roll: bool, material: bool, **given: Any
) -> Answer:
    """Choose or roll the rounds' scenarios.

    With ROUND and NAME, chooses one. With ROUND and --sheet, attaches your own sheet, used instead of the rulebook's.
    """
    own = (given["keep"], given["drop"], given["write"])
    if sum((roll, material, bool(given["sheet"]), given["no_sheet"], *map(bool, own))) > 1:
        raise click.UsageError(
            "Only one of --roll, --material, --sheet, --no-sheet, --keep, --drop and --write at a time."
        )
    if any(own):
        return _own(call, event, given)
    if given["sheet"] or given["no_sheet"]:
        return _sheet(call, event, round_, name, given["sheet"])
    if (roll or material) and round_ is not None:
        raise click.UsageError("--roll and --material apply to all rounds. Leave the round out.")
    if given["tables"] and not material:
        raise click.UsageError("--tables works with --material.")
    if material:
        return _material(call.desk.open(event), given["tables"])
    if roll:
        opened = app.roll_scenarios(call.desk, event, STAFF)
        return changed(opened, "Scenarios rolled.", extra=_scenarios(opened), scenarios=scenarios_view(opened))
    if round_ is None:
        opened = call.desk.open(event)
        return Answer({"event": event, "scenarios": scenarios_view(opened)}, _scenarios(opened))
    if name is None:
        raise click.UsageError(f"Give the name of the scenario for round {round_}.")
    more = {key: given[key] for key in ("category", "advanced", "text")}
    opened = app.choose_scenario(call.desk, event, round_, name, STAFF, **more)
    chosen = opened.event.scenarios[round_].name
    return changed(opened, f"Round {round_} plays {chosen}.", scenarios=scenarios_view(opened))


def _sheet(call: Call, event: str, round_: int | None, name: str | None, file: str) -> Answer:
    """Attaches the organiser's own sheet to a round's scenario, or removes it."""
    if round_ is None or name is not None:
        raise click.UsageError("Write it as: muster scenario EVENT ROUND --sheet FILE, or --no-sheet")
    scenario = chosen_for(call.desk.open(event), round_).name
    if file:
        from muster.paper.scenarios import attach

        opened = attach(call.desk, event, scenario, Path(file).name, read_bytes(file), STAFF)
        done = f"“{scenario}” now uses “{Path(file).name}”."
    else:
        opened = detach(call.desk, event, scenario, STAFF)
        done = f"“{scenario}” no longer has your own sheet."
    return changed(opened, done, scenarios=scenarios_view(opened))


def _own(call: Call, event: str, given: dict[str, Any]) -> Answer:
    """One of the event's own scenarios: saved, removed, or written out to pass on."""
    if given["write"]:
        opened = call.desk.open(event)
        text = variant_text(opened, given["write"])
        return Answer({"event": opened.id, "text": text, "variants": variants_view(opened)}, [Line(text.rstrip())])
    if given["drop"]:
        opened = drop_variant(call.desk, event, given["drop"], STAFF)
        done = f"“{given['drop']}” is removed."
    else:
        text = read_bytes(given["file"]).decode("utf-8", "replace") if given["file"] else given["text"]
        more = {"variant_of": given["variant_of"], "objectives": given["objectives"]}
        opened = keep_variant(call.desk, event, given["keep"], text, STAFF, **more)
        done = f"“{given['keep']}” is saved."
    return changed(opened, done, variants=variants_view(opened))


def _material(opened: Opened, tables: int | None) -> Answer:
    view = materials(opened, tables or len(opened.event.active_players()) // 2)
    return Answer({"event": opened.id, "materials": view}, _material_blocks(opened, view))


def _material_blocks(opened: Opened, view: Materials) -> Iterator[Block]:
    if not view.rounds:
        yield dim(f"No rulebook scenario is chosen yet: muster scenario {opened.id} 1 NAME, or --roll")
        return
    yield title(f"For {count(view.tables, 'table')}")
    parts = [(str(r.round), r.scenario, _words(r.needed)) for r in view.rounds]
    yield Grid(
        [Column("Round", right=True), Column("Scenario", flex=True), Column("Takes", flex=True)],
        [*parts, ("", "most needed at once", _words(view.most))],
    )


def _words(needed: list[ElementCount]) -> str:
    return ", ".join(f"{one.count} × {one.element}" for one in needed) or "nothing"


def _scenarios(opened: Opened) -> Iterator[Block]:
    rows = [(str(s.round), s.name, s.category, s.sheet) for s in scenarios_view(opened)]
    if rows:
        columns = [Column("Round", right=True), Column("Scenario", flex=True), Column("Category"), Column("Own sheet")]
        yield Grid(columns, rows)
    else:
        yield dim(f"None is chosen yet: muster scenario {opened.id} 1 NAME, or --roll")
