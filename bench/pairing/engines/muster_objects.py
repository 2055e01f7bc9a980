"""Muster, with one object per player in and one per pair out."""

from __future__ import annotations

from bench.pairing.field import BYE, Field, Pairs
from muster.core.lots import Lots
from muster.core.model import PlayerId
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.groups import within_groups
from muster.core.pairing.pool import Draw, Entrant, Pool, Rules


def prepare(field: Field) -> Pool:
    order = field.best_first()
    entrants = tuple(Entrant(PlayerId(p), field.points[p], int(field.had_bye(p))) for p in order)
    met = {
        PlayerId(p): {PlayerId(other): number for number, other in enumerate(field.faced(p), 1) if other != BYE}
        for p in order
    }
    return Pool(entrants, field.rounds + 1, met)


def pair(ready: Pool) -> tuple[Draw, int]:
    rules, lots = Rules(), Lots("bench", "pairing")
    if len(ready.entrants) % 2 == 0:
        return within_groups(ready, rules, lots), BYE
    bye, _ = choose_bye(ready, [e.id for e in reversed(ready.entrants)], rules)
    return within_groups(ready.without(bye.player), rules, lots), bye.player


def read(ready: Pool, answer: tuple[Draw, int]) -> Pairs:
    draw, bye = answer
    pairs: Pairs = [(p.a, p.b) for p in draw.pairs]
    return pairs if bye == BYE else [*pairs, (bye, BYE)]
