"""The filters that the parts of a board are drawn with."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from muster.core.book.tracker.board import Answers, Board, Pick
from muster.core.kit.model import Raw
from muster.web.drawing.course import course


def clock_text(milliseconds: int) -> str:
    """The time left as a clock shows it: what has begun of a second counts."""
    seconds = max(-(-milliseconds // 1000), 0)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def kind(part: object) -> str:
    return type(part).__name__


def plus(values: Mapping[str, Raw], **more: Raw) -> dict[str, Raw]:
    """What goes with a tap, and what the button adds."""
    return {**values, **more}


def secret(board: Board, keys: Collection[str]) -> bool:
    """Whether somebody is to choose here what the other must not see; `keys`: the taps that are secret in this game."""
    return any(isinstance(part, Pick | Answers) and part.key in keys for part in board.parts)


FILTERS: dict[str, Any] = {
    "clock_text": clock_text,
    "json": as_json,
    "kind": kind,
    "course": course,
    "plus": plus,
    "secret": secret,
}
