"""Rounds and cuts by head count, the Custom structure, and what an organiser is told."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.book.system import Plan
from muster.core.forms.options import Value
from muster.core.kit.errors import BadInput, Refusal
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import Desk, golden, settings

ROUNDS = golden("V-ROUNDS")


def rows(structure: str) -> list[tuple[str, int, Any]]:
    return [(structure, int(n), row) for n, row in ROUNDS[f"l5r_{structure}"].items()]


@pytest.mark.parametrize(("structure", "players", "row"), [*rows("basic"), *rows("advanced")])
def test_vectors(structure: str, players: int, row: Any) -> None:
    """L5R-100 L5R-131 L5R-132 L-28: both edges of every row; below the first row the structure is not offered."""
    options = settings(structure=structure)
    if row is None:
        with pytest.raises(Refusal) as refused:
            SYSTEM.plan(options, players)
        begins = {"basic": 4, "advanced": 9}[structure]
        assert str(refused.value) == (
            f"The {structure.title()} structure begins at {begins} players and there are {players}; "
            "set structure to custom and set rounds."
        )
    else:
        assert SYSTEM.plan(options, players) == Plan(row[0], row[1] or 0)


def test_basic_unless_told() -> None:
    """L5R-084 L5R-130: one of three structures, fixed once round 1 is published."""
    assert SYSTEM.plan(settings(), 20) == Plan(4, 4)
    option = settings().option("structure")
    assert (option.choices, option.lock) == (("basic", "advanced", "custom"), True)
    with pytest.raises(BadInput):
        settings(structure="swiss")


def test_custom_has_to_be_announced() -> None:
    """L5R-084 L5R-133: without rounds a custom structure is refused; with them it ignores the head count."""
    with pytest.raises(Refusal) as refused:
        SYSTEM.plan(settings(structure="custom"), 20)
    assert refused.value.clause == "L5R-084"
    for players in (2, 20, 600):
        assert SYSTEM.plan(settings(structure="custom", rounds=6, cut=16), players) == Plan(6, 16)
    assert SYSTEM.plan(settings(structure="custom", rounds=3), 20) == Plan(3, 0)


@pytest.mark.parametrize(
    ("options", "players", "rounds", "cut"),
    [({"rounds": 5}, 20, 5, 4), ({"cut": 8}, 20, 4, 8), ({"cut": 0}, 20, 4, 0), ({"rounds": 2, "cut": 0}, 3, 2, 0)],
)
def test_set_by_hand_is_custom(options: dict[str, Value], players: int, rounds: int, cut: int) -> None:
    """L5R-101 L5R-133: rounds or a cut of one's own make the structure Custom, and the plan says so."""
    plan = SYSTEM.plan(settings(**options), players)
    assert (plan.rounds, plan.cut) == (rounds, cut)
    (notice,) = plan.notices
    assert (notice.code, notice.clause) == ("custom_structure", "L5R-133")
    assert notice.data == {"structure": "basic", "rounds": rounds, "cut": cut}


def test_beginning_with_elimination_is_custom() -> None:
    """L5R-133: no Swiss rounds and no cut; under another name a notice says that it is Custom."""
    assert SYSTEM.plan(settings(format="elimination", structure="custom"), 13) == Plan(0)
    (notice,) = SYSTEM.plan(settings(format="elimination"), 13).notices
    assert notice.code == "custom_elimination"


def test_a_cut_to_one_is_none() -> None:
    """L5R-100: a cut leaves at least two."""
    with pytest.raises(BadInput, match="“1” should be 0 for no cut, or 2 or more"):
        SYSTEM.plan(settings(cut=1), 20)


@pytest.mark.parametrize(
    ("rounds", "cut", "players", "codes"),
    [
        (3, 0, 3, ["small_field"]),
        (3, 0, 4, []),
        (4, 6, 20, ["unusual_cut"]),
        (4, 8, 20, []),
        (4, 8, 7, ["cut_beyond_field"]),
        (4, 8, 8, []),
        (4, 4, 32, []),
        (4, 5, 32, ["unusual_cut"]),
        (4, 16, 32, []),
        (4, 32, 32, []),
    ],
)
def test_advice(rounds: int, cut: int, players: int, codes: list[str]) -> None:
    """L5R-100 L5R-101 L-23 L-28: small fields, other cuts and cuts beyond the field are allowed, and said."""
    desk = Desk(["Aya"])
    found = SYSTEM.advice(desk.event, settings(), players, Plan(rounds, cut))
    assert [r.code for r in found] == codes
    for reason in found:
        assert SYSTEM.sentences[reason.code].format(**reason.data)


def test_tiers_are_recorded() -> None:
    """L5R-134: three tiers, Relaxed unless told; the tier changes no plan."""
    assert settings().text("tier") == "relaxed"
    assert settings().option("tier").choices == ("relaxed", "formal", "premier")
    assert SYSTEM.plan(settings(tier="premier"), 20) == SYSTEM.plan(settings(), 20)
