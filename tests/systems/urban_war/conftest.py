"""Urban War events and games built by hand, and the golden data."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from muster.core.book.system import Game
from muster.core.forms.options import Settings, Value
from muster.core.kit.model import Ending, PlayerId, Raw, Result, StageKind
from muster.core.record.event import ByeSeat, Event, Match, MatchState, Round, RoundState, Stage
from muster.core.record.player import Player, Status
from muster.systems.urban_war import SYSTEM

GOLDEN = Path(__file__).resolve().parents[2] / "golden"

Golden = Callable[[str], dict[str, Any]]
MakeEvent = Callable[..., Event]
MakeGame = Callable[..., Game]
AddRound = Callable[..., Round]


@pytest.fixture
def golden() -> Golden:
    def load(name: str) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
        return loaded

    return load


@pytest.fixture
def make_game() -> MakeGame:
    """A game between Ann (1) and Bob (2)."""

    def make(
        models: tuple[int, int] = (12, 12),
        ending: Ending = Ending.PLAYED,
        by: Sequence[int] = (),
        options: Mapping[str, Value] | None = None,
        **values: Raw,
    ) -> Game:
        ann = Player(PlayerId(1), "Ann", 1, {"models": models[0]})
        bob = Player(PlayerId(2), "Bob", 2, {"models": models[1]})
        result = Result(values, ending, tuple(PlayerId(p) for p in by))
        return Game(ann, bob, result, Settings(SYSTEM.options, options))

    return make


@pytest.fixture
def make_event() -> MakeEvent:
    """An event with these players; a plain number makes that many, with 12 models each."""

    def make(players: int | Sequence[Mapping[str, Any]], options: Mapping[str, Value] | None = None) -> Event:
        if isinstance(players, int):
            players = [{"id": n, "name": f"Player {n}", "models": 12} for n in range(1, players + 1)]
        event = Event(name="Test", system="urban_war", edition="", seed_hash="", version="", created="")
        event.stages.append(Stage(1, StageKind.SWISS))
        event.options.update(options or {})
        for entry in players:
            values = {key: entry[key] for key in ("faction", "models", "points") if key in entry}
            event.players[entry["id"]] = Player(entry["id"], entry["name"], entry["id"], values)
        return event

    return make


@pytest.fixture
def add_round() -> AddRound:
    """A published round: `games` as in the golden data; whoever concedes retires (UW-53)."""

    def add(event: Event, games: Sequence[Mapping[str, Any]], bye: int | None = None) -> Round:
        matches = []
        for number, game in enumerate(games, start=1):
            a, b = game["a"], game["b"]
            values: dict[str, Raw] = {
                "lost": list(game["lost"]),
                "withdrew": [game.get("withdrew") == a, game.get("withdrew") == b],
                "bonus": [0, 0],
            }
            conceder = game.get("conceded")
            result = Result(values, Ending.CONCESSION, (conceder,)) if conceder else Result(values)
            if conceder:
                event.players[conceder].status = Status.RETIRED
            table = game.get("table", number)
            matches.append(Match(number, a, b, table, state=MatchState.IN, result=result))
        byes = [] if bye is None else [ByeSeat(PlayerId(bye))]
        made = Round(len(event.rounds) + 1, 1, matches, byes, state=RoundState.PUBLISHED)
        event.rounds.append(made)
        return made

    return add
