"""Before and after the draw: what comes first, who is paired, what is known of each, and where they sit."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.app.rounds import actions
from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.pairing.pool import Pair
from muster.core.record.presence import held_out
from muster.core.rules import rounds
from tests.app.hall import STAFF, Hall

NAMES = ["Ann", "Bob", "Cat", "Dan"]
ONE, TWO = PlayerId(1), PlayerId(2)


def codes(hall: Hall) -> list[str]:
    return [reason.code for reason in rounds.advice(hall.event, hall.system)]


def by_name(hall: Hall, *pairs: tuple[str, str]) -> None:
    """A round in which the first of each pair wins."""
    hall.by_hand(*pairs)
    hall.publish()
    for first, second in pairs:
        if second:
            hall.report(first, vp="2-1")
    hall.close()


def test_advice_begins_with_two_players() -> None:
    """X-14."""
    assert codes(Hall("bushido", 1, rounds="1")) == []
    hall = Hall("bushido", 2, rounds="2")
    assert "rematch_certain" in codes(hall)
    hall.pair()
    assert "rematch_certain" not in codes(hall)
    assert "rematch_certain" not in codes(Hall("bushido", 2, rounds="2", format="elimination"))


def test_a_round_is_drawn_again_before_any_word_of_a_result() -> None:
    """X-02: a report is enough; a draft is published or drawn again first."""
    hall = Hall("bushido", NAMES)
    hall.pair()
    with pytest.raises(Refusal, match="Round 1 is a draft"):
        rounds.must_be_ready(hall.event, hall.system, "")
    hall.publish()
    assert rounds.must_be_ready(hall.event, hall.system, "wrong list") == 1
    match = hall.event.rounds[0].matches[0]
    hall.report("1", player=hall.event.name_of(match.a), vp="2-1")
    with pytest.raises(Refusal, match="already has results"):
        rounds.must_be_ready(hall.event, hall.system, "wrong list")


def test_the_book_may_end_an_event_after_round_1() -> None:
    """WMH-067: one player leads alone."""
    hall = Hall("warmachine", ["Ann", "Bob"], rounds="3")
    hall.by_hand(("Ann", "Bob"))
    hall.publish()
    hall.report("Ann", winner="a", how="scenario", cp="5-0", apd="40-10")
    with pytest.raises(Refusal, match="The event is over after round 1"):
        hall.pair()


def test_after_the_last_round_the_way_out_is_the_cut() -> None:
    """L5R-099."""
    hall = Hall("bushido", NAMES, rounds="1", cut="2")
    by_name(hall, ("Ann", "Bob"), ("Cat", "Dan"))
    with pytest.raises(Refusal, match="cut to the top 2"):
        hall.pair()


def test_whoever_was_left_out_is_not_paired_and_said_once() -> None:
    """X-28 X-04."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    hall.by_hand(("Ann", "Bob"))
    assert [p.name for p in rounds.present(hall.event, 1)] == ["Ann", "Bob", "Cat"]
    actions.leave_out(hall.desk, hall.id, "Cat", STAFF)
    assert [p.name for p in rounds.present(hall.event, 1)] == ["Ann", "Bob"]
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob"], STAFF)
    drawn = hall.pair("by lot").event.rounds[0]
    assert [notice.code for notice in drawn.notices] == ["left_out"]


def test_a_draft_says_who_is_not_here_now_and_a_published_round_who_was_not_then() -> None:
    """X-28; a bracket is of those who qualified."""
    hall = Hall("bushido", NAMES, late_entry="yes", rounds="1", cut="2")
    roster.check_in(hall.desk, hall.id, ["Ann", "Bob"], STAFF)
    hall.pair()

    def missing() -> list[object]:
        return [n.data["players"] for n in rounds.notices_now(hall.event, hall.event.rounds[-1])]

    assert missing() == [[3, 4]]
    roster.check_in(hall.desk, hall.id, ["Cat"], STAFF)
    assert missing() == [[4]]
    hall.undo()
    hall.publish()
    roster.check_in(hall.desk, hall.id, ["Cat"], STAFF)
    assert missing() == [[3, 4]]
    hall.report("Ann", vp="2-1")
    hall.close()
    hall.cut()
    hall.pair()
    assert held_out(hall.event, 2) and missing() == []


def test_what_is_known_of_a_player_comes_from_the_rounds_before() -> None:
    """X-13: who was paired down or up or had a bye, and how often; a round drawn again does not count itself."""
    hall = Hall("bushido", [*NAMES, "Eve"], rounds="4")
    by_name(hall, ("Ann", "Bob"), ("Cat", "Dan"), ("Eve", ""))
    by_name(hall, ("Ann", "Dan"), ("Cat", "Bob"), ("Eve", ""))
    by_name(hall, ("Ann", "Bob"), ("Cat", "Eve"), ("Dan", ""))

    def known(number: int) -> dict[str, tuple[int, int, int, int]]:
        field, _ = rounds.pool(hall.event, hall.system, number, list(hall.event.players.values()))
        return {hall.event.name_of(e.id): (e.downs, e.ups, e.byes, e.seed) for e in field.entrants}

    assert known(1) == dict.fromkeys([*NAMES, "Eve"], (0, 0, 0, 0))
    assert known(2) == {**dict.fromkeys(NAMES, (0, 0, 0, 0)), "Eve": (0, 0, 1, 0)}
    assert known(3) == {
        "Ann": (1, 0, 0, 0),
        "Bob": (0, 1, 0, 0),
        "Cat": (1, 0, 0, 0),
        "Dan": (0, 1, 0, 0),
        "Eve": (0, 0, 2, 0),
    }
    assert {name: known(4)[name][:2] for name in ("Ann", "Bob")} == {"Ann": (2, 0), "Bob": (0, 2)}


