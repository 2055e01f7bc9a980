"""Awards: votes among real opponents, secret for good; ties, one award per player, prizes by field, best painted."""

from __future__ import annotations

import json

import pytest

from muster.app.awards import actions
from muster.app.awards.views import ballots_view, desk_awards
from muster.app.circuit.seasons import Seasons
from muster.app.events.carry import export_event, import_event
from muster.app.log.entries import log_view
from muster.app.past.verify import verify
from muster.app.people import roster
from muster.app.persons.book import PeopleBook
from muster.app.persons.take_along import person_file
from muster.app.views.event import awards_view
from muster.core.kit.errors import Refusal
from muster.core.record.facts.awards import AwardKind, VoteClosed
from tests.app.awards.votes import best_opponent, close, hall_of, poll_of, shown, vote, winners
from tests.app.hall import STAFF, Hall, new_desk


def test_each_votes_once_among_the_opponents_they_played() -> None:
    hall = hall_of()
    best_opponent(hall)
    (ballot,) = ballots_view(hall.opened, hall.event.find("Ann"))
    assert [who.name for who in ballot.candidates] == ["Bob", "Cem"]
    with pytest.raises(Refusal, match="Nobody can vote for themselves"):
        vote(hall, "Ann", "Ann")
    with pytest.raises(Refusal, match="Ann cannot vote for Dai"):
        vote(hall, "Ann", "Dai")
    vote(hall, "Ann", "Bob")
    vote(hall, "Ann", "Cem")  # changed: the first one no longer counts
    vote(hall, "Dai", "Cem", paper=True)
    hall.drop("Bob")
    vote(hall, "Bob", "Ann")  # a player who dropped may vote
    assert poll_of(hall).votes == []  # Nothing to watch while people vote.
    close(hall)
    assert [(v.player.name, v.votes) for v in poll_of(hall).votes] == [("Cem", 2), ("Ann", 1)]
    assert winners(hall) == ["Cem"] and shown(hall).why.text == "most votes: 2 of 3"
    with pytest.raises(Refusal, match="Voting for “Best opponent” is not open"):
        vote(hall, "Cem", "Ann")
    assert awards_view(hall.opened) == []  # Public once the event is finished.
    hall.finish("enough")
    assert [a.player.name for a in awards_view(hall.opened) if a.player][-1] == "Cem"


def test_a_correction_that_takes_an_opponent_away_drops_the_vote_visibly() -> None:
    """X-22 X-29: a no-show was not met, whenever that turns out."""
    hall = hall_of()
    best_opponent(hall)
    for voter, choice in (("Ann", "Cem"), ("Dai", "Cem"), ("Bob", "Ann")):
        vote(hall, voter, choice)
    hall.correct("Ann", 2, ending="no_show", by="Cem")
    (ballot,) = ballots_view(hall.opened, hall.event.find("Ann"))
    assert ballot.voted and not ballot.counts
    close(hall)
    assert (poll_of(hall).dropped, [v.votes for v in poll_of(hall).votes]) == (1, [1, 1])
    hall.undo()
    assert poll_of(hall).open and shown(hall).why.code == "award_voting"


def test_a_tie_is_shared_until_the_organiser_decides_with_a_reason() -> None:
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Bob")
    vote(hall, "Dai", "Cem")
    close(hall)
    assert winners(hall) == ["Bob", "Cem"] and shown(hall).why.text == "shared: 1 of 2 votes each"
    with pytest.raises(Refusal, match="Give a reason"):
        actions.decide(hall.desk, hall.id, "Best opponent", ["Bob"], STAFF)
    with pytest.raises(Refusal, match="is a tie between Bob"):
        actions.decide(hall.desk, hall.id, "Best opponent", ["Ann"], STAFF, "kind")
    actions.decide(hall.desk, hall.id, "Best opponent", ["Cem"], STAFF, "helped a newcomer")
    assert winners(hall) == ["Cem"]
    assert shown(hall).why.text == "level with 1 of 2 votes; decided by the organiser: helped a newcomer"
    actions.decide(hall.desk, hall.id, "Best opponent", [], STAFF)
    assert winners(hall) == ["Bob", "Cem"]


