"""Ratings: every game once, in the order of the days, as the published formula has it."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import sqrt

import pytest

from muster.core.kit.model import Outcome
from muster.core.reading.people.played import PlayedGame
from muster.core.reading.people.rating import BEGIN, UNSURE, courses
from muster.core.record.people.who import PeopleSaid
from tests.core.reading.people.events import FIRST, OTHER_GAME, SECOND, A, B, C, event, same_people


def test_the_order_in_which_events_are_found_does_not_matter() -> None:
    events = [FIRST, SECOND, OTHER_GAME]
    who = same_people(*events)
    found = [courses(order, who) for order in permutations(events)]
    assert all(one == found[0] for one in found)
    course = found[0]["bushido"][who.person(FIRST.appearance(A))]
    assert [(step.origin, step.games) for step in course] == [("f", 1), ("s", 2)]
    assert [step.games for step in found[0]["l5r"][who.person(FIRST.appearance(A))]] == [1]


def test_who_wins_gains_what_the_other_loses_and_every_game_makes_surer() -> None:
    who = PeopleSaid()
    rated = courses([event("x", "2026-01-01", (A, B, Outcome.WIN))], who)["bushido"]
    a, b = (rated[who.person(("x", one))][-1] for one in (A, B))
    assert a.mean - BEGIN == pytest.approx(BEGIN - b.mean) and a.mean > BEGIN + 50
    assert a.spread == pytest.approx(b.spread) and a.spread < UNSURE


def test_a_loss_is_the_others_win() -> None:
    who = PeopleSaid()
    lost, won = (courses([event("x", "2026-01-01", game)], who) for game in ((A, B, Outcome.LOSS), (B, A, Outcome.WIN)))
    assert lost == won


def test_a_draw_brings_two_closer_and_leaves_equals_where_they_were() -> None:
    who = PeopleSaid()
    drawn = event("x", "2026-01-01", (A, B, Outcome.WIN), (A, B, Outcome.DRAW))
    a = courses([drawn], who)["bushido"][who.person(("x", A))][-1]
    before = courses([event("x", "2026-01-01", (A, B, Outcome.WIN))], who)["bushido"][who.person(("x", A))][-1]
    assert BEGIN < a.mean < before.mean
    level = courses([event("y", "2026-01-01", (A, B, Outcome.DRAW))], who)["bushido"][who.person(("y", A))][-1]
    assert level.mean == pytest.approx(BEGIN)


def test_what_was_not_decided_by_play_is_not_rated() -> None:
    who = PeopleSaid()
    games = PlayedGame(1, A, B, Outcome.WIN, by_play=False), PlayedGame(2, A, C, None, by_play=True)
    assert courses([replace(FIRST, games=games)], who) == {"bushido": {}}


def test_what_is_not_over_is_not_rated() -> None:
    assert courses([replace(FIRST, finished=False)], PeopleSaid()) == {}


def test_one_game_against_the_published_formula() -> None:
    """Weng and Lin (2011), algorithm 1, with the library's proportions: β is half of σ, and τ a hundredth of it."""
    variance = UNSURE**2 + (UNSURE / 100) ** 2
    total = sqrt(2 * variance + 2 * (UNSURE / 2) ** 2)
    gained = variance / total / 2
    shrunk = sqrt(variance) / total * variance / total**2 / 4
    who = PeopleSaid()
    a = courses([event("x", "2026-01-01", (A, B, Outcome.WIN))], who)["bushido"][who.person(("x", A))][-1]
    assert a.mean - BEGIN == pytest.approx(gained, rel=1e-9)
    assert a.spread == pytest.approx(sqrt(variance * (1 - shrunk)), rel=1e-9)
