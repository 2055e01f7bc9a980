"""A Legend of the Five Rings event for tests, by name: single games, given rounds, standings and draws."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from muster.core.book.system import Game
from muster.core.forms.fields import check_values
from muster.core.forms.options import Settings, Value
from muster.core.kit.lots import Urn
from muster.core.kit.model import Ending, PlayerId, Raw, Result, StageKind
from muster.core.reading.tally import standings
from muster.core.record.event import Event, Stage
from muster.core.record.facts.play import DrawnBye, DrawnPair, ResultReported, RoundDrawn, RoundPublished
from muster.core.record.fold.play import apply
from muster.core.record.player import Player
from muster.core.rules.rounds import draw_round
from muster.core.standings.ranking import Standings
from muster.systems.l5r import SYSTEM

GOLDEN = Path(__file__).resolve().parents[2] / "golden"

DAN, EMILY = Player(PlayerId(1), "Dan", lot=1), Player(PlayerId(2), "Emily", lot=2)

KINDS = {("W", "L"): "normal", ("W", "ML"): "modified_loss", ("MW", "ML"): "modified"}


def golden(name: str) -> Any:
    return json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))


def settings(**options: Value) -> Settings:
    known = Settings(SYSTEM.options)
    return Settings(SYSTEM.options, {key: known.option(key).check(value) for key, value in options.items()})


def game(
    *,
    ending: Ending = Ending.PLAYED,
    by: Sequence[Player] = (),
    elimination: bool = False,
    options: Settings | None = None,
    **values: Raw,
) -> Game:
    """Dan (side a) against Emily (side b), with values completed as the core does."""
    full = check_values(SYSTEM.result_fields, values, "a result", required=ending is Ending.PLAYED)
    return Game(DAN, EMILY, Result(full, ending, tuple(p.id for p in by)), options or settings(), elimination)


def points(played: Game) -> tuple[Any, Any]:
    """What a legal game pays side a and side b."""
    SYSTEM.check(played)
    a, b = SYSTEM.score(played)
    return a.points, b.points


class Desk:
    """Players by name; each one's lot is its place in the list of names."""

    def __init__(self, names: Sequence[str], **options: Value) -> None:
        self.event = Event("Test", SYSTEM.key, "", seed_hash="", version="", created="", options=dict(options))
        self.event.stages.append(Stage(1, StageKind.SWISS))
        for number, name in enumerate(names, start=1):
            self.event.players[PlayerId(number)] = Player(PlayerId(number), name, lot=number)

    def id(self, name: str) -> PlayerId:
        return self.event.find(name).id

    def round(self, games: Sequence[Sequence[str]], bye: str | None = None) -> None:
        """A round of games as in the golden data: [a, b, a's result, b's result]."""
        number = len(self.event.rounds) + 1
        pairs = tuple(DrawnPair(self.id(g[0]), self.id(g[1]), table) for table, g in enumerate(games, start=1))
        byes = (DrawnBye(self.id(bye)),) if bye else ()
        apply(RoundDrawn(number, 1, pairs, byes, by_hand=True), self.event)
        apply(RoundPublished(number), self.event)
        for match, (_, _, a, b) in enumerate(games, start=1):
            winner, kind = ("a", KINDS[a, b]) if a in ("W", "MW") else ("b", KINDS[b, a])
            played = game(winner=winner, result_kind=kind)
            SYSTEM.check(played)
            apply(ResultReported(number, match, played.result), self.event)

    def standings(self, through: int | None = None) -> Standings:
        return standings(self.event, SYSTEM, through)

    def order(self, through: int | None = None) -> list[str]:
        return [self.event.name_of(p) for p in self.standings(through).order()]

    def points(self) -> dict[str, Any]:
        return {self.event.name_of(row.player): row.points for row in self.standings().rows}

    def draw(self, seed: str = "seed") -> tuple[list[tuple[str, str]], list[str], RoundDrawn]:
        """The pairs and byes of the next round by name, and the draft itself."""
        drawn = draw_round(self.event, SYSTEM, Urn(seed))
        name = self.event.name_of
        return [(name(p.a), name(p.b)) for p in drawn.pairs], [name(b.player) for b in drawn.byes], drawn


def must_be_legal(desk: Desk, pairs: Sequence[tuple[str, str]], byes: Sequence[str]) -> None:
    """L5R-086 L5R-093 L5R-096 L5R-097: checks a draw of the next round, top group first, at most one leftover."""
    table, order = desk.standings(), desk.order()
    met = {frozenset((row.player, o.opponent)) for row in table.rows for o in row.lines if o.opponent}
    seated = [n for pair in pairs for n in pair] + list(byes)
    assert sorted(seated) == sorted(p.name for p in desk.event.active_players())
    for a, b in pairs:
        assert frozenset((desk.id(a), desk.id(b))) not in met, f"{a} and {b} have met"
    if byes and desk.event.rounds:
        able = [n for n in order if n in seated and desk.event.byes_of(desk.id(n)) == 0]
        assert list(byes) == able[-1:], "the bye goes to the lowest ranked without one"
    value, opponent = desk.points(), {x: y for a, b in pairs for x, y in ((a, b), (b, a))}
    left_over: list[str] = []
    for score in sorted({value[n] for n in opponent}, reverse=True):
        group = [n for n in opponent if value[n] == score]
        for n in left_over:
            assert opponent[n] in group, f"{n} should meet the group on {score}"
        left_over = [n for n in group if value[opponent[n]] < score]
        assert len(left_over) <= 1, f"more than one leaves the group on {score}"
    assert not left_over
