"""py4swiss from PyPI: the FIDE Dutch system, which also gives colours and floats by history; its input is a TRF."""

from __future__ import annotations

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import Pairing
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from bench.pairing.field import BYE, Field, Pairs

TOKENS = {2: ResultToken.WIN, 1: ResultToken.DRAW, 0: ResultToken.LOSS}
HALF_POINT = 5
"""It counts in tenths of a point; the fields count two for a win."""


def prepare(field: Field) -> ParsedTrf:
    results: list[list[RoundResult]] = [[] for _ in range(len(field))]
    whites = [0] * len(field)
    for number in range(field.rounds):
        for a in range(len(field)):
            b = field.opponents[a * field.rounds + number]
            if b == BYE:
                bye = ResultToken.PAIRING_ALLOCATED_BYE
                results[a].append(RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=bye))
            elif a < b:
                # Whoever had white less often gets it now.
                light, dark = (a, b) if whites[a] <= whites[b] else (b, a)
                whites[light] += 1
                for one, other, color in ((light, dark, ColorToken.WHITE), (dark, light, ColorToken.BLACK)):
                    token = TOKENS[field.scored[one * field.rounds + number]]
                    results[one].append(RoundResult(id=other + 1, color=color, result=token))
    rank = {p: place for place, p in enumerate(field.best_first(), 1)}
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=p + 1,
            points_times_ten=field.points[p] * HALF_POINT,
            rank=rank[p],
            results=results[p],
        )
        for p in range(len(field))
    ]
    trf = ParsedTrf(player_sections=sections, x_section=XSection(number_of_rounds=field.rounds + 2))
    trf.validate_contents()
    return trf


def pair(ready: ParsedTrf) -> list[Pairing]:
    return DutchEngine.generate_pairings(ready)


def read(ready: ParsedTrf, answer: list[Pairing]) -> Pairs:
    return [(pairing.white - 1, pairing.black - 1) for pairing in answer]
