"""Who plays: enrolment, drops, rejoins, stand-ins, disqualifications."""

from __future__ import annotations

import pytest

from muster.app.log.entries import log_view
from muster.app.people import roster
from muster.app.rounds import actions as rounds
from muster.app.rounds.draft import draft_view
from muster.app.views.event import round_view
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from muster.core.kit.model import Role
from muster.core.reading.games import met
from muster.core.reading.tally import standings
from muster.core.record.player import Status
from muster.core.rules import players
from tests.app.hall import STAFF, Hall

L5R = {"structure": "custom", "rounds": "4"}


def test_numbers_are_allotted_and_never_given_twice() -> None:
    """UW-16 X-16: numbers come from us; a second enrolment of a number or a name cannot happen."""
    hall = Hall("urban_war", ["Ann", "Bob"])
    assert list(hall.event.players) == [1, 2]
    hall.enrol("Cat")
    assert hall.event.find("#3").name == "Cat"
    with pytest.raises(Refusal, match="“ann” looks the same as “Ann”"):
        hall.enrol("ann")
    assert list(hall.event.players) == [1, 2, 3]


@pytest.mark.parametrize("twin", ["Ann Lee", "ANN  LEE", "ann-lee", "Аnn Lee", "Ａnn Lee", "Ann\u200b Lee"])
def test_names_that_look_alike_are_refused(twin: str) -> None:
    """X-16: other case, spacing, invisible or look-alike letters."""
    hall = Hall("bushido", ["Ann Lee"])
    with pytest.raises(Refusal, match="looks the same"):
        hall.enrol(twin)


@pytest.mark.parametrize(
    "name", ["山田太郎", "Ольга", "محمد", "José", "Jose", "Ngô Bảo", "がく", "かく", "O'Neil", "Zoë"]
)
def test_names_in_any_script_are_kept(name: str) -> None:
    """X-16: an accent or a voicing mark distinguishes two people."""
    hall = Hall("bushido", [n for n in ("José", "かく") if n != name])
    assert hall.enrol(name).event.find(name).name == name


def test_enrolment_is_all_or_nothing() -> None:
    hall = Hall("bushido", ["Ann"])
    with pytest.raises(Refusal):
        hall.enrol("Bob", "Cat", "ann")
    assert [p.name for p in hall.event.players.values()] == ["Ann"]


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 81])
def test_a_name_is_visible_and_not_endless(name: str) -> None:
    with pytest.raises(BadInput):
        Hall("bushido", [name])


def test_an_unknown_name_says_the_nearest() -> None:
    hall = Hall("bushido", ["Akane", "Boris"])
    with pytest.raises(UnknownName, match="No player is called “Akana”; did you mean “Akane”"):
        hall.drop("Akana")


def test_an_unknown_field_and_a_bad_value_are_quoted() -> None:
    hall = Hall("urban_war", [])
    with pytest.raises(BadInput, match="“clan” is not a field of a Urban War player"):
        hall.enrol("Ann", clan="Crab")
    with pytest.raises(BadInput, match="“many” should be a whole number of 1 or more"):
        hall.enrol("Ann", models="many")


def test_a_dropped_player_is_not_paired_again_and_keeps_all_results() -> None:
    """L5R-087 L5R-089 X-05 X-07: marked, listed, still in the opponents' sums."""
    hall = Hall("l5r", 4, **L5R)
    hall.play({"winner": "a"})
    leaver = hall.order()[0]
    hall.drop(leaver)
    hall.pair()
    assert leaver not in {n for pair in hall.pairs() for n in pair}
    row = standings(hall.event, hall.system).row(hall.event.find(leaver).id)
    assert (row.points, row.mark, row.rank) == (10, "dropped", 1)


def test_drop_waits_for_a_game_under_way() -> None:
    hall = Hall("l5r", 4, **L5R)
    hall.pair()
    event = hall.publish().event
    name = event.name_of(event.rounds[0].matches[0].a)
    with pytest.raises(Refusal, match=f"{name} is still playing at table 1 in round"):
        hall.drop(name)


