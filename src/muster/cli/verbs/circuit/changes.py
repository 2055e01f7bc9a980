"""What changes a season: events, steps, results taken over, people joined, the final, undo and redo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from muster.app.circuit import actions
from muster.app.circuit.actions import AboutEvent
from muster.app.circuit.log import season_log
from muster.app.circuit.seasons import OpenSeason
from muster.app.circuit.views import season_view
from muster.app.numbers import count
from muster.cli.call import Call, command
from muster.cli.output.answers import Answer, Block, Line
from muster.cli.params import event_argument, needed_reason, pairs, reason_option, season_argument
from muster.cli.verbs.circuit.blocks import correction_blocks, event_blocks
from muster.core.kit.model import Actor
from muster.core.reading.circuit.people import suggestions
from muster.core.rules.circuit.seasons import entered_event

STAFF = Actor()


def changed(opened: OpenSeason, done: str, *more: Block, extra: Iterable[Block] = (), **data: Any) -> Answer:
    """The answer to a change of a season: what happened, and what to type next."""
    step = f"muster season table {opened.id}" if opened.season.events else f"muster season add {opened.id} EVENT"
    blocks = [*extra, Line(done, "good"), *more, Line(f"Next: {step}", "dim")]
    return Answer({"season": opened.id, "done": done, "next": step, "entries": opened.last, **data}, blocks)


def _about(call: Call, opened: OpenSeason, event: str, done: str) -> Answer:
    """A change to one event, with everything that the season requires of it."""
    known = entered_event(opened.season, event).entered.event
    view = next(one for one in season_view(call.seasons, call.desk, opened).events if one.event == known)
    return changed(opened, done, extra=event_blocks(view), event=view)


@command("amend")
@season_argument
@click.option("--name", default="", metavar="TEXT", help="Another name.")
@click.option("--from", "first", default="", metavar="DAY", help="Another first day.")
@click.option("--to", "last", default="", metavar="DAY", help="Another last day.")
def amend_command(call: Call, season: str, name: str, first: str, last: str) -> Answer:
    """Change a season's name or days."""
    opened = actions.amend(call.seasons, season, STAFF, name=name, first=first, last=last)
    now = opened.season
    return changed(opened, f"“{now.name}” runs from {now.first} to {now.last}.")


def _about_options(decorated: Any) -> Any:
    """What can be said about an event in a season."""
    options = (
        click.option("--tier", default="", metavar="NAME", help="The kind of event, if its options do not say it."),
        click.option("--region", default="", metavar="NAME", help="The region, in a circuit that has regions."),
        click.option("--began", "first_day", default="", metavar="DAY", help="The first day (default: its date)."),
        click.option("--ended", "last_day", default="", metavar="DAY", help="The last day (default: its date)."),
        click.option(
            "--attendees", type=click.IntRange(0), metavar="N", help="How many people were at the convention."
        ),
        click.option("--qualifier", "qualifiers", multiple=True, metavar="EVENT", help="An event that fed it."),
    )
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


@command("add")
@season_argument
@event_argument
@_about_options
def add_command(call: Call, season: str, event: str, **about: Any) -> Answer:
    """Enter an event in a season; with its results, if it is finished. The final of the season before carries over."""
    opened = actions.enter(call.seasons, call.desk, season, event, AboutEvent(**about), STAFF)
    name = entered_event(opened.season, event).entered.name
    return _about(call, opened, event, f"“{name}” is in the season.")


@command("change")
@season_argument
@click.argument("event")
@_about_options
def change_command(call: Call, season: str, event: str, **about: Any) -> Answer:
    """Change an event's details in a season; what you leave out stays."""
    opened = actions.amend_event(call.seasons, call.desk, season, event, AboutEvent(**about), STAFF)
    return _about(call, opened, event, f"{season_log(opened)[-1].text}.")


@command("step")
@season_argument
@click.argument("event")
@click.argument("requirement")
@click.option("--on", "day", default="", metavar="DAY", help="The day it was done (default: today).")
@reason_option
def step_command(call: Call, season: str, event: str, requirement: str, day: str, reason: str) -> Answer:
    """Record that something the circuit asks for was done for an event."""
    opened = actions.meet(call.seasons, season, event, requirement, day, STAFF, reason)
    met = entered_event(opened.season, event).met[requirement.strip().casefold()]
    return _about(call, opened, event, f"Recorded: {met.requirement} on {met.on}.")


