"""How much of an event's record may be handed out, and the hash that people can compare copies with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from muster.app.desk import Opened
from muster.app.exact import View
from muster.app.speech import tr
from muster.core.kit.errors import BadInput, Refusal
from muster.core.record.event import Event
from muster.core.record.facts.claims import NameForgotten
from muster.core.record.facts.play import Entry, RoundDrawn

SHOWN = 16
"""How many digits of a hash are printed: enough to be unique, and few enough to type."""
FEWEST = 8


class RecordMark(View, frozen=True):
    """The hash of an entry, in digits that people can type."""

    entry: int
    hash: str


_TYPED = re.compile(r"([0-9a-f]+)(?:@([0-9]{1,9}))?")


def last_told(event: Event, entries: Sequence[Entry]) -> int:
    """The last entry in a copy to hand out: the copy ends before the first draft that is not published.

    An undone draft also ends it, because it would be drawn again from the same lots. Anything done in the same action
    as a draft would reveal it. Once the seed is out, everything is.
    """
    shown = len(event.shown)
    drafts = (e for e in entries if isinstance(e.fact, RoundDrawn) and e.fact.round > shown)
    draft = None if event.finished else next(drafts, None)
    if draft is None:
        return entries[-1].seq
    return next(e.seq for e in reversed(entries[: draft.seq]) if e.request != draft.request)


def mark(opened: Opened) -> RecordMark:
    """The number and hash of the last entry that everybody may have, as printed and shown."""
    return opened.known.once("record mark", lambda: _mark(opened))


def _mark(opened: Opened) -> RecordMark:
    entry = last_told(opened.event, opened.entries)
    digits = opened.hashes[entry - 1][:SHOWN]
    return RecordMark(entry, " ".join(digits[at : at + 4] for at in range(0, SHOWN, 4)))


def record_line(opened: Opened) -> str:
    """The mark as it is printed."""
    known = mark(opened)
    return tr("Record {hash} at entry {entry}", hash=known.hash, entry=known.entry)


def find_mark(opened: Opened, typed: str) -> int:
    """The entry whose hash begins as typed; with @ and a number after it, that entry. Refuses if there is none."""
    read = _TYPED.fullmatch("".join(typed.casefold().split()))
    if read is None or not FEWEST <= len(read[1]) <= 64:
        raise BadInput(
            "“{typed}” should be a record as printed, such as 4f2a 91c0 7be3 0d55, or with its entry: 4f2a "
            "91c0 7be3 0d55 @57.",
            typed=typed[:80],
        )
    found = [number for number, one in enumerate(opened.hashes, start=1) if one.startswith(read[1])]
    wanted = int(read[2]) if read[2] else 0
    if wanted > opened.last:
        raise Refusal(
            "This copy ends at entry {last}, before entry {wanted}. The rest is missing.",
            last=opened.last,
            wanted=wanted,
        )
    if not found or (wanted and wanted not in found):
        for entry in reversed(opened.entries):
            if isinstance(entry.fact, NameForgotten) and 0 < entry.fact.rewritten <= (wanted or opened.last):
                raise Refusal(
                    "The record “{typed}” is not in this journal. A name was erased on {day}, so records of entry "
                    "{first} and later that were published before then cannot be found any more.",
                    typed=typed.strip(),
                    day=datetime.fromisoformat(entry.at).date(),
                    first=entry.fact.rewritten,
                )
        raise Refusal(
            "The record “{typed}” is not in this journal. Something was changed after it was published, or "
            "this is an older copy.",
            typed=typed.strip(),
        )
    return wanted or found[0]
