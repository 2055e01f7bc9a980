"""Rulings, appeals, penalties and disputes: who may, what is recorded, and what is refused."""

from __future__ import annotations

import pytest

from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import tr
from muster.core.kit.model import Ending, PlayerId, Role
from muster.core.record.facts.play import Fact, ResultCorrected, ResultReported
from muster.core.record.facts.staff import PenaltyGiven, RecommendationDeclined, RulingAppealed, RulingGiven
from muster.core.record.player import Player
from muster.core.record.staff import StaffMember
from muster.core.rules.conduct import rulings
from tests.app.hall import STAFF, Hall
from tests.app.staff.test_last_word import Led


class Judged(Led):
    """Two tables, a judge who does not play, and one who plays at table 1."""

    def __init__(self, system: str = "l5r") -> None:
        super().__init__(system)
        self.hale = self.join("Hale", Role.JUDGE)
        self.mine = self.join("Mine", Role.JUDGE, self.match.a)

    def member(self, number: int) -> StaffMember:
        return self.event.staff.members[number]

    @property
    def judge(self) -> StaffMember:
        return self.member(self.hale)

    @property
    def own(self) -> StaffMember:
        return self.member(self.mine)

    @property
    def first(self) -> Player:
        return self.event.players[self.match.a]

    @property
    def second(self) -> Player:
        return self.event.players[self.match.b]

    def take(self, facts: list[Fact]) -> None:
        self.desk.act(self.id, lambda _: facts, STAFF)

    def given(self, member: StaffMember, player: Player, key: str, note: str = "why") -> list[Fact]:
        return rulings.penalise(self.event, self.system, member, player, key, note)

    def ruling(self, table: int, question: str = "") -> RulingGiven:
        (fact,) = rulings.rule(self.event, self.system, self.judge, table, question, "So.")
        assert isinstance(fact, RulingGiven)
        return fact

    def appealed(self, number: int, player: Player, note: str = "") -> list[Fact]:
        return rulings.appeal(self.event, self.system, self.judge, number, player, note)


def test_a_text_has_something_in_it_and_an_end() -> None:
    assert rulings.clean_text("x" * 1000, tr("It")) == "x" * 1000
    for text in ("", "\u200b", "x" * 1001):
        with pytest.raises(BadInput):
            rulings.clean_text(text, tr("It"))


def test_a_ruling_is_for_a_table_or_for_everybody() -> None:
    """L5R-012, L5R-021: with the name of whoever ruled; before the first round a table has no players."""
    hall = Judged()
    assert hall.ruling(0, "May I?") == RulingGiven("So.", 0, "May I?", 0, (), "Hale", False)
    match = hall.match
    assert hall.ruling(match.table) == RulingGiven("So.", match.table, "", 1, (match.a, match.b), "Hale", False)
    with pytest.raises(Refusal, match="You play at table"):
        rulings.rule(hall.event, hall.system, hall.own, match.table, "", "So.")
    early = Hall("l5r", 2)
    organiser = early.event.staff.members[0]
    (fact,) = rulings.rule(early.event, early.system, organiser, 1, "", "So.")
    assert fact == RulingGiven("So.", 1, "", 0, (), "organiser", True)
    with pytest.raises(Refusal, match="No round is published yet"):
        rulings.at_table(early.event, 1)


def test_where_the_book_has_no_appeal_every_ruling_is_final() -> None:
    """UW-06."""
    hall = Judged("urban_war")
    assert hall.ruling(hall.match.table).final
    hall.take([hall.ruling(hall.match.table)])
    with pytest.raises(Refusal, match="Under these rules a ruling is final"):
        hall.appealed(1, hall.first)


def test_a_ruling_is_appealed_once_by_those_it_is_about() -> None:
    """L5R-013."""
    hall = Judged()
    hall.take([hall.ruling(hall.match.table)])
    hall.take([hall.ruling(0)])
    hall.take(rulings.rule(hall.event, hall.system, hall.member(0), 0, "", "So."))
    other = hall.event.players[hall.event.rounds[0].matches[1].a]
    with pytest.raises(Refusal, match="Ruling 3 was made by organiser and is final"):
        hall.appealed(3, hall.first)
    with pytest.raises(Refusal, match="does not play"):
        hall.appealed(1, other)
    assert hall.appealed(2, other) == [RulingAppealed(2, other.id, "", "Hale")]
    with pytest.raises(Refusal, match="No appeal against ruling 1 is open"):
        rulings.decide(hall.event, hall.system, hall.member(0), 1, True, "Yes.")
    assert hall.appealed(1, hall.first, "unclear") == [RulingAppealed(1, hall.first.id, "unclear", "Hale")]
    hall.take(hall.appealed(1, hall.first, "unclear"))
    with pytest.raises(Refusal, match="organiser decides on this appeal"):
        rulings.decide(hall.event, hall.system, hall.judge, 1, True, "Yes.")
    with pytest.raises(Refusal, match="already an open appeal against ruling 1"):
        hall.appealed(1, hall.second)
    hall.take(rulings.decide(hall.event, hall.system, hall.member(0), 1, True, "Yes."))
    with pytest.raises(Refusal, match="has been answered, which is final"):
        hall.appealed(1, hall.second)


