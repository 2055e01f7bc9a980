"""Muster by the objective that the engines share, with one object per player in and a list of pairs out."""

from __future__ import annotations

from bench.pairing.field import BYE, Field, Pairs
from muster.core.kit.lots import Lots
from muster.core.pairing.swiss import SwissPlayer, SwissRound, pair_players

Ready = list[SwissPlayer[int]]


def prepare(field: Field) -> Ready:
    return [
        SwissPlayer(
            p, field.points[p], frozenset(other for other in field.faced(p) if other != BYE), int(field.had_bye(p))
        )
        for p in range(len(field))
    ]


def pair(ready: Ready) -> SwissRound[int]:
    return pair_players(ready, Lots("bench", "pairing"), neutral=True)


def read(ready: Ready, answer: SwissRound[int]) -> Pairs:
    return [*answer.pairs, *([] if answer.bye is None else [(answer.bye, BYE)])]