def test_one_award_per_player_passes_to_the_next_in_line_and_says_so() -> None:
    """W-51 in every game: the winner of the event does not take the vote as well."""
    hall = hall_of(one_prize_per_player="yes")
    best_opponent(hall)
    for voter, choice in (("Bob", "Ann"), ("Cem", "Ann"), ("Ann", "Bob"), ("Dai", "Cem")):
        vote(hall, voter, choice)
    close(hall)
    placed = {award.player.name for award in desk_awards(hall.opened) if award.player and not award.key}
    assert len(placed) == 3 and {"Ann", "Dai"} < placed
    assert winners(hall) == list({"Bob", "Cem"} - placed)
    assert shown(hall).why.text.startswith("most votes (1 of 4) among players without an award; passed over: ")
    hall.option("one_prize_per_player", "no")
    assert winners(hall) == ["Ann"] and shown(hall).why.text == "most votes: 2 of 4"


def test_whoever_the_organiser_chose_and_a_correction_made_the_winner_has_two_awards_and_the_desk_says_so() -> None:
    """W-51: the choice is the organiser's, so only they can change it."""
    hall = Hall("bushido", ["Ann", "Ben", "Cem", "Dai"], one_prize_per_player="yes")
    hall.play({"vp": "2-1"})
    actions.add(hall.desk, hall.id, "Best painted", AwardKind.STAFF, STAFF)
    last = hall.order()[-1]
    actions.decide(hall.desk, hall.id, "Best painted", [last], STAFF)
    assert [award.also for award in desk_awards(hall.opened)] == [[], [], [], []]
    hall.correct(last, 1, vp="3-0")
    assert [award.also for award in desk_awards(hall.opened)] == [[], [], [], []]  # Leading is not winning.
    hall.finish("enough")
    assert [award.also for award in desk_awards(hall.opened)] == [[], [], [], ["First place"]]
    hall.undo()
    hall.option("one_prize_per_player", "no")
    hall.finish("enough")
    assert [award.also for award in desk_awards(hall.opened)] == [[], [], [], []]


def test_the_best_of_a_group_is_the_highest_placed_with_the_value() -> None:
    hall = hall_of()
    for name in ("Bob", "Dai"):
        roster.amend(hall.desk, hall.id, name, STAFF, texts={"prize_group": "Newcomer"})
    with pytest.raises(Refusal, match="No player field is called “age”"):
        actions.add(hall.desk, hall.id, "Best newcomer", AwardKind.FIELD, STAFF, field="age", value="9")
    actions.add(hall.desk, hall.id, "Best newcomer", AwardKind.FIELD, STAFF, field="prize_group", value="newcomer")
    assert winners(hall, "Best newcomer") == ["Dai"]
    assert shown(hall, "Best newcomer").why.text.startswith("highest placed with “newcomer”: place ")
    hall.disqualify("Dai")
    assert winners(hall, "Best newcomer") == ["Bob"]


def test_best_painted_of_champions_by_choice_or_by_vote() -> None:
    """WMH-087: the organiser chooses, or leaves it to the players; each reason has the clause."""
    hall = Hall("warmachine", ["Ann", "Bob", "Cem", "Dai"], kind="champions")
    hall.play({"winner": "a", "how": "scenario", "cp": "5-1", "apd": "30-10"})
    assert shown(hall, "Best painted").why.code == "painted_open"
    actions.decide(hall.desk, hall.id, "best_painted", ["Bob"], STAFF)
    assert winners(hall, "Best painted") == ["Bob"] and shown(hall, "Best painted").why.clause == "WMH-087"
    actions.open_voting(hall.desk, hall.id, "Best painted", STAFF)
    vote(hall, "Ann", "Dai", "Best painted")
    vote(hall, "Bob", "Dai", "Best painted")
    close(hall, "Best painted")
    assert winners(hall, "Best painted") == ["Dai"]
    assert (shown(hall, "Best painted").why.text, shown(hall, "Best painted").why.clause) == (
        "most votes: 2 of 2",
        "WMH-087",
    )