def test_penalties_are_those_of_the_book_by_those_who_may() -> None:
    """L5R-009 L5R-012: a judge warns; the rest is the marshal's, or the organiser's without one."""
    hall = Judged()
    with pytest.raises(BadInput, match="“fine” is not a penalty"):
        hall.given(hall.judge, hall.first, "fine")
    for penalty in ("game_loss", "recommend"):
        with pytest.raises(Refusal, match="Only a marshal can give") as refused:
            hall.given(hall.judge, hall.first, penalty)
        assert refused.value.clause == "L5R-009"
    with pytest.raises(Refusal, match="You play at table"):
        hall.given(hall.own, hall.second, "warning")
    match = hall.match
    expected = PenaltyGiven(match.a, "Warning", "why", "warning", 1, match.table, "Hale")
    assert hall.given(hall.judge, hall.first, "warning") == [expected]
    assert rulings.note_penalty(hall.event, hall.system, hall.first, "Tut", "n") == [PenaltyGiven(match.a, "Tut", "n")]
    hall.disqualify(f"#{match.a}")
    with pytest.raises(Refusal, match="is already disqualified"):
        hall.given(hall.judge, hall.first, "warning")


@pytest.mark.parametrize("paired", [True, False])
def test_without_a_game_there_is_a_warning_but_nothing_to_lose(paired: bool) -> None:
    """L5R-009: before the first round, or with a bye."""
    hall = Hall("l5r", 2, structure="custom", rounds="2")
    if paired:
        hall.by_hand(("#1", ""), ("#2", ""))
        hall.publish()
    organiser, one = hall.event.staff.members[0], hall.event.players[PlayerId(1)]
    (fact,) = rulings.penalise(hall.event, hall.system, organiser, one, "warning", "why")
    assert fact == PenaltyGiven(one.id, "Warning", "why", "warning", 0, 0, "organiser")
    with pytest.raises(Refusal, match="has no game in this round to lose"):
        rulings.penalise(hall.event, hall.system, organiser, one, "game_loss", "why")


def test_a_lost_game_is_the_result_or_corrects_it_until_the_round_is_closed() -> None:
    """L5R-009."""
    hall = Judged()
    organiser = hall.member(0)
    result, penalty = hall.given(organiser, hall.first, "game_loss")
    assert isinstance(result, ResultReported) and result.result.ending is Ending.GAME_LOSS
    assert isinstance(penalty, PenaltyGiven)
    hall.report(str(hall.match.table), winner="a")
    assert isinstance(hall.given(organiser, hall.first, "game_loss")[0], ResultCorrected)
    hall.correct(str(hall.match.table), 1, ending="disqualified", by=f"#{hall.match.a}")
    with pytest.raises(Refusal, match="ended with a disqualification"):
        hall.given(organiser, hall.second, "game_loss")
    other = hall.event.rounds[0].matches[1]
    hall.report(str(other.table), winner="a")
    hall.close()
    with pytest.raises(Refusal, match=f"correct the result of table {other.table} instead"):
        hall.given(organiser, hall.event.players[other.a], "game_loss")


def test_reports_that_differ_are_settled_by_who_does_not_play_there() -> None:
    """L5R-011 L5R-018: one of them, or what was really played."""
    hall = Judged()
    table, event = hall.match.table, hall.event
    with pytest.raises(Refusal, match="has no report at table"):
        rulings.settle(hall.event, hall.system, hall.judge, table, hall.second)
    hall.report(str(table), player=event.name_of(hall.match.a), winner="a")
    with pytest.raises(Refusal, match="is not in dispute"):
        rulings.settle_otherwise(hall.event, hall.system, hall.judge, table, {"winner": "a"})
    hall.report(str(table), player=event.name_of(hall.match.b), winner="b")
    with pytest.raises(Refusal, match="You play at table"):
        rulings.settle(hall.event, hall.system, hall.own, table, hall.second)
    with pytest.raises(Refusal, match="You play at table"):
        rulings.settle_otherwise(hall.event, hall.system, hall.own, table, {"winner": "a"})
    (settled,) = rulings.settle(hall.event, hall.system, hall.judge, table, hall.second)
    assert isinstance(settled, ResultReported) and settled.result == hall.match.reports[hall.match.b]
    (settled,) = rulings.settle_otherwise(hall.event, hall.system, hall.judge, table, {"winner": "a"})
    assert isinstance(settled, ResultReported) and settled.result == hall.match.reports[hall.match.a]


def test_recommendations_wait_for_the_organiser() -> None:
    """L5R-025: until declined or followed; other penalties need no answer."""
    hall = Judged()
    organiser = hall.member(0)
    hall.take(hall.given(organiser, hall.first, "warning"))
    hall.take(hall.given(organiser, hall.first, "recommend"))
    hall.take(hall.given(organiser, hall.second, "recommend"))
    assert [number for number, _ in rulings.recommended(hall.event)] == [2, 3]
    for number in (1, 4):
        with pytest.raises(Refusal, match=f"Recommendation {number} is no longer open"):
            rulings.decline(hall.event, number, "why")
    declined = rulings.decline(hall.event, 2, "first time")
    assert declined == [RecommendationDeclined(2, "first time")]
    hall.take(declined)
    assert [number for number, _ in rulings.recommended(hall.event)] == [3]
    hall.disqualify(f"#{hall.match.b}")
    assert rulings.recommended(hall.event) == []
