"""Buchholz and its cuts, Sonneborn-Berger, margin of victory."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

from muster.core.kit.model import Outcome, PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.standings.buchholz import buchholz, margin_of_victory, sonneborn_berger
from muster.core.standings.lines import LineKind, PlayerRound, Table

ME = PlayerId(1)
HALF = Fraction(1, 2)


def line(
    points: Points, opponent: int | None, outcome: Outcome = Outcome.LOSS, margin: int | None = None
) -> PlayerRound:
    stats: Mapping[str, Points | None] = {} if margin is None else {"margin": margin}
    kind = LineKind.BYE if opponent is None else LineKind.GAME
    return PlayerRound(
        1, kind, points, outcome, Reason("test"), None if opponent is None else PlayerId(opponent), stats
    )


def table_against(points: list[Points], mine: list[PlayerRound]) -> Table:
    """Opponents 2, 3, ... who have these points."""
    others = {PlayerId(n): [line(p, None)] for n, p in enumerate(points, 2)}
    return Table({ME: mine, **others})


@pytest.mark.parametrize(
    ("cut_low", "cut_high", "value"),
    [
        (0, 0, Fraction(21, 2)),
        (1, 0, 10),
        (2, 0, 8),
        (0, 1, Fraction(13, 2)),
        (1, 1, 6),
        (2, 2, 0),
        (3, 0, 4),
        (0, 3, HALF),
    ],
)
def test_buchholz_cuts_the_lowest_and_the_highest(cut_low: int, cut_high: int, value: Points) -> None:
    table = table_against([4, HALF, 2, 4], [line(0, 2), line(0, 3), line(0, 4), line(0, 5)])
    assert buchholz(cut_low=cut_low, cut_high=cut_high)(table, [ME]) == {ME: value}


def test_more_cut_than_played_leaves_nothing() -> None:
    table = table_against([4, 3], [line(0, 2), line(0, 3)])
    assert buchholz(cut_low=3)(table, [ME]) == {ME: 0}
    assert buchholz(cut_high=3)(table, [ME]) == {ME: 0}
    assert buchholz(cut_low=1, cut_high=1)(table, [ME]) == {ME: 0}
    assert buchholz(cut_low=9, cut_high=9)(table, [ME]) == {ME: 0}


def test_a_round_without_an_opponent_is_the_first_to_be_cut() -> None:
    table = table_against([4, 3], [line(0, 2), line(3, None), line(0, 3)])
    assert buchholz()(table, [ME]) == {ME: 7}
    assert buchholz(cut_low=1)(table, [ME]) == {ME: 7}
    assert buchholz(cut_low=2)(table, [ME]) == {ME: 4}
    assert buchholz(cut_low=1, cut_high=1)(table, [ME]) == {ME: 3}


def test_a_rematch_counts_twice() -> None:
    table = table_against([4], [line(0, 2), line(0, 2)])
    assert buchholz()(table, [ME]) == {ME: 8}


def test_sonneborn_berger_takes_all_of_the_beaten_and_half_of_the_drawn() -> None:
    mine = [line(1, 2, Outcome.WIN), line(HALF, 3, Outcome.DRAW), line(0, 4, Outcome.LOSS), line(1, None, Outcome.WIN)]
    assert sonneborn_berger(table_against([4, Fraction(5, 2), 9], mine), [ME]) == {ME: Fraction(21, 4)}
    assert sonneborn_berger(table_against([4, 3, 9], mine), [ME]) == {ME: Fraction(11, 2)}
    assert sonneborn_berger(table_against([4, 2, 9], mine), [ME]) == {ME: 5}


def test_margin_of_victory_counts_matches_and_byes_from_its_base() -> None:
    mine = [line(1, 2, margin=76), line(0, 3, margin=-27), line(1, None, margin=50), line(0, None)]
    table = table_against([0, 0], mine)
    assert margin_of_victory()(table, [ME]) == {ME: 99}
    assert margin_of_victory(base=100)(table, [ME]) == {ME: 399}


def test_whole_values_are_plain_integers() -> None:
    table = table_against([HALF, HALF], [line(1, 2, Outcome.WIN), line(1, 3, Outcome.WIN)])
    assert repr(buchholz()(table, [ME])) == "{1: 1}"
    assert repr(sonneborn_berger(table, [ME])) == "{1: 1}"
