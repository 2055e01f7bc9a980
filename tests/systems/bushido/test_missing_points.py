"""Scenario points that nobody entered: shown as missing, and no rank rests on them."""

from __future__ import annotations

import pytest

from muster.app.numbers import decimal
from muster.app.views.event import standings_view
from muster.app.why.reasons import why_rank
from muster.core.reading.tally import standings
from muster.web.views.public.pages import deciding
from tests.app.hall import Hall


def level(**sp: str) -> Hall:
    """Ann, Cat and Eve win by the same score, with these scenario points."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat", "Dan", "Eve", "Fay"], rounds="2")
    hall.by_hand(("Ann", "Bob"), ("Cat", "Dan"), ("Eve", "Fay"))
    hall.publish()
    for name in ("Ann", "Cat", "Eve"):
        hall.report(name, vp="2-1", **({"sp": sp[name]} if name in sp else {}))
    return hall


def ranks(hall: Hall) -> dict[str, tuple[int | None, object]]:
    rows = standings(hall.event, hall.system).rows
    return {hall.event.name_of(row.player): (row.rank, row.values["sp"]) for row in rows}


def test_entered_by_all_they_decide() -> None:
    """BUS-37."""
    found = ranks(level(Ann="3-1", Cat="5-0", Eve="0-0"))
    assert (found["Cat"], found["Ann"], found["Eve"]) == ((1, 5), (2, 3), (3, 0))


@pytest.mark.parametrize("sp", [{}, {"Ann": "3-1"}, {"Ann": "3-1", "Cat": "5-0"}])
def test_missing_for_one_they_decide_nothing_among_the_level(sp: dict[str, str]) -> None:
    """BUS-37 X-09: a score that nobody entered is not a 0, so all three share the place."""
    hall = level(**sp)
    found = ranks(hall)
    assert {found[name][0] for name in ("Ann", "Cat", "Eve")} == {1}
    assert found["Eve"] == (1, None)
    row = next(row for row in standings_view(hall.opened).rows if row.name == "Eve")
    assert decimal(row.tiebreaks["sp"]) == "–"
    assert {key for _, key in deciding(standings(hall.event, hall.system))} == set()
    told = [because.text for name in ("Ann", "Cat", "Eve") for because in why_rank(hall.opened, hall.event.find(name))]
    assert not [text for text in told if "higher is better" in text]
    passed_over = "level on points; Scenario points cannot decide because some were not entered; "
    assert any(text.startswith(passed_over) for text in told) == bool(sp), "and says so where somebody entered some"


def test_a_missing_score_of_others_leaves_the_level_to_theirs() -> None:
    """BUS-37: the losers' scores are missing too, but they are not level with the winners."""
    hall = level(Ann="3-", Cat="5-", Eve="0-")
    found = ranks(hall)
    assert [found[name] for name in ("Cat", "Ann", "Eve", "Bob")] == [(1, 5), (2, 3), (3, 0), (4, None)]


def test_a_double_loss_and_a_missed_round_lack_nothing() -> None:
    """X-11 B-05: nothing was scored, which is a 0; a bye has what the option says."""
    hall = Hall("bushido", ["Ann", "Bob", "Cat"], rounds="3", late_entry="yes")
    hall.by_hand(("Ann", "Bob"), ("Cat", "bye"))
    hall.publish()
    hall.enrol("Dan")
    hall.report("Ann", ending="double_loss")
    assert {name: sp for name, (_, sp) in ranks(hall).items()} == {"Ann": 0, "Bob": 0, "Cat": 0, "Dan": 0}
