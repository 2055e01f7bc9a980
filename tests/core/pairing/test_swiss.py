"""The Swiss round for libraries: what goes in and out, its certificate, named cases of public trackers, large ones."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from muster.core.kit.lots import Lots
from muster.core.kit.model import Points
from muster.core.pairing import swiss
from muster.core.pairing.engine.columns import Ints
from muster.core.pairing.swiss import SwissPlayer, SwissProof, pair_columns, pair_players


def _field(points: list[int], *games: tuple[int, int], byes: dict[int, int] | None = None) -> list[SwissPlayer[int]]:
    """Players 1, 2, 3 ... with these points, who met in the order of the games."""
    players = [SwissPlayer(k, p, [], (byes or {}).get(k, 0)) for k, p in enumerate(points, 1)]
    for a, b in games:
        players[a - 1].opponents = [*players[a - 1].opponents, b]
        players[b - 1].opponents = [*players[b - 1].opponents, a]
    return players


def _met(players: list[SwissPlayer[int]], pairs: list[tuple[int, int]]) -> int:
    seen = {p.id: set(p.opponents) for p in players}
    assert sorted(i for pair in pairs for i in pair) == sorted({i for pair in pairs for i in pair})
    return sum(b in seen[a] for a, b in pairs)


def _events(n: int, rounds: int) -> tuple[Ints, Ints, Ints]:
    """Points, opponents and byes of a Swiss after so many rounds, drawn by the engine itself."""
    points, byes = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
    opponents = np.full((n, rounds), -1, dtype=np.int32)
    dice = np.random.default_rng(n)
    for r in range(rounds):
        drawn = pair_columns(points, opponents, Lots("event", str(r)), byes)
        opponents[drawn.first, r], opponents[drawn.second, r] = drawn.second, drawn.first
        result = dice.integers(0, 10, len(drawn.first))
        points[drawn.first] += np.choose(result // 2, [3, 3, 1, 0, 0])
        points[drawn.second] += np.choose(result // 2, [0, 0, 1, 3, 3])
        if drawn.bye is not None:
            points[drawn.bye] += 3
            byes[drawn.bye] += 1
    return points, opponents, byes


def test_four_players_complete_the_round_robin() -> None:
    """The third round of a pod of four has one pairing left."""
    drawn = pair_players(_field([2, 1, 1, 0], (1, 2), (3, 4), (1, 3), (2, 4)), Lots("pod", "3"))
    assert {frozenset(p) for p in drawn.pairs} == {frozenset((1, 4)), frozenset((2, 3))}
    assert drawn.certificate.rematches == 0


def test_eight_players_play_seven_rounds_without_a_failure() -> None:
    """Later rounds may be forced to repeat, but each is as good as its history allows."""
    players = _field([0] * 8)
    for number in range(7):
        drawn = pair_players(players, Lots("pod", str(number)))
        assert len(drawn.pairs) == 4
        assert drawn.certificate.proven
        assert _met(players, drawn.pairs) == drawn.certificate.rematches
        for a, b in drawn.pairs:
            players[a - 1] = SwissPlayer(a, players[a - 1].points + 1, [*players[a - 1].opponents, b])
            players[b - 1] = SwissPlayer(b, players[b - 1].points, [*players[b - 1].opponents, a])


def test_two_leaders_who_have_met() -> None:
    drawn = pair_players(_field([3, 3, 2, 2, 2, 2], (1, 2)), Lots("two", "r"))
    assert (1, 2) not in drawn.pairs
    assert drawn.certificate == SwissProof(rematches=0, gap=2, bound=0, proven=True)
    assert not drawn.certificate.met


def test_everyone_withdrawn() -> None:
    """Nobody left, or one: no pairs, and the one has the bye."""
    empty = pair_players(list[SwissPlayer[int]](), Lots("none", "r"))
    assert (empty.pairs, empty.bye) == ([], None)
    assert empty.certificate == SwissProof(rematches=0, gap=0, bound=0, proven=True)
    one = pair_players(_field([3]), Lots("one", "r"))
    assert (one.pairs, one.bye) == ([], 1)


def test_opponents_who_left_are_skipped() -> None:
    players = [
        SwissPlayer("a", 1, ("gone", "b")),
        SwissPlayer("b", 1, ("a",)),
        SwissPlayer("c", 0, ("gone",)),
        SwissPlayer("d", 0),
    ]
    drawn = pair_players(players, Lots("left", "r"))
    assert drawn.certificate.rematches == 0
    assert {"a", "b"} not in [set(p) for p in drawn.pairs]


def test_a_bye_when_the_bottom_player_had_one() -> None:
    for k in range(20):
        drawn = pair_players(_field([2, 1, 1, 1, 0], byes={5: 1}), Lots(str(k), "r"))
        assert drawn.bye in (2, 3, 4)


def test_a_player_of_whom_nothing_is_said_has_no_points() -> None:
    players = [SwissPlayer("a"), SwissPlayer("b", 1), SwissPlayer("c", 1), SwissPlayer("d", 0)]
    for k in range(10):
        assert {frozenset(p) for p in pair_players(players, Lots(str(k), "r")).pairs} == {
            frozenset("ad"),
            frozenset("bc"),
        }


def test_a_player_of_whom_nothing_is_said_had_no_bye() -> None:
    players = [SwissPlayer("a", byes=1), SwissPlayer("b"), SwissPlayer("c", byes=1)]
    assert {pair_players(players, Lots(str(k), "r")).bye for k in range(5)} == {"b"}


def test_everybody_had_a_bye() -> None:
    assert pair_players(_field([2, 1, 0], byes={1: 1, 2: 1, 3: 2}), Lots("all", "r")).bye == 2


def test_the_bye_stays_with_the_lowest_where_no_move_spares_a_rematch() -> None:
    """X-21: everybody has met everybody."""
    assert pair_players(_field([2, 1, 0], (1, 2), (1, 3), (2, 3)), Lots("all", "r")).bye == 3


def test_a_bye_moves_to_spare_a_rematch() -> None:
    """X-21: only 5 can meet 1, so the lowest has no bye; without 4, 2 and 3 would meet again."""
    players = _field([4, 3, 2, 1, 0], (1, 2), (1, 3), (1, 4), (2, 3))
    drawn = pair_players(players, Lots("move", "r"))
    assert drawn.bye == 3
    assert _met(players, drawn.pairs) == 0


def test_an_odd_top_group_of_one() -> None:
    drawn = pair_players(_field([3, 2, 2, 2]), Lots("one", "r"))
    assert drawn.certificate == SwissProof(rematches=0, gap=1, bound=1, proven=True)
    assert drawn.certificate.met
    assert drawn.pairs[0][0] == 1


def test_the_bye_may_empty_a_score() -> None:
    """The only one without a bye is alone in the middle; the groups around close up."""
    drawn = pair_players(_field([3, 3, 2, 1, 1], byes={1: 1, 2: 1, 4: 1, 5: 1}), Lots("mid", "r"))
    assert drawn.bye == 3
    assert {frozenset(p) for p in drawn.pairs} == {frozenset((1, 2)), frozenset((4, 5))}
    assert drawn.certificate == SwissProof(rematches=0, gap=0, bound=0, proven=True)


def test_the_bye_may_empty_a_score_that_is_floated_across() -> None:
    """Three on 5 and one on 1 are left, so one goes down by four points."""
    drawn = pair_players(_field([5, 5, 5, 3, 1], byes={1: 1, 2: 1, 3: 1, 5: 1}), Lots("mid", "r"))
    assert drawn.bye == 4
    assert drawn.certificate == SwissProof(rematches=0, gap=4, bound=4, proven=True)


def test_fractions_are_told_apart() -> None:
    points: list[Points] = [Fraction(7, 2), Fraction(7, 2), Fraction(10, 3), Fraction(10, 3), 1, Fraction(1)]
    drawn = pair_players([SwissPlayer(k, p) for k, p in enumerate(points)], Lots("thirds", "r"))
    assert {frozenset(p) for p in drawn.pairs} == {frozenset((0, 1)), frozenset((2, 3)), frozenset((4, 5))}
    odd = pair_players([SwissPlayer(k, p) for k, p in enumerate(points[:3] + points[5:])], Lots("thirds", "r"))
    assert odd.certificate.gap == odd.certificate.bound == Fraction(7, 3)


def test_points_beyond_any_array() -> None:
    drawn = pair_players(
        [SwissPlayer(0, 1 << 70), SwissPlayer(1, 0), SwissPlayer(2, 1 << 70), SwissPlayer(3, 0)], Lots("huge", "r")
    )
    assert {frozenset(p) for p in drawn.pairs} == {frozenset((0, 2)), frozenset((1, 3))}


def test_any_object_with_the_four_fields_will_do() -> None:
    @dataclass
    class Member:
        id: str
        points: int
        opponents: set[str] = field(default_factory=set)
        byes: int = 0

    drawn = pair_players([Member("a", 1, {"b"}), Member("b", 1, {"a"}), Member("c", 0), Member("d", 0)], Lots("x", "r"))
    assert {"a", "b"} not in [set(p) for p in drawn.pairs]


def test_arrays_and_objects_give_the_same_round() -> None:
    points, opponents, byes = _events(301, 4)
    rows = [
        SwissPlayer(k, int(points[k]), [int(j) for j in opponents[k] if j >= 0], int(byes[k]))
        for k in range(len(points))
    ]
    plain, columns = pair_players(rows, Lots("same", "5")), pair_columns(points, opponents, Lots("same", "5"), byes)
    assert plain.pairs == list(zip(columns.first.tolist(), columns.second.tolist(), strict=True))
    assert plain.bye == columns.bye
    assert plain.certificate == columns.certificate


def test_scores_far_apart_are_ranked_too() -> None:
    points = np.array([10**9, 5, 10**9, 5], dtype=np.int64)
    drawn = pair_columns(points, np.full((4, 1), -1), Lots("far", "r"))
    assert {frozenset(p) for p in zip(drawn.first.tolist(), drawn.second.tolist(), strict=True)} == {
        frozenset((0, 2)),
        frozenset((1, 3)),
    }


@pytest.mark.parametrize("top", [9, 10**9])
def test_the_bound_counts_every_score(top: int) -> None:
    """Three above five, of whom one goes down, and five above one, of whom another does."""
    points = np.array([0, 5, top, 5, top, top])
    drawn = pair_columns(points, np.full((6, 1), -1), Lots("far", "r"))
    assert drawn.certificate == SwissProof(rematches=0, gap=top, bound=top, proven=True)


def test_arrays_of_the_wrong_kind_are_refused() -> None:
    with pytest.raises(TypeError, match="whole numbers, not float64"):
        pair_columns(np.array([0.5, 1.0]), np.full((2, 1), -1), Lots("x", "r"))
    with pytest.raises(ValueError, match="one row of opponents for each of 2 players"):
        pair_columns(np.array([1, 1]), np.full((3, 1), -1), Lots("x", "r"))
    with pytest.raises(ValueError, match="one row of opponents for each of 2 players"):
        pair_columns(np.array([1, 1]), np.full(2, -1), Lots("x", "r"))


def test_without_word_of_byes_nobody_had_one() -> None:
    assert pair_columns(np.array([2, 1, 1, 1, 0]), np.full((5, 1), -1), Lots("odd", "r")).bye == 4


def test_more_scores_than_sixteen_bits_tell_apart() -> None:
    """The two leaders share one, and everybody else has their own, so neighbours meet."""
    n = (1 << 15) + 2
    drawn = pair_columns(np.minimum(np.arange(n), n - 2), np.full((n, 1), -1), Lots("scores", "r"))
    assert (abs(drawn.first - drawn.second) == 1).all() and drawn.certificate.gap == n // 2 - 1


def test_the_bound_is_met_without_a_rematch_only() -> None:
    assert SwissProof(rematches=0, gap=2, bound=2, proven=True).met
    assert not SwissProof(rematches=1, gap=2, bound=2, proven=True).met
    assert not SwissProof(rematches=0, gap=3, bound=2, proven=True).met


@pytest.mark.parametrize("neutral", [False, True])
@pytest.mark.parametrize("n", [10_000, 100_000])
def test_large_fields_meet_the_bound(n: int, neutral: bool) -> None:
    """Peers crash at 100,000. The certificate is checked against a separate count."""
    points, opponents, byes = _events(n + 1, 4)
    drawn = pair_columns(points, opponents, Lots("large", "5"), byes, neutral)
    a, b = drawn.first, drawn.second
    assert drawn.bye is not None
    assert sorted([*a.tolist(), *b.tolist(), drawn.bye]) == list(range(n + 1))
    assert not (opponents[a] == b[:, None]).any()
    left = np.delete(points, drawn.bye)
    scores = sorted(set(left.tolist()), reverse=True)
    bound = sum((s - t) * (int((left >= s).sum()) % 2) for s, t in pairwise(scores))
    assert int(np.abs(points[a] - points[b]).sum()) == bound
    assert drawn.certificate == SwissProof(rematches=0, gap=bound, bound=bound, proven=True)


def test_one_score_in_which_each_met_a_quarter_of_the_others() -> None:
    """Switches look through a whole group, asking about the same player many times over."""
    n = 200
    players = _field([0] * n, *((k, (k + d - 1) % n + 1) for k in range(1, n + 1) for d in range(1, 26)))
    for k in range(5):
        drawn = pair_players(players, Lots("dense", str(k)))
        assert drawn.certificate.met
        assert _met(players, drawn.pairs) == 0


def test_a_crowd_of_objects() -> None:
    dice = random.Random(4)
    players = _field([dice.randint(0, 4) for _ in range(5_001)], *((k, k + 1) for k in range(1, 5_001)))
    drawn = pair_players(players, Lots("crowd", "r"))
    assert drawn.certificate.met
    assert _met(players, drawn.pairs) == 0


PINNED = [(12, 14), (7, 17), (4, 6), (0, 3), (5, 15), (11, 13), (18, 19), (2, 10), (9, 16), (1, 8)]

_SCRIPT = """
import sys
import numpy as np
from muster.core.kit.lots import Lots
from muster.core.pairing.swiss import SwissPlayer, pair_columns, pair_players
names = [f"player {k}" for k in range(301)]
met = {k: [j for j in (k ^ 1, k ^ 2, k ^ 5) if j < 301] for k in range(301)}
for neutral in (False, True):
    for kind in (list, set):
        players = [SwissPlayer(names[k], k % 60 // 7, kind(names[j] for j in met[k])) for k in range(301)]
        drawn = pair_players(players, Lots("seed", "5"), neutral)
        print(drawn.pairs, drawn.bye, drawn.certificate)
rows = pair_columns(np.arange(300) // 3, np.full((300, 1), -1), Lots("seed", "6"))
print(rows.first.tolist(), rows.second.tolist())
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    answers = set()
    for hash_seed in ("0", "1", "4242"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run([sys.executable, "-c", _SCRIPT], env=env, capture_output=True, text=True, check=True)
        answers.add(run.stdout)
    assert len(answers) == 1
    assert answers != {""}


def test_the_stream_never_changes() -> None:
    """A draw recorded today must be repeatable in ten years: these pairs were drawn once and are pinned."""
    drawn = pair_players([SwissPlayer(k) for k in range(20)], Lots("pinned", "round 1"))
    assert drawn.pairs == PINNED


def test_looking_at_the_systems_loads_no_numpy() -> None:
    script = (
        "import sys, muster.systems.l5r, muster.core.rules.rounds\n"
        "print('numpy' in sys.modules, 'rustworkx' in sys.modules)"
    )
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]


def _every_pairing(places: list[int]) -> Iterator[list[tuple[int, int]]]:
    if not places:
        yield []
        return
    first, *rest = places
    for k, other in enumerate(rest):
        for pairs in _every_pairing(rest[:k] + rest[k + 1 :]):
            yield [(first, other), *pairs]


@pytest.mark.parametrize(("case", "weighed"), [*((k, 256) for k in range(150)), *((k, 0) for k in range(40))])
def test_the_neutral_bye_is_weighed_with_the_pairs(case: int, weighed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bye is an opponent with the lowest score, a second one a rematch: the same as trying every bye and pairing.

    In a field too large to weigh every bye, the widest gap is left to the pairs.
    """
    monkeypatch.setattr(swiss, "WEIGHED", weighed)
    chance = Lots("neutral bye", str(case))
    n = (3, 5, 7)[case % 3]
    points = [chance.below(6) for _ in range(n)]
    byes = [int(chance.below(5) < 2) for _ in range(n)]
    opponents: list[set[int]] = [set() for _ in range(n)]
    for _ in range(chance.below(2 * n)):
        a, b = chance.below(n), chance.below(n)
        if a != b:
            opponents[a].add(b)
            opponents[b].add(a)

    def cost(pairs: list[tuple[int, int]]) -> tuple[int, int, int]:
        again, gaps = 0, []
        for a, b in pairs:
            alone = max(a, b) == n
            again += byes[min(a, b)] if alone else int(b in opponents[a])
            gaps.append(points[min(a, b)] - min(points) if alone else abs(points[a] - points[b]))
        return again, sum(gaps), max(gaps)

    players = [SwissPlayer(k, points[k], opponents[k], byes[k]) for k in range(n)]
    drawn = pair_players(players, Lots("draw", str(case)), neutral=True)
    assert drawn.bye is not None
    numbers = 3 if weighed else 2
    assert (
        cost([*drawn.pairs, (drawn.bye, n)])[:numbers] == min(map(cost, _every_pairing(list(range(n + 1)))))[:numbers]
    )


def test_a_rematch_that_is_forced_by_halves_who_met_each_other() -> None:
    """Nine met all of eight and had the bye: two of the nine, or a bye, or one across; one rematch in all."""
    games = [(a, b) for a in range(1, 10) for b in range(10, 18)]
    players = _field([0] * 17, *games, byes=dict.fromkeys(range(1, 10), 1))
    for neutral in (False, True):
        drawn = pair_players(players, Lots("halves", "r"), neutral)
        assert drawn.certificate.proven
        assert _met(players, drawn.pairs) + (drawn.bye is not None and drawn.bye < 10) == 1


def test_a_large_neutral_field_gives_the_bye_to_one_of_the_lowest_by_lot() -> None:
    """As it always did: the first of them in the stream, if the bound is met with it."""
    points = np.arange(257) // 50
    drawn = pair_columns(points, np.full((257, 1), -1), Lots("large", "r"), neutral=True)
    assert (drawn.bye, drawn.certificate.met) == (Lots("large", "r").choice(list(range(50))), True)
