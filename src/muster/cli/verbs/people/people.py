"""People across events: finding, joining and separating them, profiles, consent, export, forgetting."""

from __future__ import annotations

from collections.abc import Iterable

import click

from muster.app.numbers import count
from muster.app.persons import actions
from muster.app.persons.book import Everybody
from muster.app.persons.forget import Forgotten, forget
from muster.app.persons.log import people_log
from muster.app.persons.meant import meant
from muster.app.persons.take_along import people_csv, person_file
from muster.app.persons.views import namesakes, people_view, profile_view
from muster.cli.call import Call, call_of, command, shared_options
from muster.cli.input.files import to_stdout, write_whole
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, dim
from muster.cli.verbs.people.blocks import alike_blocks, list_blocks, profile_blocks
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record.people.journal import JOURNAL

STAFF = Actor()
ALL = 1 << 30

person_argument = click.argument("person")


@click.group("people", invoke_without_command=True)
@click.option("--csv", "as_csv", is_flag=True, help="List everybody as CSV.")
@shared_options
@click.pass_context
def people_command(ctx: click.Context, as_csv: bool) -> None:
    """Find people across events, say who is who, show a profile, forget a person.

    A person is a key, NAME, NAME@EVENT or #7@EVENT.
    """
    if ctx.invoked_subcommand is None:
        call_of(ctx).show(_listed(call_of(ctx), as_csv=as_csv))


def _listed(call: Call, wanted: str = "", as_csv: bool = False) -> Answer:
    view = people_view(call.people, wanted, most=ALL)
    text = people_csv(view.people) if as_csv and not call.json else ""
    return Answer({"people": view.people}, list_blocks(view), text=text)


@command("find")
@click.argument("text")
def find_command(call: Call, text: str) -> Answer:
    """List the people with this in a name that they played under."""
    return _listed(call, text)


def _changed(call: Call, entries: int, done: str, *more: Block) -> Answer:
    step = "muster people alike" if call.people.roll().alike else "muster people"
    blocks = [Line(done, "good"), *more, dim(f"Next: {step}")]
    return Answer({"done": done, "next": step, "entries": entries}, blocks)


def _said(call: Call, all_: Everybody, done: str) -> Answer:
    return _changed(call, all_.entries, done)


@command("alike")
@click.argument("event", required=False)
def alike_command(call: Call, event: str | None) -> Answer:
    """List players of different events who may be the same person; of one event, if you name it."""
    view = people_view(call.people, event=event or "", asked=ALL)
    return Answer({"alike": view.alike}, alike_blocks(view.alike))


