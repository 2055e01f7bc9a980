"""swisspair from PyPI: C++ behind Python objects; wants its players ranked."""

from __future__ import annotations

from swisspair import Match, Player, create_matches

from bench.pairing.field import BYE, Field, Pairs


def prepare(field: Field) -> list[Player]:
    return [
        Player(str(p), field.points[p], rank, not field.had_bye(p), {str(other) for other in field.met(p)})
        for rank, p in enumerate(field.best_first(), 1)
    ]


def pair(ready: list[Player]) -> list[Match]:
    return create_matches(ready)


def read(ready: list[Player], answer: list[Match]) -> Pairs:
    return [(int(m.p1.id), BYE if m.p2 is None else int(m.p2.id)) for m in answer]
