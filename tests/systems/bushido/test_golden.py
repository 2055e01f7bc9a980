"""The worked Bushido tournaments: every ranking, every tie-break, every forced pairing."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.record.facts.play import RoundDrawn
from tests.systems.bushido.desk import Desk, golden

WORKED = ("G-BUS-A", "G-BUS-B")


def enter(book: Any, **options: Any) -> Desk:
    clubs = {p["player"]: p["club"] for p in book["players"]}
    return Desk(list(clubs), clubs, **{"rounds": len(book["rounds"]), **options})


def play(desk: Desk, given: Any) -> None:
    games = [(g["a"], g["b"], {key: g[key] for key in ("vp", "sp", "vim")}) for g in given["games"]]
    desk.round(*games, bye=given["bye"])


def codes(drawn: RoundDrawn) -> list[tuple[str, str]]:
    return [(pair.why[0].code, pair.why[0].clause) for pair in drawn.pairs]


@pytest.mark.parametrize("name", WORKED)
def test_standings_after_every_round(name: str) -> None:
    """BUS-15 BUS-34 BUS-36 BUS-37 BUS-39 B-03 B-04 B-05: TP and four tie-breakers, byes included, round by round."""
    book = golden(name)
    desk = enter(book)
    for number, given in enumerate(book["rounds"], start=1):
        play(desk, given)
        match_tp = [[line.points for line in _lines(desk, number, g)] for g in given["games"]]
        assert match_tp == [g["tp"] for g in given["games"]]
        rows = [
            [desk.event.name_of(r.player), r.points, r.values["games_won"], r.values["sos"], r.values["sp"]]
            for r in desk.standings().rows
        ]
        assert rows == given["ranking_after"]
    final = [
        {
            "rank": row.rank,
            "player": desk.event.name_of(row.player),
            "tp": row.points,
            "won": row.values["games_won"],
            "sos": row.values["sos"],
            "sp": row.values["sp"],
            "vim": row.values["vim_turn"],
        }
        for row in desk.standings().rows
    ]
    assert final == book["standings"]


def _lines(desk: Desk, number: int, game: Any) -> list[Any]:
    table = desk.standings()
    return [table.row(desk.id(game[side])).lines[number - 1] for side in ("a", "b")]


@pytest.mark.parametrize("name", WORKED)
def test_forced_pairings(name: str) -> None:
    """BUS-14 BUS-16 BUS-18 B-01 B-06: rounds 2 and 3 follow from the ranking, pair by pair and with their bye."""
    book = golden(name)
    desk = enter(book)
    for given in book["rounds"]:
        if given["round"] > 1:
            pairs, byes, drawn = desk.draw()
            assert pairs == [(g["a"], g["b"]) for g in given["games"]]
            assert byes == [given["bye"]] * (given["bye"] is not None)
            assert [p.table for p in drawn.pairs] == [1, 2, 3, 4]
        play(desk, given)


def test_reasons_of_a_ranked_round() -> None:
    """BUS-16 BUS-18 B-01 B-06: each pair says whether it is next in rank or nearest not met, each bye who was passed
    over.
    """
    book = golden("G-BUS-B")
    desk = enter(book)
    play(desk, book["rounds"][0])
    play(desk, book["rounds"][1])
    _, _, drawn = desk.draw()
    assert codes(drawn) == [("next", "BUS-16"), ("next", "BUS-16"), ("nearest", "B-01"), ("next", "BUS-16")]
    assert [(why.code, why.clause, why.data) for why in drawn.byes[0].why] == [
        ("bye", "BUS-18", {}),
        ("bye_had_one", "B-06", {"player": desk.id("Iris")}),
    ]


def test_strict_pairs_with_rematches_allowed() -> None:
    """BUS-16 B-01: without the option, first meets second and so on, whoever met before; the bye is the same."""
    book = golden("G-BUS-B")
    desk = enter(book, avoid_rematch=False)
    for given in book["rounds"]:
        if "strict_pairs" in given:
            pairs, byes, drawn = desk.draw()
            assert [list(pair) for pair in pairs] == given["strict_pairs"]
            assert byes == [given["bye"]]
            assert set(codes(drawn)) == {("next", "BUS-16")}
        play(desk, given)


def test_bye_that_is_no_win() -> None:
    """B-03: with the option off the player with the bye has one game won less and falls behind."""
    book = golden("G-BUS-B")
    desk = enter(book, bye_is_win=False)
    for given in book["rounds"]:
        if given["round"] > 1:
            assert desk.draw()[0] == [(g["a"], g["b"]) for g in given["games"]]
        play(desk, given)
    assert desk.order() == book["alt_standings_bye_not_a_win"]
    assert desk.column("games_won")["Gwen"] == 0
