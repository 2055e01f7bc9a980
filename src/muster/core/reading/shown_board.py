"""A board as phones get it: its times by the server's clock, and no clock that runs while the round is paused."""

from __future__ import annotations

from dataclasses import replace

from muster.core.book.tracker.board import Board, BoardPart, Fold, Notice, PlayersClock, Press, RoundTime, Tone
from muster.core.book.tracker.tracker import Now
from muster.core.kit.language import mark

PAUSED = mark("The organiser has paused the round. No clock runs until it continues.")


def shown_board(board: Board, now: Now) -> Board:
    """Games count in their own time (`Now.at`), which is behind the server's by all the round was paused."""
    if not now.paused and not now.paused_for:
        return board
    parts = tuple(_shown(part, now) for part in board.parts)
    if not now.paused or board.over:
        return replace(board, parts=parts)
    presses = tuple(_no_clock(press) for press in board.presses)
    return replace(board, parts=(Notice(PAUSED, Tone.STOPPED), *parts), presses=presses)


def _shown(part: BoardPart, now: Now) -> BoardPart:
    since = now.at + now.paused_for
    match part:
        case Fold():
            return replace(part, parts=tuple(_shown(one, now) for one in part.parts))
        case PlayersClock():
            gone = now.at - part.since if part.running else 0
            press = _no_clock(part.press) if part.press is not None and now.paused else part.press
            running = part.running and not now.paused
            return replace(part, left=max(part.left - gone, 0), since=since, running=running, press=press)
        case RoundTime():
            gone = now.at - part.since if part.running else 0
            return replace(part, run=part.run + gone, since=since, running=part.running and not now.paused)
        case _:
            return part


def _no_clock(press: Press) -> Press:
    """A phone without network would set a clock going."""
    return replace(press, runs=None)
