"""Reading what a tap brings beyond what every game reads: a name, whose thing it is, and who may touch it."""

from __future__ import annotations

from muster.game import BadInput, Refusal, Tap, quoted, side_in
from muster.systems.bushido.table.state import BushidoGame

LONGEST = 60
"""Characters of a typed name."""


def name(tap: Tap, key: str = "name") -> str:
    """A name that somebody typed."""
    value = tap.values.get(key)
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text or len(text) > LONGEST or not text.isprintable():
        raise BadInput(
            "“{value}” should be a name of at most {longest} characters.", value=quoted(value), longest=LONGEST
        )
    return text


def of_own(game: BushidoGame, tap: Tap) -> int:
    """Whose it is; players touch their own things, staff anybody's."""
    whose = side_in(tap, "of") if "of" in tap.values or tap.side is None else tap.side
    only(game, tap, whose)
    return whose


def only(game: BushidoGame, tap: Tap, who: int, clause: str = "") -> None:
    """Only this side may do it, or staff."""
    if tap.side not in (None, who):
        raise Refusal("Only {name} can do this. Call a judge if it is wrong.", clause=clause, name=game.names[who])


def staff_only(tap: Tap, clause: str = "") -> None:
    if tap.side is not None:
        raise Refusal("Only a judge can do this: call one.", clause=clause)
