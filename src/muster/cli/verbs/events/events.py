"""Events as a whole: create, list, amend, options, finish, remove."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from muster.app.circuit.views import entered_in
from muster.app.events import actions as app
from muster.app.events.listing import events_view
from muster.app.events.sites import allow_sites
from muster.app.numbers import count
from muster.app.views.event import awards_view, heading, options_view, standings_view
from muster.app.views.shapes import AwardView, EventAbout, EventLine
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim, title
from muster.cli.output.tables import because, options_blocks, standings_blocks
from muster.cli.params import complete_system, event_argument, pairs, public_reason_option, reason_option
from muster.core.kit.errors import Refusal
from muster.core.kit.language import listed
from muster.core.kit.model import Actor

STAFF = Actor()


@command("new")
@click.argument("system", shell_complete=complete_system)
@click.argument("name")
@click.option(
    "--id", "event_id", default="", metavar="ID", help="The id used in commands (default: made from the name)."
)
@click.option("--date", default="", metavar="DAY", help="The date, such as 2026-11-15.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="Set an option (repeatable).")
@click.option("--seed", default="", metavar="TEXT", help="Your own seed instead of a secret random one.")
def new_command(
    call: Call, system: str, name: str, event_id: str, date: str, options: tuple[str, ...], seed: str
) -> Answer:
    """Create an event. SYSTEM is a key of `muster systems`, or the TOML file of a composed one."""
    definition = None
    if system.endswith(".toml"):
        from muster.cli.input.files import read_definition

        system, definition = "custom", read_definition(system)
    opened = app.create(
        call.desk,
        name,
        system,
        STAFF,
        event_id=event_id,
        date=date,
        seed=seed,
        options=pairs(options, "an option"),
        definition=definition,
    )
    done = f"Event “{opened.event.name}” created as {opened.id} ({opened.event.edition})."
    return changed(opened, done, created=heading(opened))


@command("events")
def events_command(call: Call) -> Answer:
    """List the events in the data folder."""
    listed = events_view(call.desk)
    return Answer({"events": listed}, _events(listed))


def _events(listed: list[EventLine]) -> Iterator[Block]:
    if not listed:
        yield dim('There is no event yet: muster new SYSTEM "NAME", or muster demo bushido --keep')
        return
    columns = [Column("Id"), Column("Name", flex=True), Column("System"), Column("State")]
    columns += [Column("Date"), Column("Players", right=True), Column("Rounds", right=True)]
    rows = [(e.id, e.name, e.system, e.state, e.date, *_counts(e)) for e in listed]
    yield Grid(columns, rows)
    for e in listed:
        if e.error:
            way_out = "" if e.state == "damaged" else f" To save it to a file: muster export {e.id} -o FILE"
            yield Line(f"! {e.id}: {e.error}{way_out}", "warn")


def _counts(line: EventLine) -> tuple[str, str]:
    """Players and rounds; nothing for an event that cannot be shown."""
    return ("", "") if line.error else (str(line.players), str(line.rounds))


@command("about")
@event_argument
@click.option("--name", metavar="NAME", help="The new name; the id stays the same.")
@click.option("--date", metavar="DAY", help="The date, such as 2026-11-15; empty for none.")
@click.option("--place", metavar="TEXT", help="Where it is played; empty for none.")
@click.option("--map", "map_link", metavar="LINK", help="A link to a map, beginning with https://.")
@click.option("--schedule", metavar="TEXT", help="What happens when, one line each: 10:00 Round 1.")
@click.option("--listed", type=click.Choice(("yes", "no")), help="Whether the public list of events shows it.")
@click.option("--sites", metavar="TEXT", help="Websites whose pages may use it, with spaces between; empty for none.")
def about_command(
    call: Call,
    event: str,
    name: str | None,
    date: str | None,
    place: str | None,
    map_link: str | None,
    schedule: str | None,
    listed: str | None,
    sites: str | None,
) -> Answer:
    """Show an event's name, game and date, or change the name, date, place or schedule."""
    amended = any(text is not None for text in (name, date, place, map_link, schedule))
    if not amended and listed is None and sites is None:
        view = heading(call.desk.open(event))
        about = EventAbout(view.id, view.name, view.system, view.edition, view.date, view.state)
        return Answer({"event": about}, [Line(f"“{view.name}”, {view.edition}, {view.date or 'no date yet'}.")])
    if amended:
        app.amend(call.desk, event, STAFF, name=name, date=date, place=place, map_link=map_link, schedule=schedule)
    if listed is not None:
        app.list_event(call.desk, event, listed == "yes", STAFF)
    if sites is not None:
        allow_sites(call.desk, event, sites, STAFF)
    opened = call.desk.open(event)
    told = opened.event
    return changed(opened, f"The event is now “{told.name}”, {told.date or 'no date yet'}.", amended=heading(opened))