def test_seeds_are_counted_from_one_by_the_field_that_says_so() -> None:
    """W-40."""
    definition = {"name": "T", "points": {"score": 1}, "result": {"high": 10}, "pairing": {"first": "seeded_fold"}}
    hall = Hall(definition, [])
    for name, rating in (("Ann", "5"), ("Bob", "9"), ("Cat", "1")):
        hall.enrol(name, rating=rating)
    found = rounds._seeds(hall.event, hall.system, set(hall.event.players))
    assert found == {TWO: 1, ONE: 2, PlayerId(3): 3}


def test_whoever_has_no_points_to_be_seeded_by_is_level_with_none() -> None:
    """W-40: by lot, whether the field is empty or 0."""
    first = set()
    for seed in range(12):
        hall = Hall("warmachine", ["Ann"], seed=str(seed))
        hall.enrol("Bob", qp="0")
        lots = {player.id: player.lot for player in hall.event.players.values()}
        found = rounds._seeds(hall.event, hall.system, set(lots))
        assert sorted(found, key=lambda player: found[player]) == sorted(lots, key=lambda player: lots[player])
        first.add(min(found, key=lambda player: found[player]))
    assert first == {ONE, TWO}


def test_a_draft_is_published_once_and_a_round_closed_once() -> None:
    """X-02: with those who are here."""
    hall = Hall("bushido", ["Ann", "Bob"])
    for act, sentence in ((hall.publish, "There is no draft"), (hall.close, "No round is being played")):
        with pytest.raises(Refusal, match=sentence):
            act()
    hall.pair()
    with pytest.raises(Refusal, match="No round is being played"):
        hall.close()
    hall.drop("Ann")
    with pytest.raises(Refusal, match="Ann is in the draft of round 1 but has left"):
        hall.publish()
    hall.rejoin("Ann")
    hall.publish()
    with pytest.raises(Refusal, match="There is no draft"):
        hall.publish()
    hall.report("Ann", vp="2-1")
    hall.close()
    with pytest.raises(Refusal, match="Round 1 is already closed"):
        hall.close()


def test_tables_of_the_room() -> None:
    """U-10: every table of round 1 stays; the organiser may have more."""
    hall = Hall("bushido", 6)
    assert rounds.tables_there(hall.event, hall.system, 0) == []
    hall.pair()
    assert rounds.tables_there(hall.event, hall.system, 2) == [1, 2, 3]
    assert rounds.tables_there(hall.event, hall.system, 4) == [1, 2, 3, 4]
    hall.option("tables", "5")
    assert rounds.tables_there(hall.event, hall.system, 2) == [1, 2, 3, 4, 5]


def test_a_round_drawn_again_does_not_avoid_its_own_tables() -> None:
    """UW-33 X-12: and a player who is pinned sits there."""
    hall = Hall("urban_war", ["Ann", "Bob"])
    hall.enrol("Cat")
    hall.enrol("Dan", pinned_table="2")
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"))
    pairs = [Pair(ONE, TWO), Pair(PlayerId(3), PlayerId(4))]
    level = dict.fromkeys(hall.event.players, 0)
    seats = rounds.seat(hall.event, hall.system, 1, pairs, dict(level))
    assert [(pair.table, pair.table_why[0].code) for pair in seats] == [(1, "table_in_order"), (2, "table_pinned")]


def test_who_comes_late_gets_no_table_that_somebody_sits_at() -> None:
    """X-12: whether it is their own or the featured one."""
    hall = Hall("bushido", ["Ann", "Bob"], featured_table="3")
    hall.enrol("Cat", pinned_table="2")
    hall.enrol("Dan")

    def told(pair: Pair, *taken: int) -> tuple[int, str]:
        level = dict.fromkeys(hall.event.players, 0)
        (seat,) = rounds.seat(hall.event, hall.system, 1, [pair], dict(level), frozenset(taken))
        return seat.table, seat.table_why[0].code

    pinned, other = Pair(PlayerId(3), PlayerId(4)), Pair(ONE, TWO)
    assert (told(pinned), told(other)) == ((2, "table_pinned"), (3, "table_featured"))
    assert told(pinned, 2, 3) == told(other, 2, 3) == (1, "table_in_order")


@pytest.mark.parametrize(("points", "down"), [((3, 3), None), ((3, 1), ONE), ((1, 3), TWO)])
def test_the_higher_scorer_is_paired_down(points: tuple[int, int], down: PlayerId | None) -> None:
    hall = Hall("bushido", 2)
    (drawn,) = rounds.seat(hall.event, hall.system, 1, [Pair(ONE, TWO)], {ONE: points[0], TWO: points[1]})
    assert drawn.down == down
