"""A short stable code for everything that is refused or found: what a script or a phone may rely on.

`codes.toml` has a code for every sentence. `scripts/catalogue` keeps it: a new sentence gets a code, one whose wording
was edited keeps the code it had (decision 36).
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from muster.core.kit.errors import Refusal
from muster.core.kit.language import Message

FILE = Path(__file__).parent / "codes.toml"


@cache
def codes() -> dict[str, str]:
    """The code of each sentence."""
    return {sentence: code for code, sentence in tomllib.loads(FILE.read_text("utf-8")).items()}


def code_of(message: Message) -> str:
    """Empty for a sentence of a game that is not Muster's own: its kind or level has to do."""
    return codes().get(message.template, "")


def code_of_refusal(refusal: Refusal) -> str:
    return code_of(refusal.message) or refusal.kind
