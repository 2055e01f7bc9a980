"""Objections: a player objects to a result that is in, staff answer that it stays."""

from __future__ import annotations

import click

from muster.app.people.roster import as_player
from muster.app.results.actions import find_match
from muster.app.staff import objections as app
from muster.app.staff.actions import ORGANISER
from muster.app.views.event import match_view
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer
from muster.cli.params import event_argument


@command("object")
@event_argument
@click.argument("player")
@click.argument("note", required=False, default="")
def object_command(call: Call, event: str, player: str, note: str) -> Answer:
    """Object to a result as a player.

    Only to one that PLAYER neither reported nor confirmed. NOTE says what the result was. The result counts until staff
    correct it or answer.
    """
    opened = app.object_to(call.desk, event, player, note, as_player(call.desk, event, player))
    drawn, match = find_match(opened.event, player)
    done = (
        f"{opened.event.find(player).name} objects to the result at table {match.table}. It counts until it is settled."
    )
    return changed(opened, done, matches=[match_view(opened, drawn, match)])


@command("answer")
@event_argument
@click.argument("table", type=click.IntRange(1))
@click.argument("note")
def answer_command(call: Call, event: str, table: int, note: str) -> Answer:
    """Answer an objection: the result stays.

    Both players read NOTE. If the result is wrong, correct it instead.
    """
    number = len(call.desk.open(event).event.shown)
    opened = app.answer(call.desk, event, ORGANISER, table, number, note)
    drawn, match = find_match(opened.event, str(table))
    return changed(opened, f"Table {table}: the result stays.", matches=[match_view(opened, drawn, match)])
