"""The round clock over the API."""

from __future__ import annotations

from typing import cast

from muster.api.call import ApiCall
from muster.api.reads import found_match
from muster.api.shapes import ClockRecorded, MinutesBody
from muster.app.clock import actions as clock
from muster.app.clock.actions import clock_view
from muster.app.desk import Opened


def start(call: ApiCall) -> Opened:
    """Start the round clock."""
    return clock.start(call.desk, call.event, call.actor, call.request)


def pause(call: ApiCall) -> Opened:
    """Pause the round clock."""
    return clock.pause(call.desk, call.event, call.actor, call.request)


def resume(call: ApiCall) -> Opened:
    """Resume the round clock."""
    return clock.resume(call.desk, call.event, call.actor, call.request)


def call_time(call: ApiCall) -> Opened:
    """Call time before the clock does."""
    return clock.call_time(call.desk, call.event, call.actor, call.request)


def add(call: ApiCall) -> Opened:
    """Give the whole round more time, or less."""
    body = cast(MinutesBody, call.body)
    return clock.add(call.desk, call.event, str(body.minutes), call.actor, body.reason, call.request)


def extend(call: ApiCall) -> Opened:
    """Give one table more time."""
    body = cast(MinutesBody, call.body)
    found_match(call, call.opened)
    return clock.extend(call.desk, call.event, call.table, str(body.minutes), call.actor, body.reason, call.request)


def told(call: ApiCall, opened: Opened) -> ClockRecorded:
    return ClockRecorded(opened.id, opened.last, clock_view(opened, call.desk.now(opened)))
