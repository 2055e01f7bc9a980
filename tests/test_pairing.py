"""muster.pairing: names and signatures stay, examples run, and what cannot be right is refused in one sentence."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from muster import pairing
from muster.pairing import (
    PlayedMatch,
    SwissPlayer,
    buchholz,
    game_win,
    head_to_head,
    margin_of_victory,
    opponents_match_win,
    pair,
    pair_arrays,
    sonneborn_berger,
    standings,
    standings_of_arrays,
)

ROOT = Path(__file__).resolve().parent.parent

STABLE = {
    "SCORE": "'score'",
    "ColumnRound": "first second bye certificate",
    "ColumnStandings": "order rank points values",
    "Compute": "",
    "Formula": "column",
    "Objective": "",
    "PlayedMatch": "a b points_a points_b=0 score=None drawn_games=0",
    "Points": "",
    "RankedPlayer": "id rank points values opponents byes",
    "SwissEntry": "",
    "SwissPlayer": "id points=0 opponents=() byes=0",
    "SwissProof": "rematches gap bound proven",
    "SwissRound": "pairs bye certificate",
    "buchholz": "(*, cut_low=0, cut_high=0)",
    "extended_strength_of_schedule": "(table, players)",
    "game_win": "(*, floor=Fraction(1, 3), drawn=Fraction(1, 3))",
    "games_won": "(*, count_byes=True)",
    "head_to_head": "(table, players)",
    "margin_of_victory": "(*, base=0)",
    "opponents_game_win": "(*, floor=Fraction(1, 3), drawn=Fraction(1, 3))",
    "opponents_match_win": "(*, win, floor=Fraction(1, 3))",
    "opponents_points": "(*, byes_as_average=False)",
    "pair": "(players, *, seed, objective='score groups')",
    "pair_arrays": "(points, opponents, byes=None, *, seed, objective='score groups')",
    "sonneborn_berger": "(table, players)",
    "standings": "(players, rounds, tiebreaks=None)",
    "standings_of_arrays": "(points, opponents, tiebreaks=None)",
    "strength_of_schedule": "(table, players)",
    "total": "(stat)",
}
"""Every public name with its fields or parameters. Lines are only ever added, and parameters only with a default."""


def shape(thing: Any) -> str:
    """The fields of a class, the parameters of a function, or nothing for a type's other name."""
    if isinstance(thing, str):
        return repr(thing)
    if isinstance(thing, type) and is_dataclass(thing):
        parameters = inspect.signature(thing).parameters
        return " ".join(
            f.name
            if parameters[f.name].default is inspect.Parameter.empty
            else f"{f.name}={parameters[f.name].default}"
            for f in fields(thing)
        )
    if isinstance(thing, type) or not (inspect.isfunction(thing) or isinstance(thing, pairing.Formula)):
        return ""
    signature = inspect.signature(thing)
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in signature.parameters.values()]
    return str(signature.replace(parameters=bare, return_annotation=inspect.Signature.empty))


def test_names_and_signatures_stay() -> None:
    assert {name: shape(getattr(pairing, name)) for name in pairing.__all__} == STABLE


@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_examples_print_what_is_written(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, re.M | re.S)
    examples = doctest.DocTestParser().get_doctest("".join(blocks), {}, page, page, 0)
    told: list[str] = []
    failed, tried = doctest.DocTestRunner().run(examples, out=told.append)
    assert tried >= 5
    assert not failed, "".join(told)


