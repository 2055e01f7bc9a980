"""How many rounds, when it is over, what the organiser is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.book.system import Plan
from muster.core.forms.options import Settings
from muster.core.kit.errors import Refusal
from muster.core.kit.lots import Urn
from muster.core.kit.reasons import Reason
from muster.core.reading.tally import standings
from muster.core.record.event import Event, MatchState
from muster.core.record.facts.play import ScenarioChosen
from muster.core.record.player import Status
from muster.core.rules.rounds import draw_round
from muster.core.standings.ranking import Standings
from muster.systems.registry import find
from muster.systems.warmachine import SYSTEM

Rebuild = Callable[[Any, int], Event]


@pytest.mark.parametrize("name", ["warmachine", "wmh", "HORDES", "warmachine-hordes"])
def test_names(name: str) -> None:
    assert find(name) is SYSTEM


def test_rounds_by_head_count(golden: Callable[[str], Any], settings: Callable[..., Settings]) -> None:
    """WMH-068: the table."""
    table = golden("V-ROUNDS")["wmh"]
    assert {n: SYSTEM.plan(settings(), int(n)) for n in table} == {n: Plan(r) for n, r in table.items()}


def test_rounds_past_the_table(settings: Callable[..., Settings]) -> None:
    """W-03: one round more per doubling, with a notice."""
    assert [SYSTEM.plan(settings(), n).rounds for n in (129, 256, 257)] == [8, 8, 9]
    assert [r.code for r in SYSTEM.plan(settings(), 129).notices] == ["rounds_past_table"]


def test_organiser_sets_rounds(settings: Callable[..., Settings]) -> None:
    """WMH-065 W-02: rounds set by hand apply, extra ones come on top of the usual number; both are told."""
    by_hand = SYSTEM.plan(settings(rounds=5, extra_rounds=2), 16)
    assert (by_hand.rounds, by_hand.cut, [r.code for r in by_hand.notices]) == (5, 0, ["rounds_set"])
    extra = SYSTEM.plan(settings(extra_rounds=2), 16)
    assert (extra.rounds, [r.code for r in extra.notices]) == (6, ["rounds_added"])
    cut = SYSTEM.plan(settings(cut=4), 16)
    assert (cut.rounds, cut.cut, [r.code for r in cut.notices]) == (4, 4, ["cut_set"])
    assert SYSTEM.plan(settings(rounds=4), 16) == Plan(4)
    assert [r.code for r in SYSTEM.plan(settings(rounds=5), 129).notices] == ["rounds_set"]


def test_sole_leader_option(golden: Callable[[str], Any], rebuild: Rebuild) -> None:
    """WMH-067 W-01: over after round 2; played on when the organiser says so, or has set a cut."""
    event = rebuild(golden("G-WMH-D"), 2)
    asha = event.find("Asha").id
    table = standings(event, SYSTEM)
    expected = Reason("sole_leader", {"player": asha, "points": 2, "round": 2}, "WMH-067")
    assert SYSTEM.over(event, SYSTEM.settings(event), table) == expected
    assert SYSTEM.over(event, Settings(SYSTEM.options, {**event.options, "stop_on_sole_leader": False}), table) is None
    assert SYSTEM.over(event, Settings(SYSTEM.options, {**event.options, "cut": 4}), table) is None


def test_sole_leader_who_left(golden: Callable[[str], Any], rebuild: Rebuild) -> None:
    """X-25 X-08: a dropped player still leads alone; a disqualified one takes no place and so does not lead."""
    event = rebuild(golden("G-WMH-D"), 2)
    asha = event.find("Asha")
    asha.status = Status.DROPPED
    reason = SYSTEM.over(event, SYSTEM.settings(event), standings(event, SYSTEM))
    assert reason is not None
    assert reason.data["player"] == asha.id
    asha.status = Status.DISQUALIFIED
    assert SYSTEM.over(event, SYSTEM.settings(event), standings(event, SYSTEM)) is None
    nothing_counted = Standings(0, standings(event, SYSTEM).rows[:1], ())
    assert SYSTEM.over(event, SYSTEM.settings(event), nothing_counted) is None
    for player in event.players.values():
        player.status = Status.DISQUALIFIED
    assert SYSTEM.over(event, SYSTEM.settings(event), standings(event, SYSTEM)) is None


def test_not_over_before_the_end_of_a_round(golden: Callable[[str], Any], rebuild: Rebuild) -> None:
    """WMH-067: only a finished round can end the event, even where part rounds count."""
    data = golden("G-WMH-D")
    assert SYSTEM.over(rebuild(data, 0), SYSTEM.settings(rebuild(data, 0)), standings(rebuild(data, 0), SYSTEM)) is None
    event = rebuild(data, 2)
    event.options["count_part_round"] = True
    last = event.rounds[1].matches[1]
    last.state, last.result = MatchState.OPEN, None
    table = standings(event, SYSTEM)
    assert [row.points for row in table.rows][:2] == [2, 1]
    assert SYSTEM.over(event, SYSTEM.settings(event), table) is None


def test_next_round_waits_and_stops(golden: Callable[[str], Any], rebuild: Rebuild) -> None:
    """WMH-067 WMH-073 W-01: no round 3 while a game is open, nor after a sole leader, unless the organiser plays on."""
    event = rebuild(golden("G-WMH-D"), 2)
    with pytest.raises(Refusal) as over:
        draw_round(event, SYSTEM, Urn("seed"))
    assert over.value.clause == "WMH-067"
    event.options["stop_on_sole_leader"] = False
    assert len(draw_round(event, SYSTEM, Urn("seed")).pairs) == 3
    match = event.rounds[1].matches[0]
    match.state, match.result = MatchState.OPEN, None
    with pytest.raises(Refusal, match="Missing: table 1"):
        draw_round(event, SYSTEM, Urn("seed"))


@pytest.mark.parametrize(
    ("date", "codes"),
    [
        ("2019-06-24", ["date_early"]),
        ("2019-06-25", []),
        ("2020-07-01", []),
        ("2020-07-02", ["date_late"]),
        ("", []),
    ],
)
def test_edition_in_force(date: str, codes: list[str], empty_event: Callable[..., Event]) -> None:
    """WMH-001: warns outside 25 June 2019 to 1 July 2020."""
    event = empty_event()
    event.date = date
    told = SYSTEM.advice(event, SYSTEM.settings(event), 32, Plan(5))
    assert [(r.code, r.clause) for r in told] == [(c, "WMH-001") for c in codes]


def test_small_field(empty_event: Callable[..., Event]) -> None:
    """WMH-005: meant for 32 or more."""
    event = empty_event()
    settings = SYSTEM.settings(event)
    assert SYSTEM.advice(event, settings, 32, Plan(5)) == ()
    assert SYSTEM.advice(event, settings, 31, Plan(5)) == (
        Reason("small_field", {"heads": 31, "least": 32}, "WMH-005"),
    )


def test_six_scenarios_in_order_of_the_die() -> None:
    """WMH-003 WMH-105 WMH-106: six to choose from or to roll for."""
    names = ["King of the Hill", "Bunkers", "Spread the Net", "Invasion", "Anarchy", "Recon II"]
    assert [s.name for s in SYSTEM.scenarios] == names


def test_scenario_twice(empty_event: Callable[..., Event]) -> None:
    """WMH-108 W-04: a repeat is told, and told differently once all six were played."""
    event = empty_event()
    settings = SYSTEM.settings(event)
    event.scenarios = {n: ScenarioChosen(n, name) for n, name in ((1, "Bunkers"), (2, "Anarchy"), (3, "Bunkers"))}
    assert SYSTEM.advice(event, settings, 32, Plan(5)) == (
        Reason("scenario_again", {"name": "Bunkers", "first": 1, "again": 3}, "WMH-108"),
    )
    event.scenarios = {n: ScenarioChosen(n, s.name) for n, s in enumerate(SYSTEM.scenarios, start=1)}
    assert SYSTEM.advice(event, settings, 64, Plan(6)) == ()
    event.scenarios[7] = ScenarioChosen(7, "Invasion")
    assert SYSTEM.advice(event, settings, 128, Plan(7)) == (
        Reason("more_rounds_than_scenarios", {"rounds": 7, "all": 6}, "W-04"),
        Reason("scenario_again_after_all", {"name": "Invasion", "again": 7, "all": 6}, "W-04"),
    )
