"""What every view is built from: its base class, exact numbers, people and reasons.

A view is what pages, `--json` and other programs are shown: a frozen msgspec struct, so that its JSON and its schema
follow from its type. Whole numbers are numbers, fractions are texts such as “71/16”.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, overload

import msgspec

from muster.app.desk import Opened
from muster.app.speech import tr
from muster.core.kit.language import Message
from muster.core.kit.model import PlayerId, Points
from muster.core.kit.reasons import Reason
from muster.core.reading.words import say


class View(msgspec.Struct, frozen=True):
    """The base of all views."""


class Who(View, frozen=True):
    """A player, by number and name."""

    number: PlayerId
    name: str


class ReasonView(View, frozen=True):
    """A reason in words, with the clause it cites and the values the sentence was made from."""

    text: str
    clause: str
    code: str
    data: dict[str, Any]


V = TypeVar("V", bound=View)


def grown(kind: type[V], view: View, **more: Any) -> V:
    """A view as a kind that has all its fields and more."""
    return kind(**{**msgspec.structs.asdict(view), **more})


@overload
def exact(value: Points) -> int | str: ...
@overload
def exact(value: Points | None) -> int | str | None: ...
def exact(value: Points | None) -> int | str | None:
    if value is None or isinstance(value, int):
        return value
    return value.numerator if value.denominator == 1 else str(value)


def who(opened: Opened, player: PlayerId) -> Who:
    return Who(player, opened.event.name_of(player))


def reason(opened: Opened, given: Reason) -> ReasonView:
    """A reason in words, with the values it was made from."""
    data = {key: str(value) if isinstance(value, Message) else value for key, value in given.data.items()}
    return ReasonView(tr(say(given, opened.event, opened.system)), given.clause, given.code, data)


def reasons(opened: Opened, given: Iterable[Reason]) -> list[ReasonView]:
    return [reason(opened, one) for one in given]
