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
"""The files of a folder: path and parsed JSON."""

MARK = "muster_lists"
"""The key under which Muster's own files give their format version."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What is stored from now on, and how many of each kind were added, such as {"cards": 1140}."""

    kept: Kept
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ListData:
    take: Callable[[Kept, Any], Taken]
    """From what is stored so far and a new document; BadInput says what is wrong with it."""
    make: Callable[[Kept], object]
    """Makes what checks find in `Context.data`."""
    gather: Callable[[Documents], Any] | None = None
    """Combines a folder of files into one document for `take`, empty if no file is useful; None: folders are not
    supported.
    """
    version: int = 1


def parse_document(name: str, text: str, rules: ListData) -> Any:
    """The JSON in a file, unless it was written for a newer version."""
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
