"""Results: where they belong, who may report and confirm them, and what follows from them, as facts."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.model import Ending, PlayerId, Result
from muster.core.record.event import Match, Round
from muster.core.record.facts.play import (
    Fact,
    PlayerDisqualified,
    PlayerDropped,
    PlayerExcused,
    ResultConfirmed,
    ResultCorrected,
    ResultReported,
)
from muster.core.rules import results
from muster.core.rules.rounds import draw_round
from tests.app.hall import STAFF, Hall

PHONE, OTHER_PHONE = "phone", "other phone"
WIN: dict[str, Any] = {"vp": [2, 1]}
LOSS: dict[str, Any] = {"vp": [1, 2]}


class Played(Hall):
    """A round that is being played."""

    def __init__(self, system: str = "bushido", players: int = 4, **options: str) -> None:
        super().__init__(system, players, **options)
        self.pair()
        self.publish()

    @property
    def round(self) -> Round:
        return self.event.rounds[-1]

    @property
    def match(self) -> Match:
        return self.round.matches[0]

    def facts(self, values: dict[str, Any], **more: Any) -> list[Fact]:
        return results.report(self.event, self.system, self.round, self.match, values, **more)

    def take(self, values: dict[str, Any], **more: Any) -> None:
        self.desk.act(self.id, lambda _: self.facts(values, **more), STAFF)

    def confirmed(self, by: PlayerId | None = None, device: str = "") -> list[Fact]:
        return results.confirm(self.event, self.system, self.round, self.match, by, device)


def test_where_a_result_belongs() -> None:
    """A table or a player of the round; the refusal says what there is."""
    hall = Hall("bushido", 3)
    with pytest.raises(Refusal, match="No round has been drawn yet"):
        results.open_match(hall.event, table=1)
    hall.pair()
    with pytest.raises(Refusal, match="has no match in round 1"):
        results.open_match(hall.event, player=hall.event.rounds[0].byes[0].player)
    with pytest.raises(BadInput, match=r"no table 9 in round 1\. It has tables 1 to 1"):
        results.open_match(hall.event, table=9)
    hall.undo()
    hall.by_hand(("#1", ""), ("#2", ""), ("#3", ""))
    with pytest.raises(BadInput, match=r"no table 1 in round 1\. It has no tables"):
        results.open_match(hall.event, table=1)


def test_a_result_belongs_to_the_last_round_unless_another_is_named() -> None:
    hall = Played(players=2, rounds="2")
    hall.take(WIN)
    hall.close()
    hall.pair()
    assert results.open_match(hall.event, player=PlayerId(1))[0].number == 2
    assert results.open_match(hall.event, player=PlayerId(1), round_=1)[0].number == 1
    with pytest.raises(BadInput, match="There is no table 0 in round 2"):
        results.open_match(hall.event)


@pytest.mark.parametrize(
    ("ending", "named"),
    [
        (Ending.PLAYED, {0}),
        (Ending.DOUBLE_LOSS, {0}),
        (Ending.CONCESSION, {1}),
        (Ending.DISQUALIFIED, {1}),
        (Ending.GAME_LOSS, {1}),
        (Ending.NO_SHOW, {1, 2}),
    ],
)
def test_how_many_of_the_two_a_result_names(ending: Ending, named: set[int]) -> None:
    hall = Played()
    for by in ((), (hall.match.a,), (hall.match.a, hall.match.b)):
        if len(by) in named:
            assert results.checked(hall.event, hall.system, hall.round, hall.match, WIN, ending, by).by == by
        else:
            with pytest.raises(BadInput, match=f"names .* of the two players, not {len(by)}"):
                results.checked(hall.event, hall.system, hall.round, hall.match, WIN, ending, by)


def test_who_did_not_appear_is_excused_only_if_that_is_said() -> None:
    """X-06: reported, entered at the desk or by a correction."""
    hall = Played()
    absent: dict[str, Any] = {"ending": Ending.NO_SHOW, "by": (hall.match.a,)}
    key = results.key(hall.event, hall.system, hall.round, hall.match, {}, **absent)
    report = hall.facts({}, **absent)
    hall.take(WIN)
    correction = results.correct(hall.event, hall.system, hall.round, hall.match, {}, **absent, reason="misread")
    for found in (key, report, correction):
        assert [type(fact) for fact in found[1:]] == [PlayerDropped]


@pytest.mark.parametrize("ending", [Ending.NO_SHOW, Ending.DOUBLE_LOSS, Ending.GAME_LOSS])
def test_what_was_not_played_out_has_no_scores(ending: Ending) -> None:
    hall = Played()
    by = () if ending is Ending.DOUBLE_LOSS else (hall.match.a,)
    found = results.checked(hall.event, hall.system, hall.round, hall.match, WIN, ending, by)
    assert found == Result({}, ending, by)


@pytest.mark.parametrize("closed", [True, False])
def test_a_round_that_is_over_is_corrected_not_reported(closed: bool) -> None:
    """X-02: closed, or followed by another round."""
    hall = Played()
    for match in hall.round.matches:
        hall.report(str(match.table), vp="2-1")
    hall.close() if closed else hall.desk.act(hall.id, lambda o: [draw_round(o.event, o.system, Urn("s"))], STAFF)
    over = hall.event.rounds[0]
    with pytest.raises(Refusal, match=r"Round 1 is closed\. Correct the result of table 1 instead"):
        results.report(hall.event, hall.system, over, over.matches[0], WIN)
    with pytest.raises(Refusal, match=r"Round 1 is closed\. If the result of table 1 is wrong, tell the desk"):
        results.report(hall.event, hall.system, over, over.matches[0], WIN, reporter=over.matches[0].a)


def test_a_second_report_of_what_is_in_says_the_way_out() -> None:
    hall = Played()
    hall.take(WIN)
    with pytest.raises(Refusal, match=r"already has a result\. If it is wrong, correct it"):
        hall.facts(WIN)
    with pytest.raises(Refusal, match=r"already has a result\. If it is wrong, tell the desk"):
        hall.facts(WIN, reporter=hall.match.a)


def test_nobody_reports_or_confirms_a_game_of_others() -> None:
    """X-03."""
    hall = Played()
    stranger = hall.round.matches[1].a
    with pytest.raises(Refusal, match="does not play at table 1 in round 1"):
        hall.facts(WIN, reporter=stranger)
    hall.take(WIN, reporter=hall.match.a)
    with pytest.raises(Refusal, match="does not play at table 1"):
        hall.confirmed(stranger)


def test_what_only_staff_can_say_stays_out_of_a_players_report() -> None:
    """L-17: nobody forgives their own late slip; empty, or at its default, it may be there."""
    hall = Played("l5r")
    with pytest.raises(Refusal, match="Only staff can enter “Late slip waived”") as refused:
        hall.facts({"winner": "a", "waived": True}, reporter=hall.match.a)
    assert refused.value.clause == "L-17"
    for usual in (None, "", False):
        results._must_be_for_players(hall.system, {"winner": "a", "waived": usual})
    assert hall.facts({"winner": "a", "waived": True})


def test_a_player_who_says_the_same_again_says_nothing_new() -> None:
    """X-03: sent twice it is one report; from another phone it is recorded, as that one may not speak for both."""
    hall = Played()
    hall.take(WIN, reporter=hall.match.a, device=PHONE)
    assert hall.facts(WIN, reporter=hall.match.a, device=PHONE) == []
    assert hall.facts(WIN, reporter=hall.match.a, device=OTHER_PHONE)
    assert hall.facts(WIN, reporter=hall.match.b, device=OTHER_PHONE)


def test_one_phone_does_not_speak_for_both() -> None:
    """X-03: neither to report nor to confirm; two phones, and staff on any phone, may."""
    hall = Played()
    hall.take(WIN, reporter=hall.match.a, device=PHONE)
    with pytest.raises(Refusal, match="This phone reported the result as"):
        hall.facts(WIN, reporter=hall.match.b, device=PHONE)
    with pytest.raises(Refusal, match="This phone reported the result as"):
        hall.confirmed(hall.match.b, PHONE)
    assert hall.facts(WIN, reporter=hall.match.b, device=OTHER_PHONE)
    for by, device in ((hall.match.b, OTHER_PHONE), (hall.match.b, ""), (None, PHONE)):
        assert hall.confirmed(by, device) == [ResultConfirmed(1, 1, by, device)]


def test_a_report_against_another_is_not_settled_alone() -> None:
    """X-03: where one report is enough, a second one that differs disputes the first."""
    hall = Played()
    hall.take(WIN, reporter=hall.match.a)
    hall.option("two_sided_confirm", "no")
    assert [type(fact) for fact in hall.facts(LOSS, reporter=hall.match.b)] == [ResultReported]


def test_there_is_nothing_to_confirm_before_a_report_and_after_a_result() -> None:
    hall = Played()
    with pytest.raises(Refusal, match="has not been reported; there is nothing to confirm"):
        hall.confirmed()
    hall.take(WIN)
    with pytest.raises(Refusal, match="is in already; there is nothing to confirm"):
        hall.confirmed()


def test_where_both_enter_nobody_confirms_with_a_tap() -> None:
    """UW-19 X-03: the other player reports too; who reported is told whom to ask; staff may confirm."""
    hall = Played("urban_war")
    hall.take({"lost": [1, 3]}, reporter=hall.match.a)
    with pytest.raises(Refusal, match="both players enter the result"):
        hall.confirmed(hall.match.b)
    with pytest.raises(Refusal, match="or staff must confirm"):
        hall.confirmed(hall.match.a)
    assert hall.confirmed() == [ResultConfirmed(1, 1, None)]


def test_a_no_show_that_is_confirmed_is_not_excused() -> None:
    """X-06."""
    hall = Played()
    absent = hall.match.b
    hall.take({}, reporter=hall.match.a, ending=Ending.NO_SHOW, by=(absent,))
    assert hall.confirmed()[1:] == [PlayerDropped(absent, 1, "did not appear", by_result=True)]


def test_a_report_that_nobody_confirmed_can_be_corrected() -> None:
    """X-02."""
    hall = Played()
    hall.take(WIN, reporter=hall.match.a)
    facts = results.correct(hall.event, hall.system, hall.round, hall.match, LOSS, reason="misread")
    assert [type(fact) for fact in facts] == [ResultCorrected]
    assert not results.is_excused(hall.event, hall.round, hall.match)


def test_another_winner_of_the_final_is_taken_as_no_round_follows() -> None:
    """X-02."""
    hall = Played("bushido", 2, format="elimination")
    hall.take(WIN)
    assert results.correct(hall.event, hall.system, hall.round, hall.match, LOSS, reason="misread")


@pytest.mark.parametrize(
    ("system", "ending", "excused", "follows"),
    [
        ("bushido", Ending.PLAYED, False, []),
        ("bushido", Ending.CONCESSION, False, []),
        ("urban_war", Ending.CONCESSION, False, [PlayerDropped(PlayerId(1), 1, "conceded a game", True, True)]),
        ("bushido", Ending.NO_SHOW, False, [PlayerDropped(PlayerId(1), 1, "did not appear", False, True)]),
        ("bushido", Ending.NO_SHOW, True, [PlayerExcused(PlayerId(1), 1)]),
        ("bushido", Ending.DISQUALIFIED, False, [PlayerDisqualified(PlayerId(1), 1, "disqualified in a game", True)]),
        ("bushido", Ending.GAME_LOSS, False, []),
    ],
)
def test_what_follows_from_a_result(system: str, ending: Ending, excused: bool, follows: list[Fact]) -> None:
    """X-06 X-08 UW-53 X-29: it goes with the result when that is corrected."""
    hall = Played(system)
    by = () if ending is Ending.PLAYED else (PlayerId(1),)
    assert results.consequences(hall.event, hall.system, hall.round, Result({}, ending, by), excused) == follows
