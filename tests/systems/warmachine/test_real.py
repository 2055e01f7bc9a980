"""A real championship of 160 players and 400 games, where its record is at hand: totals and tie-breaks."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muster.core.kit.model import Result
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Match, MatchState, Round, RoundState
from muster.systems.warmachine import SYSTEM

RECORD = Path(__file__).resolve().parents[4] / "shared" / "real" / "warmachine_teams_2013.json"

WAYS = {"Caster Kill": "assassination", "Scenario": "scenario"}


def test_individual_table(empty_event: Callable[..., Event]) -> None:
    """WMH-066 WMH-083 WMH-084: tournament points, SoS, CP and APD of all players, and their order."""
    if not RECORD.exists():
        pytest.skip("the record of the 2013 team championship is not at hand")
    data = json.loads(RECORD.read_text("utf-8"))
    event = empty_event(*(p["id"] for p in data["players"]))
    ids = {p.name: p.id for p in event.players.values()}
    for played in data["rounds"]:
        matches = []
        for number, one in enumerate(played["matches"], start=1):
            winner = {one["a"]: "a", one["b"]: "b"}.get(one["winner"], "tie")
            values: dict[str, Any] = {
                "winner": winner,
                "how": None if winner == "tie" else WAYS.get(one["victory_condition"], "tiebreak"),
                "cp": [one["a_cp"], one["b_cp"]],
                "apd": [one["a_ap_destroyed"], one["b_ap_destroyed"]],
            }
            matches.append(
                Match(number, ids[one["a"]], ids[one["b"]], number, state=MatchState.IN, result=Result(values))
            )
        event.rounds.append(Round(played["number"], 1, matches, [], state=RoundState.CLOSED))
    table = standings(event, SYSTEM)
    found = {
        event.name_of(row.player): (row.points, row.values["sos"], row.values["cp"], row.values["apd"])
        for row in table.rows
    }
    expected = {row["id"]: (row["tp"], row["sos"], row["cp"], row["ap"]) for row in data["computed_individual_table"]}
    assert found == expected
    order = [row["id"] for row in sorted(data["computed_individual_table"], key=lambda row: row["rank"])]
    assert [expected[name] for name in found] == [expected[name] for name in order]
