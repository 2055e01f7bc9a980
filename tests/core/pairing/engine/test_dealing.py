"""The deal of a whole field: its random words, its row, its switches, and that dealing afresh is fair."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from muster.core.kit.lots import Lots
from muster.core.pairing.engine import dealing
from muster.core.pairing.engine.columns import Columns, Matrix, NoMeetings
from muster.core.pairing.engine.dealing import Dealer, Words
from tests.core.pairing.brute import CRITICAL, chi_square

_M = (1 << 64) - 1


def _splitmix(seed: int, count: int) -> list[int]:
    """SplitMix64 as published, one number at a time."""
    words = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) & _M
        z = seed
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _M
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _M
        words.append(z ^ z >> 31)
    return words


def test_the_published_words() -> None:
    """The generator's well-known answers for the seed 1234567."""
    assert _splitmix(1234567, 3) == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_words_are_splitmix_seeded_by_the_lots() -> None:
    """So that any language, and any later numpy, draws the same; each array has a seed of its own."""
    lots, words = Lots("seed", "round 1"), Words(Lots("seed", "round 1"))
    for count in (50, 3, 1):
        assert words.keys(count).tolist() == _splitmix(lots.below(1 << 64), count)


def test_an_order_is_the_rank_of_its_words() -> None:
    """Group first, then the random bits, then the number; spelled out with whole numbers."""
    groups = np.array([0, 0, 0, 1, 1, 2])
    words = _splitmix(Lots("seed", "r").below(1 << 64), 6)
    plain = [((int(g) << 62 | w >> 2) >> 3 << 3 | k, k) for k, (g, w) in enumerate(zip(groups, words, strict=True))]
    assert Words(Lots("seed", "r")).order(6, groups).tolist() == [k for _, k in sorted(plain)]


def test_all_orders_are_equally_likely() -> None:
    words = Words(Lots("fair", "orders"))
    seen = Counter(tuple(words.order(3).tolist()) for _ in range(3000))
    assert len(seen) == 6
    assert chi_square(list(seen.values())) < CRITICAL[5]


def test_more_groups_than_there_are_bits_to_spare() -> None:
    groups = np.arange(1 << 14) // 2
    groups[-1] = 1 << 30
    order = Words(Lots("many", "groups")).order(len(groups), groups)
    assert (np.diff(groups[order]) >= 0).all()
    assert sorted(order.tolist()) == list(range(len(groups)))
    assert (order[:-2:2] > order[1:-2:2]).any()


@pytest.mark.parametrize(("top", "packed"), [(1 << 18, True), (1 << 19, False)])
def test_forty_random_bits_are_kept_however_many_groups_there_are(top: int, packed: bool) -> None:
    """Twenty numbers take five bits, so the group may have nineteen; with more it is sorted after the shuffle."""
    groups = [0] * 10 + [top] * 10
    lots, high = Lots("seed", "r"), top.bit_length()
    keys = _splitmix(lots.below(1 << 64), 20)
    keys = [word >> high >> 5 for word in keys] if packed else [w >> 5 for w in _splitmix(lots.below(1 << 64), 20)]
    order = Words(Lots("seed", "r")).order(20, np.array(groups))
    assert order.tolist() == sorted(range(20), key=lambda k: (groups[k], keys[k], k))


def test_nobody_is_in_any_order() -> None:
    assert Words(Lots("seed", "r")).order(0, np.zeros(0, dtype=np.int64)).tolist() == []


def _dealer(groups: list[int], met: list[list[int]], deals: int = 24) -> Dealer:
    opponents = np.array([[*row, *[-1] * (max(map(len, met)) - len(row))] for row in met], dtype=np.int32)
    columns = Columns(np.array(groups), Matrix(opponents, np.arange(len(groups))))
    return Dealer(columns, Words(Lots("deal", "r")), deals)


def test_a_row_crosses_as_parity_asks() -> None:
    """L5R-096: groups of 3, 4 and 1: one pair inside, a float, one inside, a float."""
    dealer = Dealer(Columns(np.array([0, 0, 0, 1, 1, 1, 1, 2]), NoMeetings()), Words(Lots("row", "r")), 24)
    for _ in range(20):
        row, bad = dealer.row()
        assert dealer.columns.groups[row].tolist() == [0, 0, 0, 1, 1, 1, 1, 2]
        assert not len(bad)
    assert dealer.cuts.tolist() == [0, 8]


