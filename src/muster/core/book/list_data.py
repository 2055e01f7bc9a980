"""Data for list checks (card pools, dated rosters): how a game reads, merges and uses it.

What is kept is one JSON object per game, in the shape that the game itself writes; `version` grows when that changes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from muster.core.kit.errors import BadInput

Kept = Mapping[str, Any]
Documents = Sequence[tuple[str, Any]]
"""The files of a folder: each by its path, with the JSON in it."""

MARK = "muster_lists"
"""The key under which Muster's own files say the version of their shape."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What is kept from now on, and how many of each kind came in, such as {"cards": 1140}."""

    kept: Kept
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ListData:
    take: Callable[[Kept, Any], Taken]
    """What is kept so far and a document somebody brings; BadInput says what is wrong with it."""
    make: Callable[[Kept], object]
    """What the checks find in `Context.data`."""
    gather: Callable[[Documents], Any] | None = None
    """A folder of files as one document for `take`, empty where no file is of use; None: the game knows no folders."""
    version: int = 1


def parse_document(name: str, text: str, rules: ListData) -> Any:
    """The JSON of a file, unless it was written for a newer version than this."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("“{name}” is not valid JSON. Export the data as JSON and try again.", name=name) from None
    version = found.get(MARK) if isinstance(found, dict) else None
    if isinstance(version, int) and version > rules.version:
        raise BadInput(
            "“{name}” was written for a newer version of Muster (data of version {version}; this one reads up to "
            "{known}); install that version.",
            name=name,
            version=version,
            known=rules.version,
        )
    return found
