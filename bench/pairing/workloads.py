"""The fields that are paired: seeded, and drawn by a plain walk of the benchmark's own that favours no engine."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random

from bench.pairing.field import BYE, Field, Pairs, numbers
from bench.pairing.judge import Quality, least, lower_bound

WIN, DRAW = 2, 1
SMALLEST, LARGEST = 8, 24
"""The hard small fields have from SMALLEST to LARGEST players."""


def swiss(players: int, rounds: int, seed: str, drawn: float = 0.0) -> Field:
    """A Swiss after `rounds` rounds: random inside score groups, coin-toss results, `drawn` of them draws."""
    dice = Random(f"{seed}|{players}|{rounds}")
    points = numbers([0]) * players
    opponents = numbers([BYE]) * (players * rounds)
    scored = numbers([WIN]) * (players * rounds)
    for number in range(rounds):
        for a, b in _round(points, opponents, rounds, number, dice):
            won = DRAW if dice.random() < drawn else WIN * dice.randrange(2)
            for player, other, got in ((a, b, won), (b, a, WIN - won)):
                opponents[player * rounds + number] = other
                scored[player * rounds + number] = got
        for player in range(players):
            points[player] += scored[player * rounds + number]
    return Field(f"{players:,} players", rounds, points, opponents, scored)


def hard(cases: int) -> Iterator[Field]:
    """Small fields that can be paired without a rematch, but only with floats that the numbers alone do not require."""
    return _wanted("hard", cases, lambda best, bound: best.broken == 0 and best.distance > bound.distance)


def dead_ends(cases: int) -> Iterator[Field]:
    """Small fields in which every pairing has a rematch or a second bye."""
    return _wanted("dead end", cases, lambda best, _: best.broken > 0)


def _wanted(name: str, cases: int, wanted: Callable[[Quality, Quality], bool]) -> Iterator[Field]:
    found = tried = 0
    while found < cases:
        tried += 1
        dice = Random(f"{name}|{tried}")
        # Odd and even fields alternate, so that half of the cases have a bye.
        players = dice.randrange(SMALLEST + found % 2, LARGEST + 1, 2)
        rounds = dice.randrange(players // 2, players - 1)
        field = swiss(players, rounds, f"{name}|{tried}", dice.choice((0.0, 0.2)))
        if wanted(least(field), lower_bound(field)):
            found += 1
            yield replace(field, name=f"{name} {found}")


def _round(points: array[int], opponents: array[int], rounds: int, number: int, dice: Random) -> Pairs:
    """Down the shuffled and sorted field, everybody meets the first who is waiting and whom they have not met."""

    def fresh(a: int, b: int) -> bool:
        return b not in opponents[a * rounds : a * rounds + number]

    order = list(range(len(points)))
    dice.shuffle(order)
    order.sort(key=lambda p: -points[p])
    if len(order) % 2:
        order.remove(next((p for p in reversed(order) if fresh(p, BYE)), order[-1]))
    pairs: Pairs = []
    waiting: list[int] = []
    for player in order:
        other = next((w for w in waiting if fresh(player, w)), None)
        if other is None:
            waiting.append(player)
        else:
            waiting.remove(other)
            pairs.append((other, player))
    while waiting:
        a, b = waiting.pop(), waiting.pop()
        # These two have met: exchange with the nearest pair above that resolves it, otherwise they meet again.
        for k in range(len(pairs) - 1, -1, -1):
            c, d = pairs[k]
            if fresh(a, c) and fresh(b, d):
                pairs[k] = (a, c)
                a = d
                break
        pairs.append((a, b))
    return pairs
