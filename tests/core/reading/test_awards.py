"""Who gets an award, and why: the only one, several who are level, whom the organiser chose, nobody."""

from __future__ import annotations

import pytest

from muster.app.awards import actions
from muster.app.people import roster
from muster.core.book.system import Award
from muster.core.reading.awards import awards, is_given
from muster.core.record.facts.awards import AwardKind
from tests.app.awards.votes import best_opponent, close, hall_of, vote
from tests.app.hall import STAFF, Hall


def last(hall: Hall) -> Award:
    """The award that was added last."""
    return awards(hall.event, hall.system)[-1]


def names(hall: Hall, *, tied: bool = False) -> list[str]:
    award = last(hall)
    return [hall.event.name_of(player) for player in (award.tied if tied else award.players)]


def voted(*votes: str, **options: str) -> Hall:
    """`votes`: voter and choice, as in “Ann Bob”."""
    hall = hall_of(**options)
    best_opponent(hall)
    for one in votes:
        voter, choice = one.split()
        vote(hall, voter, choice)
    close(hall)
    return hall


def decide(hall: Hall, *players: str, reason: str = "kind") -> None:
    title = last(hall).title
    actions.decide(hall.desk, hall.id, title, players, STAFF, reason)


def test_the_organisers_choice_says_why_where_they_did() -> None:
    hall = hall_of()
    actions.add(hall.desk, hall.id, "Best hat", AwardKind.STAFF, STAFF)
    assert (last(hall).players, last(hall).why.code) == ((), "award_undecided")
    decide(hall, "Bob", reason="")
    assert (names(hall), last(hall).why.code) == (["Bob"], "award_decided")
    decide(hall, "Bob", "Cem", reason="feathers")
    assert (names(hall), last(hall).why.code) == (["Bob", "Cem"], "award_decided_because")
    assert last(hall).why.data == {"note": "feathers"} and names(hall, tied=True) == []
    hall.disqualify("Bob")
    assert names(hall) == ["Cem"]


def test_most_votes_win_alone_and_nobody_is_tied() -> None:
    hall = voted("Ann Bob", "Dai Bob", "Bob Ann")
    assert (names(hall), names(hall, tied=True), last(hall).why.code) == (["Bob"], [], "award_voted")


def test_no_vote_is_nobodys_award() -> None:
    hall = voted()
    assert (last(hall).player, last(hall).why.code) == (None, "award_no_votes")


def test_everybody_with_votes_has_an_award_already() -> None:
    """W-51: places take three of four; the one vote is for one of these."""
    hall = voted("Bob Ann", one_prize_per_player="yes")
    assert (last(hall).player, last(hall).why.code) == (None, "award_all_passed")


def test_level_votes_are_shared_until_somebody_decides_among_those_who_are_level() -> None:
    """Both can be named. What was decided about others no longer counts, and is not used for a clear winner."""
    hall = voted("Dai Cem", "Ann Bob")
    assert names(hall) == names(hall, tied=True) == ["Bob", "Cem"]
    assert last(hall).why.code == "award_vote_shared"
    decide(hall, "Cem", "Bob")
    assert (names(hall), last(hall).why.code) == (["Cem", "Bob"], "award_tie_decided")
    decide(hall, "Cem")
    assert (names(hall), names(hall, tied=True)) == (["Cem"], ["Bob", "Cem"])
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)
    vote(hall, "Bob", "Dai")
    vote(hall, "Dai", "Bob")
    close(hall)
    assert (names(hall), last(hall).why.code) == (["Bob"], "award_voted")
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)
    vote(hall, "Cem", "Dai")
    close(hall)
    assert (names(hall), last(hall).why.code) == (["Bob", "Dai"], "award_vote_shared")


def test_a_tie_is_open_again_when_the_one_named_is_disqualified() -> None:
    """X-08. Where others were named as well, these stay."""
    hall = voted("Ann Bob", "Dai Cem", "Bob Dai")
    decide(hall, "Bob")
    hall.disqualify("Bob")
    assert (names(hall), last(hall).why.code) == (["Cem"], "award_voted")
    hall = voted("Ann Bob", "Dai Cem", "Cem Dai")
    decide(hall, "Bob")
    hall.disqualify("Bob")
    assert (names(hall), last(hall).why.code) == (["Cem", "Dai"], "award_vote_shared")
    hall = voted("Ann Bob", "Dai Cem", "Cem Dai")
    decide(hall, "Bob", "Dai")
    hall.disqualify("Bob")
    assert (names(hall), last(hall).why.code) == (["Dai"], "award_tie_decided")


def test_who_leads_has_not_won_before_the_event_is_over() -> None:
    """An award by place, of the book or of a group, waits for the end; one that people choose does not."""
    hall = grouped("Bob")
    actions.add(hall.desk, hall.id, "Best hat", AwardKind.STAFF, STAFF)

    def given() -> list[bool]:
        book, *_, group, hat = awards(hall.event, hall.system)
        return [is_given(hall.event, award) for award in (book, group, hat)]

    assert given() == [False, False, True]
    hall.finish("enough")
    assert given() == [True, True, True]
    champions = Hall("warmachine", ["Ann", "Bob"], kind="champions")
    (painted,) = [one for one in awards(champions.event, champions.system) if one.key]
    assert is_given(champions.event, painted), "people choose this one of the book's"


