"""Rounds: pair, change the draft, publish, close, cut."""

from __future__ import annotations

import click

from muster.app.desk import Opened
from muster.app.exact import who
from muster.app.numbers import count
from muster.app.rounds import actions as app
from muster.app.venue.rooms import room_of, seat_text
from muster.app.views.event import round_view, standings_view
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid
from muster.cli.output.tables import round_blocks, standings_blocks
from muster.cli.params import event_argument, reason_option
from muster.core.kit.model import Actor
from muster.core.reading.stage_names import round_name

STAFF = Actor()


@command("pair")
@event_argument
@click.option("--redraw", is_flag=True, help="Draw the current round again; needs --reason.")
@click.option("--by-hand", metavar="FILE", help="Read the round from a CSV with table, a, b.")
@reason_option
@click.option("--public-reason", is_flag=True, help="Show the reason of a redraw to everyone, not only to the staff.")
def pair_command(call: Call, event: str, redraw: bool, by_hand: str | None, reason: str, public_reason: bool) -> Answer:
    """Draw the next round as a draft."""
    if redraw and not reason.strip():
        raise click.UsageError("--redraw needs a --reason, for the log.")
    if reason and not redraw and by_hand is None:
        raise click.UsageError("--reason works with --redraw or --by-hand.")
    if public_reason and not redraw:
        raise click.UsageError("--public-reason works with --redraw.")
    if by_hand is not None:
        from muster.cli.input.round_files import read_pairings

        lines = read_pairings(by_hand, call.desk.open(event))
        opened = app.pair_by_hand(call.desk, event, lines, STAFF, reason)
    else:
        opened = app.pair(call.desk, event, STAFF, redraw_reason=reason, reason_public=public_reason)
    return _drafted(opened, "paired by hand" if by_hand is not None else "drafted")


def _drafted(opened: Opened, how: str) -> Answer:
    view = round_view(opened)
    byes = f", {count(len(view.byes), 'bye')}" if view.byes else ""
    done = f"{view.name} {how}: {count(len(view.matches), 'pair')}{byes}."
    return changed(opened, done, extra=round_blocks(opened, view), round=view)


@command("swap")
@event_argument
@click.argument("first")
@click.argument("second")
@reason_option
def swap_command(call: Call, event: str, first: str, second: str, reason: str) -> Answer:
    """Swap two players in the draft."""
    opened = app.swap(call.desk, event, first, second, STAFF, reason)
    view = round_view(opened)
    names = f"{opened.event.find(first).name} and {opened.event.find(second).name}"
    return changed(opened, f"{names} are swapped.", extra=round_blocks(opened, view), round=view)


@command("table")
@event_argument
@click.argument("table", type=click.IntRange(1))
@click.argument("to", type=click.IntRange(1))
@reason_option
def table_command(call: Call, event: str, table: int, to: int, reason: str) -> Answer:
    """Move a match to another table. If that table is taken, the two matches swap.

    To open a table outside an event: muster play SYSTEM.
    """
    opened = app.move_table(call.desk, event, table, to, STAFF, reason)
    view = round_view(opened)
    done = f"The match from table {table} is now at table {seat_text(to, room_of(opened, to))}."
    return changed(opened, done, extra=round_blocks(opened, view), round=view)


@command("bye")
@event_argument
@click.argument("player")
@reason_option
def bye_command(call: Call, event: str, player: str, reason: str) -> Answer:
    """Give a player in the draft the bye. A player who is not in it gets an extra bye."""
    opened = app.give_bye(call.desk, event, player, reason, STAFF)
    view = round_view(opened)
    done = f"{opened.event.find(player).name} has a bye in round {view.number}."
    return changed(opened, done, extra=round_blocks(opened, view), round=view)


@command("leave-out")
@event_argument
@click.argument("player")
def leave_out_command(call: Call, event: str, player: str) -> Answer:
    """Leave a player who is not in the draft out of the round. They stay in the event."""
    opened = app.leave_out(call.desk, event, player, STAFF)
    view = round_view(opened)
    done = f"{opened.event.find(player).name} sits out round {view.number}, an unpaired loss."
    return changed(opened, done, extra=round_blocks(opened, view), round=view)


@command("publish")
@event_argument
def publish_command(call: Call, event: str) -> Answer:
    """Publish the draft: the round begins."""
    opened = app.publish(call.desk, event, STAFF)
    view = round_view(opened)
    return changed(opened, f"{view.name} published.", extra=round_blocks(opened, view), round=view)


@command("close")
@event_argument
def close_command(call: Call, event: str) -> Answer:
    """Close a round once all results are in."""
    opened = app.close(call.desk, event, STAFF)
    name = round_name(opened.event, len(opened.event.rounds))
    view = standings_view(opened)
    return changed(opened, f"{name} closed.", extra=standings_blocks(view), standings=view)


@command("cut")
@event_argument
@click.option("--size", type=click.IntRange(2), metavar="N", help="How many advance (default: as planned).")
def cut_command(call: Call, event: str, size: int | None) -> Answer:
    """Cut to the top players, who advance to the bracket."""
    opened = app.cut(call.desk, event, STAFF, size)
    seeds = [who(opened, p) for p in opened.event.stage.seeds]
    rows = [(str(seed), one.name) for seed, one in enumerate(seeds, start=1)]
    grid: list[Block] = [Grid([Column("Seed", right=True), Column("Player", flex=True)], rows)]
    return changed(opened, f"Cut to the top {len(seeds)}.", extra=grid, seeds=seeds)
