"""Results: reported, confirmed, disputed, corrected, conceded."""

from __future__ import annotations

import pytest

from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.results.preview import preview
from muster.app.views.event import standings_view
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Ending
from muster.core.record.event import MatchState
from tests.app.hall import STAFF, Hall


def seated(system: str, names: list[str] | int = 4, **options: str) -> Hall:
    hall = Hall(system, names, **options)
    hall.pair()
    hall.publish()
    return hall


def at_table(hall: Hall, table: int = 1) -> tuple[str, str]:
    event = hall.event
    match = next(m for m in event.rounds[-1].matches if m.table == table)
    return event.name_of(match.a), event.name_of(match.b)


def state(hall: Hall, table: int = 1) -> MatchState:
    return next(m.state for m in hall.event.rounds[-1].matches if m.table == table)


def test_one_player_reports_and_the_other_confirms() -> None:
    """X-03 WMH-082: a first report waits, the other player confirms; nobody confirms their own."""
    hall = seated("warmachine")
    a, b = at_table(hall)
    hall.report("1", player=a, winner="a", how="scenario", cp="5-0", apd="40-10")
    assert state(hall) is MatchState.REPORTED
    with pytest.raises(Refusal, match="must confirm"):
        results.confirm(hall.desk, hall.id, "1", roster.as_player(hall.desk, hall.id, a))
    results.confirm(hall.desk, hall.id, "1", roster.as_player(hall.desk, hall.id, b))
    assert state(hall) is MatchState.IN


def test_two_equal_reports_settle_and_two_different_ones_dispute() -> None:
    """X-03: the organiser then reports what is right."""
    hall = seated("bushido")
    a, b = at_table(hall)
    hall.report("1", player=a, vp="2-1")
    hall.report("1", player=b, vp="1-2")
    assert state(hall) is MatchState.DISPUTED
    with pytest.raises(Refusal, match="differ"):
        results.confirm(hall.desk, hall.id, "1", STAFF)
    hall.report("1", vp="2-1")
    assert state(hall) is MatchState.IN
    c, d = at_table(hall, 2)
    hall.report("2", player=c, vp="1-0")
    hall.report("2", player=d, vp="1-0")
    assert state(hall, 2) is MatchState.IN


def test_confirmation_can_be_switched_off_but_not_in_urban_war() -> None:
    """X-03 UW-18 UW-19: in Urban War the opponent enters; a player's own entry never settles a result."""
    for system, texts, settles in (("bushido", {"vp": "2-1"}, True), ("urban_war", {"lost": "1-3"}, False)):
        hall = seated(system, two_sided_confirm="no")
        a, b = at_table(hall)
        hall.report("1", player=a, **texts)
        assert (state(hall) is MatchState.IN) is settles
        if not settles:
            hall.report("1", player=b, **texts)
            assert state(hall) is MatchState.IN


def test_a_result_named_by_a_player_is_read_from_their_side() -> None:
    hall = seated("bushido", ["Ann", "Bob"])
    _, second = at_table(hall)
    hall.report(second, vp="2-1", sp="6-3")
    match = hall.event.rounds[0].matches[0]
    assert match.result is not None
    assert match.result.values["vp"] == [1, 2]
    hall.close()
    assert hall.points()[second] == 7


def test_a_result_outside_the_books_range_is_quoted() -> None:
    """BUS-35: one sentence with the value and what would be right; nothing is written."""
    hall = seated("bushido")
    before = len(hall.opened.entries)
    with pytest.raises(BadInput, match=r"2 for .+ and 2 for .+ is not a possible score"):
        hall.report("1", vp="2-2")
    with pytest.raises(BadInput, match="“4” should be a whole number from 0 to 3"):
        hall.report("1", vp="4-0")
    with pytest.raises(BadInput, match="“two” should be a whole number"):
        hall.report("1", vp="two-0")
    with pytest.raises(BadInput, match="is missing"):
        hall.report("1", sp="2-0")
    with pytest.raises(BadInput, match="“goals” is not a field"):
        hall.report("1", goals="2-0")
    with pytest.raises(BadInput, match="There is no table 9 in round 1"):
        hall.report("9", vp="2-0")
    assert len(hall.opened.entries) == before


def test_a_report_for_another_round_is_refused() -> None:
    hall = seated("bushido")
    with pytest.raises(BadInput, match="There is no round 2; rounds 1 to 1 are drawn"):
        results.report(hall.desk, hall.id, [Report("1", {"vp": "2-1"}, round=2)], STAFF)
    for table in "12":
        hall.report(table, vp="2-1")
    hall.pair()
    with pytest.raises(Refusal, match="Correct the result of table 1 instead"):
        results.report(hall.desk, hall.id, [Report("1", {"vp": "2-1"}, round=1)], STAFF)
    with pytest.raises(Refusal, match="Round 2 is not published yet"):
        hall.report("1", vp="2-1")


