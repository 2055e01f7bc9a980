"""Remembers computed values while what they depend on stays the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from threading import RLock
from typing import TypeVar, cast

Found = TypeVar("Found")


class Known:
    """What was worked out from a state, such as its standings: once, however many ask for it at the same time."""

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[tuple[object, ...], object]] = {}
        self._lock = RLock()

    def once(self, what: Hashable, find: Callable[[], Found], of: tuple[object, ...] = ()) -> Found:
        """`of`: what it is worked out from. When any of them is another object than last time, it is found again."""
        held = self._found.get(what)
        if held is None or not same(held[0], of):
            with self._lock:
                held = self._found.get(what)
                if held is None or not same(held[0], of):
                    held = self._found[what] = (of, find())
        return cast(Found, held[1])


def same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether two tuples hold the very same objects."""
    return len(some) == len(others) and all(map(is_, some, others))
