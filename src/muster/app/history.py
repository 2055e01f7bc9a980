"""The past: undo, redo, the log."""

from __future__ import annotations

from muster.app.desk import Desk, Opened
from muster.core import undoing
from muster.core.errors import Conflict
from muster.core.facts import Fact
from muster.core.journal import Entry
from muster.core.model import Actor


def undo(desk: Desk, event_id: str, actor: Actor, *, seen: int = 0) -> tuple[Opened, list[Entry]]:
    """Takes back the last action; also answers with the entries that no longer count.

    `seen` is the last entry that whoever asks had before their eyes: if more was done since, nothing is taken back.
    """
    taken: list[Entry] = []

    def decide(opened: Opened) -> list[Fact]:
        if seen and opened.last != seen:
            raise Conflict("Something was done since this page was made; look at the log again, then undo.")
        fact, entries = undoing.undo(opened.entries)
        taken[:] = entries
        return [fact]

    return desk.act(event_id, decide, actor), taken


def redo(desk: Desk, event_id: str, actor: Actor) -> tuple[Opened, list[Entry]]:
    """Brings the last undone action back."""
    back: list[Entry] = []

    def decide(opened: Opened) -> list[Fact]:
        fact, entries = undoing.redo(opened.entries)
        back[:] = entries
        return [fact]

    return desk.act(event_id, decide, actor), back