@command("options")
@event_argument
@click.argument("key", required=False)
@click.argument("value", required=False)
@public_reason_option
def options_command(call: Call, event: str, key: str | None, value: str | None, reason: str) -> Answer:
    """List an event's options, or set one."""
    if key is None:
        opened = call.desk.open(event)
        options = options_view(opened)
        return Answer({"event": event, "options": options}, options_blocks(options))
    if value is None:
        opened = call.desk.open(event)
        opened.system.settings(opened.event).option(key)
        one = [o for o in options_view(opened) if o.key == key]
        return Answer({"event": event, "options": one}, options_blocks(one))
    opened = app.set_option(call.desk, event, key, value, STAFF, reason)
    one = [o for o in options_view(opened) if o.key == key]
    return changed(opened, f"Option {key} is now “{value}”.", options=one)


@command("finish")
@event_argument
@reason_option
def finish_command(call: Call, event: str, reason: str) -> Answer:
    """Finish the event and reveal its seed."""
    opened = app.finish(call.desk, event, STAFF, reason)
    view, awards = standings_view(opened), awards_view(opened)
    shown = [*standings_blocks(view), Line(), *award_blocks(awards)]
    seed = f"Seed: {opened.event.seed}" if opened.event.seed else "Its seed is not known here."
    done = f"“{opened.event.name}” is finished. {seed}"
    return changed(opened, done, extra=shown, standings=view, awards=awards, seed=opened.event.seed or None)


def award_blocks(awards: Sequence[AwardView]) -> Iterator[Block]:
    if awards:
        yield title("Awards")
        rows = [(a.title, ", ".join(w.name for w in a.winners) or "nobody", because([a.why])) for a in awards]
        yield Grid([Column("Award"), Column("Player", flex=True), Column("Why", flex=True)], rows)


@command("remove")
@event_argument
@click.option("--yes", is_flag=True, help="Yes, delete it with its whole journal.")
def remove_command(call: Call, event: str, yes: bool) -> Answer:
    """Delete an event for good."""
    stored = next((s for s in call.desk.listed() if s.id == event), None)
    if stored is None:
        call.desk.open(event)
    assert stored is not None
    what = f"“{stored.name}” with its journal of {count(stored.entries, 'entry', 'entries')}"
    seasons = entered_in(call.seasons, call.desk.journals.rows(call.desk.name(event))[0].hash)
    if not yes and seasons:
        raise Refusal(
            "This would delete {what} for good. It is in a season ({seasons}), which could no longer take over "
            "corrections of it. To be safe, export it first; then add --yes.",
            what=what,
            seasons=listed(seasons),
        )
    if not yes:
        raise Refusal("This would delete {what} for good. To be safe, export it first; then add --yes.", what=what)
    call.desk.remove(event)
    call.web.clear(Path(call.folder), event)
    done = f"Deleted {what}."
    return Answer({"event": event, "done": done}, (Line(done, "good"),))
