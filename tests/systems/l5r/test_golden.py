"""The worked tournaments: points, ranks and tie-breaks after every round, and legal draws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from muster.core.record.facts.play import PlayerDropped, PlayerExcused, PlayerRejoined
from muster.core.record.fold.play import apply
from muster.core.record.player import Status
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import Desk, golden, must_be_legal, settings

WORKED = ("G-L5R-A", "G-L5R-B")


def enter(book: Any, **options: Any) -> Desk:
    return Desk(book["players"], structure=book["options"]["structure"], tier=book["options"]["tier"], **options)


def begin(desk: Desk, given: Any) -> None:
    """Who left and who came back before this round; a missed round is an unpaired loss once they are back."""
    absent = set(given.get("unpaired_loss", ()))
    for player in desk.event.players.values():
        if player.name in absent and player.active:
            apply(PlayerDropped(player.id, len(desk.event.rounds)), desk.event)
        elif player.name not in absent and player.status is Status.DROPPED:
            apply(PlayerRejoined(player.id), desk.event)


def play(desk: Desk, given: Any) -> None:
    desk.round(given["games"], given["bye"])
    for name in given.get("unpaired_loss", ()):
        apply(PlayerExcused(desk.id(name), given["round"]), desk.event)


@pytest.mark.parametrize("name", WORKED)
def test_points_after_every_round(name: str) -> None:
    """L5R-085 L5R-090 L5R-126 L-01 L-05 L-06: games, byes, modified results and a missed round, round by round."""
    book = golden(name)
    desk = enter(book)
    for given in book["rounds"]:
        begin(desk, given)
        play(desk, given)
        assert desk.points() == given["points_after"]


@pytest.mark.parametrize("name", WORKED)
def test_pairings_are_legal_draws(name: str) -> None:
    """L5R-086 L5R-093 L5R-096 L5R-097: the given pairings, and ours for the same state, are legal by the same check."""
    book = golden(name)
    desk = enter(book)
    for given in book["rounds"]:
        begin(desk, given)
        must_be_legal(desk, [(a, b) for a, b, _, _ in given["games"]], [given["bye"]] if given["bye"] else [])
        for seed in ("one", "two", "three"):
            pairs, byes, _ = desk.draw(seed)
            must_be_legal(desk, pairs, byes)
            if given["round"] > 1:
                assert byes == ([given["bye"]] if given["bye"] else [])
        play(desk, given)


@pytest.mark.parametrize(("name", "table"), [("G-L5R-A", "standings"), ("G-L5R-B", "swiss_standings")])
def test_final_standings(name: str, table: str) -> None:
    """L5R-094 L5R-127 L5R-128 L-02 L-03 L-06 L-08 X-09: rank, opponents and both tie-breaks as exact fractions."""
    book = golden(name)
    desk = enter(book)
    for given in book["rounds"]:
        play(desk, given)
    rows = [
        {
            "rank": row.rank,
            "player": desk.event.name_of(row.player),
            "tp": row.points,
            "rounds": len(row.lines),
            "opponents": [desk.event.name_of(line.opponent) for line in row.lines if line.opponent],
            "sos": row.values["sos"],
            "esos": row.values["esos"],
        }
        for row in desk.standings().rows
    ]
    expected = [
        {k: r[k] for k in ("rank", "player", "tp", "rounds", "opponents")}
        | {"sos": Fraction(r["sos"]), "esos": Fraction(r["esos"])}
        for r in book[table]
    ]
    assert rows == expected


def test_the_lot_orders_who_is_level_to_the_end() -> None:
    """L5R-129 L-41: Aya and Eri share rank 6; the lot drawn once for each orders them, either way."""
    book = golden("G-L5R-A")
    desk = enter(book)
    for given in book["rounds"]:
        play(desk, given)
    assert desk.order()[5:7] == ["Aya", "Eri"]
    desk.event.find("Aya").lot = 100
    assert desk.order()[5:7] == ["Eri", "Aya"]
    assert [r.rank for r in desk.standings().rows[5:7]] == [6, 6]


def test_ranks_after_every_round() -> None:
    """L5R-127 L5R-128 L5R-129: the order after each round, with who shares a rank."""
    book = golden("G-L5R-B")
    desk = enter(book)
    for given in book["rounds"]:
        play(desk, given)
        rows = desk.standings().rows
        ties: dict[Any, list[str]] = {}
        for row in rows:
            ties.setdefault(row.rank, []).append(desk.event.name_of(row.player))
        assert [sorted(t) for t in ties.values() if len(t) > 1] == [sorted(t) for t in given["rank_ties"]]
        level = {n: min(t) for t in given["rank_ties"] for n in t}
        found = [desk.event.name_of(row.player) for row in rows]
        assert [level.get(n, n) for n in found] == [level.get(n, n) for n in given["rank_after"]]


def test_a_missed_round_worth_nothing() -> None:
    """L5R-090 L-05: with 0 points for an unpaired loss Eri falls behind Ivo."""
    book = golden("G-L5R-B")
    desk = enter(book, unpaired_loss_points=0)
    for given in book["rounds"]:
        play(desk, given)
    assert desk.order() == book["alt_swiss_order_unpaired_loss_0"]


@pytest.mark.parametrize("name", WORKED)
def test_shape_of_the_event(name: str) -> None:
    """L5R-131 L5R-132: rounds and cut come from the table."""
    book = golden(name)
    plan = SYSTEM.plan(settings(structure=book["options"]["structure"]), len(book["players"]))
    assert (plan.rounds, plan.cut) == (len(book["rounds"]), book.get("cut", {"size": 0})["size"])


def test_the_cut_takes_the_top() -> None:
    """L5R-100: the first four of the Swiss standings qualify."""
    book = golden("G-L5R-B")
    desk = enter(book)
    for given in book["rounds"]:
        play(desk, given)
    assert desk.order()[: book["cut"]["size"]] == book["cut"]["qualified"]
