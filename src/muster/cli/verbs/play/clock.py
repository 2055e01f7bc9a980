"""The round's clock: start, pause, go on, add time, extend a table, look."""

from __future__ import annotations

from collections.abc import Iterator

import click

from muster.app.clock import actions as app
from muster.app.clock.actions import ClockView
from muster.app.desk import Opened
from muster.app.numbers import count, minutes
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, title
from muster.cli.params import event_argument, reason_option
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor

STAFF = Actor()
TAKES = {"show": (), "start": (), "pause": (), "resume": (), "call": (), "add": ("N",), "extend": ("TABLE", "N")}
STATES = {"ready": "not started", "running": "running", "paused": "paused", "closed": "stopped with the round"}


@command("clock", minus_is_no_option=True)
@event_argument
@click.argument("what", default="show", type=click.Choice(list(TAKES)))
@click.argument("figures", nargs=-1)
@reason_option
def clock_command(call: Call, event: str, what: str, figures: tuple[str, ...], reason: str) -> Answer:
    """Start, pause or show the round's clock; extend a table.

    show, start, pause, resume; call calls time now; add N gives every table N minutes (fewer with a minus); extend
    TABLE N one table.
    """
    if len(figures) != len(TAKES[what]):
        raise click.UsageError(f"Write it as: muster clock {' '.join((event, what, *TAKES[what]))}")
    if what == "show":
        opened = call.desk.open(event)
        view = _view(call, opened)
        return Answer({"event": event, "clock": view}, _blocks(view))
    opened, done = _act(call, event, what, figures, reason)
    view = _view(call, opened)
    return changed(opened, done, extra=_blocks(view), clock=view)


def _act(call: Call, event: str, what: str, figures: tuple[str, ...], reason: str) -> tuple[Opened, str]:
    match what:
        case "start":
            return app.start(call.desk, event, STAFF), "The clock is running."
        case "pause":
            return app.pause(call.desk, event, STAFF), "The clock is paused."
        case "resume":
            return app.resume(call.desk, event, STAFF), "The clock is running again."
        case "call":
            return app.call_time(call.desk, event, STAFF), "Time called."
        case "add":
            opened = app.add(call.desk, event, figures[0], STAFF, reason)
            return opened, f"All calls move by {count(app.read_minutes(figures[0]), 'minute')}."
    opened = app.extend(call.desk, event, figures[0], figures[1], STAFF, reason)
    return opened, f"Table {figures[0]}: all calls move by {count(app.read_minutes(figures[1]), 'minute')}."


def _view(call: Call, opened: Opened) -> ClockView:
    view = app.clock_view(opened, call.desk.now(opened))
    if view is None:
        raise Refusal("No round is published yet, so there is no clock.")
    return view


def _blocks(view: ClockView) -> Iterator[Block]:
    yield title(f"{view.name} clock: {STATES[view.state]}, {minutes(view.run)} elapsed")
    rows = [
        ("past" if m.state == "past" else f"in {minutes(m.at - view.run)}", minutes(m.at), m.name) for m in view.marks
    ]
    if rows:
        yield Grid([Column("When"), Column("At", right=True), Column("What", flex=True)], rows)
    for table, given in view.extended.items():
        yield Line(f"Table {table} has {count(given, 'extra minute')}.")
