"""Standings (points, strength of schedule, extended strength of schedule, order) in arrays against plain Python.

The same results in the same run: Muster's arrays, fractions.Fraction, and Python tuned with integers instead of
fractions. Each starts from the rounds as it likes them best (arrays; for the other two the points of each round and
the opponents met as lists per player), and all results are compared. A field of a million is run by itself.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from time import process_time
from typing import Any

import numpy as np

from muster.core.standings.buchholz import buchholz, margin_of_victory, sonneborn_berger
from muster.core.standings.columns import BYE, GAME, NOTHING, WIN, AllRounds, NotedNumbers
from muster.core.standings.order import Places, place
from muster.core.standings.percentages import game_win, opponents_game_win, opponents_match_win
from muster.core.standings.tiebreaks import (
    Formula,
    extended_strength_of_schedule,
    games_won,
    least,
    opponents_points,
    strength_of_schedule,
    total,
)

ROUNDS = 9
SIZES = (512, 10_000, 100_000)
FRACTIONS_UP_TO = 10_000
MILLION, MILLION_ROUNDS = 1_000_000, 15
SCHEDULE = (strength_of_schedule, extended_strength_of_schedule)

Result = tuple[list[int], list[int], list[Fraction], list[Fraction]]
"""Order, places, strength of schedule and extended strength of schedule."""


@dataclass(frozen=True)
class Record:
    """A seeded random event: one player in 50 misses each round, an odd one has the bye."""

    points: Any
    opponent: Any
    kind: Any
    outcome: Any
    games: dict[str, NotedNumbers]

    def field(self) -> AllRounds:
        figures = self.games.get
        return AllRounds(self.points, self.opponent, kind=self.kind, outcome=self.outcome, figures=figures)


def record(players: int, rounds: int, *, figures: bool = True) -> Record:
    rng = np.random.default_rng(players)
    shape = (rounds, players)
    opponent, kind = np.full(shape, -1, dtype=np.int32), np.full(shape, NOTHING, dtype=np.int8)
    outcome = np.zeros(shape, dtype=np.int8)
    for n in range(rounds):
        there = rng.permutation(np.flatnonzero(rng.random(players) < 0.98))
        pairs = there[: len(there) // 2 * 2].reshape(-1, 2)
        a, b = pairs[:, 0], pairs[:, 1]
        opponent[n, a], opponent[n, b], kind[n, pairs] = b, a, GAME
        outcome[n, a] = rng.integers(0, 3, len(a))
        outcome[n, b] = WIN - outcome[n, a]
        bye = there[len(pairs) * 2 :]
        kind[n, bye], outcome[n, bye] = BYE, WIN
    points = outcome + (outcome == WIN)  # 0, 1 and 3
    if not figures:
        return Record(points, opponent, kind, outcome, {})
    given = kind != NOTHING
    played = given * 2 + (rng.random(shape) < 0.3) * given
    games = {"game_wins": outcome, "games": played, "margin": outcome * 2 - 2 * given}
    return Record(points, opponent, kind, outcome, {k: NotedNumbers(v, given=given) for k, v in games.items()})


def by_fractions(won: Sequence[Sequence[int]], met: Sequence[Sequence[int]]) -> Result:
    def mean(values: list[Fraction]) -> Fraction:
        return sum(values, Fraction(0)) / len(values) if values else Fraction(0)

    points = [sum(own) for own in won]
    per_round = [Fraction(p, len(own)) if own else Fraction(0) for p, own in zip(points, won, strict=True)]
    sos = [mean([per_round[o] for o in own]) for own in met]
    extended = [mean([sos[o] for o in own]) for own in met]
    keys = [(-p, -s, -e) for p, s, e in zip(points, sos, extended, strict=True)]
    return *places(keys), sos, extended


def by_integers(won: Sequence[Sequence[int]], met: Sequence[Sequence[int]]) -> Result:
    """Whole numbers over lcm(1..rounds) to the power of 1, 2 and 3, and one packed number to sort by."""
    points = list(map(sum, won))
    rounds = range(1, max(map(len, won)) + 1)
    unit = lcm(*rounds)
    share = [0, *(unit // n for n in rounds)]
    per_round = [p * share[len(own)] for p, own in zip(points, won, strict=True)]
    find = per_round.__getitem__
    sos = [sum(map(find, own)) * share[len(own)] for own in met]
    find = sos.__getitem__
    extended = [sum(map(find, own)) * share[len(own)] for own in met]
    low, lower = max(sos) + 1, max(extended) + 1
    keys = [-((p * low + s) * lower + e) for p, s, e in zip(points, sos, extended, strict=True)]
    return *places(keys), Over(sos, unit**2), Over(extended, unit**3)


class Over(list[Any]):
    """Whole numbers and what they are parts of; turned into fractions only to be compared."""

    def __init__(self, values: list[int], unit: int) -> None:
        super().__init__(values)
        self.unit = unit


def places(keys: Sequence[Any]) -> tuple[list[int], list[int]]:
    order = sorted(range(len(keys)), key=keys.__getitem__)
    rank, place = [0] * len(keys), 1
    for _, same in groupby(order, key=keys.__getitem__):
        level = list(same)
        for player in level:
            rank[player] = place
        place += len(level)
    return order, rank


def same(found: Places, expected: Result) -> bool:
    order, rank, *columns = expected
    exact = [column.exact() for column in found.columns]
    plain = [[Fraction(v, c.unit) for v in c] if isinstance(c, Over) else c for c in columns]
    return found.order.tolist() == order and found.rank.tolist() == rank and exact == plain


def timed(work: Callable[[], Any], least: float = 1.0) -> tuple[float, Any]:
    """The processor time of the fastest of several runs, and the result."""
    best, spent = float("inf"), 0.0
    while True:
        start = process_time()
        result = work()
        taken = process_time() - start
        best, spent = min(best, taken), spent + taken
        if spent > least:
            return best, result


def compare(players: int) -> str:
    event = record(players, ROUNDS)
    won = [own[there].tolist() for own, there in zip(event.points.T, event.kind.T != NOTHING, strict=True)]
    met = [own[own >= 0].tolist() for own in event.opponent.T]
    ours, found = timed(lambda: place(event.field(), SCHEDULE))
    lists = [a.tolist() for a in (event.points, event.opponent, event.kind)]

    def through_lists() -> list[Any]:
        result = place(AllRounds(lists[0], lists[1], kind=lists[2]), SCHEDULE)
        return [result.order.tolist(), result.rank.tolist(), *(c.exact() for c in result.columns)]

    listed, _ = timed(through_lists)
    tuned, expected = timed(lambda: by_integers(won, met))
    equal = same(found, expected)
    plain = "-"
    if players <= FRACTIONS_UP_TO:
        taken, expected = timed(lambda: by_fractions(won, met))
        equal = equal and same(found, expected)
        plain = f"{taken / ours:.0f} x"
    return (
        f"| {players:,} | {ours * 1000:.2f} ms | {plain} | {tuned / ours:.0f} x | {listed * 1000:.1f} ms "
        f"| {'yes' if equal else 'NO'} |"
    )


def order_a_million() -> None:
    event = record(MILLION, MILLION_ROUNDS, figures=False)
    before = peak()
    taken, _ = timed(lambda: place(event.field(), SCHEDULE), least=0)
    print(f"\n{MILLION:,} players, {MILLION_ROUNDS} rounds: {taken:.2f} s to the order; ", end="")
    print(f"{peak()} MB at the peak of the process, {before} MB before (Python, numpy and the rounds)\n")


def every_tiebreak_of_a_million() -> None:
    event = record(MILLION, MILLION_ROUNDS)
    print("| tie-break | seconds | held in |\n|---|---|---|")
    formulas: dict[str, Formula] = {
        "games won": games_won(count_byes=False),
        "opponents' points, a bye as their average": opponents_points(byes_as_average=True),
        "strength of schedule": strength_of_schedule,
        "extended strength of schedule": extended_strength_of_schedule,
        "sum of a figure": total("margin"),
        "least of a figure": least("margin"),
        "opponents' match-win %": opponents_match_win(win=3),
        "game-win %": game_win(),
        "opponents' game-win %": opponents_game_win(),
        "Buchholz": buchholz(),
        "median Buchholz": buchholz(cut_low=1, cut_high=1),
        "Sonneborn-Berger": sonneborn_berger,
        "margin of victory": margin_of_victory(base=100),
    }
    for name, formula in formulas.items():
        field = event.field()
        taken, column = timed(lambda: formula.column(field), least=0)  # noqa: B023  # called at once
        print(f"| {name} | {taken:.2f} | {'int64' if column.values.dtype != object else 'Python integers'} |")


def peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    print(f"{ROUNDS} rounds; Python {sys.version.split()[0]}, numpy {np.__version__}\n")
    print("| players | Muster | over Fraction | over tuned Python | lists in, exact numbers out | bit-equal |")
    print("|---|---|---|---|---|---|")
    for players in SIZES:
        print(compare(players), flush=True)
    # Each in its own process, to measure its memory.
    for alone in (order_a_million, every_tiebreak_of_a_million):
        subprocess.run([sys.executable, __file__, alone.__name__], check=True)


if __name__ == "__main__":
    {f.__name__: f for f in (main, order_a_million, every_tiebreak_of_a_million)}[(sys.argv[1:] or ["main"])[0]]()