def test_dealing_afresh_is_uniform_among_the_legal() -> None:
    """Six in one group, four games played: six pairings are left."""
    dealer = _dealer([0] * 6, [[1, 4], [0, 5], [3], [2], [0], [1]], deals=1000)
    seen: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for _ in range(2400):
        row, bad = dealer.row()
        assert not len(bad)
        seen[tuple(sorted(tuple(sorted(p)) for p in row.reshape(-1, 2).tolist()))] += 1
    assert len(seen) == 6
    assert chi_square(list(seen.values())) < CRITICAL[5]


@pytest.mark.parametrize("tries", [0, 16])
def test_switches_rid_large_groups_of_rematches(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody met eight of the group: about four clashes per deal, and none after switching."""
    monkeypatch.setattr(dealing, "_TRIES", tries)
    n = 400
    near = [[(k + d) % n for d in (-4, -3, -2, -1, 1, 2, 3, 4)] for k in range(n)]
    dealer = _dealer([0] * 199 + [1] * 201, near, deals=0)
    dealt = 0
    for _ in range(20):
        row, bad = dealer.row()
        assert not len(bad)
        assert sorted(row.tolist()) == list(range(n))
        assert (dealer.columns.groups[row][:199] == 0).all()
        assert not dealer.clash(row[::2], row[1::2]).any()
        fresh = dealer.words.order(n, dealer.columns.groups)
        dealt += int(dealer.clash(fresh[::2], fresh[1::2]).sum())
    assert dealt > 20


def test_what_cannot_be_switched_is_named() -> None:
    """Two leaders who met, in a group of their own."""
    row, bad = _dealer([0, 0, 1, 1], [[1], [0], [], []]).row()
    assert bad.tolist() == [0]
    assert sorted(row.tolist()[:2]) == [0, 1]


@pytest.mark.parametrize(("size", "moderate", "afresh"), [(6, 5, False), (6, 6, True), (4, 4, True), (8, 5, False)])
def test_a_segment_of_moderate_size_is_dealt_afresh(
    size: int, moderate: int, afresh: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Behind another one, and in it half of the games are played; what is larger is switched and nothing else."""
    monkeypatch.setattr(dealing, "MODERATE", moderate)
    near = [[4 + (k ^ d) for d in (1, 2, 3) if (k ^ d) < size][: size // 2 - 1] for k in range(size)]
    groups = [0] * 4 + [1] * size

    seen = []
    for k in range(20):
        opponents = np.full((len(groups), 3), -1)
        for i, row in enumerate(near):
            opponents[4 + i, : len(row)] = row
        columns = Columns(np.array(groups), Matrix(opponents, np.arange(len(groups))))
        seen.append([Dealer(columns, Words(Lots("deal", str(k))), deals).row()[0].tolist() for deals in (0, 24)])
    assert any(switched != dealt for switched, dealt in seen) is afresh


def test_pairs_of_a_segment_that_is_not_dealt_afresh_stay_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two who met, and below them six who all met: four pairs that clash, whoever is dealt again."""
    monkeypatch.setattr(dealing, "MODERATE", 4)
    everybody = [[j for j in range(2, 8) if j != k] for k in range(2, 8)]
    _, bad = _dealer([0, 0] + [1] * 6, [[1], [0], *everybody]).row()
    assert sorted(bad.tolist()) == [0, 1, 2, 3]


def test_sixteen_partners_are_tried_before_all_are_looked_through() -> None:
    """Forty who met all but a few. With one more try this row would be another, so it is pinned."""
    near = [[j for j in range(40) if j != k and (j + k) % 8] for k in range(40)]
    opponents = np.array([[*row, *[-1] * (40 - len(row))] for row in near])
    columns = Columns(np.zeros(40, dtype=np.int64), Matrix(opponents, np.arange(40)))
    row, _ = Dealer(columns, Words(Lots("tries", "12")), 0).row()
    assert row.tolist() == [
        1, 15, 35, 13, 2, 22, 34, 12, 20, 36, 30, 26, 7, 25, 39, 9, 33, 27, 19, 37,
        6, 18, 11, 5, 24, 8, 0, 4, 3, 29, 10, 38, 17, 32, 23, 31, 21, 28, 14, 16,
    ]  # fmt: skip