def test_a_no_show_is_dropped_and_the_opponent_scores_a_bye() -> None:
    """L5R-088 L-39 X-06 X-22: nobody was met, no opponent counts, and no bye is used up."""
    hall = Hall("l5r", 4, **L5R)
    hall.pair()
    event = hall.publish().event
    match = event.rounds[0].matches[0]
    absent, present = event.name_of(match.a), event.name_of(match.b)
    hall.report("1", ending="no_show", by=absent)
    hall.report("2", winner="a")
    hall.close()
    event = hall.event
    assert event.find(absent).status is Status.DROPPED
    assert hall.points()[present] == 10
    assert hall.points()[absent] == 0
    assert event.byes_of(event.find(present).id) == 0
    assert standings(event, hall.system).row(event.find(present).id).values["sos"] == 0
    hall.rejoin(absent)
    assert hall.points()[absent] == 1, "L-39: an unpaired loss if they rejoin"


def test_rejoin_brings_an_unpaired_loss_for_each_round_missed() -> None:
    """L5R-090: missed two rounds, two losses of 1 point; they may be paired again."""
    hall = Hall("l5r", 6, **L5R)
    hall.play({"winner": "a"})
    name = hall.order()[0]
    hall.drop(name)
    hall.play({"winner": "a"})
    hall.play({"winner": "a"})
    hall.rejoin(name)
    assert hall.event.find(name).missed == {2, 3}
    assert hall.points()[name] == 12
    hall.pair()
    assert name in {n for pair in hall.pairs() for n in pair}


def test_rejoin_only_in_the_stage_in_which_they_left() -> None:
    """L5R-091: dropped in the Swiss rounds, asks after the cut."""
    hall = Hall("l5r", 6, structure="custom", rounds="1", cut="4")
    hall.play({"winner": "a"})
    name = hall.order()[-1]
    hall.drop(name)
    hall.cut()
    with pytest.raises(Refusal, match="and could only come back in that stage") as refused:
        hall.rejoin(name)
    assert refused.value.clause == "L5R-091"


def test_a_disqualified_player_cannot_rejoin_and_the_opponent_wins() -> None:
    """L5R-092 L-40 X-08: out for good, shown last without a place; earlier results still count."""
    hall = Hall("l5r", 4, **L5R)
    hall.play({"winner": "a"})
    hall.pair()
    event = hall.publish().event
    match = event.rounds[-1].matches[0]
    out, stays = event.name_of(match.a), event.name_of(match.b)
    before = hall.points()
    hall.disqualify(out)
    hall.report("2", winner="a")
    hall.close()
    assert hall.points()[stays] == before[stays] + 10
    assert hall.points()[out] == before[out] + 1
    row = standings(hall.event, hall.system).rows[-1]
    assert (hall.event.name_of(row.player), row.rank, row.mark) == (out, None, "disqualified")
    with pytest.raises(Refusal, match="disqualified and cannot come back") as refused:
        hall.rejoin(out)
    assert refused.value.clause == "L5R-092"


def test_a_missing_card_is_conceded_then_the_player_is_taken_out_and_may_return() -> None:
    """L5R-054 L5R-055 L5R-056 L-43: a concession pays 1 and 10; the removal is a drop, not a disqualification."""
    hall = Hall("l5r", 4, **L5R)
    hall.pair()
    event = hall.publish().event
    match = event.rounds[0].matches[0]
    loser, other = event.name_of(match.a), event.name_of(match.b)
    hall.report("1", ending="concession", by=loser)
    hall.report("2", winner="a")
    hall.close()
    assert (hall.points()[loser], hall.points()[other]) == (1, 10)
    hall.drop(loser)
    hall.rejoin(loser)
    assert hall.event.find(loser).active


def test_who_concedes_in_urban_war_retires() -> None:
    """UW-53 U-11: no more games, no place, and no way back."""
    hall = Hall("urban_war", 6)
    hall.pair()
    event = hall.publish().event
    first = event.rounds[0].matches[0]
    retired = event.name_of(first.a)
    hall.report("1", ending="concession", by=retired)
    for table in "23":
        hall.report(table, lost="1-3")
    hall.close()
    assert hall.event.find(retired).status is Status.RETIRED
    hall.pair()
    assert retired not in {n for pair in hall.pairs() for n in pair}
    assert len(hall.event.rounds[-1].byes) == 1
    assert standings(hall.event, hall.system).row(first.a).rank is None
    with pytest.raises(Refusal, match="retired") as refused:
        hall.rejoin(retired)
    assert refused.value.clause == "UW-53"


