"""Who plays: names, enrolment and its end, check-in, leaving and coming back, as facts or refusals."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from muster.app.people import roster
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.model import PlayerId, Role
from muster.core.record.facts.claims import ClaimedBy, NameClaimed, NameForgotten
from muster.core.record.facts.lists import CardLost, ProxyMade
from muster.core.record.facts.play import (
    CheckedIn,
    EnrolmentsRemoved,
    Fact,
    PlayerAmended,
    PlayerDisqualified,
    PlayerEnrolled,
)
from muster.core.record.facts.staff import PenaltyGiven, StaffJoined
from muster.core.record.player import Player
from muster.core.rules import players
from muster.core.rules.players import Newcomer
from muster.systems import registry
from tests.app.hall import STAFF, Hall

ANN, BOB = PlayerId(1), PlayerId(2)


def two(**options: str) -> Hall:
    return Hall("bushido", ["Ann", "Bob"], **options)


def ann(hall: Hall) -> Player:
    return hall.event.players[ANN]


def faults(hall: Hall, *newcomers: Newcomer) -> list[str]:
    return [str(one.fault or "") for one in players.vet(hall.event, hall.system, newcomers)]


# Enrolment


def test_who_enrols_is_nobodys_stand_in() -> None:
    """Unless the list says so."""
    hall = two()
    plain, helper = players.enrol(hall.event, hall.system, [Newcomer("Cy"), Newcomer("Dee", stand_in=True)], Urn("s"))
    assert isinstance(plain, PlayerEnrolled) and isinstance(helper, PlayerEnrolled)
    assert (plain.stand_in, helper.stand_in) == (False, True)


@pytest.mark.parametrize(
    ("name", "good"), [("x" * 80, True), ("x" * 81, False), ("A12", True), ("#Ann", True), ("#12", False)]
)
def test_names_that_can_be_found_again(name: str, good: bool) -> None:
    if good:
        assert players.player_name(name) == name
        return
    with pytest.raises(BadInput):
        players.player_name(name)


def test_twins_are_told_by_whom_they_look_like() -> None:
    """X-16: a player, an earlier one in the list by line, or one without a line."""
    hall = two()
    assert ["(player 1)" in fault for fault in faults(hall, Newcomer("Ann"), Newcomer("ann"))] == [True, True]
    assert "as “Cy” in line 3." in faults(hall, Newcomer("Cy", line=3), Newcomer("cy", line=4))[1]
    assert "as “Cy”. If they" in faults(hall, Newcomer("Cy"), Newcomer("cy"))[1]


@pytest.mark.parametrize("twin", ["An\u2011na O'Dea", "An–na O’Dea", "Anna O`Dea", "аn—na Oʼdea"])
def test_another_dash_or_apostrophe_tells_nobody_apart(twin: str) -> None:
    """X-16: phones type other ones than keyboards."""
    hall = Hall("bushido", ["An-na O'Dea", "Bob"])
    assert "looks the same as “An-na O'Dea” (player 1)" in faults(hall, Newcomer(twin))[0]
    with pytest.raises(Refusal, match="looks the same as “An-na O'Dea”"):
        players.amend(hall.event, hall.system, hall.event.players[PlayerId(2)], twin, {})


def test_a_field_that_the_game_does_not_have_is_refused() -> None:
    assert "“rank” is not a field" in faults(two(), Newcomer("Cy", {"rank": 1}))[0]


def test_a_field_is_kept_in_one_line_and_without_what_turns_the_words_after_it() -> None:
    hall = two()
    (one,) = players.vet(hall.event, hall.system, [Newcomer("Cy", {"club": "North\u202e\n\x1b Star "})])
    assert one.values["club"] == "North Star"
    assert players.amend(hall.event, hall.system, ann(hall), None, {"club": "\u202eSouth\x07"}) == [
        PlayerAmended(ANN, None, {"club": "South"}, 0)
    ]


@pytest.mark.parametrize("game", ["bushido", "l5r", "urban_war", "warmachine"])
def test_players_of_every_game_have_one_club(game: str) -> None:
    keys = [field.key for field in players.player_fields(registry.find(game))]
    assert keys.count("club") == 1


@pytest.mark.parametrize("device", ["phone", ""])
def test_who_enrols_on_a_phone_has_the_name_there(device: str) -> None:
    hall = two(self_registration="yes")
    first, *more = players.register(hall.event, hall.system, Newcomer("Cy", device=device), Urn("s"))
    assert isinstance(first, PlayerEnrolled) and first.player == 3
    assert more == ([NameClaimed(PlayerId(3), device, ClaimedBy.REGISTERED)] if device else [])


def test_nobody_enters_a_bracket_that_has_begun() -> None:
    """X-04."""
    hall = two(format="elimination", late_entry="yes")
    hall.pair()
    hall.publish()
    with pytest.raises(Refusal, match="The bracket has begun"):
        hall.enrol("Cy")


TRACES: dict[str, Fact] = {
    "checked in": CheckedIn(ANN),
    "penalty": PenaltyGiven(ANN, "Warning", ""),
    "staff": StaffJoined(1, "Ann", Role.JUDGE, "key", ANN),
    "lost card": CardLost(ANN, 0, "Card", False),
    "proxy": ProxyMade(ANN, "Card", "Lea", "2026-11-15", ""),
}


@pytest.mark.parametrize("trace", TRACES.values(), ids=TRACES)
def test_an_enrolment_is_removed_only_if_nobody_ever_came(trace: Fact) -> None:
    hall = Hall("l5r", ["Ann", "Bob"])
    assert players.remove(hall.event, [ann(hall)]) == [EnrolmentsRemoved((ANN,))]
    hall.desk.act(hall.id, lambda _: [trace], STAFF)
    with pytest.raises(Refusal, match="Ann has been at the desk"):
        players.remove(hall.event, [ann(hall)])
    assert players.remove(hall.event, [hall.event.players[BOB]]) == [EnrolmentsRemoved((BOB,))]


def test_enrolments_are_removed_before_round_1() -> None:
    hall = two()
    with pytest.raises(Refusal, match="Choose a player to remove"):
        players.remove(hall.event, [])
    hall.pair()
    with pytest.raises(Refusal, match="Round 1 is drawn"):
        players.remove(hall.event, [ann(hall)])


def test_a_name_is_changed_to_one_that_nobody_else_has() -> None:
    """X-16: one's own in other letters is fine."""
    hall = two()
    with pytest.raises(Refusal, match="looks the same as “Bob”"):
        players.amend(hall.event, hall.system, ann(hall), "bob", {})
    assert players.amend(hall.event, hall.system, ann(hall), "ANN", {})


