"""Long lists in pages, because a phone cannot show 10,000 names at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from muster.core.kit.written import whole_number

SIZE = 200


@dataclass(frozen=True, slots=True)
class ListPart:
    """One part of a list: its items, which part of how many it is, and how long the whole list is."""

    items: Sequence[Any]
    number: int
    parts: int
    total: int


def part(items: Sequence[Any], asked: str, size: int = SIZE) -> ListPart:
    """The part that was requested; anything unreadable or too far gives the nearest."""
    parts = max(1, -(-len(items) // size))
    number = min(max(1, whole_number(asked) or 1), parts)
    return ListPart(items[(number - 1) * size : number * size], number, parts, len(items))