def test_readme_needs_five_lines() -> None:
    [block] = re.findall(r"^```pycon\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.M | re.S)
    assert block.count(">>> ") == 5


ROUNDS = [
    [
        PlayedMatch("Ann", "Ben", 3, 0, (2, 0)),
        PlayedMatch("Cem", "Dee", 3, 0, (2, 1)),
        PlayedMatch("Eve", None, 3, 0, (2, 0)),
    ],
    [
        PlayedMatch("Ann", "Cem", 3, 0, (2, 1)),
        PlayedMatch("Eve", "Ben", 1, 1, (1, 1), 1),
        PlayedMatch("Dee", None, 3, 0, (2, 0)),
    ],
    [
        PlayedMatch("Ann", "Eve", 0, 3, (1, 2)),
        PlayedMatch("Ben", "Dee", 3, 0, (2, 0)),
        PlayedMatch("Cem", None, 3, 0, (2, 0)),
    ],
]
"""The worked example of docs/tie-breaks.md."""

PLAYERS = ["Ann", "Ben", "Cem", "Dee", "Eve"]


def test_tie_breaks_are_those_of_the_worked_example() -> None:
    asked = {"omw": opponents_match_win(win=3), "gw": game_win()}
    table = {row.id: row for row in standings(PLAYERS, ROUNDS, asked)}
    assert [table[p].points for p in PLAYERS] == [6, 4, 6, 3, 7]
    thirds = [Fraction(17, 27), Fraction(16, 27), Fraction(1, 2), Fraction(5, 9), Fraction(5, 9)]
    assert [table[p].values["omw"] for p in PLAYERS] == thirds
    shares = [Fraction(5, 8), Fraction(10, 21), Fraction(5, 8), Fraction(3, 7), Fraction(2, 3)]
    assert [table[p].values["gw"] for p in PLAYERS] == shares
    assert [(row.rank, row.id, row.byes) for row in standings(PLAYERS, ROUNDS, asked)][:3] == [
        (1, "Eve", 1),
        (2, "Ann", 0),
        (3, "Cem", 1),
    ]


def test_head_to_head_decides_among_those_who_are_level() -> None:
    """Ann and Cem have 6 points each, and Ann beat Cem."""
    table = standings(["Cem", "Ann", "Ben", "Dee", "Eve"], ROUNDS, {"met": head_to_head})
    assert [(row.rank, row.id) for row in table][:3] == [(1, "Eve"), (2, "Ann"), (3, "Cem")]
    level = standings(["Cem", "Ann", "Ben", "Dee", "Eve"], ROUNDS)
    assert [(row.rank, row.id) for row in level][:3] == [(1, "Eve"), (2, "Cem"), (2, "Ann")]


def test_objects_and_arrays_come_to_the_same() -> None:
    """Five rounds of 41 players, paired as objects; every tie-break that arrays support, and the certificate."""
    rng = np.random.default_rng(5)
    players = list(range(41))
    rounds: list[list[PlayedMatch[int]]] = []
    points, opponents = np.zeros((41, 5), dtype=int), np.full((41, 5), -1)
    ties = {"b": buchholz(cut_low=1), "sb": sonneborn_berger}
    for number in range(5):
        drawn = pair(standings(players, rounds, ties), seed=f"five rounds, {number}")
        assert drawn.certificate.rematches == 0 and drawn.certificate.proven
        assert drawn.bye is not None
        matches = [PlayedMatch(drawn.bye, None, 3)]
        points[drawn.bye, number] = 3
        for a, b in drawn.pairs:
            own, theirs = [(3, 0), (1, 1), (0, 3)][int(rng.integers(3))]
            matches.append(PlayedMatch(a, b, own, theirs))
            points[[a, b], number] = own, theirs
            opponents[[a, b], number] = b, a
        rounds.append(matches)
    table = standings(players, rounds, ties)
    found = standings_of_arrays(points, opponents, ties)
    assert [row.id for row in table] == found.order.tolist()
    assert [row.rank for row in table] == found.rank[found.order].tolist()
    for key in ties:
        assert [row.values[key] for row in table] == [found.values[key][row.id] for row in table]
    assert len({row.id for row in table if row.byes}) == 5
    byes = [row.byes for row in sorted(table, key=lambda row: row.id)]
    in_rows = sorted(table, key=lambda row: row.id)
    assert (
        pair_arrays(points.sum(axis=1), opponents, byes, seed="six").certificate
        == pair(in_rows, seed="six").certificate
    )


def test_the_first_round_has_no_opponents() -> None:
    assert pair_arrays([0, 0, 0, 0], [], seed="first").first.size == 2
    assert len(pair(standings(PLAYERS, []), seed="first").pairs) == 2


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: pair([SwissPlayer("A"), SwissPlayer("A")], seed="x"), "'A' is in the field twice; ids are unique"),
        (lambda: pair([SwissPlayer("A", 0, ["A"])], seed="x"), "'A' is among their own opponents"),
        (
            lambda: pair([SwissPlayer("A", 0, ["B"]), SwissPlayer("B")], seed="x"),
            "'A' has met 'B', but 'B' has not met 'A'; name both",
        ),
        (
            lambda: pair([SwissPlayer("A", 0.5)], seed="x"),  # type: ignore[arg-type]  # a wrong value, on purpose
            "points are whole numbers or fractions.Fraction, not 0.5 ('A')",
        ),
        (
            lambda: pair([], seed="x", objective="best"),  # type: ignore[arg-type]  # a wrong value, on purpose
            "the objective is 'score groups' or 'gap', not 'best'",
        ),
        (lambda: pair_arrays([0, 0], [[1], [1]], seed="x"), "row 1 is its own opponent"),
        (
            lambda: pair_arrays([0, 0, 0], [[1], [2], [1]], seed="x"),
            "in round 1 row 0 met row 1, but row 1 did not meet row 0",
        ),
        (lambda: pair_arrays([0, 0], [[2], [0]], seed="x"), "an opponent is -1 or a row from 0 to 1"),
        (
            lambda: pair_arrays([0, 0], [[0.5], [0.5]], seed="x"),
            "opponents are row numbers, or -1 for none, not float64",
        ),
        (
            lambda: pair_arrays([0, 0], [[1], [0]], [1], seed="x"),
            "one number of byes for each of 2 players, not an array of (1,)",
        ),
        (lambda: standings(["A", "A"], []), "'A' is in the field twice; ids are unique"),
        (lambda: standings(["A"], [[PlayedMatch("A", "A", 1)]]), "'A' plays against themselves in round 1"),
        (
            lambda: standings(["A"], [[PlayedMatch("A", "B", 1)]]),
            "'B' plays in round 1, but is not among the players",
        ),
        (
            lambda: standings(["A", "B"], [[PlayedMatch("A", "B", 1), PlayedMatch("A", None, 1)]]),
            "'A' has two matches in round 1",
        ),
        (
            lambda: standings(["A", "B"], [[PlayedMatch("A", "B", 1)]], {"m": margin_of_victory()}),
            "a tie-break asks for 'margin', and the match of 'A' in round 1 has no score",
        ),
        (
            lambda: standings_of_arrays([[1], [0]], [[1], [0]], {"m": margin_of_victory()}),
            "a tie-break asks for 'margin', which arrays do not hold; use standings()",
        ),
        (
            lambda: standings_of_arrays([[1], [0]], [[1], [0]], {"h": head_to_head}),  # type: ignore[dict-item]  # a wrong value, on purpose
            "the tie-break 'h' is not a formula, and arrays take only formulas; use standings()",
        ),
        (
            lambda: standings_of_arrays([[1], [0]], [[1, 1], [0, 0]]),
            "opponents have the shape (2, 2), points (2, 1)",
        ),
    ],
)
def test_a_mistake_is_one_sentence(wrong: Callable[[], object], sentence: str) -> None:
    with pytest.raises((ValueError, TypeError)) as told:
        wrong()
    assert str(told.value) == sentence
