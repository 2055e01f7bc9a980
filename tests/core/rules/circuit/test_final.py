"""The final of a season: who is invited, who may not come, and what is recorded of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from muster.core.kit.errors import Refusal
from muster.core.kit.model import PlayerId
from muster.core.record.people.facts import PeopleJoined
from muster.core.record.season.facts import FinalCreated
from muster.core.rules.circuit.final import create, invited, not_qualified
from tests.core.reading.circuit.league import League

CIRCUIT: dict[str, Any] = {
    "name": "League",
    "points": {"chart": [5, 4, 3]},
    "qualify": {"points": 4, "clause": "Q-1"},
    "final": {"clause": "F-1"},
}


def league(*order: str, **changes: Any) -> League:
    return League({**CIRCUIT, **changes}).event("one", "2026-07-01", order)


def names(made: League, *coming: str) -> list[str]:
    rows = made.table()
    attending = [(row.person, row.name) for row in rows if row.name in coming]
    return [row.name for row in invited(made.season, made.circuit, rows, attending)]


def test_everybody_who_qualified_or_those_of_them_who_come() -> None:
    """WMH-136."""
    made = league("Ann", "Ben", "Cem").event("two", "2026-08-01", ["Dai", "Eve", "Fay"])
    assert names(made) == ["Ann", "Dai", "Ben", "Eve"]
    assert names(made, "Eve", "Ann") == ["Ann", "Eve"]


def test_who_has_not_qualified_is_named_with_their_points() -> None:
    """WMH-136: and so is whoever has none."""
    made = league("Ann", "Ben", "Cem")
    with pytest.raises(Refusal, match=r"^Cem has 3 points and has not qualified for the final\.$") as said:
        names(made, "Ann", "Cem")
    assert said.value.clause == "F-1"
    stranger = frozenset([("elsewhere", PlayerId(1))])
    without = league("Ann", "Ben", "Cem", final={})
    with pytest.raises(Refusal, match=r"^Zoe has 0 points and has not qualified for the final\.$") as said:
        invited(without.season, without.circuit, without.table(), [(stranger, "Zoe")])
    assert said.value.clause == "Q-1"


def test_a_final_that_cannot_be() -> None:
    with pytest.raises(Refusal, match=r"^A final needs at least 2 players, and 1 can play\.$"):
        names(league("Ann", "Ben"), "Ann")
    assert names(league("Ann", "Ben")) == ["Ann", "Ben"]
    none = League({key: value for key, value in CIRCUIT.items() if key != "qualify"}).event("one", "2026-07-01", ["A"])
    with pytest.raises(Refusal, match=r"^Nobody qualifies in “League”: it has no final\.$"):
        names(none)
    made = league("Ann", "Ben")
    made.facts.append(FinalCreated("final", "f", "Final", ()))
    with pytest.raises(Refusal, match=r"^The final of “League” is already there: “final”\.$"):
        names(made)


def test_its_players_are_the_people_who_qualified() -> None:
    """WMH-136: whoever else is in it is named."""
    made = league("Ann", "Ben", "Cem").event("two", "2026-08-01", ["Ben", "Ann"])
    rows = made.table()
    ann, ben = (("origin one", PlayerId(n)) for n in (1, 2))
    facts = create(made.season, "final", "f", "Final", rows[:2])
    pairs = ((ann, ("f", PlayerId(1))), (ben, ("f", PlayerId(2))))
    assert facts == [FinalCreated("final", "f", "Final", (ann, ben)), PeopleJoined(pairs)]
    made.facts += facts
    entrants = [PlayerId(n) for n in (1, 2, 3)]
    assert not_qualified(made.season, made.table(), entrants) == [PlayerId(3)]
    made.facts.append(PeopleJoined(((("origin one", PlayerId(3)), ("f", PlayerId(3))),)))
    assert not_qualified(made.season, made.table(), entrants) == [PlayerId(3)], "known, with too few points"
    assert not_qualified(replace(made.season, final=None), made.table(), entrants) == []
