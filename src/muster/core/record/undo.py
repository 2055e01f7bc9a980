"""Undo and redo: which entries an undo takes back, which a redo brings again. Nothing is ever deleted.

Which phone has which name is passed over: phones come and go all the time, and not by the organiser's hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from muster.core.kit.errors import Refusal
from muster.core.record.facts.claims import ClaimFact
from muster.core.record.facts.play import EventCreated, Redone, Undone
from muster.core.record.fold.play import effective
from muster.core.record.journal import Entry


def undo(entries: Sequence[Entry]) -> tuple[Undone, list[Entry]]:
    """Takes back the last action that counts: all its entries. Also answers with them, to say what it was."""
    counting = [e for e in effective(entries) if not isinstance(e.fact, ClaimFact)]
    action = [e for e in effective(entries) if e.request == counting[-1].request]
    if isinstance(action[0].fact, EventCreated):
        raise Refusal("There is nothing to undo: the event has only just been created.")
    return Undone(action[0].seq, action[-1].seq), action


def redo(entries: Sequence[Entry]) -> tuple[Redone, list[Entry]]:
    """Brings back what the last undo took, as long as nothing else was done since."""
    taken: list[Undone] = []
    for entry in entries:
        if isinstance(entry.fact, Undone):
            taken.append(entry.fact)
        elif isinstance(entry.fact, Redone):
            taken.pop()
        elif not isinstance(entry.fact, ClaimFact):
            taken.clear()
    if not taken:
        raise Refusal("There is nothing to redo: the last thing done was not an undo.")
    span = taken[-1]
    return Redone(span.first, span.last), [e for e in entries if span.first <= e.seq <= span.last]
