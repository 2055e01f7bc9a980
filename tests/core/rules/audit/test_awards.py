"""Entries about awards and votes that nobody could have made."""

from __future__ import annotations

from functools import cache

import pytest

from muster.app.awards import actions
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.facts.awards import (
    AwardAdded,
    AwardDecided,
    AwardFact,
    AwardKind,
    AwardRemoved,
    VoteClosed,
    VoteGiven,
    VoteOpened,
)
from muster.core.rules.audit.awards import check
from tests.app.awards.votes import best_opponent, hall_of, vote
from tests.app.hall import STAFF, Hall

ANN, BOB, NOBODY = PlayerId(1), PlayerId(2), PlayerId(99)
LONG = "x" * 301


@cache
def voting() -> Hall:
    """Award 1 is put to the vote and has one vote, for Bob; award 2 is the organiser's, and 3 was removed."""
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Bob")
    for title in ("Best hat", "Best coat"):
        actions.add(hall.desk, hall.id, title, AwardKind.STAFF, STAFF)
    actions.remove(hall.desk, hall.id, "Best coat", STAFF)
    return hall


@cache
def copied() -> Hall:
    """The same without for whom Ann voted."""
    hall = hall_of()
    best_opponent(hall)
    hall.desk.act(hall.id, lambda opened: [VoteGiven("1", ANN)], STAFF)
    return hall


@pytest.mark.parametrize(
    "fact",
    [
        AwardAdded("4", "Best boots", AwardKind.FIELD, "prize_group", "newcomer", "dice"),
        AwardAdded("4", "Best boots", AwardKind.STAFF),
        AwardRemoved("2"),
        AwardDecided("2", (ANN, BOB), "both"),
        AwardDecided("best_painted", (ANN,)),
        VoteOpened("1"),
        VoteOpened("best_painted"),
        VoteClosed("1", ((BOB, 1),)),
        VoteGiven("1", ANN, BOB),
        VoteGiven("1", ANN),
    ],
)
def test_what_could_have_been_done_is_taken(fact: AwardFact) -> None:
    check(fact, voting().event, voting().system)


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (AwardAdded("4", "", AwardKind.STAFF), "is not a name"),
        (AwardAdded("4", "Best boots", AwardKind.STAFF, prize=LONG), "has 301 characters"),
        (AwardAdded("4", "Best boots", AwardKind.FIELD, "prize_group", LONG), "has 301 characters"),
        (AwardAdded("3", "Best boots", AwardKind.STAFF), "awards are numbered as they come"),
        (AwardAdded("4", "Best boots", AwardKind.FIELD, "shoes", "9"), "No player field is called “shoes”"),
        (AwardRemoved("3"), "there is no award “3”"),
        (AwardRemoved("best_painted"), "there is no award “best_painted”"),
        (AwardDecided("2", (ANN, NOBODY)), "99"),
        (AwardDecided("2", (ANN,), LONG), "has 301 characters"),
        (AwardDecided("3", (ANN,)), "there is no award “3”"),
        (VoteOpened("3"), "there is no award “3”"),
        (VoteClosed("3"), "there is no award “3”"),
        (VoteClosed("1", ((BOB, 2),)), "the votes for “1” come to something else"),
        (VoteGiven("1", NOBODY, BOB), "99"),
        (VoteGiven("1", ANN, NOBODY), "99"),
        (VoteGiven("1", ANN, ANN), "nobody can vote for themselves"),
    ],
)
def test_what_nobody_could_have_done_is_refused(fact: AwardFact, sentence: str) -> None:
    with pytest.raises(Refusal, match=sentence):
        check(fact, voting().event, voting().system)


def test_a_copy_without_votes_is_held_only_against_who_is_there() -> None:
    check(VoteClosed("1", ((BOB, 5),)), copied().event, copied().system)
    with pytest.raises(Refusal, match="99"):
        check(VoteClosed("1", ((NOBODY, 1),)), copied().event, copied().system)