def test_a_corrected_concession_brings_the_player_back() -> None:
    """X-02 UW-53: it was a misread slip, so nobody retired."""
    hall = Hall("urban_war", 4)
    hall.pair()
    event = hall.publish().event
    name = event.name_of(event.rounds[0].matches[0].a)
    hall.report("1", ending="concession", by=name)
    assert not hall.event.find(name).active
    hall.correct("1", 1, lost="1-3")
    assert hall.event.find(name).active


def test_late_entry_is_off_then_costs_the_missed_round() -> None:
    """X-04: only with the option, only until round 2 is paired, scored as zero (L5R: an unpaired loss)."""
    for system, points, options in (("bushido", 0, {}), ("l5r", 1, L5R)):
        hall = Hall(system, 4, **options)
        hall.pair()
        hall.publish()
        with pytest.raises(Refusal, match="Late entry"):
            hall.enrol("Late")
        hall.option("late_entry", "yes")
        hall.enrol("Late")
        for table in "12":
            hall.report(table, **({"vp": "2-1"} if system == "bushido" else {"winner": "a"}))
        hall.close()
        assert hall.points()["Late"] == points
        hall.pair()
        assert "Late" in {n for pair in hall.pairs() for n in pair} | {
            hall.event.name_of(b.player) for b in hall.event.rounds[-1].byes
        }
        with pytest.raises(Refusal, match="ends when round 2 is paired"):
            hall.enrol("Too late")


def test_a_stand_in_plays_when_numbers_are_odd_and_takes_no_place() -> None:
    """BUS-17 B-08: nobody sits out; the stand-in is unranked and steps out when numbers are even."""
    hall = Hall("bushido", 7)
    hall.enrol("Helper", stand_in=True)
    drawn = hall.pair().event.rounds[-1]
    assert drawn.byes == []
    assert any(n.code == "stand_in_plays" and n.clause == "BUS-17" for n in drawn.notices)
    hall.publish()
    for match in drawn.matches:
        hall.report(str(match.table), vp="2-1")
    hall.close()
    helper = hall.event.find("Helper").id
    assert standings(hall.event, hall.system).row(helper).rank is None
    hall.drop(next(n for n in hall.order() if n != "Helper"))
    assert helper not in set(hall.pair().event.rounds[-1].players())


def test_once_somebody_is_checked_in_only_those_are_paired_in_round_1() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob"], STAFF)
    drawn = hall.pair().event.rounds[-1]
    assert hall.pairs() == {frozenset(("Ann", "Bob"))}
    assert [n.code for n in drawn.notices] == ["not_checked_in"]


def test_a_player_who_leaves_before_round_1_is_not_said_to_leave_after_round_0() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    hall.drop("Ann")
    hall.pair()
    hall.publish()
    hall.report("1", vp="2-1")
    hall.drop("Bob")
    told = [entry.text for entry in log_view(hall.opened) if "dropped" in entry.text]
    assert sorted(told) == ["Ann dropped before round 1", "Bob dropped after round 1"]


def test_a_draft_names_whoever_is_not_here_now_after_a_swap_and_an_arrival_too() -> None:
    """X-28: a swap forgets nobody, and somebody who has come is no longer said to be missing."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"])
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob", "Cat", "Dan"], STAFF)
    first, second = hall.pair().event.rounds[-1].matches
    number = {name: hall.event.find(name).id for name in ("Eve", "Fay")}
    rounds.swap(hall.desk, hall.id, hall.event.name_of(first.a), hall.event.name_of(second.a), STAFF)
    assert [(n.code, n.data) for n in hall.event.rounds[-1].notices] == [
        ("not_checked_in", {"players": [number["Eve"], number["Fay"]]})
    ]
    roster.check_in(hall.desk, hall.id, ["Eve"], STAFF)
    (told,) = [n for n in round_view(hall.opened).notices if n.code == "not_checked_in"]
    assert told.text == "not paired because not checked in: Fay"
    draft = draft_view(hall.opened)
    assert draft is not None and [p.name for p in draft.unplaced] == ["Eve"] and told in draft.to_look_at


def test_a_swap_keeps_the_word_about_a_stand_in() -> None:
    """BUS-17."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    roster.enrol(hall.desk, hall.id, [("Helper", {})], STAFF, stand_in=True)
    first, second = hall.pair().event.rounds[-1].matches
    rounds.swap(hall.desk, hall.id, hall.event.name_of(first.a), hall.event.name_of(second.a), STAFF)
    assert [n.code for n in hall.event.rounds[-1].notices] == ["stand_in_plays"]


