"""Remembers computed values while what they depend on stays the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import is_
from threading import RLock
from typing import TypeVar, cast

Found = TypeVar("Found")


class Known:
    """What was worked out from a state, such as its standings: only once, even if several threads ask for it
    together.
    """

    def __init__(self) -> None:
        self._found: dict[Hashable, tuple[tuple[object, ...], object]] = {}
        self._lock = RLock()

    def once(self, what: Hashable, find: Callable[[], Found], of: tuple[object, ...] = ()) -> Found:
        """`of`: what it is worked out from.

        If any of these is a different object from last time, it is worked out again.
        """
        held = self._found.get(what)
        if held is None or not same(held[0], of):
            with self._lock:
                held = self._found.get(what)
                if held is None or not same(held[0], of):
                    held = self._found[what] = (of, find())
        return cast(Found, held[1])


def same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    """Whether two tuples hold the same objects, by identity."""
    return len(some) == len(others) and all(map(is_, some, others))
