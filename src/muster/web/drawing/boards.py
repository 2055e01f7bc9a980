"""The filters that the parts of a board are drawn with."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from markupsafe import Markup, escape

from muster.app.numbers import minutes
from muster.app.speech import spoken, tr
from muster.core.book.tracker.board import Answers, Board, BoardPart, Gauge, Pick, PlayersClock, Press, RoundTime
from muster.core.kit.language import Message, Text
from muster.core.kit.model import Raw
from muster.web.drawing.course import course
from muster.web.live.kept import KeptPages

ROOM = 8_000_000
"""Bytes of drawn parts to keep."""


_kept = KeptPages(ROOM)
_encoder = msgspec.msgpack.Encoder(enc_hook=repr)


def drawn(part: BoardPart | Press, draw: Callable[[Any], Markup], where: tuple[object, ...]) -> Markup:
    """A drawn part, shared by everybody who has exactly the same one in the same kind of place: most of a board stays
    the same from tap to tap, and many tables are at the same point of their game. Clocks always differ.
    """
    if isinstance(part, PlayersClock | RoundTime):
        return draw(part)
    key = (spoken(), where, kind(part), _encoder.encode(part))
    return Markup(_kept.get(key, lambda: draw(part).encode()).decode())


def clock_text(milliseconds: int) -> str:
    """The time left as a clock shows it: what has begun of a second counts."""
    return minutes(max(milliseconds + 999, 0))


def as_json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def kind(part: object) -> str:
    return type(part).__name__


def unfilled(text: Text) -> str:
    """A text without its values: it stays the same while a number in it changes."""
    return text.template if isinstance(text, Message) else text


def plus(values: Mapping[str, Raw], **more: Raw) -> dict[str, Raw]:
    """What is sent with a tap, plus what the button adds."""
    return {**values, **more}


CELLS, GAP = 350, 2
"""The total width of a gauge's cells, and the gap between two of them."""


def cells(gauge: Gauge) -> Markup:
    """A gauge on its own: one cell each, a line where a level ends, and its name below."""
    wide = (CELLS - GAP) / gauge.of
    filled, empty = (f'<rect class="{look}" y="4" width="{wide - GAP:.1f}" height="18" x="' for look in "xm")
    drawn = [f'{filled if n < gauge.filled else empty}{n * wide + GAP:.1f}"/>' for n in range(gauge.of)]
    drawn += [_across("th", at * wide) for at, _ in gauge.bounds if at < gauge.of]
    drawn += [] if gauge.dashed is None else [_across("bp", gauge.dashed * wide)]
    ends = [0, *(at for at, _ in gauge.bounds)]
    for start, (end, name) in zip(ends, gauge.bounds, strict=False):
        middle = (start + end) / 2 * wide
        drawn.append(f'<text x="{middle:.1f}" y="42" text-anchor="middle">{escape(tr(name))}</text>')
    said = escape(tr("{filled} of {of}", filled=gauge.filled, of=gauge.of))
    high = 46 if gauge.bounds else 26
    return Markup(
        f'<svg class="cells" viewBox="0 0 {CELLS} {high}" role="img" aria-label="{said}">{"".join(drawn)}</svg>'
    )


def _across(look: str, at: float) -> str:
    return f'<path class="{look}" d="M{at + GAP / 2:.1f} 0v26"/>'


def secret(board: Board, keys: Collection[str]) -> bool:
    """Whether somebody must choose something here that the other must not see; `keys`: this game's secret taps."""
    return any(isinstance(part, Pick | Answers) and part.key in keys for part in board.parts)


FILTERS: dict[str, Any] = {
    "clock_text": clock_text,
    "json": as_json,
    "drawn": drawn,
    "kind": kind,
    "course": course,
    "cells": cells,
    "plus": plus,
    "unfilled": unfilled,
    "secret": secret,
}
