"""Reading what a tap brings: numbers, words, sides. Anything can be in a tap; what cannot be read is quoted."""

from __future__ import annotations

from collections.abc import Sequence

from muster.game import BadInput, Raw, Refusal, Tap
from muster.systems.bushido.table.state import BushidoGame

LONGEST = 60
"""Characters of a typed name, and of a value that is said back."""


def quoted(value: Raw) -> str:
    """Cut where it is long: Python does not even write numbers of thousands of digits."""
    if isinstance(value, list):
        return ", ".join(map(quoted, value[:4]))
    text = "…" if isinstance(value, int) and abs(value) >= 10**LONGEST else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def number(tap: Tap, name: str, low: int, high: int) -> int:
    value = tap.values.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(
            "“{value}” should be a whole number from {low} to {high}.", value=quoted(value), low=low, high=high
        )
    return value


def step_by(tap: Tap) -> int:
    """One more or one less."""
    value = tap.values.get("by")
    if isinstance(value, bool) or value not in (-1, 1):
        raise BadInput("“{value}” should be 1 or -1: one more or one less.", value=quoted(value))
    return 1 if value == 1 else -1


def word(tap: Tap, name: str, known: Sequence[str]) -> str:
    value = tap.values.get(name)
    if not isinstance(value, str) or value not in known:
        raise BadInput("“{value}” should be one of: {known}.", value=quoted(value), known=", ".join(known))
    return value


def name(tap: Tap, key: str = "name") -> str:
    """A name that somebody typed."""
    value = tap.values.get(key)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text or len(text) > LONGEST or not text.isprintable():
        raise BadInput(
            "“{value}” should be a name of at most {longest} characters.", value=quoted(value), longest=LONGEST
        )
    return text


def side(tap: Tap, key: str = "value") -> int:
    """One of the two sides, as a value."""
    return number(tap, key, 0, 1)


def of_own(game: BushidoGame, tap: Tap) -> int:
    """Whose thing it is; players touch their own, staff anybody's."""
    whose = side(tap, "of") if "of" in tap.values or tap.side is None else tap.side
    only(game, tap, whose)
    return whose


def only(game: BushidoGame, tap: Tap, who: int, clause: str = "") -> None:
    """Only this side may do it, or the staff."""
    if tap.side not in (None, who):
        raise Refusal("Only {name} can do this. Call a judge if it is wrong.", clause=clause, name=game.names[who])


def staff_only(tap: Tap, clause: str = "") -> None:
    if tap.side is not None:
        raise Refusal("Only a judge can do this: call one.", clause=clause)