def test_a_swap_in_a_bracket_does_not_count_those_who_missed_the_cut_as_left_out() -> None:
    hall = Hall("l5r", ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"], structure="custom", rounds="1", cut="4")
    hall.pair()
    hall.publish()
    for match in hall.event.rounds[-1].matches:
        hall.report(str(match.table), winner="a")
    hall.close()
    hall.cut()
    first, second = hall.pair().event.rounds[-1].matches
    rounds.swap(hall.desk, hall.id, hall.event.name_of(first.a), hall.event.name_of(second.a), STAFF)
    assert {n.code for n in hall.event.rounds[-1].notices} <= {"rematch"}


def test_amending_models_keeps_the_levels_of_games_already_scored() -> None:
    """U-26: 3 of 12 models lost is Moderate, also after the force is corrected to 20."""
    hall = Hall("urban_war", ["Ann", "Bob"], rounds="1")
    hall.pair()
    hall.publish()
    hall.report("Ann", lost="3-0")
    hall.close()
    before = hall.points()
    roster.amend(hall.desk, hall.id, "Ann", STAFF, texts={"models": "20"})
    assert hall.event.find("Ann").values["models"] == 20
    assert hall.points() == before == {"Ann": 8, "Bob": 16}


def test_somebody_checked_in_by_mistake_is_checked_out() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cat", "Dan"])
    for name in ("Ann", "Bob", "Cat"):
        roster.set_here(hall.desk, hall.id, name, True, STAFF)
    before = len(hall.opened.entries)
    roster.set_here(hall.desk, hall.id, "Ann", True, STAFF)  # Two tick the same list.
    assert len(hall.opened.entries) == before
    roster.set_here(hall.desk, hall.id, "Cat", False, STAFF)
    hall.pair()
    assert hall.pairs(1) == {frozenset(("Ann", "Bob"))}
    hall.undo()
    hall.undo()
    assert hall.event.find("Cat").checked_in
    with pytest.raises(Refusal, match="Dan is not checked in"):
        players.check_out(hall.event, [hall.event.find("Dan")])


def test_everybody_still_away_is_checked_in_at_once() -> None:
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    hall.enrol("Sam", stand_in=True)
    hall.drop("Cat")
    roster.set_here(hall.desk, hall.id, "Ann", True, STAFF)
    roster.all_here(hall.desk, hall.id, STAFF)
    assert [p.name for p in hall.event.players.values() if p.checked_in] == ["Ann", "Bob"]
    with pytest.raises(Refusal, match="Everyone is already checked in"):
        roster.all_here(hall.desk, hall.id, STAFF)


def test_players_enrol_themselves_only_while_it_is_open() -> None:
    hall = Hall("urban_war", ["Ann", "Bob"])
    with pytest.raises(Refusal, match="Players cannot enrol themselves in this event"):
        roster.register(hall.desk, hall.id, "Cat", {"models": "9"})
    hall.option("self_registration", "yes")
    number = roster.register(hall.desk, hall.id, "  Cat   Stone ", {"models": "9"}, "form 1")
    assert hall.event.players[number].name == "Cat Stone"
    assert roster.register(hall.desk, hall.id, "Cat Stone", {"models": "9"}, "form 1") == number == 3
    last = hall.opened.entries[-1]
    assert (last.actor.name, last.actor.role) == ("", Role.PLAYER)
    assert log_view(hall.opened)[-1].who == "Cat Stone"
    with pytest.raises(BadInput, match="Models is missing"):
        roster.register(hall.desk, hall.id, "Dan", {})
    hall.pair()
    with pytest.raises(Refusal, match="Round 1 is drawn"):
        roster.register(hall.desk, hall.id, "Dan", {"models": "9"})
    hall.undo()
    assert roster.register(hall.desk, hall.id, "Dan", {"models": "9"}) == 4


def four_of_five(**options: str) -> Hall:
    """Eve is enrolled but not here; round 1 is played without her."""
    hall = Hall("l5r", ["Ann", "Bob", "Cat", "Dan", "Eve"], **L5R, **options)
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob", "Cat", "Dan"], STAFF)
    hall.pair()
    hall.publish()
    return hall


def play_on(hall: Hall) -> None:
    for table in "12":
        hall.report(table, winner="a")
    hall.pair()


def test_whoever_was_not_checked_in_for_round_1_is_held_out_of_the_next_rounds_too() -> None:
    """X-28: named on the draft, no bye, no free round; also not by hand, by leaving and returning, or in a cut."""
    hall = four_of_five()
    play_on(hall)
    drawn = hall.event.rounds[-1]
    eve = hall.event.find("Eve")
    assert eve.id not in set(drawn.players()) and drawn.byes == []
    assert [(n.code, n.data["players"]) for n in drawn.notices] == [("not_checked_in", [eve.id])]
    assert standings(hall.event, hall.system).row(eve.id).lines == ()
    hall.undo()
    with pytest.raises(BadInput, match="Eve was not checked in, so round 1 was drawn without them") as refused:
        hall.by_hand(("Ann", "Eve"), ("Bob", "Cat"))
    assert refused.value.clause == "X-28"
    hall.drop("Eve")
    hall.rejoin("Eve")
    assert hall.event.find("Eve").id not in set(hall.pair().event.rounds[-1].players())
    hall.publish()
    for table in "12":
        hall.report(table, winner="a")
    hall.option("rounds", "2")
    assert eve.id not in hall.cut(5).event.stage.seeds


def test_whoever_comes_after_round_1_has_begun_is_a_late_entry() -> None:
    """X-28 X-04 L5R-090: refused, or an unpaired loss for the round missed, by the option; never after round 2."""
    hall = four_of_five()
    with pytest.raises(Refusal, match="Late entry") as refused:
        roster.check_in(hall.desk, hall.id, ["Eve"], STAFF)
    assert refused.value.clause == "X-04"
    hall.option("late_entry", "yes")
    roster.set_here(hall.desk, hall.id, "Eve", True, STAFF)
    roster.set_here(hall.desk, hall.id, "Eve", False, STAFF)  # The wrong Eve.
    assert hall.event.find("Eve").missed == set()
    roster.all_here(hall.desk, hall.id, STAFF)
    play_on(hall)
    eve = hall.event.find("Eve")
    assert (eve.missed, hall.points()["Eve"]) == ({1}, 1)
    assert eve.id in set(hall.event.rounds[-1].players())
    late = four_of_five(late_entry="yes")
    play_on(late)
    with pytest.raises(Refusal, match="ends when round 2 is paired"):
        roster.check_in(late.desk, late.id, ["Eve"], STAFF)


def test_a_no_show_was_not_met_whatever_the_absent_player_had_scored() -> None:
    """X-22 L-39: the two may still be paired without a rematch, and nobody's SoS includes the absent player's
    points.
    """
    hall = Hall("l5r", ["Ann", "Bob", "Cat", "Dan"], **L5R)
    hall.by_hand(("Ann", "Cat"), ("Bob", "Dan"))
    hall.publish()
    hall.report("Ann", winner="b")
    hall.report("Bob", winner="a")
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    hall.publish()
    hall.report("Ann", ending="no_show", by="Bob")
    hall.report("Cat", winner="a")
    event = hall.event
    ann, bob = event.find("Ann").id, event.find("Bob").id
    assert hall.points()["Bob"] == 10
    row = standings(event, hall.system).row(ann)
    assert [line.opponent for line in row.lines] == [event.find("Cat").id, None]
    assert row.values["sos"] == 10, "Cat's 20 points in 2 rounds, and nothing of Bob's"
    assert bob not in met(event, 3).get(ann, {})
    hall.rejoin("Bob")
    drawn = hall.by_hand(("Ann", "Bob"), ("Cat", "Dan")).event.rounds[-1]
    assert [(n.code, n.data["player"]) for n in drawn.notices] == [("rematch", event.find("Cat").id)]