# Check-in


def test_somebody_is_checked_in_once() -> None:
    hall = two()
    roster.check_in(hall.desk, hall.id, ["Ann"], STAFF)
    with pytest.raises(Refusal, match="Ann is already checked in"):
        players.check_in(hall.event, hall.system, [ann(hall)])


def test_whoever_played_round_1_is_not_late() -> None:
    """X-28."""
    hall = two()
    roster.check_in(hall.desk, hall.id, ["Bob"], STAFF)
    hall.by_hand(("Ann", "Bob"))
    hall.publish()
    assert players.check_in(hall.event, hall.system, [ann(hall)]) == [CheckedIn(ANN, ())]


def test_players_check_themselves_in_early_and_where_they_may() -> None:
    closed, hall = two(), two(self_check_in="yes")
    assert not players.may_check_in_self(closed.event, closed.system, ann(closed))
    with pytest.raises(Refusal, match="You cannot check in on your phone now"):
        players.check_in_self(closed.event, closed.system, ann(closed))
    assert players.may_check_in_self(hall.event, hall.system, ann(hall))
    assert players.check_in_self(hall.event, hall.system, ann(hall)) == [CheckedIn(ANN, ())]
    hall.drop("Bob")
    assert not players.may_check_in_self(hall.event, hall.system, hall.event.players[BOB])
    roster.check_in(hall.desk, hall.id, ["Ann"], STAFF)
    assert not players.may_check_in_self(hall.event, hall.system, ann(hall))
    assert players.check_in_self(hall.event, hall.system, ann(hall)) == []
    later = two(self_check_in="yes")
    later.pair()
    assert not players.may_check_in_self(later.event, later.system, ann(later))


# Leaving


def test_nobody_leaves_twice() -> None:
    hall = two()
    hall.drop("Ann")
    with pytest.raises(Refusal, match="Ann has already left"):
        players.drop(hall.event, ann(hall))


def test_a_forgotten_name_stays_forgotten() -> None:
    """The number in its place may be sent again with other changes."""
    hall = two()
    hall.desk.act(hall.id, lambda opened: [NameForgotten(ANN)], STAFF)
    with pytest.raises(Refusal, match="The name of player 1 was forgotten"):
        players.amend(hall.event, hall.system, ann(hall), "Anna", {})
    (fact,) = players.amend(hall.event, hall.system, ann(hall), ann(hall).name, {"club": "Muster"})
    assert fact == PlayerAmended(ANN, "Player 1", {"club": "Muster"})


def test_whoever_left_a_bracket_does_not_come_back() -> None:
    """X-05 L5R-109."""
    hall = two(format="elimination")
    hall.drop("Ann")
    with pytest.raises(Refusal, match="could only come back in that stage"):
        players.rejoin(hall.event, hall.system, ann(hall))


def test_a_disqualification_needs_a_reason_and_comes_once() -> None:
    """X-08."""
    hall = two()
    with pytest.raises(Refusal, match="needs a reason"):
        players.disqualify(hall.event, hall.system, ann(hall), " ")
    with pytest.raises(BadInput, match="“cheating” is not an infraction"):
        players.disqualify(hall.event, hall.system, ann(hall), "why", "cheating")
    hall.disqualify("Ann")
    with pytest.raises(Refusal, match="Ann is already disqualified"):
        players.disqualify(hall.event, hall.system, ann(hall), "why")


@pytest.mark.parametrize(
    ("reach", "round_"),
    [
        (lambda hall: None, 0),
        (lambda hall: hall.by_hand(("Ann", "Bob")), 0),
        (lambda hall: (hall.by_hand(("Ann", ""), ("Bob", "")), hall.publish()), 1),
        (lambda hall: (hall.by_hand(("Ann", "Bob")), hall.publish(), hall.report("Ann", vp="2-1")), 1),
    ],
    ids=["before round 1", "in a draft", "with a bye", "with a result"],
)
def test_no_game_is_lost_where_none_is_under_way(reach: Callable[[Hall], object], round_: int) -> None:
    """X-08 L-40."""
    hall = two()
    reach(hall)
    facts = players.disqualify(hall.event, hall.system, ann(hall), "why")
    assert facts == [PlayerDisqualified(ANN, round_, "why")]
