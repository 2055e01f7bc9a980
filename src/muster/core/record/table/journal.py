"""The vocabulary of a table: the second kind of journal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.language import mark
from muster.core.kit.model import PlayerId
from muster.core.record.journal import Entry
from muster.core.record.table.facts import PhoneShared, SideTaken, TableFact, TableOpened, TapMade
from muster.core.record.undo import effective
from muster.core.record.vocabulary import Title, Vocabulary


def table_id(event: str, round_: int, a: PlayerId, b: PlayerId) -> str:
    """One table for each pair in a round, whatever table they move to; a round that is drawn again has other pairs."""
    return f"{event}.{round_}.{a}-{b}"


def is_table_of(journal: str, event: str) -> bool:
    return re.fullmatch(rf"{re.escape(event)}\.\d+\.\d+-\d+", journal, re.ASCII) is not None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """What the journal of a table says, before the game itself is worked out. `devices`: who follows it for each side,
    empty where nobody does. `taps`: in the order they came in. `shared`: for a side that is followed on the other one's
    phone, how many taps there were when that began; None for one that is not."""

    opened: TableOpened
    devices: tuple[str, str] = ("", "")
    taps: tuple[TapMade, ...] = ()
    shared: tuple[int | None, int | None] = (None, None)

    def taps_elsewhere(self, side: int, device: str) -> bool:
        """Whether this side has tapped on another phone than this one since it began to share."""
        since = self.shared[side] or 0
        return any(t.side == side and not t.device.startswith(device) for t in self.taps[since:])


def fold(entries: Sequence[Entry[TableFact]]) -> TableRecord:
    facts = [entry.fact for entry in effective(entries)]
    opened = facts[0] if facts else None
    if not isinstance(opened, TableOpened):
        raise DamagedJournal("The journal does not begin with two players at a table.")
    devices, taps = ["", ""], list[TapMade]()
    shared: list[int | None] = [None, None]
    for fact in facts:
        match fact:
            case SideTaken():
                devices[fact.side % 2], shared[fact.side % 2] = fact.device, None
            case PhoneShared():
                # Not both at once: each would wait for the other's phone.
                shared = [None, None] if fact.shared else shared
                shared[fact.side % 2] = len(taps) if fact.shared else None
            case TapMade():
                taps.append(fact)
    return TableRecord(opened, (devices[0], devices[1]), tuple(taps), (shared[0], shared[1]))


def _title(first: TableFact) -> Title:
    if not isinstance(first, TableOpened):
        raise DamagedJournal("The journal does not begin with two players at a table.")
    return Title(" – ".join(first.names), first.system)


TABLE: Vocabulary[TableFact, TableRecord] = Vocabulary(mark("table"), get_args(TableFact), fold, _title)
