"""Reading what came with a tap beyond what every game reads: yes or no, a name, and nothing that does not belong."""

from __future__ import annotations

from muster.game import BadInput, Tap, quoted

LONGEST = 60
"""Characters in a name typed at the table."""


def only(tap: Tap, *names: str) -> None:
    """The tap may not have any other values."""
    for name in tap.values:
        if name not in names:
            raise BadInput("“{name}” is not part of this. Reload the page and try again.", name=quoted(name))


def yes_no(tap: Tap, name: str) -> bool:
    value = tap.values.get(name)
    if not isinstance(value, bool):
        raise BadInput("“{given}” should be yes or no.", given=quoted(value))
    return value


def typed(tap: Tap, name: str) -> str:
    """A name that somebody typed; may be empty."""
    value = tap.values.get(name, "")
    if not isinstance(value, str):
        raise BadInput("“{given}” should be a name.", given=quoted(value))
    text = " ".join(value.split())
    if len(text) > LONGEST:
        raise BadInput("“{given}” is too long: a name has up to {most} characters.", given=quoted(text), most=LONGEST)
    return text
