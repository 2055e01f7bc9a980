"""What rounds are called: by their number, and in a bracket by their name too, also where something is refused."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import muster
from muster.core.kit.errors import Refusal
from muster.core.reading.stage_names import numbered, round_name
from muster.core.rules import clock
from tests.app.hall import Hall

RULES = Path(muster.__file__).parent / "core" / "rules"
ROUND = re.compile(r"[Rr]ound \{(\w+)\}")
BEFORE_ANY_EVENT = ("audit/", "venue.py")
"""Journals from elsewhere, whose rounds are only numbers so far, and days that rounds are planned for."""


def hall() -> Hall:
    """Four players: one Swiss round, then the semi-finals, which are published."""
    found = Hall("bushido", 4, rounds="1", cut="4")
    found.play({"vp": "2-1"})
    found.cut()
    found.pair()
    found.publish()
    return found


def test_a_round_of_a_bracket_has_its_name_beside_its_number() -> None:
    event = hall().event
    assert [str(numbered(event, number)) for number in (1, 2, 3, 4)] == ["1", "2 (Semi-finals)", "3 (Final)", "4"]
    assert [str(round_name(event, number)) for number in (1, 2, 3)] == ["Round 1", "Semi-finals", "Final"]


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (lambda found: found.close(), "Round 2 (Semi-finals) cannot be closed."),
        (lambda found: clock.pause(found.event, ""), "The round 2 (Semi-finals) clock has not been started yet."),
        (
            lambda found: found.report("7", vp="2-1"),
            "There is no table 7 in round 2 (Semi-finals). It has tables 1 to 2.",
        ),
    ],
)
def test_what_is_refused_in_a_bracket_names_its_round(act: Callable[[Hall], object], said: str) -> None:
    with pytest.raises(Refusal) as refused:
        act(hall())
    assert str(refused.value).startswith(said)


def unnamed(source: str) -> Iterator[str]:
    """Sentences with a round's number but not its name."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or not call.args or not isinstance(call.args[0], ast.Constant):
            continue
        sentence = call.args[0].value
        places = set(ROUND.findall(sentence)) if isinstance(sentence, str) else set()
        for given in call.keywords:
            if given.arg in places and not (
                isinstance(given.value, ast.Call) and ast.unparse(given.value.func) == "numbered"
            ):
                yield str(sentence)


def test_every_sentence_of_the_rules_names_its_round() -> None:
    found = []
    for path in sorted(RULES.rglob("*.py")):
        if not path.relative_to(RULES).as_posix().startswith(BEFORE_ANY_EVENT):
            found += [f"{path.name}: {sentence}" for sentence in unnamed(path.read_text("utf-8"))]
    assert found == []


def test_a_number_alone_is_caught() -> None:
    assert list(unnamed('Refusal("Round {n} is over.", n=round_.number)')) == ["Round {n} is over."]
    assert list(unnamed('Refusal("Round {n} is over.", n=numbered(event, round_.number))')) == []
