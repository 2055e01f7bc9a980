"""What the organiser tells everybody: put up on every page and screen, and taken down again."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.core.kit.model import Actor
from muster.core.rules import events


def announce(desk: Desk, event_id: str, text: str, actor: Actor) -> Opened:
    """Replaces any earlier announcement."""
    return desk.act(event_id, lambda opened: events.announce(opened.event, text), actor)


def withdraw(desk: Desk, event_id: str, actor: Actor) -> Opened:
    return desk.act(event_id, lambda opened: events.withdraw_announcement(opened.event), actor)
