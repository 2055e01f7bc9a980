"""Slips that contradict themselves are refused in one sentence that says why."""

from __future__ import annotations

from typing import Any

import pytest

from muster.core.kit.errors import BadInput
from muster.core.kit.model import Ending
from muster.systems.l5r import SYSTEM
from tests.systems.l5r.desk import DAN, EMILY, game, settings

FIGURES: dict[str, Any] = {"broken": [3, 4], "honor": [5, 10], "favor": [False, True], "decider": "a"}


@pytest.mark.parametrize(
    ("values", "clause", "sentence"),
    [
        (
            {},
            "L5R-110",
            "The winner is missing. It must be Dan or Emily: this game has no draws.",
        ),
        (
            {"how": "judgment", "decided_at": 75},
            "L5R-110",
            "The winner is missing. It must be Dan or Emily: this game has no draws.",
        ),
        (
            {"winner": "a", **FIGURES},
            "L5R-123",
            "Dan is entered as the winner, but loses Emperor’s Judgment by 6 to 9.",
        ),
        (
            {"winner": "b", "broken": [1, 1], "honor": [7, 7], "decider": "a"},
            "L5R-123",
            "Emily is entered as the winner, but loses Emperor’s Judgment by 2 to 2, "
            "and the opponent decided the first player.",
        ),
        (
            {"winner": "a", "broken": [1, 1], "honor": [7, 7]},
            "L5R-123",
            "Emperor’s Judgment is level at 2: enter who decided the first player.",
        ),
        (
            {"winner": "a", "broken": [1, None], "honor": [7, 7]},
            "L5R-119",
            "Emperor’s Judgment is incomplete: enter broken provinces and honor of both players, or only the winner.",
        ),
        (
            {"winner": "a", "broken": [1, 1], "honor": [7, None]},
            "L5R-119",
            "Emperor’s Judgment is incomplete: enter broken provinces and honor of both players, or only the winner.",
        ),
        (
            {"winner": "a", "favor": [True, False]},
            "L5R-119",
            "Emperor’s Judgment is incomplete: enter broken provinces and honor of both players, or only the winner.",
        ),
        (
            {"winner": "b", "how": "victory", **FIGURES},
            "L5R-119",
            "Emperor’s Judgment is entered for a game that ended by a victory condition: leave one of them out.",
        ),
        (
            {"broken": [1, 2], "honor": [7, 7], "favor": [True, True]},
            "L-21",
            "Imperial Favor: both players are entered as its holder. Only one can be, or nobody.",
        ),
        (
            {"winner": "a", "decided_at": 50, "slip_at": 49},
            "L5R-116",
            "The slip at minute 49 is from before the game was decided at minute 50. "
            "A slip is handed in once the game is decided.",
        ),
        (
            {"winner": "a", "decided_at": 76},
            "L5R-117",
            "Decided at minute 76 by a victory condition: all play stops at minute 75.",
        ),
        (
            {"winner": "a", "how": "judgment", "decided_at": 64},
            "L5R-119",
            "Emperor’s Judgment at minute 64: nobody is judged before time is called at minute 65.",
        ),
        (
            {"winner": "a", "how": "victory", "result_kind": "modified"},
            "L5R-118",
            "A modified win comes only from Emperor’s Judgment when play stops, not from a victory condition.",
        ),
        (
            {"winner": "a", "result_kind": "normal", "slip_at": 71},
            "L5R-126",
            "Result: “normal” is a win and a loss, but the minutes say a win and a modified loss; "
            "leave the result blank or correct the minutes.",
        ),
        (
            {"winner": "a", "how": "judgment", "result_kind": "modified_loss", "decided_at": 75},
            "L5R-126",
            "Result: “modified loss” is a win and a modified loss, but the minutes say both modified; "
            "leave the result blank or correct the minutes.",
        ),
        (
            {"winner": "a", "result_kind": "modified_loss", "waived": True},
            "L-17",
            "A modified loss is entered and the late slip is waived: leave one of them out.",
        ),
    ],
)
def test_refused(values: dict[str, Any], clause: str, sentence: str) -> None:
    """L5R-110 L5R-116 L5R-118 L5R-119 L5R-123 L5R-124 L5R-126 L-17 L-21: what cannot be is refused."""
    with pytest.raises(BadInput) as refused:
        SYSTEM.check(game(**values))
    assert (str(refused.value), refused.value.clause) == (sentence, clause)


@pytest.mark.parametrize(
    "values",
    [
        {"winner": "b", "decider": "a"},
        {"winner": "b", "result_kind": "modified", "decided_at": 75},
        {"winner": "b", "result_kind": "modified_loss", "decided_at": 75, "slip_at": 75},
        {"winner": "b", "result_kind": "modified_loss", "how": "judgment", "waived": True},
        {"winner": "b", "how": "judgment", "decided_at": 65},
        {"broken": [0, 0], "honor": [0, 0], "decider": "b"},
        {"winner": "b", "how": "judgment", "decided_at": 80},
        {"winner": "b", "waived": True},
        {"winner": "b", "result_kind": "normal", "waived": True},
    ],
)
def test_accepted(values: dict[str, Any]) -> None:
    """L5R-117 L5R-119 L-21: the edges are legal, nought included."""
    SYSTEM.check(game(**values))


def test_conceded_games() -> None:
    """L5R-112: who conceded is not the winner, and a conceded game is neither judged nor a modified win."""
    SYSTEM.check(game(ending=Ending.CONCESSION, by=[DAN], winner="b"))
    for values in ({"winner": "a"}, {"how": "judgment"}, FIGURES, {"result_kind": "modified"}, {"decided_at": 80}):
        with pytest.raises(BadInput):
            SYSTEM.check(game(ending=Ending.CONCESSION, by=[DAN], **values))
    with pytest.raises(BadInput):
        SYSTEM.check(game(ending=Ending.DISQUALIFIED, by=[EMILY], winner="b"))
    # Somebody may be sent out at any minute, even after play has stopped.
    SYSTEM.check(game(ending=Ending.DISQUALIFIED, by=[EMILY], decided_at=90))


def test_elimination_keeps_the_clock_of_the_final() -> None:
    """L5R-105 L-13 L-14: a winner is needed, the last minute is 110, and a modified result is not a contradiction."""
    with pytest.raises(BadInput, match="The winner is missing"):
        SYSTEM.check(game(elimination=True))
    with pytest.raises(BadInput, match="all play stops at minute 110"):
        SYSTEM.check(game(elimination=True, winner="a", decided_at=111))
    SYSTEM.check(game(elimination=True, winner="a", decided_at=110, result_kind="normal"))


def test_an_accepted_result_can_still_be_scored_when_an_option_changes() -> None:
    """X-02: a shorter round set later makes the old minutes odd, but never breaks the standings."""
    old = game(winner="a", decided_at=74)
    SYSTEM.check(old)
    late = game(winner="a", decided_at=74, options=settings(round_minutes=40))
    assert [s.points for s in SYSTEM.score(late)] == [10, 0]
