"""Drawing lots: every random step of an event, repeatable by anyone who has the seed.

A stream is named by (seed, purpose); one stream never shifts another. Its numbers are the SHA-256
digests of "seed|purpose|counter", read as 64-bit integers, so any language can re-run a draw.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")

_WORD = 1 << 64


def seed_hash(seed: str) -> str:
    """The public commitment to a seed that stays secret until the event is finished."""
    return sha256(seed.encode()).hexdigest()


class Lots:
    """One named stream of fair random numbers."""

    __slots__ = ("_counter", "_name", "_words")

    def __init__(self, seed: str, purpose: str) -> None:
        self._name = f"{seed}|{purpose}|".encode()
        self._counter = 0
        self._words: list[int] = []

    def _word(self) -> int:
        if not self._words:
            digest = sha256(self._name + str(self._counter).encode()).digest()
            self._counter += 1
            self._words = [int.from_bytes(digest[i : i + 8], "big") for i in (24, 16, 8, 0)]
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number from 0 to n-1, each equally likely (values past the last full block are redrawn)."""
        if n < 1:
            raise ValueError(f"below() takes 1 or more, not {n}")
        words, limit = 1, _WORD
        while limit < n:
            words, limit = words + 1, limit * _WORD
        full = limit - limit % n
        while True:
            drawn = 0
            for _ in range(words):
                drawn = drawn * _WORD + self._word()
            if drawn < full:
                return drawn % n

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher-Yates, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        copy = list(items)
        self.shuffle(copy)
        return copy


class Urn:
    """The event's secret seed; every named stream comes from it."""

    __slots__ = ("_seed",)

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def stream(self, purpose: str) -> Lots:
        return Lots(self._seed, purpose)

    def lot(self, number: int) -> int:
        """A player's lot, drawn once per event: it orders players who are level on every tie-break."""
        return self.stream(f"lot of player {number}").below(1 << 53)
