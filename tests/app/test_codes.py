"""Codes of refusals and findings: every sentence has its own, and keeps it when its wording is edited."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from muster.app import codes as all_codes
from muster.app.codes import code_of, code_of_refusal, codes
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message
from muster.game_kit import codes as kit
from muster.systems import registry
from muster.web.who.limits import Limits, TooOften
from tests.app.hall import Hall

OLD = {"no-round-played": "No round is being played. Publish one first.", "unknown": "“{name}” is not known."}


def test_every_sentence_has_a_code_and_no_other_has() -> None:
    assert set(codes()) == set(kit.of_muster()), "run scripts/catalogue"
    assert len(set(codes().values())) == len(codes())


@pytest.mark.parametrize("key", registry.BUILT_IN)
def test_every_sentence_of_a_game_has_a_code_that_muster_does_not_have(key: str) -> None:
    found = all_codes.of_game(key)
    assert set(found) == set(kit.of_game(key)), "run scripts/catalogue"
    assert len({*found.values(), *codes().values()}) == len(found) + len(codes())


def test_the_sentence_of_every_refusal_is_found() -> None:
    """A literal where it is refused, or the value of a name that another file of the same game may import."""
    handed_on = {"Level.ERROR", "Level.WARNING", "Level.NOT_CHECKED", "self.message", "missing.message", "sentence"}
    lost = []
    for file in sorted(Path(all_codes.__file__).parents[1].rglob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        imported = {a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in n.names}
        for given in kit.said(tree):
            found = [*kit.written(given, tree)] or isinstance(given, ast.Call)
            if not found and ast.unparse(given) not in imported | handed_on:
                lost.append(f"{file.name}: {ast.unparse(given)}")
    assert lost == []


def test_a_sentence_that_is_kept_for_later_has_a_code() -> None:
    limit = Limits(lambda: 0).asking
    for _ in range(limit.at_once):
        limit.spend("ann")
    with pytest.raises(TooOften) as refused:
        limit.spend("ann")
    assert code_of(refused.value.message) == "name-asked-too-often-just"


def test_an_edited_sentence_keeps_its_code() -> None:
    edited = "No round is being played now; publish one first."
    assert kit.updated(OLD, [edited, OLD["unknown"]]) == {**OLD, "no-round-played": edited}


def test_another_sentence_gets_a_code_of_its_own() -> None:
    """Not that of a removed sentence, because a script may still check for that one."""
    found = kit.updated(OLD, ["No round is played: wait for the desk to say when.", OLD["unknown"]])
    assert list(found) == ["no-round-played-wait-desk", "unknown"]
    assert "no-round-played-2" in kit.updated({"no-round-played": "Gone for good."}, ["No round is played."])


def test_a_refusal_carries_its_message_and_is_known_by_its_code() -> None:
    hall = Hall("bushido", 4)
    with pytest.raises(Refusal) as refused:
        hall.close()
    assert refused.value.message == Message("No round is being played. Publish one first.")
    assert code_of_refusal(refused.value) == codes()[refused.value.message.template]


def test_a_refusal_of_a_stranger_game_is_known_by_its_kind() -> None:
    stranger = BadInput("The moon is not full.")
    assert (code_of(stranger.message), code_of_refusal(stranger)) == ("", "bad_input")
