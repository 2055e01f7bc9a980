"""Rounds as a table: what a line can say, and one sentence for everything that is wrong."""

from __future__ import annotations

import csv
from fractions import Fraction

import pytest

from muster.app.csv_tables import parse_sheet
from muster.app.events import actions as events
from muster.app.exchange import rounds_csv
from muster.app.exchange.record import Meeting, MeetingEnding, Record, SitOut
from muster.app.people import roster
from muster.app.results import actions as results
from muster.app.results.actions import Report
from muster.app.rounds import actions as rounds
from muster.core.kit.errors import BadInput, Refusal, UnknownName
from tests.app.exchange.hands import differences, taken_in
from tests.app.hall import STAFF, new_desk


def read(rounds: str, standings: str = "") -> Record:
    sheet = parse_sheet("r.csv", rounds)
    lines = [(str(row.where), row.cells) for row in sheet.rows(sheet.header(rounds_csv.column, "…"))]
    said = []
    if standings:
        table = parse_sheet("s.csv", standings)
        said = [(str(row.where), row.cells) for row in table.rows(table.header(rounds_csv.standings_column, "…"))]
    return rounds_csv.read(lines, said)


ROUNDS = """round,table,a,b,a_points,b_points,ending,absent
1,1,Ann,Bob,6,0,,
1,2,Cem,Dee,3,3,,
1,,Eve,,6,,,
2,1,Ann,Eve,4,1,,
2,2,Bob,Cem,0,0,double_loss,
3,1,Ann,Dee,,,,
"""


def test_what_a_line_can_say() -> None:
    record = read(ROUNDS)
    assert [e.name for e in record.entrants] == ["Ann", "Bob", "Cem", "Dee", "Eve"]
    first, second, third = record.rounds
    assert first.meetings[1] == Meeting("cem", "dee", 3, 3, table=2, where="“r.csv” line 3")
    assert first.sit_outs == (SitOut("eve", 6, "“r.csv” line 4"),)
    assert second.meetings[1].ending is MeetingEnding.DOUBLE_LOSS
    assert third.meetings[0].ending is MeetingEnding.OPEN


def test_headings_as_spreadsheets_have_them() -> None:
    record = read("Round;Board;White;Black;Score A;Score B\r\n1;5;Ann;Bob;0,5;1/2\r\n2;1;ann;BYE;1;\r\n")
    assert record.rounds[0].meetings == (
        Meeting("ann", "bob", Fraction(1, 2), Fraction(1, 2), table=5, where="“r.csv” line 2"),
    )
    assert record.rounds[1].sit_outs == (SitOut("ann", 1, "“r.csv” line 3"),)
    assert [e.name for e in record.entrants] == ["Ann", "Bob"]


def test_standings_to_compare_with() -> None:
    rounds = "round,a,b,a_points,b_points\n1,Ann,Bob,3,0\n1,Cem,Dee,1,1\n2,Ann,Cem,3,0\n2,Bob,Dee,0,3\n"
    standings = """rank,player,points,strength_of_schedule,buchholz:cut_low=1,Luck
1,Ann,6,0.25,1,7
2,Dee,4,0.25,1,7
3,Cem,1,2.50,6,7
4,Bob,1,2.5,6,7
5,Fay,0,0.00,0,7
"""
    done = taken_in(read(rounds, standings))
    assert differences(done) == [("Bob", "points", "1", 0)]
    assert done.comparison.compared["buchholz:cut_low=1"] == 5
    assert "Not recomputed: the column “Luck”." in done.notes
    assert not done.opened.event.find("Fay").active, "never paired"
    other = taken_in(read(rounds, standings), tiebreaks=[{"key": "wins"}])
    assert dict(other.comparison.compared) == {"points": 5, "rank": 5}


def test_a_no_show_is_a_walkover_and_nobody_is_dropped_for_it() -> None:
    text = "round,a,b,a_points,b_points,ending,absent\n1,Ann,Bob,2,0,no_show,b\n2,Ann,Bob,1,2,,\n"
    event = taken_in(read(text)).opened.event
    assert [m.result.ending.value for r in event.rounds for m in r.matches if m.result] == ["no_show", "played"]
    assert event.find("Bob").active and event.find("Bob").missed == {1}