@command("take")
@season_argument
@click.argument("event")
def take_command(call: Call, season: str, event: str) -> Answer:
    """Take over the results of a finished event."""
    opened = actions.take(call.seasons, call.desk, season, event, STAFF)
    name = entered_event(opened.season, event).entered.name
    return _about(call, opened, event, f"The results of “{name}” are in the season.")


@command("update")
@season_argument
def update_command(call: Call, season: str) -> Answer:
    """Take over corrections that were made in events since they were reported."""
    found = season_view(call.seasons, call.desk, call.seasons.open(season)).corrections
    opened = actions.update(call.seasons, call.desk, season, STAFF)
    done = f"Corrections taken over: {', '.join(one.event for one in found)}." if found else "Nothing has changed."
    blocks = [block for one in found for block in correction_blocks(one)]
    return changed(opened, done, extra=blocks, corrections=found)


@command("withdraw")
@season_argument
@click.argument("event")
@needed_reason
def withdraw_command(call: Call, season: str, event: str, reason: str) -> Answer:
    """Take an event out of a season, with everything it earned."""
    name = entered_event(call.seasons.open(season).season, event).entered.name
    opened = actions.withdraw(call.seasons, season, event, reason, STAFF)
    return changed(opened, f"“{name}” is not in the season any more.")


@command("same")
@season_argument
@click.argument("players", nargs=-1)
@click.option("--all", "everybody", is_flag=True, help="Everybody whom `muster season people` lists.")
def same_command(call: Call, season: str, players: tuple[str, ...], everybody: bool) -> Answer:
    """Confirm that two players of different events are one person. A player is NAME, NAME@EVENT or #7@EVENT."""
    if everybody is bool(players) or (players and len(players) != 2):
        raise click.UsageError("Name two players, or use --all.")
    if everybody:
        found = len(suggestions(call.seasons.open(season).season))
        opened = actions.join_alike(call.seasons, season, STAFF)
        return changed(opened, f"Confirmed: {count(found, 'pair')} of players, each one person.")
    opened = actions.join(call.seasons, season, players[0], players[1], STAFF)
    return changed(opened, f"{players[0]} and {players[1]} are one person.")


@command("apart")
@season_argument
@click.argument("one")
@click.argument("other")
def apart_command(call: Call, season: str, one: str, other: str) -> Answer:
    """Say that two players of different events are two people. A player is NAME, NAME@EVENT or #7@EVENT."""
    opened = actions.part(call.seasons, season, one, other, STAFF)
    return changed(opened, f"{one} and {other} are two people.")


@command("final")
@season_argument
@click.argument("name")
@click.option(
    "--player", "players", multiple=True, metavar="NAME", help="Only those who come (default: all qualified)."
)
@click.option(
    "--option", "options", multiple=True, metavar="KEY=VALUE", help="Set an option of the event (repeatable)."
)
@click.option("--date", default="", metavar="DAY", help="The date of the final.")
@click.option("--seed", default="", metavar="TEXT", help="Your own seed instead of a secret random one.")
def final_command(
    call: Call, season: str, name: str, players: tuple[str, ...], options: tuple[str, ...], date: str, seed: str
) -> Answer:
    """Create a season's final as an event, with the players who qualified and their seeds."""
    opened, made = actions.create_final(
        call.seasons,
        call.desk,
        season,
        name,
        STAFF,
        attending=players,
        options=pairs(options, "an option"),
        date=date,
        seed=seed,
    )
    names = [player.name for player in made.event.players.values()]
    done = f"Final “{made.event.name}” created as {made.id}, best seed first: {', '.join(names)}."
    return changed(opened, done, final=made.id, players=names)


@command("undo")
@season_argument
def undo_command(call: Call, season: str) -> Answer:
    """Take back the last action in a season."""
    opened, taken = call.seasons.undo(season, STAFF)
    return changed(opened, f"Undone: {_told(opened, [entry.seq for entry in taken])}.")


@command("redo")
@season_argument
def redo_command(call: Call, season: str) -> Answer:
    """Bring back what was undone in a season."""
    opened, back = call.seasons.redo(season, STAFF)
    return changed(opened, f"Redone: {_told(opened, [entry.seq for entry in back])}.")


def _told(opened: OpenSeason, entries: Iterable[int]) -> str:
    log = season_log(opened)
    return "; ".join(log[seq - 1].text for seq in entries)


COMMANDS = (
    amend_command,
    add_command,
    change_command,
    step_command,
    take_command,
    update_command,
    withdraw_command,
    same_command,
    apart_command,
    final_command,
    undo_command,
    redo_command,
)
