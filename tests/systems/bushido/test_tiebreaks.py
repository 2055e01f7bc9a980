"""How players on equal TP are ranked, with each option of the tie-breakers."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.forms.options import Settings
from muster.core.kit.errors import BadInput
from muster.core.kit.model import Outcome, PlayerId
from muster.core.kit.reasons import Reason
from muster.core.standings.lines import LineKind, PlayerRound, Table
from muster.core.standings.ranking import rank
from muster.systems.bushido import SYSTEM
from tests.systems.bushido.desk import Desk, golden


def test_the_books_own_example() -> None:
    """BUS-39 BUS-40: 65 beats 62 between two players on 29 TP."""
    book = golden("V-BUS-SOS")
    settings = Settings(SYSTEM.options, {"tiebreakers": ["sos"]})
    lines: dict[PlayerId, list[PlayerRound]] = {}
    names: dict[PlayerId, str] = {}

    def enter(name: str, points: int, met: list[PlayerId]) -> PlayerId:
        number = PlayerId(len(names) + 1)
        names[number] = name
        shares = [points, *[0] * (len(met) - 1)]
        opponents: list[PlayerId | None] = [*met] or [None]
        lines[number] = [
            PlayerRound(r, LineKind.GAME, share, Outcome.DRAW, Reason("x"), other)
            for r, (share, other) in enumerate(zip(shares, opponents, strict=True), start=1)
        ]
        return number

    tied = []
    for row in book["rows"]:
        others = [enter(f"{row['player']} {n}", points, []) for n, points in enumerate(row["opponents"])]
        tied.append(enter(row["player"], row["tp"], others))
    # The lots are deliberately the wrong way round: only the sums can put the winner first.
    result = rank(Table(lines), tied, [], SYSTEM.tiebreaks(settings), {p: -p for p in names}, {}, 4)
    assert {names[r.player]: r.values["sos"] for r in result.rows} == {r["player"]: r["sos"] for r in book["rows"]}
    assert names[result.rows[0].player] == book["winner"]
    assert [r.rank for r in result.rows] == [1, 2]


def test_suggested_order() -> None:
    """BUS-37: games won, Strength of Schedule, SP, earliest VIM turn; the last one ranks low numbers first."""
    found = SYSTEM.tiebreaks(Settings(SYSTEM.options))
    assert [(t.key, t.low_wins) for t in found] == [
        ("games_won", False),
        ("sos", False),
        ("sp", False),
        ("vim_turn", True),
    ]


def test_event_sets_its_own_order() -> None:
    """BUS-38: another order or choice, from what is on offer, fixed once round 1 is public."""
    option = Settings(SYSTEM.options).option("tiebreakers")
    assert option.lock
    chosen = option.read("head_to_head, sp")
    settings = Settings(SYSTEM.options, {"tiebreakers": chosen})
    assert [t.key for t in SYSTEM.tiebreaks(settings)] == ["head_to_head", "sp"]
    for bad in ("sp, goals", "sp, sp"):
        with pytest.raises(BadInput):
            option.read(bad)


def test_what_decides_the_tiebreaks_is_locked() -> None:
    """BUS-38: every option that changes a tie-breaker stays as it was published."""
    keys = ("tiebreakers", "vim_rule", "bye_is_win", "bye_sos", "bye_sp", "stand_in_sos")
    assert all(Settings(SYSTEM.options).option(key).lock for key in keys)


def test_head_to_head_decides_when_set() -> None:
    """BUS-38: two players on equal TP who met; the winner of that game is first."""
    games: list[list[tuple[str, str, dict[str, Any]]]] = [
        [("Ann", "Bo", {"vp": [0, 1]}), ("Cy", "Di", {"vp": [1, 1]})],
        [("Ann", "Cy", {"vp": [1, 0], "sp": [9, 0]}), ("Bo", "Di", {"vp": [0, 1]})],
    ]
    by_book, by_game = (Desk(["Ann", "Bo", "Cy", "Di"], tiebreakers=t) for t in (["sp"], ["head_to_head", "sp"]))
    for desk in (by_book, by_game):
        for one in games:
            desk.round(*one)
        assert [r.points for r in desk.standings().rows] == [11, 9, 9, 8]
    assert by_book.order() == ["Di", "Ann", "Bo", "Cy"]
    assert by_game.order() == ["Di", "Bo", "Ann", "Cy"]


def vims(**options: str) -> Desk:
    """Ann removed VIMs in turns 2 and 6, Bo in 3 and 4, Cy in 3, Di none; all else is level."""
    desk = Desk(["Di", "Cy", "Bo", "Ann", "W", "X", "Y", "Z"], tiebreakers=["vim_turn"], **options)
    level = {"vp": [3, 0]}
    for turns in ((2, 3, 3, None), (6, 4, None, None)):
        others = ("W", "X", "Y", "Z") if turns[0] == 2 else ("X", "Y", "Z", "W")
        desk.round(
            *(
                (name, other, {**level, "vim": [turn, None]})
                for name, other, turn in zip(("Ann", "Bo", "Cy", "Di"), others, turns, strict=True)
            )
        )
    return desk


def test_vim_turn_is_the_earliest_of_all_games() -> None:
    """BUS-37 B-09: the lowest single turn; level on it shares the place; none is last."""
    rows = vims().standings().rows[:4]
    assert [(r.rank, r.values["vim_turn"]) for r in rows] == [(1, 2), (2, 3), (2, 3), (4, None)]


def test_vim_turns_added_up() -> None:
    """B-09: with the option, more removals first, then the lower sum; none is last."""
    desk = vims(vim_rule="sum")
    assert desk.order()[:4] == ["Bo", "Ann", "Cy", "Di"]
    assert [(r.values["vims"], r.values["vim_turn"]) for r in desk.standings().rows[:4]] == [
        (2, 7),
        (2, 8),
        (1, 3),
        (0, None),
    ]


def with_bye(**options: str | int) -> Desk:
    """Cy sits out round 1, then beats Ann; Bo and Ann drew."""
    desk = Desk(["Ann", "Bo", "Cy"], **options)
    desk.round(("Ann", "Bo", {"vp": [1, 1], "sp": [2, 2]}), bye="Cy")
    desk.round(("Cy", "Ann", {"vp": [2, 1], "sp": [3, 1]}), bye="Bo")
    return desk


def test_bye_in_strength_of_schedule() -> None:
    """BUS-39 B-04: only opponents met count; with the option a bye adds their average."""
    assert with_bye().column("sos") == {"Cy": 7, "Bo": 7, "Ann": 26}
    assert with_bye(bye_sos="average").column("sos") == {"Cy": 14, "Bo": 14, "Ann": 26}


def test_bye_in_scenario_points() -> None:
    """B-05: nothing was scored, unless the event says what a bye counts for."""
    assert with_bye().column("sp") == {"Cy": 3, "Bo": 2, "Ann": 3}
    assert with_bye(bye_sp=5).column("sp") == {"Cy": 8, "Bo": 7, "Ann": 3}


def with_stand_in(**options: str) -> Desk:
    desk = Desk(["Ann", "Bo", "Cy"], **options)
    desk.stand_in("Helper")
    desk.round(("Ann", "Bo", {"vp": [1, 0]}), ("Cy", "Helper", {"vp": [1, 2], "sp": [4, 5]}))
    return desk


def test_stand_in_counts_for_the_opponent_only() -> None:
    """BUS-17 B-08: the game pays in full, the stand-in's TP are in the opponent's SoS, the stand-in takes no place."""
    desk = with_stand_in()
    rows = desk.standings().rows
    assert [(desk.event.name_of(r.player), r.rank, r.points) for r in rows] == [
        ("Ann", 1, 6),
        ("Bo", 2, 3),
        ("Cy", 3, 2),
        ("Helper", None, 7),
    ]
    assert desk.column("sos")["Cy"] == 7
    assert desk.column("sp")["Cy"] == 4


def test_stand_in_left_out_of_strength_of_schedule() -> None:
    """B-08: with the option a stand-in adds nothing; everybody else's sum stays."""
    assert with_stand_in(stand_in_sos="none").column("sos") == {"Ann": 3, "Bo": 6, "Cy": 0, "Helper": 2}


def test_most_points_win_whatever_the_tiebreaks() -> None:
    """BUS-15 BUS-36: TP come before every tie-breaker."""
    desk = Desk(["Ann", "Bo", "Cy", "Di"])
    desk.round(("Ann", "Bo", {"vp": [1, 1], "sp": [0, 0]}), ("Cy", "Di", {"vp": [0, 0], "sp": [9, 9], "vim": [1, 1]}))
    desk.round(("Ann", "Cy", {"vp": [1, 1]}), ("Bo", "Di", {"vp": [1, 0]}))
    rows = [(desk.event.name_of(r.player), r.points, r.values["games_won"]) for r in desk.standings().rows]
    assert rows == [("Bo", 11, 1), ("Ann", 10, 0), ("Cy", 9, 0), ("Di", 7, 0)]
