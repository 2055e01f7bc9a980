"""Other sites whose pages may use an event: read its public JSON, call its API with a token, and show it in a frame."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.core.kit.model import Actor
from muster.core.rules import events


def allowed_sites(opened: Opened) -> tuple[str, ...]:
    """As browsers write them, such as https://club.example or http://192.168.1.20:8080; empty: no site may."""
    return opened.event.sites


def allow_sites(desk: Desk, event_id: str, text: str, actor: Actor, request: str = "") -> Opened:
    """One per line, replacing earlier ones."""
    return desk.act(event_id, lambda opened: events.allow_sites(opened.event, text.split()), actor, request)
