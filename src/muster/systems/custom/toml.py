"""The TOML text of a composed system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muster.game import toml_text
from muster.systems.custom.definition import KEYS, read


def to_toml(definition: Mapping[str, Any]) -> str:
    """The text of a valid definition, in the order of the documentation; reading it gives the same back."""
    read(definition)
    return toml_text(definition, KEYS)
