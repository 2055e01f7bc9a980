"""Strength of schedule as published at real events that used the same formula (with other match points)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from muster.core.kit.model import Outcome, PlayerId
from muster.core.kit.reasons import Reason
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.core.standings.ranking import Standings, rank
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import settings

REAL = Path(__file__).resolve().parents[4] / "shared" / "real"
EVENTS = ("ffg_9_players_bye_every_round", "ffg_16_players_top4", "ffg_113_players_top8")


def event(name: str) -> Any:
    path = REAL / f"{name}.json"
    if not path.exists():
        pytest.skip(f"the record of the real event {path.name} is not here")
    return json.loads(path.read_text("utf-8"))


def ranked(book: Any) -> Standings:
    lines: dict[PlayerId, list[PlayerRound]] = {PlayerId(int(p["id"])): [] for p in book["players"]}
    for round_ in book["rounds"]:
        if round_["stage"] != "swiss":
            continue
        for match in round_["matches"]:
            for own, other in (("a", "b"), ("b", "a")):
                if match[own] is None:
                    continue
                met = None if match[other] is None else PlayerId(int(match[other]))
                kind = LineKind.BYE if met is None else LineKind.GAME
                won = PlayerRound(round_["number"], kind, match[f"{own}_points"], Outcome.DRAW, Reason("test"), met)
                lines[PlayerId(int(match[own]))].append(won)
    players = list(lines)
    return rank(Table(lines), players, [], SYSTEM.tiebreaks(settings()), {p: p for p in players}, {}, 0)


FLOAT_NOISE = Fraction(2, 10**15)
"""How far off sums of binary floats, printed in full, may be."""


def tolerance(book: Any) -> Fraction:
    """Half a unit of the finest digit that was published."""
    figures = [row[key] for row in book["standings"] for key in ("sos", "esos")]
    decimals = max(len(figure.partition(".")[2]) for figure in figures)
    return max(Fraction(1, 2 * 10**decimals), FLOAT_NOISE)


@pytest.mark.parametrize("name", EVENTS)
def test_published_tiebreaks(name: str) -> None:
    """L5R-127 L5R-128 L-02 L-03 L-07 X-07: every player's points and both numbers, including drops and byes."""
    book = event(name)
    table = ranked(book)
    assert len(table.rows) == len(book["standings"])
    for told in book["standings"]:
        row = table.row(PlayerId(int(told["id"])))
        assert row.points == told["points"]
        for key in ("sos", "esos"):
            value = row.values[key]
            assert value is not None
            assert abs(value - Fraction(told[key])) <= tolerance(book), (told["id"], key)


@pytest.mark.parametrize("name", EVENTS)
def test_published_order(name: str) -> None:
    """L5R-127 L5R-128 L-08: everybody's order; publishers who compared floats got some ties the wrong way round."""
    book = event(name)
    table = ranked(book)
    wrong = {
        frozenset((int(w["published_higher"]), int(w["published_lower"])))
        for w in book["verification"]["rank_pairs_where_exact_order_differs_from_published"]
    }
    published = [int(r["id"]) for r in sorted(book["standings"], key=lambda r: r["rank"])]
    found = [int(p) for p in table.order()]
    differs = {frozenset((a, b)) for a, b in zip(published, found, strict=True) if a != b}
    assert differs == wrong
