"""A short stable code for every refusal and finding, which scripts and phones can rely on.

`codes.toml` has a code for every sentence of the program, and one in each game's folder for those of the game.
`scripts/catalogue` and the kit for games keep them: a new sentence gets a code, one whose wording was edited keeps the
code it had (decision 36).
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path

from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message
from muster.systems import registry

NAME = "codes.toml"
FILE = Path(__file__).parent / NAME


@cache
def codes() -> dict[str, str]:
    """The code of each of the program's sentences, without those of games."""
    return _by_sentence(FILE.read_text("utf-8"))


def of_game(key: str) -> dict[str, str]:
    """The code of each sentence of a game; empty if a package has none, has faulty ones, or is a single file."""
    try:
        return _by_sentence((files(registry.offer(key).home) / NAME).read_text("utf-8"))
    except (OSError, ValueError, TypeError, ModuleNotFoundError):
        return {}


def _by_sentence(text: str) -> dict[str, str]:
    return {sentence: code for code, sentence in tomllib.loads(text).items() if isinstance(sentence, str)}


@cache
def of_games() -> dict[str, str]:
    """The code of each sentence of all games; read once."""
    found: dict[str, str] = {}
    for key in registry.names():
        found = of_game(key) | found
    return found


def code_of(message: Message) -> str:
    """Empty for a sentence from a package without codes: its kind or level has to do."""
    return codes().get(message.template) or of_games().get(message.template, "")


def code_of_refusal(refusal: Refusal) -> str:
    return code_of(refusal.message) or refusal.kind
