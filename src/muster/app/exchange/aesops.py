"""Reads the JSON that AesopsTables writes: that of NRTM, with one game per match, by its corp and its runner."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from muster.app.exchange import nrtm
from muster.app.exchange.record import Record

FORMAT = "AesopsTables"
BYE = "(BYE)"


def read(data: Any) -> Record:
    """The record of a parsed file; mistakes are reported as for NRTM."""
    if isinstance(data, Mapping) and isinstance(data.get("rounds"), list):
        rounds = [[_table(one) for one in round_] if isinstance(round_, list) else round_ for round_ in data["rounds"]]
        data = {**data, "rounds": rounds}
    return replace(nrtm.read(data), format=FORMAT)


def _table(raw: Any) -> Any:
    if not isinstance(raw, Mapping) or "corpPlayer" not in raw:
        return raw
    runner = raw.get("runnerPlayer")
    return {
        "table": raw.get("tableNumber"),
        "player1": {"id": raw["corpPlayer"], "combinedScore": raw.get("corpScore")},
        "player2": {"id": None if runner == BYE else runner, "combinedScore": raw.get("runnerScore")},
        "eliminationGame": "winner_id" in raw,
    }
