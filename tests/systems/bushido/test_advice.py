"""What the book advises on scenarios and tie-breakers before an event."""

from __future__ import annotations

import pytest

from muster.core.book.system import Plan
from muster.core.forms.options import Settings, Value
from muster.core.kit.reasons import Reason
from muster.core.reading.words import say
from muster.systems.bushido import SYSTEM
from tests.systems.bushido.desk import Desk


def advised(desk: Desk, rounds: int) -> list[Reason]:
    return list(SYSTEM.advice(desk.event, SYSTEM.settings(desk.event), 8, Plan(rounds)))


def with_scenarios(*categories: str, **options: Value) -> Desk:
    desk = Desk("ABCDEFGH", **options)
    for number, category in enumerate(categories, start=1):
        desk.scenario(number, f"Scenario {number}", category)
    return desk


@pytest.mark.parametrize(
    ("rounds", "categories", "missing"),
    [
        (3, ["circle", "centre", "zone"], None),
        (3, ["Circle", "Zone", "Centre"], None),
        (4, ["circle", "centre", "zone", "vim"], None),
        (4, ["circle", "centre", "zone", "zone"], ["vim"]),
        (4, ["circle", "vim", "zone", "other"], ["centre"]),
        (3, ["circle", "circle", "vim"], ["centre", "zone"]),
        (3, ["circle", "circle"], ["centre", "zone"]),
        (3, ["circle", "zone"], None),
        (3, [], None),
    ],
)
def test_usual_mix(rounds: int, categories: list[str], missing: list[str] | None) -> None:
    """BUS-44: one circle, one centre, one zone scenario; a VIM one from 4 rounds on; silent while it can still come."""
    expected = [] if missing is None else [Reason("mix_missing", {"rounds": rounds, "missing": missing}, "BUS-44")]
    assert advised(with_scenarios(*categories), rounds) == expected


def test_mix_of_free_entries_is_not_checked() -> None:
    """BUS-44 BUS-45: an organiser's own scenario may have no category; then the check says it cannot tell."""
    assert advised(with_scenarios("circle", "", "zone"), 3) == [Reason("mix_unchecked", {"rounds": "2"}, "BUS-44")]
    assert advised(with_scenarios("circle", "", "zone", "centre"), 3) != []
    assert advised(with_scenarios("circle", "zone", "centre", ""), 3) == []
    assert advised(with_scenarios("circle", "zone", "centre", "vim", ""), 5) == []


def test_scenarios_are_set_before_the_event() -> None:
    """BUS-42 BUS-45: any text, any round, before round 1 is drawn; nothing has to be on a list."""
    desk = with_scenarios("circle", "centre", "zone")
    assert not desk.event.started
    assert [s.name for s in desk.event.scenarios.values()] == ["Scenario 1", "Scenario 2", "Scenario 3"]
    assert SYSTEM.scenarios == ()


def test_advanced_scenario_in_an_event_without() -> None:
    """BUS-48: a warning when the event does not use Advanced scenarios, none when it does."""
    for on, expected in (
        (False, [Reason("advanced_off", {"round": 2, "scenario": "Hard one"}, "BUS-48")]),
        (True, []),
    ):
        desk = with_scenarios("circle", advanced_scenarios=on)
        desk.scenario(2, "Hard one", "zone", advanced=True)
        assert advised(desk, 3) == expected


def test_repeated_scenario() -> None:
    """B-29: a scenario that comes back is pointed out, whatever its case."""
    desk = Desk("ABCDEFGH")
    for number, (name, category) in enumerate(
        [("The Well", "circle"), ("Ridge", "centre"), ("the well ", "zone")], start=1
    ):
        desk.scenario(number, name, category)
    assert advised(desk, 3) == [Reason("scenario_repeat", {"scenario": "The Well", "rounds": "1, 3"}, "B-29")]


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({}, []),
        ({"tiebreakers": ["sp", "sos"]}, []),
        ({"tiebreakers": ["sp", "head_to_head"]}, ["Head-to-head"]),
        ({"last_resort": "head_to_head"}, ["Head-to-head"]),
        ({"tiebreakers": ["head_to_head"], "last_resort": "head_to_head"}, ["Head-to-head"]),
    ],
)
def test_own_tiebreakers_must_be_published(options: dict[str, Value], named: list[str]) -> None:
    """BUS-38: a tie-breaker that the book does not list has to be announced; another order need not."""
    assert [r.data["tiebreak"] for r in advised(Desk("ABCDEFGH", **options), 3)] == named


def test_every_reason_has_its_sentence() -> None:
    """Every sentence is filled from its reason's data, every clause has a heading."""
    desk = with_scenarios("circle", "zone", "zone", tiebreakers=["head_to_head"])
    desk.scenario(4, "Scenario 1", advanced=True)
    found = [*SYSTEM.plan(Settings(SYSTEM.options, {**desk.event.options, "rounds": 2}), 4).notices, *advised(desk, 3)]
    assert [str(say(reason, desk.event, SYSTEM)) for reason in found] == [
        "an official event has at least 8 players; this one has 4",
        "it takes at least 3 rounds to find a winner; planned: 2",
        "missing from the usual mix of scenarios for the planned rounds (3): centre",
        "“Scenario 1” of round 4 is an Advanced scenario, and this event does not use those",
        "“Scenario 1” is played more than once: in rounds 1, 4",
        "the tie-breaker “Head-to-head” is not one the book suggests: publish it before the event",
    ]
    assert all(reason.clause in SYSTEM.clauses for reason in found)


def test_every_clause_cited_has_a_heading() -> None:
    """Options, fields, tie-breaks and pairing rules cite only rules that `clauses` explains."""
    settings = SYSTEM.settings(Desk("AB").event)
    cited = {option.clause for option in SYSTEM.options}
    cited |= {field.clause for field in (*SYSTEM.result_fields, *SYSTEM.player_fields)}
    cited |= {t.clause for t in SYSTEM.tiebreaks(settings)}
    cited |= {clause for number in (1, 2) for clause in SYSTEM.rules(settings, number).clauses.values()}
    cited |= {SYSTEM.bye(settings).why.clause, "BUS-34", "BUS-35", "B-12"}
    assert cited - {""} <= set(SYSTEM.clauses)