def grouped(*people: str, value: str = "newcomer", **options: str) -> Hall:
    """Ann and Dai share the first place, Bob and Cem the third."""
    hall = hall_of(**options)
    for name in people:
        roster.amend(hall.desk, hall.id, name, STAFF, texts={"prize_group": " New  comer" if value else "Veteran"})
    actions.add(hall.desk, hall.id, "Best", AwardKind.FIELD, STAFF, field="prize_group", value=value)
    return hall


@pytest.mark.parametrize("value", ["veteran", "None"])
def test_nobody_in_a_group_is_nobodys_award(value: str) -> None:
    """An empty field is not the value “None”."""
    hall = grouped("Ann", value=value)
    assert (last(hall).player, last(hall).why.code) == (None, "award_nobody_fits")


def test_the_highest_placed_of_a_group_wins_alone() -> None:
    hall = grouped("Bob", "Dai", value="new COMER")
    assert (names(hall), names(hall, tied=True)) == (["Dai"], [])
    assert (last(hall).why.code, last(hall).why.data) == (
        "award_field",
        {"value": "new COMER", "rank": 1, "passed": 0},
    )


def test_level_places_of_a_group_are_shared_until_somebody_decides() -> None:
    hall = grouped("Ann", "Bob", "Dai", value="new comer")
    assert set(names(hall)) == {"Ann", "Dai"} and names(hall) == names(hall, tied=True)
    assert last(hall).why.code == "award_field_shared"
    decide(hall, "Dai", "Ann")
    assert (names(hall), last(hall).why.code) == (["Dai", "Ann"], "award_field_decided")
    decide(hall, "Dai")
    assert names(hall) == ["Dai"] and set(names(hall, tied=True)) == {"Ann", "Dai"}
    roster.amend(hall.desk, hall.id, "Dai", STAFF, texts={"prize_group": ""})
    assert (names(hall), last(hall).why.code) == (["Ann"], "award_field")


def test_in_a_group_an_award_passes_those_who_have_one() -> None:
    """W-51: the places take Ann, Dai and one of the two who are level behind them."""
    hall = grouped("Ann", "Bob", "Cem", "Dai", value="new comer", one_prize_per_player="yes")
    assert len(names(hall)) == 1 and set(names(hall)) < {"Bob", "Cem"}
    assert (last(hall).why.code, last(hall).why.data["passed"]) == ("award_field_passed", 3)
    hall = grouped("Ann", value="new comer", one_prize_per_player="yes")
    assert (last(hall).player, last(hall).why.code) == (None, "award_all_passed")


def test_three_level_in_a_group_share_and_say_how_many_were_passed_over() -> None:
    """Everybody drew and is on place 1: with three awards for places one is left, who is not behind anybody."""
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai", "Eve", "Fay"], one_prize_per_player="yes")
    hall.play({"vp": "1-1"})
    for name in ("Ann", "Bob", "Cem", "Dai", "Eve", "Fay"):
        roster.amend(hall.desk, hall.id, name, STAFF, texts={"prize_group": "all"})
    actions.add(hall.desk, hall.id, "Best", AwardKind.FIELD, STAFF, field="prize_group", value="all")
    assert len(names(hall)) == 3 and names(hall) == names(hall, tied=True)
    assert (last(hall).why.code, last(hall).why.data["passed"]) == ("award_field_shared_passed", 3)


def test_a_groups_best_is_not_whom_the_organiser_chose_for_a_later_award() -> None:
    """W-51: the organiser's choice counts, whichever award was added first."""
    hall = grouped(value="new comer", one_prize_per_player="yes")
    actions.add(hall.desk, hall.id, "Best hat", AwardKind.STAFF, STAFF)
    placed = {player for award in awards(hall.event, hall.system) for player in award.players}
    free = next(name for name in ("Bob", "Cem") if hall.event.find(name).id not in placed)
    decide(hall, free)
    roster.amend(hall.desk, hall.id, free, STAFF, texts={"prize_group": "New comer"})
    best, hat = awards(hall.event, hall.system)[-2:]
    assert (best.player, best.why.code) == (None, "award_all_passed")
    assert hat.players == (hall.event.find(free).id,)


def test_whom_the_organiser_chose_among_the_level_is_passed_over_by_no_award() -> None:
    """W-51: neither by that vote, nor by a group's best before it; settling a tie is not a choice of their own."""
    hall = Hall("bushido", ["Ann", "Bob", "Cem", "Dai", "Eve", "Fay", "Gil", "Hal"], one_prize_per_player="yes")
    hall.by_hand(("Ann", "Bob"), ("Cem", "Dai"), ("Eve", "Fay"), ("Gil", "Hal"))
    hall.publish()
    for one in ("Ann", "Cem", "Eve", "Gil"):
        hall.report(one, vp="2-1")
    hall.close()
    actions.add(hall.desk, hall.id, "Best newcomer", AwardKind.FIELD, STAFF, field="prize_group", value="new")
    actions.add(hall.desk, hall.id, "Best army", AwardKind.PLAYERS, STAFF)
    actions.open_voting(hall.desk, hall.id, "Best army", STAFF)
    vote(hall, "Ann", "Fay", "Best army")
    vote(hall, "Cem", "Hal", "Best army")
    close(hall, "Best army")
    decide(hall, "Fay")
    assert (names(hall), last(hall).why.code) == (["Fay"], "award_tie_decided")
    roster.amend(hall.desk, hall.id, "Fay", STAFF, texts={"prize_group": "new"})
    newcomer, army = awards(hall.event, hall.system)[-2:]
    assert [hall.event.name_of(player) for player in (*newcomer.players, *army.players)] == ["Fay", "Hal"]
