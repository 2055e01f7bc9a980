"""A result's form, for every game: what is drawn can be sent back, and reads as it was meant."""

from __future__ import annotations

import pytest

from muster.app.results.forms import ENDINGS, account, endings, read_ending, read_form, result_form, said, whose
from muster.app.speech import tr
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Ending, Result
from muster.systems import registry
from tests.app.hall import Hall


def hall_of(system: str) -> Hall:
    hall = Hall(system, ["Ann", "Bob", "Cem", "Dai"])
    hall.pair()
    hall.publish()
    return hall


@pytest.mark.parametrize("system", registry.BUILT_IN)
def test_every_field_is_on_the_form_and_something_is_always_asked(system: str) -> None:
    hall = hall_of(system)
    match = hall.event.rounds[0].matches[0]
    lines = result_form(hall.opened, match)
    assert [line.key for line in lines] == [f.key for f in hall.system.result_fields]
    assert any(line.main for line in lines)
    for line, field in zip(lines, hall.system.result_fields, strict=True):
        assert len(line.inputs) == (2 if field.per_side else 1)
        names = {hall.event.name_of(match.a), hall.event.name_of(match.b)}
        assert {i.side for i in line.inputs} == (names if field.per_side else {""})


def test_what_is_sent_reads_as_values_and_what_is_empty_is_left_out() -> None:
    system = registry.find("warmachine")
    sent = {"winner": "a", "cp-1": " 5 ", "cp-2": "", "list-1": "a/b", "list-2": "c", "apd-1": "", "stray": "x"}
    assert read_form(system, sent) == {"winner": "a", "cp": [5, None], "list": ["a/b", "c"]}
    with pytest.raises(BadInput, match="“x” should be a whole number"):
        read_form(system, {"cp-1": "x"})


def test_a_players_own_side_comes_first() -> None:
    hall = hall_of("l5r")
    match = hall.event.rounds[0].matches[0]
    winner = next(line for line in result_form(hall.opened, match, match.b) if line.key == "winner")
    assert winner.inputs[0].choices == (("a", "You"), ("b", hall.event.name_of(match.a)))


def test_every_ending_on_the_list_can_be_picked() -> None:
    hall = hall_of("bushido")
    match = hall.event.rounds[0].matches[0]
    assert [value for value, _ in endings(hall.opened, match)] == [value for value, _ in ENDINGS]
    assert read_ending("played", match) == (Ending.PLAYED, ())
    assert read_ending("no_show-2", match) == (Ending.NO_SHOW, (f"#{match.b}",))
    with pytest.raises(BadInput, match="A match cannot end with “lost”"):
        read_ending("lost", match)


def test_a_result_in_words_from_each_side() -> None:
    hall = hall_of("bushido")
    match = hall.event.rounds[0].matches[0]
    result = Result({"vp": [2, 1], "sp": [None, None], "vim": [None, None]})
    assert said(hall.opened, match, result) == "Victory points 2 – 1"
    assert said(hall.opened, match, result, match.b) == "Victory points 1 – 2"
    assert said(hall.opened, match, None) == ""
    name = hall.event.name_of(match.b)
    assert said(hall.opened, match, Result({}, Ending.NO_SHOW, (match.b,))) == f"{name} did not appear"
    assert said(hall.opened, match, Result({}, Ending.NO_SHOW, (match.b,)), match.a) == f"{name} did not appear"
    assert said(hall.opened, match, Result({}, Ending.NO_SHOW, (match.b,)), match.b) == "you did not appear"
    hall = hall_of("l5r")
    match = hall.event.rounds[0].matches[0]
    assert said(hall.opened, match, Result({"winner": "a"})) == f"Winner: {hall.event.name_of(match.a)}"


def test_a_winner_and_how_they_won_are_picked_in_one() -> None:
    """WMH-081: from each side; a tie has no way in which it was won."""
    hall = hall_of("warmachine")
    match = hall.event.rounds[0].matches[0]
    winner, how = result_form(hall.opened, match, match.b, {"winner-pad": "b/scenario"})[:2]
    assert how.main and how.goes_with == "winner" and len(winner.more) == 4
    assert winner.picked_words == f"{hall.event.name_of(match.a)}, scenario"
    numbers = {"cp-1": "5", "cp-2": "1", "apd-1": "3", "apd-2": "4"}
    read = read_form(hall.system, {"winner-pad": "a/clock", **numbers})
    assert (read["winner"], read["how"]) == ("a", "clock")
    assert "how" not in read_form(hall.system, {"winner-pad": "tie", **numbers})
    assert read_form(hall.system, {"winner-pad": "a/clock", "winner": "b", "how": "scenario"})["winner"] == "b"


def test_a_figure_of_one_side_alone_says_whose_it_is() -> None:
    """Whoever removed no VIM has no turn; that is not an unknown one."""
    hall = hall_of("bushido")
    match = hall.event.rounds[0].matches[0]
    a, b = hall.event.name_of(match.a), hall.event.name_of(match.b)
    only_b, only_a = Result({"vp": [2, 1], "vim": [None, 2]}), Result({"vp": [2, 1], "vim": [3, None]})
    assert said(hall.opened, match, only_b) == f"Victory points 2 – 1, VIM turn: {b} 2"
    assert said(hall.opened, match, only_b, match.b) == f"Victory points 1 – 2, VIM turn: {b} 2"
    assert tr(whose(hall.opened, match, only_a, match.a)) == f"Victory points: you 2, {b} 1, VIM turn: you 3"
    told = [tr(one) for one in account(hall.opened, match, only_a, match.b, match.a)]
    assert told[-1] == f"VIM turn: {a} 3"
