"""Which votes count, for whom, and who is ahead of those who have no award yet."""

from __future__ import annotations

import json

from muster.app.awards import actions
from muster.app.awards.views import ballots_view
from muster.app.events.carry import export_event, import_event
from muster.core.kit.model import PlayerId
from muster.core.reading.votes import Count, candidates, count, may_vote, may_win, opponents
from muster.core.record.facts.awards import AwardKind
from tests.app.awards.votes import WIN, best_opponent, hall_of, vote
from tests.app.hall import STAFF, Hall, new_desk

ANN, BOB, CEM, DAI, EVE = (PlayerId(number) for number in (1, 2, 3, 4, 5))


def test_leaders_are_those_with_most_votes_who_are_not_passed_over() -> None:
    """Players are passed over if they have more votes, or as many and already an award; not if they have fewer."""
    votes = Count(((ANN, 3), (BOB, 2), (CEM, 2), (DAI, 2), (EVE, 1)))
    assert votes.total == 10
    assert votes.leaders() == ((ANN,), 3, 0)
    assert votes.leaders([ANN]) == ((BOB, CEM, DAI), 2, 1)
    assert votes.leaders([ANN, CEM, EVE]) == ((BOB, DAI), 2, 2)
    assert votes.leaders([ANN, BOB, CEM, DAI, EVE]) == ((), 0, 5)


def test_players_with_as_many_votes_come_in_the_order_of_their_numbers() -> None:
    """Not in the order of the votes, which would reveal something about who voted how."""
    hall = hall_of()
    best_opponent(hall)
    for voter, choice in (("Ann", "Cem"), ("Dai", "Bob"), ("Bob", "Dai"), ("Cem", "Dai")):
        vote(hall, voter, choice)
    assert count(hall.event, "1") == Count(((DAI, 2), (BOB, 1), (CEM, 1)), dropped=0, as_closed=False)


def odd() -> Hall:
    """Round 1 is over, in which Eve had the bye; in round 2 Ann has reported her game with Cem and Eve plays Bob."""
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai", "Eve"], late_entry="yes")
    actions.add(hall.desk, hall.id, "Best army", AwardKind.PLAYERS, STAFF)
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"), ("Eve", ""))
    hall.publish()
    for name in ("Ann", "Cem"):
        hall.report(name, **WIN)
    hall.close()
    return hall


def test_an_opponent_is_somebody_whose_game_has_a_result() -> None:
    hall = odd()
    assert opponents(hall.event, EVE) == set()
    hall.by_hand(("Ann", "Cem"), ("Bob", "Eve"), ("Dai", ""))
    hall.publish()
    hall.report("Ann", player="Ann", **WIN)
    assert opponents(hall.event, ANN) == {BOB}
    hall.report("Cem", player="Cem", vp="1-2")
    assert opponents(hall.event, ANN) == {BOB, CEM}


def test_everybody_who_was_there_votes_among_the_others() -> None:
    """Also with a bye alone, and for somebody with one; not whoever came too late, nor for themselves."""
    hall = odd()
    hall.enrol("Fay")
    fay = hall.event.find("Fay").id
    assert candidates(hall.event, "1", EVE) == [ANN, BOB, CEM, DAI]
    assert candidates(hall.event, "1", ANN) == [BOB, CEM, DAI, EVE]
    assert not may_vote(hall.event, "1", fay) and candidates(hall.event, "1", fay) == []
    hall.by_hand(("Ann", "Cem"), ("Bob", "Dai"), ("Eve", ""), ("Fay", ""))
    hall.publish()
    assert candidates(hall.event, "1", fay) == [ANN, BOB, CEM, DAI, EVE]


def test_among_opponents_only_who_had_one_votes() -> None:
    hall = odd()
    actions.add(hall.desk, hall.id, "Best opponent", AwardKind.OPPONENT, STAFF)
    assert [may_vote(hall.event, "2", player) for player in (ANN, EVE)] == [True, False]
    assert candidates(hall.event, "2", ANN) == [BOB]


def test_who_is_disqualified_is_neither_asked_nor_counted() -> None:
    """X-08: the vote that they had cast before is dropped, and so are votes for them."""
    hall = odd()
    actions.open_voting(hall.desk, hall.id, "Best army", STAFF)
    vote(hall, "Ann", "Cem", "Best army")
    hall.disqualify("Ann")
    assert ballots_view(hall.opened, hall.event.find("Ann")) == []
    assert (count(hall.event, "1").votes, count(hall.event, "1").dropped) == ((), 1)


def test_a_stand_in_wins_nothing() -> None:
    """B-08."""
    hall = Hall("bushido", ["Ann"])
    hall.enrol("Sid", stand_in=True)
    assert [may_win(player) for player in hall.event.players.values()] == [True, False]


def test_votes_of_and_for_somebody_who_is_no_longer_there_are_dropped() -> None:
    """Votes come in by themselves, so undo skips them; it may take back somebody's late entry."""
    hall = odd()
    actions.open_voting(hall.desk, hall.id, "Best army", STAFF)
    hall.enrol("Fay")
    hall.by_hand(("Ann", "Fay"), ("Bob", "Eve"), ("Cem", ""), ("Dai", ""))
    hall.publish()
    hall.report("Ann", **WIN)
    for voter, choice in (("Fay", "Ann"), ("Ann", "Fay"), ("Bob", "Ann")):
        vote(hall, voter, choice, "Best army")
    assert count(hall.event, "1").total == 3
    while any(player.name == "Fay" for player in hall.event.players.values()):
        hall.undo()
    assert (count(hall.event, "1").votes, count(hall.event, "1").dropped) == (((ANN, 1),), 2)


def test_a_copy_made_while_people_vote_says_that_their_vote_is_in() -> None:
    """It lacks whom they voted for, but the vote counts where it was cast."""
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Cem")
    copied = import_event(new_desk(), json.loads(json.dumps(export_event(hall.desk, hall.id))))
    (ballot,) = ballots_view(copied, copied.event.find("Ann"))
    assert ballot.voted and ballot.counts
    assert count(copied.event, "1") == Count((), dropped=0, as_closed=True)
