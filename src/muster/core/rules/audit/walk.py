"""Whether a journal is possible: every entry is checked against the state before it.

The fold believes what it reads, and opening an event must stay quick. This walk is for a journal from elsewhere, before
it is kept, and for `verify`: a chain of hashes shows that a file is whole, not that what it says was ever possible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

import msgspec

from muster.core.book.system import System
from muster.core.kit.errors import BadInput, DamagedJournal, Refusal
from muster.core.kit.language import Message, Value
from muster.core.kit.progress import Progress, unwatched
from muster.core.record.clock import instant
from muster.core.record.event import Event
from muster.core.record.facts.play import Entry, Fact
from muster.core.record.fold.play import fold, proceed
from muster.core.record.journal import is_withheld, secrets_of
from muster.core.record.undo import Redone, Undone, effective
from muster.core.rules.audit import others as side_audit
from muster.core.rules.audit import play as play_audit

LARGEST = 1 << 53
"""No number in a journal is larger: lots go up to this, and everything else stays far below."""
DEEPEST = 24
"""How many levels deep a fact may be nested; a system composed by an organiser has six."""

LONGEST_VALUE = 200
"""How much of a value is quoted: a forged one may be as long as the file."""


def must_be_sound(entries: Sequence[Entry], system: System, progress: Progress = unwatched) -> None:
    """DamagedJournal names the first entry that nobody could have made."""
    for entry, _ in walk(entries, system):
        progress(entry.seq, len(entries))


def walk(entries: Sequence[Entry], system: System) -> Iterator[tuple[Entry, Event]]:
    """Each entry after the first, once it has been checked, with the state before it; DamagedJournal if one is wrong.

    The state is updated in place for the next entry: read it right away and do not keep it.
    """
    begun = entries[0]
    state, counting = fold([begun]), [begun]
    _must_fit(begun, None, system)
    for number, entry in enumerate(entries[1:], start=2):
        if isinstance(entry.fact, Undone | Redone):
            _must_fit(entry, None, system)
            yield entry, state
            after = effective(entries[:number])
            state = _rebuilt(entry, counting, after, system)
            counting = after
        else:
            _must_fit(entry, state, system)
            yield entry, state
            proceed(state, [entry])
            counting.append(entry)


def _rebuilt(turn: Entry, before: Sequence[Entry], after: Sequence[Entry], system: System) -> Event:
    """The state after an undo or redo. Entries that now count in a different place are checked there as well."""
    same = len(list(takewhile(lambda two: two[0] is two[1], zip(before, after, strict=False))))
    state = fold(after[:same])
    for entry in after[same:]:
        try:
            _must_fit(entry, state, system)
            proceed(state, [entry])
        except DamagedJournal as refusal:
            raise _damaged(turn, refusal) from None
    return state


def _must_fit(entry: Entry, state: Event | None, system: System) -> None:
    try:
        _must_be_written_well(entry)
        if state is None:
            play_audit.turn(entry.fact, entry.seq)
        elif isinstance(entry.fact, play_audit.PlayFact):
            play_audit.check(entry.fact, state, system)
        else:
            side_audit.check(entry.fact, state, system)
    except Refusal as refusal:
        raise _damaged(entry, refusal) from None


def _damaged(entry: Entry, refusal: Refusal) -> DamagedJournal:
    return DamagedJournal(
        "Entry {seq} ({kind}) is not possible: {what}",
        clause=refusal.clause,
        seq=entry.seq,
        kind=type(entry.fact).__name__,
        what=_shortened(refusal.message),
    )


def _shortened(message: Message) -> Message:
    return replace(message, values={key: _short(value) for key, value in message.values.items()})


def _short(value: Value) -> Value:
    if isinstance(value, Message):
        return _shortened(value)
    text = str(value)
    return f"{text[:LONGEST_VALUE]}…" if len(text) > LONGEST_VALUE else value


def _must_be_written_well(entry: Entry) -> None:
    instant(entry.at)
    _must_be_bounded(msgspec.to_builtins(entry.fact), DEEPEST)
    _must_be_sealed_well(entry.fact)


def _must_be_bounded(value: Any, levels: int) -> None:
    """Refuses numbers too large to compute with, and nesting without end."""
    if isinstance(value, dict | list | tuple):
        if not levels:
            raise BadInput("it is nested too deeply.")
        for one in value.values() if isinstance(value, dict) else value:
            _must_be_bounded(one, levels - 1)
    elif isinstance(value, int) and not -LARGEST <= value <= LARGEST:
        raise BadInput("it has a number that is too large.")


def _must_be_sealed_well(fact: Fact) -> None:
    """A secret that was left out has its seal, and nothing of the secret itself."""
    if not is_withheld(fact):
        return
    seal = str(getattr(fact, "seal", ""))
    if len(seal) != 64 or not set(seal) <= set("0123456789abcdef"):
        raise BadInput("“{seal}” should be a seal of 64 digits from 0 to f.", seal=seal[:70])
    fields = type(fact).__dataclass_fields__
    for name in secrets_of(fact):
        given, field = getattr(fact, name), fields[name]
        if given and given != field.default:
            raise BadInput("it has a seal, and beside it what is sealed (“{name}”).", name=name)
