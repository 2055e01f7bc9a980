"""Muster by the objective that the engines share, with arrays in and out: points, and a row of opponents per player."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from bench.pairing.field import BYE, Field, Pairs
from muster.core.kit.lots import Lots
from muster.core.pairing.swiss import ColumnRound, pair_columns

Numbers = npt.NDArray[np.int32]
Ready = tuple[Numbers, Numbers, Numbers]


def prepare(field: Field) -> Ready:
    points = np.frombuffer(field.points, dtype=np.int32)
    opponents = np.frombuffer(field.opponents, dtype=np.int32).reshape(len(field), field.rounds)
    return points, opponents, (opponents == BYE).sum(axis=1, dtype=np.int32)


def pair(ready: Ready) -> ColumnRound:
    points, opponents, byes = ready
    return pair_columns(points, opponents, Lots("bench", "pairing"), byes, neutral=True)


def read(ready: Ready, answer: ColumnRound) -> Pairs:
    pairs: Pairs = list(zip(answer.first.tolist(), answer.second.tolist(), strict=True))
    return [*pairs, *([] if answer.bye is None else [(answer.bye, BYE)])]
