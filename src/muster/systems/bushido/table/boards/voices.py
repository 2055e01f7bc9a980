"""Who is spoken to: “you” for the side that looks, names for everybody else; and what each may touch."""

from __future__ import annotations

from muster.game import Eye, Message, Text, listed, tr
from muster.systems.bushido.table.state import BushidoGame


def told(game: BushidoGame, eye: Eye, side: int, to_you: str, about: str, **values: Message | str | int) -> Message:
    """A sentence about a side: `to_you` for that side, otherwise `about` with its {name}; {other} is the opponent."""
    others = {"other": game.names[1 - side], **values}
    return tr(to_you, **others) if eye.is_you(side) else tr(about, name=game.names[side], **others)


def who(game: BushidoGame, eye: Eye, side: int) -> Message:
    """A side as the label of a button or the head of a column."""
    return tr("You") if eye.is_you(side) else typed(game.names[side])


def typed(name: str | int) -> Message:
    """A name or a number on its own: the same in every language."""
    return listed([name])


def handles(eye: Eye) -> tuple[int, ...]:
    """The sides whose things the viewer may change."""
    return (0, 1) if eye.staff else () if eye.side is None else (eye.side,)


def may(eye: Eye, side: int | None = None) -> bool:
    """Whether the viewer may tap what this side may, or, without one, what both may."""
    return eye.staff or (eye.side is not None and side in (None, eye.side))


def scenario(game: BushidoGame) -> Text:
    """What is played, once it is known."""
    return typed(game.scenario) if game.scenario else ""
