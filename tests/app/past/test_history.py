"""Undo, redo, the log, and looking at a past moment."""

from __future__ import annotations

import pytest

from muster.app.lists import actions as lists
from muster.app.log.entries import log_view
from muster.app.past import history
from muster.app.people import roster
from muster.app.why.reasons import why
from muster.core.kit.errors import Conflict, Refusal
from muster.core.reading.tally import standings
from muster.core.record.event_journal import EVENT
from muster.core.record.facts.play import Fact
from tests.app.hall import STAFF, Hall


def test_an_undo_takes_back_a_whole_action_and_a_redo_brings_it_again() -> None:
    """A concession in Urban War is two facts, one action."""
    hall = Hall("urban_war", 4)
    hall.pair()
    event = hall.publish().event
    name = event.name_of(event.rounds[0].matches[0].a)
    before = hall.event
    after = hall.report("1", ending="concession", by=name).event
    assert hall.undo().event == before
    assert hall.redo().event == after
    assert hall.undo().event == before


def test_undo_after_undo_goes_further_back() -> None:
    hall = Hall("bushido", 4)
    start = hall.event
    drawn = hall.pair().event
    published = hall.publish().event
    hall.undo()
    hall.undo()
    assert hall.event == start
    assert hall.redo().event == drawn
    assert hall.redo().event == published
    with pytest.raises(Refusal, match="nothing to redo"):
        hall.redo()


def test_an_undo_of_what_one_has_not_seen_is_refused() -> None:
    hall = Hall("bushido", 4)
    seen = hall.opened.last
    drawn = hall.pair()
    with pytest.raises(Conflict, match="Something has changed since you opened this page"):
        history.undo(hall.desk, hall.id, STAFF, seen=seen)
    assert hall.opened.last == drawn.last
    history.undo(hall.desk, hall.id, STAFF, seen=drawn.last)
    assert hall.event.rounds == []


def test_something_new_ends_the_chance_to_redo() -> None:
    hall = Hall("bushido", 4)
    hall.pair()
    hall.undo()
    hall.enrol("Eve")
    with pytest.raises(Refusal, match="nothing to redo"):
        hall.redo()


def test_the_creation_is_not_undone() -> None:
    """Not even if options came with it."""
    hall = Hall("bushido", [], rounds="3")
    with pytest.raises(Refusal, match="nothing to undo"):
        hall.undo()


def test_the_event_as_it_stood_at_a_moment() -> None:
    hall = Hall("bushido", 4)
    hall.play({"vp": "2-1"})
    moment = hall.opened.entries[-1].at
    order = hall.order()
    hall.play({"vp": "0-3"})
    then = hall.desk.open(hall.id, until=moment)
    assert len(then.event.rounds) == 1
    assert [then.event.name_of(p) for p in standings(then.event, then.system).order()] == order
    with pytest.raises(Refusal, match="did not exist yet at 2001"):
        hall.desk.open(hall.id, until="2001-01-01")


def test_standings_after_any_round_can_be_looked_at() -> None:
    hall = Hall("bushido", 4)
    hall.play({"vp": "2-1"})
    first = hall.points()
    hall.play({"vp": "3-0"})
    assert hall.points(1) == first
    assert sum(hall.points().values()) == sum(first.values()) + 18


def test_every_kind_of_fact_has_a_sentence() -> None:
    from muster.app.log.entries import tell

    missing = [name for name, kind in EVENT.kinds.items() if tell.dispatch(kind) is tell.dispatch(object)]
    assert missing == []
    assert set(EVENT.kinds.values()) == set(Fact.__args__)


def test_the_log_marks_what_was_undone() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    hall.pair()
    hall.undo()
    lines = [(line.text, line.counts) for line in log_view(hall.opened)][-2:]
    assert lines == [
        ("Round 1 drawn as “round 1 draw 1”: 1 pair", False),
        ("Undone: Round 1 drawn as “round 1 draw 1”: 1 pair", True),
    ]


def test_why_tells_pairing_table_score_and_rank_with_their_clauses() -> None:
    """BUS-16 BUS-34 BUS-37: every step of the explanation cites its rule."""
    hall = Hall("bushido", ["Akane", "Boris", "Chiyo", "Denis"])
    hall.by_hand(("Akane", "Boris"), ("Chiyo", "Denis"))
    hall.publish()
    hall.report("Akane", vp="2-1", sp="6-3")
    hall.report("Chiyo", vp="2-1", sp="5-3")
    hall.pair()
    told = [(b.about, b.text, b.clause) for b in why(hall.opened, "Akane")]
    assert told[0][0] == "Akane v Chiyo"
    assert told[0][2] == "BUS-16"
    assert ("round 1 v Boris: 7", "BUS-34") in [(about, clause) for about, _, clause in told]
    assert told[-1][0] == "Akane above Chiyo"
    assert "6 to 5 (higher is better)" in told[-1][1]
    assert told[-1][2] == "BUS-37"


def test_why_of_a_bye_says_who_was_passed_over() -> None:
    """BUS-18 BUS-19 B-06: the bottom player already had one, so the next lowest gets it."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat"])
    hall.by_hand(("Ann", "Bob"), ("Cat", ""))
    hall.publish()
    hall.report("Ann", vp="3-0")
    hall.option("rounds", "3")
    event = hall.pair().event
    bye = event.name_of(event.rounds[-1].byes[0].player)
    assert bye == "Bob"
    told = why(hall.opened, bye)
    assert any(b.clause == "BUS-19" and "7" in b.about for b in told)


def test_why_of_a_pair_counts_who_else_was_possible_and_what_ruled_them_out() -> None:
    """L5R-086 L5R-095: met before, as good but drawn elsewhere, on other points."""
    hall = Hall("l5r", 8, structure="custom", rounds="4")
    hall.play({"winner": "a"})
    hall.play({"winner": "a"})
    event = hall.pair().event
    match = event.rounds[-1].matches[-1]
    told = [(b.text.split(":")[0], b.clause) for b in why(hall.opened, str(match.table)) if "possible" in b.about]
    assert ("2 already met", "L5R-086") in told
    numbers = [int(text.split()[0]) for text, _ in told]
    assert sum(numbers) == 6


def test_the_log_calls_fields_by_their_labels() -> None:
    hall = Hall("bushido", ["Ann", "Bob"])
    roster.amend(hall.desk, hall.id, "Ann", STAFF, texts={"faction": "Ito", "rice": "60"})
    hall.pair()
    hall.publish()
    lists.declare(hall.desk, hall.id, "Ann", "vim", "Akemi", STAFF)
    said = [line.text for line in log_view(hall.opened)]
    assert "Ann, player 1, changed: Faction Ito, Rice of the warband 60" in said
    assert said[-1] == "Ann declared in secret for round 1: VIM"
