"""The schedule: when rounds are expected, and the times that this is worked out from."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

import click

from muster.app.clock import schedule as app
from muster.app.clock.schedule import ScheduleView, schedule_view
from muster.app.numbers import count
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer, Block, Column, Grid, Line, title
from muster.cli.params import event_argument
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record.facts.timetable import NO_TIMES
from muster.core.rules.venue import Typed, typed_times

STAFF = Actor()


@command("schedule")
@event_argument
@click.option("--start", metavar="TIME", help="When the first day starts, such as 10:00.")
@click.option("--date", metavar="DAY", help="The first day, such as 2026-11-15.")
@click.option("--between", metavar="MINUTES", help="From the end of a round to the start of the next one.")
@click.option("--length", metavar="MINUTES", help="How long a round takes; empty for as long as its clock.")
@click.option(
    "--break",
    "breaks",
    metavar="WHEN MINUTES NAME",
    nargs=3,
    multiple=True,
    help="A break after a round (2) or at a time (13:00). Repeat for more; all are set together.",
)
@click.option(
    "--day",
    "days",
    metavar="ROUND DAY TIME",
    nargs=3,
    multiple=True,
    help="A further day, from a round on. Repeat for more; all are set together.",
)
@click.option("--remove", is_flag=True, help="No times any more.")
def schedule_command(
    call: Call,
    event: str,
    start: str | None,
    date: str | None,
    between: str | None,
    length: str | None,
    breaks: tuple[Typed, ...],
    days: tuple[Typed, ...],
    remove: bool,
) -> Answer:
    """Show when rounds are expected, or set the start, the breaks and the time between rounds.

    What is not given stays as it is. The times are those of this computer.
    """
    given = start is not None or date is not None or between is not None or length is not None or breaks or days
    if remove and given:
        raise Refusal("The times cannot be set and removed together. Leave --remove out, or everything else.")
    if not remove and not given:
        opened = call.desk.open(event)
        view = schedule_view(opened, call.desk.now(opened))
        return Answer({"event": event, "schedule": view}, _blocks(view))
    times = NO_TIMES if remove else call.desk.open(event).event.timetable
    set_breaks, set_days = typed_times(times)
    opened = app.set_times(
        call.desk,
        event,
        STAFF,
        date or "",
        times.start if start is None else start,
        str(times.between) if between is None else between,
        str(times.length or "") if length is None else length,
        breaks or set_breaks,
        days or set_days,
    )
    view = schedule_view(opened, call.desk.now(opened))
    done = "The times are set." if view.start else "No times are set any more."
    return changed(opened, done, extra=_blocks(view), schedule=view)


def _blocks(view: ScheduleView) -> Iterator[Block]:
    if not view.start:
        yield Line("No times are set. To set them: muster schedule EVENT --date DAY --start 10:00 --between 15")
        return
    yield title(f"Schedule: {count(view.between, 'minute')} between rounds")
    rows = [
        (
            f"{datetime.fromisoformat(period.start):%Y-%m-%d}",
            f"{datetime.fromisoformat(period.start):%H:%M}",
            "" if period.end is None else f"{datetime.fromisoformat(period.end):%H:%M}",
            period.name,
            period.state.value,
        )
        for period in view.periods
    ]
    columns = [Column("Day"), Column("From"), Column("To"), Column("What", flex=True), Column("State")]
    yield Grid(columns, rows)