def test_a_retried_report_counts_once() -> None:
    hall = seated("bushido")
    one = [Report("1", {"vp": "2-1"})]
    results.report(hall.desk, hall.id, one, STAFF, request="tap-1")
    entries = len(hall.opened.entries)
    results.report(hall.desk, hall.id, one, STAFF, request="tap-1")
    assert len(hall.opened.entries) == entries


def test_many_results_are_taken_together_or_not_at_all() -> None:
    hall = seated("bushido")
    good, bad = Report("1", {"vp": "2-1"}), Report("2", {"vp": "3-3"})
    with pytest.raises(Refusal, match="Result 2 of 2: "):
        results.report(hall.desk, hall.id, [good, bad], STAFF)
    assert state(hall) is MatchState.OPEN
    results.report(hall.desk, hall.id, [good, Report("2", {"vp": "3-0"})], STAFF)
    assert hall.event.rounds[-1].complete


def test_a_concession_in_warmachine_and_a_dead_device() -> None:
    """WMH-022 WMH-062 WMH-063: lost data is a concession, scored as one whatever was on the table."""
    hall = seated("warmachine", ["Ann", "Bob"], rounds="1")
    hall.report("Ann", ending="concession", by="Bob", cp="2-4", apd="30-80", list_points="100-103")
    hall.close()
    rows = {r.name: r for r in standings_view(hall.opened).rows}
    assert [(rows[n].points, rows[n].tiebreaks["cp"], rows[n].tiebreaks["apd"]) for n in ("Ann", "Bob")] == [
        (1, 3, 52),
        (0, 0, 0),
    ]


@pytest.mark.parametrize("system", ["bushido", "l5r", "warmachine", "urban_war"])
def test_a_double_loss_gives_both_nothing_and_counts_as_met(system: str) -> None:
    """X-11: BUS 0 each, L5R a modified loss 0, WMH 0, UW 0; the two do not meet again."""
    options = {"structure": "custom", "rounds": "3"} if system == "l5r" else {"rounds": "3"}
    hall = seated(system, 4, **options)
    pair = frozenset(at_table(hall))
    for table in "12":
        hall.report(table, ending="double_loss")
    hall.close()
    assert set(hall.points().values()) == {0}
    hall.pair()
    assert pair not in hall.pairs()


def test_a_correction_shows_what_it_would_change_before_it_is_saved() -> None:
    """X-02: ranks, points and tie-breaks that move, and the rounds that were paired on the old result."""
    hall = seated("bushido", ["Ann", "Bob", "Cat", "Dan"])
    for table in "12":
        hall.report(table, vp="2-1")
    hall.pair()
    a, b = (hall.event.name_of(p) for p in (hall.event.rounds[0].matches[0].a, hall.event.rounds[0].matches[0].b))
    before = len(hall.opened.entries)
    facts = results.correction(hall.opened, Report("1", {"vp": "0-3"}, round=1), "slip misread")
    shown = preview(hall.opened, facts)
    assert len(hall.opened.entries) == before
    moved = {row.name: row.points for row in shown.ranks}
    assert moved[a] == (7, 0) and moved[b] == (2, 9)
    assert shown.paired_on_it == [2]
    drafted = hall.pairs(2)
    hall.correct("1", 1, vp="0-3")
    assert hall.points()[b] == 9
    assert hall.pairs(2) == drafted, "X-02: a round that is drawn stays as it is"


def test_a_correction_changes_only_what_is_typed() -> None:
    """X-02: the scenario points stay when the victory points are corrected; an empty value clears a field."""
    hall = seated("bushido")
    hall.report("1", vp="2-1", sp="6-3", vim="2-3")
    hall.correct("1", 1, vp="1-2", vim="-3")
    result = hall.event.rounds[0].matches[0].result
    assert result is not None
    assert result.values == {"vp": [1, 2], "sp": [6, 3], "vim": [None, 3]}


def test_a_correction_needs_a_reason_and_a_difference() -> None:
    hall = seated("bushido")
    with pytest.raises(Refusal, match="no result to correct"):
        hall.correct("1", 1, vp="2-1")
    hall.report("1", vp="2-1")
    with pytest.raises(Refusal, match="already has this result"):
        hall.correct("1", 1, vp="2-1")
    with pytest.raises(Refusal, match="needs a reason"):
        results.correct(hall.desk, hall.id, Report("1", {"vp": "1-1"}, round=1), " ", STAFF)


def test_who_conceded_must_be_said_and_must_sit_there() -> None:
    hall = seated("bushido")
    with pytest.raises(BadInput, match="names 1 of the two players, not 0"):
        results.report(hall.desk, hall.id, [Report("1", ending=Ending.CONCESSION)], STAFF)
    stranger = at_table(hall, 2)[0]
    with pytest.raises(BadInput, match="does not play at table 1"):
        hall.report("1", ending="concession", by=stranger)