def test_one_place_for_two_where_the_file_has_an_order() -> None:
    rounds = "round,a,b,a_points,b_points\n1,Ann,Bob,1,1\n"
    done = taken_in(read(rounds, "rank,player,points\n1,Ann,1\n2,Bob,1\n"))
    assert [(d.name, d.published, d.ours, d.shared) for d in done.comparison.differences] == [
        ("Ann", "1", 1, True),
        ("Bob", "2", 1, True),
    ]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("round,a\n", "This file has no players"),
        ("round,a,b\nx,Ann,Bob\n", "“r.csv” line 2: “x” should be a round number, 1 or more."),
        ("round,a,b\n,Ann,Bob\n", "“r.csv” line 2: “” should be a round number, 1 or more."),
        ("round,a,b\n1,,Bob\n", "“r.csv” line 2: column a should have a player."),
        (
            "round,a,b,a_points\n1,Ann,,\n",
            "line 2: “Ann” has no opponent, so column a_points should have the points for that.",
        ),
        ("round,a,b,a_points\n1,Ann,Bob,1\n", "line 2: one side has points and the other has none"),
        ("round,a,b,a_points,b_points\n1,Ann,Bob,-1,0\n", "line 2: “-1” should be 0 or more"),
        ("round,a,b,a_points,b_points\n1,Ann,Bob,one,0\n", "line 2: “one” should be a number, such as 3, 0.5 or 1/2"),
        ("round,a,b,a_points,b_points\n1,Ann,Bob,1e3,0\n", "“1e3” should be a number"),
        ("round,a,b,ending\n1,Ann,Bob,rain\n", "“rain” should be played, no_show, double_loss, open or nothing"),
        ("round,a,b,ending\n1,Ann,Bob,no_show\n", "column absent should say who did not appear: a, b or both."),
        ("round,a,b\n1,Ann,Bob\n3,Ann,Bob\n", "Round 2 has no lines, but a later round has. Is a round missing?"),
        ("round,a,colour\n1,Ann,blue\n", "“colour” is not a column."),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, wrong: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(text)
    assert wrong in str(refused.value)


@pytest.mark.parametrize(
    ("standings", "wrong"),
    [
        ("rank,player\n1,\n", "column player should have a player."),
        ("rank,player\nfirst,Ann\n", "“first” should be a rank, such as 3 or 3="),
        ("rank,player\n1,Ann\n2,ANN\n", "“ANN” appears twice"),
        ("player,points\nAnn,many\n", "“many” should be a number"),
        ("player,buchholz:cut\nAnn,1\n", "“cut” should be a setting such as cut_low=1"),
    ],
)
def test_wrong_standings(standings: str, wrong: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(ROUNDS, standings)
    assert wrong in str(refused.value)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1,Ann,,3,\n1,Bob,,2,\n1,Cem,,1,\n", "In this file rounds without a game score 3, 2, 1 points."),
        ("1,Ann,Bob,1/997,1/991\n", "The points in this file are 988027ths of a point."),
        ("1,Ann,Ann,1,0\n", "Round 1: Ann is in this round twice."),
        ("1,Ann,Bob,,\n2,Ann,Bob,1,0\n", "“r.csv” line 2: a game has no result, and round 2 was paired after it"),
    ],
)
def test_what_cannot_be_held_here_is_refused_whole(text: str, wrong: str) -> None:
    record = read("round,a,b,a_points,b_points\n" + text)
    with pytest.raises(Refusal) as refused:
        taken_in(record)
    assert wrong in str(refused.value)


def test_an_unknown_tie_break_says_the_nearest() -> None:
    from muster.app.exchange import ties

    with pytest.raises(UnknownName, match="did you mean “buchholz”"):
        ties.row("bucholz")


def test_a_name_is_no_formula_in_a_spreadsheet_and_comes_back_as_it_was() -> None:
    """A spreadsheet runs whatever begins like a formula; a number stays a number."""
    desk = new_desk()
    names = ["=HYPERLINK(1)", "+49 171", "-Ben-", "@cem", "'quoted'", "Dee", "\uff1dEd", "'=Flo"]
    definition = {
        "name": "Club",
        "points": {"win": 1, "draw": 0},
        "result": {"high": 9},
        "tiebreak": [{"key": "margin_of_victory"}],
    }
    opened = events.create(desk, "Cup", "custom", STAFF, seed="seed", definition=definition)
    roster.enrol(desk, opened.id, [(name, {}) for name in names], STAFF)
    rounds.pair(desk, opened.id, STAFF)
    rounds.publish(desk, opened.id, STAFF)
    for match in desk.open(opened.id).event.rounds[0].matches:
        results.report(desk, opened.id, [Report(str(match.table), {"score": "2-1"})], STAFF)
    rounds.close(desk, opened.id, STAFF)
    opened = desk.open(opened.id)
    table, ranking = rounds_csv.write(opened), rounds_csv.write_standings(opened)
    for text in (table, ranking):
        cells = {cell for line in csv.reader(text.splitlines()) for cell in line}
        assert {"'=HYPERLINK(1)", "'+49 171", "'-Ben-", "'@cem", "'quoted'", "Dee", "'\uff1dEd", "''=Flo"} <= cells
    assert "-1" in {cell for line in csv.reader(ranking.splitlines()) for cell in line}
    back = read(table, ranking)
    assert {entrant.name for entrant in back.entrants} == set(names)
    assert {v.value for e in back.entrants for v in e.published.tiebreaks.values()} == {1, -1}
