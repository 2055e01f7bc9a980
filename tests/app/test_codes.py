"""Codes of refusals and findings: every sentence has its own, and keeps it when its wording is edited."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from muster.app.codes import code_of, code_of_refusal, codes
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import Message
from tests.app.hall import Hall

SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "codes.py"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("codes", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["codes"] = module
    spec.loader.exec_module(module)
    return module


SCRIPT_CODES = _script()
OLD = {"no-round-played": "No round is being played; publish one first.", "unknown": "“{name}” is not known."}


def test_every_sentence_has_a_code_and_no_other_has() -> None:
    assert set(codes()) == set(SCRIPT_CODES.sentences()), "run scripts/catalogue"
    assert len(set(codes().values())) == len(codes())


def test_an_edited_sentence_keeps_its_code() -> None:
    edited = "No round is being played now; publish one first."
    assert SCRIPT_CODES.updated(OLD, [edited, OLD["unknown"]]) == {**OLD, "no-round-played": edited}


def test_another_sentence_gets_a_code_of_its_own() -> None:
    """Not that of a sentence that is gone, for a script may still ask for that one."""
    found = SCRIPT_CODES.updated(OLD, ["No round is played: wait for the desk to say when.", OLD["unknown"]])
    assert list(found) == ["no-round-played-wait-desk", "unknown"]
    assert "no-round-played-2" in SCRIPT_CODES.updated({"no-round-played": "Gone for good."}, ["No round is played."])


def test_a_refusal_carries_its_message_and_is_known_by_its_code() -> None:
    hall = Hall("bushido", 4)
    with pytest.raises(Refusal) as refused:
        hall.close()
    assert refused.value.message == Message("No round is being played; publish one first.")
    assert code_of_refusal(refused.value) == codes()[refused.value.message.template]


def test_a_refusal_of_a_stranger_game_is_known_by_its_kind() -> None:
    stranger = BadInput("The moon is not full.")
    assert (code_of(stranger.message), code_of_refusal(stranger)) == ("", "bad_input")
