"""Golden data, and events rebuilt from it with all results in."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.forms.options import Settings, Value
from muster.core.kit.model import Ending, PlayerId, Result, StageKind
from muster.core.record.event import ByeSeat, Event, Match, MatchState, Round, RoundState, Stage
from muster.core.record.player import Player
from muster.systems.warmachine import SYSTEM

GOLDEN = Path(__file__).resolve().parents[2] / "golden"

Golden = dict[str, Any]


@pytest.fixture
def golden() -> Callable[[str], Golden]:
    def load(name: str) -> Golden:
        data: Golden = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
        return data

    return load


@pytest.fixture
def settings() -> Callable[..., Settings]:
    def with_options(**values: Value) -> Settings:
        return Settings(SYSTEM.options, values)

    return with_options


@pytest.fixture
def game() -> Callable[..., Game]:
    """A game of Asha (1, side a) and Bo (2, side b)."""

    def build(
        result: Result, a: dict[str, Any] | None = None, b: dict[str, Any] | None = None, **values: Value
    ) -> Game:
        asha, bo = Player(PlayerId(1), "Asha", 1, a or {}), Player(PlayerId(2), "Bo", 2, b or {})
        return Game(asha, bo, result, Settings(SYSTEM.options, values))

    return build


@pytest.fixture
def empty_event() -> Callable[..., Event]:
    """An event with these players and no round."""

    def build(*names: str, **values: Value) -> Event:
        event = Event("Test", SYSTEM.key, SYSTEM.edition.version, "", "", "", options=dict(values))
        event.stages.append(Stage(1, StageKind.SWISS))
        for number, name in enumerate(names, start=1):
            event.players[PlayerId(number)] = Player(PlayerId(number), name, lot=number)
        return event

    return build


@pytest.fixture
def rebuild(empty_event: Callable[..., Event]) -> Callable[[Golden, int], Event]:
    """A golden tournament's event after this many rounds."""

    def build(data: Golden, rounds: int) -> Event:
        options = {"seeded": True} if data["options"].get("seeded") else {}
        event = empty_event(*data["players"], **options)
        for player in event.players.values():
            player.values["qp"] = data.get("qps", {}).get(player.name)
        ids = {p.name: p.id for p in event.players.values()}
        for drawn in data["rounds"][:rounds]:
            matches = [_match(n, one, drawn["paired_down"], ids) for n, one in enumerate(drawn["games"], start=1)]
            byes = [ByeSeat(ids[drawn["bye"]])] if drawn["bye"] else []
            event.rounds.append(Round(drawn["round"], 1, matches, byes, state=RoundState.PUBLISHED))
        return event

    return build


def _match(number: int, one: dict[str, Any], paired_down: list[str], ids: dict[str, PlayerId]) -> Match:
    down = next((ids[name] for name in (one["a"], one["b"]) if name in paired_down), None)
    match = Match(number, ids[one["a"]], ids[one["b"]], number, down=down, state=MatchState.IN)
    if one["how"] == "concession":
        at = one["at_concession"]
        lists = [at["conceder_list_points"] if at["conceder"] == one[side] else None for side in "ab"]
        values = {"cp": at["cp"], "apd": at["apd"], "list_points": lists}
        match.result = Result(values, Ending.CONCESSION, (ids[at["conceder"]],))
        return match
    winner = "tie" if one["winner"] is None else "a" if one["winner"] == one["a"] else "b"
    how = None if winner == "tie" else one["how"]
    match.result = Result({"winner": winner, "how": how, "cp": one["cp"], "apd": one["apd"]})
    return match
