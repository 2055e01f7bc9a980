"""Who took part in a season's events, and who of them may be one person."""

from __future__ import annotations

from collections.abc import Iterator

from muster.core.reading.people.alike import Alike, alike
from muster.core.record.hidden import number_name
from muster.core.record.people.facts import Appearance
from muster.core.record.season.journal import Season


def appearances(season: Season) -> Iterator[tuple[Appearance, str]]:
    """Everybody who took part in one of the season's events, with their name there, event by event."""
    for event in season.events.values():
        if event.results is not None:
            for player, name in event.results.by_player(event.results.names).items():
                yield (event.origin, player), name


def suggestions(season: Season) -> list[Alike]:
    """Each person with the first earlier one whose name looks alike and who may be the same.

    The numbers that replace forgotten names say nothing about who people are.
    """
    return alike(season.who, ((one, name) for one, name in appearances(season) if name != number_name(one[1])))