def test_who_is_disqualified_neither_wins_nor_votes() -> None:
    """WMH-060 X-08: no awards for a disqualified player."""
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Bob")
    vote(hall, "Cem", "Ann")
    hall.disqualify("Bob")
    with pytest.raises(Refusal, match="Bob is disqualified and cannot vote"):
        vote(hall, "Bob", "Ann")
    close(hall)
    assert winners(hall) == ["Ann"] and poll_of(hall).dropped == 1


def test_nothing_shows_for_whom_somebody_voted() -> None:
    """Not the log, not a view, and no export, not even the full one. The copy has the counts, and verifies."""
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Cem")
    vote(hall, "Dai", "Cem")
    vote(hall, "Bob", "Ann")
    logged = [line.text for line in log_view(hall.opened)[-3:]]
    assert logged == ["Ann voted: Best opponent", "Dai voted: Best opponent", "Bob voted: Best opponent"]
    close(hall)
    hall.finish("enough")
    assert verify(hall.opened, "seed").ok
    handed = person_file(PeopleBook(hall.desk, Seasons(hall.desk.journals, hall.desk.clock, hall.desk.fresh)), "Ann")
    (voted,) = [one for one in handed.events[0].entries if one.kind == "VoteGiven"]
    assert json.loads(voted.fact)["choice"] is None
    exported = export_event(hall.desk, hall.id)
    cast = [row for row in exported["rows"] if row["kind"] == "VoteGiven"]
    assert len(cast) == 3 and all("sealed" not in row and "choice" not in json.loads(row["body"]) for row in cast)
    desk = new_desk()
    copied = import_event(desk, exported)
    award = desk_awards(copied)[-1]
    assert ([who.name for who in award.winners], award.why.text) == (["Cem"], "most votes: 2 of 3")
    assert award.poll is not None and award.poll.as_closed
    assert verify(copied, "seed").ok


def test_a_forged_count_is_found() -> None:
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Cem")
    hall.desk.act(hall.id, lambda o: [VoteClosed("1", ((hall.event.find("Bob").id, 5),))], STAFF)
    verdict = verify(hall.opened, "seed")
    assert not verdict.ok and "come to something else" in str(verdict.difference)


def test_undo_passes_over_votes_and_takes_back_the_organisers_action() -> None:
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Cem")
    hall.undo()
    assert shown(hall).poll is None
    with pytest.raises(Refusal, match="is not open"):
        vote(hall, "Dai", "Cem")
    hall.redo()
    assert poll_of(hall).open and poll_of(hall).voted == 1


@pytest.mark.parametrize(
    ("title", "kind", "field", "sentence"),
    [
        ("", AwardKind.STAFF, "", "is not a name"),
        ("best OPPONENT", AwardKind.STAFF, "", "There is already an award called"),
        ("Best club", AwardKind.STAFF, "club", "Only an award by a player’s field"),
        ("Best club", AwardKind.FIELD, "club", "Enter what players must have in the field"),
    ],
)
def test_bad_awards_are_refused(title: str, kind: AwardKind, field: str, sentence: str) -> None:
    hall = hall_of()
    best_opponent(hall)
    with pytest.raises(Refusal, match=sentence):
        actions.add(hall.desk, hall.id, title, kind, STAFF, field=field)


def test_an_award_that_is_removed_takes_its_votes_along() -> None:
    hall = hall_of()
    best_opponent(hall)
    vote(hall, "Ann", "Cem")
    actions.remove(hall.desk, hall.id, "Best opponent", STAFF)
    best_opponent(hall)
    assert poll_of(hall).voted == 0
    with pytest.raises(Refusal, match="No award is called “Worst opponent”"):
        actions.remove(hall.desk, hall.id, "Worst opponent", STAFF)
