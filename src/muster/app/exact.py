"""Exact numbers and reasons as JSON carries them: whole numbers as numbers, fractions as “71/16”."""

from __future__ import annotations

from typing import Any

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.kit.language import Message
from muster.core.kit.model import PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.reading.words import say

Json = dict[str, Any]


def exact(value: Points | None) -> int | str | None:
    if value is None or isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else str(value)


def who(opened: Opened, player: PlayerId) -> Json:
    return {"number": player, "name": opened.event.name_of(player)}


def reason(opened: Opened, given: Reason) -> Json:
    """A reason in words, with what it was made from."""
    return {
        "text": tr(say(given, opened.event, opened.system)),
        "clause": given.clause,
        "code": given.code,
        "data": {key: str(value) if isinstance(value, Message) else value for key, value in given.data.items()},
    }


def reasons(opened: Opened, given: tuple[Reason, ...]) -> list[Json]:
    return [reason(opened, one) for one in given]
