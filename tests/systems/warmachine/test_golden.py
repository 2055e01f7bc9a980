"""Whole tournaments, replayed: standings, leaders, the end of the event, awards, and whether the pairings are legal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from muster.core.forms.options import Settings
from muster.core.kit.lots import Lots
from muster.core.pairing.byes import choose_bye
from muster.core.pairing.pool import Pool
from muster.core.reading.tally import standings
from muster.core.record.event import Event
from muster.core.rules.rounds import pool as pool_of
from muster.systems.warmachine import SYSTEM

Golden = dict[str, Any]
Load = Callable[[str], Golden]
Rebuild = Callable[[Golden, int], Event]

ALL = ["G-WMH-A", "G-WMH-B", "G-WMH-C", "G-WMH-D"]
DRAWS = 400


@pytest.mark.parametrize("name", ALL)
def test_final_standings(name: str, golden: Load, rebuild: Rebuild) -> None:
    """WMH-066 WMH-071 WMH-076 WMH-083 WMH-084 WMH-063 W-10 W-26 X-10: tournament points, then SoS, CP, APD."""
    data = golden(name)
    event = rebuild(data, len(data["rounds"]))
    table = standings(event, SYSTEM)
    found = [
        {
            "rank": row.rank,
            "player": event.name_of(row.player),
            "tp": row.points,
            **row.values,
            "opponents": [event.name_of(line.opponent) for line in row.lines if line.opponent is not None],
        }
        for row in table.rows
    ]
    assert found == data["standings"]


@pytest.mark.parametrize("name", ALL)
def test_leaders_and_end_after_each_round(name: str, golden: Load, rebuild: Rebuild) -> None:
    """WMH-067: the event ends with the round after which one player alone has the most tournament points."""
    data = golden(name)
    for drawn in data["rounds"]:
        event = rebuild(data, drawn["round"])
        table = standings(event, SYSTEM)
        most = max(row.points for row in table.rows)
        leaders = sorted(event.name_of(row.player) for row in table.rows if row.points == most)
        assert leaders == drawn["leaders_after"]
        ended = SYSTEM.over(event, SYSTEM.settings(event), table)
        assert (ended is not None) == drawn["event_ends"]
        if ended is not None:
            assert event.name_of(ended.data["player"]) == drawn["leaders_after"][0]
            assert (ended.clause, ended.data["round"]) == ("WMH-067", drawn["round"])


@pytest.mark.parametrize("name", ALL)
def test_awards(name: str, golden: Load, rebuild: Rebuild) -> None:
    """WMH-085 WMH-086 WMH-088 WMH-089 WMH-006: places for Masters; first, most CP and most APD for Champions."""
    data = golden(name)
    event = rebuild(data, len(data["rounds"]))
    table = standings(event, SYSTEM)
    order = [row["player"] for row in data["standings"]]

    def given(kind: str) -> dict[str, str | None]:
        awards = SYSTEM.awards(event, Settings(SYSTEM.options, {**event.options, "kind": kind}), table)
        return {a.title: event.name_of(a.player) if a.player is not None else None for a in awards}

    assert given("masters") == {"First place": order[0], "Second place": order[1], "Third place": order[2]}
    assert given("champions") == {
        "First place": order[0],
        "Best painted": None,
        "Most control points": data["champions_awards_if_champions"]["most_cp"],
        "Most army points destroyed": data["champions_awards_if_champions"]["most_apd"],
    }


def before(data: Golden, rebuild: Rebuild, number: int) -> tuple[Event, Pool]:
    """The event and the whole field before round `number` is drawn."""
    event = rebuild(data, number - 1)
    return event, pool_of(event, SYSTEM, number, event.active_players())[0]


def bye_of(event: Event, field: Pool, draw: int) -> str:
    """The bye of one of many possible draws."""
    settings = SYSTEM.settings(event)
    order = SYSTEM.bye_order(field, settings, Lots("golden", f"bye {draw}"))
    return event.name_of(choose_bye(field, order, SYSTEM.rules(settings, field.round))[0].player)


@pytest.mark.parametrize("name", ["G-WMH-A", "G-WMH-B", "G-WMH-D"])
def test_pairings_are_among_those_drawn(name: str, golden: Load, rebuild: Rebuild) -> None:
    """WMH-072 WMH-073 WMH-074 WMH-075: each recorded round is one that the draw can come to, pair-downs included."""
    data = golden(name)
    for drawn in data["rounds"][1:]:
        event, field = before(data, rebuild, drawn["round"])
        points = {e.id: e.points for e in field.entrants}
        if drawn["bye"]:
            field = field.without(event.find(drawn["bye"]).id)
        recorded = {frozenset((one["a"], one["b"])) for one in drawn["games"]}
        seen = set()
        for number in range(DRAWS):
            draw = SYSTEM.draw(field, SYSTEM.settings(event), Lots("golden", f"{drawn['round']} {number}"))
            assert draw.notices == ()
            seen.add(frozenset(frozenset((event.name_of(p.a), event.name_of(p.b))) for p in draw.pairs))
            downs = [max((p.a, p.b), key=points.__getitem__) for p in draw.pairs if points[p.a] != points[p.b]]
            assert len(downs) == len(drawn["paired_down"])
            assert all(next(e for e in field.entrants if e.id == d).downs == 0 for d in downs)
        assert frozenset(recorded) in seen


def test_byes_fall_on_the_lowest(golden: Load, rebuild: Rebuild) -> None:
    """WMH-077 WMH-078: the bye can fall on all who have the fewest points and had none, and on nobody else."""
    data = golden("G-WMH-B")
    found = []
    for drawn in data["rounds"]:
        event, field = before(data, rebuild, drawn["round"])
        possible = {bye_of(event, field, n) for n in range(100)}
        assert drawn["bye"] in possible
        found.append("".join(sorted(name[0] for name in possible)))
    assert found == ["ABCDEFGHI", "BDEH", "BDE", "D"]


def test_iron_gauntlet_final_is_forced(golden: Load, rebuild: Rebuild) -> None:
    """WMH-137 WMH-138 WMH-139 W-39: first seed has the bye, then the fold by seed without rematches."""
    data = golden("G-WMH-C")
    byes = []
    for drawn in data["rounds"]:
        event, field = before(data, rebuild, drawn["round"])
        byes.append({bye_of(event, field, n) for n in range(60)})
        assert drawn["bye"] in byes[-1]
        even = field.without(event.find(drawn["bye"]).id)
        draw = SYSTEM.draw(even, SYSTEM.settings(event), Lots("golden", "unused"))
        assert [[event.name_of(p.a), event.name_of(p.b)] for p in draw.pairs] == [
            [one["a"], one["b"]] for one in drawn["games"]
        ]
        assert {reason.clause for p in draw.pairs for reason in p.why} == {
            "WMH-137" if drawn["round"] == 1 else "WMH-139"
        }
    assert byes == [{"Seed1"}, {"Seed3", "Seed4", "Seed7"}, {"Seed3"}]
