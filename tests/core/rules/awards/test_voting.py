"""When voting can be opened and closed, and who may vote."""

from __future__ import annotations

import pytest

from muster.app.awards import actions
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.facts.awards import AwardKind, VoteGiven, VoteOpened
from muster.core.record.facts.claims import ClaimedBy, NameClaimed
from muster.core.rules.awards import voting
from tests.app.awards.votes import WIN, best_opponent, close, hall_of, vote
from tests.app.hall import STAFF, Hall

ANN, BOB, EVE = (PlayerId(number) for number in (1, 2, 5))


def begun() -> Hall:
    """Ann has beaten Bob, Cem and Dai are at the table, and Eve has the bye."""
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai", "Eve"], late_entry="yes")
    actions.add(hall.desk, hall.id, "Best army", AwardKind.PLAYERS, STAFF)
    actions.add(hall.desk, hall.id, "Best opponent", AwardKind.OPPONENT, STAFF)
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"), ("Eve", ""))
    hall.publish()
    hall.report("Ann", **WIN)
    return hall


def test_voting_opens_once_a_round_is_finished() -> None:
    """And stays possible while the next one is on."""
    hall = begun()
    with pytest.raises(Refusal, match="No round is finished yet"):
        voting.open_voting(hall.event, hall.system, "Best army")
    hall.report("Cem", **WIN)
    hall.close()
    hall.by_hand(("Ann", "Cem"), ("Bob", "Eve"), ("Dai", ""))
    hall.publish()
    assert voting.open_voting(hall.event, hall.system, "Best army") == [VoteOpened("1")]


def test_only_what_players_vote_on_is_opened_and_only_once() -> None:
    hall = hall_of()
    actions.add(hall.desk, hall.id, "Best hat", AwardKind.STAFF, STAFF)
    with pytest.raises(Refusal, match="“Best hat” is not put to the vote"):
        voting.open_voting(hall.event, hall.system, "Best hat")
    best_opponent(hall)
    with pytest.raises(Refusal, match="Voting for “Best opponent” is already open"):
        voting.open_voting(hall.event, hall.system, "Best opponent")
    close(hall)
    with pytest.raises(Refusal, match="Voting for “Best opponent” is not open"):
        voting.close_voting(hall.event, hall.system, "Best opponent")
    assert voting.open_voting(hall.event, hall.system, "Best opponent") == [VoteOpened("2")]


def test_who_had_a_bye_votes_among_all_but_has_no_opponent() -> None:
    hall = begun()
    hall.enrol("Fay")
    hall.report("Cem", **WIN)
    hall.close()
    for title in ("Best army", "Best opponent"):
        actions.open_voting(hall.desk, hall.id, title, STAFF)
    assert voting.cast(hall.event, hall.system, "Best army", EVE, ANN) == [VoteGiven("1", EVE, ANN)]
    assert voting.cast(hall.event, hall.system, "Best army", ANN, EVE, paper=True) == [VoteGiven("1", ANN, EVE, True)]
    with pytest.raises(Refusal, match="Eve has not played a game in this event and cannot vote"):
        voting.cast(hall.event, hall.system, "Best opponent", EVE, ANN)
    fay = hall.event.find("Fay").id
    with pytest.raises(Refusal, match="Fay has not played a game in this event and cannot vote"):
        voting.cast(hall.event, hall.system, "Best army", fay, ANN)
    with pytest.raises(Refusal, match="Fay cannot win this award"):
        voting.cast(hall.event, hall.system, "Best army", ANN, fay)


def test_a_vote_counts_again_when_voting_is_opened_again() -> None:
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Bob")
    close(hall)
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)
    (closed,) = voting.close_voting(hall.event, hall.system, "Best opponent")
    assert getattr(closed, "counts", None) == ((BOB, 1),)


def picks(hall: Hall, name: str, phone: str, how: ClaimedBy = ClaimedBy.PICKED) -> None:
    hall.desk.act(hall.id, lambda opened: [NameClaimed(opened.event.find(name).id, phone, how)], STAFF)


def test_one_phone_votes_for_one_player() -> None:
    """What counts is a vote for the same award from the same phone; not on paper, and not for whoever has proof."""
    hall = hall_of()
    best_opponent(hall)
    actions.add(hall.desk, hall.id, "Best army", AwardKind.PLAYERS, STAFF)
    actions.open_voting(hall.desk, hall.id, "Best army", STAFF)
    picks(hall, "Ann", "one")
    vote(hall, "Ann", "Bob")
    vote(hall, "Ann", "Cem")
    picks(hall, "Dai", "one")
    with pytest.raises(Refusal, match="already voted for “Best opponent” on this phone, as Ann"):
        vote(hall, "Dai", "Bob")
    vote(hall, "Dai", "Bob", "Best army")
    picks(hall, "Dai", "one", ClaimedBy.LINK)
    vote(hall, "Dai", "Bob")
    picks(hall, "Bob", "two")
    vote(hall, "Bob", "Ann", paper=True)
    picks(hall, "Cem", "two")
    vote(hall, "Cem", "Ann")
    assert len([one for one in hall.opened.entries if isinstance(one.fact, VoteGiven)]) == 6
