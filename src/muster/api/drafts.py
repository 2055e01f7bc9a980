"""Changing a draft over the API, before it is published."""

from __future__ import annotations

from typing import cast

from muster.api.call import ApiCall
from muster.api.changes import must_be_current
from muster.api.shapes import ByeBody, LeaveOutBody, MoveBody, PlayOnBody, SwapBody
from muster.app.desk import Opened
from muster.app.rounds import actions as rounds


def swap(call: ApiCall) -> Opened:
    """Swap two players in the draft."""
    must_be_current(call)
    body = cast(SwapBody, call.body)
    first, second = f"#{body.first}", f"#{body.second}"
    seen, request = call.seen, call.request
    return rounds.swap(call.desk, call.event, first, second, call.actor, body.reason, seen=seen, request=request)


def move(call: ApiCall) -> Opened:
    """Move a match to another table."""
    must_be_current(call)
    body = cast(MoveBody, call.body)
    table = call.parts["table"]
    seen, request = call.seen, call.request
    return rounds.move_table(call.desk, call.event, table, body.to, call.actor, body.reason, seen=seen, request=request)


def give_bye(call: ApiCall) -> Opened:
    """Give a player the bye."""
    must_be_current(call)
    body = cast(ByeBody, call.body)
    player, seen, request = f"#{body.player}", call.seen, call.request
    return rounds.give_bye(call.desk, call.event, player, body.reason, call.actor, seen=seen, request=request)


def leave_out(call: ApiCall) -> Opened:
    """Leave a player who is not in the draft out of the round."""
    must_be_current(call)
    player = f"#{cast(LeaveOutBody, call.body).player}"
    return rounds.leave_out(call.desk, call.event, player, call.actor, seen=call.seen, request=call.request)


def play_on(call: ApiCall) -> Opened:
    """Draw another round although the rules end the event early."""
    reason = cast(PlayOnBody, call.body).reason
    return rounds.play_on(call.desk, call.event, reason, call.actor, seen=call.seen, request=call.request)
