"""Reading what comes with a tap. A value that is missing or not what it should be is quoted in one sentence."""

from __future__ import annotations

from collections.abc import Collection

from muster.core.book.tracker.tracker import Tap
from muster.core.kit.errors import BadInput, Refusal
from muster.core.kit.language import listed
from muster.core.kit.model import Raw
from muster.core.kit.written import MOST_DIGITS

LONGEST_QUOTED = 40
"""How much of a wrong value is quoted."""


def number_in(tap: Tap, name: str, low: int, high: int) -> int:
    """A whole number that came with the tap."""
    value = tap.values.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadInput(
            "“{value}” for “{name}” should be a whole number from {low} to {high}.",
            value=quoted(value),
            name=name,
            low=low,
            high=high,
        )
    return value


def step_in(tap: Tap) -> int:
    """Which way a stepper was tapped: one more, or one less."""
    step = number_in(tap, "by", -1, 1)
    if step == 0:
        raise BadInput("“0” for “by” should be 1 or -1.")
    return step


def side_in(tap: Tap, name: str = "side") -> int:
    """The side that a tap is about, which may differ from the side that made it."""
    return number_in(tap, name, 0, 1)


def word_in(tap: Tap, name: str, words: Collection[str]) -> str:
    """One of the words that may come with the tap."""
    value = tap.values.get(name)
    if not isinstance(value, str) or value not in words:
        raise BadInput(
            "“{value}” for “{name}” should be one of {words}.", value=quoted(value), name=name, words=listed(words)
        )
    return value


def player_of(tap: Tap) -> int:
    """The side that made the tap, for taps only players can make."""
    if tap.side is None:
        raise Refusal("Only the two players can do this.")
    return tap.side


def unknown_tap(tap: Tap) -> BadInput:
    """For a key that the game does not have."""
    return BadInput("“{key}” is not something to tap in this game. Load the page again.", key=quoted(tap.key))


def quoted(value: Raw) -> str:
    """A value as it is quoted: shortened if it is long, because Python refuses to write numbers with thousands of
    digits.
    """
    if isinstance(value, list):
        return ", ".join(map(quoted, value[:4]))
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return "…"
    text = "" if value is None else str(value)
    return text if len(text) <= LONGEST_QUOTED else f"{text[:LONGEST_QUOTED]}…"
