"""A Bushido event for tests, run by the core's own steps: who enters, given rounds played, standings, the next draw."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from muster.core.forms.fields import check_values
from muster.core.forms.options import Value
from muster.core.kit.lots import Urn
from muster.core.kit.model import Ending, PlayerId, Raw, Result, StageKind
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Stage
from muster.core.record.facts.play import (
    DrawnBye,
    DrawnPair,
    ResultReported,
    RoundDrawn,
    RoundPublished,
    ScenarioChosen,
)
from muster.core.record.fold.play import apply
from muster.core.record.player import Player
from muster.core.rules.rounds import draw_round
from muster.core.standings.ranking import Standings
from muster.systems.bushido import SYSTEM

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def golden(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))


class Desk:
    """Players by name; each one's lot is its place in the list of names."""

    def __init__(self, names: Sequence[str], clubs: Mapping[str, str] | None = None, /, **options: Value) -> None:
        self.event = Event(
            "Test", SYSTEM.key, "", seed_hash="", version="", created="", options={"rounds": 20, **options}
        )
        self.event.stages.append(Stage(1, StageKind.SWISS))
        for number, name in enumerate(names, start=1):
            club: dict[str, Raw] = {"club": clubs[name]} if clubs else {}
            self.event.players[PlayerId(number)] = Player(PlayerId(number), name, lot=number, values=club)

    def id(self, name: str) -> PlayerId:
        return self.event.find(name).id

    def stand_in(self, name: str) -> None:
        number = PlayerId(len(self.event.players) + 1)
        self.event.players[number] = Player(number, name, lot=number, stand_in=True)

    def scenario(self, number: int, name: str, category: str = "", *, advanced: bool = False) -> None:
        apply(ScenarioChosen(number, name, category, advanced), self.event)

    def round(self, *games: tuple[str, str, dict[str, Any]], bye: str | None = None) -> None:
        """A round with these pairs and results. The value `by` names who conceded."""
        number = len(self.event.rounds) + 1
        pairs = tuple(DrawnPair(self.id(a), self.id(b), table) for table, (a, b, _) in enumerate(games, start=1))
        byes = (DrawnBye(self.id(bye)),) if bye else ()
        apply(RoundDrawn(number, 1, pairs, byes, by_hand=True), self.event)
        apply(RoundPublished(number), self.event)
        for match, (_, _, values) in enumerate(games, start=1):
            apply(ResultReported(number, match, self._result(dict(values))), self.event)

    def _result(self, values: dict[str, Raw]) -> Result:
        by = values.pop("by", None)
        full = check_values(SYSTEM.result_fields, values, "a result", required=by is None)
        if by is None:
            return Result(full)
        return Result(full, Ending.CONCESSION, (self.id(str(by)),))

    def standings(self, through: int | None = None) -> Standings:
        return standings(self.event, SYSTEM, through)

    def order(self) -> list[str]:
        return [self.event.name_of(p) for p in self.standings().order()]

    def column(self, key: str) -> dict[str, Any]:
        return {self.event.name_of(row.player): row.values[key] for row in self.standings().rows}

    def draw(self, seed: str = "seed") -> tuple[list[tuple[str, str]], list[str], RoundDrawn]:
        """The pairs and byes of the next round by name, and the draft itself."""
        drawn = draw_round(self.event, SYSTEM, Urn(seed))
        name = self.event.name_of
        return [(name(p.a), name(p.b)) for p in drawn.pairs], [name(b.player) for b in drawn.byes], drawn
