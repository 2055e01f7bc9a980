"""Taps that arrived long after they were made, because a phone was without network, and so changed the game that the
other phone had shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from muster.core.reading.replay import Followed
from muster.core.record.clock import instant
from muster.core.record.journal import Entry
from muster.core.record.table.facts import TableFact, TapMade

LATE = 10_000
"""Milliseconds from a tap to the server: a phone on a bad network takes less, one without network more."""


@dataclass(frozen=True, slots=True)
class LateTaps:
    """`side`: whose they are; None means staff. They were made from `first` to `last` and arrived at `came`."""

    side: int | None
    first: int
    last: int
    came: int


def late_taps(entries: Sequence[Entry[TableFact]], game: Followed[Any]) -> LateTaps | None:
    """The taps that arrived last, if they were late and changed the game. The next tap ends this.

    A refused tap has changed nothing.
    """
    late: list[tuple[TapMade, int]] = []
    for entry in reversed(entries):
        fact, came = entry.fact, instant(entry.at)
        if not isinstance(fact, TapMade) or came - fact.at < LATE or (late and fact.side != late[-1][0].side):
            break
        late.append((fact, came))
    made = [tapped.at for tapped, _ in late if game.refusal(tapped) is None]
    return LateTaps(late[0][0].side, min(made), max(made), late[0][1]) if made else None
