"""Sequences that only grow, and can be used at several lengths at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import Generic, TypeVar, overload

Item = TypeVar("Item")


class Growing(Sequence[Item], Generic[Item]):
    """Immutable; a longer one shares its storage with this one, so extending costs only the new part."""

    __slots__ = ("_items", "_length", "_lock")

    def __init__(self, items: Iterable[Item] = ()) -> None:
        self._items = list(items)
        self._length = len(self._items)
        self._lock = Lock()

    def plus(self, more: Iterable[Item]) -> Growing[Item]:
        with self._lock:
            if len(self._items) > self._length:
                return Growing((*self, *more))  # Another one already continues in this storage.
            longer: Growing[Item] = Growing.__new__(Growing)
            self._items.extend(more)
            longer._items, longer._length, longer._lock = self._items, len(self._items), self._lock
            return longer

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[Item]:
        return islice(self._items, self._length)

    def __reversed__(self) -> Iterator[Item]:
        return map(self._items.__getitem__, range(self._length - 1, -1, -1))

    @overload
    def __getitem__(self, at: int) -> Item: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Item]: ...
    def __getitem__(self, at: int | slice) -> Item | Sequence[Item]:
        places = range(self._length)[at]
        return self._items[places] if isinstance(places, int) else [self._items[place] for place in places]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Growing) and list(self) == list(other)
