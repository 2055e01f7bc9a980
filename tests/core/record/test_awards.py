"""What is on record of awards and votes, also where votes came in while the organiser undid something."""

from __future__ import annotations

from muster.app.awards import actions
from muster.core.kit.model import PlayerId
from muster.core.record.awards import Ballot, EventAwards, Poll
from muster.core.record.facts.awards import AwardDecided, AwardKind, VoteClosed, VoteGiven
from tests.app.awards.votes import best_opponent, close, hall_of, vote
from tests.app.hall import STAFF

ANN, BOB = PlayerId(1), PlayerId(2)


def test_a_vote_that_came_in_after_voting_was_closed_is_passed_over() -> None:
    """It was open again for a moment, until the organiser undid that."""
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Bob")
    close(hall)
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)
    vote(hall, "Dai", "Cem")
    assert len(hall.event.awards.polls["1"].ballots) == 2
    hall.undo()
    assert list(hall.event.awards.polls["1"].ballots) == [ANN]


def test_a_copy_that_lacks_one_vote_lacks_the_votes() -> None:
    """Also when others have voted in the copy."""
    assert Poll(ballots={ANN: Ballot(None, False), BOB: Ballot(ANN, False)}).withheld
    assert not Poll(ballots={BOB: Ballot(ANN, False)}).withheld


def test_what_was_decided_is_gone_when_nobody_is_named() -> None:
    awards = EventAwards()
    awards.decide(AwardDecided("1", (ANN,)))
    awards.decide(AwardDecided("2", (BOB,)))
    awards.decide(AwardDecided("1"))
    assert list(awards.decided) == ["2"]


def test_votes_stay_when_voting_is_closed_and_opened_again() -> None:
    awards = EventAwards()
    awards.open_poll("1")
    awards.cast(VoteGiven("1", ANN, BOB, True))
    awards.close_poll(VoteClosed("1", ((BOB, 1),)))
    assert awards.polls["1"] == Poll(False, {ANN: Ballot(BOB, True)}, ((BOB, 1),))
    awards.open_poll("1")
    assert awards.polls["1"] == Poll(True, {ANN: Ballot(BOB, True)}, ((BOB, 1),))
    awards.cast(VoteGiven("2", ANN, BOB))
    assert list(awards.polls) == ["1"]


def test_an_award_that_is_removed_leaves_the_others() -> None:
    hall = hall_of()
    for title in ("Best hat", "Best coat"):
        actions.add(hall.desk, hall.id, title, AwardKind.STAFF, STAFF)
        actions.decide(hall.desk, hall.id, title, ["Ann"], STAFF)
    actions.remove(hall.desk, hall.id, "Best hat", STAFF)
    assert list(hall.event.awards.own) == list(hall.event.awards.decided) == ["2"]
    assert hall.event.awards.added == 2
