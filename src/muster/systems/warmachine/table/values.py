"""Reading what came with a tap: a value that is not right is quoted, with what would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from muster.game import BadInput, Raw, Tap, Text, listed, tr

LONGEST = 60
"""Characters of a name that somebody types at the table."""

_QUOTED = 40
_HUGE = 10**12


def quoted(value: object) -> Text:
    """A value as it is said back: short, whatever it is."""
    if isinstance(value, int) and abs(value) >= _HUGE:
        return tr("a very large number")
    text = str(value)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}…"


def only(tap: Tap, *names: str) -> None:
    """Nothing but these goes with the tap."""
    for name in tap.values:
        if name not in names:
            raise BadInput("“{name}” is not part of this. Reload the page and try again.", name=quoted(name))


def whole(values: Mapping[str, Raw], name: str, low: int, high: int) -> int:
    value = values.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(
            "“{given}” should be a whole number from {low} to {high}.", given=_given(value), low=low, high=high
        )
    return value


def one_of(values: Mapping[str, Raw], name: str, ways: Sequence[str]) -> str:
    value = values.get(name)
    if not isinstance(value, str) or value not in ways:
        raise BadInput("“{given}” should be one of {ways}.", given=_given(value), ways=listed(ways))
    return value


def yes_no(values: Mapping[str, Raw], name: str) -> bool:
    value = values.get(name)
    if not isinstance(value, bool):
        raise BadInput("“{given}” should be yes or no.", given=_given(value))
    return value


def side(values: Mapping[str, Raw], name: str) -> int:
    """One of the two players, by their number at the table."""
    return whole(values, name, 0, 1)


def step_by(values: Mapping[str, Raw]) -> int:
    """One more or one less."""
    value = whole(values, "by", -1, 1)
    if not value:
        raise BadInput("“{given}” should be 1 or -1.", given=value)
    return value


def typed(values: Mapping[str, Raw], name: str) -> str:
    """A name that somebody typed; nothing is an empty one."""
    value = values.get(name, "")
    if not isinstance(value, str):
        raise BadInput("“{given}” should be a name.", given=_given(value))
    text = " ".join(value.split())
    if len(text) > LONGEST:
        raise BadInput("“{given}” is too long: a name has up to {most} characters.", given=quoted(text), most=LONGEST)
    return text


def _given(value: Raw) -> Text:
    return tr("nothing") if value is None else quoted(value)
