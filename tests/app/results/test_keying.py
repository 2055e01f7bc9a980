"""The keying line: each game's grammar, what it says back, refusals that quote what was keyed; keying twice."""

from __future__ import annotations

import pytest

from muster.app.log.entries import log_view
from muster.app.results import actions as results
from muster.app.results.keying import Preset, Wanted, complete, echo, names_a_table, read_line
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.model import Ending
from muster.core.record.event import Match, MatchState
from tests.app.hall import STAFF, Hall


def published(system: str, **options: str) -> Hall:
    hall = Hall(system, ["Ann", "Bob", "Cem", "Dai"], **options)
    hall.pair()
    hall.publish()
    return hall


def at(hall: Hall, table: int) -> Match:
    return next(m for m in hall.event.rounds[-1].matches if m.table == table)


def key(hall: Hall, line: str) -> Match:
    keyed = read_line(hall.opened, line)
    results.key(hall.desk, hall.id, complete(hall.opened, keyed), STAFF)
    return at(hall, keyed.match.table)


@pytest.mark.parametrize(
    ("system", "line", "values"),
    [
        ("bushido", "1 2 1", {"vp": [2, 1]}),
        ("bushido", "1 2-1", {"vp": [2, 1]}),
        ("bushido", "1 2–1", {"vp": [2, 1]}),
        ("bushido", "1 2:1", {"vp": [2, 1]}),
        ("bushido", "  1   2  1 sp=6-3 ", {"vp": [2, 1], "sp": [6, 3]}),
        ("l5r", "1 1", {"winner": "a"}),
        ("l5r", "1 2", {"winner": "b"}),
        ("l5r", "1 B", {"winner": "b"}),
        ("l5r", "1 1 v decided_at=40", {"winner": "a", "how": "victory", "decided_at": 40}),
        ("l5r", "1 1 modified", {"winner": "a", "result_kind": "modified"}),
        ("warmachine", "1 1 sc 5 1 30 10", {"winner": "a", "how": "scenario", "cp": [5, 1], "apd": [30, 10]}),
        ("warmachine", "1 3 0 0 10 10", {"winner": "tie", "cp": [0, 0], "apd": [10, 10]}),
        ("urban_war", "1 2 6 withdrew=no-yes", {"lost": [2, 6], "withdrew": [False, True]}),
        ("custom", "1 2 0", {"score": [2, 0]}),
    ],
)
def test_a_usual_result_is_keyed_in_the_order_of_the_fields(system: str, line: str, values: dict[str, object]) -> None:
    hall = published(system)
    keyed = read_line(hall.opened, line)
    assert (keyed.values, keyed.wants, keyed.ending) == (values, [], Ending.PLAYED)
    assert key(hall, line).state is MatchState.IN


@pytest.mark.parametrize(
    ("code", "ending", "side"),
    [("c1", "concession", 0), ("C2", "concession", 1), ("n1", "no_show", 0), ("dl", "", None)],
)
def test_an_ending_is_keyed_by_its_code(code: str, ending: str, side: int | None) -> None:
    match = key(published("bushido"), f"2 {code}")
    assert match.result is not None
    assert match.result.ending.value == (ending or "double_loss")
    assert match.result.by == (() if side is None else ((match.a, match.b)[side],))


@pytest.mark.parametrize(
    ("system", "line", "sentence"),
    [
        ("bushido", "x", "“x” should start with a table number, such as 4."),
        ("bushido", "9 2 1", "There is no table 9 in round 1. It has tables 1 to 2."),
        ("bushido", "1 2 x", "Victory points for {b}: “x” should be a whole number from 0 to 3."),
        ("bushido", "1 7", "Victory points: “7” should be a whole number from 0 to 3."),
        ("bushido", "1 2 1 4", "“4” is one number too many: the result of table 1 is complete without it."),
        ("bushido", "1 2", "Table 1: Victory points for {b} is missing. Enter a whole number from 0 to 3."),
        ("bushido", "1 zz=4", "“zz” is not a field of this game’s result. The fields are: vp, sp, vim."),
        ("bushido", "1 2 1 n1", "“1 2 1 n1” has scores, but this ending has none. Leave them out."),
        ("l5r", "1 3", "Winner: “3” should be a number from 1 to 2."),
        ("l5r", "1 1 mod", "“mod” could be result_kind=modified_loss or result_kind=modified. Enter one of them."),
        ("warmachine", "1 1 9x", "Control points for {a}: “9x” should be a whole number of 0 or more."),
    ],
)
def test_a_refusal_quotes_what_was_keyed_and_says_what_would_be_right(system: str, line: str, sentence: str) -> None:
    hall = published(system)
    a, b = (hall.event.name_of(p) for p in (at(hall, 1).a, at(hall, 1).b))
    with pytest.raises(BadInput) as refused:
        complete(hall.opened, read_line(hall.opened, line))
    assert str(refused.value) == sentence.format(a=a, b=b)


