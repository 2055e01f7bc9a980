"""muster.game: everything a game is made of can be imported from there, and the list says what is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_type_hints

from muster import game
from muster.core.kit import language
from muster.core.record import event, journal, player

OPEN = {event.__name__, player.__name__, journal.__name__, "muster.core.record.facts.play", "muster.core.record.lists"}
"""What an event's state consists of: a game reads it, and names only the event and its players."""


def named(kind: Any, seen: set[Any]) -> Iterator[type]:
    """The core's classes in a type, and in the fields of those."""
    for part in get_args(kind):
        for one in part if isinstance(part, list) else [part]:
            yield from named(one, seen)
    if not isinstance(kind, type) or not kind.__module__.startswith("muster.core") or kind in seen:
        return
    seen.add(kind)
    yield kind
    if is_dataclass(kind) and kind.__module__ not in OPEN:
        hints = get_type_hints(kind)
        for field in fields(kind):
            yield from named(hints[field.name], seen)


def test_every_type_that_a_game_declares_is_there() -> None:
    listed = [getattr(game, name) for name in game.__all__]
    wanted = list(named(game.System, {language.FilePath}))  # A path may fill a place; a game has no files.
    assert len(wanted) > 40
    assert [kind.__name__ for kind in wanted if kind not in listed] == []


def test_the_list_is_exactly_what_is_there() -> None:
    public = {name for name in vars(game) if not name.startswith("_") and name != "annotations"}
    assert public == set(game.__all__)
    assert len(game.__all__) == len(set(game.__all__))
