"""A board as phones get it: times by the server's clock, and no running clocks while the round is paused."""

from __future__ import annotations

from dataclasses import replace

from muster.core.book.tracker.board import Board, BoardPart, Fold, Notice, PlayersClock, Press, RoundTime, Tone
from muster.core.book.tracker.tracker import Now
from muster.core.kit.language import mark

PAUSED = mark("The organiser has paused the round. No clock runs until it continues.")


def shown_board(board: Board, now: Now) -> Board:
    """Games count in their own time (`Now.at`), which is behind the server's by the total of the round's pauses."""
    if not now.paused and not now.paused_for:
        return board
    parts = tuple(_shown(part, now) for part in board.parts)
    if not now.paused or board.over:
        return replace(board, parts=parts)
    presses = tuple(_no_clock(press) for press in board.presses)
    return replace(board, parts=(Notice(PAUSED, Tone.STOPPED), *parts), presses=presses)


def _shown(part: BoardPart, now: Now) -> BoardPart:
    if isinstance(part, Fold):
        return replace(part, parts=tuple(_shown(one, now) for one in part.parts))
    if not isinstance(part, PlayersClock | RoundTime):
        return part
    gone = now.at - part.since if part.running else 0
    since, running = now.at + now.paused_for, part.running and not now.paused
    if isinstance(part, RoundTime):
        return replace(part, run=part.run + gone, since=since, running=running)
    press = _no_clock(part.press) if part.press is not None and now.paused else part.press
    return replace(part, left=max(part.left - gone, 0), since=since, running=running, press=press)


def _no_clock(press: Press) -> Press:
    """Otherwise a phone without network would start a clock."""
    return replace(press, runs=None)