@command("same")
@click.argument("players", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody whom `muster people alike` lists.")
@click.option("--event", default="", metavar="EVENT", help="With --all: only those who play in this event.")
def same_command(call: Call, players: tuple[str, ...], everybody: bool, event: str) -> Answer:
    """Confirm that two players of different events are one person."""
    if everybody is bool(players) or (players and len(players) != 2):
        raise click.UsageError("Name two players, or use --all.")
    if everybody:
        found = people_view(call.people, event=event).alike_found
        said = actions.join_alike(call.people, STAFF, event)
        return _said(call, said, f"Confirmed: {count(found, 'pair')} of players, each one person.")
    said = actions.join(call.people, players[0], players[1], STAFF)
    return _said(call, said, f"{players[0]} and {players[1]} are one person.")


@command("apart")
@click.argument("one")
@click.argument("other")
def apart_command(call: Call, one: str, other: str) -> Answer:
    """Say that two players of different events are two people, also if they were confirmed as one."""
    return _said(call, actions.part(call.people, one, other, STAFF), f"{one} and {other} are two people.")


@command("show")
@person_argument
def show_command(call: Call, person: str) -> Answer:
    """Show a person: events, places, results against each opponent, rating."""
    view = profile_view(call.people, person)
    assert view is not None
    return Answer({"profile": view}, profile_blocks(view))


@command("public")
@person_argument
def public_command(call: Call, person: str) -> Answer:
    """Record that a person agrees to a profile that everybody can see."""
    said = actions.consent(call.people, person, True, STAFF)
    return _said(call, said, f"Everybody can see the profile of {person}.")


@command("private")
@person_argument
def private_command(call: Call, person: str) -> Answer:
    """Record that a person does not agree any more; every profile is private at first."""
    said = actions.consent(call.people, person, False, STAFF)
    return _said(call, said, f"Only organisers can see the profile of {person}.")


@command("export")
@person_argument
@click.option("-o", "--output", required=True, metavar="FILE", help="The file to write; - for the terminal.")
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
def export_command(call: Call, person: str, output: str, force: bool) -> Answer:
    """Write everything that is kept about a person to a file, for them."""
    import json

    import msgspec

    data = person_file(call.people, person)
    text = json.dumps(msgspec.to_builtins(data, str_keys=True), ensure_ascii=False, indent=1)
    if to_stdout(output, call.json):
        return Answer({}, text=f"{text}\n")
    write_whole(output, f"{text}\n".encode(), force, private=True)
    done = f"Everything kept about {data.profile.name} written to {output} ({count(len(data.events), 'event')})."
    return Answer({"done": done, "file": output}, [Line(done, "good")])


@command("forget")
@person_argument
@click.option("--yes", is_flag=True, help="Yes, forget this person. It cannot be undone.")
def forget_command(call: Call, person: str, yes: bool) -> Answer:
    """Take a person's name away everywhere; results stay as numbers. It cannot be undone."""
    gone = meant(call.people, person)
    if not yes and not gone.person:
        raise Refusal(
            "This would take the name “{name}” away in {events} for good: what they did as staff stays, under a number "
            "such as “Judge 3”. It cannot be undone. Copies, exports and backups elsewhere keep the name. "
            "To do it, add --yes.",
            name=gone.name,
            events=count(gone.events, "event"),
        )
    view = profile_view(call.people, person) if gone.person else None
    if not yes and view is not None:
        raise Refusal(
            "This would take the name “{name}” away in {events} for good: their results stay, under a number such as "
            "“Player 17”. It cannot be undone. Copies, exports and backups elsewhere keep the name. "
            "To do it, add --yes.",
            name=view.name,
            events=count(len(view.events), "event"),
        )
    others = namesakes(call.people, view.key) if view is not None else 0
    found = forget(call.people, person, STAFF)
    done = f"Forgotten: the name is gone from {count(len(found.events), 'event')}."
    entries = call.people.everybody().entries
    lines = [Line(done, "good"), *_more(found)]
    if others:
        stays = count(others, "other player")
        lines.append(Line(f"Of {stays} with the same name nobody said that they are this person: that stays.", "warn"))
    return Answer({"done": done, "entries": entries, "forgotten": found}, lines)


def _more(found: Forgotten) -> Iterable[Block]:
    if found.seasons:
        yield Line(f"Seasons: {', '.join(found.seasons)}.")
    if found.sealed_dropped or found.tables_removed:
        lists, tables = found.sealed_dropped, found.tables_removed
        yield Line(f"Deleted: {count(lists, 'sealed text')}, {count(tables, 'game')} at the table.")
    if found.still_written:
        events = ", ".join(found.still_written)
        yield Line(f"Created under this name, which stays in the first entry and is shown nowhere: {events}.", "warn")
    if found.not_opened:
        yield Line(
            f"Could not be opened: {', '.join(found.not_opened)}. Forget the person again once they can.", "warn"
        )


@command("log")
def log_command(call: Call) -> Answer:
    """List everything that was said about people."""
    entries = people_log(call.people)
    columns = [Column("No", right=True), Column("When"), Column("Who"), Column("What", flex=True)]
    rows = [(str(e.seq), e.at[:16], e.who, e.text + ("" if e.counts else " (undone)")) for e in entries]
    undone = frozenset(at for at, e in enumerate(entries) if not e.counts)
    return Answer({"log": entries}, [Grid(columns, rows, undone)])


@command("undo")
def undo_command(call: Call) -> Answer:
    """Take back the last thing that was said about people; forgetting is passed over."""
    taken = actions.undo(call.people, STAFF)
    return _turned(call, "Undone", [entry.seq for entry in taken])


@command("redo")
def redo_command(call: Call) -> Answer:
    """Bring back what was undone."""
    back = actions.redo(call.people, STAFF)
    return _turned(call, "Redone", [entry.seq for entry in back])


def _turned(call: Call, word: str, entries: Iterable[int]) -> Answer:
    log = people_log(call.people)
    told = "; ".join(log[seq - 1].text for seq in entries)
    return _changed(call, call.people.open(JOURNAL).last, f"{word}: {told}.")


for one in (
    find_command,
    alike_command,
    same_command,
    apart_command,
    show_command,
    public_command,
    private_command,
    export_command,
    forget_command,
    log_command,
    undo_command,
    redo_command,
):
    people_command.add_command(one)
