"""The draw of a field never changes: a round recorded today is drawn again in ten years, so each draw here is pinned.

That a draw is one of the best is held elsewhere, against brute force; here, that it is still the same one.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np
import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import PlayerId
from muster.core.pairing.engine import gaps, settle, window
from muster.core.pairing.policies import groups
from muster.core.pairing.policies.groups import within_groups
from muster.core.pairing.policies.neutral import neutral
from muster.core.pairing.pool import GIVE_WAY, Entrant, Pool, Rules
from muster.core.pairing.swiss import SwissPlayer, pair_columns, pair_players
from tests.core.pairing.brute import ids_of, met_of

ORDERS = (GIVE_WAY, ("rematch", "circle", "float", "pair_down"), ("float", "pair_down", "circle", "rematch"))


def field(case: int, least: int, most: int) -> Pool:
    """Players of few or many scores, who have met some or most of the others."""
    chance = Lots("field", str(case))
    n = least + 2 * chance.below((most - least) // 2 + 1)
    levels = (1, 3, 5, 9)[case % 4]
    points = sorted((chance.below(levels) * 2 for _ in range(n)), reverse=True)
    share = (5, 20, 45, 70)[case // 2 % 4]
    games = [(a, b, 1 + chance.below(6)) for a in range(n) for b in range(a + 1, n) if chance.below(100) < share]
    who = [
        Entrant(
            PlayerId(k), p, downs=chance.below(3) // 2, ups=chance.below(4) // 3, circle="abcd"[: chance.below(5)][-1:]
        )
        for k, p in enumerate(points)
    ]
    return Pool(tuple(who), 7, met_of(*games))


def rules_of(case: int) -> Rules:
    return Rules(
        avoid_rematch=case % 7 != 3,
        avoid_circle=case % 3 == 0,
        limit_downs=case % 2 == 0,
        give_way=ORDERS[case // 3 % 3],
    )


def in_groups(pool: Pool, case: int) -> object:
    return ids_of(within_groups(pool, rules_of(case), Lots("groups", str(case))))


def by_gaps(pool: Pool, case: int) -> object:
    return ids_of(neutral(pool, Rules(), Lots("neutral", str(case))))


def of_arrays(pool: Pool, case: int) -> object:
    """All but the last, an odd field, in which some had a bye."""
    chance, n = Lots("byes", str(case)), len(pool.entrants) - 1
    opponents = np.full((n, n), -1)
    for k in range(n):
        met = [j for j in sorted(pool.met.get(PlayerId(k), {})) if j < n]
        opponents[k, : len(met)] = met
    points, byes = np.array([e.points for e in pool.entrants[:n]]), np.array([chance.below(3) // 2 for _ in range(n)])
    drawn = pair_columns(points, opponents, Lots("swiss", str(case)), byes, neutral=case % 2 == 1)
    proof = drawn.certificate
    told = int(proof.rematches), int(proof.gap), int(proof.bound), bool(proof.proven)
    return drawn.first.tolist(), drawn.second.tolist(), drawn.bye, told


def of_objects(pool: Pool, case: int) -> object:
    """An odd or even field of players, who know their opponents by id."""
    who = pool.entrants[case % 2 :]
    players = [SwissPlayer(e.id, e.points, list(pool.met.get(e.id, {})), e.ups) for e in who]
    drawn = pair_players(players, Lots("objects", str(case)), neutral=case % 4 > 1)
    return drawn.pairs, drawn.bye


WAYS = {"groups": in_groups, "gaps": by_gaps, "arrays": of_arrays, "objects": of_objects}


def digest(way: str, case: int, least: int, most: int) -> str:
    return sha256(repr(WAYS[way](field(case, least, most), case)).encode()).hexdigest()[:8]


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sends small fields the way of large ones: dealt, switched, and solved through a window with stand-ins."""
    for module in (groups, settle, gaps):
        monkeypatch.setattr(module, "SMALL", 0)
    monkeypatch.setattr(window, "WHOLE", 0)
    monkeypatch.setattr(window, "_SMALL_CLASS", 1)


PINNED = {
    "groups": (
        "cac79a61 3771fa66 1ffdedb5 c6426244 38415b1d 22ccae52 613fb800 6898be1c a99b2c3c c97871cb 838080f1 9a2b78da"
    ),
    "gaps": (
        "6bff1d8e 822b9b75 a8536482 9c4239aa 36b2adec 3bb88f0d 1e366431 6898be1c c5683aca 5d96fd52 f76ac24c 2616984f"
    ),
    "arrays": (
        "9376d580 f7ebc9d8 eb5666a8 4458c3a5 ce0971c4 a0de6613 032721b1 4d4b60b4 43b2545a b7ebc5dd 3c09505a e41e9941"
    ),
    "objects": (
        "b7653525 901ca46d 7bfa4888 5efa9baa 42a74f63 65883cda 655b822f f357cf57 f7b3af6c ba11755c cc45702c 1061b6d5"
    ),
}
PINNED_LARGE = {
    "groups": (
        "95e06908 0d94d9a0 a6ec376c 952828c6 6277a7fd 9c4f88b8 c14ae6af ca3dcb03 6b7ca230 a2cc63da ca4df387 dbe5459b "
        "250f7116 aff89142 952828c6 8db30404"
    ),
    "gaps": (
        "35eb09d3 a754c947 ae3fc0c0 28b1e0b5 9df9ce50 640fec05 c14ae6af 1773bc3b 84c26a22 a2cc63da cba07c36 dbe5459b "
        "d3f235a2 aff89142 5437a687 8db30404"
    ),
    "arrays": (
        "9ea02ba4 7425661a 1fde90a3 346eac30 dcc4d6e6 dbebb21f a4a7354a 481af9d4 bb2c518d ec9dd53c cad90a1a eada2068 "
        "b3de4fdb 9ec5884f 052c162f f848666c"
    ),
    "objects": (
        "c159e52f 3e5dd561 200bc581 7e8ee35b 31f64c9c 2db8bd2d a893e8a8 44cc5fcb ed41fe5f faba1c88 bd29724c d608cd9e "
        "1a115370 ba8a83dd 4a17cfd7 1e5260d8"
    ),
}


def _cases(pinned: dict[str, str]) -> list[tuple[str, int, str]]:
    return [(way, case, pin) for way, pins in pinned.items() for case, pin in enumerate(pins.split())]


@pytest.mark.parametrize(("way", "case", "pin"), _cases(PINNED))
def test_a_field_is_drawn_as_it_always_was(way: str, case: int, pin: str) -> None:
    assert digest(way, case, 16, 36) == pin


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(("way", "case", "pin"), _cases(PINNED_LARGE))
def test_a_field_is_drawn_as_it_always_was_by_the_way_of_large_ones(way: str, case: int, pin: str) -> None:
    assert digest(way, case, 8, 14) == pin
