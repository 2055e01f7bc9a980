"""What decides between two rows that are level on points, and numbers as they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.standings.lines import LineKind, PlayerRound, RoundLines, Table
from muster.core.standings.ranking import Standings, rank
from muster.core.standings.tiebreaks import TieBreak, whole

A, B, C, D = (PlayerId(n) for n in range(1, 5))


def standings(points: Sequence[int], *columns: Sequence[Points | None], needing: int = 0) -> Standings:
    """Players A, B and so on with these points, and the values of the tie-breaks called 1, 2 and so on.

    The last `needing` of these need a value of everybody.
    """
    players = [A, B, C, D][: len(points)]
    lines = {
        p: [PlayerRound(1, LineKind.BYE, n, Outcome.WIN, Reason("test"))] for p, n in zip(players, points, strict=True)
    }

    def tiebreak(number: int, column: Sequence[Points | None]) -> TieBreak:
        values = dict(zip(players, column, strict=True))
        needs = number > len(columns) - needing
        return TieBreak(key=str(number), name="", compute=lambda table, asked: values, needs_all=needs)

    tiebreaks = [tiebreak(number, column) for number, column in enumerate(columns, start=1)]
    return rank(Table(lines), players, (), tiebreaks, {p: p for p in players}, {}, 1)


def decider(told: Standings, upper: PlayerId = A, lower: PlayerId = B) -> str:
    found = told.decider(told.row(upper), told.row(lower))
    return "" if found is None else found.key


def test_the_first_tie_break_that_differs_decides() -> None:
    assert decider(standings([3, 3], [5, 5], [2, 1], [1, 9])) == "2"
    assert decider(standings([3, 3], [5, 5], [2, 2])) == ""


def test_everybody_has_a_value_also_who_is_not_level() -> None:
    assert [row.values for row in standings([3, 1], [5, 4]).rows] == [{"1": 5}, {"1": 4}]


def test_a_tie_break_that_needs_all_decides_where_all_have_a_value() -> None:
    assert decider(standings([3, 3], [2, 1], needing=1)) == "1"
    assert decider(standings([3, 3, 3], [2, 1, None], needing=1)) == ""


def test_who_lacks_a_value_keeps_all_who_are_level_in_one_place() -> None:
    def places(*values: Points | None, needing: int = 1) -> list[int | None]:
        told = standings([3, 3, 3], values, needing=needing)
        return [told.row(player).rank for player in (A, B, C)]

    assert places(1, 3, 2) == [3, 1, 2]
    assert places(1, None, 2) == [1, 1, 1]
    assert places(1, None, 2, needing=0) == [2, 3, 1]


def test_who_is_not_level_may_lack_a_value() -> None:
    """Neither a player with other points nor one placed elsewhere by an earlier tie-break holds it up."""
    assert decider(standings([3, 3, 1], [2, 1, None], needing=1)) == "1"
    assert decider(standings([3, 3, 3], [5, 5, 4], [2, 1, None], needing=1)) == "2"


def test_only_a_tie_break_that_needs_all_is_kept_from_deciding() -> None:
    assert decider(standings([3, 3, 3], [2, 1, None], [1, 1, 1], needing=1)) == "1"


def test_the_first_tie_break_that_would_have_decided_is_named() -> None:
    for second in ([2, 1, None], [1, 1, None], [1, 2, 3]):
        told = standings([3, 3, 3], [1, 2, None], second, needing=2)
        found = told.undecided(told.row(A), told.row(B))
        assert found is not None and found.key == "1"
    told = standings([3, 3, 3], [1, 1, None], [2, 1, None], needing=2)
    found = told.undecided(told.row(A), told.row(B))
    assert found is not None and found.key == "2"


def test_a_fraction_without_a_remainder_is_a_whole_number() -> None:
    assert repr(whole(Fraction(6, 3))) == "2"
    assert whole(Fraction(7, 3)) == Fraction(7, 3)
    assert whole(3) == 3


def test_the_lines_of_a_round_find_their_places_among_any_players() -> None:
    """Kept from one count to the next, they are asked about again when the players are others."""
    game = [
        PlayerRound(1, LineKind.GAME, 3, Outcome.WIN, Reason("test"), B),
        PlayerRound(1, LineKind.GAME, 0, Outcome.LOSS, Reason("test"), A),
    ]
    lines = RoundLines([A, B], game)
    for index in ({A: 0, B: 1}, {A: 2, B: 1}):
        assert (lines.seats(index).tolist(), lines.met(index).tolist()) == ([index[A], index[B]], [index[B], index[A]])
