"""Who follows a game for which side, and which taps are taken in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from muster.core.book.tracker.tracker import AnyTracker
from muster.core.kit.errors import BadInput, Conflict, Refusal
from muster.core.kit.model import Raw
from muster.core.record.table.facts import ChoiceMade, PhoneShared, SideTaken, TableFact, TapMade
from muster.core.record.table.journal import TableRecord

MOST_TAPS = 4_000
"""The most taps in one game. The longest game anybody tracks by hand has a tenth of this."""

LONGEST_WORD, MOST_VALUES = 200, 40
"""The most characters in a tap's text, and the most values with it."""


def take_side(record: TableRecord, side: int, device: str, instead: bool) -> list[TableFact]:
    """A device tracks the game for one side. `instead`: in place of another one, whose phone may be dead."""
    _must_be_side(side)
    if record.devices[side] == device:
        return []
    if record.devices[side] and not instead:
        raise Conflict("Another phone already follows the game for {name}.", name=record.opened.names[side])
    return [SideTaken(side, device)]


def share(record: TableRecord, side: int, shared: bool) -> list[TableFact]:
    """A side's game is tracked on the other player's phone, or no longer; pressing twice changes nothing."""
    _must_be_side(side)
    known = record.shared[side] == len(record.taps) if shared else record.shared[side] is None
    return [] if known else [PhoneShared(side, shared)]


def must_share(record: TableRecord, side: int, device: str) -> None:
    """The only phone at a table may tap for the other side while that side has no phone of its own.

    If that side has handed in lists, which this phone then shows, its player must have agreed, or staff must allow it.
    """
    name, other = record.opened.names[side], record.opened.names[1 - side]
    if record.opened.lists[side] and record.shared[side] is None:
        raise Refusal(
            "This phone would show {name}’s lists. {name} can allow it on their own phone, on the page of this game: "
            "“Follow the game on {other}’s phone”. If {name} has no phone, a judge can allow it: call one.",
            name=name,
            other=other,
        )
    if record.taps_elsewhere(side, device) and not record.opened.event:
        raise Refusal(
            "{name} follows the game on another phone. To use this one for both, go back to the page of this game and "
            "press “Use this phone for both”.",
            name=name,
        )
    if record.taps_elsewhere(side, device):
        raise Refusal(
            "{name} follows the game on another phone. To use this one for both, {name} presses there: "
            "“Follow the game on {other}’s phone”.",
            name=name,
            other=other,
        )


def _must_be_side(side: int) -> None:
    if side not in (0, 1):
        raise BadInput("“{side}” is not a side. There are two: 0 and 1.", side=side)


def tap(record: TableRecord, tracker: AnyTracker, tapped: TapMade, now: int, seen: int) -> list[TableFact]:
    """A tap from a device, moved to a possible time: no later than now, and no earlier than what the device had seen
    (`seen`) or tapped before. A tap that is already recorded is not recorded twice; a different one with the same name
    is refused.
    """
    for known in record.taps if tapped.count <= record.made_on(tapped.device) else ():
        if known.name == tapped.name:
            if (known.key, known.side, known.values) != (tapped.key, tapped.side, tapped.values):
                raise Conflict("This phone has already sent something else as its tap {count}.", count=tapped.count)
            return []
    if len(record.taps) >= MOST_TAPS:
        raise Refusal("This game has more than {most} taps. Enter its result by hand.", most=MOST_TAPS)
    _must_be_small(tapped.key, tapped.values)
    if tapped.count < 1 or tapped.count > MOST_TAPS * 10:
        raise BadInput("“{count}” is not the number of a tap.", count=tapped.count)
    before = [one.at for one in record.latest.values() if one.device == tapped.device and one.count < tapped.count]
    placed = replace(tapped, at=min(max(tapped.at, seen, *before), now))
    if tapped.key in tracker.secret:
        return [ChoiceMade(placed.key, placed.side, placed.at, placed.device, placed.count, placed.values)]
    return [placed]


def _must_be_small(key: str, values: Mapping[str, Raw]) -> None:
    texts = [key, *values, *(v for value in values.values() for v in (value if isinstance(value, list) else [value]))]
    if len(texts) > MOST_VALUES or any(isinstance(t, str) and len(t) > LONGEST_WORD for t in texts):
        raise BadInput("This tap is too large: it has {values} values.", values=len(texts))
    if any(isinstance(t, int) and abs(t) > 10**9 for t in texts):
        raise BadInput("A number in this tap is too large.")
