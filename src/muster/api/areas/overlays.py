"""The event's own stylesheet for its overlays, for programs with a token."""

from __future__ import annotations

from typing import Any, cast

from muster.api.call import V1, ApiCall, Route, twin
from muster.api.shapes import Body, Recorded
from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.permissions import Action

FILE = "overlay.css"
"""What messages call the stylesheet."""


class StyleBody(Body, frozen=True):
    """The whole stylesheet, replacing any earlier one. It may not load anything from another address."""

    css: str


class OverlayStyle(View, frozen=True):
    """The event's own stylesheet for overlays; null if it has none."""

    event: str
    css: str | None


class OverlayStyleRecorded(Recorded, frozen=True):
    css: str | None


def _style(call: ApiCall) -> str | None:
    styles = call.beyond.styles
    return styles.read(call.event) if styles.has(call.event) else None


def shown(call: ApiCall, opened: Opened) -> OverlayStyle:
    """The event's own stylesheet for overlays."""
    return OverlayStyle(opened.id, _style(call))


def told(call: ApiCall, opened: Opened) -> OverlayStyleRecorded:
    return OverlayStyleRecorded(opened.id, opened.last, _style(call))


def put(call: ApiCall) -> Opened:
    """Set the event's own stylesheet for overlays."""
    call.beyond.styles.put(call.event, FILE, cast(StyleBody, call.body).css.encode())
    return call.opened


def remove(call: ApiCall) -> Opened:
    """Remove the event's own stylesheet for overlays."""
    call.beyond.styles.remove(call.event)
    return call.opened


OPTIONS, HERE = Action.OPTIONS, V1 + "/overlays/style"

ROUTES: tuple[Route[Any], ...] = (
    Route("overlay-style", "GET", HERE, OPTIONS, OverlayStyle, shown, timed=True),
    twin("put-style", HERE, OPTIONS, OverlayStyleRecorded, told, put, StyleBody),
    twin("remove-style", HERE + "/remove", OPTIONS, OverlayStyleRecorded, told, remove),
)
