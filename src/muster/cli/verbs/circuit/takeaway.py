"""Seasons and circuits as files: export, import, verify, remove, and a built-in circuit as TOML."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from muster.app.circuit.carry import export_season, import_season, verify_season
from muster.app.circuit.views import season_view
from muster.app.numbers import count
from muster.app.persons.forget import hide_in_season
from muster.cli.call import Call, command
from muster.cli.input.files import read_json, to_stdout, write_whole
from muster.cli.output.answers import Answer, Line
from muster.cli.params import season_argument
from muster.core.book.circuit.definition import KEYS
from muster.core.forms.toml import written
from muster.core.kit.errors import Refusal
from muster.systems import registry


@command("circuit")
@click.argument("key", required=False)
def circuit_command(call: Call, key: str | None) -> Answer:
    """List the built-in circuits, or print one as a TOML file to begin your own with."""
    if key is None:
        keys = list(registry.circuits())
        return Answer({"circuits": keys}, [Line(one) for one in keys])
    text = written(registry.circuit(key), KEYS)
    return Answer({"toml": text}, text="" if call.json else text)


@command("export")
@season_argument
@click.option("-o", "--output", required=True, metavar="FILE", help="The file to write; - for the terminal.")
@click.option(
    "--format",
    "format_",
    type=click.Choice(("journal", "table", "events", "regions", "groups", "ical")),
    default="journal",
    show_default=True,
    help="The whole season; its table, events, regions, or clubs and teams as CSV; or a calendar.",
)
@click.option("--without-names", is_flag=True, help="Leave out the names of players; the rest can still be verified.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def export_command(call: Call, season: str, output: str, format_: str, without_names: bool, force: bool) -> Answer:
    """Write a season to a file. Its events are exported one by one (muster export)."""
    import json

    if format_ != "journal":
        return _for_others(call, season, output, format_, force)
    data = export_season(call.seasons, season, not without_names)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    if to_stdout(output, call.json):
        return Answer({}, text=text)
    write_whole(output, text.encode(), force)
    done = f"“{data['name']}” written to {output} ({count(len(data['rows']), 'entry', 'entries')})."
    return Answer({"season": season, "done": done, "file": output}, [Line(done, "good")])


def _for_others(call: Call, season: str, output: str, format_: str, force: bool) -> Answer:
    from muster.app.takeaway.ical import season_calendar
    from muster.app.takeaway.sheets import season_csv, season_events_csv, season_groups_csv, season_regions_csv

    opened = call.seasons.open(season)
    sheets = {
        "table": season_csv,
        "events": season_events_csv,
        "regions": season_regions_csv,
        "groups": season_groups_csv,
    }
    write = sheets.get(format_)
    text = write(season_view(call.seasons, call.desk, opened)) if write else season_calendar(opened)
    if to_stdout(output, call.json):
        return Answer({}, text=text)
    write_whole(output, text.encode(), force)
    done = f"“{opened.season.name}” written to {output} as {format_}."
    return Answer({"season": season, "done": done, "file": output}, [Line(done, "good")])


@command("import")
@click.argument("file", type=click.Path())
@click.option("--as", "season_id", default="", metavar="ID", help="Use this id instead of the season's own.")
def import_command(call: Call, file: str, season_id: str) -> Answer:
    """Import a season from an export. - reads from standard input."""
    from muster.cli.verbs.circuit.changes import changed

    opened = import_season(call.seasons, read_json(file), season_id)
    hide_in_season(call.people, opened.id)
    opened = call.seasons.open(opened.id)
    return changed(opened, f"“{opened.season.name}” imported as {opened.id}.")


@command("verify")
@season_argument
def verify_command(call: Call, season: str) -> Answer:
    """Check a season's journal, and work out again what its events came to."""
    found = verify_season(call.seasons, call.desk, season)
    data = {"season": season, **asdict(found)}
    lines = [Line(f"Not here, so not checked: {', '.join(found.not_here)}.", "warn")] if found.not_here else []
    if found.ok:
        told = f"{count(found.entries, 'entry', 'entries')}, {count(len(found.checked), 'event')}"
        return Answer(data, [Line(f"Verified: everything matches ({told}).", "good"), *lines])
    kind = "difference"
    data["error"] = {"sentence": found.difference, "clause": "", "heading": "", "kind": kind, "code": kind}
    return Answer(data, [Line(f"! {found.difference}", "warn"), *lines], exit_code=1)


@command("remove")
@season_argument
@click.option("--yes", is_flag=True, help="Yes, delete it with its whole journal.")
def remove_command(call: Call, season: str, yes: bool) -> Answer:
    """Delete a season for good. Its events stay."""
    stored = next((one for one in call.seasons.listed() if one.id == season), None)
    if stored is None:
        call.seasons.open(season)
    assert stored is not None
    what = f"“{stored.name}” with its journal of {count(stored.entries, 'entry', 'entries')}"
    if not yes:
        raise Refusal("This would delete {what} for good. To be safe, export it first; then add --yes.", what=what)
    call.seasons.remove(season)
    done = f"Deleted {what}. Its events are still there."
    return Answer({"season": season, "done": done}, [Line(done, "good")])


COMMANDS = (circuit_command, export_command, import_command, verify_command, remove_command)
