"""The past: undo, redo, and the list of actions, one line each."""

from __future__ import annotations

from msgspec.structs import replace

from muster.app.desk import Desk, Opened
from muster.app.exact import grown
from muster.app.log.entries import LogLine, log_view
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record import undo as undoing
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import ClaimFact, NameClaimed
from muster.core.record.facts.play import Entry


def undo(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0, request: str = "") -> tuple[Opened, list[Entry]]:
    """Takes back the last action; see `Ledger.undo`."""
    return desk.undo(event_id, actor, seen=seen, request=request)


def redo(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0, request: str = "") -> tuple[Opened, list[Entry]]:
    """Brings the last undone action back; see `Ledger.redo`."""
    return desk.redo(event_id, actor, seen=seen, request=request)


class ActionLine(LogLine, frozen=True):
    """An action: its last entry, and how many `more` belong to it. `last`: an undo would take this one back."""

    more: int
    last: bool


def actions(opened: Opened) -> list[ActionLine]:
    """What was done and still counts, newest first: one line per action.

    Claimed names are left out, unless another phone took one over.
    """
    found: list[tuple[LogLine, int]] = []
    for line, entry in zip(log_view(opened), opened.entries, strict=True):
        if isinstance(entry.fact, ClaimFact) and not (isinstance(entry.fact, NameClaimed) and entry.fact.instead):
            continue
        if found and line.request == found[-1][0].request:
            first, more = found[-1]
            found[-1] = replace(first, text=line.text), more + 1
        elif line.counts:
            found.append((line, 0))
    taken = _undoable(opened)
    return [grown(ActionLine, line, more=more, last=line.request == taken) for line, more in found[::-1]]


def _undoable(opened: Opened) -> str:
    """The request of the action that an undo would take back; empty if there is none."""
    try:
        _, entries = undoing.undo(opened.entries, EVENT.quiet)
    except Refusal:
        return ""
    return entries[-1].request


def redoable(opened: Opened) -> str:
    """What a redo would bring back, in words; empty if there is nothing."""
    try:
        _, entries = undoing.redo(opened.entries, EVENT.quiet)
    except Refusal:
        return ""
    told = {line.seq: line.text for line in log_view(opened)}
    return told[entries[-1].seq]
