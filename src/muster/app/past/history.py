"""The past: undo, redo, and what was done as one line an action."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.app.exact import Json
from muster.app.log.entries import log_view
from muster.core.kit.errors import Refusal
from muster.core.kit.model import Actor
from muster.core.record import undo as undoing
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.claims import ClaimFact, NameClaimed
from muster.core.record.facts.play import Entry


def undo(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0) -> tuple[Opened, list[Entry]]:
    """Takes back the last action, as `Ledger.undo` says."""
    return desk.undo(event_id, actor, seen=seen)


def redo(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0) -> tuple[Opened, list[Entry]]:
    """Brings the last undone action back, as `Ledger.redo` says."""
    return desk.redo(event_id, actor, seen=seen)


def actions(opened: Opened) -> list[Json]:
    """What was done and still counts, newest first: one line per action; `last` is the one that an undo takes back.

    Names that were claimed stay out, unless another phone took one over.
    """
    found: list[Json] = []
    for line, entry in zip(log_view(opened), opened.entries, strict=True):
        if isinstance(entry.fact, ClaimFact) and not (isinstance(entry.fact, NameClaimed) and entry.fact.instead):
            continue
        if found and line["request"] == found[-1]["request"]:
            found[-1] |= {"text": line["text"], "more": found[-1]["more"] + 1}
        elif line["counts"]:
            found.append({**line, "more": 0})
    taken = _undoable(opened)
    return [{**line, "last": line["request"] == taken} for line in found[::-1]]


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
    told = {line["seq"]: str(line["text"]) for line in log_view(opened)}
    return told[entries[-1].seq]
