"""A field to be paired: who has how many points and has met whom. Read and written with the standard library only."""

from __future__ import annotations

import json
import sys
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

BYE = -1
"""Replaces the opponent of a player with a bye, in a field and in an answer."""

Pairs = list[tuple[int, int]]
"""An answer: players by number; BYE as the second of a pair."""


@dataclass(frozen=True, slots=True)
class Field:
    """Players are 0 to n-1 in the order of enrolment. `opponents` and `scored` hold one row of `rounds` per player."""

    name: str
    rounds: int
    points: array[int]
    opponents: array[int]
    scored: array[int]

    def __len__(self) -> int:
        return len(self.points)

    def faced(self, player: int) -> array[int]:
        """Whom this player met, round by round; BYE among them."""
        return self.opponents[player * self.rounds : (player + 1) * self.rounds]

    def met(self, player: int) -> set[int]:
        return set(self.faced(player)) - {BYE}

    def had_bye(self, player: int) -> bool:
        return BYE in self.faced(player)

    def best_first(self) -> list[int]:
        """The players by points; those with equal points in the order of enrolment."""
        return sorted(range(len(self)), key=lambda p: -self.points[p])


def save(field: Field, file: Path) -> None:
    """One line of JSON, then three columns of 32-bit little-endian numbers."""
    head = {"name": field.name, "rounds": field.rounds, "players": len(field)}
    with file.open("wb") as out:
        out.write(json.dumps(head).encode() + b"\n")
        for column in (field.points, field.opponents, field.scored):
            out.write(little(column).tobytes())


def load(file: Path) -> Field:
    with file.open("rb") as source:
        head = json.loads(source.readline())
        n, rounds = head["players"], head["rounds"]
        points, opponents, scored = (_column(source.read(4 * size)) for size in (n, n * rounds, n * rounds))
    return Field(head["name"], rounds, points, opponents, scored)


def save_pairs(pairs: Pairs, file: Path) -> None:
    file.write_bytes(little(array("i", (player for pair in pairs for player in pair))).tobytes())


def load_pairs(file: Path) -> Pairs:
    numbers = _column(file.read_bytes())
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def numbers(values: Iterable[int]) -> array[int]:
    return array("i", values)


def little(column: array[int]) -> array[int]:
    if sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return column


def _column(data: bytes) -> array[int]:
    column = array("i")
    column.frombytes(data)
    return little(column)
