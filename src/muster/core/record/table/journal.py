"""The vocabulary of a table: the second kind of journal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import get_args

from muster.core.kit.errors import DamagedJournal
from muster.core.kit.language import mark
from muster.core.kit.model import PlayerId
from muster.core.record.journal import Entry
from muster.core.record.table.facts import PhoneShared, SideTaken, TableFact, TableOpened, TapMade
from muster.core.record.undo import effective
from muster.core.record.vocabulary import Title, Vocabulary


def table_id(event: str, round_: int, a: PlayerId, b: PlayerId) -> str:
    """One table per pair in a round, whichever table they move to; a round drawn again has other pairs."""
    return f"{event}.{round_}.{a}-{b}"


def is_table_of(journal: str, event: str) -> bool:
    return re.fullmatch(rf"{re.escape(event)}\.\d+\.\d+-\d+", journal, re.ASCII) is not None


@dataclass(frozen=True, slots=True)
class TableRecord:
    """What a table's journal says, before the game itself is worked out.

    `devices`: which one tracks each side, empty if none does. `taps`: in the order they arrived. `latest`: the one with
    the highest number, by side and device. `shared`: for a side that is tracked on the other player's phone, how many
    taps there were when that began; otherwise None.
    """

    opened: TableOpened
    devices: tuple[str, str] = ("", "")
    taps: tuple[TapMade, ...] = ()
    latest: Mapping[tuple[int | None, str], TapMade] = field(default_factory=dict)
    shared: tuple[int | None, int | None] = (None, None)

    def made_on(self, device: str) -> int:
        """The highest tap number on a device; 0 before its first."""
        return max((tapped.count for (_, name), tapped in self.latest.items() if name == device), default=0)

    def taps_elsewhere(self, side: int, device: str) -> bool:
        """Whether this side has tapped on a different phone since it began to share."""
        since = self.shared[side] or 0
        return any(t.side == side and not t.device.startswith(device) for t in self.taps[since:])


def fold(entries: Sequence[Entry[TableFact]]) -> TableRecord:
    facts = [entry.fact for entry in effective(entries)]
    opened = facts[0] if facts else None
    if not isinstance(opened, TableOpened):
        raise DamagedJournal("The journal does not begin with two players at a table.")
    return advance(TableRecord(opened), facts)


def advance(record: TableRecord, facts: Iterable[TableFact]) -> TableRecord:
    """The record after more facts, none of which undoes another. The cost depends on the new facts only."""
    devices, taps, latest = list(record.devices), list(record.taps), dict(record.latest)
    shared = list(record.shared)
    for fact in facts:
        match fact:
            case SideTaken():
                devices[fact.side % 2], shared[fact.side % 2] = fact.device, None
            case PhoneShared():
                # Never both: each side would wait for the other's phone.
                shared = [None, None] if fact.shared else shared
                shared[fact.side % 2] = len(taps) if fact.shared else None
            case TapMade():
                taps.append(fact)
                before = latest.get((fact.side, fact.device))
                if before is None or before.count < fact.count:
                    latest[fact.side, fact.device] = fact
    return TableRecord(record.opened, (devices[0], devices[1]), tuple(taps), latest, (shared[0], shared[1]))


def _title(first: TableFact) -> Title:
    if not isinstance(first, TableOpened):
        raise DamagedJournal("The journal does not begin with two players at a table.")
    return Title(" – ".join(first.names), first.system)


TABLE: Vocabulary[TableFact, TableRecord] = Vocabulary(mark("table"), get_args(TableFact), fold, _title)
