"""Rounds made or changed by hand: what is refused, what is recorded, and what is said of it."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import PlayerId
from muster.core.kit.reasons import Reason
from muster.core.record.facts.play import ByeAdded, PlayersSwapped, RoundDrawn, TableMoved
from muster.core.record.player import Player
from muster.core.rules import drafts
from muster.core.rules.drafts import HandPair
from tests.app.hall import STAFF, Hall

NAMES = ["Ann", "Bob", "Cat", "Dan"]


class Paper(Hall):
    """An event whose rounds are paired on paper."""

    def one(self, name: str) -> Player:
        return self.event.find(name)

    def by_paper(self, *lines: str, reason: str = "") -> RoundDrawn:
        """Lines such as “Ann Bob 3”; a single name has a bye, and the table may be left out."""
        pairs = []
        for line in lines:
            a, *rest = line.split()
            names = [self.one(word) for word in rest if not word.isdigit()]
            tables = [int(word) for word in rest if word.isdigit()]
            pairs.append(HandPair(self.one(a), names[0] if names else None, tables[0] if tables else 0))
        return drafts.by_hand(self.event, self.system, pairs, reason)

    def swapped(self, first: str, second: str, reason: str = "") -> PlayersSwapped:
        (fact,) = drafts.swap(self.event, self.system, self.one(first), self.one(second), reason)
        assert isinstance(fact, PlayersSwapped)
        return fact

    def played(self, *pairs: tuple[str, str], bye: str = "") -> None:
        """A round in which the first of each pair wins."""
        self.by_hand(*pairs, *([(bye, "")] if bye else []))
        self.publish()
        for first, _ in pairs:
            self.report(first, vp="2-1")
        self.close()


def test_a_bracket_and_rounds_beyond_the_plan_are_not_paired_by_hand() -> None:
    hall = Paper("bushido", NAMES, format="elimination")
    with pytest.raises(Refusal, match="follows from the bracket"):
        hall.by_paper("Ann Bob", "Cat Dan")
    hall = Paper("bushido", NAMES, rounds="1")
    hall.played(("Ann", "Bob"), ("Cat", "Dan"))
    with pytest.raises(Refusal, match="To play another, set the option rounds to 2"):
        hall.by_paper("Ann Cat", "Bob Dan")


def test_tables_are_as_written_and_the_rest_are_filled_from_the_lowest() -> None:
    """X-12."""
    hall = Paper("bushido", [*NAMES, "Eve", "Fay"])
    drawn = hall.by_paper("Ann Bob 2", "Cat Dan", "Eve Fay")
    assert [pair.table for pair in drawn.pairs] == [2, 1, 3]
    assert {why.code for pair in drawn.pairs for why in pair.table_why} == {"by_hand"}
    plain = hall.by_paper("Ann Bob", "Cat Dan", "Eve Fay")
    assert [pair.table for pair in plain.pairs] == [1, 2, 3]
    assert {why.code for pair in plain.pairs for why in pair.table_why} == {"table_in_order"}


def test_who_is_paired_without_a_table_gets_the_lowest() -> None:
    hall = Paper("bushido", NAMES)
    ann, bob, cat, dan = (hall.one(name) for name in NAMES)
    drawn = drafts.by_hand(hall.event, hall.system, [HandPair(ann, bob), HandPair(cat, dan)], "")
    assert [(pair.table, pair.table_why[0].code) for pair in drawn.pairs] == [
        (1, "table_in_order"),
        (2, "table_in_order"),
    ]


def test_every_draw_of_a_round_has_its_number() -> None:
    """X-01."""
    hall = Paper("bushido", NAMES)
    assert hall.by_paper("Ann Bob", "Cat Dan").attempt == 1
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    assert hall.by_paper("Ann Cat", "Bob Dan", reason="wrong sheet").attempt == 2


def test_lines_that_cannot_be_played_are_refused() -> None:
    hall = Paper("bushido", NAMES)
    with pytest.raises(BadInput, match="There are no pairs"):
        hall.by_paper()
    with pytest.raises(BadInput, match="Table 2 is given twice"):
        hall.by_paper("Ann Bob 2", "Cat Dan 2")
    hall.drop("Dan")
    with pytest.raises(BadInput, match="Dan has left"):
        hall.by_paper("Ann Bob", "Cat Dan")


def test_round_1_on_paper_may_have_those_who_were_not_checked_in() -> None:
    """X-28: only whoever missed round 1 comes in by the desk."""
    hall = Paper("bushido", NAMES)
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob"], STAFF)
    assert hall.by_paper("Ann Bob", "Cat Dan").notices == ()
    (notice,) = hall.by_paper("Ann Bob").notices
    assert (notice.code, notice.data["players"]) == ("not_checked_in", [3, 4])
    hall.played(("Ann", "Bob"))
    with pytest.raises(BadInput, match="Cat was not checked in"):
        hall.by_paper("Ann Cat")


def test_a_second_bye_and_whoever_is_forgotten_are_said_by_name() -> None:
    """X-13: byes of the rounds before, not of this one."""
    hall = Paper("bushido", [*NAMES, "Eve"])
    hall.played(("Ann", "Bob"), ("Cat", "Dan"), bye="Eve")
    drawn = hall.by_paper("Ann Cat", "Eve")
    assert [(n.code, n.data["player"]) for n in drawn.notices] == [("second_bye", 5), ("left_out", 2), ("left_out", 4)]
    assert [n.code for n in hall.by_paper("Ann Cat", "Eve Dan", "Bob").notices] == []
    hall.by_hand(("Ann", "Cat"), ("Eve", "Dan"), ("Bob", ""))
    assert [n.code for n in hall.by_paper("Ann Cat", "Eve Dan", "Bob", reason="again").notices] == []


def test_only_a_round_without_any_word_of_a_result_is_changed() -> None:
    """X-02: a report is enough, and a closed round is over."""
    hall = Paper("bushido", NAMES)
    with pytest.raises(Refusal, match="Only a round without any result"):
        hall.swapped("Ann", "Bob")
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    hall.publish()
    hall.report("Ann", player="Ann", vp="2-1")
    with pytest.raises(Refusal, match="Only a round without any result"):
        hall.swapped("Ann", "Cat", "mixed up")
    alone = Paper("bushido", NAMES)
    alone.by_hand(*((name, "") for name in NAMES))
    alone.publish()
    alone.close()
    with pytest.raises(Refusal, match="Only a round without any result"):
        alone.swapped("Ann", "Cat", "mixed up")


def test_swaps_that_change_nothing_or_name_nobody_are_refused() -> None:
    hall = Paper("bushido", [*NAMES, "Eve", "Fay", "Gus"])
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"), ("Eve", ""), ("Fay", ""))
    with pytest.raises(BadInput, match=r"Gus is not in round 1\."):
        hall.swapped("Ann", "Gus")
    with pytest.raises(BadInput, match="Ann cannot swap with themselves"):
        hall.swapped("Ann", "Ann")
    with pytest.raises(Refusal, match="play each other"):
        hall.swapped("Ann", "Bob")
    with pytest.raises(Refusal, match="both have a bye"):
        hall.swapped("Eve", "Fay")
    hall.drop("Gus")
    hall.publish()
    fact = hall.swapped("Ann", "Eve", "sat down so")
    assert (fact.reason, [pair.down for pair in fact.pairs]) == ("sat down so", [None, None])


def test_after_a_swap_the_higher_scorer_plays_down_and_untouched_tables_stay() -> None:
    """X-13: pairs of equal points have nobody down; a pair that stays keeps all it had."""
    hall = Paper("bushido", [*NAMES, "Eve"], rounds="3")
    hall.played(("Ann", "Bob"), ("Cat", "Dan"), bye="Eve")
    hall.pair()
    hall.by_paper("Ann Bob", "Cat Dan", "Eve", reason="as on paper")
    hall.undo()
    hall.by_hand(("Ann", "Cat"), ("Bob", "Dan"), ("Eve", ""))
    for first, second, downs in (
        ("Cat", "Dan", {frozenset({1, 4}): 1, frozenset({2, 3}): 3}),
        ("Ann", "Bob", {frozenset({2, 3}): 3, frozenset({1, 4}): 1}),
    ):
        fact = hall.swapped(first, second)
        assert {frozenset({pair.a, pair.b}): pair.down for pair in fact.pairs} == downs
        assert {why.code for pair in fact.pairs for why in pair.why} == {"swapped"}
    fact = hall.swapped("Eve", "Bob")
    kept, changed = fact.pairs
    assert ([w.code for w in kept.why], [w.code for w in changed.why]) == (["by_hand"], ["swapped"])
    assert [(bye.player, bye.why[0].code) for bye in fact.byes] == [(2, "swapped")]


def test_after_a_swap_it_is_said_once_who_is_left_out_and_only_what_is_still_so_of_byes() -> None:
    hall = Paper("bushido", [*NAMES, "Eve"])
    hall.played(("Ann", "Bob"), ("Cat", "Dan"), bye="Eve")
    hall.by_hand(("Ann", "Cat"), ("Eve", ""))
    before = [(n.code, n.data["player"]) for n in hall.event.rounds[-1].notices]
    assert before == [("second_bye", 5), ("left_out", 2), ("left_out", 4)]
    assert [(n.code, n.data["player"]) for n in hall.swapped("Eve", "Ann").notices] == before[1:]


def test_whoever_lacks_a_place_gets_one_and_nobody_else() -> None:
    hall = Paper("bushido", [*NAMES, "Eve"])
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    given = drafts.give_bye(hall.event, hall.system, hall.one("Eve"), "")
    assert given == [ByeAdded(1, PlayerId(5), (Reason("by_hand"),))]
    with pytest.raises(Refusal, match=r"Ann is in round 1\. Draw it again"):
        drafts.leave_out(hall.event, hall.one("Ann"))
    hall.drop("Eve")
    with pytest.raises(Refusal, match="Eve has left"):
        drafts.leave_out(hall.event, hall.one("Eve"))
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob", "Cat", "Dan"], STAFF)
    hall.enrol("Fay")
    with pytest.raises(Refusal, match=r"Fay is not in round 1\."):
        drafts.leave_out(hall.event, hall.one("Fay"))


def test_a_match_moves_in_the_current_round_only() -> None:
    """X-12: to a table of 1 or more that is not its own; a taken one is exchanged."""
    hall = Paper("bushido", NAMES)
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    match = hall.event.rounds[0].matches[0]
    for table, sentence in ((0, "should be a number of 1 or more"), (match.table, "They are already at table 1")):
        with pytest.raises(Refusal, match=sentence):
            drafts.move(hall.event, match, table)
    assert drafts.move(hall.event, match, 2, "light") == [TableMoved(1, 1, 2, 2, "light")]
    assert drafts.move(hall.event, match, 7) == [TableMoved(1, 1, 7, 0, "")]
    assert drafts.move(hall.event, hall.event.rounds[0].matches[1], 1) == [TableMoved(1, 2, 1, 1, "")]
    hall.publish()
    for name in ("Ann", "Cat"):
        hall.report(name, vp="2-1")
    hall.close()
    with pytest.raises(Refusal, match="in the current round only"):
        drafts.move(hall.event, hall.event.rounds[0].matches[0], 2)
    with pytest.raises(Refusal, match="in the current round only"):
        drafts.move(Paper("bushido", NAMES).event, match, 2)
