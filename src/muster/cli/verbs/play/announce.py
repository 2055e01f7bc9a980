"""Announcements: put one up on every page and screen, or take it down."""

from __future__ import annotations

import click

from muster.app.staff import announcements
from muster.cli.call import Call, command
from muster.cli.changes import changed
from muster.cli.output.answers import Answer
from muster.cli.params import event_argument
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor

STAFF = Actor()


@command("announce")
@event_argument
@click.argument("text", default="")
@click.option("--withdraw", is_flag=True, help="Remove the announcement.")
def announce_command(call: Call, event: str, text: str, withdraw: bool) -> Answer:
    """Put an announcement on every page and screen.

    It replaces the previous one.
    """
    if withdraw and text:
        raise Refusal("“{text}” cannot be announced and withdrawn together. Leave one of the two out.", text=text)
    if withdraw:
        opened = announcements.withdraw(call.desk, event, STAFF)
        return changed(opened, "The announcement is removed.", announcement=None)
    opened = announcements.announce(call.desk, event, text, STAFF)
    return changed(opened, f"Announced: {opened.event.announcement}", announcement=opened.event.announcement)