def test_the_line_is_said_back_before_it_counts() -> None:
    hall = published("bushido")
    a, b = (hall.event.name_of(p) for p in (at(hall, 1).a, at(hall, 1).b))
    begun = echo(hall.opened, "1 2")
    assert (begun.versus, begun.said, begun.ready) == (f"{a} v {b}", "", False)
    assert begun.wants == Wanted(f"Next: Victory points for {b}, a whole number from 0 to 3.", [])
    done = echo(hall.opened, "1 2 1")
    assert (done.said, done.ready, done.wants) == ("Victory points 2 – 1; scores 7 – 2", True, None)
    assert f"3 for {a} and 1 for {b} is not a possible score" in echo(hall.opened, "1 3 1").refusal
    assert echo(hall.opened, "Ann").refusal == ""
    assert all(m.state is MatchState.OPEN for m in hall.event.rounds[-1].matches)
    key(hall, "1 2 1")
    assert "If it is wrong, correct it." in echo(hall.opened, "1").refusal


def test_a_choice_offers_the_players_by_name() -> None:
    hall = published("l5r")
    names = [hall.event.name_of(p) for p in (at(hall, 2).a, at(hall, 2).b)]
    wants = echo(hall.opened, "2").wants
    assert wants is not None and wants.presets == [Preset("1", names[0]), Preset("2", names[1])]


# Keying twice


def test_with_keying_twice_the_second_keying_books() -> None:
    hall = published("bushido", key_twice="yes")
    assert key(hall, "1 2 1").state is MatchState.OPEN
    assert len(at(hall, 1).keyed) == 1
    key(hall, "2 3 0")
    assert key(hall, "1 2 1").state is MatchState.IN
    assert at(hall, 1).result == at(hall, 1).keyed[0]
    with pytest.raises(Refusal, match=r"cannot be closed\. Missing: table 2"):
        hall.close()


def test_keyings_that_differ_book_nothing_until_two_agree() -> None:
    hall = published("bushido", key_twice="yes")
    key(hall, "1 2 1")
    assert key(hall, "1 1 2").state is MatchState.OPEN
    assert [r.values["vp"] for r in at(hall, 1).keyed] == [[2, 1], [1, 2]]
    match = key(hall, "1 1 2")
    assert match.state is MatchState.IN and match.result is not None and match.result.values["vp"] == [1, 2]


def test_a_first_keying_can_be_undone_and_is_told_in_words() -> None:
    hall = published("bushido", key_twice="yes")
    key(hall, "1 2 1")
    a, b = (hall.event.name_of(p) for p in (at(hall, 1).a, at(hall, 1).b))
    assert log_view(hall.opened)[-1].text == (
        f"Round 1, table 1, {a} v {b} entered once, not saved yet: Victory points 2 – 1"
    )
    hall.undo()
    assert at(hall, 1).keyed == ()
    hall.redo()
    assert len(at(hall, 1).keyed) == 1


def test_a_keying_that_the_book_refuses_is_not_kept_apart() -> None:
    hall = published("bushido", key_twice="yes")
    with pytest.raises(BadInput, match="is not a possible score"):
        key(hall, "1 3 1")
    assert at(hall, 1).keyed == ()


@pytest.mark.parametrize(
    ("line", "table"),
    [("4 2 1", True), ("1", True), ("\u200b1 2", True), ("meyer", False), ("3RD  man", False), ("3rd 1", True)],
)
def test_a_line_that_is_somebodys_name_is_not_a_table(line: str, table: bool) -> None:
    event = Hall("bushido", ["1", "3rd Man", "Cem Meyer", "Ann"]).event
    assert names_a_table(event, line) is table
