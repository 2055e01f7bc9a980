"""What a game needs to know and nobody has written is asked for in a terminal, and refused in words without one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click
import pytest

from muster.cli.input import asking
from tests.cli.conftest import Muster


@pytest.fixture
def city(muster: Muster) -> Muster:
    muster.ok("new", "urban_war", "City")
    return muster


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[str]], list[str]]:
    """Somebody at the terminal who answers so; the questions that they see."""

    def answer(answers: list[str]) -> list[str]:
        seen: list[str] = []
        monkeypatch.setattr(asking, "can_ask", lambda _: True)

        def prompt(question: str, **_: object) -> str:
            seen.append(question)
            return answers.pop(0)

        monkeypatch.setattr(click, "prompt", prompt)
        return seen

    return answer


def models(city: Muster) -> list[int]:
    return [player["values"]["models"] for player in city.json("show", "city")["event"]["players"]]


def test_models_are_asked_for_name_by_name(city: Muster, asked: Callable[[list[str]], list[str]]) -> None:
    seen = asked(["none", "9", "12"])
    ran = city("enrol", "city", "Ann Lee", "Bob Cole")
    assert (ran.code, models(city)) == (0, [9, 12])
    assert [question.partition(" for ")[2] for question in seen] == ["Ann Lee", "Ann Lee", "Bob Cole"]
    assert "“none” should be a whole number" in ran.err


def test_a_list_that_says_it_of_some_is_asked_about_the_others(
    city: Muster, asked: Callable[[list[str]], list[str]], file: Callable[[str, str], Path]
) -> None:
    seen = asked(["11"])
    city.ok("enrol", "city", "--file", file("all.csv", "name;models\nAnn Lee;9\nBob Cole;\n"))
    assert (models(city), len(seen)) == ([9, 11], 1)


def test_nobody_is_asked_in_a_script(city: Muster, file: Callable[[str, str], Path]) -> None:
    sentence = city.refused("enrol", "city", "Ann Lee", "Bob Cole")
    assert "for Ann Lee is missing. Add it with --field models=VALUE." in sentence
    listed = file("all.csv", "name;models\nAnn Lee;9\nBob Cole;\n")
    assert "line 3: Models is missing" in city.refused("enrol", "city", "--file", listed)
    assert models(city) == []


def test_nothing_is_asked_while_a_name_is_wrong(city: Muster, asked: Callable[[list[str]], list[str]]) -> None:
    seen = asked([])
    assert "looks the same" in city.refused("enrol", "city", "Ann Lee", "ann lee", "--field", "models=9")
    city.refused("enrol", "city", "Ann Lee", "ann lee")
    assert seen == []


def test_players_copied_from_another_game_are_asked_about(
    city: Muster, asked: Callable[[list[str]], list[str]]
) -> None:
    city.ok("new", "bushido", "Dojo")
    city.ok("enrol", "dojo", "Ann Lee", "Bob Cole")
    assert "for Ann Lee is missing" in city.refused("enrol", "city", "--like", "dojo")
    seen = asked(["9", "12"])
    city.ok("enrol", "city", "--like", "dojo")
    assert (models(city), len(seen)) == ([9, 12], 2)
