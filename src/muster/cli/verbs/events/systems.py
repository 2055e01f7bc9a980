"""The game systems: list them, show one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from muster.cli.call import Call, call_of, command, shared_options
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title, warn
from muster.cli.output.tables import options_blocks
from muster.cli.params import complete_system

if TYPE_CHECKING:
    from muster.app.views.shapes import FieldView, SystemView


@click.group("systems", invoke_without_command=True)
@shared_options
@click.pass_context
def systems_command(ctx: click.Context) -> None:
    """List the game systems, or show one."""
    if ctx.invoked_subcommand is None:
        call_of(ctx).show(_list())


def _list() -> Answer:
    from muster.app.views.shapes import SystemLine
    from muster.systems import registry

    found = [registry.find(key) for key in registry.names()]
    listed = [SystemLine(s.key, s.name, f"{s.edition.title} {s.edition.version}".strip()) for s in found]
    rows = [(s.key, s.name, s.edition) for s in listed]
    grid = Grid([Column("Key"), Column("Game", flex=True), Column("Book", flex=True)], rows)
    broken = [str(refusal) for refusal in registry.broken()]
    told: list[Block] = [grid, *(warn(sentence) for sentence in broken), dim("More on one: muster systems show KEY")]
    return Answer({"systems": listed, "broken": broken}, told)


@command("show")
@click.argument("key", shell_complete=complete_system)
@click.option("--toml", is_flag=True, help="Only the TOML definition of a custom system.")
def show_command(call: Call, key: str, toml: bool) -> Answer:
    """Show a system's options, fields and tie-breaks. KEY may also be the TOML file of a composed one."""
    from muster.app.views.event import systems_view
    from muster.systems import registry

    if key.endswith(".toml"):
        from muster.cli.input.files import read_definition

        definition: dict[str, Any] | None = read_definition(key)
        system = registry.composed(definition) if definition is not None else registry.find(key)
    else:
        definition = None
        system = registry.find(key)
    if toml:
        from muster.systems.custom import DEFAULT, to_toml

        if definition is None and system.key != "custom":
            raise click.UsageError(f"“{key}” does not come from a TOML file; only custom systems do.")
        text = to_toml(definition or DEFAULT)
        return Answer({"toml": text}, text="" if call.json else text)
    view = systems_view(system)
    return Answer({"system": view}, _blocks(view))


systems_command.add_command(show_command)


def _blocks(view: SystemView) -> Iterator[Block]:
    edition = view.edition
    yield title(f"{view.name} ({view.key})")
    yield Line(f"Book: {edition.title} {edition.version}".rstrip())
    if view.aliases:
        yield Line("Also called: " + ", ".join(view.aliases))
    for heading, fields in (("A player", view.player_fields), ("A result", view.result_fields)):
        yield Line()
        yield title(heading)
        rows = [(f.key, f.label, _range(f), _meaning(f)) for f in fields]
        yield Grid([Column("Field"), Column("Label", flex=True), Column("Value", flex=True), _MEANING], rows)
    yield Line()
    yield title(f"Tie-breaks after {view.points_name}")
    for number, t in enumerate(view.tiebreaks, start=1):
        clause = f" [{t.clause}]" if t.clause else ""
        yield Line(f"{number}. {t.name}{', lower is better' if t.low_wins else ''}{clause}")
    for heading, named in (("Infractions", view.infractions), ("What a ruling can be about", view.subjects)):
        if named:
            yield Line()
            yield title(heading)
            yield Grid(
                [Column("Key"), Column("Name", flex=True), Column("Rule")], [(n.key, n.name, n.clause) for n in named]
            )
    yield Line()
    yield title("Options")
    yield from options_blocks(view.options)


_MEANING = Column("Meaning", flex=True)


def _range(field: FieldView) -> str:
    if field.choices:
        text = "|".join(field.choices)
    elif field.kind == "number":
        low, high = field.low, field.high
        text = f"{low if low is not None else '…'} to {high if high is not None else '…'}"
    else:
        text = {"yes_no": "yes|no", "text": "text"}[field.kind]
    text += ", per side" if field.per_side else ""
    text += ", staff only" if field.staff_only else ""
    return text if field.required else f"{text}, optional"


def _meaning(field: FieldView) -> str:
    clause = f"[{field.clause}]" if field.clause else ""
    return f"{field.meaning} {clause}".strip()
