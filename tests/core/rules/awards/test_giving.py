"""Awards of an event's own: how many, how long their words are, and what the organiser may decide."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from muster.app.awards import actions
from muster.app.people import roster
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import PlayerId, Role
from muster.core.reading.awards import awards
from muster.core.record.facts.awards import AwardAdded, AwardDecided, AwardKind, AwardRemoved
from muster.core.record.facts.play import Fact
from muster.core.record.staff import StaffMember
from muster.core.rules.awards import giving
from tests.app.awards.votes import best_opponent, close, hall_of, vote
from tests.app.hall import STAFF, Hall

ANN, BOB, CEM = (PlayerId(number) for number in (1, 2, 3))


def added(hall: Hall, title: str, kind: AwardKind = AwardKind.STAFF, field: str = "", value: str = "") -> None:
    actions.add(hall.desk, hall.id, title, kind, STAFF, field=field, value=value)


def decided(hall: Hall, title: str, *players: PlayerId, reason: str = "") -> Sequence[Fact]:
    return giving.decide(hall.event, hall.system, title, players, reason)


def painted() -> Hall:
    """An award of the book that people choose the winner of."""
    return Hall("warmachine", ["Ann", "Bob"], kind="champions")


def test_three_hundred_characters_are_possible_and_no_more() -> None:
    assert giving.words(f"  {'x' * 300} ") == "x" * 300
    with pytest.raises(BadInput, match=f"“{'x' * 30}…” has 301 characters"):
        giving.words("x" * 301)


def test_an_event_has_forty_awards_of_its_own() -> None:
    hall = Hall("bushido", 0)
    for number in range(1, 41):
        added(hall, f"Award {number}")
    with pytest.raises(Refusal, match="An event can have 40 awards of its own"):
        added(hall, "Award 41")


def test_only_an_award_by_field_has_a_value() -> None:
    hall = Hall("bushido", 0)
    with pytest.raises(BadInput, match="Only an award by a player’s field has a field and a value"):
        giving.add(hall.event, hall.system, "Best newcomer", AwardKind.STAFF, value="newcomer")
    assert giving.add(hall.event, hall.system, "Best newcomer", AwardKind.FIELD, "club", "newcomer", "dice") == [
        AwardAdded("1", "Best newcomer", AwardKind.FIELD, "club", "newcomer", "dice")
    ]


def test_an_award_of_the_book_stays() -> None:
    """WMH-087: champions have one for the best painted army."""
    hall = painted()
    with pytest.raises(Refusal, match="The rulebook gives this award, so it cannot be removed"):
        giving.remove(hall.event, "best_painted")
    added(hall, "Best hat")
    assert giving.remove(hall.event, "1") == [AwardRemoved("1")]


def test_what_the_book_reckons_is_not_found() -> None:
    """People do not decide it. Others are found by title or key, in any spelling."""
    hall = hall_of()
    added(hall, "Best hat")
    assert giving.find(hall.event, hall.system, " best  HAT ").key == "1"
    assert giving.find(hall.event, hall.system, "1").title == "Best hat"
    for book in ("Winner", ""):
        with pytest.raises(Refusal, match=f"No award is called “{book}”"):
            giving.find(hall.event, hall.system, book)


def test_the_organiser_gives_an_award_of_their_own_to_whoever_can_win() -> None:
    """X-08, B-08: nobody who is disqualified, and no stand-in."""
    hall = hall_of()
    added(hall, "Best hat")
    assert decided(hall, "Best hat", BOB, CEM, BOB, reason=" red  feathers") == [
        AwardDecided("1", (BOB, CEM), "red feathers")
    ]
    hall.disqualify("Cem")
    with pytest.raises(Refusal, match="Cem cannot win an award"):
        decided(hall, "Best hat", BOB, CEM)
    beside = Hall("bushido", [])
    beside.enrol("Sid", stand_in=True)
    added(beside, "Best hat")
    with pytest.raises(Refusal, match="Sid cannot win an award"):
        decided(beside, "Best hat", ANN)


def test_nothing_is_taken_back_where_nothing_was_decided() -> None:
    hall = hall_of()
    added(hall, "Best hat")
    with pytest.raises(Refusal, match="Nothing is decided yet about “Best hat”"):
        decided(hall, "Best hat")
    actions.decide(hall.desk, hall.id, "Best hat", ["Bob"], STAFF)
    assert decided(hall, "Best hat") == [AwardDecided("1")]


def test_what_is_put_to_the_vote_is_decided_only_among_equals() -> None:
    hall = hall_of()
    added(hall, "Best opponent", AwardKind.OPPONENT)
    with pytest.raises(Refusal, match="“Best opponent” is put to the vote"):
        decided(hall, "Best opponent", BOB, reason="kind")
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)
    vote(hall, "Ann", "Bob")
    close(hall)
    with pytest.raises(Refusal, match="has a clear winner, or none yet: there is nothing to decide"):
        decided(hall, "Best opponent", CEM, reason="kind")
    actions.open_voting(hall.desk, hall.id, "Best opponent", STAFF)
    vote(hall, "Dai", "Cem")
    close(hall)
    assert decided(hall, "Best opponent", BOB, CEM, reason="both kind") == [AwardDecided("1", (BOB, CEM), "both kind")]


def test_the_best_of_a_group_is_decided_only_among_equals() -> None:
    hall = hall_of()
    for name in ("Bob", "Dai"):
        roster.amend(hall.desk, hall.id, name, STAFF, texts={"prize_group": "Newcomer"})
    added(hall, "Best newcomer", AwardKind.FIELD, "prize_group", "newcomer")
    with pytest.raises(Refusal, match="“Best newcomer” has a clear winner"):
        decided(hall, "Best newcomer", BOB, reason="kind")


def test_who_has_an_award_gets_no_other_where_each_has_one() -> None:
    """W-51: the one that is decided is not one they already have."""
    hall = hall_of(one_prize_per_player="yes")
    added(hall, "Best hat")
    added(hall, "Best coat")
    free = next(p for p in (BOB, CEM) if p not in _winners(hall))
    actions.decide(hall.desk, hall.id, "Best hat", [hall.event.name_of(free)], STAFF)
    assert decided(hall, "Best hat", free, reason="feathers") == [AwardDecided("1", (free,), "feathers")]
    with pytest.raises(Refusal, match="already has the award “Best hat”, and this event gives one per player"):
        decided(hall, "Best coat", free)
    hall.option("one_prize_per_player", "no")
    assert decided(hall, "Best coat", free) == [AwardDecided("2", (free,))]


def test_whoever_leads_before_the_end_has_no_award_yet_and_may_be_given_one() -> None:
    """W-51: places, and the best of a group, are only known when the event is finished."""
    hall = hall_of(one_prize_per_player="yes")
    roster.amend(hall.desk, hall.id, "Bob", STAFF, texts={"prize_group": "newcomer"})
    added(hall, "Best newcomer", AwardKind.FIELD, "prize_group", "newcomer")
    added(hall, "Best hat")
    leading = _winners(hall)
    assert BOB in leading and len(leading) > 1
    for player in leading:
        assert decided(hall, "Best hat", player) == [AwardDecided("2", (player,))]
    hall.finish("enough")
    with pytest.raises(Refusal, match="already has the award “First place”, and this event gives one per player"):
        decided(hall, "Best hat", awards(hall.event, hall.system)[0].players[0])


def _winners(hall: Hall) -> set[PlayerId]:
    return {player for award in awards(hall.event, hall.system) for player in award.players}


def test_the_painting_award_of_the_book_is_decided_without_a_vote() -> None:
    """WMH-087."""
    assert decided(painted(), "Best painted", ANN) == [AwardDecided("best_painted", (ANN,))]


def test_a_judge_chooses_once_where_that_is_left_to_the_staff_and_never_themselves() -> None:
    """WMH-087: the book leaves its own painting award to the organiser."""
    hall = hall_of()
    added(hall, "Best painted")
    judge = StaffMember(1, "Hale", Role.JUDGE, player=CEM)
    with pytest.raises(Refusal, match="You cannot give yourself an award"):
        giving.choose(hall.event, hall.system, judge, "Best painted", CEM)
    assert giving.choose(hall.event, hall.system, judge, "best painted", BOB, "that dragon") == [
        AwardDecided("1", (BOB,), "that dragon", judged=True)
    ]
    organiser = hall.event.staff.members[0]
    assert giving.choose(hall.event, hall.system, organiser, "Best painted", BOB) == [AwardDecided("1", (BOB,))]
    actions.decide(hall.desk, hall.id, "Best painted", ["Ann"], STAFF)
    with pytest.raises(Refusal, match="already chosen the winner of “Best painted”"):
        giving.choose(hall.event, hall.system, judge, "Best painted", BOB)
    actions.decide(hall.desk, hall.id, "Best painted", [], STAFF)
    assert giving.choose(hall.event, hall.system, judge, "Best painted", ANN), "the organiser took it back"
    champions = painted()
    for other, title in ((hall, "Best opponent"), (champions, "Best painted")):
        if other is hall:
            added(hall, title, AwardKind.OPPONENT)
        with pytest.raises(Refusal, match=f"“{title}” is not left to the judges"):
            giving.choose(other.event, other.system, judge, title, ANN)


def test_a_vote_that_is_open_has_nothing_to_decide() -> None:
    hall = hall_of()
    best_opponent(hall)
    with pytest.raises(Refusal, match="there is nothing to decide"):
        decided(hall, "Best opponent", BOB, reason="kind")
